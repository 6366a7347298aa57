# SPDX-License-Identifier: MIT
"""usage: clocks.py FOLDER [CASE]...: how long turns may take by the terms of a game, and what follows."""
import calendar
import datetime
import os
import re
import shutil
import shutil
import subprocess
import sys
import zoneinfo

from table import Table, case, has, run_cases

FOLDER = sys.argv[1]
HOUR, DAY = 3600, 24 * 3600
KILLED = -9
MONDAY = calendar.timegm((2026, 11, 23, 12, 0, 0))  # at noon
BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")
tables = 0


def at(seconds):
    """It is that time now."""
    os.environ["PBEM_TIME"] = str(seconds)


def said(seconds):
    then = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return f"{then.day} {then:%b %Y, %H:%M UTC}"


def stamp(seconds):
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def flat(letter):
    return " ".join(letter.text.split())


def kinds(player):
    return [letter.kind for letter in player.read()]


def new_table(*settings):
    global tables
    tables += 1
    at(MONDAY)
    return Table(f"{FOLDER}/site{tables}", "plus-address = yes", "outage-hours = 87600", *settings)


def run(table, now):
    at(now)
    table.run()


def tick(table, first, last, step=HOUR):
    """Runs as cron does them."""
    for now in range(first, last, step):
        run(table, now)


def facts(game, word):
    return re.findall(rf"^  {word} .*$", game.file, re.MULTILINE)


def clock_entries(game):
    return re.findall(r"^entry \d+ \S+ clock$", game.file, re.MULTILINE)


def notices(table):
    text = "".join(flat(letter) for letter in table.to_moderator)
    table.to_moderator = []
    return text


@case
def every_letter_that_asks_says_until_when():
    table = new_table()
    game = table.game(unread=True, days=3, zone="Europe/Berlin")
    until = MONDAY + 3 * DAY
    moment = "26 Nov 2026, 13:00 CET (12:00 UTC)"
    has(game.anna.newest.text, f"Please send your move by {moment}.", "You have 3 days for each turn.",
        "Days are counted by the time of Europe/Berlin.")
    assert "must be here" not in game.bob.newest.text
    assert facts(game, "until") == [f"  until white {stamp(until)}"], facts(game, "until")
    game.anna.reply("STATUS", when=MONDAY + 5)
    game.anna.reply("BOARD", when=MONDAY + 6)
    game.anna.reply("MOVE e2-e5", when=MONDAY + 7)
    run(table, MONDAY + 60)
    for letter in game.anna.letters[1:]:
        has(letter.text, f"Please send your move by {moment}.")
    status = game.anna.letters[1]
    has(status.text, f"White: to move by {moment}", "Black: not to move", "You have 3 days for each turn.",
        "Days are counted by the time of Europe/Berlin.")
    assert "until 2026-11-26 12:00 UTC" in table.must("status")
    game.anna.reply("MOVE e2-e4", when=MONDAY + 61)
    run(table, MONDAY + 120)
    has(game.bob.newest.text, "send your move by 26 Nov 2026, 13:02 CET (12:02 UTC)")
    table.must("verify", "g1")


@case
def reminders_come_once_and_a_miss_goes_to_the_moderator():
    table = new_table()
    game = table.game(days=4, remind="50,75", grace=12)
    until = MONDAY + 4 * DAY
    tick(table, MONDAY, MONDAY + 2 * DAY + HOUR, 3 * HOUR)
    assert kinds(game.anna) == [] and not clock_entries(game)
    run(table, MONDAY + 2 * DAY + HOUR)
    reminder = game.anna.newest
    assert kinds(game.anna) == ["reminder"] and kinds(game.bob) == []
    has(reminder.text, f"Please send your move by {said(until)}.", "Your legal moves")
    tick(table, MONDAY + 2 * DAY + 2 * HOUR, until + 12 * HOUR + 1, 3 * HOUR)
    assert kinds(game.anna) == ["reminder"], "the second, and none more"
    assert not facts(game, "missed")
    run(table, until + 12 * HOUR + 1)
    assert kinds(game.anna) == ["turn-missed"]
    has(game.anna.newest.text, f"It was due by {said(until)}.", "The moderator knows about it")
    has(notices(table), f"game g1: Anna (White) should have moved by {said(until)}; please decide")
    tick(table, until + 13 * HOUR, until + 10 * DAY, DAY)
    assert kinds(game.anna) == [] and len(facts(game, "missed")) == 1 and notices(table) == ""
    table.must("verify", "g1")
    # Nothing is decided: the move is still taken, in answer to any of these letters.
    game.anna.reply("MOVE e2-e4", to=reminder, when=until + 11 * DAY)
    run(table, until + 11 * DAY)
    assert kinds(game.anna) == ["accepted"] and kinds(game.bob) == ["your-turn"]
    table.must("verify", "g1")


