# SPDX-License-Identifier: MIT
"""usage: newer.py FOLDER: each kind of file as a newer pbem may write it, a case each."""
import contextlib
import os
import re
import sqlite3
import sys

from players import read
from table import Player, Table, case, has, run_cases

folder = sys.argv[1]
tables = 0


class Scene:
    """A site with a game of chess that somebody watches, one of cards, one that has left, and an open one."""

    def __init__(self):
        global tables
        tables += 1
        self.table = Table(f"{folder}/site{tables}")
        self.other = Table(f"{folder}/other{tables}", "first-game = 1000")
        self.chess = self.table.game(watch="yes")
        self.cards = self.table.game(variant="knightmare")
        self.gone = self.table.game()
        self.table.must("new", "chess", "--open", "--id", "o1")
        self.table.must("move", "g3", self.other.folder)
        self.write("games/g1/watchers", b"pbem-watchers 1\nserial 1\nwatches 1 2026-11-23T00:00:00Z zoe@example.com\n")
        self.path = self.table.folder

    def write(self, name, data):
        with open(f"{self.table.folder}/{name}", "wb") as file:
            file.write(data)
        os.chmod(file.name, 0o600)

    def turn(self):
        self.chess.anna.reply("MOVE e2-e4")

    def card(self):
        self.cards.anna.reply("MOVE e2-e4")

    def joins(self):
        zoe = Player(self.chess, None, "zoe")
        self.table.put(f"From: {zoe.address}\nTo: games@example.org\nSubject: o1\nMessage-ID: <zoe@example.net>\n"
                       "\nJOIN o1\n".encode())

    def late(self):
        self.gone.anna.reply("MOVE e2-e4")


def newer(name, letter, codes=(75,) * 4, reads=None):
    """A file of another format stays as it is, messages that need it wait, and nobody calls it damaged. `reads` is
    the highest known format; a file is written in a lower one as long as that suffices."""
    scene = Scene()
    table = scene.table
    whole = read(f"{table.folder}/{name}") if os.path.exists(f"{table.folder}/{name}") else None
    first = (whole or b"pbem-%s 1 x\n" % name.encode()).split(b"\n")[0]
    word, number, rest = re.fullmatch(rb"(pbem-\w+) (\d+)(.*)", first).groups()
    number = reads or int(number)
    future = word + b" %d" % (number + 1) + rest + (whole[len(first):] if whole else b"\nas it may come\n")
    scene.write(name, future)
    snapshot = f"{os.path.dirname(table.folder + '/' + name)}/snapshot"
    if os.path.exists(snapshot):  # else it would do, without what it was made from
        os.remove(snapshot)
    letter(scene)
    said = ""
    for code in codes:  # the moderator hears of what lasts
        said += table.pbem("run", "--verbose") + table.err
        assert table.code == code, (table.code, said)
        table.collect()
        assert read(f"{table.folder}/{name}") == future, "it was changed"
    has(said, f"{name}")
    has(said, f"a newer pbem wrote this file, in format {number + 1}, and this pbem reads formats up to {number}")
    told = said + "".join(each.text for each in table.to_moderator + table.elsewhere)
    told += "".join(each.text for game in table.games.values() for player in game.players.values()
                    for each in player.read())
    assert "damaged" not in told, told
    if whole is None:
        os.remove(f"{table.folder}/{name}")
    else:
        scene.write(name, whole)
    table.run()
    assert os.listdir(f"{table.folder}/mail/in/new") == [], "the letter wasn't taken"
    return scene


def played(game):
    has(game.file, "played white e2e4")


@case
def a_journal():
    played(newer("journal", Scene.turn).chess)


@case
def a_sitting():
    played(newer("worklist", Scene.turn).chess)


@case
def a_host():
    played(newer("host", Scene.turn).chess)


@case
def a_game():
    played(newer("games/g1/game.txt", Scene.turn).chess)


@case
def a_sealed_file():
    has(newer("games/g2/sealed", Scene.card).cards.file, "move white P from e2 to e4")


@case
def the_players():
    played(newer("games/g1/seats", Scene.turn).chess)


@case
def the_watchers():
    scene = newer("games/g1/watchers", Scene.turn, codes=(75, 0))  # the turn doesn't wait for them
    played(scene.chess)
    scene.chess.bob.reply("MOVE e7-e5")
    scene.table.run()
    assert [each.to for each in scene.table.elsewhere] == ["zoe@example.com"], scene.table.elsewhere
    has(scene.table.elsewhere[0].text, "e2e4", "e7e5")


@case
def an_open_game():
    newer("offers/o1", Scene.joins)


@case
def a_note_of_a_game_that_left():
    newer("moved/g3", Scene.late)


@case
def a_ledger():
    scene = Scene()
    table = scene.table
    scene.turn()

    def set_format(number):
        with contextlib.closing(sqlite3.connect(f"{table.folder}/ledger")) as ledger:
            ledger.execute(f"PRAGMA user_version = {number}")

    set_format(2)
    for words in (("run",), ("status",), ("doctor",)):
        said = table.pbem(*words) + table.err
        assert table.code in (75, 1) and "damaged" not in said, (table.code, said)
        has(said, "ledger: a newer pbem wrote this file, in format 2, and this pbem reads formats up to 1; use the newer pbem again")
    set_format(1)
    table.run()
    played(scene.chess)


@case
def a_snapshot_is_left_aside():
    scene = Scene()
    path = "games/g1/snapshot"
    shown = scene.table.must("show", "g1")
    scene.write(path, re.sub(rb"\d+", b"99", read(f"{scene.path}/{path}"), count=1))
    assert scene.table.must("show", "g1") == shown
    scene.turn()
    scene.table.run()
    played(scene.chess)


@case
def a_record_alone_is_not_called_damaged():
    scene = Scene()
    path = f"{folder}/record{tables}.txt"
    with open(path, "wb") as file:
        file.write(read(f"{scene.path}/games/g1/game.txt").replace(b"pbem-game 2", b"pbem-game 3"))
    for words in (("verify", path), ("export", path, "--format", "pgn"), ("show", path)):
        said = scene.table.pbem(*words) + scene.table.err
        assert scene.table.code == 75 and "damaged" not in said, (words, scene.table.code, said)
        has(said, "a newer pbem wrote this file, in format 3")


run_cases(sys.argv[2:])
