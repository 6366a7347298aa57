# SPDX-License-Identifier: MIT
"""What a run has come to, taken down so that two runs can be compared (pbem/store/README.md). Used by
the tests that kill runs and hinder them."""

import contextlib
import hashlib
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections import Counter

from players import PBEM, letters, prepare, read, read_script

# The run's own clock shows in a letter's Date only.
CLOCK = re.compile(rb"^(Date|Received|Return-Path|X-[A-Za-z]*): .*\n", re.M)
# A snapshot may be missing: it only saves time. The others are SQLite's, and what each run has told.
LOGS = ("log", "log.1", "troubles")
# The files that each copy has of its own, or that may be made again.
PASSING = ("host", "snapshot", "snapshot.tmp", "ledger", "ledger-wal", "ledger-shm") + LOGS


# Three games: a mate, a resignation, an agreed draw; and most of what else a letter may be.
SCRIPT = """
g1.white MOVE e2-e4
g2.white d4; SAY Good luck, Bob!
g1.black MOVE e7-e5
g3.white STATUS; BOARD
g1.white Bc4
g2.black MOVE e7-e4
g2.black d5
g1.white again
g3.white forged e4
g1.black Nc6
g3.white e4
g2.white resent
g1.white Qh5
g3.white stranger e4
g1.black Nf6
g3.black e5; DRAW
g2.white TRY; MOVE c2-c4
g1.white Qxf7
g2.white c4
g3.white DRAW
g1.black Kxf7
g2.black HELP
g2.black RESIGN
"""

# A ring, in which two are mated: its mates are called when all letters of the sitting are read.
RING = """
g4.a 1:f3
g4.c 3:f3
g4.b 1:e5
g4.d 3:e5
g4.a 1:g4
g4.c 3:g4; SAY What could happen?
g4.d 4:e4
g4.d 3:Qh4
g4.b earlier 1:Qh4
g4.b again
g4.a STATUS
"""


class Difference(Exception):
    """Two runs did not come to the same."""


def files(folder):
    """Every file below the folder, by its path there."""
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            found[os.path.relpath(path, folder)] = path
    return found


def tree(folder):
    """A digest of each file and its mode, of logs none; of SQLite's files of what they say, for it is
    folded from one into the other."""
    def content(name, path):
        if name != "ledger":
            return read(path)
        with opened_ledger(folder) as database:
            return "\n".join(database.iterdump()).encode()

    return {name: (hashlib.sha256(content(name, path)).hexdigest(), os.stat(path).st_mode)
            for name, path in files(folder).items()
            if name not in ("ledger-wal", "ledger-shm") + LOGS}


@contextlib.contextmanager
def opened_ledger(site):
    """A copy of the ledger: looking at it would change the files."""
    with tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(site))) as place:
        for name in ("ledger", "ledger-wal"):
            if os.path.exists(f"{site}/{name}"):
                shutil.copy(f"{site}/{name}", place)
        database = sqlite3.connect(f"{place}/ledger")
        yield database
        database.close()


def ledger(site):
    """Returns the ledger's contents, except numbers that have no meaning."""
    with opened_ledger(site) as database:
        tables = [name for (name,) in database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
        return {table: sorted(row[1:] if table in ("notices", "outbox") else row
                              for row in database.execute(f"SELECT * FROM {table}"))
                for table in tables}


def sent(maildir):
    """The letters players got: how often each Message-ID, and what is in it."""
    got = letters(maildir) if isinstance(maildir, str) else [
        letter for box in maildir for letter in letters(box)]
    times = Counter(letter.id for letter in got)
    inside = {letter.id: CLOCK.sub(b"", letter.raw.replace(b"\r\n", b"\n")) for letter in got
              if not letter.id.startswith("moderator.")}
    return times, inside


def outcome(site, post=None, skip=()):
    """All that must not depend on where a run was killed."""
    result = {}
    for name, path in files(site).items():
        base = os.path.basename(name)
        if name.startswith("mail/out/") or base in PASSING or name in skip:
            continue
        # Only the names of letters matter, and that they were marked.
        result[name] = b"" if name.startswith("mail/") else read(path)
    for table, rows in ledger(site).items():
        if f"ledger {table}" not in skip:
            result[f"ledger {table}"] = rows
    times, inside = sent(post or f"{site}/mail/out")
    result["letters"] = dict(times)
    for identity, raw in inside.items():
        result[f"letter {identity}"] = raw
    return result


def show(value):
    if isinstance(value, bytes):
        value = value.decode(errors="replace")
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) < 3000 else text[:3000] + "…"


