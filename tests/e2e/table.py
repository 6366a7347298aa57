# SPDX-License-Identifier: MIT
"""A table to play at: a site that reads one Maildir and writes another, and players with mail programs.

    table = Table(folder, "plus-address = yes")
    game = table.game()                 anna has White, bob Black
    game.anna.reply("MOVE e2-e4")       puts a reply to her newest letter into the mailbox
    table.run()                         pbem run; sorts the letters that went out to the players
    game.bob.newest.kind                "your-turn"

A letter's kind is the name of its template; it stands in its Message-ID."""

import email.utils
import glob
import hashlib
import html
import os
import re
import shutil
import subprocess
import sys
import time
import traceback

import players

PBEM = os.environ.get("PBEM", "pbem")
CONVERT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../scripts/convert-site")
TOKEN = re.compile(r"\b[a-z2-7]{42}\b", re.IGNORECASE)
ADDRESS = "games@example.org"
MODERATOR = "carol@example.org"


class Checks:
    """Collects checks: checks("what should be", whether it is); at the script's end, checks.end()."""

    def __init__(self):
        self.count = self.faults = 0

    def __call__(self, what, holds):
        self.count += 1
        if not holds:
            self.faults += 1
            print(f"FAILED: {what}")

    def end(self):
        print(f"{self.count} checks, {self.faults} failed")
        sys.exit(self.faults > 0)


cases = []


def case(function):
    """One of the cases that run_cases runs: its name says what is true."""
    cases.append(function)
    return function


def run_cases(wanted=(), slow=3):
    """Runs all cases, or those wanted by name, and ends the program. Reports cases that took longer than `slow`
    seconds."""
    failed = 0
    for each in cases:
        if wanted and each.__name__ not in wanted:
            continue
        began = time.monotonic()
        try:
            each()
        except Exception as fault:
            failed += 1
            where = traceback.extract_tb(fault.__traceback__)
            line = [at.lineno for at in where if at.filename == each.__code__.co_filename][-2:]
            print(f"FAILED: {each.__name__} (line {line}): {fault}\n")
        took = time.monotonic() - began
        if took > slow:
            print(f"{each.__name__} took {took:.1f} s")
    print(f"{len(cases)} cases, {failed} failed")
    sys.exit(failed > 0)


def only(letters, kind):
    """The one letter there is, which must be of that kind."""
    assert [each.kind for each in letters] == [kind], \
        f"wanted one letter, {kind}, not {[each.kind for each in letters]}"
    return letters[0]


def has(text, *phrases):
    """All of the phrases, however the text's lines are broken."""
    plain = " ".join(text.replace("\n  |", "\n").split())
    for phrase in phrases:
        assert phrase in plain, f"no '{phrase}' in:\n{text}"


class Letter(players.Letter):
    """A letter pbem sent, as its reader has it."""

    def __init__(self, raw):
        super().__init__(raw)
        if not TOKEN.fullmatch(self.token):
            self.kind = ("report" if ".report." in self.id else
                         "command" if ".command." in self.id else
                         "digest" if ".digest." in self.id else "damaged")
            self.token = None

    @property
    def text(self):
        return super().text.replace("\r\n", "\n")

    def head(self, name):
        return self.mail.get(name)


class Player:
    def __init__(self, game, seat, name):
        self.game, self.seat, self.name = game, seat, name
        self.address = f"{name}.{game.id}@example.net"
        self.letters = []
        self.unread = []

    @property
    def newest(self):
        return self.letters[-1]

    def read(self):
        """The letters since the last call."""
        unread, self.unread = self.unread, []
        return unread

    def reply(self, text, **how):
        return self.game.table.put(self.compose(text, **how), how.get("when"))

    def compose(self, text, to=None, quote="> ", sender=None, message_id=None, heads=(), drop=(),
                attribution="On Friday, pbem wrote:", content="text/plain; charset=utf-8",
                body=None, when=None, token=True):
        """Returns what a mail program sends: the text above the quoted letter. `body` replaces both."""
        del when
        letter = to or self.newest
        lines = {
            "From": sender or f"{self.name.title()} <{self.address}>",
            "To": str(letter.head("Reply-To") or letter.head("From")),
            "Subject": "Re: " + letter.subject,
            "Date": email.utils.formatdate(),
            "Message-ID": message_id or self.game.table.message_id(),
            "In-Reply-To": f"<{letter.id}>",
            "References": f"{letter.head('References') or ''} <{letter.id}>".strip(),
            "MIME-Version": "1.0",
            "Content-Type": content,
            "Content-Transfer-Encoding": "8bit",
        }
        lines.update(heads)
        if body is None:
            quoted = "".join(((quote or "") + line).rstrip() + "\n"
                             for line in letter.text.splitlines())
            body = text + "\n"
            body += f"\n{attribution}\n{quoted}" if quote is not None else ""
        if not token:
            lines = {name: TOKEN.sub("x", value) for name, value in lines.items()}
            body = TOKEN.sub("", body)
        head = "".join(f"{name}: {value}\n" for name, value in lines.items() if name not in drop)
        return (head + "\n" + body).encode() if isinstance(body, str) else (head + "\n").encode() + body


