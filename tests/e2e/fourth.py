# SPDX-License-Identifier: MIT
"""usage: fourth.py SITE: plays a game of the kind that only tests/e2e/fourth.c knows: no knight ever moves."""
import subprocess
import sys

from table import PBEM, Checks, Table, has, only

check = Checks()
table = Table(sys.argv[1])
game = table.game(unread=True)
anna, bob = game.anna, game.bob

for player in (anna, bob):
    only(player.read(), "welcome")
anna.reply("MOVE g1-f3")
table.run()
refused = only(anna.read(), "refused").text
has(refused, "in this kind of game no knight ever moves")
anna.reply("TRY\nMOVE e2-e4")
table.run()
has(only(anna.read(), "try").text, "It would be accepted")
anna.reply("MOVE e2-e4\nSAY hello")
table.run()
only(anna.read(), "accepted")
has(only(bob.read(), "your-turn").text, "1. e4", "hello")
bob.reply("BOARD\nSTATUS\nHISTORY\nVIEW own")
table.run()
check("questions and wishes are answered as in any game",
      [letter.kind for letter in bob.read()] == ["board", "status", "history", "wish"])
bob.reply("MOVE e5\nDRAW")
table.run()
only(bob.read(), "accepted")
only(anna.read(), "your-turn")
check("status tells who is asked", "White (Anna) to move since" in table.must("status", game.id))
check("show draws it", "bP" in table.must("show", game.id) and "4P3" in table.must("show", game.id, "--fen"))
table.must("verify", game.id)
anna.reply("DRAW")
table.run()
check("it ends as any game does", [each.read()[-1].kind for each in (anna, bob)] == ["game-over"] * 2)
table.must("verify", game.id)


def asked(*words, text=""):
    return subprocess.run([PBEM, *words], input=text, capture_output=True, text=True, check=True).stdout


check("perft counts it", asked("perft", "chess", "2") == "nodes 400\n")
tried = asked("try", "chess", text="white: MOVE Nf3\nwhite: MOVE e4\nshow legal\nshow status\n").splitlines()
check("the analysis board asks the kind", tried[0].startswith("refused: in this kind of game") and tried[1] == "ok")
check("and shows it as a plain game", tried[2].startswith("black - ") and tried[3].startswith("turn=black "))
check.end()
