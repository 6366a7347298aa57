#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""lying.py FOLDER [TRIAL...]: servers that lie, at every line of their answers.

A run between an honest IMAP server and an honest SMTP server goes through a proxy, which counts the lines of
their answers. Then, each time from the same site and the same letters, one of these lines is cut, said twice,
swapped with the next, held back, or replaced. After one good run every letter is applied, once, and every answer
is out, at most twice. PBEM_LYING=N takes one in about N of all lies, by PBEM_SEED; 1 is all of them, and
PBEM_LYING_PART=K, from 0 on, the Kth of N parts of them."""

import os
import random
import re
import shutil
import socket
import sys
import threading

import imapd_fake
import promise
import servers
import smtp_faulty
import trials
from players import Table
from promise import Difference
from trials import CONFIG, DATA, DONE, LATER, expect

WAYS = ("cut", "half", "twice", "swap", "stall", "garbage")
IMAP_WAYS = WAYS + ("tag", "NO", "BAD", "BYE")
SMTP_WAYS = WAYS + ("451", "550", "250", "354", "421")
OFFERS = ("", "pipelining", "chunking", "pipelining chunking")


class Cut(Exception):
    pass


class Liar:
    """A proxy before one server: one element of what it says, counted over all connections, is told in that way.
    An element is a line, or the bytes of an IMAP literal, which can only be cut, or held back."""

    def __init__(self, port, way=None, at=0):
        self.port, self.way, self.at = port, way, at
        self.count, self.held, self.lock = 0, b"", threading.Lock()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        while True:
            try:
                peer = self.door.accept()[0]
            except OSError:
                return
            behind = socket.create_connection(("127.0.0.1", self.port))
            for each in (peer, behind):
                each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self.forward, args=(peer, behind), daemon=True).start()
            threading.Thread(target=self.tell, args=(behind, peer), daemon=True).start()

    @staticmethod
    def forward(peer, behind):
        try:
            while some := peer.recv(65536):
                behind.sendall(some)
            behind.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def tell(self, behind, peer):
        try:
            with behind, peer, behind.makefile("rb") as said:
                try:
                    while line := said.readline():
                        peer.sendall(self.told(line, True))
                        literal = re.search(rb"~?\{(\d+)\+?\}\r\n$", line)
                        if literal:
                            peer.sendall(self.told(said.read(int(literal[1])), False))
                except Cut as cut:
                    peer.sendall(cut.args[0])
                peer.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def told(self, what, is_line):
        with self.lock:
            self.count += 1
            if self.count == self.at + 1 and self.held:
                what, self.held = what + self.held, b""
            return self.lie(what, is_line) if self.way and self.count == self.at else what

    def lie(self, what, is_line):
        if self.way == "cut":
            raise Cut(b"")
        if self.way == "half":
            raise Cut(what[:len(what) // 2])
        if self.way == "stall":
            threading.Event().wait(2.5)
            raise Cut(b"")
        if not is_line:
            return what
        if self.way == "twice":
            return what + what
        if self.way == "swap":
            self.held = what
            return b""
        tag = what.split(b" ")[0]
        return {"garbage": b"what do you mean?\r\n", "tag": b"zz99 OK of another\r\n",
                "NO": tag + b" NO [UNAVAILABLE] not now\r\n", "BAD": tag + b" BAD what?\r\n",
                "BYE": b"* BYE gone\r\n"}.get(self.way, self.way.encode() + b" 2.0.0 so it is\r\n")

    def close(self):
        """When nobody waits at the door any more: else its number could be that of the next one's."""
        self.door.shutdown(socket.SHUT_RDWR)
        self.thread.join()
        self.door.close()


