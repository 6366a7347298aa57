# SPDX-License-Identifier: MIT
"""usage: ring.py FOLDER: plays rings by mail, and looks at what everybody is told on the way."""
import itertools
import os
import random
import re
import sys

from table import Table

folder = sys.argv[1]
NAMES = ("anna bob carl dora emil fritz gina hugo ida jonas kurt lena mona nina otto paula").split()
SEATS = "abcdefghijklmnop"
# White is mated in two moves, Black in four.
FOOL = ("f3", "e5", "g4", "Qh4")
SCHOLAR = ("e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7")


def expect(what, true):
    if not true:
        raise AssertionError(what)


def facts(game, word):
    return re.findall(rf"^  {word}(?: (.*))?$", game.file, re.MULTILINE)


def begin(table, seats, **options):
    return table.game(variant="ring", people=dict(zip(SEATS[:seats], NAMES)), seats=seats, **options)


def check_letter(letter):
    where = f"{letter.kind} ({letter.subject})"
    expect(f"{where}: a line wider than 72 columns",
           all(len(line) <= 72 for line in letter.text.split("\n")))
    expect(f"{where}: blanks at a line's end", not re.search(r"[ \t]$", letter.text, re.MULTILINE))


def read(game):
    """Returns all letters that were received: "anna-accepted", sorted."""
    got = []
    for player in game.players.values():
        for letter in player.read():
            check_letter(letter)
            got.append(f"{player.name}-{letter.kind}")
    return sorted(got)


def write(player, text, *kinds, **how):
    """The player writes, alone in a sitting; `kinds` are the letters that come of it."""
    player.reply(text, **how)
    player.game.table.run()
    got = read(player.game)
    expect(f"{text!r} by {player.name}: {got}, not {sorted(kinds)}", got == sorted(kinds))


def together(game, *letters):
    """Letters of several players in one sitting; what everybody got."""
    for name, text in letters:
        getattr(game, name).reply(text)
    game.table.run()
    return read(game)


class Board:
    """A board as it is played on: who sits there, White first."""

    def __init__(self, game, number, white, black):
        self.game, self.number = game, number
        self.players = (game.players[white], game.players[black])
        self.moves = 0

    def move(self, text, *others):
        """Just the opponent hears of it; `others` get letters too."""
        mover, other = self.players[self.moves % 2], self.players[1 - self.moves % 2]
        self.moves += 1
        write(mover, f"{self.number}:{text}", f"{mover.name}-accepted", f"{other.name}-your-turn", *others)

    def play(self, *moves):
        for text in moves:
            self.move(text)
        return self

    def mating(self, text):
        """The mate to be written: who, and what."""
        return self.players[self.moves % 2].name, f"MOVE {self.number}:{text}"


def state(game):
    """Returns the seats of each board, by the ring in the letters: {number: (white, black)}."""
    text = next(iter(game.players.values())).newest.text
    return {int(number): (white.lower(), black.lower()) for white, number, black in
            re.findall(r"\b([A-P])[*+#]* =(\d+)= ([A-P])", text)}


def play_out(table, seats, order, **options):
    """Each of `order` is mated with White; the others close the circle until one is left."""
    game = begin(table, seats, **options)
    circle = list(SEATS[:seats])
    for seat in order:
        number = SEATS.index(seat) + 1
        winner = circle[(circle.index(seat) + 1) % len(circle)]
        board = Board(game, number, seat, winner).play(*FOOL[:3])
        name, text = board.mating(FOOL[3])
        circle.remove(seat)
        got = together(game, (name, text))
        last = len(circle) == 1
        for player in game.players.values():
            kinds = [each.split("-", 1)[1] for each in got if each.split("-")[0] == player.name]
            kinds = [kind for kind in kinds if kind != "accepted"]
            want = [["game-over"]] if last else [["beaten"]] if player.seat == seat else \
                [["your-turn"], ["news"]] if player.seat in circle else [["watch"]]
            expect(f"{player.name}, when {seat} falls: {kinds}, not {want}", kinds in want)
        if not last:
            sits = state(game)
            expect(f"board {number} is still there", number not in sits)
            expect(f"the circle is {sits}", sorted(sum(sits.values(), ())) == sorted(circle * 2))
    expect(f"the result is {facts(game, 'result')}", facts(game, "result") == [f"{circle[0]} checkmate"])
    expect("each beaten once", [each.split()[0] for each in facts(game, "beaten")] == list(order))
    table.must("verify", game.id)
    table.must("show", game.id)
    os.unlink(f"{table.folder}/games/{game.id}/snapshot")
    expect("the log alone says it", "checkmate" in table.must("show", game.id))
    return game


