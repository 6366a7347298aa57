# SPDX-License-Identifier: MIT
"""usage: vacation.py FOLDER [CASE]...: VACATION, in every kind of game."""
import calendar
import datetime
import os
import re
import sys

from table import Table, case, has, run_cases

FOLDER = sys.argv[1]
HOUR, DAY = 3600, 24 * 3600
MONDAY = calendar.timegm((2026, 11, 23, 12, 0, 0))  # at noon
tables = 0


def said(seconds):
    then = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return f"{then.day} {then:%b %Y, %H:%M UTC}"


def stamp(seconds):
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def at(seconds):
    os.environ["PBEM_TIME"] = str(seconds)


def new_table(*settings):
    global tables
    tables += 1
    at(MONDAY)
    return Table(f"{FOLDER}/site{tables}", "plus-address = yes", "outage-hours = 87600", *settings)


def run(table, now):
    at(now)
    table.run()


def facts(game, word):
    return re.findall(rf"^  {word} .*$", game.file, re.MULTILINE)


def send(player, text, when):
    """One letter in a run of its own; the answer to it."""
    player.read()
    player.reply(text, when=when)
    run(player.game.table, when + 60)
    return [letter for letter in player.read() if letter.kind != "moderated"][0]


def refused(player, text, when, *why):
    before = player.game.file
    letter = send(player, text, when)
    assert letter.kind == "refused", letter.kind
    has(letter.text, *why)
    assert player.game.file == before


@case
def the_time_of_a_turn_stands_still_and_all_are_told():
    table = new_table()
    game = table.game(days=3, vacation=20, zone="Europe/Berlin", miss="forfeit")
    letter = send(game.anna, "VACATION 10", MONDAY + HOUR)
    assert letter.kind == "wish"
    has(letter.text, "your clock is stopped while you are away",
        "White: to move by 6 Dec 2026, 13:00 CET (12:00 UTC); away from 23 Nov 2026 to "
        "2 Dec 2026; 10 days of vacation left in 2026")
    assert facts(game, "vacation") == ["  vacation white from 2026-11-23 to 2026-12-02"]
    told = game.bob.read()
    assert [each.kind for each in told] == ["moderated"]
    has(told[0].text, "Anna is away from 23 Nov 2026 to 2 Dec 2026. On these days this player's clock is stopped.")
    assert facts(game, "until")[-1] == f"  until white {stamp(MONDAY + 13 * DAY)}"
    # Days that aren't asked for yet have their length when they are.
    letter = send(game.bob, "VACATION 2026-11-28 TO 2026-11-30\nSTATUS", MONDAY + 2 * HOUR)
    game.anna.read()
    send(game.anna, "MOVE e2-e4", MONDAY + 4 * DAY)
    assert facts(game, "until")[-1] == f"  until black {stamp(MONDAY + 4 * DAY + 6 * DAY)}"
    has(send(game.bob, "STATUS", MONDAY + 4 * DAY + 60).text, "away from 28 Nov 2026 to 30 Nov 2026",
        "VACATION 2026-11-28 TO 2026-11-30", "Each player may be away for 20 days a year")
    run(table, MONDAY + 10 * DAY)
    assert not facts(game, "missed")
    run(table, MONDAY + 10 * DAY + HOUR)
    assert facts(game, "missed") == [f"  missed black {stamp(MONDAY + 10 * DAY)}"]
    table.must("verify", "g1")


