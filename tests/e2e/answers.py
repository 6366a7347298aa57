# SPDX-License-Identifier: MIT
"""usage: answers.py FOLDER: the cases of answers.sh, a function each; its name says what is true."""
import base64
import email.header
import glob
import os
import re
import sys
import time

from table import ADDRESS, Table, as_html, case, has, only, run_cases

DAY = 86400
STRANGER = "eve@example.com"
folder = sys.argv[1]
tables = 0


def a_table(*settings):
    global tables
    tables += 1
    return Table(f"{folder}/site{tables}", *settings)


TABLE = a_table()


def refused(player, text, *phrases, kind="refused", **how):
    """The player writes the text: an answer with the phrases and the board, and nothing changes."""
    game = player.game
    table = game.table
    before = game.file
    player.read()
    player.reply(text, **how)
    table.run()
    assert game.file == before, f"'{text}' changed the game:\n{table.log}"
    answer = only(player.read(), kind)
    assert answer.to == player.address
    has(answer.text, "nothing has changed", *phrases)
    assert answer.token in answer.text and "  8  " in answer.text, "no board or no token"
    others = [each for each in game.players.values() if each is not player]
    assert not any(each.read() for each in others), "the opponent was written to"
    return answer


def accepted(player, text, *phrases, **how):
    player.read()
    player.reply(text, **how)
    player.game.table.run()
    answers = player.read()
    assert answers and answers[0].kind == "accepted", \
        f"'{text}': {player.game.table.log}" + "".join(each.text for each in answers[:1])
    has(answers[0].text, *phrases)
    return answers


def silent(table, *games):
    """A run that sends nothing and changes none of the games."""
    before = [game.file for game in games]
    for game in table.games.values():
        game.anna.read(), game.bob.read()
    table.run()
    letters = [each for game in table.games.values() for player in game.players.values()
               for each in player.read()]
    assert not letters, f"answered by {[each.kind for each in letters]}: {table.log}"
    assert not table.elsewhere, f"a letter to a stranger: {table.elsewhere[0].to}"
    assert [game.file for game in games] == before, "a game changed"


# ---- orders that can't be carried out


@case
def illegal_moves_are_refused_with_what_is_legal():
    game = TABLE.game()
    refused(game.anna, "MOVE e2-e5", "e2", "e2e4")
    refused(game.anna, "Bf1-c4", "the bishop on f1 can't reach c4")
    refused(game.anna, "Bc4", "no bishop of yours")
    refused(game.anna, "MOVE e3-e4", "no piece stands on e3")
    refused(game.anna, "MOVE e7-e5", "Black's, not yours")
    answer = refused(game.anna, "e2-e9", "line 1", "e2-e9")
    accepted(game.anna, "MOVE e2-e4", to=answer)


@case
def ambiguous_moves_are_refused_with_the_candidates():
    game = TABLE.game().play("Nf3 a6 d3 a5")
    refused(game.anna, "MOVE Nd2", "Nbd2", "Nfd2")
    accepted(game.anna, "MOVE Nbd2", "MOVE Nbd2")


@case
def a_move_that_is_not_read_never_leaves_the_order_below_it_alone():
    game = TABLE.game()
    accepted(game.anna, "MOVE e2-e4\nDRAW")
    game.bob.read()
    # Each of these ended the game drawn, or lost, when the first line was taken for chat.
    refused(game.bob, "e7 to e5\nDRAW", "Write DRAW alone to accept it, or your move alone")
    refused(game.bob, "e5 \U0001f642\nDRAW", "Write DRAW alone to accept it")
    refused(game.bob, "Nf 6\nRESIGN", 'line 1, "Nf 6"', "MOVE Nf6")
    refused(game.bob, "the knight to f6\nDRAW", 'line 1, "the knight to f6"', "MOVE Nf6")
    refused(game.bob, "DRAW\n\nSpringer b8 nach c6 und e5", 'line 3, "Springer b8 nach c6 und e5"')
    refused(game.bob, "RESIGN?", 'line 1, "RESIGN?"', "nothing may follow RESIGN")
    accepted(game.bob, "Nf3 was better, I think.\n\n\tKnight to f6\nDRAW NO", "MOVE Nf6 DRAW NO")


@case
def a_refusal_gives_the_nearest_order_that_would_do():
    game = TABLE.game()
    for line, order in (("Nf 3", "MOVE Nf3"), ("e2 e9", "MOVE e"), ("1. e4 e5", "MOVE e4"),
                        ("my pawn on e2 to the e4 square", "MOVE Pe2e4"), ("MVOE e2-e4", "MOVE e2-e4"),
                        ("MOVE Nf33", "MOVE Nf3"), ("e2-e44", "MOVE e2"), ("Resing", "RESIGN")):
        answer = refused(game.anna, line, line.split()[-1], "Did you mean this?")
        nearest = answer.text.split("Did you mean this?", 1)[1].split("  | ", 1)[1].split("\n")[0]
        assert nearest.startswith(order), f"{line}: {nearest}"
    # It is taken as it stands.
    accepted(game.anna, refused(game.anna, "Nf 3").text.split("  | ", 1)[1].split("\n")[0], "MOVE Nf3")
    # One that isn't legal is not offered.
    game.bob.read()
    assert "nearest order" not in refused(game.anna, "h 8").text


@case
def a_capital_b_that_may_be_a_pawns_is_asked_about():
    game = TABLE.game().play("b4 a6 b5 c6")
    # Here the pawn alone can take; that is offered, and not done unasked.
    answer = refused(game.anna, "Bxc6", "Bxc6 isn't legal")
    has(answer.text, "MOVE bxc6")
    other = TABLE.game().play("g3 h6 Bg2 h5 b4 c6 b5 h4")
    refused(other.anna, "Bxc6", 'line 1, "Bxc6"', "can mean two legal moves",
            "MOVE g2c6 (Bxc6) or MOVE b5c6 (bxc6)")
    accepted(other.anna, "bxc6", "MOVE bxc6")
    # A text that names the bishop is no pawn's move.
    for line in ("Lxc6", "bishop takes c6"):
        accepted(TABLE.game().play("g3 h6 Bg2 h5 b4 c6 b5 h4").anna, line, "MOVE Bxc6")


