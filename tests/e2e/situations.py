# SPDX-License-Identifier: MIT
"""usage: situations.py FOLDER GOLDEN LANGUAGE: plays the scenes of situations.sh, a function each, and compares the
letters they lead to with those in GOLDEN. In another language than "en" all write its words."""
import difflib
import os
import re
import sys

from table import ADDRESS, MODERATOR, Player, Table

HOUR, DAY = 3600, 86400
NOW = 1795435200  # 23 Nov 2026, 12:00 UTC, a Monday
folder, golden, language = sys.argv[1:4]
letters = []
faults = 0

# The words of orders in other languages, and what follows them.
WORDS = {"de": {
    "MOVE": "ZUG", "UNDO": "ZURUECK", "NO": "NEIN", "JOIN": "MITSPIELEN", "REMATCH": "REVANCHE", "GAMES": "LISTE",
    "ADDRESS": "ADRESSE", "RESIGN": "AUFGEBEN", "PLAY": "SPIELE", "PASS": "PASSE", "ZONE": "ZEITZONE",
    "SHORT ON": "KURZ AN", "SHORT OFF": "KURZ AUS", "HTML ON": "BILDER AN", "HTML OFF": "BILDER AUS",
    "TEXTLINKS ON": "TEXTLINKS AN", "TEXTLINKS OFF": "TEXTLINKS AUS",
    "CALENDAR ON": "KALENDER AN", "CALENDAR OFF": "KALENDER AUS", "SAY": "SAG", "BOARD": "BRETT", "DRAW": "REMIS",
    "QUIT": "BEENDEN",
    "VACATION": "URLAUB", "LEAVE": "VERLASSEN", "VIEW OWN": "ANSICHT EIGENE", "LANGUAGE": "SPRACHE"}}


def spoken(text):
    words = WORDS.get(language, {})
    pattern = "|".join(rf"\b{each}\b" for each in sorted(words, key=len, reverse=True))
    return re.sub(pattern, lambda found: words[found.group(0)], text) if words else text


def kind_of(letter):
    """The template it is made of, which letters without a key tell in another way."""
    if letter.kind != "damaged":
        return letter.kind
    known = {name[:-4] for name in os.listdir(f"{os.path.dirname(__file__)}/../../templates") if name.endswith(".txt")}
    return [part for part in letter.id.split("@")[0].split(".") if part in known][-1]


def masked(letter):
    """It, without what differs from run to run, as a reader has it."""
    head = [f"{name}: {letter.mail[name]}" for name in ("From", "To", "Subject") if letter.mail[name]]
    text = "\n".join(head) + f"\nKind: {kind_of(letter)}\n\n" + letter.text
    for pattern, mask in ((r"\b[a-z2-7]{42}\b", "TOKEN"), (r"\b[0-9a-f]{64}\b", "0" * 64),
                          (re.escape(folder) + r"\S*?/site", "/site")):
        text = re.sub(pattern, mask, text)
    return text


class Somebody(Player):
    """Somebody with an address and a mail program, and no seat yet."""

    def __init__(self, scene, name):
        super().__init__(scene, None, name)
        self.address = f"{name}@example.com"


class Scene:
    """A site with a time of its own. Letters sent while it records are kept, except those of these kinds."""

    COMMON = ("welcome", "accepted", "your-turn")
    count = 0

    def __init__(self, name, *settings):
        Scene.count += 1
        self.name, self.id, self.players, self.number = name, "scene", {}, 0
        self.now = NOW
        self.at(NOW)
        self.table = Table(f"{folder}/{Scene.count}/site", "outage-hours = 87600", *settings,
                           *([f"language = {language}"] if language != "en" else []))
        self.table.games["scene"] = self

    def at(self, when):
        self.now = when
        os.environ["PBEM_TIME"] = str(when)

    def person(self, name):
        return self.players.setdefault(name, Somebody(self, name))

    def game(self, **how):
        del self.table.games["scene"]  # which is none, and has no number
        game = self.table.game(unread=True, **how)
        self.table.games["scene"] = self
        return game

    def write(self, player, text, to=None, **how):
        """A reply; what comes of it."""
        player.reply(spoken(text), to=to, when=self.now, **how)
        self.run()

    def begin(self, name, text):
        """A letter of somebody's own, no reply."""
        person = self.person(name)
        head = {"From": f"{name.title()} <{person.address}>", "To": ADDRESS, "Subject": "pbem",
                "Message-ID": self.table.message_id(), "Content-Type": "text/plain; charset=utf-8"}
        lines = "".join(f"{key}: {value}\n" for key, value in head.items())
        self.table.put((lines + "\n" + spoken(text) + "\n").encode(), self.now)
        self.run()
        return person

    def run(self, when=None):
        if when is not None:
            self.at(when)
        self.table.run()

    def tick(self, last, step):
        """Runs as cron does them."""
        while self.now + step <= last:
            self.run(self.now + step)

    def act(self, *words):
        self.table.must(*words)
        self.table.collect()

    def keep(self, *kinds):
        """Keeps what has come since the last call: letters of those kinds too, and all that aren't common."""
        for game in self.table.games.values():
            for player in game.players.values():
                for letter in player.read():
                    if letter.kind in kinds or letter.kind not in self.COMMON:
                        self.add(letter, player.name)
        for letter in self.table.to_moderator:
            self.add(letter, "moderator")
        for letter in self.table.elsewhere:
            self.add(letter, "elsewhere")
        self.table.to_moderator, self.table.elsewhere = [], []

    def add(self, letter, name):
        self.number += 1
        letters.append((f"{self.name}-{self.number:02}-{name}-{kind_of(letter)}", masked(letter)))

    def drop(self):
        """Nobody need read what has come."""
        for game in self.table.games.values():
            for player in game.players.values():
                player.read()
        self.table.to_moderator, self.table.elsewhere = [], []


