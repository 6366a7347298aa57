# SPDX-License-Identifier: MIT
"""usage: decks.py FOLDER MANUAL: games with decks that players build, order or share, by mail; what was
shuffled is worked out again by the script in the manual, pbem-shuffle(7)."""
import re
import subprocess
import sys

from table import Game, Table

table = Table(f"{sys.argv[1]}/site", "plus-address = yes")
PEOPLE = {"white": "anna", "black": "bob"}


def expect(what, true):
    if not true:
        raise AssertionError(what)


def new(name, *options):
    """A game of knightmare, its first letters read."""
    game = table.games[name] = Game(table, name, PEOPLE)
    words = [word for option in options for word in ("--option", option)]
    table.must("new", "knightmare", "--id", name, *words,
               *(f"{seat}={each} <{each}.{name}@example.net>" for seat, each in PEOPLE.items()))
    table.collect()
    return game


def say(player, text, kind):
    """A reply to the newest letter, and the newest that comes back."""
    player.reply(text)
    table.run()
    expect(f"{text[:40]}: {kind}, not {[each.kind for each in player.letters]}", player.newest.kind == kind)
    return player.newest.text


def cards(letter):
    """The cards a letter shows, their points behind each."""
    return [(name, int(points)) for name, points in
            re.findall(r"^\* (.*), (\d+) points", letter.text, re.MULTILINE)]


def deck(player, most):
    """As many of the cards that the letter shows as fit."""
    chosen = []
    for name, points in cards(player.newest):
        if points <= most:
            most -= points
            chosen.append(name)
    return chosen


def broken(names):
    """A DECK line as a mail program breaks it."""
    lines, line = [], "DECK"
    for word in ", ".join(names).split():
        if len(line) + 1 + len(word) > 70:
            lines, line = lines + [line], word
        else:
            line += " " + word
    return "\n".join(lines + [line])


with open(sys.argv[2], encoding="utf-8") as manual:
    script = re.search(r"^\$ cat > shuffle <<'END'\n(.*?)^> END$", manual.read(), re.MULTILINE | re.DOTALL)
with open(f"{sys.argv[1]}/shuffle", "w", encoding="utf-8") as shuffle:
    shuffle.write(re.sub(r"^> ", "", script.group(1), flags=re.MULTILINE).replace("\\e", "\\"))
SET = sorted(line[5:25].strip() for line in table.must("cards").splitlines() if re.match(r" *\d+[* ] ", line))


def shuffled(game, pile, names, words=("", ""), secret=None):
    """The cards of a pile as they must lie, by the secret that the game's end has published."""
    secret = secret or re.search(r"^  secret (\w{64})$", game.file, re.MULTILINE).group(1)
    said = subprocess.run(["sh", f"{sys.argv[1]}/shuffle", str(len(names)),
                           "|".join([f"{game.id}/{pile}", secret, *words])],
                          capture_output=True, check=True).stdout.decode()
    return [names[int(number) - 1] for number in said.split("\n")[1].split()]


def whole(game):
    """The record with each line in one piece."""
    return game.file.replace("\\\n    ", "").replace("\n    ", " ")


def unsealed(game, fact):
    """Returns the events of that kind that were published at the end."""
    return re.findall(rf"^  unsealed entry \d+, fact \d+: {fact} ?(.*)$", whole(game), re.MULTILINE)


def faces(game, first, count):
    """The cards of those numbers, as they were when they last lay face down."""
    known = dict(each.split(": ", 1) for each in unsealed(game, "face of card"))
    return [known[str(number)] for number in range(first, first + count)]


def finish(game):
    """White resigns, and the record proves it all."""
    asked = [each for each in game.players.values() if each.newest.kind == "welcome"]
    expect("both are told that the game begins", len(asked) == 2)
    game.anna.reply("RESIGN")
    table.run()
    table.must("verify", game.id)
    for letter in game.anna.letters + game.bob.letters:
        expect(f"{letter.kind}: a line wider than 72 columns",
               all(len(line) <= 72 for line in letter.text.split("\n")))


