# SPDX-License-Identifier: MIT
"""usage: undo.py FOLDER [CASE…]: games taken back, and what players get of it."""
import os
import re
import shutil
import subprocess
import sys
import time

from table import PBEM, Game, Table, case, has, only, run_cases

folder = sys.argv[1]
table = Table(f"{folder}/site", "plus-address = yes")


def kinds(player):
    return [letter.kind for letter in player.read()]


def verified(game):
    return table.must("verify", game.id)


@case
def two_take_a_turn_back_and_older_letters_come_too_late():
    game = table.game().play("e2-e4 e7-e5 g1-f3")
    asked = game.bob.newest
    game.anna.reply("UNDO")
    table.run()
    assert kinds(game.anna) == ["accepted"]
    letter = only(game.bob.read(), "undo-asked")
    has(letter.text, "Anna would like to take back", "UNDO NO")
    game.bob.reply("UNDO", to=letter)
    table.run()
    assert "your-turn" in kinds(game.anna)
    game.bob.read()
    assert re.search(r"^entry 7 \S+ consent$\n^  undo to entry 3$\n^  ask white$", game.file, re.MULTILINE)
    game.bob.reply("MOVE b8-c6", to=asked)
    table.run()
    letter = only(game.bob.read(), "dead-token")
    has(letter.text, "taken back")
    game.anna.reply("MOVE f1-c4")
    table.run()
    assert "your-turn" in kinds(game.bob)
    game.bob.reply("HISTORY")
    table.run()
    has(only(game.bob.read(), "history").text, "1. e4 e5 2. Bc4", "1 turn was undone")
    verified(game)


@case
def one_declines_and_the_other_hears_it():
    game = table.game().play("e2-e4")
    game.anna.reply("UNDO")
    table.run()
    game.anna.read()
    game.bob.reply("UNDO NO", to=only(game.bob.read(), "undo-asked"))
    table.run()
    has(only(game.anna.read(), "undo-refused").text, "Bob does not agree")
    game.bob.reply("STATUS")
    table.run()
    assert "UNDO" not in game.bob.newest.text.split("To answer")[0]
    verified(game)


@case
def asked_and_agreed_in_one_run():
    game = table.game().play("e2-e4 e7-e5")
    last = game.bob.newest
    game.bob.reply("UNDO")
    game.anna.reply("UNDO")
    game.bob.reply("HISTORY", to=last)
    table.run()
    assert "  undo to entry 2" in game.file
    has([letter for letter in game.bob.read() if letter.kind == "history"][0].text, "1. e4",
        "1 turn was undone")
    verified(game)


@case
def the_next_move_ends_it():
    game = table.game().play("e2-e4")
    asked = game.bob.newest
    game.anna.reply("UNDO")
    table.run()
    game.bob.reply("MOVE e7-e5", to=asked)
    table.run()
    game.anna.read()
    game.bob.reply("UNDO NO")
    table.run()
    has(game.bob.newest.text, "Nobody asks to take a turn back")
    verified(game)


@case
def a_table_with_cards_goes_back_and_no_hand_is_told():
    game = table.game(variant="knightmare")
    before = game.anna.newest.text
    hand = re.findall(r"^\* (.*), \d+ points", before, re.MULTILINE)
    game.anna.reply("MOVE e2-e4")
    table.run()
    window = [letter for letter in game.bob.letters if letter.kind == "window"][-1]
    game.anna.reply("UNDO")
    table.run()
    game.bob.reply("UNDO", to=[each for each in game.bob.letters if each.kind == "undo-asked"][-1])
    table.run()
    turn = [letter for letter in game.anna.letters if letter.kind == "your-turn"][-1]
    assert hand == re.findall(r"^\* (.*), \d+ points", turn.text, re.MULTILINE)
    game.bob.read()
    game.bob.reply("PASS", to=window)
    table.run()
    only(game.bob.read(), "dead-token")
    assert not any(card in game.file for card in hand)
    game.anna.reply("MOVE d2-d4", to=turn)
    table.run()
    assert "window" in kinds(game.bob)
    verified(game)


@case
def time_to_answer_what_is_taken_back_counts_from_when_letters_go_out():
    """The letters waited in the mailbox for hours; the takeback's questions are asked when they are answered."""
    now = int(time.time())
    game = table.game(days=3).play("e2-e4 e7-e5")
    game.anna.reply("UNDO", to=[each for each in game.anna.letters if each.kind == "accepted"][-1])
    game.bob.reply("UNDO")
    game.anna.reply("UNDO")
    os.environ["PBEM_TIME"] = str(now + 7 * 3600)
    try:
        table.run()
        undo = re.search(r"^entry \d+ (\S+) consent$(.*?)^end ", game.file, re.MULTILINE | re.DOTALL)
        assert undo is not None, game.file
        late = re.search(r"^  late minutes (\d+)$", undo.group(2), re.MULTILINE)
        assert late is not None and 415 <= int(late.group(1)) <= 421, undo.group(2)
        verified(game)
    finally:
        del os.environ["PBEM_TIME"]


