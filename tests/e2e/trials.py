# SPDX-License-Identifier: MIT
"""What the tests of hindered runs share: the site they start from, what an undisturbed run makes of
it, and a runner for functions marked @test that raise Difference."""

import socket
import sys
import time

import promise
from players import Table
from promise import Difference

DONE, DATA, LATER, CONFIG = 0, 65, 75, 78
TESTS = []


def test(function):
    TESTS.append(function)
    return function


def expect(condition, what):
    if not condition:
        raise Difference(what)


class Bench:
    """The site all tests start from, and what an undisturbed run makes of it."""

    def __init__(self, work):
        self.work = work
        self.site = promise.lay(f"{work}/site")
        Table(self.site).configure(timeout_seconds=1, min_free_megabytes=0)
        self.want = self.result(self.undisturbed("reference"))

    def fresh(self, name):
        return promise.copy(self.site, f"{self.work}/{name}")

    def undisturbed(self, name, **keys):
        site = self.fresh(name)
        Table(site).configure(**keys)
        promise.run(site)
        return site

    def result(self, site, post=None):
        promise.settled(site)
        return outcome(site, post)

    def compare(self, site, post=None):
        promise.compare(self.want, self.result(site, post))


def outcome(site, post=None):
    return promise.outcome(site, post, skip=("pbem.conf", "ledger batch"))


def without(outcome, gone):
    """The outcome less what the function says of a name, or of a row of the ledger."""
    left = {}
    for name, value in outcome.items():
        if isinstance(value, list):
            value = [row for row in value if not gone(row)]
        elif isinstance(value, dict):
            value = {key: count for key, count in value.items() if not gone(key)}
        if not gone(name):
            left[name] = value
    return left


def games(outcome):
    return {name: value for name, value in outcome.items() if name.startswith("games/")}


def closed_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def main(bench, only):
    failed = 0
    for function in TESTS:
        if only and function.__name__ not in only:
            continue
        began = time.monotonic()
        try:
            said = function(bench)
            print(f"{function.__name__}: {said or 'good'}, {time.monotonic() - began:.1f} s")
        except Difference as difference:
            failed += 1
            print(f"FAILED: {function.__name__}: {difference}")
        sys.stdout.flush()
    sys.exit(1 if failed else 0)
