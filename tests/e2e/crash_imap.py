#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""crash_imap.py FOLDER MAIL IMAP-PORT IMAPS-PORT CA-FILE: kills and hinders runs between a Dovecot
and an SMTP server. MAIL holds the mailboxes; every user's password is his name with a "pw" behind."""

import collections
import contextlib
import imaplib
import os
import shutil
import socket
import subprocess
import sys
import threading
import time

import promise
import trials
from players import Table, letters
from promise import KILLED, Difference
from trials import DONE, LATER, closed_port, expect, games, test, without

imaplib._MAXLINE = 1 << 24
PACE = 3 if "PBEM_TRIALS" in os.environ else 1  # one in so many of the usual points
# Sent letters leave the outbox in batches of this size, and as many others may be on their way: pbem(1).
TWICE = 32 + 96
SMTPD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "smtpd.py")


class Post:
    """The same site and the same letters, but the letters come from a mailbox of its own for every
    trial, and go to players' Maildirs by SMTP."""

    def __init__(self, work, mail, imap, imaps, ca):
        self.bench = trials.Bench(work)
        self.mail, self.imap, self.imaps, self.ca = mail, int(imap), int(imaps), ca
        self.work, self.boxes, self.users = work, f"{work}/players", 0
        # Welcomes went out before there was a post office.
        self.want = steady(without(self.bench.want, lambda name: ".welcome." in str(name)
                                   or str(name).startswith("mail/")))

    def fresh(self, name, **keys):
        site = self.bench.fresh(name)
        shutil.rmtree(f"{site}/mail")
        self.users += 1
        user = self.user()
        settings = {"mailbox": f"imaps://localhost:{self.imaps}/INBOX", "mailbox_user": user,
                    "mailbox_password_command": f"echo {user}pw", "ca_file": self.ca,
                    "timeout_seconds": 10}
        Table(site).configure(**(settings | keys))
        self.fill(user)
        shutil.rmtree(self.boxes, ignore_errors=True)
        return site

    def fill(self, user, uidlist=None):
        """Puts the letters into a user's mailbox, with a UIDVALIDITY or the one that comes."""
        box, owner = f"{self.mail}/{user}", os.stat(self.mail)
        shutil.copytree(f"{self.bench.site}/mail/in", box)
        if uidlist:
            with open(f"{box}/dovecot-uidlist", "w", encoding="ascii") as file:
                file.write(uidlist)
        for where, _, names in os.walk(box):
            for name in [where] + [os.path.join(where, name) for name in names]:
                os.chown(name, owner.st_uid, owner.st_gid)

    def user(self):
        return f"u{self.users}"

    @contextlib.contextmanager
    def mailbox(self):
        box = imaplib.IMAP4("127.0.0.1", self.imap)
        box.login(self.user(), self.user() + "pw")
        box.select("INBOX")
        yield box
        box.logout()

    @contextlib.contextmanager
    def smtpd(self, site, *options):
        """An SMTP server with faults, and the site told of it."""
        process = subprocess.Popen([sys.executable, "-I", SMTPD, "--maildir", self.boxes, *options],
                                   stdout=subprocess.PIPE, text=True)
        try:
            port = process.stdout.readline().strip()
            if site:
                self.send_to(site, port)
            yield port
        finally:
            process.terminate()
            process.communicate()

    def send_to(self, site, port):
        Table(site).configure(outgoing=f"smtp://127.0.0.1:{port}")

    def got(self):
        return [f"{self.boxes}/{name}" for name in listed(self.boxes)]

    def result(self, site, outbox=True):
        promise.settled(site, outbox)
        return steady(trials.outcome(site, self.got()))

    def marked(self):
        with self.mailbox() as box:
            left = box.uid("search", None, "UNKEYWORD", "$PbemDone", "UNDELETED")[1][0].split()
        expect(not left, f"{len(left)} letters are not marked")

    def check(self, site, post=None, gone=lambda name: False):
        """The functions' names in the result don't concern the mail server."""
        promise.compare(without(self.want, gone), without(self.result(site), gone))
        self.marked()
        before = promise.tree(site)
        count = len([1 for box in self.got() for _ in letters(box)])
        promise.run(site)
        expect(promise.tree(site) == before, "a further run changes something")
        expect(len([1 for box in self.got() for _ in letters(box)]) == count,
               "a further run sends something")


def listed(folder):
    return sorted(os.listdir(folder)) if os.path.isdir(folder) else []


def steady(outcome):
    """Removes what depends on the mailbox's numbers. A letter that may or may not have arrived comes again, so the
    number of copies is left out; that they are the same is checked where letters are read."""
    outcome = dict(outcome)
    outcome["ledger letters"] = sorted(digest for _, digest in outcome["ledger letters"])
    outcome["ledger counts"] = [row for row in outcome["ledger counts"] if row[0] != "newest"]
    outcome["letters"] = {name: 1 for name in outcome["letters"]}
    return outcome


