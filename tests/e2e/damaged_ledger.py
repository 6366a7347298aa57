# SPDX-License-Identifier: MIT
"""usage: damaged_ledger.py FOLDER: a ledger damaged in every way there is: cut at any byte, pages of it written over, its
head changed, something else in its place or beside it. LEDGER_SHARE=1 tries all of them, not every sixth."""
import contextlib
import glob
import os
import random
import re
import shutil
import sqlite3
import sys

from players import read
from table import Table, case, run_cases

FOLDER = sys.argv[1]
SHARE = int(os.environ.get("LEDGER_SHARE", "6"))
PAGE = 4096
VERSION = range(60, 64)  # of what SQLite leaves to us: another number there is a newer pbem's
COMMANDS = (("run",), ("status",), ("say", "g1", "Hello!"), ("send",), ("resend", "g2", "white"), ("retake",),
            ("undo", "g1", "1"), ("new", "chess", "A <a@example.org>", "B <b@example.org>"))
chance = random.Random("a ledger")
site = None


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)
    os.chmod(path, 0o600)


def lay():
    """Games, letters dealt with, one that waits, one in the outbox; all of the ledger in one file."""
    global site
    table = Table(f"{FOLDER}/site")
    game, _ = table.game(), table.game()
    game.play("e2-e4 e7-e5")
    game.anna.reply("SAY Good luck!")
    table.run("--no-send")
    table.put(game.anna.compose("MOVE g1-f3"))
    with contextlib.closing(sqlite3.connect(f"{table.folder}/ledger")) as ledger:
        ledger.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for end in "-wal", "-shm":
        with contextlib.suppress(FileNotFoundError):
            os.unlink(f"{table.folder}/ledger{end}")
    site = table
    shutil.copytree(table.folder, f"{FOLDER}/kept", symlinks=True)


def fresh():
    shutil.rmtree(site.folder)
    shutil.copytree(f"{FOLDER}/kept", site.folder, symlinks=True)


def some(ways):
    ways = list(ways)
    return [each for each in ways if SHARE == 1 or chance.randrange(SHARE) == 0] or [chance.choice(ways)]


def judge(what, spoil, met):
    """Each command, from the same damage; `met`: that none can go on without seeing it."""
    for words in COMMANDS if SHARE == 1 else chance.sample(COMMANDS, 3):
        fresh()
        spoil(f"{site.folder}/ledger")
        for _ in range(2):
            site.pbem(*words)
            if site.code == 0 and not met:
                break
            with open(f"{site.folder}/log", encoding="utf-8", errors="replace") as log:
                told = site.err or log.read()
            assert site.code == 65 and "pbem repair" in told, (what, words, site.code, site.out, site.err)
    site.pbem("repair", "--yes")
    assert site.code == 0, (what, site.code, site.out, site.err)
    for words in ("run", "verify", "repair"):
        site.pbem(words)
        assert site.code == 0, (what, words, site.code, site.out, site.err)
    file = read(f"{site.folder}/games/g1/game.txt").decode()
    assert len(re.findall(r"^move .*g1f3|from g1 to f3", file, re.MULTILINE)) <= 1, file


@case
def cut_anywhere():
    whole = read(f"{site.folder}/ledger")
    cuts = {0, 1, 15, 16, 99, 100, 511, 512, 4095, *range(PAGE, len(whole), PAGE), *range(1000, len(whole), 3001), len(whole) - 1}
    for cut in some(sorted(cuts)) + [0, len(whole) - 1]:
        judge(f"cut at {cut} of {len(whole)}", lambda path, cut=cut: write(path, whole[:cut]), cut <= len(whole) - PAGE)


@case
def pages_written_over():
    whole = read(f"{site.folder}/ledger")
    junk = {"zeros": bytes(PAGE), "ones": b"\xff" * PAGE, "noise": chance.randbytes(PAGE), "text": (b"hello, world\n" * PAGE)[:PAGE]}
    for page, kind in some((page, kind) for page in range(len(whole) // PAGE) for kind in sorted(junk)):
        at = page * PAGE
        judge(f"page {page + 1} of {kind}",
              lambda path, at=at, kind=kind: write(path, whole[:at] + junk[kind] + whole[at + PAGE:]), page == 0)


@case
def its_head_changed():
    whole = read(f"{site.folder}/ledger")
    for at in some(at for at in range(100) if at not in VERSION):
        for value in (0, 9, 255):
            judge(f"byte {at} is {value}",
                  lambda path, at=at, value=value: write(path, whole[:at] + bytes([value]) + whole[at + 1:]), False)
    judge("a version that SQLite only reads", lambda path: write(path, whole[:18] + b"\x09" + whole[19:]), False)
    judge("a format that there will never be", lambda path: write(path, whole[:60] + b"5555" + whole[64:]), True)


def folder_at(path):
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
    os.mkdir(path, 0o700)


@case
def something_else_in_its_place():
    for what, spoil in {
            "a folder": folder_at,
            "a folder in its log's place": lambda path: folder_at(f"{path}-wal"),
            "text": lambda path: write(path, b"hello, world\n" * 1000),
            "a database of somebody else's": foreign}.items():
        judge(what, spoil, what != "a database of somebody else's")


def foreign(path):
    os.unlink(path)
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.executescript("CREATE TABLE letters (subject, body); CREATE TABLE games (name); CREATE TABLE batch (a, b, c);")
    os.chmod(path, 0o600)


@case
def its_log_damaged():
    """SQLite takes everything after the first damage in a log for unwritten; but that is never "later"."""
    for size, junk in some((size, junk) for size in (1, 31, 32, 100, 5000, 40000) for junk in ("zeros", "noise", "cut")):
        def spoil(path, size=size, junk=junk):
            with contextlib.closing(sqlite3.connect(path)) as ledger:
                ledger.executescript("PRAGMA wal_autocheckpoint = 0; UPDATE counts SET value = value + 0;")
                log = read(f"{path}-wal")
                # Copied while it is open: who closes it last folds the log.
            data = {"zeros": bytes(size), "noise": chance.randbytes(size), "cut": b""}[junk]
            write(f"{path}-wal", log[:size] if junk == "cut" else data + log[size:])

        judge(f"a log with {size} bytes of {junk}", spoil, False)


@case
def nothing_is_left_in_its_place_when_it_is_made():
    """Killed at any step of that, it is made by whoever comes next."""
    for step in range(1, 5):
        fresh()
        for path in glob.glob(f"{site.folder}/ledger*"):
            os.unlink(path)
        os.environ["PBEM_STOP_AFTER"] = str(step)
        site.pbem("run")
        del os.environ["PBEM_STOP_AFTER"]
        site.must("run")
        site.must("verify")
        assert not glob.glob(f"{site.folder}/ledger.new*")


lay()
run_cases(sys.argv[2:], slow=600)
