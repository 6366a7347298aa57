# SPDX-License-Identifier: MIT
"""usage: golden.py FOLDER GOLDEN GAME [LANGUAGE]: plays a short game (chess, three-player, ring, additions: one of
three with all of Peterson's additions, or knightmare, see post.py) and compares its letters with those in GOLDEN.
With a language all players have chosen it, and write their orders in its words."""
import datetime
import difflib
import os
import quopri
import re
import sys

from post import Dealt, Post
from table import Table

folder, golden, kind_of_game = sys.argv[1:4]
language = sys.argv[4] if len(sys.argv) > 4 else ""
settings = [f"language = {language}"] if language else []
letters = []


def when():
    """The next fifteenth: a date of always the same length, after the game was made."""
    day = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=1)
    while day.day != 15:
        day += datetime.timedelta(days=1)
    return int(day.replace(hour=10, minute=11, second=12, microsecond=0).timestamp())


WHEN = when()


def masked(raw):
    """The letter without what differs from run to run."""
    text = raw.decode().replace("\r\n", "\n")
    head, body = text.split("\n\n", 1)
    if "\nContent-Transfer-Encoding: quoted-printable" in head:
        text = f"{head}\n\n{quopri.decodestring(body).decode()}"
    if re.search("Please look at this|Sieh dir das bitte an", text):  # a path stands in it, as long as this folder's
        text = text.replace("\n    ", " ")
    for pattern, mask in ((r"\b[a-z2-7]{42}\b", "k" * 42), (r"\b[0-9a-f]{64}\b", "0" * 64),
                          (r"(?m)^Date: .*", "Date: Sun, 15 Nov 2026 10:12:13 +0000"),
                          (r"\b(1[57]\.?)(\s)[A-Z]\w\w(\s)20\d\d,", r"\1\2Nov\g<3>2026,"),
                          (r"20\d\d-\d\d-17 ", "2026-11-17 "),
                          (r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", "2026-11-15T10:11:12Z"),
                          (r"\.[0-9a-f]{16}@", ".0123456789abcdef@"),
                          (r"report\.[0-9.]+\.([0-9a-f]{16}@)", r"report.1.\1"),
                          (re.escape(folder) + r"\S*?/site", "/site"),
                          (r"\d{10}\.M\d+P1\.test", "1.test"), (r"quarantine/[0-9a-f]{32}", "quarantine/0")):
        text = re.sub(pattern, mask, text)
    return text


def collect(table):
    found = [(each, player.name) for game in table.games.values() for player in game.players.values()
             for each in player.read()]
    found += [(each, "moderator") for each in table.to_moderator]
    table.to_moderator = []
    order = ("repeat", "dead-token", "refused", "unreadable", "try", "accepted", "board", "status",
             "history", "help", "help-moves", "help-draws", "help-about", "help-rules", "wish", "said", "hand", "card", "plays", "your-turn",
             "window", "demand", "offer",
             "news", "beaten", "lost-turn", "watch",
             "game-over", "damaged", "report")
    for letter, name in sorted(found, key=lambda pair: (order + ("welcome",)).index(pair[0].kind)):
        letters.append((f"{len(letters) + 1:02}-{name}-{letter.kind}", masked(letter.raw)))


# The words of orders in other languages, and what follows them.
WORDS = {"de": {
    "MOVE": "ZUG", "DRAW NO": "REMIS NEIN", "DRAWS": "REMIS", "DRAW": "REMIS", "SAY TO": "SAG AN", "SAY": "SAG",
    "TRY": "PROBE", "BOARD": "BRETT", "COMPACT": "KLEIN", "board compact": "brett klein", "HISTORY": "VERLAUF",
    "HELP": "HILFE", "RULES": "REGELN", "ABOUT": "PARTIE", "MOVES": "ZUG", "VIEW OWN": "ANSICHT EIGENE",
    "LEAVE": "VERLASSEN", "WATCH": "ZUSEHEN", "RESIGN": "AUFGEBEN", "PLAYS": "SPIELBAR", "PLAY": "SPIELE",
    "PLAT": "SPIEKE", "MVOE": "UZG", "PASS": "PASSE", "IF CHAOS": "WENN CHAOS", "CARD": "KARTE", "SHORT ON": "KURZ AN",
    "ANSWER": "ANTWORT", "DISCARD": "ABLEGEN", "REMOVE": "OPFERE", "TRADE": "TAUSCHE"}}


def spoken(text):
    """The letter in the players' language."""
    words = WORDS.get(language, {})
    if not words:
        return text
    pattern = "|".join(rf"\b{each}\b" for each in sorted(words, key=len, reverse=True))
    return re.sub(pattern, lambda found: words[found.group(0)], text)


def write(player, text, **how):
    raw = player.reply(spoken(text), when=WHEN, **how)
    player.game.table.run()
    collect(player.game.table)
    return raw


def quietly(game, moves):
    """Turns of which the letters need no reading."""
    for text in moves:
        player = game.asked
        player.reply(spoken(text.replace(" + ", "\n")), when=WHEN)
        game.table.run()
        got = {each.name: each.read() for each in game.players.values()}
        if got[player.name][0].kind != "accepted":
            raise AssertionError(f"{text}: {got[player.name][0].text}")


def chess():
    table = Table(f"{folder}/site", "name = Chess by mail", *settings)
    game = table.game(unread=True)
    anna, bob = game.anna, game.bob
    collect(table)
    write(anna, "MOVE e2-e5")
    write(anna, "Dear Bob,\n\nlet us begin.\n\nMOVE e2-e4\nSAY Good luck, Bob, and have fun!\n\nAnna")
    asked = bob.newest
    write(bob, "BOARD")
    write(bob, "MVOE e7-e5")
    write(bob, "TRY\ne5")
    write(bob, "TRY\ne4")
    write(bob, "e5\nDRAW", to=asked)
    write(anna, "DRAW NO\nSAY TO BLACK so early?")
    write(anna, "MOVE d2-d4", to=anna.letters[0])
    sent = write(anna, "Bc4")
    table.put(sent)
    table.run()
    collect(table)
    write(bob, "STATUS")
    write(bob, "HISTORY")
    write(bob, "board compact")
    write(bob, "HELP")
    write(bob, "HELP MOVES")
    write(bob, "HELP DRAWS")
    write(bob, "HELP RULES")
    write(bob, "HELP ABOUT")
    write(bob, "HELP Gardening")
    write(bob, "", content="image/png", body="x")
    write(bob, "VIEW OWN")
    write(bob, "Nc6")
    write(anna, "Qh5")
    write(anna, "MOVE Qxf7")
    write(bob, "Nf6")
    write(anna, "Qxf7#")
    write(bob, "HISTORY")
    write(bob, "MOVE Kxf7")
    path = f"{table.folder}/games/g1/game.txt"
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("e2e4 e4", "e2e3 e3"))
    if os.path.exists(f"{table.folder}/games/g1/snapshot"):
        os.unlink(f"{table.folder}/games/g1/snapshot")
    anna.reply("SAY hello?", when=WHEN)
    table.pbem("run")
    table.collect()
    collect(table)


