#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""unread.py FOLDER: lets reads fail as a bad disk does (tests/e2e/faulty.c). Nobody can tell then what
there is: nothing may be taken for missing, damaged or done."""

import os
import sys
import time

import promise
import trials
from players import letters, read
from promise import KILLED
from trials import DATA, DONE, LATER, expect, games, test

ERRORS = ("EIO", "EAGAIN", "ENOMEM")


def told(site):
    """The letters about damage, to players and to the moderator."""
    return [letter.id for letter in letters(f"{site}/mail/out")
            if "damaged" in letter.id or "can't be read" in letter.text]


def committed(bench, name):
    """A site in which a batch is committed and nothing of it made true: the run was killed then."""
    for stop in range(1, 12):
        site = bench.fresh(name)
        promise.run(site, codes=(KILLED,), PBEM_STOP_AFTER=str(stop))
        if os.path.getsize(f"{site}/journal") > 0:
            return site
    raise promise.Difference("no batch was committed")


@test
def a_committed_batch(bench):
    """The journal can't be read: it is not taken for none, and its batch is not lost."""
    start = committed(bench, "journal")
    want = bench.result(trial(start, bench, "journal.want"))
    journal = read(f"{start}/journal")
    for call in ("pread", "open"):
        for error in ERRORS:
            site = promise.copy(start, f"{bench.work}/journal.{call}")
            before = promise.tree(site)
            _, said = promise.run(site, codes=(LATER,), FAULT=f"{call} {error} /journal")
            expect("journal" in said, f"it isn't named:\n{said}")
            expect(read(f"{site}/journal") == journal, f"{call} {error}: the journal was emptied")
            now = promise.tree(site)
            changed = {name for name in before.keys() | now.keys()
                       if before.get(name) != now.get(name)}
            expect(changed <= {"ledger-wal"}, f"{call} {error}: changed {changed}")
            promise.run(site)
            promise.compare(want, bench.result(site))
    site = promise.copy(start, f"{bench.work}/journal.EINTR")
    promise.run(site, FAULT="pread EINTR /journal")
    promise.compare(want, bench.result(site))
    return "6 ways"


def trial(start, bench, name):
    site = promise.copy(start, f"{bench.work}/{name}")
    promise.run(site)
    return site


# A call, and the file it fails for: no letter can be decided without it.
SITE = ("open /sitting", "read /sitting", "stat /sitting", "open /crashed", "stat /crashed",
        "read /crashed", "stat /ledger", "stat /journal", "stat /pbem.conf", "fopen /pbem.conf",
        "open /keys/1", "read /keys/1", "readdir /keys", "readdir /mail/in/new", "open /lock")


@test
def a_file_of_the_site(bench):
    """Until it can be read no letter is taken and none goes out."""
    start = bench.fresh("sitting")
    promise.run(start, codes=(KILLED,), PBEM_STOP_AFTER="3")  # with a sitting, which must be kept
    with open(f"{start}/crashed", "a", encoding="utf-8") as file:
        os.chmod(file.name, 0o600)
        file.write("maildir:none a memory fault\n")
    want = bench.result(trial(start, bench, "sitting.want"))
    for number, what in enumerate(SITE):
        call, path = what.split()
        site = promise.copy(start, f"{bench.work}/site.fault")
        before = promise.tree(site)
        _, said = promise.run(site, codes=(LATER,),
                              FAULT=f"{call} {ERRORS[number % len(ERRORS)]} {path}")
        now = promise.tree(site)
        changed = {name for name in before.keys() | now.keys() if before.get(name) != now.get(name)}
        expect(changed <= {"ledger-wal", "sitting"}, f"{what}: changed {changed}:\n{said}")
        expect(os.path.exists(f"{site}/sitting"), f"{what}: the sitting is gone")
        promise.run(site)
        promise.compare(want, bench.result(site))
    return f"{len(SITE)} ways"


GAME = ("open /g2/seats", "read /g2/seats", "stat /g2/seats", "open /g2/game.txt", "pread /g2/game.txt",
        "stat /g2/game.txt", "stat /g2/sealed", "stat /g2/snapshot")


