# SPDX-License-Identifier: MIT
"""usage: cards.py FOLDER: a short game with cards by mail, and a look at what it leaves."""
import hashlib
import os
import re
import stat
import sys

from table import Game, Table

table = Table(f"{sys.argv[1]}/site", "plus-address = yes")


def expect(what, true):
    if not true:
        raise AssertionError(what)


def hand(letter):
    """The cards a letter shows as its reader's own."""
    return re.findall(r"^\* (.*), \d+ points", letter.text, re.MULTILINE)


people = ("white=anna <anna.g1@example.net>", "black=bob <bob.g1@example.net>")
said = table.must("new", "knightmare", *people)
game = table.games["g1"] = Game(table, "g1")
table.collect()
anna, bob = game.anna, game.bob
folder = f"{table.folder}/games/g1"
expect("each has five cards", len(hand(anna.newest)) == len(hand(bob.newest)) == 5)
commit = re.search(r"^commit sha256:(\w+)$", game.file, re.MULTILINE).group(1)
expect("the welcome has the commitment", all(commit in each.newest.text for each in (anna, bob)))
for name in "sealed", "snapshot", "seats":
    expect(f"{name} is nobody else's", stat.S_IMODE(os.stat(f"{folder}/{name}").st_mode) == 0o600)
cards = set(hand(anna.newest) + hand(bob.newest))
expect("the record names no card", not any(card in game.file for card in cards))

anna.reply("TRY\nMOVE e2-e4")
anna.reply("MOVE e2-e4")
table.run()
expect("Bob is asked whether he answers", bob.newest.kind == "window")
window = bob.newest
bob.reply(f"HAND\nPLAYS\nCARD {hand(window)[0]}")
table.run()
expect("Bob's questions are answered",
       {"hand", "plays", "card"} <= {each.kind for each in bob.letters})
bob.reply("PASS", to=window)
table.run()
turns = [letter for letter in bob.letters if letter.kind == "your-turn"]
expect("Bob's turn follows", len(turns) == 1)
bob.reply("MOVE e7-e5", to=turns[0])
table.run()
expect("now Anna is asked", "window" in [letter.kind for letter in anna.letters])
anna.reply("PASS", to=[letter for letter in anna.letters if letter.kind == "window"][0])
table.run()
anna.reply("RESIGN", to=[letter for letter in anna.letters if letter.kind == "your-turn"][-1])
table.run()
for each in anna, bob:
    expect(f"the game is over for {each.name}", "game-over" in [letter.kind for letter in each.letters])
for letter in anna.letters + bob.letters:
    expect(f"{letter.kind}: a line wider than 72 columns",
           all(len(line) <= 72 for line in letter.text.split("\n")))
record, published = re.split(r"^(?=entry \d+ \S+ end$)", game.file, flags=re.MULTILINE)
expect("before its end the record names no card", not any(card in record for card in cards))
expect("its end names them all", all(card in published for card in cards))
secret = re.search(r"^  secret (\w{64})$", published, re.MULTILINE).group(1)
expect("the secret is what the welcome committed to",
       hashlib.sha256(secret.encode()).hexdigest() == commit)
head = re.findall(r"^end (\d+) ", game.file, re.MULTILINE)[-1]
expect("it is the last entry", published.startswith(f"entry {head} "))
table.must("verify", "g1")
board = table.must("show", "g1")
expect("a moderator sees what lies on the table", "Black holds 5 cards" in board)
os.unlink(f"{folder}/sealed")
table.must("verify", "g1")
expect("the public file alone shows the same", table.must("show", "g1") == board)
os.unlink(f"{folder}/snapshot")
expect("without a snapshot, too", table.must("show", "g1") == board)
with open(f"{folder}/game.txt", encoding="utf-8") as file:
    forged = file.read().replace(secret, secret[::-1])
with open(f"{table.folder}/forged.txt", "w", encoding="utf-8") as file:
    file.write(forged)
table.pbem("verify", f"{table.folder}/forged.txt")
expect("another secret is found out", "the header commits to" in table.out + table.err)
print("a game with cards is played by mail")
