# SPDX-License-Identifier: MIT
"""usage: ahead.py FOLDER KEPT [CASE…]: moves given in advance, IF black MOVE e7-e5 THEN MOVE g1-f3: played when they are
due, dropped when they aren't what comes, and known to nobody else before."""
import os
import re
import shutil
import subprocess
import sys
import time

from table import PBEM, Game, Letter, OldTable, Table, case, has, only, run_cases

folder, kept = sys.argv[1:3]
table = Table(f"{folder}/site", "plus-address = yes")


def kinds(player):
    return [letter.kind for letter in player.read()]


def verified(game):
    return table.must("verify", game.id)


def flat(letter):
    return " ".join(letter.text.split())


def seats(game):
    with open(f"{table.folder}/games/{game.id}/seats", encoding="utf-8") as file:
        return file.read()


def played(game):
    return re.findall(r"^  played \w+ (\S+)", game.file, re.MULTILINE)


def entries(game, cause):
    return re.findall(rf"^entry \d+ \S+ {cause}$", game.file, re.MULTILINE)


OPENING = "MOVE e2-e4\nIF black MOVE e7-e5 THEN MOVE g1-f3\nIF black MOVE b8-c6 THEN MOVE f1-b5"


@case
def several_lines_are_played_one_after_the_other():
    game = table.game()
    game.anna.reply(OPENING)
    table.run()
    has(only(game.anna.read(), "accepted").text, "IF black MOVE e7-e5 THEN MOVE g1-f3",
        "IF black MOVE b8-c6 THEN MOVE f1-b5")
    assert re.search(r"^  intends white sha256:[0-9a-f]{64}$", game.file, re.MULTILINE)
    game.anna.reply("STATUS")
    table.run()
    has(only(game.anna.read(), "status").text, "Your conditional moves",
        "IF black MOVE e7e5 THEN MOVE g1f3 IF black MOVE b8c6 THEN MOVE f1b5")
    game.bob.read()
    game.bob.reply("MOVE e7-e5")
    table.run()
    bob = {letter.kind: letter for letter in game.bob.read()}
    assert sorted(bob) == ["accepted", "your-turn"], bob
    has(bob["your-turn"].text, "White's Nf3 was a conditional move", "Nf3")
    letter = only(game.anna.read(), "ahead")
    has(letter.text, "Your conditional move Nf3 has been played.",
        "Still waiting: IF black MOVE b8c6 THEN MOVE f1b5")
    assert played(game) == ["e2e4", "e7e5", "g1f3"]
    game.bob.reply("MOVE b8-c6", to=bob["your-turn"])
    table.run()
    assert played(game)[3:] == ["b8c6", "f1b5"] and len(entries(game, "ahead")) == 2
    assert "intends" not in seats(game)
    has(only(game.anna.read(), "ahead").text, "Your conditional move Bb5 has been played")
    game.bob.reply("HISTORY", to=[each for each in game.bob.letters if each.kind == "your-turn"][-1])
    table.run()
    has(game.bob.newest.text, "1. e4 e5 2. Nf3 Nc6 3. Bb5")
    verified(game)


@case
def nobody_else_reads_them():
    game = table.game()
    game.anna.reply(OPENING.replace("e7-e5", "h7-h6"))
    table.run()
    game.bob.reply("STATUS\nHISTORY\nBOARD")
    table.run()
    told = [game.file, table.must("show", game.id), table.must("show", game.id, "--json"), verified(game),
            table.must("status", game.id), table.must("verify", "--json", game.id), table.log]
    told += [letter.raw.decode() for letter in game.bob.letters + table.to_moderator + table.elsewhere]
    with open(f"{table.folder}/log", encoding="utf-8") as log:
        told.append(log.read().split(game.id)[-1])
    for text in told:
        for secret in ("h7-h6", "g1f3", "g1-f3", "f1-b5", "THEN"):
            assert secret not in text, (secret, text)
    assert oct(os.stat(f"{table.folder}/games/{game.id}/seats").st_mode)[-3:] == "600"
    # The conditional move that is played is published with its salt, and the rest stays unknown.
    game.bob.reply("MOVE h7-h6", to=[each for each in game.bob.letters if each.kind == "your-turn"][-1])
    table.run()
    assert re.search(r"^  intended white salt [0-9a-f]{64}, next [0-9a-f]{64}: ", game.file, re.MULTILINE)
    assert not re.search(r"\bf1b5\b", game.file)
    verified(game)


