#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""faults.py FOLDER: hinders runs in every way but killing them. Whatever goes wrong, nothing is
lost and nothing happens twice; when it is over the next run makes everything as it should be."""

import contextlib
import errno
import fcntl
import os
import re
import resource
import shutil
import socket
import sqlite3
import subprocess
import sys
import time

import promise
import trials
from players import Table, letters, read
from promise import KILLED
from trials import CONFIG, DATA, DONE, LATER, closed_port, expect, games, test, without

DAMAGE = b"\xff" * 4096  # a page of the ledger

# ---- the disk


def limited(site, size):
    """A run that can make no file larger than that."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    done = subprocess.run([promise.PBEM, "--site", site, "run"], preexec_fn=limit, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout


def fold_ledger(site):
    """Folds SQLite's log into its file."""
    with contextlib.closing(sqlite3.connect(f"{site}/ledger")) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def how_long(what, *words, **how):
    """Measures how busy this machine is by a command that ends at once, in seconds."""
    began = time.monotonic()
    what(*words, **how)
    return time.monotonic() - began


@test
def files_that_can_not_grow(bench):
    """At every size of a file the writing stops, exit 75, and the next run goes on."""
    before = {name: os.path.getsize(path) for name, path in promise.files(bench.site).items()}
    done = bench.undisturbed("sizes")
    largest = max(os.path.getsize(path) for path in promise.files(done).values())
    sizes = {0, 1, 100, 127, 128, 129, 32768, before["games/g1/game.txt"], before["ledger-wal"]}
    sizes |= set(range(500, largest + 20000, largest // 40))
    for size in sorted(sizes):
        site = bench.fresh("limit")
        code, said = limited(site, size)
        expect(code in (DONE, LATER), f"limit {size}: ended with {code}:\n{said}")
        expect(code == LATER or size > before["ledger-wal"],
               f"limit {size}: 0, though it can't be:\n{said}")
        again, said = limited(site, size)
        expect(again in (code, DONE), f"limit {size}, once more: {again}:\n{said}")
        promise.run(site)
        bench.compare(site)
    return f"{len(sizes)} limits"


@test
def a_full_disk(bench):
    """Really full, at every kilobyte; needs a file system of its own."""
    command = ["unshare", "-rm", sys.executable, "-B", __file__, "--full", bench.work]
    if shutil.which(command[0]) is None:
        return "skipped: no unshare"
    if subprocess.run([*command[:2], "true"], check=False, stderr=subprocess.DEVNULL).returncode:
        return "skipped: no namespaces here"
    inside = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT)
    if inside.returncode == 77:
        return "skipped: no file system can be mounted here"
    expect(inside.returncode == 0, inside.stdout)
    return inside.stdout.strip()


def on_a_full_disk(work):
    """In a namespace of its own: a disk of a few megabytes, filled up to some kilobytes."""
    place = f"{work}/disk"
    os.makedirs(place)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "none", place], check=False,
                      stderr=subprocess.DEVNULL).returncode != 0:
        sys.exit(77)
    want = trials.outcome(f"{work}/reference")
    points = 0
    site = promise.copy(f"{work}/site", f"{place}/site")
    fill(f"{place}/filler", 16 << 10)
    _, said = promise.run(site, "doctor", codes=(LATER,))
    expect(re.search(r"^BAD +disk +the disk is full", said, re.MULTILINE), f"the doctor says:\n{said}")
    os.unlink(f"{place}/filler")
    for free in list(range(0, 400, 16)) + list(range(400, 1200, 50)):
        site = promise.copy(f"{work}/site", f"{place}/site")
        fill(f"{place}/filler", free << 10)
        code, said = promise.run(site, codes=(DONE, LATER))
        code, said = promise.run(site, codes=(DONE, LATER))
        os.unlink(f"{place}/filler")
        promise.run(site)
        promise.settled(site)
        promise.compare(want, trials.outcome(site))
        points += 1
        if code == DONE:
            break
    print(f"{points} degrees of fullness")


