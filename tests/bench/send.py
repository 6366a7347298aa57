# SPDX-License-Identifier: MIT
"""send.py FOLDER SENDPROBE [LETTERS]: letters a second out of the outbox, to a server on this machine that takes
all of them at once, and to the same behind a line that takes 20 ms each way; by what the server offers, over one
connection and over two. With BENCH_HERE in the environment the latter is left out."""
import asyncio
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import time

DELAY = 0.020


class Post(asyncio.Protocol):
    """Takes all letters."""

    offers = ""

    def connection_made(self, transport):
        self.transport, self.unread, self.chunk, self.inside = transport, b"", 0, False
        transport.write(b"220 here\r\n")

    def data_received(self, data):
        self.unread += data
        answers = []
        while self.step(answers):
            pass
        if answers:
            self.transport.write(b"".join(answers))

    def step(self, answers):
        if self.inside:
            end = self.unread.find(b"\r\n.\r\n")
            if end < 0:
                return False
            self.unread, self.inside = self.unread[end + 5:], False
            answers.append(b"250 taken\r\n")
            return True
        line, found, rest = self.unread.partition(b"\r\n")
        if not found:
            return False
        verb = line[:4].upper()
        if verb == b"BDAT":
            size = int(line.split()[1])
            if len(rest) < size:
                return False
            rest = rest[size:]
        self.unread = rest
        self.inside = verb == b"DATA"
        answers.append(b"354 go\r\n" if self.inside else b"250-here\r\n" + self.offers + b"250 SIZE\r\n"
                       if verb == b"EHLO" else b"250 ok\r\n")
        return True


class Line(asyncio.Protocol):
    """One end of a line on which everything takes its time."""

    def __init__(self, other, delay):
        self.other, self.delay, self.early, self.transport = other, delay, [], None

    def connection_made(self, transport):
        self.transport = transport
        if self.other is None:
            self.other = Line(self, self.delay)
            asyncio.ensure_future(asyncio.get_running_loop().create_connection(
                lambda: self.other, "127.0.0.1", Line.to))
        for data in self.early:
            transport.write(data)

    def data_received(self, data):
        asyncio.get_running_loop().call_later(self.delay, self.other.write, data)

    def write(self, data):
        if self.transport is None:
            self.early.append(data)
        elif not self.transport.is_closing():
            self.transport.write(data)

    def connection_lost(self, _):
        asyncio.get_running_loop().call_later(self.delay, self.other.close)

    def close(self):
        if self.transport:
            self.transport.close()


def serve(factory, told):
    async def forever():
        server = await asyncio.get_running_loop().create_server(factory, "127.0.0.1", 0)
        told.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()
    asyncio.run(forever())


def started(factory):
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=serve, args=(factory, theirs), daemon=True)
    process.start()
    return process, ours.recv()


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
    multiprocessing.set_start_method("fork")
    folder, probe = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    # One that reads no `connections`, as of before, has one.
    many = os.environ.get("BENCH_CONNECTIONS", "1 2").split()
    print("sending, letters a second             " +
          "".join(f"{each + ' connection' + 's' * (each != '1'):>16}" for each in many))
    for name, offers in (("nothing", b""), ("PIPELINING", b"250-PIPELINING\r\n"),
                         ("PIPELINING CHUNKING", b"250-PIPELINING\r\n250-CHUNKING\r\n")):
        Post.offers = offers
        post, Line.to = started(Post)
        line, slow = started(lambda: Line(None, DELAY))
        for where, port, share in (("here", Line.to, 1), ("20 ms away", slow, 10 if "CH" not in name else 1)):
            if port == slow and "BENCH_HERE" in os.environ:
                continue
            rates = [measure(folder, probe, port, each.strip("-"), count // share // 20 * 20) for each in many]
            print(f"{name:22}{where:16}" + "".join(f"{rate:16.0f}" for rate in rates), flush=True)
        line.terminate()
        post.terminate()


if __name__ == "__main__":
    main()
