# SPDX-License-Identifier: MIT
"""A site with Maildirs in and out, and players who answer their letters: for measuring."""
import email
import email.policy
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PBEM = os.environ.get("PBEM", "pbem")


class Site:
    def __init__(self, folder):
        self.folder = folder
        self.mails = 0
        self.newest = {}  # address -> the newest letter to it

    def make(self):
        self.pbem("init", "--address", "games@example.org", "--moderator", "carol@example.org")
        return self

    def command(self, *words):
        return [PBEM, "--site", self.folder, *words]

    def pbem(self, *words, **how):
        done = subprocess.run(self.command(*words), capture_output=True, text=True, **how)
        if done.returncode != 0:
            raise SystemExit(f"pbem {' '.join(words)} failed ({done.returncode}):\n"
                             f"{done.stdout}{done.stderr}")
        return done.stdout

    def new_games(self, names):
        self.pbem("new", "--list", "-", input="".join(
            f"chess --id {name} 'white=W <w-{name}@example.org>' 'black=B <b-{name}@example.org>'\n"
            for name in names))

    def collect(self):
        """Takes what pbem has sent out of the outgoing Maildir."""
        box = f"{self.folder}/mail/out/new"
        for entry in sorted(os.scandir(box), key=lambda file: (file.stat().st_mtime_ns, file.name)):
            with open(entry.path, "rb") as file:
                letter = email.message_from_binary_file(file, policy=email.policy.default)
            self.newest[letter["To"].addresses[0].addr_spec] = letter
            os.unlink(entry.path)

    def empty(self):
        """Throws away what pbem has sent."""
        shutil.rmtree(f"{self.folder}/mail/out/new")
        os.mkdir(f"{self.folder}/mail/out/new")

    def reply(self, seat, name, order):
        """Returns what the player sends in answer to the player's newest letter."""
        player = f"{seat}-{name}@example.org"
        asked = self.newest[player]
        self.mails += 1
        quoted = "".join(f"> {line}\r\n" for line in asked.get_content().splitlines())
        return (f"From: {player}\r\nTo: {asked['Reply-To'] or asked['From']}\r\n"
                f"Subject: Re: {asked['Subject']}\r\n"
                f"Message-ID: <{self.mails}.{name}@example.org>\r\n"
                f"In-Reply-To: {asked['Message-ID']}\r\nReferences: {asked['Message-ID']}\r\n"
                f"Date: {asked['Date']}\r\nMIME-Version: 1.0\r\n"
                "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n"
                f"\r\nMOVE {order}\r\n\r\n{player} asked:\r\n{quoted}").encode()

    def put(self, letter):
        """Puts a letter into the mailbox."""
        maildir_put(f"{self.folder}/mail/in", self.mails, letter)

    def play(self, name, moves, ply=0):
        """Plays moves one by one, a letter and a run each; returns what each run cost."""
        costs = []
        for number, move in enumerate(moves, ply):
            self.put(self.reply("wb"[number % 2], name, move))
            costs.append(cost(self.command("run"))[:2])
            self.collect()
        return costs

    def configure(self, **keys):
        with open(f"{self.folder}/pbem.conf", "a", encoding="utf-8") as file:
            for key, value in keys.items():
                file.write(f"{key.replace('_', '-')} = {value}\n")


def maildir_put(maildir, number, letter, when=None):
    """The name gives the order the server lists it in, and with the file's time when it was received."""
    for part in ("tmp", "new", "cur"):
        os.makedirs(f"{maildir}/{part}", exist_ok=True)
    when = int(time.time()) if when is None else when
    name = f"{when}.M{number:06d}P1.bench"
    with open(f"{maildir}/tmp/{name}", "wb") as file:
        file.write(letter)
    os.utime(f"{maildir}/tmp/{name}", (when, when))
    os.rename(f"{maildir}/tmp/{name}", f"{maildir}/new/{name}")


def cost(command):
    """Seconds of wall clock, and of processor, that a command takes; and what it said."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    wall = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed ({done.returncode}):\n{done.stdout}{done.stderr}")
    used = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return wall, used, done.stdout


PEAK = """import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], capture_output=True, text=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, done.stdout + done.stderr, sep="\\n")
sys.exit(done.returncode)"""


def peak(command):
    """Kilobytes that a command has in memory at most; and what it said. Asked of a small process: a large one's
    children count as large from their beginning."""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", PEAK, *command], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed ({done.returncode}):\n{done.stdout}{done.stderr}")
    kilobytes, _, said = done.stdout.partition("\n")
    return int(kilobytes), said


def median(costs):
    return [statistics.median(column) for column in zip(*costs)]


def quick_folder():
    """Where what is not measured is prepared: in memory, if there is such a place."""
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    return tempfile.TemporaryDirectory(prefix="pbem-bench.", dir=place)


def copy(source, target):
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, symlinks=True)


def legal_moves(moves):
    out = subprocess.run([PBEM, "moves", "chess"], input=" ".join(moves) + "\n", capture_output=True,
                         text=True, check=True).stdout.split()
    return out[1], out[2:]


def long_game(plies):
    """Moves of a game so long that nobody wins, with nothing captured: a pawn goes a step before
    any draw by moves without progress, nobody is in check, and no position comes twice."""
    chance = random.Random(1)
    board = {file + rank: piece for rank, pieces in (("1", "RNBQKBNR"), ("2", "P" * 8), ("7", "p" * 8),
             ("8", "rnbqkbnr")) for file, piece in zip("abcdefgh", pieces)}
    moves, seen = [], set()
    _, legal = legal_moves(moves)

    def after(move):
        then = dict(board)
        then[move[2:4]] = then.pop(move[:2])
        return then

    while len(moves) < plies:
        quiet = [m for m in legal if len(m) == 4 and m[2:] not in board
                 and not (board[m[:2]] in "Pp" and m[0] != m[2])]
        pawns = [m for m in quiet if board[m[:2]] in "Pp" and m[3] not in "45"]
        pieces = [m for m in quiet if board[m[:2]] not in "PpKk"]
        for group in (pawns, pieces, quiet):
            chance.shuffle(group)
        for move in (pawns if len(moves) % 90 >= 88 else []) + pieces + quiet:
            status, legal = legal_moves(moves + [move])
            position = (len(moves) % 2, frozenset(after(move).items()))
            if status == "-" and position not in seen:
                break
        else:
            raise SystemExit("no way on in the long game")
        seen.add(position)
        board = after(move)
        moves.append(move)
    return moves
