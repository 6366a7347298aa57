# SPDX-License-Identifier: MIT
"""moving.py FOLDER: games that move between sites, and the letters that go after them."""

import glob
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import time

from table import PBEM, TOKEN, OldTable, Player, Table, case, has, only, run_cases

counter = itertools.count()
NOW = int(time.time())


# Where sites with such settings were made; copies of them are in a folder beside it.
made = {}


def sites(*settings, count=2):
    """Sites side by side that know the same players; the first has g1. They replace earlier ones of the same settings."""
    key = (count, os.environ.get("PBEM_TIME"), *settings)
    if key not in made:
        made[key] = base = f"{sys.argv[1]}/moving{next(counter)}"
        for i in range(count):
            Table(f"{base}/{'abc'[i]}", f"first-game = {1 + 1000 * i}", *settings)
        shutil.copytree(base, f"{base}.made")
    base = made[key]
    shutil.rmtree(base)
    tables = [OldTable(f"{base}/{'abc'[i]}", f"{base}.made/{'abc'[i]}", converted=False) for i in range(count)]
    for i, table in enumerate(tables):
        table.games, table.count = tables[0].games, 10000 * i
    return tables


def move(old, new, game):
    said = old.must("move", game.id, new.folder)
    told = json.loads(old.must("status", "--json"))["site"]["moved"]
    assert {"game": game.id, "to": new.folder, "moving": False} in told, f"status tells of {told}"
    game.table = new
    return said


def run(*tables):
    for table in tables:
        table.run()


def kinds(player):
    return [each.kind for each in player.read()]


def sound(*tables):
    for table in tables:
        table.must("verify")
        assert "note: this is earlier" in table.out or table.out == "", table.out


def played(game, move):
    """Returns how often a move occurs in the game's file; digests may contain the same letters."""
    return len(re.findall(rf"^  played \w+ {move}\b", game.file, re.M))


def refused(table, phrase, code, *words):
    table.pbem("move", *words)
    assert table.code == code and phrase in table.err, (table.code, table.err)


def under(folder):
    return {os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names}


def text_of(path):
    with open(path, "rb") as file:
        return file.read()


@case
def a_game_goes_on_at_its_new_site_with_the_keys_of_before():
    old, new = sites()
    game = old.game()
    game.play("e2-e4 e7-e5")
    asked, before = game.anna.newest, game.file
    has(move(old, new, game), f"Game g1 is now in {new.folder}.")
    assert game.file == before
    game.anna.reply("MOVE g1-f3", to=asked)
    run(new)
    only(game.anna.read(), "accepted")
    only(game.bob.read(), "your-turn")
    # The key is good once.
    game.anna.reply("MOVE d2-d4", to=asked)
    run(new)
    only(game.anna.read(), "dead-token")
    game.bob.reply("MOVE b8-c6")
    run(new)
    game.bob.read()
    has(only(game.anna.read(), "your-turn").text, "b8c6")
    sound(old, new)
    has(new.must("show", "g1"), "Nc6")


@case
def a_letter_that_reaches_the_old_site_comes_after_the_game():
    old, new = sites()
    game = old.game()
    letter = game.anna.compose("MOVE e2-e4\nSAY Good luck!")
    move(old, new, game)
    old.put(letter)
    has(old.run(), f"forwarded to {new.folder}")
    assert not game.anna.unread and not game.bob.unread
    assert len(os.listdir(f"{new.folder}/forwarded")) == 1 and os.listdir(f"{old.folder}/forwarding") == []
    run(new)
    assert os.listdir(f"{new.folder}/forwarded") == []
    only(game.anna.read(), "accepted")
    has(only(game.bob.read(), "your-turn").text, "Good luck!")
    # The same bytes by either way, and once more: nobody is written to twice.
    new.put(letter)
    old.put(letter)
    run(old, new, old, new)
    assert "Good luck!" not in " ".join(each.text for each in game.bob.read())
    assert played(game, "e2e4") == 1
    # A letter that was delivered by itself comes after it, too.
    old.deliver(game.bob.compose("MOVE e7-e5"))
    run(new)
    assert played(game, "e7e5") == 1
    sound(old, new)


@case
def a_letter_without_a_key_goes_after_the_game_its_subject_names():
    old, new = sites()
    game = old.game()
    move(old, new, game)
    old.put(game.anna.compose("MOVE e2-e4", token=False))
    run(old, new)
    letter = only(game.anna.read(), "keyless")
    assert not played(game, "e2e4")
    game.anna.reply("MOVE e2-e4", to=letter)
    run(new)
    only(game.anna.read(), "accepted")
    # A stranger learns nothing by it.
    for table in old, new:
        table.put(game.anna.compose("MOVE e2-e4", token=False, sender="mallory@example.org"))
    run(old, new)
    assert not game.anna.unread and not new.elsewhere and not old.elsewhere


