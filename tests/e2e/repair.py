# SPDX-License-Identifier: MIT
"""usage: repair.py FOLDER LIBRARY: the cases of repair.sh, a function each; its name says what is true. The library is
tests/faults/faults.so."""
import contextlib
import os
import pty
import re
import shutil
import sqlite3
import subprocess
import sys

from players import read
from promise import KILLED, files
from table import PBEM, Table, case, has, run_cases

folder, library = sys.argv[1:3]
tables = 0
LEDGER = ("ledger", "ledger-wal", "ledger-shm")


def a_game():
    """A game in which Bob is to move, and a site whose ledger is in one file."""
    global tables
    tables += 1
    game = Table(f"{folder}/site{tables}").game()
    game.play("e2-e4")
    game.table.run()
    return game


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)
    os.chmod(path, 0o600)


def flip(path, at):
    data = bytearray(read(path))
    data[at] ^= 1
    write(path, bytes(data))


def cut(path):
    data = read(path)
    write(path, data[:len(data) * 2 // 3])


def fold(site):
    """Moves the contents of SQLite's log into the ledger itself."""
    with contextlib.closing(sqlite3.connect(f"{site}/ledger")) as ledger:
        ledger.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def spoil_ledger(site):
    """The tables' beginnings are gone."""
    fold(site)
    data = read(f"{site}/ledger")
    write(f"{site}/ledger", data[:100] + b"\x5a" * 4000 + data[4100:])


def own(site):
    """The site's files, but what every command may write, and the log, with nothing in it, that SQLite makes to read."""
    kept_ones = {name: read(path) for name, path in files(site).items()
                 if not re.match(r"(log|host|lock|sending|troubles|ledger-shm)", name)}
    return {name: data for name, data in kept_ones.items() if (name, data) != ("ledger-wal", b"")}


def repair(table, *words, code=0):
    said = table.pbem("repair", *words)
    assert table.code == code, (table.code, said, table.err)
    return said


def unchanged(table, *words, code):
    before = own(table.folder)
    said = repair(table, *words, code=code)
    now = own(table.folder)
    assert before == now, {name for name in before.keys() | now.keys() if before.get(name) != now.get(name)}
    return said


def kept(table):
    """Returns the quarantined files by name; of two with the same name the older one."""
    found = {}
    for where, _, names in os.walk(f"{table.folder}/quarantine"):
        for name in names:
            found.setdefault(name if name not in found else f"{where}/{name}", read(f"{where}/{name}"))
    return found


def sound(table):
    has(repair(table), "Nothing is damaged.")
    table.must("verify")


@case
def a_sound_site_is_called_so_and_left_alone():
    game = a_game()
    for words in ([], ["--yes"], ["g1"]):
        assert unchanged(game.table, *words, code=0) == "Nothing is damaged.\n"


@case
def a_damaged_ledger_is_shown_and_left_until_somebody_says_yes():
    game = a_game()
    table = game.table
    spoil_ledger(table.folder)
    said = unchanged(table, code=65)
    has(said, f"Damaged: {table.folder}/ledger ", "rebuild it from the games", "pbem repair --yes")
    assert not re.search("[Rr]un: pbem repair(?! --yes)", said), "it is what says so"
    for words in ("run",), ("status",), ("send",), ("resend", "g1", "black"):
        table.pbem(*words)
        assert table.code == 65, (words, table.code, table.err)
        with open(f"{table.folder}/log", encoding="utf-8") as log:
            has(table.err or log.read(), f"{table.folder}/ledger", "un: pbem repair")


def spoil_tables(table, *names):
    """Where the tables begin is sound, and what a look-up reads isn't."""
    fold(table.folder)
    data = bytearray(read(f"{table.folder}/ledger"))
    size = int.from_bytes(data[16:18], "big")
    with contextlib.closing(sqlite3.connect(f"{table.folder}/ledger")) as ledger:
        roots = [root for (root, name) in ledger.execute("SELECT rootpage, tbl_name FROM sqlite_master") if name in names]
    assert roots
    for root in roots:
        data[(root - 1) * size:root * size] = b"\x5a" * size
    for name in LEDGER[1:]:
        with contextlib.suppress(FileNotFoundError):
            os.remove(f"{table.folder}/{name}")
    write(f"{table.folder}/ledger", bytes(data))


@case
def an_outbox_that_cannot_be_read_is_not_called_empty():
    table = a_game().table
    spoil_tables(table, "outbox")
    for words in ("status",), ("status", "--json"), ("run",), ("send",):
        table.pbem(*words)
        assert table.code == 65, (words, table.code, table.err)
        with open(f"{table.folder}/log", encoding="utf-8") as log:
            has(table.err or log.read(), f"{table.folder}/ledger", "un: pbem repair")


@case
def games_that_cannot_be_looked_up_are_not_called_absent():
    table = a_game().table
    spoil_tables(table, "offers")
    for words in ("status",), ("games",):
        table.pbem(*words)
        assert table.code == 65, (words, table.code, table.err)
        has(table.err, "un: pbem repair")


@case
def what_is_found_damaged_while_a_run_is_at_work_names_it_too():
    game = a_game()
    table = game.table
    spoil_tables(table, "ids", "deeds", "messages")
    game.bob.reply("MOVE e7-e5")
    before = game.digest
    table.pbem("run")
    assert table.code == 65 and game.digest == before, (table.code, table.err)
    has(table.err, "un: pbem repair")
    has(repair(table, "--yes"), "The site is repaired")
    table.run()
    has(game.file, "black P from e7 to e5")


@case
def a_ledger_is_made_anew_and_the_game_goes_on_with_no_letter_twice():
    game = a_game()
    table = game.table
    answered = game.anna.compose("MOVE e2-e4", to=game.anna.letters[0])
    for spoil in (spoil_ledger, lambda site: cut(f"{site}/ledger"), lambda site: flip(f"{site}/ledger", 3)):
        fold(table.folder)
        spoil(table.folder)
        spoilt = read(f"{table.folder}/ledger")
        has(repair(table, "--yes"), "The site is repaired")
        assert spoilt in kept(table).values()
        sound(table)
        before = game.digest
        table.put(answered)
        table.run()
        assert game.digest == before, "a letter was carried out twice"
        shutil.rmtree(f"{table.folder}/quarantine")
        os.mkdir(f"{table.folder}/quarantine", 0o700)
    game.play("e7-e5 g1-f3")
    has(game.file, "black P from e7 to e5")
    sound(table)


def at_terminal(table, answer):
    """Returns what somebody reads who calls that at a terminal."""
    ours, theirs = pty.openpty()
    os.write(ours, answer)
    with subprocess.Popen([PBEM, "--site", table.folder, "repair"], stdin=theirs, stdout=theirs,
                          stderr=theirs) as process:
        os.close(theirs)
        said = b""
        with contextlib.suppress(OSError):  # EIO: nobody has it open any more
            while chunk := os.read(ours, 4096):
                said += chunk
    os.close(ours)
    return process.returncode, said.decode()


@case
def at_a_terminal_it_asks_and_does_nothing_without_a_yes():
    game = a_game()
    spoil_ledger(game.table.folder)
    before = own(game.table.folder)
    for answer in (b"\n", b"n\n", b"\x04"):
        code, said = at_terminal(game.table, answer)
        assert code == 65 and "Move damaged files away and rebuild them? [y/N]" in said, (code, said)
        assert own(game.table.folder) == before, answer
    code, said = at_terminal(game.table, b"y\n")
    assert code == 0 and "The site is repaired" in said, (code, said)
    sound(game.table)


@case
def a_ledger_that_is_not_there_is_made_by_the_next_run():
    game = a_game()
    for name in LEDGER:
        if os.path.exists(f"{game.table.folder}/{name}"):
            os.remove(f"{game.table.folder}/{name}")
    has(unchanged(game.table, "--yes", code=65), f"Missing: {game.table.folder}/ledger ", "The next run rebuilds the ledger")
    game.table.run()
    sound(game.table)


@case
def a_list_of_letters_that_is_damaged_is_set_aside_and_its_letters_are_taken():
    game = a_game()
    table = game.table
    write(f"{table.folder}/worklist", b"pbem-worklist 1 17")
    game.bob.reply("MOVE e7-e5")
    has(unchanged(table, code=65), f"Damaged: {table.folder}/worklist ")
    has(repair(table, "--yes"), "The site is repaired")
    assert kept(table)["worklist"] == b"pbem-worklist 1 17"
    table.run()
    has(game.file, "black P from e7 to e5")


@case
def what_a_newer_version_wrote_is_not_called_damaged_and_stays():
    game = a_game()
    site = game.table.folder
    for name in ("journal", "worklist", "host", "games/g1/game.txt", "games/g1/seats", "games/g1/watchers"):
        whole = (read(f"{site}/{name}") if os.path.exists(f"{site}/{name}") else b"") or None
        if name == "games/g1/game.txt":
            os.remove(f"{site}/games/g1/snapshot")
        word = name if whole is None else whole.split()[0].decode()
        word = {"games/g1/watchers": "pbem-watchers"}.get(name, word if whole else f"pbem-{name}")
        write(f"{site}/{name}", f"{word} 9 and as it may come\nend 0 x\n".encode())
        said = unchanged(game.table, "--yes", code=75)
        has(said, f"From a newer pbem: {site}/{name} ", "a newer pbem wrote this file, in format 9", "Use the newer pbem again")
        assert "Damaged" not in said
        os.remove(f"{site}/{name}")
        if whole is not None:
            write(f"{site}/{name}", whole)
    sound(game.table)


@case
def a_journal_that_was_torn_is_left_to_the_next_run():
    game = a_game()
    write(f"{game.table.folder}/journal", b"pbem-journal 1 9")
    has(unchanged(game.table, "--yes", code=65), f"Damaged: {game.table.folder}/journal ", "The next run empties the journal")
    game.table.run()
    sound(game.table)


@case
def a_record_is_named_with_the_place_and_nothing_is_made_up():
    game = a_game()
    table = game.table
    path = f"{table.folder}/games/g1/game.txt"
    whole = read(path)
    spoil_ledger(table.folder)
    for spoil in (cut, lambda path: flip(path, len(whole) // 2), os.remove):
        spoil(path)
        for words in (["--yes", "g1"], ["--yes"]):
            said = unchanged(table, *words, code=65)
            if spoil is os.remove:
                has(said, f"Missing: {path}")
            else:
                assert re.search(rf"Damaged: {re.escape(path)}\n +{re.escape(path)}:\d+: ", said), said
            has(said, "backup")
        has(said, "only after you have repaired all other files in this list")
        write(path, whole)
    os.remove(f"{table.folder}/games/g1/seats")
    has(unchanged(table, "--yes", "g1", code=65), "seats")


@case
def keys_that_are_gone_or_cut_are_named():
    game = a_game()
    cut(f"{game.table.folder}/keys/1")
    has(unchanged(game.table, "--yes", code=65), f"Unusable: {game.table.folder}/keys ", "'pbem key new'")
    os.remove(f"{game.table.folder}/keys/1")
    has(unchanged(game.table, "--yes", code=65), f"{game.table.folder}/keys ", "backup")


@case
def a_key_that_others_can_read_is_named_once_and_is_not_damaged():
    game = a_game()
    table, site = game.table, game.table.folder
    write(f"{site}/worklist", b"pbem-worklist 1 17")
    os.chmod(f"{site}/keys/1", 0o644)
    said = repair(table, "--yes", code=65) + table.err
    has(said, f"Unusable: {site}/keys ", f"run: chmod 600 {site}/keys/1", "The file isn't damaged",
        "The damaged files are now in", "When pbem can use the keys, run 'pbem repair' again")
    assert said.count("chmod") == 1 and "pbem key new" not in said, said
    os.chmod(f"{site}/keys/1", 0o600)
    sound(table)


def listed(table, name, state, code):
    """Every command that lists games names the file, tells what state it is in and what to do, and exits with the code;
    as JSON, too."""
    where = {"damaged": "{} is damaged", "missing": "{} is missing", "unknown": "pbem can't read {} now"}[state].format(name)
    for words in ["games"], ["status"], ["games", "--json"], ["status", "--json"], ["doctor"]:
        said = table.pbem(*words)
        assert table.code == code, (words, name, state, table.code, said, table.err)
        has(said, where, "un: pbem repair")
        assert "example.net" not in said, said


@case
def commands_that_list_games_name_what_is_damaged_missing_or_unknown():
    game = a_game()
    table, site = game.table, game.table.folder
    other = Table(f"{site}.other", "first-game = 1000")
    table.game()
    table.must("new", "chess", "--open", "--id", "o1")
    table.must("move", "g2", other.folder)
    for words in ["games"], ["status"], ["doctor"]:
        table.must(*words)
    os.rename(f"{site}/games/g1/seats", f"{site}/seats")
    table.pbem("calendar", game.bob.address)
    has(table.err, "game g1 is left out: ", "/games/g1/seats: No such file", "Run: pbem repair g1")
    assert table.code == 65 and "END:VCALENDAR" in table.out, (table.code, table.out)
    os.rename(f"{site}/seats", f"{site}/games/g1/seats")
    for name in "games/g1/seats", "games/g1/watchers", "offers/o1":
        whole = read(f"{site}/{name}") if os.path.exists(f"{site}/{name}") else None
        write(f"{site}/{name}", (whole or b"") + b"nonsense\n")
        listed(table, name, "damaged", 65)
        os.environ["FAULT"] = f"open EIO /{name}"
        listed(table, name, "unknown", 75)
        del os.environ["FAULT"]
        os.remove(f"{site}/{name}")
        if whole is not None:
            listed(table, name, "missing", 65)
            write(f"{site}/{name}", whole)
    # The end of the record: torn, or cut off after an entry, which the snapshot shows.
    path = f"{site}/games/g1/game.txt"
    whole = read(path)
    for spoilt in whole + b"entry 3 2026", whole[:whole.index(b"entry 2 ")]:
        write(path, spoilt)
        listed(table, "games/g1/game.txt", "damaged", 65)
    os.rename(f"{site}/games/g1", f"{site}/away")
    for words in ["games"], ["status"], ["doctor"]:
        table.pbem(*words)
        assert table.code == 65, (words, table.code, table.out)
        has(table.out, f"{path}: No such file", "un: pbem repair")
    os.rename(f"{site}/away", f"{site}/games/g1")
    write(path, whole)
    cut(f"{site}/moved/g2")
    for words in ["status"], ["status", "--json"]:
        has(table.pbem(*words), "moved/g2 is damaged; run: pbem repair")
        assert table.code == 65, table.code


@case
def what_a_disk_fails_to_give_is_neither_damaged_nor_missing():
    game = a_game()
    for fault, name in (("open EIO /journal", "journal"), ("read EIO /worklist", "worklist"),
                        ("open EIO /keys/1", "keys"),
                        ("stat EIO /ledger", "ledger"), ("open EIO /g1/game.txt", "games/g1"),
                        ("open EACCES /g1/game.txt", "games/g1")):
        if name == "worklist":
            write(f"{game.table.folder}/worklist", b"pbem-worklist 1 17 0 0\n")
        os.environ["FAULT"] = fault
        try:
            before = own(game.table.folder)
            said = game.table.pbem("repair", "--yes") + game.table.err
            assert game.table.code == 75, (fault, game.table.code, said)
            assert own(game.table.folder) == before, fault
        finally:
            del os.environ["FAULT"]
        assert said != "Nothing is damaged.\n", fault
        if fault == "stat EIO /ledger":  # before anything else of a site is looked at
            has(said, f"can't find out whether there is {game.table.folder}/ledger")
        else:
            has(said, f"Unknown: {game.table.folder}/{name}")
        assert "Damaged" not in said and "Missing" not in said, (fault, said)
    sound(game.table)


@case
def files_of_each_kind_are_named_and_left_with_what_a_person_can_do():
    game = a_game()
    table, site = game.table, game.table.folder
    other = Table(f"{site}.other", "first-game = 1000")
    table.game(variant="knightmare")
    table.game()
    table.must("new", "chess", "--open", "--id", "o1")
    table.must("move", "g3", other.folder)
    sound(table)
    for name, spoil, phrase in (
            ("games/g2/sealed", cut, "Restore only this file"), ("games/g2/sealed", os.remove, "Restore only this file"),
            ("games/g2/seats", lambda path: write(path, b"pbem-seats 1\nseat pink\n"), "correct the line"),
            ("games/g2/seats", os.remove, "No other file contains all of this"),
            ("offers/o1", cut, "No other file contains the persons who joined"), ("offers/o1", os.remove, "No other file contains the persons who joined"),
            ("moved/g3", cut, "to which the game has moved"), ("moved/g3", os.remove, "to which the game has moved"),
            ("games/g2", shutil.rmtree, "Restore the whole site")):
        path = f"{site}/{name}"
        shutil.copytree(site, f"{site}.whole", symlinks=True)
        spoil(path)
        said = unchanged(table, "--yes", code=65)
        assert re.search(rf"(Damaged|Unusable|Missing): {re.escape(site)}/{name.rsplit('/', 1)[0]}", said), said
        has(said, phrase, "backup")
        shutil.rmtree(path) if os.path.isdir(path) else os.path.exists(path) and os.remove(path)
        (shutil.copytree if os.path.isdir(f"{site}.whole/{name}") else shutil.copy2)(f"{site}.whole/{name}", path)
        shutil.rmtree(f"{site}.whole")
        sound(table)


@case
def a_record_that_was_cut_between_entries_is_told_by_its_snapshot():
    game = a_game()
    path = f"{game.table.folder}/games/g1/game.txt"
    whole = read(path)
    write(path, whole[:whole.index(b"entry 2 ")])
    game.table.must("verify")
    has(unchanged(game.table, "--yes", code=65), f"Damaged: {path}", "the last entry is 1",
        "the snapshot in the same folder was made after entry 2", "backup")
    write(path, whole)
    sound(game.table)


@case
def what_the_site_does_without_is_set_aside():
    game = a_game()
    table, site = game.table, game.table.folder
    for name, data in (("host", b"pbem-host 1\nname\n"), ("games/g1/watchers", b"pbem-watchers 1\nserial many\n"),
                       ("worklist", b"pbem-worklist 1 17")):
        write(f"{site}/{name}", data)
        has(unchanged(table, code=65), f"{site}/{name} ", "pbem repair --yes")
        has(repair(table, "--yes"), "The site is repaired")
        assert kept(table)[os.path.basename(name)] == data
        assert "quarantined" not in table.must("status")  # that is of letters
        sound(table)
    game.bob.reply("MOVE e7-e5")
    table.run()
    has(game.file, "black P from e7 to e5")


@case
def keys_that_came_with_a_game_are_missed():
    game = a_game()
    other = Table(f"{folder}/came{tables}")
    game.table.must("move", "g1", other.folder)
    sound(other)
    os.remove(f"{other.folder}/games/g1/keys")
    has(unchanged(other, code=65), f"Missing: {other.folder}/games/g1/keys ", "from a backup that was made after the game came")


# ---- with a batch in the journal

def stopped(table):
    """The run is killed when its batch is committed, and nothing of it made true."""
    for stop in range(1, 20):
        os.environ["PBEM_STOP_AFTER"] = str(stop)
        table.pbem("run")
        del os.environ["PBEM_STOP_AFTER"]
        if os.path.getsize(f"{table.folder}/journal") > 0:
            return
    raise AssertionError("no batch was committed")


def of_players(game):
    """The letters players got that are new, by kind and reader."""
    game.table.collect()
    return sorted((player.name, letter.kind) for player in game.players.values() for letter in player.read())


class Wreck:
    """A run that was killed while it applied its batch; in addition, files of the site are damaged. `want`: the
    record and the letters that it would have made."""

    def __init__(self):
        self.game = a_game()
        table = self.game.table
        self.site = table.folder
        self.record = read(f"{self.site}/games/g1/game.txt")
        self.game.bob.reply("MOVE e7-e5")
        stopped(table)
        shutil.copytree(self.site, f"{self.site}.sound", symlinks=True)
        table.run()
        self.want = self.game.file, of_players(self.game)
        shutil.rmtree(self.site)
        shutil.copytree(f"{self.site}.sound", self.site, symlinks=True)

    def tear(self):
        """As a write in place is left."""
        write(f"{self.site}/games/g1/game.txt", self.record + self.want[0].encode()[len(self.record):][:70])
        cut(f"{self.site}/games/g1/seats")

    def spoil(self):
        self.tear()
        spoil_ledger(self.site)
        write(f"{self.site}/worklist", b"pbem-worklist 1 17")
        write(f"{self.site}/host", b"")

    def ends_well(self):
        table = self.game.table
        table.must("run")
        assert (self.game.file, of_players(self.game)) == self.want, table.log
        sound(table)


@case
def what_a_killed_run_left_is_made_whole_of_the_journal():
    wreck = Wreck()
    table = wreck.game.table
    wreck.tear()
    torn = read(f"{wreck.site}/games/g1/game.txt")
    has(unchanged(table, code=65), f"Damaged: {wreck.site}/games/g1/game.txt ", "The journal contains all missing entries")
    has(repair(table, "--yes"), "The site is repaired")
    assert kept(table)["game.txt"] == torn
    assert wreck.game.file == wreck.want[0]
    wreck.ends_well()


@case
def what_the_journal_does_not_have_is_not_made_up():
    wreck = Wreck()
    table = wreck.game.table
    path = f"{wreck.site}/games/g1/game.txt"
    for spoilt in (wreck.record[:len(wreck.record) // 2], wreck.record[:200] + b"?" + wreck.record[201:]):
        write(path, spoilt)
        said = unchanged(table, "--yes", code=65)
        has(said, f"Damaged: {path} ", "Restore the whole site from a backup")
        assert "journal" not in said, said
    write(path, wreck.record)
    wreck.ends_well()


@case
def all_at_once_is_mended_at_once():
    wreck = Wreck()
    wreck.spoil()
    said = repair(wreck.game.table, "--yes")
    has(said, "The site is repaired", f"{wreck.site}/ledger", f"{wreck.site}/host", f"{wreck.site}/worklist")
    wreck.ends_well()


def again_and_again(disturb, ended, stride=1):
    """Repair of a wreck, disturbed at each point in turn, then done once more, comes to the same."""
    wreck, point, count = Wreck(), 1 - stride, 0
    wreck.spoil()
    table, site = wreck.game.table, wreck.site
    os.rename(site, f"{site}.spoilt")
    spoilt = [read(f"{site}.spoilt/{name}") for name in ("ledger", "worklist", "games/g1/game.txt")]
    while True:
        point, count = point + stride, count + 1
        shutil.rmtree(site, ignore_errors=True)
        shutil.copytree(f"{site}.spoilt", site, symlinks=True)
        with disturb(table, point):
            said = table.pbem("repair", "--yes") + table.err
        over = ended(table, said)
        said = table.pbem("repair", "--yes") + table.err
        assert table.code in (0, 65), (point, table.code, said)
        wreck.ends_well()
        everything = kept(table).values()
        assert all(each in everything for each in spoilt), f"point {point}: what was damaged is gone"
        if over:
            return count - 1


@contextlib.contextmanager
def setting(**names):
    os.environ.update(names)
    try:
        yield
    finally:
        for name in names:
            del os.environ[name]


@case
def killed_at_any_step_it_has_lost_nothing_and_goes_on():
    def ended(table, said):
        assert table.code in (0, KILLED), (table.code, said)
        return table.code == 0

    count = again_and_again(lambda table, point: setting(PBEM_STOP_AFTER=str(point)), ended)
    print(f"killed at {count} steps")
    assert count > 12, count


@case
def a_disk_that_is_full_at_any_call_costs_nothing():
    state = f"{folder}/state"
    counts = {}

    def fault(table, point, call, error, how):
        write(state, bytes(4096))
        return setting(LD_PRELOAD=library, FAULTS_PROGRAM=os.path.basename(PBEM), FAULTS_BELOW=table.folder,
                       FAULTS_STATE=state, FAULTS=f"{call} {point} {error} {how}")

    def ended(table, said):
        fired = int.from_bytes(read(state)[4:8], "little")
        assert table.code in (0, 65, 73, 75), (table.code, said)
        assert "Traceback" not in said
        return fired == 0

    for call, error, stride in (("write", "ENOSPC", 1), ("pwrite", "ENOSPC", 31), ("link", "EIO", 1),
                                ("mkdir", "ENOSPC", 9), ("unlink", "EIO", 1), ("rename", "EIO", 1), ("syncfs", "EIO", 1)):
        counts[call] = again_and_again(
            lambda table, point, call=call, error=error: fault(table, point, call, error, "on"), ended, stride)
    print(f"failed: {counts}")
    assert sum(counts.values()) > 20, counts


run_cases(sys.argv[3:])
