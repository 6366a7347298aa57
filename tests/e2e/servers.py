#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Starts the servers of tests quickly: each is a copy of this process, which has imported them before.

    servers.py FOLDER

reads requests from the FIFO FOLDER/servers. A request is one line, of fields that end with the character US: a name, a
server's module, and its arguments. The server's process number is written to FOLDER/NAME.pid, its output to
FOLDER/NAME.out and FOLDER/NAME.err."""

import importlib
import os
import signal
import sys


class Started:
    """A server of a module as a copy of this process, which starts faster than another Python."""

    def __init__(self, module, *words):
        output, told = os.pipe()
        sys.stdout.flush()
        self.process = os.fork()
        if self.process == 0:
            os.dup2(told, 1)
            sys.argv = [module.__file__, *words]
            module.main()
        os.close(told)
        self.output = open(output, encoding="utf-8")
        self.port = int(self.output.readline())

    def end(self):
        """Returns what it has printed since its port."""
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        with self.output:
            return self.output.read()


def serve(folder, name, module, words):
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number, ending in ((1, "out"), (2, "err")):
        os.dup2(os.open(f"{folder}/{name}.{ending}", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644), number)
    with open(f"{folder}/{name}.pid", "w", encoding="ascii") as file:
        file.write(f"{os.getpid()}\n")
    sys.argv = [module.__file__, *words]
    module.main()


def main():
    folder = sys.argv[1]
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    sys.dont_write_bytecode = True
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # a server that ended leaves nothing
    # Also open for writing, so that it never ends.
    with open(os.open(f"{folder}/servers", os.O_RDWR), encoding="utf-8") as requests:
        print("ready", flush=True)
        for line in requests:
            name, module, *words = line.split("\x1f")[:-1]
            module = importlib.import_module(module)
            if os.fork() == 0:
                serve(folder, name, module, words)
                break


if __name__ == "__main__":
    main()