@case
def reminders_that_are_overdue_are_one():
    table = new_table()
    game = table.game(days=10, remind="10,20,30,40")
    run(table, MONDAY + 5 * DAY)
    assert kinds(game.anna) == ["reminder"] and facts(game, "reminded") == ["  reminded white 4"]
    tick(table, MONDAY + 5 * DAY, MONDAY + 9 * DAY, DAY)
    assert kinds(game.anna) == []


@case
def a_miss_may_only_remind_three_times():
    table = new_table()
    game = table.game(days=2, miss="remind")
    tick(table, MONDAY, MONDAY + 7 * DAY, 4 * HOUR)
    letters = game.anna.read()
    assert [each.kind for each in letters] == ["turn-missed"] * 3, [each.kind for each in letters]
    has(letters[0].text, f"You have been given the same time again: please send it by {said(MONDAY + 4 * DAY + 4 * HOUR)}.")
    has(letters[2].text, "The moderator knows about it")
    tick(table, MONDAY + 7 * DAY, MONDAY + 14 * DAY, 12 * HOUR)
    assert kinds(game.anna) == [] and len(facts(game, "missed")) == 3
    table.must("verify", "g1")


@case
def a_miss_may_lose_the_game_and_a_late_move_is_refused():
    table = new_table()
    game = table.game(days=2, miss="forfeit", grace=1)
    until = MONDAY + 2 * DAY
    asked = game.anna.newest
    saved = f"{FOLDER}/forfeit"
    shutil.copytree(table.folder, saved)
    game.anna.reply("MOVE e2-e4", to=asked, when=until + HOUR)
    run(table, until + 2 * HOUR)
    assert kinds(game.anna) == ["accepted"], "within the hours of grace"
    shutil.rmtree(table.folder)
    shutil.copytree(saved, table.folder)
    kinds(game.bob)
    game.anna.reply("MOVE e2-e4", to=asked, when=until + HOUR + 1)
    run(table, until + 2 * HOUR)
    assert kinds(game.anna) == ["refused", "game-over"], "the letter is late whenever a run comes"
    assert kinds(game.bob) == ["game-over"]
    has(game.file, f"missed white {stamp(until)} beaten white forfeited")
    has(notices(table), "is out of the game now")
    table.must("verify", "g1")
    # Somebody who claims that the time wasn't over yet is exposed.
    with open(f"{table.folder}/forged.txt", "w", encoding="utf-8") as file:
        file.write(game.file.replace(f"until white {stamp(until)}", f"until white {stamp(until + DAY)}"))
    table.pbem("verify", f"{table.folder}/forged.txt")
    assert table.code != 0


@case
def a_turn_that_can_not_be_passed_is_the_moderators_and_so_is_one_in_check():
    table = new_table()
    game = table.game(days=2, miss="skip")
    run(table, MONDAY + 3 * DAY)
    assert kinds(game.anna) == ["turn-missed"]
    has(game.anna.newest.text, "The moderator knows about it")
    game.anna.reply("MOVE e2-e4", when=MONDAY + 3 * DAY + 5)
    run(table, MONDAY + 3 * DAY + 60)
    assert kinds(game.anna) == ["accepted"]
    table.must("verify", "g1")


@case
def days_off_and_a_change_of_clocks_are_the_zones_own():
    table = new_table()
    friday = calendar.timegm((2027, 3, 26, 16, 30, 0))  # before the change on Sunday
    at(friday)
    game = table.game(unread=True, days=1, rest="sat,sun", holidays="03-29", zone="Europe/Berlin")
    until = int(datetime.datetime(2027, 3, 30, 17, 30, tzinfo=BERLIN).timestamp())
    assert until - friday == 4 * DAY - HOUR
    assert facts(game, "until") == [f"  until white {stamp(until)}"], facts(game, "until")
    has(game.anna.newest.text, "30 Mar 2027, 17:30 CEST (15:30 UTC)")
    tick(table, friday, until + 1, 6 * HOUR)
    assert not clock_entries(game)
    run(table, until + 1)
    assert kinds(game.anna)[-1:] == ["turn-missed"]
    table.must("verify", "g1")


