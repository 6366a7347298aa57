# SPDX-License-Identifier: MIT
"""Fairy-Stockfish, npm's ffish, for tests that ask it."""

import json
import os
import shutil
import subprocess


def source():
    """The folder of our sources."""
    return os.environ.get("srcdir", os.path.join(os.path.dirname(__file__), ".."))


def find():
    """Reports whether node can load it: `npm install ffish` in the folder of the build, or of the source."""
    places = [os.path.join(place, "node_modules")
              for place in (os.getcwd(), os.path.abspath(source()))]
    os.environ["NODE_PATH"] = os.pathsep.join(
        places + [place for place in [os.environ.get("NODE_PATH")] if place])
    found = shutil.which("node") is not None and subprocess.run(
        ["node", "-e", "require.resolve('ffish')"], stderr=subprocess.DEVNULL,
        check=False).returncode == 0
    if not found:
        print("node or its package ffish isn't installed (npm install ffish)")
    return found


def play(script, task):
    """Returns what a script prints, one value per line; `task` is its argument."""
    played = subprocess.run(["node", "-e", script, "--", json.dumps(task)], text=True, check=True,
                            stdout=subprocess.PIPE)
    return [json.loads(line) for line in played.stdout.splitlines() if line.startswith("[")]


def moves(variant, lines, folder=None):
    """The answers of `pbem moves` to these lines."""
    pbem = os.path.abspath(os.environ.get("PBEM", "./pbem/pbem"))
    environment = dict(os.environ, PBEM_DATA=folder) if folder else None
    return subprocess.run([pbem, "moves", *variant], text=True, stdout=subprocess.PIPE, check=False,
                          input="".join(line + "\n" for line in lines),
                          env=environment).stdout.splitlines()
