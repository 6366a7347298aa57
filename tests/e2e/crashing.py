#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""crashing.py FOLDER: runs that end with a letter in hand, by their own fault or by somebody else's.
tests/e2e/faulty.c makes them crash; its minute of computing lasts a quarter of a second, its ten of waiting five seconds."""

import errno
import os
import re
import signal
import sys
import time

import promise
import trials
from players import letters, read
from promise import Difference
from trials import LATER, expect, test, without

# g3's first letter asks who sits there: so the letter is in hand then.
IN_HAND = "/g3/seats"
OURS = {"SEGV": (signal.SIGSEGV, "a memory fault"), "ABRT": (signal.SIGABRT, "a failed assertion"),
        "SPIN": (signal.SIGPROF, "it took a minute of computing")}


def noted(site):
    return read(f"{site}/crashed").decode()


@test
def a_letter_pbem_crashes_over_once(bench):
    """It is noted and tried once more; when that goes well nothing is lost and nobody hears of it."""
    for how, (number, why) in OURS.items():
        site = bench.fresh("once")
        promise.run(site, codes=(-number,), FAULT=f"open {how} {IN_HAND}")
        expect(re.fullmatch(rf"maildir:\S+000004P1\S* {why}\n", noted(site)),
               f"{how}: noted: {noted(site)!r}")
        promise.run(site)
        bench.compare(site)


@test
def a_letter_pbem_crashes_over_twice(bench):
    site = bench.fresh("twice")
    for _ in range(2):
        promise.run(site, codes=(-signal.SIGSEGV,), FAULT=f"open SEGV {IN_HAND}")
    aside(bench, site)


@test
def a_letter_pbem_crashes_over_always(bench):
    """To find whose it is may be what it crashes over: then nobody looks, and the others go on."""
    site = bench.fresh("always")
    fault = f"open SEGV {IN_HAND}"
    for _ in range(3):
        promise.run(site, codes=(-signal.SIGSEGV,), FAULT=fault)
    name = [name for name in os.listdir(f"{site}/mail/in/new") if "000004" in name][0]
    for entry in os.listdir(f"{site}/mail/in/new"):
        if entry != name:  # of which others ask who sits there, too
            os.unlink(f"{site}/mail/in/new/{entry}")
    promise.run(site, codes=(trials.DONE, LATER), FAULT=fault)
    expect(os.listdir(f"{site}/mail/in/new") == [], "it holds up the mailbox")


@test
def a_letter_its_reader_crashes_over(bench):
    """It is read in a process of its own: the run that meets it goes on, and sets it aside at once."""
    site = bench.fresh("reader")
    promise.run(site, FAULT="message_read SEGV \nSTATUS\r")  # a line of letter 4
    expect(noted(site) == "", f"a crash of the run itself: {noted(site)!r}")
    aside(bench, site)


@test
def a_letter_two_runs_crashed_over(bench):
    """Notes of earlier crashes count: those of one message, not all."""
    site = bench.fresh("noted")
    name = [name for name in os.listdir(f"{site}/mail/in/new") if "000004" in name][0]
    write_note(site, f"maildir:{name} it took longer than a minute\n"
                     "maildir:other a memory fault\n"
                     f"maildir:{name} a failed assertion\n")
    aside(bench, site)


@test
def a_crash_note_of_a_letter_that_is_gone(bench):
    site = bench.fresh("stale")
    write_note(site, 2 * "maildir:1.gone a memory fault\n")
    promise.run(site)
    bench.compare(site)


@test
def a_run_that_others_end(bench):
    """A signal from outside isn't blamed on the message in hand."""
    for name in ("SEGV", "ABRT", "BUS", "PROF", "TERM", "XCPU", "KILL"):
        site = bench.fresh("outside")
        number = getattr(signal, f"SIG{name}")
        seats = f"{site}/games/g3/seats"
        os.rename(seats, f"{seats}.kept")
        os.mkfifo(seats, 0o600)
        process = promise.start(site)
        writer = open_when_read(seats)
        process.send_signal(number)
        process.communicate()
        os.close(writer)
        os.rename(f"{seats}.kept", seats)
        expect(process.returncode == -number, f"SIG{name}: ended with {process.returncode}")
        expect(noted(site) == "", f"SIG{name}: noted: {noted(site)!r}")
        promise.run(site)
        bench.compare(site)


@test
def a_run_that_is_stopped(bench):
    """A laptop's lid: the time it is shut is nobody's. And a disk that takes its time."""
    site = bench.fresh("stopped")
    process = promise.start(site, FAULT=f"open NAP {IN_HAND}")
    time.sleep(0.7)
    process.send_signal(signal.SIGSTOP)
    time.sleep(3)
    process.send_signal(signal.SIGCONT)
    said, _ = process.communicate()
    expect(process.returncode == 0, f"ended with {process.returncode}:\n{said}")
    expect(noted(site) == "", f"noted: {noted(site)!r}")
    bench.compare(site)


@test
def a_run_that_waits_for_ever(bench):
    """It doesn't hold the lock for hours: it ends with 75, blames no letter, and says what it was."""
    site = bench.fresh("waiting")
    _, said = promise.run(site, codes=(LATER,), FAULT=f"open HANG {IN_HAND}")
    expect("ten minutes" in said, f"said:\n{said}")
    expect(noted(site) == "", f"noted: {noted(site)!r}")
    promise.run(site)
    bench.compare(site)


def write_note(site, note):
    with open(f"{site}/crashed", "w", encoding="utf-8", opener=private) as file:
        file.write(note)


def private(path, flags):
    return os.open(path, flags, 0o600)


def open_when_read(fifo):
    for _ in range(500):
        try:
            return os.open(fifo, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            time.sleep(0.01)
    raise Difference("nobody reads the game")


def aside(bench, site):
    """The next run sets letter 4 (STATUS; BOARD) aside; all else is as ever."""
    promise.run(site)
    kept = os.listdir(f"{site}/quarantine")
    expect(len(kept) == 1, f"set aside: {kept}")
    expect(read(f"{site}/quarantine/{kept[0]}").startswith(b"X-Pbem-Quarantine: maildir:"), "no reason")
    told = [letter for letter in letters(f"{site}/mail/out") if "report" in letter.id]
    expect(len(told) == 1 and kept[0] in told[0].text, "the moderator was not told")
    before = promise.tree(site)
    promise.run(site)
    expect(promise.tree(site) == before, "a further run changes something")
    def about(row):
        return re.search(r"pbem\.moderator|g3\.white\.(status|board|unreadable)|quarantine|"
                         r"\('(answers|messages|unreadable)', '', 'g3', '', 0, |"
                         r"answered: STATUS; BOARD|000004P1", str(row))
    want = without(bench.want, about)
    got = without(bench.result(site), about)
    gone = {name for name in want["ledger messages"]} - {name for name in got["ledger messages"]}
    expect(len(gone) == 1, f"forgotten: {gone}")
    want["ledger messages"] = got["ledger messages"]
    # Nor does it count among the letters that Anna has written.
    expect(b"written 3" in want["games/g3/seats"] and b"written 2" in got["games/g3/seats"], "it counts")
    want["games/g3/seats"] = want["games/g3/seats"].replace(b"written 3", b"written 2")
    promise.compare(want, got)


if __name__ == "__main__":
    trials.main(trials.Bench(sys.argv[1]), sys.argv[2:])
