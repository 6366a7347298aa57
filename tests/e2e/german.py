# SPDX-License-Identifier: MIT
"""usage: german.py FOLDER: the cases of german.sh, a function each; its name says what is true."""
import os
import re
import sys
import time

from table import ADDRESS, DEBT, EXCHANGE, TRADE, Game, Table, case, has, run_cases

folder = sys.argv[1]
tables = 0


def a_game(*settings, **options):
    global tables
    tables += 1
    return Table(f"{folder}/site{tables}", *settings).game(**options)


def write(player, text, kind):
    """The answer to it, which must be of that kind."""
    player.read()
    player.reply(text)
    player.game.table.run()
    answer = player.read()[0]
    assert answer.kind == kind, f"'{text}': {answer.kind}: {answer.text}"
    return answer.text


def in_german(text):
    return "=== Partie " in text and "Bitte schreib deine Befehle" in text


@case
def a_whole_game_is_played_by_one_in_german_by_the_other_in_english():
    game = a_game()
    anna, bob = game.anna, game.bob
    assert in_german(write(anna, "LANGUAGE German", "wish"))
    assert "your turn" not in write(anna, "STATUS", "status").lower()
    has(write(anna, "ZUG e2-e5", "refused"), "geht nicht", "Bauer auf e2 kommt nicht nach e5")
    text = write(anna, "Hallo Bob!\n\nZUG e2-e4\nREMIS\nSAG Viel Erfolg!\n\nAnna", "accepted")
    has(text, "Bob ist am Zug: Schwarz, Zug 1.", "Du bietest Remis")
    letter = bob.newest.text
    assert not in_german(letter)
    has(letter, "It is your turn: Black, move 1.", "Anna offers you a draw", "Anna: Viel Erfolg!")
    # The words of another language are no orders of this player's.
    has(write(bob, "REMIS NEIN", "refused"), "could not carry out your orders")
    write(bob, "DRAW NO\ne5", "accepted")
    assert in_german(anna.newest.text)
    write(anna, "Lc4", "accepted")
    write(bob, "Nc6", "accepted")
    write(anna, "Dame nach h5", "accepted")
    write(bob, "Nf6", "accepted")
    has(write(anna, "ZUG Dxf7#", "accepted"), "Weiß gewinnt durch Matt.")
    over = [each.text for each in bob.read() if each.kind == "game-over"]
    has(over[0], "White wins by checkmate.")
    game.table.must("verify", game.id)


@case
def no_word_of_german_is_taken_from_who_has_not_chosen_it():
    game = a_game()
    path = f"{game.table.folder}/games/{game.id}/game.txt"
    with open(path, encoding="utf-8") as file:
        before = file.read()
    for text in ("AUFGEBEN", "REMIS", "FORDERE REMIS", "SAG Hallo", "VERLASSEN", "BRETT", "PASSE"):
        answer = write(game.anna, text, "refused")
        assert not in_german(answer), answer
    with open(path, encoding="utf-8") as file:
        assert file.read() == before
    write(game.anna, "SPRACHE Deutsch", "refused")
    write(game.anna, "LANGUAGE Deutsch", "wish")
    has(write(game.anna, "AUFGEBEN", "accepted"), "Schwarz gewinnt durch Aufgabe.")


@case
def english_words_stay_orders_and_english_comes_back_by_the_german_word():
    game = a_game()
    write(game.anna, "LANGUAGE de", "wish")
    assert in_german(write(game.anna, "MOVE e2-e4", "accepted"))
    assert not in_german(write(game.anna, "SPRACHE English", "wish"))


