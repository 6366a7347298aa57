# SPDX-License-Identifier: MIT
"""acts.py FOLDER: a moderator's bad days, by command."""

import itertools
import os
import subprocess
import sys
import time

from table import PBEM, Table, case, has, only, run_cases

TRIO = {"white": "anna", "red": "bob", "black": "carl"}
counter = itertools.count()


def begin(*settings):
    return Table(f"{sys.argv[1]}/site{next(counter)}", "max-message-bytes = 200000", *settings)


def act(table, *words):
    """Does it; hands the letters out."""
    said = table.must(*words)
    table.collect()
    return said


def refused(table, code, phrase, *words):
    """It fails with that code, says the phrase, and nothing of the games has changed."""
    before = [game.file for game in table.games.values()]
    table.pbem(*words)
    assert table.code == code, (words, table.code, table.err)
    assert phrase in table.err, (words, table.err)
    table.collect()
    assert [game.file for game in table.games.values()] == before, words


def sound(table):
    table.must("verify")
    assert table.out == "", table.out


def entry(game):
    """The last entry of a game's file."""
    return "entry " + game.file.split("\nentry ")[-1]


@case
def what_is_said_reaches_all_and_changes_nothing():
    table = begin()
    game = table.game()
    before = game.file
    act(table, "say", "g1", "The site moves on Sunday;", "nothing will be lost.")
    assert game.file == before
    for player in (game.anna, game.bob):
        letter = only(player.read(), "said")
        has(letter.text, "a message for you from the moderator",
            "The site moves on Sunday; nothing will be lost.")
    # It can be answered like any letter.
    game.anna.reply("MOVE e2-e4")
    table.run()
    only(game.anna.read(), "accepted")
    only(game.bob.read(), "your-turn")
    refused(table, 64, "TEXT", "say", "g1")
    refused(table, 64, "contains a player's address", "say", "g1", f"Write to {game.bob.address.upper()}!")
    refused(table, 64, "contains a player's reply key", "say", "g1", f"Look: {game.anna.newest.token}")
    refused(table, 64, "at most 4000", "say", "g1", "x" * 4001)
    refused(table, 64, "isn't UTF-8", "say", "g1", b"caf\xe9")
    assert not game.anna.unread and not game.bob.unread


@case
def a_game_is_won_as_the_moderator_decides():
    table = begin()
    game = table.game()
    game.play("e2-e4")
    act(table, "rule", "g1", "win", "black", "--reason", "Anna has said so by telephone")
    has(entry(game), "moderator Anna has said so by telephone", "result black adjudicated")
    for player in (game.anna, game.bob):
        letter = only(player.read(), "game-over")
        has(letter.text, "Black wins by the moderator's decision.",
            "The moderator has decided how the game ends. The reason: Anna has said so by telephone.")
    sound(table)
    refused(table, 64, "the game is over already", "rule", "g1", "draw")
    refused(table, 64, "the game is over already", "cancel", "g1")
    # The letter says that it isn't the player's own order, and a reply to it has no effect then.
    game.bob.reply("MOVE e7-e5")
    table.run()
    assert len(game.bob.read()) == 1 and "e7-e5" not in game.file
    has(table.must("show", "g1"), "Black wins by the moderator's decision.")


@case
def a_draw_and_no_result_name_nobody():
    table = begin()
    for how, told, fact in (("draw", "Drawn by the moderator's decision.", "result draw adjudicated"),
                            ("void", "The game has no result: the moderator has declared it void.",
                             "result none void")):
        game = table.game()
        refused(table, 64, "one word too many", "rule", game.id, how, "white")
        act(table, "rule", game.id, how)
        has(entry(game), "  moderator\n".strip(), fact)
        has(only(game.anna.read(), "game-over").text, told,
            "The moderator has decided how the game ends.")
        only(game.bob.read(), "game-over")
    sound(table)
    has(table.must("status"), "The game has no result")


