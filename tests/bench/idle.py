# SPDX-License-Identifier: MIT
"""idle.py [GAMES]: what a run with nothing to do costs in a site of 10 games and in one of so many,
all of them with clocks: how often it calls the system, and how long it keeps the processor."""
import os
import shutil
import subprocess
import sys

from players import Site, cost, median, quick_folder

FEW, MANY, RUNS, AT_ONCE = 10, 100000, 51, 5000


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


def main():
    many = int(sys.argv[1]) if len(sys.argv) > 1 else MANY
    with quick_folder() as quick:
        sites = [prepare(f"{quick}/few", FEW), prepare(f"{quick}/many", many)]
        costs = [[], []]
        for _ in range(RUNS):
            for site, own in zip(sites, costs):
                own.append(cost(site.command("run"))[:2])
        counted = [calls(site) for site in sites]
    print(f"A run with nothing to do, {FEW} and {many} games with clocks stored, medians of {RUNS}:")
    for unit, one, other in zip(("wall clock", "processor"), *map(median, costs)):
        print(f"  {unit:<13}{one * 1000:7.2f} and {other * 1000:7.2f} ms: {other / one:4.2f} times")
    if None in counted:
        print("  system calls: not counted, there is no strace that works here")
    else:
        print(f"  system calls {counted[0]:7} and {counted[1]:7}:    {counted[1] / counted[0]:4.2f} times")


sys.exit(main())