@case
def what_doesnt_fit_is_dropped_and_the_player_asked():
    game = table.game()
    game.anna.reply(OPENING)
    table.run()
    game.anna.read()
    game.bob.reply("MOVE c7-c5")
    table.run()
    letter = only(game.anna.read(), "your-turn")
    has(letter.text, "Your conditional moves are cancelled: Black played c5, for which you had given no answer.")
    assert "intends" not in seats(game) and "dropped" not in game.bob.newest.text
    before = game.file
    table.run()
    assert game.file == before and not game.anna.read()
    game.anna.reply("MOVE g1-f3\nIF black MOVE b8-c6 THEN MOVE f1-b5", to=letter)
    table.run()
    game.bob.reply("MOVE b8-c6", to=[each for each in game.bob.letters if each.kind == "your-turn"][-1])
    table.run()
    assert played(game)[-1] == "f1b5"
    verified(game)


@case
def newer_lines_take_the_place_of_older_ones_and_if_no_ends_them():
    game = table.game()
    game.anna.reply(OPENING)
    table.run()
    game.anna.reply("IF black MOVE e7-e5 THEN MOVE f2-f4")
    table.run()
    game.anna.read()
    game.anna.reply("STATUS")
    table.run()
    text = only(game.anna.read(), "status").text
    has(text, "IF black MOVE e7e5 THEN MOVE f2f4")
    assert "g1f3" not in text
    game.anna.reply("IF NO")
    table.run()
    only(game.anna.read(), "accepted")
    assert "  intends white -" in game.file and "intends" not in seats(game)
    head = game.file
    game.anna.reply("IF NO")
    table.run()
    assert game.file == head
    game.anna.read()
    game.anna.reply("IF black MOVE e7-e5 THEN MOVE f2-f4", to=game.anna.letters[-1])
    game.bob.reply("MOVE e7-e5", to=[each for each in game.bob.letters if each.kind == "your-turn"][-1])
    game.anna.reply("IF NO", to=game.anna.letters[-1])
    table.run()
    assert played(game)[-1] == "f2f4", "what came before the other's move counts"
    verified(game)


@case
def what_cant_be_is_refused_and_nothing_of_the_letter_is_done():
    game = table.game()
    for orders, why in (("IF black MOVE e7-e5 THEN MOVE g1-f3", "it is your turn now: write your MOVE above it"),
                        ("MOVE e2-e4\nIF black MOVE e7-e4 THEN MOVE g1-f3", "black MOVE e7-e4"),
                        ("MOVE e2-e4\nIF black MOVE e7-e5 THEN MOVE g1-g3", "THEN MOVE g1-g3"),
                        ("MOVE e2-e4\nIF white MOVE e4-e5 THEN MOVE g1-f3", "it would be Black's turn there"),
                        ("MOVE e2-e4\nIF black MOVE e7-e5", "I can't read"),
                        ("MOVE e2-e4\nIF FOGGED MOVE e2-e4", "played without cards"),
                        ("MOVE e2-e4\nIF", "IF needs something after it"),
                        ("MOVE e2-e4\n" + "".join(f"IF black MOVE {a}7-{a}6 THEN MOVE {a}2-{a}3\n" for a in "abcdfgh") +
                         "".join(f"IF black MOVE {a}6-{a}5 THEN MOVE {a}3-{a}4\n" for a in "abcd"),
                         "at most 10 lines")):
        before = game.file
        game.anna.reply(orders, to=game.anna.letters[0])
        table.run()
        has(game.anna.newest.text, why)
        assert game.anna.newest.kind == "refused" and game.file == before, orders
    game.anna.reply("TRY\n" + OPENING, to=game.anna.letters[0])
    table.run()
    assert game.anna.newest.kind == "try" and "intends" not in seats(game)


@case
def both_sides_play_on_in_one_run():
    game = table.game()
    game.anna.reply("MOVE e2-e4\nIF black MOVE e7-e5 THEN MOVE g1-f3\nIF black MOVE b8-c6 THEN MOVE f1-b5")
    table.run()
    game.bob.reply("MOVE e7-e5\nIF white MOVE g1-f3 THEN MOVE b8-c6\nIF white MOVE f1-b5 THEN MOVE a7-a6",
                   to=[each for each in game.bob.letters if each.kind == "your-turn"][-1])
    table.run()
    assert played(game) == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"], played(game)
    assert "your-turn" in kinds(game.anna)
    verified(game)


