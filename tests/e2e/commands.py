# SPDX-License-Identifier: MIT
"""commands.py FOLDER: a moderator's commands by mail."""

import itertools
import os
import shutil
import subprocess
import sys
import time

from table import ADDRESS, MODERATOR, PBEM, TOKEN, Player, Table, case, has, only, run_cases

counter = itertools.count()
DAVE = "dave@example.org"
NOW = int(time.time())


class Moderator(Player):
    """A person who writes from a moderator's address; letters to that address are taken from the table."""

    def __init__(self, table, address=MODERATOR):
        self.table, self.address, self.name, self.letters = table, address, "carol", []
        self.game = self

    def write(self, text, sender=None, heads="", when=None):
        self.table.put(f"From: Carol <{sender or self.address}>\nTo: {ADDRESS}\nSubject: a command\n"
                       f"Message-ID: {self.table.message_id()}\n{heads}\n{text}\n".encode(), when)

    def read(self):
        """The letters about commands since the last call."""
        box = self.table.to_moderator if self.address == MODERATOR else self.table.elsewhere
        found = [each for each in box if each.kind == "command" and each.to == self.address]
        box[:] = [each for each in box if each not in found]
        self.letters += found
        return found


def begin(*settings):
    table = Table(f"{sys.argv[1]}/commands{next(counter)}", "mail-commands = yes", *settings)
    return table, Moderator(table)


def ask(table, carol, command, **how):
    """The one letter that answers the command."""
    carol.write(command, **how)
    table.run()
    letters = carol.read()
    assert len(letters) == 1, ([each.subject for each in letters], table.log)
    return letters[0]


def confirm(table, carol, letter, text="YES", **how):
    carol.reply(text, to=letter, **how)
    table.run()
    return carol.read()


def entry(game):
    return "entry " + game.file.split("\nentry ")[-1]


def sound(table):
    table.must("verify")
    assert table.out == "", table.out


@case
def a_command_is_done_when_it_is_confirmed_and_not_before():
    table, carol = begin()
    game = table.game()
    game.play("e2-e4 e7-e5")
    before = game.file
    letter = ask(table, carol, "Hello,\n\nPBEM UNDO g1 2 AT 3 REASON the rook had\ngone astray\n\nCarol")
    assert letter.token and game.file == before
    has(letter.text, "undo g1 AT 3 2 REASON the rook had gone astray", "Take a game back",
        "The record of game g1 (chess) now ends with entry 3.", "Black: ", "YES as the first line")
    assert not game.anna.unread and not game.bob.unread
    done = only(confirm(table, carol, letter), "command")
    has(done.subject, "[g1] Done: undo")
    assert not done.token
    has(entry(game), "moderator the rook had gone astray", "undo to entry 2")
    has(only(game.bob.read(), "your-turn").text, "The reason: the rook had gone astray")
    game.anna.read()
    sound(table)
    # Once: not by the same letter, by another answer to it, nor by a copy of either.
    before = game.file
    told = confirm(table, carol, letter)
    has(only(told, "command").text, "waits for an answer no more")
    assert game.file == before and not game.bob.unread


