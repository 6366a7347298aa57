#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""An IMAP server that misbehaves as told; it prints the port it listens on.

It serves the files of a folder, in the order of their names, as UID 1, 2, ... of every folder; one that is
put there later comes last. With --rules FILE that file says how it treats letters, a line a rule, read
again at every command, so that a test changes its mind by writing a line (lib.sh: imapd_rules):
    UID refuse TEXT    NO TEXT to a command that fetches it, with or without others
    UID omit           OK, but without it
    UID nil            BODY[] NIL
    UID handed HOW     hands over zero ({0}), quoted (""), ends (a line end alone), header (and nothing else), half,
                       or its first N bytes; "once HOW": the first time
    UID drop           closes the connection in the middle of it
    UID slow SECONDS   waits before it sends it
    UID dateless       lists it without INTERNALDATE
    UID size N         lists it as of N bytes
    UID unlisted       says nothing of its size and date
    UID overlooked     nor does it when it is asked first
    UID unfound        a search that finds it isn't answered, the first time
    UID expunged       it isn't there any more
    UID flagged FLAG   it bears that keyword, from the moment the rule is read
    UID raced FLAG     so it does from the moment that somebody else would flag it: just before
    UID unnoticed      that isn't noticed by UNCHANGEDSINCE, as by Dovecot when keywords are new to it
    UID flagless       says nothing of its flags
    UID unmarked TEXT  NO TEXT to a command that marks it as done
    UID start HOW      how it answers when only the letter's start is asked for: refuse, bad (BAD), drop, silent,
                       nil, empty, short (3 bytes), long (more than asked for), whole (as if all were asked for)
    * login TEXT       TEXT ("NO [OVERQUOTA] later") to every log-in
    * select TEXT      the same to every SELECT
