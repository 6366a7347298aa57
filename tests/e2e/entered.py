# SPDX-License-Identifier: MIT
"""entered.py FOLDER: what a moderator enters for players, and his acts killed at every step."""

import itertools
import os
import shutil
import subprocess
import sys
import time

from table import ADDRESS, PBEM, Player, Table, case, has, only, run_cases

counter = itertools.count()
NOW = int(time.time())


def day(number):
    return time.strftime("%Y-%m-%d", time.gmtime(NOW + number * 86400))


def begin(*settings):
    return Table(f"{sys.argv[1]}/entered{next(counter)}", *settings)


def enter(table, game, seat, text, *words):
    """Orders entered for a seat; the letters are handed out."""
    said = table.must("deliver", game.id, "--as", seat, *words, data=text.encode())
    table.collect()
    return said


def refused(table, game, seat, text, phrase, *words, code=64):
    """Nothing has changed and nobody is written to; what is said has the phrase."""
    before = game.file
    table.pbem("deliver", game.id, "--as", seat, *words, data=text.encode())
    assert table.code == code and phrase in table.err and table.out == "", (table.code, table.err)
    table.collect()
    assert game.file == before
    assert not any(player.unread for player in game.players.values())
    return table.err


def entry(game):
    return "entry " + game.file.split("\nentry ")[-1]


def sound(table):
    table.must("verify")
    assert table.out == "", table.out


@case
def orders_are_entered_whole_and_all_are_told_by_whom():
    table = begin()
    game = table.game()
    game.play("e2-e4")
    asked = game.bob.newest
    enter(table, game, "black", "MOVE e7-e5\nSAY Good luck!\n", "--at", "2", "--reason", "by telephone")
    has(entry(game), "moderator by telephone", "as black", "order black MOVE e7-e5")
    told = "The moderator has entered orders for Bob (Black). The reason: by telephone."
    letter = only(game.bob.read(), "accepted")
    has(letter.text, "the moderator has entered these orders for you", "MOVE e7-e5", told)
    assert ", we have carried out your orders" not in letter.text
    letter = only(game.anna.read(), "your-turn")
    has(letter.text, told, "e7e5", "Good luck!")
    sound(table)
    # The letter that asked has been answered; a second answer comes when it isn't the player's turn.
    game.bob.reply("MOVE a7-a6", to=asked)
    table.run()
    only(game.bob.read(), "dead-token")
    refused(table, game, "black", "MOVE a7-a6", "White's turn")
    refused(table, game, "black", "MOVE a7-a6", "since then: Black e5 (entry 3)", "--at", "2")
    # And is taken back like any other.
    table.must("undo", game.id, "2")
    table.collect()
    only(game.bob.read(), "your-turn")
    game.anna.read()
    game.bob.reply("MOVE c7-c5")
    table.run()
    assert "c7c5" in game.file
    sound(table)


@case
def a_whole_letter_is_entered_as_it_would_be_read():
    table = begin()
    game = table.game()
    letter = game.anna.compose("MOVE e2-e4", token=False, sender="anna@elsewhere.example").decode()
    game.anna.reply("MOVE d2-d4", token=False, sender="anna@elsewhere.example")
    table.run()
    assert "d2" not in game.file.split("entry 1")[1].split("|")[0]
    enter(table, game, "white", letter)
    has(entry(game), "as white", "order white MOVE e2-e4")
    assert "elsewhere" not in game.file + game.anna.newest.text + game.bob.newest.text
    sound(table)


