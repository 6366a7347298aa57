# SPDX-License-Identifier: MIT
"""usage: strangers.py FOLDER: the cases of strangers.sh, a function each; its name says what is true."""
import glob
import os
import shutil
import signal
import subprocess
import sys
import time

from table import PBEM, Table, case, has, only, run_cases

DAY = 86400
NOW = int(time.time())
folder = sys.argv[1]
tables = 0
RING = dict(zip("abcd", ("anna", "bob", "carl", "dora")))


def a_table(*settings, when=NOW):
    global tables
    tables += 1
    at(when)
    return Table(f"{folder}/site{tables}", *settings)


def at(when):
    """Sets the time of runs."""
    os.environ["PBEM_TIME"] = str(when)


def lacks(text, *phrases):
    plain = " ".join(text.replace("\n  |", "\n").split())
    for phrase in phrases:
        assert phrase not in plain, f"'{phrase}' in:\n{text}"


def nothing(*players):
    for player in players:
        letters = player.read()
        assert not letters, f"{player.name} was written to: {[each.kind for each in letters]}"


# ---- what is said ----

@case
def what_is_said_comes_in_one_letter_a_run():
    table = a_table()
    ring = table.game(variant="ring", people=RING)
    first = ring.anna.newest
    ring.anna.reply("SAY one\nSAY two\nSAY TO c three")
    ring.anna.reply("SAY four", to=first)
    ring.bob.reply("SAY five")
    table.run()
    for player, wanted in (("dora", "Anna: one Anna: two Anna: four Bob: five"),
                           ("carl", "Anna: one Anna: two Anna (to you alone): three Anna: four Bob: five"),
                           ("bob", "one two four")):
        letters = [each for each in getattr(ring, player).read() if each.kind != "accepted"]
        has(only(letters, "said").text, wanted)
    table.run()
    nothing(ring.anna and ring.dora, ring.carl, ring.bob)


@case
def what_is_said_stands_in_the_letter_that_asks():
    table = a_table()
    game = table.game()
    game.anna.reply("MOVE e2-e4\nSAY Good luck!")
    table.run()
    letter = only(game.bob.read(), "your-turn")
    has(letter.text, "Messages to you since the last letter: Anna: Good luck!")
    game.bob.reply("MOVE e7-e5", to=letter)
    table.run()
    assert game.bob.read()[0].kind == "accepted"
    assert game.anna.newest.kind == "your-turn"
    lacks(game.anna.newest.text, "Messages to you")


@case
def who_has_left_hears_nothing_and_a_game_long_over_is_silent():
    table = a_table("press-days = 2")
    game = table.game()
    game.anna.reply("RESIGN")
    table.run()
    game.anna.read(), game.bob.read()
    game.bob.reply("SAY thank you")
    table.run()
    has(only(game.anna.read(), "said").text, "thank you")
    game.anna.reply("LEAVE")
    table.run()
    game.anna.read(), game.bob.read()
    game.bob.reply("SAY are you there?")
    table.run()
    nothing(game.anna)
    assert game.bob.read()[0].kind == "accepted"
    game.anna.reply("WATCH")
    table.run()
    game.anna.read()
    at(NOW + 2 * DAY + 60)
    game.bob.reply("SAY hello?", when=NOW + 2 * DAY + 60)
    table.run()
    nothing(game.anna)
    has(only(game.bob.read(), "refused").text, "ended more than 2 days ago",
        "please write to them yourself")


@case
def a_seat_may_say_so_much_a_day():
    table = a_table()
    game = table.game()
    letter = game.anna.newest
    game.anna.reply("\n".join(f"SAY word {i}" for i in range(30)), to=letter)
    game.anna.reply("\n".join(f"SAY more {i}" for i in range(3)), to=letter)
    game.anna.reply("MOVE e2-e4", to=letter)
    table.run()
    answers = game.anna.read()
    kinds = sorted(each.kind for each in answers)
    assert kinds == ["accepted", "accepted", "refused"], kinds
    has([each.text for each in answers if each.kind == "refused"][0], "We pass on up to",
        "up to 32 messages")
    letter = only(game.bob.read(), "your-turn")
    has(letter.text, "word 0", "word 29")
    lacks(letter.text, "more 0")
    at(NOW + DAY)
    game.anna.reply("SAY more 0", when=NOW + DAY,
                    to=[each for each in answers if "| MOVE e2-e4" in each.text][0])
    table.run()
    has(only(game.bob.read(), "said").text, "more 0")