def whole_games(table):
    """All orders of three, some of four and seven; sixteen once."""
    chance = random.Random(7)
    slow = "PBEM_TRIALS" in os.environ
    for order in chance.sample(list(itertools.permutations("abc", 2)), 1 if slow else 6):
        play_out(table, 3, order)
    for order in chance.sample(list(itertools.permutations("abcd", 3)), 1 if slow else 5):
        play_out(table, 4, order, sets="social")
    play_out(table, 7, "dgbaec")
    play_out(table, 16, "".join(chance.sample(SEATS, 15)))


def two_mates(table):
    """Two mates of one sitting are called together, in the order of the boards, in one entry."""
    game = begin(table, 4)
    first = Board(game, 1, "a", "b").play(*FOOL[:3])
    third = Board(game, 3, "c", "d").play(*FOOL[:3])
    got = together(game, third.mating("Qh4"), first.mating("Qh4"))
    expect(f"two mates: {got}", got == sorted("anna-beaten carl-beaten bob-accepted bob-your-turn "
                                              "dora-accepted dora-your-turn".split()))
    expect("the log is silent", f"run {game.id}: a is out: checkmate\nrun {game.id}: c is out"
           in table.log)
    expect("not in board order", facts(game, "beaten") == ["a checkmate by b", "c checkmate by d"])
    expect("not in one entry", len(facts(game, "sitting")) == 1)
    expect("who gave mate is told only that", "it counts" not in game.bob.newest.text)
    expect(f"two are left: {state(game)}", state(game) == {2: ("b", "d"), 4: ("d", "b")})
    write(game.anna, "1:e4", "anna-refused")
    # Two share two boards: a mate on either ends it.
    game.bob.read()
    got = together(game, ("bob", "2:f3"), ("dora", "4:e4"))
    expect("both move", got == sorted("bob-accepted bob-your-turn dora-accepted dora-your-turn".split()))
    table.must("verify", game.id)


def lost_twice(table):
    """[both-boards-lost]: a player who is mated on both boards leaves nothing, and the neighbours get new boards."""
    game = begin(table, 4)
    first = Board(game, 1, "a", "b").play(*SCHOLAR[:6])
    second = Board(game, 2, "b", "c").play(*FOOL[:3])
    got = together(game, first.mating("Qxf7"), second.mating("Qh4"))
    expect(f"lost twice: {got}", got == sorted("bob-beaten anna-accepted anna-your-turn carl-accepted "
                                               "carl-your-turn dora-your-turn".split()))
    expect(f"no fresh board: {facts(game, 'fresh')}", facts(game, "fresh") == ["gap"])
    sits = state(game)
    expect(f"who sits where: {sits}", sorted(sits.values()) == [("a", "c"), ("c", "d"), ("d", "a")])
    expect("nobody says so", "has been set up again" in game.anna.newest.text.replace("\n", " "))
    number = next(each for each, pair in sits.items() if pair == ("a", "c"))
    Board(game, number, "a", "c").play("e4", "e5")
    table.must("verify", game.id)


def all_mate(table):
    """All who are in play give mate in one sitting: a draw between them."""
    game = begin(table, 3)
    boards = [Board(game, number + 1, SEATS[number], SEATS[(number + 1) % 3]).play(*FOOL[:3])
              for number in range(3)]
    got = together(game, *(board.mating("Qh4") for board in boards))
    expect(f"all mate: {got}", got == sorted(f"{name}-{kind}" for name in NAMES[:3]
                                             for kind in ("accepted", "game-over")))
    expect(f"the result: {facts(game, 'result')}", facts(game, "result") == ["draw checkmates"])
    table.must("verify", game.id)


def until_the_end(table):
    """A player who is mated plays on elsewhere until the worklist ends, and can still mate."""
    game = begin(table, 4)
    first = Board(game, 1, "a", "b").play(*FOOL[:3])
    fourth = Board(game, 4, "d", "a").play(*FOOL[:3])
    got = together(game, first.mating("Qh4"), fourth.mating("Qh4"))
    # Anna is mated by Bob and mates Dora: Bob has her board 4 no more, she had closed it.
    expect(f"mate for mate: {got}", got == sorted("anna-accepted anna-beaten bob-accepted bob-your-turn "
                                                  "carl-your-turn dora-beaten".split()))
    expect(f"who is out: {facts(game, 'beaten')}", facts(game, "beaten") ==
           ["a checkmate by b", "d checkmate by b"])
    expect(f"two are left: {state(game)}", sorted(state(game).values()) == [("b", "c"), ("c", "b")])
    table.must("verify", game.id)


