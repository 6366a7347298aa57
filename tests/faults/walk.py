# SPDX-License-Identifier: MIT
"""usage: walk.py FOLDER LIBRARY maildir|wire [SHARE]: lets a run over scene.py's letters fail at each call it makes of
the C library, in each way (faults.c), one after the other. Whatever failed: the run ends properly, and soon, says what
is the matter in a sentence and tells no secret; and a run after it, by which nothing fails, comes to what it would have
come to alone. The letters lie in a Maildir and go into one, or come by IMAP and go by SMTP (wire.py). With a SHARE only
each SHAREth of these points is visited, which of them FAULTS_PART says. FAULTS_ONLY="CLASS N ERROR once" visits that
one alone, and tells of it."""

import collections
import contextlib
import difflib
import functools
import importlib
import itertools
import multiprocessing
import os
import re
import resource
import shutil
import sqlite3
import struct
import subprocess
import sys
import time

import scene

PBEM = os.environ["PBEM"]
DONE, LATER, CONFIG = 0, 75, 78
MOST_SECONDS = 60
MOST_AHEAD = 4  # APART_AHEAD: letters that are read while one before them is decided
# Which errors a class of calls can have, those that can also last from one call on behind "+".
ERRORS = {
    "read": "EIO EINTR EAGAIN short +EIO",
    "pread": "EIO EINTR short +EIO",
    "write": "EIO ENOSPC EINTR short +ENOSPC",
    "pwrite": "EIO ENOSPC EINTR short +ENOSPC",
    "fsync": "EIO ENOSPC EINTR +EIO",
    "fdatasync": "EIO ENOSPC EINTR +EIO",
    "syncfs": "EIO ENOSPC EINTR +EIO",
    "open": "EIO ENOSPC EMFILE ENOMEM EINTR +EMFILE",
    "fopen": "EIO EMFILE ENOMEM EINTR +EMFILE",
    "stream": "EIO EINTR +EIO",
    "fdopen": "ENOMEM",
    "opendir": "EIO EMFILE ENOMEM +EMFILE",
    "readdir": "EIO EINTR +EIO",
    "stat": "EIO ENOMEM EACCES +EIO",
    "access": "EIO ENOMEM +EIO",
    "rename": "EIO ENOSPC EINTR +EIO",
    "link": "EIO ENOSPC +EIO",
    "unlink": "EIO EINTR EACCES +EIO",
    "mkdir": "EIO ENOSPC +ENOSPC",
    "ftruncate": "EIO ENOSPC EINTR +EIO",
    "mmap": "ENOMEM EAGAIN",
    "chmod": "EIO EACCES +EIO",
    "futimens": "EIO EACCES +EIO",
    "lock": "EAGAIN EINTR EIO +EIO",
    "statvfs": "EIO EINTR +EIO",
    "close": "EIO ENOSPC EINTR +EIO",
    "dlopen": "ENOMEM +ENOMEM",
    "fork": "EAGAIN ENOMEM +EAGAIN",
    "pipe": "EMFILE +EMFILE",
    "malloc": "ENOMEM",
    "realloc": "ENOMEM",
    "socket": "EMFILE ENOMEM +EMFILE",
    "connect": "EINTR ENETUNREACH ETIMEDOUT +ENETUNREACH",
    "send": "ECONNRESET EAGAIN EINTR EPIPE short +EPIPE",
    "recv": "ECONNRESET EAGAIN EINTR ETIMEDOUT short +ECONNRESET",
    # Calls with another process at the other end: that process is killed in tests of its own.
    "channel": "EINTR short",
    "poll": "EINTR ENOMEM +ENOMEM",
    "getrandom": "EINTR ENOSYS EAGAIN short +ENOSYS",
    # A day ahead what waits was left alone for a day: players are given that time, as they should be.
    "clock": "+3600 -3600 -86400",
}
CLASSES = tuple(ERRORS)
# There are tens of thousands of these calls: this many are tried, evenly spread.
MANY = {"malloc": 1500, "realloc": 500}
# Without locks SQLite tries for ten seconds: one in ten.
WAITING = {"lock": 10}

# Headers that depend on the clock of a run, or on what went wrong in it.
HEADS = re.compile(rb"^(Date|Received|Return-Path|X-[A-Za-z]*): .*\n", re.M)
GAMES = (b"g1", b"g2", b"g3")
LETTER_ID = re.compile(r"^Message-ID: <(.*)>", re.M)
TOKEN = re.compile(r"\b[a-zA-Z2-7]{42}\b")
# Text that no sentence for a person contains.
NONSENSE = re.compile(r"\(null\)|Success|[\x00-\x08\x0b-\x1f\x7f]|CRITICAL|WARNING \*\*|assert|: *$|  |"
                      r"[Uu]nknown error|\bpassword: ")