@case
def letters_wait_while_the_other_site_is_out_of_reach():
    old, new = sites()
    game, other = old.game(), old.game(people={"white": "carl", "black": "dora"})
    move(old, new, game)
    os.rename(new.folder, f"{new.folder}.away")
    old.put(game.anna.compose("MOVE e2-e4"))
    other.carl.reply("MOVE d2-d4")
    old.pbem("run")
    assert old.code == 75 and f"there is no site in {new.folder}" in old.err, (old.code, old.err)
    assert not os.path.exists(new.folder)
    assert played(other, "d2d4") == 1
    old.pbem("doctor")
    assert re.search(r"^note .*moves .*letters for games that have moved to other sites: 1;", old.out, re.M), old.out
    os.rename(f"{new.folder}.away", new.folder)
    run(old, new)
    assert played(game, "e2e4") == 1
    has(old.pbem("doctor"), "games that have moved from here to other sites: 1")


@case
def a_move_that_was_killed_is_named_and_finished():
    old, new = sites()
    game = old.game()
    for step in range(1, 20):
        subprocess.run([PBEM, "--site", old.folder, "move", "g1", new.folder], check=False, capture_output=True,
                       env=dict(os.environ, PBEM_STOP_AFTER=str(step)))
        if not os.path.exists(f"{old.folder}/games/g1"):
            break
    assert not os.path.exists(f"{new.folder}/games/g1")
    run(old)
    phrase = f"pbem move g1 {new.folder}"
    has(old.must("status"), phrase)
    old.pbem("doctor")
    assert old.code == 78 and phrase in old.out, old.out
    old.pbem("show", "g1")
    assert old.code == 66 and phrase in old.err, old.err
    refused(old, phrase, 64, "g1", Table(f"{old.folder}x").folder)
    # Without what the ledger had of it, letters dealt with would be dealt with again.
    ledger = glob.glob(f"{old.folder}/moving-out/*/ledger")[0]
    os.rename(ledger, f"{old.folder}/ledger.kept")
    old.pbem("move", "g1", new.folder)
    assert old.code != 0 and "is missing" in old.err and not os.path.exists(f"{new.folder}/games/g1"), old.err
    os.rename(f"{old.folder}/ledger.kept", ledger)
    # A letter that comes meanwhile waits for the game.
    old.put(game.anna.compose("MOVE e2-e4"))
    run(old, new, new)
    assert not game.anna.unread
    has(move(old, new, game), "this command finished an earlier 'pbem move'")
    run(new)
    only(game.anna.read(), "accepted")
    sound(old, new)


@case
def a_letter_that_was_answered_is_not_answered_twice():
    old, new = sites()
    game = old.game()
    letter = game.bob.compose("SAY Hello!")
    old.put(letter)
    run(old)
    assert "said" in kinds(game.anna)
    game.bob.read()
    move(old, new, game)
    again = re.sub(rb"Date: .*\n", b"Date: Thu, 1 Jan 2026 00:00:00 +0000\n", letter)
    for each in (letter, again):
        old.put(each)
        run(old, new)
        new.put(each)
        run(new)
    assert kinds(game.anna) == []
    assert "said" not in kinds(game.bob)


@case
def it_moves_back_and_on_and_every_key_stays_good():
    first, second, third = sites(count=3)
    game = first.game()
    game.play("e2-e4")
    letters = [game.bob.newest]
    move(first, second, game)
    game.bob.reply("MOVE e7-e5", to=letters[0])
    run(second)
    asked = only(game.anna.read(), "your-turn")
    move(second, third, game)
    # By way of both.
    game.table = first
    game.anna.reply("STATUS", to=asked)
    game.table = third
    second.put(game.anna.compose("MOVE g1-f3", to=asked))
    run(first, second, third)
    assert played(game, "g1f3") == 1
    asked = only([each for each in game.bob.read() if each.kind == "your-turn"], "your-turn")
    move(third, first, game)
    assert not os.path.exists(f"{first.folder}/moved/g1")
    third.put(game.bob.compose("MOVE b8-c6", to=asked))
    run(third, first)
    assert played(game, "b8c6") == 1
    move(first, second, game)
    game.anna.read()
    game.anna.reply("MOVE f1-b5")
    run(second)
    assert played(game, "f1b5") == 1
    sound(first, second, third)
    # Numbers are given once, whoever has the game.
    for table, number in ((first, 2), (second, 1001)):
        table.must("new", "chess", "white=A <a@example.org>", "black=B <b@example.org>")
        has(text_of(f"{table.folder}/games/g{number}/game.txt").decode(), f"number {number}")


