#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Players who answer pbem's letters as mail programs do.

  players.py list MAILDIR                        a line a letter: seat, kind, subject
  players.py reply MAILDIR SEAT ORDER… >LETTER   answers the newest letter to GAME.COLOUR
  players.py prepare SITE SCRIPT MAILDIR         writes all the letters of a script at once

A script has a line a letter: "GAME.COLOUR ORDER; ORDER". An order may also be one of
  again      the letter this seat sent last, byte for byte
  resent     the same on another way: other bytes, the same Message-ID
  earlier …  orders in answer to the letter before the newest: what came between is of another sitting
  forged …   orders in a letter whose token was changed by one character
  stranger … orders in a letter without a token

What a letter must prove depends on the letters before it; so `prepare` plays the script letter by
letter in a copy of the site, and keeps what the players sent. Tokens depend on nothing but keys,
entries and the time of the letters, and that stands in their file names: the site that was copied
takes all of them in one run, or in any other way, and comes to the same games."""

import email
import email.headerregistry
import email.policy
import functools
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from email.utils import formatdate

PBEM = os.environ.get("PBEM", "pbem")
TOKEN = re.compile(rb"\b[a-zA-Z2-7]{42}\b")
ASKING = ("welcome", "your-turn")
# The default policy parses a header again at each access.
POLICY = email.policy.EmailPolicy(header_factory=functools.lru_cache(1000)(email.headerregistry.HeaderRegistry()))


class Letter:
    """One of pbem's letters, as a player got it."""

    def __init__(self, raw):
        self.raw = raw
        self.mail = email.message_from_bytes(raw, policy=POLICY)
        self.id = (self.mail["Message-ID"] or "").strip().strip("<>")
        # Python's parser takes no address beyond ASCII.
        utf8 = re.search(rb"^To:\s*(?:[^<\r\n]*\s<)?([^<>\s]*[\x80-\xff][^<>\s]*)", raw.split(b"\r\n\r\n")[0], re.MULTILINE)
        self.to = (utf8[1].decode() if utf8 else
                   (self.mail["Delivered-To"] or self.mail["To"].addresses[0].addr_spec).strip())
        # TOKEN.GAME.SEAT.KIND.CAUSE@DOMAIN
        parts = self.id.split("@")[0].split(".")
        self.token, self.game, self.seat, self.kind = (parts + [""] * 4)[:4]
        self.subject = " ".join((self.mail["Subject"] or "").split())

    @property
    def text(self):
        return self.mail.get_body(("plain",)).get_content()


def letters(maildir):
    """All letters of a Maildir, the oldest first."""
    paths = [entry for part in ("new", "cur") if os.path.isdir(f"{maildir}/{part}")
             for entry in os.scandir(f"{maildir}/{part}")]
    paths.sort(key=lambda entry: (entry.stat().st_mtime_ns, entry.name))
    return [Letter(read(entry.path)) for entry in paths]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def put(maildir, number, raw, seconds=None):
    """Delivers a letter; the file's name tells when, and orders letters of the same second."""
    for part in ("tmp", "new", "cur"):
        os.makedirs(f"{maildir}/{part}", exist_ok=True)
    seconds = int(time.time()) if seconds is None else seconds
    name = f"{seconds}.M{number:06d}P1.players"
    with open(f"{maildir}/tmp/{name}", "wb") as file:
        file.write(raw)
    if seconds < 1 << 31:  # 32-bit Pythons know no later times
        os.utime(f"{maildir}/tmp/{name}", (seconds, seconds))
    os.rename(f"{maildir}/tmp/{name}", f"{maildir}/new/{name}")


def reply(letter, orders, seconds=None):
    """Returns what a mail program sends when `letter` is answered with `orders` typed on top."""
    mail = letter.mail
    site = str(mail["Reply-To"] or mail["From"])
    subject = letter.subject if letter.subject.lower().startswith("re:") else "Re: " + letter.subject
    references = " ".join((mail["References"] or "").split() + [f"<{letter.id}>"])
    own = hashlib.sha256(f"{letter.id} {seconds} {orders}".encode()).hexdigest()[:24]
    quoted = "".join(f"> {line}".rstrip() + "\r\n" for line in letter.text.splitlines())
    return (f"From: {mail['To']}\r\nTo: {site}\r\nSubject: {subject}\r\n"
            f"Date: {formatdate(seconds)}\r\n"
            f"Message-ID: <{own}@{letter.to.split('@')[1]}>\r\n"
            f"In-Reply-To: <{letter.id}>\r\nReferences: {references}\r\n"
            "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
            "Content-Transfer-Encoding: 8bit\r\n\r\n"
            f"{orders}\r\n\r\nOn {mail['Date']}, {mail['From']} wrote:\r\n{quoted}").encode()