@case
def a_game_with_cards_is_played_in_german_and_english():
    game = a_game(variant="knightmare")
    anna, bob = game.anna, game.bob
    write(anna, "LANGUAGE Deutsch", "wish")
    has(write(anna, "HAND", "hand"), "Deine Hand, von links:")
    write(anna, "ZUG e2-e4\nWENN CHAOS ZUG d2-d4", "accepted")
    assert bob.newest.kind == "window" and not in_german(bob.newest.text), bob.newest.text
    write(bob, "MOVE e7-e5", "accepted")
    assert anna.newest.kind == "window" and in_german(anna.newest.text), anna.newest.text
    has(anna.newest.text, "schick also einfach deinen Zug. Dann gilt der Zug von Bob.")
    write(anna, "AUTOPASS AN", "accepted")
    write(anna, "ZUG g1-f3", "accepted")
    has(write(anna, "SPIELE Unsinn", "refused"), "nicht")
    has(write(anna, "KARTE Truce", "card"), "Truce")
    write(bob, "MOVE b8-c6", "accepted")
    has(write(anna, "AUFGEBEN", "accepted"), "Schwarz gewinnt durch Aufgabe.")
    game.table.must("verify", game.id)


def tried(player, *lines):
    return write(player, "\n".join(("PROBE",) + lines), "try")


@case
def what_letters_show_as_examples_has_german_letters_and_is_accepted():
    game = a_game("language = de")
    moves = "e4 a5 Sf3 a4 Lb5 a3 O-O axb2 c3".split()
    for number, move in enumerate(moves):
        write((game.anna, game.bob)[number % 2], move, "accepted")
    shown = re.findall(r"  ziehen +(ZUG .*)", game.bob.newest.text)[0]
    assert shown == "ZUG e7-e5, oder kurz Sf6, Txa2, bxc1=D", shown
    for move in shown.replace("ZUG ", "").replace("oder kurz ", "").split(", "):
        tried(game.bob, f"ZUG {move}")
    for written, meant in (("bxc1=S", "bxc1=N"), ("b2-c1T", "b2-c1R"), ("bxc1(L)", "bxc1(B)"), ("b2xc1=d", "b2xc1=Q")):
        has(tried(game.bob, written), f"MOVE {meant} Wir würden sie annehmen")
    # From the whole page: a move of a piece other than a pawn, and a promotion.
    text = write(game.bob, "HILFE ZUG", "help-moves")
    has(text, "eine Figur zieht Sf6, oder mit ihren Feldern g8-f6", "Umwandlung e1=D,")


@case
def debts_are_shown_and_read_in_german():
    game = a_game("language = de", variant="three-player", people={"white": "anna", "red": "bob", "black": "carl"},
                  **EXCHANGE)
    for turn in DEBT + TRADE:
        write(game.asked, turn, "accepted")
    text = game.asked.newest.text
    paying = re.findall(r"  (?:zahlen|oder mit Tausch) +((?:OPFERE|TAUSCHE) .*)", text)
    assert [each.split()[0] for each in paying] == ["OPFERE", "TAUSCHE"] and re.search("=[DTLS]$", paying[1]), text
    for order in paying:
        has(tried(game.asked, order, "ZUG Kb1"), "Wir würden sie annehmen")


@case
def cards_are_read_and_written_in_german_and_kept_in_english():
    game = a_game("language = de", variant="knightmare")
    anna = game.anna
    has(write(anna, "KARTE sumpf", "card"), "* Bog (Sumpf), 4 Punkte", "geschrieben SPIELE Bog", "Eine Rochade kann")
    has(write(anna, "KARTE Evil Eye", "card"), "(Böser Blick)", "SPIELE Evil Eye AUGE OPFER")
    has(write(anna, "KARTE Verschmelzung", "card"), "bleibt bis zum Verlust")
    hand = re.findall(r"(?m)^\* (.+?)(?: \((.*)\))?, \d+ Punkt", write(anna, "HAND", "hand"))
    assert len(hand) == 5, hand
    english, german = hand[0]
    text = write(anna, f"ZUG e2-e4\nABLEGEN {german or english}", "accepted")
    has(text, f"DISCARD {english}")
    # Read as far as that Bob has no such card, in whatever language.
    for words in ("Auferstehung Läufer c8", "Resurrection bishop c8", "Erdbeben LINKS h8=D", "Landnahme b7 a7"):
        text = write(game.bob, f"PROBE\nSPIELE {words}", "try")
        assert re.search(r"PLAY (Resurrection bishop c8|Earthquake LEFT h8=Q|Annexation b7 a7)\n", text), text
    with open(f"{game.table.folder}/games/{game.id}/game.txt", encoding="utf-8") as file:
        assert not german or german not in file.read()
    game.table.must("verify", game.id)