def by_itself(table):
    """A letter handed over by the mail server is a sitting of its own."""
    game = begin(table, 3)
    board = Board(game, 1, "a", "b").play(*FOOL[:3])
    letter = game.bob.compose(board.mating("Qh4")[1])
    table.deliver(letter)
    got = read(game)
    expect(f"called at once: {got}", got == sorted("bob-accepted bob-your-turn anna-beaten "
                                                   "carl-your-turn".split()))
    expect("called", facts(game, "beaten") == ["a checkmate by b"])


def killed(table, game, word):
    """A run is killed as soon as the game's record has such a fact."""
    step = 0
    while not facts(game, word):
        step += 1
        os.environ["PBEM_STOP_AFTER"] = str(step)
        table.pbem("run")
    del os.environ["PBEM_STOP_AFTER"]


def crossing(table):
    """A run is killed after a mate; a letter delivered then doesn't end that run's sitting."""
    game = begin(table, 4)
    first = Board(game, 1, "a", "b").play(*FOOL[:3])
    letter = game.carl.compose("3:e4")
    game.bob.reply(first.mating("Qh4")[1])
    killed(table, game, "mated")
    expect("called before the sitting's end", not facts(game, "sitting"))
    table.deliver(letter)
    expect("called by another's letter", not facts(game, "sitting"))
    expect("who is to hear of the move hears it later", "dora-your-turn" not in read(game))
    table.run()
    expect(f"called: {facts(game, 'sitting')}", len(facts(game, "sitting")) == 1)
    got = read(game)
    expect(f"then: {got}", {"anna-beaten", "bob-your-turn", "dora-your-turn"} <= set(got))
    table.run()
    expect("called twice", len(facts(game, "sitting")) == 1 and not read(game))
    table.must("verify", game.id)


def lost_ledger(table):
    """A ledger that was lost in the middle of a worklist is made again, with the mates that wait."""
    game = begin(table, 3)
    first = Board(game, 1, "a", "b").play(*FOOL[:3])
    game.bob.reply(first.mating("Qh4")[1])
    killed(table, game, "mated")
    for name in os.listdir(table.folder):
        if name.startswith("ledger") or name == "worklist":
            os.unlink(f"{table.folder}/{name}")
    for name in os.listdir(f"{table.folder}/mail/in/new"):
        os.unlink(f"{table.folder}/mail/in/new/{name}")
    table.run()
    expect(f"called: {facts(game, 'beaten')}", facts(game, "beaten") == ["a checkmate by b"])
    table.must("verify", game.id)


def fresh_boards(table):
    """[drawn-board-afresh]: a drawn board is set up afresh; both who sit there hear of it."""
    game = begin(table, 3)
    Board(game, 2, "b", "c").move("e4")
    board = Board(game, 1, "a", "b")
    board.move("e4")
    write(game.bob, "1:e5\nDRAW", "bob-accepted", "anna-your-turn")
    expect("the offer isn't told", "offers you a draw on board 1" in game.anna.newest.text.replace("\n", " "))
    write(game.anna, "DRAW NO 1", "anna-accepted")
    write(game.bob, "DRAW 1", "bob-refused")
    write(game.anna, "1:Nf3\nDRAW", "anna-accepted", "bob-your-turn")
    write(game.bob, "DRAW 1", "bob-accepted", "bob-news", "anna-your-turn")
    expect("no fresh board", facts(game, "fresh") == ["agreement"])
    expect("nobody says so", "has been set up again" in game.anna.newest.text.replace("\n", " "))
    board = Board(game, 1, "a", "b")
    board.play(*("Nf3 Nf6 Ng1 Ng8".split() * 2))
    write(game.anna, "CLAIM DRAW 1", "anna-accepted", "anna-your-turn", "bob-news")
    board = Board(game, 1, "a", "b").play(*("Nf3 Nf6 Ng1 Ng8".split() * 4)[:-1])
    write(game.bob, "1:Ng8", "bob-accepted", "anna-your-turn", "bob-news")
    write(game.carl, "HISTORY", "carl-history")
    expect(f"history: {game.carl.newest.text}", game.carl.newest.text.count("from the beginning:") == 2)
    expect(f"set up: {facts(game, 'fresh')}", facts(game, "fresh") == ["agreement", "repetition",
                                                                       "repetition"])
    table.must("verify", game.id)