class Wrong(Exception):
    """A forbidden effect of a disturbed run, or of the one after it."""


class Site:
    """A folder in memory, to be put somewhere again and again."""

    def __init__(self, folder):
        self.folders, self.files = [], {}
        for where, _, names in os.walk(folder):
            self.folders.append((os.path.relpath(where, folder), os.stat(where).st_mode & 0o777))
            for name in names:
                path = os.path.join(where, name)
                with open(path, "rb") as file:
                    self.files[os.path.relpath(path, folder)] = file.read(), os.stat(path)

    def put(self, folder):
        shutil.rmtree(folder, ignore_errors=True)
        for name, mode in self.folders:
            os.mkdir(os.path.normpath(os.path.join(folder, name)), mode)
        for name, (content, status) in self.files.items():
            path = os.path.join(folder, name)
            with open(path, "wb") as file:
                file.write(content)
            os.chmod(path, status.st_mode & 0o777)
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


class Point:
    """A fault: of which call, in which way."""

    def __init__(self, text):
        self.text = text
        self.name, number, self.error, self.lasts = text.split()
        self.number = int(number)

    def __str__(self):
        return self.text


# ---- runs ----


class Place:
    """Where one worker disturbs runs, of a site whose letters come and go by Maildirs."""
    passing = ("log", "log.1", "troubles", "ledger", "ledger-wal", "ledger-shm")

    def __init__(self, work, library, name="site"):
        self.folder = f"{work}/{name}"
        os.makedirs(self.folder, exist_ok=True)
        self.site, self.state, self.draws = (f"{self.folder}/{each}" for each in ("site", "state", "draws"))
        self.library = library
        self.start, self.drawn = Site(f"{work}/scene/site"), f"{work}/scene/draws"
        box = f"{work}/scene/site/mail/in/new"
        self.letters = {name: read(f"{box}/{name}") for name in sorted(os.listdir(box))}

    def put(self):
        """All is as it was before the first run."""
        self.start.put(self.site)

    def run(self, fault=None, seconds=MOST_SECONDS, **more):
        """Code, words and, of each class, how many calls there were, and how often one failed."""
        with open(self.state, "wb") as file:
            file.write(bytes(4096))
        shutil.copy(self.drawn, self.draws)
        env = dict(os.environ, LD_PRELOAD=self.library, FAULTS_PROGRAM=os.path.basename(PBEM), FAULTS_BELOW=self.site,
                   FAULTS_STATE=self.state, FAULTS_NOW=str(scene.NOW), PBEM_TEST_DRAWS=self.draws, **more)
        if fault:
            env["FAULTS"] = str(fault)
        process = subprocess.Popen([PBEM, "--site", self.site, "run"], env=env, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            said = process.communicate(timeout=seconds)[0].decode(errors="backslashreplace")
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Wrong(f"it hung for {seconds} seconds") from None
        with open(self.state, "rb") as file:
            _, fired, *counts = struct.unpack(f"{len(CLASSES) + 2}I", file.read(4 * (len(CLASSES) + 2)))
        return process.returncode, said, dict(zip(CLASSES, counts)), fired

    def log(self):
        """The lines of the site's log."""
        return set(read(f"{self.site}/log").decode(errors="backslashreplace").splitlines())

    def outcome(self):
        """All that must not depend on what went wrong."""
        result, letters = {}, collections.Counter()
        for where, _, names in os.walk(self.site):
            for name in names:
                path = os.path.relpath(os.path.join(where, name), self.site)
                if path.startswith("mail/out/new/"):
                    letters[letter_of(os.path.join(where, name))] += 1
                elif path not in self.passing and name != "snapshot":
                    result[path] = b"" if path.startswith("mail/") else read(os.path.join(where, name))
        result["letters"] = letters
        for table, rows in ledger(self.site).items():
            result[f"ledger {table}"] = rows
        return result

    def run_without(self, late):
        """A run for which these letters aren't there yet."""
        box = f"{self.site}/mail/in/new"
        for name in late:
            os.rename(f"{box}/{name}", f"{self.folder}/{name}")
        self.run()
        for name in late:
            os.rename(f"{self.folder}/{name}", f"{box}/{name}")

    def late(self):
        """Letters that may come later than others: each alone, and those of each game."""
        of_games = [[name for name in self.letters if b"[%s]" % game in self.letters[name]] for game in GAMES]
        return [[name] for name in self.letters] + of_games

    def unread(self):
        """Messages for which no process can be had: from one on, except those after it that have theirs already."""
        names = list(self.letters)
        return [[names[at], *names[at + 1 + ahead:]] for at in range(len(names)) for ahead in range(MOST_AHEAD)
                if at + 1 + ahead < len(names)]

    def unreadable(self):
        """Files that may be so for one run, together."""
        return [[f"games/{game.decode()}/game.txt"] for game in GAMES] + [[name] for name in self.letters] + self.unread()

    def hindrances(self):
        """Runs that can't fetch everything. A message that can't be read now waits, and doesn't hold up the others."""
        return [functools.partial(self.run_without, late) for late in self.late()] + [
            functools.partial(self.run, FAULTS_UNREADABLE=":".join(names)) for names in self.unreadable()]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def letter_of(path):
    return HEADS.sub(b"", read(path)).decode(errors="backslashreplace")


def ledger(site):
    """Returns the ledger's contents, except numbers that only count."""
    with contextlib.closing(sqlite3.connect(f"{site}/ledger")) as database:
        tables = [name for (name,) in database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
        # The number of batches counts failures.
        return {table: sorted((row[1:] if table in ("notices", "outbox") else row
                              for row in database.execute(f"SELECT * FROM {table}")), key=repr)
                for table in tables if table != "batch"}


# ---- what is wrong ----


def lines_apart(want, got):
    apart = difflib.unified_diff(want.splitlines(), got.splitlines(), "wanted", "got", lineterm="", n=1)
    return "\n".join(apart)


def letters_apart(want, got):
    """Letters that are there too often or too rarely; of those with the same Message-ID only what differs."""
    many, few = got - want, want - got
    named = {LETTER_ID.search(letter)[1]: letter for letter in few}
    told = [f"{count} too many: {letter[:400]}" if LETTER_ID.search(letter)[1] not in named
            else lines_apart(named.pop(LETTER_ID.search(letter)[1]), letter) for letter, count in many.items()]
    return "\n".join(told + [f"missing: {letter[:400]}" for letter in named.values()])


def difference(want, got):
    """Names of what differs, and how."""
    found = []
    for name in sorted(want.keys() | got.keys()):
        if name not in got or name not in want:
            found.append(f"{name} {'is missing' if name in want else 'should not be there'}")
        elif want[name] == got[name]:
            continue
        elif isinstance(want[name], collections.Counter):
            found.append(letters_apart(want[name], got[name]))
        elif isinstance(want[name], list):
            found.append(f"{name}: too many: {[row for row in got[name] if row not in want[name]]}, "
                         f"missing: {[row for row in want[name] if row not in got[name]]}")
        else:
            found.append(f"{name}:\n{lines_apart(want[name].decode(errors='replace'), got[name].decode(errors='replace'))}")
    return found


def judge_words(said, secrets):
    for line in said.splitlines():
        if not re.match(r"pbem( [a-z]+)?: ", line) or NONSENSE.search(line):
            raise Wrong(f"no sentence: {line!r}")
    if TOKEN.search(said) or any(secret in said for secret in secrets):
        raise Wrong(f"a secret is told: {said}")


class Wanted:
    """The results of runs without faults, and the lines of their log."""

    def __init__(self, place):
        self.place, self.later = place, []
        place.put()
        code, said, self.counts, _ = place.run()
        if code != DONE or said:
            raise SystemExit(f"the run without faults ended with {code}:\n{said}")
        self.first, self.log = place.outcome(), place.log()

    def others(self):
        """Yields the results of two runs of which the first was hindered."""
        for number, hinder in enumerate(self.place.hindrances()):
            if number == len(self.later):
                self.place.put()
                hinder()
                self.place.run()
                self.later.append(self.place.outcome())
            yield self.later[number]


def secrets_of(site):
    """The words of files that nobody is to see."""
    found = []
    for name, (content, _) in site.files.items():
        if name.startswith("keys/") or name.endswith("sealed"):
            found += [word for word in content.decode(errors="replace").split() if len(word) >= 32]
    return found


def dayless(outcome):
    """Less what a clock says: when the moderator was written to, and when letters were looked for."""
    kept = {name: rows for name, rows in outcome.items() if name not in ("letters", "ledger counts", "ledger fetched")}
    kept["letters"] = collections.Counter({letter: count for letter, count in outcome["letters"].items()
                                           if not LETTER_ID.search(letter)[1].startswith("pbem.moderator.")})
    kept["ledger counts"] = [row for row in outcome["ledger counts"] if row[0] != "day told"]
    return kept


def least_apart(point, code, wanted, got):
    """How it differs from what may come of it: of 75 also what a hindered run leads to."""
    less = dayless if point.name == "clock" else dict
    got, found = less(got), []
    for want in itertools.chain([wanted.first], wanted.others() if code == LATER else ()):
        found.append(difference(less(want), got))
        if not found[-1]:
            break
    return "\n".join(min(found, key=len))


def may_end(point, code, said):
    """A user who may not look at a file is told so, and further runs are pointless until that is fixed."""
    return code in (DONE, LATER) or (code == CONFIG and point.error == "EACCES" and "Permission denied" in said)


def visit(place, point, wanted, secrets):
    """Raises Wrong unless all is well in the end; says how often a call failed."""
    place.put()
    code, said, _, fired = place.run(point)
    if not may_end(point, code, said):
        raise Wrong(f"it ended with {code}:\n{said}")
    judge_words(said, secrets)
    if code == LATER and not said and not place.log() - wanted.log:
        raise Wrong("75 without a word")
    again, words, _, _ = place.run()
    if again != DONE:
        raise Wrong(f"it ended with {code}:\n{said}\nand the run after it with {again}:\n{words}")
    apart = least_apart(point, code, wanted, place.outcome())
    if apart:
        raise Wrong(f"it ended with {code}:\n{said}\nThe run after it said:\n{words}\n{apart}")
    return fired


# ---- all points ----


def points(counts, share):
    """Every point of a run that makes so many calls, or each so manieth of them."""
    found = []
    for name, errors in ERRORS.items():
        stride = max(1, counts[name] // MANY.get(name, counts[name] + 1))
        for number in range(1, counts[name] + 1, stride):
            for error in errors.split():
                if name == "clock":
                    found += [f"clock {number} {error} {how}" for how in ("once", "on")]
                # The first of these is the site's: EAGAIN says that another run is at work, which is no fault.
                elif (name, number, error) == ("lock", 1, "EAGAIN"):
                    continue
                elif error[0] != "+" or number % WAITING.get(name, 1) == 0:
                    found.append(f"{name} {number} {error.lstrip('+')} {'on' if error[0] == '+' else 'once'}")
    return [Point(text) for text in found[int(os.environ.get("FAULTS_PART", share // 2))::share]]


def begin_worker(kind, work, library):
    global here
    place = kind(work, library, f"w{os.getpid()}")
    here = place, Wanted(place), secrets_of(place.start)


def work_off(point):
    place, wanted, secrets = here
    began = time.monotonic()
    try:
        fired, wrong = visit(place, point, wanted, secrets), None
    except Wrong as caught:
        fired, wrong = 1, str(caught)
    return point, fired, wrong, time.monotonic() - began


def tell(results, seconds):
    """A line for each class, and the first things that went wrong; how many did."""
    per_class = collections.Counter(point.name for point, *_ in results)
    bad = [(point, wrong) for point, _, wrong, _ in results if wrong]
    missed = [str(point) for point, fired, _, _ in results if not fired]
    for name in CLASSES:
        if per_class[name]:
            print(f"  {name:10} {per_class[name]:6} points, {sum(point.name == name for point, _ in bad)} wrong")
    for point, wrong in bad[:int(os.environ.get("FAULTS_TOLD", "10"))]:
        print(f"FAILED: {point}: {wrong}\n")
    used = sum(resource.getrusage(who).ru_utime + resource.getrusage(who).ru_stime
               for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    slowest = max(results, key=lambda each: each[3])
    print(f"{len(results)} points of failure, {len(bad)} of them did harm; {len(missed)} were not met; {seconds:.0f} s, "
          f"{used:.0f} s of computing; the slowest was {slowest[0]}, {slowest[3]:.1f} s")
    return len(bad)


def main():
    work, library, kind = sys.argv[1:4]
    share = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    began = time.monotonic()
    if not os.path.exists(f"{work}/scene"):
        scene.lay(f"{work}/scene")
    kind = Place if kind == "maildir" else importlib.import_module("wire").Wire
    only = os.environ.get("FAULTS_ONLY")
    chosen = [Point(only)] if only else points(Wanted(kind(work, library)).counts, share)
    with multiprocessing.Pool(len(os.sched_getaffinity(0)), begin_worker, (kind, work, library)) as pool:
        results = list(pool.imap_unordered(work_off, chosen, 8))
        pool.close()
        pool.join()
    sys.exit(1 if tell(results, time.monotonic() - began) else 0)


if __name__ == "__main__":
    sys.modules["walk"] = sys.modules["__main__"]
    main()
