# SPDX-License-Identifier: MIT
"""usage: samples.py FOLDER SCRIPT GAME: plays a sample game by mail, from the script of its letters, and writes its
public file to GAME. The program must be tests/e2e/dealt: with its secret given and a clock of the script's own the same
letters lead to the same bytes, as long as wording and definitions are the same.

A script (tests/e2e/samples/*.letters) has a head, a line each, and then the letters in the order of their coming:

    variant knightmare          what is played
    option deck=common          any of its options
    secret 64 HEX DIGITS        what lots and shuffles follow from
    begins 2026-10-05 18:00     when the game is made, UTC
    seat white Anna             who plays
    white: MOVE e2-e4           a letter; a line that is indented goes on with it
        SAY Good luck!
    white after 50: MOVE d2-d4  so many hours after the letter before, instead of about a day"""
import datetime
import email.utils
import hashlib
import os
import re
import shutil
import sys

from table import Game, Player, Table

HOURS = (5, 19, 26, 9, 33, 14, 22, 7, 41)
ASKING = ("welcome", "your-turn", "window", "demand", "gather")
LETTER = re.compile(r"(\w+)(?: after (\d+))?: (.*)")


class Script:
    def __init__(self, path):
        self.head, self.options, self.seats, self.letters = {}, [], {}, []
        with open(path, encoding="utf-8") as file:
            lines = [line.rstrip() for line in file if line.strip() and not line.startswith("#")]
        for line in lines:
            letter = LETTER.fullmatch(line)
            key, _, value = line.partition(" ")
            if line[0].isspace():
                self.letters[-1][2].append(line.strip())
            elif letter:
                self.letters.append((letter[1], letter[2], [letter[3]]))
            elif key == "seat":
                seat, _, name = value.partition(" ")
                self.seats[seat] = name
            elif key == "option":
                self.options += ["--option", value]
            else:
                self.head[key] = value
        began = datetime.datetime.strptime(self.head["begins"], "%Y-%m-%d %H:%M")
        self.begins = int(began.replace(tzinfo=datetime.timezone.utc).timestamp())


class Writer(Player):
    """A player whose letters are the same each time."""

    def __init__(self, game, seat, name):
        super().__init__(game, seat, name)
        self.address = f"{seat}@example.net"

    @property
    def asked(self):
        return ([each for each in self.letters if each.kind in ASKING] or self.letters)[-1]

    def write(self, text, now):
        heads = {"Date": email.utils.formatdate(now)}
        self.reply(text, to=self.asked, when=now, heads=heads)


class Sample(Game):
    def __init__(self, site, name, people):
        super().__init__(site, name, {})
        self.players = {seat: Writer(self, seat, person) for seat, person in people.items()}


def at(when):
    os.environ["PBEM_TIME"] = str(when)
    return when


def play(folder, script, name):
    """Plays it; the path of its public file."""
    os.environ["DEALT_SECRET"] = script.head.get("secret") or hashlib.sha256(name.encode()).hexdigest()
    now = at(script.begins)
    site = Table(folder, "outage-hours = 87600")
    game = site.games[name] = Sample(site, name, script.seats)
    people = [f"{seat}={each.name} <{each.address}>" for seat, each in game.players.items()]
    site.must("new", script.head["variant"], *script.options, *people, "--id", name)
    site.collect()
    for number, (seat, hours, lines) in enumerate(script.letters):
        now = at(now + 60 * (60 * int(hours) if hours else 60 * HOURS[number % len(HOURS)] + 17 * number % 60))
        player = game.players[seat]
        player.read()
        player.write("\n".join(lines), now)
        site.run()
        came = player.read()
        taken = [each for each in came if each.kind in ("accepted", "game-over")]
        if not taken:
            said = "\n".join(each.kind + ":\n" + each.text for each in came)
            raise SystemExit(f"letter {number + 1}, {seat}: {'; '.join(lines)}\n{said}\n{site.log}")
    return f"{folder}/games/{name}/game.txt"


def main():
    folder, path, target = sys.argv[1:]
    name = os.path.basename(path).removesuffix(".letters")
    made = play(f"{folder}/{name}", Script(path), name)
    shutil.copyfile(made, target)


if __name__ == "__main__":
    main()