@case
def what_a_ruling_lacks_is_named():
    table = begin()
    table.game()
    refused(table, 64, "the winner is missing", "rule", "g1", "win")
    refused(table, 64, "g1 has no seat 'green'; it has: white, black", "rule", "g1", "win", "green")
    refused(table, 64, "not all players can win", "rule", "g1", "win", "white", "black")
    refused(table, 64, "lose", "rule", "g1", "lose", "white")
    refused(table, 66, "no game nosuch", "rule", "nosuch", "draw")
    refused(table, 64, "--reason", "rule", "g1", "draw", "--reason")
    refused(table, 64, "at most 400", "cancel", "g1", "--reason", "x" * 401)
    refused(table, 64, "contains a player's address", "cancel", "g1", "--reason", "ask anna.g1@example.net")


@case
def a_game_called_off_has_no_result():
    table = begin()
    game = table.game()
    game.play("e2-e4 e7-e5")
    act(table, "cancel", "g1", "--reason", "it was a test\nof the\tmail.")
    has(entry(game), "moderator it was a test of the mail.", "result none cancelled")
    for player in (game.anna, game.bob):
        has(only(player.read(), "game-over").text, "The game has no result: the moderator has called it off.",
            "The moderator has called the game off. The reason: it was a test of the mail.")
    sound(table)


@case
def a_late_command_hits_no_other_turn():
    table = begin()
    game = table.game()
    game.play("e2-e4")
    refused(table, 64, "since then: White e4 (entry 2). If you still want the command, repeat the command with AT 2 (in a shell: --at 2)",
            "forfeit", "g1", "white", "--at", "1")
    refused(table, 64, "no entry 9 yet; its last entry is 2", "rule", "g1", "draw", "--at", "9")
    refused(table, 64, "--at 'x': expected a number", "cancel", "g1", "--at", "x")
    refused(table, 64, "has newer entries than 1", "say", "g1", "Hurry!", "--at=1")
    act(table, "forfeit", "g1", "white", "--at", "2", "--reason", "gone fishing")
    has(entry(game), "moderator gone fishing", "beaten white forfeited", "result black")
    has(only(game.bob.read(), "game-over").text,
        "The moderator has put Anna (White) out of the game. The reason: gone fishing.")
    sound(table)


@case
def who_gets_no_letter_of_what_follows_gets_one_of_the_act():
    table = begin()
    game = table.game(variant="three-player", people=TRIO)
    act(table, "forfeit", "g1", "black", "--reason", "no word since May")
    kinds = {name: [each.kind for each in player.read()]
             for name, player in (("anna", game.anna), ("bob", game.bob), ("carl", game.carl))}
    assert kinds["carl"] == ["beaten"], kinds
    assert kinds["bob"] == ["moderated"], kinds
    assert len(kinds["anna"]) == 1, kinds
    for player in (game.anna, game.bob, game.carl):
        has(player.newest.text,
            "The moderator has put Carl (Black) out of the game. The reason: no word since May.")
        assert " ".join(player.newest.text.split()).count("has put Carl (Black) out of the game. The reason: no") == 1
    time.sleep(1.1)  # what stood in a letter of a run is known by its second
    # And only once: the next letter is about what is next.
    game.anna.reply("MOVE " + game.anna.newest.text.split("Your legal moves:")[1].split()[2].rstrip(","))
    table.run()
    assert game.bob.newest.kind == "your-turn", game.bob.newest.text
    assert "since May" not in game.bob.newest.text
    sound(table)


@case
def a_ring_and_a_game_with_cards_end_so_too():
    table = begin()
    ring = table.game(variant="ring", people={"a": "anna", "b": "bob", "c": "carl", "d": "dora"})
    cards = table.game(variant="knightmare")
    waiting = table.game(variant="knightmare", words="ask")
    refused(table, 64, "hasn't begun; it can be cancelled", "rule", waiting.id, "win", "white")
    for game, words in ((ring, ("win", "c")), (cards, ("draw",))):
        act(table, "rule", game.id, *words, "--reason", "a trial")
        for player in game.players.values():
            has(only(player.read(), "game-over").text, "The reason: a trial.")
    has(entry(ring), "result c adjudicated")
    assert "secret " in cards.file
    act(table, "cancel", waiting.id)
    for player in waiting.players.values():
        only(player.read(), "game-over")
    sound(table)