PAIR = {"white": "anna", "black": "bob"}

# Three-player chess with fair exchange: up to a debt of a pawn; and up to one that a queen can pay.
EXCHANGE = {"peterson.defense": "on", "peterson.exchange": "on", "peterson.capture": "on"}
DEBT = ("e7-e5", "Be3", "Nd3\nc4", "e4", "exd3", "Bxd3\nKb2", "d5", "Bxd3", "Qxd3")
TRADE = ("REMOVE g7\nBd6", "Bb6", "Kc2", "REMOVE e4\nREMOVE d5 b7\nMOVE Qe5\nMOVE Ba6", "Bxc7", "Qf5", "Bxc7", "Qe1")


class Game:
    def __init__(self, table, name, people=None):
        self.table, self.id = table, name
        self.players = {seat: Player(self, seat, person) for seat, person in (people or PAIR).items()}
        for player in self.players.values():
            setattr(self, player.name, player)

    @property
    def file(self):
        with open(f"{self.table.folder}/games/{self.id}/game.txt", encoding="utf-8") as file:
            return file.read()

    @property
    def digest(self):
        return hashlib.sha256(self.file.encode()).hexdigest()

    @property
    def asked(self):
        """The player the game waits for, by its record; None when it is over."""
        facts = re.findall(r"^  (?:ask (\w+)|result .*)$", self.file, re.MULTILINE)
        return self.players[facts[-1]] if facts[-1] else None

    def play(self, moves):
        """Moves in turn from whoever is to move, a run each; the letters are read."""
        for move in moves.split():
            asked = [each for each in self.players.values() if each.letters and self.to_move(each)]
            asked[0].reply(f"MOVE {move}")
            self.table.run()
        for player in self.players.values():
            player.read()
        return self

    def to_move(self, player):
        """The newest letter that asked is newer than the newest that took an answer."""
        kinds = [letter.kind for letter in player.letters]
        if player.seat == "white" and kinds == ["welcome"]:
            return True
        for kind in reversed(kinds):
            if kind in ("accepted", "game-over"):
                return False
            if kind == "your-turn":
                return True
        return False


