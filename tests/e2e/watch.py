# SPDX-License-Identifier: MIT
"""watch.sh says in the environment where the servers are."""

import atexit
import imaplib
import os
import random
import re
import select
import signal
import smtplib
import socket
import sqlite3
import subprocess
import threading
import time

from players import Letter, read, reply

ENV = os.environ
# Freed memory is returned at once in a build with sanitizers, too; otherwise the watch would seem to grow.
ENV["ASAN_OPTIONS"] = "quarantine_size_mb=0:thread_local_quarantine_size_kb=0:" + ENV.get("ASAN_OPTIONS", "")
PBEM, E2E, MAIL = ENV["PBEM"], ENV["E2E"], ENV["MAIL"]
ALL = ENV.get("PBEM_WATCH") == "all"
MOVES = 500 if ALL else 20
DAY = 144  # heartbeats, one in ten minutes
# The Spanish game, as far as it goes without anybody's wish to leave it.
LINE = """e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6b8
d2d4 b8d7""".split()
# The moves in the notation of games: a king that castles goes to its rook.
PLAYED = [{"e1g1": "e1h1", "e8g8": "e8h8"}.get(each, each) for each in LINE]
PLAYERS = ("anna", "bob")
SEATS = ("white", "black")


def expect(what, holds):
    if not holds:
        raise SystemExit("FAILED: " + what)


def until(what, seconds, holds):
    """Waits until it holds; how long that took."""
    began = time.monotonic()
    while not holds():
        expect(f"{what}, in {seconds} s", time.monotonic() - began < seconds)
        time.sleep(0.005)
    return time.monotonic() - began


class Site:
    def __init__(self, name, *settings):
        self.folder = f"{E2E}/{name}"
        self.pbem("init", "--address", "game@example.org")
        self.set("timeout-seconds = 10", *settings)
        self.process = None
        atexit.register(self.kill)

    def set(self, *lines):
        with open(f"{self.folder}/pbem.conf", "a", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in lines))

    def pbem(self, *words, code=0):
        done = subprocess.run([PBEM, "--site", self.folder, *words], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        expect(f"pbem {' '.join(words)} ended with {done.returncode}: {done.stdout}", done.returncode == code)
        return done.stdout

    def new(self, count=1, players=PLAYERS):
        for _ in range(count):
            self.pbem("new", "chess", *(f"{seat}={name.title()} <{name}@example.org>"
                                        for seat, name in zip(SEATS, players)))

    def watch(self, **env):
        """In a session of its own, so that its runs can be killed with it."""
        self.out = open(f"{self.folder}.out", "a", encoding="utf-8")
        self.process = subprocess.Popen([PBEM, "--site", self.folder, "watch", "--verbose"],
                                        stdout=self.out, stderr=self.out, start_new_session=True,
                                        env=dict(ENV, **env))

    def said(self):
        with open(f"{self.folder}.out", encoding="utf-8") as file:
            return file.read()

    def runs(self):
        return self.said().count("\nlisted: ") + self.said().startswith("listed: ")

    def end(self):
        """Asked to, it ends at once, and well."""
        self.process.terminate()
        code = self.process.wait(5)
        expect(f"watch ended with {code}: {self.said()[-2000:]}", code == 0)

    def kill(self):
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def played(self, game):
        with open(f"{self.folder}/games/{game}/game.txt", encoding="utf-8") as file:
            return re.findall(r"^  played \w+ (\w+)", file.read(), re.M)


class Post:
    """Players' mailboxes, by Dovecot, and the ways into that of the game."""

    def __init__(self, box="game", players=PLAYERS):
        self.box, self.players = box, players
        self.seen = set()
        self.newest = {}
        self.came = []
        self.lmtp = self.imap = None

    def look(self):
        for name in self.players:
            box = f"{MAIL}/{name}/new"
            for entry in os.listdir(box) if os.path.isdir(box) else []:
                if entry not in self.seen:
                    self.seen.add(entry)
                    letter = Letter(read(f"{box}/{entry}"))
                    self.came.append(letter)
                    if letter.kind in ("welcome", "your-turn"):
                        self.newest[letter.game, letter.seat] = letter

    def has(self, game, seat, old=None):
        self.look()
        return self.newest.get((game, seat)) not in (None, old)

    def deliver(self, letter, orders, number):
        raw = reply(letter, orders)
        if number % 2:
            if not self.imap:
                self.imap = imaplib.IMAP4("127.0.0.1", int(ENV["IMAP_PORT"]))
                self.imap.login(self.box, self.box + "pw")
            expect("APPEND", self.imap.append("INBOX", None, None, raw)[0] == "OK")
            return
        if not self.lmtp:
            self.lmtp = smtplib.LMTP("127.0.0.1", int(ENV["LMTP_PORT"]))
        self.lmtp.sendmail("player@example.org", [f"{self.box}@example.org"], raw)

    def move(self, number, within, first=1, line=LINE):
        """Sends the move of that number, game by game; how long the opponent waits for it."""
        game, ply = f"g{number // len(line) + first}", number % len(line)
        mover, other = SEATS[ply % 2], SEATS[1 - ply % 2]
        until(f"{mover} of {game} is asked for ply {ply}", within, lambda: self.has(game, mover))
        old = self.newest.get((game, other))
        self.deliver(self.newest[game, mover], "MOVE " + line[ply], number)
        return until(f"{game}: ply {ply} reaches {other}", within, lambda: self.has(game, other, old))


class Proxy:
    """Stands before a server; its connections can be cut."""

    def __init__(self, port):
        self.to = port
        self.peers = []
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=20)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            peer, _ = self.listener.accept()
            server = socket.create_connection(("127.0.0.1", self.to))
            self.peers.append((peer, server))
            threading.Thread(target=self.carry, args=(peer, server), daemon=True).start()

    @staticmethod
    def carry(peer, server):
        try:
            while True:
                for one in select.select([peer, server], [], [])[0]:
                    data = one.recv(65536)
                    if not data:
                        raise OSError
                    (server if one is peer else peer).sendall(data)
        except (OSError, ValueError):
            for one in peer, server:
                one.close()

    def cut(self):
        peers, self.peers = self.peers, []
        for pair in peers:
            for one in pair:
                try:
                    one.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass


def dovecot(port=ENV["IMAP_PORT"], box="game"):
    return (f"mailbox-password-command = echo {box}pw", f"mailbox = imap://{box}@127.0.0.1:{port}/INBOX", f"outgoing = smtp://127.0.0.1:{ENV['SMTP_PORT']}")


def cpu(pid):
    """Seconds of it and of its runs that have ended."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        return sum(map(int, file.read().rsplit(") ", 1)[1].split()[11:15])) / os.sysconf("SC_CLK_TCK")


def memory(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])


def quickly(post):
    site = Site("quick", *dovecot())
    games = (MOVES + len(LINE) - 1) // len(LINE)
    site.watch()
    site.new(games)
    took = [post.move(number, 20) for number in range(2)]
    before = memory(site.process.pid)
    took = [post.move(number, 20) for number in range(2, MOVES)]
    grown = memory(site.process.pid) - before
    took.sort()
    print(f"{len(took)} moves: half of them with the opponent in {took[len(took) // 2]:.2f} s, all in "
          f"{took[-1]:.2f} s; the watch has grown by {grown} KB")
    # Others' work on the machine may hold all of it up; measured is on one that is left alone.
    expect(f"half of them took more than {took[len(took) // 2]:.2f} s", took[len(took) // 2] < (2 if ALL else 4))
    expect(f"the slowest took {took[-1]:.2f} s", took[-1] < (2 if ALL else 8))
    expect(f"it has grown by {grown} KB", grown < 1024)
    expect("the moves stand in the games", site.played("g1") == PLAYED[:MOVES])
    expect("it holds no lock", site.pbem("run") == "")
    return site


def idly(site):
    """Nothing comes; heartbeats in quick succession."""
    beats = DAY if ALL else 5
    site.end()
    site.watch(PBEM_HEARTBEAT="1")
    before = site.runs()
    until("the first run", 10, lambda: site.runs() > before)
    began, first = cpu(site.process.pid), site.runs()
    until("heartbeats", 3 * beats + 10, lambda: time.sleep(0.5) or site.runs() >= first + beats)
    a_day = (cpu(site.process.pid) - began) / (site.runs() - first) * DAY
    print(f"{site.runs() - first} heartbeats: an idle day takes {a_day:.1f} s of CPU")
    expect("no CPU to speak of", a_day < 60)
    site.end()


def wakes(site, post):
    """Wakes for clocks, for others' messages, and when the mail server is available again."""
    site.watch()
    until("the first run", 10, lambda: post.look() or site.said().count("waits for letters") >= 1)
    time.sleep(1.5)
    runs = site.runs()
    ledger = sqlite3.connect(f"{site.folder}/ledger")
    ledger.execute("INSERT OR REPLACE INTO alarms VALUES (1, ?)", [int(time.time()) + 2])
    ledger.commit()
    ledger.close()
    site.pbem("send")  # takes the lock, and lets it go
    expect("it waits for the clock", site.runs() == runs)
    took = until("the clock wakes it", 6, lambda: site.runs() > runs)
    expect(f"not before its time: {took}", took > 1)
    count = len(post.came)
    site.new()
    until("letters of a new game go out", 5, lambda: post.look() or len(post.came) >= count + 1)
    return site