table.pbem("new", "knightmare", "--option", "deck=common", "--option", "order=stacked",
           "anna <a@example.net>", "bob <b@example.net>")
expect("a common deck isn't ordered by anybody", "nobody's to order" in table.err)

# Seats at random.
names = ["anna", "bob"]
table.must("new", "knightmare", "--lot", "--id", "lot", *(f"{each} <{each}.lot@example.net>" for each in names))
game = table.games["lot"] = Game(table, "lot", PEOPLE)
with open(f"{table.folder}/games/lot/sealed", encoding="utf-8") as file:
    secret = re.search(r"^secret (\w{64})$", file.read(), re.MULTILINE).group(1)
seated = re.findall(r"^seat \w+ (\w+)$", game.file, re.MULTILINE)
expect("who has White is drawn", seated == shuffled(game, "seats/1", names, secret=secret))
expect("and from which place", f"\ndrawn {' '.join(str(1 + names.index(each)) for each in seated)}\n" in game.file)
table.must("verify", "lot")
table.pbem("new", "knightmare", "--lot", "white=a <a@b>", "bob <b@example.net>")
expect("--lot with seats that are named", "--lot" in table.err)

# Words, then decks built from shares.
game = new("split", "deck=split", "words=ask", "points=60")
anna, bob = game.anna, game.bob
expect("words are asked", anna.newest.kind == "gather" and "JOIN WORDS" in anna.newest.text)
expect("the commitment is told first", re.search(r"^  hash \w{64}$", anna.newest.text, re.MULTILINE))
expect("a move is too early", "JOIN WORDS" in say(anna, "MOVE e2-e4", "refused"))
expect("Bob is waited for", "words for the shuffle from bob" in " ".join(say(anna, "JOIN WORDS seven red apples", "accepted").split()))
expect("status names who is waited for", "Black (bob) to send words" in table.must("status", "split"))
bob.reply("Hello!\n\nJOIN\n")
table.run()
expect("both are asked for decks", anna.newest.kind == bob.newest.kind == "gather")
share = cards(anna.newest), cards(bob.newest)
expect("each has half of the set", len(share[0]) == len(share[1]) == 39)
expect("nobody sees the other's share", not {name for name, _ in share[0]} & {name for name, _ in share[1]})
asked = anna.newest
refused = say(anna, broken([name for name, _ in share[0]]), "refused")
expect("too many points are told", re.search(r"at most\s+60\s+are\s+allowed", refused))
refused = say(anna, f"DECK {share[1][0][0]}, Frog", "refused")
expect("what is wrong is told", "no card \"Frog\"" in refused and "isn't in your share" in " ".join(refused.split()))
anna.letters.append(asked)
mine, few = deck(anna, 60), deck(anna, 20)
tried = say(anna, "TRY " + broken(mine), "try")
expect("a deck is tried", "would accept" in tried and f"{len(mine)} cards, " in tried)
anna.letters.append(asked)
say(anna, broken(few), "accepted")
expect("hers is in, and Bob's is waited for", "a deck from bob" in " ".join(anna.newest.text.split()))
anna.reply("HAND")
table.run()
expect("she can look at both", len(cards(anna.newest)) == 39 and f"{len(few)} cards, " in anna.newest.text)
anna.letters.append(asked)
say(anna, broken(mine), "accepted")
expect("none of this is public", not any(name in game.file for name, _ in share[0] + share[1]))
bob.reply(broken(deck(bob, 60)))
table.run()
expect("five cards of her second deck", {name for name, _ in cards(anna.newest)} <= set(mine))
log = table.log
finish(game)
expect("the log names no card", "(secret)" in log and not any(name in log for name, _ in share[0] + share[1]))
mixed = "seven red apples", ""
dealt = shuffled(game, "share/1", [name for name in SET if name != "Abduction"], mixed)
expect("the shares follow from secret and words", unsealed(game, "share white:") == [", ".join(sorted(dealt[:78:2]))])
last = unsealed(game, "deck white:")[-1].split(", ")
expect("so does the pile", faces(game, 0, len(last)) == shuffled(game, "deck-white/1", sorted(last), mixed))
expect("the words are published", "words white: seven red apples" in game.file)
expect("and her deck", f"deck white: {', '.join(mine)}" in whole(game))

