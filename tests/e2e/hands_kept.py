# SPDX-License-Identifier: MIT
"""usage: hands_kept.py FOLDER: the same game with cards at two sites, which dealt different hands."""
import os
import re
import shutil
import stat
import subprocess
import sys

from table import PBEM, Checks, Game, Table

# Letters, a run each. None is accepted that plays a card: so no card is ever shown.
SESSION = [
    ("anna", "TRY\nMOVE e2-e4\nDISCARD Bog"),
    ("anna", "PLAY Fireball d4"),
    ("anna", "MOVE e2-e4\nPLAY Man-Trap h7"),
    ("bob", "PLAY Fog of War"),
    ("anna", "MOVE e2-e4\nSAY Good luck, and no Vulture!"),
    ("bob", "HAND\nPLAYS\nSTATUS\nBOARD\nHISTORY\nCARD Legacy"),
    ("bob", "PLAY Bog"),
    ("bob", "PLAY Plots Within Plots\nPLAY Revenge e4\nPLAY Riposte"),
    ("bob", "ANSWER e4"),
    ("anna", "PLAY Chaos"),
    ("bob", "PASS"),
    ("bob", "PLAYS e7-e5\nHISTORY"),
    ("bob", "PLAY Disintegration z9\nMOVE e7-e5"),
    ("bob", "MOVE e7-e5\nIF FOGGED MOVE d7-d6"),
    ("anna", "TRY\nMOVE g1-f3\nIF black MOVE a7-a6 THEN MOVE f1-b5"),
    ("anna", "MOVE g1-f3\nIF black MOVE a7-a6 THEN MOVE f1-b5\nIF black MOVE a6-b5 THEN MOVE f3-e5"),
    ("bob", "IF white MOVE f1-b5 THEN MOVE b8-c6"),
    ("bob", "MOVE a7-a6"),
    ("bob", "MOVE b8-c6\nDRAW"),
]
# A run may be killed here first; each with a umask of its own.
KILLED = {1: (2, 0o000), 4: (4, 0o022), 8: (5, 0o007), 12: (3, 0o077), 13: (6, 0o000), 15: (7, 0o002)}

LIST = subprocess.run([PBEM, "cards"], capture_output=True, text=True, check=True).stdout
NAMES = [line[4:25].strip() for line in LIST.splitlines()]
check = Checks()
assert len(NAMES) == 80


def names_in(text):
    return {name for name in NAMES if re.search(rf"\b{re.escape(name)}(?!\w)", text)}


def masked(text, site):
    """Removes what differs for other reasons than the cards."""
    text = text.replace(site, "SITE")
    text = re.sub(r"\b[0-9a-f]{16,64}\b", "DIGEST", text)
    text = re.sub(r"maildir:\d+", "maildir:", text)
    text = re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?Z?", "TIME", text)
    text = re.sub(r"(draw pile:|\n  pile \w+|MB are free|clock  ).*", r"\1", text)
    text = re.sub(r"\d+ (MB are free)", r"\1", text)
    return re.sub(r"\b\d+(\.\d+)? (ms|s|seconds?|bytes)\b", "SOME", text)


def check_modes(table, when):
    for folder, folders, files in os.walk(table.folder):
        for name in folders + files:
            path = os.path.join(folder, name)
            inside = os.path.relpath(path, table.folder)
            mode = stat.S_IMODE(os.lstat(path).st_mode)
            if inside.startswith("mail/in"):  # the test's own
                continue
            public = re.fullmatch(r"games(/[^/]+(/game\.txt)?)?", inside)
            wanted = (0o711 if os.path.isdir(path) else 0o644) if public else 0o700
            check(f"{when}: {inside} has mode {mode:o}", mode & ~wanted == 0)
    for game in table.games.values():
        check(f"{when}: the record names no card but what was said",
              names_in(game.file) <= {"Vulture"})