def post_again():
    """A post that was away: letters go when it is there, without a run by anybody else."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    site = Site("away", f"outgoing = smtp://127.0.0.1:{port}")
    site.watch()
    site.new()
    until("the post is missed", 10, lambda: "wait in the outbox" in site.said())
    listener = socket.create_server(("127.0.0.1", port))
    listener.settimeout(20)
    try:
        listener.accept()
    except TimeoutError:
        expect("the post is tried again", False)
    listener.close()
    site.end()


def maildir(post):
    """The same with a Maildir, and letters to another."""
    site = Site("maildir")
    site.watch()
    site.new()
    boxes = f"{site.folder}/mail/out/new"
    until("the welcome", 10, lambda: os.path.isdir(boxes) and len(os.listdir(boxes)) == 2)
    letter = next(each for each in (Letter(read(f"{boxes}/{name}")) for name in os.listdir(boxes))
                  if each.seat == "white")
    for part in ("tmp", "new", "cur"):
        os.makedirs(f"{site.folder}/mail/in/{part}", exist_ok=True)
    with open(f"{site.folder}/mail/in/tmp/x", "wb") as file:
        file.write(reply(letter, "MOVE e2e4"))
    os.rename(f"{site.folder}/mail/in/tmp/x", f"{site.folder}/mail/in/new/{int(time.time())}.x.test")
    took = until("the answers", 5, lambda: len(os.listdir(boxes)) >= 4)
    expect(f"a Maildir's letter is answered in {took:.2f} s", took < 4)
    site.end()


def without_idle():
    """A server without IDLE is asked; one that offers it and refuses, too; one that has it is not."""
    site = Site("noop", f"mailbox = imap://game@127.0.0.1:{ENV['IMAPD_PORT']}", "poll-seconds = 1",
                "mailbox-password-command = echo gamepw")
    site.watch()
    site.new()
    boxes = f"{site.folder}/mail/out/new"
    until("the welcome", 10, lambda: os.path.isdir(boxes) and len(os.listdir(boxes)) == 2)
    letter = next(each for each in (Letter(read(f"{boxes}/{name}")) for name in os.listdir(boxes))
                  if each.seat == "white")
    with open(f"{ENV['IMAPD_LETTERS']}.new", "wb") as file:
        file.write(reply(letter, "MOVE e2e4"))
    os.rename(f"{ENV['IMAPD_LETTERS']}.new", f"{ENV['IMAPD_LETTERS']}/01")
    until("the answers", 8, lambda: len(os.listdir(boxes)) >= 4)
    expect("it says so", "no IDLE" in site.said())
    with open(ENV["IMAPD_LOG"], encoding="utf-8") as log:
        expect("it was asked", "NOOP" in log.read())
    site.end()


def in_one_breath():
    """A server's news together with the beginning of IDLE is noticed."""
    site = Site("breath", f"mailbox = imap://game@127.0.0.1:{ENV['IDLED_PORT']}",
                "mailbox-password-command = echo gamepw")
    site.watch(PBEM_HEARTBEAT="6")
    began = time.monotonic()
    until("the first run", 5, lambda: site.runs() > 0)
    time.sleep(max(0, 3 - (time.monotonic() - began)))
    site.new()  # the next heartbeat is six seconds behind the run for that; IDLE is begun anew before
    boxes = f"{site.folder}/mail/out/new"
    until("the welcome", 10, lambda: os.path.isdir(boxes) and len(os.listdir(boxes)) == 2)
    runs, sent = site.runs(), time.monotonic()
    letter = next(each for each in (Letter(read(f"{boxes}/{name}")) for name in os.listdir(boxes))
                  if each.seat == "white")
    with open(f"{ENV['IDLED_LETTERS']}.new", "wb") as file:
        file.write(reply(letter, "MOVE e2e4"))
    os.rename(f"{ENV['IDLED_LETTERS']}.new", f"{ENV['IDLED_LETTERS']}/01")
    until("the answers", 15, lambda: len(os.listdir(boxes)) >= 4)
    expect(f"heard, not found by the heartbeat: {time.monotonic() - sent:.1f} s",
           time.monotonic() - sent < 5.5 and site.runs() == runs + 1)
    site.end()


