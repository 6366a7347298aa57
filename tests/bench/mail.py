# SPDX-License-Identifier: MIT
"""Letters per second of a whole run from an IMAP mailbox, beside mbsync merely fetching it.

Called by scripts/bench-mail with a folder to work in, the folder of Dovecot's mailboxes, its TLS
port and its certificate; everybody's password there is his name with "pw" behind it."""
import os
import re
import statistics
import subprocess
import sys
import time

from players import OPENING, Site, copy, cost, maildir_put, median, quick_folder

GAMES, ROUNDS = 200, 5


def generate(work, quick):
    """The site before any order, and all the letters of all the games, round by round, each with when it is
    received. What a letter must prove depends on the letters before it, and on when they came, so the games
    are played once elsewhere."""
    site = Site(f"{quick}/start").make()
    names = [f"g{number}" for number in range(1, GAMES + 1)]
    site.new_games(names)
    copy(site.folder, f"{quick}/played")
    played, letters, began = Site(f"{quick}/played"), [], int(time.time())
    played.collect()
    for ply, move in enumerate(OPENING):
        sent = [(began + ply, played.reply("wb"[ply % 2], name, move)) for name in names]
        for number, (when, letter) in enumerate(sent):
            maildir_put(f"{played.folder}/mail/in", len(letters) + number, letter, when)
        letters += sent
        played.pbem("run")
        played.collect()
    copy(site.folder, f"{work}/start")
    return Site(f"{work}/start"), letters


def fill(mail, user, letters):
    for number, (when, letter) in enumerate(letters):
        maildir_put(f"{mail}/{user}", number, letter, when)
    owner = os.stat(mail)
    for folder, _, files in os.walk(f"{mail}/{user}"):
        for name in [folder] + [f"{folder}/{file}" for file in files]:
            os.chown(name, owner.st_uid, owner.st_gid)


def run_pbem(work, site, user, port, ca):
    """Seconds of each phase of one run, and of the whole process without its sending."""
    copy(site.folder, f"{work}/run")
    run = Site(f"{work}/run")
    run.configure(mailbox=f"imaps://localhost:{port}/INBOX", mailbox_user=user,
                  mailbox_password_file="imap-password", ca_file=ca)
    secret = os.open(f"{run.folder}/imap-password", os.O_WRONLY | os.O_CREAT, 0o600)
    os.write(secret, f"{user}pw\n".encode())
    os.close(secret)
    wall, used, said = cost(run.command("run", "--verbose", "--no-send"))
    _, _, sent = cost(run.command("send", "--verbose"))
    check_played(run)
    phases = {"whole": wall, "processor": used}
    for what, seconds in re.findall(r"^(\w[\w ]*): \d+ in ([0-9.]+) s$", said + sent, re.M):
        phases[what] = phases.get(what, 0) + float(seconds)
    return phases


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
    wall, used, _ = cost(["mbsync", "-c", f"{box}/rc", "-q", "all"])
    fetched = len(os.listdir(f"{box}/inbox/new"))
    if fetched != GAMES * len(OPENING):
        raise SystemExit(f"mbsync fetched {fetched}")
    return wall, used


def main():
    work, mail, port, ca = sys.argv[1:]
    with quick_folder() as quick:
        site, letters = generate(work, quick)
    count, runs, theirs = len(letters), [], []
    for number in range(ROUNDS):
        fill(mail, f"play{number}", letters)
        runs.append(run_pbem(work, site, f"play{number}", port, ca))
        fill(mail, f"sync{number}", letters)
        theirs.append(run_mbsync(work, f"sync{number}", port, ca))
    ours = {phase: statistics.median(run[phase] for run in runs) for phase in runs[0]}
    sync, sync_used = median(theirs)
    print(f"{count} orders in {GAMES} games, from Dovecot over TLS, medians of {ROUNDS}:")
    print(f"  pbem run, fetch to durable to marked: {ours['whole']:.2f} s, "
          f"{count / ours['whole']:.0f} letters a second "
          f"({ours['processor']:.2f} s of processor)")
    for phase, seconds in ours.items():
        if phase not in ("whole", "processor", "sent"):
            print(f"    {phase:<22} {seconds:6.3f} s")
    print(f"  sending its answers to a Maildir: {ours['sent']:.2f} s")
    print(f"  mbsync, merely fetching them: {sync:.2f} s, {count / sync:.0f} letters a second "
          f"({sync_used:.2f} s of processor)")
    print("  (both flush what they get: on a slow disk both wait, mbsync for each letter)")
    print(f"  pbem run is {sync / ours['whole']:.2f} times as fast")


main()