@case
def a_game_from_a_position_goes_back_to_its_start_and_no_further():
    table.pbem("new", "chess", "--fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "--id", "f1",
               "white=Anna <anna.f1@example.net>", "black=Bob <bob.f1@example.net>")
    game = table.games["f1"] = Game(table, "f1")
    table.collect()
    game.anna.reply("MOVE e2-e4")
    table.run()
    refused(game, "the game had not begun at entry 1; the first entry that can be the last one is entry 2", "undo", "f1", "1")
    game.anna.reply("UNDO")
    table.run()
    game.bob.reply("UNDO", to=[each for each in game.bob.letters if each.kind == "undo-asked"][-1])
    table.run()
    assert "  undo to entry 2" in game.file
    assert table.must("show", "f1", "--fen").strip() == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    game.anna.reply("MOVE e2-e3", to=[each for each in game.anna.letters if each.kind == "your-turn"][-1])
    table.run()
    act("undo", "f1", "2")
    verified(game)


# ---- by the moderator ----

def hand(letter):
    return re.findall(r"^\* (.*), \d+ points", letter.text, re.MULTILINE)


def act(*words):
    table.must(*words)
    table.collect()


def refused(game, phrase, *words):
    before = game.file
    table.pbem(*words)
    table.collect()
    assert table.code == 64 and phrase in table.err, (words, table.code, table.err)
    assert game.file == before


@case
def a_moderator_takes_back_and_back_again():
    game = table.game().play("e2-e4 e7-e5 g1-f3")
    old = {"anna": game.anna.newest, "bob": game.bob.newest}
    act("undo", game.id, "2", "--at", "4", "--reason", "a wrong letter")
    assert re.search(r"^entry 5 \S+ moderator$\n^  moderator a wrong letter$\n^  undo to entry 2$\n"
                     r"^  ask black$", game.file, re.MULTILINE), game.file
    letter = only(game.bob.read(), "your-turn")
    assert "Taken back, your move, Bob" in letter.subject, letter.subject
    has(letter.text, "The moderator has taken the game back. The game is now as it was after White's turn: e4",
        "Later moves no longer count", "The reason: a wrong letter.")
    has(only(game.anna.read(), "moderated").text, "The moderator has taken the game back",
        "The reason: a wrong letter.")
    game.bob.reply("MOVE b8-c6", to=old["bob"])
    table.run()
    has(only(game.bob.read(), "dead-token").text, "moves that have since been taken back")
    game.bob.reply("MOVE c7-c5", to=letter)
    table.run()
    game.anna.read()
    act("undo", game.id, "4", "--reason", "it was right after all")
    assert table.must("show", game.id).count("Nf3") or "g1f3" in game.file
    has(only(game.bob.read()[-1:], "your-turn").text, "as it was after White's turn: Nf3")
    game.bob.reply("HISTORY", to=game.bob.newest)
    table.run()
    has(game.bob.newest.text, "1. e4 e5 2. Nf3", "1 turn was undone")
    verified(game)


@case
def what_cant_be_undone_is_said():
    game = table.game().play("e2-e4")
    refused(game, "entry 2 is the last one", "undo", game.id, "2")
    refused(game, "there is no entry 3", "undo", game.id, "3")
    refused(game, "expected the number of the last entry to keep", "undo", game.id, "x")
    refused(game, "expected the number of the last entry to keep", "undo", game.id, "0")
    refused(game, "has newer entries than 1", "undo", game.id, "1", "--at", "1")
    refused(game, "has newer entries than 1", "reject", game.id, "--at", "1")
    refused(game, "ENTRY", "undo", game.id)
    refused(table.game(), "no turn has been made", "reject", f"g{len(table.games)}")


@case
def the_last_turn_is_rejected():
    game = table.game().play("e2-e4 e7-e5")
    act("reject", game.id, "--reason", "it came from another hand")
    has(only(game.bob.read(), "your-turn").text, "The moderator has rejected the last turn of Bob (Black)",
        "it came from another hand")
    only(game.anna.read(), "moderated")
    act("reject", game.id)
    has(only(game.anna.read(), "your-turn").text, "rejected the last turn of Anna (White). The game is back at its beginning.")
    game.anna.reply("MOVE d2-d4")
    table.run()
    has(only(game.bob.read()[-1:], "your-turn").text, "d4")
    verified(game)


@case
def a_game_that_is_over_goes_on():
    game = table.game().play("f2-f3 e7-e5 g2-g4 d8-h4")
    assert "result black checkmate" in game.file
    act("undo", game.id, "4", "--reason", "the queen couldn't go there")
    has(only(game.bob.read(), "your-turn").text, "The result no longer counts")
    game.bob.reply("MOVE d7-d5")
    table.run()
    assert "your-turn" in kinds(game.anna)
    assert game.id in table.must("status")
    verified(game)
    over = table.game(variant="knightmare")
    over.anna.reply("RESIGN")
    table.run()
    refused(over, "its secrets are published", "undo", over.id, "1")