@case
def what_ends_or_changes_the_game_makes_them_void():
    def given():
        game = table.game(days=5)
        game.anna.reply(OPENING)
        table.run()
        for player in (game.anna, game.bob):
            player.read()
        return game
    game = given()
    table.must("pause", game.id)
    table.run()
    table.collect()
    assert "intends" not in seats(game), seats(game) + game.file[-900:]
    letters = game.anna.read()
    assert any("cancelled: the game was paused" in flat(letter) for letter in letters), [each.text for each in letters]
    game = given()
    table.must("undo", game.id, "1")
    table.collect()
    assert "intends" not in seats(game)
    assert any("cancelled: the game was taken back" in flat(letter) for letter in game.anna.read())
    verified(game)
    game = given()
    table.must("replace", game.id, "white", "Dora <dora@example.net>")
    table.collect()
    assert "intends" not in seats(game)
    assert not any("g1f3" in letter.text and "IF" in letter.text for letter in table.elsewhere)
    game.bob.reply("MOVE e7-e5", to=[each for each in game.bob.letters if each.kind == "your-turn"][-1])
    table.run()
    assert played(game) == ["e2e4", "e7e5"]
    verified(game)
    game = given()
    game.bob.reply("MOVE e7-e5\nDRAW", to=[each for each in game.bob.letters if each.kind == "your-turn"][-1])
    table.run()
    has(only(game.anna.read(), "your-turn").text, "cancelled: a draw was offered")
    game = given()
    game.bob.reply("RESIGN", to=[each for each in game.bob.letters if each.kind == "your-turn"][-1])
    table.run()
    assert kinds(game.anna) == ["game-over"] and "intends" not in seats(game)
    verified(game)
    game = given()
    table.must("forfeit", game.id, "white")
    table.collect()
    assert "intends" not in seats(game)


@case
def clocks_count_and_the_turn_is_of_the_moment_of_the_others():
    game = table.game(days=5, bonus=12, bank=3)
    game.anna.reply(OPENING)
    table.run()
    game.bob.reply("MOVE e7-e5", to=[each for each in game.bob.letters if each.kind == "your-turn"][-1])
    table.run()
    times = re.findall(r"^entry \d+ (\S+) (sha256|ahead)", game.file, re.MULTILINE)
    assert times[-1][0] == times[-2][0] and times[-1][1] == "ahead"
    entry = game.file.split("\nentry ")[-1]
    assert "  until black " in entry and "  ask black" in entry, entry
    verified(game)


@case
def at_a_table_of_three_every_turn_in_between_is_named():
    people = {"white": "anna", "red": "bob", "black": "carl"}
    game = table.game(variant="three-player", people=people)
    legal = {}

    def first_move(player):
        """Its first legal pawn move, as its letter lists it."""
        letter = [each for each in player.letters if each.kind in ("welcome", "your-turn")][-1]
        return re.search(r"^  \| pawn +(\S+)", letter.text, re.MULTILINE).group(1)

    for player in (game.anna, game.bob, game.carl):
        legal[player.seat] = first_move(player)
        player.reply(f"MOVE {legal[player.seat]}")
        table.run()
    again = {}
    for player in (game.anna, game.bob, game.carl):
        player.read()
    again["white"] = first_move(game.anna)
    game.anna.reply(f"MOVE {again['white']}")
    table.run()
    again["red"] = first_move(game.bob)
    # A move that Black could play now is legal later.
    letter = [each for each in game.carl.letters if each.kind == "your-turn"][-1]
    pawns = re.search(r"^  \| pawn +(.*)", letter.text, re.MULTILINE)
    assert pawns is not None
    moves = [move for move in pawns.group(1).split() if move[:2] != legal["black"][:2]]
    letter = [each for each in game.anna.letters if each.kind in ("welcome", "your-turn")][0]
    own = [move for move in re.search(r"^  \| pawn +(.*)", letter.text, re.MULTILINE).group(1).split()
           if move[:2] not in (legal["white"][:2], again["white"][:2])]
    game.anna.reply(f"IF red MOVE {again['red']} THEN MOVE {own[0]}")
    table.run()
    has(game.anna.newest.text, "it would be Black's turn there")
    game.anna.reply(f"IF red MOVE {again['red']} black MOVE {moves[0]} THEN MOVE {own[0]}")
    table.run()
    assert game.anna.newest.kind == "accepted", game.anna.newest.text
    game.bob.reply(f"MOVE {again['red']}")
    table.run()
    assert "intends" in seats(game)
    for player in (game.anna, game.bob, game.carl):
        player.read()
    game.carl.reply(f"MOVE {moves[0]}")
    table.run()
    assert played(game)[-1] == own[0], played(game)
    has(only(game.anna.read(), "ahead").text, "Your conditional move ")
    has(game.bob.newest.text, "was a conditional move")
    verified(game)
    # Another's unexpected move drops it before the own turn has come.
    again["red"] = first_move(game.bob)
    left = [move for move in moves if move[:2] != moves[0][:2]]
    game.anna.reply(f"IF red MOVE {again['red']} black MOVE {left[0]} THEN MOVE {own[-1]}")
    table.run()
    if game.anna.newest.kind == "accepted":
        others = re.search(r"^  \| pawn +(.*)", [each for each in game.bob.letters if each.kind == "your-turn"][-1].text,
                           re.MULTILINE).group(1).split()
        game.bob.reply(f"MOVE {others[-1]}")
        table.run()
        has(game.anna.newest.text, "for which you had given no answer")
        assert "intends" not in seats(game)
    verified(game)