# ---- clocks ----

def clock():
    """Reminders, a turn that isn't there, extended, paused and resumed."""
    scene = Scene("clock")
    game = scene.game(days=4, remind="50,75", grace=12, zone="Europe/Berlin")
    scene.keep("welcome")
    scene.tick(NOW + 2 * DAY + HOUR, HOUR)
    scene.keep()
    scene.write(game.anna, "ZONE America/New_York")
    scene.write(game.anna, "STATUS")
    scene.keep()
    scene.tick(NOW + 4 * DAY + 13 * HOUR, HOUR)
    scene.keep()
    scene.act("extend", "g1", "white", "2", "--reason", "Anna is ill.")
    scene.keep()
    scene.write(game.anna, "MOVE e2-e4")
    scene.keep("accepted", "your-turn")
    scene.act("pause", "g1", "--reason", "Holidays.")
    scene.write(game.bob, "STATUS")
    scene.keep()
    scene.act("resume", "g1")
    scene.keep()
    scene.act("remind", "g1", "black")
    scene.keep()
    scene.write(game.bob, "VACATION 3")
    scene.keep()


def lost():
    """A turn that isn't there is passed, in a game where that is legal; else the seat is out."""
    scene = Scene("lost")
    game = scene.game(variant="three-player", days=2, miss="forfeit",
                      people={"white": "anna", "red": "bob", "black": "carl"})
    scene.drop()
    scene.tick(NOW + 2 * DAY + HOUR, HOUR)
    scene.keep("your-turn")
    scene.write(game.bob, "STATUS")
    scene.keep()


def vacation():
    scene = Scene("vacation")
    game = scene.game(days=7, vacation=10)
    scene.drop()
    scene.write(game.anna, "VACATION 3")
    scene.keep("accepted")
    scene.write(game.anna, "VACATION NO")
    scene.keep("accepted")
    scene.write(game.anna, "VACATION 40")
    scene.keep()


# ---- undo ----

def undo():
    scene = Scene("undo")
    game = scene.game()
    for player, move in ((game.anna, "e4"), (game.bob, "e5"), (game.anna, "Bc4")):
        scene.write(player, f"MOVE {move}")
    asked = game.bob.newest
    scene.drop()
    scene.write(game.anna, "UNDO")
    scene.keep("accepted")
    scene.write(game.bob, "STATUS")
    scene.write(game.bob, "UNDO NO")
    scene.keep("accepted")
    scene.write(game.anna, "UNDO")
    scene.drop()
    scene.write(game.bob, "UNDO")
    scene.keep("accepted", "your-turn")
    scene.write(game.bob, "MOVE e5", to=asked)
    scene.write(game.bob, "HISTORY")
    scene.write(game.bob, "UNDO NO")
    scene.keep()


# ---- moves in advance ----

def ahead():
    scene = Scene("ahead")
    game = scene.game()
    scene.drop()
    scene.write(game.anna, "MOVE e2-e4\nIF black MOVE e7-e5 THEN MOVE g1-f3\nIF black MOVE b8-c6 THEN MOVE f1-b5")
    scene.keep("accepted")
    scene.write(game.anna, "STATUS")
    scene.keep()
    scene.write(game.bob, "MOVE e7-e5")
    scene.keep("accepted", "your-turn")
    scene.write(game.bob, "MOVE d7-d6")
    scene.keep("accepted", "your-turn")


# ---- the moderator ----