def three_player():
    """White is mated at once, and Red plays on with both armies (beaten = role)."""
    table = Table(f"{folder}/site", "name = Chess of several", *settings)
    game = table.game(unread=True, variant="three-player", beaten="role",
                      people={"white": "anna", "red": "bob", "black": "carl"})
    anna, bob, carl = game.anna, game.bob, game.carl
    collect(table)
    write(bob, "MOVE e2-e4")
    write(anna, "c6\nSAY Good luck, both of you!")
    write(bob, "MOVE f2-b6\nDRAW")
    write(anna, "DRAW NO")
    write(carl, "VIEW OWN")
    write(carl, "TRY\nd4")
    write(carl, "d4")
    write(anna, "MOVE Kd8-e7")
    write(anna, "STATUS")
    write(bob, "MOVE c7xb6")
    write(bob, "MOVE g7-g6")
    write(bob, "Qd4")
    write(carl, "board compact")
    write(carl, "MOVE c4")
    write(bob, "f5")
    write(anna, "LEAVE")
    write(bob, "Qxb2+")
    write(carl, "Kxb2")
    write(anna, "WATCH")
    write(bob, "Bg7")
    write(carl, "HISTORY")
    write(carl, "HELP")
    write(carl, "HELP RULES")
    write(bob, "f4")
    write(anna, "STATUS")


