# SPDX-License-Identifier: MIT
"""usage: several.py FOLDER GAMES: plays each game of the file by mail to its end, every move in reply to
the letter that asked for it, and looks at what everybody is told on the way.

A line of GAMES: a variant, its options (- for none), the result, and the moves."""
import os
import re
import sys

from table import Table

folder, games = sys.argv[1:]
NAMES = ("anna", "bob", "carl", "dora")
SEATS = {"three-player": ("white", "red", "black"), "four-player": ("white", "black", "red", "brown"),
         "four-player-team": ("white", "black", "red", "brown"),
         "kingdom": ("white", "red", "black", "blue"), "fourteen": ("red", "blue", "yellow", "green")}


def expect(what, true):
    if not true:
        raise AssertionError(what)


def facts(game, word):
    return re.findall(rf"^  {word} (.*)$", game.file, re.MULTILINE)


def check_letter(letter):
    expect(f"{letter.subject}: a line wider than 72 columns",
           all(len(line) <= 72 for line in letter.text.split("\n")))
    expect(f"{letter.subject}: blanks at a line's end",
           not re.search(r"[ \t]$", letter.text, re.MULTILINE))


def as_orders(turn):
    """The orders of a turn's canonical text: -a2+d1=R+e2e4+d7d5."""
    lines = []
    for part in turn.split("+"):
        squares = re.findall(r"[a-t][0-9]+", part)
        word = "REMOVE" if part[0] == "-" else "TRADE" if len(squares) == 1 else "MOVE"
        lines.append(f"{word} {part.lstrip('-')}")
    return "\n".join(lines)


def move(game, text):
    """The player asked answers the letter that asked; returns what everybody got, by name."""
    player = game.asked
    expect(f"{player.name} has no letter that asks", player.newest.kind in ("your-turn", "welcome"))
    player.reply(as_orders(text))
    game.table.run()
    got = {each.name: each.read() for each in game.players.values()}
    for letter in sum(got.values(), []):
        check_letter(letter)
    kinds = [letter.kind for letter in got[player.name]]
    expect(f"{text} by {player.name} was answered by {kinds}: {got[player.name][0].text}",
           kinds[:1] == ["accepted"])
    return player, got


def check_duties(game, asked, got):
    """A player who has lost a turn is told, and a player who owes something is asked for it (Peterson's additions)."""
    entry = game.file.rsplit("\nentry ", 1)[1]
    for seat in re.findall(r"^  freeze (\w+)$", entry, re.MULTILINE):
        player = game.players[seat]
        kinds = [letter.kind for letter in got[player.name]]
        expect(f"{seat}, who has lost a turn, got {kinds}", kinds == ["lost-turn"] or
               (player is asked and "loses this turn" in
                got[player.name][-1].text.replace("\n", " ")))
    debts = dict(each.split(" pawns ") for each in facts(game, "owe"))
    expect(f"{asked.name} is told wrongly of his debts",
           ("You owe pieces worth" in got[asked.name][-1].text) == (debts.get(asked.seat, "0") != "0"))


def check_turn(game, beaten, before, got):
    """The seat asked got the letter that asks; a beaten player is told; those beaten earlier follow the game."""
    asked = game.asked
    fallen = [each for each in facts(game, "beaten")[before:] if "resigned" not in each]
    for each in fallen:
        player = game.players[each.split()[0]]
        beaten.add(player.seat)
        kinds = [letter.kind for letter in got[player.name]]
        expect(f"{player.name}, beaten, got {kinds}", ("beaten" if asked else "game-over") in kinds)
    if asked:
        expect(f"{asked.name} was not asked", got[asked.name][-1].kind == "your-turn")
        expect("the board's legend is missing", "the last move" in got[asked.name][-1].text)
        check_duties(game, asked, got)
    else:
        for player in game.players.values():
            expect(f"{player.name} wasn't told the end", got[player.name][-1].kind == "game-over")


def play(table, variant, options, result, moves):
    seats = [seat for seat in SEATS[variant] if f"absent={seat}" not in options]
    game = table.game(variant=variant, people=dict(zip(seats, NAMES)),
                      **dict(each.split("=") for each in options if each != "-"))
    beaten, watched = set(), 0
    for number, text in enumerate(moves):
        before = len(facts(game, "beaten"))
        player, got = move(game, text)
        check_turn(game, beaten, before, got)
        watched += sum(letter.kind == "watch" for letters in got.values() for letter in letters)
        if number == 2:
            player.reply("HISTORY\nSTATUS\nHELP RULES\nBOARD COMPACT\nVIEW OWN")
            table.run()
            kinds = sorted(letter.kind for letter in player.unread)
            expect(f"queries were answered by {kinds}",
                   kinds == ["board", "help-rules", "history", "status", "wish"])
            for letter in player.read():
                check_letter(letter)
    expect(f"the game ends {facts(game, 'result')}, not {result}", facts(game, "result") == [result])
    table.must("verify", game.id)
    table.must("show", game.id)
    print(f"{variant} {' '.join(options)}: {len(moves)} moves, {len(beaten)} beaten, "
          f"{watched} letters to observers, {result}")