@case
def boards_of_a_ring_go_their_own_ways():
    game = table.game(variant="ring", people={"a": "anna", "b": "bob", "c": "carl"})
    game.anna.reply("MOVE 1:e2-e4\nIF b MOVE 1:e7-e5 THEN MOVE 1:g1-f3")
    table.run()
    game.carl.reply("MOVE 3:d2-d4", to=game.carl.letters[0])
    table.run()
    assert "intends" in seats(game)
    game.bob.reply("MOVE 1:e7-e5", to=game.bob.letters[-1])
    table.run()
    assert played(game)[-1] == "1:g1f3", played(game)
    assert any("Your conditional move " in flat(letter) for letter in game.anna.read())
    game.anna.reply("IF b MOVE 1:b8-c6 THEN MOVE 3:d7-d5")
    table.run()
    assert game.anna.newest.kind == "refused"
    has(flat(game.anna.newest), "Line 1 can't be a conditional move: a line is about one board, and 3:d7d5 is on another "
        "than its first move")
    verified(game)


def intends(game):
    """The boards of the plans that the seats file has."""
    return sorted(re.findall(r"^  intends .* THEN MOVE (\d):", seats(game), re.MULTILINE))


def ring():
    game = table.game(variant="ring", days=5, people={"a": "anna", "b": "bob", "c": "carl"})
    game.anna.reply("MOVE 1:e2-e4\nIF b MOVE 1:e7-e5 THEN MOVE 1:g1-f3\nIF b MOVE 1:b8-c6 THEN MOVE 1:f1-b5\n"
                    "IF c MOVE 3:d2-d4 THEN MOVE 3:d7-d5\nIF c MOVE 3:c2-c4 THEN MOVE 3:e7-e6")
    table.run()
    has(game.anna.newest.text, "IF c MOVE 3:c2-c4 THEN MOVE 3:e7-e6")
    assert intends(game) == ["1", "3"], seats(game)
    for player in game.players.values():
        player.read()
    return game