@case
def what_a_site_has_of_a_game_goes_along_and_nothing_else():
    old, new = sites()
    game, other = old.game(), old.game(people={"white": "carl", "black": "dora"})
    move(old, new, game)
    for key in os.listdir(f"{old.folder}/keys"):
        secret = text_of(f"{old.folder}/keys/{key}").strip()
        assert all(secret not in text_of(f"{new.folder}/{path}") for path in under(new.folder))
    # The owner of one game's keys doesn't have those of another.
    new.put(other.carl.compose("MOVE e2-e4"))
    run(new)
    has(new.must("status"), "1 letter with a key that isn't genuine")
    left = {path for path in under(old.folder) if "g1" in path and "mail/" not in path}
    assert left == {"moved/g1", "moved/g1.keys"}, left
    for path in left:
        assert os.stat(f"{old.folder}/{path}").st_mode & 0o77 == 0
    for path in "seats", "keys":
        assert os.stat(f"{new.folder}/games/g1/{path}").st_mode & 0o77 == 0
    other.carl.reply("MOVE e2-e4")
    run(old)
    only(other.carl.read(), "accepted")


@case
def a_letter_waits_whose_game_went_nobody_knows_where():
    old, new = sites()
    game = old.game()
    move(old, new, game)
    note = f"{old.folder}/moved/g1"
    os.rename(note, f"{old.folder}/g1")
    old.put(game.anna.compose("MOVE e2-e4"))
    old.pbem("run")
    assert old.code == 65, old.err
    has(old.err, "the file moved/g1 is missing", "pbem repair")
    os.rename(f"{old.folder}/g1", note)
    run(old, new)
    assert played(game, "e2e4") == 1
    sound(old, new)


@case
def hands_plans_watchers_and_wishes_go_along():
    old, new = sites()
    game = old.game(variant="knightmare", watch="yes")
    wishes = ["HTML ON", "TEXTLINKS ON", "CALENDAR ON", "SHORT ON", "ZONE Europe/Berlin", "LANGUAGE English"]
    game.anna.reply("\n".join(wishes))
    game.bob.reply("SHORT ON")
    run(old)
    settings = sorted(text_of(f"{old.folder}/people").split(b"\n"))
    assert len([line for line in settings if line.startswith(b"anna")]) == len(wishes), settings
    for player in game.players.values():
        player.read()
    vera = Player(game, None, "vera")
    old.put(f"From: {vera.address}\nTo: games@example.org\nSubject: a game\nMessage-ID: {old.message_id()}\n\n"
            "WATCH g1\n".encode())
    run(old)
    vera.letters = [only(old.elsewhere, "watcher-asked")]
    move(old, new, game)
    # The key she was sent is good there.
    vera.reply("WATCH")
    run(new)
    only(new.elsewhere, "watcher")
    has(new.must("status", "g1"), vera.address)
    assert sorted(text_of(f"{new.folder}/people").split(b"\n")) == settings
    game.anna.reply("MOVE e2-e4")
    run(new)
    letter = only(game.anna.read(), "accepted")
    assert letter.mail.get_body(preferencelist=("html",)) is not None
    has(letter.text, "Your hand")
    sound(old, new)


@case
def plans_for_turns_to_come_go_along():
    old, new = sites()
    game = old.game()
    game.play("e2-e4")
    game.anna.reply("IF black MOVE e7-e5 THEN MOVE g1-f3")
    run(old)
    game.anna.read()
    move(old, new, game)
    game.bob.reply("MOVE e7-e5")
    run(new)
    assert played(game, "g1f3") == 1, game.file


