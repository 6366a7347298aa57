#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes what the harnesses of this folder begin with, of what is in the tree.

    seeds.py SOURCES OUT [HARNESS...]

Writes OUT/HARNESS/NUMBER, and OUT/HARNESS.dict: words that stand in several of them. The bytes in front of a
seed are the harness' (fuzz_pick): "a" is 0, "b" is 1."""

import collections
import email
import email.policy
import os
import re
import sys
from glob import glob

GAMES = {  # as fuzz.c has them
    "chess": "a", "chess960": "b", "three-player": "c", "peterson": "d", "four-player": "e",
    "four-player-team": "f", "kingdom": "g", "fourteen": "h", "ring": "i", "knightmare": "j",
    "common": "k", "three-cards": "l", "four-cards": "m",
}
SMALL = 20000  # bytes of a seed at most, that much can be made of it soon

sources = sys.argv[1]


def files(*patterns):
    for pattern in patterns:
        for path in sorted(glob(os.path.join(sources, pattern), recursive=True)):
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    yield path, file.read()


def letters():
    for _, data in files("tests/mail/*.eml", "tests/mail/*/*.eml", "tests/format2/letters/*"):
        if len(data) < 60000:
            yield data


def bodies(kind):
    for data in letters():
        for part in email.message_from_bytes(data, policy=email.policy.compat32).walk():
            if part.get_content_type() == kind:
                body = part.get_payload(decode=True)
                if body and len(body) < SMALL:
                    yield part, body


def letter():
    return letters()


def html():
    for _, body in bodies("text/html"):
        yield body
    for _, data in files("templates/archive/*.html"):
        yield data


def reply():
    for part, body in bodies("text/plain"):
        how = b"a"
        if part.get_param("format") == "flowed":
            how = b"c" if part.get_param("delsp") == "yes" else b"b"
        yield how + body


def charset():
    text = "MOVE e2-e4\r\n\tGrüße, 騎士 \u200b\u202e ход конём\n"
    for name in ("utf-8", "utf-16", "utf-16le", "utf-7", "iso-8859-1", "windows-1252", "iso-2022-jp", "gb18030",
                 "koi8-r", "shift_jis", "euc-kr", "big5", "utf-32", "iso-8859-15", "hz", "us-ascii", "none", ""):
        try:
            data = text.encode(name or "utf-8", "replace")
        except LookupError:
            data = text.encode()
        yield name.encode() + b"\n" + data
    for part, _ in bodies("text/plain"):
        raw = part.get_payload(decode=True)
        yield (part.get_content_charset() or "").encode() + b"\n" + raw


def game_of(first):
    """The kind of a conformance case, by its first line."""
    name = first.split()[0] if first.split() else "chess"
    if "peterson" in first:
        return "d"
    if "cards=on" in first:
        return {"three-player": "l", "four-player": "m"}.get(name, "f")
    if "deck=common" in first:
        return "k"
    return GAMES.get(name, "a")


def cases():
    for path, data in files("games/conformance/**/*.try", "tests/play/**/*.try"):
        parts = re.split(r"(?m)^---\n", data.decode())
        if len(parts) > 1:
            yield game_of(parts[0]), parts[1]


def sample_games():
    """The letters of each sample game: its kind, and (seat number, orders) each."""
    for path, data in files("tests/e2e/samples/*.letters"):
        text = data.decode()
        variant = re.search(r"(?m)^variant (\S+)", text)
        seats = re.findall(r"(?m)^seat (\S+)", text)
        turns = re.findall(r"(?m)^([a-z]+): (.*(?:\n\t.*)*)", text)
        kind = GAMES.get(variant.group(1) if variant else "chess", "a")
        yield kind, [(seats.index(seat), orders.replace("\n\t", "\n")) for seat, orders in turns if seat in seats]


def orders():
    for _, body in bodies("text/plain"):
        yield b"a" + body[:3000]
    for kind, script in cases():
        lines = re.findall(r"(?m)^[a-z0-9]+: (.*)", script)
        if lines:
            yield (kind + "\n".join(lines) + "\n").encode()
    for kind, turns in sample_games():
        for seat, text in turns[:60]:
            yield (kind + text + "\n").encode()
    with open(os.path.join(sources, "games/words/orders.words"), encoding="utf-8") as file:
        words = re.findall(r"(?m)^order\s+(\S+)", file.read())
    for game in GAMES.values():
        yield (game + "\n".join(words) + "\n").encode()