@case
def the_bank_gives_what_a_turn_takes_more_and_grows_with_each():
    table = new_table()
    game = table.game(days=1, bank=3, bonus=6, remind="50")
    main, until = MONDAY + DAY, MONDAY + 4 * DAY
    assert facts(game, "until") == [f"  until white {stamp(until)}, bank from {stamp(main)}"]
    has(game.anna.newest.text, f"send your move by {said(until)}.",
        f"After {said(main)} your time bank is used; 3 days are left in it.")
    game.anna.reply("MOVE e2-e4", when=main + 10 * HOUR)
    run(table, main + 10 * HOUR)
    assert facts(game, "bank") == [f"  bank white seconds {3 * DAY - 4 * HOUR}"], facts(game, "bank")
    game.bob.reply("STATUS", when=main + 10 * HOUR + 1)
    game.bob.reply("MOVE e7-e5", when=main + 11 * HOUR)
    run(table, main + 11 * HOUR)
    assert facts(game, "bank")[1:] == [f"  bank black seconds {3 * DAY + 6 * HOUR}"]
    has([each for each in game.bob.letters if each.kind == "status"][0].text, "White: not to move; time bank: 2 days 20 hours",
        "Black: to move by")
    # Time that isn't used is lost.
    run(table, main + 11 * HOUR + 10 * DAY)
    game.anna.reply("MOVE d2-d4", when=main + 11 * HOUR + 10 * DAY + 5)
    run(table, main + 11 * HOUR + 10 * DAY + 60)
    assert facts(game, "bank")[2:] == [f"  bank white seconds {6 * HOUR}"], facts(game, "bank")
    table.must("verify", "g1")
    with open(f"{table.folder}/forged.txt", "w", encoding="utf-8") as file:
        file.write(game.file.replace(f"bank white seconds {6 * HOUR}", f"bank white seconds {9 * DAY}"))
    table.pbem("verify", f"{table.folder}/forged.txt")
    has(table.out + table.err, "more is left in a time bank")


@case
def each_board_of_a_ring_has_its_own_clock():
    table = new_table()
    people = {"a": "anna", "b": "bob", "c": "carl", "d": "dora"}
    game = table.game(unread=True, variant="ring", people=people, days=1, miss="forfeit", remind="90")
    first = facts(game, "until")
    assert first == [f"  until {seat} on board {number} {stamp(MONDAY + 2 * DAY)}"
                     for number, seat in enumerate(re.findall(r"until (\w+) on", "".join(first)), 1)], first
    assert len(first) == 4
    # Twice the option's days, in the terms, too.
    has(game.anna.newest.text, f"Please send your move by {said(MONDAY + 2 * DAY)} on board ", "You have 2 days for each turn.")
    mover = game.players[first[0].split()[1]]
    mover.reply("MOVE 1:e2-e4", when=MONDAY + DAY)
    run(table, MONDAY + DAY)
    later = [each for each in facts(game, "until")[4:]]
    assert len(later) == 1 and f"on board 1 {stamp(MONDAY + 3 * DAY)}" in later[0], later
    for player in game.players.values():
        player.read()
    run(table, MONDAY + 2 * DAY - HOUR)
    assert sum(kinds(player).count("reminder") for player in game.players.values()) == 3
    run(table, MONDAY + 2 * DAY + HOUR)
    assert len(facts(game, "missed")) == 3, facts(game, "missed")
    assert all("on board 1 " not in each for each in facts(game, "missed"))
    assert "forfeited" in game.file and "sitting" in game.file, "they are called in that very run"
    table.must("verify", "g1")


@case
def a_miss_on_a_board_and_a_reminder_of_another_are_two_letters():
    table = new_table()
    people = {"a": "anna", "b": "bob", "c": "carl", "d": "dora"}
    game = table.game(variant="ring", people=people, days=1, remind="50")
    game.dora.reply("MOVE 4:e2-e4", when=MONDAY + DAY)
    run(table, MONDAY + DAY)
    kinds(game.anna)
    run(table, MONDAY + 2 * DAY + HOUR)
    letters = {letter.kind: letter for letter in game.anna.read()}
    assert sorted(letters) == ["reminder", "turn-missed"], letters
    has(letters["turn-missed"].text, f"It was due by {said(MONDAY + 2 * DAY)} on board 1. The moderator")
    assert "once more" not in flat(letters["turn-missed"])
    has(letters["reminder"].text, f"send your move by {said(MONDAY + 3 * DAY)} on board 4.")
    table.must("verify", "g1")


