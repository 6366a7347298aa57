# SPDX-License-Identifier: MIT
"""usage: any_letters.py FOLDER: letters at random into sites at random (any_letters.sh)."""
import base64
import os
import quopri
import random
import re
import shutil
import subprocess
import sys
import time

from players import letters, put, reply
from table import PBEM

os.umask(0o077)
folder = sys.argv[1]
WANTED = int(os.environ.get("PBEM_ANY_LETTERS", "150"))
SEED = os.environ.get("PBEM_ANY_SEED", "1")
HOUR, DAY = 3600, 86400
START = 1790000000
A_RUN = 16
RUNS = 6

WORDS = ("MOVE RESIGN QUIT DRAW UNDO CLAIM PASS SAY STATUS BOARD HISTORY GAMES HELP VIEW SHORT CALENDAR HTML TEXTLINKS "
         "ZONE LANGUAGE NAME ADDRESS LEAVE WATCH UNWATCH REMATCH TRY HAND CARD PLAYS PLAY DISCARD DECK ANSWER REMOVE "
         "TRADE IF AUTOPASS VACATION JOIN YES NO").split()
ARGUMENTS = ("ON", "OFF", "e2-e4", "e4", "Nf3", "O-O", "1:e4", "2:Nf3", "a7-a8=Q", "white", "TO", "TO black", "TO all hello",
             "own", "first", "RULES", "MOVES", "CARDS", "DRAW", "NOW", "5", "-1", "99999999999", "2026-12-01",
             "2026-12-01 2026-12-09", "2026-02-30", "Europe/Berlin", "GMT+2", "Mars/Base", "de", "deutsch", "en", "xx",
             "anna@example.org", "j\u00fcrgen@m\u00fcnchen.example", "a@b@c", "x" * 300 + "@example.org", "games@example.org",
             "Bob", "\u00dcb\u00fc", "end 3 0000", "entry 5 2026-01-01T00:00:00Z clock", "\u202e\u200b", "WORDS hello", "g1", "g2",
             "o1", "nosuch", "CHAOS MOVE e4", "e5 THEN Nf3", "white: e4 THEN d4", "Bog", "Dubbing b1-d2", "Panic", "Truce",
             "Bog, Panic, Truce", "2 Bog\n1 Panic", "|", "\"", "'", "%s%n", "$(id)", "../..", "{name}", "<b>&amp;", "\t", "",
             "\u0421\u041b\u041e\u041d", "\u4f8b" * 40, "x" * 5000, "R", "b1=R", "a4 b7", "SEAT white", "black", "d7-d5", "exd5", "Qxf7#")
TALK = ("Hello!", "Good luck, have fun.", "I think you played Nf3 too early.", "-- \nAnna", "> quoted", "", "\f\v", "\u2028",
        "On Friday, Bob wrote:", "end 4 abc", "  order white MOVE e2-e4", "commit sha256:00", "\x7f\x01\x02")
SENDERS = ("eve@example.org", "a" * 64 + "@example.org", "a" * 65 + "@example.org", "j\u00fcrgen@example.org",
           "eve@xn--mnchen-3ya.example", "eve@M\u00dcNCHEN.example", "eve@" + "a." * 126 + "org", "<>", "", "eve",
           "\"a b\"@example.org", "eve@[192.0.2.1]", "games@example.org", "carol@example.org", "mailer-daemon@example.org",
           "a: b@c.example, d@e.example;", "=?utf-8?q?Eve?= <eve@example.org>", "=?utf-8?b?////?= <x@y.example>",
           "Eve <eve@example.org>, Bob <bob@example.org>", "\xff\xfe@example.org", "e've+x=y@example.org", "eve@-.example",
           "eve@exa_mple..org", "@", "eve@example.org\r\n folded", "EVE@EXAMPLE.ORG", "eve@xn--a.example", "eve@xn--.example")
SUBJECTS = ("hello", "Re: [g1] your turn", "[o1]", "WATCH g1", "", "=?utf-8?q?=C3=BC?=", "=?x?y?z?=", "x" * 2000,
            "[g1] [g2] g3", "Undelivered Mail Returned to Sender", "pbem: undo g1", "YES", "Automatic reply: x", "\u202e[g1]")