def quiet(game, *players):
    """Nobody has got a letter."""
    for player in players or game.players.values():
        assert not player.unread, (player.name, player.unread[-1].kind)


def old_letters_do_nothing(table, game, player, letters, sender=None):
    """Checks that replies to them have no effect, whatever they contain: the game doesn't change and nobody gets a
    letter."""
    before = game.file
    orders = ("MOVE e7-e5", "RESIGN", "BOARD\nSTATUS\nHISTORY", "SAY I was here.", "HELP", "HAND", "", "TRY\nMOVE e7-e5",
              "VIEW OWN", "LEAVE", "AUTOPASS ON")
    for order in orders:
        for letter in letters:
            player.reply(order, to=letter, sender=sender)
    # And with a program's head, too large, and unreadable.
    player.reply("RESIGN", to=letters[-1], heads={"Auto-Submitted": "auto-replied"}.items(), sender=sender)
    player.reply("RESIGN\n\n" + (76 * "A" + "\n") * 4000, to=letters[-1], sender=sender)
    player.reply("", to=letters[-1], sender=sender, content="multipart/encrypted; boundary=x",
                 body="--x\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--x\n"
                      "Content-Type: application/octet-stream\n\n-----BEGIN PGP MESSAGE-----\n--x--\n")
    player.reply("RESIGN", to=letters[-1], sender=sender,
                 heads={f"X-Long-{number}": 900 * "x" for number in range(100)}.items())
    table.run()
    assert " too large" in table.log or "more than max-message-bytes" in table.log, table.log
    assert game.file == before
    quiet(game)
    assert not table.elsewhere, [each.text for each in table.elsewhere]


@case
def who_is_replaced_has_no_say_and_who_replaces_him_has():
    table = begin()
    game = table.game()
    game.play("e2-e4")
    bob, letters = game.bob, list(game.bob.letters)
    # One letter is being sent while the player is replaced, and one of the player's own waits to be sent.
    table.must("resend", "g1", "black")
    table.collect()
    act(table, "replace", "g1", "black", "Carl Cole <carl@example.com>", "--at", "2",
        "--reason", "Bob has asked for it.")
    has(entry(game), "moderator Bob has asked for it.", "seat-changed black player Carl Cole")
    assert "carl@" not in game.file and bob.address not in game.file
    has(only(game.anna.read(), "moderated").text,
        "Carl Cole plays Black from now on instead of Bob. The reason: Bob has asked for it.")
    farewell = [each for each in bob.read() if "Thank you for playing" in each.subject][-1]
    assert farewell.token is None and "key" not in farewell.text
    has(farewell.text, "somebody else plays Black in game g1 (chess)", "Bob has asked for it.")
    assert "carl" not in farewell.text.lower()
    [letter] = table.elsewhere
    table.elsewhere.clear()
    assert letter.kind == "taken-over" and letter.to == "carl@example.com", letter.kind
    has(letter.text, "Dear Carl Cole, you take over Black in game g1", "Black: Carl Cole", "Your legal moves:",
        "write at its very top")
    old_letters_do_nothing(table, game, bob, letters + bob.letters[len(letters):-1])
    # Nor from the new player's address, except that this player is told a few times.
    for _ in range(8):
        bob.reply("MOVE e7-e5\nSAY x", to=letters[-1], sender="carl@example.com")
        table.run()
    assert "e7-e5" not in game.file and len(table.elsewhere) <= 3
    assert all(each.kind == "dead-token" for each in table.elsewhere)
    quiet(game)
    # The new player continues the game, and has the new name everywhere.
    bob.letters, bob.address = [letter], "carl@example.com"
    table.elsewhere.clear()
    bob.reply("MOVE e7-e5", to=letter)
    table.run()
    only(bob.read(), "accepted")
    has(only(game.anna.read(), "your-turn").text, "e7e5")
    has(table.must("show", "g1"), "Carl Cole")
    has(table.must("status"), "White (Anna) to move")
    sound(table)


