# SPDX-License-Identifier: MIT
"""digest.py FOLDER: the moderators' letter of a day."""

import calendar
import itertools
import os
import re
import shutil
import subprocess
import sys
import time

from table import ADDRESS, MODERATOR, PBEM, TOKEN, Table, case, has, run_cases

counter = itertools.count()


def at(moment):
    """The program's time from now on: "2026-11-24 05:00", UTC."""
    seconds = calendar.timegm(time.strptime(moment, "%Y-%m-%d %H:%M"))
    os.environ["PBEM_TIME"] = str(seconds)
    return seconds


def begin(*settings):
    at("2026-11-24 04:00")
    return Table(f"{sys.argv[1]}/digest{next(counter)}", "summary-hour = 7", "outage-hours = 87600",
                 "option.zone = Europe/Berlin", *settings)


def digests(table):
    """Those that came since the last call; reports are left."""
    found = [each for each in table.to_moderator + table.elsewhere if each.kind == "digest"]
    for box in (table.to_moderator, table.elsewhere):
        box[:] = [each for each in box if each not in found]
    return found


def at_run(table, moment):
    at(moment)
    table.run()
    return digests(table)


def one(letters):
    assert len(letters) == 1, [each.subject for each in letters]
    return letters[0]


@case
def it_comes_once_a_day_from_its_hour_on():
    table = begin()
    game = table.game(days=2)
    assert not at_run(table, "2026-11-24 05:59")  # 06:59 in Berlin
    letter = one(at_run(table, "2026-11-24 06:01"))
    has(letter.subject, "[pbem] 24 Nov 2026: games that wait")
    has(letter.text, "nothing is overdue", "g1: Anna (White), asked on 24 Nov 2026, has time until 26 Nov 2026")
    assert letter.token is None and not TOKEN.search(letter.text)
    assert "Overdue" not in letter.text and "undeliverable" not in letter.text
    for moment in ("2026-11-24 06:02", "2026-11-24 12:00", "2026-11-24 22:59", "2026-11-25 05:00"):
        assert not at_run(table, moment), moment
    when = at("2026-11-25 05:30")
    game.anna.reply("MOVE e2-e4", when=when)
    has(one(at_run(table, "2026-11-25 06:30")).text, "g1: Bob (Black), asked on 25 Nov 2026")
    # A day without a run has none; a later one tells what is late.
    letter = one(at_run(table, "2026-11-28 20:00"))
    has(letter.subject, "1 overdue")
    has(letter.text, "Overdue:", "g1: Bob (Black), asked on 25 Nov 2026, should have answered by 27 Nov 2026")
    assert not at_run(table, "2026-11-28 20:05")


@case
def when_there_is_nothing_none_comes():
    table = begin()
    assert not at_run(table, "2026-11-24 08:00")
    game = table.game()
    table.must("rule", "g1", "draw")
    assert game.file
    assert not at_run(table, "2026-11-25 08:00")
    # Nor where it isn't wanted, or nobody gets it.
    table.set("summary-hour = 24")
    table.game()
    assert not at_run(table, "2026-11-26 23:59")
    table.set("summary-hour = 7", "moderator =")
    assert not at_run(table, "2026-11-27 23:59")
    table.set("summary-hour = 25")
    table.pbem("run")
    assert table.code == 78 and "summary-hour is a whole number from 0 to 24" in table.err, table.err


@case
def what_came_to_nothing_stands_there_and_in_no_report():
    table = begin()
    game = table.game()
    table.to_moderator.clear()
    when = at("2026-11-24 04:30")
    stranger = f"From: x@example.com\nTo: {ADDRESS}\nSubject: x\n\nhello\n".encode()
    table.put(stranger, when)
    game.anna.reply("MOVE e2-e4", token=False, when=when)
    forged = game.anna.compose("MOVE e2-e4", sender="eve@example.com").decode()
    for token in set(TOKEN.findall(forged)):
        forged = forged.replace(token, token[:-2] + ("b" if token[-2] == "a" else "a") + token[-1])
    table.put(forged.encode(), when)
    assert not at_run(table, "2026-11-24 05:00") and not table.to_moderator
    letter = one(at_run(table, "2026-11-24 06:30"))
    has(letter.text, "1 letter without a key", "1 letter with a key that isn't genuine",
        "1 letter without a key from a player's address", "1 to White in game g1")
    # Each is told once.
    assert "without a key" not in one(at_run(table, "2026-11-25 06:30")).text
    assert not [each for each in table.to_moderator if each.kind == "report"]