@case
def it_ends_when_the_player_says_so():
    table = new_table()
    game = table.game(days=3, vacation=30)
    send(game.anna, "VACATION 20\nVACATION 2027-02-01 TO 2027-02-05", MONDAY + HOUR)
    assert facts(game, "until")[-1] == f"  until white {stamp(MONDAY + 23 * DAY)}"
    game.bob.read()
    letter = send(game.anna, "vacation no", MONDAY + 5 * DAY)
    has(letter.text, "your vacation is cancelled. If it had begun, your clock runs again from tomorrow.", "24 days of vacation left in 2026",
        f"White: to move by {said(MONDAY + 9 * DAY)}; away from 23 Nov 2026 to 28 Nov 2026;")
    assert facts(game, "back") == ["  back white after 2026-11-28"]
    # As if it had been no longer from the beginning.
    assert facts(game, "until")[-1] == f"  until white {stamp(MONDAY + 9 * DAY)}", facts(game, "until")
    has(game.bob.read()[0].text, "Anna's vacation is cancelled; after 28 Nov 2026 the clock runs again.")
    refused(game.anna, "VACATION NO", MONDAY + 5 * DAY + HOUR, "so there is nothing to take back")
    refused(game.anna, "VACATION 3", MONDAY + 5 * DAY + 2 * HOUR, "away on some of these days already")
    # The days that were taken back are to be had again.
    send(game.anna, "VACATION 2026-11-29 TO 2026-12-05", MONDAY + 5 * DAY + 3 * HOUR)
    assert facts(game, "until")[-1] == f"  until white {stamp(MONDAY + 16 * DAY)}"
    send(game.anna, "VACATION 2026-12-29 TO 2026-12-30", MONDAY + 5 * DAY + 4 * HOUR)
    refused(game.anna, "VACATION NO\nVACATION NO\nVACATION 2027-01-10 TO 2027-01-10", MONDAY + 5 * DAY + 5 * HOUR,
            "at most 4 times a day")
    table.must("verify", "g1")


@case
def it_is_refused_where_it_can_not_be():
    table = new_table()
    game = table.game(days=3, vacation=10)
    for text, why in (("VACATION 11", "you may be away 10 days a year. For 2026 you have 10 left, and this would take 11"),
                      ("VACATION 2026-12-28 TO 2027-01-15", "For 2027 you have 10 left, and this would take 15"),
                      ("VACATION 2026-11-22 TO 2026-11-24", "begins today or within a year"),
                      ("VACATION 2028-01-01 TO 2028-01-02", "begins today or within a year"),
                      ("VACATION 2026-12-24 TO 2026-12-23", "from one date to a later one"),
                      ("VACATION 2026-02-29 TO 2026-03-01", "No calendar has a day 2026-02-29"),
                      ("VACATION 2026-11-31 TO 2026-12-03", "No calendar has a day 2026-11-31"),
                      ("VACATION 2026-12-24 TO 2026-13-01", "No calendar has a day 2026-13-01"),
                      ("VACATION", "needs something after it; write VACATION 10 for"),
                      ("VACATION 24.12.2026", "I can't read \"24.12.2026\" after VACATION"),
                      ("VACATION NO", "nothing to take back"),
                      ("VACATION 3\nVACATION 2", "away on some of these days already"),
                      ("VACATION 6\nVACATION 2026-12-20 TO 2026-12-24", "For 2026 you have 4 left, and this would take 5"),
                      ("MOVE e2-e4\nVACATION 11", "this would take 11")):
        refused(game.anna, text, MONDAY + HOUR, why)
    with_none = table.game(days=3)
    refused(with_none.anna, "VACATION 3", MONDAY + HOUR, "This game has no vacation time; please ask the moderator.")
    without = table.game()
    refused(without.anna, "VACATION 3", MONDAY + HOUR, "This game has no time limit")
    # With a move that ends the game nothing is left to be away from.
    over = table.game(days=3, vacation=10).play("f2-f3 e7-e5 g2-g4")
    over.bob.reply("VACATION 5\nMOVE d8-h4", when=MONDAY + HOUR)
    run(table, MONDAY + HOUR)
    assert "vacation" not in over.file.split("\nentry 1 ")[1] and "result black" in over.file
    assert sorted(each.kind for each in over.bob.read()) == ["accepted", "game-over", "refused"]
    refused(over.anna, "VACATION 5", MONDAY + 2 * HOUR, "The game is over")
    table.must("verify")


@case
def what_is_late_stays_late():
    table = new_table()
    game = table.game(days=2, vacation=10, grace=6, miss="moderator")
    until = MONDAY + 2 * DAY
    game.anna.reply("VACATION 5", when=until + 60)
    run(table, until + 120)
    assert facts(game, "until") == [f"  until white {stamp(until)}"] and facts(game, "vacation")
    run(table, until + 7 * HOUR)
    assert facts(game, "missed") == [f"  missed white {stamp(until)}"]
    # In time, though no run came before it was over.
    other = table.game(days=2, vacation=10, miss="forfeit")
    began = until + 7 * HOUR
    other.anna.reply("VACATION 5", when=began + 2 * DAY - 60)
    run(table, began + 2 * DAY + HOUR)
    assert not facts(other, "missed") and facts(other, "until")[-1] == f"  until white {stamp(began + 7 * DAY)}"
    table.must("verify")


