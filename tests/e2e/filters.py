# SPDX-License-Identifier: MIT
"""usage: filters.py FOLDER: the cases of filters.sh, a function each; its name says what is true."""
import re
import subprocess
import sys

from table import Table, case, run_cases

folder, *wanted = sys.argv[1:]
FOUR = {"ring": ("a", "b", "c", "d"), "fourteen": ("red", "blue", "yellow", "green"),
        "kingdom": ("white", "red", "black", "blue")}
NAMES = ("anna", "bob", "carl", "dora")


def first_letters(variant, language):
    """Letters of a first move, and answers to queries."""
    table = Table(f"{folder}/{variant}-{language}", "html = yes", f"language = {language}")
    people = dict(zip(FOUR[variant], NAMES)) if variant in FOUR else None
    game = table.game(unread=True, variant=variant, people=people, **({"seats": "4"} if variant == "ring" else {}))
    game.anna.reply("STATUS\nHISTORY\nQUIT")
    game.anna.reply({"ring": "MOVE 1:e2-e4", "fourteen": "MOVE h2-h4", "kingdom": "MOVE e4-e5"}.get(variant, "e4"))
    table.run()
    return [letter for player in game.players.values() for letter in player.read()]


def html_of(letter):
    return letter.mail.get_body(preferencelist=("html",)).get_content()


def points(letters):
    """Runs SpamAssassin's own rules on each letter. It is started once, because starting takes longer than a
    letter."""
    for place, letter in enumerate(letters):
        with open(f"{folder}/{place}.eml", "wb") as file:
            file.write(letter.raw)
    with open(f"{folder}/preferences", "w", encoding="utf-8"):
        pass
    done = subprocess.run(["spamassassin", "-L", "-t", "-p", f"{folder}/preferences",
                           *(f"{folder}/{place}.eml" for place in range(len(letters)))], capture_output=True, check=False)
    found = re.split(r"^X-Spam-Checker-Version:", done.stdout.decode(errors="replace"), flags=re.MULTILINE)[1:]
    assert len(found) == len(letters), (len(letters), found, done.stderr.decode(errors="replace"))
    for letter, judged in zip(letters, found):
        assert letter.id in judged, (letter.id, judged)
    reports = [judged[judged.index("Content analysis details:"):] for judged in found]
    return [(float(re.search(r"\((-?[0-9.]+) points", each).group(1)), each) for each in reports]


@case
def tidy_finds_nothing():
    count = 0
    for variant in ("chess", "knightmare", *FOUR):
        for language in ("en", "de") if variant in ("chess", "knightmare") else ("en",):
            for letter in first_letters(variant, language):
                html = html_of(letter)
                done = subprocess.run(["tidy", "-q", "-e", "-utf8"], input=html.encode(), capture_output=True,
                                      check=False)
                assert done.returncode == 0, f"{variant} {letter.kind}: {done.stderr.decode()}{html}"
                count += 1
    assert count >= 30, count


def with_all_letters(variant, language, *settings):
    """One of each kind that a game of cards has more: before it begins, and with links in the text."""
    table = Table(f"{folder}/all-{variant}-{language}-{len(settings)}", f"language = {language}", *settings)
    people = dict(zip(FOUR[variant], NAMES)) if variant in FOUR else None
    options = {"seats": "4"} if variant == "ring" else {"words": "ask"} if variant == "knightmare" else {}
    game = table.game(unread=True, variant=variant, people=people, **options)
    for player in game.players.values():
        if variant == "knightmare":
            player.reply("JOIN", to=player.newest)
    table.run()
    for order in ("TEXTLINKS ON\nSTATUS", "BOARD\nHELP",
                  {"ring": "MOVE 1:e2-e4", "fourteen": "MOVE h2-h4", "kingdom": "MOVE e4-e5"}.get(variant, "MOVE e2-e4")):
        game.anna.reply(order)
        table.run()
    return [letter for player in game.players.values() for letter in player.read()]


@case
def no_spam_filter_minds_them():
    letters, names = [], []
    for variant, language, *settings in (("chess", "en", "html = yes"), ("knightmare", "en", "html = yes"),
                                         ("knightmare", "de", "html = yes"), ("knightmare", "de"),
                                         ("ring", "de", "html = yes"), ("fourteen", "en", "html = yes"),
                                         ("kingdom", "de", "html = yes")):
        seen = set()
        for letter in with_all_letters(variant, language, *settings):
            if letter.kind in seen or variant in FOUR and letter.kind not in ("welcome", "board", "your-turn"):
                continue
            seen.add(letter.kind)
            letters.append(letter)
            names.append(f"{variant}, {language}, {settings}, {letter.kind}")
    for name, (sum_of, report) in zip(names, points(letters)):
        assert sum_of == 0, f"{name}: {report}"
    kinds = {letter.kind for letter in letters}
    assert kinds >= {"welcome", "gather", "status", "board", "help", "wish", "accepted", "your-turn"}, kinds


run_cases(wanted, slow=20)
