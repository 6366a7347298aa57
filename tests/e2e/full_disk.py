# SPDX-License-Identifier: MIT
"""usage: full_disk.py FOLDER: every command of pbem, on a disk that is full from some byte on. Two ways to have one:
a limit on the size of files, which needs no rights and is met at each byte of each file; and, where this machine lets us
mount one, a small disk of its own with so many kilobytes left. FULL_SHARE=1 tries all of the points, not every fifth."""
import glob
import os
import random
import re
import resource
import shutil
import subprocess
import sys

from every import LETTER, WORDS, commands, words_of
from players import read
from table import PBEM, Table, case, run_cases

FOLDER = sys.argv[1]
SHARE = int(os.environ.get("FULL_SHARE", "8"))
LATER = 75
# Messages that something was, or will be, done although the command failed; commands that do what a run does, too; and
# actions whose effects show in the files that are counted.
TOLD = re.compile("the next run will complete it|the change was made|the command has taken effect|the next run decides")
GO_ON = ("run", "send", "deliver", "move", "repair", "retake", "adopt")
SEEN = ("pause", "resume", "extend", "forfeit", "rule", "cancel", "replace", "undo", "new", "close")
DISK_KB = 8192
LIMITS = (0, 1, 128, 512, 1000, 4096, 5000, 8192, 12288, 16384, 24576, 32768, 49152, 65536, 98304, 131072, 200000)
LEFT_KB = (0, 4, 8, 12, 16, 24, 32, 40, 48, 64, 96, 128)


def lay(folder):
    """A site with games in every state, messages that wait for a run and for the mail server; and another site beside
    it."""
    table = Table(f"{folder}/site", "min-free-megabytes = 0")
    Table(f"{folder}/other", "min-free-megabytes = 0", "first-game = 1000")
    game, other, cards = table.game(days=5), table.game(days=5), table.game(variant="knightmare")
    game.play("e2-e4")
    table.must("pause", other.id)
    table.must("new", "chess", "--open", "--id", "o1")
    game.bob.reply("MOVE e7-e5\nSAY Good luck!")
    cards.anna.reply("MOVE e2-e4")
    table.must("say", game.id, "Welcome!")
    os.unlink(f"{folder}/site/ledger-shm") if os.path.exists(f"{folder}/site/ledger-shm") else None


def call(words, limit=None):
    def less():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = subprocess.run([PBEM, *words], input=LETTER, capture_output=True, check=False, timeout=120,
                          preexec_fn=less if limit is not None else None)
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


def goes_on(folder, command):
    """There is room again: what was begun is finished, and nothing is amiss."""
    for site in ("site", "other", "new"):
        if not os.path.exists(f"{folder}/{site}/pbem.conf"):
            continue
        if command == "move" and site == "site":
            call(words_of(command, folder))
        for words in ("run", "run", "verify", "repair"):
            code, said = call(["--site", f"{folder}/{site}", words])
            # The move was taken for a letter's answer, or the letter waits: no other code is right.
            assert code == 0, f"afterwards pbem {words} in {site}: {code}, {said}"


def signature(folder):
    """Lists what commands change, without what differs from call to call: the kinds of events in games, and the files
    that exist."""
    seen = []
    for site in ("site", "other"):
        for place in ("games", "offers", "keys", "moved"):
            path = f"{folder}/{site}/{place}"
            seen.append((site, place, sorted(os.listdir(path)) if os.path.isdir(path) else []))
        for game in glob.glob(f"{folder}/{site}/games/*/game.txt"):
            seen.append((game, sorted(re.findall(rb"^(?:entry|  \w+) ", read(game), re.MULTILINE))))
    return sorted(seen, key=str)