def fill(path, free):
    with open(path, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
        file.truncate(max(0, file.tell() - free))


@test
def too_little_room(bench):
    """Below min-free-megabytes no letter is taken at all."""
    site = bench.fresh("room")
    Table(site).configure(min_free_megabytes=1 << 20)
    before = promise.tree(site)
    promise.run(site, codes=(LATER,))
    expect(len(letters(f"{site}/mail/in")) == len(letters(f"{bench.site}/mail/in")), "letters went")
    changed = {name for name, digest in promise.tree(site).items() if before.get(name) != digest}
    expect(changed <= {"crashed", "journal"}, f"changed: {changed}")
    Table(site).configure(min_free_megabytes=0)
    promise.run(site)
    bench.compare(site)


# ---- several at once


@test
def several_runs_at_once(bench):
    busy = 0
    for number in range(15):
        site = bench.fresh("together")
        runs = [promise.start(site) for _ in range(4)]
        said = [run.communicate()[0] for run in runs]
        codes = [run.returncode for run in runs]
        expect(set(codes) <= {DONE, LATER} and DONE in codes, f"{codes}: {said}")
        busy += codes.count(LATER)
        bench.compare(site)
    expect(busy > 0, "no run met another")
    return f"{busy} of 60 found another at work"


@test
def a_run_beside_another(bench):
    """The second leaves at once and has touched nothing."""
    site = bench.fresh("beside")
    before = promise.tree(site)
    with open(f"{site}/lock", "a", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        usual = how_long(promise.run, site, "variants")
        took = how_long(promise.run, site, codes=(LATER,))
        expect(took < 1 + 10 * usual, "it waited")
    expect(promise.tree(site) == before, "it changed something")
    promise.run(site)
    bench.compare(site)


# ---- the mailbox


def imap(port):
    return {"mailbox": f"imap://127.0.0.1:{port}", "mailbox_user": "games",
            "mailbox_password_command": "echo secret"}


@test
def no_mailbox_in_the_middle_of_a_sitting(bench):
    """The letters that players get don't depend on where a run ended: nothing goes out before the end of the
    worklist, also when its messages can't be fetched now."""
    conf = read(f"{bench.site}/pbem.conf")
    for stop in range(12, 60, 8):
        site = bench.fresh("nobox")
        table = Table(site)
        table.configure(batch_messages=3)
        promise.run(site, codes=(KILLED,), PBEM_STOP_AFTER=str(stop))
        table.configure(**imap(closed_port()))
        promise.run(site, codes=(LATER,))
        expect(len(letters(table.outbox)) == len(letters(f"{bench.site}/mail/out")),
               f"step {stop}: letters went out in the middle of a sitting")
        with open(f"{site}/pbem.conf", "wb") as file:
            file.write(conf)
        promise.run(site)
        bench.compare(site)


@test
def no_mailbox_but_letters_to_send(bench):
    """Between sittings what waits goes out, mailbox or not."""
    site = bench.fresh("sendonly")
    table = Table(site)
    promise.run(site, "run", "--no-send")
    table.configure(**imap(closed_port()))
    promise.run(site, codes=(LATER,))
    bench.compare(site)


@test
def an_old_sitting_and_a_disk_that_is_full(bench):
    """When a sitting is an hour old what is ready may go out before its end. But not after a batch
    whose journal stands and could not be made true: another one must not come in its place."""
    start = bench.fresh("old")
    fold_ledger(start)  # so that the journal grows larger than SQLite's log
    promise.run(start, codes=(KILLED,), PBEM_STOP_AFTER="3")
    sitting = read(f"{start}/worklist").decode().split(" ", 3)
    with open(f"{start}/worklist", "w", encoding="utf-8") as file:
        file.write(" ".join([*sitting[:2], str(int(sitting[2]) - 7200), sitting[3]]))
    site = promise.copy(start, f"{bench.work}/old.journal")
    promise.run(site, codes=(KILLED,), PBEM_STOP_AFTER="2")
    journal = os.path.getsize(f"{site}/journal")
    expect(journal > 50000, f"the journal has {journal} bytes: which step was that?")
    for size in range(journal, journal + 3000, 300):
        site = promise.copy(start, f"{bench.work}/old.limit")
        code, said = limited(site, size)
        expect(code == LATER, f"limit {size}: {code}:\n{said}")
        promise.run(site)
        bench.compare(site)


@test
def a_silent_mailbox(bench):
    """A server that accepts and says nothing holds a run up for timeout-seconds."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        site = bench.fresh("silent")
        port = server.getsockname()[1]
        Table(site).configure(**imap(port))
        usual = how_long(promise.run, site, "variants")
        took = how_long(promise.run, site, codes=(LATER,))
        expect(took < 5 + 10 * usual, "it took too long")


# ---- damage


@test
def a_damaged_game(bench):
    """Its letters wait unmarked, seats and moderator are told once, the others play on."""
    site = bench.fresh("damaged")
    path = f"{site}/games/g2/game.txt"
    whole = read(path)
    with open(path, "wb") as file:
        file.write(whole[:-30] + b"x" * 30)
    promise.run(site, codes=(DATA,))
    before = promise.tree(site)
    expect([name for name in games(bench.want) if "/g2/" not in name
            and read(f"{site}/{name}") != bench.want[name]] == [], "another game was held up")
    waiting = [read(entry.path) for entry in os.scandir(f"{site}/mail/in/new")]
    expect(len(waiting) == 8 and all(b"[g2]" in letter for letter in waiting),
           f"{len(waiting)} letters wait")
    promise.run(site, codes=(DATA,))
    kinds = [letter.id.split("@")[0] for letter in letters(f"{site}/mail/out")]
    told = sorted(kind for kind in kinds if "damaged" in kind or "report" in kind)
    expect(len(told) == 3, f"told: {told}")
    now = promise.tree(site)
    odd = {name for name in before.keys() | now.keys() if before.get(name) != now.get(name)}
    expect(not [name for name in odd if name.startswith(("mail", "games"))], f"changed: {odd}")
    with open(path, "wb") as file:
        file.write(whole)
    promise.run(site)

    def about(row):
        return re.search(r"pbem\.g2\.\d\.damaged|pbem\.moderator|'damaged g2'", str(row))

    def told_apart(result):
        """A letter to somebody who wrote without a key lists the player's other games, except the damaged one."""
        return {name: re.sub(rb"\n  \| g2  [^\n]*", b"", value) if ".keyless." in name else value
                for name, value in without(result, about).items()}
    promise.compare(told_apart(bench.want), told_apart(bench.result(site)))


def change_page(site, page, content):
    """Writes a page of the ledger; what stood there."""
    with open(f"{site}/ledger", "r+b") as file:
        file.seek(page * len(DAMAGE))
        before = file.read(len(DAMAGE))
        file.seek(page * len(DAMAGE))
        file.write(content)
    return before


@test
def a_damaged_ledger(bench):
    """A look-up that fails doesn't count as unknown."""
    whole = promise.copy(bench.site, f"{bench.work}/ledger")
    fold_ledger(whole)
    pages = os.path.getsize(f"{whole}/ledger") // len(DAMAGE)
    for page in range(1, pages):
        site = promise.copy(whole, f"{bench.work}/ledger.page")
        good = change_page(site, page, DAMAGE)
        before = promise.tree(f"{site}/mail")
        code, _ = promise.run(site, codes=(DONE, DATA, LATER, CONFIG))
        if code == DONE:  # nothing stood on that page, or nothing was asked of it
            left = change_page(site, page, good)
            if left != DAMAGE:
                change_page(site, page, left)
            bench.compare(site)
            continue
        if promise.tree(f"{site}/mail") != before:  # the notices' page: asked for at the very end
            for name, whole_game in games(bench.want).items():
                expect(read(f"{site}/{name}") == whole_game, f"page {page}: {name} differs")
            continue
        for name in ("ledger", "ledger-wal"):
            if os.path.exists(f"{site}/{name}"):
                os.unlink(f"{site}/{name}")
        shutil.copy(f"{whole}/ledger", site)
        promise.run(site)
        bench.compare(site)


@test
def a_template_that_is_broken(bench):
    """A person must look; until then nothing happens, in particular not half a letter."""
    site = bench.fresh("template")
    os.mkdir(f"{site}/templates")
    with open(f"{site}/templates/accepted.txt", "w", encoding="utf-8") as file:
        file.write("Subject: {nothing\n\n{nor this}\n")
    for _ in range(4):
        promise.run(site, codes=(CONFIG,))
    expect(read(f"{site}/games/g1/game.txt") == read(f"{bench.site}/games/g1/game.txt"),
           "half a letter was played")
    shutil.rmtree(f"{site}/templates")
    promise.run(site)
    bench.compare(site)


if __name__ == "__main__":
    if sys.argv[1] == "--full":
        on_a_full_disk(sys.argv[2])
    else:
        trials.main(trials.Bench(sys.argv[1]), sys.argv[2:])
