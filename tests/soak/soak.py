# SPDX-License-Identifier: MIT
"""usage: soak.py FOLDER LIBRARY SEED HOURS RATE: the people of the simulated year (tests/e2e/year.py), faster and more of
them: RATE letters an hour of all kinds to one `pbem watch`, whose runs are killed and whose calls fail.

An hour is a run. Some runs are disturbed: killed at one of their calls, or met by one that fails in a way of
tests/faults; then another follows at once. At times the disk is full, or descriptors are used up, for hours; or no letter
can be handed over. Whatever happens, all that the year's models say must come of a letter comes of it, once; the
process that watches, and what the site keeps of letters under way, grow no further. All follows from the SEED."""
import collections
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
import typing

sys.path.insert(0, f"{os.path.dirname(os.path.abspath(__file__))}/../e2e")

import year
from year_people import START, TOKEN
from year_record import DAY, HOUR
from soak_letters import NOBODY, Odd
from soak_watch import Fault, Watch, draw, draw_kill

FORGOTTEN_DAYS = 9  # behind its end nobody writes to a game any more
# A site answers a hundred letters a day of who has no seat, and twenty that ask for a moderator's act.
OFFERS_A_DAY, OUTSIDERS_A_DAY, COMMANDS_A_DAY = 12, 85, 10
# Bytes that a letter takes for good, half a kilobyte says pbem-moderator(7); of the log, two files of a mebibyte; days.
LETTER_MOST, LOG_MOST, DAYS_COUNTED = 700, 2.2 * 2 ** 20, 30
FEW = 5000  # letters in a quarter tell nothing of either
SPELLS = (Fault("write", 1, "ENOSPC", True), Fault("pwrite", 1, "ENOSPC", True), Fault("open", 1, "EMFILE", True),
          Fault("fsync", 1, "EIO", True), Fault("mkdir", 1, "ENOSPC", True), Fault("opendir", 1, "EIO", True))


class Weight(typing.NamedTuple):
    """The state after an hour: of the watch, its runs, and the site."""

    own: int
    descriptors: int
    largest: int
    computed: float
    ledger: int
    log: int
    letters: int
    games: int