@case
def with_cards_the_turn_has_the_days_and_windows_keep_their_hours():
    table = new_table()
    people = {"white": "anna", "red": "carl", "black": "bob"}
    game = table.game(unread=True, variant="three-player", people=people, cards="on", days=5, remind="80")
    assert facts(game, "until") == [f"  until white {stamp(MONDAY + 5 * DAY)}"]
    has(game.anna.newest.text, f"Please send your move by {said(MONDAY + 5 * DAY)}.")
    run(table, MONDAY + 4 * DAY + HOUR)
    assert kinds(game.anna)[-1:] == ["reminder"]
    game.anna.reply("MOVE d7-d6", when=MONDAY + 4 * DAY + 2 * HOUR)
    run(table, MONDAY + 4 * DAY + 2 * HOUR)
    window = MONDAY + 4 * DAY + 2 * HOUR
    following, other = ((game.carl, game.bob) if "it is your move" in flat(game.carl.newest)
                        else (game.bob, game.carl))
    has(other.newest.text, f"If we don't hear from you by {said(window + 48 * HOUR)}, it stands")
    has(following.newest.text, f"Please send your move by {said(window + 5 * DAY)}.")
    run(table, window + 49 * HOUR)
    assert len(facts(game, "lapse")) == 1
    tick(table, window + 50 * HOUR, window + 6 * DAY, 6 * HOUR)
    assert len(facts(game, "missed")) == 1 and kinds(following)[-1:] == ["turn-missed"]
    table.must("verify", "g1")


@case
def with_cards_the_days_count_while_a_seat_is_asked_whoever_passes_last():
    people = {"white": "anna", "red": "carl", "black": "bob"}
    for first in ("following", "other"):
        table = new_table()
        game = table.game(unread=True, variant="three-player", people=people, cards="on", days=5, bonus=12)
        game.anna.reply("MOVE d7-d6", when=MONDAY)
        run(table, MONDAY)
        following, other = ((game.carl, game.bob) if "it is your move" in flat(game.carl.newest)
                            else (game.bob, game.carl))
        has(following.newest.text, f"Please send your move by {said(MONDAY + 5 * DAY)}.")
        pair = (following, other) if first == "following" else (other, following)
        for hours, player in zip((6, 20), pair):
            player.reply("PASS", when=MONDAY + hours * HOUR)
            run(table, MONDAY + hours * HOUR)
        # Five days of being asked, not more and not less: fourteen hours of them it wasn't.
        until = MONDAY + 5 * DAY + (14 * HOUR if first == "following" else 0)
        asked = [letter for letter in following.read() if letter.kind == "your-turn"][-1]
        has(asked.text, f"Please send your move by {said(until)}.")
        # To pass is no turn, and brings no bonus.
        assert facts(game, f"bank {following.seat}") == [], facts(game, "bank")
        assert f"until {following.seat} {stamp(until)}" in facts(game, "until")[-1], facts(game, "until")
        run(table, until - HOUR)
        assert not facts(game, "missed")
        run(table, until + HOUR)
        assert facts(game, "missed") == [f"  missed {following.seat} {stamp(until)}"]
        table.must("verify", "g1")


@case
def with_cards_what_a_pass_used_of_the_bank_is_gone():
    table = new_table()
    people = {"white": "anna", "red": "carl", "black": "bob"}
    game = table.game(unread=True, variant="three-player", people=people, cards="on", days=1, bank=4, bonus=12, window=96)
    game.anna.reply("MOVE d7-d6", when=MONDAY)
    run(table, MONDAY)
    following, other = ((game.carl, game.bob) if "it is your move" in flat(game.carl.newest)
                        else (game.bob, game.carl))
    following.reply("PASS", when=MONDAY + 2 * DAY)
    run(table, MONDAY + 2 * DAY)
    assert facts(game, "bank")[-1] == f"  bank {following.seat} seconds {3 * DAY}", facts(game, "bank")
    other.reply("PASS", when=MONDAY + 3 * DAY)
    run(table, MONDAY + 3 * DAY)
    assert facts(game, "until")[-1] == (f"  until {following.seat} {stamp(MONDAY + 6 * DAY)}, "
                                        f"bank from {stamp(MONDAY + 3 * DAY)}"), facts(game, "until")
    table.must("verify", "g1")


