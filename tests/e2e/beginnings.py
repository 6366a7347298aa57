# SPDX-License-Identifier: MIT
"""usage: beginnings.py FOLDER: see beginnings.sh"""
import hashlib
import json
import os
import re
import subprocess
import sys

from table import Game, Table, case, has, run_cases

FOLDER = sys.argv[1]
PEOPLE = ["white=Anna <anna.{}@example.net>", "black=Bob <bob.{}@example.net>"]


def sit(name):
    return Table(f"{FOLDER}/{name}")


def begin(table, variant, *words, people=None):
    """A game made with these words; the players have read their welcome."""
    name = f"g{len(table.games) + 1}"
    game = table.games[name] = Game(table, name, people)
    persons = [each.format(name) for each in PEOPLE] if people is None else []
    table.must("new", variant, *persons, "--id", name, *words)
    table.collect()
    return game


def refused(table, *words):
    table.pbem("new", *words, *[each.format("x") for each in PEOPLE])
    assert table.code == 64, (words, table.code, table.out, table.err)
    return table.err


def turns(game, moves):
    """Each move in answer to the letter that asked for it."""
    for move in moves.split():
        game.asked.reply(f"MOVE {move}")
        game.table.run()


def facts(game, word):
    return re.findall(rf"^  {word} (.*)$", game.file, re.MULTILINE)


def sound(table):
    """Every file verifies; what a snapshot has and what the log has is the same."""
    table.must("verify")
    for name in table.games:
        folder = f"{table.folder}/games/{name}"
        before = table.must("show", name), table.must("show", name, "--fen")
        if os.path.exists(f"{folder}/snapshot"):
            os.unlink(f"{folder}/snapshot")
        assert before == (table.must("show", name), table.must("show", name, "--fen")), name


def option(game, key):
    return re.search(rf"^option {key} (.*)$", game.file, re.MULTILINE)[1]


@case
def chess960_is_castled_on_both_sides_where_king_and_rook_change_places():
    table = sit("castled")
    game = begin(table, "chess960", "--option", "position=3")
    assert table.must("show", "g1", "--fen").strip() == \
        "bqnnrkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNNRKRB w KQkq - 0 1"
    turns(game, "a2-a3 a7-a6 O-O O-O")
    assert facts(game, "played")[2:] == ["white f1g1 O-O", "black f8g8 O-O"]
    assert facts(game, "castle") == ["white king on f1 and rook on g1 to g1 and f1",
                                     "black king on f8 and rook on g8 to g8 and f8"]
    has(game.anna.newest.text, "O-O")
    assert table.must("show", "g1", "--fen").startswith(
        "bqnnrrkb/1ppppppp/p7/8/8/P7/1PPPPPPP/BQNNRRKB w - -")
    sound(table)


@case
def chess960_is_castled_long_by_the_squares_of_king_and_rook():
    table = sit("long")
    game = begin(table, "chess960", "--fen", "rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w KQkq - 0 1")
    turns(game, "b1a1 b8h8")
    assert facts(game, "played") == ["white b1a1 O-O-O", "black b8h8 O-O"]
    assert table.must("show", "g1", "--fen").startswith("r4rk1/pppppppp/8/8/8/8/PPPPPPPP/2KR3R w - -")
    sound(table)


@case
def without_chance_no_game_begins():
    table = sit("chance")
    done = subprocess.run([os.environ["DEALT"], "--site", table.folder, "new", "knightmare",
                           *[each.format("g1") for each in PEOPLE]],
                          env=dict(os.environ, DEALT_SECRET="too short"), capture_output=True, text=True, check=False)
    assert done.returncode not in (0, 64) and "could not get random bytes" in done.stderr, (done.returncode, done.stderr)
    assert not os.listdir(f"{table.folder}/games")


@case
def the_lot_of_a_position_is_public_and_drawn_again_by_verify():
    table = sit("lot")
    numbers = set()
    for _ in range(12):
        game = begin(table, "chess960")
        lot, key = re.search(r"^lot ([0-9a-f]{64}) (\w+)$", game.file, re.MULTILINE).groups()
        assert key == "position"
        # As pbem-shuffle(7) tells it.
        seed = hashlib.sha256(f"{game.id}/position/1|{lot}".encode()).hexdigest()
        for count in range(9):
            number = int(hashlib.sha256(f"{seed}:{count}".encode()).hexdigest()[:8], 16)
            if number < 2**32 - 2**32 % 960:
                break
        assert option(game, "position") == str(number % 960)
        numbers.add(number % 960)
    assert len(numbers) > 6
    sound(table)
    path = f"{table.folder}/forged.txt"
    with open(path, "w", encoding="utf-8") as file:
        other = (int(option(game, "position")) + 1) % 960
        file.write(re.sub(r"(?m)^option position .*$", f"option position {other}", game.file))
    table.pbem("verify", path)
    assert table.code != 0
    has(table.out + table.err, "the option isn't what the lot of the header gives")


