# SPDX-License-Identifier: MIT
"""usage: orders.py FOLDER WORDS: a use and a misuse of every order: those of a turn by 'pbem try', the others by
mail."""
import re
import subprocess
import sys

from table import PBEM, Checks, Table

folder, words = sys.argv[1:]
checks = Checks()
rows = set()

# ---- by pbem try: order, what is played, what comes before, the use, the misuse, what is said of that ----

CARDS = ["pieces white: Ke1 Nb1 Pa2", "pieces black: Ke8 Pa7", "deck white: Bog, Panic", "deck black: Bog",
         "hand black: Bog", "hand white: Dubbing, Truce"]
DEBT = ["pieces white: Kd8 Qe5 Pb7 Pg6", "pieces red: Kh1 Rh5 Rh3 Pe2 Pf5", "pieces black: Ka2 Rc1 Pa3 Pb3",
        "turn white", "white: MOVE gxf5", "red: MOVE Rxf5", "black: MOVE a3-a4", "white: MOVE Qxf5", "red: MOVE Kg1",
        "black: MOVE Ka3"]
TRADED = ["pieces white: Kd8 Qe5 Bf6 Pb7", "pieces red: Kh1 Rh5 Rh3 Pe2", "pieces black: Ka1 Qb1 Rc1 Nc3 Pa3 Pb3 Pd2",
          "captured black: R B N", "turn white", "white: MOVE Qxh5", "red: MOVE Rxh5", "black: MOVE a3-a4",
          "white: MOVE b7-b6", "red: MOVE Kg1"]
EXCHANGE = "three-player --option peterson.exchange=on"
ASKED = ["pieces white: Kd8 Nc6 Pd6", "pieces red: Kh1 Nf3 Ph3", "pieces black: Ka1 Nb4 Pa3",
         "hand white: Abduction", "white: MOVE d6-d5; PLAY Abduction b4"]
ABDUCTION = "three-player --option cards=on --option abduction=honour"
TRIED = [
    ("move", "chess", [], "white: MOVE e2-e4", "white: MOVE e2-e5", "e2-e5 isn't legal"),
    ("resign", "chess", [], "black: RESIGN", "black: RESIGN NEVER",
     'RESIGN stands alone: nothing may follow it, not "NEVER"'),
    ("draw", "chess", [], "white: e4; DRAW", "white: DRAW", "Nobody has offered you a draw"),
    ("claim", "chess", ["pieces white: Kg1", "pieces black: Kg8"], "white: CLAIM DRAW", "black: CLAIM DRAW", "turn"),
    ("undo", "chess", ["white: e4"], "white: UNDO", "black: UNDO", "no turn yet"),
    ("pass", "knightmare", CARDS + ["white: MOVE b1-c3"], "black: PASS", "white: PASS", "There is nothing for you to pass on"),
    ("say", "chess", [], "white: SAY Good luck!", "white: SAY", "SAY needs a message after it"),
    ("play", "knightmare", CARDS, "white: PLAY Dubbing b1-d2", "white: PLAY Bog", "You don't hold Bog"),
    ("discard", "knightmare", CARDS, "white: MOVE b1-c3; DISCARD Truce", "white: MOVE b1-c3; DISCARD Bog",
     "You don't hold Bog"),
    ("answer", ABDUCTION, ASKED, "black: ANSWER N b4", "red: ANSWER N b4",
     "waits for Black's ANSWER to Abduction"),
    ("remove", EXCHANGE, DEBT[:-1], "black: REMOVE a4; MOVE Ka3", "black: REMOVE h8; MOVE Ka3",
     'I can\'t read "h8" after REMOVE'),
    ("trade", EXCHANGE, TRADED, "black: TRY; REMOVE a4; TRADE b1=R; MOVE Rb1-b2", "black: TRADE c1=B; MOVE Kb2",
     "a rook can't be traded for a bishop"),
    ("if", "knightmare", CARDS, "white: MOVE b1-c3; IF CHAOS MOVE b1-a3", "white: MOVE b1-c3; IF RAIN MOVE b1-a3",
     'I can\'t read "RAIN MOVE b1-a3" after IF'),
    ("autopass", "knightmare", CARDS, "white: MOVE b1-c3; AUTOPASS ON", "white: MOVE b1-c3; AUTOPASS SOMETIMES",
     'I can\'t read "SOMETIMES" after AUTOPASS'),
]


def tells(said, misuse):
    """The text to look for in the answer must not be there only because the answer quotes the order."""
    checks(f"'{said}' says more than {misuse}", said is None or said.lower() not in misuse.lower())


def tried(variant, script):
    """The answer to the last line."""
    done = subprocess.run([PBEM, "try", *variant.split()], input="\n".join(script) + "\n", text=True,
                          capture_output=True, check=False)
    checks(f"try {variant} {script[-1]}: {done.stderr}", done.returncode == 0)
    return (done.stdout.splitlines() or [""])[-1]


for name, variant, before, use, misuse, said in TRIED:
    rows.add(name)
    answer = tried(variant, before + [use])
    checks(f"{use}: {answer}", answer == "ok")
    tells(said, misuse)
    answer = tried(variant, before + [misuse])
    checks(f"{misuse}: refused with '{said}', not {answer}", answer.startswith("refused: ") and said in answer)

# ---- by mail: order, the table, the use, the letter it is answered by and what stands there; the same of misuse ----

table = Table(f"{folder}/site")
PEOPLE = {"white": "anna", "black": "bob"}
THREE = {"white": "anna", "red": "bob", "black": "carl"}
POINTS = {"deck": "split", "points": "150"}


def chess():
    return table.game().anna


