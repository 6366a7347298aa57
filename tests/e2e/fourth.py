# SPDX-License-Identifier: MIT
"""usage: fourth.py SITE: plays a game of the kind that only tests/e2e/fourth.c knows: no knight ever moves, and
one may pass."""
import calendar
import os
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
has(only(anna.read(), "try").text, "We would accept them")
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

# A turn that isn't there in time is passed, where that is legal; not out of check.
DAY = 24 * 3600
MONDAY = calendar.timegm((2026, 11, 23, 12, 0, 0))


def run(now):
    os.environ["PBEM_TIME"] = str(now)
    table.run()


os.environ["PBEM_TIME"] = str(MONDAY)
table.set("outage-hours = 87600")
skipped = table.game(days=2, miss="skip", remind="50")
anna, bob = skipped.anna, skipped.bob
run(MONDAY + DAY + 60)
only(anna.read(), "reminder")
run(MONDAY + 2 * DAY + 60)
check("the turn is passed", "  missed white 2026-11-25T12:00:00Z\n  order white PASS\n  pass white\n" in skipped.file)
has(only(bob.read(), "your-turn").text, "Please send your move by 27 Nov 2026, 12:01 UTC.")
late = anna.letters[0]
anna.read()
anna.reply("MOVE e2-e4", to=late, when=MONDAY + 2 * DAY + 120)
run(MONDAY + 2 * DAY + 180)
check("the passed turn can't be made any more", anna.read()[-1].kind in ("dead-token", "refused"))
for player, move in ((bob, "MOVE e7-e5"), (anna, "MOVE f2-f4"), (bob, "MOVE d8-h4")):
    player.reply(move, to=[each for each in player.letters if each.kind == "your-turn"][-1],
                 when=MONDAY + 2 * DAY + 300)
    run(MONDAY + 2 * DAY + 360)
asked_at = MONDAY + 2 * DAY + 300
anna.read(), bob.read()
table.to_moderator = []
run(asked_at + 2 * DAY + 3600)
check("who is in check isn't passed over", skipped.file.count("  pass white\n") == 1 and
      "  missed white 2026-11-27T12:05:00Z\n" in skipped.file)
has(only([each for each in anna.read() if each.kind != "reminder"], "turn-missed").text, "The moderator knows about it")
check("the other hears of nothing", bob.read() == [])
check("the moderator decides", "please decide" in " ".join("".join(each.text for each in table.to_moderator).split()))
anna.reply("MOVE g2-g3", when=asked_at + 3 * DAY)
run(asked_at + 3 * DAY + 60)
only(bob.read(), "your-turn")
table.must("verify")
check.end()
