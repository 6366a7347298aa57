# SPDX-License-Identifier: MIT
"""Letters per second of a whole run from an IMAP mailbox, beside mbsync merely fetching it.

Called by scripts/bench-mail with a folder to work in, the folder of Dovecot's mailboxes, its TLS
port and its certificate; everybody's password there is his name with "pw" behind it."""
import os
import re
import statistics
import subprocess
import sys

from players import OPENING, Site, copy, cost, maildir_put

GAMES, ROUNDS = 200, 3


def generate(work):
    """The site before any order, and all the letters of all the games, round by round. What a
    letter must prove depends on the letters before it, so the games are played once elsewhere."""
    site = Site(f"{work}/start").make()
    names = [f"g{number}" for number in range(1, GAMES + 1)]
    for name in names:
        site.new_game(name)
    site.pbem("run")
    copy(site.folder, f"{work}/played")
    played, letters = Site(f"{work}/played"), []
    played.collect()
    for ply, move in enumerate(OPENING):
        sent = [played.reply("wb"[ply % 2], name, move) for name in names]
        for number, letter in enumerate(sent):
            maildir_put(f"{played.folder}/mail/in", len(letters) + number, letter)
        letters += sent
        played.pbem("run")
        played.collect()
    return site, letters


def fill(mail, user, letters):
    for number, letter in enumerate(letters):
        maildir_put(f"{mail}/{user}", number, letter)
    owner = os.stat(mail)
    for folder, _, files in os.walk(f"{mail}/{user}"):
        for name in [folder] + [f"{folder}/{file}" for file in files]:
            os.chown(name, owner.st_uid, owner.st_gid)


def run_pbem(work, site, user, port, ca):
    copy(site.folder, f"{work}/run")
    run = Site(f"{work}/run")
    run.configure(mailbox=f"imaps://localhost:{port}/INBOX", mailbox_user=user,
                  mailbox_password_file="imap-password", ca_file=ca)
    secret = os.open(f"{run.folder}/imap-password", os.O_WRONLY | os.O_CREAT, 0o600)
    os.write(secret, f"{user}pw\n".encode())
    os.close(secret)
    said = run.pbem("run", "--verbose")
    check_played(run)
    return said


def check_played(run):
    for number in range(1, GAMES + 1):
        with open(f"{run.folder}/games/g{number}/game.txt", encoding="utf-8") as file:
            if len(re.findall(r"^\s*played ", file.read(), re.M)) != len(OPENING):
                raise SystemExit(f"game g{number} was not played to the end")


def run_mbsync(work, user, port, ca):
    box = f"{work}/mbsync.{user}"
    os.makedirs(f"{box}/inbox")
    with open(f"{box}/rc", "w", encoding="utf-8") as file:
        file.write(f"""FSync yes
IMAPStore far
Host localhost
Port {port}
User {user}
Pass {user}pw
SSLType IMAPS
CertificateFile {ca}

MaildirStore near
Inbox {box}/inbox

Channel all
Far :far:
Near :near:
Patterns INBOX
Sync Pull
SyncState *
""")
    for part in ("cur", "new", "tmp"):
        os.mkdir(f"{box}/inbox/{part}")
    wall, _ = cost(["mbsync", "-c", f"{box}/rc", "-q", "all"])
    fetched = len(os.listdir(f"{box}/inbox/new"))
    if fetched != GAMES * len(OPENING):
        raise SystemExit(f"mbsync fetched {fetched}")
    return wall


def main():
    work, mail, port, ca = sys.argv[1:]
    site, letters = generate(work)
    ours, theirs = [], []
    for number in range(ROUNDS):
        fill(mail, f"play{number}", letters)
        ours.append(run_pbem(work, site, f"play{number}", port, ca))
        fill(mail, f"sync{number}", letters)
        theirs.append(run_mbsync(work, f"sync{number}", port, ca))
    print(ours[-1])
    print(statistics.median(theirs))


main()