def same_bytes(boxes):
    """Every letter that came twice came as it was."""
    seen = {}
    for box in boxes:
        for letter in letters(box):
            raw = seen.setdefault(letter.id, letter.raw)
            expect(raw == letter.raw, f"{letter.id} came again, and other")
    return sum(1 for box in boxes for _ in letters(box)) - len(seen)


# ---- kills


def kills(post, steps, least, port, **keys):
    """At these steps, up to the last step of a run: the number of the server's answers that it reads at once
    varies."""
    killed = 0
    for number in steps:
        site = post.fresh("kill", **keys)
        post.send_to(site, port)
        code, _ = promise.run(site, codes=(DONE, KILLED), PBEM_STOP_AFTER=str(number))
        if code == DONE:
            break
        killed += 1
        promise.run(site)
        try:
            post.check(site)
            expect(same_bytes(post.got()) <= TWICE, "more than one batch of sent letters came twice")
            copies = collections.Counter(letter.id for box in post.got() for letter in letters(box))
            expect(max(copies.values()) <= 2, "a letter came more than twice after one kill")
        except Difference as difference:
            raise Difference(f"step {number}: {difference}") from difference
    expect(killed >= least // PACE, f"a run had only {killed} of these steps")
    return f"killed at {killed} steps"


@test
def killed_at_steps(post):
    with post.smtpd(None) as port:
        return kills(post, range(1, 70, 3 * PACE), 15, port)


@test
def killed_in_the_middle_of_a_sitting(post):
    with post.smtpd(None) as port:
        return kills(post, range(5, 120, 9 * PACE), 9, port, batch_messages=3)


@test
def killed_with_letters_that_move(post):
    """Letters dealt with go to another folder."""
    with post.smtpd(None) as port:
        for number in range(2, 30, 6):
            site = post.fresh("move", mailbox_done="move Done")
            post.send_to(site, port)
            promise.run(site, codes=(KILLED,), PBEM_STOP_AFTER=str(number))
            promise.run(site)
            promise.compare(post.want, post.result(site))
            with post.mailbox() as box:
                expect(box.select("INBOX")[1] == [b"0"], "letters are left")
                expect(box.select("Done")[1] == [b"23"], "letters are lost")


# ---- the mailbox


class Cutter:
    """Stands before a server and closes the connection after so many bytes of its answers."""

    def __init__(self, port, after):
        self.port, self.left = port, after
        self.server = socket.create_server(("127.0.0.1", 0))
        self.number = self.server.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.server.accept()
                there = socket.create_connection(("127.0.0.1", self.port))
                threading.Thread(target=self.up, args=(client, there), daemon=True).start()
                threading.Thread(target=self.down, args=(there, client), daemon=True).start()

    def up(self, client, there):
        with contextlib.suppress(OSError):
            while data := client.recv(65536):
                there.sendall(data)
            there.shutdown(socket.SHUT_WR)

    def down(self, there, client):
        with contextlib.suppress(OSError):
            while data := there.recv(65536):
                data = data[:self.left]
                self.left -= len(data)
                client.sendall(data)
                if self.left == 0:
                    break
            client.shutdown(socket.SHUT_RDWR)
        there.close()

    def close(self):
        self.server.close()


@test
def connections_that_break(post):
    """In the greeting, the list, the middle of a letter, between letters, while marking."""
    cut = 0
    with post.smtpd(None) as port:
        for after in [1, 300, 900, 1500, 2500, *range(4000, 90000, 4500 * PACE)]:
            site = post.fresh("cut")
            post.send_to(site, port)
            cutter = Cutter(post.imap, after)
            Table(site).configure(mailbox=f"imap://127.0.0.1:{cutter.number}/INBOX")
            code, _ = promise.run(site, codes=(DONE, LATER))
            cutter.close()
            cut += code == LATER
            Table(site).configure(mailbox=f"imaps://localhost:{post.imaps}/INBOX")
            promise.run(site)
            post.check(site)
    expect(cut > 15 / PACE, f"only {cut} connections were cut")
    return f"{cut} connections cut"


def words_apart(missing, extra):
    """Where the sitting is cut in two, what was said in its first half doesn't wait for a letter of the
    second: the same words come in a letter of their own, and that letter comes without them."""
    parts = {name: name.split("@")[0].split(".") for name in [*missing, *extra]}
    for name in missing:
        _, *seat, kind, cause = parts[name]
        words = [each for each in extra if parts[each][1:] == [*seat, "said", cause]]
        bare = [each for each in extra if parts[each][1:-1] == [*seat, kind]]
        if len(words) != 1 or len(bare) != 1:
            return False
        extra = [each for each in extra if each not in words + bare]
    return not extra


@test
def a_mailbox_numbered_anew(post):
    """Nothing is played twice. Letters that were dealt with and not yet marked look new; each is
    known by its bytes, and answered with what it did."""
    repeats = 0
    with post.smtpd(None) as port:
        for number in (2, 4, 8, 9, 30):
            site = post.fresh("anew", batch_messages=10)
            post.send_to(site, port)
            promise.run(site, codes=(KILLED,), PBEM_STOP_AFTER=str(number))
            post.users += 1
            post.fill(post.user(), f"3 V1234567 N1 G{number:032x}\n")
            Table(site).configure(mailbox_user=post.user(),
                                  mailbox_password_command=f"echo {post.user()}pw")
            promise.run(site)
            got, want = post.result(site), post.want
            promise.compare(games(want), games(got))
            expect(got["ledger deeds"] == want["ledger deeds"], "other deeds")
            missing = want["letters"].keys() - got["letters"].keys()
            extra = [name for name in got["letters"].keys() - want["letters"].keys()
                     if ".repeat." not in name]
            apart = words_apart(missing, extra)
            expect(apart, f"missing: {missing}, extra: {extra}")
            repeats += len(got["letters"]) - len(want["letters"])
            post.marked()
    expect(repeats > 0, "the mailbox kept its numbers: the test is no good")
    return f"{repeats} letters came as if new"


# ---- the mail server


def is_of_doubts(name):
    """The moderator is told of letters of which nobody knows whether they have arrived."""
    return "pbem.moderator" in str(name) or "pbem doesn't know whether" in str(name)


def deliver(post, *options, codes, runs=20):
    """Runs until all is sent, against a server with faults; how many runs it took. Between two of them pass five
    hours, for a letter in doubt goes again ever less often."""
    site = post.fresh("send")
    began = int(time.time())
    with post.smtpd(site, *options):
        for number in range(1, runs):
            words = ("run",) if number == 1 else ("send",)
            code, _ = promise.run(site, *words, codes=(DONE, *codes),
                                  PBEM_TIME=str(began + (number - 1) * 18000))
            if code == DONE and not promise.ledger(site)["outbox"]:
                break
        else:
            raise Difference("letters still wait")
    with post.smtpd(site):
        promise.run(site)
        post.check(site, gone=is_of_doubts)
    return number, same_bytes(post.got())


@test
def every_third_letter_deferred(post):
    runs, again = deliver(post, "--defer-every", "3", codes=(LATER,))
    expect(runs > 1 and again == 0, f"{runs} runs, {again} letters twice")
    return f"{runs} runs"


@test
def dropped_after_the_final_dot(post):
    """The letter is there, the answer isn't: it goes again as it was; nothing else differs."""
    runs, again = deliver(post, "--drop-every", "4", codes=(LATER,))
    expect(again > 0, "nothing came twice: the test is no good")
    return f"{runs} runs, {again} letters came twice"


@test
def lost_after_the_final_dot(post):
    runs, again = deliver(post, "--lose-every", "4", codes=(LATER,))
    return f"{runs} runs, {again} letters came twice"


@test
def a_mail_server_that_stalls(post):
    site = post.fresh("stall", timeout_seconds=1)
    with post.smtpd(site, "--stall-every", "15"):
        code, said = promise.run(site, codes=(LATER,), PBEM_FINAL_SECONDS="1")
    with post.smtpd(site):
        for _ in range(2):  # the last tells the moderator
            promise.run(site)
        post.check(site, gone=is_of_doubts)
        same_bytes(post.got())


@test
def no_mail_server(post):
    site = post.fresh("down")
    post.send_to(site, closed_port())
    promise.run(site, codes=(LATER,))
    expect(not post.got(), "who took these letters?")
    post.marked()
    promise.run(site, codes=(LATER,))
    with post.smtpd(site):
        promise.run(site)
        post.check(site)


@test
def a_player_whose_address_is_refused(post):
    """This player's letters are kept and reported, the others' go out; also when the run is killed at any step."""
    refused = ("--refuse", "bob@*")
    want = None
    for stop in [None, *range(24, 60, 3 * PACE)]:
        site = post.fresh("refused")
        with post.smtpd(site, *refused):
            if stop:
                promise.run(site, codes=(DONE, KILLED), PBEM_STOP_AFTER=str(stop))
            for _ in range(3):  # the last tells the moderator of the kept letters
                promise.run(site)
            got = without(post.result(site), lambda name: "pbem.moderator" in str(name))
        told = " ".join(letter.text for box in post.got() for letter in letters(box)
                        if "moderator" in letter.id)
        kept = [name for name in got if name.startswith("quarantine/unsent.")]
        expect(not os.path.isdir(f"{post.boxes}/bob"), "bob got a letter")
        expect(kept and all(name in " ".join(told.split()) for name in kept),
               f"step {stop}: kept {kept}, told: {told}")
        want = want or names(got)
        promise.compare(want, names(got))


def names(outcome):
    """The kept letters bear the date of their run."""
    return {name: b"" if name.startswith("quarantine/") else value for name, value in outcome.items()}


if __name__ == "__main__":
    trials.main(Post(*sys.argv[1:6]), sys.argv[6:])