@case
def each_act_of_the_table_can_be_asked_for_or_is_named():
    table, carol = begin()
    table.game(days=5, vacation=20)
    day = time.strftime("%Y-%m-%d", time.gmtime(NOW + 3 * 86400))
    for command, fact in (("say g1 at 1 Hello, all of you!", None), ("Resend g1 white AT 1", None),
                          ("remind g1 white --at 1", None), ("pause g1 \u2014at 1 \u2014reason it rains", "pause"),
                          ("RESUME G1 AT 2", "resume"), ("extend g1 WHITE 3 at 3", "until"),
                          (f"away g1 black {day} {day} at 4", "vacation"),
                          ("rule g1 WIN White AT 5 reason by 'phone'", "result white"),
                          ("undo g1 5 at 6", "undo to entry 5"), ("forfeit g1 black at 7", "result white"),
                          ("undo g1 7 at 8", "undo to"), ("publish g1 yes at 9", "publish yes"),
                          ("cancel g1 AT 10", "cancelled")):
        letter = ask(table, carol, "pbem " + command)
        assert letter.token, letter.text
        has(only(confirm(table, carol, letter), "command").subject, "Done")
        if fact:
            has(entry(table.games["g1"]), fact)
    has([each.text for each in table.games["g1"].anna.letters if each.kind == "said"][0], "Hello, all of you!")
    sound(table)
    for command, phrase in (("token g1 white at 11", "'token' works only in a shell"),
                            ("replace g1 white Eve <eve@example.com> at 11", "works only in a shell"),
                            ("address g1 white eve@example.com at 11", "works only in a shell"),
                            ("deliver g1 at 11", "no command 'deliver'"), ("undoo g1 2 AT 2", "did you mean 'undo'"),
                            ("undo g1 2", "AT with a number is missing"), ("undo g1 2 AT 3", "has newer entries than 3"),
                            ("undo g1 2 AT 99", "no entry 99 yet"), ("undo g9 2 AT 1", "no game 'g9'"),
                            ("undo ../../x 2 AT 1", "no game"), ("undo g1 AT 11", "is missing"),
                            ("remind g1 green AT 11", "no seat 'green'"), ("pause g1 x AT 11", "one word too many"),
                            ("rule g1 lose AT 11", "lose"), ("undo g1 2 AT 11 --force", "too many"),
                            ("cancel g1 AT 11 REASON write to anna.g1@example.net", "contains a player's address"),
                            ("say g1 AT 11 " + "x" * 2000, "more than 2000")):
        if command.startswith("rule"):  # the ration of a day
            os.environ["PBEM_TIME"] = str(NOW + 86400)
        letter = ask(table, carol, "PBEM " + command, when=NOW + 86400)
        assert letter.token is None, command
        has(letter.text, "We have not carried out", phrase)
    del os.environ["PBEM_TIME"]


@case
def the_list_is_sent_on_request():
    table, carol = begin()
    letter = ask(table, carol, "PBEM HELP")
    has(letter.text, "PBEM UNDO GAME ENTRY", "PBEM SAY GAME TEXT...")
    assert "TOKEN" not in letter.text and "REPLACE" not in letter.text and letter.token is None


@case
def nobody_else_is_answered_and_off_is_off():
    table, carol = begin()
    game = table.game()
    carol.write("PBEM CANCEL g1 AT 1", sender="eve@example.com")
    carol.write("PBEM CANCEL g1 AT 1", sender=f"{MODERATOR}>, Eve <eve@example.com")
    carol.write("PBEM CANCEL g1 AT 1", heads="Auto-Submitted: auto-replied\n")
    game.anna.reply("PBEM CANCEL g1 AT 1")
    table.run()
    assert not carol.read() and "cancelled" not in game.file
    letter = ask(table, carol, "PBEM CANCEL g1 AT 1")
    # Keys of elsewhere, from elsewhere, by programs, changed, for another game, or of no use.
    for how in ({"sender": "eve@example.com"}, {"heads": {"Auto-Submitted": "auto-replied"}.items()},
                {"token": False}):
        assert not confirm(table, carol, letter, **how), how
    forged = carol.compose("YES", to=letter)
    for token in set(TOKEN.findall(forged.decode())):
        other = ("b" if token[-2] == "a" else "a")
        forged = forged.replace(token.encode(), (token[:-2] + other + token[-1]).encode())
    table.put(forged)
    table.run()
    assert not carol.read() and "cancelled" not in game.file
    told = only(confirm(table, carol, letter, "I am away until Monday."), "command")
    has(told.text, "neither YES nor NO")
    assert "cancelled" not in game.file
    table.set("mail-commands = no")
    assert not confirm(table, carol, letter)
    carol.write("PBEM CANCEL g1 AT 1")
    table.run()
    assert not carol.read()
    table.set("mail-commands = yes")
    has(only(confirm(table, carol, letter, "No."), "command").text, "You have answered NO")
    has(only(confirm(table, carol, letter), "command").text, "waits for an answer no more")
    assert "cancelled" not in game.file
    sound(table)