@case
def what_was_said_outlives_a_kill_and_comes_once():
    table = a_table("batch-messages = 1")
    game = table.game(variant="ring", people=RING)
    first = game.anna.newest
    for word in ("one", "two", "three"):
        game.anna.reply(f"SAY {word}", to=first)
    clean, kills = table.folder, 0
    for stop in range(1, 400):
        table.folder = f"{clean}.{stop}"
        shutil.copytree(clean, table.folder)
        os.environ["PBEM_STOP_AFTER"] = str(stop)
        table.pbem("run")
        del os.environ["PBEM_STOP_AFTER"]
        if table.code == 0:
            break
        kills += 1
        table.run()
        for player in (game.bob, game.carl, game.dora):
            letters = {each.id: each for each in player.read()}
            assert [each.kind for each in letters.values()] == ["said"], \
                f"killed at {stop}: {[(each.id, each.kind) for each in letters.values()]}"
            has(list(letters.values())[0].text, "one two three")
        shutil.rmtree(table.folder)
    assert kills > 20, f"killed {kills} times only"


# ---- a seat always hears ----

LARGE = "A" * 76 + "\n"


def told_today(table, game, letter, *phrases):
    """The letter comes to nothing, and its seat hears of it, once a day."""
    before = game.file
    game.anna.read(), game.bob.read()
    table.put(letter)
    table.put(letter.replace(b"From:", b"X-Again: 1\nFrom:", 1))
    table.run()
    assert game.file == before
    has(only(game.anna.read(), "unreadable").text, "nothing has changed", *phrases)
    nothing(game.bob)


@case
def a_letter_too_large_is_told_of():
    table = a_table("max-message-bytes = 200000")
    game = table.game()
    first = game.anna.newest
    letter = game.anna.compose("MOVE e2-e4\n\n" + 3000 * LARGE, to=first)
    told_today(table, game, letter, "larger than 195 kB", "short reply with text only")
    table.pbem("deliver", data=letter.replace(b"MOVE e2-e4", b"MOVE d2-d4"))
    assert table.code != 0
    table.collect()
    nothing(game.anna)
    assert "2 letters that were too large" in table.must("status") or \
        "3 letters that were too large" in table.out, table.out
    table.put(b"From: x@example.com\nTo: games@example.org\n\n" + LARGE.encode() * 3000)
    table.run()
    nothing(game.anna, game.bob)
    assert not table.elsewhere
    game.anna.reply("MOVE e2-e4", to=first)
    table.run()
    assert game.anna.read()[0].kind == "accepted"


@case
def a_letter_that_no_parser_may_have_is_told_of():
    table = a_table()
    game = table.game()
    header = "".join(f"X-Long-{i}: {'x' * 60}\n" for i in range(1500))
    letter = game.anna.compose("MOVE e2-e4")
    told_today(table, game, header.encode() + letter, "its header is longer than")
    assert any("White in game g1 was quarantined" in each.text.replace("\n", " ").replace("    ", "")
               for each in table.to_moderator), [each.text for each in table.to_moderator]
    assert any(name.startswith("seat-") for name in os.listdir(f"{table.folder}/quarantine"))


@case
def a_letter_pbem_failed_over_is_told_of():
    table = a_table()
    game = table.game()
    table.put(game.anna.compose("MOVE e2-e4"), when=NOW)
    name = os.listdir(f"{table.folder}/mail/in/new")[0]
    note = f"maildir:{name} a memory fault\n"
    with open(f"{table.folder}/crashed", "w", encoding="utf-8") as crashed:
        crashed.write(note + note)
    os.chmod(f"{table.folder}/crashed", 0o600)
    table.run()
    has(only(game.anna.read(), "unreadable").text, "Our program failed to read it",
        "the moderator knows")


