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


def letters(variant, language):
    """Of a first move, and of what can be asked."""
    table = Table(f"{folder}/{variant}-{language}", "html = yes", f"language = {language}")
    people = dict(zip(FOUR[variant], NAMES)) if variant in FOUR else None
    game = table.game(unread=True, variant=variant, people=people, **({"seats": "4"} if variant == "ring" else {}))
    game.anna.reply("STATUS\nHISTORY\nQUIT")
    game.anna.reply({"ring": "MOVE 1:e2-e4", "fourteen": "MOVE h2-h4", "kingdom": "MOVE e4-e5"}.get(variant, "e4"))
    table.run()
    return [letter for player in game.players.values() for letter in player.read()]


def html_of(letter):
    return letter.mail.get_body(preferencelist=("html",)).get_content()


def points(raw):
    """What SpamAssassin's own rules give, and which."""
    with open(f"{folder}/preferences", "w", encoding="utf-8"):
        pass
    done = subprocess.run(["spamassassin", "-L", "-t", "-p", f"{folder}/preferences"], input=raw, capture_output=True,
                          check=False)
    report = done.stdout.decode(errors="replace")
    found = re.search(r"Content analysis details:\s+\((-?[0-9.]+) points", report)
    assert found, report + done.stderr.decode(errors="replace")
    return float(found.group(1)), report[found.start():]


@case
def tidy_finds_nothing():
    count = 0
    for variant in ("chess", "knightmare", *FOUR):
        for language in ("en", "de") if variant in ("chess", "knightmare") else ("en",):
            for letter in letters(variant, language):
                html = html_of(letter)
                done = subprocess.run(["tidy", "-q", "-e", "-utf8"], input=html.encode(), capture_output=True,
                                      check=False)
                assert done.returncode == 0, f"{variant} {letter.kind}: {done.stderr.decode()}{html}"
                count += 1
    assert count >= 30, count


@case
def no_spam_filter_minds_them():
    table = Table(f"{folder}/spam", "html = yes")
    for variant in ("chess", "knightmare"):
        game = table.game(unread=True, variant=variant)
        sum_of, report = points(game.anna.newest.raw)
        # The key that stands at a letter's end may look like what tells readers apart: 0.1 points, in plain letters too.
        assert sum_of <= 0.1, f"{variant}: {report}"


run_cases(wanted, slow=20)
