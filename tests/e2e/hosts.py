# SPDX-License-Identifier: MIT
"""usage: hosts.py FOLDER IMAP-PORT: the cases of hosts.sh, a function each; its name says what is true. Every
user's password is his name with a "pw" behind."""
import imaplib
import itertools
import os
import re
import shutil
import subprocess
import sys
import time

import players
from table import PBEM, Table, case, has, only, run_cases

folder, port = sys.argv[1:3]
numbers = itertools.count(1)
DAY = 86400


class Site(Table):
    """A site that reads a mailbox apart from it: on the server, or without a user a Maildir beside it."""

    def __init__(self, place, by_imap=True, done="flag"):
        os.mkdir(place)
        self.user = f"h{next(numbers)}" if by_imap else None
        self.inbox = f"{place}/in"
        super().__init__(f"{place}/site")
        if by_imap:
            self.set(f"mailbox = imap://127.0.0.1:{port}/INBOX", f"mailbox-user = {self.user}",
                     f"mailbox-password-command = echo {self.user}pw", f"mailbox-done = {done}")
        else:
            os.mkdir(self.inbox)
            self.set(f"mailbox = maildir:{self.inbox}")

    def put(self, letter, when=None):
        self.count += 1
        if not self.user:
            players.put(self.inbox, self.count, letter, when)
            return letter
        with imaplib.IMAP4("127.0.0.1", int(port)) as box:
            box.login(self.user, self.user + "pw")
            box.append("INBOX", None, imaplib.Time2Internaldate(when or time.time()), letter)
        return letter

    def flags(self):
        """Returns the messages of the mailbox, in their order."""
        with imaplib.IMAP4("127.0.0.1", int(port)) as box:
            box.login(self.user, self.user + "pw")
            box.select("INBOX", readonly=True)
            found = box.uid("fetch", "1:*", "(FLAGS)")[1]
        return [re.search(rb"FLAGS \((.*?)\)", each)[1].decode() for each in found if each]


def copy(table, place, fresh=False):
    """A second copy of the site, which plays the same games; `fresh`: as it was before sites knew their home."""
    other = object.__new__(type(table))
    other.__dict__.update(table.__dict__)
    other.folder, other.count = place, table.count + 5000
    shutil.copytree(table.folder, place, symlinks=True)
    if fresh:
        os.remove(f"{place}/host")
    return other


def a_place():
    return f"{folder}/{next(numbers)}"


def two(fresh=False, **how):
    """A site with a game in which Black is asked, and a copy of it."""
    table = Site(a_place(), **how)
    game = table.game().play("e2-e4")
    return table, copy(table, table.folder + ".copy", fresh), game


def refused(table, *phrases, code=78):
    """A run that decides nothing, and sends nothing."""
    before, path = record(table), f"{table.folder}/log"
    size = os.path.getsize(path) if os.path.exists(path) else 0
    table.pbem("run")
    assert table.code == code, (table.code, table.out, table.err)
    # On standard error it is said once a day.
    with open(path, encoding="utf-8") as log:
        has(log.read()[size:], *phrases)
    assert record(table) == before and not os.listdir(f"{table.folder}/mail/out/new")


def record(table, game="g1"):
    with open(f"{table.folder}/games/{game}/game.txt", encoding="utf-8") as file:
        return file.read()


def played(table, game):
    return re.findall(r"^  played (.*)$", record(table, game), re.MULTILINE)


def both_ways(check):
    """The case with a mailbox on a server, of which letters are marked or moved, and with a Maildir."""
    def all_ways():
        for how in ({}, {"done": "move Done"}, {"by_imap": False}):
            check(**how)
    all_ways.__code__ = all_ways.__code__.replace(co_name=check.__name__)
    all_ways.__name__ = check.__name__
    return all_ways


@case
@both_ways
def a_copy_is_refused_and_told_what_to_do_until_it_is_adopted(**how):
    table, second, game = two(**how)
    game.bob.reply("MOVE e7-e5")
    refused(second, f"this site runs in {table.folder}", "Two copies would both answer", "pbem adopt")
    second.pbem("resend", "g1", "white")
    assert second.code == 78 and not os.listdir(f"{second.folder}/mail/out/new"), second.err
    table.run()
    assert len(played(table, "g1")) == 2
    before = open(f"{second.folder}/host", encoding="ascii").read()
    has(second.must("adopt"), f"this site runs in {table.folder}", "pbem adopt --yes")
    assert open(f"{second.folder}/host", encoding="ascii").read() == before