@case
def what_a_player_could_not_do_is_not_entered():
    table = begin("from-must-match = yes")
    game = table.game()
    refused(table, game, "white", "MOVE e2-e5", "isn't legal")
    refused(table, game, "white", "MOVE e2-e4\nMOVE d2-d4", "MOVE")
    refused(table, game, "white", "MOVE e2-e4\nBOARD", "asks or wishes")
    refused(table, game, "white", "ZONE Europe/Berlin", "asks or wishes")
    refused(table, game, "white", "TRY\nMOVE e2-e4", "TRY")
    refused(table, game, "white", "SAY hello", "no order")
    refused(table, game, "white", "", "empty")
    refused(table, game, "white", f"MOVE e2-e4\nSAY {game.bob.newest.token}", "contains a player's reply key")
    refused(table, game, "green", "MOVE e2-e4", "no seat 'green'")
    refused(table, game, "white", "MOVE e2-e4", "contains a player's address", "--reason", f"ask {game.bob.address}")
    refused(table, game, "white", "MOVE e2-e4", "no entry 7 yet", "--at", "7")
    for words, phrase in ((["--as", "white"], "expected GAME with --as"), (["g1"], "without --as"),
                          (["--reason", "x"], "need --as SEAT"), (["--at", "1"], "need --as SEAT"),
                          (["g1", "--as"], "--as"), (["g1", "g2", "--as", "white"], "g2")):
        table.pbem("deliver", *words, data=b"MOVE e2-e4")
        assert table.code == 64 and phrase in table.err, (words, table.code, table.err)
    table.pbem("deliver", "g9", "--as", "white", data=b"MOVE e2-e4")
    assert table.code == 66 and "no game g9" in table.err, table.err
    # Sent later.
    table.must("deliver", "g1", "--as", "white", "--no-send", data=b"MOVE e2-e4")
    table.collect()
    assert "e2e4" in game.file and not game.bob.unread
    table.must("send")
    table.collect()
    only(game.bob.read(), "your-turn")
    enter(table, game, "black", "RESIGN")
    assert [each.kind for each in game.anna.read()] == ["accepted", "game-over"]
    refused_over = table.pbem("deliver", "g1", "--as", "white", data=b"MOVE d2-d4")
    assert table.code == 64 and "over" in table.err, refused_over


@case
def a_language_is_the_players():
    table = begin("language = de")
    game = table.game()
    enter(table, game, "white", "ZUG e2-e4", "--reason", "am Telefon")
    has(entry(game), "order white MOVE e2-e4")
    has(only(game.anna.read(), "accepted").text, "der Spielleiter hat diese Befehle für dich eingetragen", "am Telefon")
    sound(table)


@case
def a_ring_and_windows_of_cards_take_them():
    table = begin()
    ring = table.game(variant="ring", people={"a": "anna", "b": "bob", "c": "carl", "d": "dora"})
    asked = [each for each in ring.players.values() if "ask " + each.seat in ring.file][0]
    enter(table, ring, asked.seat, "MOVE e2-e4", "--reason", "by telephone")
    has(ring.file, f"as {asked.seat}", f"order {asked.seat} MOVE")
    sound(table)


@case
def no_hand_is_told_to_the_moderator():
    table = begin()
    game = table.game(variant="knightmare")
    names = {player: [line[2:].split(" (")[0].split("  ")[0] for line in player.newest.text.splitlines()
                      if line.startswith("* ")] for player in game.players.values()}
    # Public knowledge is reported; the contents of a hand aren't.
    refused(table, game, "white", "MOVE e2-e5", "isn't legal")
    said = {refused(table, game, "white", f"PLAY {card} e4\nMOVE e2-e4", "Why isn't told here")
            for card in ("Fireball", "Truce", "Doppelganger")}
    assert len(said) == 1, said
    for hand in names.values():
        for card in hand:
            assert card not in " ".join(said), (card, said)
    enter(table, game, "white", "MOVE e2-e4")
    assert table.out == "" and table.err == ""
    letters = {player: player.read() for player in game.players.values()}
    hand = [line for line in letters[game.anna][0].text.splitlines() if line.startswith("* ")]
    assert hand and all(line not in letter.text for line in hand for letter in letters[game.bob])
    sound(table)


@case
def killed_anywhere_orders_are_entered_once_or_not_at_all():
    killed_everywhere("deliver", "g1", "--as", "white", "--reason", "x", data=b"MOVE e2-e4\nSAY hello")


