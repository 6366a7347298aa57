# SPDX-License-Identifier: MIT
"""usage: clock.py FOLDER: what runs out in games with cards, and what its players read of it."""
import datetime
import os
import re
import shutil
import subprocess
import sys
import time

from table import Game, Table

HOUR = 3600
START = int(time.time()) // 60 * 60 - 20 * 24 * HOUR  # a whole minute
KILLED = -9


def expect(what, true):
    if not true:
        raise AssertionError(what)


def at(seconds):
    """It is that time now."""
    os.environ["PBEM_TIME"] = str(seconds)
    return seconds


def recorded(seconds):
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")


def said(seconds):
    when = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return f"{when.day} {when:%b %Y, %H:%M} UTC"


def flat(letter):
    """The text as one line: paragraphs are wrapped."""
    return " ".join(letter.text.split())


def last(player, kind):
    return [letter for letter in player.letters if letter.kind == kind][-1]


def kinds(player):
    return [letter.kind for letter in player.read()]


def run(table, now):
    at(now)
    return table.run()


def entries(game):
    return re.findall(r"^entry \d+ \S+ clock$", game.file, re.MULTILINE)


def reply(player, now, text, to):
    player.reply(text, to=to, when=now)


people = {"white": "anna", "red": "carl", "black": "bob"}
at(START)
table = Table(f"{sys.argv[1]}/site", "plus-address = yes", "outage-hours = 87600")
game = table.game(variant="three-player", people=people, cards="on")
anna, bob, carl = game.anna, game.bob, game.carl
players = game.players.values()

# A window: everybody but the next seat reads until when.
reply(anna, START + 10, "MOVE d7-d6", last(anna, "welcome"))
run(table, START + 60)
until = START + 60 + 48 * HOUR
following, other = (carl, bob) if "it is your move" in flat(last(carl, "window")) else (bob, carl)
expect("the letter says until when", f"If we don't hear from you by {said(until)}, it stands" in flat(last(other, "window")))
expect("the next to move has his turn's time", "If we don't hear from you" not in flat(last(following, "window")) and
       "send your move" in flat(last(following, "window")))
expect("and all others are told", f"has time until {said(until)}." in flat(last(following, "window")))
reply(other, START + 100, "STATUS", last(other, "window"))
run(table, START + 120)
expect("so does STATUS", f"You have time until {said(until)}." in flat(last(other, "status")))
expect("and pbem status", f"may answer until {recorded(until)} since" in table.must("status"))
for player in players:
    player.read()

# The last second counts, and what comes later doesn't, before the clock has acted and after it.
window = last(other, "window")
saved = f"{sys.argv[1]}/saved"
shutil.copytree(table.folder, saved)
reply(other, until, "PASS", window)
run(table, until + 1)
expect("a letter of the last second is in time", kinds(other) == ["accepted"] and not entries(game))
shutil.rmtree(table.folder)
shutil.copytree(saved, table.folder)
run(table, until)
expect("nothing is over before", not entries(game) and kinds(other) == [])
reply(other, until + 1, "PASS", window)
run(table, until + 2)
expect("a later letter is refused with the time", said(until) in flat(last(other, "refused")))
expect("and the clock acts behind it", len(entries(game)) == 1 and "clock g1: the time of" in table.log)
reply(other, until + 3, "PASS", window)
table.run()
expect("a still later one, too", f"You could answer it until {said(until)}" in flat(last(other, "dead-token")))
expect("who could only have passed hears of nothing else", kinds(other) == ["refused", "dead-token"])
expect("the next may still answer, or move", kinds(following) == [])
reply(following, until + 4, "MOVE e2-e3" if following is carl else "MOVE d2-d3", last(following, "window"))
run(table, until + 65)
expect("his turn is in", "accepted" in kinds(following))
table.must("verify", "g1")

# Killed anywhere, the clock acts once, and another run does nothing. A lost ledger is made again.
reply(following, until + 70, "STATUS", last(following, "accepted"))
run(table, until + 75)
due = until + 65 + 47 * HOUR + 3 * 60
for player in players:
    player.read()