@case
@both_ways
def who_was_adopted_keeps_the_other_out(**how):
    table, second, game = two(**how)
    game.bob.reply("MOVE e7-e5")
    has(second.must("adopt", "--yes"), "This copy is the site from now on")
    refused(table, "another host has", "pbem adopt")
    refused(table, "another host has", "pbem adopt")
    second.run()
    assert len(played(second, "g1")) == 2 and len(played(table, "g1")) == 1
    only(game.bob.read(), "accepted")
    has(second.must("adopt", "--yes"), "nothing to adopt")
    refused(table, "another host has")
    game.anna.reply("MOVE g1-f3")
    second.run()
    assert len(played(second, "g1")) == 3
    has(table.must("adopt", "--yes"), "This copy is the site")
    game.bob.reply("MOVE b8-c6")
    refused(second, "another host has")
    table.run()


@case
def a_site_on_a_disk_that_machines_share_is_at_home_on_one():
    table = Table(a_place())
    game = table.game()
    for name in "one", "two":
        with open(f"{table.folder}.{name}", "w", encoding="ascii") as file:
            file.write(f"{name:0>32}\n")
    game.anna.reply("MOVE e2-e4")
    before = os.environ["PBEM_MACHINE_ID"]
    try:
        os.environ["PBEM_MACHINE_ID"] = f"{table.folder}.one"
        refused(table, "of another machine")
        table.must("adopt", "--yes")
        os.environ["PBEM_MACHINE_ID"] = f"{table.folder}.two"
        refused(table, "of another machine", "pbem adopt")
        table.pbem("deliver", data=game.anna.compose("MOVE d2-d4"))
        assert table.code == 75, "the mail server keeps a letter that comes to the wrong machine"
        table.set("one-host = no")
        os.environ["PBEM_MACHINE_ID"] = f"{table.folder}.one"
        table.run()
        assert len(played(table, "g1")) == 1
    finally:
        os.environ["PBEM_MACHINE_ID"] = before


@case
def a_folder_that_was_moved_is_the_same_site():
    table = Site(a_place())
    game = table.game()
    os.rename(table.folder, table.folder + ".moved")
    table.folder += ".moved"
    for player, move in ((game.anna, "e2-e4"), (game.bob, "e7-e5")):
        player.reply(f"MOVE {move}")
        table.run()
    assert len(played(table, "g1")) == 2


@case
@both_ways
def of_a_backup_in_its_place_and_the_one_put_aside_one_answers(**how):
    """Either copy may be first: the other is refused, and no message is answered by both."""
    for first in 0, 1:
        table, backup, game = two(**how)
        place = table.folder
        table.folder = f"{place}.lost"
        os.rename(place, table.folder)
        os.rename(backup.folder, place)
        backup.folder = place
        copies = [table, backup] if first == 0 else [backup, table]
        game.bob.reply("MOVE e7-e5")
        copies[0].run()
        assert len(played(copies[0], "g1")) == 2
        only(game.bob.read(), "accepted")
        game.anna.read()
        game.anna.reply("SAY hello")
        if first == 1:
            refused(table, "another host has")
        backup.pbem("run")
        backup.collect()
        assert backup.code == 0, backup.err
        refused(table, "another host has")
        assert len([each for each in game.anna.read() if each.kind != "your-turn"]) <= 1


def emptied(table):
    """Somebody has taken all letters away, wherever they were, and with them whatever claims they bore."""
    with imaplib.IMAP4("127.0.0.1", int(port)) as box:
        box.login(table.user, table.user + "pw")
        for each in "INBOX", "Done":
            if box.select(each)[0] == "OK" and box.search(None, "ALL")[1][0]:
                box.store("1:*", "+FLAGS.SILENT", "\\Deleted")
                box.expunge()


def silent(table, game):
    """Commands that send or make games without looking at the mailbox do neither, and say what to do."""
    letter = game.anna.compose("MOVE g1-f3")
    everything = {
        ("send",): None, ("deliver",): letter, ("deliver", "g1", "--as", "white"): b"MOVE g1-f3\n",
        ("new", "chess", "A <a@example.org>", "B <b@example.org>"): None,
        ("new", "--open", "chess"): None, ("new", "--list", "-"): b"chess a@example.org b@example.org\n",
        ("resend", "g1", "white"): None, ("remind", "g1", "white"): None, ("close", "g9"): None,
        ("retake", "--yes"): None, ("move", "g1", table.folder + ".other"): None,
    }
    before = record(table), sorted(os.listdir(f"{table.folder}/games"))
    for words, data in everything.items():
        table.pbem(*words, data=data)
        assert table.code == (75 if words == ("deliver",) else 78), (words, table.code, table.err)
        with open(f"{table.folder}/log", encoding="utf-8") as log:
            has(table.err if words != ("send",) else log.read(), "another host", "pbem adopt")
    assert before == (record(table), sorted(os.listdir(f"{table.folder}/games")))
    assert not os.listdir(f"{table.folder}/mail/out/new")
    for words in (("status",), ("games",), ("show", "g1"), ("verify",), ("repair",), ("key", "new")):
        table.must(*words)