@case
def a_pause_gives_nothing_of_the_bank_back():
    table = new_table()
    game = table.game(days=1, bank=4)
    at(MONDAY + 2 * DAY)
    table.must("pause", "g1")
    at(MONDAY + 4 * DAY)
    table.must("resume", "g1")
    assert facts(game, "until")[-1] == (f"  until white {stamp(MONDAY + 7 * DAY)}, "
                                        f"bank from {stamp(MONDAY + 4 * DAY)}"), facts(game, "until")
    assert facts(game, "bank")[-1] == f"  bank white seconds {3 * DAY}", facts(game, "bank")
    table.must("verify", "g1")


@case
def what_a_board_has_used_of_the_bank_before_a_pause_no_other_board_is_given_after_it():
    table = new_table()
    people = {"a": "anna", "b": "bob", "c": "carl", "d": "dora"}
    game = table.game(variant="ring", people=people, days=1, bank=4)
    game.anna.reply("MOVE 1:e2-e4", when=MONDAY + HOUR)
    game.dora.reply("MOVE 4:e2-e4", when=MONDAY + HOUR)
    run(table, MONDAY + HOUR)
    # Anna is on her bank on board 4 for two days.
    at(MONDAY + 4 * DAY + HOUR)
    table.must("pause", "g1")
    game.bob.reply("MOVE 1:e7-e5", when=MONDAY + 4 * DAY + 2 * HOUR)
    run(table, MONDAY + 4 * DAY + 2 * HOUR)
    again = MONDAY + 6 * DAY
    at(again)
    table.must("resume", "g1")
    assert facts(game, "bank a")[-1] == f"  bank a seconds {2 * DAY}", facts(game, "bank")
    assert facts(game, "until a")[-2:] == [
        f"  until a on board 1 {stamp(again + 4 * DAY)}, bank from {stamp(again + 2 * DAY)}",
        f"  until a on board 4 {stamp(again + 2 * DAY)}, bank from {stamp(again)}"], facts(game, "until a")
    table.must("verify", "g1")


@case
def a_turn_sent_ahead_is_carried_out_in_a_run_without_letters():
    table = new_table()
    people = {"white": "anna", "red": "carl", "black": "bob"}
    game = table.game(variant="three-player", people=people, cards="on")
    game.anna.reply("MOVE d7-d6", when=MONDAY)
    run(table, MONDAY)
    following, other = ((game.carl, game.bob) if "it is your move" in flat(game.carl.newest)
                        else (game.bob, game.carl))
    move = re.search(r"\| pawn +(\w+)", following.newest.text).group(1)
    following.reply(f"MOVE {move}", when=MONDAY + HOUR)
    run(table, MONDAY + HOUR)
    assert f"played {following.seat}" not in game.file and kinds(other) == ["window"], other.letters
    run(table, MONDAY + 49 * HOUR)
    assert f"script {following.seat} action 1, the move: MOVE" in game.file and kinds(other) == ["window"]
    table.must("verify", "g1")


@case
def with_cards_a_seat_may_be_put_out_and_the_others_go_on():
    table = new_table()
    people = {"white": "anna", "red": "carl", "black": "bob"}
    game = table.game(unread=True, variant="three-player", people=people, cards="on", days=2, miss="forfeit")
    other = table.game(variant="three-player", people={"white": "ada", "red": "cleo", "black": "ben"}, cards="on",
                       days=2, miss="skip")
    run(table, MONDAY + 2 * DAY + HOUR)
    assert "beaten white forfeited" in game.file and len(facts(game, "until")) == 2
    assert kinds(other.ada) == ["turn-missed"] and "pass white" not in other.file
    has(other.ada.newest.text, "The moderator knows about it")
    table.must("verify")