@case
def a_pieces_letter_in_front_of_its_own_file_is_no_pawn():
    """[letter-before-its-file]"""
    ruy = "r1bqkb1r/2pp1ppp/p1n2n2/1p2p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 6"
    for line in ("Bb3", "MOVE Bb3", "7. Bb3", "\u2657b3", "Bb3!", "I move Bb3", "MOVE BB3"):
        accepted(TABLE.game(fen=ruy).anna, line, "MOVE Bb3" if line != "MOVE BB3" else "MOVE BB3")
    for line in ("Cc3", "MOVE Cc3", "1. Cc3"):
        accepted(TABLE.game().anna, line, "MOVE Nc3")
    accepted(TABLE.game().play("e4").bob, "Cc6", "MOVE Nc6")
    # In small letters it may be either, and only then is asked about.
    refused(TABLE.game(fen=ruy).anna, "bb3", 'line 1, "bb3"', "MOVE b2b3 (bb3) or MOVE a4b3 (Bb3)")
    # A text that no phone has changed is no pawn's move.
    pieces = "rnbqkbnr/pppppppp/8/8/8/2p5/PP1B4/4K3 w kq - 0 1"
    refused(TABLE.game(fen=pieces).anna, "Bxc3", "can mean two legal moves")
    refused(TABLE.game(fen=pieces).anna, "Bc3", "can mean two legal moves")
    for line in ("MOVE Bxc3", "7. Bxc3", "\u2657xc3"):
        accepted(TABLE.game(fen=pieces).anna, line, "MOVE Bxc3")
    # Nor is it for players who have chosen a language.
    for name, line, move, fen in (
            ("deutsch", "Dd4", "Qd4", "4k3/8/8/8/7Q/8/3P4/4K3 w - - 0 1"),
            ("deutsch", "Dxe5", "Qxe5", "4k3/8/8/4p3/3P4/8/4Q3/4K3 w - - 0 1"),
            ("English", "Bxc3", "Bxc3", pieces),
            ("fran\u00e7ais", "Re2", "Ke2", "4k3/8/8/8/8/8/7R/4K3 w - - 0 1"),
            ("Nederlands", "Pf3", "Nf3", "4k3/8/8/8/8/8/5P2/4K1N1 w - - 0 1")):
        player = TABLE.game(fen=fen).anna
        player.reply(f"LANGUAGE {name}")
        TABLE.run()
        accepted(player, line, move)
    # The suggestion is read as it was meant.
    player = TABLE.game(fen="4k3/8/8/8/8/8/7R/4K3 w - - 0 1").anna
    player.reply("LANGUAGE fran\u00e7ais")
    TABLE.run()
    accepted(player, refused(player, "rook to f2 now").text.split("  | ", 1)[1].split("\n")[0], "h2f2")


@case
def moves_of_correspondence_chess_are_read():
    accepted(TABLE.game().anna, "5254", "MOVE e2e4")
    accepted(TABLE.game().anna, "1. 7163!", "MOVE g1f3")
    accepted(TABLE.game(fen="k7/4P3/8/8/8/8/8/K7 w - - 0 1").anna, "MOVE 57584", "MOVE e7e8=N")


@case
def where_two_play_a_move_in_advance_needs_no_seat():
    game = TABLE.game()
    accepted(game.anna, "e4\nIF e5 THEN Nf3", "IF black MOVE e5 THEN MOVE Nf3")
    accepted(TABLE.game().play("e4").bob, "c5\nIF MOVE Nf3 THEN MOVE d6", "IF white MOVE Nf3 THEN MOVE d6")
    # A condition that can't be read suggests no move: the move after THEN is for another turn.
    for line in ("IF e9 THEN Nf3", "IF e5 THEN Nf3 THEN d4", "IF e5 Nf3"):
        assert "nearest order" not in refused(TABLE.game().anna, f"e4\n{line}").text, line


@case
def letters_of_other_languages_are_told_apart_by_the_board():
    game = TABLE.game()
    accepted(game.anna, "Sf3", "MOVE Nf3")
    accepted(game.bob, "Sc6!", "MOVE Nc6")
    accepted(game.anna, "e2 to e3 \U0001f642")
    accepted(game.bob, "\td7 d6")
    # A knight in one language, a bishop in another.
    game.play("Ng1 e6")
    refused(game.anna, "Se2", 'line 1, "Se2"', "MOVE g1e2 (Ne2) or MOVE f1e2 (Be2)")
    accepted(game.anna, "Le2", "MOVE Be2")


@case
def what_is_said_goes_on_to_a_blank_line():
    game = TABLE.game()
    accepted(game.anna, "MOVE e2-e4\nSAY What a day,\nand what a game.\nKEY " + game.anna.newest.token +
             "\n\nBest wishes,\nAnna", "SAY What a day, and what a game.")
    told = "".join(each.text for each in game.bob.read())
    has(told, "What a day, and what a game.")
    assert "Best wishes" not in told and "Best wishes" not in game.file, told


@case
def nothing_that_is_said_can_play_in_a_quote_without_marks():
    game = TABLE.game()
    word = "w" * 66
    accepted(game.anna, f"MOVE e2-e4\nSAY {word} RESIGN {word}")
    assert not any(line.strip() in ("RESIGN", word) for each in game.bob.letters for line in each.text.splitlines())
    # Not even where the cut mark is lost.
    letter = game.bob.newest
    body = letter.text.replace("=== Write your orders above this line ===", "").split("===", 2)[-1]
    accepted(game.bob, "", body="e5\n\nThanks.\n" + body)
    assert "result" not in game.file


@case
def a_move_out_of_turn_is_refused():
    game = TABLE.game()
    refused(game.bob, "MOVE e7-e5", "It is White's turn")


@case
def an_offer_of_a_draw_needs_a_move_and_an_answer_an_offer():
    game = TABLE.game()
    refused(game.anna, "DRAW", "below your move")
    refused(game.anna, "DRAW NO", "Nobody has offered you a draw")
    refused(game.anna, "CLAIM DRAW", "You can't claim a draw")
    refused(game.anna, "PASS", "You can't pass")


@case
def misspelt_orders_are_refused_and_the_line_named():
    game = TABLE.game()
    refused(game.anna, "MVOE e2-e4", 'line 1, "MVOE e2-e4"', "MOVE")
    refused(game.anna, "Dear all,\n\nMOVEE e2-e4", 'line 3, "MOVEE e2-e4"')
    refused(game.anna, "RESING", 'line 1, "RESING"', "RESIGN")
    refused(game.anna, "MOVE e2-e4\nMOVE", 'line 2, "MOVE"')
    refused(game.anna, "MOVE the king's pawn", 'line 1', "MOVE e2-e4")
    refused(game.anna, "PLAY Fireball e4", "without cards")
    refused(game.anna, "I resign", "write RESIGN")
    refused(game.anna, "TRY\nMOVE e2-e5\nSYA hello", "line 3")


@case
def an_order_behind_chat_is_refused_and_the_line_named():
    game = TABLE.game()
    refused(game.anna, "MOVE e2-e4\nIt was so nice on Sunday.\nDRAW", 'line 3, "DRAW"')
    refused(game.anna, "MOVE e2-e4\n\nSee you\n\n\ne5", 'line 6, "e5"')


@case
def orders_that_exclude_each_other_are_refused():
    game = TABLE.game()
    refused(game.anna, "MOVE e2-e4\nMOVE d2-d4", "MOVE e2-e4", "MOVE d2-d4", "can't both be done")
    refused(game.anna, "e4\nRESIGN", "can't both be done")
    refused(game.anna, "e4\nDRAW\nDRAW NO", "can't both be done")


