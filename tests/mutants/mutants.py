#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tells the program otherwise in one place at a time, and looks whether a test says so.

    mutants.py SOURCE BUILD COUNT SEED

COUNT mutants (mutate.py) of core/cards and of the store are picked by SEED: the same ones, whatever else has changed
in the tree. Each is compiled and linked with the build's own objects, and the tests near it are run, the quickest
first, until one fails: it is killed. One that counts otherwise and survived is tried once more with AddressSanitizer:
what reaches beyond an end is seen by that alone. What doesn't compile isn't counted, nor what survives and compiles to the same
object code, and the next one stands in. What came of each is a line of BUILD/build-mutants/results-SEED, and those that
stand there aren't tried again: killed at any time, it goes on. A survivor that explained.txt has is told apart from the
others.

From the environment: MUTANTS_CC how a file is compiled, MUTANTS_LINK and MUTANTS_LIBS how it is linked; MUTANTS_ONLY, a
regular expression, mutants of these files alone; MUTANTS_AGAIN, try those that survived once more; MUTANTS_JOBS (2).
Ends with 1 when less than nine in ten were killed, or one survived that isn't explained.
"""

import concurrent.futures
import glob
import hashlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict

import near
from mutate import mutants_of, mutated

SOURCE, BUILD = (os.path.abspath(path) for path in sys.argv[1:3])
COUNT, SEED = int(sys.argv[3]), sys.argv[4]
HOME = os.path.join(BUILD, "build-mutants")
CC, LINK, LIBS = (shlex.split(os.environ["MUTANTS_" + name]) for name in ("CC", "LINK", "LIBS"))
LINK += ["-fuse-ld=lld"] if shutil.which("ld.lld") else []  # twice as quick
# Undefined behaviour ends a mutant, as it ends a test under sanitizers.
TRAPPED = ("-O0", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error")
# A second look at those that could reach beyond an end.
WATCHED = ("-fsanitize=address",)
REACHES = ("<", "<=", ">", ">=", "+", "-", "++", "--", "+=", "-=")
COUNTED = ("killed", "survived")


def names_of(mutants):
    """Each mutant with a name that stays as long as its line does."""
    seen = Counter()
    for mutant in mutants:
        stem = (mutant.file, mutant.source, mutant.before, mutant.after)
        seen[stem] += 1
        yield mutant, "\t".join(stem + (str(seen[stem]),))


def picked():
    """All mutants there are, in the order of the seed."""
    only = re.compile(os.environ.get("MUTANTS_ONLY", ""))
    everyone = []
    for pattern in near.MUTATED:
        for path in glob.glob(os.path.join(SOURCE, pattern), recursive=True):
            file = os.path.relpath(path, SOURCE)
            if only.search(file):
                with open(path, encoding="utf-8") as source:
                    everyone += names_of(mutants_of(file, source.read()))
    return sorted(everyone, key=lambda pair: hashlib.sha256((SEED + "\n" + pair[1]).encode()).digest())


# ---- building ----

def run(command, folder, limit=600, **more):
    """The exit status, less than 0 for one that was ended; all it started ends with it."""
    with open(os.path.join(folder, "said"), "wb") as said, \
            subprocess.Popen(command, stdout=said, stderr=said, stdin=subprocess.DEVNULL, start_new_session=True,
                             **more) as child:
        try:
            return child.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGTERM)
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
            return -signal.SIGKILL


def compiled(file, text, folder, *options):
    """The object of a file with this text, or None."""
    source, out = os.path.join(folder, "mutant.c"), os.path.join(folder, "mutant.o")
    with open(source, "w", encoding="utf-8") as mutant:
        mutant.write(f'#line 1 "{file}"\n{text}')
    return out if run(CC + list(options) + ["-c", "-o", out, source], folder, cwd=BUILD) == 0 else None


def bytes_of(path):
    with open(path, "rb") as file:
        return file.read()


def text_of(file):
    with open(os.path.join(SOURCE, file), encoding="utf-8") as source:
        return source.read()


def is_same(mutant, folder):
    """Reports whether an optimizing compiler makes the same of the mutant as of the original file."""
    text = text_of(mutant.file)
    original = bytes_of(compiled(mutant.file, text, folder, "-O2"))
    return bytes_of(compiled(mutant.file, mutated(text, mutant), folder, "-O2")) == original


# ---- testing ----

class Worker:
    """A folder in which one mutant is linked and tried at a time."""

    def __init__(self, number):
        self.folder = os.path.join(HOME, f"worker{number}")
        os.makedirs(self.folder, exist_ok=True)
        self.program, self.tried = os.path.join(self.folder, "pbem"), os.path.join(self.folder, "tried")
        self.environment = dict(os.environ, PBEM=self.program, PBEM_DATA=SOURCE, srcdir=SOURCE, PBEM_TRIALS="few",
                                ASAN_OPTIONS="detect_leaks=0")
        self.linked, self.watched = set(), ()

    def compile(self, file, text, watched=()):
        """Makes this the file's contents for all linking from now on; returns False when it doesn't compile."""
        self.linked.clear()
        self.watched = watched
        return compiled(file, text, self.folder, *TRAPPED, *watched) is not None

    def link(self, out, objects, *options):
        """Linked with the mutant, whose names are found before those of the library."""
        if out in self.linked:
            return
        mutant = os.path.join(self.folder, "mutant.o")
        objects = objects + ([mutant] if os.path.exists(mutant) else [])
        command = LINK + list(self.watched + options) + ["-o", out] + objects + LIBS
        if run(command, self.folder, cwd=BUILD) != 0:
            raise RuntimeError(bytes_of(os.path.join(self.folder, "said")).decode(errors="replace"))
        self.linked.add(out)

    def fails(self, test, seconds):
        """Reports whether a test fails. Its limit is eight times its usual time, and no less than half a minute."""
        limit = max(30, 8 * seconds)
        if test.endswith(".sh"):
            self.link(self.program, ["pbem/cli/main.o", "tests/seeded/chance.o"], "-Wl,--wrap=RAND_bytes")
            command = ["sh", os.path.join(SOURCE, test)]
        else:
            self.link(self.tried, glob.glob(os.path.join(HOME, "objects", "*.o")))
            if test == "cases":
                return self.cases_fail(limit)
            command = [self.tried, test]
        more = near.MORE.get(os.path.basename(test), {})
        return run(command, self.folder, limit, cwd=BUILD, env=dict(self.environment, **more)) not in (0, 77)

    def cases_fail(self, limit):
        first, last, folder = 1, near.cases_count(HOME), os.path.join(HOME, "cases")
        while first <= last:
            status = run([self.tried, "cases", folder, str(first), str(last)], self.folder, limit,
                         cwd=self.folder, env=self.environment)
            if status != 1:
                return status != 0
            number, code = bytes_of(os.path.join(self.folder, "said")).decode().split()
            if not near.case_fits(HOME, number, int(code), bytes_of(os.path.join(self.folder, "given"))):
                return True
            first = int(number) + 1
        return False


def measured(worker, tests):
    """Measures how long each test takes, unmutated; a test that fails is left out."""
    path = os.path.join(HOME, "seconds")
    known = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            known = {test: float(seconds) for test, seconds in (line.split() for line in file)}
    for test in sorted(set(tests) - set(known)):
        begun = time.monotonic()
        failed = worker.fails(test, 600)
        known[test] = -1 if failed else time.monotonic() - begun
        with open(path, "a", encoding="utf-8") as file:
            file.write(f"{test} {known[test]:.2f}\n")
    for test in tests:
        if known[test] < 0:
            print(f"{test} fails as it is, and isn't asked")
    return {test: seconds for test, seconds in known.items() if seconds >= 0}


def tried(worker, mutant, seconds):
    """Returns the fate of a mutant: a word for it, and the test that killed it."""
    text = text_of(mutant.file)
    if not worker.compile(mutant.file, mutated(text, mutant)):
        return "stillborn", "-"
    tests = sorted((test for test in near.tests_of(mutant.file, BUILD) if test in seconds), key=seconds.get)
    for test in tests:
        if worker.fails(test, seconds[test]):
            return "killed", test
    if is_same(mutant, worker.folder):
        return "same", "-"
    test = watched_kill(worker, mutant, tests, seconds) if mutant.before in REACHES else None
    return ("killed", test) if test else ("survived", "-")


def watched_kill(worker, mutant, tests, seconds):
    """The test that sees what only AddressSanitizer tells, and has nothing to say of the file as it is."""
    text = text_of(mutant.file)
    for test in (test for test in tests if not test.endswith(".sh")):
        worker.compile(mutant.file, mutated(text, mutant), WATCHED)
        if worker.fails(test, 3 * seconds[test]):
            worker.compile(mutant.file, text, WATCHED)
            if not worker.fails(test, 3 * seconds[test]):
                return test
    return None


# ---- telling ----

def results_path():
    return os.path.join(HOME, f"results-{SEED}")


def known_results():
    results = {}
    if os.path.exists(results_path()):
        with open(results_path(), encoding="utf-8") as file:
            for line in file:
                fields = line.rstrip("\n").split("\t")
                results["\t".join(fields[2:])] = fields[:2]
    if os.environ.get("MUTANTS_AGAIN"):
        results = {name: result for name, result in results.items() if result[0] != "survived"}
    return results


def explained():
    """(file, line, before => after) of each that explained.txt has, with " #N" behind it the Nth of those alone."""
    with open(os.path.join(SOURCE, "tests/mutants/explained.txt"), encoding="utf-8") as file:
        blocks = re.split(r"\n\s*\n", "".join(line for line in file if not line.startswith("#")))
    return {tuple(line.strip() for line in block.strip().split("\n")[:3]) for block in blocks if block.strip()}


def told(counted):
    """Prints what came of it; the exit status."""
    known = explained()
    killed = sum(result[0] == "killed" for _, result, _ in counted)
    open_ones = []
    for mutant, result, name in counted:
        change = f"{mutant.before} => {mutant.after}".strip()
        number = name.rsplit("\t", 1)[1]
        if result[0] == "survived" and known.isdisjoint((mutant.file, mutant.source, words)
                                                        for words in (change, f"{change} #{number}")):
            open_ones.append(mutant)
    by_file = defaultdict(list)
    for mutant in sorted(open_ones, key=lambda mutant: (mutant.file, mutant.start)):
        by_file[mutant.file].append(mutant)
    for file, mutants in by_file.items():
        for mutant in mutants:
            print(f"{file}:{mutant.line}:{mutant.column}: {mutant.before} => {mutant.after}\n\t{mutant.source}")
    left = len(counted) - killed
    share = 100.0 * killed / len(counted) if counted else 0.0
    print(f"{len(counted)} mutants, seed {SEED}: {killed} killed ({share:.1f} %), {left} survived, "
          f"{left - len(open_ones)} of them explained")
    return 0 if share > 90 and not open_ones else 1


# ---- all of them ----

def built(tests):
    """The objects of what is tried of a mutant: every unit with its main() under a name of its own, and pbem's."""
    folder = os.path.join(HOME, "objects")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    rows = []
    for number, test in enumerate(["pbem/cli/main"] + tests):
        subprocess.run(["objcopy", "--redefine-sym", f"main=main_{number}", test + ".o",
                        os.path.join(folder, f"{number}.o")], cwd=BUILD, check=True)
        rows.append((number, test))
    table = os.path.join(HOME, "units.c")
    with open(table, "w", encoding="utf-8") as file:
        file.write("".join(f"int main_{number}(int, char **);\n" for number, _ in rows)
                   + "const struct { const char *name; int (*main)(int, char **); } units[] = {\n"
                   + "".join(f'\t{{"{test}", main_{number}}},\n' for number, test in rows) + "\t{0}};\n")
    for name, source in (("units", table), ("tried", os.path.join(SOURCE, "tests/mutants/tried.c"))):
        subprocess.run(CC + ["-c", "-o", os.path.join(folder, name + ".o"), source], cwd=BUILD, check=True)


