# SPDX-License-Identifier: MIT
"""Servers to measure against, each in a process of its own: a post that takes all letters at once, and a line on
which everything takes its time."""
import asyncio
import collections
import multiprocessing
import ssl

FORK = multiprocessing.get_context("fork")
ROUND_TRIP = 2  # delays
OPENING = ROUND_TRIP + 1  # the three steps of TCP, before the far end hears the first word


class Post(asyncio.Protocol):
    """Takes all letters, from whoever logs in and who doesn't."""

    def __init__(self, offers=()):
        self.unread, self.inside, self.secret, self.transport = b"", False, False, None
        self.offers = b"".join(b"250-" + offer.encode() + b"\r\n" for offer in offers)

    def connection_made(self, transport):
        self.transport = transport
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
        answers.append(self.answer(line, verb))
        return True

    def answer(self, line, verb):
        if self.secret or (verb == b"AUTH" and len(line.split()) > 2):
            self.secret = False
            return b"235 welcome\r\n"
        self.secret, self.inside = verb == b"AUTH", verb == b"DATA"
        return {b"EHLO": b"250-here\r\n" + self.offers + b"250 SIZE\r\n", b"AUTH": b"334 \r\n",
                b"DATA": b"354 go\r\n"}.get(verb, b"250 ok\r\n")


class End(asyncio.Protocol):
    """One end of a connection. Input at the other end is passed on here after the delay."""

    def __init__(self, delay, port=None):
        self.delay, self.port, self.transport, self.other = delay, port, None, None
        self.coming, self.waits = collections.deque(), False

    def connection_made(self, transport):
        self.transport = transport
        if self.port:
            self.other = End(self.delay)
            self.other.other = self
            asyncio.get_running_loop().call_later(OPENING * self.delay, self.connect)
        self.go_on()

    def connect(self):
        asyncio.ensure_future(asyncio.get_running_loop().create_connection(
            lambda: self.other, "127.0.0.1", self.port))

    def data_received(self, data):
        self.other.later(data)

    def connection_lost(self, _):
        self.other.later(None)

    def later(self, data):
        """None is the end."""
        self.coming.append((asyncio.get_running_loop().time() + self.delay, data))
        self.go_on()

    def go_on(self):
        """In order, whatever the clock says; and only when there is somebody to say it to."""
        loop = asyncio.get_running_loop()
        while self.transport and self.coming and self.coming[0][0] <= loop.time():
            data = self.coming.popleft()[1]
            if data is None:
                self.transport.close()
            elif not self.transport.is_closing():
                self.transport.write(data)
        if self.transport and self.coming and not self.waits:
            self.waits = True
            loop.call_at(self.coming[0][0], self.wake)

    def wake(self):
        self.waits = False
        self.go_on()


def serve(factory, tls, told):
    async def forever():
        server = await asyncio.get_running_loop().create_server(factory, "127.0.0.1", 0, ssl=tls)
        told.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()
    asyncio.run(forever())


def start(factory, tls=None):
    """The process, to be terminated, and its port."""
    ours, theirs = FORK.Pipe()
    process = FORK.Process(target=serve, args=(factory, tls, theirs), daemon=True)
    process.start()
    return process, ours.recv()


def start_post(offers=(), certificate=None, key=None):
    tls = None
    if certificate:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(certificate, key)
    return start(lambda: Post(offers), tls)


def start_line(port, delay):
    """A line to a port of this machine that takes so many seconds each way."""
    return start(lambda: End(delay, port))