@case
def all_orders_of_a_letter_are_carried_out_or_none():
    game = TABLE.game()
    refused(game.anna, "MOVE e2-e4\nDRAW NO", "Nobody has offered you a draw")
    refused(game.anna, "SAY you'll never hear this\nMOVE e2-e5")
    answers = accepted(game.anna, "move e2 e4\nsay hello\ndraw\nstatus", "MOVE e2-e4", "SAY hello",
                       "DRAW", "You offer a draw")
    assert [each.kind for each in answers] == ["accepted", "status"]


@case
def letters_without_an_order_are_told_how_to_write_one():
    game = TABLE.game()
    refused(game.anna, "", "no order in your letter", "MOVE e2-e4")
    refused(game.anna, "Dear Bob, how are you?\nI am thinking about my move.", "no order")
    refused(game.anna, "", "the letter is empty", kind="unreadable", quote=None)


def hint(player, text, **how):
    """The orders that the refusal of a letter offers, as they stand there."""
    answer = refused(player, text, **how)
    return re.findall(r"^  \| ((?:MOVE|DRAW|RESIGN|CLAIM)\b.*)$", answer.text.split("to move (", 1)[0], re.M)


@case
def a_letter_whose_words_come_to_an_order_is_refused_with_that_order():
    for line, order in (("I resign. Good game!", "RESIGN"), ("Good game. I resign", "RESIGN"),
                        ("Well played, Bob!\nI resign. See you!", "RESIGN"), ("Nf3, what do you think?", "MOVE Nf3"),
                        ("My move is e4", "MOVE e4"), ("Hi Bob! e4", "MOVE e4"), ("Hi Bob! 1. e4", "MOVE e4"),
                        ("Hi Bob, my move is Nf3.", "MOVE Nf3"), ("Nc3. Greetings from Rome!", "MOVE Nc3")):
        game = TABLE.game()
        assert hint(game.anna, line) == [order], line
        # It is the order that is copied which plays, as it stands.
        accepted(game.anna, order, order)


@case
def words_about_moves_are_offered_as_no_order():
    game = TABLE.game()
    for line in ("I liked your knight on f6", "e4, which you played last time, was fun", "Yes", "OK", "Agreed",
                 "If you take, I resign.", "I will not resign. Good luck!", "My move was e4", "Should I resign? I think so.",
                 "e4, or rather d4, would be fun", "Hi Bob! e4. Or do I play Nf3? My move is d4. Sorry!",
                 "Nf6, what do you think?", "Qh5, what do you think?", "You wrote \"I resign.\" I laughed.",
                 "Thanks! I accept the draw"):
        assert hint(game.anna, line) == [], line
    # A capital that is no piece's there isn't taken for a small letter's move.
    assert hint(TABLE.game().anna, "Bb3, what do you think?") == []


@case
def a_yes_is_the_draw_only_where_one_is_offered_and_nothing_else_is_said():
    game = TABLE.game().play("e4 e5")
    accepted(game.anna, "Nf3\nDRAW")
    for line in ("DRAW YES", "Yes", "Yes.", "Agreed", "OK", "Hi Anna,\n\nYes, I accept, thanks!\n\nBob", "Ja"):
        assert hint(game.bob, line) == ["DRAW"], line
    for line in ("Yes. How is the weather in Rome?", "OK, let me think", "OK\n\nI will answer tomorrow.", "Not yet, OK?"):
        assert hint(game.bob, line) == [], line
    accepted(game.bob, "DRAW", "DRAW")
    german = TABLE.game()
    for player in (german.anna, german.bob):
        player.reply("LANGUAGE Deutsch")
        TABLE.run()
    for player, texts in ((german.anna, (("Ich gebe auf. Sch\u00f6ne Partie!", "RESIGN"), ("Mein Zug ist e4", "MOVE e4"),
                                         ("Hallo Bob! Sf3", "MOVE Nf3"), ("ZUG e4\nREMIS", None))),
                          (german.bob, (("REMIS JA", "DRAW"), ("Ja", "DRAW"), ("Einverstanden", "DRAW")))):
        for text, order in texts:
            player.read()
            player.reply(text)
            TABLE.run()
            answer = player.read()[0]
            assert order is None or (answer.kind == "refused" and f"  | {order}\n" in answer.text), f"{text}: {answer.text}"


def rows_are_whole(text, what):
    """Each row of HELP begins at the margin or goes on below its second column."""
    rows = re.split(r"\n\n", text.split("=== ", 2)[2])[2:-2]
    rows = [row for part in rows for row in part.splitlines()]
    for row in rows:
        indent = len(row) - len(row.lstrip())
        assert len(row) <= 72 and (not indent or indent == 22 or (indent == 2 and row[21] == " ")), f"{what}: {row}"
    assert sum(row.startswith("  ") for row in rows) > 30 and "such as )" not in text and "(etwa )" not in text, text


@case
def no_row_of_help_is_torn_in_any_state():
    def ask(player, order):
        player.read()
        player.reply(order)
        TABLE.run()
        text = next(each.text for each in player.read() if each.kind == "help")
        rows_are_whole(text, player.game.id)
        return text

    for variant in ("chess", "chess960", "knightmare"):
        game = TABLE.game(variant=variant, days=3)
        has(ask(game.bob, "HELP"), "IF WHITE MOVE")
        game.anna.reply("LANGUAGE Deutsch")
        TABLE.run()
        has(ask(game.anna, "HILFE"), "WENN BLACK ZUG")
        game.bob.reply("RESIGN")
        TABLE.run()
        text = ask(game.bob, "HELP")
        has(text, "SAY TO WHITE and a message")
        assert "conditional move" not in text and "bedingter Zug" not in ask(game.anna, "HILFE")
        game.anna.reply("LANGUAGE English")
        TABLE.run()
    # The other games, of three and more, as the samples have them.
    samples = glob.glob(f"{os.path.dirname(os.path.abspath(__file__))}/golden/**/*-help.txt", recursive=True)
    assert len(samples) > 9, samples
    for name in samples:
        with open(name, encoding="utf-8") as file:
            rows_are_whole(file.read(), name)


# ---- tokens


@case
def a_used_token_is_answered_with_the_present_board():
    game = TABLE.game()
    welcome = game.anna.newest
    accepted(game.anna, "MOVE e2-e4")
    game.bob.read()
    refused(game.anna, "MOVE d2-d4", "moved already", kind="dead-token", to=welcome)


@case
def an_overtaken_token_is_answered_with_the_board_and_a_live_token():
    game = TABLE.game()
    welcome = game.anna.newest
    game.play("e4 e5")
    answer = refused(game.anna, "MOVE d2-d4", "e4", "e5", kind="dead-token", to=welcome)
    accepted(game.anna, "MOVE d2-d4", to=answer)


