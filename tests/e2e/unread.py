#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""unread.py FOLDER: lets reads fail as a bad disk does (tests/e2e/faulty.c). Nobody can tell then what
there is: nothing may be taken for missing, damaged or done."""

import os
import re
import shutil
import sys
import time

import promise
import trials
from players import letters, read
from promise import KILLED
from table import ADDRESS, MODERATOR, Player, Table
from trials import DATA, DONE, LATER, expect, games, test

ERRORS = ("EIO", "EAGAIN", "ENOMEM")


def told(site):
    """The letters about damage, to players and to the moderator."""
    return [letter.id for letter in letters(f"{site}/mail/out")
            if "damaged" in letter.id or "can't be read" in letter.text]


def committed(bench, name):
    """A site in which a batch is committed and nothing of it made true: the run was killed then."""
    for stop in range(1, 12):
        site = bench.fresh(name)
        promise.run(site, codes=(KILLED,), PBEM_STOP_AFTER=str(stop))
        if os.path.getsize(f"{site}/journal") > 0:
            return site
    raise promise.Difference("no batch was committed")


@test
def a_committed_batch(bench):
    """The journal can't be read: it is not taken for none, and its batch is not lost."""
    start = committed(bench, "journal")
    want = bench.result(trial(start, bench, "journal.want"))
    journal = read(f"{start}/journal")
    for call in ("pread", "open"):
        for error in ERRORS:
            site = promise.copy(start, f"{bench.work}/journal.{call}")
            before = promise.tree(site)
            _, said = promise.run(site, codes=(LATER,), FAULT=f"{call} {error} /journal")
            expect("journal" in said, f"it isn't named:\n{said}")
            expect(read(f"{site}/journal") == journal, f"{call} {error}: the journal was emptied")
            now = promise.tree(site)
            changed = {name for name in before.keys() | now.keys()
                       if before.get(name) != now.get(name)}
            expect(changed <= {"ledger"}, f"{call} {error}: changed {changed}")
            promise.run(site)
            promise.compare(want, bench.result(site))
    site = promise.copy(start, f"{bench.work}/journal.EINTR")
    promise.run(site, FAULT="pread EINTR /journal")
    promise.compare(want, bench.result(site))
    return "6 ways"


def trial(start, bench, name):
    site = promise.copy(start, f"{bench.work}/{name}")
    promise.run(site)
    return site


# A call, and the file it fails for: no letter can be decided without it.
SITE = ("open /worklist", "read /worklist", "stat /worklist", "open /crashed", "stat /crashed",
        "read /crashed", "stat /ledger", "stat /journal", "stat /pbem.conf", "fopen /pbem.conf",
        "open /keys/1", "read /keys/1", "readdir /keys", "readdir /mail/in/new", "open /lock",
        "realpath /site.fault", "sqlite /ledger", "open /mail/in/new", "open /mail/in/cur",
        "g_file_get_contents /templates/foot.txt", "stat /mail/in/pbem-batch")


@test
def a_file_of_the_site(bench):
    """Until it can be read no letter is taken and none goes out."""
    start = bench.fresh("sitting")
    promise.run(start, codes=(KILLED,), PBEM_STOP_AFTER="3")  # with a sitting, which must be kept
    with open(f"{start}/crashed", "a", encoding="utf-8") as file:
        os.chmod(file.name, 0o600)
        file.write("maildir:none a memory fault\n")
    want = bench.result(trial(start, bench, "sitting.want"))
    for number, what in enumerate(SITE):
        call, path = what.split()
        site = promise.copy(start, f"{bench.work}/site.fault")
        before = promise.tree(site)
        _, said = promise.run(site, codes=(LATER,),
                              FAULT=f"{call} {ERRORS[number % len(ERRORS)]} {path}")
        now = promise.tree(site)
        changed = {name for name in before.keys() | now.keys() if before.get(name) != now.get(name)}
        expect(changed <= {"ledger", "worklist"}, f"{what}: changed {changed}:\n{said}")
        expect(os.path.exists(f"{site}/worklist"), f"{what}: the sitting is gone")
        promise.run(site)
        promise.compare(want, bench.result(site))
    return f"{len(SITE)} ways"