# ---- every act ----


def outcome(table):
    """Files of the game, and which letters went to whom."""
    table.collect()
    game = table.games["g1"]
    seats = ""
    for name in "seats", "watchers":
        if os.path.exists(f"{table.folder}/games/g1/{name}"):
            with open(f"{table.folder}/games/g1/{name}", encoding="utf-8") as file:
                seats += file.read()
    letters = [(letter.to, letter.id, letter.text) for player in game.players.values() for letter in player.read()]
    letters += [(letter.to, letter.id, letter.text) for letter in table.elsewhere]
    table.elsewhere.clear()
    return game.file, seats, sorted(letters)


def killed_everywhere(*words, data=None, prepare=(), moves="", **options):
    """Killed at each step the command has done all or nothing, when the next runs are over."""
    began = int(time.time())
    os.environ["PBEM_TIME"] = str(began)
    try:
        _killed_everywhere(began, words, data, prepare, moves, options)
    finally:
        del os.environ["PBEM_TIME"]


def _killed_everywhere(began, words, data, prepare, moves, options):
    table = begin()
    game = table.game(**(options or {"days": 5, "vacation": 20}))
    os.environ["PBEM_TIME"] = str(began + 100)
    if moves:
        game.play(moves)
    for each in prepare:
        each(table) if callable(each) else table.must(*each)
    table.run()
    for player in game.players.values():
        table.collect()
        player.read()
    table.elsewhere.clear()
    os.environ["PBEM_TIME"] = str(began + 200)
    base = f"{table.folder}.base"
    shutil.copytree(table.folder, base)
    nothing = outcome(table)
    wanted, done, step = None, 0, 0
    while True:
        shutil.rmtree(table.folder)
        shutil.copytree(base, table.folder)
        # First not at all.
        env = dict(os.environ, PBEM_STOP_AFTER=str(step)) if step else os.environ
        died = subprocess.run([PBEM, "--site", table.folder, *words], capture_output=True, input=data, env=env,
                              check=False)
        assert died.returncode == (0 if step == 0 else died.returncode), died.stderr
        table.run()
        now = outcome(table)
        if step == 0:
            wanted = now
            assert wanted != nothing and wanted[2], words
        assert now in (nothing, wanted), (words, step, now, wanted)
        done += step > 0 and now == wanted
        sound(table)
        if step > 0 and died.returncode == 0:
            break
        step += 1
    assert done > 3 and step > 6, (words, done, step)
    shutil.rmtree(base)


def vera_asks_to_watch(table):
    """She has confirmed, and waits for the moderator's word."""
    vera = Player(table.games["g1"], None, "vera")
    table.put(f"From: {vera.address}\nTo: {ADDRESS}\nSubject: a game\nMessage-ID: {table.message_id()}\n\n"
              "WATCH g1\n".encode())
    table.run()
    vera.letters = [only(table.elsewhere, "watcher-asked")]
    vera.reply("WATCH")
    table.run()
    only(table.elsewhere[1:], "watcher-told")


ACTS = (
    (("say", "g1", "The site moves."), ()),
    (("resend", "g1", "black"), ()),
    (("remind", "g1", "white"), ()),
    (("pause", "g1", "--reason", "x"), ()),
    (("resume", "g1"), (("pause", "g1"),)),
    (("extend", "g1", "white", "3"), ()),
    (("away", "g1", "black", day(2), day(5)), ()),
    (("forfeit", "g1", "black"), ()),
    (("rule", "g1", "draw"), ()),
    (("cancel", "g1"), ()),
    (("replace", "g1", "black", "Carl <carl@example.com>"), ()),
    (("token", "g1", "white"), ()),
    (("address", "g1", "white", "anna@new.example"), ()),
    (("publish", "g1", "yes", "--reason", "x"), ()),
    (("publish", "g1", "no"), (("publish", "g1", "yes"),)),
    (("undo", "g1", "1", "--reason", "x"), ()),
    (("reject", "g1"), ()))
