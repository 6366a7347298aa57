# SPDX-License-Identifier: MIT
"""beside.py FOLDER: a post that takes its time, a run that sends, and others that decide beside it.
The post takes a minute over a letter, if it isn't told to go on; PBEM_SLOW: so many seconds."""

import os
import random
import shutil
import socketserver
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import promise
from players import Letter, put, read, reply
from promise import KILLED, Difference

SLOW = float(os.environ.get("PBEM_SLOW", "60"))
KILLS = 24 if "PBEM_TRIALS" in os.environ else 80


class Post(socketserver.ThreadingTCPServer):
    """An SMTP server. Letters to `slow` take their time; those to never@… are refused."""
    daemon_threads = allow_reuse_address = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Talk)
        self.seconds, self.slow = 0, ""
        self.begun, self.came = [], []
        self.lock, self.go_on = threading.Lock(), threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def port(self):
        return self.server_address[1]


class Talk(socketserver.StreamRequestHandler):
    def say(self, line):
        self.wfile.write(line.encode() + b"\r\n")

    def take(self, to):
        self.say("354 go on")
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line[1:] if line.startswith(b".") else line)
        letter = Letter(b"".join(lines))
        with self.server.lock:
            self.server.begun.append((to, letter))
        if self.server.slow in to:
            self.server.go_on.wait(self.server.seconds)
        with self.server.lock:
            self.server.came.append((to, letter))
        self.say("250 taken")

    def handle(self):
        to = ""
        try:
            self.say("220 ready")
            while line := self.rfile.readline():
                word = line.split()[0].upper() if line.strip() else b""
                if word == b"RCPT":
                    to = line.decode().split("<")[1].split(">")[0]
                    self.say("550 nobody here" if to.startswith("never") else "250 ok")
                elif word == b"DATA":
                    self.take(to)
                elif word == b"QUIT":
                    self.say("221 bye")
                    return
                else:
                    self.say("250 ok")
        except OSError:
            pass


def expect(what, holds):
    if not holds:
        raise Difference(what)


def until(what, holds, seconds=30):
    began = time.monotonic()
    while not holds():
        expect(f"{what}, in {seconds} s", time.monotonic() - began < seconds)
        time.sleep(0.01)


class Site:
    """Three games that have begun, and the letters that asked for their first moves."""

    def __init__(self, folder, post):
        self.folder, self.post = folder, post

    def lay(self):
        promise.run(self.folder, "init", "--address", "games@example.org", "--moderator", "mod@example.org")
        self.configure()
        for game, black in (("g1", "bob"), ("g2", "bert"), ("g3", "never")):
            promise.run(self.folder, "new", "chess", f"white=Anna <anna-{game}@example.org>",
                        f"black={black.title()} <{black}@example.org>", "--id", game)
        promise.run(self.folder)
        return self

    def configure(self, *lines):
        with open(f"{self.folder}/pbem.conf", "a", encoding="utf-8") as file:
            file.write("".join(f"{line}\n" for line in (f"outgoing = smtp://127.0.0.1:{self.post.port}",
                                                        "connections = 1", "timeout-seconds = 60") + lines))

    def asks(self, game, seat):
        with self.post.lock:
            return [letter for _, letter in self.post.came
                    if (letter.game, letter.seat) == (game, seat) and letter.kind in ("welcome", "your-turn")][-1]

    def order(self, game, seat, orders, number):
        put(f"{self.folder}/mail/in", number, reply(self.asks(game, seat), orders, 1800000000 + number))

    def played(self, game):
        return read(f"{self.folder}/games/{game}/game.txt").count(b"\n  played ")

    def rows(self, table):
        return promise.ledger(self.folder)[table]

    def settled(self):
        promise.settled(self.folder)
        for table in ("claims", "found"):
            expect(f"{table} are left: {self.rows(table)}", not self.rows(table))


def kinds(came):
    return sorted(f"{letter.game}.{letter.seat}.{letter.kind}" for _, letter in came)