shutil.rmtree(saved)
shutil.copytree(table.folder, saved)
run(table, due + 4 * HOUR)
after = game.file
expect("two more windows are over", len(entries(game)) == 2)
number, kills = 1, 0
while True:
    shutil.rmtree(table.folder)
    shutil.copytree(saved, table.folder)
    code = subprocess.run([os.environ.get("PBEM", "pbem"), "--site", table.folder, "run"], check=False,
                          capture_output=True, env=os.environ | {"PBEM_STOP_AFTER": str(number)}).returncode
    if code != KILLED:
        break
    if number % 2:
        os.unlink(f"{table.folder}/ledger")
        for name in "-wal", "-shm":
            if os.path.exists(f"{table.folder}/ledger{name}"):
                os.unlink(f"{table.folder}/ledger{name}")
    else:
        table.run()
        table.run()
        expect(f"killed after step {number} the game is the same", game.file == after)
        kills += 1
    table.run()
    expect(f"killed after step {number} the clock acts once", len(entries(game)) == 2)
    number += 1
shutil.rmtree(table.folder)
shutil.copytree(saved, table.folder)
at_once = [subprocess.Popen([os.environ.get("PBEM", "pbem"), "--site", table.folder, "run"],
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(4)]
expect("one of several runs does it, the others leave", 0 in [each.wait() for each in at_once])
table.run()
expect("it is done once", game.file == after)
expect(f"there were kills: {number}", kills > 1 and number > 4)
table.must("verify", "g1")

# Panic's hours are those of the letter that opens the turn; AUTOPASS is set when one likes, and shown.
game = table.game(variant="knightmare", window=1)
anna, bob = game.anna, game.bob
now = due + 5 * HOUR
reply(bob, now, "AUTOPASS UNLESS card", last(bob, "welcome"))
reply(anna, now + 1, "MOVE e2-e4", last(anna, "welcome"))
run(table, now + 60)
expect("who passes by himself has his turn at once", kinds(bob) == ["accepted", "your-turn"])
expect("and everybody reads it", all("chosen AUTOPASS UNLESS CARD." in flat(last(each, kind))
                                     for each, kind in ((anna, "accepted"), (bob, "your-turn"))))
expect("and how to change it", "AUTOPASS OFF ends it" in flat(last(bob, "your-turn")))
reply(bob, now + 61, "MOVE e7-e5\nAUTOPASS OFF", last(bob, "your-turn"))
reply(anna, now + 62, "AUTOPASS ON", last(anna, "accepted"))
reply(bob, now + 63, "AUTOPASS SOMETIMES", last(bob, "accepted"))
run(table, now + 120)
expect("a wrong one says how it is written", "AUTOPASS UNLESS CHECK, CAPTURE, CARD" in flat(last(bob, "refused")))
expect("set in an open window it is a PASS, too", last(anna, "your-turn") is anna.newest)
table.must("verify", "g2")
game = table.games["g1"]

# If messages had to wait for a run, no player's clock runs before the letter goes out.
game = table.game(variant="three-player", people=people, cards="on")
reply(game.anna, now + 200, "MOVE d7-d6", last(game.anna, "welcome"))
run(table, now + 200 + 100 * HOUR)
expect("the whole time is left", said(now + 240 + 148 * HOUR) in "".join(flat(each.newest) for each in
                                                                       (game.bob, game.carl)))
expect("which the record tells", "\n  late minutes 6000\n" in game.file and not entries(game))
table.must("verify", "g3")
game = table.games["g1"]

# Forged games: an order moved to after its deadline, a response time that ended early.
record = game.file
clock = re.findall(r"^entry \d+ (\S+) clock$", record, re.MULTILINE)[0]
early = record.replace(f"{clock} clock", recorded(until - HOUR).replace(" ", "T")[:16] + ":00Z clock")
os.unlink(f"{table.folder}/games/g1/sealed")
with open(f"{table.folder}/forged.txt", "w", encoding="utf-8") as file:
    file.write(early)
table.pbem("verify", f"{table.folder}/forged.txt")
expect("a clock that acts too early is found out", "whose time was over then" in table.out + table.err)
with open(f"{table.folder}/forged.txt", "w", encoding="utf-8") as file:
    file.write(record.replace(f"{clock} clock", f"{clock} moderator"))
table.pbem("verify", f"{table.folder}/forged.txt")
expect("and one that isn't said to be it", "clock's entries" in table.out + table.err)
print(f"the clock acts once, in time; killed {number - 1} times")
