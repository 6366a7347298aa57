# SPDX-License-Identifier: MIT
"""Processor time of an order in a run over an order in each of BENCH_ORDERS games, out of a Maildir and into one: one
message per reader, and several. With BENCH_OTHER="PROGRAM DATA-FOLDER", another build runs in turn with this one."""
import os
import re
import sys

import pairs
import players
from pairs import ORDERS, PAIRS
from players import Site, copy, cost, maildir_put, quick_folder

SEVERAL = os.environ.get("BENCH_READER", "16")


class Build:
    """A build of pbem, and a site that it has made, in which each game waits for its first move. Each build makes a
    site of its own, because the other may not read it."""

    def __init__(self, name, folder, program, data, **settings):
        self.name, self.folder, self.program, self.data, self.settings = name, folder, program, data, settings
        self.use()
        site = Site(f"{folder}/start").make()
        games = [f"g{number}" for number in range(1, ORDERS + 1)]
        site.new_games(games)
        site.collect()
        self.letters = [site.reply("w", game, "e2e4") for game in games]

    def use(self):
        players.PBEM = self.program
        os.environ["PBEM_DATA"] = self.data

    def run(self):
        """Milliseconds of processor time per order."""
        self.use()
        copy(f"{self.folder}/start", f"{self.folder}/run")
        if os.path.exists(f"{self.folder}/run/host"):
            os.unlink(f"{self.folder}/run/host")
        site = Site(f"{self.folder}/run")
        site.configure(**self.settings)
        for number, letter in enumerate(self.letters):
            maildir_put(f"{site.folder}/mail/in", number, letter)
        _, used, said = cost(site.command("run"))
        for number in range(1, ORDERS + 1):
            with open(f"{site.folder}/games/g{number}/game.txt", encoding="utf-8") as file:
                if len(re.findall(r"^\s*played ", file.read(), re.M)) != 1:
                    sys.exit(f"the order of game g{number} was not carried out:\n{said}")
        return used / ORDERS * 1000


def main():
    with quick_folder() as quick:
        this = players.PBEM, os.environ.get("PBEM_DATA", "")
        builds = [Build("one message per reader", f"{quick}/one", *this),
                  Build(f"{SEVERAL} messages per reader", f"{quick}/several", *this, messages_per_reader=SEVERAL)]
        if "BENCH_OTHER" in os.environ:
            builds.insert(0, Build("other build", f"{quick}/other", *os.environ["BENCH_OTHER"].split()))
        results = [[] for _ in builds]
        for number in range(PAIRS):
            order = list(range(len(builds)))
            for which in order if number % 2 == 0 else reversed(order):
                results[which].append(builds[which].run())
    print(f"Processor time of an order, in a run over {ORDERS} games, {PAIRS} times:")
    for build, used in zip(builds, results):
        pairs.alone(build.name, used, "ms")
    for build, used in list(zip(builds, results))[1:]:
        pairs.multiple("", (build.name, builds[0].name), used, results[0], "ms")


sys.exit(main())