for each_words, each_prepare in ACTS:

    def killed(words=each_words, prepare=each_prepare):
        killed_everywhere(*words, prepare=prepare, moves="e2-e4 e7-e5")

    killed.__name__ = f"killed_anywhere_{each_words[0]}_is_done_whole_or_not_at_all"
    case(killed)


@case
def killed_anywhere_begin_is_done_whole_or_not_at_all():
    killed_everywhere("begin", "g1", variant="knightmare", words="ask")


WATCHERS = ("allow", "refuse", "remove")
for each_word in WATCHERS:

    def killed_watcher(word=each_word):
        killed_everywhere("watcher", "g1", word, "1", prepare=(vera_asks_to_watch,), moves="e2-e4", watch="ask")

    killed_watcher.__name__ = f"killed_anywhere_watcher_{each_word}_is_done_whole_or_not_at_all"
    case(killed_watcher)


@case
def no_act_was_forgotten():
    table = begin()
    acts = table.must("help").split("Actions of the moderator in a game:\n")[1].split("\n\n")[0]
    assert {line.split()[0] for line in acts.splitlines()} == {words[0] for words, _ in ACTS} | {"begin", "watcher"}
    assert f"{'|'.join(WATCHERS)}" in table.must("help", "watcher")


@case
def what_is_said_or_sent_twice_in_a_second_comes_twice():
    os.environ["PBEM_TIME"] = str(NOW)
    table = begin()
    game = table.game(days=5)
    for words, kind in ((("say", "g1", "Hello."), "said"), (("resend", "g1", "white"), "board"),
                        (("remind", "g1", "white"), "reminder")):
        for _ in range(2):
            table.must(*words)
        table.collect()
        letters = game.anna.read()
        assert [each.kind for each in letters] == [kind] * 2 and letters[0].id != letters[1].id, kind
    # Remarks: each once, however fast they come, and not again in a later letter.
    game.bob.read()
    for number in range(3):
        table.must("pause" if number % 2 == 0 else "resume", "g1", "--reason", "the same")
    table.must("resume", "g1", "--reason", "the same")
    table.collect()
    letters = game.bob.read()
    assert [each.kind for each in letters] == ["moderated"] * 4, [each.kind for each in letters]
    assert [" ".join(each.text.split()).count("The reason: the same") for each in letters] == [1] * 4, [each.text for each in letters]
    game.anna.reply("MOVE e2-e4")
    table.run()
    letter = only(game.bob.read(), "your-turn")
    assert "the same" not in letter.text, letter.text
    sound(table)
    del os.environ["PBEM_TIME"]


@case
def replaced_and_then_taken_back_without_a_snapshot():
    table = begin()
    game = table.game(variant="knightmare")
    game.anna.reply("MOVE e2-e4")
    table.run()
    for player in game.players.values():
        player.read()
    last = int(entry(game).split()[1])
    before = list(game.bob.letters)
    table.must("replace", "g1", "black", "Carl Cole <carl@example.com>")
    table.collect()
    os.unlink(f"{table.folder}/games/g1/snapshot")
    table.must("undo", "g1", str(last), "--reason", "x")
    os.unlink(f"{table.folder}/games/g1/snapshot")
    table.collect()
    # The player of a seat isn't changed by a takeback.
    has(table.must("show", "g1"), "Carl Cole")
    sound(table)
    game.bob.read()
    for letter in before:
        game.bob.reply("PASS", to=letter)
    table.run()
    assert not game.bob.unread
    assert [each.kind for each in table.elsewhere][:1] == ["taken-over"], [each.kind for each in table.elsewhere]
    game.bob.letters, game.bob.address = [each for each in table.elsewhere if each.token], "carl@example.com"
    table.elsewhere.clear()
    game.bob.reply("RESIGN")
    table.run()
    has(game.file, "RESIGN")
    sound(table)


run_cases(sys.argv[2:], slow=8)