@case
@both_ways
def who_was_met_is_remembered_by_what_does_not_look_into_the_mailbox(**how):
    table, second, game = two(**how)
    Table(table.folder + ".other")
    game.bob.reply("MOVE e7-e5")
    table.must("run", "--no-send")
    game.anna.reply("SAY hello")
    second.must("adopt", "--yes")
    refused(table, "another host has")
    silent(table, game)
    table.pbem("doctor")
    has(table.out, "another host")
    if table.user:
        emptied(table)
        refused(table, "has claimed letters", "pbem adopt")
        silent(table, game)
        table.pbem("doctor")
        has(table.out, "has claimed letters", "pbem adopt")
    has(table.must("adopt"), "found a claim of another host", "pbem adopt --yes")
    has(table.must("adopt", "--yes"), "This copy is the site")
    table.must("send")
    table.collect()
    only(game.bob.read(), "accepted")
    table.must("resend", "g1", "white")
    table.must("new", "chess", "A <a@example.org>", "B <b@example.org>")


def adopt_killed(table, step):
    """Kills adopt there and goes on: by another, or where it was to be seen that it is over, by a run."""
    subprocess.run([PBEM, "--site", table.folder, "adopt", "--yes"], check=False, stdout=subprocess.DEVNULL,
                   env=dict(os.environ, PBEM_STOP_AFTER=str(step)))
    said = table.must("adopt")
    if "this site runs in" in said:
        table.must("adopt", "--yes")
    table.run()
    return "doesn't show this yet" in said


@case
def in_a_mailbox_without_letters_adopting_is_seen():
    """However letters leave it, the other neither lets a clock act nor sends, and is the one no more."""
    for done in "flag", "move Done":
        untold = 0
        for step in range(1, 7):
            table, second, _ = two(done=done)
            emptied(table)
            untold += adopt_killed(second, step)
            for _ in range(2):
                assert len(table.flags()) <= 1
                os.environ["PBEM_TIME"] = str(int(time.time()) + 30 * DAY)
                try:
                    refused(table, "another host has")
                finally:
                    del os.environ["PBEM_TIME"]
                second.run()
                assert not second.to_moderator, [each.text for each in second.to_moderator]
            has(second.must("adopt"), "nothing to adopt")
            second.must("verify")
        assert untold > 0, "it was never killed where it matters"


@case
def a_backup_in_its_place_is_seen_where_no_letter_is():
    for done in "flag", "move Done":
        table, backup, _ = two(done=done)
        emptied(table)
        place = table.folder
        table.folder = f"{place}.lost"
        os.rename(place, table.folder)
        os.rename(backup.folder, place)
        backup.folder = place
        backup.run()
        refused(table, "another host has")
        for _ in range(2):
            backup.run()
            assert len(backup.flags()) <= 1


@case
def who_claims_a_letter_itself_was_not_superseded():
    """If two copies kept each other out, the one that has messages then sends again by itself, too."""
    table, second, game = two()
    Table(table.folder + ".other")
    second.must("adopt", "--yes")
    refused(table, "another host has")
    silent(table, game)
    emptied(table)
    game.bob.reply("MOVE e7-e5")
    table.run()
    assert len(played(table, "g1")) == 2
    only(game.bob.read(), "accepted")
    table.must("resend", "g1", "white")
    assert "met" not in open(f"{table.folder}/host", encoding="ascii").read()


MOVES = "a2-a3 b2-b3 c2-c3 d2-d3 e2-e3 f2-f3 g2-g3 h2-h3 a2-a4 b2-b4 c2-c4 d2-d4".split()