@case
def who_has_moved_already_can_still_resign():
    game = TABLE.game()
    welcome = game.anna.newest
    game.play("e4")
    refused(game.anna, "RESIGN\nMOVE d2-d4", kind="dead-token", to=welcome)
    refused(game.anna, "SAY I give up.", kind="dead-token", to=welcome)
    accepted(game.anna, "RESIGN\nSAY I give up.\nSTATUS", "Black wins by resignation", to=welcome)


@case
def a_question_asked_before_the_turn_began_cannot_move():
    game = TABLE.game()
    early = game.bob.newest
    game.play("e4")
    answer = refused(game.bob, "MOVE e7-e5", kind="dead-token", to=early)
    accepted(game.bob, "MOVE e7-e5", to=answer)


@case
def a_dead_token_can_still_ask_when_the_game_is_over():
    game = TABLE.game().play("f3 e5 g4 Qh4")
    welcome = game.anna.letters[0]
    game.anna.reply("MOVE e2-e4", to=welcome)
    TABLE.run()
    answer = only(game.anna.read(), "dead-token")
    has(answer.text, "The game is over", "Black wins by checkmate")
    game.anna.reply("HISTORY", to=answer)
    TABLE.run()
    has(only(game.anna.read(), "history").text, "1. f3 e5 2. g4 Qh4#")


@case
def an_expired_token_is_answered_with_a_live_one():
    table = a_table("token-days = 1")
    game = table.game()
    late = int(time.time()) + 5 * DAY
    answer = refused(game.anna, "MOVE e2-e4", "expired", kind="dead-token", when=late)
    accepted(game.anna, "MOVE e2-e4", to=answer, when=late + 60)


@case
def forged_tokens_get_no_letter_at_all():
    game = TABLE.game()
    letter = game.anna.compose("MOVE e2-e4", sender=STRANGER).decode()
    token = game.anna.newest.token
    for forged in (token[:-1] + ("a" if token[-1] != "a" else "e"),
                   ("q" if token[0] != "q" else "i") + token[1:],
                   token[:20] + ("a" if token[20] != "a" else "b") + token[21:]):
        TABLE.put(letter.replace(token, forged).replace("<letter", f"<{forged[-3:]}").encode())
    TABLE.put(game.anna.compose("MOVE e2-e4", token=False, sender=STRANGER))
    TABLE.put(b"From: spam@example.com\nTo: games@example.org\nSubject: buy\n\nMOVE e2-e4\n")
    TABLE.put(b"From: spam@example.com\nSubject: [" + game.id.encode() + b"] my move\n\nMOVE e2-e4\n")
    silent(TABLE, game)
    has(TABLE.log, "no token of ours in it verifies")
    accepted(game.anna, "MOVE e2-e4")


@case
def tokens_of_another_site_get_no_letter_at_all():
    stranger = a_table().game()
    game = TABLE.game()
    TABLE.put(stranger.anna.compose("MOVE e2-e4", sender=STRANGER))
    silent(TABLE, game)


@case
def the_status_counts_what_was_ignored():
    table = a_table()
    game = table.game()
    table.put(game.anna.compose("MOVE e2-e4", token=False, sender=STRANGER))
    table.put(game.anna.compose("MOVE e2-e4", sender=STRANGER).replace(game.anna.newest.token.encode(), b"a" * 42))
    silent(table, game)
    has(table.must("status"), "Unusual letters so far: 1 letter without a key 1 letter with a key that isn't genuine")


@case
def a_moderator_sees_games_at_any_moment_and_is_told_what_is_not_there():
    game = TABLE.game().play("e4 e5")
    has(TABLE.must("show", game.id, "--ply", "1"), "Black to move (move 1)")
    TABLE.pbem("show", game.id, "--ply", "3")
    assert TABLE.code == 64 and "has only 2 turns so far" in TABLE.err, TABLE.err
    TABLE.must("verify")
    other = a_table()
    assert "Ignored" not in other.must("status")
    other.folder += "/nowhere"
    other.pbem("verify")
    assert other.code == 66 and "no site" in other.err, other.err


@case
def tokens_of_two_seats_in_one_letter_are_refused():
    game = TABLE.game()
    other = TABLE.game()
    for strange in (game.bob.newest.token, other.anna.newest.token):
        refused(game.anna, "MOVE e2-e4", "different players or games",
                heads={"References": f"<{strange}.x@example.org>"})


@case
def a_key_of_another_that_was_pasted_into_an_answer_is_ignored():
    game = TABLE.game()
    other = TABLE.game()
    accepted(game.anna, "MOVE e2-e4\n\n> key " + game.bob.newest.token +
             "\n> key " + other.anna.newest.token)
    # Nobody whose key that was hears of it.
    assert not other.anna.read() and not other.bob.read()


@case
def an_older_token_of_the_same_seat_beside_a_live_one_does_no_harm():
    game = TABLE.game()
    old = game.anna.newest.token
    game.play("e4 e5")
    accepted(game.anna, "MOVE d2-d4", heads={"In-Reply-To": f"<{old}.x@example.org>"})


@case
def any_one_place_a_token_rides_in_will_do():
    table = a_table("plus-address = yes", "subject-token = yes")
    places = {"To": "To", "In-Reply-To": "In-Reply-To", "References": "References",
              "Subject": "Subject"}
    for kept in places:
        game = table.game()
        raw = game.anna.compose("MOVE e2-e4").decode()
        head, body = raw.split("\n\n", 1)
        token = game.anna.newest.token
        lines = [line if line.startswith(kept + ":") else line.replace(token, "gone")
                 for line in head.split("\n")]
        table.put(("\n".join(lines) + "\n\n" + body.replace(token, "gone")).encode())
        table.run()
        assert game.anna.read()[0].kind == "accepted", kept
    game = table.game()
    token = game.anna.newest.token
    head, body = game.anna.compose("MOVE e2-e4").decode().split("\n\n", 1)
    table.put((head.replace(token, "gone") + "\n\n" + body.replace(token, token.upper())).encode())
    table.run()
    assert game.anna.read()[0].kind == "accepted", "body, in capitals"


# ---- ways letters are written


@case
def html_with_blank_lines_between_orders_is_read():
    game = TABLE.game()
    accepted(game.anna, "", "MOVE e2-e4", "SAY hello & <goodbye>", "DRAW", content="text/html",
             body=as_html("MOVE e2-e4\n\nSAY hello & <goodbye>\n\n\nDRAW", game.anna.newest.text))


@case
def html_that_joins_orders_is_not_guessed_at():
    game = TABLE.game()
    game.anna.reply("", content="text/html", body="<p>MOVE e2-e4 MOVE d2-d4</p>")
    before = game.file
    TABLE.run()
    assert game.file == before
    only(game.anna.read(), "refused")