@test
def a_file_of_a_game(bench):
    """Its letters wait, nobody is told that it is damaged, the other games go on."""
    for number, what in enumerate(GAME):
        call, path = what.split()
        site = bench.fresh("game")
        fault = f"{call} {ERRORS[number % len(ERRORS)]} {path}"
        _, said = promise.run(site, codes=(LATER,), FAULT=fault)
        expect(told(site) == [], f"{what}: told {told(site)}")
        held = [name for name in games(bench.want)
                if "/g2/" not in name and read(f"{site}/{name}") != bench.want[name]]
        expect(held == [], f"{what}: held up {held}:\n{said}")
        left = [read(entry.path) for entry in os.scandir(f"{site}/mail/in/new")]
        expect(len(left) == 8 and all(b"[g2]" in letter for letter in left),
               f"{what}: {len(left)} letters wait:\n{said}")
        promise.run(site)
        bench.compare(site)
    return f"{len(GAME)} ways"


@test
def a_snapshot(bench):
    """It only saves time: without it the whole log is read."""
    for call in ("open", "pread"):
        site = bench.fresh("snapshot")
        promise.run(site, FAULT=f"{call} EIO /g2/snapshot")
        bench.compare(site)


@test
def a_letter_of_a_maildir(bench):
    """It is not gone: it stays where it is, the others are had, the next run has it."""
    site = bench.fresh("letter")
    name = sorted(os.listdir(f"{site}/mail/in/new"))[-1]
    promise.run(site, FAULT=f"fstatat EIO {name}")  # what it is shows when it is read
    bench.compare(site)
    for call in ("openat", "read"):
        site = bench.fresh("letter")
        name = sorted(os.listdir(f"{site}/mail/in/new"))[-1]
        _, said = promise.run(site, codes=(LATER,), FAULT=f"{call} EIO {name}")
        expect(os.listdir(f"{site}/mail/in/new") == [name], f"{call}: others wait:\n{said}")
        expect("gone" not in said, f"{call}: it is called gone:\n{said}")
        promise.run(site)
        bench.compare(site)


DEFINITIONS = ("fopen /games/chess.variant", "readdir /games")


@test
def a_definition(bench):
    """A variant that can't be read just now damages no game."""
    for what in DEFINITIONS:
        call, path = what.split()
        site = bench.fresh("variant")
        promise.run(site, codes=(LATER,), FAULT=f"{call} EMFILE {path}")
        expect(told(site) == [], f"{what}: told {told(site)}")
        promise.run(site)
        bench.compare(site)


@test
def a_game_when_the_ledger_is_made_anew(bench):
    """Left out of the index it would be left out for ever."""
    whole = bench.fresh("index")
    for name in ("ledger", "ledger-wal"):
        if os.path.exists(f"{whole}/{name}"):
            os.unlink(f"{whole}/{name}")
    now = {"PBEM_TIME": str(int(time.time()))}
    other = promise.copy(whole, f"{bench.work}/index.want")
    promise.run(other, **now)
    promise.run(whole, codes=(LATER,), FAULT="pread EIO /g2/game.txt", **now)
    promise.run(whole, **now)
    promise.compare(bench.result(other), bench.result(whole))


@test
def the_ledger(bench):
    """A folder in its place can't be opened: that is not a new ledger."""
    site = bench.fresh("ledger")
    for name in ("ledger", "ledger-wal"):
        if os.path.exists(f"{site}/{name}"):
            os.rename(f"{site}/{name}", f"{site}/{name}.kept")
    os.mkdir(f"{site}/ledger", 0o700)
    promise.run(site, codes=(LATER,))
    os.rmdir(f"{site}/ledger")
    for name in ("ledger", "ledger-wal"):
        if os.path.exists(f"{site}/{name}.kept"):
            os.rename(f"{site}/{name}.kept", f"{site}/{name}")
    promise.run(site)
    bench.compare(site)


@test
def a_folder_in_place_of_seats(bench):
    """A file that is there and can't be read is not a damaged game."""
    site = bench.fresh("seats")
    os.rename(f"{site}/games/g2/seats", f"{site}/games/g2/seats.kept")
    os.mkdir(f"{site}/games/g2/seats", 0o700)
    promise.run(site, codes=(LATER,))
    expect(told(site) == [], f"told {told(site)}")
    os.rmdir(f"{site}/games/g2/seats")
    promise.run(site, codes=(DATA,))  # missing it is damage
    expect(len(told(site)) > 0, "nobody was told")
    os.rename(f"{site}/games/g2/seats.kept", f"{site}/games/g2/seats")
    promise.run(site, codes=(DONE,))


if __name__ == "__main__":
    trials.main(trials.Bench(sys.argv[1]), sys.argv[2:])
