# SPDX-License-Identifier: MIT
"""usage: json_told.py SITE FOLDER LETTERS PAGE: asks of a site with games of every kind, and spoils one of its games."""
import glob
import json
import os
import re
import subprocess
import sys

PBEM = os.environ["PBEM"]
site, folder, letters, page = sys.argv[1:]

GAME = {"game", "variant", "options", "state", "turns", "seats", "result"}
SEAT = {"seat", "title", "name", "in_play", "pending", "since", "until"}
SHOWN = GAME | {"board", "fen", "status", "recent"}
UNREADABLE = {"game", "state", "error"}
SITE = {"outbox", "quarantined", "retake", "fetched", "overdue", "counts", "withheld", "unsent_reports", "moved"}
FILE = {"file", "missing", "errors", "notes"}
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")


def expect(what, true):
    if not true:
        raise AssertionError(what)


def same(what, wanted, got):
    expect(f"{what}: expected {wanted!r}, got {got!r}", wanted == got)


def run(*words, code=0, at=site):
    done = subprocess.run([PBEM, "--site", at, *words], capture_output=True)
    same(f"pbem {words}, which says {done.stderr!r}", code, done.returncode)
    return done.stdout.decode("utf-8")  # strictly


told = []


def ask(*words, code=0, at=site):
    text = run(*words, "--json", code=code, at=at)
    told.append(text)
    return json.loads(text)


def check_game(game):
    expect(f"{game}: a state", game["state"] in ("preparing", "playing", "over"))
    same(f"{game['game']} is over and has a result", game["state"] == "over", game["result"] is not None)
    for seat in game["seats"]:
        same("a seat", SEAT, set(seat))
        same(f"{seat}: asked since then", seat["pending"] is not None, seat["since"] is not None)
        for when in (seat["since"], seat["until"]):
            expect(f"{when}: a time", when is None or TIME.match(when))


def since(game):
    return min([seat["since"] for seat in game["seats"] if seat["since"]], default="9")


def check_list():
    games = ask("games")
    same("games", {"games", "open"}, set(games))
    same("none is open", [], games["open"])
    for game in games["games"]:
        same("a game", GAME, set(game))
        check_game(game)
    same("those that wait longest first", sorted(games["games"], key=lambda game: (since(game), game["game"])),
         games["games"])
    lines = run("games").splitlines()[1:]
    same("in that order for people, too", [game["game"] for game in games["games"]], [line.split()[0] for line in lines])
    return games["games"]


def check_status(games):
    status = ask("status")
    same("status", {"games", "open", "site"}, set(status))
    same("the site", SITE, set(status["site"]))
    same("its outbox", {"waiting", "since", "sending"}, set(status["site"]["outbox"]))
    same("nobody sends", False, status["site"]["outbox"]["sending"])
    expect("counts are numbers", all(isinstance(count, int) for count in status["site"]["counts"].values()))
    same("the same games", sorted(games, key=lambda game: game["game"]), status["games"])
    one = ask("status", games[0]["game"])
    same("one alone", {"games": [games[0]]}, one)
    same("none of that name", {"games": []}, ask("status", "nosuch", code=66))


def check_show(games):
    for game in games:
        shown = ask("show", game["game"])
        same("what is shown", SHOWN, set(shown))
        check_game(shown)
        text = run("show", game["game"])
        for line in shown["board"]:
            expect(f"{game['game']}: for people, too: {line!r}", line in text.splitlines())
        # For people long lines go on below, indented.
        lines = text.replace("\n    ", " ").splitlines() + text.splitlines()
        for line in shown["status"] + shown["recent"][-8:]:
            expect(f"{game['game']}: for people, too: {line!r}", line in lines)
        if shown["fen"]:
            same(f"{game['game']}: FEN", run("show", game["game"], "--fen").splitlines(), shown["fen"])
        same(f"{game['game']} before its first turn", 0, ask("show", game["game"], "--ply", "0")["turns"])