@case
def an_automatic_letter_with_orders_is_noted_in_the_next_letter():
    table = a_table()
    game = table.game()
    first = game.anna.newest
    for number in range(3):
        game.anna.reply(f"MOVE {'ade'[number]}2-{'ade'[number]}4", to=first, when=NOW,
                        heads={"Auto-Submitted": "auto-replied"})
    table.run()
    nothing(game.anna, game.bob)
    game.anna.reply("MOVE e2-e4", to=first)
    table.run()
    answer = only(game.anna.read(), "accepted").text
    has(answer, "looks as if a program had sent it (because of its Auto-Submitted)",
        "We never act on such messages")
    assert " ".join(answer.split()).count("looks as if") == 1
    at(NOW + 60)
    game.bob.reply("MOVE e7-e5")
    table.run()
    lacks(only(game.anna.read(), "your-turn").text, "looks as if")
    assert "3 letters with orders that looked automatic" in table.must("status"), table.out
    at(NOW + DAY)
    table.run()
    assert "3 letters with orders that looked automatic" in \
        "".join(" ".join(each.text.split()) for each in table.to_moderator)


@case
def mail_through_a_group_address_is_a_persons():
    table = a_table()
    game = table.game()
    game.anna.reply("MOVE e2-e4", heads={"List-Id": "<club.example.net>", "Precedence": "list"})
    table.run()
    assert game.anna.read()[0].kind == "accepted"
    game.bob.reply("MOVE e7-e5", heads={"List-Id": "<club.example.net>", "Precedence": "bulk"})
    table.run()
    assert game.bob.read()[-1].kind == "accepted"
    game.anna.read()
    game.anna.reply("MOVE d2-d4", heads={"List-Id": "<club.example.net>",
                                        "Auto-Submitted": "auto-generated"})
    game.anna.reply("MOVE d2-d4", heads={"List-Id": "<club.example.net>"}, token=False)
    table.run()
    nothing(game.anna, game.bob)


@case
def our_own_letters_are_no_orders():
    table = a_table()
    game = table.game()
    letter = game.anna.newest
    table.put(letter.raw.replace(b"=== Write", b"MOVE e2-e4\n\n=== Write").replace(
        b"Auto-Submitted: auto-generated", b"X-Gone: yes").replace(
        b"From: pbem <games@example.org>", b"From: Club <club@example.net>"))
    table.run()
    nothing(game.anna, game.bob)
    assert "came back" in table.log, table.log


@case
def who_has_had_his_answers_hears_so_once():
    table = a_table()
    game = table.game()
    first = game.anna.newest
    for number in range(70):
        game.anna.reply(f"HISTORY\nHELP\n\nfor the {number}th time", to=first)
    game.anna.reply("MOVE e2-e4\nHISTORY", to=first)
    table.run()
    answers = game.anna.read()
    kinds = [each.kind for each in answers]
    assert kinds.count("history") == 30 and kinds.count("help") == 30, kinds
    assert kinds.count("refused") == 1 and kinds.count("accepted") == 1 and len(kinds) == 62, kinds
    has([each for each in answers if each.kind == "refused"][0].text, "You have had 60 answers")
    assert "letters over a player's daily limit" in table.must("status")


@case
def a_move_is_played_however_many_letters_came_before_it():
    table = a_table("batch-messages = 400")
    game = table.game()
    first = game.anna.newest
    for number in range(305):
        game.anna.reply(f"MOVE e2-e9\n\nfor the {number}th time", to=first)
    game.anna.reply("MOVE e2-e4", to=first)
    table.run()
    assert game.anna.read()[-1].kind == "accepted"
    game.bob.reply("MOVE e7-e5")
    table.run()
    # Replies to the earlier letter can't use up what she may send.
    for number in range(25):
        game.anna.reply(f"MOVE d2-d4\n\nfor the {number}th time", to=first)
    game.anna.reply("MOVE d2-d9")
    game.anna.reply("MOVE d2-d4")
    table.run()
    answers = game.anna.read()
    kinds = [each.kind for each in answers]
    assert kinds.count("dead-token") == 20 and kinds.count("accepted") == 1, kinds
    has([each for each in answers if each.kind == "refused"][0].text,
        "You have had 20 answers today to replies to earlier letters", "reply to the newest letter")