def overlapping(ahead=0, **how):
    """Copies from before sites knew their home, so that only claims keep them apart: messages come while both run."""
    table = Site(a_place(), **how)
    games = [table.game() for _ in MOVES]
    os.remove(f"{table.folder}/host")
    copies = [table, copy(table, table.folder + ".copy")]
    for lot in range(3):
        for game, move in list(zip(games, MOVES))[lot::3]:
            game.anna.reply(f"MOVE {move}")
        for _ in range(2):
            clocks = [os.environ, dict(os.environ, PBEM_TIME=str(int(time.time()) + ahead))]
            runs = [subprocess.Popen([PBEM, "--site", each.folder, "run"], stderr=subprocess.PIPE, text=True,
                                     env=clock if ahead else None)
                    for each, clock in zip(copies, clocks)]
            said = [(each.communicate()[1], each.returncode) for each in runs]
            assert all(code in (0, 75, 78) for _, code in said), said
    # Should each have been kept from all by the other, the next who comes has them.
    for each in copies:
        each.pbem("run")
        assert each.code in (0, 78), each.err
        each.collect()
    answers = [sum(len(played(each, game.id)) for each in copies) for game in games]
    assert answers == [1] * len(games), answers
    assert not [game for game in games for each in copies if "forfeit" in record(each, game.id)]
    for game in games:
        # Receipts, and the next question: one each.
        only(game.anna.read(), "accepted")
        only(game.bob.read(), "your-turn")
    assert [bool(sum(len(played(each, game.id)) for game in games)) for each in copies].count(True) == 1, \
        f"half of the letters went here, half there: {how}"
    return copies


@case
def of_two_that_run_at_once_again_and_again_each_letter_is_answered_by_one():
    for how in ({}, {}, {"done": "move Done"}, {"by_imap": False}):
        overlapping(**how)


@case
def with_a_clock_that_is_a_day_off():
    overlapping(ahead=DAY)
    overlapping(ahead=-DAY)


@case
def a_clock_a_day_off_and_back_makes_no_second_turn():
    table = Site(a_place())
    game = table.game()
    for ahead, player, move in ((DAY, game.anna, "e2-e4"), (0, game.bob, "e7-e5"), (-DAY, game.anna, "g1-f3"),
                                (0, game.bob, "b8-c6")):
        player.reply(f"MOVE {move}")
        os.environ["PBEM_TIME"] = str(int(time.time()) + ahead)
        try:
            table.run()
            before = record(table)
            table.run()
        finally:
            del os.environ["PBEM_TIME"]
        assert record(table) == before
        only(player.read(), "accepted")
        other = game.bob if player is game.anna else game.anna
        only(other.read(), "your-turn")
    assert len(played(table, "g1")) == 4
    table.must("verify")


@case
def letters_are_claimed_by_a_keyword_that_names_the_host():
    table, _, game = two()
    with open(f"{table.folder}/host", encoding="ascii") as file:
        name = re.search(r"^name (\S+)$", file.read(), re.MULTILINE)[1]
    assert all(f"$PbemHost-{name}" in each and "$PbemDone" in each for each in table.flags()), table.flags()
    has(table.must("doctor") if table.code == 0 else "", "this copy claims letters")


@case
def who_is_killed_goes_on_with_what_he_has_claimed():
    for step in range(1, 40):
        table, _, game = two()
        game.bob.reply("MOVE e7-e5")
        killed = subprocess.run([PBEM, "--site", table.folder, "run"], check=False,
                                env=dict(os.environ, PBEM_STOP_AFTER=str(step)))
        table.run()
        assert len(played(table, "g1")) == 2
        only(game.bob.read(), "accepted")
        if killed.returncode == 0:
            assert step > 5
            return
    assert False, "it is always killed"


@case
def adopting_may_be_killed_and_done_again():
    for step in range(1, 20):
        table, second, game = two()
        game.bob.reply("MOVE e7-e5")
        killed = subprocess.run([PBEM, "--site", second.folder, "adopt", "--yes"], check=False,
                                stdout=subprocess.DEVNULL, env=dict(os.environ, PBEM_STOP_AFTER=str(step)))
        second.must("adopt", "--yes")
        second.run()
        assert len(played(second, "g1")) == 2
        only(game.bob.read(), "accepted")
        refused(table, "another host has")
        if killed.returncode == 0:
            assert step > 2
            return
    assert False, "it is always killed"


@case
def what_the_dead_one_had_claimed_is_taken_over():
    """Killed behind its claim, and its machine lost; the backup goes on elsewhere."""
    table, second, game = two()
    game.bob.reply("MOVE e7-e5")
    for step in itertools.count(1):
        subprocess.run([PBEM, "--site", table.folder, "run"], check=False,
                       env=dict(os.environ, PBEM_STOP_AFTER=str(step)))
        if "$PbemHost" in table.flags()[-1]:
            break
    assert "$PbemDone" not in table.flags()[-1]
    second.must("adopt", "--yes")
    second.run()
    assert len(played(second, "g1")) == 2
    refused(table, "another host has")


@case
def what_is_retaken_waits_for_who_takes_it():
    table, second, game = two()
    game.bob.reply("MOVE e7-e5")
    table.run()
    game.bob.read()
    second.must("adopt", "--yes")
    second.must("retake", "--yes")
    second.run()
    assert record(second) == record(table)


run_cases(sys.argv[3:], slow=10)