GAME = ("open /g2/seats", "read /g2/seats", "stat /g2/seats", "open /g2/game.txt", "pread /g2/game.txt",
        "stat /g2/game.txt", "stat /g2/sealed", "stat /g2/snapshot")


def masked(result):
    """A sender without a good key is told of the player's other games; for one that can't be read, its last known
    state."""
    return {name: re.sub(rb"\| g2  waits for .*", b"| g2", value) if isinstance(value, bytes) else value
            for name, value in result.items()}


@test
def a_file_of_a_game(bench):
    """Its letters wait, nobody is told that it is damaged, the other games go on."""
    for number, what in enumerate(GAME):
        call, path = what.split()
        site = bench.fresh("game")
        fault = f"{call} {ERRORS[number % len(ERRORS)]} {path}"
        _, said = promise.run(site, codes=(LATER,), FAULT=fault)
        expect(told(site) == [], f"{what}: told {told(site)}")
        held = [name for name in games(bench.want)
                if "/g2/" not in name and read(f"{site}/{name}") != bench.want[name]]
        expect(held == [], f"{what}: held up {held}:\n{said}")
        left = [read(entry.path) for entry in os.scandir(f"{site}/mail/in/new")]
        expect(len(left) == 8 and all(b"[g2]" in letter for letter in left),
               f"{what}: {len(left)} letters wait:\n{said}")
        promise.run(site)
        promise.compare(masked(bench.want), masked(bench.result(site)))
    return f"{len(GAME)} ways"


def notices(site):
    """Returns what the moderator is told of a game that can't be read, whether it waits or was sent."""
    sent = [letter.text for letter in letters(f"{site}/mail/out") if "Several runs could not read" in
            " ".join(letter.text.split())]
    return len(sent) + promise.start(site, "status").communicate()[0].count("Several runs could not read")


@test
def a_game_that_stays_unreadable(bench):
    """The moderator hears of it, after three runs or a day, once; and again only when it was read between."""
    now = int(time.time())
    for times, hears in (((0, 300, 600, 900), 3), ((0, 86400, 86700), 2)):
        site = bench.fresh("lasting")
        for number, after in enumerate(times, 1):
            promise.run(site, codes=(LATER,), FAULT="pread EIO /g2/game.txt", PBEM_TIME=str(now + after))
            expect(notices(site) == (number >= hears), f"after run {number}: {notices(site)} notices")
        expect("damaged" not in "".join(told(site)), f"told {told(site)}")
        promise.run(site, PBEM_TIME=str(now + 90000))
        promise.run(site, PBEM_TIME=str(now + 90300))
        expect(notices(site) == 1, f"{notices(site)} notices when it can be read")


@test
def what_status_looks_at(bench):
    """It says what it can't look at, and doesn't count it as empty."""
    site = bench.fresh("looks")
    os.makedirs(f"{site}/quarantine", exist_ok=True)
    for fault, phrase in (("readdir EIO /quarantine", "can't count the quarantined messages"),
                          ("pread EIO /g2/game.txt", "g2           can't be read")):
        _, said = promise.run(site, "status", codes=(LATER,), FAULT=fault)
        expect(phrase in said, f"{fault}:\n{said}")
    promise.run(site, "status")


@test
def a_snapshot(bench):
    """It only saves time: without it the whole log is read."""
    for call in ("open", "pread"):
        site = bench.fresh("snapshot")
        promise.run(site, FAULT=f"{call} EIO /g2/snapshot")
        bench.compare(site)


@test
def a_letter_of_a_maildir(bench):
    """It is not gone: it stays where it is, the others are had, the next run has it."""
    site = bench.fresh("letter")
    name = sorted(os.listdir(f"{site}/mail/in/new"))[-1]
    promise.run(site, FAULT=f"fstatat EIO {name}")  # what it is shows when it is read
    bench.compare(site)
    for call in ("openat", "read"):
        site = bench.fresh("letter")
        name = sorted(os.listdir(f"{site}/mail/in/new"))[-1]
        _, said = promise.run(site, codes=(LATER,), FAULT=f"{call} EIO {name}")
        expect(os.listdir(f"{site}/mail/in/new") == [name], f"{call}: others wait:\n{said}")
        expect("gone" not in said, f"{call}: it is called gone:\n{said}")
        promise.run(site)
        bench.compare(site)