def decides_beside(work):
    """The order of one game is decided while the mail server is receiving a letter of another game."""
    post = Post()
    site = Site(f"{work}/beside", post).lay()
    asked = len(post.came)
    site.order("g1", "white", "MOVE e2e4", 1)
    post.seconds = SLOW
    sender = promise.start(site.folder, "run", "--verbose")
    until("the post has a letter in hand", lambda: len(post.begun) > asked)
    said = promise.run(site.folder, "status")[1]
    expect(f"status tells who sends: {said}", f"Process {sender.pid} is sending letters" in said and "has taken 1 letter" in said)
    site.order("g2", "white", "MOVE d2d4\r\nSAY Good luck!", 2)
    began = time.monotonic()
    _, said = promise.run(site.folder, "run", "--verbose")
    took = time.monotonic() - began
    expect("the sender is still at it", sender.poll() is None and len(post.came) == asked)
    expect("the order is decided", site.played("g2") == 1)
    expect(f"in {took:.2f} s beside a post that takes {SLOW} s a letter", took < SLOW)
    expect(f"it says why it sends nothing: {said}", "another process is sending" in said)
    copied(site, f"{work}/backup")
    post.go_on.set()
    said, _ = sender.communicate()
    expect(f"the sender ends well: {said}", sender.returncode == 0)
    expect("the letters of both have arrived by it, once: " + " ".join(kinds(post.came[asked:])),
           kinds(post.came[asked:]) == ["g1.black.your-turn", "g1.white.accepted", "g2.black.your-turn",
                                        "g2.white.accepted"])
    site.settled()
    print(f"decided in {took:.2f} s beside a post that takes {SLOW:g} s a letter")


def copied(site, folder):
    """As the manual has it a backup is made under the site's lock, and who sends goes on."""
    done = subprocess.run(["flock", f"{site.folder}/lock", "cp", "-a", site.folder, folder], check=False)
    expect("it is copied", done.returncode == 0)
    backup = Site(folder, site.post)
    with promise.opened_ledger(folder) as database:
        expect("its ledger is whole", database.execute("PRAGMA integrity_check").fetchall() == [("ok",)])
    expect("with all letters that aren't out", len(backup.rows("outbox")) == 4)
    promise.run(folder, "run", "--no-send")
    expect("nobody sends there", not backup.rows("claims") and backup.played("g2") == 1)


def replaces(work, under_way):
    """A SAY goes with the letter that asks the seat, unless that letter is being sent already."""
    post = Post()
    site = Site(f"{work}/replaces{under_way}", post).lay()
    asked = len(post.came)
    site.order("g1", "white", "MOVE e2e4", 1)
    post.seconds, post.slow = SLOW, "bob@" if under_way else "anna"
    sender = promise.start(site.folder)
    until("the letter is under way", lambda: any(post.slow in to for to, _ in post.begun[asked:]))
    expect("only one is", len(post.begun) - len(post.came) == 1)
    receipt = next(letter for _, letter in post.begun[asked:] if letter.kind == "accepted")
    put(f"{site.folder}/mail/in", 2, reply(receipt, "SAY Mind the bishop.", 1800000002))
    promise.run(site.folder)
    expect("it is decided beside it", sender.poll() is None)
    post.go_on.set()
    sender.communicate()
    expect("the sender ends well", sender.returncode == 0)
    got = [letter for to, letter in post.came[asked:] if to == "bob@example.org"]
    want = ["your-turn", "said"] if under_way else ["your-turn"]
    expect(f"Bob gets {want}: {[letter.kind for letter in got]}", [letter.kind for letter in got] == want)
    expect("he reads it once", sum("Mind the bishop." in letter.text for letter in got) == 1)
    site.settled()


def told(site):
    """How often the moderator has heard of the welcome that can't be delivered, or is to hear."""
    notices = [row for row in site.rows("notices") if "can't be delivered" in row[-1]]
    with site.post.lock:
        letters = {letter.id for to, letter in site.post.came
                   if to == "mod@example.org" and "can't be delivered" in " ".join(letter.text.split())}
    return len(notices) + len(letters)