@case
def who_missed_a_turn_that_was_passed_is_told_so():
    """A turn can be passed where nothing can move by then, and no card helps: its seat only answers the turn before."""
    data = os.environ["PBEM_DATA"]
    os.environ["PBEM_DATA"] = f"{FOLDER}/data"
    shutil.copytree(f"{data}/games", f"{FOLDER}/data/games")
    for name in ("templates", "mailers"):
        os.symlink(f"{data}/{name}", f"{FOLDER}/data/{name}")
    with open(f"{data}/games/three-player.variant", encoding="utf-8") as file:
        lines = re.sub(r"(?m)^\t(castle|place) .*\n|^truce.*\n|^expect.*\n", "", file.read())
    for seat, men in (("White", "K d8 Q c3"), ("Red", "K h1 P h3"), ("Black", "K a1")):
        lines = lines.replace(f"side {seat}\n", f"side {seat}\n\tplace {men}\n")
    with open(f"{FOLDER}/data/games/few.variant", "w", encoding="utf-8") as file:
        file.write(lines)
    table = new_table()
    people = {"white": "anna", "red": "carl", "black": "bob"}
    game = table.game(variant="few", people=people, cards="on", deck="personal", order="stacked", days=3, miss="skip")
    for player in (game.anna, game.carl, game.bob):
        player.reply("DECK Riposte, Toll, Hostage, Vulture, Bog, Fog of War", when=MONDAY)
    run(table, MONDAY)
    for hours, (player, orders) in enumerate((
            (game.anna, "MOVE c3-b3"), (game.bob, "PASS"), (game.carl, "MOVE h3-h4"), (game.anna, "PASS")), 1):
        player.reply(orders, when=MONDAY + hours * HOUR)
        run(table, MONDAY + hours * HOUR)
        assert "accepted" in kinds(player), (orders, player.newest.text)
    until = MONDAY + 3 * HOUR + 3 * DAY
    game.bob.read()
    run(table, until + 1)
    assert facts(game, "missed") == [f"  missed black {stamp(until)}"] and "  pass black" in game.file, game.file
    assert kinds(game.bob) == ["turn-missed"]
    table.must("verify", "g1")
    os.environ["PBEM_DATA"] = data


@case
def an_undo_gives_the_whole_time_once_more():
    table = new_table()
    game = table.game(days=2, remind="50")
    game.anna.reply("MOVE e2-e4", when=MONDAY + DAY)
    run(table, MONDAY + DAY)
    game.anna.reply("UNDO", when=MONDAY + 5 * DAY - 60)
    run(table, MONDAY + 5 * DAY - 60)
    game.bob.reply("UNDO", when=MONDAY + 5 * DAY)
    run(table, MONDAY + 5 * DAY)
    assert facts(game, "undo"), game.file
    has(game.anna.newest.text, f"Please send your move by {said(MONDAY + 7 * DAY)}.")
    run(table, MONDAY + 6 * DAY + HOUR)
    assert game.anna.newest.kind == "reminder"
    table.must("verify", "g1")


@case
def time_without_runs_counts_for_no_turn():
    table = new_table()
    table.set("outage-hours = 10")
    game = table.game(days=2, miss="forfeit")
    run(table, MONDAY + HOUR)
    over = MONDAY + 5 * DAY
    game.anna.reply("STATUS", when=over - HOUR)
    run(table, over)
    gap = over - MONDAY - HOUR
    assert not facts(game, "missed")
    has(game.anna.newest.text, f"send your move by {said(MONDAY + 2 * DAY + gap)}.")
    tick(table, over, MONDAY + 2 * DAY + gap + 1, 5 * HOUR)
    assert not facts(game, "missed")
    run(table, MONDAY + 2 * DAY + gap + 1)
    assert facts(game, "outage") and facts(game, "missed") == [f"  missed white {stamp(MONDAY + 2 * DAY + gap)}"]
    table.must("verify", "g1")


