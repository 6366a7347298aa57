# SPDX-License-Identifier: MIT
"""mail.py FOLDER MAIL LMTP-PORT IMAPS-PORT CERTIFICATE KEY: whole runs, an order in each game, beside mbsync
fetching the same letters from the same Dovecot; on a disk and in memory, at once and behind 20 ms.

Everybody's password at the Dovecot, whose mailboxes are in MAIL, is his name with "pw" behind it. Before each run
site and mailbox are put back as they were, which isn't measured. BENCH_ORDERS and BENCH_PAIRS make it shorter,
BENCH_ROWS="2 5" runs those rows alone, BENCH_DISK is a folder on the disk (/var/tmp)."""
import collections
import contextlib
import os
import re
import shutil
import smtplib
import statistics
import sys
import tempfile

import pairs
from pairs import ORDERS, PAIRS, compare, in_turn, least, most
from players import Site, copy, cost, maildir_put, peak
from servers import start_line, start_post

DELAY = 0.010  # each way
LETTERS = int(os.environ.get("BENCH_LETTERS", "10000"))  # of the run whose memory is looked at
NAMES = ("pbem", "mbsync")

Place = collections.namedtuple("Place", "name folder user")
Ports = collections.namedtuple("Ports", "imaps smtps")


class Start:
    """A site in which each game waits for its first move, and the mailbox with the orders."""

    def __init__(self, folder, mail, lmtp, orders):
        self.site, self.user, self.orders = Site(f"{folder}/start{orders}").make(), f"start{orders}", orders
        self.mail = mail
        games = [f"g{number}" for number in range(1, orders + 1)]
        self.site.new_games(games)
        self.site.collect()
        letters = [self.site.reply("w", game, "e2e4") for game in games]
        with smtplib.LMTP("127.0.0.1", lmtp) as post:
            for letter in letters:
                post.sendmail("player@example.org", [self.user], letter)
        self.letters = letters

    def mailbox(self, place):
        """The mailbox as it was, for the user of that place."""
        box, owner = os.path.realpath(f"{self.mail}/{place.user}"), os.stat(self.mail)
        copy(f"{self.mail}/{self.user}", box)
        for folder, _, files in os.walk(box):
            for name in [folder] + [f"{folder}/{file}" for file in files]:
                os.chown(name, owner.st_uid, owner.st_gid)

    def restore(self, place):
        copy(self.site.folder, f"{place.folder}/run")
        # It has a mailbox of its own, and is no copy of a site that runs elsewhere.
        with contextlib.suppress(FileNotFoundError):
            os.remove(f"{place.folder}/run/host")
        return Site(f"{place.folder}/run")

    def check(self, site, said, sent):
        """Checks that everything that is measured was done."""
        for number in range(1, self.orders + 1):
            with open(f"{site.folder}/games/g{number}/game.txt", encoding="utf-8") as file:
                if len(re.findall(r"^\s*played ", file.read(), re.M)) != 1:
                    sys.exit(f"the order of game g{number} was not carried out:\n{said}")
        if sent and phases(said).get("sent", (0, 0))[0] < self.orders:
            sys.exit(f"not all letters were sent:\n{said}")


def phases(said):
    """Returns what --verbose reports of each phase: the number of letters, and seconds."""
    sums = {}
    for what, count, seconds in re.findall(r"^(\w[\w ]*): (\d+) in ([0-9.]+) s$", said, re.M):
        before = sums.get(what, (0, 0))
        sums[what] = before[0] + int(count), before[1] + float(seconds)
    return sums