class Points:
    """The commands that are tried, and everything that went wrong."""

    def __init__(self, kind):
        self.kind, self.count, self.full, self.wrong = kind, 0, 0, []
        self.kept = 0
        self.idle = None
        self.chance = random.Random(kind)

    def look_idle(self, folder):
        """The state when no command was called."""
        goes_on(folder, "run")
        self.idle = signature(folder)

    def chosen(self, sizes):
        return [size for size in sizes if SHARE == 1 or self.chance.randrange(SHARE) == 0] or [self.chance.choice(sizes)]

    def judge(self, folder, command, where, wanted, outcome):
        code, said = outcome
        self.count += 1
        self.full += code == LATER
        try:
            assert code in (LATER, wanted), f"{code}, not {LATER} or {wanted}: {said}"
            assert code != LATER or said.strip() or command == "run", "75 without a word"
            goes_on(folder, command)
            if code == LATER and command not in GO_ON:
                done = signature(folder) != self.idle
                told = TOLD.search(said) is not None
                self.kept += done
                assert not done or told, f"75, and yet it was done, which isn't told: {said}"
                assert not told or done or command not in SEEN, f"it is told that it was done, and it wasn't: {said}"
        except AssertionError as fault:
            self.wrong.append(f"{command}, {where}: {str(fault)[:400]}")

    def end(self):
        print(f"{self.kind}: {self.count} commands, {self.full} of them met a full disk, {self.kept} were done all the same")
        assert not self.wrong, "\n".join([f"{len(self.wrong)} wrong:", *self.wrong])
        assert self.full > self.count // 10, "the disk was never full"


def fresh(folder):
    """As it was; at the place where it was made, or it would be another copy."""
    for name in os.listdir(folder):
        path = f"{folder}/{name}"
        shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)
    shutil.copytree(f"{folder}.kept", folder, symlinks=True, dirs_exist_ok=True)


def keep(folder):
    lay(folder)
    shutil.copytree(folder, f"{folder}.kept", symlinks=True)


def codes_with_room(folder):
    wanted = {}
    for command in commands():
        fresh(folder)
        wanted[command], said = call(words_of(command, folder))
        assert wanted[command] in (0, 1, 64, 66) or command == "check", (command, wanted[command], said)
    return wanted


@case
def every_command_is_tried():
    known = set(commands())
    assert known >= set(WORDS), set(WORDS) - known
    plain = known - set(WORDS)
    assert plain == {"doctor", "games", "verify", "run", "deliver", "send", "check", "variants", "cards", "help"}, plain


@case
def a_file_that_can_not_grow_is_not_damage():
    folder = f"{FOLDER}/limited"
    os.mkdir(folder)
    keep(folder)
    points = Points("limited")
    points.look_idle(folder)
    for command, wanted in codes_with_room(folder).items():
        for limit in points.chosen(LIMITS):
            fresh(folder)
            points.judge(folder, command, f"files of {limit} bytes at most", wanted, call(words_of(command, folder), limit))
    points.end()


def fill(folder, left_kb):
    """All but so much of the disk."""
    space = os.statvfs(folder)
    more = space.f_bavail * space.f_frsize - left_kb * 1024
    if more > 0:
        with open(f"{folder}/fill", "wb") as file:
            file.write(bytes(more))


def on_disk(folder):
    keep(folder)
    points = Points("disk")
    points.look_idle(folder)
    for command, wanted in codes_with_room(folder).items():
        for left in points.chosen(LEFT_KB):
            fresh(folder)
            fill(folder, left)
            outcome = call(words_of(command, folder))
            os.unlink(f"{folder}/fill")
            points.judge(folder, command, f"{left} KB left", wanted, outcome)
    points.end()


@case
def a_disk_without_room_is_not_damage():
    folder = f"{FOLDER}/disk"
    os.mkdir(folder)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_KB}k", "tmpfs", folder]
    done = subprocess.run(mount, capture_output=True, check=False)
    if done.returncode != 0:
        print(f"no disk can be mounted here ({done.stderr.decode().strip()}): files that can't grow have to do")
        return
    try:
        on_disk(folder)
    finally:
        subprocess.run(["umount", "-l", folder], check=False)


run_cases(sys.argv[2:], slow=600)