# Everybody builds a deck from a whole set, and orders it.
game = new("personal", "deck=personal", "order=stacked", "points=40")
expect("the whole set is shown", len(cards(game.anna.newest)) == 79)
# A deck that is broken off without a comma is never taken for whole.
for rest in ("Crab, Panic, Truce, Anathema", "\nCrab."):
    cut = say(game.anna, "DECK Toll, Bog\n" + rest, "refused")
    expect("the line that was left over is quoted", "names a card too" in " ".join(cut.split()))
say(game.anna, "DECK Toll, Bog, Crab, Panic, Truce, Anathema", "accepted")
game.bob.reply("DECK Bog, Toll, Panic, Crab, Truce, Charge!")
table.run()
expect("the first five, in order", [name for name, _ in cards(game.bob.newest)] ==
       ["Bog", "Toll", "Panic", "Crab", "Truce"])
finish(game)

# The game doesn't wait for ever for a player who never answers.
game = new("late", "order=stacked", "points=50")
say(game.anna, broken([name for name, _ in cards(game.anna.newest)][::-1]), "accepted")
table.must("resend", "late", "black")
table.collect()
expect("a lost letter comes again", game.bob.newest.kind == "gather")
table.must("begin", "late")
table.collect()
finish(game)
table.pbem("begin", "late")
expect("once", "has begun" in table.err)

# One pile for all, which runs out.
game = new("common", "deck=common", "extra-discards=66", "window=48", "public-words=lottery 3 9 14")
expect("little is left in the pile", "All draw from one pile; cards in it: 3" in game.anna.newest.text)
movers = [game.anna, game.bob]
for move in "Nb1-c3", "Nb8-c6", "Nc3-b1", "Nc6-b8":
    mover, other = movers
    mover.reply(f"MOVE {move[1:]}\nDISCARD {cards(mover.newest)[0][0]}", to=[
        each for each in mover.letters if each.kind in ("welcome", "your-turn")][-1])
    table.run()
    window = [each for each in other.letters if each.kind == "window"][-1]
    other.reply("PASS", to=window)
    table.run()
    movers.reverse()
expect("the discards became the pile", re.search(r"^  reshuffle cards 3$", game.file, re.MULTILINE))
expect("players are told", "It ran out" in game.anna.newest.text + game.bob.newest.text)
table.must("verify", "common")
turned_up = re.findall(r"^  face of card (\d+): (.*)$", game.file, re.MULTILINE)[:3]
game.anna.reply("RESIGN", to=[each for each in game.anna.letters if each.kind == "your-turn"][-1])
table.run()
table.must("verify", "common")
known = dict(each.split(": ", 1) for each in unsealed(game, "face of card"))
expect("in the order that follows from the secret",
       [known[number] for number in sorted((number for number, _ in turned_up), key=int)] ==
       shuffled(game, "deck-common/2", [name for _, name in turned_up], ("", "", "lottery 3 9 14")))
for wrong in (re.sub(r"(?m)^  reshuffle cards 3$", "  reshuffle cards 2", game.file),
              game.file[:game.file.rindex(" of card ")] + game.file[game.file.rindex(" of card "):].replace(" of card ", " of card 1", 1)):
    expect("it is really changed", wrong != game.file)
    with open(f"{sys.argv[1]}/wrong.txt", "w", encoding="utf-8") as file:
        file.write(wrong)
    table.pbem("verify", f"{sys.argv[1]}/wrong.txt")
    expect("another shuffle is found", table.code != 0)
