# SPDX-License-Identifier: MIT
"""What a run with one letter costs: in a site of 10 games and in one of 20,000, in a game at its
10th half-move and in one at its 1,000th."""
import sys
import tempfile

from players import Site, copy, long_game, median, quick_folder

FEW, MANY, EARLY, LATE, RUNS = 10, 20000, 10, 1000, 21


def prepare(work, quick):
    """Two sites that differ only in how many other games they hold. The game "early" has had 10
    half-moves in both, the game "late" 1,000."""
    moves = long_game(LATE + RUNS)
    few = Site(f"{quick}/few").make()
    few.new_games(["early", "late"] + [f"g{number}" for number in range(3, FEW + 1)])
    few.collect()
    few.play("early", moves[:EARLY])
    few.play("late", moves[:LATE])
    many = Site(f"{quick}/many")
    copy(few.folder, many.folder)
    many.newest, many.mails = dict(few.newest), few.mails
    many.new_games([f"g{number}" for number in range(FEW + 1, MANY + 1)])
    many.empty()
    for site in (few, many):
        copy(site.folder, work + site.folder[len(quick):])
        site.folder = work + site.folder[len(quick):]
    return few, many, moves


def show(what, one, other):
    for unit, a, b in zip(("wall clock", "processor"), one, other):
        print(f"  {what:<44} {unit:<10} {a * 1000:7.2f} and {b * 1000:7.2f} ms: {b / a:4.2f} times")


def main():
    with tempfile.TemporaryDirectory(prefix="pbem-bench.") as work:
        with quick_folder() as quick:
            few, many, moves = prepare(work, quick)
        costs = {}
        for number in range(RUNS):
            for size, site in (("few", few), ("many", many)):
                for game, ply in (("early", EARLY + number), ("late", LATE + number)):
                    costs.setdefault((size, game), []).extend(site.play(game, [moves[ply]], ply))
    result = {key: median(values) for key, values in costs.items()}
    print(f"A run with one letter, medians of {RUNS}:")
    show(f"{FEW} and {MANY} games stored, half-move {EARLY}", result["few", "early"], result["many", "early"])
    show(f"{FEW} and {MANY} games stored, half-move {LATE}", result["few", "late"], result["many", "late"])
    show(f"half-move {EARLY} and {LATE}, {FEW} games stored", result["few", "early"], result["few", "late"])
    show(f"half-move {EARLY} and {LATE}, {MANY} games stored", result["many", "early"],
         result["many", "late"])


sys.exit(main())