class Post:
    """Both servers, new for every trial, and a site that reaches them through two proxies."""

    def __init__(self, bench, offer):
        self.bench, self.offer, self.work = bench, offer, bench.work
        self.got = f"{bench.work}/letters"

    def trial(self, name, imap_lie=(), smtp_lie=()):
        """One run with the lie, and one without; what came of it, and how many lines were said."""
        open(self.got, "wb").close()
        imapd = servers.Started(imapd_fake, "--letters", f"{self.bench.site}/mail/in/new", "--real-dates")
        smtpd = servers.Started(smtp_faulty, f"{self.offer} none", self.got)
        site = self.bench.fresh(name)
        shutil.rmtree(f"{site}/mail")
        try:
            counts = self.lied(site, Liar(imapd.port, *imap_lie), Liar(smtpd.port, *smtp_lie))
            self.configure(site, imapd.port, smtpd.port, seconds=30)
            if imap_lie or smtp_lie:
                promise.run(site)
            before = promise.tree(site)
            promise.run(site)
            expect(promise.tree(site) == before, "a further run changes something")
        finally:
            imapd.end()
            smtpd.end()
        return site, counts

    def lied(self, site, imap, smtp):
        lies = imap.way or smtp.way
        # An honest server may be slow all the same, on a busy machine.
        self.configure(site, imap.door.getsockname()[1], smtp.door.getsockname()[1], seconds=1 if lies else 30)
        try:
            promise.run(site, codes=(DONE, DATA, LATER, CONFIG) if lies else (DONE,),
                        PBEM_FINAL_SECONDS="1" if lies else "30")
        finally:
            imap.close()
            smtp.close()
        return imap.count, smtp.count

    @staticmethod
    def configure(site, imap, smtp, seconds):
        Table(site).configure(mailbox=f"imap://127.0.0.1:{imap}/INBOX", mailbox_user="game",
                              mailbox_password_command="echo gamepw", insecure="yes",
                              outgoing=f"smtp://127.0.0.1:{smtp}", timeout_seconds=seconds)

    def result(self, site):
        """Games, letters had, and how often each answer went out."""
        promise.settled(site)
        found = {name: promise.read(path) for name, path in promise.files(site).items()
                 if name.startswith("games/")}
        found["letters"] = sorted(row[1] for row in promise.ledger(site)["letters"])
        with open(self.got, "rb") as file:
            ids = re.findall(rb"(?mi)^Message-ID: <(.*)>", file.read())
        return found, {each: ids.count(each) for each in ids}


def kept(site):
    """Letters that were given up are kept for the moderator."""
    text = b""
    for name, path in promise.files(site).items():
        if name.startswith("quarantine/"):
            text += promise.read(path)
    return text


def kinds(ids):
    """Returns the kinds and recipients of the letters, without token and digest: two runs have other worklists, and
    so other ids."""
    return {b".".join(part for part in each.split(b"@")[0].split(b".") if len(part) < 16) for each in ids
            if b"moderator" not in each}


def check(post, want, site, server, refused):
    """A server that refuses a letter for good is believed: then it is kept."""
    games, sent = post.result(site)
    promise.compare(want[0], games)
    if server == "imap":
        lost = kinds(want[1]) - kinds(sent)
        expect(not lost, f"never sent: {lost}")
    else:
        wanted = [each for each in want[1] if b"moderator" not in each]
        lost = [each for each in wanted if each not in sent and not (refused and each in kept(site))]
        more = [each for each in sent if each not in wanted and b"moderator" not in each]
        expect(not lost, f"never sent: {lost}")
        expect(not more, f"sent besides: {more}")
    expect(max(sent.values()) <= 2, "a letter went out more than twice")


def all_trials(counts):
    rows = [("imap", way, at) for at in range(1, counts[0] + 1) for way in IMAP_WAYS]
    return rows + [("smtp", way, at) for at in range(1, counts[1] + 1) for way in SMTP_WAYS]


def main(work, only):
    bench, failed, done = trials.Bench(work), 0, 0
    seed = os.environ.get("PBEM_SEED", "1")
    chance = random.Random(f"lying {seed}")
    share, part = int(os.environ.get("PBEM_LYING", "170")), os.environ.get("PBEM_LYING_PART")
    number = 0
    for offer in OFFERS:
        post = Post(bench, offer)
        site, counts = post.trial("honest")
        want = post.result(site)
        expect(len(want[0]["letters"]) > 20 and len(want[1]) > 20, "there was little to lie about")
        for row in all_trials(counts):
            server, way, at = row
            name = f"{offer or 'plain'}:{server}:{way}:{at}"
            # The effect of a lie about letters doesn't depend on what the mail server offers.
            if server == "imap" and offer or only and name not in only:
                continue
            number += 1
            if not only and (chance.randrange(share) > 0 if part is None else number % share != int(part)):
                continue
            done += 1
            try:
                site, _ = post.trial("lied", **{f"{server}_lie": (way, at)})
                check(post, want, site, server, way == "550")
            except Difference as difference:
                failed += 1
                print(f"FAILED: {name}: {str(difference)[:600]}", flush=True)
    print(f"seed {seed}, {done} lies, {failed} did harm", flush=True)
    sys.exit(1 if failed or not done else 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