@case
def quotes_without_marks_play_nothing():
    game = TABLE.game()
    refused(game.anna, "", "no order", quote="")
    refused(game.anna, "", "no order", quote="", attribution="")
    refused(game.anna, "", "no order", quote="    ", attribution="")
    accepted(game.anna, "MOVE e2-e4", "MOVE e2-e4", quote="", attribution="")


@case
def quote_heads_in_other_languages_are_cut_off():
    for head in ("Am 21.11.2026 um 10:15 schrieb pbem <games@example.org>:",
                 "Le sam. 21 nov. 2026 à 10:15, pbem <games@example.org> a écrit :",
                 "El sáb, 21 nov 2026 a las 10:15, pbem (<games@example.org>) escribió:",
                 "Il giorno sab 21 nov 2026 alle ore 10:15 pbem <games@example.org> ha scritto:",
                 "Op za 21 nov 2026 om 10:15 schreef pbem <games@example.org>:",
                 "W dniu 21.11.2026 o 10:15, pbem pisze:",
                 "-----Ursprüngliche Nachricht-----\nVon: pbem\nGesendet: 21.11.2026\nAn: Anna",
                 "在 2026年11月21日，10:15，pbem <games@example.org> 写道："):
        game = TABLE.game()
        accepted(game.anna, "e4", "MOVE e4", attribution=head)


@case
def orders_below_or_between_the_quote_are_found():
    game = TABLE.game()
    quoted = "".join(f"> {line}\n" for line in game.anna.newest.text.splitlines())
    accepted(game.anna, "", "MOVE e2-e4", body="On Friday, pbem wrote:\n" + quoted + "\nMOVE e2-e4\n")


@case
def tabs_are_blanks_and_set_quotes_off():
    game = TABLE.game()
    accepted(game.anna, "\tMOVE\te2-e4", "MOVE e2-e4")
    accepted(game.bob, "\te5\n\nThanks", "MOVE e5", quote="\t", attribution="pbem <games@example.org> wrote:")
    quoted = "".join(f"\t{line}\n" for line in game.anna.newest.text.splitlines())
    accepted(game.anna, "", "MOVE d4", body=f"pbem <{ADDRESS}> wrote:\n\n{quoted}\nd4\n")


@case
def signatures_are_no_orders():
    game = TABLE.game()
    accepted(game.anna, "MOVE e2-e4\n\n-- \ne4 forever\nRESIGN", "MOVE e2-e4")


def mixed(*parts, kind="mixed"):
    return "".join(f"--cut\n{head}\n\n{body}\n" for head, body in parts) + "--cut--\n", \
        f'multipart/{kind}; boundary="cut"'


@case
def a_text_attachment_alone_is_read_and_beside_a_text_it_is_not():
    game = TABLE.game()
    attachment = ("Content-Type: text/plain; name=move.txt\n"
                  "Content-Disposition: attachment; filename=move.txt", "MOVE e2-e4")
    body, content = mixed(("Content-Type: text/plain", "See the file."), attachment)
    refused(game.anna, "", "no order", body=body, content=content)
    body, content = mixed(attachment)
    accepted(game.anna, "", "MOVE e2-e4", body=body, content=content)


@case
def letters_no_text_can_be_read_from_are_told_so():
    game = TABLE.game()
    picture = base64.b64encode(b"\x89PNG\r\n" + b"\0" * 300).decode()
    body, content = mixed(("Content-Type: image/png\nContent-Transfer-Encoding: base64\n"
                           "Content-Disposition: attachment", picture))
    refused(game.anna, "", "plain text", kind="unreadable", body=body, content=content)
    body, content = mixed(("Content-Type: application/pgp-encrypted", "Version: 1"),
                          ("Content-Type: application/octet-stream", "-----BEGIN PGP MESSAGE-----"),
                          kind="encrypted")
    refused(game.anna, "", "encrypted", kind="unreadable", body=body, content=content)
    refused(game.anna, "", "encrypted", kind="unreadable", body=picture,
            content="application/pkcs7-mime; smime-type=enveloped-data")


@case
def alternatives_are_read_once():
    game = TABLE.game()
    body, content = mixed(("Content-Type: text/plain", "MOVE e2-e4"),
                          ("Content-Type: text/html", "<p>MOVE d2-d4</p>"), kind="alternative")
    accepted(game.anna, "", "MOVE e2-e4", body=body, content=content)
    assert "d2-d4" not in game.file


@case
def charsets_and_smart_characters_do_no_harm():
    game = TABLE.game()
    accepted(game.anna, "", "MOVE e2-e4", content="text/plain; charset=utf-16le",
             body="MOVE e2–e4\r\n".encode("utf-16-le"))
    game = TABLE.game()
    accepted(game.anna, "", "MOVE e2-e4", content="text/plain; charset=windows-1252",
             body="\x93MOVE\xa0e2\x96e4\x94\n".encode("latin-1"))


# ---- dangerous letters


@case
def dangerous_letters_are_set_aside_and_stop_nobody():
    table = a_table()
    game, other = table.game(), table.game()
    nested = "To: " + "g:" * 60000 + "\n"
    parts = "--cut\n\n\n" * 200000
    dangerous = {
        "nested address groups": nested.encode() + game.anna.compose("MOVE e2-e4"),
        "parts": game.anna.compose("", content='multipart/mixed; boundary="cut"', body=parts),
        "huge": game.anna.compose("MOVE e2-e4\n" + "x" * 70 * 70000),
        "headers": b"X-A: b\n" * 60000 + game.anna.compose("MOVE e2-e4"),
        "depth": ("Content-Type: multipart/mixed; boundary=0\n\n" + "".join(
            f"--{i}\nContent-Type: multipart/mixed; boundary={i + 1}\n\n" for i in range(5000))
        ).encode(),
    }
    for letter in dangerous.values():
        table.put(letter)
    other.anna.reply("MOVE e2-e4")
    before = game.file
    table.run()
    assert game.file == before, "a dangerous letter moved"
    assert [each.kind for each in other.anna.read()] == ["accepted"], table.log
    assert table.to_moderator, "the moderator isn't told:\n" + table.log
    has("".join(each.text for each in table.to_moderator), "was quarantined", "quarantine/")
    silent(table, game, other)


@case
def odd_bytes_do_no_harm():
    table = a_table()
    game = table.game()
    table.put(b"")
    table.put(b"\n")
    table.put(b"\0" * 5000)
    table.put(b"no header at all")
    table.put(b"From: x\n" + b"y" * 100000)
    table.put(game.anna.compose("", body=b"MOVE e2-e4\0\0\n"))
    table.run()
    assert "played white e2e4" in game.file, table.log


# ---- machines


