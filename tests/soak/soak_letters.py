# SPDX-License-Identifier: MIT
"""What else comes to a site: letters of strangers and of no form at all, letters of players as their mail programs wrap,
break and repeat them, wishes for other letters."""
import base64
import quopri
import re

from year_people import TOKEN
from year_record import HOUR

NOBODY = "odd.example"  # whose addresses are written to by nobody
QUERIES = ("STATUS", "BOARD", "HISTORY", "HELP", "HELP RULES", "HELP MOVES", "STATUS\nHELP")
WISHES = ("HTML ON", "HTML OFF", "HTML OFF", "ZONE Europe/Berlin", "CALENDAR ON", "CALENDAR OFF", "CALENDAR OFF",
          "TEXTLINKS ON", "TEXTLINKS OFF", "TEXTLINKS OFF", "VIEW OWN")
LANGUAGES = ("LANGUAGE de", "LANGUAGE de", "LANGUAGE en")
TEXT = re.compile(rb"(Content-Type: text/plain; charset=utf-8\n)Content-Transfer-Encoding: 8bit\n(.*?)\n\n(.*)", re.S)


def parts(raw):
    """Head, what stands behind the encoding's line, and text of a letter of World.compose()."""
    found = TEXT.search(raw)
    return raw[:found.start()], found[2], found[3]


def as_quoted(head, more, text, _rng):
    return (head + b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n" + more +
            b"\n\n" + quopri.encodestring(text))


def as_base64(head, more, text, _rng):
    return (head + b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n" + more + b"\n\n" +
            base64.encodebytes(text))


def as_utf16(head, more, text, _rng):
    wide = text.decode().encode("utf-16")
    return (head + b"Content-Type: text/plain; charset=utf-16\nContent-Transfer-Encoding: base64\n" + more + b"\n\n" +
            base64.encodebytes(wide))


def as_alternative(head, more, text, _rng):
    html = text.replace(b"&", b"&amp;").replace(b"<", b"&lt;").replace(b"\n", b"<br>\n")
    return (head + b"Content-Type: multipart/alternative; boundary=xx\n" + more + b"\n\n--xx\n"
            b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n" + text +
            b"\n--xx\nContent-Type: text/html; charset=utf-8\n\n<html><body>" + html + b"</body></html>\n--xx--\n")


def with_attachment(head, more, text, rng):
    return (head + b"Content-Type: multipart/mixed; boundary=yy\n" + more + b"\n\n--yy\n"
            b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n" + text +
            b"\n--yy\nContent-Type: image/jpeg\nContent-Transfer-Encoding: base64\n\n" +
            base64.encodebytes(rng.randbytes(rng.randrange(1000, 300000))) + b"--yy--\n")


def with_crlf(head, more, text, _rng):
    whole = head + b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n" + more + b"\n\n" + text
    return whole.replace(b"\n", b"\r\n")


WRAPPED = (as_quoted, as_base64, as_utf16, as_alternative, with_attachment, with_crlf)


def spoilt(raw, rng):
    """Some bytes other, gone or twice."""
    raw = bytearray(raw)
    for _ in range(rng.randrange(1, 8)):
        at = rng.randrange(len(raw))
        how = rng.randrange(4)
        if how == 0:
            raw[at] = rng.randrange(256)
        elif how == 1:
            del raw[at:at + rng.randrange(1, 200)]
        elif how == 2:
            raw[at:at] = raw[at:at + rng.randrange(1, 400)]
        else:
            raw[at:at] = rng.choice((b"\0", b"\n\n", b"\r", b"--xx\n", b"=\n", b"\xff\xfe", b"<", b"Content-Type: x/y\n"))
    return bytes(raw)


class Nobody:
    """Somebody who has nothing to do with any game."""

    colour, state = "nobody", "nobody"

    def __init__(self, number):
        self.name, self.address, self.game = "Nobody", f"n{number}@{NOBODY}", self
        self.id = "no game"