def turns():
    for kind, turns in sample_games():
        for start in range(0, min(len(turns), 60), 6):
            some = turns[start:start + 6]
            yield (kind + "a" + "--\n".join("%c%s\n" % (97 + seat, text) for seat, text in some)).encode()
    for kind, script in cases():
        seats, out = [], []
        for seat, text in re.findall(r"(?m)^([a-z]+): (.*)", script):
            if seat not in seats:
                seats.append(seat)
            out.append("%c%s\n" % (97 + seats.index(seat), text))
        if out:
            yield (kind + "b" + "--\n".join(out[:8])).encode()
    for kind in GAMES.values():
        for length in "abcd":
            yield (kind + length + "aPASS\n--\n!\n--\naRESIGN\n--\nbDRAW\n--\n!\n--\naSTATUS\n--\nbUNDO\n").encode()


def site():
    asked = ("MOVE e2-e4", "STATUS", "HELP", "RESIGN", "MOVE e9-e9", "DRAW", "SAY hello", "PASS", "UNDO", "HAND", "CARDS",
             "SHORT ON", "HTML ON", "VACATION 3 DAYS", "IF black MOVE e7-e5 THEN MOVE g1-f3", "MOVE 1:e2-e4",
             "TRY MOVE d2-d4", "RENEW", "GAMES", "LANGUAGE de", "")
    for number, order in enumerate(asked):
        for manner in "abcdefg":
            yield ("%c%s%s\n--\n%caMOVE e2-e4\n--\n%c%sSTATUS\n" % (
                97 + number % 11, manner, order, 97 + (number + 3) % 11, 97 + number % 7, manner)).encode()


def board():
    for kind, script in cases():
        yield (kind + script).encode()


def record():
    for path, data in files("games/archive/*.txt", "tests/format2/site/games/*/game.txt"):
        folder = os.path.dirname(path)
        for how in b"abc":
            whole = bytes([how]) + data
            for name in ("sealed", "snapshot"):
                beside = os.path.join(folder, name)
                if os.path.exists(beside) and path.endswith("game.txt"):
                    with open(beside, "rb") as file:
                        whole += b"%" + name.encode() + b"\n" + file.read()
                else:
                    whole += b"%" + name.encode() + b"\n"
            if len(whole) < 40000:
                yield whole


def definition():
    for _, data in files("games/*.variant", "tests/variants/*.variant"):
        yield data
    for name in ("chess", "three-player", "four-player", "ring", "knightmare"):
        yield b"like %s\ntitle Another\n" % name.encode()


def card():
    for _, data in files("games/cards/**/*.card"):
        yield data


def deck():
    names = [re.search(r"(?m)^name\s+(.*)", data.decode()).group(1)
             for _, data in files("games/cards/first/*.card") if re.search(rb"(?m)^name\s", data)]
    for game in b"abcde":
        for start in range(0, len(names), 9):
            yield bytes([game]) + ", ".join(names[start:start + 9]).encode()
        yield bytes([game]) + ", ".join(names).encode()


def setup():
    for _, data in files("games/conformance/**/*", "tests/**/*.txt", "tests/games/*", "games/archive/*", "core/**/*.[1-8]",
                         "games/*.5", "tests/core/**/*.c"):
        text = data.decode("utf-8", "replace")
        for fen in re.findall(r"(?:[1-8pnbrqkPNBRQK]+/){7}[1-8pnbrqkPNBRQK]+ [wb] [-A-Za-z]+ [-a-h1-8]+(?: \d+ \d+)?", text):
            for kind in b"abc":
                yield bytes([kind]) + fen.encode()
        for fen in re.findall(r"[RBYG]-[01],[01].*?(?=[\"\]\n])", text):
            for kind in b"def":
                yield bytes([kind]) + fen.encode()


def pgn():
    for path, data in files("tests/games/*", "tests/e2e/**/*.pgn*"):
        kind = b"b" if path.endswith("4") else b"a"
        yield kind + data[:SMALL]
        for game in re.split(rb"(?<=\n\n)(?=\[)", data)[:200]:
            yield kind + game[:6000]


def token():
    for purpose in b"abcdef":
        yield bytes([purpose])
        yield bytes([purpose]) + b"\x00A\x05b"
        yield bytes([purpose]) + b"KEY abcdefghijklmnopqrstuvwxyz234567abcdefghij, and more"