@case
def a_second_generation_voids_the_first_and_a_copy_of_an_old_letter():
    table = begin()
    game = table.game()
    game.play("e2-e4")
    taken = game.bob.reply("MOVE e7-e5")
    table.run()
    only(game.bob.read(), "accepted")
    game.anna.read()
    for number in range(3):
        letters = list(game.bob.letters)
        act(table, "token", "g1", "black", "--reason", f"lost, the {number}.")
        letter = only(game.bob.read(), "new-keys")
        has(letter.text, "please reply only to this letter or newer ones", f"lost, the {number}.")
        has(entry(game), "seat-changed black keys")
        only(game.anna.read(), "moderated")
        # Anna's keys are as good as before.
        old_letters_do_nothing(table, game, game.bob, letters, sender="Eve <eve@example.com>")
    table.put(taken)
    table.run()
    quiet(game)
    game.anna.reply("MOVE d2-d4", to=[each for each in game.anna.letters if each.kind == "your-turn"][-1])
    table.run()
    has(only(game.bob.read(), "your-turn").text, "d2d4")
    game.bob.reply("MOVE e5xd4")
    table.run()
    assert "e5d4" in game.file
    sound(table)


@case
def an_address_changes_and_stands_nowhere():
    table = begin()
    game = table.game()
    old, letters = game.anna.address, list(game.anna.letters)
    act(table, "address", "g1", "white", "anna@new.example")
    has(entry(game), "seat-changed white address")
    assert "new.example" not in game.file + game.bob.newest.text + table.log
    has(only(game.bob.read(), "moderated").text, "Anna now gets the letters of this game at another address")
    [letter] = table.elsewhere
    assert letter.kind == "new-keys" and letter.to == "anna@new.example"
    table.elsewhere.clear()
    game.anna.read()
    old_letters_do_nothing(table, game, game.anna, letters, sender=f"Anna <{old}>")
    game.anna.letters, game.anna.address = [letter], "anna@new.example"
    game.anna.reply("MOVE e2-e4")
    table.run()
    only(game.anna.read(), "accepted")
    refused(table, 64, "white already has this address", "address", "g1", "white", "Anna@New.example")
    refused(table, 64, "only an address", "address", "g1", "white", "Anna <a@b.example>")
    refused(table, 64, "not a mail address", "address", "g1", "white", "anna")
    refused(table, 64, "the name or the reason contains an address", "address", "g1", "white", "a@b.example",
            "--reason", "now a@b.example")
    refused(table, 64, "the name or the reason contains an address", "replace", "g1", "white",
            "a@b.example <a@b.example>")
    refused(table, 64, "can't read 'Carl'", "replace", "g1", "white", "Carl")
    act(table, "cancel", "g1")
    refused(table, 64, "the game is over", "token", "g1", "white")
    sound(table)


@case
def who_takes_over_a_hand_sees_it_and_nobody_else_does():
    table = begin()
    game = table.game(variant="knightmare")
    hand = [line for line in game.bob.newest.text.splitlines() if line.startswith("* ")]
    act(table, "replace", game.id, "black", "Carl <carl@example.com>")
    [letter] = table.elsewhere
    assert [line for line in letter.text.splitlines() if line.startswith("* ")] == hand
    told = only(game.anna.read(), "moderated").text + " ".join(each.text for each in game.bob.read())
    for line in hand:
        assert line[2:20] not in told
    sound(table)
    waiting = table.game(variant="knightmare", words="ask")
    table.elsewhere.clear()
    act(table, "replace", waiting.id, "white", "Dora <dora@example.com>")
    [letter] = table.elsewhere
    assert letter.kind == "gather", letter.kind
    waiting.anna.letters, waiting.anna.address = [letter], "dora@example.com"
    waiting.anna.reply("JOIN WORDS seven red apples")
    table.run()
    assert "ready white" in waiting.file
    sound(table)