DEFINITIONS = ("fopen /games/chess.variant", "readdir /games")


@test
def a_definition(bench):
    """A variant that can't be read just now damages no game."""
    for what in DEFINITIONS:
        call, path = what.split()
        site = bench.fresh("variant")
        promise.run(site, codes=(LATER,), FAULT=f"{call} EMFILE {path}")
        expect(told(site) == [], f"{what}: told {told(site)}")
        promise.run(site)
        bench.compare(site)
        promise.run(site, "perft", "chess", "1", codes=(LATER,), FAULT=f"{call} EMFILE {path}")


@test
def a_game_when_the_ledger_is_made_anew(bench):
    """Left out of the index it would be left out for ever."""
    whole = bench.fresh("index")
    for name in ("ledger", "ledger-wal"):
        if os.path.exists(f"{whole}/{name}"):
            os.unlink(f"{whole}/{name}")
    now = {"PBEM_TIME": str(int(time.time()))}
    other = promise.copy(whole, f"{bench.work}/index.want")
    promise.run(other, **now)
    promise.run(whole, codes=(LATER,), FAULT="pread EIO /g2/game.txt", **now)
    promise.run(whole, **now)
    promise.compare(bench.result(other), bench.result(whole))


def waiting(table):
    return os.listdir(f"{table.folder}/mail/in/new")


def faulty(table, *words, fault):
    """Returns pbem's exit code and output while that read fails."""
    os.environ["FAULT"] = fault
    table.pbem(*words)
    del os.environ["FAULT"]
    return table.code, table.out + table.err


@test
def what_is_said_after_a_game(bench):
    """A game that can't be looked into isn't one that ended long ago: nobody is told that it is too late."""
    table = Table(f"{bench.work}/said")
    game = table.game()
    game.anna.reply("RESIGN")
    table.run()
    game.anna.reply("SAY Well played.")
    code, said = faulty(table, "run", fault="read EIO /g1/game.txt")
    expect(code == LATER and len(waiting(table)) == 1, f"it ended with {code}:\n{said}")
    table.run()
    expect([letter.kind for letter in game.anna.letters if letter.kind == "refused"] == [], "it was refused")
    expect("Well played." in game.bob.newest.text, "Bob didn't hear it")


@test
def a_moderators_command(bench):
    """In a game that can't be read now it is neither refused nor done nor struck off: the letter waits."""
    table = Table(f"{bench.work}/command", "mail-commands = yes", "summary-hour = 24")
    game = table.game(days=5)
    carol = Player(game, None, "carol")
    carol.address = MODERATOR
    faults = "pread EIO /g1/game.txt", "open EIO /games/g1/game.txt", "open EIO /games/g1/seats"

    def waits(what):
        before = game.file
        for fault in faults:
            table.to_moderator.clear()
            code, said = faulty(table, "run", "--verbose", fault=fault)
            table.collect()
            expect(code == LATER and len(waiting(table)) == 1, f"{what}, {fault}: it ended with {code}:\n{said}")
            expect(not [each for each in table.to_moderator if each.kind == "command"], f"{what}, {fault}: answered")
            expect(game.file == before and game.anna.unread == [], f"{what}, {fault}: it was done")

    def answer():
        table.to_moderator.clear()
        table.run()
        found = [each for each in table.to_moderator if each.kind == "command"]
        expect(len(found) == 1 and waiting(table) == [], f"{[each.id for each in table.to_moderator]}")
        return found[0]

    table.put(f"From: Carol <{MODERATOR}>\nTo: {ADDRESS}\nSubject: a command\nMessage-ID: <asked@example.net>\n\n"
              "PBEM PAUSE g1 AT 1 REASON it rains\n".encode())
    waits("asked")
    carol.letters = [answer()]
    expect(carol.newest.token is not None, "it isn't asked for a confirmation")
    carol.reply("YES")
    waits("confirmed")
    done = answer()
    expect("Done: pause" in done.subject, f"it wasn't done: {done.subject}\n{done.text}")
    expect(game.file.count("moderator it rains") == 1, game.file)
    expect([each.kind for each in game.anna.read()] == ["moderated"], "she isn't told once")