def write(player, text, *kinds):
    """The player writes; `kinds` are the letters that come of it: "anna-accepted"."""
    player.reply(text)
    player.game.table.run()
    got = [f"{each.name}-{letter.kind}" for each in player.game.players.values()
           for letter in each.read()]
    expect(f"{text!r} by {player.name}: {got}", sorted(got) == sorted(kinds))


def draws(table):
    """An offer is for all who are in play; each may end it, and its owner's next move does."""
    game = table.game(variant="three-player", people=dict(zip(SEATS["three-player"], NAMES)))
    anna, bob, carl = game.players.values()
    write(bob, "DRAW", "bob-refused")
    write(anna, "MOVE g7-g5\nDRAW", "anna-accepted", "bob-your-turn", "carl-offer")
    expect("the offer isn't in the letter", "Anna offers a draw to everyone" in bob.newest.text)
    write(carl, "DRAW NO", "carl-accepted")
    expect("the offer stands", facts(game, "no-offer") == ["white"])
    write(bob, "MOVE e2-e4\nDRAW", "bob-accepted", "carl-your-turn", "anna-offer")
    write(anna, "DRAW", "anna-accepted")
    write(anna, "DRAW", "anna-refused")
    write(carl, "MOVE d2-d4\nDRAW", "carl-refused")
    write(carl, "d4", "carl-accepted", "anna-your-turn")
    expect("a move without agreeing ends the offer", facts(game, "no-offer") == ["white", "red"])
    write(anna, "f5\nDRAW", "anna-accepted", "bob-your-turn", "carl-offer")
    write(bob, "f4\nDRAW", "bob-accepted", "carl-your-turn")
    expect("nobody agrees", "Anna offers a draw. Bob has agreed to it." in carl.newest.text.replace("\n", " "))
    write(carl, "DRAW", "carl-accepted", "anna-game-over", "bob-game-over", "carl-game-over")
    expect("the game isn't drawn", facts(game, "result") == ["draw agreement"])
    table.must("verify", game.id)


def leaving(table):
    """A player who resigns or is put out follows the game, unless the player leaves; the last in play has won."""
    game = table.game(variant="four-player", people=dict(zip(SEATS["four-player"], NAMES)))
    anna, bob, carl, dora = game.players.values()
    write(anna, "LEAVE", "anna-refused")
    write(anna, "c5", "anna-accepted", "bob-your-turn")
    # Out of turn: the player to move gets the board again, and that player's older letter is void.
    asked = bob.newest
    write(dora, "RESIGN", "dora-accepted", "bob-your-turn")
    bob.reply("f5", to=asked)
    table.run()
    expect("an answer to the old board counts", [each.kind for each in bob.read()] == ["dead-token"])
    write(dora, "MOVE a4", "dora-refused")
    write(dora, "RESIGN", "dora-refused")
    write(bob, "f5", "bob-accepted", "carl-your-turn")
    write(carl, "f4", "carl-accepted", "anna-your-turn", "dora-watch")
    expect("a man who stands inert is named so", "n Brown (inert)" in dora.newest.text)
    write(dora, "LEAVE", "dora-wish")
    write(anna, "c4", "anna-accepted", "bob-your-turn")
    write(bob, "g8-e7", "bob-accepted", "carl-your-turn")
    write(carl, "e4", "carl-accepted", "anna-your-turn")
    write(dora, "WATCH\nSAY Go on!", "dora-accepted", "dora-wish", "anna-said", "bob-said", "carl-said")
    table.must("forfeit", game.id, "red")
    table.collect()
    expect("who is put out is told", [each.kind for each in carl.read()] == ["beaten"])
    expect("the one to move is asked anew", [each.kind for each in anna.read()] == ["your-turn"])
    bob.read(), dora.read()
    write(bob, "RESIGN", *("bob-accepted anna-game-over bob-game-over carl-game-over "
                           "dora-game-over").split())
    expect("white has won", facts(game, "result")[0].startswith("white"))
    table.must("verify", game.id)


def attempt(what, *words):
    try:
        what(*words)
    except AssertionError as error:
        print(f"FAILED: {' '.join(str(word) for word in words[1:3])} {what.__name__}: {error}")
        return 1
    return 0


def main():
    table = Table(f"{folder}/site", "name = Chess of several")
    faults = attempt(draws, table) + attempt(leaving, table)
    with open(games, encoding="utf-8") as file:
        lines = [line for line in file if line.strip() and not line.startswith("#")]
        for line in lines[::3 if "PBEM_TRIALS" in os.environ else 1]:
            words = line.rstrip("\n").split("\t")
            faults += attempt(play, table, words[0], words[1].split(), words[2], words[3].split())
    sys.exit(faults > 0)


main()