def mailed():
    """A daily summary, and commands that the moderator sends by mail."""
    scene = Scene("mailed", "mail-commands = yes", "summary-hour = 7")
    game = scene.game(days=2)
    scene.drop()
    scene.write(game.anna, "MOVE e2-e4")
    scene.drop()
    carol = scene.person("carol")
    carol.address = MODERATOR
    scene.begin("carol", "PBEM PAUSE g1 AT 2 REASON Holidays.")
    scene.keep()
    scene.write(carol, "YES" if language == "en" else "JA")
    scene.begin("carol", "PBEM REJECT g9 AT 2")
    scene.begin("carol", "PBEM HELP")
    scene.keep()
    scene.act("resume", "g1")
    scene.drop()
    scene.tick(NOW + 3 * DAY, HOUR)
    scene.keep()


def moderator():
    """The moderator's actions in a game, with reasons."""
    scene = Scene("moderator")
    game = scene.game()
    scene.write(game.anna, "MOVE e4")
    scene.drop()
    scene.act("say", "g1", "The site moves on Sunday; nothing will be lost.")
    scene.keep()
    scene.act("undo", "g1", "1", "--reason", "Anna has mistyped it.")
    scene.keep("your-turn")
    scene.write(game.anna, "MOVE d4")
    scene.drop()
    scene.act("reject", "g1")
    scene.keep("your-turn")
    scene.act("token", "g1", "black", "--reason", "Bob's mail was read by others.")
    scene.keep()
    scene.act("address", "g1", "black", "bob@example.com")
    scene.keep()
    scene.act("replace", "g1", "black", "Carl Cole <carl@example.com>", "--reason", "Bob has asked for it.")
    scene.keep()
    scene.act("rule", "g1", "win", "white", "--reason", "Carl has said so by telephone.")
    scene.keep()
    scene.game()
    scene.drop()
    scene.act("forfeit", "g2", "black")
    scene.keep()
    scene.game()
    scene.drop()
    scene.act("cancel", "g3")
    scene.keep()
    scene.table.pbem("doctor", "--send-test")
    scene.table.collect()
    scene.keep()


# ---- open games ----

def open_game():
    scene = Scene("open")
    scene.act("new", "chess", "--open", "--id", "g1", "--until", "2026-12-10", "--option", "days=7")
    letters.append(("open-00-everybody-notice", scene.table.out))
    anna, bob = (scene.begin(name, "JOIN g1") for name in ("anna", "bob"))
    scene.keep()
    scene.write(anna, "JOIN white AS Anna")
    scene.keep()
    scene.write(bob, "JOIN white")
    scene.keep()
    scene.begin("dora", "JOIN g7")
    scene.begin("dora", "JOIN g1 AS Green")
    scene.keep()
    left = anna.newest
    scene.write(anna, "LEAVE")
    scene.keep()
    scene.write(anna, "JOIN", to=left)
    scene.keep()
    carl = scene.begin("carl", "JOIN g1")
    scene.write(carl, "JOIN white AS Carl")
    scene.drop()
    scene.write(bob, "JOIN")
    scene.keep("welcome")
    scene.write(carl, "REMATCH")
    scene.keep()
    scene.write(carl, "RESIGN")
    scene.keep()
    scene.write(carl, "REMATCH")
    scene.keep()
    scene.write(bob, "REMATCH NO")
    scene.keep()
    scene.act("new", "three-player", "--open", "--id", "g9")
    scene.begin("eve", "JOIN g9")
    scene.write(scene.person("eve"), "JOIN")
    scene.drop()
    scene.act("close", "g9")
    scene.keep()


# ---- watching ----

def watching():
    scene = Scene("watching")
    game = scene.game(watch="yes")
    scene.drop()
    vera = scene.begin("vera", "WATCH g1")
    scene.keep()
    scene.write(vera, "WATCH")
    scene.keep()
    scene.write(game.anna, "MOVE e2-e4")
    scene.write(vera, "GAMES")
    scene.write(vera, "MOVE e7-e5")
    scene.keep()
    scene.write(vera, "UNWATCH")
    scene.keep()
    scene.write(vera, "WATCH g7", token=False)
    scene.keep()


# ---- people ----

def people():
    scene = Scene("people")
    game = scene.game()
    scene.game()
    scene.drop()
    scene.write(game.anna, "GAMES")
    scene.write(game.anna, "SHORT ON\nVIEW OWN")
    scene.write(game.anna, "HTML ON\nHTML OFF")
    scene.write(game.anna, "TEXTLINKS ON\nTEXTLINKS OFF")
    scene.write(game.anna, "NAME Anna Karenina")
    scene.write(game.anna, "LANGUAGE Klingon")
    scene.write(game.anna, "ZONE Middle/Earth")
    scene.keep()
    scene.write(game.anna, "ADDRESS anna@example.com")
    new = [each for each in scene.table.elsewhere if each.to == "anna@example.com"][0]
    old = game.anna.newest
    scene.keep()
    scene.write(game.anna, "YES" if language == "en" else "JA", to=old)
    scene.write(game.anna, "YES" if language == "en" else "JA", to=new, sender="anna@example.com")
    scene.keep()
    scene.write(game.bob, "MOVE e7-e5", token=False)
    scene.keep()