class Rows:
    """The benchmarks that are compared, one function per row."""

    def __init__(self, start, certificate, places, near, far):
        self.start, self.certificate, self.near, self.far = start, certificate, near, far
        self.disk, self.memory = places

    def site(self, start, place, ports, send=True):
        site = start.restore(place)
        start.mailbox(place)
        site.configure(mailbox=f"imaps://localhost:{ports.imaps}/INBOX", mailbox_user=place.user,
                       mailbox_password_file="password", ca_file=self.certificate)
        if send:
            site.configure(outgoing=f"smtps://localhost:{ports.smtps}", outgoing_user=place.user,
                           outgoing_password_file="password")
        with open(f"{site.folder}/password", "w", encoding="ascii",
                  opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(f"{place.user}pw\n")
        pairs.settle(place.folder)
        return site

    def pbem(self, place, ports, send=True):
        site = self.site(self.start, place, ports, send)
        wall, used, said = cost(site.command("run", "--verbose", *(["--no-send"] if not send else [])))
        self.start.check(site, said, send)
        return {"wall": wall, "processor": used, "phases": phases(said)}

    def pbem_maildir(self, place):
        site = self.start.restore(place)
        for number, letter in enumerate(self.start.letters):
            maildir_put(f"{site.folder}/mail/in", number, letter)
        pairs.settle(place.folder)
        wall, used, said = cost(site.command("run", "--verbose"))
        self.start.check(site, said, True)
        return {"wall": wall, "processor": used, "phases": phases(said)}

    def mbsync(self, place, ports):
        self.start.mailbox(place)
        box = f"{place.folder}/mbsync"
        shutil.rmtree(box, ignore_errors=True)
        for part in ("cur", "new", "tmp"):
            os.makedirs(f"{box}/inbox/{part}")
        with open(f"{box}/rc", "w", encoding="ascii") as file:
            file.write(f"FSync yes\nIMAPStore far\nHost localhost\nPort {ports.imaps}\nUser {place.user}\n"
                       f"Pass {place.user}pw\nSSLType IMAPS\nCertificateFile {self.certificate}\n\n"
                       f"MaildirStore near\nInbox {box}/inbox\n\n"
                       "Channel all\nFar :far:\nNear :near:\nPatterns INBOX\nSync Pull\nSyncState *\n")
        pairs.settle(place.folder)
        wall, used, _ = cost(["mbsync", "-c", f"{box}/rc", "-q", "all"])
        fetched = len(os.listdir(f"{box}/inbox/new"))
        if fetched != self.start.orders:
            sys.exit(f"mbsync fetched {fetched}")
        return {"wall": wall, "processor": used}

    def race(self, place, ports, ours, goals):
        """A row: goals of wall clock and processor; what the phases of our run took, to see where it is spent."""
        if shutil.which("mbsync"):
            runs, others = in_turn(ours, lambda: self.mbsync(place, ports))
        else:
            runs, others = [ours() for _ in range(PAIRS)], None
            print("  not compared: mbsync isn't installed")
        for what, goal in zip(("wall", "processor"), goals):
            sides = [[each[what] for each in side] for side in (runs, others or [])]
            if others:
                compare(what, NAMES, *sides, goal=goal)
            else:
                pairs.alone(what, sides[0], "s")
        spent = [(what, statistics.median(run["phases"].get(what, (0, 0))[1] for run in runs))
                 for what in runs[0]["phases"]]
        print("  phases     " + ", ".join(f"{what} {seconds:.3f}" for what, seconds in spent))
        return runs

    def sending(self, place, ports, goals):
        return self.race(place, ports, lambda: self.pbem(place, ports), goals)

    def on_disk(self):
        runs = self.sending(self.disk, self.near, (lambda ratio: least(1.5, ratio), lambda ratio: least(1, ratio)))
        pairs.alone("processor, everything, an order", [run["processor"] / self.start.orders * 1000 for run in runs],
                    "ms", lambda used: most(0.5, used))

    def in_memory(self):
        self.sending(self.memory, self.near, (None, None))

    def unsent_on_disk(self, place=None, goals=(lambda ratio: least(2, ratio), None)):
        place = place or self.disk
        self.race(place, self.near, lambda: self.pbem(place, self.near, send=False), goals)

    def unsent_in_memory(self):
        self.unsent_on_disk(self.memory, (None, None))

    def far_away(self):
        self.sending(self.disk, self.far, (lambda ratio: least(1, ratio), None))

    def maildir(self):
        self.race(self.disk, self.near, lambda: self.pbem_maildir(self.disk), (lambda ratio: least(3, ratio), None))

    def maildir_in_memory(self):
        self.race(self.memory, self.near, lambda: self.pbem_maildir(self.memory), (None, None))

    def peak(self, start):
        site = self.site(start, self.memory, self.near)
        kilobytes, said = peak(site.command("run", "--verbose"))
        start.check(site, said, True)
        pairs.alone("peak", [kilobytes / 1024], "MB", lambda size: most(64, size))


def servers(imaps, certificate, key):
    """All processes, and the ports here and 20 ms away."""
    post, smtps = start_post(("PIPELINING", "CHUNKING", "AUTH PLAIN"), certificate, key)
    lines = [start_line(port, DELAY) for port in (imaps, smtps)]
    return [post] + [process for process, _ in lines], Ports(imaps, smtps), Ports(*[port for _, port in lines])


def main():
    folder, mail, lmtp, imaps, certificate, key = sys.argv[1:]
    processes, near, far = servers(int(imaps), certificate, key)
    place, system = pairs.disk()
    with tempfile.TemporaryDirectory(prefix="pbem-bench.", dir=place) as other:
        for each in (folder, other):
            os.chmod(each, 0o711)
        os.symlink(f"{other}/mail", f"{mail}/disk")
        start = Start(folder, mail, int(lmtp), ORDERS)
        places = Place("disk", other, "disk"), Place("memory", folder, "memory")
        rows = Rows(start, certificate, places, near, far)
        run_rows(rows, place is not None, system, lambda: Start(folder, mail, int(lmtp), LETTERS))
    for process in processes:
        process.terminate()


def run_rows(rows, has_disk, system, many):
    print(f"An order in each of {ORDERS} games, from Dovecot by TLS, out by SMTP with TLS: pbem run, beside mbsync\n"
          f"(FSync on) merely fetching the same letters from there. {PAIRS} pairs: median, best, median ratio.")
    table = ((f"on a disk ({system})", rows.on_disk), ("in memory", rows.in_memory),
             (f"without sending, on a disk ({system})", rows.unsent_on_disk),
             ("without sending, in memory", rows.unsent_in_memory),
             (f"20 ms there and back to both servers, on a disk ({system})", rows.far_away),
             (f"out of a Maildir and into one, on a disk ({system})", rows.maildir),
             ("out of a Maildir and into one, in memory", rows.maildir_in_memory),
             (f"memory of a run of {LETTERS} orders in as many games", lambda: rows.peak(many())))
    wanted = os.environ.get("BENCH_ROWS", "").split()
    for number, (what, row) in enumerate(table, 1):
        if wanted and str(number) not in wanted:
            continue
        print(f"{number}. {what}:", flush=True)
        if "on a disk" in what and not has_disk:
            print("  not measured: no disk; give a folder on one as BENCH_DISK")
            continue
        row()


main()
