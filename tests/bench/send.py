# SPDX-License-Identifier: MIT
"""send.py FOLDER SENDPROBE [LETTERS]: letters a second out of the outbox, to a server on this machine that takes
all of them at once, and to the same behind a line that takes 20 ms each way; by what the server offers, over one
connection and over two. With BENCH_HERE in the environment the latter is left out."""
import os
import re
import shutil
import subprocess
import sys
import time

from servers import start_line, start_post

DELAY = 0.020


def measure(folder, probe, port, connections, count):
    """Letters a second."""
    site = f"{folder}/site"
    shutil.rmtree(site, ignore_errors=True)
    os.mkdir(site, 0o700)
    with open(f"{site}/pbem.conf", "w", encoding="ascii") as file:
        file.write(f"address = game@example.org\noutgoing = smtp://127.0.0.1:{port}\n")
        if connections:
            file.write(f"connections = {connections}\n")
    for number in range(20):
        subprocess.run([probe, site, "fill", f"p{number}@example.net", str(count // 20)], check=True)
    before = time.monotonic()
    said = subprocess.run([probe, site, "outbox", "1778580700"], check=True, capture_output=True, text=True).stdout
    took = time.monotonic() - before
    if not re.match(rf"done: {count} sent", said):
        sys.exit(f"not all were sent: {said}")
    return count / took


def main():
    folder, probe = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    # A version that doesn't know `connections`, as earlier ones, has one.
    many = os.environ.get("BENCH_CONNECTIONS", "1 2").split()
    print("sending, letters a second             " +
          "".join(f"{each + ' connection' + 's' * (each != '1'):>16}" for each in many))
    for name in ("nothing", "PIPELINING", "PIPELINING CHUNKING"):
        post, here = start_post(name.split() if name != "nothing" else ())
        line, slow = start_line(here, DELAY)
        for where, port, share in (("here", here, 1), ("20 ms away", slow, 10 if "CH" not in name else 1)):
            if port == slow and "BENCH_HERE" in os.environ:
                continue
            rates = [measure(folder, probe, port, each.strip("-"), count // share // 20 * 20) for each in many]
            print(f"{name:22}{where:16}" + "".join(f"{rate:16.0f}" for rate in rates), flush=True)
        line.terminate()
        post.terminate()


if __name__ == "__main__":
    main()
