# SPDX-License-Identifier: MIT
"""usage: prove.py FOLDER: the cases of prove.sh, a function each; its name says what is true."""
import os
import re
import sys

from table import TOKEN, Table, case, has, run_cases

folder = sys.argv[1]
tables = 0


def a_game(*settings, **options):
    global tables
    tables += 1
    return Table(f"{folder}/site{tables}", *settings).game(**options)


def record(game):
    return f"{game.table.folder}/games/{game.id}/game.txt"


def keep(player, name, letters=None):
    """Stores the player's letters as a mail program does, in a Maildir."""
    box = f"{folder}/{name}"
    os.makedirs(f"{box}/cur")
    for number, letter in enumerate(letters or player.letters):
        with open(f"{box}/cur/{number:03}:2,S", "wb") as file:
            file.write(letter.raw)
    return box


def prove(game, *boxes, code=0, words=()):
    """Returns the output, in which there may be nobody's key."""
    table = game.table
    said = table.pbem("prove", *words, record(game), *boxes)
    assert table.code == code, (table.code, said, table.err)
    assert not TOKEN.search(said + table.err), said
    return said


def played(*settings, **options):
    game = a_game(*settings, **options)
    game.play("e2-e4 e7-e5 g1-f3")
    game.bob.reply("STATUS")
    game.table.run()
    return game


@case
def an_honest_record_is_borne_out_by_all_letters():
    game = played()
    said = prove(game, keep(game.anna, "anna"), keep(game.bob, "bob"))
    assert re.match(r"(\d+) of \1 letters are about this game. The record agrees with \d+ fingerprints", said), said
    has(said, "No letter contradicts the record.")
    has(prove(game, f"{folder}/bob", words=["--verbose"]), "agrees with entry 2 of the record")


@case
def a_record_that_was_changed_afterwards_is_found_out():
    game, other = played(), a_game()
    other.play("e2-e4 e7-e5 d2-d4")
    box = keep(game.bob, "changed")
    said = prove(other, box, code=65)
    has(said, "letters contradict the record.", "the record has another entry with this number", "which the record doesn't have")
    # A player who cuts off the end isn't exposed by what is left, but by the letters about the rest.
    with open(record(game), "r+", encoding="utf-8") as file:
        text = file.read()
        file.truncate(len(text[:text.rindex("entry ")].encode()))
    has(prove(game, box, code=65), "contradict")


@case
def letters_of_before_tell_fingerprints_alone_on_their_lines():
    game, other = played(), a_game()
    other.play("e2-e4 e7-e5 d2-d4")
    letters = [type(letter)(letter.raw.replace(b"\n  hash ", b"\n  ")) for letter in game.bob.letters]
    assert any(old.raw != letter.raw for old, letter in zip(letters, game.bob.letters))
    has(prove(other, keep(game.bob, "before", letters), code=65), "which the record doesn't have")
    has(prove(game, f"{folder}/before"), "No letter contradicts the record.")


@case
def a_damaged_record_proves_nothing():
    game = played()
    with open(record(game), "r+", encoding="utf-8") as file:
        text = file.read().replace("e2e4 e4", "e2e3 e3")
        file.seek(0)
        file.write(text)
    prove(game, keep(game.anna, "damaged"), code=65)
    has(game.table.err, "a damaged record proves nothing")


@case
def what_can_not_be_read_now_is_not_called_damaged():
    game = played()
    box = keep(game.anna, "later")
    os.rename(record(game), record(game) + ".kept")
    os.symlink("game.txt", record(game))
    prove(game, box, code=75)
    has(game.table.err, "pbem can't read")
    os.replace(record(game) + ".kept", record(game))
    os.symlink("nowhere", f"{folder}/nowhere")
    prove(game, box, f"{folder}/nowhere", code=75)


@case
def letters_of_other_games_and_of_people_are_passed_over():
    game = played()
    box = f"{folder}/others"
    os.makedirs(box)
    for name, text in (("note.eml", "From: x@example.net\nSubject: hello\n\nHow are you?\n"), ("empty", "")):
        with open(f"{box}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
    has(prove(game, box), "0 of 2 letters are about this game", "These letters prove nothing.")
    second = game.table.game()
    has(prove(second, keep(game.anna, "first")), "0 of ", "These letters prove nothing.")


@case
def a_mailbox_in_one_file_is_read_letter_by_letter():
    game = played()
    with open(f"{folder}/mbox", "wb") as file:
        for letter in game.anna.letters:
            file.write(b"From pbem@example.org Mon Nov 23 12:00:00 2026\n" + letter.raw.replace(b"\r\n", b"\n") + b"\n")
    count = len(game.anna.letters)
    has(prove(game, f"{folder}/mbox"), f"{count} of {count} letters", "No letter contradicts the record.")


def with_cards(*settings):
    """A game with cards that is over, with letters of many kinds."""
    game = a_game(*settings, variant="knightmare")
    anna, bob = game.anna, game.bob
    for player, text in ((anna, "HAND"), (anna, "TRY\nMOVE e2-e4"), (anna, "MOVE e2-e4"), (bob, "STATUS"),
                         (bob, "MOVE e7-e5"), (anna, "AUTOPASS ON"), (bob, "AUTOPASS ON"), (anna, "MOVE g1-f3"),
                         (bob, "HAND"), (bob, "MOVE b8-c6"), (anna, "SHORT ON"), (anna, "HAND")):
        player.reply(text)
        game.table.run()
    held = re.findall(r"(?m)^\* (.+?)(?: \(|,|  )", anna.newest.text.partition("Hand")[2] or anna.newest.text)
    anna.reply(f"MOVE f1-c4\nDISCARD {held[0]}")
    game.table.run()
    has(prove(game, keep(anna, f"running{tables}")), "The record doesn't show hands yet, so hands in letters were not compared.")
    bob.reply("RESIGN")
    game.table.run()
    return game


@case
def hands_are_compared_when_the_record_tells_them():
    game = with_cards()
    said = prove(game, keep(game.anna, "cards"), keep(game.bob, "cards-bob"))
    has(said, "No letter contradicts the record.")
    hands = int(re.search(r"and (\d+) hands", said).group(1))
    shown = sum("Your hand, from the left" in each.text for each in game.anna.letters + game.bob.letters)
    tried = sum(each.kind == "try" and "Your hand, from the left" in each.text
                for each in game.anna.letters + game.bob.letters)
    assert hands == shown - tried > 6, (hands, shown, tried)


@case
def hands_are_compared_in_german_too():
    game = with_cards("language = de")
    said = prove(game, keep(game.anna, "karten"))
    has(said, "No letter contradicts the record.")
    assert int(re.search(r"and (\d+) hands", said).group(1)) > 3, said


@case
def another_hand_than_the_record_has_is_found_out():
    game = with_cards()
    letter = next(each for each in game.anna.letters if each.kind == "hand")
    text = letter.raw.decode()
    line = re.search(r"(?m)^\* ([A-Z][^,(]*),", text)
    other = "Bog" if line.group(1) != "Bog" else "Crusade"
    letter.raw = text.replace(line.group(0), f"* {other},", 1).encode()
    has(prove(game, keep(game.anna, "lied", [letter]), code=65), "the letter shows a hand that the record doesn't have",
        "One letter contradicts the record.")


run_cases()
