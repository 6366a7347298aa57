# SPDX-License-Identifier: MIT
"""verify.py FOLDER RANDOMGAMES: games a second that pbem verify reads and checks, beside pgn-extract reading the
same games as it would have them. BENCH_GAMES of them, random ones; BENCH_PAIRS times in turn."""
import os
import shutil
import subprocess
import sys

from pairs import PAIRS, compare, in_turn, least
from players import PBEM, cost

GAMES = os.environ.get("BENCH_GAMES", "4000")


def prepare(folder, maker):
    """The number of half-moves of all games; the games are in FOLDER/site, and in FOLDER/games.pgn."""
    played = subprocess.run([maker, f"{folder}/site", GAMES, "1", "chess"], capture_output=True, text=True,
                            check=True).stdout
    subprocess.run([PBEM, "--site", f"{folder}/site", "export", "--all-finished", "--format", "pgn", "--output",
                    f"{folder}/games.pgn"], check=True, capture_output=True)
    return sum(len(line.split()) - 1 for line in played.splitlines())


def main():
    folder, maker = sys.argv[1:]
    extract = shutil.which("pgn-extract", path=os.environ["PATH"] + ":/usr/games")
    if extract is None:
        print("verify: not measured: no pgn-extract")
        return
    plies, cores = prepare(folder, maker), len(os.sched_getaffinity(0))

    def side(command):
        def run():
            wall, used, _ = cost(command)
            return {"wall": plies / wall / 1000, "processor": plies / used / 1000}
        return run

    print(f"pbem verify of {GAMES} games, {plies} half-moves, beside pgn-extract -s -r reading them: thousand\n"
          f"half-moves a second. {PAIRS} pairs: median, best, median ratio.")
    for jobs, what, wanted in ((1, "processor", 0.5), (2, "wall", 1)):
        print(f"on {jobs} core{'s' * (jobs > 1)}:")
        if cores < jobs:
            print(f"  not measured: there is {cores}")
            continue
        got = in_turn(side([PBEM, "--site", f"{folder}/site", "verify", "--jobs", str(jobs)]),
                      side([extract, "-s", "-r", f"{folder}/games.pgn"]))
        for measure in ("wall", "processor"):
            compare(measure, ("pbem", "pgn-extract"), *[[each[measure] for each in one] for one in got], unit="k/s",
                    goal=(lambda ratio, wanted=wanted: least(wanted, ratio)) if measure == what else None, rate=True)


main()