def forge(raw):
    """The letter with one character of its tokens changed."""
    def change(found):
        token = found.group()
        return token[:20] + (b"a" if token[20:21].lower() != b"a" else b"b") + token[21:]
    return TOKEN.sub(change, raw)


class Table:
    """A site and the people who play there. Its letters go from one Maildir to another."""

    def __init__(self, folder):
        self.folder = folder
        self.inbox, self.outbox = f"{folder}/mail/in", f"{folder}/mail/out"
        self.newest, self.earlier, self.sent = {}, {}, {}

    def configure(self, **keys):
        """Adds lines to pbem.conf; a later one wins."""
        with open(f"{self.folder}/pbem.conf", "a", encoding="utf-8") as file:
            for key, value in keys.items():
                file.write(f"{key.replace('_', '-')} = {value}\n")

    def pbem(self, *words, codes=(0,), **how):
        done = subprocess.run([PBEM, "--site", self.folder, *words], text=True, **how,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode not in codes:
            raise SystemExit(f"pbem {' '.join(words)} ended with {done.returncode}, not "
                             f"{codes}:\n{done.stdout}")
        return done.stdout

    def collect(self):
        """The players open their mail: a letter that asks for a move lies on top."""
        fresh = letters(self.outbox)
        for letter in sorted(fresh, key=lambda letter: letter.kind in ASKING):
            seat = f"{letter.game}.{letter.seat}"
            self.earlier[seat] = self.newest.get(seat)
            self.newest[seat] = letter
        shutil.rmtree(self.outbox, ignore_errors=True)
        return fresh

    def answer(self, seat, orders, seconds):
        """The letter that a line of a script means."""
        word, _, rest = orders.partition(" ")
        if word == "again":
            return self.sent[seat]
        if word == "resent":
            return b"Received: by a second way\r\n" + self.sent[seat]
        text = "\r\n".join(order.strip() for order in rest.split(";"))
        if word == "forged":
            return forge(reply(self.newest[seat], text, seconds))
        if word == "stranger":
            return TOKEN.sub(b"none", reply(self.newest[seat], text, seconds))
        if word == "earlier":
            self.sent[seat] = reply(self.earlier[seat], text, seconds)
            return self.sent[seat]
        text = "\r\n".join(order.strip() for order in orders.split(";"))
        self.sent[seat] = reply(self.newest[seat], text, seconds)
        return self.sent[seat]


def read_script(lines):
    lines = [line.split("#")[0].strip() for line in lines]
    return [line.split(None, 1) for line in lines if line]


def prepare(site, script, maildir, began=None):
    """Plays the script in a copy of the site; writes the players' letters, a second apart."""
    began = int(time.time()) if began is None else began
    with tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(site))) as scratch:
        shutil.copytree(site, f"{scratch}/site", symlinks=True)
        table = Table(f"{scratch}/site")
        table.configure(mailbox="maildir:mail/in", outgoing="maildir:mail/out", mailbox_done="flag")
        table.collect()
        for number, (seat, orders) in enumerate(script, 1):
            raw = table.answer(seat, orders, began + number)
            for box in (maildir, table.inbox):
                put(box, number, raw, began + number)
            table.pbem("run")
            table.collect()
    return len(script)


def main():
    command, *words = sys.argv[1:] or [""]
    if command == "list" and len(words) == 1:
        for letter in letters(words[0]):
            print(f"{letter.game}.{letter.seat} {letter.kind} {letter.subject}")
    elif command == "reply" and len(words) >= 3:
        table = Table("")
        table.newest = {f"{letter.game}.{letter.seat}": letter for letter in letters(words[0])}
        sys.stdout.buffer.write(table.answer(words[1], " ".join(words[2:]), int(time.time())))
    elif command == "prepare" and len(words) == 3:
        with open(words[1], encoding="utf-8") as file:
            print(prepare(words[0], read_script(file), words[2]))
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main()
