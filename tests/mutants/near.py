# SPDX-License-Identifier: MIT
"""Which files are mutated, and which tests are near them; the cases of games/conformance, as cases.c reads them."""

import glob
import os
import shlex
import shutil

MUTATED = ("core/cards/**/*.c", "pbem/store/*.c", "pbem/batch/commit.c", "pbem/batch/new_game.c", "pbem/batch/outage.c",
           "pbem/batch/backup_restore.c", "pbem/batch/end_of_run.c")

# By the folder: units, as patterns without what they end with, the cases, and whole runs.
NEAR = {
    "core/cards": ("cases", "tests/core/cards/*/test_*", "tests/core/order/test_*", "tests/core/image/test_image",
                   "tests/core/position/test_*", "tests/core/event/test_*", "tests/core/gamefile/test_*", "tests/core/game/test_*",
                   "tests/core/view/test_*", "tests/pbem/mail/test_*"),
    "pbem": ("tests/pbem/store/test_*", "tests/pbem/batch/test_*", "tests/pbem/run/test_*",
             "tests/e2e/crash.sh", "tests/e2e/restore.sh", "tests/e2e/stuck.sh", "tests/e2e/late.sh",
             "tests/e2e/outage.sh", "tests/e2e/several.sh", "tests/e2e/void.sh", "tests/e2e/entered.sh",
             "tests/e2e/beginnings.sh", "tests/e2e/faults.sh", "tests/e2e/open.sh", "tests/e2e/watching.sh",
             "tests/faults/walk.sh"),
}

# Units are run as short as they can be (PBEM_TRIALS=few), but of what is kept (tests/lib/kept.h) there must be enough;
# and of all faults a share.
MORE = {
    "test_damage": {"PBEM_DAMAGE": "120"},
    "test_game_cards": {"PBEM_CARD_GAMES": "6"},
    "test_game_decks": {"PBEM_CARD_GAMES": "4"},
    "test_card_state": {"PBEM_CARD_GAMES": "25"},
    "walk.sh": {"FAULTS_KINDS": "maildir", "FAULTS_SHARE": "199"},
}


def tests_of(file, build):
    """The tests near a file, in no order."""
    for folder, tests in NEAR.items():
        if file.startswith(folder + "/"):
            for test in tests:
                if "*" in test:
                    yield from (os.path.relpath(path, build)[:-2]
                                for path in glob.glob(os.path.join(build, test + ".o")))
                else:
                    yield test


def parts_of(path):
    """A case's arguments, exit status, input and expected lines."""
    with open(path, encoding="utf-8") as file:
        parts = file.read().split("\n---\n")
    head = parts[0].split("\n")
    code = [line.split()[2] for line in head if line.startswith("# exit:")]
    arguments = shlex.split(" ".join(line for line in head if not line.startswith("#")))
    return arguments, int(code[0]) if code else 0, parts[1], parts[2] if len(parts) > 2 else ""


def with_cards(arguments):
    return any("knightmare" in word or "cards=" in word for word in arguments)


def cases_make(source, home):
    """Writes all cases with cards in them as files of their own; how many there are, or 0 when they stand there."""
    folder = os.path.join(home, "cases")
    if os.path.exists(os.path.join(folder, "count")):
        return 0
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    paths = [path for top in ("games/conformance", "tests/play") for kind in ("try", "moves", "perft")
             for path in glob.glob(os.path.join(source, top, "**", "*." + kind), recursive=True)]
    number = 0
    # Those of one card stand far apart, so that each is met early.
    for path in sorted(paths, key=lambda path: os.path.basename(path)[::-1]):
        arguments, code, script, expected = parts_of(path)
        if not with_cards(arguments):
            continue
        number += 1
        for name, text in (("arguments", "".join(word + "\0" for word in [path.rsplit(".", 1)[1]] + arguments)),
                           ("script", script + "\n" if script else ""), ("expected", f"{code}\n{expected}")):
            with open(os.path.join(folder, f"{number}.{name}"), "w", encoding="utf-8") as file:
                file.write(text)
    return number


def cases_done(home, count):
    with open(os.path.join(home, "cases", "count"), "w", encoding="utf-8") as file:
        file.write(f"{count}\n")


def cases_count(home):
    with open(os.path.join(home, "cases", "count"), encoding="utf-8") as file:
        return int(file.read())


def line_fits(pattern, line):
    """As tests/play.sh has it: a star is any text."""
    first, *others = pattern.split("*")
    if not others:
        return pattern == line
    if not line.startswith(first):
        return False
    line = line[len(first):]
    for other in others[:-1]:
        at = line.find(other)
        if at < 0:
            return False
        line = line[at + len(other):]
    return line.endswith(others[-1])


def case_fits(home, number, code, given):
    """Reports whether the output of a case is as expected."""
    with open(os.path.join(home, "cases", f"{number}.expected"), encoding="utf-8") as file:
        wanted, *lines = file.read().rstrip("\n").split("\n")
    answer = given.decode(errors="replace").rstrip("\n").split("\n")
    return code == int(wanted) and len(lines) == len(answer) and all(map(line_fits, lines, answer))