def play_read_in(player, words):
    """The PLAY that a move and below it these words are read as, whether the seat holds the card or not; or None."""
    german = in_german(player.letters[0].text)
    text = write(player, f"{'PROBE' if german else 'TRY'}\nMOVE e7-e5\n{words}", "try")
    found = re.findall(r"(?m)^ .*?(PLAY .*?)\.?$", text)
    return found[0] if found else None


@case
def the_words_of_a_cards_pattern_are_read_with_its_squares_in_both_languages():
    for language, lines in (
            ("en", ("PLAY Crab pawn d7", "PLAY Crab PAWN d7", "Play crab the pawn on d7", "Crab d7", "crab D7.")),
            ("de", ("SPIELE Krabbe BAUER d7", "SPIELE Crab Bauer auf d7", "SPIELE Crab pawn d7", "Crab d7", "Krabbe d7"))):
        bob = a_game(f"language = {language}", variant="knightmare").bob
        for line in lines:
            read = play_read_in(bob, line)
            assert read is not None, (line, read)


@case
def a_card_without_play_is_carried_out_only_where_nothing_else_is_meant():
    game = a_game(variant="knightmare")
    anna, bob = game.anna, game.bob
    before = game.file
    for line, order in (("Crab d2 was a good idea", "PLAY Crab d2"), ("Holy War b1 c1, what a card!", "PLAY Holy War b1 c1"),
                        ("Crab on d2?", "PLAY Crab d2"), ("Madman from b2 to d4 is strong", "PLAY Madman b2d4")):
        has(write(anna, line, "refused"), f"write {order}, and nothing else on that line")
    # With words that it doesn't ask for; with too few.
    has(write(anna, "MOVE e2-e4\nCrab pawn d2", "refused"), "write PLAY Crab d2, and nothing else on that line")
    has(write(anna, "MOVE e2-e4\nHoly War b1", "refused"), "names a card: to play it write PLAY in front of it")
    has(write(anna, "MOVE e2-e4\nSAY hello\nCrab d2", "refused"), "below something said")
    has(write(anna, "MOVE e2-e4\n\nBest wishes\nCrab d2", "refused"), "all orders together")
    assert game.file == before and not bob.read(), "nobody else is told of a card"
    # Text beside an order stays as it was.
    write(anna, "MOVE e2-e4\n\nCrab d2 was a good idea", "accepted")
    assert "PLAY" not in game.file


@case
def what_is_carried_out_with_a_cards_pattern_or_without_play_is_decided_so_again():
    done = set()
    while len(done) < 3:
        game = a_game("language = de", variant="knightmare")
        found = re.findall(r"SPIELE ([A-Z][A-Za-z ]+) ([a-h]\d)([a-h]\d)$", game.anna.newest.text, re.MULTILINE)
        if not found:
            continue
        card, start, end = found[0]
        for written in ("SPIELE {} VON {} NACH {}", "SPIELE {} from {} to {}", "{} {}{}"):
            if written not in done:
                done.add(written)
                text = write(game.anna, written.format(card, start, end), "accepted")
                has(text, f"PLAY {card}")
                game.table.must("verify", game.id)
                break