@test
def a_page_of_rules(bench):
    """A page that can't be read just now is none that there isn't."""
    table = Table(f"{bench.work}/page")
    game = table.game()
    game.anna.reply("HELP RULES")
    code, said = faulty(table, "run", fault="stat EIO /games/chess.txt")
    expect(code == LATER and len(waiting(table)) == 1, f"it ended with {code}:\n{said}")
    table.run()
    expect(game.anna.newest.kind == "help-rules", f"Anna got {game.anna.newest.kind}")


@test
def the_words_of_orders(bench):
    """Without the words no message has a meaning: it waits, and nobody is told to install pbem again."""
    table = Table(f"{bench.work}/words")
    game = table.game()
    game.anna.reply("MOVE e2-e4")
    for fault in ("fopen EIO /orders.words", "fopen EIO /moves.words", "readdir EIO /games/words",
                  "fopen EIO /quotes.words", "fopen EIO /automatic.words", "readdir EIO /mailers"):
        code, said = faulty(table, "run", "--verbose", fault=fault)
        expect(code == LATER and len(waiting(table)) == 1, f"{fault}: it ended with {code}:\n{said}")
        expect("can't be read" in said and "Install" not in said, f"{fault}: it said {said}")
    table.run()
    expect("accepted" in [letter.kind for letter in game.anna.letters], "the move wasn't played")


@test
def a_restored_backup(bench):
    """The mailbox's knowledge of the ledger's state isn't forgotten because it can't be read once."""
    table = Table(f"{bench.work}/restored")
    game = table.game()
    copy = promise.copy(table.folder, f"{bench.work}/restored.backup")
    game.anna.reply("MOVE e2-e4")
    table.run()
    shutil.rmtree(f"{copy}/mail")
    os.rename(f"{table.folder}/mail", f"{copy}/mail")  # the backup has no mailbox: it is put back below it
    shutil.rmtree(table.folder)
    os.rename(copy, table.folder)
    code, said = faulty(table, "run", fault="stat EIO /mail/in/pbem-batch")
    expect(code == LATER, f"it ended with {code}:\n{said}")
    table.pbem("run")
    table.pbem("retake")
    expect("g1 white" in table.out, f"no letter is listed:\n{table.out}{table.err}")


@test
def files_that_are_checked(bench):
    """verify: a game that can't be read is not damaged, and one that is gone isn't left out."""
    site = bench.fresh("verified")
    table = Table.__new__(Table)
    table.folder = site
    for fault in "pread EIO /g2/game.txt", "readdir EIO /games", "open EIO /games/g1/game.txt":
        code, said = faulty(table, "verify", fault=fault)
        expect(code == LATER and "Input/output error" in said, f"{fault}: {code}:\n{said}")
    open(f"{site}/games/note.txt", "w", encoding="utf-8").close()
    expect(faulty(table, "verify", fault="none") == (DONE, ""), "a stray file is no game")
    os.unlink(f"{site}/games/g2/game.txt")
    code, said = faulty(table, "verify", fault="none")
    expect(code == DATA and "g2/game.txt" in said, f"a game is missing: {code}:\n{said}")
    code, said = faulty(table, "verify", "g1", fault="access EIO /g1/game.txt")
    expect(code == DONE, f"it can be read: {code}:\n{said}")