class Odd:
    def __init__(self, world):
        self.world, self.count = world, 0
        self.kinds = ((self.stranger, 3), (self.noise, 2), (self.query, 6), (self.wish, 2), (self.spoil, 4),
                      (self.resent, 4), (self.forged, 3), (self.away, 2), (self.large, 0.1), (self.spam, 2))

    def write(self):
        """About an eighth of what is wanted in an hour."""
        world = self.world
        kinds, weights = zip(*self.kinds)
        for kind in world.rng.choices(kinds, weights, k=max(2, world.rate // 8)):
            kind(world.now - HOUR + world.rng.randrange(HOUR))

    def seat(self):
        """Somebody who was asked something and hasn't answered yet."""
        asked = [seat for game in self.asking_games() for seat in game.seats.values() if seat.asking is not None]
        return self.world.rng.choice(asked) if asked else None

    def asking_games(self):
        going = [game for game in self.world.games.values() if not game.over]
        return self.world.rng.sample(going, min(5, len(going)))

    # ---- of nobody

    def post(self, raw, what, when, seat=None):
        """Messages that may have no answer."""
        who = seat or Nobody(self.count)
        self.world.post(raw, what, who, when, self.judge_none)

    def judge_none(self, sent):
        if sent.answers or sent.effects:
            self.world.fault(f"{sent.seat.address}: a letter that is {sent.what} was answered by {sent.answers}")

    def head(self):
        self.count += 1
        return (f"From: Nobody <n{self.count}@{NOBODY}>\nTo: games@example.org\nSubject: hello\n"
                f"Message-ID: <n{self.count}@{NOBODY}>\n").encode()

    def stranger(self, when):
        text = self.world.rng.choice(("HELP", "GAMES", "MOVE e2-e4", "JOIN", "WATCH", "SAY hello", "YES", "UNWATCH", "",
                                      "PBEM RULE g1 win white", "a" * 42, "PBEM"))
        self.post(self.head() + b"\n" + text.encode() + b"\n", "of a stranger", when)

    def noise(self, when):
        rng = self.world.rng
        self.count += 1
        mark = f"{self.count}\n".encode()  # no two are the same
        self.post(rng.choice((b"", b"\n\n", b"From \n", self.head())) + mark + rng.randbytes(rng.randrange(20000)), "noise",
                  when)

    def spam(self, when):
        rng, head = self.world.rng, self.head()
        deep = rng.randrange(1, 200)
        body = b"".join(b"--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n" % (each, each + 1) for each in range(deep))
        self.post(head + b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b0\n\n" + body, "spam", when)

    def large(self, when):
        self.post(self.head() + b"\n" + b"what a long letter\n" * self.world.rng.randrange(50000, 400000), "large", when)

    # ---- of players

    def query(self, when):
        """Wrapped in any way a mail program has."""
        seat, rng = self.seat(), self.world.rng
        if seat is not None:
            raw = self.world.compose(seat, seat.asking, rng.choice(QUERIES))
            self.world.post(rng.choice(WRAPPED)(*parts(raw), rng), "query", seat, when)

    def wish(self, when):
        seat = self.seat()
        if seat is not None:
            wishes = WISHES if seat.game.cards else WISHES + LANGUAGES
            self.world.write(seat, seat.asking, self.world.rng.choice(wishes), "query", when)

    def spoil(self, when):
        """The answer doesn't matter, and an order may be alone on a line of the quote by now: so this is done once."""
        seat = self.seat()
        if seat is not None:
            raw = spoilt(self.world.compose(seat, seat.asking, self.world.rng.choice(QUERIES)), self.world.rng)
            self.world.post(raw, "spoilt", seat, when, self.judge_spoilt)

    def judge_spoilt(self, sent):
        if len(sent.answers) > 1 or (sent.effects and not sent.answers):
            self.world.fault(f"{sent.seat.address}: a spoilt letter was answered by {sent.answers}, {sent.effects} effects")
        self.world.counts["spoilt, answered" if sent.answers else "spoilt, not answered"] += 1

    def resent(self, when):
        """A letter that was read comes once more on another way."""
        old = [sent for sent in self.world.read if sent.seat.asking is not None and not sent.seat.game.over]
        if old:
            sent = self.world.rng.choice(old)
            self.post_again(sent, when)

    def post_again(self, sent, when):
        self.count += 1
        raw = b"Received: by mx%d.example.net\n" % self.count + sent.kept
        self.world.post(raw, "resent", sent.seat, when, self.judge_again)

    def judge_again(self, sent):
        if len(sent.answers) > 1 or sent.effects or any(kind != "repeat" for kind in sent.answers):
            self.world.fault(f"{sent.seat.address}: a letter that came again was answered by {sent.answers}")

    def forged(self, when):
        """A key with any of its characters changed."""
        seat, rng = self.seat(), self.world.rng
        if seat is None:
            return
        at = rng.randrange(42)
        other = b"abcdefghijklmnopqrstuvwxyz234567"

        def change(found):
            now = found[0][at:at + 1].lower()
            return found[0][:at] + rng.choice([other[i:i + 1] for i in range(32) if other[i:i + 1] != now]) + \
                found[0][at + 1:]
        raw = TOKEN.sub(change, self.world.compose(seat, seat.asking, "RESIGN"))
        self.post(raw, "forged key", when, seat)

    def away(self, when):
        seat = self.seat()
        if seat is not None:
            raw = self.world.compose(seat, seat.asking, "I am away until Monday. RESIGN", automatic=True)
            self.post(raw, "away", when, seat)
