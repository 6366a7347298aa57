# SPDX-License-Identifier: MIT
"""usage: convert_site.py FOLDER SOURCES: scripts/convert-site on tests/convert/site.tar.xz. That site was made by pbem of
commit 74962fc8: a game of every kind after a few turns, a watcher, an open game with a player who has joined, a player
with settings of his own and with a conditional move, a game that moved away; and the newest letter of everybody who is
asked something. Its mailboxes and log were left out."""
import fcntl
import glob
import hashlib
import importlib.machinery
import importlib.util
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile

NOW = 1795878000
folder, sources = sys.argv[1:]
os.environ["PBEM_TIME"] = str(NOW)
os.environ["PBEM_MACHINE_ID"] = f"{folder}/machine"

from table import Game, Letter, OldTable, Player, case, has, run_cases

SCRIPT = f"{sources}/scripts/convert-site"
ROUNDS = 3
ASKING = ("welcome", "your-turn", "window", "demand", "gather")
loader = importlib.machinery.SourceFileLoader("convert_site", SCRIPT)
script = importlib.util.module_from_spec(importlib.util.spec_from_loader("convert_site", loader))
loader.exec_module(script)
PRESENT = list(script.CHANGES)

with open(f"{folder}/machine", "w", encoding="ascii") as machine:
    machine.write("0123456789abcdef0123456789abcdef\n")
with tarfile.open(f"{sources}/tests/convert/site.tar.xz") as kept:
    kept.extractall(f"{folder}/kept")
made = 0


def a_site():
    """A copy of the kept site, for its user alone."""
    global made
    made += 1
    site = f"{folder}/{made}/site"
    shutil.copytree(f"{folder}/kept/site", site)
    for path in glob.glob(f"{site}/**", recursive=True):
        os.chmod(path, 0o700 if os.path.isdir(path) else 0o600)
    return site


def convert(site):
    return subprocess.run([sys.executable, "-B", SCRIPT, site], capture_output=True, text=True, check=False)


def state(site):
    """Returns the contents of the site: the digests of its files, and the ledger's rows."""
    found = {}
    for path in sorted(glob.glob(f"{site}/**", recursive=True)):
        name = path[len(site):]
        if os.path.isfile(path) and not re.match(r"/(ledger.*|lock|sending)$", name):
            with open(path, "rb") as file:
                found[name] = hashlib.sha256(file.read()).hexdigest()
    ledger = sqlite3.connect(f"{site}/ledger")
    found["/ledger"] = "\n".join(sorted(ledger.iterdump()))
    ledger.close()
    return found


def say(site, sql):
    with sqlite3.connect(f"{site}/ledger") as ledger:
        ledger.execute(sql)
    ledger.close()


# ---- sites that aren't at rest ----

def fill(name):
    def write(site):
        with open(f"{site}/{name}", "w", encoding="ascii") as file:
            file.write("something\n")
    return write


@case
def a_site_that_is_not_at_rest_is_not_touched():
    at_work = {
        "journal": fill("journal"), "sitting": fill("sitting"), "handed": fill("handed/letter"),
        "leaving": fill("leaving/note"),
        "outbox": lambda site: say(site, "INSERT INTO outbox (name, recipient, since) VALUES ('a', 'b', 1)"),
        "claims": lambda site: say(site, "INSERT INTO claims VALUES (1)"),
        "found": lambda site: say(site, "INSERT INTO found (row, name) VALUES (1, 'a')"),
    }
    for name, make in at_work.items():
        site = a_site()
        os.makedirs(f"{site}/handed", exist_ok=True)
        make(site)
        before = state(site)
        done = convert(site)
        assert done.returncode == 1 and "isn't empty: call 'pbem run'" in done.stderr, (name, done)
        assert state(site) == before and not os.path.exists(f"{site}.before-convert"), name