@case
def a_game_begins_from_a_fen_and_its_rights_clocks_and_numbers_count():
    table = sit("fen")
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 23"
    game = begin(table, "chess", "--fen", fen)
    assert facts(game, "from") == [fen]
    assert table.must("show", "g1", "--fen").strip() == fen
    has(game.bob.newest.text, "8 bR . . . bK . . bR 8")
    turns(game, "O-O-O O-O")
    assert facts(game, "played") == ["black e8a8 O-O-O", "white e1h1 O-O"]
    game.bob.reply("HISTORY")
    table.run()
    has(game.bob.newest.text, "23")
    assert table.must("show", "g1", "--fen").split()[-2:] == ["5", "24"], table.out
    sound(table)
    # En passant, in the first move.
    game = begin(table, "chess", "--fen", "4k3/8/8/8/4pP2/8/8/4K3 b - f3 0 1")
    turns(game, "exf3")
    assert facts(game, "capture") == ["white P on f4"]
    # The fourth time of a position draws nothing, the fifth does; the first is that of the FEN.
    game = begin(table, "chess", "--fen", "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1")
    turns(game, "Ra2 Rh7 Ra1 Rh8 " * 4)
    assert facts(game, "result") == ["draw repetition"]
    # 149 half moves without a capture: the next one is the last.
    game = begin(table, "chess", "--fen", "4k2r/8/8/8/8/8/8/R3K3 w - - 148 90")
    turns(game, "Ra2 Rh7")
    assert facts(game, "result") == ["draw 75-rounds"]
    sound(table)


@case
def a_fen4_is_a_beginning_too():
    table = sit("fen4")
    names = {"red": "anna", "blue": "bob", "yellow": "carl", "green": "dora"}
    table.must("new", "fourteen", *[f"{seat}={who.title()} <{who}.g1@example.net>"
                                    for seat, who in names.items()], "--id", "g1")
    start = table.must("show", "g1", "--fen").strip()
    moved = start.replace("R-", "Y-", 1)
    game = Game(table, "g2", names)
    table.games["g2"] = game
    table.must("new", "fourteen", *[f"{seat}={who.title()} <{who}.g2@example.net>"
                                    for seat, who in names.items()], "--id", "g2", "--fen", moved)
    table.collect()
    assert facts(game, "from") and facts(game, "ask") == ["yellow"]
    assert table.must("show", "g2", "--fen").strip() == moved
    sound(table)


