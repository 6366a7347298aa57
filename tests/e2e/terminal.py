# SPDX-License-Identifier: MIT
"""usage: terminal.py FOLDER [CASE]...: what a terminal gets of texts that others wrote."""
import os
import pty
import re
import subprocess
import sys

from table import ADDRESS, PBEM, Table, case, run_cases

FOLDER = sys.argv[1]
EVIL = ("\033[2Jgone", "\033]0;title\a", "\u009b2J", "a\rb", "\b\b\b", "\u202egnp.exe", "\u2066x\u2069", "\u200fx", "\u0085", "\x7f")
COLOURS = ("\033[0m", "\033[32m", "\033[1;31m", "\r\033[K")
ACTIVE = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def on_terminal(folder, *words):
    """Returns what pbem prints there, on standard output and standard error, and its exit code."""
    master, slave = pty.openpty()
    process = subprocess.Popen([PBEM, "--site", folder, *words], stdin=slave, stdout=slave, stderr=slave,
                               env={**os.environ, "TERM": "xterm"})
    os.close(slave)
    got = b""
    try:
        while more := os.read(master, 65536):
            got += more
    except OSError:
        pass
    os.close(master)
    return got, process.wait()


def harmless(got, what):
    text = got.decode()  # it is UTF-8, too
    text = text.replace("\r\n", "\n")
    for code in COLOURS:
        text = text.replace(code, "")
    text = re.sub("\r[a-z]+: [0-9]+( of [0-9]+)?\033\\[K", "", text)
    found = ACTIVE.search(text)
    assert found is None, f"{what}: {text[max(0, found.start() - 60):found.start() + 20]!r}"


def begin():
    table = Table(f"{FOLDER}/site{len(os.listdir(FOLDER))}")
    game = table.game()
    game.play("e2-e4")
    return table, game


@case
def nothing_in_a_message_acts_on_it():
    table, game = begin()
    for evil in EVIL:
        game.anna.reply(f"SAY {evil}\nFOO {evil}", sender=f'"{evil!s}" <{game.anna.address}>' if "\r" not in evil else None)
        table.put(f"From: x@example.net\nTo: {ADDRESS}\nSubject: {evil}\nMessage-ID: {table.message_id()}\n"
                  f"Auto-Submitted: {evil}\n\n{evil}\n".encode())
    for words in (("run", "--verbose"), ("status",), ("status", "g1"), ("retake",), ("games",), ("show", "g1")):
        got, _ = on_terminal(table.folder, *words)
        harmless(got, words)
    with open(f"{table.folder}/log", "rb") as log:
        harmless(log.read(), "log")


@case
def nothing_in_a_file_acts_on_it():
    """Files from elsewhere, which may be no game at all."""
    table, game = begin()
    for number, evil in enumerate(EVIL):
        for place in ("e2", "white", "chess", "\nid ", "\n  "):
            path = f"{FOLDER}/{number}.txt"
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(game.file.replace(place, place + evil, 1))
            for command in ("show", "verify", "export", "prove"):
                words = (command, path) if command != "prove" else (command, path, path)
                got, code = on_terminal(table.folder, *words)
                harmless(got, (command, evil, place))
                assert code in (0, 1, 64, 65, 66), (code, got)
        got, code = on_terminal(table.folder, "show", f"{FOLDER}/{evil}".replace("\0", ""))
        harmless(got, evil)
        assert code != 0


@case
def what_is_no_letter_of_utf_8_is_shown_by_its_number():
    table, _ = begin()
    got, _ = on_terminal(table.folder, "show", b"/tmp/\xff\x9b2J")
    assert b"\\xFF\\x9B2J" in got, got


@case
def colours_and_files_stay_as_they_are():
    table, game = begin()
    path = f"{FOLDER}/spoilt.txt"
    with open(path, "w", encoding="utf-8") as file:
        file.write(game.file.replace("e4", "e5"))
    got, code = on_terminal(table.folder, "verify", path)
    assert code == 65 and b"\033[1;31m" in got, got
    evil = subprocess.run([PBEM, "--site", table.folder, "show", "/tmp/a\033b"], capture_output=True, check=False)
    assert b"/tmp/a\033b" in evil.stderr, evil.stderr


run_cases(sys.argv[2:], slow=120)