@test
def files_whose_check_crashes(bench):
    """verify: of a game whose process crashed or was killed nothing is known, and all others are told of as ever."""
    site = bench.fresh("crashed")
    table = Table.__new__(Table)
    table.folder = site
    for number in range(3, 9):
        table.pbem("new", "chess", "--id", f"x{number}", "anna@example.org", "bob@example.org")
        expect(table.code == DONE, table.err)
    for game in "g1", "x5", "x8":
        path = f"{site}/games/{game}/game.txt"
        text = read(path).decode()
        with open(path, "w", encoding="utf-8") as out:
            out.write(text.replace("  ask ", "  aks ", 1))
    code, want = faulty(table, "verify", "--jobs", "1", fault="none")
    lines = want.splitlines()
    expect(code == DATA and [line.split("/")[-2] for line in lines if ":" in line][:1] == ["g1"], f"{code}:\n{want}")
    json = faulty(table, "verify", "--json", "--jobs", "1", fault="none")
    for jobs in "2", "3", "8", "100":
        expect(faulty(table, "verify", "--jobs", jobs, fault="none") == (DATA, want), f"{jobs} at a time: the same")
        expect(faulty(table, "verify", "--json", "--jobs", jobs, fault="none") == json, f"{jobs}: the same as JSON")
    for how in "SEGV", "ABRT":
        code, said = faulty(table, "verify", "--jobs", "2", fault=f"access {how} /x4/game.txt")
        told = [line for line in said.splitlines() if line.startswith(f"{site}/games/")]
        expect(code == DATA and len(told) == len(lines) + 1, f"{how}: {code}:\n{said}")
        unknown = [line for line in told if "/x4/game.txt: the check was not finished" in line]
        expect(len(unknown) == 1 and [line for line in told if line not in unknown] == lines, f"{how}:\n{said}")
        code, said = faulty(table, "verify", "g2", "x3", "x4", "--jobs", "2", "--json", fault=f"access {how} /x4/game.txt")
        expect(code == LATER and "x4/game.txt: the check was not finished" in said
               and '"valid": false' in said, f"{how}: {code}:\n{said}")
    # One that crashes on each is replaced as often.
    code, said = faulty(table, "verify", "--jobs", "3", fault="access ABRT game.txt")
    told = [line for line in said.splitlines() if "the check was not finished" in line]
    expect(code == LATER and len(told) == len(os.listdir(f"{site}/games")), f"none is left: {code}:\n{said}")


@test
def a_list_of_games(bench):
    """One that can't be read to its end makes no half of the games in silence."""
    table = Table(f"{bench.work}/list")
    os.mkdir(f"{bench.work}/list.games")
    table.pbem("new", "--list", f"{bench.work}/list.games")
    expect(table.code == LATER and "can't read" in table.err, f"{table.code}: {table.err}")


@test
def the_ledger(bench):
    """A folder in its place is not a new ledger, and no run makes one of it: a person must look."""
    site = bench.fresh("ledger")
    for name in ("ledger", "ledger-wal"):
        if os.path.exists(f"{site}/{name}"):
            os.rename(f"{site}/{name}", f"{site}/{name}.kept")
    os.mkdir(f"{site}/ledger", 0o700)
    _, said = promise.run(site, codes=(DATA,))
    expect("pbem repair" in said, f"repair isn't named:\n{said}")
    os.rmdir(f"{site}/ledger")
    for name in ("ledger", "ledger-wal"):
        if os.path.exists(f"{site}/{name}.kept"):
            os.rename(f"{site}/{name}.kept", f"{site}/{name}")
    promise.run(site)
    bench.compare(site)


@test
def a_folder_in_place_of_seats(bench):
    """A file that is there and can't be read is not a damaged game."""
    site = bench.fresh("seats")
    os.rename(f"{site}/games/g2/seats", f"{site}/games/g2/seats.kept")
    os.mkdir(f"{site}/games/g2/seats", 0o700)
    promise.run(site, codes=(LATER,))
    expect(told(site) == [], f"told {told(site)}")
    os.rmdir(f"{site}/games/g2/seats")
    promise.run(site, codes=(DATA,))  # missing it is damage
    expect(len(told(site)) > 0, "nobody was told")
    os.rename(f"{site}/games/g2/seats.kept", f"{site}/games/g2/seats")
    promise.run(site, codes=(DONE,))


if __name__ == "__main__":
    trials.main(trials.Bench(sys.argv[1]), sys.argv[2:])
