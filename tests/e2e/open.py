# SPDX-License-Identifier: MIT
"""usage: open.py FOLDER GOLDEN: the cases of open.sh, a function each; its name says what is true."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys

from table import ADDRESS, MODERATOR, PBEM, People, Table, case, has, only, run_cases

DAY = 86400
NOW = 1795392000  # 23 Nov 2026, 00:00 UTC
folder, golden = sys.argv[1:3]
tables = 0


class Hall(People):
    """A site, and people who write to it."""

    def __init__(self, *settings):
        global tables
        tables += 1
        super().__init__("hall", NOW)
        self.table = Table(f"{folder}/site{tables}", *settings)
        self.table.games["hall"] = self
        self.path = self.table.folder

    def open(self, *words):
        for name in re.findall(r"<(\w+)@", " ".join(words)):
            getattr(self, name)
        told = self.table.must("new", *(words or ("chess",)), "--open")
        self.table.collect()
        return told

    def run(self):
        log = self.table.run()
        assert not self.table.elsewhere, [each.to for each in self.table.elsewhere]
        return log

    def joined(self, *names, game="g1", text="JOIN"):
        """They ask and confirm, a run each."""
        for name in names:
            person = getattr(self, name)
            person.write(f"JOIN {game}")
            self.run()
            only(person.read(), "join")
            person.reply(text)
            self.run()

    def is_game(self, game="g1"):
        return os.path.exists(f"{self.path}/games/{game}/game.txt")

    def offer(self, game="g1"):
        with open(f"{self.path}/offers/{game}", encoding="utf-8") as file:
            return file.read()

    def record(self, game="g1"):
        with open(f"{self.path}/games/{game}/game.txt", encoding="utf-8") as file:
            return file.read()


def why(letter):
    """Returns the reason of a letter that refuses."""
    assert letter.token is None and ".unjoined." in letter.id, letter.id
    return " ".join(letter.text.splitlines()[:3])


def kinds(person):
    return [each.kind for each in person.read()]


def keep(name, letter):
    """A letter reads as in golden/NAME.txt, where somebody has read it through."""
    text = re.sub(rb"[a-z2-7]{42}", b"TOKEN", letter.raw)
    text = re.sub(rb"\.[0-9a-f]{16}(?=[@.])", b".CAUSE", text)
    keep_text(name, text.replace(b"\r\n", b"\n").decode())


def keep_text(name, text):
    text = text.encode()
    path = f"{golden}/{name}.txt"
    if os.environ.get("PBEM_GOLDEN") == "write":
        os.makedirs(golden, exist_ok=True)
        with open(path, "wb") as file:
            file.write(text)
    with open(path, "rb") as file:
        wanted = file.read()
    assert text == wanted, f"{path}: it reads now:\n{text.decode()}"


# ---- joining ----

@case
def a_game_begins_when_its_seats_are_taken():
    hall = Hall()
    notice = hall.open("chess", "--until", "2026-12-01")
    has(notice, "Open game g1: chess, 2 of 2 seats free", f"write a letter to {ADDRESS}", "JOIN g1",
        "You can join until 2 Dec 2026, 00:00 UTC")
    keep_text("notice", notice)
    hall.anna.write("Hello,\n\nJOIN g1 AS Anna of Bremen\n\nbye")
    hall.run()
    asked = only(hall.anna.read(), "join")
    keep("join", asked)
    assert "Bremen" not in asked.text, "what a stranger wrote is sent to nobody who hasn't confirmed"
    assert "Bremen" not in hall.table.must("status")
    hall.anna.reply("JOIN")
    hall.run()
    joined = only(hall.anna.read(), "joined")
    keep("joined", joined)
    has(joined.text, "Anna of Bremen, you have a seat", "Free seats: 1 of 2")
    has(hall.table.must("status"), "Open: g1 chess, 1 of 2 seats free: Anna of Bremen")
    has(hall.table.must("games"), "Open: g1 chess, 1 of 2 seats free: Anna of Bremen")
    hall.bob.write("join g1 white")
    hall.run()
    hall.bob.reply("JOIN AS Bob")
    assert not hall.is_game()
    hall.run()
    assert hall.is_game()
    assert not glob.glob(f"{hall.path}/offers/*")
    assert kinds(hall.bob) == ["join", "welcome"]
    only(hall.anna.read(), "welcome")
    has(hall.record(), "seat white Bob", "seat black Anna of Bremen")
    assert "example.net" not in hall.record()
    hall.bob.reply("MOVE e2-e4")
    hall.run()
    only(hall.anna.read(), "your-turn")
    hall.table.must("verify")


@case
def two_joins_for_the_last_seat_in_one_batch():
    hall = Hall()
    hall.open("chess", "Anna <anna@example.net>")
    only(hall.anna.read(), "joined")
    hall.bob.write("JOIN g1")
    hall.carl.write("JOIN g1")
    hall.run()
    hall.carl.reply("JOIN")
    hall.bob.reply("JOIN")
    hall.run()
    has(hall.record(), "Anna", "carl")
    assert kinds(hall.carl) == ["join", "welcome"]
    has(why(hall.bob.read()[-1]), "The game has begun, all its seats are taken.")
    hall.bob.reply("JOIN AS Bob", to=hall.bob.letters[0])
    hall.run()
    assert not hall.bob.read(), "more than one letter a day to a stranger"


@case
def seats_are_chosen_or_not():
    hall = Hall()
    hall.open("chess", "black=Anna <anna@example.net>")
    has(only(hall.anna.read(), "joined").text, "Your seat: Black", "one of white")
    hall.bob.write("JOIN g1")
    hall.run()
    hall.bob.read()
    for text, wanted in (("JOIN black", "Black is already taken."),
                         ("JOIN purple", "g1 has no seat 'purple'; it has: white, black"),
                         ("JOIN g9 white", "This message has the key of game g1, not of g9."),
                         ("JOIN WORDS e=mc2", "The words for the shuffle may have"),
                         ("what do I have to do?", "Nothing was read in your letter")):
        hall.bob.reply(text)
        hall.run()
        has(only(hall.bob.read(), "join").text, wanted)
    hall.anna.reply("JOIN white AS Annabel")
    hall.run()
    has(only(hall.anna.read(), "joined").text, "Your seat: White", "Annabel")
    hall.bob.reply("JOIN g1 black")
    hall.run()
    has(hall.record(), "seat white Annabel", "seat black bob")


@case
def who_wanted_a_seat_that_is_gone_gets_another_by_the_next_join():
    hall = Hall()
    hall.open("three-player")
    for person in (hall.anna, hall.bob):
        person.write("JOIN g1 white")
        hall.run()
        only(person.read(), "join")
    hall.anna.reply("JOIN")
    hall.run()
    has(only(hall.anna.read(), "joined").text, "Your seat: White")
    hall.bob.reply("JOIN")
    hall.run()
    has(only(hall.bob.read(), "join").text, "The seat you wanted is already taken.")
    hall.bob.reply("JOIN")
    hall.run()
    has(only(hall.bob.read(), "joined").text, "you have a seat")


@case
def who_has_a_seat_elsewhere_need_not_confirm():
    hall = Hall()
    game = hall.table.game()
    hall.open("chess", "--id", "second")
    game.anna.reply("JOIN second AS Anna the Second", when=NOW)
    hall.run()
    has(only(game.anna.read(), "joined").text, "Anna the Second, you have a seat")
    game.anna.reply("JOIN second", to=game.anna.letters[0], when=NOW)
    hall.run()
    has(only(game.anna.read(), "joined").text, "You have a seat in it already.")
    game.bob.reply("JOIN second\nMOVE e7-e5", when=NOW)
    hall.run()
    has(only(game.bob.read(), "refused").text, "JOIN for another game stands in a letter of its own")
    game.bob.reply("JOIN nowhere", to=game.bob.letters[0], when=NOW)
    hall.run()
    only(game.bob.read(), "refused")
    game.bob.reply("JOIN second", to=game.bob.letters[0], when=NOW)
    hall.run()
    assert hall.is_game("second")
    only(game.bob.read(), "welcome")


@case
def a_join_by_a_seats_key_is_done_once_and_after_all_the_days_answers():
    hall = Hall()
    game = hall.table.game()
    first = game.anna.newest
    hall.open("chess", "--id", "second")
    for number in range(65):
        game.anna.reply(f"STATUS\n\nfor the {number}th time", when=NOW, to=first)
    join = game.anna.compose("JOIN second", to=first)
    hall.table.put(join, NOW)
    hall.run()
    has(game.anna.read()[-1].text, "you have a seat in game second")
    # A second copy, over another way, is no second letter.
    hall.table.put(b"Received: by another way\n" + join, NOW)
    hall.run()
    assert not game.anna.read()
    for number in range(25):
        game.anna.reply(f"JOIN second\n\nfor the {number}th time", when=NOW, to=first)
    hall.run()
    assert hall.table.log.count("JOIN: has a seat already") == 19, hall.table.log
    has([each for each in game.anna.read() if each.kind == "refused"][0].text,
        "You have written 20 letters about other games today", "Orders for this game are still carried out")
    game.anna.reply("MOVE e2-e4", when=NOW, to=first)
    hall.run()
    assert game.anna.read()[-1].kind == "accepted"


@case
def try_above_join_or_leave_does_nothing():
    hall = Hall()
    game = hall.table.game()
    hall.open("chess", "--id", "second")
    game.anna.reply("Try this:\nJOIN second", when=NOW)
    hall.run()
    has(only(game.anna.read(), "refused").text, "JOIN for another game stands in a letter of its own")
    hall.open("chess", "--id", "third")
    hall.bob.write("JOIN third")
    hall.run()
    hall.bob.reply("JOIN")
    hall.run()
    hall.bob.read()
    hall.bob.reply("TRY\nLEAVE")
    hall.run()
    has(only(hall.bob.read(), "joined").text, "Nothing was done, because your letter has the word TRY")


@case
def who_has_written_twenty_letters_about_an_open_game_hears_that_no_more_are_answered():
    hall = Hall()
    hall.open("chess", "--id", "second")
    hall.joined("anna", game="second")
    seat = only(hall.anna.read(), "joined")
    for number in range(24):
        hall.anna.reply(f"JOIN AS Anna{number}", to=seat)
    hall.run()
    assert hall.table.log.count("JOIN: changed") == 19, hall.table.log
    has(hall.anna.read()[-1].text, "You have written 20 letters about this game today", "send this letter again tomorrow")


@case
def who_confirmed_once_joins_another_by_that_key():
    hall = Hall()
    hall.open()
    hall.open()
    hall.joined("anna")
    hall.anna.read()
    hall.anna.reply("JOIN g2")
    hall.run()
    has(only(hall.anna.read(), "joined").text, "you have a seat in game g2")


# ---- leaving, closing ----

@case
def leave_gives_the_seat_back():
    hall = Hall()
    hall.open()
    hall.joined("anna")
    seat = only(hall.anna.read(), "joined")
    hall.anna.reply("LEAVE")
    hall.run()
    said = hall.anna.read()
    assert len(said) == 1 and "You have given your seat back." in why(said[0])
    keep("unjoined", said[0])
    assert "example.net" not in hall.offer()
    hall.anna.reply("JOIN", to=seat)
    hall.run()
    assert not hall.anna.read() and "anna" not in hall.offer(), "the key of a seat given back takes it again"
    hall.at(NOW + DAY)
    hall.anna.reply("JOIN", to=seat)
    hall.run()
    only(hall.anna.read(), "join")
    hall.anna.reply("LEAVE")
    hall.run()
    has(why(hall.anna.read()[0]), "We won't ask you again")


@case
def in_play_leave_is_refused_and_resign_named():
    hall = Hall()
    hall.open()
    hall.joined("anna", "bob")
    hall.anna.read()
    hall.anna.reply("LEAVE")
    hall.run()
    has(only(hall.anna.read(), "refused").text, "LEAVE is for players who are out", "RESIGN")


@case
def a_closing_date_and_close_tell_who_joined():
    hall = Hall()
    hall.open("chess", "--until", "2026-11-24")
    hall.open()
    hall.joined("anna")
    hall.joined("bob", game="g2")
    told = json.loads(hall.table.must("games", "--json"))["open"]
    assert [set(each) for each in told] == [{"game", "offer", "rematch", "closes"}] * 2, told
    assert told[0]["closes"] == "2026-11-25T00:00:00Z" and told[1]["closes"] is None, told
    hall.anna.read(), hall.bob.read()
    hall.carl.write("JOIN g1")
    hall.run()
    hall.carl.read()
    hall.at(NOW + 2 * DAY - 60)
    hall.run()
    assert not hall.anna.read()
    hall.at(NOW + 2 * DAY + 60)
    hall.run()
    has(why(hall.anna.read()[0]), "Not all seats were taken in time")
    assert not hall.carl.read() and not hall.bob.read()
    assert not os.path.exists(f"{hall.path}/offers/g1")
    hall.carl.reply("JOIN")
    hall.run()
    has(why(hall.carl.read()[0]), "Game g1: Signing-up for this game is over.")
    hall.table.must("close", "g2")
    hall.table.collect()
    has(why(hall.bob.read()[0]), "The moderator has closed this game")
    hall.table.pbem("close", "g2")
    assert hall.table.code == 66 and "there is no open game g2" in hall.table.err, hall.table.err
    hall.table.must("new", "chess", "Anna <anna@example.net>", "Bob <bob@example.net>")


@case
def a_closing_date_is_a_day_of_the_games_zone():
    hall = Hall()
    notice = hall.open("chess", "--until", "2026-11-24", "--option", "zone=Europe/Berlin")
    has(notice, "You can join until 25 Nov 2026, 00:00 CET (24 Nov 2026, 23:00 UTC)")
    hall.table.set("option.zone = America/New_York")
    hall.open("chess", "--until", "2026-11-24")
    told = json.loads(hall.table.must("games", "--json"))["open"]
    assert [each["closes"] for each in told] == ["2026-11-24T23:00:00Z", "2026-11-25T05:00:00Z"], told
    has(hall.table.must("status"), "Open: g1 chess, 2 of 2 seats free; until 25 Nov 2026, 00:00 CET",
        "Open: g2 chess, 2 of 2 seats free; until 25 Nov 2026, 00:00 EST")
    hall.joined("anna")
    has(hall.anna.read()[-1].text, "25 Nov 2026, 00:00 CET (24 Nov 2026, 23:00 UTC)")
    hall.at(NOW + 2 * DAY - 3600 - 60)
    hall.run()
    assert not hall.anna.read()
    hall.at(NOW + 2 * DAY - 3600 + 60)
    hall.run()
    has(why(hall.anna.read()[0]), "Not all seats were taken in time")
    assert os.path.exists(f"{hall.path}/offers/g2")
    hall.table.pbem("new", "chess", "--open", "--until", "2026-02-30")
    has(hall.table.err, "expected the last day to join")


@case
def what_comes_behind_the_closing_date_comes_too_late_whenever_a_run_looks():
    hall = Hall()
    hall.open("chess", "--until", "2026-11-24")
    hall.joined("anna")
    hall.bob.write("JOIN g1")
    hall.run()
    hall.anna.read(), hall.bob.read()
    hall.at(NOW + 2 * DAY + 3600)
    hall.bob.reply("JOIN")
    hall.carl.write("JOIN g1")
    hall.run()
    has(why(only(hall.bob.read(), "damaged")), "Signing-up for this game is over.")
    has(why(only(hall.anna.read(), "damaged")), "Not all seats were taken in time")
    assert not hall.carl.read() and not hall.is_game()
    over(hall)
    hall.anna.reply("REMATCH")
    hall.run()
    hall.anna.read(), hall.bob.read()
    hall.at(hall.now + 14 * DAY + 60)
    hall.bob.reply("REMATCH", to=[each for each in hall.bob.letters if each.kind == "game-over"][-1])
    hall.run()
    has([each for each in hall.bob.read() if each.kind == "refused"][0].text, "Not everyone agreed")
    assert not hall.is_game("g3")


@case
def misuse_of_the_commands():
    hall = Hall()
    for words, code, wanted in (
            (("new", "chess", "--until", "2026-12-01"), 64, "--until is only for open games"),
            (("new", "chess", "--open", "--until", "tomorrow"), 64, "expected the last day to join"),
            (("new", "chess", "--open", "--until", "2026-11-22"), 64, "expected the last day to join"),
            (("new", "chess", "--open", "green=Anna <a@b.de>"), 64, "green"),
            (("new", "chess", "--open", "white=A <a@b.de>", "white=B <b@b.de>"), 64, "given twice"),
            (("new", "chess", "--open", "A <a@b.de>", "B <a@b.de>"), 64, "occurs twice"),
            (("new", "chess", "--open", "A <a@b.de>", "B <b@b.de>"), 64, "omit --open"),
            (("new", "chess", "--open", "--fen", "nonsense"), 64, "--fen: FEN"),
            (("new", "chess", "--open", "--list", "-"), 64, "with --list FILE"),
            (("close",), 64, "GAME")):
        hall.table.pbem(*words)
        assert hall.table.code == code and wanted in hall.table.err, f"{words}: {hall.table.code} {hall.table.err}"
    assert not glob.glob(f"{hall.path}/offers/*")
    hall.open("chess", "--id", "tea")
    hall.table.pbem("new", "chess", "--id", "tea", "Anna <a@b.de>", "Bob <b@b.de>")
    assert "there is already a game tea" in hall.table.err, hall.table.err


# ---- strangers ----

@case
def floods_are_bounded():
    hall = Hall()
    hall.open()
    for i in range(30):
        hall.anna.write("JOIN g1 AS Spam" + "m" * i)
    for i in range(150):
        getattr(hall, f"p{i}").write("JOIN g1")
    hall.run()
    assert len(hall.anna.read()) == 1
    written = [person for name, person in hall.players.items() if person.letters]
    assert len(written) == 100, len(written)
    assert hall.offer().count("asked") <= 100
    assert len(hall.offer()) < 20000
    hall.bob.write("JOIN g1")
    hall.run()
    assert not hall.bob.read()
    hall.at(NOW + DAY)
    hall.run()
    text = "".join(each.text for each in hall.table.to_moderator)
    has(text, "More than 100 letters asked for seats or to watch today")
    assert "example.net" not in text
    hall.bob.write("JOIN g1")
    hall.run()
    only(hall.bob.read(), "join")
    hall.bob.reply("JOIN")
    hall.run()
    only(hall.bob.read(), "joined")
    for i in range(30):
        hall.bob.reply("JOIN AS Bob" + "b" * i)
    hall.run()
    assert len(hall.bob.read()) <= 20


@case
def nobody_else_is_written_to():
    hall = Hall()
    hall.open()
    hall.anna.write("JOIN g7")
    hall.anna.write("Join us for dinner tomorrow")
    hall.anna.write("JOIN")
    hall.anna.write("JOIN g1", heads={"Auto-Submitted": "auto-replied"})
    hall.anna.write("JOIN g1", heads={"Precedence": "bulk"})
    hall.anna.write("> JOIN g1")
    hall.anna.write("JOIN g1", heads={"From": "a@example.net, b@example.net"})
    hall.run()
    assert not any(person.letters for person in hall.players.values())
    assert not hall.table.elsewhere
    assert "asked" not in hall.offer()


@case
def forged_and_borrowed_keys_are_nothing():
    hall = Hall()
    hall.open()
    hall.anna.write("JOIN g1")
    hall.run()
    letter = only(hall.anna.read(), "join")
    forged = letter.token[:20] + ("a" if letter.token[20] != "a" else "b") + letter.token[21:]
    raw = hall.anna.compose("JOIN", to=letter).replace(letter.token.encode(), forged.encode())
    hall.table.put(raw, NOW)
    hall.run()
    assert "taken" not in hall.offer()
    # When a person is asked again, the older key is void.
    hall.at(NOW + DAY)
    hall.anna.write("JOIN g1 AS Another")
    hall.run()
    only(hall.anna.read(), "join")
    hall.anna.reply("JOIN", to=letter)
    hall.run()
    assert "taken" not in hall.offer()
    hall.anna.reply("JOIN")
    hall.run()
    only(hall.anna.read(), "joined")
    # It is no key of the game that it became.
    hall.joined("bob")
    hall.anna.read()
    hall.anna.reply("MOVE e2-e4", to=letter)
    hall.run()
    assert hall.record().count("\nentry ") == 1
    assert not any("backup" in each.text for each in hall.table.to_moderator)


@case
def addresses_and_keys_stay_here():
    hall = Hall()
    hall.open("chess", "--option", "days=5")
    hall.joined("anna", "bob")
    for person in (hall.anna, hall.bob):
        others = [other for other in (hall.anna, hall.bob) if other is not person]
        for letter in person.letters:
            for other in others:
                assert other.address.encode() not in letter.raw
                assert not any(each.token.encode() in letter.raw for each in other.letters if each.token)
    with open(f"{hall.path}/log", encoding="utf-8") as file:
        log = file.read()
    assert "example.net" not in log.replace("mail/", "")
    assert not re.search(r"[a-z2-7]{42}", log)
    has(hall.record(), "option days 5")


# ---- what can go wrong ----

def copied(hall, name):
    path = f"{folder}/{name}"
    shutil.copytree(hall.path, path)
    return path


@case
def a_kill_anywhere_loses_and_doubles_nothing():
    hall = Hall()
    hall.open("chess", "Anna <anna@example.net>")
    hall.bob.write("JOIN g1")
    hall.run()
    hall.bob.reply("JOIN AS Bob")
    step, done = 1, False
    while not done:
        path = copied(hall, f"killed{step}")
        killed = subprocess.run([PBEM, "--site", path, "run"], check=False, capture_output=True,
                                env=dict(os.environ, PBEM_STOP_AFTER=str(step)))
        done = killed.returncode == 0
        for _ in range(2):
            again = subprocess.run([PBEM, "--site", path, "run"], check=False, capture_output=True)
            assert again.returncode == 0, again.stderr
        assert os.path.exists(f"{path}/games/g1/game.txt") and not os.listdir(f"{path}/offers")
        sent = sorted(name for name in os.listdir(f"{path}/mail/out/new"))
        assert len([name for name in sent if "welcome" in name]) == 2, (step, sent)
        verify = subprocess.run([PBEM, "--site", path, "verify"], check=False, capture_output=True)
        assert verify.returncode == 0, verify.stdout
        shutil.rmtree(path)
        step += 1
    assert step > 5


@case
def a_new_ledger_knows_the_open_games():
    hall = Hall()
    hall.open("chess", "--until", "2026-11-30")
    hall.joined("anna")
    for path in glob.glob(f"{hall.path}/ledger*"):
        os.unlink(path)
    hall.run()
    has(hall.table.must("status"), "Open: g1")
    hall.at(NOW + DAY)
    hall.table.must("new", "chess", "C <c@example.net>", "D <d@example.net>")
    hall.table.elsewhere.clear()
    hall.table.collect()
    hall.table.elsewhere.clear()
    assert os.path.exists(f"{hall.path}/games/g2"), "its number was given away"
    hall.joined("bob")
    assert hall.is_game()
    hall.at(NOW + 30 * DAY)
    hall.run()


@case
def a_backup_put_back_makes_no_key_another_ones():
    hall = Hall()
    hall.open()
    backup = copied(hall, "backup")
    hall.joined("anna")
    old = only(hall.anna.read(), "joined")
    shutil.rmtree(hall.path)
    shutil.copytree(backup, hall.path)
    hall.at(NOW + DAY)
    hall.bob.write("JOIN g1")
    hall.run()
    only(hall.bob.read(), "join")
    hall.anna.reply("LEAVE", to=old)
    hall.run()
    assert hall.offer().count("asked") == 1
    hall.at(NOW + 2 * DAY)
    hall.anna.reply("JOIN", to=old)
    hall.run()
    only([each for each in hall.anna.read() if each.kind == "join"], "join")


@case
def an_offer_that_cannot_be_restored_is_closed_and_nobody_waits_for_it():
    """A damaged one by pbem close, which keeps the file; one that was removed by hand is over at once."""
    for spoil in (lambda path: os.truncate(path, 30), os.remove):
        hall = Hall()
        hall.open()
        hall.joined("anna")
        joined = hall.anna.read()[-1]
        path = f"{hall.path}/offers/g1"
        damaged = spoil is not os.remove
        spoil(path)
        hall.bob.write("JOIN g1")
        hall.anna.reply("LEAVE", to=joined)
        hall.table.pbem("run")
        assert hall.table.code == (65 if damaged else 0), (hall.table.code, hall.table.err)
        hall.table.pbem("repair")
        has(hall.table.out, "Damaged: " if damaged else "Missing: ", "offers/g1", "'pbem close'")
        has(hall.table.must("close", "g1"), "Open game g1 is closed", "damaged" if damaged else "missing")
        hall.run()
        for player in hall.anna, hall.bob:
            has("".join(letter.text for letter in player.read()), "Signing-up for this game is over.")
        assert os.path.exists(f"{hall.path}/quarantine/repair-offers/g1.1") == damaged
        assert "g1" not in hall.table.must("games") + hall.table.must("status"), hall.table.out
        has(hall.table.must("repair"), "Nothing is damaged")


@case
def an_offer_edited_damaged_or_unreadable():
    hall = Hall()
    hall.open()
    hall.joined("anna")
    hall.anna.read()
    path = f"{hall.path}/offers/g1"
    text = hall.offer()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("number 1", "number one"))
    hall.bob.write("JOIN g1")
    hall.table.pbem("run", "--verbose")
    assert hall.table.code == 65, (hall.table.code, hall.table.out, hall.table.err)
    has(hall.table.out, "waits, the open game can't be read", "offers/g1:3", "expected 'number")
    hall.table.pbem("status")
    assert hall.table.code == 65 and "g1 can't be read" in hall.table.out
    assert "example.net" not in hall.table.out
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, 0o644)
    hall.table.pbem("close", "g1")
    assert hall.table.code == 78 and "chmod 600" in hall.table.err, hall.table.err
    hall.table.pbem("run")
    hall.table.pbem("status")
    has(hall.table.out, "other users can read", "chmod 600")
    os.chmod(path, 0o600)
    os.rename(path, path + ".kept")
    os.makedirs(path)
    os.chmod(path, 0o700)
    hall.table.pbem("run", "--verbose")
    assert hall.table.code == 75, (hall.table.code, hall.table.out)
    os.rmdir(path)
    os.rename(path + ".kept", path)
    # By hand: another name.
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("name anna", "name Anna Berg"))
    hall.run()
    asked = only(hall.bob.read(), "join")
    has(asked.text, "Players so far: Anna Berg.")
    hall.bob.reply("JOIN")
    hall.run()
    has(hall.record(), "Anna Berg")


@case
def a_full_game_that_cannot_begin_is_told():
    hall = Hall()
    hall.open("chess", "Anna <anna@example.net>")
    with open(f"{hall.path}/offers/g1", encoding="utf-8") as file:
        text = file.read()
    with open(f"{hall.path}/offers/g1", "w", encoding="utf-8") as file:
        file.write(text.replace("variant chess", "variant chezz"))
    hall.bob.write("JOIN g1")
    hall.run()
    hall.bob.reply("JOIN")
    hall.run()
    has(hall.bob.read()[-1].text, "please write to the moderator")
    assert not hall.is_game()


# ---- games with cards ----

@case
def words_come_with_join_and_seats_by_lot():
    hall = Hall()
    hall.open("knightmare", "--lot", "--option", "words=ask")
    hall.anna.write("JOIN g1 AS Anna WORDS seven red apples")
    hall.run()
    has(only(hall.anna.read(), "join").text, "seats are drawn by lot", "JOIN WORDS")
    hall.anna.reply("JOIN white")
    hall.run()
    has(only(hall.anna.read(), "join").text, "you can't choose your seat")
    hall.anna.reply("JOIN")
    hall.run()
    only(hall.anna.read(), "joined")
    hall.bob.write("JOIN g1 AS Bob")
    hall.run()
    hall.bob.reply("JOIN WORDS two blue plums")
    hall.run()
    assert kinds(hall.bob) == ["join", "welcome"]
    only(hall.anna.read(), "welcome")
    record = hall.record()
    has(record, "drawn")
    assert "apples" not in record and "plums" not in record
    with open(f"{hall.path}/games/g1/sealed", encoding="utf-8") as file:
        has(file.read(), "seven red apples", "two blue plums")
    hall.table.must("verify")


@case
def words_that_did_not_come_are_asked_for():
    hall = Hall()
    hall.open("knightmare", "--option", "words=ask")
    hall.joined("anna", text="JOIN WORDS seven red apples")
    hall.joined("bob")
    hall.anna.read()
    only(hall.bob.read(), "gather")
    hall.bob.reply("JOIN WORDS plums")
    hall.run()
    assert kinds(hall.bob) == ["accepted", "welcome"]
    hall.table.must("verify")


@case
def seats_of_chess_by_a_public_lot_and_positions_that_are_given():
    hall = Hall()
    hall.open("chess", "--lot")
    hall.joined("anna", "bob")
    has(hall.record(), "drawn")
    fen = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"
    hall.open("chess", "--fen", fen)
    hall.joined("carl", "dora", game="g2")
    has(hall.record("g2"), f"from {fen}")
    hall.carl.read(), hall.dora.read()
    hall.carl.reply("RESIGN")
    hall.run()
    hall.carl.read(), hall.dora.read()
    hall.carl.reply("REMATCH")
    hall.dora.reply("REMATCH")
    hall.run()
    has(hall.record("g3"), f"from {fen}", "seat white dora")
    hall.table.must("verify")


@case
def a_position_is_drawn_when_the_last_seat_is_taken():
    hall = Hall()
    hall.open("chess960")
    hall.joined("anna", "bob")
    assert re.search(r"(?m)^option position \d+$", hall.record()) and re.search(r"(?m)^lot \w+ position$", hall.record())
    hall.table.must("verify")


@case
def games_lists_what_is_open():
    hall = Hall()
    game = hall.table.game()
    hall.open("chess", "--id", "tea")
    game.anna.reply("GAMES", when=NOW)
    hall.run()
    has(only(game.anna.read(), "games").text, "tea chess, 2 of 2 seats free")


# ---- the same once more ----

def over(hall):
    hall.open("chess", "--option", "days=7")
    hall.joined("anna", "bob")
    hall.anna.read(), hall.bob.read()
    hall.anna.reply("RESIGN")
    hall.run()
    hall.anna.read(), hall.bob.read()


@case
def a_rematch_is_one_word_and_seats_move_on():
    hall = Hall()
    hall.open()
    hall.joined("anna", "bob")
    hall.anna.read()
    hall.anna.reply("REMATCH")
    hall.run()
    has(only(hall.anna.read(), "refused").text, "You can ask for a rematch when the game is over")
    hall = Hall()
    over(hall)
    hall.bob.reply("REMATCH NO")
    hall.run()
    has(only(hall.bob.read(), "refused").text, "Nobody has asked for a rematch")
    hall.anna.reply("REMATCH")
    hall.run()
    has(only(hall.anna.read(), "joined").text, "Your seat: Black")
    asked = only(hall.bob.read(), "rematch")
    keep("rematch", asked)
    has(hall.table.must("status"), "Rematch: g2")
    hall.carl.write("JOIN g2")
    hall.run()
    assert not hall.carl.read(), "a rematch is for its players"
    hall.bob.reply("REMATCH")
    hall.run()
    only(hall.bob.read(), "welcome")
    only(hall.anna.read(), "welcome")
    has(hall.record("g2"), "seat white bob", "seat black anna", "option days 7")


@case
def a_rematch_agreed_to_by_the_old_games_key():
    hall = Hall()
    over(hall)
    hall.anna.reply("REMATCH")
    hall.bob.reply("REMATCH")
    hall.run()
    assert hall.is_game("g2") and not hall.is_game("g3")
    assert "welcome" in kinds(hall.anna) and "welcome" in kinds(hall.bob)


@case
def a_rematch_declined_or_lapsed_is_told():
    hall = Hall()
    over(hall)
    hall.anna.reply("REMATCH")
    hall.run()
    hall.anna.read()
    hall.bob.reply("REMATCH NO")
    hall.run()
    has(why(hall.anna.read()[0]), "bob has declined the rematch of g1")
    has(why(hall.bob.read()[-1]), "bob has declined the rematch of g1")
    hall.anna.reply("REMATCH", to=[each for each in hall.anna.letters if each.kind == "game-over"][-1])
    hall.run()
    hall.anna.read(), hall.bob.read()
    hall.at(NOW + 15 * DAY)
    hall.run()
    has(why(hall.anna.read()[0]), "Not everyone agreed")
    has(why(hall.bob.read()[0]), "Not everyone agreed")
    for _ in range(3):
        hall.anna.reply("REMATCH", to=[each for each in hall.anna.letters if each.kind == "game-over"][-1])
        hall.run()
        if "refused" in kinds(hall.anna):
            break
        hall.bob.reply("REMATCH NO")
        hall.run()
    has(hall.anna.letters[-1].text, "asked for 3 times already")


run_cases(sys.argv[3:])