def moved():
    """With mailbox-done = move each message is played once, and is in the folder then; one that a person puts back
    is recognised. The watch is killed in between."""
    post = Post("third", ("emil", "fred"))
    site = Site("moved", *dovecot(box=post.box), "mailbox-done = move Done", "gather-seconds = 0")
    site.new(1, post.players)
    site.watch()
    for number in range(6):
        post.move(number, 30)
        if number == 2:
            site.kill()
            site.watch()
    imap = imaplib.IMAP4("127.0.0.1", int(ENV["IMAP_PORT"]))
    imap.login(post.box, post.box + "pw")

    def count(folder):
        code, said = imap.select(folder)
        return int(said[0]) if code == "OK" else -1
    until("the letters are moved", 10, lambda: (count("Done"), count("INBOX")) == (6, 0))
    expect("each was played once", site.played("g1") == PLAYED[:6])
    letters = len(post.came)
    imap.select("Done")
    expect("a letter is put back", imap.copy("1", "INBOX")[0] == "OK")
    until("it is taken away again", 15, lambda: (count("INBOX"), count("Done")) == (0, 7))
    expect("and isn't played again", site.played("g1") == PLAYED[:6])
    imap.logout()
    site.end()
    post.look()
    fresh = post.came[letters:]
    expect(f"nobody but its sender may hear of it: {[each.kind for each in fresh]}",
           all(each.kind in ("repeat", "accepted") for each in fresh))


def silent():
    """Ending the watch needn't wait for a silent server."""
    listener = socket.create_server(("127.0.0.1", 0))
    site = Site("silent", f"mailbox = imap://game@127.0.0.1:{listener.getsockname()[1]}",
                "mailbox-password-command = echo gamepw")
    site.watch()
    peer = listener.accept()[0]
    took = time.monotonic()
    site.end()
    expect("it ends at once", time.monotonic() - took < 1)
    peer.close()
    listener.close()


def wrongly():
    """A fault that a person must fix first is reported at once."""
    site = Site("wrong", f"mailbox = imap://game@127.0.0.1:{ENV['IMAP_PORT']}", "mailbox-password-command = echo wrong",
                "mailbox-user = game")
    expect("log-in refused", "refuses the login" in site.pbem("watch", code=78))
    site.set("nonsense = yes")
    expect("a faulty line", "there is no key 'nonsense'" in site.pbem("watch", code=78))


def killed():
    """The watch, its runs, its connections: whatever is killed, every move is played once and told."""
    moves = 120 if ALL else 12
    chance = random.Random(1)
    proxy = Proxy(int(ENV["IMAP_PORT"]))
    post = Post("other", ("carl", "dora"))
    site = Site("killed", *dovecot(proxy.port, post.box), "gather-seconds = 0")
    site.new((moves + len(LINE) - 1) // len(LINE), post.players)
    site.watch()
    hurt = {"watch": 0, "all": 0, "run": 0, "cut": 0, "step": 0}
    done = threading.Event()

    def hurting():
        while not done.wait(chance.uniform(0.2, 1.5)):
            what = chance.choice(list(hurt))
            hurt[what] += 1
            if what == "cut":
                proxy.cut()
            elif what == "run":
                subprocess.run(["pkill", "-KILL", "-P", str(site.process.pid)], check=False)
            elif what == "watch":
                site.process.kill()
                site.process.wait()
                site.watch()
            else:
                site.kill()
                site.watch(**({"PBEM_STOP_AFTER": str(chance.randint(1, 40))} if what == "step" else {}))
    thread = threading.Thread(target=hurting)
    thread.start()
    try:
        for number in range(moves):
            post.move(number, 120)
    finally:
        done.set()
        thread.join()
    site.kill()
    last = (moves - 1) // len(LINE) + 1
    for game in range(1, last + 1):
        want = PLAYED[:moves - (game - 1) * len(LINE)]
        expect(f"g{game} has its moves, once each: {site.played(f'g{game}')}",
               site.played(f"g{game}") == want)
    said = site.said().count("waits for letters")
    site.watch()
    until("it watches", 10, lambda: site.said().count("waits for letters") > said)
    site.end()
    site.pbem("run")
    expect("the games are sound", site.pbem("verify") == "")
    same = {}
    for letter in post.came:
        body = letter.raw.split(b"Message-ID", 1)[1]
        expect(f"{letter.id} came again, and other", same.setdefault(letter.id, body) == body)
    print(f"{moves} moves while killed and cut: {hurt}")


def main():
    post = Post()
    if ENV.get("PBEM_WATCH") == "killed":
        killed()
        return
    wrongly()
    silent()
    maildir(post)
    without_idle()
    in_one_breath()
    post_again()
    moved()
    site = quickly(post)
    idly(site)
    wakes(site, post).end()
    killed()


main()