def pieces():
    """A language that has letters of pieces, and no letters of ours."""
    scene = Scene("pieces")
    game = scene.game()
    scene.drop()
    scene.write(game.anna, "LANGUAGE Italiano")
    scene.keep()


def giving_up():
    """QUIT asks; of two, of three, in a ring, and who has nothing left to give up."""
    scene = Scene("giving-up")
    chess = scene.game()
    three = scene.game(variant="three-player", people={"white": "anna", "red": "bob", "black": "carl"})
    ring = scene.game(variant="ring", seats="4", people={"a": "anna", "b": "bob", "c": "carl", "d": "dora"})
    scene.drop()
    for game in (chess, three, ring):
        scene.write(game.bob, "QUIT")
        scene.keep()
    scene.write(chess.bob, "RESIGN")
    scene.drop()
    scene.write(chess.bob, "QUIT")
    scene.keep()


# ---- what comes with letters ----

def beside():
    scene = Scene("beside")
    game = scene.game()
    scene.drop()
    scene.write(game.anna, "CALENDAR ON")
    scene.write(game.anna, "CALENDAR OFF")
    scene.keep()


# ---- games with cards ----

def cards():
    """Decks are gathered; a Panic runs out, and so does the choice that Toll asks for."""
    scene = Scene("cards")
    game = scene.game(variant="knightmare", deck="personal", order="stacked", words="ask", points=200, discards="off")
    anna, bob = game.anna, game.bob
    scene.keep()
    scene.write(anna, "JOIN WORDS seven red plums")
    scene.write(bob, "JOIN")
    scene.keep("accepted")
    scene.write(anna, "DECK Panic, Bog, Frog")
    scene.write(anna, "DECK Panic, Bog, Crab, Truce, Siege, Curse")
    scene.write(anna, "HAND")
    scene.write(bob, "DECK Toll, Chaos, Onslaught, Dubbing, Blessing, Fanatic")
    scene.keep("welcome", "your-turn")
    scene.write(anna, "MOVE e2-e4\nPLAY Panic")
    scene.keep("window")
    scene.tick(NOW + 4 * DAY, HOUR)
    scene.keep("your-turn")
    scene.write(anna, "MOVE e4-e5")
    scene.drop()
    scene.write(bob, "PLAY Toll")
    scene.write(anna, "PASS")
    scene.keep("window", "your-turn")
    scene.tick(scene.now + 5 * DAY, HOUR)
    scene.keep("window", "your-turn")
    scene.write(bob, "STATUS")
    scene.keep()


for each in (clock, lost, vacation, undo, ahead, mailed, moderator, open_game, watching, people, pieces, giving_up,
             beside, cards):
    try:
        each()
    except Exception as fault:  # the others are compared all the same
        faults += 1
        print(f"FAILED: {each.__name__}: {fault!r}")
if os.environ.get("PBEM_GOLDEN") == "write":
    os.makedirs(golden, exist_ok=True)
    for name in os.listdir(golden):
        os.unlink(f"{golden}/{name}")
    for name, text in letters:
        with open(f"{golden}/{name}.txt", "w", encoding="utf-8") as file:
            file.write(text)
stored = {name[:-4] for name in os.listdir(golden)}
for name in sorted(stored - {name for name, text in letters}):
    faults += 1
    print(f"FAILED: there was no letter {name}")
for name, text in letters:
    wanted = ""
    if name in stored:
        with open(f"{golden}/{name}.txt", encoding="utf-8") as file:
            wanted = file.read()
    if text != wanted:
        faults += 1
        print(f"FAILED: {name}")
        sys.stdout.writelines(difflib.unified_diff(wanted.splitlines(True), text.splitlines(True), "golden", "now"))
    body = text.split("\n\n", 1)[-1]
    for what, holds in (("a line wider than 72 columns", any(len(line) > 72 for line in body.split("\n"))),
                        ("two blank lines together", "\n\n\n" in body), ("a blank at a line's end", " \n" in body)):
        if holds:
            faults += 1
            print(f"FAILED: {name} has {what}")
print(f"{len(letters)} letters, {faults} faults")
sys.exit(faults > 0)
