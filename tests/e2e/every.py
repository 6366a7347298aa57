# SPDX-License-Identifier: MIT
"""Every command of pbem, and how each is called once on a site with games g1 and g2 and the open game o1."""
import os
import re
import subprocess

from table import PBEM

LETTER = b"From: Zoe <zoe@example.org>\nTo: games@example.org\nSubject: hello\nMessage-ID: <1@zoe>\n\nHELP\n"
# Nothing that ends: it calls `run` again and again, and what that says it goes by.
ENDLESS = {"watch"}
# The arguments of each command. SITE, OTHER and DISK are folders on that disk.
WORDS = {
    "init": ("--site", "DISK/new", "init", "--address", "a@example.org"), "adopt": ("adopt", "--yes"), "key": ("key", "new"),
    "new": ("new", "knightmare", "A <a@example.org>", "B <b@example.org>"), "close": ("close", "o1"),
    "status": ("status",), "show": ("show", "g1", "--format", "png", "--output", "DISK/picture.png"),
    "prove": ("prove", "g1", "SITE/mail/out/new"), "repair": ("repair", "--yes"), "archive": ("archive", "DISK/pages"),
    "export": ("export", "g1", "--output", "DISK/games.pgn"), "import": ("import", "SOURCES/tests/games/classics.pgn", "--to", "DISK/in"),
    "calendar": ("calendar", "g1", "white"), "move": ("move", "g1", "OTHER"), "retake": ("retake", "--yes"),
    "moves": ("moves", "chess"), "perft": ("perft", "chess", "1"), "try": ("try", "chess"), "card": ("card", "fireball"),
    "complete": ("complete", "--", "sh"), "say": ("say", "g1", "Hello!"), "resend": ("resend", "g1", "white"),
    "begin": ("begin", "g1"), "remind": ("remind", "g1", "black"), "pause": ("pause", "g1"), "resume": ("resume", "g2"),
    "extend": ("extend", "g1", "black", "3"), "away": ("away", "g1", "white", "2027-01-01", "2027-01-05"),
    "forfeit": ("forfeit", "g1", "white"), "rule": ("rule", "g1", "draw"), "cancel": ("cancel", "g1"),
    "replace": ("replace", "g1", "white", "Zoe <zoe@example.org>"), "token": ("token", "g1", "white"),
    "address": ("address", "g1", "white", "zoe@example.org"), "watcher": ("watcher", "g1", "allow", "1"),
    "publish": ("publish", "g1", "yes"), "undo": ("undo", "g1", "1"), "reject": ("reject", "g1"),
}


def commands():
    """Each there is, from the program itself."""
    said = subprocess.run([PBEM, "help"], capture_output=True, check=True).stdout.decode()
    return [name for name in re.findall(r"^  ([a-z]+) +[A-Z]", said, re.MULTILINE) if name not in ENDLESS]


def words_of(command, folder, disk=None):
    """How it is called on the site in `folder`; what it writes elsewhere goes to `disk`."""
    words = WORDS.get(command, (command,))
    words = ("--site", f"{folder}/site", *words) if words[0] != "--site" else words
    places = {"SITE": f"{folder}/site", "OTHER": f"{folder}/other", "DISK": disk or folder, "SOURCES": os.environ.get("srcdir", ".")}
    return [re.sub(r"^(SITE|OTHER|DISK|SOURCES)\b", lambda found: places[found[0]], word) for word in words]
