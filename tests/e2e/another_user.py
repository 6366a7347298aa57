# SPDX-License-Identifier: MIT
"""usage: another_user.py FOLDER LIBRARY: every command of pbem, called by another user than the site's: by one that
LIBRARY (tests/faults/faults.so) makes of us, and, where we are root, by root on another user's site."""
import os
import pwd
import re
import shutil
import subprocess
import sys

from every import ENDLESS, LETTER, commands, words_of
from promise import files
from table import PBEM, Table, case, run_cases

FOLDER, LIBRARY = sys.argv[1:3]
OTHER = 12345  # a user without a name
AS_OTHER = ["setpriv", f"--reuid={OTHER}", f"--regid={OTHER}", "--clear-groups"]
# Those that only look; all others must refuse, or become the site's user.
LOOKING = {"games", "status", "show", "verify", "prove", "export", "import", "calendar", "archive", "moves", "perft", "try",
           "check", "variants", "cards", "card", "complete", "help"}


def can_be_other():
    """Root can be another user. Returns false if that user has no access to the program or its data."""
    words = [*AS_OTHER, PBEM, "variants"]
    return os.geteuid() == 0 and subprocess.run(words, capture_output=True, check=False).returncode == 0


def owned(path):
    """Everything below a folder, with its owner."""
    found = {path: os.lstat(path).st_uid}
    for where, folders, names in os.walk(path):
        for name in folders + names:
            found[f"{where}/{name}"] = os.lstat(f"{where}/{name}").st_uid
    return found


def give(path, user):
    for each in owned(path):
        os.chown(each, user, user)


def call(words, before=(), **more):
    env = dict(os.environ, PBEM_TEST_SEED="random", **more)
    done = subprocess.run([*before, PBEM, *words], input=LETTER, capture_output=True, check=False, timeout=60, env=env)
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


def lay(name):
    folder = f"{FOLDER}/{name}"
    os.mkdir(folder)
    os.chmod(FOLDER, 0o711)
    table = Table(f"{folder}/site")
    Table(f"{folder}/other", "first-game = 1000")
    table.game(days=5).play("e2-e4")
    table.must("pause", table.game(days=5).id)
    table.must("new", "chess", "--open", "--id", "o1")
    return folder


def content(folder):
    """But what SQLite makes to read the ledger, and gives to whose that is."""
    return {name: data for name, data in files(folder).items() if not re.search(r"ledger-(shm|wal)$", name)}


def called(folder, command, outside):
    shutil.rmtree(outside, ignore_errors=True)
    os.mkdir(outside)
    os.chmod(outside, 0o777)
    words = words_of(command, folder, outside)
    return ["--site", f"{folder}/site", *words[2:]] if command == "init" else words


@case
def another_user_is_told_whose_it_is_and_nothing_is_written():
    if not os.path.exists(LIBRARY):
        print("no library to make another user of us")
        return
    folder, outside = lay("told"), f"{FOLDER}/outside"
    user = pwd.getpwuid(os.geteuid()).pw_name
    before, whose = content(folder), owned(folder)
    for command in [*commands(), *ENDLESS]:
        code, said = call(called(folder, command, outside), LD_PRELOAD=LIBRARY, FAULTS_USER=str(OTHER))
        assert content(folder) == before, command
        assert {path for path in owned(folder).items() if not re.search(r"ledger-(shm|wal)$", path[0])} <= set(whose.items()), command
        if command in LOOKING:
            assert code in (0, 1) or command == "check", (command, code, said)
        else:
            wanted = 75 if command == "deliver" else 78
            assert code == wanted and f"sudo -u {user} pbem --site" in said, (command, code, said)
    os.mkdir(f"{FOLDER}/empty")
    code, said = call(["--site", f"{FOLDER}/empty", "init"], LD_PRELOAD=LIBRARY, FAULTS_USER=str(OTHER))
    assert code == 78 and "sudo -u" in said and os.listdir(f"{FOLDER}/empty") == [], (code, said)


@case
def root_becomes_the_sites_user():
    """Every command that root calls has the same result as the user's own call, and all files are that user's."""
    if not can_be_other():
        print("we can't be two users here")
        return
    folder, outside = lay("root"), f"{FOLDER}/outside"
    give(folder, OTHER)
    shutil.copytree(folder, f"{folder}.kept")

    def fresh():
        shutil.rmtree(folder)
        shutil.copytree(f"{folder}.kept", folder)
        give(folder, OTHER)

    for command in commands():
        words = called(folder, command, outside)
        fresh()
        wanted, _ = call(words, AS_OTHER)
        fresh()
        words = called(folder, command, outside)
        code, said = call(words)
        assert code == wanted, (command, code, wanted, said)
        mine = [path for path, user in owned(folder).items() if user != OTHER]
        assert not mine, (command, mine)
        for site in "site", "other":
            for again in "run", "verify", "repair":
                code, said = call(["--site", f"{folder}/{site}", again], AS_OTHER)
                assert code == 0, (command, again, code, said)


@case
def what_pbem_conf_has_run_is_not_run_by_root():
    if not can_be_other():
        return
    folder = lay("conf")
    seen = f"{folder}/seen"
    with open(f"{folder}/site/pbem.conf", encoding="utf-8") as conf:
        kept = [line for line in conf if not line.startswith("outgoing")]
    with open(f"{folder}/site/pbem.conf", "w", encoding="utf-8") as conf:
        conf.write("".join(kept) + f"outgoing = sendmail:id -u >>{seen}; cat >/dev/null; true\n")
    give(folder, OTHER)
    code, said = call(["--site", f"{folder}/site", "resend", "g1", "white"])
    assert code == 0, (code, said)
    with open(seen, encoding="utf-8") as file:
        assert set(file.read().split()) == {str(OTHER)}
    assert os.lstat(seen).st_uid == OTHER


@case
def its_own_user_may_do_all():
    """Be that root, as in a container, or a user without a name."""
    folder = lay("own")
    for words in ("run",), ("new", "chess", "A <a@example.org>", "B <b@example.org>"), ("key", "new"), ("say", "g1", "Hello!"):
        code, said = call(["--site", f"{folder}/site", *words])
        assert code == 0, (words, said)
    assert set(owned(folder).values()) == {os.geteuid()}
    if can_be_other():
        give(folder, OTHER)
        code, said = call(["--site", f"{folder}/site", "run"], AS_OTHER)
        assert code == 0, said


run_cases(sys.argv[3:], slow=120)