@case
def a_card_with_an_unreadable_word_is_refused_in_german():
    game = a_game("language = de", variant="knightmare")
    card = re.search(r"^\* (.*?)( \(.*\))?, \d+ P", game.anna.newest.text, re.MULTILINE).group(1)
    has(write(game.anna, f"SPIELE {card} z9\nZUG e2-e4", "refused"), "'z9' ist kein Feld dieses Bretts")


@case
def what_a_program_quotes_of_a_german_letter_is_cut_off():
    game = a_game("language = de")
    anna = game.anna
    quoted = "\n".join(f"> {line}" for line in anna.newest.text.split("\n"))
    assert in_german(anna.newest.text)
    write(anna, f"ZUG e2-e4\n\nAm 12. Mai schrieb pbem:\n{quoted}", "accepted")
    bob = game.bob
    has(write(bob, f"ZUG e7-e5\n\n{bob.newest.text}", "accepted"), "Angenommen: MOVE e7-e5")


@case
def rules_are_sent_in_german_and_what_there_is_in_english_alone_in_english():
    game = a_game("language = de")
    has(write(game.anna, "HILFE REGELN", "help-rules"), "Könige werden nie geschlagen")
    has(write(game.anna, "HILFE RULINGS stalemate", "help-rules"), "stalemate")
    assert re.search("kein(e|en)? ", write(game.anna, "HILFE REMIS", "help-draws"))


@case
def what_status_says_of_his_choices_can_be_sent_as_it_stands():
    game = a_game(variant="knightmare", days=5, vacation=20)
    write(game.anna, "LANGUAGE German", "wish")
    first, last = (time.strftime("%Y-%m-%d", time.gmtime(time.time() + days * 86400)) for days in (30, 34))
    write(game.anna, f"URLAUB {first} BIS {last}", "wish")
    text = write(game.anna, "STATUS", "status")
    lines = re.findall(r"^  \| ((?:NAME|KURZ|BILDER|KALENDER|ZEITZONE|SPRACHE|ANSICHT|AUTOPASS|URLAUB) .*)$", text, re.MULTILINE)
    assert lines == ["NAME Anna", "KURZ AUS", "BILDER AUS", "KALENDER AUS", "ZEITZONE UTC", "SPRACHE Deutsch",
                     "ANSICHT Weiß", "AUTOPASS AUS", f"URLAUB {first} BIS {last}"], text
    for line in lines[:7]:
        write(game.anna, line, "wish")
    write(game.anna, "ANSICHT EIGENE", "wish")
    write(game.anna, "KURZ AN", "wish")
    write(game.anna, "ZUG e2-e4\nAUTOPASS AUSSER SCHACH, KARTE", "accepted")
    has(write(game.anna, "STATUS", "status"), "ANSICHT EIGENE", "KURZ AN", "AUTOPASS AUSSER SCHACH, KARTE")
    assert "UNLESS CHECK, CARD" in game.file


@case
def a_short_hand_names_cards_as_orders_take_them():
    game = a_game(variant="knightmare")
    write(game.anna, "LANGUAGE German", "wish")
    write(game.anna, "KURZ AN", "wish")
    write(game.anna, "STATUS", "status")
    # A long name leaves its moment to a line of its own.
    hand = re.findall(r"^\* (.*?) +(\d+)(?:  \S|$)", game.anna.newest.text, re.MULTILINE)
    assert len(hand) == 5 and [each for each, _ in hand if "(" in each], game.anna.newest.text
    for name, points in hand:
        known = re.fullmatch(r"(.*) \((.*)\)", name)
        for each in known.groups() if known else [name]:
            has(write(game.anna, f"KARTE {each}", "card"), f"* {name}, {points} Punkt")