@case
def in_a_ring_each_board_has_its_plan():
    game = ring()
    assert len(re.findall(r"^  intends a on board [13] sha256:[0-9a-f]{64}$", game.file, re.MULTILINE)) == 2
    game.anna.reply("STATUS", to=game.anna.letters[-1])
    game.carl.reply("MOVE 3:d2-d4", to=game.carl.letters[0])
    table.run()
    letters = {letter.kind: flat(letter) for letter in game.anna.read()}
    has(letters["status"], "IF b MOVE 1:e7e5 THEN MOVE 1:g1f3 | IF b MOVE 1:b8c6 THEN MOVE 1:f1b5 | "
        "IF c MOVE 3:d2d4 THEN MOVE 3:d7d5")
    has(letters["ahead"], "Your conditional move d5 on board 3 has been played.",
        "IF b MOVE 1:b8c6 THEN MOVE 1:f1b5 | IF c MOVE 3:c2c4 THEN MOVE 3:e7e6")
    assert intends(game) == ["1", "3"] and played(game) == ["1:e2e4", "3:d2d4", "3:d7d5"]
    # An unforeseen move on one board leaves the plan for the other board in force.
    game.carl.reply("MOVE 3:g1-f3", to=game.carl.letters[-1])
    table.run()
    letter = only(game.anna.read(), "your-turn")
    has(letter.text, "Your conditional moves on board 3 are cancelled: C played Nf3, for which you had given no answer.")
    assert intends(game) == ["1"]
    # A newer one on one board, too.
    game.anna.reply("MOVE 3:g8-f6\nIF c MOVE 3:c2-c4 THEN MOVE 3:e7-e6", to=letter)
    table.run()
    assert intends(game) == ["1", "3"]
    game.anna.reply("IF b MOVE 1:e7-e5 THEN MOVE 1:b1-c3", to=game.anna.newest)
    table.run()
    assert intends(game) == ["1", "3"] and "1:g1f3" not in seats(game), (seats(game), game.anna.newest.text)
    game.bob.reply("MOVE 1:e7-e5", to=game.bob.letters[-1])
    game.carl.reply("MOVE 3:c2-c4", to=game.carl.letters[-1])
    table.run()
    assert played(game)[-4:] == ["1:e7e5", "1:b1c3", "3:c2c4", "3:e7e6"], played(game)
    assert intends(game) == []
    verified(game)


@case
def in_a_ring_if_no_and_a_pause_end_both_plans():
    game = ring()
    game.anna.reply("IF NO", to=game.anna.letters[-1])
    table.run()
    assert intends(game) == [] and "  intends a -" in game.file
    game.bob.reply("MOVE 1:e7-e5", to=game.bob.letters[-1])
    game.carl.reply("MOVE 3:d2-d4", to=game.carl.letters[0])
    table.run()
    assert played(game) == ["1:e2e4", "1:e7e5", "3:d2d4"]
    verified(game)
    game = ring()
    table.must("pause", game.id)
    table.run()
    table.collect()
    assert intends(game) == []
    text = " ".join(flat(letter) for letter in game.anna.read())
    for board in (1, 3):
        has(text, f"Your conditional moves on board {board} are cancelled: the game was paused.")
    verified(game)


@case
def in_a_ring_a_plan_of_before_names_no_board_and_goes_on():
    """KEPT: a site made when a seat of a ring had one plan alone, and the letters its players had got."""
    old = OldTable(f"{folder}/kept", f"{kept}/site")
    game = old.games["g1"] = Game(old, "g1", {"a": "anna", "b": "bob", "c": "carl"})
    for player in (game.bob, game.carl):
        with open(f"{kept}/letters/{player.name}.eml", "rb") as file:
            player.letters.append(Letter(file.read()))
    assert "  intends a sha256:" in game.file
    old.must("verify", "g1")
    game.carl.reply("MOVE 3:d2-d4")
    old.run()
    game.bob.reply("MOVE 1:e7-e5")
    old.run()
    assert played(game) == ["1:e2e4", "3:d2d4", "1:e7e5", "1:g1f3"], played(game)
    game.anna.reply("MOVE 3:d7-d5\nIF c MOVE 3:c2-c4 THEN MOVE 3:e7-e6", to=game.anna.letters[-1])
    old.run()
    assert "intends a on board 3 sha256:" in game.file, game.anna.newest.text
    os.unlink(f"{old.folder}/games/g1/snapshot")
    old.must("verify", "g1")
    game.carl.reply("MOVE 3:c2-c4", to=game.carl.letters[-1])
    old.run()
    assert played(game)[-2:] == ["3:c2c4", "3:e7e6"], played(game)
    old.must("verify", "g1")


@case
def in_a_ring_killed_anywhere_both_are_played_once():
    game = ring()
    site, before = f"{folder}/killed", f"{folder}/before"
    game.bob.reply("MOVE 1:e7-e5", to=game.bob.letters[-1])
    game.carl.reply("MOVE 3:d2-d4", to=game.carl.letters[0])
    now = dict(os.environ, PBEM_TIME=str(int(time.time()) + 60))
    shutil.rmtree(before, ignore_errors=True)
    shutil.copytree(table.folder, before)
    steps, code, outcomes = 0, 1, set()
    while code != 0:
        steps += 1
        shutil.rmtree(site, ignore_errors=True)
        shutil.copytree(before, site)
        code = subprocess.run([PBEM, "--site", site, "run"], capture_output=True, check=False,
                              env=dict(now, PBEM_STOP_AFTER=str(steps))).returncode
        subprocess.run([PBEM, "--site", site, "run"], env=now, check=True, capture_output=True)
        with open(f"{site}/games/{game.id}/game.txt", encoding="utf-8") as file:
            orders = re.findall(r"^  order \w+ MOVE (\S+)", file.read(), re.MULTILINE)
        assert orders == ["1:e2-e4", "1:e7-e5", "1:g1f3", "3:d2-d4", "3:d7d5"], (steps, orders)
        with open(f"{site}/games/{game.id}/seats", encoding="utf-8") as file:
            outcomes.add(file.read())
        subprocess.run([PBEM, "--site", site, "verify", game.id], env=now, check=True, capture_output=True)
    assert len(outcomes) == 1 and steps > 5, (steps, outcomes)
    table.run()
    assert intends(game) == ["1", "3"]