def ended():
    """At a table of its own, for the next game gets its name by itself."""
    game = Table(f"{folder}/ended").game()
    game.bob.reply("RESIGN")
    game.table.run()
    return game.anna


def out_of_three(*orders):
    """The seats that are beaten, and what they have written since."""
    def begin():
        bob = table.game(variant="three-player", people=THREE).bob
        for order in ("RESIGN", *orders):
            bob.reply(order)
            table.run()
        return bob
    return begin


def cards(**options):
    return lambda: table.game(variant="knightmare", **options).anna


def some_card(player):
    return re.search(r"^\* (.*), (\d+) points", player.newest.text, re.MULTILINE).group(1)


MAILED = [
    ("status", chess, "STATUS", "status", "VIEW White", "STATUS REPORT", "STATUS stands alone"),
    ("board", chess, "BOARD COMPACT", "board", "a b c d e f g h", "BOARD 9", 'I can\'t read "9" after BOARD'),
    ("history", chess, "HISTORY", "history", "", "HISTORY 12", "HISTORY stands alone"),
    ("quit", chess, "QUIT", "quit", "| RESIGN", "QUIT NOW", "QUIT stands alone"),
    ("games", chess, "GAMES", "games", "waits for you", "GAMES 12", "GAMES stands alone"),
    ("help", chess, "HELP DRAWS", "help-draws", "CLAIM DRAW", "HELP COOKING", None),
    ("view", chess, "VIEW OWN", "wish", "own side", "VIEW SIDEWAYS", "VIEW OWN"),
    ("calendar", chess, "CALENDAR ON", "wish", "calendar", "CALENDAR PERHAPS", "CALENDAR ON"),
    ("html", chess, "HTML ON", "wish", "pictures and links", "HTML PERHAPS", "HTML ON"),
    ("textlinks", chess, "TEXTLINKS ON", "wish", "the text of your letters also has links", "TEXTLINKS PERHAPS", "TEXTLINKS ON"),
    ("short", chess, "SHORT ON", "wish", "short", "SHORT PERHAPS", "SHORT ON"),
    ("zone", chess, "ZONE Europe/Berlin", "wish", "Europe/Berlin", "ZONE Moon/Sea", "no time zone"),
    ("language", chess, "LANGUAGE English", "wish", "English", "LANGUAGE Martian",
     "There are no letters here in a language called"),
    ("name", chess, "NAME Anna Berg", "wish", "Anna Berg", "NAME",
     "NAME needs something after it"),
    ("address", chess, "ADDRESS new@example.net", "address", "new@example.net", "ADDRESS nowhere", "no mail address"),
    ("vacation", lambda: table.game(days=5, vacation=20).anna, "VACATION 3", None, "",
     "VACATION 30", "you may be away 20 days a year"),
    ("leave", out_of_three(), "LEAVE", "wish", "", None, None),
    ("leave", chess, None, None, "", "LEAVE", "RESIGN"),
    ("watch", out_of_three("LEAVE"), "WATCH", "wish", "", None, None),
    ("watch", chess, None, None, "", "WATCH", "WATCH is for players who are out of the game"),
    ("unwatch", out_of_three(), "UNWATCH", None, "", None, None),
    ("unwatch", chess, None, None, "", "UNWATCH", "LEAVE is for players who are out of the game"),
    ("rematch", ended, "REMATCH", None, "", None, None),
    ("rematch", chess, None, None, "", "REMATCH", "You can ask for a rematch when the game is over"),
    ("try", chess, "TRY\nMOVE e2-e4", "try", "", "TRY\nMOVE e2-e5", "isn't legal"),
    ("hand", cards(), "HAND", "hand", "points", "HAND ME", 'I can\'t read "ME" after HAND'),
    ("card", cards(), "CARD Fog of War", "card", "Fog of War", "CARD Snowball", "There is no card"),
    ("plays", cards(), "PLAYS", "plays", "", "PLAYS e2-e5", "e2-e5 isn't legal"),
    ("deck", cards(**POINTS), lambda player: "DECK " + some_card(player), None, "", "DECK Snowball",
     "There is no card"),
    ("join", cards(words="ask"), "JOIN WORDS red apples", None, "", "JOIN WORDS r&d",
     "up to 64 letters, digits and spaces"),
    ("join", chess, None, None, "", "JOIN", "JOIN isn't for this game: you play in this game already"),
]


def answer_to(begin, text):
    player = begin()
    player.read()
    player.reply(text(player) if callable(text) else text)
    player.game.table.run()
    return [each for each in player.read() if each.kind not in ("your-turn", "window", "news")]


for name, begin, use, kind, phrase, misuse, said in MAILED:
    rows.add(name)
    if use is not None:
        answers = answer_to(begin, use)
        good = [each.kind for each in answers if each.kind not in ("refused", "unreadable")]
        checks(f"{name}: {use} is answered: {[each.kind for each in answers]}", len(good) == len(answers) > 0)
        checks(f"{name}: {use} is answered by {kind}, not {good}", kind is None or kind in good)
        checks(f"{name}: {use}: '{phrase}' in {answers and answers[0].text}",
               any(phrase in " ".join(each.text.split()) for each in answers))
    if misuse is not None:
        tells(said, misuse)
        answers = answer_to(begin, misuse)
        checks(f"{name}: {misuse}: '{said}' in {[each.kind + each.text for each in answers]}",
               any((each.kind in ("refused", "try", "help", "plays", "card") and (said or "") in " ".join(each.text.split()))
                   for each in answers))

with open(words, encoding="utf-8") as file:
    known = set(re.findall(r"^order +(\S+)", file.read(), re.MULTILINE))
checks(f"orders without a row: {known - rows}", known <= rows)
checks(f"rows without an order: {rows - known}", rows <= known)
checks.end()
