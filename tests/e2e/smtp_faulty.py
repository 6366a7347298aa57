#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""An SMTP server that misbehaves in one way, by the word given: see FAULTS. Sends no letter on.

Prints its port, then a line for every connection, letter and thing it finds wrong with the client.
Needs nothing but Python itself."""

import socket
import sys
import threading
import time

FAULTS = {
    "none": "takes every letter",
    "greet-421": "is too busy to talk",
    "greet-554": "doesn't want to talk to us",
    "greet-garbage": "is no SMTP server",
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
    "rcpt-drop": "hangs up at RCPT",
    "rcpt-garbage": "answers RCPT with nonsense",
    "data-554": "refuses DATA",
    "dot-451": "defers every letter after its last dot",
    "dot-554": "refuses every letter after its last dot",
    "dot-421": "goes away after the last dot",
    "dot-drop": "hangs up after the last dot",
    "dot-stall": "says nothing after the last dot",
    "quit-stall": "never answers QUIT",
    "starttls-none": "offers no STARTTLS",
}


class Gone(Exception):
    pass


class Conversation:
    def __init__(self, peer, fault):
        self.peer = peer
        self.fault = fault
        self.letters = 0
        self.unread = b""

    def say(self, line):
        self.peer.sendall(line.encode() + b"\r\n")

    def line(self):
        while b"\n" not in self.unread:
            more = self.peer.recv(65536)
            if not more:
                raise Gone
            self.unread += more
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

    def greet(self):
        if self.fault == "greet-drop":
            raise Gone
        if self.fault == "greet-stall":
            self.stall()
        self.say({"greet-421": "421 4.3.2 too busy", "greet-554": "554 5.7.1 not you",
                  "greet-garbage": "* OK IMAP4rev1 here"}.get(self.fault, "220 test ESMTP"))

    def letter(self):
        """The letter's lines, dots taken off, to the lone dot."""
        self.say("354 go ahead")
        lines = []
        while (line := self.line()) != b".":
            if any(byte > 127 for byte in line):
                print("WRONG 8-bit line:", line, flush=True)
            lines.append(line[1:] if line.startswith(b".") else line)
        self.letters += 1
        print("letter", len(lines), flush=True)
        with open(sys.argv[2], "ab") as log:
            log.write(b"\n".join(lines) + b"\n")
        {"dot-drop": self.hang_up, "dot-stall": self.stall}.get(self.fault, lambda: None)()
        self.say({"dot-451": "451 4.3.0 later", "dot-554": "554 5.6.0 never",
                  "dot-421": "421 4.3.2 going"}.get(self.fault, "250 2.0.0 taken"))

    def hang_up(self):
        raise Gone

    def mail(self):
        if self.letters >= 2 and self.fault == "drop-after-2":
            raise Gone
        if self.letters >= 2 and self.fault == "mail-421-after-2":
            self.say("421 4.7.0 enough for one connection")
            raise Gone
        self.say({"mail-530": "530 5.7.0 log in first", "mail-550": "550 5.7.1 not from you",
                  "mail-552": "552 5.3.4 too large",
                  "mail-451": "451 4.3.1 disk full"}.get(self.fault, "250 2.1.0 ok"))

    def rcpt(self):
        if self.fault == "rcpt-drop":
            raise Gone
        self.say({"rcpt-421": "421 4.3.2 going", "rcpt-550": "550 5.1.1 no such user",
                  "rcpt-451": "451 4.7.1 greylisted",
                  "rcpt-garbage": "what?"}.get(self.fault, "250 2.1.5 ok"))

    def ehlo(self):
        self.say("250-test")
        self.say("250-SIZE 1000000")
        self.say("250 AUTH PLAIN")

    def auth(self):
        self.say({"no-auth-535": "535 5.7.8 wrong password",
                  "auth-454": "454 4.7.0 ask later"}.get(self.fault, "235 2.7.0 welcome"))

    def run(self):
        self.greet()
        while True:
            verb = self.line()[:4].upper()
            if verb == b"QUIT":
                if self.fault == "quit-stall":
                    self.stall()
                self.say("221 2.0.0 bye")
                raise Gone
            if verb == b"DATA" and self.fault == "data-554":
                self.say("554 5.5.1 no")
                continue
            {b"EHLO": self.ehlo, b"AUTH": self.auth, b"MAIL": self.mail, b"RCPT": self.rcpt,
             b"DATA": self.letter, b"NOOP": lambda: self.say("250 2.0.0 ok"),
             }.get(verb, lambda: self.say("502 5.5.2 not known"))()


def talk(peer):
    print("connection", flush=True)
    try:
        with peer:
            Conversation(peer, sys.argv[1]).run()
    except (Gone, OSError):
        pass


def main():
    if sys.argv[1] not in FAULTS:
        sys.exit("no such fault: " + sys.argv[1])
    server = socket.create_server(("127.0.0.1", 0))
    print(server.getsockname()[1], flush=True)
    while True:
        threading.Thread(target=talk, args=(server.accept()[0],), daemon=True).start()


if __name__ == "__main__":
    main()