@case
def the_moderator_stops_clocks_lets_them_run_and_gives_more_time():
    table = new_table()
    game = table.game(days=3, remind="90", miss="forfeit", vacation=10)
    at(MONDAY + DAY)
    table.must("pause", "g1", "--reason", "a festival")
    table.collect()
    for player in (game.anna, game.bob):
        letter = player.newest
        has(letter.text, "The moderator has stopped the clocks", "a festival", "The game is paused")
        player.read()
    tick(table, MONDAY + 2 * DAY, MONDAY + 9 * DAY, DAY)
    assert kinds(game.anna) == [] and not facts(game, "missed") and "paused" in table.must("status")
    table.pbem("pause", "g1")
    assert table.code != 0 and "paused already" in table.err
    game.anna.reply("MOVE e2-e4", when=MONDAY + 9 * DAY)
    run(table, MONDAY + 9 * DAY + 60)
    assert kinds(game.bob) == ["your-turn"] and "must be here" not in game.bob.newest.text
    resumed = MONDAY + 10 * DAY
    at(resumed)
    table.must("resume", "g1")
    table.collect()
    has(game.bob.newest.text, "has restarted the clocks", f"Please send your move by {said(resumed + 3 * DAY)}.")
    table.must("extend", "g1", "black", "4", "--reason", "ill")
    table.collect()
    has(game.bob.newest.text, "The moderator has given Bob (Black) 4 more days",
        f"Please send your move by {said(resumed + 7 * DAY)}.")
    table.must("remind", "g1", "black")
    table.collect()
    assert game.bob.newest.kind == "reminder"
    table.pbem("remind", "g1", "white")
    assert table.code != 0 and "the game isn't waiting for White" in table.err
    table.must("away", "g1", "black", "2026-12-04", "2026-12-08")
    table.collect()
    has(game.bob.newest.text, "Bob is away from 4 Dec 2026 to 8 Dec 2026. On these days this player's clock is stopped.",
        f"Please send your move by {said(resumed + 12 * DAY)}.")
    for words, why in ((("away", "g1", "black", "2026-12-08", "2026-12-09"), "away on some of these days already"),
                       (("away", "g1", "white", "2026-12-10", "2026-12-31"), "For 2026 you have 10 left"),
                       (("away", "g1", "white", "2026-11-10", "2026-11-12"), "begins today or within a year"),
                       (("away", "g1", "white", "tomorrow", "2026-12-31"), "from one date to a later one"),
                       (("extend", "g1", "black", "many"), "expected a whole number from 1 to 365"),
                       (("extend", "g1", "white", "2"), "White isn't asked for a turn whose time is limited"),
                       (("resume", "g1"), "isn't paused")):
        table.pbem(*words)
        assert table.code != 0, words
        has(table.err, why)
    table.must("away", "g1", "white", "2027-11-01", "2027-11-09")
    game.bob.reply("STATUS", when=resumed + 5)
    run(table, resumed + 60)
    has(game.bob.newest.text, "5 days of vacation left in 2026", "10 days of vacation left in 2026")
    table.must("verify", "g1")
    run(table, resumed + 12 * DAY + 1)
    assert facts(game, "missed") == [f"  missed black {stamp(resumed + 12 * DAY)}"]
    table.must("verify", "g1")


@case
def windows_of_cards_stand_still_while_a_game_is_paused():
    table = new_table()
    people = {"white": "anna", "red": "carl", "black": "bob"}
    game = table.game(unread=True, variant="three-player", people=people, cards="on")
    game.anna.reply("MOVE d7-d6", when=MONDAY)
    run(table, MONDAY)
    at(MONDAY + 24 * HOUR)
    table.must("pause", "g1")
    run(table, MONDAY + 200 * HOUR)
    assert not facts(game, "lapse")
    at(MONDAY + 200 * HOUR)
    table.must("resume", "g1")
    run(table, MONDAY + 224 * HOUR)
    assert not facts(game, "lapse")
    run(table, MONDAY + 224 * HOUR + 1)
    assert len(facts(game, "lapse")) == 1
    table.must("verify", "g1")


@case
def killed_at_any_point_nothing_is_done_twice():
    table = new_table()
    chess = table.game(days=2, remind="50", miss="remind")
    ring = table.game(variant="ring", people={"a": "ada", "b": "ben", "c": "cleo", "d": "dirk"}, days=1,
                      miss="forfeit")
    saved = f"{FOLDER}/killed"
    due = MONDAY + 4 * DAY
    shutil.copytree(table.folder, saved)
    run(table, due)
    wanted = [game.file for game in (chess, ring)]
    everybody = [*chess.players.values(), *ring.players.values()]
    letters = [kinds(player) for player in everybody]
    assert facts(chess, "missed") and facts(ring, "missed")
    number = 1
    while True:
        shutil.rmtree(table.folder)
        shutil.copytree(saved, table.folder)
        code = subprocess.run([os.environ.get("PBEM", "pbem"), "--site", table.folder, "run"], check=False,
                              capture_output=True, env=os.environ | {"PBEM_STOP_AFTER": str(number)}).returncode
        if code != KILLED:
            break
        table.run()
        table.run()
        assert [game.file for game in (chess, ring)] == wanted, f"killed after step {number}"
        got = [kinds(player) for player in everybody]
        # The letter that was being sent is sent again, the very same; no other is.
        assert [sorted(set(each)) for each in got] == [sorted(set(each)) for each in letters], \
            f"killed after step {number}: {got}, not {letters}"
        number += 3 if "PBEM_TRIALS" in os.environ else 1
    assert number > 4, number


