# SPDX-License-Identifier: MIT
"""What letters cost that were meant to drown a site or its players: each in a site of its own, the time the
processor took for the run that had it, and how many letters followed from it."""
import os
import resource
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import table  # noqa: E402  (it lies beside the tests)

RING = dict(zip("abcdefghijklmnop", "anna bob carl dora eve fay gil hal ida jon kim leo max ned oli pia".split()))


def lines(line, count, numbered=False):
    return "\n".join(f"{line} {number}" if numbered else line for number in range(count))


def one(text):
    return lambda site, game: game.players[next(iter(game.players))].reply(text)


def many(text, count):
    def put(_, game):
        player = game.players[next(iter(game.players))]
        first = player.newest
        for number in range(count):
            player.reply(f"{text}\n\nfor the {number}th time", to=first)
    return put


def strangers(letter, count):
    def put(site, _):
        for number in range(count):
            site.put(letter + b"%d\n" % number)
    return put


def keyless(count):
    def put(site, game):
        player = game.players[next(iter(game.players))]
        strangers(f"From: {player.address}\n\nMOVE e2-e4\n".encode(), count)(site, game)
    return put


BROKEN = b"X-Long: " + b"x" * 70000 + b"\nFrom: x@example.com\n\n"
FLOODS = (
    ("one letter MOVE e2-e4, to compare", None, one("MOVE e2-e4")),
    ("one letter of 7,500 lines HISTORY", None, one(lines("HISTORY", 7500))),
    ("one letter of 5,000 SAY lines", None, one(lines("SAY word", 5000, True))),
    ("one letter of 32 SAY lines, ring of 16", RING, one(lines("SAY word", 32, True))),
    ("500 letters HISTORY", None, many("HISTORY", 500)),
    ("500 letters TRY", None, many("TRY\nMOVE e2-e4", 500)),
    ("500 letters SAY, ring of 16", RING, many("SAY word", 500)),
    ("one letter of 6 MB", None, one("MOVE e2-e4\n\n" + lines("x" * 76, 80000))),
    ("500 letters without a key", None, strangers(b"From: x@example.com\n\nMOVE e2-e4\n", 500)),
    ("500 of them from a player's address", None, keyless(500)),
    ("500 letters no parser may have", None, strangers(BROKEN, 500)),
)


def main():
    print("Letters that were meant to drown somebody, each kind in a site of its own:")
    with tempfile.TemporaryDirectory(prefix="pbem-bench.") as work:
        for number, (what, people, put) in enumerate(FLOODS):
            site = table.Table(f"{work}/site{number}")
            game = site.game(variant="ring" if people else "chess", people=people)
            put(site, game)
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            site.pbem("run")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            site.collect()
            seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            sent = sum(len(each.read()) for each in game.players.values())
            aside = len(os.listdir(f"{site.folder}/quarantine"))
            print(f"  {what:<40} {seconds * 1000:8.1f} ms, {sent:3} letters to players, "
                  f"{len(site.to_moderator)} to the moderator, {aside:3} set aside")


sys.exit(main())