def ring():
    """Four in a ring: men are taken and placed, a board is drawn, one is mated, the others resign."""
    table = Table(f"{folder}/site", "name = Chess in a ring", *settings)
    game = table.game(unread=True, variant="ring", seats="4",
                      people={"a": "anna", "b": "bob", "c": "carl", "d": "dora"})
    anna, bob, carl, dora = game.anna, game.bob, game.carl, game.dora
    collect(table)
    write(carl, "MOVE 2:e2-e4")
    write(anna, "e4\nSAY Good luck to all in the circle!")
    both = bob.newest
    write(bob, "1:e5\n2:e4")
    write(bob, "2:e5", to=both)
    write(bob, "d5")
    write(bob, "e4", to=both)
    write(bob, "2:e4", to=both)
    write(anna, "exd5")
    write(carl, "2:d5")
    write(bob, "1:Qxd5\nDRAW")
    write(bob, "2:exd5")
    write(anna, "DRAW NO")
    write(carl, "2:Nf6")
    write(bob, "BOARD")
    write(anna, "Nc3")
    write(bob, "TRY\n1:P@d7")
    write(bob, "1:P@d7")
    write(bob, "2:N@b1")
    write(bob, "2:P@e2")
    write(anna, "Nxd5")
    write(dora, "e4")
    write(anna, "4:e5\nDRAW")
    write(dora, "DRAW 4")
    write(dora, "e4", to=dora.letters[0])
    write(carl, "f3")
    write(dora, "3:e5")
    write(carl, "3:g4")
    write(dora, "3:Qh4")
    write(carl, "STATUS")
    write(carl, "2:Nxd5")
    write(dora, "4:d4")
    write(bob, "STATUS")
    write(bob, "HISTORY")
    write(bob, "BOARD 3")
    write(dora, "BOARD 1")
    write(bob, "BOARD COMPACT")
    write(bob, "HELP")
    write(bob, "HELP MOVES")
    write(bob, "HELP DRAWS")
    write(bob, "HELP ABOUT")
    write(bob, "HELP RULES")
    write(bob, "VIEW OWN")
    write(carl, "LEAVE")
    write(anna, "RESIGN 2")
    write(anna, "RESIGN")
    write(bob, "HISTORY")
    write(dora, "RESIGN 2")


def additions():
    """Peterson's additions, all three: each restriction refused once and kept once, debts paid by
    REMOVE, by TRADE and in part, a lost turn, frozen men, a king taken, obstacles."""
    table = Table(f"{folder}/site", "name = Chess of several", *settings)
    game = table.game(unread=True, variant="three-player",
                      people={"white": "anna", "red": "bob", "black": "carl"},
                      **{"peterson.defense": "on", "peterson.exchange": "on", "peterson.capture": "on"})
    anna, bob, carl = game.anna, game.bob, game.carl
    collect(table)
    write(anna, "MOVE e7-e5")
    write(bob, "REMOVE f3\nMOVE f2-e3")
    write(bob, "MOVE Be3\nMOVE e4")
    write(bob, "Be3")
    write(carl, "Bg6\nNd3")
    write(carl, "Nd3\nNc5")
    write(carl, "Nd3\nREMOVE c3")
    write(carl, "TRY\nNd3\nc4")
    write(carl, "Nd3\nc4")
    quietly(game, ["e4"])
    write(bob, "Bxd2\nexd3")
    write(bob, "exd3")
    quietly(game, ["Bxd3 + Kb2"])
    write(anna, "Qe5\nexd3")
    write(anna, "d5")
    quietly(game, ["Bxd3", "Qxd3"])
    write(anna, "Bd6")
    write(anna, "REMOVE d5\nBd6")
    write(anna, "REMOVE b7 g7\nBd6")
    write(anna, "REMOVE d8\nBd6")
    write(anna, "REMOVE g7")
    write(anna, "STATUS")
    write(anna, "REMOVE the pawn on g7\nBd6")
    quietly(game, ["Bb6", "Kc2"])
    write(anna, "Ba6\nREMOVE e4\nREMOVE d5, b7")
    write(anna, "REMOVE e4\nREMOVE d5, b7\nMOVE Qe5\nMOVE Ba6")
    quietly(game, ["Bxc7", "Qf5"])
    write(anna, "Nf6\nBxc7")
    quietly(game, ["Bxc7", "Qe1"])
    write(carl, "TRADE f5=R\nKb1")
    write(carl, "TRADE f5=B\nREMOVE a3\nKb1")
    write(carl, "Trade the queen on f5 for a bishop.\nKb1")
    quietly(game, ["Qxe1", "Nxe1", "a2b2", "Rxb3", "Rxd2"])
    write(carl, "REMOVE f5 a3 c4\nRxb3")
    write(carl, "REMOVE f5 a3 c4 c1\nRxb3\nKc1")
    write(anna, "HISTORY\nHELP RULES\nHELP PETERSON\nHELP\nHELP MOVES")
    anna.reply("HELP TRADE", when=WHEN)
    table.run()
    if not re.search("PETERSON'S ADDITIONS|PETERSONS ZUSÄTZE", anna.read()[0].text):
        raise AssertionError("HELP TRADE sends another page")
    quietly(game, ["Kc8", "Rd8"])
    write(carl, "Rb8")
    write(anna, "MOVE Kxb8")
    write(bob, "Rxg8")
    write(bob, "Rd7")
    write(carl, "MOVE b8xc8")
    write(bob, "Rxf7")
    quietly(game, ["Rd4", "Rf8", "Rd2", "Kxd2", "f4", "Kxe1", "h4", "Rd8", "f5", "Rd5", "Kg2", "Rxf5",
                   "Kh1", "Kf2", "h5"])
    write(carl, "Rxh5+")
    write(carl, "Rxh1")
    write(carl, "HISTORY")
    table.must("verify", game.id)
    table.must("show", game.id)


