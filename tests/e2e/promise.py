# SPDX-License-Identifier: MIT
"""What a run has come to, taken down so that two runs can be compared: HACKING.md, "What a crash
may find". Used by the tests that kill runs and hinder them."""

import hashlib
import os
import re
import shutil
import signal
import sqlite3
import subprocess
from collections import Counter

from players import PBEM, letters, read

# The run's own clock shows in a letter's Date only.
CLOCK = re.compile(rb"^(Date|Received|Return-Path|X-[A-Za-z]*): .*\n", re.M)
# A snapshot may be missing: it only saves time. The others are SQLite's and the lock.
PASSING = ("snapshot", "snapshot.tmp", "lock", "ledger-wal", "ledger-shm")


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
    """A digest of each file and its mode."""
    return {name: (hashlib.sha256(read(path)).hexdigest(), os.stat(path).st_mode)
            for name, path in files(folder).items() if os.path.basename(name) not in PASSING[2:]}


def ledger(site):
    """All the ledger says, but for the numbers that count what is of no meaning."""
    if os.path.exists(f"{site}/ledger-wal") and os.path.getsize(f"{site}/ledger-wal") > 0:
        raise Difference("the ledger was not closed")
    database = sqlite3.connect(f"file:{site}/ledger?immutable=1", uri=True)
    tables = [name for (name,) in database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
    said = {}
    for table in tables:
        rows = database.execute(f"SELECT * FROM {table}").fetchall()
        said[table] = sorted(row[1:] if table == "notices" else row for row in rows)
    database.close()
    return said


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
        if name.startswith("mail/out/") or base in PASSING or base == "ledger" or name in skip:
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
    """What a run that has ended well leaves of its own: nothing."""
    for name in ("sitting", "sitting.tmp"):
        if os.path.exists(f"{site}/{name}"):
            raise Difference(f"{name} is still there")
    for name in ("journal", "crashed"):
        if os.path.exists(f"{site}/{name}") and os.path.getsize(f"{site}/{name}") > 0:
            raise Difference(f"{name} is not empty")
    if outbox and os.listdir(f"{site}/outbox"):
        raise Difference(f"the outbox is not empty: {os.listdir(f'{site}/outbox')}")


def copy(source, target):
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, symlinks=True)
    return target


def start(site, *words, **environment):
    """Starts pbem on a site."""
    return subprocess.Popen([PBEM, "--site", site, *(words or ("run",))], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            env=dict(os.environ, **environment))


def run(site, *words, codes=(0,), **environment):
    """Runs pbem on a site; raises Difference unless it ends as it should. Returns code and words."""
    process = start(site, *words, **environment)
    said, _ = process.communicate()
    if process.returncode not in codes:
        raise Difference(f"pbem {' '.join(words or ('run',))} ended with {process.returncode}, "
                         f"not {codes}:\n{said}")
    return process.returncode, said


KILLED = -signal.SIGKILL