OWN_OPTIONS = {
    "beaten": ("dead", "obstacles", "inert", "removed"), "stalemate": ("pass", "draw"), "deck": ("auto", "split", "personal", "common"),
    "points": ("0", "150", "9999"), "copies": ("1", "2", "9"), "extra-discards": ("0", "99"), "order": ("shuffled", "stacked"),
    "discards": ("on", "off"), "hand": ("full", "growing"), "bishops": ("drop", "redraw", "queen"), "abduction": ("off", "honour"),
    "panic": ("1", "999"), "window": ("0", "48", "999"), "public-words": ("none", "seven red apples"), "words": ("none", "ask"),
    "cards": ("on", "off"), "teams": ("off", "on"), "setup": ("modern", "classic"), "seats": ("3", "4"), "position": ("0", "518"),
    "peterson.capture": ("on", "off"), "peterson.defense": ("on", "off"), "peterson.exchange": ("on", "off"),
    "king": ("left", "right"), "sets": ("first", "strict", "social"),
}
TERMS = {
    "days": ("0", "1", "365"), "grace": ("0", "720"), "remind": ("none", "50", "10,20,30,99"), "rest": ("none", "sat,sun"),
    "holidays": ("none", "12-25", "02-29"), "zone": ("UTC", "Europe/Berlin", "Pacific/Apia"), "vacation": ("0", "30", "366"),
    "bank": ("0", "5"), "bonus": ("0", "24"), "miss": ("moderator", "remind", "skip", "forfeit"), "press": ("record", "letters"),
    "watch": ("no", "ask", "yes"), "watch-delay": ("0", "3", "1000"), "publish": ("no", "yes"), "publish-delay": ("0", "1000"),
}
CONF = (("plus-address", "yes"), ("subject-token", "yes"), ("html", "yes"), ("calendar", "yes"), ("language", "de"),
        ("from-must-match", "yes"), ("mail-commands", "yes"), ("batch-messages", "1"), ("batch-messages", "3"), ("messages-per-reader", "16"), ("watchers", "1"))
VARIANTS = ("chess", "chess960", "four-player", "four-player-team", "fourteen", "kingdom", "knightmare", "ring", "three-player")