@case
def everybody_may_read_a_game_as_soon_and_as_long_as_the_moderator_says():
    table = begin()
    games = [table.game(), table.game(variant="knightmare"), table.game(publish="yes")]
    out = f"{table.folder}/pages"

    def pages():
        table.must("archive", out)
        return sorted(name[:-5] for name in os.listdir(f"{out}/games") if name.endswith(".html"))

    for game in games:
        game.anna.reply("SAY hello\n  publish yes\n  publish no\n\nMOVE e2-e4")
        table.run()
        assert "order white MOVE e2-e4" in game.file, game.file
    # The same for a game that is over, whose secrets are published.
    games[1].bob.reply("RESIGN")
    table.run()
    assert "secret" in entry(games[1]) and pages() == ["g3"]
    for game in games[:2]:
        game.anna.read(), game.bob.read()
        act(table, "publish", game.id, "yes", "--reason", "both have asked")
        has(entry(game), "moderator both have asked", "publish yes")
        for player in (game.anna, game.bob):
            has(only(player.read(), "moderated").text, "The moderator lets everybody read this game in the site's "
                "archive. The reason: both have asked.")
        refused(table, 64, f"the archive already contains {game.id}", "publish", game.id, "yes")
    assert pages() == ["g1", "g2", "g3"]
    games[0].anna.reply("STATUS")
    table.run()
    has(games[0].anna.newest.text, "Everybody may read the game in the site's archive.")
    # It isn't taken back with a turn; nor forgotten without a snapshot.
    act(table, "undo", "g1", "1")
    os.unlink(f"{table.folder}/games/g1/snapshot")
    refused(table, 64, "the archive already contains g1", "publish", "g1", "yes")
    assert pages() == ["g1", "g2", "g3"]
    for game in games:
        game.anna.read()
        act(table, "publish", game.id, "no")
        has(games[0].anna.letters[-1].text, "takes this game out of the site's archive")
        refused(table, 64, "the archive already leaves out", "publish", game.id, "no")
    refused(table, 64, "expected yes|no, not 'maybe'", "publish", "g1", "maybe")
    assert pages() == []
    for folder, _, names in os.walk(out):
        for name in names:
            with open(f"{folder}/{name}", "rb") as file:
                assert b"g1" not in file.read() and not name.startswith("g1."), name
    sound(table)


@case
def killed_anywhere_it_is_done_whole_or_not_at_all():
    table = begin()
    game = table.game()
    done = 0
    for step in range(1, 60):
        before = game.file
        seats = open(f"{table.folder}/games/g1/seats", encoding="utf-8").read()
        died = subprocess.run([PBEM, "--site", table.folder, "token", "g1", "black"], capture_output=True,
                              env=dict(os.environ, PBEM_STOP_AFTER=str(step)), check=False).returncode
        table.must("send")
        table.collect()
        now = open(f"{table.folder}/games/g1/seats", encoding="utf-8").read()
        assert (game.file != before) == (now != seats), step
        letters = [each.kind for each in game.bob.read()]
        assert letters == (["new-keys"] if game.file != before else []), (step, letters)
        game.anna.read()
        done += game.file != before
        if died == 0:
            break
    assert died == 0 and done > 1, (died, done)
    game.anna.reply("MOVE e2-e4")
    table.run()
    only(game.bob.read(), "your-turn")
    sound(table)


@case
def several_moderators_get_the_reports():
    table = begin("moderator = carol@example.org, dave@example.org")
    game = table.game()
    game.anna.reply("MOVE e2-e4", token=False, sender="eve@example.com")
    table.put(b"From: x@example.com\nTo: games@example.org\nSubject: x\n\nhello\n")
    table.run()
    reports = [each.to for each in table.to_moderator + table.elsewhere if each.kind == "report"]
    assert sorted(reports) == ["carol@example.org", "dave@example.org"], reports
    table.pbem("doctor")
    has(table.out, "carol@example.org, dave@example.org gets the reports")


run_cases(sys.argv[2:])