@case
def clocks_go_on_and_each_site_counts_its_own_outages():
    os.environ["PBEM_TIME"] = str(NOW)
    old, new = sites("outage-hours = 6")
    game = old.game(days=10)
    run(old, new)
    # The new site stood still for two days before the game came; the old one for one.
    os.environ["PBEM_TIME"] = str(NOW + 86400)
    run(old)
    os.environ["PBEM_TIME"] = str(NOW + 2 * 86400)
    run(new)
    os.environ["PBEM_TIME"] = str(NOW + 2 * 86400 + 60)
    move(old, new, game)
    asked = game.anna.newest
    os.environ["PBEM_TIME"] = str(NOW + 10 * 86400 + 3600)
    new.set("outage-hours = 10000")
    run(new)
    assert "forfeit" not in game.file and "timeout" not in game.file and "result" not in game.file, game.file
    assert game.file.count("outage ") == 1, game.file
    game.anna.reply("MOVE e2-e4", to=asked)
    run(new)
    assert played(game, "e2e4") == 1 and game.file.count("outage ") == 1, game.file
    sound(new)
    del os.environ["PBEM_TIME"]


@case
def who_asks_for_a_game_that_is_gone_is_told_where_it_is():
    old, new = sites()
    game = old.game()
    move(old, new, game)
    phrase = f"it has moved to {new.folder}"
    for words in (("show", "g1"), ("status", "g1"), ("pause", "g1"), ("verify", "g1"), ("export", "g1"),
                  ("calendar", "g1", "white"), ("deliver", "g1", "--as", "white"), ("move", "g1", new.folder)):
        old.pbem(*words, data=b"MOVE e2-e4")
        assert old.code == 66 and phrase in old.err, (words, old.code, old.err)
    has(old.must("status"), f"Game g1 has moved to {new.folder}")
    assert "g1" not in old.must("games")
    old.pbem("new", "chess", "white=A <a@example.org>", "black=B <b@example.org>", "--id", "g1")
    assert old.code == 73, (old.code, old.err)
    # Without a ledger the notes are enough.
    for name in "ledger", "ledger-wal", "ledger-shm":
        if os.path.exists(f"{old.folder}/{name}"):
            os.unlink(f"{old.folder}/{name}")
    old.put(game.anna.compose("MOVE e2-e4"))
    run(old, new)
    assert played(game, "e2e4") == 1


@case
def what_can_not_be_moved_stays():
    old, new = sites()
    game = old.game()
    refused(old, "there is no game g7", 66, "g7", new.folder)
    refused(old, "there is no site", 66, "g1", f"{sys.argv[1]}/nowhere")
    refused(old, "is already the site of game", 64, "g1", f"{old.folder}/../a")
    refused(old, "SITE", 64, "g1")
    new.must("new", "chess", "white=A <a@example.org>", "black=B <b@example.org>", "--id", "g1")
    refused(old, "another game with the name g1", 73, "g1", new.folder)
    third = Table(f"{old.folder}3")
    third.must("new", "chess", "white=A <a@example.org>", "black=B <b@example.org>", "--id", "other")
    refused(old, "a game with the number 1: other", 73, "g1", third.folder)
    old.must("rule", "g1", "draw")
    old.collect()
    game.anna.read()
    game.anna.reply("REMATCH")
    run(old)
    fourth = Table(f"{old.folder}4", "first-game = 5000")
    refused(old, "the rematch of game g1 is still open", 64, "g1", fourth.folder)
    assert not os.path.exists(f"{old.folder}/moved") and "result" in game.file
    with open(f"{old.folder}/worklist", "w", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)):
        pass
    refused(old, "pbem run", 75, "g1", fourth.folder)


@case
def games_of_all_kinds_move():
    for variant, people, first in (("knightmare", None, "MOVE e2-e4"),
                                   ("ring", {"a": "anna", "b": "bob", "c": "carl", "d": "dora"}, "MOVE e2-e4"),
                                   ("fourteen", {"red": "anna", "blue": "bob", "yellow": "carl", "green": "dora"},
                                    "MOVE h2-h4")):
        old, new = sites()
        game = old.game(variant=variant, people=people)
        move(old, new, game)
        asked = [each for each in game.players.values() if f"ask {each.seat}" in game.file][0]
        asked.reply(first)
        run(new)
        assert kinds(asked)[0] == "accepted", variant
        sound(old, new)
        has(new.must("resend", "g1", asked.seat), "")
        new.collect()
        asked.read()


@case
def two_moves_against_each_other_both_end():
    old, new = sites()
    game, back = old.game(), new.game(people={"white": "carl", "black": "dora"})
    assert back.id == "g2"
    started = [subprocess.Popen([PBEM, "--site", at, "move", name, to]) for at, name, to in
               ((old.folder, "g1", new.folder), (new.folder, "g2", old.folder))]
    assert [each.wait(timeout=50) for each in started] == [0, 0]
    game.table, back.table = new, old
    game.anna.reply("MOVE e2-e4")
    back.carl.reply("MOVE d2-d4")
    run(old, new)
    assert played(game, "e2e4") == 1 and played(back, "d2d4") == 1