@case
def a_site_has_its_own_terms_and_wrong_ones_are_refused():
    table = new_table("option.days = 4", "option.rest = sat,sun", "option.miss = forfeit")
    game = table.game(miss="moderator")
    has(game.file, "option miss moderator option days 4 option rest sat,sun")
    for option, allowed in (("days=ten", "days is a whole number of days from 0 to 365, not 'ten'"),
                            ("miss=lose", "miss is moderator, remind, skip or forfeit, not 'lose'"),
                            ("zone=Berlin", "zone: "),
                            ("remind=90,50", "rising, as in 50,90")):
        table.pbem("new", "chess", "--option", option, "a=A <a@example.net>", "b=B <b@example.net>")
        assert table.code == 64, (option, table.code)
        has(table.err, allowed)
    has(table.must("variants", "chess"), "options of every game:", "miss moderator, remind, skip, forfeit",
        "what follows when a turn isn't there in time")
    table.set("option.days = 400")
    table.pbem("run")
    assert table.code == 78, table.code
    has(table.err, "option.days is a whole number of days from 0 to 365, not '400'")


@case
def by_way_of_odds_a_seat_has_other_days_and_another_bank():
    table = new_table()
    game = table.game(unread=True, **{"days": 5, "days.white": 2, "bank.black": 3, "miss": "forfeit"})
    has(game.anna.newest.text, f"send your move by {said(MONDAY + 2 * DAY)}.", "Handicap:",
        "White: 2 days a turn", "Black: 3 days in the time bank", "You have 5 days for each turn.",
        "you lose the game")
    game.anna.reply("MOVE e2-e4", when=MONDAY + DAY)
    run(table, MONDAY + DAY)
    assert facts(game, "until")[-1] == \
        f"  until black {stamp(MONDAY + 9 * DAY)}, bank from {stamp(MONDAY + 6 * DAY)}", facts(game, "until")
    game.bob.reply("STATUS\nMOVE e7-e5", when=MONDAY + 7 * DAY)
    run(table, MONDAY + 7 * DAY)
    status = [each for each in game.bob.letters if each.kind == "status"][0].text
    has(status, "White: 2 days a turn", "Black: 3 days in the time bank",
        f"White: to move by {said(MONDAY + 9 * DAY)} Black: not to move; time bank: 2 days")
    assert "0 minutes" not in status, status
    assert facts(game, "bank") == [f"  bank black seconds {2 * DAY}"]
    assert facts(game, "until")[-1] == f"  until white {stamp(MONDAY + 9 * DAY)}"
    run(table, MONDAY + 9 * DAY + HOUR)
    assert "beaten white forfeited" in game.file
    # One plays without a clock against another with one.
    free = table.game(unread=True, **{"days.black": 1, "miss": "forfeit"})
    has(free.anna.newest.text, "White: no time limit", "Black: 1 day a turn")
    assert not facts(free, "until") and "must be here" not in free.anna.newest.text
    began = MONDAY + 100 * DAY
    run(table, began - DAY)
    assert not facts(free, "missed")
    free.anna.reply("MOVE e2-e4", when=began)
    run(table, began)
    assert facts(free, "until") == [f"  until black {stamp(began + DAY)}"]
    people = {"a": "anna", "b": "bob", "c": "carl", "d": "dora"}
    ring = table.game(variant="ring", people=people, **{"days": 4, "days.d": 1})
    ends = {re.search(r"until (\w+) on", line)[1]: line.split()[-1] for line in facts(ring, "until")}
    assert all(end == stamp(began + (2 * DAY if seat == "d" else 8 * DAY)) for seat, end in ends.items()), ends
    table.must("verify")
    for words, why in ((("chess", "--option", "days.green=1"), "days.green: chess has no seat 'green'"),
                       (("chess", "--option", "days.white=400"), "a whole number of days from 0 to 365, not '400'"),
                       (("chess", "--option", "grace.white=4"), "grace.white"),
                       (("ring", "--option", "seats=3", "--option", "bank.d=4"), "bank.d: ring has no seat 'd'")):
        table.pbem("new", *words, "A <a@example.net>", "B <b@example.net>")
        assert table.code == 64, (words, table.code, table.err)
        has(table.err, why)
    table.set("option.days.white = 3")
    table.pbem("run")
    assert table.code == 78
    has(table.err, "option.days.white: options of a single seat belong to one game; use 'pbem new --option days.white=3'")


@case
def a_game_without_terms_is_written_as_before():
    table = new_table()
    game = table.game()
    run(table, MONDAY + 300 * DAY)
    game.anna.reply("MOVE e2-e4", when=MONDAY + 300 * DAY + 5)
    run(table, MONDAY + 301 * DAY)
    for word in ("until", "missed", "reminded", "bank", "option"):
        assert f"  {word} " not in game.file and f"\n{word} " not in game.file
    assert "must be here" not in game.bob.newest.text
    table.must("verify", "g1")


run_cases(sys.argv[2:])