class Table:
    def __init__(self, folder, *settings):
        self.folder = folder
        self.count = 0
        self.games = {}
        self.to_moderator = []
        self.elsewhere = []
        self.log = ""
        self.code, self.out, self.err = 0, "", ""
        self.must("init", "--address", ADDRESS, "--moderator", MODERATOR)
        self.set(*settings)

    def set(self, *settings):
        """Lines of pbem.conf; a key set before is replaced."""
        path = f"{self.folder}/pbem.conf"
        names = {each.split("=")[0].strip() for each in settings}
        with open(path, encoding="utf-8") as conf:
            kept = [line for line in conf if line.split("=")[0].strip() not in names]
        with open(path, "w", encoding="utf-8") as conf:
            conf.write("".join(kept) + "".join(each + "\n" for each in settings))

    def pbem(self, *words, data=None):
        done = subprocess.run([PBEM, "--site", self.folder, *words], input=data, capture_output=True,
                              check=False)
        self.code = done.returncode
        self.out, self.err = (each.decode(errors="replace") for each in (done.stdout, done.stderr))
        return self.out

    def must(self, *words, **how):
        """The command ends with 0. A process that was just killed may have a child that hasn't run since, and holds
        the lock until it does."""
        for _ in range(600):
            self.pbem(*words, **how)
            if self.code != 75 or "another run is at work" not in self.err:
                break
            time.sleep(0.1)
        if self.code != 0:
            raise AssertionError(f"pbem {' '.join(words)}: {self.code}\n{self.out}{self.err}")
        return self.out

    def game(self, unread=False, variant="chess", people=None, fen=None, **options):
        name = f"g{len(self.games) + 1}"
        game = self.games[name] = Game(self, name, people)
        words = [word for key, value in options.items() for word in ("--option", f"{key}={value}")]
        words += ["--fen", fen] if fen else []
        words += [f"{seat}={player.name.title()} <{player.address}>"
                  for seat, player in game.players.items()]
        self.must("new", variant, *words, "--id", name)
        self.collect()
        if not unread:
            for player in game.players.values():
                player.read()
        return game

    def message_id(self):
        self.count += 1
        return f"<letter{self.count}@example.net>"

    def put(self, letter, when=None):
        """Delivers bytes into the mailbox, received now or at another second."""
        self.count += 1
        players.put(f"{self.folder}/mail/in", self.count, letter, when)
        return letter

    def run(self, *options):
        self.log = self.must("run", "--verbose", *options)
        self.collect()
        return self.log

    def deliver(self, letter):
        self.log = self.must("deliver", "--verbose", data=letter)
        self.collect()
        return self.log

    def collect(self):
        """Hands the letters that went out to whom they are addressed."""
        box = f"{self.folder}/mail/out/new"
        if not os.path.isdir(box):
            return
        for entry in sorted(os.scandir(box), key=lambda each: (each.stat().st_mtime_ns, each.name)):
            with open(entry.path, "rb") as file:
                letter = Letter(file.read())
            os.unlink(entry.path)
            for game in self.games.values():
                for player in game.players.values():
                    if player.address == letter.to:
                        player.letters.append(letter)
                        player.unread.append(letter)
                        break
                else:
                    continue
                break
            else:
                (self.to_moderator if letter.to == MODERATOR else self.elsewhere).append(letter)


class Stranger(Player):
    """Somebody with an address and a mail program, and no seat."""

    def __init__(self, people, name):
        super().__init__(people, None, name)
        self.address = f"{name}@{people.domain}"

    def write(self, text, **how):
        """Sends a new letter from the player, not a reply."""
        table = self.game.table
        head = {"From": f"{self.name.title()} <{self.address}>", "To": ADDRESS, "Subject": "a game",
                "Message-ID": table.message_id(), "MIME-Version": "1.0",
                "Content-Type": "text/plain; charset=utf-8"}
        head.update(how.get("heads", {}))
        lines = "".join(f"{name}: {value}\n" for name, value in head.items())
        return table.put((lines + "\n" + text + "\n").encode(), how.get("when", self.game.now))

    def reply(self, text, **how):
        how.setdefault("when", self.game.now)
        return super().reply(text, **how)


class People:
    """Strangers, there as soon as they are named, who write to a table by a clock of their own; to be put among
    its games, so that they get their letters."""

    domain = "example.net"

    def __init__(self, name, now):
        self.id, self.players = name, {}
        self.at(now)

    def at(self, when):
        self.now = when
        os.environ["PBEM_TIME"] = str(when)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self.players:
            self.players[name] = Stranger(self, name)
        return self.players[name]


class OldTable(Table):
    """A site that is there: a copy of a whole one that an earlier version made, in its present form."""

    def __init__(self, folder, source, converted=True):
        shutil.copytree(source, folder)
        os.umask(0o077)
        for path in glob.glob(f"{folder}/**", recursive=True):
            os.chmod(path, 0o700 if os.path.isdir(path) else 0o600)
        self.folder, self.count, self.games = folder, 0, {}
        self.to_moderator, self.elsewhere, self.log = [], [], ""
        self.code, self.out, self.err = 0, "", ""
        if converted and os.path.exists(f"{folder}/ledger"):
            subprocess.run([sys.executable, "-B", CONVERT, folder], stdout=subprocess.DEVNULL, check=True)


def as_html(text, quoted=""):
    """The way mail programs with HTML write lines: a division each."""
    lines = "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in text.split("\n"))
    return f"<html><body>{lines}<blockquote>{html.escape(quoted)}</blockquote></body></html>\n"
