# SPDX-License-Identifier: MIT
"""usage: stopped.py FOLDER STOPPED: a site of 25 November 2026 with a file of each kind in its first format, whose run was
killed when its batch was committed: it goes on. The files are never changed."""
import os
import re
import sys

folder, source = sys.argv[1:]
NOW = 1795644600
os.environ["PBEM_TIME"] = str(NOW)
os.environ["PBEM_MACHINE_ID"] = f"{source}/machine"

from players import read
from table import TOKEN, Game, Letter, OldTable, Player, has

table = OldTable(f"{folder}/site", f"{source}/site")
for box in ("in", "out"):
    for part in ("cur", "new", "tmp"):
        os.makedirs(f"{table.folder}/mail/{box}/{part}", mode=0o700, exist_ok=True)
FIRST = {"journal": "pbem-journal 1", "sitting": "pbem-sitting 1", "host": "pbem-host 1", "offers/o1": "pbem-offer 1",
         "moved/g3": "pbem-moved 1", "games/g1/watchers": "pbem-watchers 1", "games/g1/seats": "pbem-seats 1",
         "games/g1/game.txt": "pbem-game 2", "games/g2/sealed": "pbem-sealed 2"}
for name, line in FIRST.items():
    assert read(f"{table.folder}/{name}").startswith(line.encode()), name
game = table.games["g1"] = Game(table, "g1")
table.count = 1000  # its letters are none of those it knows
zoe, yan = (Player(game, None, name) for name in ("zoe", "yan"))
for player in (zoe, yan):
    player.address = f"{player.name}@example.com"


def letter(name):
    with open(f"{source}/letters/{name}.eml", "rb") as file:
        return Letter(file.read())


# What stands in each is read as it was.
has(table.must("repair"), "Nothing is damaged.")
shown = table.must("status")
has(shown, "o1", "/srv/chess-b")
assert "Bob" not in game.file or "played black" not in game.file

# The journal is made true, the sitting ended, and what was given in advance played.
table.run()
assert os.path.getsize(f"{table.folder}/journal") == 0 and not os.path.exists(f"{table.folder}/sitting")
has(game.file, "played black e7e5", "played white g1f3")
told = {each.to: each for each in table.elsewhere}
has(told["zoe@example.com"].text, "g1f3")
has(game.bob.newest.text, "Nf3 im Voraus angegeben")
assert os.listdir(f"{table.folder}/mail/in/new") == []
table.must("verify")

# Its letters are answered with the keys they have.
game.bob.reply("MOVE b8-c6", when=NOW)
zoe.reply("STATUS", to=letter("zoe"), when=NOW)
table.put(yan.compose("LEAVE", to=letter("yan")), NOW)
table.run()
has(game.file, "played black b8c6", "played white f1b5")
kinds = {each.to: each.kind for each in table.elsewhere[len(told):]}
assert set(kinds) == {"zoe@example.com", "yan@example.com"}, kinds
assert "yan@example.com" not in read(f"{table.folder}/offers/o1").decode()
has(table.must("repair"), "Nothing is damaged.")
print("a site with a file of each kind goes on where it was stopped")