class Killing:
    """Two runs on copies of one site: one sends, the other decides beside it; one of them is killed."""

    def __init__(self, work):
        self.work, self.post = work, Post()
        self.first = Site(f"{work}/killing", self.post).lay()
        for game, number in (("g1", 1), ("g3", 3)):
            self.first.order(game, "white", "MOVE e2e4", number)
        # The messages for the second run.
        self.first.order("g2", "white", "MOVE d2d4\r\nSAY Good luck!", 2)
        box = f"{self.first.folder}/mail/in/new"
        self.later = next(name for name in os.listdir(box) if ".M000002P1." in name)
        os.rename(f"{box}/{self.later}", f"{work}/later")
        self.want, self.steps = None, {}

    def fresh(self, name):
        site = Site(promise.copy(self.first.folder, f"{self.work}/{name}"), Post())
        site.post.seconds = 0.02
        site.configure()
        return site

    def bring(self, site):
        box = f"{site.folder}/mail/in"
        shutil.copy(f"{self.work}/later", f"{box}/tmp/{self.later}")
        os.rename(f"{box}/tmp/{self.later}", f"{box}/new/{self.later}")

    def beside(self, site, first, second):
        """One sends, and the other begins when it does; each may be killed at its step."""
        sender = promise.start(site.folder, **first)
        began = time.monotonic()
        while not site.post.begun and sender.poll() is None and time.monotonic() - began < 30:
            time.sleep(0.002)
        self.bring(site)
        code = promise.run(site.folder, "run", "--wait", codes=(0, KILLED), **second)[0]
        sender.communicate()
        expect(f"the sender ended with {sender.returncode}", sender.returncode in (0, KILLED))
        return sender.returncode, code

    def outcome(self, site):
        """Runs until all is done; what has come of it, and how often each letter came."""
        promise.run(site.folder)
        promise.run(site.folder)
        site.settled()
        with site.post.lock:
            came = list(site.post.came)
        players = [(to, letter) for to, letter in came if to != "mod@example.org"]
        same = {}
        for _, letter in players:
            body = promise.CLOCK.sub(b"", letter.raw)
            expect(f"{letter.id} came again, and other", same.setdefault(letter.id, body) == body)
        aside = sorted(os.listdir(f"{site.folder}/quarantine"))
        result = {"games": [site.played(game) for game in ("g1", "g2", "g3")],
                  "letters": sorted(same), "aside": aside, "told": told(site)}
        return result, Counter(letter.id for _, letter in players)

    def prepare(self):
        site = self.fresh("reference")
        expect("both end well", self.beside(site, {}, {}) == (0, 0))
        self.want, times = self.outcome(site)
        expect(f"each letter comes once: {times}", set(times.values()) == {1})
        expect(f"all is as it should be: {self.want}", self.want["games"] == [1, 1, 1]
               and len(self.want["letters"]) == 5 and self.want["told"] == 1
               and "unsent.g3.black.turn" in self.want["aside"])

    def kill(self, who, number):
        site = self.fresh(f"{who}{number}")
        at = {"PBEM_STOP_AFTER": str(number)}
        killed = self.beside(site, at if who != "second" else {}, at if who != "first" else {})
        got, times = self.outcome(site)
        expect(f"{got} instead of {self.want}", got == self.want)
        # The killed runs repeat at most the letters that were being sent, and those that were sent and not yet
        # removed.
        most = 1 + sum(code == KILLED for code in killed)
        expect(f"a letter comes {times} times", max(times.values()) <= most)
        shutil.rmtree(site.folder)
        return KILLED in killed


def attempt(killing, who, number):
    try:
        return killing.kill(who, number), None
    except Difference as difference:
        return True, f"{who} killed at step {number}: {difference}"


def kills(work):
    killing = Killing(work)
    killing.prepare()
    # Behind the last step of either nothing is killed any more.
    points = [(who, number) for number in range(1, 46) for who in ("first", "second", "both")]
    points = random.Random(1).sample(points, min(KILLS, len(points)))
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        done = list(pool.map(lambda point: attempt(killing, *point), points))
    faults = [fault for _, fault in done if fault]
    for fault in faults[:5]:
        print(f"FAILED: {fault}")
    print(f"{len(points)} trials, {sum(hit for hit, _ in done)} of them with a kill, {len(faults)} did harm")
    return not faults


def main():
    work = sys.argv[1]
    try:
        decides_beside(work)
        replaces(work, True)
        replaces(work, False)
        sys.exit(0 if kills(work) else 1)
    except Difference as difference:
        raise SystemExit(f"FAILED: {difference}") from None


if __name__ == "__main__":
    main()