@case
def letters_that_come_back_are_named_and_the_post_and_damage():
    table = begin()
    game = table.game()
    other = table.game()
    when = at("2026-11-24 04:30")
    for number in range(3):
        table.put((f"From: MAILER-DAEMON@example.net\nTo: {ADDRESS}\nSubject: Undelivered {number}\n"
                   "Content-Type: multipart/report; report-type=delivery-status; boundary=x\nMIME-Version: 1.0\n"
                   "Auto-Submitted: auto-replied\nReturn-Path: <>\n\n--x\n\nNo such user.\n--x\n"
                   "Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n"
                   f"Final-Recipient: rfc822; {game.bob.address}\nAction: failed\nStatus: 5.1.1\n\n--x\n"
                   f"Content-Type: message/rfc822\n\nMessage-ID: <{game.bob.newest.id}>\nSubject: x\n\nx\n--x--\n"
                   ).encode(), when)
    table.run()
    text = other.file.replace("  start\n", "  stort\n")
    with open(f"{table.folder}/games/{other.id}/game.txt", "w", encoding="utf-8") as file:
        file.write(text)
    if os.path.exists(f"{table.folder}/games/{other.id}/snapshot"):
        os.unlink(f"{table.folder}/games/{other.id}/snapshot")
    # Before it is due nobody looks.
    assert not at_run(table, "2026-11-24 05:00")
    letter = one(at_run(table, "2026-11-24 06:30"))
    has(letter.text, "Letters that came back", "Bob in game g1: 3", "Game g2 can't be read.", "g1: Anna (White), asked on")


def stranger(number, more=""):
    return f"{more}From: x{number}@example.com\nTo: {ADDRESS}\nSubject: x\n\nhello\n".encode()


@case
def each_kind_of_letter_that_led_to_nothing_has_its_line():
    table = begin("max-parts = 1", "max-message-bytes = 200000", "batch-messages = 300", "mail-commands = yes")
    game = table.game()
    when = at("2026-11-24 04:30")
    first = game.anna.newest
    # Two that look automatic, with orders.
    for move in "d2-d4", "c2-c4":
        game.anna.reply(f"MOVE {move}", when=when, heads={"Auto-Submitted": "auto-replied"})
    # One that is too large, and more that can't be read than there is room for.
    table.put(stranger(0) + b"x" * 300000, when)
    for number in range(203):
        table.put(stranger(number, "X-Long: " + "x" * 70000 + "\n"), when)
    # Four over the day's ration of answers.
    for number in range(64):
        game.anna.reply(f"HELP\n\nfor the {number}th time", to=first, when=when)
    # A key from before the seat was given new ones, sent from elsewhere; a command's key, sent from another
    # address.
    old = game.bob.newest
    table.must("replace", "g1", "black", f"Carl <{game.bob.address}>")
    table.collect()
    game.bob.reply("STATUS", to=old, sender="eve@example.com", when=when)
    table.put(f"From: Carol <{MODERATOR}>\nTo: {ADDRESS}\nSubject: x\nMessage-ID: <asked@example.net>\n\n"
              f"PBEM CANCEL g1 AT {len(game.file.split(chr(10) + 'entry ')) - 1}\n".encode(), when)
    table.run()
    asked = [each for each in table.to_moderator if each.kind == "command"][-1]
    game.bob.reply("YES", to=asked, sender="eve@example.com", when=when)
    lines = ("2 letters with orders that looked automatic, so the orders were not carried out", "1 letter that was too large",
             "203 letters quarantined", "3 letters deleted from quarantine/, because the folder was full",
             "4 letters over a player's daily limit, not answered",
             "1 letter with a revoked key of its seat, not answered",
             "1 letter with the key of a moderator's command, but from another address")
    letter = one(at_run(table, "2026-11-24 06:30"))
    has(letter.text, "Letters since the last summary that had no effect", *lines)
    assert "letter without a key" not in letter.text and "cancelled" not in game.file
    again = one(at_run(table, "2026-11-25 06:30")).text
    assert "had no effect" not in again, again