@case
def who_has_written_a_thousand_letters_hears_that_no_more_are_decided():
    table = a_table("batch-messages = 1100")
    game = table.game()
    for number in range(1000):
        game.anna.reply(f"SHORT ON\n\nfor the {number}th time")
    game.anna.reply("MOVE e2-e4")
    game.anna.reply("MOVE d2-d4")
    before = game.file
    table.run()
    assert game.file == before
    said = [each.text for each in game.anna.read() if "1,000 letters" in each.text]
    assert len(said) == 1, said
    has(said[0], "We have had 1,000 letters from you in this game today", "send this letter again tomorrow")


@case
def what_strangers_send_in_heaps_is_bounded():
    table = a_table("max-parts = 1", "batch-messages = 60")
    game = table.game()
    table.put(b"X-Long: " + b"x" * 70000 + b"\n" + game.anna.compose("MOVE e2-e4"))
    table.run()
    for number in range(320):
        table.put(b"X-Long: " + b"x" * 70000 + b"\nFrom: x@example.com\n\n%d\n" % number)
    table.run()
    names = os.listdir(f"{table.folder}/quarantine")
    assert len(names) == 201 and len([each for each in names if each.startswith("seat-")]) == 1, len(names)
    table.must("status")
    assert "321 letters quarantined" in table.out and "120 letters deleted from quarantine/" in table.out, table.out
    reports = [each.text.count("was quarantined") for each in table.to_moderator]
    assert sum(reports) == 11, reports


# ---- a letter without a key from a player's address ----

ANNA = "anna.g1@example.net"


def also(table, name, white=ANNA, black="zoe@example.net", variant="chess"):
    """One more game of hers."""
    table.must("new", variant, f"white=Anna <{white}>", f"black=Zoe <{black}>", "--id", name)
    table.collect()
    table.games["g1"].anna.read()
    table.elsewhere.clear()


def keyless(table, sender=f"Anna <{ANNA}>", subject="my move", text="MOVE e2-e4", when=None, heads=""):
    table.put(f"From: {sender}\nTo: games@example.org\nSubject: {subject}\n{heads}"
              f"Message-ID: {table.message_id()}\n\n{text}\n".encode(), when)


@case
def a_letter_without_a_key_from_a_players_address_brings_the_board_once_a_day():
    table = a_table()
    game = table.game()
    before = game.file
    for number in range(3):
        keyless(table, text=f"MOVE e2-e4\n\n{number}", heads="Reply-To: mallory@example.com\n")
    keyless(table, text="MOVE e2-e4\nkey " + "a" * 42)
    table.run()
    assert game.file == before
    letter = only(game.anna.read(), "keyless")
    has(letter.text, "without a valid key", "so we did nothing", "turn: White",
        "Your legal moves")
    assert letter.head("In-Reply-To") is None and letter.to == ANNA, letter.raw
    lacks(letter.text, "Your other games", "mallory")
    nothing(game.bob)
    assert not table.elsewhere, [each.to for each in table.elsewhere]
    table.must("status")
    has(table.out, "1 letter without a key from a player's address, and the player got the current board 1 to White "
        "in game g1")
    assert ANNA not in table.out.split("Unusual letters so far:")[1].split("g1 ")[0], table.out
    at(NOW + DAY)
    table.run()
    has(table.to_moderator[-1].text, "from a player's address, and the player got the current board", "1 to White in game g1")
    assert ANNA not in table.to_moderator[-1].text
    told = len(table.to_moderator)
    keyless(table, sender=ANNA.upper(), when=NOW + DAY)
    table.run()
    assert only(game.anna.read(), "keyless").to == ANNA
    at(NOW + 2 * DAY)
    table.run()
    has("".join(each.text for each in table.to_moderator[told:]), "1 to White in game g1")
    game.anna.reply("MOVE e2-e4", to=letter, when=NOW + 2 * DAY)
    table.run()
    assert only(game.anna.read(), "accepted") and only(game.bob.read(), "your-turn")