@case
def odds_take_men_from_the_array():
    table = sit("odds")
    game = begin(table, "chess", "--odds", "white=Qd1,b1", "--odds", "black=Pf7")
    assert table.must("show", "g1", "--fen").startswith(
        "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/R1B1KBNR w KQkq -")
    turns(game, "e4")
    game = begin(table, "chess", "--odds", "white=Ra1")
    assert " w Kkq " in table.must("show", "g2", "--fen")
    sound(table)
    has(refused(table, "chess", "--odds", "white=Qe1"), "white=Qd1,Nb1")
    has(refused(table, "chess", "--odds", "white=Ke1"), "the king on e1 can't be removed")
    has(refused(table, "chess", "--odds", "red=Qd1"), "doesn't name a seat of chess")
    for seat, why in (("whit", "did you mean 'white'?"), ("red", "it has: white, black")):
        table.pbem("new", "chess", f"{seat}=A <a@b.de>")
        assert table.code == 64 and f"chess has no seat '{seat}'; {why}" in table.err, table.err
    has(refused(table, "chess", "--odds", "white=Qd8"), "White has no piece 'Qd8'")
    has(refused(table, "chess", "--odds", "white=Qd1", "--fen", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
        "can't be combined")


def held(game, player):
    """Returns the number of cards in the player's hand, by the player's own letter."""
    player.read()
    player.reply("HAND")
    game.table.run()
    return int(re.search(rf"{player.seat.title()} holds (\d+) card", player.newest.text)[1])


@case
def a_hand_may_have_more_cards_or_fewer_by_way_of_odds():
    table = sit("hands")
    for growing in (False, True):
        words = ["--option", "hand.white=3", "--option", "hand.black=7"]
        game = begin(table, "knightmare", *words, *(["--option", "hand=growing"] if growing else []))
        has(game.anna.newest.text, "Handicap:", "White: 3 cards in hand",
            "Black: 7 cards in hand")
        counts = []
        for white, black in (("b1-c3", "b8-c6"), ("c3-b1", "c6-b8")) * (4 if growing else 1):
            for player, move in ((game.anna, white), (game.bob, black)):
                counts.append(held(game, player))
                player.reply(f"MOVE {move}", to=[each for each in player.letters
                                                 if each.kind in ("welcome", "your-turn", "window")][-1])
                table.run()
                other = game.bob if player is game.anna else game.anna
                other.reply("PASS")
                table.run()
        if growing:
            assert counts[:4] == [1, 1, 2, 2] and counts[-2:] == [3, 7], counts
        else:
            assert counts == [3, 7] * 2, counts
        game.anna.reply("RESIGN")
        table.run()
    sound(table)
    told = json.loads(table.must("show", "g1", "--json"))
    assert told["options"]["hand.white"] == "3" and told["options"]["hand.black"] == "7", told["options"]
    has(refused(table, "knightmare", "--option", "hand.white=0"), "hand.white")
    has(refused(table, "knightmare", "--option", "hand.white=10"), "hand.white")
    has(refused(table, "knightmare", "--option", "hand.red=3"), "hand.red")
    has(refused(table, "knightmare", "--option", "cards=off", "--option", "hand.white=3"), "hand.white")
    has(refused(table, "chess", "--option", "hand.white=3"), "hand.white")


@case
def what_can_not_be_a_beginning_is_refused():
    table = sit("refused")
    has(refused(table, "chess", "--fen", "4k3/8/8/8/8/8/8/8 w - - 0 1"), "white has 0 kings")
    has(refused(table, "chess", "--fen", "4k2R/8/8/8/8/8/8/4K3 w - - 0 1"), "black isn't to move, but is in check")
    has(refused(table, "chess", "--fen", "R3k3/8/4K3/8/8/8/8/8 b - - 0 1"), "the game is already over",
        "white checkmate")
    has(refused(table, "chess", "--fen", "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1"), "draw stalemate")
    has(refused(table, "chess", "--fen", "x"), "--fen: FEN: 1 fields")
    has(refused(table, "knightmare", "--fen", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
        "a game of knightmare has a fixed starting position")
    assert os.listdir(f"{table.folder}/games") == []
    # The file is no way round.
    begin(table, "knightmare", "--option", "cards=off", "--fen", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    sound(table)


@case
def seats_are_drawn_by_lot_in_games_of_every_kind():
    table = sit("seats")
    seen = set()
    for number in range(16):
        name = f"g{number}"
        table.must("new", "chess", "--lot", "--id", name, "A <a@example.net>", "B <b@example.net>")
        game = Game(table, name)
        lot = re.search(r"^lot ([0-9a-f]{64})$", game.file, re.MULTILINE)[1]
        drawn = re.search(r"^drawn (.*)$", game.file, re.MULTILINE)[1]
        seed = hashlib.sha256(f"{name}/seats/1|{lot}".encode()).hexdigest()
        swapped = int(hashlib.sha256(f"{seed}:0".encode()).hexdigest()[:8], 16) % 2 == 0
        assert drawn == ("2 1" if swapped else "1 2")
        assert re.search(r"^seat white (.*)$", game.file, re.MULTILINE)[1] == ("B" if swapped else "A")
        seen.add(drawn)
    assert len(seen) == 2
    people = [f"P{number} <p{number}@example.net>" for number in range(12)]
    table.must("new", "ring", "--lot", "--id", "round", *people)
    ring = Game(table, "round")
    drawn = re.search(r"^drawn (.*)$", ring.file, re.MULTILINE)[1].split()
    assert sorted(map(int, drawn)) == list(range(1, 13))
    table.must("new", "knightmare", "--lot", "--id", "cards", *people[:2])
    assert "\nlot " not in Game(table, "cards").file
    table.must("verify")
    forged = f"{table.folder}/forged.txt"
    with open(forged, "w", encoding="utf-8") as file:
        file.write(ring.file.replace(" ".join(drawn), " ".join(drawn[::-1])))
    table.pbem("verify", forged)
    assert table.code != 0
    has(table.out + table.err, "the seats aren't drawn as the lot of the header has it")
    has(refused(table, "chess", "--lot"), "--lot assigns the seats at random")


run_cases(sys.argv[2:])