@case
def a_site_where_a_run_is_at_work_is_not_touched():
    site = a_site()
    before = state(site)
    with open(f"{site}/lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = convert(site)
    assert done.returncode == 1 and "a run is at work" in done.stderr, done
    assert state(site) == before


@case
def what_is_no_site_or_an_older_one_is_refused():
    done = convert(folder)
    assert done.returncode == 1 and "it is no site" in done.stderr, done
    site = a_site()
    say(site, "DROP TABLE outbox")
    say(site, "CREATE TABLE outbox (name TEXT PRIMARY KEY, recipient TEXT, since INTEGER, bytes BLOB)")
    before = state(site)
    done = convert(site)
    assert done.returncode == 1 and "older than that of 74962fc8" in done.stderr, done
    assert state(site) == before


# ---- the table of changes ----

@case
def every_kind_of_row_does_what_it_says():
    site = a_site()
    with open(f"{site}/pbem.conf", "a", encoding="utf-8") as conf:
        conf.write("# batch-letters = 7 was it once\n  batch-letters-more = 1\n")
    script.CHANGES[:] = [
        ("file", "aside", "apart"), ("file", "games/*/seats", "places"), ("drop", "games/*/snapshot", "pbem-snapshot 12"), ("drop", "games/chess/watchers", "another"),
        ("key", "batch-letters", "batch-messages"),
        ("ledger", script.type_counts), ("table", "deeds", "answers"), ("sql", "CREATE TABLE IF NOT EXISTS other (one INTEGER)"),
        ("text", "host", lambda text: text.replace("chess-", "board-")), ("line", "host", "pbem-host 1", "pbem-host 9"),
    ]
    names = ["mail command chess mod@example.org pause chess", "watches vera@example.org chess", "lost chess white 12",
             "told of lost chess", "lost #7 1 12", "newest imap:17", "came #3", "back c960 watcher2", "forged tokens",
             "told of board to white in game chess", "answers chess 0 on day 20417"]
    say(site, "INSERT INTO counts VALUES " + ", ".join(f"('{name}', {number + 1001})" for number, name in enumerate(names)))
    before = state(site)
    try:
        done = script.convert(site)
    finally:
        script.CHANGES[:] = PRESENT
    after = state(site)
    assert os.path.isdir(f"{site}/apart") and not os.path.exists(f"{site}/aside")
    for name in os.listdir(f"{site}/games"):
        assert after[f"/games/{name}/places"] == before[f"/games/{name}/seats"]
        assert f"/games/{name}/snapshot" not in after
    assert after["/games/chess/watchers"] == before["/games/chess/watchers"]
    with open(f"{site}/pbem.conf", encoding="utf-8") as conf:
        text = conf.read()
    has(text, "batch-messages = 40", "# batch-letters = 7 was it once", "batch-letters-more = 1")
    assert "\nbatch-letters =" not in text
    with open(f"{site}/host", encoding="utf-8") as host:
        has(host.read(), "pbem-host 9", "name board-")
    ledger = after["/ledger"]
    for row in ("'command','mod@example.org','chess','pause chess',0,0,0,1001", "'watches','vera@example.org','chess','',0,0,0,1002",
                "'lost','white','chess','',12,0,0,1003", "'lost','','chess','',0,0,1,1004", "'lost','1','#7','',12,0,0,1005",
                "'newest','imap:17','','',0,0,0,1006", "'came','','','',3,0,0,1007", "'takeback','','c960','',2,0,0,1008",
                "'ignored','forged tokens','','',0,0,0,1009", "'board to','white','chess','',0,0,1,1010"):
        assert f"({row})" in ledger, row
    assert "1011)" not in ledger and "on day" not in ledger
    assert 'CREATE TABLE "answers"' in ledger and "CREATE TABLE other" in ledger
    assert len(done) > 10 and state(f"{site}.before-convert")["/pbem.conf"] == before["/pbem.conf"]


@case
def every_name_that_pbem_refuses_or_overlooks_is_converted():
    """The old keys are errors until then; the site shows what its old counts and folders held."""
    site = a_site()
    with open(f"{site}/pbem.conf", "a", encoding="utf-8") as conf:
        conf.write("digest-hour = 7\nmax-letter-bytes = 8192\noutage = 6\n")
    counts = {"aside": "quarantined", "aside dropped": "dropped from quarantine", "over ration": "over daily limit",
              "void keys": "revoked tokens", "command keys": "command tokens"}
    for number, name in enumerate(counts):
        say(site, f"INSERT INTO counts VALUES ('{name}', {number + 5}), ('{name}, told', {number + 2})")
    fill("aside/seat-1.eml")(site)
    os.makedirs(f"{site}/handing", mode=0o700)
    letter = f"handing/001700000000.9.{'0' * 64}"
    fill(letter)(site)
    ask = [os.environ["PBEM"], "--site", site, "status", "--json"]
    shutil.copy(f"{site}/pbem.conf", f"{site}/kept.conf")
    for old, new in (("batch-letters", "batch-messages"), ("digest-hour", "summary-hour"),
                     ("max-letter-bytes", "max-message-bytes"), ("outage", "outage-hours")):
        done = subprocess.run(ask, capture_output=True, text=True, check=False)
        assert done.returncode == 78 and f"the key {old} is now called {new}" in done.stderr, done
        with open(f"{site}/pbem.conf", encoding="utf-8") as conf:
            text = conf.read()
        with open(f"{site}/pbem.conf", "w", encoding="utf-8") as conf:
            conf.write(text.replace(f"\n{old} = ", f"\n# {old} = "))
    done = subprocess.run(ask, capture_output=True, text=True, check=False)
    assert done.returncode == 75 and f"ledger: an older pbem wrote this file; run: convert-site {site}" in done.stderr, done
    os.replace(f"{site}/kept.conf", f"{site}/pbem.conf")
    done = convert(site)
    assert done.returncode == 0, done
    done = subprocess.run(ask, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done
    told = json.loads(done.stdout)["site"]
    assert told["quarantined"] == 1, told
    for number, name in enumerate(counts.values()):
        assert told["counts"][name] == number + 5, told
    ledger = state(site)["/ledger"]
    for old, new in counts.items():
        assert f"'{old}" not in ledger and re.search(f"'ignored','{new}','','',0,0,1,", ledger), (old, new)
    assert os.path.exists(f"{site}/{letter.replace('handing', 'forwarding')}")


@case
def killed_at_any_step_it_comes_to_the_same_when_called_again():
    """By a system call of its own that isn't made: the ledger's commit counts as one."""
    whole = a_site()
    script.convert(whole)
    real = {name: getattr(os, name) for name in ("rename", "unlink", "fsync", "makedirs")}
    steps = stop = 0

    def guarded(name):
        def call(*words, **options):
            nonlocal steps
            steps += 1
            if steps > stop:
                raise KeyboardInterrupt
            return real[name](*words, **options)
        return call

    finished = False
    while not finished:
        site, steps, stop = a_site(), 0, stop + 1
        for name in real:
            setattr(os, name, guarded(name))
        try:
            script.convert(site)
            finished = True
        except KeyboardInterrupt:
            pass
        finally:
            for name, function in real.items():
                setattr(os, name, function)
        done = convert(site)
        assert done.returncode == 0, (stop, done)
        assert state(site) == state(whole), f"stopped at {stop}"
        assert state(f"{site}.before-convert") == state(f"{whole}.before-convert"), f"stopped at {stop}"
        shutil.rmtree(os.path.dirname(site))
    assert stop > 20, stop


# ---- the site, played on ----

def answers(letter):
    """Returns an answer that the letter's reader may write, by what the letter itself shows."""
    if letter.kind == "window":
        return ["PASS"]
    return [f"ANSWER {each}" for each in re.findall(r"ANSWER ([a-z]\d+|NO)", letter.text)] + \
           [f"MOVE {each}" for each in re.findall(r"MOVE ((?:\d+:)?[a-z]\d+-[a-z]\d+)", letter.text)] + ["PASS"]


def is_asked(player):
    kinds = [letter.kind for letter in player.letters if letter.kind in ASKING + ("accepted", "game-over")]
    return bool(kinds) and kinds[-1] in ASKING


def take_letter(game, player):
    path = f"{folder}/kept/letters/{game}-{player.name}.eml"
    if os.path.exists(path):
        with open(path, "rb") as file:
            player.letters.append(Letter(file.read()))


def take_games(table):
    for name in sorted(os.listdir(f"{table.folder}/games")):
        with open(f"{table.folder}/games/{name}/seats", encoding="utf-8") as file:
            people = dict(re.findall(r"^seat (\S+)\n  name (\S+)$", file.read(), re.MULTILINE))
        table.games[name] = Game(table, name, {seat: person.lower() for seat, person in people.items()})
        for player in table.games[name].players.values():
            take_letter(name, player)


def play_a_round(table, now, first):
    """Everybody who is asked answers in one run; the next answer each time that one is refused."""
    taken = set()
    for step in range(8):
        asked = [each for game in table.games.values() for each in game.players.values()
                 if each not in taken and is_asked(each)]
        for player in asked:
            letter = [each for each in player.letters if each.kind in ASKING][-1]
            able = first.pop(player.address, None) or answers(letter)
            player.reply(able[step % len(able)], to=letter, when=now)
        table.run()
        taken |= {player for player in asked if "accepted" in [each.kind for each in player.read()]}


@case
def its_players_play_on():
    # Writes the file that `pbem adopt` writes where the mailbox is on a server.
    with open(f"{folder}/kept/site/host", encoding="utf-8") as file:
        host = file.read().replace("pbem-host 1", "pbem-host 2") + "owes sign\n"
    with open(f"{folder}/kept/site/host", "w", encoding="utf-8") as file:
        file.write(host)
    table = OldTable(f"{folder}/played", f"{folder}/kept/site", converted=False)
    done = convert(table.folder)
    assert done.returncode == 0, done
    has(done.stdout, "ledger: new table stops", "host: changed", "aside: is quarantine", "pbem.conf: changed", "moved/gone.keys: changed", "has the present form. The "
        f"originals are in {table.folder}.before-convert")
    with open(f"{table.folder}/moved/gone.keys", encoding="utf-8") as file:
        assert re.fullmatch(r"moves 1\nown 1 [0-9a-f]{64}\n", file.read())
    for box in ("in", "out"):
        for part in ("cur", "new", "tmp"):
            os.makedirs(f"{table.folder}/mail/{box}/{part}", mode=0o700, exist_ok=True)
    table.count = 5000  # its letters are none of those that the site knows
    has(table.must("repair"), "Nothing is damaged.")
    has(table.must("status"), "open chess, 1 of 2 seats free: yan", "Game gone has moved to /srv/other.", "watched by 1")
    take_games(table)
    before = {name: game.file for name, game in table.games.items()}
    assert len(before) == 8, before.keys()
    for step in range(ROUNDS):
        play_a_round(table, NOW + step, {"anna.chess@example.net": ["MOVE h2-h3"]} if step == 0 else {})
    for name, game in table.games.items():
        assert game.file.startswith(before[name]) and game.file.count("\n  played ") > before[name].count("\n  played "), \
            f"{name} didn't go on: {table.log}"
        table.must("verify", name)
    # The conditional move was played, and its player's settings are kept.
    has(table.games["chess"].file, "played white h2h3", "played black b8a6")
    has(table.games["chess"].bob.newest.text, "Partie chess")
    # Strangers, by the keys they have.
    zoe, yan = (Player(table.games["chess"], None, name) for name in ("zoe", "yan"))
    for player in (zoe, yan):
        player.address = f"{player.name}@example.net"
        take_letter("w", player)
    assert [each.to for each in table.elsewhere].count("zoe@example.net") >= 2, "she watches"
    zoe.reply("STATUS", to=zoe.letters[0], when=NOW)
    yan.reply("LEAVE", to=yan.letters[0], when=NOW)
    table.run()
    has(table.must("status"), "open chess, 2 of 2 seats free")
    before = state(table.folder)
    done = convert(table.folder)
    assert done.returncode == 0 and done.stdout == f"{table.folder} has the present form.\n", done
    assert state(table.folder) == before


run_cases()
