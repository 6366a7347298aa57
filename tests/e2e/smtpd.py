#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""An SMTP server for tests: takes letters on 127.0.0.1 and hands them to an LMTP server or a Maildir.

The first line it prints is its port. Faults are asked for by options and come at fixed places, so
that a test can count on them."""

import argparse
import asyncio
import base64
import fnmatch
import os
import signal
import smtplib
import ssl
import sys
import time

from aiosmtpd.smtp import SMTP, AuthResult, MISSING


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0: any free one")
    parser.add_argument("--lmtp", type=int, help="port of the LMTP server to hand letters to")
    parser.add_argument("--maildir", help="or the folder to write them to: FOLDER/LOCALPART/new")
    parser.add_argument("--log", help="a line a letter: number, verdict, sender, recipient, octets")
    parser.add_argument("--tls", nargs=2, metavar=("CERT", "KEY"), help="TLS from the first byte")
    parser.add_argument("--starttls", nargs=2, metavar=("CERT", "KEY"), help="STARTTLS, required")
    parser.add_argument("--auth", metavar="USER:PASSWORD", help="log-in required")
    parser.add_argument("--bearer", metavar="USER:TOKEN", help="log-in by XOAUTH2 or OAUTHBEARER")
    parser.add_argument("--defer-every", type=int, default=0, metavar="N",
                        help="451 after the data of every nth letter")
    parser.add_argument("--refuse", action="append", default=[], metavar="PATTERN",
                        help="550 for recipients like this (nobody@*)")
    parser.add_argument("--defer", action="append", default=[], metavar="PATTERN",
                        help="450 for recipients like this")
    parser.add_argument("--reject-every", type=int, default=0, metavar="N",
                        help="554 after the data of every nth letter")
    parser.add_argument("--drop-every", type=int, default=0, metavar="N",
                        help="takes every nth letter, then drops the connection without an answer")
    parser.add_argument("--lose-every", type=int, default=0, metavar="N",
                        help="the same, and the letter is lost")
    parser.add_argument("--stall-every", type=int, default=0, metavar="N",
                        help="never answers the data of every nth letter")
    parser.add_argument("--delay", type=float, default=0, help="seconds before each verdict")
    return parser.parse_args()


class Letters:
    """Answers aiosmtpd's questions about each recipient, letter and log-in."""

    def __init__(self, asked):
        self.asked = asked
        self.count = 0
        self.lmtp = None
        self.one_at_a_time = asyncio.Lock()

    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        if any(fnmatch.fnmatch(address, each) for each in self.asked.refuse):
            return "550 5.1.1 no such user here"
        if any(fnmatch.fnmatch(address, each) for each in self.asked.defer):
            return "450 4.2.0 mailbox busy, try again"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    def due(self, every):
        return every > 0 and self.count % every == 0

    async def handle_DATA(self, server, session, envelope):
        asked = self.asked
        self.count += 1
        number = self.count
        if asked.delay:
            await asyncio.sleep(asked.delay)
        if self.due(asked.stall_every):
            self.note(number, "stalled", envelope)
            await asyncio.sleep(3600)
        if self.due(asked.defer_every):
            self.note(number, "deferred", envelope)
            return "451 4.3.0 try again later"
        if self.due(asked.reject_every):
            self.note(number, "rejected", envelope)
            return "554 5.7.1 not wanted here"
        if self.due(asked.lose_every):
            self.note(number, "lost", envelope)
            server.transport.abort()
            return "421 4.4.2 gone"
        drop = self.due(asked.drop_every)
        async with self.one_at_a_time:
            verdict = await asyncio.to_thread(self.deliver, number, envelope)
        self.note(number, ("dropped " if drop else "") + verdict[:3], envelope)
        if drop:
            server.transport.abort()
        return verdict

    def note(self, number, what, envelope):
        if self.asked.log:
            with open(self.asked.log, "a", encoding="utf-8") as log:
                for to in envelope.rcpt_tos:
                    log.write(f"{number} {what} <{envelope.mail_from}> <{to}> "
                              f"{len(envelope.content)}\n")

    def deliver(self, number, envelope):
        if self.asked.maildir:
            for to in envelope.rcpt_tos:
                self.to_maildir(number, to, envelope)
        if not self.asked.lmtp:
            return "250 2.0.0 taken"
        # A kept connection may have been closed by the other side meanwhile: once more, then.
        for _ in range(2):
            try:
                if self.lmtp is None:
                    self.lmtp = smtplib.LMTP("127.0.0.1", self.asked.lmtp)
                left_out = self.lmtp.sendmail(envelope.mail_from or "", envelope.rcpt_tos,
                                              envelope.content)
                return "451 4.3.0 not for all" if left_out else "250 2.0.0 delivered"
            except smtplib.SMTPRecipientsRefused as refusal:
                code, text = list(refusal.recipients.values())[0]
                self.lmtp = None
                return f"{code} {text.decode(errors='replace')}"
            except (smtplib.SMTPException, OSError):
                self.lmtp = None
        return "451 4.3.0 the mailbox server does not answer"

    def to_maildir(self, number, to, envelope):
        box = os.path.join(self.asked.maildir, to.split("@")[0].split("+")[0])
        for part in ("tmp", "new", "cur"):
            os.makedirs(os.path.join(box, part), exist_ok=True)
        name = f"{int(time.time())}.M{number}P{os.getpid()}.test"
        with open(os.path.join(box, "tmp", name), "wb") as letter:
            letter.write(f"Return-Path: <{envelope.mail_from or ''}>\r\n"
                         f"Delivered-To: {to}\r\n".encode() + envelope.content)
        os.rename(os.path.join(box, "tmp", name), os.path.join(box, "new", name))

    def authenticate(self, server, session, envelope, mechanism, data):
        if not self.asked.auth:
            return AuthResult(success=False, handled=False)
        pair = b":".join([data.login, data.password])
        return AuthResult(success=pair == self.asked.auth.encode(), handled=False)