class Site:
    def __init__(self, folder):
        os.umask(0)
        self.table = Table(folder, "plus-address = yes")
        self.printed = []
        self.sent = []
        people = [f"{seat}={name.title()} <{name}.g1@example.net>"
                  for seat, name in (("white", "anna"), ("black", "bob"))]
        self.table.games["g1"] = Game(self.table, "g1")
        self.print(*["new", "knightmare", *people, "--id", "g1"])
        self.collect()

    def print(self, *words):
        self.table.pbem(*words)
        text = f"{words}: {self.table.code}\n{self.table.out}{self.table.err}"
        self.printed.append(masked(text, self.table.folder))

    def collect(self):
        self.table.collect()
        letters = []
        for player in self.table.games["g1"].players.values():
            letters += [(player.name, letter.kind, letter.subject, letter.mail.keys(),
                         re.sub(r"[0-9a-z]{16,}", "-", letter.id)) for letter in player.read()]
        self.sent.append(letters)

    def play(self):
        players = self.table.games["g1"].players.values()
        for number, (name, text) in enumerate(SESSION):
            player = [each for each in players if each.name == name][0]
            asked = [letter for letter in player.letters if letter.kind in ("window", "your-turn")]
            player.reply(text, to=(asked or player.letters)[-1], quote=None)
            if number in KILLED:
                os.environ["PBEM_STOP_AFTER"], umask = str(KILLED[number][0]), KILLED[number][1]
                os.umask(umask)
                self.table.pbem("run")
                del os.environ["PBEM_STOP_AFTER"]
                check_modes(self.table, f"killed in run {number}, umask {umask:o}")
            self.print("run", "--verbose")
            self.collect()
        for words in ["status"], ["show", "g1"], ["verify", "g1"], ["doctor"], ["show", "g1", "--ply", "2"]:
            self.print(*words)
        check_modes(self.table, "in the end")
        self.look_from_outside()

    def look_from_outside(self):
        """The view of somebody who may read the record alone."""
        folder = f"{self.table.folder}.public"
        os.mkdir(folder)
        shutil.copy(f"{self.table.folder}/games/g1/game.txt", folder)
        self.printed.append(masked(self.table.games["g1"].file, self.table.folder))
        for word in "show", "verify":
            self.print(word, f"{folder}/game.txt")

    def check_letters(self):
        """Five cards are described in a letter, its reader's own, or none."""
        for player in self.table.games["g1"].players.values():
            for letter in player.letters:
                cards = re.findall(r"^\* (.*), \d+ points", letter.text, re.MULTILINE)
                if letter.kind != "card":
                    check(f"{player.name}'s {letter.kind} shows five cards or none: {cards}",
                          len(cards) in (0, 5))

sites = [Site(f"{sys.argv[1]}/{name}") for name in ("one", "two")]
for site in sites:
    site.play()
    site.check_letters()
one, two = sites
for name in "sealed", "snapshot", "seats":
    path = f"{one.table.folder}/games/g1/{name}"
    for mode in 0o640, 0o604:
        os.chmod(path, mode)
        check(f"doctor minds {name} with mode {mode:o}", f"chmod 600 {path}" in one.table.pbem("doctor"))
    one.table.games["g1"].bob.reply("STATUS")
    one.table.pbem("run")
    check(f"a game whose {name} others can read is set aside: {one.table.code}", one.table.code == 65)
    os.chmod(path, 0o600)
one.table.must("run")
hands = [[re.findall(r"^\* (.*), \d+ points", letter.text, re.MULTILINE)
          for letter in site.table.games["g1"].bob.letters] for site in sites]
check("other cards were dealt at the other site", hands[0] != hands[1])
for first, second in zip(one.printed, two.printed):
    check(f"both sites print the same:\n{first}\n---\n{second}", first == second)
    check(f"no card is named in {first}", names_in(first) <= {"Vulture"})
for run, (first, second) in enumerate(zip(one.sent, two.sent)):
    check(f"the same letters leave in the same order in run {run}:\n{first}\n{second}", first == second)
check.end()