# ---- killed at every step ----


def outcome(tables, game):
    letters = []
    for table in tables:
        table.collect()
        letters += [("moderator", letter.text) for letter in table.to_moderator]
        table.to_moderator.clear()
    letters += [(letter.to, TOKEN.sub("x", letter.id), TOKEN.sub("x", letter.text)) for player in game.players.values() for letter in player.read()]
    live = [table for table in tables if os.path.exists(f"{table.folder}/games/g1/game.txt")]
    assert len(live) == 1, [table.folder for table in live]
    files = [text_of(f"{live[0].folder}/games/g1/{name}") for name in ("game.txt", "seats", "sealed")]
    return files, sorted(letters)


def killed_everywhere(prepare, *words, at=0, variant="knightmare"):
    """The command is killed at each step; then it is given again, and the sites go on."""
    os.environ["PBEM_TIME"] = str(NOW)
    tables = sites()
    game = tables[0].game(variant=variant, days=5)
    os.environ["PBEM_TIME"] = str(NOW + 100)
    prepare(tables, game)
    words = [each.replace("NEW", tables[1].folder) for each in words]
    base = os.path.dirname(tables[0].folder)
    shutil.copytree(base, f"{base}.kept", symlinks=True)
    wanted, step = None, 0
    while True:
        shutil.rmtree(base)
        shutil.copytree(f"{base}.kept", base, symlinks=True)
        env = dict(os.environ, PBEM_STOP_AFTER=str(step)) if step else os.environ
        died = subprocess.run([PBEM, "--site", tables[at].folder, *words], capture_output=True, env=env, check=False)
        assert died.returncode in ((0, -9) if step else (0,)), (step, died)
        assert sum(os.path.exists(f"{table.folder}/games/g1/game.txt") for table in tables) <= 1, step
        # A run in between does no harm.
        run(*tables)
        if words[0] == "move" and died.returncode != 0:
            tables[at].pbem(*words)
            assert tables[at].code == 0 or "it has moved to" in tables[at].err, (step, tables[at].err)
        run(*tables, *tables)
        now = outcome(tables, game)
        wanted = wanted or now
        assert now == wanted, (words, step, now[1], wanted[1])
        for table in tables:
            left = [path for path in under(table.folder) if path.startswith(("moving-out", "forwarding", "forwarded"))]
            assert left == [], (step, left)
        sound(*tables)
        if step > 0 and died.returncode == 0:
            break
        step += 1
    shutil.rmtree(f"{base}.kept")
    del os.environ["PBEM_TIME"]
    assert step > 5, step


def letters_wait(tables, game):
    """One at either site."""
    tables[0].put(game.anna.compose("MOVE e2-e4\nSAY Good luck!"))
    tables[1].put(game.bob.compose("SAY Thanks!"))


@case
def killed_anywhere_a_game_moves_whole():
    def prepare(tables, game):
        tables[0].put(game.anna.compose("MOVE e2-e4\nSAY Good luck!"))

    killed_everywhere(prepare, "move", "g1", "NEW")


@case
def killed_anywhere_a_letter_is_handed_on_once():
    def prepare(tables, game):
        tables[0].must("move", "g1", tables[1].folder)
        letters_wait(tables, game)

    killed_everywhere(prepare, "run")


@case
def killed_anywhere_a_letter_that_was_handed_on_is_taken_once():
    def prepare(tables, game):
        tables[0].must("move", "g1", tables[1].folder)
        letters_wait(tables, game)
        tables[0].run()

    killed_everywhere(prepare, "run", at=1)


# ---- a key that was deleted ----


def deletes_its_key(table):
    table.must("key", "new")
    os.unlink(min(glob.glob(f"{table.folder}/keys/*"), key=lambda path: int(os.path.basename(path))))


def killed_move(old, new, game, step):
    """Reports whether the command was killed; otherwise it has finished."""
    done = subprocess.run([PBEM, "--site", old.folder, "move", game.id, new.folder], capture_output=True, check=False,
                          env=dict(os.environ, PBEM_STOP_AFTER=str(step)))
    old.pbem("move", game.id, new.folder)
    game.table = new
    return done.returncode == -9


