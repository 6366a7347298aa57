# SPDX-License-Identifier: MIT
"""usage: answered.py FOLDER: letters whose answers wait in the outbox while something else happens in their game."""
import shutil
import sys

from table import Table, case, run_cases

FOLDER = sys.argv[1]
# Events that may come between, as a moderator or another letter causes them.
BETWEEN = {
    "nothing": [], "token": [("token", "g1", "white")], "token-other": [("token", "g1", "black")],
    "address": [("address", "g1", "white", "anna@elsewhere.example")], "replace-other": [("replace", "g1", "black", "Zoe <zoe@example.org>")],
    "undo": [("undo", "g1", "1")], "reject": [("reject", "g1")], "pause": [("pause", "g1"), ("resume", "g1")],
    "extend": [("extend", "g1", "white", "3")], "resend": [("resend", "g1", "white"), ("resend", "g1", "black")],
    "say": [("say", "g1", "Hello from the moderator")], "publish": [("publish", "g1", "no")], "draw": [("rule", "g1", "draw")],
    "cancel": [("cancel", "g1")], "undo, then token": [("undo", "g1", "1"), ("token", "g1", "white"), ("token", "g1", "black")],
}
count = 0


def table_of():
    """Anna is to move; nobody's letters wait."""
    global count
    count += 1
    table = Table(f"{FOLDER}/site{count}")
    game = table.game(days=5)
    game.play("e2-e4 e7-e5")
    return table, game


def between(table, name):
    """Done while no letter can go out."""
    table.set("outgoing = maildir:/nowhere/at/all")
    for words in BETWEEN[name]:
        table.pbem(*words)
    table.set("outgoing = maildir:mail/out")


def all_of(table, game):
    """The letters of everybody, whoever has a seat by now."""
    table.run()
    table.run()
    return [letter for player in game.players.values() for letter in player.read()] + table.elsewhere


@case
def a_refusal_goes_out_whatever_comes_before_it():
    for name in BETWEEN:
        table, game = table_of()
        game.anna.reply("MOVE e4-e6")
        table.run("--no-send")
        between(table, name)
        refused = [letter for letter in all_of(table, game) if letter.kind == "refused"]
        assert len(refused) == 1 and "e4-e6" in refused[0].text, (name, [letter.kind for letter in refused])
        shutil.rmtree(table.folder)


@case
def a_question_is_answered_whatever_comes_before_it():
    for name in BETWEEN:
        table, game = table_of()
        game.bob.reply("HISTORY")
        table.run("--no-send")
        between(table, name)
        kinds = [letter.kind for letter in all_of(table, game)]
        assert kinds.count("history") == 1, (name, kinds)
        shutil.rmtree(table.folder)


@case
def what_was_said_is_heard_whatever_comes_before_it():
    """Alone, and with a move, whose letter has both and may be overtaken."""
    for text in "SAY Mind your bishop", "MOVE g1-f3\nSAY Mind your bishop":
        for name in BETWEEN:
            table, game = table_of()
            game.anna.reply(text)
            table.run("--no-send")
            between(table, name)
            letters = all_of(table, game)
            told = [letter for letter in letters if letter.to == game.bob.address and "Mind your bishop" in letter.text]
            answer = [letter for letter in letters if letter.kind in ("accepted", "answer")]
            assert len(told) == 1, (text, name, [(letter.to, letter.kind) for letter in letters])
            assert len(answer) == 1, (text, name, [(letter.to, letter.kind) for letter in letters])
            shutil.rmtree(table.folder)


run_cases(sys.argv[2:], slow=60)
