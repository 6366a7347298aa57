# SPDX-License-Identifier: MIT
"""The long-lived `pbem watch` of a soak: woken by letters, at a time that the script sets, its runs disturbed by
tests/faults; and what it weighs."""
import errno
import mmap
import os
import signal
import struct
import subprocess
import sys
import time

sys.path.insert(0, f"{os.path.dirname(os.path.abspath(__file__))}/../faults")

import walk

PBEM = os.environ.get("PBEM", "pbem")
MOST_SECONDS = 900  # of a run, where others are at work, too
# struct state of tests/faults/faults.c.
COUNTS = 8
LIVE = COUNTS + 4 * len(walk.CLASSES)
SPARED, BEGUN, PLAN = LIVE + 4, LIVE + 8, LIVE + 12
NOW = (PLAN + 16 + 7) // 8 * 8
SHORT, KILL = -1, -2
# Clocks that jump aren't what a run gets over without a difference; SQLite waits for locks by its own clock.
FAULTY = {name: errors.split() for name, errors in walk.ERRORS.items() if name not in ("clock", "lock", "realloc")}
KILLING = ("write", "pwrite", "fsync", "fdatasync", "open", "rename", "link", "unlink", "stat", "read")


class Fault:
    """A fault: in which class of calls, in which call, how, and whether in all later ones, too."""

    def __init__(self, name, number, error, lasts=False):
        self.name, self.number, self.error, self.lasts = name, number, error, lasts

    def __str__(self):
        return f"{self.name} {self.number} {self.error} {'on' if self.lasts else 'once'}"

    def packed(self):
        code = {"short": SHORT, "KILL": KILL}.get(self.error) or getattr(errno, self.error)
        return struct.pack("IIiI", walk.CLASSES.index(self.name), self.number, code, self.lasts)


def draw(rng, counts):
    """One of the calls that the last run has made."""
    name = rng.choice([name for name in FAULTY if counts[name]])
    error = rng.choice(FAULTY[name])
    return Fault(name, rng.randrange(counts[name]) + 1, error.lstrip("+"), error[0] == "+")


def draw_kill(rng, counts):
    name = rng.choice([name for name in KILLING if counts[name]])
    return Fault(name, rng.randrange(counts[name]) + 1, "KILL")


def status(pid, key):
    """A number of /proc/PID/status, 0 of a process that is gone."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            return next((int(line.split()[1]) for line in file if line.startswith(f"{key}:")), 0)
    except (OSError, ProcessLookupError):
        return 0


class Watch:
    """It stands still but while it is told to work: so all letters of an hour are there at once."""

    def __init__(self, site, library, out):
        self.site, self.largest = site, 0
        self.command = [PBEM, "--site", site, "watch"]
        self.out, self.file = out, f"{out}.state"
        with open(self.file, "wb") as file:
            file.write(bytes(4096))
        with open(self.file, "r+b") as file:
            self.state = mmap.mmap(file.fileno(), 4096)
        self.put(LIVE, 1)
        # Freed memory is returned at once in a build with sanitizers, too.
        sanitized = "quarantine_size_mb=0:thread_local_quarantine_size_kb=0:" + os.environ.get("ASAN_OPTIONS", "")
        self.env = dict(os.environ, ASAN_OPTIONS=sanitized, LD_PRELOAD=library, FAULTS_BELOW=site,
                        FAULTS_PROGRAM=os.path.basename(PBEM), FAULTS_STATE=self.file)
        self.env.pop("PBEM_TIME", None)
        self.process = None

    # ---- the state it shares with the library

    def put(self, at, number):
        struct.pack_into("I", self.state, at, number)

    def get(self, at):
        return struct.unpack_from("I", self.state, at)[0]

    @property
    def fired(self):
        return self.get(4)

    def counts(self):
        return dict(zip(walk.CLASSES, struct.unpack_from(f"{len(walk.CLASSES)}I", self.state, COUNTS)))

    # ---- the process

    def begin(self, now):
        """Begins it; its first run is at once."""
        struct.pack_into("q", self.state, NOW, now)
        with open(self.out, "ab") as out:
            self.process = subprocess.Popen(self.command, env=self.env, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        self.put(SPARED, self.process.pid)
        self.await_run(1)

    def children(self):
        pid = self.process.pid
        try:
            with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as file:
                return file.read().split()
        except OSError:
            return []

    def await_run(self, begun):
        """Until so many programs have begun, and none of its runs is at work; then it stands still."""
        end = time.monotonic() + MOST_SECONDS
        while True:
            if self.process.poll() is not None:
                raise SystemExit(f"pbem watch has ended with {self.process.returncode}: {self.tail()}")
            if time.monotonic() > end:
                raise SystemExit(f"a run takes more than {MOST_SECONDS} seconds: {self.tail()}")
            at_work = self.children()
            for child in at_work:
                self.largest = max(self.largest, status(child, "VmHWM"))
            if not at_work and self.get(BEGUN) > begun and self.waits():
                os.kill(self.process.pid, signal.SIGSTOP)
                while status_word(self.process.pid) not in "Tt":
                    time.sleep(0.0002)
                if not self.children():
                    return
                os.kill(self.process.pid, signal.SIGCONT)
            time.sleep(0.001)

    def waits(self):
        """For something to happen, holding no lock of the ledger's."""
        before = status(self.process.pid, "voluntary_ctxt_switches")
        time.sleep(0.001)
        return status_word(self.process.pid) == "S" and before == status(self.process.pid, "voluntary_ctxt_switches")

    def tail(self):
        with open(self.out, encoding="utf-8", errors="replace") as file:
            return "".join(file.readlines()[-5:])

    def run(self, now, fault=None):
        """Has it do a run at that time, which a fault meets; says how often one did."""
        begun = self.get(BEGUN)
        struct.pack_into("q", self.state, NOW, now)
        self.state[PLAN:PLAN + 16] = bytes(16)
        self.state[4:LIVE] = bytes(LIVE - 4)
        if fault is not None:
            self.state[PLAN:PLAN + 16] = fault.packed()
        os.kill(self.process.pid, signal.SIGCONT)
        self.poke()
        self.await_run(begun)
        self.state[PLAN:PLAN + 16] = bytes(16)
        return self.fired

    def poke(self):
        """Something has come into the mailbox that is no letter."""
        path = f"{self.site}/mail/in/new/.poke"
        with open(path, "wb"):
            pass
        os.unlink(path)

    def weigh(self):
        """Kilobytes of its own that no file has, descriptors, and seconds that its runs have computed."""
        pid = self.process.pid
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            ticks = sum(int(word) for word in file.read().rpartition(")")[2].split()[13:15])
        return status(pid, "RssAnon"), len(os.listdir(f"/proc/{pid}/fd")), ticks / os.sysconf("SC_CLK_TCK")

    def kill(self):
        """Ends the process in any state."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def end(self):
        os.kill(self.process.pid, signal.SIGCONT)
        self.process.terminate()
        return self.process.wait(MOST_SECONDS)


def status_word(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        return file.read().rpartition(")")[2].split()[0]
