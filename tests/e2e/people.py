# SPDX-License-Identifier: MIT
"""usage: people.py FOLDER SOURCES: the cases of people.sh, a function each; its name says what is true."""
import os
import re
import shutil
import sys

from table import Table, case, has, only, run_cases

folder, sources, *wanted = sys.argv[1:]
tables = 0
ANNA = "anna@example.net"


def a_table(*settings):
    global tables
    tables += 1
    return Table(f"{folder}/site{tables}", *settings)


def two_games(table):
    """Anna plays in both, by one address, against two others."""
    games = [table.game(), table.game()]
    welcome = games[1].anna.newest
    for game in games:
        path = f"{table.folder}/games/{game.id}/seats"
        with open(path, encoding="utf-8") as file:
            seats = file.read().replace(game.anna.address, ANNA)
        with open(path, "w", encoding="utf-8") as file:
            file.write(seats)
        game.anna.address = ANNA
    return *games, welcome


def ask(player, text, kind=None, **how):
    """Her answer to it."""
    player.read()
    player.reply(text, **how)
    player.game.table.run()
    answers = [each for game in player.game.table.games.values() for other in game.players.values()
               for each in other.read() if other.address == player.address]
    assert answers, f"no answer to '{text}': {player.game.table.log}"
    assert kind is None or answers[-1].kind == kind, f"'{text}': {answers[-1].text}"
    return answers[-1]


def people(table):
    path = f"{table.folder}/people"
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return file.read()


@case
def a_wish_holds_for_the_address_in_all_its_games_and_for_nobody_else():
    table = a_table()
    one, two, of_two = two_games(table)
    has(ask(one.anna, "SHORT ON", "wish").text, "from now on your letters are short")
    has(ask(one.anna, "STATUS", "status").text,
        "SHORT ON HTML OFF TEXTLINKS OFF CALENDAR OFF ZONE UTC LANGUAGE English VIEW White")
    has(ask(two.anna, "STATUS", "status", to=of_two).text, "SHORT ON")
    has(ask(two.bob, "STATUS", "status").text, "SHORT OFF")
    assert people(table) == f"{ANNA}\tshort\ton\n", people(table)
    assert os.stat(f"{table.folder}/people").st_mode & 0o777 == 0o600


@case
def games_tells_all_of_an_address_what_waits_first():
    table = a_table()
    one, two, of_two = two_games(table)
    two.anna.reply("MOVE e2-e4", to=of_two)
    table.run()
    others = [table.game() for _ in range(2)]
    answer = ask(one.anna, "games", "games", to=one.anna.letters[0])
    has(answer.text, "the one that has waited longest first: g1 chess with Bob: waits for you since",
        "These games wait for other players: g2 chess with Bob: waits for Bob To play in another")
    assert not any(re.search(rf"\b{each.id} chess", answer.text) for each in others), answer.text
    two.anna.reply("RESIGN", to=[each for each in one.anna.letters if "[g2]" in each.subject][-1])
    table.run()
    assert "g2 chess" not in ask(one.anna, "GAMES", "games", to=one.anna.letters[0]).text
    answer = ask(one.anna, "GAMES please my dear", "refused", to=one.anna.letters[0])
    has(answer.text, "GAMES stands alone")


@case
def what_a_seat_chose_before_counts_until_its_address_has_something_of_its_own():
    table = a_table()
    game = table.game()
    path = f"{table.folder}/games/{game.id}/seats"
    with open(path, encoding="utf-8") as file:
        seats = file.read().replace("  name Anna\n", "  name Anna\n  short on\n")
    with open(path, "w", encoding="utf-8") as file:
        file.write(seats)
    has(ask(game.anna, "STATUS").text, "SHORT ON")
    has(ask(game.anna, "SHORT OFF").text, "from now on your letters are long again")
    has(ask(game.anna, "STATUS").text, "SHORT OFF")


@case
def a_time_zone_is_told_beside_utc():
    table = a_table()
    game = table.game()
    os.environ["PBEM_TIME"] = str(1783080000)  # 3 July 2026, 12:00 UTC
    try:
        has(ask(game.anna, "zone europe/berlin", "wish", when=1783080000).text,
            "the time zone Europe/Berlin", "3 Jul 2026, 14:00 CEST (12:00 UTC)")
        has(ask(game.anna, "ZONE Pacific/Auckland", when=1783080000).text,
            "4 Jul 2026, 00:00 NZST (3 Jul 2026, 12:00 UTC)")
        has(ask(game.anna, "ZONE America/New York", when=1783080000).text,
            "3 Jul 2026, 08:00 EDT (12:00 UTC)")
        answer = ask(game.anna, "ZONE UTC", when=1783080000)
        has(answer.text, "3 Jul 2026, 12:00 UTC")
        assert "(12:00" not in answer.text
    finally:
        del os.environ["PBEM_TIME"]


