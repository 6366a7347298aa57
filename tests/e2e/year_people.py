# SPDX-License-Identifier: MIT
"""Who takes part in the simulated year, and the letters they get and write."""
import functools
import hashlib
import quopri
import re

import players
from year_record import DAY, HOUR, Record

START = 1795413600  # 2026-11-23 06:00 UTC, a Monday
STEP = 6 * HOUR
TOKEN = re.compile(rb"\b[a-zA-Z2-7]{42}\b")
PICTURED = re.compile(rb"^[A-Za-z0-9+/]{43,}={0,2}\r?$", re.MULTILINE)
MOVE = re.compile(r"\b(?:\d+:)?(?:[A-Z]@[a-h]\d|[a-t]\d+[a-t]\d+(?:=?[A-Z])?|O-O(?:-O)?)(?![\w-])")

COLOURS = {
    "chess": ("white", "black"), "chess960": ("white", "black"), "knightmare": ("white", "black"),
    "three-player": ("white", "red", "black"), "four-player": ("white", "black", "red", "brown"),
    "four-player-team": ("white", "black", "red", "brown"), "kingdom": ("white", "red", "black", "blue"),
    "fourteen": ("red", "blue", "yellow", "green"), "ring": ("a", "b", "c", "d"),
}
KINDS = [("chess", {}), ("knightmare", {}), ("three-player", {}), ("ring", {}), ("fourteen", {}), ("chess960", {}),
         ("three-player", {"cards": "on"}), ("four-player", {}), ("four-player-team", {}), ("kingdom", {}),
         ("four-player", {"cards": "on"})]
NAMES = "Anna Bob Carl Dora Emil Fritz Gina Hugo Ida Jonas Kurt Lena Mona Nina Otto Paula".split()
# The hours after which a player writes, and how likely the player is to do something improper.
HABITS = {"prompt": (1, 20), "steady": (12, 60), "slow": (30, 140), "silent": (5, 40)}
# Letters that go to no seat, by what they are about.
ABOUT = {"watcher": "watching", "watcher-asked": "watching", "watcher-told": "watching", "unwatched": "watching",
         "join": "signup", "joined": "signup", "rematch": "signup", "unjoined": "signup", "command": "command"}
# The parts of German letters that the models look for.
GERMAN = [(re.compile(german.replace(" ", r"\s+")), english) for german, english in (
    ("Deine möglichen Züge", "Your legal moves"), ("Dein bedingter Zug ", "Your conditional move "),
    ("Deine bedingten Züge ", "Your conditional moves "),
    ("ist inzwischen zurückgenommen worden", "has since been taken back"), ("Das war der letzte Brief", "This was the last letter"),
    ("Der Spielleiter lässt dich", "The moderator lets you"))]


class Letter:
    """One of pbem's, read no further than the script must. Its Message-ID is KEY.ABOUT.KIND.CAUSE, and without a
    key pbem.ABOUT.KIND.CAUSE.SIGN."""

    def __init__(self, raw):
        self.raw = raw
        head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
        self.heads = dict(re.findall(r"^([\w-]+): (.*(?:\n[ \t].*)*)", head.decode(), re.MULTILINE))
        self.body = body
        self.id = self.heads["Message-ID"].strip().strip("<>")
        parts = self.id.split("@")[0].split(".")
        if parts[0] == "pbem" and len(parts) > 4:
            parts.pop()
        self.token, *about, self.kind, self.cause = parts if len(parts) > 3 else ["", "", "", ""]
        self.game, self.seat = (about + ["", ""])[:2]
        self.about = ABOUT.get(self.kind, "seat")
        if len(self.token) != 42:
            self.token = ""
            if self.about == "seat":
                self.game, self.seat, self.kind, self.cause, self.about = "", "", "report", self.id, "report"
        self.to = self.heads.get("Delivered-To", self.heads["To"]).strip()

    @functools.cached_property
    def text(self):
        """In English, as far as the models read it."""
        text = self.read()
        self.german = "=== Bitte schreib" in text
        for pattern, english in GERMAN if self.german else ():
            text = pattern.sub(english, text)
        return text

    def read(self):
        """Parsed completely only if it has parts, because that takes a millisecond."""
        how = self.heads.get("Content-Transfer-Encoding")
        if how in ("7bit", "8bit"):
            return self.body.decode()
        if how == "quoted-printable":
            return quopri.decodestring(self.body).decode()
        return players.Letter(self.raw).text

    @property
    def words(self):
        """All of it less pictures, in which chance writes anything."""
        return PICTURED.sub(b"", self.raw)

    @property
    def moves(self):
        """The legal moves it lists."""
        return MOVE.findall(self.text.partition("Your legal moves")[2].partition("\n\n")[0])


class Sent:
    """A letter somebody wrote: what it is, and what came of it. `judge`, called with it when its run is over, says
    what should have."""

    def __init__(self, raw, what, seat, when, judge=None):
        self.raw, self.digest = raw, hashlib.sha256(raw).hexdigest()
        self.what, self.seat, self.when, self.judge = what, seat, when, judge
        self.answers, self.effects, self.lines = [], 0, ()
        self.letters, self.asked = [], None


class Seat:
    def __init__(self, game, colour, name, habit, address=None):
        self.game, self.colour, self.name, self.habit = game, colour, name, habit
        self.generation, self.asking, self.old, self.refused = 0, None, None, 0
        self.silent_from = START + DAY * (10 + game.world.days // 6) if habit == "silent" else None
        self.left = False
        self.moves = []  # that its last letter listed
        if address is None:
            self.change_address()
        else:
            self.address = address

    def change_address(self):
        self.generation += 1
        self.address = f"{self.name.lower()}{self.generation}.{self.colour}.{self.game.id}@example.net"


class Game:
    def __init__(self, world, variant, options):
        self.world, self.id, self.variant, self.options = world, None, variant, options
        self.seats, self.record, self.judge, self.ahead = {}, None, None, None
        self.over, self.paused, self.again = False, False, False

    @property
    def cards(self):
        return "cards" in self.options or self.variant == "knightmare"

    def seat(self, people):
        """People: a name and an address, or None, of each colour."""
        habits = self.world.rng.choices(list(HABITS), (5, 5, 2, 1), k=len(people))
        self.seats = {colour: Seat(self, colour, name, habit, address)
                      for (colour, (name, address)), habit in zip(people.items(), habits)}

    def begin(self):
        """By a command."""
        rng = self.world.rng
        self.id = f"game{self.world.begun + 1}"
        self.seat({colour: (rng.choice(NAMES), None) for colour in COLOURS[self.variant]})
        words = [word for key, value in self.options.items() for word in ("--option", f"{key}={value}")]
        words += [f"{seat.colour}={seat.name} <{seat.address}>" for seat in self.seats.values()]
        self.id = re.search(r"Game (\S+):", self.world.pbem("new", self.variant, *words).stdout)[1]
        self.open()

    def open(self):
        self.record = Record(f"{self.world.folder}/games/{self.id}/game.txt")
        self.world.games[self.id] = self
