# SPDX-License-Identifier: MIT
"""usage: restore.py FOLDER: the cases of restore.sh, a function each; its name says what is true."""
import base64
import hashlib
import hmac
import os
import re
import shutil
import sqlite3
import sys
import time
import traceback

import players
from table import TOKEN, Table

folder = sys.argv[1]
cases = []


def case(function):
    cases.append(function)
    return function


class Apart(Table):
    """A site whose mailbox isn't in its folder, as with a mail server: a backup leaves it alone."""

    def __init__(self, place):
        os.mkdir(place)
        self.inbox = f"{place}/in"
        os.makedirs(self.inbox)
        super().__init__(f"{place}/site", f"mailbox = maildir:{self.inbox}")

    def put(self, letter, when=None):
        self.count += 1
        players.put(self.inbox, self.count, letter, when)
        return letter


def a_table():
    return Apart(f"{folder}/{len(os.listdir(folder))}")


def back_up(table):
    shutil.rmtree(f"{table.folder}.backup", ignore_errors=True)
    shutil.copytree(table.folder, f"{table.folder}.backup", symlinks=True)


def put_back(table):
    shutil.rmtree(table.folder)
    shutil.copytree(f"{table.folder}.backup", table.folder, symlinks=True)


def has(text, *phrases):
    plain = " ".join(text.split())
    for phrase in phrases:
        assert phrase in plain, f"no '{phrase}' in:\n{text}"


def kinds(player):
    return [each.kind for each in player.read()]


def reports(table):
    return " ".join(" ".join(each.text for each in table.to_moderator).split())


def first_token(table, text):
    """The same token as version 1 of it was: no digest, no generation, 128 bits over the rest."""
    raw = base64.b32decode(text.upper() + "======")
    with open(f"{table.folder}/keys/{raw[0] & 63}", encoding="ascii") as file:
        key = bytes.fromhex(file.read(64))
    fields = bytes([1 << 6 | raw[0] & 63, 0]) + raw[1:5] + raw[6:10]
    tag = hmac.new(key, b"pbem-token-v1\0" + fields, hashlib.sha256).digest()[:16]
    return base64.b32encode(fields + tag).decode().rstrip("=").lower()


def with_first_tokens(table, letter):
    return TOKEN.sub(lambda found: first_token(table, found.group()), letter.decode()).encode()


def make_older(table):
    """As a site of before tokens were bound to digests was: its ledger doesn't say since when they are."""
    ledger = sqlite3.connect(f"{table.folder}/ledger")
    with ledger:
        ledger.execute("DELETE FROM counts WHERE name IN ('tokens bound since', 'ledger made')")
    ledger.close()


@case
def a_reply_to_a_lost_move_is_not_carried_out_against_another():
    table = a_table()
    game = table.game()
    back_up(table)
    game.anna.reply("MOVE e2-e4")
    table.run()
    lost = game.bob.newest
    assert lost.kind == "your-turn"
    put_back(table)
    game.anna.letters, game.anna.unread = game.anna.letters[:1], []
    game.anna.reply("MOVE d2-d4")
    table.run()
    before = game.file
    assert re.findall(r"^entry (\d+)", before, re.MULTILINE)[-1] == "2", before
    game.bob.read()
    game.bob.reply("MOVE e7-e5", to=lost)
    table.run()
    assert game.file == before, f"carried out against 1. d4:\n{table.log}"
    answer, = game.bob.read()
    assert answer.kind == "dead-token"
    has(answer.text, "this site had to be put back to an earlier state", "nothing has changed", "d2d4")
    has(reports(table), "answers what this site doesn't know (entry 2)", "backup", "pbem retake")
    # And what he gets instead is good.
    game.bob.reply("MOVE e7-e5", to=answer)
    table.run()
    assert "played black e7e5" in game.file, table.log


@case
def a_lost_answer_is_known_when_nothing_is_asked_of_its_writer():
    table = a_table()
    game = table.game()
    back_up(table)
    game.anna.reply("MOVE e2-e4")
    table.run()
    game.bob.reply("STATUS")
    table.run()
    lost = game.bob.letters[-2]
    put_back(table)
    before = game.file
    game.bob.read()
    game.bob.reply("MOVE e7-e5", to=lost)
    table.run()
    assert game.file == before
    answer, = game.bob.read()
    has(answer.text, "put back to an earlier state")
    # A question about the game in the same thread is answered as always.
    game.bob.reply("STATUS", to=answer)
    table.run()
    got = kinds(game.bob)
    assert got == ["status"], f"{got} {table.log}"
    assert reports(table).count("answers what this site doesn't know") == 1


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
        for letter in lost.anna.letters[:1] + [question]:
            table.put(lost.anna.compose(orders, to=letter))
    table.run()
    assert game.file == before, table.log
    assert set(kinds(game.anna) + kinds(game.bob)) <= {"dead-token"}


@case
def tokens_of_the_first_version_are_good_until_their_question_is_answered():
    table = a_table()
    game = table.game()
    make_older(table)
    letter = with_first_tokens(table, game.anna.compose("MOVE e2-e4"))
    assert letter != game.anna.compose("MOVE e2-e4")
    table.put(letter)
    table.run()
    assert "played white e2e4" in game.file, table.log
    assert "accepted" in kinds(game.anna)
    # The same question again.
    table.put(with_first_tokens(table, game.anna.compose("MOVE d2-d4", to=game.anna.letters[0])))
    table.run()
    assert "dead-token" in kinds(game.anna)
    # What was asked since is answered by a token of today alone.
    time.sleep(1.1)
    game.bob.reply("MOVE e7-e5")
    table.run()
    before = game.file
    forged = with_first_tokens(table, game.anna.compose("MOVE d2-d4", to=game.anna.newest))
    table.put(forged)
    table.run()
    assert game.file == before, table.log
    game.anna.reply("MOVE d2-d4", to=[each for each in game.anna.letters if each.kind == "your-turn"][-1])
    table.run()
    assert "played white d2d4" in game.file, table.log


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
    game.anna.reply("MOVE e2-e4")
    table.run()
    assert game.file == before, table.log
    answer, = game.anna.read()
    has(answer.text, "before it was given new keys")
    game.anna.reply("MOVE e2-e4", to=answer)
    table.run()
    assert "played white e2e4" in game.file, table.log


@case
def a_rotated_key_leaves_open_questions_open():
    table = a_table()
    game = table.game()
    table.must("key", "new")
    game.anna.reply("MOVE e2-e4")
    table.run()
    assert "played white e2e4" in game.file, table.log


def main():
    failed = 0
    wanted = sys.argv[2:]
    for each in cases:
        if wanted and each.__name__ not in wanted:
            continue
        try:
            each()
        except Exception as fault:
            failed += 1
            where = traceback.extract_tb(fault.__traceback__)
            line = [at.lineno for at in where if at.filename == __file__][-2:]
            print(f"FAILED: {each.__name__} (line {line}): {fault}\n")
    print(f"{len(cases)} cases, {failed} failed")
    sys.exit(failed > 0)


main()