def compare(want, got):
    """Raises Difference, saying where."""
    for name in sorted(want.keys() | got.keys()):
        if name not in want:
            raise Difference(f"{name}: should not be there:\n{show(got[name])}")
        if name not in got:
            raise Difference(f"{name}: is missing")
        if want[name] == got[name]:
            continue
        if isinstance(want[name], list):
            more = [row for row in got[name] if row not in want[name]]
            less = [row for row in want[name] if row not in got[name]]
            raise Difference(f"{name}: too many: {show(more)}\nmissing: {show(less)}")
        if isinstance(want[name], dict):
            odd = {key: (want[name].get(key, 0), got[name].get(key, 0))
                   for key in want[name].keys() | got[name].keys()
                   if want[name].get(key) != got[name].get(key)}
            raise Difference(f"{name}: wanted and got: {show(odd)}")
        raise Difference(f"{name}:\n--- wanted\n{show(want[name])}\n--- got\n{show(got[name])}")


def settled(site, outbox=True):
    """A run that has ended well leaves none of its own files."""
    for name in ("worklist", "worklist.tmp"):
        if os.path.exists(f"{site}/{name}"):
            raise Difference(f"{name} is still there")
    for name in ("journal", "crashed"):
        if os.path.exists(f"{site}/{name}") and os.path.getsize(f"{site}/{name}") > 0:
            raise Difference(f"{name} is not empty")
    waiting = ledger(site)["outbox"]
    if outbox and waiting:
        raise Difference(f"the outbox is not empty: {show(waiting)}")


def mixed(first, second):
    """Two scripts in one, by turns."""
    first, second = read_script(first.splitlines()), read_script(second.splitlines())
    for number, line in enumerate(second):
        first.insert(2 * number + 1, line)
    return first


def lay(folder, ring=False):
    """A site whose games have begun, and the letters that wait there."""
    # Once a day the moderator is told of letters ignored: all runs compared are of one day.
    left = 86400 - time.time() % 86400
    if left < 120:
        time.sleep(left + 1)
    run(folder, "init", "--address", "games@example.org", "--moderator", "carol@example.org")
    for game in ("g1", "g2", "g3"):
        run(folder, "new", "chess", "white=Anna <anna@example.org>", "black=Bob <bob@example.org>",
            "--id", game)
    if ring:
        run(folder, "new", "ring", *(f"{name} <{name}@example.org>" for name in
                                     ("Anna", "Bob", "Carl", "Dora")), "--id", "g4")
    run(folder)
    prepare(folder, mixed(SCRIPT, RING if ring else ""), f"{folder}/mail/in")
    return folder


def copy(source, target):
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, symlinks=True)
    settle(target)
    return target


def settle(site):
    """Makes a copy, which has a mailbox of its own, a site that is at home where it is."""
    if not os.path.exists(f"{site}/host"):
        return
    born = subprocess.run(["stat", "-c", "%.9W", site], capture_output=True, text=True, check=False).stdout.strip()
    word = f"made-{born}" if float(born or 0) > 0 else f"number-{os.stat(site).st_ino}"
    with open(f"{site}/host", encoding="ascii") as file:
        lines = [line for line in file if line.split()[0] not in ("folder", "path")]
    with open(f"{site}/host", "w", encoding="ascii") as file:
        file.write("".join(lines) + f"folder {word}\npath {os.path.realpath(site)}\n")


def start(site, *words, **environment):
    """Starts pbem on a site."""
    return subprocess.Popen([PBEM, "--site", site, *(words or ("run",))], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            env=dict(os.environ, **environment))


def run(site, *words, codes=(0,), **environment):
    """Runs pbem on a site; raises Difference unless it ends as it should. Returns code and words."""
    for _ in range(600):
        process = start(site, *words, **environment)
        said, _ = process.communicate()
        # The child of one that was killed a moment ago, and wasn't given the processor since.
        if process.returncode != 75 or 75 in codes or "another run is at work" not in said:
            break
        time.sleep(0.1)
    if process.returncode not in codes:
        raise Difference(f"pbem {' '.join(words or ('run',))} ended with {process.returncode}, "
                         f"not {codes}:\n{said}")
    return process.returncode, said


KILLED = -signal.SIGKILL