def prepared(tests):
    """Sets up what is the same for all mutants; the workers."""
    os.makedirs(HOME, exist_ok=True)
    built([test for test in tests if test != "cases" and not test.endswith(".sh")])
    workers = [Worker(number) for number in range(int(os.environ.get("MUTANTS_JOBS", "2")))]
    for worker in workers:
        for left in glob.glob(os.path.join(worker.folder, "mutant.*")):
            os.remove(left)
    count = near.cases_make(SOURCE, HOME)
    if count:
        workers[0].link(workers[0].tried, glob.glob(os.path.join(HOME, "objects", "*.o")))
        subprocess.run([workers[0].tried, "cases", os.path.join(HOME, "cases"), "1", str(count), "write"],
                       cwd=workers[0].folder, check=True, env=workers[0].environment)
        near.cases_done(HOME, count)
    return workers


def main():
    order = picked()
    tests = sorted({test for file in {mutant.file for mutant, _ in order} for test in near.tests_of(file, BUILD)})
    workers = prepared(tests)
    seconds = measured(workers[0], tests)
    results = known_results()
    counted, left, lock = [], iter(order), threading.Lock()

    def work(worker):
        while True:
            with lock:
                if len(counted) >= COUNT:
                    return
                mutant, name = next(left, (None, None))
                if mutant is None:
                    return
                result = results.get(name)
                if result is None or result[0] in COUNTED:
                    counted.append([mutant, result, name])
                    place = counted[-1]
            if result is not None:
                continue
            result = tried(worker, mutant, seconds)
            with lock:
                place[1] = result
                if result[0] not in COUNTED:
                    counted.remove(place)
                with open(results_path(), "a", encoding="utf-8") as file:
                    file.write("\t".join(result) + "\t" + name + "\n")

    with concurrent.futures.ThreadPoolExecutor(len(workers)) as pool:
        for done in [pool.submit(work, worker) for worker in workers]:
            done.result()
    return told(counted)


if __name__ == "__main__":
    sys.exit(main())