@case
def a_deleted_key_proves_nothing_wherever_its_game_has_been():
    """There and back, twice, by way of a third site, by moves that were killed; deleted at home, or while it is away."""
    for way in ("b", "bb", "bc", "bcb", "b killed"):
        for when in ("home", "away", "leaving"):
            first, second, third = sites(count=3)
            game = first.game()
            letter = game.anna.newest
            at = first
            if when == "leaving":  # between what a killed move has done and what finishes it
                for step in range(1, 20):
                    subprocess.run([PBEM, "--site", first.folder, "move", "g1", second.folder], check=False,
                                   capture_output=True, env=dict(os.environ, PBEM_STOP_AFTER=str(step)))
                    if not os.path.exists(f"{first.folder}/games/g1"):
                        break
                deletes_its_key(first)
            for stop in way.split()[0]:
                to = {"b": second, "c": third}[stop]
                if at is to:
                    move(at, first, game)
                    at = first
                if "killed" in way and at is first:
                    killed_move(at, to, game, 24)
                elif at is first and when == "leaving" and stop == "b" and to is second and not os.path.exists(
                        f"{first.folder}/games/g1"):
                    first.must("move", "g1", second.folder)
                    game.table = second
                else:
                    move(at, to, game)
                at = to
            if when == "away":
                deletes_its_key(first)
            move(at, first, game)
            if when == "home":
                deletes_its_key(first)
            for table in (first, second, third):
                table.put(game.anna.compose("MOVE e2-e4", to=letter))
            run(first, second, third, first, second, third)
            assert played(game, "e2e4") == 0, (way, when)
            # The key that is there is good, and so are those of sites that the game has been at.
            first.must("resend", "g1", "white")
            first.collect()
            game.anna.reply("MOVE e2-e4")
            run(first)
            assert played(game, "e2e4") == 1, (way, when)
            sound(first, second, third)


@case
def what_was_deleted_before_the_other_site_had_it_never_gets_there():
    old, new = sites()
    game = old.game()
    letter = game.anna.newest
    for step in range(1, 20):
        subprocess.run([PBEM, "--site", old.folder, "move", "g1", new.folder], check=False, capture_output=True,
                       env=dict(os.environ, PBEM_STOP_AFTER=str(step)))
        if not os.path.exists(f"{old.folder}/games/g1"):
            break
    deletes_its_key(old)
    old.must("move", "g1", new.folder)
    game.table = new
    new.put(game.anna.compose("MOVE e2-e4", to=letter))
    run(new)
    assert played(game, "e2e4") == 0
    sound(old, new)


# ---- what killed moves leave ----


def left(*tables):
    return [path for table in tables for path in under(table.folder) if path.startswith(("moving-out", "forwarding", "forwarded"))]


@case
def nothing_stays_of_a_killed_move_however_it_goes_on():
    """It is begun again, or the game comes back, goes on to a third site, or nobody does anything but run."""
    for follow in ("again", "back", "on", "nothing"):
        for step in range(1, 60, 4):
            first, second, third = sites(count=3)
            game = first.game(variant="knightmare")
            first.put(game.anna.compose("SAY Good luck!"))
            done = subprocess.run([PBEM, "--site", first.folder, "move", "g1", second.folder], capture_output=True,
                                  check=False, env=dict(os.environ, PBEM_STOP_AFTER=str(step)))
            come = os.path.exists(f"{second.folder}/games/g1/game.txt")
            if follow == "again" or (follow == "nothing" and not come):
                first.pbem("move", "g1", second.folder)
            elif follow == "back" and come:
                second.must("move", "g1", first.folder)
            elif follow == "on" and come:
                second.must("move", "g1", third.folder)
            run(first, second, third, first, second, third)
            if follow in ("back", "on") and not come:
                first.pbem("move", "g1", second.folder)
                run(first, second, third)
            assert left(first, second, third) == [], (follow, step, left(first, second, third))
            sound(first, second, third)
            if done.returncode == 0:
                break


@case
def nothing_stays_of_a_letter_whose_bringer_was_killed():
    """Half a letter lies at the other site, and the game has come back meanwhile."""
    for step in range(1, 80, 3):
        old, new = sites()
        game = old.game()
        move(old, new, game)
        old.put(game.anna.compose("MOVE e2-e4"))
        done = subprocess.run([PBEM, "--site", old.folder, "run"], capture_output=True, check=False,
                              env=dict(os.environ, PBEM_STOP_AFTER=str(step)))
        move(new, old, game)
        run(old, new, old, new)
        assert left(old, new) == [], (step, left(old, new))
        assert played(game, "e2e4") == 1, step
        if done.returncode == 0:
            break


run_cases(sys.argv[2:], slow=30)
