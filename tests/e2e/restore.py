# SPDX-License-Identifier: MIT
"""usage: restore.py FOLDER [IMAP-PORT IMAPS-PORT CA-FILE DONE]: the cases of restore.sh, a function each; its
name says what is true. With the ports of a server letters come from mailboxes there, and mailbox-done is
DONE; every user's password is his name with a "pw" behind."""
import imaplib
import os
import re
import shutil
import sys
import time

import players
from table import TOKEN, Table, case, has, run_cases

folder, *server = sys.argv[1:]


class Apart(Table):
    """A site whose mailbox isn't in its folder, as with a mail server: a backup leaves it alone."""

    def __init__(self, place):
        os.mkdir(place)
        self.inbox, self.notices = f"{place}/in", True
        os.makedirs(self.inbox)
        super().__init__(f"{place}/site", f"mailbox = maildir:{self.inbox}")

    def put(self, letter, when=None):
        self.count += 1
        players.put(self.inbox, self.count, letter, when)
        return letter


class ByImap(Table):
    """The same with a mailbox on a server."""

    def __init__(self, place):
        os.mkdir(place)
        self.user = f"r{os.path.basename(place)}{server[3][0]}"
        self.notices = server[3] == "flag"
        super().__init__(f"{place}/site", f"mailbox = imaps://localhost:{server[1]}/INBOX",
                         f"mailbox-user = {self.user}", f"mailbox-password-command = echo {self.user}pw",
                         f"ca-file = {server[2]}", f"mailbox-done = {server[3]}")

    def put(self, letter, when=None):
        box = imaplib.IMAP4("127.0.0.1", int(server[0]))
        box.login(self.user, self.user + "pw")
        box.append("INBOX", None, imaplib.Time2Internaldate(when or time.time()), letter)
        box.logout()
        return letter


def a_table():
    place = f"{folder}/{len(os.listdir(folder))}"
    return ByImap(place) if server else Apart(place)


def embedded_inbox(table):
    return f"{table.folder}/mail/in/new"


def back_up(table):
    shutil.rmtree(f"{table.folder}.backup", ignore_errors=True)
    shutil.copytree(table.folder, f"{table.folder}.backup", symlinks=True)


def put_back(table):
    shutil.rmtree(table.folder)
    shutil.copytree(f"{table.folder}.backup", table.folder, symlinks=True)


def backed_up_before_a_move():
    """A site of which there is a backup, and its game, in which White has moved since."""
    table = a_table()
    game = table.game()
    back_up(table)
    game.anna.reply("MOVE e2-e4")
    table.run()
    return table, game


def unchanged(table, game, player, orders, to):
    """Checks that the player's answer to that letter changes nothing; returns the letter that the player gets for
    it."""
    before = game.file
    player.read()
    player.reply(orders, to=to)
    table.run()
    assert game.file == before, f"{orders} was carried out:\n{table.log}"
    return player.read()


def carried_out(table, game, player, orders, fact, to=None):
    player.reply(orders, to=to)
    table.run()
    assert f"played {player.seat} {fact}" in game.file, table.log


def nothing_to_retake(table):
    table.must("retake")
    has(table.out, "there are no letters to process again")


def kinds(player):
    return [each.kind for each in player.read()]


def reports(table):
    return " ".join(" ".join(each.text for each in table.to_moderator).split())


@case
def a_reply_to_a_lost_move_is_not_carried_out_against_another():
    table, game = backed_up_before_a_move()
    lost = game.bob.newest
    assert lost.kind == "your-turn"
    put_back(table)
    game.anna.letters, game.anna.unread = game.anna.letters[:1], []
    game.anna.reply("MOVE d2-d4")
    table.run()
    assert re.findall(r"^entry (\d+)", game.file, re.MULTILINE)[-1] == "2", game.file
    answer, = unchanged(table, game, game.bob, "MOVE e7-e5", lost)
    assert answer.kind == "dead-token"
    has(answer.text, "we had to restore an older backup of this site", "nothing has changed", "d2d4")
    has(reports(table), "answers entry 2, which this site doesn't have", "backup", "pbem retake")
    has(table.must("status"), "A backup was restored", "pbem retake")
    has(table.pbem("doctor"), "BAD backup a backup was restored")
    # And the letter that the player gets instead is valid.
    carried_out(table, game, game.bob, "MOVE e7-e5", "e7e5", to=answer)
    table.must("retake")
    has(table.out, "Entries that players answered, but that this site has lost:", "g1 black: entry 2", "pbem retake --yes")
    table.must("retake", "--yes")
    assert "backup" not in table.pbem("doctor") + table.must("status"), table.out