def imap():
    yield "--\n".join(line + "\n" for line in (
        "* OK [UIDVALIDITY 42] fine", "* OK [PERMANENTFLAGS (\\Seen \\*)] limited", "* 12 EXISTS", "* 3 EXPUNGE",
        "* SEARCH 5 7 8 9", '* ESEARCH (TAG "P01") UID ALL 1:5,7', "P01 OK done", "P01 NO [TRYCREATE] which?",
        "* BYE", "+ go on", "* PREAUTH hello", "* CAPABILITY IMAP4rev1 IDLE ESEARCH UIDPLUS MOVE")).encode()
    yield b'* 1 FETCH (UID 3 RFC822.SIZE 44 INTERNALDATE "17-Jul-2026 02:44:25 -0700" FLAGS (\\Seen))'
    yield b"* 1 FETCH (UID 3 BODY[] {5}\r\nhello FLAGS ())"
    yield b'* 1 FETCH (BODY[]<0> "he\\"llo" UID 4)'
    yield b"* 1 FETCH (UID 3 BODY[] ~{10+}\r\n0123456789)"
    yield b"* 1 FETCH (BODY[HEADER.FIELDS (SUBJECT)] NIL ENVELOPE (((NIL))) UID 9)"
    for url in (b"imaps://a%40b;AUTH=PLAIN@host:993/Spiele%20mehr", b"imap://[::1]/INBOX", b"imap://localhost"):
        yield url


def smtp():
    def said(*answers):
        return b"".join(bytes([len(a) + 2]) + a + b"\r\n" for a in answers)
    for offer in b"abcdefgh":
        yield bytes([offer]) + said(b"250 ok", b"250 ok", b"354 go", b"250 taken", b"250 ok")
        yield bytes([offer]) + said(b"250-ok", b"250 and ok", b"550 5.1.1 who?", b"250 reset", b"421 bye")
        yield bytes([offer]) + said(b"250 ok", b"450 later", b"354 go", b"552 too much", b"250 ok", b"250 ok", b"250 q")
        yield bytes([offer]) + said(*[b"250 ok"] * 12)


def template():
    for _, data in files("templates/*.txt", "templates/de/*.txt"):
        yield b"a" + data
    for _, data in files("templates/archive/*.html"):
        yield b"b" + data


def words():
    for path, data in files("games/words/*.words"):
        yield b"a" + data
    for path, data in files("mailers/*.words"):
        yield b"b" + data
    for path, data in files("games/words/*.po"):
        yield b"c" + data[:SMALL]


def config():
    for _, data in files("tests/format*/site/pbem.conf", "tests/ahead/site/pbem.conf", "examples/**/pbem.conf"):
        yield data
    for _, data in files("pbem/sys/pbem.conf.5"):
        for block in re.findall(rb"(?s)\n\.(?:Bd|EX|nf).*?\n(.*?)\n\.(?:Ed|EE|fi)", data):
            yield block + b"\n"
    with open(os.path.join(sources, "tests/keys.sh"), encoding="utf-8") as file:
        for key in re.findall(r"(?m)^\s*'?([a-z-]+ = [^'\n]*)", file.read()):
            yield b"address = a@example.org\n" + key.encode() + b"\n"


HARNESSES = [letter, html, reply, charset, orders, turns, site, board, record, definition, card, deck, setup, pgn, token,
             imap, smtp, template, words, config]


def dictionary(seeds):
    count = collections.Counter()
    for seed in seeds:
        count.update(set(re.findall(rb"[^\s,;:()\[\]{}<>\"=]{2,24}", seed[:SMALL])))
    count.update({word + b"\n": 3 for word in (b"--", b"")})
    for word, times in count.most_common(500):
        if times > 1:
            yield '"%s"\n' % "".join(
                chr(c) if 32 <= c < 127 and c not in b'"\\' else "\\x%02x" % c for c in word)


def main():
    out, wanted = sys.argv[2], sys.argv[3:]
    for harness in HARNESSES:
        name = harness.__name__
        if wanted and name not in wanted:
            continue
        folder = os.path.join(out, name)
        os.makedirs(folder, exist_ok=True)
        seeds = sorted(set(harness()))
        if not seeds:
            sys.exit(name + " has no seeds")
        for number, seed in enumerate(seeds):
            with open(os.path.join(folder, "%04d" % number), "wb") as file:
                file.write(seed)
        with open(folder + ".dict", "w", encoding="ascii") as file:
            file.writelines(dictionary(seeds))


main()