@case
def automatic_mail_is_no_order_and_is_not_answered():
    game = TABLE.game()
    for head in ({"Auto-Submitted": "auto-replied"}, {"Auto-Submitted": "auto-generated (vacation)"},
                 {"Precedence": "bulk"}, {"Precedence": "auto_reply"}, {"X-Autoreply": "yes"},
                 {"X-Autorespond": "1"}, {"Return-Path": "<>"},
                 {"From": "MAILER-DAEMON@example.net"}, {"From": f"pbem <{ADDRESS}>"},
                 {"From": "no-reply@example.net"},
                 {"Auto-Submitted": "auto-replied", "Subject": "Out of office: Re: your move"}):
        game.anna.reply("MOVE e2-e4", heads=head)
        silent(TABLE, game)
        has(TABLE.log, "automatic mail")
    accepted(game.anna, "MOVE e2-e4", heads={"Auto-Submitted": "no",
                                             "X-Auto-Response-Suppress": "All"})


def away_subjects():
    """Some of the words by which programs are known that answer for people away, where such words stand."""
    with open(f"{os.path.dirname(os.path.abspath(__file__))}/../../mailers/automatic.words", encoding="utf-8") as lines:
        phrases = [word.replace("_", " ") for line in lines if line.startswith("away ") for word in line.split()[1:]]
    forms = "%s", "%s: Re: [g1] Your move", "Re: Your move (%s)", "[%s] Re: Your move", "%s until Friday"
    return [forms[i % len(forms)] % phrase for i, phrase in enumerate(phrases) if i % 6 == 0]


@case
def words_of_a_subject_silence_nobody_who_gives_orders():
    subjects = away_subjects() + ["Vacation: away from tomorrow", "Urlaub: ab morgen", "Automatic reply? no, me"]
    assert len(subjects) > 25, subjects
    games = {subject: TABLE.game() for subject in subjects}

    def reply(name, text):
        """They all write, each under its subject; returns the kinds of letters that each gets."""
        for subject, game in games.items():
            getattr(game, name).read()
            getattr(game, name).reply(text, heads={"Subject": email.header.Header(subject, "utf-8").encode()})
        TABLE.run()
        return {subject: [letter.kind for letter in getattr(game, name).read()] for subject, game in games.items()}

    for subject, kinds in reply("anna", "MOVE e2-e4").items():
        assert kinds[:1] == ["accepted"], (subject, kinds)
    before = [game.file for game in games.values()]
    everybody = [player for game in TABLE.games.values() for player in game.players.values()]
    for player in everybody:
        player.read()
    assert not any(reply("bob", "I am away until Monday.").values()), TABLE.log
    assert not any(player.unread for player in everybody) and not TABLE.elsewhere, TABLE.log
    assert [game.file for game in games.values()] == before, "a game changed"
    assert TABLE.log.count("automatic mail (Subject") == len(games), TABLE.log
    # A line that was only meant as an order is answered, but not again and again.
    for number in range(3):
        for subject, kinds in reply("bob", f"MOVE e2-x{number}").items():
            assert kinds == ["refused"][number:], (subject, number)
    for subject, kinds in reply("bob", "MOVE e7-e5").items():
        assert kinds[:1] == ["accepted"], (subject, kinds)


@case
def a_players_name_in_our_subjects_silences_nobody():
    for name in ("Bob (on vacation until Friday)", "Bob [Out of office]", "Auto: Bob", "Urlaub: Bob", "(Absent) Bob",
                 "Bob (\u4f11\u6687)"):
        game = TABLE.game()
        game.bob.reply(f"NAME {name}")
        TABLE.run()
        for player in (game.anna, game.bob):
            player.read()
        for player, order in ((game.anna, "MOVE e2-e4"), (game.bob, "MOVE e7-e5"), (game.anna, "STATUS"),
                              (game.bob, "no order at all"), (game.anna, "MOVE e1-e8")):
            subject = f"Re: [{game.id}] Your move, {name} (chess with Anna)"
            player.reply(order, heads={"Subject": email.header.Header(subject, "utf-8").encode()})
            TABLE.run()
            assert player.read(), (name, order, TABLE.log)


@case
def our_own_letters_looping_back_are_ignored():
    game = TABLE.game()
    TABLE.put(game.anna.newest.raw)
    TABLE.put(game.bob.newest.raw)
    silent(TABLE, game)


def bounce(letter, status="5.1.1", number=0, action="failed"):
    return (f"Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.net\nTo: {ADDRESS}\n"
            f"Subject: Undelivered Mail Returned to Sender\nMessage-ID: <bounce{number}@mx>\n"
            "MIME-Version: 1.0\nAuto-Submitted: auto-replied\n"
            'Content-Type: multipart/report; report-type=delivery-status; boundary="cut"\n\n'
            "--cut\nContent-Type: text/plain\n\nI could not deliver your letter.\n\n"
            "--cut\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.net\n\n"
            f"Final-Recipient: rfc822; {letter.to}\nAction: {action}\nStatus: {status}\n\n"
            "--cut\nContent-Type: message/rfc822\n\n").encode() + letter.raw + b"\n--cut--\n"


@case
def the_moderator_is_told_after_the_second_permanent_bounce():
    table = a_table()
    game = table.game()
    for number in range(3):
        table.put(bounce(game.bob.newest, ("4.2.2", "4.4.1", "5.1.1")[number], 10 + number, "delayed"))
        silent(table, game)
    table.put(bounce(game.bob.newest, "4.4.1", 2))
    silent(table, game)
    assert not table.to_moderator
    table.put(bounce(game.bob.newest, "5.1.1", 3))
    silent(table, game)
    has(only(table.to_moderator, "report").text, game.bob.address, game.id, "undeliverable")
    table.put(bounce(game.bob.newest, "5.1.1", 4))
    silent(table, game)
    assert len(table.to_moderator) == 1


# ---- repeats


@case
def the_same_letter_twice_counts_once_and_is_answered_in_a_line():
    game = TABLE.game()
    letter = game.anna.compose("MOVE e2-e4")
    TABLE.put(letter)
    TABLE.run()
    game.anna.read(), game.bob.read()
    for kinds in (["repeat"], [], []):
        before = game.file
        TABLE.put(letter)
        TABLE.run()
        answers = game.anna.read()
        assert [each.kind for each in answers] == kinds
        assert game.file == before and not game.bob.read()
        if answers:
            has(answers[0].text, "accepted: MOVE e2-e4")


@case
def a_repeat_of_a_refusal_quotes_it_with_one_full_stop():
    game = TABLE.game()
    letter = game.anna.compose("MOVE e2-e5")
    TABLE.put(letter)
    TABLE.run()
    game.anna.read()
    TABLE.put(letter)
    TABLE.run()
    text = " ".join(only(game.anna.read(), "repeat").text.split())
    assert "e2" in text and ". The second time it changed nothing." in text, text
    assert ".. The second" not in text, text


@case
def the_same_letter_twice_in_one_run_counts_once():
    game = TABLE.game()
    letter = game.anna.compose("MOVE e2-e4")
    TABLE.put(letter)
    TABLE.put(letter)
    TABLE.run()
    assert sorted(each.kind for each in game.anna.read()) == ["accepted", "repeat"]
    assert game.file.count("order white MOVE e2-e4") == 1