@case
def in_a_ring_one_letter_asks_and_tells_what_became_of_them():
    game = table.game(variant="ring", people={"a": "anna", "b": "bob", "c": "carl"})
    game.anna.reply("MOVE 1:e2-e4\nIF b MOVE 1:e7-e5 THEN MOVE 1:g1-f3\nIF b MOVE 1:b8-c6 THEN MOVE 1:f1-b5")
    table.run()
    game.anna.read()
    game.bob.reply("MOVE 1:c7-c5", to=game.bob.letters[-1])
    table.run()
    has(only(game.anna.read(), "your-turn").text, "Your conditional moves on board 1 are cancelled: B played c5")
    game.anna.reply("MOVE 1:g1-f3\nIF b MOVE 1:d7-d6 THEN MOVE 1:d2-d4")
    table.run()
    game.anna.read(), game.bob.read()
    game.bob.reply("MOVE 1:d7-d6")
    table.run()
    has(only(game.anna.read(), "ahead").text, "Your conditional move d4 on board 1 has been played")
    assert kinds(game.bob) == ["accepted", "your-turn"]


@case
def in_a_ring_what_the_sittings_end_drops_takes_the_place_of_what_was_played():
    game = table.game(variant="ring", people={"a": "anna", "b": "bob", "c": "carl", "d": "dora"})
    game.carl.reply("MOVE 3:d2-d4", to=game.carl.letters[-1])
    table.run()
    game.dora.reply("MOVE 3:d7-d5\nIF c MOVE 3:c2-c4 THEN MOVE 3:e7-e6\nIF c MOVE 3:b1-c3 THEN MOVE 3:g8-f6")
    table.run()
    for player in game.players.values():
        player.read()
    game.bob.reply("RESIGN", to=game.bob.letters[-1])
    game.carl.reply("MOVE 3:c2-c4", to=game.carl.letters[-1])
    table.run()
    letters = [letter for letter in game.dora.read() if letter.kind == "ahead"]
    has(only(letters, "ahead").text, "Your conditional move e6 on board 3 has been played", "on board 3 are cancelled")
    verified(game)


@case
def german_players_write_it_in_german():
    game = table.game()
    game.anna.reply("LANGUAGE German")
    table.run()
    game.anna.reply("ZUG e2-e4\nWENN schwarz ZUG e7-e5 DANN ZUG Sf3", to=game.anna.letters[0])
    table.run()
    assert "  intends white sha256:" in game.file, game.anna.newest.text
    game.bob.reply("MOVE e7-e5", to=[each for each in game.bob.letters if each.kind == "your-turn"][-1])
    table.run()
    assert played(game)[-1] == "g1f3"
    has(game.anna.newest.text, "bedingte")
    has(game.bob.newest.text, "White's Nf3 was a conditional move")
    verified(game)


def with_cards(white="Holy War, Crab, Vulture, Toll, Riposte", black="Fog of War, Chaos, Bog, Crab, Man-Trap"):
    """A game in which everybody knows the first hands; nobody plays a card by chance."""
    game = table.game(variant="knightmare", deck="personal", order="stacked")
    for player, deck in ((game.anna, white), (game.bob, black)):
        player.reply(f"DECK {deck},\nPanic, Truce, Anathema")
        table.run()
    for player in (game.anna, game.bob):
        player.read()
    return game


def asked(player):
    """The letter that asked it last."""
    return [each for each in player.letters if each.kind in ("welcome", "your-turn", "window", "demand", "ahead")][-1]


