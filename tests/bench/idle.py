# SPDX-License-Identifier: MIT
"""idle.py [GAMES]...: what a run with nothing to do costs in an empty site, and in ones of so many games, all of
them with clocks: how often it calls the system, and how long it keeps the processor."""
import os
import shutil
import subprocess
import sys

from pairs import in_turn, most, multiple
from players import Site, cost, quick_folder

GAMES, RUNS, AT_ONCE = (20000, 100000), int(os.environ.get("BENCH_RUNS", "51")), 5000


def prepare(folder, games):
    site = Site(folder).make()
    site.configure(**{"option.days": 30, "option.remind": "50,90"})
    for first in range(1, games + 1, AT_ONCE):
        site.new_games([f"g{number}" for number in range(first, min(first + AT_ONCE, games + 1))])
        site.empty()
    site.pbem("run")
    return site


def calls(site):
    """How often a run calls the system; None where nothing can count that."""
    counted = f"{site.folder}/calls"
    strace = shutil.which("strace")
    if strace is None or subprocess.run([strace, "-f", "-o", counted, *site.command("run")],
                                        capture_output=True).returncode != 0:
        return None
    with open(counted, encoding="utf-8") as file:
        number = sum("(" in line for line in file)
    os.unlink(counted)
    return number


def show(sites, names):
    got = in_turn(*[lambda site=site: cost(site.command("run"))[:2] for site in sites], RUNS)
    for number, what in enumerate(("wall", "processor")):
        multiple(what, names, *[[each[number] * 1000 for each in one] for one in got], "ms",
                 goal=(lambda ratio: most(1.1, ratio)) if what == "processor" else None)
    counted = [calls(site) for site in sites]
    if None in counted:
        print("  system calls: not counted, there is no strace that works here")
    else:
        multiple("calls", names, *[[number] for number in counted], "calls")


def main():
    print(f"A run with nothing to do, of games with clocks: {RUNS} pairs: median, best, median ratio.")
    with quick_folder() as quick:
        empty = prepare(f"{quick}/empty", 0)
        for many in [int(word) for word in sys.argv[1:]] or GAMES:
            print(f"after {many} games were made, beside an empty site:")
            show((prepare(f"{quick}/many", many), empty), (f"{many} games", "empty"))
            shutil.rmtree(f"{quick}/many")


main()