class Soak(year.World):
    taken = ("turn", "talk", "spoilt")

    def __init__(self, folder, library, seed, hours, rate):
        self.rate, self.hours, self.disturbing = rate, hours, random.Random(f"faults {seed}")
        self.watch, self.odd, self.told = None, Odd(self), {}
        self.spell, self.spelled, self.disturbed, self.pending = None, 0, False, []
        self.runs_done, self.weights, self.last_fault, self.last_counts = 0, [], None, None
        self.read, self.offered, self.outside = [], 0, collections.Counter()
        self.pace = 0.04 if hours < 48 else 0.1
        super().__init__(folder, seed, 0, max(1, hours // 24))
        self.commands.most = COMMANDS_A_DAY
        with open(f"{folder}/pbem.conf", "a", encoding="utf-8") as conf:
            conf.write("gather-seconds = 0\nmin-free-megabytes = 0\n")
        for part in ("new", "cur", "tmp"):
            os.makedirs(f"{folder}/mail/in/{part}")
        self.watch = Watch(folder, library, f"{folder}.watch")
        self.watch.begin(START)

    # ---- letters

    def live(self):
        for hour in range(self.hours):
            self.now = START + (hour + 1) * HOUR
            if self.spelled == 0:
                self.between(hour)
            self.odd.write()
            self.run()
            self.weigh()
        if self.spelled > 0:
            self.spelled, self.spell = 0, None
            self.run()
        self.end()

    def between(self, hour):
        """Does what messages don't do. Begins as many games as are needed for the wanted number of letters."""
        missing = self.rate * 0.85 - self.counts["hour's letters"]
        self.counts["hour's letters"] = 0
        for _ in range(min(max(1, self.rate // 6), max(0, int(missing / (3 if hour > 3 else 2))))):
            self.open_game()
        if hour % 24 == 1:
            self.moderator.day()
            self.watching.decide()
            self.offered = 0
        if hour % 24 == 2:
            self.commands.day()
        if hour % 4 == 2:
            self.watching.day()
        if hour % 24 == 3:
            self.forget()

    def may_offer(self):
        self.offered += 1
        return self.offered <= OFFERS_A_DAY

    def send(self, who, letter, text, what, when, judge):
        """A message over today's limit is written tomorrow."""
        day = when // DAY
        if self.outside[day] >= OUTSIDERS_A_DAY:
            self.at(when + DAY, lambda later: self.send(who, letter, text, what, later, judge))
            return None
        self.outside[day] += 1
        return super().send(who, letter, text, what, when, judge)

    def put(self, raw, when):
        super().put(raw, when)
        self.counts["hour's letters"] += 1
        self.counts["letters in"] += 1

    def run(self):
        self.written = []
        self.write_due()
        self.pending += self.written
        rng = self.disturbing
        if self.spelled > 0:
            self.spelled -= 1
            self.fire(self.spell)
            if self.spelled > 0:
                return
            self.spell = None
        elif self.runs_done > 2 and rng.random() < 0.02:
            self.spell, self.spelled = rng.choice(SPELLS), rng.randrange(2, 6)
            self.counts["spells"] += 1
            self.fire(self.spell)
            return
        self.disturb(rng)
        self.settle()
        self.runs.append(self.now)
        due, self.pending = self.pending, []
        self.collect(due)
        self.forget_letters(due)

    def disturb(self, rng):
        """Runs that don't come to an end, or not to a good one."""
        if self.runs_done == 0:
            return
        counts = self.last_counts
        while rng.random() < 0.35:
            self.fire(draw_kill(rng, counts) if rng.random() < 0.5 else draw(rng, counts))
        if rng.random() < 0.03:
            self.post_away()

    def fire(self, fault):
        self.disturbed = True
        self.last_fault = fault
        fired = self.watch.run(self.now, fault)
        what = "kills" if fault.error == "KILL" else "runs with faults"
        self.counts[what if fired else "faults not met"] += 1
        self.counts["calls failed"] += fired if fault.error != "KILL" else 0

    def post_away(self):
        """A run whose letters nobody takes."""
        out = f"{self.folder}/mail/out"
        if not os.path.isdir(out):
            return
        os.rename(out, f"{out}.away")
        with open(out, "wb"):
            pass
        self.watch.run(self.now)
        os.unlink(out)
        os.rename(f"{out}.away", out)
        self.counts["runs without post"] += 1
        self.disturbed = True

    def settle(self):
        """Undisturbed runs until nothing waits; one is enough."""
        for number in range(3):
            self.watch.run(self.now)
            if number > 0 or self.waiting():
                subprocess.run([year.PBEM, "--site", self.folder, "send"], check=False, capture_output=True,
                               env=dict(os.environ, PBEM_TIME=str(self.now)))
            if not self.waiting():
                break
        else:
            self.fault(f"behind undisturbed runs there wait {self.waiting()}; before them {self.last_fault}")
        self.runs_done += 1
        self.last_counts = self.watch.counts()

    def waiting(self):
        """Checks the files that a good run leaves empty."""
        found = [name for name in os.listdir(f"{self.folder}/mail/in/new") if name[0] != "."]
        database = sqlite3.connect(f"file:{self.folder}/ledger?mode=ro", uri=True)
        count = database.execute("SELECT count(*) FROM outbox").fetchone()[0]
        database.close()
        found += [f"{count} letters in the outbox"] if count else []
        return found + (["a journal"] if os.path.getsize(f"{self.folder}/journal") else [])

    # ---- what comes of it

    def collect(self, due=None, games=None):
        super().collect(due, games)
        self.disturbed = False

    def hand_out(self):
        """Behind a kill a letter may come twice, if it was being handed over: the same, byte for byte."""
        once, fresh = {}, []
        for letter in self.fresh:
            if letter.id in once and self.disturbed and once[letter.id] == letter.raw:
                self.counts["letters sent twice at a kill"] += 1
                continue
            once[letter.id] = letter.raw
            fresh.append(letter)
        self.fresh = fresh
        for letter in fresh:
            self.check_keys(letter)
            if letter.to.endswith(NOBODY):
                self.fault(f"{letter.id} went to {letter.to}")
        super().hand_out()

    def check_keys(self, letter):
        """Keys go to nobody but their owner: an address, or the seat whose letters go to another by now."""
        if letter.token:
            self.told[hash(letter.token.lower().encode())] = letter.to, letter.game, letter.seat
        for key in {each.lower() for each in TOKEN.findall(letter.words)}:
            to, *seat = self.told.get(hash(key), (letter.to, "", ""))
            if to != letter.to and seat != [letter.game, letter.seat]:
                self.fault(f"{letter.id} to {letter.to} has a key of {to}")

    def forget_letters(self, due):
        """The models have judged them; some may come again."""
        self.read = [sent for sent in due if sent.what in ("turn", "query") and sent.answers]
        self.read = self.disturbing.sample(self.read, min(20, len(self.read)))
        for sent in self.read:
            sent.kept = sent.raw
        for sent in due:
            sent.raw, sent.letters = b"", []
        old = [digest for digest, sent in self.sent.items() if sent.when < self.now - 5 * DAY]
        for digest in old:
            del self.sent[digest]

    def forget(self):
        """Games that have been over for long."""
        for name, game in list(self.games.items()):
            if game.over and game.record.entries[-1].when < self.now - FORGOTTEN_DAYS * DAY:
                game.judge.end(self.now)
                self.faults += game.judge.faults
                del self.games[name]
                self.counts["games over"] += 1
                self.counts["entries"] += len(game.record.entries)
                for key in [key for key in self.watching.watchers if key[0] == name]:
                    del self.watching.watchers[key]

    # ---- what it weighs

    def weigh(self):
        own, descriptors, computed = self.watch.weigh()
        ledger, log = (sum(os.path.getsize(f"{self.folder}/{name}") for name in names
                           if os.path.exists(f"{self.folder}/{name}"))
                       for names in (("ledger", "ledger-wal"), ("log", "log.1")))
        self.weights.append(Weight(own, descriptors, self.watch.largest, computed, ledger, log, self.counts["letters in"],
                                   len(os.listdir(f"{self.folder}/games"))))
        self.watch.largest = 0

    def quarters(self):
        """Takes the maximum of each; for what only grows that is the final value."""
        length = max(1, len(self.weights) // 4)
        return [Weight(*(max(column) for column in zip(*self.weights[at:at + length])))
                for at in range(0, length * 4, length)]

    def tell_weights(self):
        """One line per quarter; the last may be no heavier than the first, except for what is remembered of its
        letters."""
        tops, spent = self.quarters(), []
        for number, (before, now) in enumerate(zip([Weight(*[0] * len(Weight._fields))] + tops, tops), 1):
            letters = max(1, now.letters - before.letters)
            spent.append((now.computed - before.computed) / letters)
            print(f"  quarter {number}: the watch {now.own} kB and {now.descriptors} descriptors, a run up to {now.largest} "
                  f"kB, {1000 * spent[-1]:.1f} ms a letter, ledger {now.ledger // 1024} kB, log {now.log // 1024} kB, "
                  f"{now.letters} letters and {now.games} games by then")
        first, before, last = tops[0], tops[-2], tops[-1]
        letters = last.letters - before.letters
        print(f"  the ledger remembers {(last.ledger - before.ledger) / max(1, letters):.0f} bytes a letter")
        # In its first hours it grows to what it needs, by steps of 132 kB.
        slack = 64 if self.hours >= 240 else 300
        if last.own > first.own * 1.03 + slack or last.descriptors > first.descriptors:
            self.fault("the process that watches has grown")
        if last.log > LOG_MOST:
            self.fault("the log has grown beyond what it may")
        if letters > FEW and last.ledger - before.ledger > LETTER_MOST * letters:
            self.fault("the ledger has grown beyond what it remembers of letters")
        if letters > FEW and spent[-1] > 2 * max(spent[:2]):
            self.fault("a letter costs more the more games there are")

    def check_days(self):
        """The ledger has a month of the daily limits."""
        database = sqlite3.connect(f"file:{self.folder}/ledger?mode=ro", uri=True)
        days = [day for day, in database.execute("SELECT day FROM counts WHERE day <> 0")]
        database.close()
        print(f"  {len(days)} counts of {len(set(days))} days")
        if days and min(days) < self.now // DAY - DAYS_COUNTED - 1:
            self.fault(f"the ledger has counts of day {min(days)}, and it is {self.now // DAY}")

    def end(self):
        code = self.watch.end()
        if code != 0:
            self.fault(f"pbem watch was ended, with {code}")
        super().end()
        done = self.pbem("doctor", may_fail=True)
        if done.returncode != 0:
            self.fault(f"pbem doctor: {done.returncode}\n{done.stdout}{done.stderr}")
        self.tell_weights()
        self.check_days()


def main():
    folder, library = sys.argv[1:3]
    seed, hours, rate = (int(word) for word in sys.argv[3:6])
    began = time.monotonic()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by a signal"))
    soak = Soak(f"{folder}/site", library, seed, hours, rate)
    try:
        soak.live()
    finally:
        soak.watch.kill()
    seconds = time.monotonic() - began
    del soak.counts["hour's letters"]
    print(", ".join(f"{count} {what}" for what, count in sorted(soak.counts.items())))
    counts = collections.Counter(soak.counts)
    print(f"{hours} hours, seed {seed}: {counts['letters in']} letters in, {counts['letters out']} out, "
          f"{counts['kills']} runs killed, {counts['runs with faults']} with faults ({counts['calls failed']} calls), "
          f"{counts['spells']} spells, {len(soak.faults)} things wrong, {seconds:.0f} s, "
          f"{counts['letters in'] / seconds:.0f} letters a second")
    sys.exit(len(soak.faults) > 0)


main()