@case
def the_same_message_id_with_other_bytes_counts_once():
    game = TABLE.game()
    letter = game.anna.compose("MOVE e2-e4")
    TABLE.put(b"Received: from a by b\n" + letter)
    TABLE.run()
    game.anna.read(), game.bob.read()
    TABLE.put(b"Received: from c by d\n" + letter)
    TABLE.run()
    has(only(game.anna.read(), "repeat").text, "accepted: MOVE e2-e4")
    TABLE.put(b"Received: from e by f\n" + letter)
    silent(TABLE, game)


@case
def a_forged_letter_cannot_use_up_a_real_one():
    game = TABLE.game()
    game.anna.reply("MOVE a2-a4", message_id="<stolen@example.net>", token=False,
                    sender="eve@example.com")
    silent(TABLE, game)
    accepted(game.anna, "MOVE e2-e4", message_id="<stolen@example.net>")


# ---- who may speak, and where answers go


@case
def letters_from_another_address_are_answered_to_the_registered_one():
    game = TABLE.game()
    answers = accepted(game.anna, "MOVE e2-e4", sender="anna@work.example.com",
                       heads={"Reply-To": "eve@example.com"})
    assert answers[0].to == game.anna.address and not TABLE.elsewhere


def others_key(game, writer, text, table=TABLE, sender=None):
    """A letter with Anna's key from another address: nothing happens, and nobody learns of her letter."""
    anna = game.anna.reply
    before = game.file
    for player in game.players.values():
        player.read()
    anna(text, sender=sender or writer.address)
    table.run()
    assert game.file == before, f"'{text}' was done: {table.log}"
    assert not table.elsewhere, "a stranger was written to"
    if writer is not game.anna:
        assert not game.anna.read(), "Anna was written to"
    answer = only(writer.read(), "refused")
    assert answer.to == writer.address
    has(answer.text, "nothing has changed")
    assert answer.token in answer.text
    return answer


@case
def a_key_from_another_seats_address_does_nothing_for_either():
    for settings in ((), ("from-must-match = yes",)):
        table = a_table(*settings)
        for text in ("RESIGN", "MOVE e2-e4", "SAY hello", "HAND", "BOARD", "no order at all", "DRAW\nMOVE d2-d4"):
            game = table.game()
            answer = others_key(game, game.bob, text, table)
            has(answer.text, "the key of a letter to another player")
            assert "e2e4" not in answer.text, "Bob was told what Anna may move"
            accepted(game.anna, "MOVE e2-e4")
            accepted(game.bob, "MOVE e7-e5")


@case
def letters_with_anothers_key_use_up_no_answers_of_the_seat():
    table = a_table()
    game = table.game()
    for _ in range(3):
        others_key(game, game.bob, "RESIGN", table)
    for _ in range(70):
        game.anna.reply("RESIGN", sender=game.bob.address)
    silent(table, game)
    accepted(game.anna, "MOVE e2-e4")
    refused(game.bob, "MOVE e7-e4", "e7")


@case
def who_holds_both_seats_answers_for_both():
    table = a_table()
    game = table.game(people={"white": "anna", "black": "anna"})
    white, black = game.players["white"], game.players["black"]
    assert white.address == black.address
    asked = next(each for each in white.letters if "Please send your first move" in each.text)
    accepted(white, "MOVE e2-e4", to=asked, sender=white.address.upper())


@case
def the_sender_must_match_where_the_site_says_so():
    table = a_table("from-must-match = yes")
    game = table.game()
    answer = refused(game.anna, "MOVE e2-e4", "address", sender="anna@work.example.com")
    assert not table.elsewhere
    accepted(game.anna, "MOVE e2-e4", sender=f"A <{game.anna.address.upper()}>", to=answer)


@case
def a_wrong_sender_of_a_forged_letter_gets_nothing():
    game = TABLE.game()
    game.anna.reply("MOVE e2-e4", sender=STRANGER, token=False)
    silent(TABLE, game)


# ---- what can be asked


def asked(player, text, kind, *phrases, **how):
    before = player.game.file
    player.read()
    player.reply(text, **how)
    player.game.table.run()
    assert player.game.file == before
    answer = only(player.read(), kind)
    has(answer.text, *phrases)
    return answer


@case
def questions_are_answered_and_change_nothing():
    game = TABLE.game().play("e4 e5 Nf3")
    full = asked(game.bob, "BOARD", "board", "It is your turn: Black, move 2.", "8 bR bN bB")
    assert "b8c6" in full.text, "the player to move is told the legal moves"
    compact = asked(game.anna, "board compact", "board", "8 r n b q k b n r")
    assert len(compact.text) < len(full.text)
    assert "legal moves" not in compact.text
    asked(game.anna, "STATUS", "status", "It is Bob's turn: Black", "White: Anna", "Black: Bob")
    asked(game.anna, "HISTORY", "history", "1. e4 e5 2. Nf3")
    for text, kind, phrase in (("HELP", "help", "CLAIM DRAW"), ("help", "help", "SAY TO"),
                               ("HELP MOVES", "help-moves", "O-O-O"),
                               ("HELP DRAWS", "help-draws", "stalemate"),
                               ("HELP RULES", "help-rules", "FIDE Laws of Chess"), ("HELP chess", "help-rules", "V10"),
                               ("HELP RULINGS", "help-rules", "quiet-rounds Fifty rounds"),
                               ("HELP RULINGS draws", "help-rules", "dead-position No game"),
                               ("help rulings draws", "help-rules", "dead-position No game"),
                               ("help rulings riposte", "help-rules", "riposte"),
                               ("HELP RULINGS fog-on", "help-rules", "fog-on-fog If Fog"),
                               ("help rulings fog-on", "help-rules", "fog-on-fog If Fog"),
                               ("HELP RULING fog on fog", "help-rules", "fog-on-fog If Fog"),
                               ("HELP RULINGS [passing-in-the-night-pairs]", "help-rules", "or the enemy's pawn"),
                               ("HELP RULINGS Kings and mate", "help-rules", "king-never-taken A king"),
                               ("HELP RULINGS Fog of War", "help-rules", "fog-and-the-move Fog of War"),
                               ('HELP RULINGS "fog OF war"', "help-rules", "fog-and-the-move Fog of War"),
                               ("HELP RULINGS FOG on-Fog", "help-rules", "fog-on-fog If Fog"),
                               ("HELP RULINGS GARDENING", "help", "no help on 'RULINGS GARDENING'"),
                               ("HELP ABOUT", "help-about", "keeps the board"),
                               ("HELP GARDENING", "help", "no help on 'GARDENING'")):
        asked(game.anna, text, kind, phrase)
    answer = asked(game.anna, "BOARD\n\nThank you!\n", "board")
    asked(game.anna, "STATUS", "status", to=answer)
    accepted(game.bob, "Nc6", to=full)