@case
def an_offset_or_an_abbreviation_means_what_people_mean_by_it():
    """GMT+2 is east of Greenwich, and the answer names the time there; tzdata's own names keep their meaning."""
    table = a_table()
    game = table.game()
    os.environ["PBEM_TIME"] = str(1783080000)  # 3 July 2026, 12:00 UTC
    try:
        for text, told in (("GMT+2", "14:00 UTC+02"), ("UTC-5", "07:00 UTC-05"), ("UTC+5:30", "17:30 IST"), ("UTC +2", "14:00 UTC+02"),
                           ("GMT+02:00", "14:00 UTC+02"), ("UTC+0200", "14:00 UTC+02"), ("gmt-3", "09:00 UTC-03"),
                           ("PST", "05:00 PDT"), ("CET", "14:00 CEST"), ("EST", "08:00 EDT"), ("mesz", "14:00 CEST"),
                           ("JST", "21:00 JST"), ("Etc/GMT+2", "10:00 UTC-02"), ("Etc/GMT-2", "14:00 UTC+02")):
            has(ask(game.anna, f"ZONE {text}", "wish", when=1783080000).text, told)
        for text in ("UTC+99", "GMT+25", "UTC+10:30", "Etc/GMT+22", "UTC+2:75", "GMT2+1"):
            assert "did you mean" not in ask(game.anna, f"ZONE {text}", "refused", when=1783080000).text, text
    finally:
        del os.environ["PBEM_TIME"]


@case
def a_zone_or_language_that_is_not_there_is_refused_and_the_nearest_named():
    table = a_table()
    game = table.game()
    for text, phrases in [
            ("ZONE Berlin", ["did you mean ZONE Europe/Berlin?"]),
            ("ZONE Europe/Brelin", ["did you mean ZONE Europe/Berlin?"]),
            ("ZONE ../../etc/passwd", ["There is no time zone"]),
            ("ZONE +02:00", ["There is no time zone"]),
            ("ZONE", ["ZONE needs something after it"]),
            ("LANGUAGE Klingon", ["no letters here in a language called \"Klingon\"", "English"]),
            ("LANGUAGE", ["LANGUAGE needs something after it"])]:
        answer = ask(game.anna, text, "refused")
        has(answer.text, "nothing has changed", *phrases)
    before = game.file
    has(ask(game.anna, "MOVE e2-e4\nZONE Atlantis", "refused").text, "no time zone \"Atlantis\"")
    assert game.file == before and people(table) is None
    assert ask(game.anna, "MOVE e2-e4\nZone out with me some day\nlanguage is a game of its own").kind == \
        "accepted"


@case
def the_file_is_written_whole_when_most_of_it_is_overtaken():
    table = a_table()
    game = table.game()
    with open(f"{table.folder}/people", "w", encoding="utf-8") as file:
        file.write("".join(f"{game.bob.address}\tshort\t{each}\n" for each in ["on", "off"] * 40))
    os.chmod(f"{table.folder}/people", 0o600)
    has(ask(game.bob, "STATUS").text, "SHORT OFF")
    ask(game.anna, "SHORT ON\nZONE Asia/Tokyo")
    assert sorted(people(table).splitlines()) == [
        f"{game.anna.address}\tshort\ton", f"{game.anna.address}\tzone\tAsia/Tokyo",
        f"{game.bob.address}\tshort\toff"], people(table)
    has(ask(game.bob, "STATUS").text, "SHORT OFF")
    has(ask(game.anna, "STATUS").text, "SHORT ON", "ZONE Asia/Tokyo")


@case
def an_edited_file_counts_at_once():
    table = a_table()
    game = table.game()
    ask(game.anna, "ZONE Europe/Berlin")
    for name in os.listdir(table.folder):
        if name.startswith("ledger"):
            os.unlink(f"{table.folder}/{name}")
    table.run()
    game.anna.read()
    has(ask(game.anna, "STATUS").text, "ZONE Europe/Berlin")
    with open(f"{table.folder}/people", "a", encoding="utf-8") as file:
        file.write(f"{game.anna.address.upper()}\tzone\tAsia/Tokyo")
    has(ask(game.anna, "STATUS").text, "ZONE Asia/Tokyo")
    # Edited to another text of the same length, by hand or when a copy was put back.
    with open(f"{table.folder}/people", encoding="utf-8") as file:
        edited = file.read().replace("Asia/Tokyo", "Asia/Dhaka")
    with open(f"{table.folder}/people", "w", encoding="utf-8") as file:
        file.write(edited)
    has(ask(game.anna, "STATUS").text, "ZONE Asia/Dhaka")
    with open(f"{table.folder}/people", "w", encoding="utf-8") as file:
        file.write(edited.replace("Asia/Dhaka", "Asia/Tokyo"))
    ask(game.anna, "SHORT ON")
    assert people(table).count("\n") == 3, people(table)
    with open(f"{table.folder}/people", "w", encoding="utf-8"):
        pass
    has(ask(game.anna, "STATUS").text, "ZONE UTC")


