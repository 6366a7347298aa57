# SPDX-License-Identifier: MIT
"""usage: dates.py FOLDER SOURCES: the cases of dates.sh, a function each; its name says what is true."""
import os
import re
import sys

from table import Table, case, has, only, run_cases

folder, sources, *wanted = sys.argv[1:]
tables = 0
NOW = 1783080000  # 3 July 2026, 12:00 UTC


def a_table(*settings):
    global tables
    tables += 1
    return Table(f"{folder}/site{tables}", *settings)


def write(player, text, kind=None, when=NOW, **how):
    os.environ["PBEM_TIME"] = str(when)
    player.read()
    player.reply(text, when=when, **how)
    player.game.table.run()
    letters = player.read()
    return only(letters, kind) if kind else letters


def files(letter):
    return [part for part in letter.mail.walk() if part.get_content_type() == "text/calendar"]


def events(letter):
    """Those of the one file that came with it, in the lines that were folded."""
    if not letter.mail.is_multipart():
        return []
    assert letter.mail.get_content_type() == "multipart/mixed"
    text, file = letter.mail.get_payload()
    assert text.get_content_type() == "text/plain"
    assert file.get_content_type() == "text/calendar" and file.get_param("method") == "PUBLISH"
    assert file.get_content_disposition() == "attachment"
    assert file.get_filename() == f"{letter.game}.ics", file.get_filename()
    return read(file.get_payload(decode=True))


def read(file):
    file = file.replace(b"\r\n", b"\n")  # a Maildir has no CR
    assert file.endswith(b"\n") and all(len(line) <= 75 for line in file.split(b"\n")), file
    lines = file.decode().replace("\n ", "").split("\n")[:-1]
    assert lines[:4] == ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//pbem//pbem//EN", "METHOD:PUBLISH"], lines
    assert lines[-1] == "END:VCALENDAR"
    found, event = [], None
    for line in lines[4:-1]:
        if line == "BEGIN:VEVENT":
            assert event is None
            event = {}
        elif line == "END:VEVENT":
            found.append(event)
            event = None
        else:
            name, value = line.split(":", 1)
            event[name.split(";")[0]] = value
    assert event is None
    return found


@case
def a_turns_time_comes_moves_and_goes():
    table = a_table()
    os.environ["PBEM_TIME"] = str(NOW)
    game = table.game(days=3)
    assert not any(files(each) for each in game.anna.letters + game.bob.letters)
    answer = write(game.anna, "CALENDAR ON", "wish")
    has(answer.text, "we attach a calendar file with your deadlines")
    first = events(answer)[0]
    assert first["STATUS"] == "CONFIRMED" and first["DTSTART"] == "20260706T120000Z", first
    assert first["SUMMARY"] == "g1: your turn (chess with Bob)", first
    assert first["ORGANIZER"] == "mailto:games@example.org"
    assert "CALENDAR ON" in write(game.anna, "STATUS", "status").text

    moved = write(game.anna, "MOVE e2-e4", "accepted")
    gone, = events(moved)
    assert gone["STATUS"] == "CANCELLED" and gone["UID"] == first["UID"]
    assert int(gone["SEQUENCE"]) > int(first["SEQUENCE"])
    assert not any(files(each) for each in game.bob.letters), "Bob never asked for it"

    later = NOW + 86400
    os.environ["PBEM_TIME"] = str(later)
    game.bob.reply("MOVE e7-e5", when=later)
    table.run()
    again, = events(game.anna.newest)
    assert again["UID"] == first["UID"] and again["DTSTART"] == "20260707T120000Z"
    assert int(again["SEQUENCE"]) > int(gone["SEQUENCE"]) and again["STATUS"] == "CONFIRMED"


@case
def nothing_comes_where_nobody_is_waited_for_or_no_time_runs():
    table = a_table()
    game = table.game()
    assert not events(write(game.anna, "CALENDAR ON", "wish"))
    timed = table.game(days=2)
    answer = write(timed.bob, "CALENDAR ON", "wish")
    assert not events(answer)
    assert not events(write(timed.bob, "BOARD", "board"))


@case
def calendar_off_takes_back_what_was_brought():
    table = a_table("calendar = yes")
    os.environ["PBEM_TIME"] = str(NOW)
    game = table.game(days=3)
    first, = events(game.anna.newest)
    assert not events(game.bob.newest)
    gone, = events(write(game.anna, "CALENDAR OFF", "wish"))
    assert gone["UID"] == first["UID"] and gone["STATUS"] == "CANCELLED"
    assert not events(write(game.anna, "BOARD", "board"))
    assert not events(write(game.anna, "MOVE e2-e4", "accepted"))


@case
def a_rings_boards_have_a_time_each():
    table = a_table("calendar = yes")
    os.environ["PBEM_TIME"] = str(NOW)
    game = table.game(variant="ring", people={"a": "anna", "b": "bob", "c": "carl"}, days=3, seats=3)
    both = events(game.anna.newest)
    assert [each["SUMMARY"].split(" (")[0] for each in both] == ["g1: your turn on board 1"], both
    later = NOW + 3600
    os.environ["PBEM_TIME"] = str(later)
    carl = game.carl
    carl.reply("MOVE 3:e2-e4", when=later)
    table.run()
    both = events(game.anna.newest)
    assert len(both) == 2 and len({each["UID"] for each in both}) == 2, both


@case
def it_speaks_the_players_language_and_tells_no_key():
    table = a_table("calendar = yes", "language = de")
    os.environ["PBEM_TIME"] = str(NOW)
    game = table.game(days=3)
    letter = game.anna.newest
    event, = events(letter)
    assert event["SUMMARY"] == "g1: dein Zug (chess mit Bob)", event
    file = files(letter)[0].get_payload(decode=True).decode()
    assert letter.token and letter.token.lower() not in file.lower().replace("\n ", "")
    assert not re.search("[a-z2-7]{40}", file.replace("\n ", ""))


@case
def a_reply_to_a_letter_with_a_file_is_read_as_ever():
    table = a_table("calendar = yes")
    os.environ["PBEM_TIME"] = str(NOW)
    game = table.game(days=3)
    write(game.anna, "MOVE e2-e4", "accepted")
    assert "e2-e4" in game.file or "e2e4" in game.file


run_cases(wanted)