class BearerLetters(Letters):
    """The same, with the two ways to present an OAuth2 token."""

    async def auth_XOAUTH2(self, server, args):
        return await self.bearer(server, args, "user={0}\1auth=Bearer {1}\1\1")

    async def auth_OAUTHBEARER(self, server, args):
        return await self.bearer(server, args, "n,a={0},", "\1auth=Bearer {1}\1\1")

    async def bearer(self, server, args, *wanted):
        given = args[1].encode() if len(args) > 1 else await server.challenge_auth("")
        if given is MISSING:
            return MISSING
        if len(args) > 1:
            given = base64.b64decode(given)
        user, token = self.asked.bearer.split(":", 1)
        given = given.decode(errors="replace")
        if all(each.format(user, token) in given for each in wanted):
            return AuthResult(success=True, auth_data=user)
        return AuthResult(success=False, handled=False)


def context(pair):
    made = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    made.load_cert_chain(*pair)
    return made


async def serve():
    asked = options()
    letters = (BearerLetters if asked.bearer else Letters)(asked)
    log_in = bool(asked.auth or asked.bearer)

    def protocol():
        return SMTP(letters, hostname="localhost", ident="test", data_size_limit=64 << 20,
                    tls_context=context(asked.starttls) if asked.starttls else None,
                    require_starttls=bool(asked.starttls), auth_required=log_in,
                    auth_require_tls=False,
                    authenticator=letters.authenticate if log_in else None)

    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda loop, what: None)
    server = await loop.create_server(protocol, "127.0.0.1", asked.port,
                                      ssl=context(asked.tls) if asked.tls else None)
    print(server.sockets[0].getsockname()[1], flush=True)
    end = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, end.set)
    await end.wait()
    server.close()
    os._exit(0)


def main():
    asyncio.run(serve())


if __name__ == "__main__":
    main()