def check_verify(games):
    found = ask("verify")
    same("verify", {"files", "valid"}, set(found))
    same("all are sound", True, found["valid"])
    same("all are checked", len(games), len(found["files"]))
    for file in found["files"]:
        same("a file", FILE, set(file))
        same(f"{file}: without a fault", (False, []), (file["missing"], file["errors"]))
    missing = ask("verify", "nosuch", code=66)
    same("none", (True, False), (missing["files"][0]["missing"], missing["valid"]))


def check_spoilt(id):
    path = f"{site}/games/{id}/game.txt"
    with open(path, "rb") as file:
        text = file.read()
    with open(path, "wb") as file:
        file.write(text.replace(b"variant", b"v\xffriant", 1))
    os.unlink(f"{site}/games/{id}/snapshot") if os.path.exists(f"{site}/games/{id}/snapshot") else None
    found = ask("verify", id, code=65)
    same("a spoilt one", (False, True), (found["valid"], len(found["files"][0]["errors"]) > 0))
    games = ask("games", code=65)["games"]
    same("which stands in front", id, games[0]["game"])
    same("and tells why", (UNREADABLE, "unreadable"), (set(games[0]), games[0]["state"]))
    same("in status, too", 1, [game["state"] for game in ask("status", code=65)["games"]].count("unreadable"))


def check_damaged_secrets():
    """A fault of a game that has secrets may name them: it is reported to the moderator alone."""
    path = sorted(glob.glob(f"{site}/games/*/sealed"))[-1]
    id = path.split("/")[-2]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(re.sub(r"(?m)^(  \d+: )\S.*$", r"\1nonsense", text))
    if os.path.exists(f"{site}/games/{id}/snapshot"):
        os.unlink(f"{site}/games/{id}/snapshot")
    wrong = "the hash doesn't fit"
    expect("status tells people", wrong in run("status", id, code=65))
    expect("so does verify", wrong in run("verify", id, code=65))
    faults = [game["error"] for words in (["status", id], ["games"])
              for game in ask(*words, code=65)["games"] if game["game"] == id]
    faults += ask("verify", id, code=65)["files"][0]["errors"]
    same("told three times", 3, len(faults))
    for fault in faults:
        expect(f"{fault}: that it is damaged, not how", "contain secrets" in fault and wrong not in fault)
    expect(f"and where: {faults[-1]}", re.search(rf"/games/{id}/game.txt:\d+: ", faults[-1]))


def check_names():
    """Any names that people give themselves."""
    other = f"{folder}/other"
    run("init", at=other)
    same("no game", {"games": [], "open": []}, ask("games", at=other))
    name = 'A"\\\u202e \u00e9\u2654'
    run("new", "chess", f"{name} <a@example.org>", "b@example.org", at=other)
    same("the name", name.replace("\u202e", ""), ask("games", at=other)["games"][0]["seats"][0]["name"])


def check_secrets():
    """No address, no key of a letter, nothing a sealed file begins with; what is told of a game in lines is no
    more than people get, by check_show."""
    everything = "".join(told)
    expect("no address", "@" not in everything)
    keys = set()
    for letter in glob.glob(f"{letters}/*"):
        with open(letter, encoding="utf-8", errors="replace") as file:
            keys.update(re.findall(r"\bkey (\w{20,})", file.read()))
    secrets = set()
    for path in glob.glob(f"{site}/games/*/sealed"):
        with open(path, encoding="utf-8") as file:
            secrets.update(re.findall(r"[0-9a-f]{64}", file.read()))
    expect("there are some", len(keys) > 20 and len(secrets) > 5)
    for secret in keys | secrets:
        expect(f"{secret} is nobody's", secret not in everything)


def check_page():
    """pbem(1) names all members."""
    text = open(page, encoding="utf-8").read()
    part = text[text.index(".Sh JSON"):text.index(".Sh EXAMPLES")]
    words = set(re.findall(r"\w+", part))
    members = SHOWN | SEAT | UNREADABLE | SITE | FILE | {"games", "site", "waiting", "files", "valid", "open", "offer", "rematch", "closes"}
    same("members that pbem(1) doesn't tell of", set(), members - words)


all_games = check_list()
check_status(all_games)
check_show(all_games)
check_verify(all_games)
check_names()
check_spoilt(all_games[0]["game"])
check_damaged_secrets()
check_secrets()
check_page()