@case
def the_file_alone_has_the_settings_so_a_rebuilt_ledger_loses_none():
    table = a_table()
    game = table.game()
    ask(game.anna, "ZONE Europe/Berlin")
    ask(game.bob, "HTML OFF\nZONE Asia/Tokyo")
    with open(f"{table.folder}/ledger", "r+b") as file:
        file.write(b"damaged!" * 64)
    table.must("repair", "--yes")
    has(ask(game.anna, "STATUS").text, "ZONE Europe/Berlin")
    has(ask(game.bob, "STATUS").text, "ZONE Asia/Tokyo")
    # Without the file nobody has settings, and the next setting makes a new file.
    os.unlink(f"{table.folder}/people")
    has(ask(game.anna, "STATUS").text, "ZONE UTC")
    ask(game.anna, "SHORT ON")
    assert people(table) == f"{game.anna.address}\tshort\ton\n", people(table)


@case
def a_setting_is_made_once_wherever_the_run_is_killed():
    table = a_table()
    game = table.game()
    ask(game.bob, "ZONE Asia/Tokyo")
    before = people(table)
    game.anna.read()
    game.anna.reply("ZONE Europe/Berlin")
    for step in range(1, 40):
        os.environ["PBEM_STOP_AFTER"] = str(step)
        table.pbem("run")
        del os.environ["PBEM_STOP_AFTER"]
        assert people(table) in (before, f"{before}{game.anna.address}\tzone\tEurope/Berlin\n"), people(table)
    table.run()
    assert people(table) != before
    has(ask(game.anna, "STATUS").text, "ZONE Europe/Berlin")


@case
def a_damaged_line_is_left_out_and_the_moderator_told():
    table = a_table()
    game = table.game()
    with open(f"{table.folder}/people", "w", encoding="utf-8") as file:
        file.write(f"{game.anna.address} zone Asia/Tokyo\n{game.bob.address}\tshort\ton\n")
    os.chmod(f"{table.folder}/people", 0o600)
    has(ask(game.bob, "STATUS").text, "SHORT ON")
    has(only(table.to_moderator, "report").text, "people:1: expected an address, a key and a value")
    ask(game.bob, "ZONE Asia/Tokyo")
    only(table.to_moderator, "report")
    os.chmod(f"{table.folder}/people", 0o644)
    table.pbem("run")
    assert table.code == 78 and "people (mode" in table.err, (table.code, table.err)
    os.chmod(f"{table.folder}/people", 0o600)
    os.unlink(f"{table.folder}/people")
    os.mkdir(f"{table.folder}/people", 0o700)
    table.pbem("run")
    assert table.code == 75, (table.code, table.err)


