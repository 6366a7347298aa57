# SPDX-License-Identifier: MIT
"""usage: outage.py FOLDER: what becomes of deadlines when for some days no run has all the letters."""
import datetime
import os
import re
import shutil
import subprocess
import sys
import time

from table import Table

HOUR = 3600
START = int(time.time()) // 60 * 60 - 30 * 24 * HOUR  # a whole minute
KILLED = -9
TOLD = "This time doesn't count for any deadline"


def expect(what, true):
    if not true:
        raise AssertionError(what)


def said(seconds, form="%Y-%m-%d %H:%M UTC"):
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime(form)


def stamp(seconds):
    return said(seconds, "%Y-%m-%dT%H:%M:%SZ")


def at(seconds):
    """It is that time now."""
    os.environ["PBEM_TIME"] = str(seconds)


def run(now):
    at(now)
    table.run()


def runs(first, last):
    """As a table of cron jobs has them."""
    for now in range(first, last, 5 * HOUR):
        run(now)


def last(player, kind):
    return [letter for letter in player.letters if letter.kind == kind][-1]


def entries():
    return re.findall(r"^entry \d+ \S+ clock$", game.file, re.MULTILINE)


def tellings():
    return sum(TOLD in " ".join(letter.text.split()) for letter in table.to_moderator)


def back():
    shutil.rmtree(table.folder)
    shutil.copytree(saved, table.folder)
    table.to_moderator = []
    for player in game.players.values():
        player.read()


# A turn is open for 48 hours; the last run that has all messages is one hour after it.
at(START)
saved = f"{sys.argv[1]}/saved"
table = Table(f"{sys.argv[1]}/site", "plus-address = yes")
game = table.game(variant="three-player", people={"white": "anna", "red": "carl", "black": "bob"}, cards="on")
game.anna.reply("MOVE d7-d6", to=last(game.anna, "welcome"), when=START + 10)
run(START + 60)
until = START + 60 + 48 * HOUR
fetched = START + 60 + HOUR
run(fetched)
other = game.bob if "If we don't hear from you by" in last(game.bob, "window").text else game.carl
window = last(other, "window")
begun = game.file
fact = re.compile(r"\n  outage from (\S+) to (\S+)\n")
shutil.copytree(table.folder, saved)
table.must("doctor")
expect("the doctor has seen the run", f"a run received all letters at {stamp(fetched)}" in table.out)
run(fetched + 5 * HOUR)
expect("five hours are none", tellings() == 0)

# Then no run for sixty hours. A message that would have come in time otherwise is in time.
back()
over = fetched + 60 * HOUR
at(over)
table.pbem("doctor")
expect("the doctor tells of it", f"no run has received all letters since {stamp(fetched)}" in table.out)
expect("so does status", f"No run has received all letters since {stamp(fetched)}" in table.must("status"))
other.reply("PASS", to=window, when=until + HOUR)
shutil.rmtree(saved)
shutil.copytree(table.folder, saved)
run(over)
after = game.file
expect("the letter is in time", [each.kind for each in other.read()] == ["accepted"] and not entries())
expect("its entry tells why", fact.findall(after) == [(stamp(fetched), stamp(over))])
expect("the moderator is told once", tellings() == 1)
table.must("verify", "g1")
table.run()
expect("which is all", game.file == after and tellings() == 1)
stands = table.must("status", "g1")
with open(f"{table.folder}/games/g1/snapshot", "rb") as file:
    expect("the snapshot knows it", over.to_bytes(8, sys.byteorder) in file.read())
os.unlink(f"{table.folder}/games/g1/snapshot")
expect("and tells what the log does", table.must("status", "g1") == stands)

# Killed anywhere, the run after it, then or somewhat later, does the same.
number = 1
while True:
    back()
    at(over)
    code = subprocess.run([os.environ.get("PBEM", "pbem"), "--site", table.folder, "run"], check=False,
                          capture_output=True, env=os.environ | {"PBEM_STOP_AFTER": str(number)}).returncode
    if code != KILLED:
        break
    run(over + (number % 3) * 600)
    table.collect()
    expect(f"killed after step {number} the letter is in time",
           "accepted" in [each.kind for each in other.read()] and not entries())
    expect(f"killed after step {number} it is told once: {tellings()}", tellings() == 1)
    expect(f"killed after step {number} the game is the same", game.file == after or number % 3 > 0)
    table.must("verify", "g1")
    number += 4 if "PBEM_TRIALS" in os.environ else 1
expect(f"there were kills: {number}", number > 8)

# When nobody writes no file grows; everybody reads the later time, and the clock keeps to it.
back()
for name in os.listdir(f"{table.folder}/mail/in/new"):
    os.unlink(f"{table.folder}/mail/in/new/{name}")
run(over)
later = until + over - fetched
expect("no game is written", game.file == begun and tellings() == 1)
expect("status knows the later time", f"may answer until {said(later)} since" in table.must("status"))
other.reply("STATUS", to=window, when=over + 5)
run(over + 10)
expect("so do letters", said(later, "%-d %b %Y, %H:%M UTC") in " ".join(last(other, "status").text.split()))
runs(over + 10 + 5 * HOUR, later)
run(later)
expect("nothing is over before", game.file == begun)
run(later + 1)
expect("and then it is", len(entries()) == 1)
expect("the clock's entry begins with it", f" clock\n  outage from {stamp(fetched)} to {stamp(over)}\n  lapse "
       in game.file)
expect("the time is the later one", f"lapse {other.seat} at {said(later)}\n" in game.file)
table.must("verify", "g1")

# Nobody can make time by such a line, nor hide it.
record = game.file
os.unlink(f"{table.folder}/games/g1/sealed")
for forged, why in ((fact.sub("\n", record), "whose time was over then"),
                    (record.replace(stamp(over), stamp(over - HOUR)), "whose time was over then"),
                    (fact.sub(lambda found: found.group(0) + found.group(0)[1:], record), "moves nothing")):
    with open(f"{table.folder}/forged.txt", "w", encoding="utf-8") as file:
        file.write(forged)
    table.pbem("verify", f"{table.folder}/forged.txt")
    expect(f"found out: {why}", why in table.out + table.err)

# A mailbox that can't be reached is no other thing; and an outage may last on.
back()
table.set("mailbox = imap://127.0.0.1:1", "mailbox-user = games")
for now in range(fetched + 5 * HOUR, over, 5 * HOUR):
    at(now)
    table.pbem("run")
    expect("there is no run", table.code != 0)
table.set("mailbox = maildir:mail/in")
run(over)
expect("the letter is in time all the same", [each.kind for each in other.read()] == ["accepted"])
expect("from the last run that had all", fact.findall(game.file) == [(stamp(fetched), stamp(over))])
table.must("verify", "g1")
print(f"an outage moves deadlines; killed {number - 1} times")
