# SPDX-License-Identifier: MIT
"""A table whose letters go through real servers: fetched from Dovecot's mailbox of the user game, sent to
an SMTP server that hands them to Dovecot's LMTP. golden_cards.sh says in the environment where they are.
The secret of a game with cards is given (dealt.c); so it is at a Dealt table, which has no servers."""
import os
import re

import players
import table

# Lines at a letter's head by those who carried it.
CARRIED = ("return-path:", "delivered-to:", "received:", " ", "\t")


def without_way(raw):
    """The letter as pbem sent it."""
    lines = raw.split(b"\n")
    while lines[0].decode().lower().startswith(CARRIED):
        lines.pop(0)
    return b"\n".join(lines)


def arrival(path):
    """Dovecot names letters by second and microsecond."""
    return [int(each) for each in re.match(r"(\d+)\.M(\d+)", os.path.basename(path)).groups()]


class Dealt(table.Table):
    """A table whose games with cards have the secret given."""

    def __init__(self, folder, secret, *settings):
        self.secret = secret
        super().__init__(folder, *settings)

    def pbem(self, *words, **how):
        if words[0] != "new":
            return super().pbem(*words, **how)
        table.PBEM, pbem = os.environ["DEALT"], table.PBEM
        os.environ["DEALT_SECRET"] = self.secret
        try:
            return super().pbem(*words, **how)
        finally:
            table.PBEM = pbem


class Post(Dealt):
    def __init__(self, folder, secret, *settings):
        self.mail = os.environ["MAIL"]
        super().__init__(folder, secret)
        with open(os.open(f"{folder}/password", os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write("gamepw\n")
        self.set(f"mailbox = imap://game@localhost:{os.environ['IMAP_PORT']}/INBOX",
                 "mailbox-password-file = password", f"ca-file = {os.environ['CA_FILE']}",
                 f"outgoing = smtp://localhost:{os.environ['SMTP_PORT']}", *settings)

    def put(self, letter, when=None):
        self.count += 1
        players.put(f"{self.mail}/game", self.count, letter, when)
        owner = os.stat(self.mail)
        for folder, _, files in os.walk(f"{self.mail}/game"):
            for path in [folder] + [f"{folder}/{name}" for name in files]:
                os.chown(path, owner.st_uid, owner.st_gid)
        return letter

    def collect(self):
        """Puts the messages in the players' mailboxes where the table looks for them."""
        out = f"{self.folder}/mail/out/new"
        os.makedirs(out, exist_ok=True)
        found = []
        for folder, _, files in os.walk(self.mail):
            if os.path.basename(folder) == "new" and folder != f"{self.mail}/game/new":
                found += [f"{folder}/{name}" for name in files]
        for number, path in enumerate(sorted(found, key=arrival)):
            with open(path, "rb") as file:
                raw = without_way(file.read())
            os.unlink(path)
            with open(f"{out}/{number:06}", "wb") as file:
                file.write(raw)
        super().collect()
