# SPDX-License-Identifier: MIT
"""usage: format1.py FOLDER FORMAT1: a site made when files were of format 1, with a game of chess, one of cards
in which Bob may answer, and one that gathers words and decks, is continued with the letters of then."""
import os
import re
import sys

# The letters are answered two hours after they went out, whenever that is.
NOW = 1795374000
os.environ["PBEM_TIME"] = str(NOW)

from table import Game, Letter, OldTable


def expect(what, true):
    if not true:
        raise AssertionError(what)


folder, source = sys.argv[1:]
table = OldTable(f"{folder}/site", f"{source}/site")
for name in "g1", "g2", "g3":
    game = table.games[name] = Game(table, name)
    with open(f"{source}/letters/{name}-bob.eml", "rb") as file:
        game.bob.letters.append(Letter(file.read()))
before = {name: game.file for name, game in table.games.items()}
expect("they are of format 1", all(text.startswith("pbem-game 1\n") for text in before.values()))
for name in table.games:
    table.must("verify", name)

chess, cards, gathering = table.games.values()
chess.bob.reply("MOVE e7-e5\nSAY Well met", when=NOW)
cards.bob.reply("PASS", when=NOW)
gathering.bob.reply("JOIN WORDS nine plums", when=NOW)
table.run()
for name, game in table.games.items():
    expect(f"{name} has grown", game.file.startswith(before[name]) and len(game.file) > len(before[name]))
    table.must("verify", name)
expect("Anna is asked", chess.anna.newest.kind == "your-turn")
chess.anna.reply("MOVE g1-f3", when=NOW)
cards.bob.reply("MOVE e7-e5", when=NOW)
table.run()
undone = chess.file.count("\nentry ")
chess.anna.reply("UNDO", when=NOW)
table.run()
chess.bob.reply("UNDO", when=NOW)
table.run()
expect("all agree to an undo", f"\n  undo {undone - 1}\n  ask white\n" in chess.file)
table.must("verify", "g1")
table.must("undo", "g1", str(undone))
table.collect()
expect("a moderator undoes that", f"\n  undo {undone}\n  ask black\n" in chess.file)
table.must("undo", "g2", "1")
table.collect()
expect("with cards, too", "\n  undo 1\n" in cards.file)
table.must("verify", "g2")
table.must("undo", "g2", str(cards.file.count("\nentry ") - 1))
table.collect()
cards.anna.reply("RESIGN", when=NOW)
table.run()
expect("in the words of then", "\n  move black P e7 e5\n" in chess.file and "\n  move white N g1 f3\n" in chess.file)
expect("with cards, too", re.search(r"^  script black 0 instead 255 255 255 MOVE 52 36 ", cards.file, re.MULTILINE))
expect("and in what is published", re.search(r"^  unsealed 1 \d+ face \d+ \w", cards.file, re.MULTILINE))
for name, game in table.games.items():
    table.must("verify", name)
    os.unlink(f"{folder}/site/games/{name}/snapshot")
    table.must("show", name)
os.unlink(f"{folder}/site/games/g2/sealed")
table.must("verify", "g2")

# A game made now is of format 2.
new = table.game(variant="knightmare")
expect("a new game is told in words", new.file.startswith("pbem-game 2\n"))
print("games of format 1 go on by mail")