@case
def a_letter_without_a_key_from_elsewhere_brings_nobody_anything():
    table = a_table()
    game = table.game()
    keyless(table, sender="x@example.com", heads=f"Reply-To: {ANNA}\nSender: {ANNA}\n")
    keyless(table, sender=f"x@example.com, {ANNA}")
    keyless(table, sender=f"{ANNA}, x@example.com")
    keyless(table, sender=f"{ANNA}\nFrom: x@example.com")
    keyless(table, sender=f"Team: {ANNA};")
    keyless(table, heads="Auto-Submitted: auto-replied\n")
    keyless(table, heads="Precedence: list\nList-Id: <club.example.net>\n")
    keyless(table, sender="Mail Delivery <mailer-daemon@example.net>")
    table.run()
    nothing(game.anna, game.bob)
    assert not table.elsewhere


@case
def the_subject_names_the_game_or_the_one_that_waits_longest_is_sent():
    table = a_table()
    game = table.game()
    first = game.anna.newest
    for number, name in enumerate(("cup", "g3", "g4")):
        at(NOW + 60 * (number + 1))
        also(table, name)
    also(table, "rest", white="zoe@example.net", black=ANNA)
    game.anna.reply("MOVE e2-e4", to=first)
    table.run()
    game.anna.read()
    keyless(table, subject="Re: [CUP] Your move, and the rest")
    table.run()
    letter = only(game.anna.read(), "keyless")
    has(letter.text, "how game cup stands", "Your other games here:", "g3 waits for you since",
        "g4 waits for you since", "g1 waits for others", "rest waits for others")
    assert letter.text.index("g3  waits") < letter.text.index("g4  waits")
    lacks(letter.text, "cup waits")
    for day, subject, wanted in ((1, "what about rest?", "rest"), (2, "", "cup"), (3, "g99 and [g98]", "cup"),
                                 (4, "g1 then", "g1")):
        at(NOW + day * DAY)
        keyless(table, subject=subject, when=NOW + day * DAY)
        table.run()
        has(only(game.anna.read(), "keyless").text, f"how game {wanted} stands")


@case
def a_batch_in_the_making_counts_for_which_game_waits():
    for size in (1, 64):
        table = a_table(f"batch-messages = {size}")
        game = table.game()
        first = game.anna.newest
        at(NOW + 60)
        also(table, "cup")
        game.anna.reply("MOVE e2-e4", to=first)
        keyless(table)
        table.run()
        letter = [each for each in game.anna.read() if each.kind == "keyless"][0]
        has(letter.text, "how game cup stands", "g1 waits for others")


@case
def a_game_that_is_over_is_sent_only_when_it_is_named():
    table = a_table()
    game = table.game()
    game.anna.reply("RESIGN")
    table.run()
    game.anna.read(), game.bob.read()
    keyless(table)
    table.run()
    nothing(game.anna)
    keyless(table, subject="[g1]", text="SAY thanks")
    table.run()
    has(only(game.anna.read(), "keyless").text, "how game g1 stands")


@case
def seats_edited_by_hand_count_rather_than_the_ledger():
    table = a_table()
    game = table.game()
    also(table, "cup")
    for name in ("g1", "cup"):
        path = f"{table.folder}/games/{name}/seats"
        with open(path, encoding="utf-8") as seats:
            text = seats.read()
        with open(path, "w", encoding="utf-8") as seats:
            seats.write(text.replace(f"address {ANNA}", "address new@example.net\n  address Second@Example.net"))
    keyless(table)
    keyless(table, subject="[cup]")
    table.run()
    nothing(game.anna)
    assert not table.elsewhere
    # The games were opened: the ledger knows of it by now.
    keyless(table, sender="second@example.NET")
    table.run()
    letter = only(table.elsewhere, "keyless")
    assert letter.to == "Second@Example.net", letter.to
    has(letter.text, "how game g1 stands", "cup waits for you")