@case
def disk_queue_and_what_the_mailbox_keeps_stand_there():
    table = begin("timeout-seconds = 1")
    game = table.game()
    table.to_moderator.clear()
    # The mail server is unavailable from half past four on; and one letter can't be fetched in any run.
    post = [line for line in open(f"{table.folder}/pbem.conf", encoding="utf-8") if line.startswith("outgoing")]
    table.set("outgoing = smtp://127.0.0.1:1")
    game.anna.reply("MOVE e2-e4", when=at("2026-11-24 04:30"))
    table.pbem("run")
    assert table.code == 75, (table.code, table.out, table.err)
    table.put(stranger(1), at("2026-11-24 04:40"))
    kept = os.listdir(f"{table.folder}/mail/in/new")
    free = os.statvfs(table.folder)
    megabytes = min(free.f_bavail * free.f_frsize >> 20, 4 << 20)
    table.set(f"min-free-megabytes = {megabytes // 4}")
    fault = dict(os.environ, FAULT=f"openat EIO {kept[0]}")
    for moment in "2026-11-24 04:50", "2026-11-24 06:30":
        at(moment)
        fault["PBEM_TIME"] = os.environ["PBEM_TIME"]
        done = subprocess.run([os.environ["FAULTY"], "--site", table.folder, "run"], env=fault, capture_output=True,
                              check=False)
        assert done.returncode == 75, (moment, done.returncode, done.stdout, done.stderr)
    table.set(post[0].strip())
    table.run()
    letter = one(digests(table))
    has(letter.text, "The site:", "Letters that are waiting to be sent: 2, the oldest since 24 Nov 2026, 05:30",
        f"pbem accepts no letters below {megabytes // 4} MB", "Letters that the mailbox doesn't deliver: 1.")
    assert re.search(r"The disk has \d+ MB left", letter.text), letter.text
    # All is well, and nothing of it stands there.
    table.set("min-free-megabytes = 0")
    letter = one(at_run(table, "2026-11-25 06:30"))
    has(letter.text, "1 letter without a key")
    assert "The site:" not in letter.text, letter.text


@case
def of_long_lists_the_end_is_told_by_its_number():
    table = begin()
    with open(f"{table.folder}/list", "w", encoding="utf-8") as file:
        for number in range(103):
            file.write(f"chess 'Anna <anna{number}@example.net>' 'Bob <bob{number}@example.net>'\n")
    table.must("new", "--list", f"{table.folder}/list")
    letter = one(at_run(table, "2026-11-24 06:30"))
    assert letter.text.count("Anna (White), asked") == 100, letter.text.count("asked")
    has(letter.text, "and 3 more")


@case
def all_moderators_get_it_in_their_sites_language():
    table = begin(f"moderator = {MODERATOR}, dave@example.org", "language = de")
    table.game(days=2)
    table.put(f"From: x@example.com\nTo: {ADDRESS}\nSubject: x\n\nhello\n".encode(), at("2026-11-24 06:20"))
    letters = at_run(table, "2026-11-24 06:30")
    has(letters[0].text, "1 Brief ohne Schlüssel")
    assert sorted(each.to for each in letters) == [MODERATOR, "dave@example.org"]
    assert len({each.id for each in letters}) == 2
    has(letters[0].text, "Diese Partien warten", "g1: Anna (Weiß), gefragt am 24. Nov 2026, hat Zeit bis 26.")


@case
def killed_anywhere_it_comes_once():
    table = begin()
    game = table.game()
    at("2026-11-24 06:30")
    game.anna.reply("MOVE e2-e4", when=int(os.environ["PBEM_TIME"]) - 60)
    base, done = f"{table.folder}.base", 0
    shutil.copytree(table.folder, base)
    for step in range(1, 100):
        shutil.rmtree(table.folder)
        shutil.copytree(base, table.folder)
        died = subprocess.run([PBEM, "--site", table.folder, "run"], capture_output=True, check=False,
                              env=dict(os.environ, PBEM_STOP_AFTER=str(step)))
        table.run()
        table.run()
        one(digests(table))
        done += 1
        if died.returncode == 0:
            break
    assert died.returncode == 0 and done > 12, done


run_cases(sys.argv[2:], slow=8)