@case
def several_questions_get_several_answers():
    game = TABLE.game()
    game.bob.reply("STATUS\nBOARD\nHISTORY")
    TABLE.run()
    letters = game.bob.read()
    assert sorted(each.kind for each in letters) == ["board", "history", "status"]
    assert len({each.id for each in letters}) == 3
    game.bob.reply("HELP\nHELP MOVES\nHELP DRAWS\nBOARD\nBOARD COMPACT")
    TABLE.run()
    letters = game.bob.read()
    assert len(letters) == 5 and len({each.id for each in letters}) == 5, \
        [each.kind for each in letters]


@case
def try_shows_what_would_happen_and_changes_nothing():
    game = TABLE.game()
    asked(game.anna, "TRY\nMOVE e2-e4", "try", "would accept", "MOVE e2-e4", "[wP]")
    asked(game.anna, "TRY MOVE e4", "try", "would accept")
    asked(game.anna, "MOVE e4\nTRY", "try", "would accept")
    asked(game.anna, "TRY\nMOVE e2-e5", "try", "would refuse")
    refused(game.anna, "TRY", "I found none to test", "MOVE and your move")
    refused(game.anna, "Try this:\nRESIGN", "line 1 above it may ask only to test it")
    asked(game.anna, "TEST\nRESIGN", "try", "would accept", "RESIGN")
    assert not game.bob.read()
    accepted(game.anna, "MOVE e2-e4")


@case
def resigning_ends_the_game_for_both():
    game = TABLE.game().play("e4")
    answers = accepted(game.bob, "RESIGN", "White wins by resignation")
    assert "game-over" in [each.kind for each in answers]
    has(only(game.anna.read(), "game-over").text, "White wins by resignation")
    assert "result" in game.file
    game.anna.reply("MOVE d2-d4")
    TABLE.run()
    has(game.anna.read()[-1].text, "The game is over")


@case
def a_draw_is_offered_declined_and_accepted():
    game = TABLE.game()
    accepted(game.anna, "MOVE e4\nDRAW", "You offer a draw")
    has(only(game.bob.read(), "your-turn").text, "Anna offers you a draw", "DRAW NO")
    accepted(game.bob, "MOVE e5", "e5")
    assert "offers you a draw" not in game.anna.read()[-1].text
    accepted(game.anna, "MOVE Nf3\nDRAW")
    game.bob.read()
    answer = accepted(game.bob, "DRAW NO", "DRAW NO", "To move, reply to this letter")[0]
    assert "What followed" not in answer.text
    asked(game.bob, "DRAW", "refused", "Nobody has offered you a draw", to=game.bob.letters[-2])
    accepted(game.bob, "MOVE Nc6\nDRAW", to=game.bob.letters[-2])
    game.anna.read()
    accepted(game.anna, "DRAW", "Drawn by agreement")
    has(game.bob.read()[-1].text, "Drawn by agreement")


@case
def a_draw_by_repetition_is_claimed():
    game = TABLE.game().play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")
    refused(game.bob, "CLAIM DRAW", "2 times", "3 are needed")
    game.play("Ng8")
    accepted(game.anna, "CLAIM DRAW", "Drawn by repetition")
    has(game.bob.read()[-1].text, "Drawn by repetition")


@case
def what_is_said_reaches_the_other_and_only_say_is_published():
    game = TABLE.game()
    accepted(game.anna, "SAY Good luck, Bob – have fun!\nSAY TO BLACK just for you: bananas")
    letters = game.bob.read()
    said = "".join(each.text for each in letters)
    has(said, "Good luck, Bob – have fun!", "bananas", "you alone")
    assert "say white Good luck, Bob – have fun!" in game.file
    assert "bananas" not in game.file
    answers = accepted(game.bob, "SAY TO white thanks", to=letters[0])
    has("".join(each.text for each in game.anna.read()), "thanks")
    accepted(game.bob, "SAY it is not my turn, and I may talk", to=answers[0])
    accepted(game.anna, "MOVE e2-e4")


@case
def what_is_said_may_be_left_to_letters():
    game = TABLE.game(press="letters")
    before = game.file
    letter = accepted(game.anna, "SAY Good luck, Bob!\nSAY TO BLACK just for you: bananas", "SAY Good luck, Bob!")
    has("".join(each.text for each in game.bob.read()), "Good luck, Bob!", "bananas")
    assert game.file == before, "who only says something makes no entry"
    has(accepted(game.anna, "MOVE e2-e4\nSAY a word beside it\nSTATUS")[-1].text, "The game's record doesn't keep what players say.")
    has("".join(each.text for each in game.bob.read()), "a word beside it")
    assert "say " not in game.file and "a word" not in game.file and letter
    TABLE.must("verify", game.id)
    for variant, people in (("ring", {"a": "anna", "b": "bob", "c": "carl"}),
                            ("knightmare", {"white": "anna", "black": "bob"})):
        game = TABLE.game(variant=variant, people=people, press="letters", unread=True)
        before = game.file
        game.anna.reply("SAY Good luck, all!")
        TABLE.run()
        has("".join(each.text for each in game.bob.read()), "Good luck, all!")
        assert game.file == before
    TABLE.pbem("new", "chess", "--option", "press=no", "A <a@example.net>", "B <b@example.net>")
    has(TABLE.err, "press is record or letters, not 'no'")


@case
def what_a_doomsayer_hears_stands_in_the_record_wherever_press_is():
    game = TABLE.game(variant="knightmare", press="letters", deck="personal", order="stacked", unread=True)
    names = re.findall(r"^\* (.*), 2 points$", game.anna.newest.text, re.MULTILINE)
    names = ["Doomsayer"] + [each for each in names if each != "Doomsayer"]
    for player in (game.anna, game.bob):
        accepted(player, "DECK " + ", ".join(names))
    game.anna.reply("MOVE e2-e4\nPLAY Doomsayer\nSAY Look at this bridge.")
    TABLE.run()
    game.bob.reply("PASS\nSAY Nothing to see here.")
    TABLE.run()
    assert "bridge" not in game.file and "Nothing" not in game.file
    game.bob.reply("SAY My poor knight!")
    TABLE.run()
    has(game.file, "say black My poor knight!", "SAY My poor knight!")
    game.bob.reply("ANSWER b8")
    TABLE.run()
    assert "take black N on b8" in game.file
    TABLE.must("verify", game.id)


@case
def a_hundred_letters_a_day_are_not_all_answered():
    game = TABLE.game()
    for number in range(70):
        game.bob.reply(f"HELP\n\nplease {number}", to=game.bob.letters[0])
    TABLE.run()
    answers = len(game.bob.read())
    assert 20 <= answers <= 65, answers
    accepted(game.anna, "MOVE e2-e4")
    assert [each.kind for each in game.bob.read()] == ["your-turn"]


run_cases(sys.argv[2:])
