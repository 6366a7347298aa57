#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""An SMTP server that misbehaves as it is told. Sends no letter on.

    smtp_faulty.py SCRIPT LETTERS [CERTIFICATE KEY]

SCRIPT is one line of words, [RECIPIENT:]FAULT[=SECONDS][xTIMES]: what goes wrong (see FAULTS), for which
recipients (a pattern as of the shell; all, if there is none), and how often (always). Of several words for one
place in the conversation the first that fits counts: "bob@*:rcpt-451x2 *.net:dot-wait=3 quit-stall" greylists
bob twice, lets who lives in .net wait three seconds for what becomes of his letter, and never says goodbye.
"PLACE!550_5.4.5_enough" answers so at that place (greet, auth, mail, rcpt, data, dot), "|" parting lines; with
"+2" behind it the first two times not, with "x3" three times.
Words that say what the server can do besides are "pipelining", "chunking" and "smtputf8"; "slow-reader" is one that takes in
little at a time. With a certificate it speaks TLS from the first byte.

Prints its port, then a line for every connection, letter ("letter LINES RECIPIENT VERDICT") and thing it
finds wrong with the client; writes the letters to the file LETTERS. Needs nothing but Python itself."""

import fnmatch
import re
import socket
import ssl
import sys
import threading
import time

FAULTS = {
    "none": "takes every letter",
    "greet-421": "is too busy to talk",
    "greet-554": "doesn't want to talk to us",
    "greet-garbage": "is no SMTP server",
    "greet-once": "takes one connection, and is too busy for others",
    "greet-hang": "takes one connection, and says nothing to others",
    "greet-stall": "says nothing at all",
    "greet-drop": "hangs up at once",
    "no-auth-535": "refuses every log-in",
    "auth-454": "can't check log-ins now",
    "mail-530": "wants a log-in first",
    "mail-550": "doesn't take letters from this sender",
    "mail-552": "finds the letter too large by its SIZE",
    "mail-451": "can't take letters now",
    "mail-421-after-2": "hangs up politely after two letters on a connection",
    "drop-after-2": "hangs up silently after two letters on a connection",
    "rcpt-421": "goes away at RCPT",
    "rcpt-550": "knows nobody",
    "rcpt-451": "greylists everybody",
    "rcpt-stall": "says nothing at RCPT",
    "rcpt-drop": "hangs up at RCPT",
    "rcpt-garbage": "answers RCPT with nonsense",
    "rcpt-wait": "answers RCPT after so many seconds, and well",
    "data-554": "refuses DATA",
    "dot-451": "defers every letter after its last dot",
    "dot-554": "refuses every letter after its last dot",
    "dot-421": "goes away after the last dot",
    "dot-drop": "hangs up after the last dot",
    "dot-stall": "says nothing after the last dot",
    "dot-wait": "takes every letter, so many seconds after its last dot",
    "data-drop": "hangs up in the midst of a letter",
    "data-early": "takes a letter when it has read some of it, and forgets it",
    "data-552": "refuses a letter when it has read some of it, and hangs up",
    "rcpt-twice": "says twice that it takes the recipient",
    "quit-stall": "never answers QUIT",
    "starttls-none": "offers no STARTTLS",
}


class Gone(Exception):
    pass


class Rule:
    """One word of the script."""

    def __init__(self, word):
        said = re.fullmatch(r"(?:([^!]*):)?(greet|auth|mail|rcpt|data|dot)!(.+?)(?:\+(\d+))?(?:x(\d+))?", word)
        self.said, self.skip = None, 0
        if said:
            self.pattern, self.place = said[1], said[2]
            self.said = said[3].replace("_", " ").replace("|", "\r\n")
            self.skip, self.left = int(said[4] or 0), int(said[5]) if said[5] else None
            return
        found = re.fullmatch(r"(?:(\S*):)?([a-z0-9-]+?)(?:=([\d.]+))?(?:x(\d+))?", word)
        if not found or found[2] not in FAULTS:
            sys.exit("no such fault: " + word)
        self.pattern, self.fault = found[1], found[2]
        self.seconds = float(found[3] or 0)
        self.left = int(found[4]) if found[4] else None
        # "no-auth-535" is a fault of "auth".
        self.place = {"no": "auth", "drop": "mail"}.get(*[self.fault.split("-")[0]] * 2)


class Script:
    """The faults, which all conversations look up place by place."""

    def __init__(self, text):
        words = text.split()
        self.offers = [word for word in words if word in ("pipelining", "chunking", "smtputf8")]
        self.slow = "slow-reader" in words
        self.rules = [Rule(word) for word in words if word not in self.offers + ["slow-reader"]]
        self.lock = threading.Lock()
        self.greeted = 0

    def says(self, place, recipient=None):
        """Returns the answer there by a rule, or None."""
        with self.lock:
            for rule in self.rules:
                if rule.place != place or rule.left == 0 or rule.said is None or (
                        rule.pattern and not (recipient and fnmatch.fnmatch(recipient, rule.pattern))):
                    continue
                rule.skip -= 1
                if rule.skip >= 0:
                    continue
                if rule.left:
                    rule.left -= 1
                return rule.said
        return None

    def due(self, place, recipient=None):
        """The fault of that place, and its seconds; it counts as used."""
        with self.lock:
            for rule in self.rules:
                if rule.place != place or rule.left == 0 or rule.said is not None:
                    continue
                if rule.pattern and not (recipient and fnmatch.fnmatch(recipient, rule.pattern)):
                    continue
                if rule.left:
                    rule.left -= 1
                return rule.fault, rule.seconds
        return "none", 0


class Conversation:
    EARLY = {"data-early": "250 2.0.0 taken", "data-552": "552 5.3.4 too large"}

    def __init__(self, peer, script):
        self.peer = peer
        self.script = script
        self.letters = 0
        self.recipient = None
        self.refused = self.sender = False
        self.unread = b""

    def due(self, place):
        """The fault of that place; drops, waits and never answers by itself."""
        fault, seconds = self.script.due(place, self.recipient)
        if fault.endswith("-drop"):
            raise Gone
        if fault.endswith("-stall"):
            self.stall()
        time.sleep(seconds)
        return fault

    def say(self, line):
        self.peer.sendall(line.encode() + b"\r\n")

    def read(self):
        if self.script.slow:
            time.sleep(0.002)
        more = self.peer.recv(4096 if self.script.slow else 65536)
        if not more:
            raise Gone
        self.unread += more

    def line(self):
        while b"\n" not in self.unread:
            self.read()
        line, self.unread = self.unread.split(b"\n", 1)
        if not line.endswith(b"\r"):
            print("WRONG bare LF:", line, flush=True)
        line = line.removesuffix(b"\r")
        if b"\r" in line or b"\0" in line:
            print("WRONG bare CR or NUL:", line, flush=True)
        if len(line) > 998:
            print("WRONG line of", len(line), "bytes", flush=True)
        return line

    def stall(self):
        time.sleep(60)
        raise Gone

    def end_early(self, fault):
        """Answers in the midst of a letter, and reads no more until the answer is read."""
        self.say(self.EARLY[fault])
        time.sleep(0.5)
        raise Gone

    def greet(self):
        said = self.script.says("greet")
        if said:
            self.say(said)
            raise Gone
        fault = self.due("greet")
        if fault in ("greet-once", "greet-hang"):
            self.script.greeted += 1
            if self.script.greeted == 1:
                fault = "none"
            elif fault == "greet-hang":
                self.stall()
            fault = fault.replace("once", "421")
        self.say({"greet-421": "421 4.3.2 too busy", "greet-554": "554 5.7.1 not you",
                  "greet-garbage": "* OK IMAP4rev1 here"}.get(fault, "220 test ESMTP"))

    def letter(self):
        """The letter's lines, dots taken off, to the lone dot."""
        fault = self.script.due("data", self.recipient)[0]
        if self.refused:
            self.say("503 5.5.1 no recipient")
            return
        said = "554 5.5.1 no" if fault == "data-554" else self.script.says("data", self.recipient)
        if said:
            self.say(said)
            return
        self.say("354 go ahead")
        lines = []
        while (line := self.line()) != b".":
            if any(byte > 127 for byte in line) and not self.utf8:
                print("WRONG 8-bit line:", line, flush=True)
            if fault == "data-drop" and len(lines) > 2:
                raise Gone
            if fault in self.EARLY and len(lines) > 2:
                self.end_early(fault)
            lines.append(line[1:] if line.startswith(b".") else line)
        self.take(lines)

    def chunk(self, size):
        """BDAT, always the last."""
        fault = self.script.due("data", self.recipient)[0]
        if fault in self.EARLY:
            self.end_early(fault)
        while len(self.unread) < size:
            self.read()
        chunk, self.unread = self.unread[:size], self.unread[size:]
        if self.refused:
            self.say("503 5.5.1 no recipient")
        elif fault == "data-554" or (said := self.script.says("data", self.recipient)):
            self.say("554 5.5.1 no" if fault == "data-554" else said)
        elif fault == "data-drop":
            raise Gone
        else:
            self.take(chunk.removesuffix(b"\r\n").split(b"\r\n"))

    def take(self, lines):
        """Handles a letter that was received completely."""
        self.letters += 1
        with open(sys.argv[2], "ab") as log:
            log.write(b"\n".join(lines) + b"\n")
        said = "lost"
        try:
            said = {"dot-451": "451 4.3.0 later", "dot-554": "554 5.6.0 never",
                    "dot-421": "421 4.3.2 going"}.get(self.due("dot"),
                                                      self.script.says("dot", self.recipient) or "250 2.0.0 taken")
        finally:
            # Before the answer: who has it may look at what is printed at once.
            print("letter", len(lines), self.recipient, said[:4].strip(), flush=True)
        self.say(said)

    def mail(self, line):
        self.utf8 = b" SMTPUTF8" in line
        if self.utf8 and "smtputf8" not in self.script.offers:
            print("WRONG SMTPUTF8 unasked:", line, flush=True)
        fault = self.script.due("mail")[0]
        if self.letters >= 2 and fault == "drop-after-2":
            raise Gone
        if self.letters >= 2 and fault == "mail-421-after-2":
            self.say("421 4.7.0 enough for one connection")
            raise Gone
        said = {"mail-530": "530 5.7.0 log in first", "mail-550": "550 5.7.1 not from you",
                "mail-552": "552 5.3.4 too large",
                "mail-451": "451 4.3.1 disk full"}.get(fault, self.script.says("mail") or "250 2.1.0 ok")
        self.sender = said.startswith("250")
        self.say(said)

    def rcpt(self, line):
        if not line.isascii() and not self.utf8:
            print("WRONG address beyond ASCII:", line, flush=True)
        self.recipient = re.sub(r".*<(.*)>.*", r"\1", line.decode(errors="replace"))
        said = {"rcpt-421": "421 4.3.2 going", "rcpt-550": "550 5.1.1 no such user",
                "rcpt-451": "451 4.7.1 greylisted",
                "rcpt-twice": "250 2.1.5 ok\r\n250 2.1.5 ok",
                "rcpt-garbage": "what?"}.get(self.due("rcpt"),
                                             self.script.says("rcpt", self.recipient) or "250 2.1.5 ok")
        said = said if self.sender else "503 5.5.1 no sender"
        self.refused = not said.startswith("250")
        self.say(said)

    def ehlo(self):
        self.say("250-test")
        self.say("250-SIZE 1000000")
        for offer in self.script.offers:
            self.say("250-" + offer.upper())
        self.say("250 AUTH PLAIN")

    def auth(self):
        self.say({"no-auth-535": "535 5.7.8 wrong password",
                  "auth-454": "454 4.7.0 ask later"}.get(self.due("auth"),
                                                         self.script.says("auth") or "235 2.7.0 welcome"))

    def run(self):
        self.greet()
        while True:
            line = self.line()
            verb = line[:4].upper()
            if verb == b"QUIT":
                self.due("quit")
                self.say("221 2.0.0 bye")
                raise Gone
            {b"EHLO": self.ehlo, b"AUTH": self.auth, b"MAIL": lambda: self.mail(line), b"RCPT": lambda: self.rcpt(line),
             b"DATA": self.letter, b"RSET": lambda: self.say("250 2.0.0 ok"),
             b"BDAT": lambda: self.chunk(int(line.split()[1])), b"NOOP": lambda: self.say("250 2.0.0 ok"),
             }.get(verb, lambda: self.say("502 5.5.2 not known"))()


def talk(peer, script, tls):
    print("connection", flush=True)
    try:
        peer = tls.wrap_socket(peer, server_side=True) if tls else peer
        with peer:
            try:
                Conversation(peer, script).run()
            except Gone:
                # The replies reach a client that hasn't stopped sending.
                peer.shutdown(socket.SHUT_WR)
                peer.settimeout(2)
                while peer.recv(65536):
                    pass
    except OSError:
        pass


def main():
    script = Script(sys.argv[1])
    tls = None
    if len(sys.argv) > 3:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(*sys.argv[3:])
    server = socket.create_server(("127.0.0.1", 0))
    if script.slow:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    print(server.getsockname()[1], flush=True)
    while True:
        threading.Thread(target=talk, args=(server.accept()[0], script, tls), daemon=True).start()


if __name__ == "__main__":
    main()