"*" is every letter.
With --bodies FOLDER it only writes the letters of our hostile collection there."""

import argparse
import base64
import hashlib
import os
import re
import socket
import ssl
import sys
import threading
import time

START = 1769936400  # 01-Feb-2026 10:00 +0100, the INTERNALDATE of letters

QUIRKS = {
    "chatter": "unasked responses between all others",
    "reverse": "letters come in the opposite order",
    "body-first": "the UID comes behind the letter",
    "literal8": "letters as ~{n}",
    "nonsync": "letters as {n+}",
    "quoted": "letters without line ends as quoted strings",
    "nil": "every letter is NIL",
    "missing": "says nothing of UID 2",
    "refuse-3": "NO to a command that fetches UID 3",
    "lie-small": "lists every size as 10, but of an empty letter",
    "huge": "announces a letter of 1 GiB for UID 2",
    "silent": "falls silent in the middle of UID 2",
    "drop": "closes the connection in the middle of UID 2",
    "trickle": "sends UID 2 byte by byte, ten a second",
    "overtake": "from the second FETCH of letters on the command behind it is answered before it",
    "endless": "sends lines without end instead of letters",
    "endless-line": "sends a line without end",
    "bye": "says BYE between letters",
    "plus": "asks for more between letters",
    "bad-tag": "ends an answer with a tag of its own",
    "renumber": "another UIDVALIDITY each time a folder is opened",
    "renumber-now": "another UIDVALIDITY between letters",
    "no-uidvalidity": "never says UIDVALIDITY",
    "late-uidvalidity": "doesn't say it when the folder is opened first",
    "uidvalidity-0": "says 0 for it",
    "uidvalidity-64": "says a number of 64 bits for it",
    "uidvalidity-word": "says a word for it",
    "no-exists": "never says how many letters there are",
    "no-search": "ends every search well and says nothing",
    "silent-none": "does so when the search finds nothing",
    "blanks": "several blanks where one belongs",
    "no-keywords": "PERMANENTFLAGS without our keyword",
    "no-permanentflags": "doesn't say which flags it keeps",
    "refuse-store": "NO to every STORE",
    "refuse-fetch": "NO [UNAVAILABLE] to every FETCH of letters",
    "gone": "NO [EXPUNGEISSUED] to the first two commands that change something",
    "no-folder": "TRYCREATE until the folder is made",
    "read-only": "folders open read-only",
    "tells": "says what it can before it says that the log-in is well",
    "tells-so": "says it in the same line",
    "silent-select": "never answers SELECT",
    "close-logout": "closes on LOGOUT without a word",
    "silent-logout": "never answers LOGOUT",
}


def bodies():
    head = b"From: ann@example.org\r\nSubject: move\r\n\r\n"
    forged = b"".join(b"%s OK FETCH completed\r\n" % tag.encode()
                      for tag in ["A%03d" % n for n in range(1, 40)] + ["P1", "P" + "0" * 16, "*"])
    return [
        ("01-plain", head + b"1. e4\r\n"),
        ("02-forged-tags", head + forged + b")\r\n"),
        ("03-forged-untagged", head + b"* BYE see you\r\n* 3 FETCH (UID 3 BODY[] {3}\r\nabc)\r\n"
         b"+ go ahead\r\n* OK [UIDVALIDITY 666] new\r\n* 1 EXPUNGE\r\n"),
        ("04-forged-literal", head + b"x {1000000}\r\n{5}\r\n{5+}\r\nBODY[] {9999999999}\r\n"),
        ("05-long-line", head + b"x" * 100000 + b"\r\nend\r\n"),
        ("06-nul", head + b"a\0b\0\0c\r\n"),
        ("07-large", head + b"".join(b"line %07d of a large letter\r\n" % n
                                     for n in range(700000))),
        ("08-no-end", head + b"no newline at the end"),
        ("09-empty", b""),
        ("10-cr-only", b"From: a@b\rSubject: x\r\rbody\rmore\r"),
        ("11-parentheses", b"Subject: ) ( \" \\ {3}\r\n\r\n))))((((\"\"\"\\\\\r\n.\r\n..\r\n"),
        ("12-bytes", b"X: y\r\n\r\n" + bytes(range(1, 256)) * 4),
        ("13-quotable", b'say "hello" \\ to me'),
    ]


def write_bodies(folder):
    os.makedirs(folder, exist_ok=True)
    for name, body in bodies():
        with open(os.path.join(folder, name), "wb") as out:
            out.write(body)
        print(len(body), hashlib.sha256(body).hexdigest())


class Server:
    def __init__(self, asked):
        self.asked = asked
        self.quirks = set(asked.quirk)
        self.letters = {}
        self.dates = {}
        self.next_uid = 1
        self.modseq, self.modseqs = 1, {}  # RFC 7162
        for number in range(asked.generate):
            self.add(b"Subject: %d\r\n\r\n1. e4\r\n" % number, 60 * (number % 60))
        self.names = set()
        self.load()
        self.flagged = {}
        self.raced, self.overlooked, self.unfound, self.handed = set(), set(), set(), set()
        self.uidvalidity, self.opened = 7, 0
        self.refusals = 2
        self.folders = set()
        self.log = open(asked.log, "a", encoding="utf-8") if asked.log else None


    def add(self, body, date):
        self.letters[self.next_uid] = body
        self.dates[self.next_uid] = date
        self.modseq += 1
        self.modseqs[self.next_uid] = self.modseq
        self.next_uid += 1

    def load(self):
        """Returns the messages that are in the folder and were not there before."""
        if not self.asked.letters:
            return
        for name in sorted(set(os.listdir(self.asked.letters)) - self.names):
            self.names.add(name)
            path = os.path.join(self.asked.letters, name)
            with open(path, "rb") as body:
                real = int(os.stat(path).st_mtime)
                self.add(body.read(), real if self.asked.real_dates
                         else START + 60 * (self.next_uid % 60))

    def flag(self, uid, flag, away=False):
        flags = self.flagged.setdefault(uid, set())
        if (flag in flags) == away:
            (flags.discard if away else flags.add)(flag)
            self.modseq += 1
            self.modseqs[uid] = self.modseq

    def flag_by_rules(self):
        for uid in self.letters:
            flag = self.rule(uid, "flagged")
            if flag:
                self.flag(uid, flag)

    def rule(self, uid, word):
        """Returns the argument of the rule with that word for the message, or None."""
        if not self.asked.rules or not os.path.exists(self.asked.rules):
            return None
        with open(self.asked.rules, encoding="utf-8") as rules:
            for line in rules:
                parts = line.strip().split(" ", 2) + ["", ""]
                if parts[0] in ("*", str(uid)) and parts[1] == word:
                    return parts[2]
        return None


class Session:
    def __init__(self, server, peer):
        self.server = server
        self.asked = server.asked
        self.quirks = server.quirks
        self.peer = peer
        self.input = peer.makefile("rb")
        self.asked_before = False  # for letters
        self.logged_in = False

    def say(self, *parts):
        line = b"".join(part if isinstance(part, bytes) else part.encode("latin-1") for part in parts)
        if "blanks" in self.quirks and self.logged_in:
            line = self.with_blanks(line)
        self.peer.sendall(line + b"\r\n")

    @staticmethod
    def with_blanks(line):
        """Puts more spaces between the words before a message; libcurl reads that part."""
        head, size, body = re.match(rb"(.*?)(\{\d+\}\r\n|$)(.*)", line, re.S).groups()
        if b"(" in head:
            start, inside = head.split(b"(", 1)
            head = start.replace(b" ", b"   ") + b"( " + inside.replace(b" ", b"  ")
        else:
            head = head.replace(b" ", b"  ")
        return head + size + body

    def lines(self):
        # STARTTLS changes the input under way.
        for line in iter(lambda: self.input.readline(), b""):
            if "overtake" in self.quirks and b"BODY.PEEK[]" in line:
                if self.asked_before:
                    yield self.input.readline()
                self.asked_before = True
            yield line

    def run(self):
        self.say("* OK ready")
        for line in self.lines():
            line = line.decode("latin-1").rstrip("\r\n")
            tag, _, rest = line.partition(" ")
            if self.server.log:
                self.server.log.write(re.sub(r"^(LOGIN|AUTHENTICATE) .*", r"\1", rest) + "\n")
                self.server.log.flush()
            words = rest.split(" ")
            name = words[0].upper()
            if name == "UID":
                name = "UID_" + words[1].upper()
                words = words[1:]
            handler = getattr(self, "do_" + name.lower(), None)
            if handler is None:
                self.say(tag, " BAD what?")
            elif handler(tag, words, rest) == "end":
                return

    def chatter(self):
        if "chatter" in self.quirks:
            self.say("* 23 EXISTS")
            self.say("* 1 FETCH (FLAGS (\\Recent \\Seen) MODSEQ (5))")
            self.say("* 4 EXPUNGE")
            self.say("* OK [ALERT] the disk is {90}")
            self.say("* VANISHED 400:500")
            self.say("* 2 FETCH (UID 2 FLAGS ($PbemDone))")
            self.say('* LIST (\\X) "/" {5}\r\nab)\r\n')

    def offer(self):
        mechanisms = "AUTH=PLAIN AUTH=LOGIN"
        if self.asked.bearer:
            mechanisms = " ".join("AUTH=" + each for each in self.asked.mechanism)
        return (f"CAPABILITY IMAP4rev1 SASL-IR {mechanisms} {self.asked.capability}"
                f"{' STARTTLS' if self.asked.starttls else ''}")

    def do_capability(self, tag, words, rest):
        self.say("* ", self.offer())
        self.say(tag, " OK")

    def do_starttls(self, tag, words, rest):
        self.say(tag, " OK go")
        self.peer = context(self.asked.starttls).wrap_socket(self.peer, server_side=True)
        self.input = self.peer.makefile("rb")

    def do_login(self, tag, words, rest):
        return self.end_login(tag, rest == f"LOGIN {self.asked.user} {self.asked.password}")

    def do_authenticate(self, tag, words, rest):
        if len(words) > 2:
            given = words[2]
        else:
            self.say("+ ")
            given = self.input.readline().decode()
        given = base64.b64decode(given).decode()
        user, bearer = self.asked.user, self.asked.bearer
        wanted = {
            "PLAIN": f"\0{user}\0{self.asked.password}",
            "XOAUTH2": f"user={user}\1auth=Bearer {bearer}\1\1",
        }.get(words[1].upper())
        if words[1].upper() == "OAUTHBEARER":
            good = given.startswith(f"n,a={user},\1") and f"\1auth=Bearer {bearer}\1" in given
        else:
            good = given == wanted
        return self.end_login(tag, good)

    def end_login(self, tag, good):
        if good and "tells" in self.quirks:
            self.say("* ", self.offer())
        told = f"[{self.offer()}] " if "tells-so" in self.quirks else ""
        refusal = self.server.rule("-", "login")
        if refusal is not None:
            self.say("* " if refusal.startswith("BYE") else tag + " ", refusal)
            return "end" if refusal.startswith("BYE") else None
        self.say(tag, f" OK {told}welcome" if good else " NO " + self.asked.refusal)
        self.logged_in = good
        return None

    def do_select(self, tag, words, rest):
        server = self.server
        if "silent-select" in self.quirks:
            time.sleep(3600)
        if "renumber" in self.quirks:
            server.uidvalidity += 1
        server.opened += 1
        server.load()
        refusal = server.rule("-", "select")
        if refusal is not None:
            self.say("* " if refusal.startswith("BYE") else tag + " ", refusal)
            return "end" if refusal.startswith("BYE") else None
        self.chatter()
        server.flag_by_rules()
        known = sorted(set().union(*server.flagged.values()) - {"\\Deleted"})
        self.say("* FLAGS (", " ".join(["\\Answered", "\\Seen"] + known), ")")
        if "no-permanentflags" not in self.quirks:
            self.say("* OK [PERMANENTFLAGS (\\Answered \\Seen",
                     ")" if "no-keywords" in self.quirks else " \\*)", "] limited")
        if "no-exists" not in self.quirks:
            self.say("* ", str(len(server.letters)), " EXISTS")
        if "no-uidvalidity" not in self.quirks and ("late-uidvalidity" not in self.quirks or server.opened > 1):
            self.say("* OK [UIDVALIDITY ", self.shown_uidvalidity(), "] ok")
        if "CONDSTORE" in self.asked.capability:
            self.say("* OK [HIGHESTMODSEQ %d] ok" % server.modseq)
        code = "READ-ONLY" if "read-only" in self.quirks else "READ-WRITE"
        self.say(tag, " OK [", code, "] selected")
        return None

    def shown_uidvalidity(self):
        shown = {"uidvalidity-0": "0", "uidvalidity-64": "1713632002544", "uidvalidity-word": "seven"}
        return next((shown[quirk] for quirk in self.quirks & set(shown)), str(self.server.uidvalidity))

    def is_marked(self, uid):
        """As done with, by us or by who deletes it."""
        return bool(self.server.flagged.get(uid, set()) & {"$PbemDone", "\\Deleted"})

    do_examine = do_select

    def do_uid_search(self, tag, words, rest):
        self.server.load()
        done = re.search(r"\bKEYWORD \$PbemDone", rest) is not None
        span = re.search(r"\bUID (\d+):(\d+|\*)", rest)
        first, last = (span[1], span[2]) if span else ("1", "*")
        claim = re.search(r"\bKEYWORD (\$PbemHost-\S+)", rest)
        found = [uid for uid in self.server.letters
                 if self.server.rule(uid, "expunged") is None
                 and (claim[1] in self.server.flagged.get(uid, ()) if claim
                      else "DELETED" not in rest or self.is_marked(uid) == done)
                 and int(first) <= uid and (last == "*" or uid <= int(last))]
        self.chatter()
        lost = {uid for uid in found if self.server.rule(uid, "unfound") is not None} - self.server.unfound
        self.server.unfound |= lost
        if lost or "no-search" in self.quirks or ("silent-none" in self.quirks and not found):
            pass
        elif "RETURN" in rest:
            self.say('* ESEARCH (TAG "', tag, '") UID',
                     " ALL " + ",".join(map(str, found)) if found else "")
        else:
            self.say("* SEARCH", "".join(" %d" % uid for uid in found))
        self.say(tag, " OK searched")

    def uids(self, ranges):
        newest = str(max(self.server.letters, default=0))
        for each in ranges.replace("*", newest).split(","):
            first, _, last = each.partition(":")
            for uid in range(int(first), int(last or first) + 1):
                if uid in self.server.letters and self.server.rule(uid, "expunged") is None:
                    yield uid

    def do_uid_fetch(self, tag, words, rest):
        uids = list(self.uids(words[1]))
        if "BODY" not in rest:
            for uid in uids:
                self.list_letter(uid, rest)
            self.say(tag, " OK")
            return None
        if "refuse-fetch" in self.quirks:
            self.say(tag, " NO [UNAVAILABLE] a disk sleeps")
            return None
        if "refuse-3" in self.quirks and 3 in uids:
            if len(uids) > 1 and 1 in uids:
                self.send_letter(1)
            self.say(tag, " NO UID 3 can't be read")
            return None
        uids = self.follow_rules(tag, uids)
        if uids is None:
            return None
        start = re.search(r"\[\]<0\.(\d+)>", rest)
        return self.send_starts(tag, uids, int(start[1])) if start else self.send_letters(tag, uids)

    def send_starts(self, tag, uids, size):
        for uid in uids:
            how, body = self.server.rule(uid, "start"), self.server.letters[uid]
            if how in ("refuse", "bad"):
                self.say(tag, " NO that is too much" if how == "refuse" else " BAD what?")
                return None
            if how == "silent":
                time.sleep(3600)
            if how == "drop":
                self.break_off(uid)
                return "end"
            if how == "whole":
                self.send_letter(uid)
                continue
            part = body[:{"short": 3, "empty": 0, "long": size + 1}.get(how, size)]
            self.say("* %d FETCH (UID %d BODY[]<0> " % (uid, uid),
                     "NIL" if how == "nil" else b"{%d}\r\n" % len(part) + part, ")")
        self.say(tag, " OK fetched")
        return None

    def flags(self, uid):
        if self.server.rule(uid, "flagless") is not None:
            return ""
        return " FLAGS (" + " ".join(sorted(self.server.flagged.get(uid, set()))) + ")"

    def list_letter(self, uid, rest):
        if self.server.rule(uid, "unlisted") is not None:
            return
        if self.server.rule(uid, "overlooked") is not None and uid not in self.server.overlooked:
            self.server.overlooked.add(uid)
            return
        if "SIZE" not in rest and "DATE" not in rest:
            self.say("* %d FETCH (UID %d%s)" % (uid, uid, self.flags(uid)))
            return
        size = len(self.server.letters[uid])
        if "lie-small" in self.quirks and size > 0:
            size = 10
        size = self.server.rule(uid, "size") or size
        date = time.strftime("%d-%b-%Y %H:%M:%S +0000", time.gmtime(self.server.dates[uid]))
        self.chatter()
        self.say("* %d FETCH (UID %d RFC822.SIZE %s%s" % (uid, uid, size, self.flags(uid) if "FLAGS" in rest else ""),
                 ")" if self.server.rule(uid, "dateless") is not None
                 else ' INTERNALDATE "%s")' % date)

    def follow_rules(self, tag, uids):
        """Reports whether a rule ends the answer; otherwise returns the messages to be sent."""
        for uid in uids:
            refusal = self.server.rule(uid, "refuse")
            if refusal is not None:
                self.say(tag, " NO ", refusal)
                return None
        return [uid for uid in uids if self.server.rule(uid, "omit") is None]

    def send_letters(self, tag, uids):
        if "endless" in self.quirks:
            while True:
                self.peer.sendall(b"* 5 EXISTS\r\n" * 1000)
        if "endless-line" in self.quirks:
            self.peer.sendall(b"* ")
            while True:
                self.peer.sendall(b"x" * 10000)
        if "reverse" in self.quirks:
            uids = uids[::-1]
        for uid in uids:
            self.chatter()
            time.sleep(float(self.server.rule(uid, "slow") or 0))
            if self.server.rule(uid, "drop") is not None:
                self.break_off(uid)
                return "end"
            if uid == 2 and self.misbehave(tag) == "end":
                return "end"
            if uid != 2 or "missing" not in self.quirks:
                self.send_letter(uid)
        self.say("A001" if "bad-tag" in self.quirks else tag, " OK fetched")
        return None

    def break_off(self, uid):
        body = self.server.letters[uid]
        self.peer.sendall(b"* %d FETCH (UID %d BODY[] {%d}\r\n" % (uid, uid, len(body))
                          + body[:len(body) // 2])

    def misbehave(self, tag):
        body = self.server.letters[2]
        start = b"* 2 FETCH (UID 2 BODY[] {%d}\r\n" % len(body)
        if "bye" in self.quirks:
            self.say("* BYE for today")
            return "end"
        if "plus" in self.quirks:
            self.say("+ more, please")
        if "renumber-now" in self.quirks:
            self.say("* OK [UIDVALIDITY 999] all is new")
        if "huge" in self.quirks:
            self.peer.sendall(b"* 2 FETCH (UID 2 BODY[] {1073741824}\r\nabc")
            time.sleep(3600)
        if "silent" in self.quirks:
            self.peer.sendall(start + body[:len(body) // 2])
            time.sleep(3600)
        if "drop" in self.quirks:
            self.break_off(2)
            return "end"
        if "trickle" in self.quirks:
            for byte in start + body:
                self.peer.sendall(bytes([byte]))
                time.sleep(0.1)
        return None

    def part(self, uid):
        """Returns the bytes of a message to send, and whether as a quoted string."""
        body, how = self.server.letters[uid], self.server.rule(uid, "handed")
        if how and how.startswith("once "):
            how = None if uid in self.server.handed else how[5:]
            self.server.handed.add(uid)
        if how is None:
            return body, False
        header = body[:body.index(b"\n\r\n" if b"\n\r\n" in body else b"\n\n")]
        part = {"zero": b"", "quoted": b"", "ends": b"\r\n", "header": header,
                "half": body[:len(body) // 2]}.get(how)
        return body[:int(how)] if part is None else part, how == "quoted"

    def send_letter(self, uid):
        body, quoted = self.part(uid)
        form = b"{%d}\r\n" % len(body) + body
        if quoted:
            form = b'""'
        elif "literal8" in self.quirks:
            form = b"~" + form
        elif "nonsync" in self.quirks:
            form = b"{%d+}\r\n" % len(body) + body
        elif "nil" in self.quirks or self.server.rule(uid, "nil") is not None:
            form = b"NIL"
        elif "quoted" in self.quirks and not re.search(b"[\0\r\n]", body):
            form = b'"' + re.sub(rb'(["\\])', rb"\\\1", body) + b'"'
        if "body-first" in self.quirks:
            self.say("* %d FETCH (BODY[] " % uid, form, " FLAGS (\\Recent) UID %d)" % uid)
        else:
            self.say("* %d FETCH (UID %d BODY[] " % (uid, uid), form, ")")

    def refused(self, tag, rest):
        server = self.server
        if "gone" in self.quirks and server.refusals > 0:
            server.refusals -= 1
            self.say(tag, " NO [EXPUNGEISSUED] some are gone")
            return True
        if "refuse-store" in self.quirks and "STORE" in rest:
            self.say(tag, " NO no such flags here")
            return True
        if "no-folder" in self.quirks and ("MOVE" in rest or "COPY" in rest):
            if rest.split(" ", 3)[3] not in server.folders:
                self.say(tag, " NO [TRYCREATE] no such folder")
                return True
        return False

    def do_uid_store(self, tag, words, rest):
        if self.refused(tag, rest):
            return
        server, changed = self.server, []
        refusals = [server.rule(uid, "unmarked") for uid in self.uids(words[1])]
        if "$PbemDone" in rest and any(refusals):
            self.say(tag, " NO ", next(filter(None, refusals)))
            return
        asked = re.match(r"(?:\(UNCHANGEDSINCE (\d+)\) )?([-+])FLAGS(\.SILENT)? \((\S+)\)$",
                         rest.split(" ", 3)[3])
        for uid in self.uids(words[1]):
            raced = server.rule(uid, "raced")
            if raced and uid not in server.raced:
                server.raced.add(uid)
                server.flag(uid, raced)
            if asked[1] and server.modseqs.get(uid, 0) > int(asked[1]) and server.rule(uid, "unnoticed") is None:
                changed.append(str(uid))
                continue
            server.flag(uid, asked[4], asked[2] == "-")
            told = "" if asked[3] else self.flags(uid)
            if asked[1] or told:
                self.say("* %d FETCH (UID %d MODSEQ (%d)%s)" % (uid, uid, server.modseqs[uid], told))
        self.chatter()
        self.say(tag, " OK [MODIFIED " + ",".join(changed) + "]" if changed else " OK", " stored")

    def do_uid_copy(self, tag, words, rest):
        if not self.refused(tag, rest):
            self.say(tag, " OK [COPYUID 9 ", words[1], " ", words[1], "] copied")

    def do_uid_move(self, tag, words, rest):
        if self.refused(tag, rest):
            return
        self.say("* OK [COPYUID 9 ", words[1], " ", words[1], "] moved")
        for uid in list(self.uids(words[1])):
            self.say("* %d EXPUNGE" % uid)
            del self.server.letters[uid]
        self.say(tag, " OK moved")

    def do_uid_expunge(self, tag, words, rest):
        for uid in list(self.uids(words[1])):
            if "\\Deleted" in self.server.flagged.get(uid, set()):
                del self.server.letters[uid]
        self.say(tag, " OK gone")

    def do_create(self, tag, words, rest):
        self.server.folders.add(rest.split(" ", 1)[1])
        self.say(tag, " OK made")

    def do_idle(self, tag, words, rest):
        """Tells what has come when it begins, in one breath, and nothing later."""
        self.server.load()
        self.say("+ idling\r\n* ", str(len(self.server.letters)), " EXISTS")
        self.input.readline()
        self.say(tag, " OK")

    def do_noop(self, tag, words, rest):
        self.server.load()
        self.say("* ", str(len(self.server.letters)), " EXISTS")
        self.say(tag, " OK")

    def do_logout(self, tag, words, rest):
        if "silent-logout" in self.quirks:
            time.sleep(3600)
        if "close-logout" not in self.quirks:
            self.say("* BYE")
            self.say(tag, " OK")
        return "end"


def context(pair):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(*pair)
    return made


def serve(server, peer):
    try:
        if server.asked.tls:
            peer = context(server.asked.tls).wrap_socket(peer, server_side=True)
        Session(server, peer).run()
    except OSError:
        pass
    try:
        peer.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    peer.close()


def asked_for(words=None):
    """The server's behaviour as the words of a command line ask for it."""
    parser = argparse.ArgumentParser(description=__doc__, epilog="Quirks: " + "; ".join(
        f"{name}: {what}" for name, what in QUIRKS.items()))
    parser.add_argument("--bodies")
    parser.add_argument("--letters")
    parser.add_argument("--rules", metavar="FILE")
    parser.add_argument("--real-dates", action="store_true",
                        help="INTERNALDATE is the time of a letter's file, not a fixed one")
    parser.add_argument("--generate", type=int, default=0, help="so many small letters more")
    parser.add_argument("--quirk", action="append", default=[], choices=sorted(QUIRKS))
    parser.add_argument("--capability", default="MOVE UIDPLUS")
    parser.add_argument("--tls", nargs=2, metavar=("CERT", "KEY"))
    parser.add_argument("--starttls", nargs=2, metavar=("CERT", "KEY"))
    parser.add_argument("--user", default="game")
    parser.add_argument("--password", default="gamepw")
    parser.add_argument("--bearer")
    parser.add_argument("--mechanism", action="append", default=[])
    parser.add_argument("--refusal", default="[AUTHENTICATIONFAILED] who are you?")
    parser.add_argument("--log")
    return parser.parse_args(words)


def main():
    asked = asked_for()
    if asked.bodies:
        write_bodies(asked.bodies)
        return
    server = Server(asked)
    listener = socket.create_server(("127.0.0.1", 0), backlog=20)
    print(listener.getsockname()[1], flush=True)
    while True:
        peer, _ = listener.accept()
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=serve, args=(server, peer), daemon=True).start()


if __name__ == "__main__":
    sys.exit(main())