@case
def a_day_later_or_behind_another_turn_nothing_is_done():
    table, carol = begin()
    game = table.game()
    letter = ask(table, carol, "PBEM CANCEL g1 AT 1", when=NOW - 86500)
    has(only(confirm(table, carol, letter), "command").text, "waits for an answer no more")
    letter = ask(table, carol, "PBEM CANCEL g1 AT 1", when=NOW - 100)
    again = ask(table, carol, "PBEM CANCEL g1 AT 1 ", when=NOW - 50)
    game.anna.reply("MOVE e2-e4")
    table.run()
    has(only(confirm(table, carol, letter), "command").text, "waits for an answer no more")
    has(only(confirm(table, carol, again), "command").text, "has newer entries than 1", "White e4")
    assert "cancelled" not in game.file
    sound(table)


@case
def no_more_than_so_many_are_answered_in_a_day():
    table, carol = begin()
    game = table.game()
    for number in range(60):
        carol.write(f"PBEM CANCEL g1 AT 1 REASON {number}", when=NOW)
        carol.write(f"PBEM NONSENSE {number}", when=NOW)
    table.run()
    letters = carol.read()
    assert len(letters) == 20, len(letters)
    has(" ".join(each.text for each in table.to_moderator), f"came from {MODERATOR} today")
    # The moderator's own answers have a limit of their own, separate from the players'.
    for _ in range(80):
        carol.reply("Perhaps.", to=letters[0], when=NOW)
    table.run()
    assert len(carol.read()) == 60 and "cancelled" not in game.file
    game.anna.reply("MOVE e2-e4")
    table.run()
    only(game.anna.read(), "accepted")


@case
def of_several_each_confirms_his_own_and_all_hear():
    table, carol = begin(f"moderator = {MODERATOR}, {DAVE}")
    dave = Moderator(table, DAVE)
    game = table.game()
    letter = ask(table, carol, "PBEM SAY g1 AT 1 Hello.")
    mine = ask(table, dave, "PBEM CANCEL g1 AT 1")
    assert not confirm(table, dave, letter) and not carol.read()
    has(only(confirm(table, dave, mine), "command").subject, "Done: cancel")
    has(game.file, "cancelled")
    reports = [each for each in table.to_moderator + table.elsewhere if each.kind == "report"]
    for address in (MODERATOR, DAVE):
        told = " ".join(each.text for each in reports if each.to == address)
        has(told, f"{DAVE} has done by mail: cancel g1 AT 1",
            "1 letter with the key of a moderator's command, but from another address")


@case
def a_german_moderator_is_asked_in_german():
    table, carol = begin("language = de")
    table.game()
    letter = ask(table, carol, "PBEM PAUSE g1 AT 1")
    has(letter.text, "Noch ist nichts geschehen", "Hält die Uhren einer Partie an.", "mit JA als erster Zeile")
    has(ask(table, carol, "PBEM CANCEL g1 AT 1").text, "Sagt eine Partie ab")
    has(only(confirm(table, carol, carol.letters[-1], "Ja!"), "command").text, "Wir haben diesen Befehl ausgeführt")


