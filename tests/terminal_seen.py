# SPDX-License-Identifier: MIT
"""usage: terminal_seen.py SITE: runs pbem at a terminal of its own, and where there is none."""
import os
import pty
import subprocess
import sys
import tempfile
import time

PBEM = os.environ["PBEM"]
site = sys.argv[1]
MOVING = b"\033[K"


def expect(what, true):
    if not true:
        raise AssertionError(what)


def run(words, out=False, err=True, until=None, program=PBEM, **environment):
    """Standard output, where it is no terminal, and what the terminal got; ended once `until` stands there."""
    master, slave = pty.openpty()
    env = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    env.update({"TERM": "xterm", **environment})
    with tempfile.TemporaryFile() as other:
        child = subprocess.Popen([program, "--site", site, *words], stdin=subprocess.DEVNULL, env=env,
                                 stdout=slave if out else other, stderr=slave if err else other)
        os.close(slave)
        seen = b""
        while until is None or until not in seen:
            try:
                got = os.read(master, 65536)
            except OSError:
                break
            if not got:
                break
            seen += got
        if until is not None and until in seen:
            child.kill()
        child.wait()
        os.close(master)
        other.seek(0)
        return other.read(), seen


def check_progress():
    long = ["perft", "fourteen", "7"]
    expect("what is done is told", b"turns counted: " in run(long, until=MOVING)[1])
    for words, what in ((["perft", "fourteen", "7", "--divide"], b"turns divided: "),
                        (["perft", "ring", "4"], b"turns counted: "),
                        (["perft", "ring", "4", "--divide"], b"turns divided: ")):
        expect(f"{words} tells how far it is", what in run(words, until=MOVING)[1])
    began = time.monotonic()
    out, seen = run(["check"])
    expect("check finds nothing", out == b"")
    expect("check tells how far it is", time.monotonic() - began < 1.5 or b"variants checked: " in seen)
    expect("and takes the line away", b"\033[K" not in seen or seen.rstrip().endswith(b"\r\033[K"))
    ring = [run(["perft", "ring", "3"], **environment)[0] for environment in ({}, {"TERM": "dumb"})]
    expect(f"a ring's count, watched or not: {ring}", ring[0] == ring[1])
    counts = {run(words, **environment)[0] for words in (["perft", "chess", "4"],)
              for environment in ({}, {"TERM": "dumb"})}
    expect(f"watched or not, it is the same: {counts}", counts == {b"nodes 197281\n"})
    expect("the same of a game that is over", run(["perft", "chess", "3", "--moves", "f2f3 e7e5 g2g4 d8h4"])[0] == b"nodes 0\n")
    expect("what is done soon needs no line", run(["verify"])[1] == b"")
    # One of two games takes three seconds to be looked for.
    for jobs in "1", "2":
        _, seen = run(["verify", "--jobs", jobs], program=os.environ["FAULTY"], FAULT="access NAP /slow/game.txt")
        expect(f"verify, {jobs} at a time, tells how far it is: {seen}", b"verify: " in seen and b" of 2" in seen)
        expect("and takes the line away", seen.endswith(b"\r\033[K"))
    expect("nor does a file", run(["perft", "chess", "1"], err=False) == (b"nodes 20\n", b""))


def check_colours():
    good = b"\033[32mok  \033[0m"
    expect("colours", good in run(["doctor"], out=True)[1])
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": ""}):
        seen = run(["doctor"], out=True, **environment)[1]
        expect(f"none with {environment}", b"ok   " in seen and b"\033" not in seen)
    expect("any with an empty NO_COLOR", good in run(["doctor"], out=True, NO_COLOR="")[1])
    expect("none in a file", b"\033" not in run(["doctor"])[0])


check_progress()
check_colours()