@case
def a_lost_answer_is_known_when_nothing_is_asked_of_its_writer():
    table, game = backed_up_before_a_move()
    game.bob.reply("STATUS")
    table.run()
    lost = game.bob.letters[-2]
    put_back(table)
    answer, = unchanged(table, game, game.bob, "MOVE e7-e5", lost)
    has(answer.text, "restore an older backup")
    # A question about the game in the same thread is answered as always.
    game.bob.reply("STATUS", to=answer)
    table.run()
    got = kinds(game.bob)
    assert got == ["status"], f"{got} {table.log}"
    assert reports(table).count("which this site doesn't have") == 1


@case
def a_key_of_a_game_that_began_after_the_backup_opens_no_other_of_its_number():
    table = a_table()
    back_up(table)
    lost = table.game()
    lost.bob.reply("SAY hello", to=lost.bob.letters[0])
    table.run()
    question = lost.bob.newest
    lost.bob.read()
    put_back(table)
    lost.bob.reply("STATUS", to=question)
    table.run()
    assert not lost.bob.read(), "nobody knows whose it is, and somebody was written to"
    has(reports(table), "game number 1, which this site doesn't have")
    table.games.clear()
    table.count += 50
    time.sleep(1.1)
    game = table.game()
    before = game.file
    game.anna.read(), game.bob.read()
    for orders in ("SAY I was here before", "MOVE e2-e4"):
        for player, letter in ((lost.anna, lost.anna.letters[0]), (lost.bob, question)):
            table.put(player.compose(orders, to=letter))
    table.run()
    assert game.file == before, table.log
    assert set(kinds(game.anna) + kinds(game.bob)) <= {"dead-token"}


@case
def no_token_of_an_earlier_generation_of_the_seat_is_good():
    table = a_table()
    game = table.game()
    path = f"{table.folder}/games/g1/seats"
    with open(path, encoding="utf-8") as file:
        seats = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(seats.replace("seat white\n", "seat white\n  generation 1\n"))
    before = game.file
    old = game.anna.newest
    for orders in ("RESIGN", "STATUS", "MOVE e2-e4"):
        game.anna.reply(orders, to=old)
        table.run()
        assert game.file == before, table.log
        answer, = game.anna.read()
        has(answer.text, "from before your seat got new keys")
    carried_out(table, game, game.anna, "MOVE e2-e4", "e2e4", to=answer)
    # A backup from before the seat was given new keys: those are recognised.
    with open(path, "w", encoding="utf-8") as file:
        file.write(seats)
    before = game.file
    game.anna.reply("RESIGN", to=answer)
    table.run()
    assert game.file == before, table.log
    has(game.anna.newest.text, "restore an older backup")


@case
def a_rotated_key_leaves_open_questions_open():
    table = a_table()
    game = table.game()
    table.must("key", "new")
    carried_out(table, game, game.anna, "MOVE e2-e4", "e2e4")


@case
def letters_marked_as_done_since_the_backup_can_be_taken_again():
    table, game = backed_up_before_a_move()
    game.bob.reply("MOVE e7-e5")
    table.run()
    played, asked = game.file, game.anna.newest
    put_back(table)
    game.anna.read(), game.bob.read()
    assert "played" not in game.file
    table.run()
    if table.notices:
        has(reports(table), "2 letters are marked as done in the mailbox, but this site doesn't know them",
            "pbem retake --yes")
        table.run()
        assert reports(table).count("are marked as done in the mailbox") == 1, "told twice"
        has(table.pbem("doctor"), "BAD backup a backup was restored")
    table.must("retake")
    has(table.out, "g1 white: Re: [g1]", "g1 black: Re: [g1]", "pbem retake --yes")
    assert not TOKEN.search(table.out), table.out
    assert "played" not in game.file
    table.must("retake", "--yes")
    has(table.out, "2 letters wait again")
    table.run()
    # Replayed letter by letter the game is the same to the last byte, so what is under way is good.
    assert game.file == played, game.file
    carried_out(table, game, game.anna, "MOVE g1-f3", "g1f3", to=asked)
    assert "backup" not in table.pbem("doctor"), table.out
    nothing_to_retake(table)


@case
def what_was_played_since_counts_before_letters_taken_again():
    table, game = backed_up_before_a_move()
    lost = game.bob.newest
    put_back(table)
    game.anna.reply("MOVE d2-d4", to=game.anna.letters[0])
    game.bob.reply("MOVE e7-e5", to=lost)
    table.run()
    before = game.file
    table.must("retake")
    has(table.out, "g1 white: Re:", "Entries that players answered, but that this site has lost", "g1 black: entry 2")
    game.anna.read(), game.bob.read()
    table.must("retake", "--yes")
    table.run()
    assert game.file == before, "1. e4 was played beside 1. d4"
    assert kinds(game.anna) == ["dead-token"] and not game.bob.read()
    nothing_to_retake(table)
    assert "entry 2" not in table.out