@case
def in_a_ring_it_counts_for_every_board():
    table = new_table()
    people = {"a": "anna", "b": "bob", "c": "carl", "d": "dora"}
    game = table.game(variant="ring", people=people, days=1, miss="forfeit", vacation=10)
    first = facts(game, "until")
    assert all(line.endswith(stamp(MONDAY + 2 * DAY)) for line in first)
    mover = re.findall(r"until (\w+) on board 1 ", first[0])[0]
    send(game.players[mover], "VACATION 4", MONDAY + HOUR)
    boards = [line for line in first if line.startswith(f"  until {mover} ")]
    moved = facts(game, "until")[len(first):]
    assert moved == [line.replace(stamp(MONDAY + 2 * DAY), stamp(MONDAY + 6 * DAY)) for line in boards], moved
    for player in game.players.values():
        if player.seat != mover:
            assert [each.kind for each in player.read()] == ["moderated"]
    run(table, MONDAY + 2 * DAY + HOUR)
    missed = facts(game, "missed")
    assert len(missed) == 4 - len(boards) and not [line for line in missed if f" {mover} " in line], missed
    table.must("verify", "g1")


@case
def with_cards_the_turn_stands_still_and_answers_do_not():
    table = new_table()
    people = {"white": "anna", "red": "carl", "black": "bob"}
    game = table.game(variant="three-player", people=people, cards="on", days=2, vacation=10)
    send(game.anna, "VACATION 5", MONDAY + HOUR)
    assert facts(game, "until")[-1] == f"  until white {stamp(MONDAY + 7 * DAY)}"
    game.anna.reply("VACATION NO\nMOVE d7-d6", when=MONDAY + DAY)
    run(table, MONDAY + DAY)
    following, other = ((game.carl, game.bob) if "it is your move" in " ".join(game.carl.newest.text.split())
                        else (game.bob, game.carl))
    window = MONDAY + DAY + 48 * HOUR
    send(other, "VACATION 8", MONDAY + DAY + HOUR)
    has(send(other, "STATUS", MONDAY + DAY + 2 * HOUR).text, "away from 24 Nov 2026 to 1 Dec 2026",
        f"You have time until {said(window)}.")
    run(table, window + HOUR)
    assert len(facts(game, "lapse")) == 1
    table.must("verify", "g1")


@case
def bank_pause_and_undo_go_with_it():
    table = new_table()
    game = table.game(days=1, bank=2, vacation=10)
    at(MONDAY + HOUR)
    table.must("pause", "g1")
    table.collect()
    send(game.anna, "VACATION 2026-11-26 TO 2026-11-28", MONDAY + DAY)
    assert len(facts(game, "until")) == 1, "it counts when the game goes on"
    at(MONDAY + 2 * DAY)
    table.must("resume", "g1")
    table.collect()
    left = MONDAY + 2 * DAY - HOUR
    assert facts(game, "until")[-1] == f"  until white {stamp(left + 6 * DAY)}, bank from {stamp(left + 4 * DAY)}", \
        facts(game, "until")
    # In the bank by half a day: the days away aren't taken from it.
    send(game.anna, "MOVE e2-e4", left + 4 * DAY + 12 * HOUR)
    assert facts(game, "bank") == [f"  bank white seconds {36 * HOUR}"], facts(game, "bank")
    table.must("verify", "g1")