def leaving(table):
    """[leaving-a-ring]: a player who resigns loses on the board named, or else on the one as White."""
    game = begin(table, 5)
    write(game.bob, "RESIGN 4", "bob-refused")
    write(game.bob, "TRY\nRESIGN 1", "bob-try")
    write(game.bob, "RESIGN 1", "bob-accepted", "bob-beaten", "anna-your-turn", "carl-your-turn",
          "dora-your-turn", "emil-your-turn")
    expect(f"who won: {facts(game, 'beaten')}", facts(game, "beaten") == ["b resigned by a"])
    expect(f"taken over: {state(game)}", state(game)[2] == ("a", "c"))
    table.pbem("forfeit", game.id, "d", "1")
    expect("put out on another's board", table.code == 64 and "3 and 4" in table.err)
    table.must("forfeit", game.id, "d", "4")
    table.collect()
    got = read(game)
    expect(f"put out: {got}", got == sorted("dora-beaten anna-your-turn bob-watch carl-your-turn "
                                            "emil-your-turn".split()))
    expect(f"who won: {facts(game, 'beaten')}", facts(game, "beaten")[1:] == ["d forfeited by e"])
    table.pbem("forfeit", game.id, "d")
    expect("put out twice", table.code == 64)
    table.must("resend", game.id, "a")
    table.collect()
    expect("sent again", read(game) == ["anna-board"])
    write(game.bob, "LEAVE", "bob-wish")
    # Two resign against each other in one sitting, on the same board: the first is heard.
    got = together(game, ("anna", "RESIGN"), ("carl", "RESIGN"))
    expect(f"two resign: {got}", "emil-game-over" in got and "bob-game-over" not in got)
    expect("emil has won", facts(game, "result")[0].startswith("e "))
    table.must("verify", game.id)


def letters_for_boards(table):
    """A letter answers once for each board it showed."""
    game = begin(table, 3)
    anna, bob, carl = game.anna, game.bob, game.carl
    write(carl, "e4", "carl-accepted", "anna-your-turn")
    both = anna.newest
    expect("two boards", "on board 1 (White against Bob) and on board 3 (Black against Carl)"
           in both.text.replace("\n", " "))
    write(anna, "Nf3", "anna-accepted", "bob-your-turn", to=both)
    # The same letter once more: only with a board, lest the move was meant for the other.
    write(anna, "Nf6", "anna-refused", to=both)
    expect("the reason isn't told", "write the board's number" in anna.newest.text.replace("\n", " "))
    write(anna, "3:Nf6", "anna-accepted", "carl-your-turn", to=both)
    write(anna, "3:e5", "anna-dead-token", to=both)
    # The player's letter shows board 2 alone; board 1 has come since, and belongs to another letter.
    old = bob.letters[0]
    write(bob, "1:d5", "bob-dead-token", to=old)
    write(bob, "d5", "bob-refused", to=old)
    write(bob, "d4", "bob-accepted", "carl-your-turn", to=old)
    expect("on board 2", facts(game, "played")[-1] == "b 2:d2d4 d4")
    # The receipt shows board 1 alone.
    write(bob, "d5", "bob-accepted", "anna-your-turn")
    expect("on board 1", facts(game, "played")[-1] == "b 1:d7d5 d5")
    # Both at once, with the older letter for the older board.
    write(carl, "TRY\ne5", "carl-try")
    write(carl, "e5", "carl-refused")
    got = together(game, ("carl", "2:e5"), ("carl", "3:e5"))
    expect(f"both at once: {got}", got == sorted("carl-accepted carl-accepted bob-your-turn "
                                                 "anna-your-turn".split()))
    table.must("verify", game.id)