def knightmare():
    """With cards; the hands follow from the secret. A turn is undone and another made as said ahead, a
    reaction is fogged, what was sent ahead comes back, a card asks for an answer, and who is mated but
    for a card loses it by a second Fog."""
    table = (Dealt if language else Post)(f"{folder}/site", f"{166557:064x}", "name = Knightmare by mail", *settings)
    game = table.game(unread=True, variant="knightmare", copies=2)
    anna, bob = game.anna, game.bob
    collect(table)
    write(anna, "PLAY Splt Knight b1")
    write(anna, "MOVE e2-e4\nTruce")
    write(anna, "MOVE e2-e4\nPLAT Truce")
    write(anna, "PLAY Truce\nMOVE e2-e4")
    write(anna, "TRY\nMOVE e2-e4\nPLAY Truce")
    write(anna, "MOVE g1-f3\nIF CHAOS MOVE e2-e4\nSAY Hello Bob, to a good game!")
    window = bob.newest
    write(bob, "HAND\nCARD knightmare")
    write(bob, "PLAY Knightmare!", to=window)
    write(bob, "MOVE e7-e5")
    write(anna, "PASS")
    write(anna, "PLAYS e4-e5")
    write(anna, "PLAYS d1-h5")
    write(anna, "MOVE d1-h5")
    write(bob, "PLAY Bog\nSHORT ON")
    write(bob, "MOVE b8-c6")
    write(anna, "PLAY Fog of War")
    write(bob, "MOVE b8-c6")
    write(anna, "MOVE b1-c3\nPLAY Heresy")
    write(anna, "MOVE b1-c3\nPLAY Heresy c1-d1")
    asked = bob.newest
    write(bob, "MOVE a7-a6")
    write(bob, "ANSWER c8-c7", to=asked)
    write(bob, "ANSWER c8-b8", to=asked)
    write(bob, "PASS")
    write(bob, "STATUS\nHISTORY")
    write(bob, "MOVE a7-a6")
    write(anna, "MOVE f1-c4\nDISCARD Split Knight")
    write(bob, "MOVE g8-f6")
    write(anna, "MOVE Qxf7")
    write(bob, "PASS")
    write(bob, "MOVE f6-g8\nPLAY Fireball")
    write(anna, "PLAY Fog of War")
    write(bob, "HISTORY\nHELP")
    seats = open(f"{table.folder}/games/{game.id}/seats", encoding="utf-8").read()
    people = open(f"{table.folder}/people", encoding="utf-8").read()
    if "\tshort\ton\n" not in people or "  written 5\n" not in seats or "  seen Annexation\n" not in seats:
        raise AssertionError(f"what Bob has read isn't kept: {seats}")
    table.must("verify", game.id)
    if "Black's last turn: Ng8 (undone), Fireball (cancelled)" not in table.must("show", game.id):
        raise AssertionError("the turn that ended the game isn't shown")


{"chess": chess, "three-player": three_player, "ring": ring, "additions": additions,
 "knightmare": knightmare}[kind_of_game]()
if os.environ.get("PBEM_GOLDEN") == "write":
    os.makedirs(golden, exist_ok=True)
    for name in os.listdir(golden):
        if name.endswith(".txt"):
            os.unlink(f"{golden}/{name}")
    for name, text in letters:
        with open(f"{golden}/{name}.txt", "w", encoding="utf-8") as file:
            file.write(text)
faults = 0
stored = {name[:-4] for name in os.listdir(golden) if name.endswith(".txt")}
for name in sorted(stored - {name for name, text in letters}):
    faults += 1
    print(f"FAILED: there was no letter {name}")
for name, text in letters:
    try:
        with open(f"{golden}/{name}.txt", encoding="utf-8") as file:
            wanted = file.read()
    except FileNotFoundError:
        wanted = ""
    if wanted != text:
        faults += 1
        print(f"FAILED: {name}")
        print(*difflib.unified_diff(wanted.split("\n"), text.split("\n"), "golden", "now",
                                    lineterm=""), sep="\n")
wide = [name for name, text in letters if "report" not in name for line in text.split("\n\n", 1)[1].split("\n") if len(line) > 72]
for name in wide:
    print(f"FAILED: {name} has a line wider than 72 columns")
print(f"{len(letters)} letters, {faults + len(wide)} not as they were")
sys.exit(faults + len(wide) > 0)
