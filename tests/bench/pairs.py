# SPDX-License-Identifier: MIT
"""Two works side by side, measured in turn, and what is wanted of one beside the other."""
import os
import statistics
import subprocess

PAIRS = int(os.environ.get("BENCH_PAIRS", "5"))
ORDERS = int(os.environ.get("BENCH_ORDERS", "2000"))


def in_turn(one, other, pairs=PAIRS):
    """Returns two lists of results, measured in the order A B B A A B and so on, so that other work of the machine
    affects both alike."""
    results = [], []
    for number in range(pairs):
        for which in (0, 1) if number % 2 == 0 else (1, 0):
            results[which].append((one, other)[which]())
    return results


def least(wanted, ratio):
    return f"goal at least {wanted:g}{'' if ratio >= wanted else ', not reached'}"


def most(wanted, ratio):
    return f"goal at most {wanted:g}{'' if ratio <= wanted else ', not reached'}"


def line(what, names, sides, unit, best, ratio, goal):
    each = "   ".join(f"{name} {statistics.median(numbers):8.3f} {unit} (best {best(numbers):.3f})"
                      for name, numbers in zip(names, sides))
    print(f"  {what:<10} {each}   {ratio}{': ' + goal if goal else ''}", flush=True)


def compare(what, names, ones, others, unit="s", goal=None, rate=False):
    """A line: both sides' medians and best, and the median of the pairs' ratios: how many times as fast the first
    is, whether they are times or rates. `goal` says of that ratio what is wanted."""
    ratio = statistics.median(one / other if rate else other / one for one, other in zip(ones, others))
    line(what, names, (ones, others), unit, max if rate else min, f"{names[0]} {ratio:.2f} times as fast",
         goal and goal(ratio))


def multiple(what, names, ones, others, unit, goal=None):
    """The same of how many times as much the first takes."""
    ratio = statistics.median(one / other for one, other in zip(ones, others))
    line(what, names, (ones, others), unit, min, f"{ratio:.2f} times as much", goal and goal(ratio))


def alone(what, numbers, unit, goal=None):
    """A line of one side alone, which may be held against a bound."""
    middle = statistics.median(numbers)
    print(f"  {what:<10} {middle:8.3f} {unit} (best {min(numbers):.3f}){': ' + goal(middle) if goal else ''}", flush=True)


def disk():
    """A folder on a disk and what file system it has; None when there is none."""
    place = os.environ.get("BENCH_DISK", "/var/tmp")
    system = subprocess.run(["stat", "-f", "-c", "%T", place], capture_output=True, text=True,
                            check=True).stdout.strip()
    return (None if system in ("tmpfs", "ramfs") else place), system


def settle(place):
    """Has all written that was only prepared, so that nobody is made to wait for it."""
    subprocess.run(["sync", "-f", place], check=True)
