# SPDX-License-Identifier: MIT
"""The site whose runs are disturbed: a game of chess, one with cards in which a turn stands open, and a ring; and the
letters of one run to it: moves, a card that answers the turn, a bounce, the same letter twice, a forged one, one of
nobody known. Everything is made at fixed times, so that it comes out the same each time."""

import email.utils
import hashlib
import os
import re
import shutil
import sys

sys.path.insert(0, f"{os.path.dirname(os.path.abspath(__file__))}/../e2e")

import players
from table import Table, as_html

START = 1790000000
NOW = START + 7200  # when the disturbed run is
CARDS = ("Think Again!", "Chaos", "Knightmare!")  # each answers any turn, by its name alone
RING = {"a": "anna", "b": "bob", "c": "carl", "d": "dora"}


def at(seconds):
    os.environ["PBEM_TIME"] = str(seconds)


class Timed(Table):
    """Every letter in it was received at a second of its own."""

    def put(self, letter, when=None):
        when = when or int(os.environ["PBEM_TIME"])
        text = letter.decode()
        text = re.sub(r"^Date: .*$", f"Date: {email.utils.formatdate(when)}", text, flags=re.MULTILINE)
        return super().put(text.encode(), when)


def answering_card(player):
    """Returns a card of the player's hand that can answer the open turn."""
    listed = re.findall(r"^ *to play +PLAY (.*)$", player.newest.text, re.MULTILINE)
    return next((card for card in CARDS if card in listed), None)


def begin(folder, draws):
    """A site with its games; the cards are drawn again until Bob can answer Anna's turn."""
    for seed in range(1, 100):
        os.environ["PBEM_TEST_SEED"], os.environ["PBEM_TEST_DRAWS"] = f"faults{seed}", draws
        shutil.rmtree(folder, ignore_errors=True)
        if os.path.exists(draws):
            os.unlink(draws)
        at(START)
        table = Timed(folder, "min-free-megabytes = 0", "summary-hour = 24", "outage-hours = 87600")
        table.game(days=20)
        cards = table.game(variant="knightmare", days=20)
        at(START + 60)
        cards.anna.reply("MOVE e2-e4")
        table.run()
        if answering_card(cards.bob):
            break
    else:
        raise SystemExit("no seed deals a card that answers a turn: are they still called so?")
    table.game(variant="ring", people=RING, days=20)
    return table


def bounce(letter):
    return (f"Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.net\nTo: games@example.org\n"
            f"Subject: Undelivered Mail Returned to Sender\nMessage-ID: <bounce@mx.example.net>\nDate: now\n"
            "Auto-Submitted: auto-replied\n"
            "MIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=dsn\n\n"
            "--dsn\nContent-Type: text/plain\n\nIt could not be delivered.\n"
            "--dsn\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n"
            f"Final-Recipient: rfc822; {letter.to}\nAction: failed\nStatus: 5.1.1\n"
            f"--dsn\nContent-Type: message/rfc822\n\nMessage-ID: <{letter.id}>\nSubject: x\n\nx\n"
            "--dsn--\n").encode()


def write_letters(table):
    """Returns the messages that wait for the run: none answers a letter that another of them causes."""
    chess, cards, ring = (table.games[name] for name in ("g1", "g2", "g3"))
    sent, clock = [], START + 3600

    def send(letter):
        nonlocal clock
        clock += 60
        at(clock)
        sent.append((clock, table.put(letter)))
        table.run()

    # First, for it changes how the letters are written that follow from others of the same batch.
    send(chess.bob.compose("STATUS\nZONE Europe/Berlin", to=chess.bob.letters[0]))
    send(chess.anna.compose("MOVE e2-e4"))
    again = sent[-1][1]
    send(cards.bob.compose(f"PLAY {answering_card(cards.bob)}"))
    send(ring.anna.compose("MOVE 1:f3"))
    send(again)
    send(bounce(chess.bob.letters[0]))
    send(players.forge(ring.carl.compose("MOVE 3:e4")))
    send(ring.carl.compose("MOVE 3:f3"))
    send(chess.anna.compose("HELP", token=False, sender="Nobody <nobody@example.com>"))
    asked = ring.bob.letters[0]
    send(ring.bob.compose("", asked, content="text/html; charset=utf-8", body=as_html("HELP MOVES", asked.text)))
    return sent


def lay(folder):
    """Makes FOLDER/site, whose letters wait, and FOLDER/draws, what chance has counted by then."""
    os.makedirs(folder)
    site, draws = f"{folder}/site", f"{folder}/draws"
    table = begin(site, draws)
    played = f"{folder}/played"
    for name in os.listdir(f"{site}/mail/in/cur"):
        os.unlink(f"{site}/mail/in/cur/{name}")
    shutil.copytree(site, played, symlinks=True)
    shutil.copy(draws, f"{folder}/played.draws")
    os.environ["PBEM_TEST_DRAWS"] = f"{folder}/played.draws"
    table.folder = played
    for number, (when, letter) in enumerate(write_letters(table), 1):
        players.put(f"{site}/mail/in", number, letter, when)
    shutil.rmtree(played)
    os.unlink(f"{folder}/played.draws")
    del os.environ["PBEM_TIME"]
    return site