@case
def the_embedded_mailbox_comes_back_with_its_site():
    table = Table(f"{folder}/embedded")
    game = table.game()
    back_up(table)
    game.anna.reply("MOVE e2-e4")
    table.run()
    played = game.file
    shutil.move(table.folder, f"{table.folder}.lost")
    shutil.copytree(f"{table.folder}.backup", table.folder, symlinks=True)
    nothing_to_retake(table)
    # As the manual says: the messages that came since are in the folder that was moved aside.
    for name in os.listdir(f"{table.folder}.lost/mail/in/cur"):
        shutil.copy2(f"{table.folder}.lost/mail/in/cur/{name}", f"{embedded_inbox(table)}/{name}")
    table.run()
    assert game.file == played


@case
def a_ledger_made_anew_takes_nothing_again():
    table = a_table()
    game = table.game()
    game.anna.reply("MOVE e2-e4", when=int(time.time()) - 5)
    table.run()
    for name in os.listdir(table.folder):
        if name.startswith("ledger"):
            os.unlink(f"{table.folder}/{name}")
    table.run()
    assert "backup" not in reports(table), reports(table)
    nothing_to_retake(table)


@case
def a_cut_game_is_found_by_what_a_receipt_told():
    table = a_table()
    game = table.game()
    game.anna.reply("MOVE e2-e4")
    table.run()
    receipt, = [each for each in game.anna.read() if each.kind == "accepted"]
    told, = re.findall(r"^ *hash ([0-9a-f]{64})$", receipt.text, re.MULTILINE)
    game.bob.reply("MOVE e7-e5")
    table.run()
    path = f"{table.folder}/games/g1/game.txt"
    assert table.must("verify", "--head", told, "g1") == ""
    with open(path, encoding="utf-8") as file:
        whole = file.read()
    copy = f"{table.folder}/copy.txt"
    with open(copy, "w", encoding="utf-8") as file:
        file.write(whole[:whole.index("entry 2 ")])
    assert table.must("verify", copy) == "", table.out
    table.pbem("verify", "--head", told.upper(), copy)
    assert table.code == 65, table.code
    has(table.out, "no entry has that digest: the file was cut")
    for words in (("--head", told), ("--head", "12", copy), ("--head", told, copy, copy)):
        table.pbem("verify", *words)
        assert table.code == 64, f"{words}: {table.code}"


CARDS = ("Think Again!", "Chaos", "Knightmare!")  # each answers any turn, by its name alone
FOUR = {"white": "anna", "black": "bob", "red": "carl", "brown": "dora"}
RING = {"a": "anna", "b": "bob", "c": "carl", "d": "dora"}
DAY = 86400


class Club:
    """A site with games of every kind, and a week of letters to it behind its backup, one at a time."""

    def __init__(self, make_table):
        self.began = int(time.time()) - 9 * DAY
        self.at(0)
        self.table = table = make_table()
        self.chess, self.resigned = table.game(), table.game()
        self.ring = table.game(variant="ring", people=RING)
        self.four = table.game(variant="four-player", people=FOUR)
        self.cards, self.card = self.begin_with_cards()
        self.write(0.5, self.chess.anna, "MOVE e2-e4", "accepted")
        self.games = [self.chess, self.resigned, self.ring, self.four, self.cards]

    def at(self, days):
        self.now = self.began + int(days * DAY)
        os.environ["PBEM_TIME"] = str(self.now)

    def begin_with_cards(self):
        """A game in which Bob can answer Anna's turn by a card."""
        for _ in range(6):
            begun = [self.table.game(variant="knightmare") for _ in range(8)]
            for game in begun:
                game.anna.reply("MOVE e2-e4", when=self.now)
            self.table.run()
            for game in begun:
                listed = re.findall(r"^ *to play +PLAY (.*)$", game.bob.newest.text, re.MULTILINE)
                card = next((each for each in CARDS if each in listed), None)
                if card is not None:
                    return game, card
        raise AssertionError("no deal has a card that answers a turn: are they still called so?")

    def write(self, days, player, orders, kind=None):
        self.at(days)
        asked = [each for each in player.letters if each.kind in ("welcome", "your-turn", "window", "demand")]
        player.reply(orders, to=asked[-1], when=self.now)
        self.table.run()
        assert kind is None or kind in kinds(player), self.table.log

    def week(self):
        self.write(1, self.chess.bob, "MOVE e7-e5", "accepted")
        self.write(1.5, self.cards.bob, f"PLAY {self.card}", "accepted")
        self.write(2, self.ring.anna, "MOVE 1:f3", "accepted")
        self.write(2.2, self.ring.carl, "MOVE 3:e4", "accepted")
        self.write(3, self.four.anna, "MOVE c5", "accepted")
        self.write(3.5, self.chess.anna, "MOVE g1-f3\nSAY I know that one.", "accepted")
        self.write(4, self.chess.bob, "STATUS", "status")
        self.write(5, self.resigned.anna, "RESIGN", "game-over")
        self.write(5.5, self.chess.bob, "MOVE b8-c6", "accepted")
        self.write(6, self.ring.bob, "MOVE 1:e5", "accepted")
        self.write(6.5, self.chess.bob, "MOVE a7-a6")  # it isn't his turn
        self.at(7)

    def records(self):
        names = [f"games/{game.id}/{name}" for game in self.games for name in ("game.txt", "sealed", "seats")]
        return {name: players.read(f"{self.table.folder}/{name}") for name in names
                if os.path.exists(f"{self.table.folder}/{name}")}


