#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""crash.py FOLDER: makes a site there, kills runs over the letters that wait, at every durable step
and at many instants, and sees that the next run makes everything as if nothing had happened."""

import os
import random
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import promise
from players import Table, letters, read
from promise import KILLED, Difference

INSTANTS, PAIRS = 60, 50
# Points, and for how long; a slow program (sanitizers) sees fewer.
LEAST, SECONDS = (160, 8) if "PBEM_TRIALS" in os.environ else (240, 60)
SLOW = 0.2


class Scenario:
    """A site, how it is configured, and what an unkilled run makes of it."""

    def __init__(self, work, site, name, **keys):
        self.work, self.name = work, name
        self.site = promise.copy(site, f"{work}/{name}")
        Table(self.site).configure(**keys)
        began = time.monotonic()
        self.want = self.after_run(self.fresh("reference"))
        self.seconds = time.monotonic() - began
        self.steps = self.count_steps()

    def fresh(self, what):
        return promise.copy(self.site, f"{self.work}/{self.name}.{what}")

    def after_run(self, site):
        promise.run(site)
        promise.settled(site)
        return promise.outcome(site)

    def killed_at(self, site, number):
        """Runs until the given step; whether it got there."""
        code, _ = promise.run(site, codes=(0, KILLED), PBEM_STOP_AFTER=str(number))
        return code == KILLED

    def count_steps(self):
        least, most = 0, 4096
        while most - least > 1:
            middle = (least + most) // 2
            if self.killed_at(self.fresh("count"), middle):
                least = middle
            else:
                most = middle
        return least

    def mended(self, site):
        """The run after the killed one, and one more."""
        promise.compare(self.want, self.after_run(site))
        before = promise.tree(site)
        promise.run(site)
        after = promise.tree(site)
        if before != after:
            odd = sorted(name for name in before.keys() | after.keys()
                         if before.get(name) != after.get(name))
            raise Difference(f"a further run changed {odd}")
        shutil.rmtree(site)


def nothing_early(scenario, site):
    """Nothing is marked as done that isn't in the ledger; nothing is sent before it is certain."""
    marked = {"maildir:" + name.split(":")[0] for name in listed(f"{site}/mail/in/cur")}
    with promise.opened_ledger(site) as database:
        known = {row[0] for row in database.execute("SELECT id FROM letters")}
    if not marked <= known:
        raise Difference(f"marked, but not in the ledger: {sorted(marked - known)}")
    earlier = len(listed(f"{scenario.site}/mail/out/new"))
    if os.path.exists(f"{site}/worklist") and len(listed(f"{site}/mail/out/new")) > earlier:
        raise Difference("letters went out in the middle of a sitting")


def listed(folder):
    return os.listdir(folder) if os.path.isdir(folder) else []


def at_step(scenario, number):
    site = scenario.fresh(f"step{number}")
    if not scenario.killed_at(site, number):
        raise Difference("the run ended before this step")
    nothing_early(scenario, site)
    scenario.mended(site)


def at_instant(scenario, number):
    """After a part of the time a run takes, and a little more."""
    site = scenario.fresh(f"instant{number}")
    process = promise.start(site)
    time.sleep(scenario.seconds * 1.2 * number / INSTANTS)
    process.kill()
    process.communicate()
    nothing_early(scenario, site)
    scenario.mended(site)


def twice(scenario, number):
    """Kills a run at one step, and the run that recovers at another."""
    chance = random.Random(number)
    site = scenario.fresh(f"twice{number}")
    scenario.killed_at(site, chance.randint(1, scenario.steps))
    scenario.killed_at(site, chance.randint(1, scenario.steps))
    nothing_early(scenario, site)
    scenario.mended(site)


def one_by_one(scenario, _):
    """A run for each letter: the same games; and every letter reaches the players, though others
    of its kind still lie in their mailbox."""
    went = {}
    for way in ("kept", "read"):
        site = scenario.fresh(way)
        box = f"{site}/mail/in"
        os.rename(f"{box}/new", f"{box}/later")
        os.mkdir(f"{box}/new")
        table, got = Table(site), set()
        for name in sorted(os.listdir(f"{box}/later")):
            os.rename(f"{box}/later/{name}", f"{box}/new/{name}")
            promise.run(site)
            if way == "read":
                got |= {letter.id for letter in table.collect()}
        went[way] = got | {letter.id for letter in letters(table.outbox)}
        for game in scenario.want:
            # The result of a ring depends on which messages came in one worklist.
            if game.startswith("games/") and not game.startswith("games/g4/"):
                promise.compare({game: scenario.want[game]}, {game: read(f"{site}/{game}")})
    promise.compare({"letters": sorted(went["read"])}, {"letters": sorted(went["kept"])})


def attempt(scenario, kill, number):
    try:
        kill(scenario, number)
        return None
    except Difference as difference:
        return f"{scenario.name}, {kill.__name__} {number}: {difference}"


def main():
    work = sys.argv[1]
    site = promise.lay(f"{work}/site", ring=True)
    whole = Scenario(work, site, "whole")
    parts = Scenario(work, site, "parts", batch_messages=3)
    same = {name: value for name, value in whole.want.items() if name != "ledger batch"}
    promise.compare(same, {name: parts.want[name] for name in parts.want
                           if name in same or name != "ledger batch" and name != "pbem.conf"}
                    | {"pbem.conf": whole.want["pbem.conf"]})
    ring = whole.want["games/g4/game.txt"]
    if (ring.count(b"\n  sitting\n"), ring.count(b"\n  beaten ")) != (1, 2):
        raise SystemExit("the ring's two mates were not called together")
    points = [(whole, one_by_one, 1)] + [(scenario, kill, number)
              for scenario in (whole, parts)
              for kill, count in ((at_step, scenario.steps), (at_instant, INSTANTS), (twice, PAIRS))
              for number in range(1, count + 1)]
    workers = len(os.sched_getaffinity(0))
    most = max(LEAST if whole.seconds < SLOW else LEAST // 4,
               int(SECONDS * workers / (4 * whole.seconds)))
    points = points[:1] + random.Random(1).sample(points[1:], min(most, len(points) - 1))
    with ThreadPoolExecutor(workers) as workers:
        faults = [fault for fault in workers.map(lambda point: attempt(*point), points) if fault]
    for fault in faults[:5]:
        print(f"FAILED: {fault}")
    print(f"{whole.steps} and {parts.steps} steps; killed at {len(points)} points, "
          f"{len(faults)} of them did harm")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