@case
def an_undo_changes_nothing_of_it():
    table = new_table()
    game = table.game(days=3, vacation=20)
    send(game.anna, "MOVE e2-e4", MONDAY + HOUR)
    send(game.bob, "VACATION 2026-12-10 TO 2026-12-12", MONDAY + 2 * HOUR)
    at(MONDAY + 3 * HOUR)
    table.must("undo", "g1", "1")
    table.collect()
    assert facts(game, "vacation") == ["  vacation black from 2026-12-10 to 2026-12-12"] * 2
    at(MONDAY + 4 * HOUR)
    last = len(re.findall(r"^entry ", game.file, re.MULTILINE)) - 1
    send(game.anna, "MOVE d2-d4", MONDAY + 4 * HOUR)
    send(game.bob, "VACATION 2027-02-01 TO 2027-02-03", MONDAY + 5 * HOUR)
    send(game.bob, "VACATION NO", MONDAY + 6 * HOUR)
    at(MONDAY + 7 * HOUR)
    table.must("undo", "g1", str(last))
    table.collect()
    assert facts(game, "back")[-1] == "  back black after 1970-01-01"
    letter = send(game.bob, "STATUS", MONDAY + 8 * HOUR)
    assert "away from" not in letter.text
    table.must("verify", "g1")


@case
def german_players_write_urlaub():
    table = new_table()
    game = table.game(days=3, vacation=20)
    send(game.anna, "LANGUAGE Deutsch", MONDAY + 60)
    letter = send(game.anna, "URLAUB 2026-12-24 BIS 2027-01-06", MONDAY + HOUR)
    has(letter.text, "steht deine Uhr", "im Urlaub vom 24. Dez 2026 bis 6. Jan 2027",
        "noch 12 Tage Urlaub in 2026")
    has(send(game.anna, "HILFE", MONDAY + 2 * HOUR).text, "URLAUB 10", "20 Tage im Jahr")
    has(send(game.anna, "URLAUB NEIN", MONDAY + 3 * HOUR).text, "dein Urlaub ist abgesagt")
    refused(game.anna, "URLAUB 30 TAGE", MONDAY + 4 * HOUR, "von 2026 sind noch 20 übrig; das wären 30")
    table.must("verify", "g1")


@case
def more_days_than_the_terms_allow_are_found_out():
    table = new_table()
    game = table.game(days=3, vacation=10)
    send(game.anna, "VACATION 2026-12-01 TO 2026-12-10", MONDAY + HOUR)
    with open(f"{table.folder}/forged.txt", "w", encoding="utf-8") as file:
        file.write(game.file.replace("from 2026-12-01 to 2026-12-10", "from 2026-12-01 to 2026-12-20"))
    table.pbem("verify", f"{table.folder}/forged.txt")
    has(table.out + table.err, "a player is away more days than the terms allow")


@case
def nobody_is_reminded_while_he_is_away():
    table = new_table()
    game = table.game(days=3, vacation=20, remind="50,90", zone="Europe/Berlin")
    send(game.anna, "VACATION 10", MONDAY + HOUR)
    # Half of the time from now on, and a little before the vacation's last midnight there.
    for hours in range(12, 10 * 24 - 13, 12):
        run(table, MONDAY + hours * HOUR)
    run(table, MONDAY + 10 * DAY - 13 * HOUR - 60)
    assert not facts(game, "reminded") and not game.anna.read()
    run(table, MONDAY + 10 * DAY - 13 * HOUR + 60)
    assert facts(game, "reminded") == ["  reminded white 1"], facts(game, "reminded")
    assert [letter.kind for letter in game.anna.read()] == ["reminder"]
    run(table, MONDAY + 12 * DAY + 6 * HOUR)
    assert facts(game, "reminded")[1:] == ["  reminded white 2"]
    table.must("verify")


@case
def on_another_board_of_a_ring_who_isnt_away_is_reminded():
    table = new_table()
    game = table.game(variant="ring", people={"a": "anna", "b": "bob", "c": "carl"}, days=2, vacation=20, remind="50")
    whites = re.findall(r"^  until (\w+) on board", game.file, re.MULTILINE)
    away = game.players[whites[0]]
    send(away, "VACATION 6", MONDAY + HOUR)
    run(table, MONDAY + 3 * DAY)
    reminded = facts(game, "reminded")
    assert reminded and not any(f" {away.seat} " in fact for fact in reminded), reminded
    run(table, MONDAY + 6 * DAY - 11 * HOUR)
    assert any(f" {away.seat} " in fact for fact in facts(game, "reminded"))
    table.must("verify")


run_cases(sys.argv[2:])