def with_language(table):
    """A data folder of its own, with letters, a page and words of a language that isn't there yet."""
    data = f"{table.folder}-data"
    for name in ("games", "templates", "mailers"):
        shutil.copytree(f"{os.environ.get('PBEM_DATA') or sources}/{name}", f"{data}/{name}")
    os.mkdir(f"{data}/templates/xx")
    os.mkdir(f"{data}/games/xx")
    files = {
        "templates/xx/accepted.txt": "Subject: [{game}] Akceptita\nFirst: {game}: Akceptita\n\n"
                                     "=== Write your orders above this line ===\n\n"
                                     "Via ordono estas akceptita, {when}:\n\n  | {orders}\n\n{include foot}\n",
        "games/xx/chess.txt": "La reguloj.\n",
        "games/words/xx.words": "months jan feb mar apr maj jun jul aug sep okt nov dec\n"
                                "moment la {day}-a de {month}, {time} {zone}\n"
                                "order move IRU\n\tform IRU e2-e4\n"
                                "order help HELPO\n\tform HELPO\n"
                                "behind on JES\nletter xx N C\n",
    }
    for name, text in files.items():
        with open(f"{data}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
    path = f"{data}/games/words/orders.words"
    with open(path, "a", encoding="utf-8") as file:
        file.write("language xx Ekso Exish\n")
    os.environ["PBEM_DATA"] = data


def without_language(before):
    if before is None:
        del os.environ["PBEM_DATA"]
    else:
        os.environ["PBEM_DATA"] = before


@case
def another_language_is_files_alone_and_for_those_who_chose_it():
    before = os.environ.get("PBEM_DATA")
    table = a_table()
    with_language(table)
    try:
        # Its cards may stay in English, which is told.
        told = [line for line in table.must("check").splitlines() if "xx" in line]
        assert all("the remaining sentences in English" in line for line in told), table.out
        game = table.game()
        has(ask(game.anna, "HELP").text, "English, Deutsch, Ekso")
        ask(game.anna, "IRU e2-e4", "refused")
        has(ask(game.anna, "language exish", "wish").text, "in this language: Ekso")
        answer = ask(game.anna, "IRU e2-e4\nSHORT JES")
        letter = [each for each in game.anna.letters if each.kind == "accepted"][-1]
        has(letter.text, "Via ordono estas akceptita, la ", "MOVE e2-e4")
        assert "Akceptita" in letter.subject and answer.kind == "wish"
        has(game.bob.newest.text, "Your move" if "Your move" in game.bob.newest.text else "Bob")
        game.bob.reply("IRU e7-e5")
        table.run()
        assert game.bob.newest.kind == "refused"
        has(ask(game.bob, "MOVE e7-e5", "accepted").text, "MOVE e7-e5")
        has(ask(game.anna, "HELPO chess", "help-rules").text, "La reguloj.")
        assert "La reguloj" not in ask(game.bob, "HELP chess", "help-rules").text
        has(ask(game.anna, "Cf3", "accepted").text, "MOVE Nf3")
        table.set("language = xx")
        assert "Akceptita" in ask(game.bob, "MOVE b8-c6", "accepted").subject
        has(ask(game.bob, "LANGUAGE en", "wish").text, "in this language: English")
        assert "Akceptita" not in ask(game.bob, "SAY hi", "accepted").subject
    finally:
        without_language(before)


@case
def a_language_whose_words_are_wrong_is_named_by_check():
    before = os.environ.get("PBEM_DATA")
    table = a_table()
    with_language(table)
    try:
        with open(f"{os.environ['PBEM_DATA']}/games/words/xx.words", "a", encoding="utf-8") as file:
            file.write("order fly FLUGU\n")
        with open(f"{os.environ['PBEM_DATA']}/templates/xx/status.txt", "w", encoding="utf-8") as file:
            file.write("Subject: x\n\n{nonsense}\n")
        table.pbem("check")
        assert table.code != 0 and "xx.words" in table.out and "no order does 'fly'" in table.out, table.out
        assert "templates/xx/status.txt:3: {nonsense}" in table.out, table.out
    finally:
        without_language(before)


@case
def a_name_stands_in_the_record_and_the_others_hear_of_it():
    table = a_table()
    game = table.game()
    for text, phrase in [("NAME Bob", "has that name already"), ("NAME black", "has that name already"),
                         ("NAME bob@example.net", "can't be a name"), ("NAME " + "x" * 64, "can't be a name"),
                         ("NAME", "NAME needs something after it")]:
        has(ask(game.anna, text, "refused").text, "nothing has changed", phrase)
    assert ask(game.anna, "MOVE e2-e4\nName it as you like").kind == "accepted"
    assert "seat-changed" not in game.file
    letter = ask(game.anna, "NAME Änne of Green", "wish")
    has(letter.text, "Änne of Green, this is your name")
    assert "seat-changed white player Änne of Green" in game.file
    answer = ask(game.bob, "MOVE e7-e5", "accepted")
    has(answer.text, "Anna, who plays White, is called Änne of Green from now on.", "move 2")
    has(ask(game.bob, "STATUS", "status").text, "White: Änne of Green", "Black: Bob")
    table.must("verify", game.id)
    assert "Änne of Green" in table.must("show", game.id)
    ask(game.anna, "NAME Two")
    ask(game.anna, "NAME Three")
    has(ask(game.anna, "NAME Four", "refused").text, "at most 3 times a day")
    game.bob.reply("RESIGN")
    table.run()
    has(ask(game.anna, "NAME Five", "refused").text, "The game is over")
    table.must("verify", game.id)


def at_new(table, address):
    letters = [each for each in table.elsewhere if each.to == address]
    table.elsewhere = []
    return letters


def answer_from(game, letter, text, sender):
    """Returns the answer that is written to that letter there."""
    player = game.anna
    player.reply(text, to=letter, sender=sender)
    game.table.run()


@case
def refusals_of_settings_are_in_the_players_language():
    table = a_table()
    game = table.game()
    game.anna.reply("LANGUAGE Deutsch")
    table.run()
    game.anna.read()
    for text, phrase in [("NAME Bob", "So heißt schon ein anderer"), ("NAME bob@example.net", "kein Name sein"),
                         ("ADRESSE nowhere", "keine Mailadresse"), ("ADRESSE games@example.org", "deine Briefe schon"),
                         ("VERLASSEN", "ausgeschieden"), ("ZUSEHEN", "ausgeschieden")]:
        has(ask(game.anna, text, "refused").text, phrase)


@case
def letters_go_elsewhere_when_both_addresses_have_said_so():
    table = a_table()
    game = table.game()
    new = "anna@new.example.net"
    ask(game.anna, "SHORT ON")
    before = game.anna.newest
    old_letter = ask(game.anna, f"ADDRESS {new}", "address")
    new_letter = only(at_new(table, new), "address")
    has(old_letter.text, f"go to {new}")
    has(new_letter.text, "Anna plays White in game g1 (chess with Bob)", "reply NO")
    assert game.anna.address not in new_letter.text and new not in table.log
    assert before.token not in new_letter.text and "  8  " not in new_letter.text
    answer_from(game, old_letter, "Yes, that was me.", game.anna.address)
    only(game.anna.read(), "address")
    assert "seat-changed" not in game.file and not table.to_moderator
    answer_from(game, new_letter, "yes\nRESIGN\nMOVE e2-e4", new)
    letter = only(at_new(table, new), "moved")
    assert not game.anna.read() and new not in table.log
    record = game.file
    assert "seat-changed white address" in record and "resigned" not in record and new not in record
    assert "order white" not in record
    has(ask(game.bob, "STATUS").text, "turn: White")
    # Messages sent before are void; those that arrived count.
    answer_from(game, before, "MOVE e2-e4", game.anna.address)
    assert game.file == record and not at_new(table, new) and not game.anna.read()
    answer_from(game, before, "MOVE e2-e4", new)
    assert game.file == record
    only(at_new(table, new), "dead-token")
    answer_from(game, old_letter, "again", game.anna.address)
    assert not at_new(table, new) and game.file == record
    answer_from(game, letter, "MOVE e2-e4\nSTATUS", new)
    answers = at_new(table, new)
    assert [each.kind for each in answers] == ["accepted", "status"]
    has(answers[1].text, "SHORT ON")
    table.must("verify", game.id)


@case
def from_the_new_address_alone_the_moderator_hears_and_nothing_changes():
    table = a_table()
    game = table.game()
    new = "anna@new.example.net"
    ask(game.anna, f"ADDRESS {new}", "address")
    new_letter = only(at_new(table, new), "address")
    answer_from(game, new_letter, "It is me", new)
    has(only(at_new(table, new), "address").text, "We have asked the other address as well", "moderator can help")
    has(only(table.to_moderator, "report").text, "asks that letters go to another address", new, "pbem address")
    seats = open(f"{table.folder}/games/g1/seats", encoding="utf-8").read()
    assert f"address {game.anna.address}" in seats and f"moving {new} new" in seats
    # A key that agrees is good for nothing else, and no longer when somebody says no.
    answer_from(game, new_letter, "RESIGN", new)
    answer_from(game, new_letter, "No.", new)
    has(only(game.anna.read(), "wish").text, "we keep writing to your old address")
    answer_from(game, new_letter, "RESIGN\nyes", new)
    assert "seat-changed" not in game.file and "resign" not in game.file
    assert not at_new(table, new) and not game.anna.read()


@case
def an_address_that_cannot_be_asked_is_refused_and_asking_has_a_limit():
    table = a_table()
    game = table.game()
    for text, phrase in [("ADDRESS nowhere", "is no mail address"), ("ADDRESS a@b@c", "is no mail address"),
                         ("ADDRESS games@example.org", "this site's own"),
                         (f"ADDRESS {game.anna.address.upper()}", "your letters go to already"),
                         ("ADDRESS", "ADDRESS needs something after it")]:
        has(ask(game.anna, text, "refused").text, "nothing has changed", phrase)
    answer = ask(game.anna, "MOVE e2-e4\nAddress that with care")
    assert answer.kind == "accepted", answer.text
    for number in range(3):
        ask(game.anna, f"ADDRESS new{number}@example.net", "address", to=answer)
        only(at_new(table, f"new{number}@example.net"), "address")
    has(ask(game.anna, "ADDRESS more@example.net", "refused", to=answer).text, "again today")
    assert not at_new(table, "more@example.net")


run_cases(wanted)