@case
def cards_that_were_seen_are_shuffled_away():
    game = table.game(variant="knightmare")
    dealt = {"anna": hand(game.anna.newest), "bob": hand(game.bob.newest)}
    game.anna.reply("MOVE e2-e4\nDISCARD " + dealt["anna"][0])
    table.run()
    window = [each for each in game.bob.letters if each.kind == "window"][-1]
    game.bob.reply("PASS", to=window)
    table.run()
    for player in (game.anna, game.bob):
        player.read()
    drawn = re.search(r"^  (top|draws) white", game.file.split("\nentry 2")[1], re.MULTILINE)
    act("undo", game.id, "1")
    turn = only(game.anna.read(), "your-turn")
    assert hand(turn) == dealt["anna"]
    told = "\n".join(each.text for each in game.bob.read())
    assert drawn is None or ("  shuffled white number" in game.file and "are shuffled again" in " ".join(turn.text.split()))
    for card in dealt["anna"][1:]:
        assert card in dealt["bob"] or card not in told.replace("\n", " "), card
        assert card not in game.file
    game.bob.reply("HAND")
    table.run()
    assert hand(game.bob.newest) == dealt["bob"]
    game.anna.reply("MOVE d2-d4", to=turn)
    table.run()
    assert "window" in kinds(game.bob)
    verified(game)


@case
def boards_of_a_ring_go_back_together():
    game = table.game(variant="ring", people={"a": "anna", "b": "bob", "c": "carl"})
    head = game.file.count("\nentry ")
    for player, move in ((game.anna, "1:e2-e4"), (game.bob, "2:d2-d4"), (game.bob, "1:e7-e5")):
        player.reply("MOVE " + move)
        table.run()
    old = game.carl.letters[-1]
    for player in game.players.values():
        player.read()
    act("undo", game.id, str(head), "--reason", "the mail stood still")
    for player in game.players.values():
        has(player.newest.text, "The moderator has taken the game back. The game is back at its beginning")
    game.carl.reply("MOVE 2:d7-d5", to=old)
    table.run()
    assert "played c" not in game.file
    game.bob.reply("MOVE 2:e2-e4", to=[each for each in game.bob.letters if each.kind == "your-turn"][-1])
    table.run()
    assert "2:e2e4" in game.file
    verified(game)


# ---- killed ----

def outcome(site, name):
    with open(f"{site}/games/{name}/game.txt", encoding="utf-8") as file:
        return file.read()


def killed_anywhere(what, *words):
    """At every step of a command the site is killed; what the next run finds is all of it or nothing."""
    now = dict(os.environ, PBEM_TIME=str(int(time.time()) + 60))
    whole, before = f"{folder}/whole", f"{folder}/before"
    for each in (whole, before):
        shutil.rmtree(each, ignore_errors=True)
        shutil.copytree(table.folder, each)
    subprocess.run([PBEM, "--site", whole, *words], env=now, check=True, capture_output=True)
    after, steps = outcome(whole, what), 0
    letters = len(os.listdir(f"{whole}/mail/out/new"))
    assert after != outcome(before, what)
    while True:
        steps += 1
        site = f"{folder}/killed"
        shutil.rmtree(site, ignore_errors=True)
        shutil.copytree(before, site)
        done = subprocess.run([PBEM, "--site", site, *words], capture_output=True, check=False,
                              env=dict(now, PBEM_STOP_AFTER=str(steps)))
        if done.returncode == 0:
            break
        subprocess.run([PBEM, "--site", site, "run"], env=now, check=True, capture_output=True)
        assert outcome(site, what) in (after, outcome(before, what)), steps
        if outcome(site, what) == after:
            assert len(os.listdir(f"{site}/mail/out/new")) == letters, steps
        subprocess.run([PBEM, "--site", site, "verify", what], env=now, check=True, capture_output=True)
    assert steps > 5, steps


@case
def an_undo_is_done_whole_or_not_at_all():
    game = table.game().play("e2-e4 e7-e5")
    killed_anywhere(game.id, "undo", game.id, "1", "--reason", "a trial")
    game = table.game(variant="knightmare")
    game.anna.reply("MOVE e2-e4")
    table.run()
    killed_anywhere(game.id, "reject", game.id)


@case
def an_undo_that_all_agree_to_is_done_once():
    for variant in ("chess", "knightmare"):
        game = table.game(variant=variant)
        game.anna.reply("MOVE e2-e4")
        table.run()
        game.anna.reply("UNDO")
        table.run()
        game.bob.reply("UNDO", to=[each for each in game.bob.letters if each.kind == "undo-asked"][-1])
        killed_anywhere(game.id, "run")
        table.run()
        assert len(re.findall(r"^  undo to entry 1$", game.file, re.MULTILINE)) == 1
        verified(game)


run_cases(sys.argv[2:])
