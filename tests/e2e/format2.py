# SPDX-License-Identifier: MIT
"""usage: format2.py FOLDER FORMAT2: a whole site of files of format 2, made on 2026-11-22: games of every kind, and
with cards a turn in every state it can stand open in. Each is shown as it was then, and goes on by the letters of
then. The games bear the names of what they wait for: see `pbem status` of a copy."""
import os
import re
import sys

# The letters are answered an hour after the last went out, whenever that is.
NOW = 1795374000
os.environ["PBEM_TIME"] = str(NOW)

from table import Game, Letter, OldTable

ROUNDS = 12
ASKING = ("welcome", "your-turn", "window", "demand", "gather")


def expect(what, true):
    if not true:
        raise AssertionError(what)


def take_letters(game):
    """Returns the newest letter that asked each player something."""
    for player in game.players.values():
        with open(f"{source}/letters/{game.id}-{player.name}.eml", "rb") as file:
            player.letters.append(Letter(file.read()))


def people(name):
    with open(f"{source}/site/games/{name}/seats", encoding="utf-8") as file:
            return dict(re.findall(r"^seat (\S+)\n  name (\S+)$", file.read(), re.MULTILINE))


def answers(letter):
    """Returns an answer that the letter's reader may write, by what the letter itself shows: the first that is
    accepted."""
    text = letter.text
    if letter.kind == "window":
        return ["PASS"]
    if letter.kind == "gather":
        if "JOIN WORDS" in text:
            return ["JOIN WORDS nine plums"]
        cards, points, chosen = re.findall(r"^\* (.*), (\d+) points", text, re.MULTILINE), 60, []
        for name, cost in cards:
            if int(cost) <= points:
                points -= int(cost)
                chosen.append(name)
        return ["DECK " + ", ".join(chosen)]
    return [f"ANSWER {each}" for each in re.findall(r"ANSWER ([a-z]\d+|NO)", text)] + \
           [f"MOVE {each}" for each in re.findall(r"MOVE ((?:\d+:)?[a-z]\d+-[a-z]\d+)", text)] + ["PASS"]


def is_unanswered(player):
    kinds = [letter.kind for letter in player.letters if letter.kind in ASKING + ("accepted", "game-over")]
    return bool(kinds) and kinds[-1] in ASKING


def all_answer():
    """Every player who is asked sends an answer, all in one run: the next one each time that one is refused."""
    asked = [player for game in table.games.values() for player in game.players.values() if is_unanswered(player)]
    for player in asked:
        letter = [each for each in player.letters if each.kind in ASKING][-1]
        tried[letter.id] = tried.get(letter.id, 0) + 1
        able = answers(letter)
        player.reply(able[(tried[letter.id] - 1) % len(able)], to=letter, when=NOW)
        seen[player] = len(player.letters)
    table.run()
    for player in asked:
        kinds = [each.kind for each in player.letters[seen[player]:]]
        taken[player.game.id] = taken.get(player.game.id, 0) + ("accepted" in kinds)


folder, source = sys.argv[1:]


def in_words_of_now(shown):
    """Returns the output of the earlier version with the phrases replaced that have been reworded since."""
    for then, now in ((r"'s turn stands open:", "'s turn is pending:"), (r" may answer it\.", " may respond."),
                      (r"(\w+) has to choose for a card\.", r"A card asks \1 to choose."),
                      (r"(\w+) has to choose for ([^.\n]+)\.", r"\2 asks \1 to choose."),
                      (r", and (\d+) lie in the pile", r"; draw pile: \1"), (r"  Due: ", "  Pending: "),
                      (r" has said AUTOPASS ", " has chosen AUTOPASS "),
                      (r"The turn has to be played again; so far:", "The turn must be played again. So far:"),
                      (r"No regular move is legal; only", "No move is legal; only"),
                      (r"No regular move is legal\.", "No move is legal without a card."),
                      (r"It waits for the words of ", "We still need words for the shuffle from "),
                      (r"It waits for the decks of ", "We still need a deck from ")):
        shown = re.sub(then, now, shown)
    return shown


table = OldTable(f"{folder}/site", f"{source}/site")
for name in sorted(os.listdir(f"{folder}/site/games")):
    table.games[name] = Game(table, name, people(name))
    take_letters(table.games[name])

# As they were, by their snapshots or without.
before = {name: game.file for name, game in table.games.items()}
status = table.must("status")
for without in False, True:
    for name in table.games:
        with open(f"{source}/shown/{name}", encoding="utf-8") as file:
            shown = table.must("show", name)
            # Long lines were whole then.
            expect(f"{name} is shown as it was", shown.split() == in_words_of_now(file.read()).split())
            expect(f"{name} is shown in 72 columns", max(map(len, shown.splitlines())) <= 72)
        said = table.must("verify", name)
        expect(f"{name} was begun by rules that are known: {said}{table.err}", "note:" not in said + table.err)
        if not without:
            os.unlink(f"{folder}/site/games/{name}/snapshot")
expect("they wait for whom they waited for", table.must("status") == status)
with open(f"{source}/status", encoding="utf-8") as file:
    expect("as told then", status == file.read())

# And on they go.
taken, tried, seen = {}, {}, {}
for _ in range(ROUNDS):
    all_answer()
for name, game in table.games.items():
    if name != "over":
        expect(f"{name} went on: {taken[name]}", taken[name] >= 4)
        expect(f"{name} has grown", game.file.startswith(before[name]) and game.file != before[name])
    table.must("verify", name)
    shown = table.must("show", name)
    if name != "over":
        os.unlink(f"{folder}/site/games/{name}/snapshot")
    expect(f"{name} is the same without its snapshot", table.must("show", name) == shown)
print(f"{len(table.games)} games of every kind went on by {sum(taken.values())} letters")
