# SPDX-License-Identifier: MIT
"""The same site with a mailbox read by IMAP and letters sent by SMTP: both servers are at work in this process."""

import functools
import os
import re
import shutil
import socket
import sys
import threading

sys.path.insert(0, f"{os.path.dirname(os.path.abspath(__file__))}/../e2e")

import imapd_fake
import smtp_faulty
import walk

PASSWORD = "gamepw"
CLAIM = re.compile(r"^\$PbemHost-[a-z0-9-]+$")


class Listener:
    """Lets a function talk to each who comes, in a thread of its own."""

    def __init__(self, talk):
        self.talk, self.talks = talk, []
        self.door = socket.create_server(("127.0.0.1", 0), backlog=20)
        self.port = self.door.getsockname()[1]
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            peer = self.door.accept()[0]
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.talks.append(threading.Thread(target=self.talk, args=(peer,), daemon=True))
            self.talks[-1].start()

    def settle(self):
        """Returns when all that was said is dealt with, and nobody is there."""
        # A connection that was made earlier is accepted by then.
        with socket.create_connection(("127.0.0.1", self.port)) as last:
            last.shutdown(socket.SHUT_WR)
            while last.recv(65536):
                pass
        while self.talks:
            self.talks.pop().join()


class Mailbox(imapd_fake.Server):
    """A mailbox that for a time doesn't hand over some of its letters."""

    def __init__(self, box):
        super().__init__(imapd_fake.asked_for(["--letters", box, "--real-dates", "--password", PASSWORD,
                                               "--capability", "MOVE UIDPLUS ESEARCH CONDSTORE"]))
        self.omitted = set()

    def rule(self, uid, word):
        return "" if word == "omit" and uid in self.omitted else None


class Taker(smtp_faulty.Conversation):
    """Takes every letter, and keeps it."""

    def __init__(self, peer, taken):
        super().__init__(peer, smtp_faulty.Script("pipelining none"))
        self.taken = taken

    def take(self, lines):
        self.taken.append(b"\n".join(lines) + b"\n")
        self.say("250 2.0.0 taken")


class Wire(walk.Place):
    """Where runs are disturbed that talk to servers."""
    # The owner of claims is drawn again by each site.
    passing = walk.Place.passing + ("host",)

    def __init__(self, *where):
        super().__init__(*where)
        self.box = f"{where[0]}/scene/site/mail/in/new"
        self.taken, self.mailbox = [], None
        self.imap = Listener(lambda peer: imapd_fake.serve(self.mailbox, peer))
        self.smtp = Listener(self.take)

    def take(self, peer):
        try:
            with peer:
                Taker(peer, self.taken).run()
        except (smtp_faulty.Gone, OSError):
            pass

    def put(self):
        super().put()
        shutil.rmtree(f"{self.site}/mail")
        os.unlink(f"{self.site}/host")
        with open(f"{self.site}/pbem.conf", "a", encoding="utf-8") as conf:
            conf.write(f"mailbox = imap://127.0.0.1:{self.imap.port}/INBOX\nmailbox-user = game\n"
                       f"mailbox-password-command = echo {PASSWORD}\n"
                       f"outgoing = smtp://127.0.0.1:{self.smtp.port}\ninsecure = yes\n")
        self.taken.clear()
        self.mailbox = Mailbox(self.box)

    def run(self, *how, **more):
        result = super().run(*how, **more)
        self.imap.settle()
        self.smtp.settle()
        return result

    def run_without(self, late):
        numbers = {name: number for number, name in enumerate(self.letters, 1)}
        self.mailbox.omitted = {numbers[name] for name in late}
        self.run()
        self.mailbox.omitted = set()

    def hindrances(self):
        """In addition, a connection may be lost anywhere, and messages aren't files."""
        return super().hindrances() + [functools.partial(self.run_without, late) for late in self.unread()]

    def unreadable(self):
        return [names for names in super().unreadable() if not self.letters.keys() & names]

    def outcome(self):
        """A client that doesn't learn that a letter was accepted sends it once more, and may tell the moderator."""
        result = super().outcome()
        del result["pbem.conf"]
        letters = result["letters"]
        for letter in self.taken:
            if b"pbem doesn't know whether these letters" not in b" ".join(letter.split()):
                letters[walk.HEADS.sub(b"", letter).decode(errors="backslashreplace")] += 1
        for letter, count in letters.items():
            letters[letter] = max(count - 1, 1)
        for uid in self.mailbox.letters:
            flags = self.mailbox.flagged.get(uid, ())
            result[f"flags of {uid}"] = [CLAIM.sub("claimed", flag) for flag in sorted(flags)]
        return result