def say(player, orders, kind="accepted"):
    """Sends that in answer to what it was asked last; the kind of the answer."""
    player.read()
    player.reply(orders, to=asked(player))
    table.run()
    letter = [each for each in player.read() if each.kind in ("accepted", "refused", "try")]
    assert letter and letter[-1].kind == kind, (orders, [each.kind for each in letter], player.newest.text)
    return letter[-1]


@case
def with_cards_they_are_played_when_nobody_else_answers():
    game = with_cards()
    has(say(game.anna, OPENING).text, "IF black MOVE b8-c6 THEN MOVE f1-b5")
    assert re.search(r"^  intends white sha256:[0-9a-f]{64}$", game.file, re.MULTILINE)
    say(game.bob, "PASS")
    assert played(game) == ["e2e4"]
    game.anna.read()
    say(game.bob, "MOVE e7-e5")
    # White needn't pass: the move is its pass. Black may answer it as ever.
    assert played(game) == ["e2e4", "e7e5"] and "move: MOVE g1-f3" in game.file, game.file[-1500:]
    assert [letter.kind for letter in game.anna.letters][-1] == "ahead", [each.kind for each in game.anna.letters]
    has(flat(game.anna.letters[-1]), "Your conditional move Nf3 has been played.",
        "Still waiting: | IF black MOVE b8c6 THEN MOVE f1b5")
    has(flat(asked(game.bob)), "White's Nf3 was a conditional move")
    assert asked(game.bob).kind == "window"
    entry = game.file.split("\nentry ")[-1]
    assert " ahead\n" in entry and "order white MOVE g1f3" in entry and "ask black" in entry, entry
    verified(game)
    # A card that Black plays on it ends them.
    say(game.bob, "PLAY Chaos")
    has(flat(asked(game.anna)), "Your conditional moves are cancelled: somebody played a card.")
    assert "intends" not in seats(game)
    say(game.anna, "PASS")
    verified(game)
    # When its secrets are published anybody can check all of it.
    game.anna.reply("RESIGN", to=asked(game.anna))
    table.run()
    verified(game)
    os.unlink(f"{table.folder}/games/{game.id}/sealed")
    verified(game)


@case
def with_cards_a_card_in_between_drops_them():
    game = with_cards()
    say(game.anna, OPENING)
    say(game.bob, "PLAY Chaos")
    has(flat(game.anna.newest), "Your conditional moves are cancelled: somebody played a card")
    say(game.anna, "PASS\nIF black MOVE a7-a6 THEN MOVE b2-b3", "refused")
    say(game.anna, "MOVE d2-d4\nIF black MOVE d7-d5 THEN MOVE c2-c4")
    say(game.bob, "MOVE d7-d5\nPLAY Crab d5")
    assert played(game) == ["d2d4"] and "intends" not in seats(game)
    has(flat(asked(game.anna)), "cancelled: somebody played a card")
    verified(game)


@case
def with_cards_another_move_or_another_board_drops_them():
    game = with_cards()
    say(game.anna, OPENING)
    say(game.bob, "MOVE c7-c5")
    has(flat(asked(game.anna)), "Your conditional moves are cancelled: Black played c5, for which you had given no answer.")
    assert asked(game.anna).kind == "window" and "intends" not in seats(game)
    # A trap that White doesn't know of: its letter is taken as if there were none, and what follows isn't what
    # White had foreseen.
    say(game.anna, "PASS")
    say(game.anna, "MOVE a2-a3")
    say(game.bob, "MOVE b7-b6\nPLAY Man-Trap c5")
    say(game.anna, "PASS")
    before = say(game.anna, "TRY\nMOVE d2-d4\nIF black MOVE a7-a6 THEN MOVE d4-c5", "try").text
    assert "can't be given" not in flat(game.anna.newest), before
    say(game.anna, "MOVE d2-d4\nIF black MOVE a7-a6 THEN MOVE d4-c5\nIF black MOVE h7-h6 THEN MOVE h2-h3")
    say(game.bob, "MOVE a7-a6")
    assert asked(game.anna).kind == "ahead", asked(game.anna).text
    # The pawn is gone: what is left of the plan was meant for another board.
    say(game.bob, "MOVE h7-h6")
    has(flat(asked(game.anna)), "Your conditional moves are cancelled: the position is not the one you expected.")
    assert "intends" not in seats(game)
    verified(game)