@case
def a_german_moderator_reads_in_german_why_not():
    table, carol = begin("language = de", "timeout-seconds = 1")
    table.game(days=5, watch="ask")
    for number, (command, why) in enumerate((
            ("undo g1 x AT 1", "Eintrag 'x': erwartet wird die Nummer des letzten Eintrags, der bleibt"),
            ("undo g1 AT 1", "und ENTRY fehlt; 'pbem undo --help' sagt mehr"),
            ("reject g1 AT 1", "in g1 ist noch kein Zug gemacht"),
            ("remind g1 black AT 1", "auf Schwarz wird nicht gewartet"),
            ("extend g1 white 0 AT 1", "Tage '0': erwartet wird eine ganze Zahl von 1 bis"),
            ("pause g1 x AT 1", "'x' ist ein Wort zu viel; erwartet wird GAME"),
            ("rule g1 win white black AT 1", "nicht alle können gewinnen; ein Remis ist: rule PARTIE draw"),
            ("rule g1 win AT 1", "sag, wer gewinnt: rule PARTIE win PLATZ"),
            ("rule g1 draw white AT 1", "'white' ist ein Wort zu viel: bei draw wird kein Platz genannt"),
            ("rule g1 drew AT 1", "nicht 'drew'; meinst du 'draw'?"),
            ("forfeit g1 white 2 AT 1", "diese Partie hat nur ein Brett, und keines wird genannt"),
            ("forfeit g1 white x AT 1", "Brett 'x': erwartet wird eine Zahl von 1 bis"),
            ("watcher g1 allow 7 AT 1", "g1 hat keinen Zuschauer '7'; 'pbem status g1' nennt sie"),
            ("cancel g1 AT 1 REASON write to anna.g1@example.net", "der Grund enthält die Adresse eines Spielers"))):
        day = NOW + 86400 * (number // 10)
        os.environ["PBEM_TIME"] = str(day)
        letter = ask(table, carol, "PBEM " + command, when=day)
        # Faults that only the action itself finds are reported when the command is confirmed.
        if letter.token:
            letter = only(confirm(table, carol, letter, "JA"), "command")
        has(letter.text, "Wir haben diesen Befehl nicht ausgeführt", why)
    letter = ask(table, carol, "PBEM CANCEL g1 AT 1", when=day)
    has(only(confirm(table, carol, letter, "Vielleicht"), "command").text, "weder mit JA noch mit NEIN")
    del os.environ["PBEM_TIME"]


@case
def killed_anywhere_it_is_asked_once_and_done_once():
    os.environ["PBEM_TIME"] = str(NOW)
    table, carol = begin()
    game = table.game()
    os.environ["PBEM_TIME"] = str(NOW + 100)
    base, done = f"{table.folder}.base", 0
    for text in ("PBEM CANCEL g1 AT 1 REASON x", None):
        if text:
            carol.write(text, when=NOW)
        else:
            carol.reply("YES", to=letter, when=NOW + 50)
        shutil.copytree(table.folder, base)
        step = 0
        while True:
            shutil.rmtree(table.folder)
            shutil.copytree(base, table.folder)
            env = dict(os.environ, PBEM_STOP_AFTER=str(step + 1))
            died = subprocess.run([PBEM, "--site", table.folder, "run"], capture_output=True, env=env, check=False)
            table.run()
            letters = carol.read()
            assert [each.kind for each in letters] == ["command"], (text, step, letters)
            letter = letters[0]
            assert game.file.count("cancelled") == (0 if text else 1), (text, step)
            over = [each.kind for player in game.players.values() for each in player.read()]
            assert over == ([] if text else ["game-over"] * 2), (text, step, over)
            step += 1
            if died.returncode == 0:
                break
        assert step > 12, step
        done += 1
        shutil.rmtree(base)
    del os.environ["PBEM_TIME"]
    assert done == 2
    sound(table)


@case
def who_may_watch_is_said_by_mail():
    table, carol = begin()
    game = table.game(watch="ask")
    reader = Player(game, None, "vera")
    game.players["vera"] = reader
    table.put(f"From: {reader.address}\nTo: {ADDRESS}\nSubject: a game\nMessage-ID: {table.message_id()}\n\n"
              "WATCH g1\n".encode())
    table.run()
    only(reader.read(), "watcher-asked")
    reader.reply("WATCH")
    table.run()
    only(reader.read(), "watcher-told")
    last = len(game.file.split("\nentry ")) - 1
    letter = ask(table, carol, f"PBEM WATCHER g1 allow 1 AT {last}")
    assert not reader.unread
    only(confirm(table, carol, letter), "command")
    has(only(reader.read(), "watcher").text, "The moderator lets you watch")


run_cases(sys.argv[2:], slow=8)