def questions(table):
    """STATUS, BOARD, HISTORY, HELP; and the moderator's looks."""
    game = begin(table, 7)
    Board(game, 1, "a", "b").play("e4", "d5", "exd5", "Qxd5")
    Board(game, 7, "g", "a").play("e4", "d5")
    write(game.anna, "STATUS\nBOARD\nBOARD 4\nHISTORY\nHELP\nHELP RULES", "anna-status", "anna-board",
          "anna-board", "anna-history", "anna-help", "anna-help-rules")
    texts = {letter.kind: letter.text for letter in game.anna.letters[-6:]}
    expect("circle", "A* =1= B" in texts["status"])
    expect("history", "  | On board 1:\n  |    A e4  B d5  A exd5  B Qxd5" in texts["history"])
    expect("rules", "V14" in texts["help-rules"])
    board = next(letter.text for letter in game.anna.letters[-6:] if "On board 1" in letter.text
                 and letter.kind == "board")
    expect("the stockpile isn't there", "black P/1          for board 7: d7" in board)
    write(game.anna, "BOARD 9", "anna-refused")
    write(game.anna, "VIEW OWN", "anna-refused")
    expect("status", "A (Anna) to move on 1 since" in table.must("status", game.id))
    expect("show", "On board 7" in table.must("show", game.id))
    fens = table.must("show", game.id, "--fen").splitlines()
    expect(f"FENs: {fens}", len(fens) == 7 and fens[1].startswith("2 rnbqkbnr/pppppppp/8/"))
    expect("show", "On board 2" not in table.must("show", game.id, "--seat", "a"))


def placing(table):
    """A man taken on one board is placed on another, not on that of its own set."""
    game = begin(table, 3)
    Board(game, 1, "a", "b").play("e4", "d5", "exd5", "Qxd5")
    second = Board(game, 2, "b", "c").play("e4", "d5", "exd5")
    write(game.bob, "1:P@d7", "bob-refused")
    second.play("Nf6")
    write(game.bob, "2:P@e2", "bob-accepted", "carl-your-turn")
    expect("placed", facts(game, "place") == ["white P of set 1 on e2"])
    expect("its set isn't told", "placed or promoted: P/1 on e2" in game.carl.newest.text)
    table.must("verify", game.id)


def unmarked(table):
    """A reply that quotes without marks asks what it asks, and no line of the letter plays."""
    game = begin(table, 3, sets="social")
    Board(game, 1, "a", "b").play("e4", "d5", "exd5", "Qxd5", "Nc3")
    Board(game, 2, "b", "c").play("e4", "d5", "exd5", "Qxd5", "P@e2", "Nf6")
    Board(game, 3, "c", "a").play("e4", "e5")
    write(game.bob, "BOARD COMPACT\nHELP\nHELP MOVES\nHELP DRAWS\nHELP RULES\nHISTORY", "bob-board",
          "bob-help", "bob-help-moves", "bob-help-draws", "bob-help-rules", "bob-history")
    for player in game.players.values():
        kinds = {letter.kind: letter for letter in player.letters}
        for letter in kinds.values():
            player.reply("STATUS", to=letter, quote="")
            table.run()
            got = [each.split("-", 1)[1] for each in read(game)]
            expect(f"{letter.kind} quoted bare: {got}: {player.newest.text}", got in (["status"], ["dead-token"]))
    expect("nothing was played", len(facts(game, "played")) == 13)


def making(table):
    """Persons without seats take those that are left; a file has a person a line."""
    table.pbem("new", "ring", "Anna <a@x.org>", "Bob <b@x.org>", "b=Carl <c@x.org>", "--option",
               "seats=4", "--id", "few")
    expect("too few", table.code == 64 and "the player of D is missing" in table.err)
    table.pbem("new", "ring", "--option", "seats=3", *("x@x.org",) * 4, "--id", "many")
    expect("too many", table.code == 64 and "more players than seats" in table.err)
    table.pbem("new", "ring", "--option", "seats=17", "--id", "wide")
    expect("17 seats", table.code == 64)
    with open(f"{folder}/people", "w", encoding="utf-8") as file:
        file.write("# the club\n" + "".join(f"{name} <{name}@club.example>\n" for name in NAMES))
    out = table.must("new", "ring", "--players", f"{folder}/people", "--id", "club")
    expect(f"who sits where: {out}", "anna (A), bob (B)" in out and "paula (P)" in out)
    out = table.must("new", "ring", "--option", "seats=3", "Anna <a=b@x.org>", "a=Bob <b@x.org>",
                     "Carl <c@x.org>", "--id", "mixed")
    expect(f"who sits where: {out}", "Bob (A), Anna (B), Carl (C)" in out)
    table.collect()


def attempt(what, *words):
    try:
        what(*words)
        print(f"{what.__name__}: as it should be")
    except AssertionError as error:
        print(f"FAILED: {what.__name__}: {error}")
        return 1
    return 0


def main():
    table = Table(f"{folder}/site", "name = Chess in a ring")
    tests = (making, letters_for_boards, placing, two_mates, lost_twice, all_mate, until_the_end,
             by_itself, crossing, lost_ledger, fresh_boards, leaving, questions, unmarked, whole_games)
    sys.exit(sum(attempt(test, table) for test in tests) > 0)


main()