@case
def letters_of_the_second_in_which_the_ledger_was_lost_are_no_sign_of_a_backup():
    table = a_table()
    now = int(time.time())
    os.environ["PBEM_TIME"] = str(now)
    game = table.game()
    game.anna.reply("MOVE e2-e4", when=now)
    table.run()
    for name in ("ledger", "ledger-wal", "ledger-shm"):
        if os.path.exists(f"{table.folder}/{name}"):
            os.remove(f"{table.folder}/{name}")
    table.run()
    assert "backup" not in reports(table) + table.must("status"), reports(table)
    nothing_to_retake(table)
    # The letters that this ledger has lost are still found.
    back_up(table)
    os.environ["PBEM_TIME"] = str(now + 1)
    game.bob.reply("MOVE e7-e5", when=now + 1)
    table.run()
    put_back(table)
    table.run()
    assert ("backup" in reports(table)) == table.notices, reports(table)
    os.environ.pop("PBEM_TIME")


def differing(one, other):
    return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}


def comes_back(make_table, put_back_and_take):
    club = Club(make_table)
    table = club.table
    back_up(table)
    club.week()
    begun = table.game(unread=True)  # the backup knows nothing of it
    lost, asked = club.records(), club.chess.anna.letters[-1]
    assert asked.kind == "your-turn"
    table.to_moderator.clear()
    put_back_and_take(table)
    table.run()
    again = club.records()
    assert not differing(lost, again), f"{differing(lost, again)} came back otherwise:\n{table.log}"
    table.must("verify")
    table.run()
    assert not differing(again, club.records()), "what was taken once was taken twice"
    # Letters that were out are good, and each once.
    for player in club.chess.players.values():
        player.read()
    club.at(7.5)
    club.chess.anna.reply("MOVE f1-b5", to=asked, when=club.now)
    begun.anna.reply("MOVE e2-e4", when=club.now)
    table.run()
    assert "played white f1b5" in club.chess.file, table.log
    assert kinds(club.chess.anna) == ["accepted"] and kinds(club.chess.bob) == ["your-turn"]
    has(reports(table), f"game number {begun.id[1:]}, which this site doesn't have")
    nothing_to_retake(table)
    os.environ.pop("PBEM_TIME")


@case
def a_week_of_games_of_every_kind_comes_back_of_the_letters_in_the_mailbox():
    def put_back_and_take(table):
        put_back(table)
        table.run()  # nobody thought of it before
        assert ("are marked as done in the mailbox" in reports(table)) == table.notices
        table.must("retake")
        has(table.out, "pbem retake --yes")
        table.must("retake", "--yes")
        has(table.out, "11 letters wait again")

    comes_back(a_table, put_back_and_take)


@case
def a_week_comes_back_of_the_mailbox_in_the_folder_put_aside():
    def put_back_and_take(table):
        shutil.move(table.folder, f"{table.folder}.lost")
        shutil.copytree(f"{table.folder}.backup", table.folder, symlinks=True)
        for name in os.listdir(f"{table.folder}.lost/mail/in/cur"):
            shutil.copy2(f"{table.folder}.lost/mail/in/cur/{name}", f"{table.folder}/mail/in/cur/{name}")
        table.must("retake", "--yes")
        has(table.out, "11 letters wait again")

    comes_back(lambda: Table(f"{folder}/embedded-week"), put_back_and_take)


run_cases()