@case
def a_ledger_that_is_made_anew_is_told_all_addresses():
    table = a_table()
    game = table.game()
    also(table, "cup")
    for path in glob.glob(f"{table.folder}/ledger*"):
        os.remove(path)
    keyless(table, subject="cup")
    clean, kills = table.folder, 0
    for stop in range(1, 200):
        table.folder = f"{clean}.{stop}"
        shutil.copytree(clean, table.folder)
        os.environ["PBEM_STOP_AFTER"] = str(stop)
        table.pbem("run")
        del os.environ["PBEM_STOP_AFTER"]
        done = table.code == 0
        kills += not done
        table.run()
        table.run()
        letters = {each.id: each for each in game.anna.read()}
        assert [each.kind for each in letters.values()] == ["keyless"], \
            f"killed at {stop}: {[(each.id, each.kind) for each in letters.values()]}"
        has(list(letters.values())[0].text, "how game cup stands", "g1 waits for you")
        keyless(table)
        table.run()
        nothing(game.anna)
        shutil.rmtree(table.folder)
        if done:
            break
    assert done and kills > 10, kills
    table.folder = clean
    for name in ("ledger", "ledger-wal", "ledger-shm"):
        if os.path.exists(f"{clean}/{name}"):
            os.unlink(f"{clean}/{name}")
    table.run()
    has(only(game.anna.read(), "keyless").text, "how game cup stands", "g1 waits for you")


# ---- what others see ----

@case
def the_receipt_names_a_foreign_address():
    table = a_table()
    game = table.game()
    game.anna.reply("MOVE e2-e4")
    table.run()
    lacks(only(game.anna.read(), "accepted").text, "isn't known for your seat")
    game.bob.reply("MOVE e7-e5", sender="Mallory <mallory@example.com>")
    table.run()
    has(game.bob.read()[-1].text, "They came from an address that we don't have for you: "
        "mallory@example.com If you didn't send them")


@case
def other_users_learn_nothing_by_looking():
    table = a_table()
    game = table.game(people={"white": "anna", "black": "bob"})
    for name in (".", "games", f"games/{game.id}"):
        assert os.stat(f"{table.folder}/{name}").st_mode & 0o777 == 0o700, name
    os.chmod(table.folder, 0o711)
    table.run()
    assert os.stat(table.folder).st_mode & 0o777 == 0o700, "not mended"


@case
def the_log_tells_nothing_that_was_said():
    table = a_table()
    game = table.game()
    first = game.anna.newest
    for text in ("SAY TO bobby meet me at eleven", "SAY meet me at eleven\ne2 to e9",
                 "SAY " + "meet me at eleven " * 300):
        game.anna.reply(text, to=first)
    game.anna.reply("MOVE e2-e4\nSAY meet me at eleven", to=first)
    table.run()
    answers = game.anna.read()
    assert sorted(each.kind for each in answers) == ["accepted"] + 3 * ["refused"], answers
    has("".join(each.text for each in answers), '"SAY TO bobby meet me at eleven"')
    has(table.log, 'refused: line 1, "...": SAY TO needs a seat')
    lacks(table.log + table.must("status") + table.must("doctor"), "eleven", "meet me")


@case
def names_lose_direction_marks_in_the_status():
    table = a_table()
    table.must("new", "chess", "white=A\u202enna\u2066 <a@example.net>", "black=Bob <b@example.net>",
               "--id", "g9")
    assert "White (Anna)" in table.must("status"), table.out


# ---- what a letter costs ----

@case
def a_run_ends_in_time_within_a_batch_and_goes_on():
    table = a_table("run-seconds = 1")
    games = [table.game() for _ in range(20)]
    for number in range(600):
        games[number % 20].anna.reply(f"BOARD\nHELP\n\nfor the {number}th time")
    now = os.environ["PBEM_TIME"]
    # A clock that goes on by being looked at: no machine is too quick for it, or too busy.
    os.environ["PBEM_TIME"] = f"{now}:100"
    table.pbem("run")
    left = len(os.listdir(f"{table.folder}/mail/in/new"))
    os.environ["PBEM_TIME"] = now
    assert table.code == 75 and 0 < left < 600, (table.code, left)
    table.must("run")
    assert not os.listdir(f"{table.folder}/mail/in/new")


run_cases(sys.argv[2:])