@case
def what_is_told_beside_comes_in_the_language_of_each():
    game = a_game()
    write(game.anna, "LANGUAGE German", "wish")
    game.bob.reply("NAME Bobby Fish")
    game.table.run()
    has(write(game.anna, "STATUS", "status"), "Bob, mit Schwarz am Brett, heißt von jetzt an Bobby Fish.")
    write(game.anna, "NAME Anna Berg", "wish")
    game.anna.reply("ZUG e2-e4", heads={"Auto-Submitted": "auto-replied"})
    game.table.run()
    has(write(game.anna, "STATUS", "status"), "Am ", "als hätte ihn ein Programm geschickt (nach seinem Auto-Submitted)")
    has(write(game.bob, "STATUS", "status"), "Anna, who plays White, is called Anna Berg from now on.")
    game.table.set("max-message-bytes = 20000")
    game.anna.reply("ZUG e2-e4\n\n" + "x" * 30000)
    game.table.run()
    has(game.anna.read()[0].text, "Er ist größer als die 19 kB, die ein Brief haben darf")
    has(write(game.anna, "ZEITZONE Berlino", "refused"), 'Eine Zeitzone "Berlino" gibt es nicht; meintest du ZEITZONE')
    # Open games, in each person's language.
    game.table.must("new", "chess", "--open", "--until", "2099-12-01", "--id", "offen")
    game.table.must("new", "ring", "--open", "--option", "seats=5", "--id", "kreis")
    has(write(game.anna, "LISTE", "games"), "offen chess, 2 von 2 Plätzen frei; bis 2. Dez 2099, 00:00 UTC",
        "kreis ring, 5 von 5 Plätzen frei")
    has(write(game.bob, "GAMES", "games"), "offen chess, 2 of 2 seats free; until 2 Dec 2099, 00:00 UTC")


@case
def an_open_game_is_joined_and_played_again_in_german():
    table = Table(f"{folder}/open", "language = de")
    notice = table.must("new", "chess", "--open", "--id", "offen")
    has(notice, "MITSPIELEN offen")
    assert not re.search(r"\b(JOIN|LEAVE|REMATCH)\b", notice)
    game = table.games["offen"] = Game(table, "offen")
    for player in game.anna, game.bob:
        table.put(f"From: {player.name} <{player.address}>\nTo: {ADDRESS}\nSubject: x\n"
                  f"Message-ID: {table.message_id()}\n\nMITSPIELEN offen ALS {player.name.title()}\n".encode())
        table.run()
        has(player.newest.text, "MITSPIELEN ALS und der Name")
        player.reply("MITSPIELEN")
        table.run()
    has(game.anna.letters[1].text, "VERLASSEN")
    assert os.path.exists(f"{table.folder}/games/offen/game.txt")
    game.anna.reply("AUFGEBEN")
    table.run()
    game.anna.read()
    game.anna.reply("REVANCHE")
    table.run()
    letter = game.bob.newest
    has(letter.text, "mitspielen REVANCHE", "ablehnen REVANCHE NEIN")
    game.bob.reply("REVANCHE NEIN", to=letter)
    table.run()
    has(game.anna.newest.text, "lehnt die Revanche für offen ab")
    for letter in game.anna.letters + game.bob.letters:
        assert not re.search(r"\b(JOIN|LEAVE|REMATCH)\b", letter.text), letter.text


@case
def every_side_of_every_game_has_a_german_name():
    table = Table(f"{folder}/sides", "language = de")
    names = {"White": "Weiß", "Black": "Schwarz", "Red": "Rot", "Brown": "Braun", "Blue": "Blau", "Yellow": "Gelb",
             "Green": "Grün"}
    for variant, seats in (("four-player", "white black red brown"), ("fourteen", "red blue yellow green"),
                           ("kingdom", "white red black blue"), ("three-player", "white red black")):
        game = table.game(unread=True, variant=variant, people=dict(zip(seats.split(), ("anna", "bob", "carl", "dora"))))
        for seat in seats.split():
            has(game.anna.newest.text, f"{names[seat.title()]}: {game.players[seat].name.title()}")
            assert not re.search(rf"\b{seat.title()}\b", game.anna.newest.text), game.anna.newest.text


run_cases()