def pbem(site, *words, **env):
    done = subprocess.run([PBEM, "--site", site, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, env={**os.environ, **env}, timeout=600)
    return done.returncode, done.stdout.decode(errors="replace")


class Culprit(Exception):
    """A letter, or several, that break what must hold."""


class World:
    """A site, its players and its time."""

    def __init__(self, number):
        self.rng = random.Random(f"{SEED}.{number}")
        self.site, self.now, self.count = f"{folder}/any{number}", START, 0
        self.known, self.senders = [], list(SENDERS)
        os.environ["PBEM_TEST_SEED"] = f"any{SEED}.{number}"
        self.must(0, "init", "--address", "games@example.org", "--moderator", "carol@example.org")
        with open(f"{self.site}/pbem.conf", "a", encoding="utf-8") as conf:
            for key, value in self.rng.sample(CONF, self.rng.randrange(4)):
                conf.write(f"{key} = {value}\n")
        self.games = [self.begin(place) for place in range(5)]
        self.must(0, "new", "chess", "--open", "--id", "o1")
        self.collect()

    def must(self, code, *words):
        got, out = pbem(self.site, *words, PBEM_TIME=str(self.now))
        if got != code:
            raise Culprit(f"pbem {' '.join(words)} ended with {got}:\n{out}")
        return out

    def begin(self, place):
        """A game with options that `new` takes."""
        for _ in range(30):
            variant = self.rng.choice(VARIANTS)
            options = {key: self.rng.choice(values) for key, values in
                       self.rng.sample(sorted(OWN_OPTIONS.items()), self.rng.randrange(4)) +
                       self.rng.sample(sorted(TERMS.items()), self.rng.randrange(5))}
            if variant in ("four-player", "three-player", "kingdom") and self.rng.random() < 0.5:
                options["cards"] = "on"
            _, seats = self.seats(variant)
            words = [word for key, value in options.items() for word in ("--option", f"{key}={value}")]
            code, _ = pbem(self.site, "new", variant, *words, "--id", f"g{place + 1}",
                           *(f"P{seat} <p{seat}.g{place + 1}@example.net>" for seat in range(seats)),
                           PBEM_TIME=str(self.now))
            if code == 0:
                return f"g{place + 1}"
        raise Culprit("no game could be begun")

    def seats(self, variant):
        return variant, {"chess": 2, "chess960": 2, "knightmare": 2, "three-player": 3, "ring": 3}.get(variant, 4)

    def collect(self):
        """Collects what players and strangers can answer."""
        if os.path.isdir(f"{self.site}/mail/out"):
            self.known = (self.known + letters(f"{self.site}/mail/out"))[-60:]
            shutil.rmtree(f"{self.site}/mail/out")

    # ---- letters

    def order(self):
        rng = self.rng
        kind = rng.random()
        if kind < 0.2:
            return rng.choice(TALK)
        if kind < 0.35:
            return f"MOVE {rng.choice('abcdefgh')}{rng.randrange(1, 9)}-{rng.choice('abcdefgh')}{rng.randrange(1, 9)}"
        if kind < 0.45:
            return rng.choice(("e2-e4", "d4", "Nf3", "1:e4\n2:d4", "e7-e5", "MOVE Nc6", "c2-c3; DRAW", "RESIGN"))
        word = rng.choice(WORDS)
        return " ".join([word if rng.random() < 0.9 else word.lower()] +
                        rng.choices(ARGUMENTS, k=rng.choice((0, 0, 1, 1, 1, 2, 3))))

    def text(self):
        return "\n".join(self.order() for _ in range(self.rng.choice((1, 1, 1, 2, 3, 8))))

    def by_player(self):
        rng = self.rng
        letter = rng.choice(self.known)
        raw = reply(letter, self.text().encode(errors="surrogatepass").decode(errors="replace").replace("\n", "\r\n"), self.now)
        if rng.random() < 0.15:
            raw = re.sub(rb"^From: .*?\r$", b"From: " + rng.choice(self.senders).encode(errors="replace") + b"\r", raw,
                         count=1, flags=re.M)
        if rng.random() < 0.1:
            raw = re.sub(rb"^Message-ID: .*?\r$", rng.choice((b"Message-ID: <same@example.org>\r", b"X-None: 1\r",
                                                              b"Message-ID: <" + b"x" * 300 + b">\r")), raw, count=1, flags=re.M)
        return raw

    def by_stranger(self):
        rng = self.rng
        body = rng.choice((self.text(), "WATCH " + rng.choice(self.games), "JOIN o1", "JOIN o1 white", "HELP", "GAMES",
                           "UNWATCH", "pause g1", "status"))
        token = rng.choice(self.known).token or ""
        extra = rng.choice(("", "", "", "Auto-Submitted: auto-replied\r\n", "Precedence: bulk\r\n", "List-Id: <x.example>\r\n",
                            f"In-Reply-To: <{token}.x@example.org>\r\n", "References: " + "<a@b> " * 200 + "\r\n",
                            "Content-Type: text/html\r\n", "Content-Type: text/plain; charset=nosuch\r\n",
                            "Content-Type: multipart/report; boundary=x\r\n", "Content-Transfer-Encoding: base64\r\n"))
        return (f"From: {rng.choice(self.senders)}\r\nTo: games@example.org\r\nSubject: {rng.choice(SUBJECTS)}\r\n"
                f"Message-ID: <{rng.randrange(40)}@example.org>\r\n{extra}\r\n{body}\r\n").encode(errors="replace")

    def wrapped(self, raw):
        """The same as other programs send it."""
        rng = self.rng
        plain = b"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
        if plain not in raw:
            return raw
        head, body = raw.split(plain, 1)
        how = rng.randrange(5)
        if how == 0:
            return head + plain.replace(b"8bit", b"quoted-printable") + quopri.encodestring(body)
        if how == 1:
            return head + plain.replace(b"8bit", b"base64") + base64.encodebytes(body)
        if how == 2:
            return head + plain.replace(b"utf-8", rng.choice((b"utf-16", b"koi8-r", b"iso-2022-jp", b"utf-7", b"x"))) + body
        if how == 3:
            html = body.replace(b"<", b"&lt;").replace(b"\r\n", b"<br>\r\n")
            return head + b"Content-Type: text/html; charset=utf-8\r\n\r\n<html><body>" + html
        return raw.replace(b"\r\n", b"\n")

    def spoilt(self, raw):
        raw = bytearray(raw)
        for _ in range(self.rng.randrange(1, 6)):
            at = self.rng.randrange(len(raw))
            raw[at:at + self.rng.randrange(3)] = self.rng.choice((b"", b"\0", b"\r\n\r\n", b"\xff", b"<", b"=?", b"\n.\n", b"@"))
        return bytes(raw)

    def letter(self):
        rng = self.rng
        raw = self.by_player() if rng.random() < 0.7 else self.by_stranger()
        if rng.random() < 0.25:
            raw = self.wrapped(raw)
        if rng.random() < 0.1:
            raw = self.spoilt(raw)
        when = self.now if rng.random() < 0.95 else rng.choice((1, self.now - 40 * DAY, self.now + 400 * DAY, 4200000000))
        return raw, when

    # ---- what must hold

    def fault(self, site, batch):
        """Returns what goes wrong when these letters come to that site; None if nothing does."""
        first = self.count
        for place, (raw, when) in enumerate(batch):
            put(f"{site}/mail/in", first + place, raw, when)
        code, out = pbem(site, "run", "--verbose", PBEM_TIME=str(self.now))
        if code != 0:
            return f"the run ended with {code}:\n{out}"
        if "pbem failed" in out or "pbem crashed" in out or "its reader failed" in out:
            return out
        for place, _ in enumerate(batch):
            if f"M{first + place:06d}P1" not in out:
                return f"letter {first + place} isn't decided:\n{out}"
        code, out = pbem(site, "verify", PBEM_TIME=str(max([self.now] + [when for _, when in batch])))
        return f"verify ended with {code}:\n{out}" if code != 0 else None

    def halve(self, before, batch):
        """The fewest letters that are still at fault."""
        step = max(1, len(batch) // 2)
        while True:
            for at in range(0, len(batch), step):
                fewer = batch[:at] + batch[at + step:]
                shutil.rmtree(f"{before}.try", ignore_errors=True)
                shutil.copytree(before, f"{before}.try")
                if fewer and self.fault(f"{before}.try", fewer):
                    batch = fewer
                    break
            else:
                if step == 1:
                    return batch
                step //= 2

    def run(self):
        batch = [self.letter() for _ in range(A_RUN)]
        before = f"{self.site}.before"
        shutil.rmtree(before, ignore_errors=True)
        shutil.copytree(self.site, before)
        what = self.fault(self.site, batch)
        if what:
            shutil.rmtree(f"{self.site}.kept", ignore_errors=True)
            shutil.copytree(before, f"{self.site}.kept")
            fewest = self.halve(before, batch)
            shutil.rmtree(f"{before}.try", ignore_errors=True)
            shutil.copytree(before, f"{before}.try")
            what = self.fault(f"{before}.try", fewest) or what
            raise Culprit(what + "".join(f"\n---- received {when}\n{raw.decode(errors='backslashreplace')}"
                                         for raw, when in fewest))
        self.count += len(batch)
        self.collect()
        self.now += self.rng.choice((60, HOUR, 7 * HOUR, DAY, 3 * DAY, 40 * DAY))


def main():
    tried = number = faults = 0
    began = time.monotonic()
    while tried < WANTED:
        number += 1
        try:
            world = World(number)
            for _ in range(RUNS):
                world.run()
                tried += A_RUN
        except Culprit as culprit:
            faults += 1
            tried += A_RUN
            print(f"FAILED: site {number} of PBEM_ANY_SEED={SEED}: {culprit}\n")
            if faults >= int(os.environ.get("PBEM_ANY_FAULTS", "3")):
                break
        if not os.environ.get("KEEP"):
            for name in os.listdir(folder):
                if name.startswith("any"):
                    shutil.rmtree(f"{folder}/{name}", ignore_errors=True)
    print(f"{tried} letters to {number} sites, {faults} faults, {time.monotonic() - began:.0f} s")
    sys.exit(faults > 0)


main()