@case
def with_cards_nobody_else_learns_of_them():
    game = with_cards()
    say(game.anna, OPENING)
    game.bob.reply("STATUS\nHISTORY\nBOARD\nHAND", to=asked(game.bob))
    table.run()
    told = [game.file, table.must("show", game.id), verified(game), table.must("status", game.id), table.log]
    told += [letter.raw.decode() for letter in game.bob.letters + table.to_moderator]
    with open(f"{table.folder}/log", encoding="utf-8") as log:
        told.append(log.read().split(game.id)[-1])
    for text in told:
        for secret in ("g1f3", "g1-f3", "f1-b5", "THEN MOVE"):
            assert secret not in re.sub("IF, a seat.*", "", text), (secret, text)


def killed_everywhere(game, orders, made, count):
    """The other's letter comes, and what follows is killed at every step: the same turns and letters."""
    site, before = f"{folder}/killed", f"{folder}/before"
    game.bob.reply(orders, to=asked(game.bob))
    now = dict(os.environ, PBEM_TIME=str(int(time.time()) + 60))
    steps, outcomes = 0, set()
    shutil.rmtree(before, ignore_errors=True)
    shutil.copytree(table.folder, before)
    for name in os.listdir(f"{before}/mail/out/new"):
        os.unlink(f"{before}/mail/out/new/{name}")
    while True:
        steps += 1
        shutil.rmtree(site, ignore_errors=True)
        shutil.copytree(before, site)
        done = subprocess.run([PBEM, "--site", site, "run"], capture_output=True, check=False,
                              env=dict(now, PBEM_STOP_AFTER=str(steps)))
        subprocess.run([PBEM, "--site", site, "run"], env=now, check=True, capture_output=True)
        with open(f"{site}/games/{game.id}/game.txt", encoding="utf-8") as file:
            text = file.read()
        with open(f"{site}/games/{game.id}/seats", encoding="utf-8") as file:
            outcomes.add((text, file.read()))
        assert re.findall(r"^  order \w+ MOVE (\S+)", text, re.MULTILINE) == made, steps
        letters = sorted(os.listdir(f"{site}/mail/out/new"))
        assert len(letters) == count, (steps, letters)
        subprocess.run([PBEM, "--site", site, "verify", game.id], env=now, check=True, capture_output=True)
        if done.returncode == 0:
            break
    assert len(outcomes) == 1 and steps > 5, (steps, len(outcomes))
    # The letter is still in the mailbox.
    table.run()


@case
def with_cards_killed_anywhere_it_is_played_once():
    game = with_cards()
    say(game.anna, OPENING)
    for player in (game.anna, game.bob):
        player.read()
    killed_everywhere(game, "MOVE e7-e5", ["e2-e4", "e7-e5", "g1f3"], 3)
    killed_everywhere(game, "PLAY Chaos", ["e2-e4", "e7-e5", "g1f3"], 2)
    assert "intends" not in seats(game)


@case
def killed_anywhere_it_is_played_once():
    game = table.game()
    game.anna.reply(OPENING)
    table.run()
    for player in (game.anna, game.bob):
        player.read()
    killed_everywhere(game, "MOVE e7-e5", ["e2-e4", "e7-e5", "g1f3"], 3)


@case
def a_lost_snapshot_and_a_changed_seats_file_do_no_harm():
    game = table.game()
    game.anna.reply(OPENING)
    table.run()
    os.unlink(f"{table.folder}/games/{game.id}/snapshot")
    path = f"{table.folder}/games/{game.id}/seats"
    text = seats(game).replace("THEN MOVE g1f3", "THEN MOVE b1c3")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    game.anna.read()
    game.bob.reply("MOVE e7-e5", to=[each for each in game.bob.letters if each.kind == "your-turn"][-1])
    table.run()
    assert played(game) == ["e2e4", "e7e5"]
    has(only(game.anna.read(), "your-turn").text, "Your conditional moves are cancelled")
    verified(game)
    # A file in which something else is played than was given doesn't verify.
    game = table.game()
    game.anna.reply(OPENING)
    table.run()
    game.bob.reply("MOVE e7-e5", to=[each for each in game.bob.letters if each.kind == "your-turn"][-1])
    table.run()
    with open(f"{folder}/false.txt", "w", encoding="utf-8") as file:
        file.write(game.file.replace("THEN MOVE g1f3", "THEN MOVE d2d4"))
    table.pbem("verify", f"{folder}/false.txt")
    assert table.code != 0 and "isn't what this seat has given in advance" in table.out + table.err, table.out


run_cases(sys.argv[3:])
