# SPDX-License-Identifier: MIT
"""usage: year.py FOLDER SEED GAMES DAYS: games of all kinds, played by mail by people as they are.

Runs come every six hours by a clock of the script's own. Players are prompt, slow or silent; they write nonsense,
send letters twice, answer old ones, are away and let a program say so; addresses bounce; strangers guess keys. Games
are offered and joined, players want rematches, give moves in advance, and strangers watch. A moderator undoes, pauses,
gives time, replaces who is silent and ends what goes on too long, by commands and by mail. At the end
  - every game verifies;
  - every deadline is right, says a judge written apart (year_record.py);
  - every letter had at most one effect, and those that must have one had it;
  - each seat got the letters it should, each once: one answer to what it wrote, one letter for each question it was
    asked, and of acts and ends of games; no two letters have one Message-ID."""
import collections
import email.utils
import heapq
import os
import random
import re
import subprocess
import sys
import time

import players
from year_ahead import Ahead, PLAIN, tell
from year_moderator import MODERATOR, Commands, Moderator
from year_people import HABITS, KINDS, START, STEP, TOKEN, Game, Letter, Sent
from year_record import DAY, HOUR, Judge
from year_signup import Signup
from year_watching import MOST, Watching

PBEM = os.environ.get("PBEM", "pbem")
ASKING = {"welcome", "your-turn", "window", "demand", "undo-asked", "gather", "deck", "rematch", "duties", "cards"}


class World:
    pace = 1  # of players: below it they are faster
    taken = ("turn", "talk")  # letters with orders in them
    disturbed = False  # a run died, and what it had sent came in a sitting of its own

    def __init__(self, folder, seed, games, days):
        self.folder, self.rng, self.days, self.wanted = folder, random.Random(seed), days, games
        self.now, self.count, self.heap, self.games = START, 0, [], {}
        self.sent, self.ids, self.runs, self.given = {}, set(), [], collections.defaultdict(list)
        self.faults, self.counts = [], collections.Counter()
        self.asked = collections.Counter()
        self.begun, self.wanted_of, self.acting = 0, {}, False
        self.fresh, self.answering, self.written = [], [], []
        self.due = ()  # letters of the run in hand
        self.grown = {}  # games that were since letters were looked at
        self.first_kind = 6 * (seed % 2)
        self.moderator, self.commands = Moderator(self), Commands(self)
        self.watching, self.signup = Watching(self), Signup(self)
        self.pbem("init", "--address", "games@example.org", "--moderator", MODERATOR)
        with open(f"{folder}/pbem.conf", "a", encoding="utf-8") as conf:
            conf.write(f"plus-address = yes\noutage-hours = 87600\nmail-commands = yes\nwatchers = {MOST}\n")

    # ---- the program

    def pbem(self, *words, may_fail=False):
        os.environ["PBEM_TIME"] = str(self.now)
        done = subprocess.run([PBEM, "--site", self.folder, *words], capture_output=True, text=True, check=False)
        if done.returncode != 0 and not may_fail:
            raise SystemExit(f"pbem {' '.join(words)}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def fault(self, text):
        self.faults.append(text)
        if len(self.faults) < 20:
            print(f"FAILED: day {(self.now - START) // DAY}: {text}", flush=True)

    # ---- letters to the program

    def put(self, raw, when):
        self.count += 1
        players.put(f"{self.folder}/mail/in", self.count % 1000000, raw, when)

    def compose(self, seat, letter, text, automatic=False):
        """A reply, with the whole letter quoted below it, or a new letter from the player."""
        self.count += 1
        lines = [f"From: {seat.name} <{seat.address}>",
                 f"Date: {email.utils.formatdate(self.now)}", f"Message-ID: <{self.count}.{seat.address}>"]
        lines += [f"To: {letter.heads['Reply-To']}", f"Subject: Re: {letter.heads['Subject']}",
                  f"In-Reply-To: <{letter.id}>"] if letter else ["To: games@example.org", "Subject: a game"]
        lines += ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"]
        lines += ["Auto-Submitted: auto-replied"] if automatic else []
        written = ("\n".join(lines) + f"\n\n{text}\n").encode()
        if letter is None:
            return written
        quoted = b"".join(b"> " + line + b"\n" for line in letter.body.split(b"\n"))
        return written + b"\nOn some day pbem wrote:\n" + quoted

    def post(self, raw, what, who, when, judge=None):
        sent = Sent(raw, what, who, when, judge)
        self.sent[sent.digest] = sent
        self.written.append(sent)
        self.put(raw, when)
        self.counts[what] += 1
        return sent

    def write(self, seat, letter, text, what, when):
        return self.post(self.compose(seat, letter, text, automatic=what == "automatic"), what, seat, when)

    def send(self, who, letter, text, what, when, judge):
        """The same of somebody without a seat."""
        return self.post(self.compose(who, letter, text), what, who, when, judge)

    def ration(self, what, address, when):
        """Reports whether one more letter may be written today to an address that has no seat, or has one and could
        be asked by it."""
        known = any(seat.address == address for game in self.games.values() for seat in game.seats.values())
        self.asked[what, address, when // DAY] += 1
        return self.asked[what, address, when // DAY] <= (5 if known else 1)

    # ---- what players do

    def plan(self, seat, letter):
        """Chooses when the player answers a letter that asks something, and what else the player does meanwhile."""
        rng = self.rng
        if seat.silent_from is not None and self.now > seat.silent_from:
            return
        first, last = HABITS[seat.habit]
        when = self.now + int(rng.uniform(first, last) * HOUR * self.pace)
        if rng.random() < 0.02:  # he is away before he answers
            days = rng.randrange(2, 10)
            self.at(self.now + HOUR, self.go_away, seat, letter, days)
            when += days * DAY
        self.at(when, self.answer, seat, letter)
        if rng.random() < 0.02:
            self.at(self.now + 60, self.automatic, seat, letter)
        if rng.random() < 0.03:
            self.at(self.now + rng.randrange(int(DAY * self.pace)), self.misbehave, seat, letter)
        if rng.random() < 0.03:
            self.at(self.now + rng.randrange(int(DAY * self.pace)), self.ask, seat, letter)
        if rng.random() < 0.01:
            self.at(self.now + rng.randrange(int(DAY * self.pace)), self.watching.of_seat, seat, letter)

    def at(self, when, function, *values):
        self.count += 1
        heapq.heappush(self.heap, (when, self.count, function, values))

    def answer(self, when, seat, letter):
        if letter is not seat.asking or seat.game.over:
            return
        text, lines = self.choose(seat, letter), []
        if text.startswith("MOVE ") and PLAIN.match(text[5:]) and not seat.game.cards and seat.refused == 0 and \
                self.rng.random() < (0.7 if ":" in text else 0.25):  # of a ring: often, for it has plans by board
            lines = seat.game.ahead.foresee(seat, text[5:])
        sent = self.write(seat, letter, "\n".join([text, tell(lines)]).rstrip(), "turn", when)
        sent.lines, sent.asked = lines, letter
        raw = sent.raw
        if self.rng.random() < 0.02:
            self.at(when + self.rng.randrange(3 * DAY), self.again, seat, raw)

    def choose(self, seat, letter):
        """An order that should be accepted; after two refusals the player gives up."""
        rng, text = self.rng, letter.text
        if seat.refused > 1:
            seat.refused = 0
            return "RESIGN"
        if letter.kind == "undo-asked":
            return rng.choice(("UNDO", "UNDO NO"))
        if letter.kind == "window":
            return "PASS"
        cards = re.findall(r"^  to (?:play|answer) +([A-Z].*)$", text, re.MULTILINE)
        moves = letter.moves
        if letter.kind == "demand" and cards:
            return rng.choice(cards)
        if rng.random() < 0.004:
            return "RESIGN"
        if cards and (not moves or rng.random() < 0.3):
            card = rng.choice(cards)
            return card if card.startswith("PLAY") and not moves else f"{card}"
        expected = seat.game.ahead.foreseen(seat) if rng.random() < 0.6 else None
        if moves:
            return f"MOVE {expected if expected in moves else rng.choice(moves)}"
        others = re.findall(r"^  to [a-z ]+? {2,}([A-Z]+ [a-t]\S*.*)$", text, re.MULTILINE)
        return rng.choice(others) if others else "PASS"

    def automatic(self, when, seat, letter):
        self.write(seat, letter, "I am out of the office until Monday.", "automatic", when)

    def go_away(self, when, seat, letter, days):
        if letter is seat.asking and not seat.game.over:
            self.write(seat, letter, f"VACATION {days}", "talk", when)
            self.counts["vacation"] += 1

    def again(self, when, seat, raw):
        """The same letter a second time, byte for byte."""
        self.put(raw, when)
        self.counts["twice"] += 1
        del seat

    def misbehave(self, when, seat, letter):
        if seat.game.over:
            return
        kind = self.rng.choice(("nonsense", "old", "forged", "bounce"))
        if kind == "old" and seat.old is not None and seat.old is not seat.asking:
            self.write(seat, seat.old, "MOVE e2e4", "old", when)
        elif kind == "forged":
            raw = TOKEN.sub(lambda found: found[0][:20] + (b"b" if found[0][20:21] in b"aA" else b"a") + found[0][21:],
                            self.compose(seat, letter, "RESIGN"))
            self.post(raw, "forged", seat, when)
        elif kind == "bounce":
            self.bounce(when, seat, letter)
        else:
            self.write(seat, letter, "what do you think of e9-e10 and the weather", "nonsense", when)

    def bounce(self, when, seat, letter):
        self.put_bounce(when, seat, letter)

    def put_bounce(self, when, who, letter, judge=None):
        raw = (f"From: MAILER-DAEMON@example.net\nTo: games@example.org\nSubject: Undelivered mail\n"
               f"Message-ID: <b{self.count}@example.net>\nAuto-Submitted: auto-replied\nMIME-Version: 1.0\n"
               "Content-Type: multipart/report; report-type=delivery-status; boundary=bb\n\n"
               "--bb\nContent-Type: text/plain\n\nIt could not be delivered.\n\n"
               "--bb\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.net\n\n"
               f"Final-Recipient: rfc822; {who.address}\nAction: failed\nStatus: 5.1.1\n\n"
               f"--bb\nContent-Type: message/rfc822\n\nMessage-ID: <{letter.id}>\nSubject: x\n\n--bb--\n").encode()
        self.post(raw, "bounce", who, when, judge)

    def ask(self, when, seat, letter):
        """A question, talk, or the wish to take a turn back."""
        if seat.game.over or letter is not seat.asking:
            return
        order = self.rng.choice(("STATUS", "BOARD", "HISTORY", "HELP", "SAY Good luck!", "UNDO", "HELP RULES"))
        self.write(seat, letter, order, "talk" if order.startswith(("SAY", "UNDO")) else "query", when)

    def leave(self, when, seat, letter):
        """A player who is out wants no more letters."""
        if not seat.game.over:
            self.write(seat, letter, "LEAVE", "leave", when)
            seat.left = True

    # ---- what the moderator does

    def act(self, game, *words, then=None):
        """A command; `then`, once it is done and before its letters are looked at."""
        if game.record is not None:
            self.look(game)
        self.acting = True
        done = self.pbem(*words, *(("--reason", "so it is") if words[0] not in ("say", "close", "watcher") else ()),
                         may_fail=True)
        if done.returncode not in (0, 64, 65):
            self.fault(f"pbem {' '.join(words)}: {done.returncode} {done.stderr}")
        self.counts[words[0] + (" refused" if done.returncode else "")] += 1
        if then is not None and done.returncode == 0:
            then()
        self.collect(games=() if game.record is None else (game,))
        self.acting = False
        return done.returncode == 0

    # ---- what comes of it

    def look(self, game):
        for entry in game.record.grown():
            self.grown[game.id] = game
            game.judge = game.judge or Judge(game.record, self.runs, self.given)
            game.ahead = game.ahead or Ahead(self, game)
            game.judge.take(entry)
            self.check_entry(game, entry)
            game.ahead.take(entry, self.sent.get(entry.cause[7:]))

    def check_entry(self, game, entry):
        for colour in set(entry.all("ask")):
            self.wanted_of[game.id, colour, "asked"] = entry.number
        for colour in {text.split(" ")[0] for text in entry.all("beaten")}:
            self.wanted_of.pop((game.id, colour, "asked"), None)
            self.wanted_of.pop((game.id, colour, "reminded"), None)
        for colour in {text.split(" ")[0] for text in entry.all("missed")}:
            self.wanted_of[game.id, colour, "missed"] = entry.number
        for colour in {text.split(" ")[0] for text in entry.all("reminded")}:
            self.wanted_of[game.id, colour, "reminded"] = entry.number
        if entry.all("result"):
            game.over = True
            for key in [key for key in self.wanted_of if key[0] == game.id and key[2] != "over"]:
                del self.wanted_of[key]
            for colour, seat in game.seats.items():
                if not seat.left:
                    self.wanted_of[game.id, colour, "over"] = entry.number
        if entry.cause == "ahead":  # who was asked has answered before, and hears of it in a letter that may ask
            for text in entry.all("order") + entry.all("played"):
                self.wanted_of.pop((game.id, text.split(" ")[0], "asked"), None)
        if entry.cause == "moderator" and not self.acting and entry.number > 1:
            self.commands.entries.append((game, entry))
        if not entry.cause.startswith("sha256:"):
            return
        sent = self.sent.get(entry.cause[7:])
        if sent is None:
            self.fault(f"{game.id}: entry {entry.number} comes from a letter nobody wrote")
            return
        sent.effects += 1
        if sent.effects > 1:
            self.fault(f"{game.id}: a letter ({sent.what}) had a second effect in entry {entry.number}")
        if sent.what not in self.taken and (entry.number > 1 or sent.what not in ("joiner", "rematch")):
            self.fault(f"{game.id}: entry {entry.number} comes of a letter that is {sent.what}")
        if sent.seat.game is not game and entry.number > 1:
            self.fault(f"{game.id}: entry {entry.number} comes of a letter to {sent.seat.game.id}")

    def check_wanted(self, fresh):
        """Each question, miss, reminder and end has one letter to its seat; no other has any."""
        kinds = {"asked": ASKING - {"undo-asked"}, "told": {"moderated"}, "reminded": {"reminder"},
                 "missed": {"turn-missed", "beaten", "lost-turn"}, "over": {"game-over"}}
        got = collections.Counter((letter.game, letter.seat, what) for letter in fresh for what, of in kinds.items()
                                  if letter.kind in of)
        for key, number in self.wanted_of.items():
            # A moderator's action, and an absence, are reported by a letter that also asks, or by one of its own.
            if (got[key] or key[2] == "asked" and got[key[0], key[1], "told"]) != 1:
                told = [letter.id[43:] for letter in fresh if (letter.game, letter.seat) == key[:2]]
                self.fault(f"{key[0]}: {got[key]} letters to {key[1]}, who is {key[2]} in entry {number}: {told}")
        for key, number in got.items():
            if key not in self.wanted_of and key[2] in ("reminded", "over") and not self.acting and \
                    key[:2] not in self.commands.reminders:
                self.fault(f"{key[0]}: {number} letters to {key[1]}, who isn't {key[2]}")
        self.wanted_of, self.commands.reminders = {}, set()

    def collect(self, due=None, games=None):
        """Looks at the letters of a run or a command, in these games alone, in the order in which they were caused."""
        box, self.fresh, self.answering = f"{self.folder}/mail/out/new", [], []
        self.due = due or ()
        if os.path.isdir(box):
            for entry in sorted(os.scandir(box), key=lambda each: each.name):
                with open(entry.path, "rb") as file:
                    self.fresh.append(Letter(file.read()))
                os.unlink(entry.path)
        by_game = collections.defaultdict(list)
        for letter in self.fresh:
            by_game[letter.game].append(letter)
        for game in list(self.games.values()) if games is None else games:
            if not game.over:
                self.look(game)
        for name in by_game:
            if name in self.games:
                self.look(self.games[name])
        self.answers(self.due)
        for sent in sorted(self.due, key=lambda each: each.when):
            (sent.judge or self.check_sent)(sent)
        self.commands.judge()
        self.signup.judge(due is not None)
        self.check_wanted(self.fresh)
        grown, self.grown = self.grown, {}
        self.watching.judge(self.fresh, grown)
        for game in {**grown, **{name: self.games[name] for name in by_game if name in self.games}}.values():
            if game.ahead is not None and not game.cards:
                game.ahead.judge(by_game[game.id])
        self.hand_out()

    def answers(self, due):
        """The letters that answer those of a run."""
        by_cause = {sent.digest[:16]: sent for sent in due}
        for letter in self.fresh:
            sent = by_cause.get(letter.cause)
            if sent is None or letter.kind == "rematch" and sent.what == "rematch":
                continue
            if (letter.about != "seat" or letter.game != sent.seat.game.id or letter.seat == sent.seat.colour) and \
                    (letter.about == "seat" or letter.to == sent.seat.address):
                sent.answers.append(letter.kind)
                sent.letters.append(letter)
                self.answering.append(letter)

    def hand_out(self):
        seen = collections.Counter()
        for letter in self.fresh:
            self.counts["letters out"] += 1
            if letter.id in self.ids and letter.about != "report":
                self.fault(f"two letters are {letter.id}")
            self.ids.add(letter.id)
            if letter.about == "watching":
                self.watching.take(letter)
            elif letter.about == "signup":
                self.signup.take(letter)
            elif letter.about == "seat":
                self.take(letter, seen)
            elif letter.to != MODERATOR and letter.about == "command":
                self.fault(f"{letter.id} went to {letter.to}")
        for (name, colour, kind), number in seen.items():
            if number > 1 and not self.disturbed and kind in ("your-turn", "game-over", "turn-missed", "reminder"):
                game = self.games[name]
                if kind == "your-turn" and game.variant == "ring":
                    continue
                self.fault(f"{name}: {number} letters '{kind}' to {colour} in one sitting")

    def take(self, letter, seen):
        self.watching.keys[letter.to].add(letter.token.lower().encode())
        game = self.games.get(letter.game)
        if game is None:
            self.fault(f"a letter of no game: {letter.id}")
            return
        seat = game.seats[letter.seat]
        if letter.to != seat.address and letter.kind not in ("taken-over", "moved", "farewell"):
            self.fault(f"{letter.id} went to {letter.to}, not to {seat.address}")
        seen[letter.game, letter.seat, letter.kind] += 1
        if letter.kind == "refused" and letter in self.answering:
            seat.refused += 1
            self.counts["refused turns"] += 1
        elif letter.kind == "accepted":
            seat.refused = 0
        moves = letter.moves
        seat.moves = moves or seat.moves
        self.counts[letter.kind] += 1
        if letter.kind == "beaten" and self.rng.random() < 0.5:
            self.at(self.now + HOUR, self.leave, seat, letter)
        if letter.kind == "game-over" and self.rng.random() < 0.4:
            self.at(self.now + self.rng.randrange(HOUR, 5 * DAY), self.signup.again, seat, letter)
        if letter.kind in ASKING or (letter.kind in ("moderated", "new-keys", "reminder", "turn-missed", "dead-token",
                                                      "refused", "taken-over")
                                     and "Your legal moves" in letter.text):
            if letter.to == seat.address:
                seat.asking = letter
                self.plan(seat, letter)

    def run(self):
        self.written = []
        self.write_due()
        self.runs.append(self.now)
        self.pbem("run")
        self.collect(self.written)

    def write_due(self):
        """All letters of by now."""
        while self.heap and self.heap[0][0] <= self.now:
            when, _, function, values = heapq.heappop(self.heap)
            function(when, *values)

    def welcome(self, game):
        """A game that has begun by itself."""
        self.look(game)

    def check_sent(self, sent):
        """A message is answered once, or not at all where nobody may be answered."""
        who = f"{sent.seat.game.id} {sent.seat.colour}: a letter that is {sent.what}"
        wanted = {"turn": 1, "talk": 1, "query": 1, "nonsense": 1, "old": 1, "leave": 1, "automatic": 0,
                  "bounce": 0}.get(sent.what)
        if wanted is not None and len(sent.answers) != wanted:
            self.fault(f"{who} ({sent.digest[:16]}) was answered by {sent.answers}")
        if sent.what == "turn" and sent.answers == ["accepted"]:
            sent.seat.old = sent.asked
        if sent.what == "leave" and sent.answers[:1] in (["refused"], ["dead-token"], ["repeat"]):
            sent.seat.left = False
        if sent.effects and sent.answers[:1] not in (["accepted"], ["wish"]):
            self.fault(f"{who} had its effect and was answered by {sent.answers}")
        if sent.answers[:1] == ["accepted"] and not sent.effects and sent.what == "turn":
            self.fault(f"{who} was accepted and had no effect")

    # ---- the year

    def open_games(self):
        """Games begin over the first third of the time, some of them once they are full."""
        while self.begun < self.wanted and self.begun * self.days * DAY <= 3 * (self.now - START) * self.wanted:
            self.open_game()

    def open_game(self):
        variant, options = KINDS[(self.begun + self.first_kind) % len(KINDS)]
        options = {**options, **self.terms()}
        if self.rng.random() < 0.3 and self.may_offer():
            begun = ()
            self.signup.offer(variant, options)
        else:
            begun = (Game(self, variant, options),)
            begun[0].begin()
        self.begun += 1
        self.collect(games=begun)

    def may_offer(self):
        return True

    def terms(self):
        rng = self.rng
        terms = {"days": rng.randrange(2, 8), "miss": rng.choice(("moderator", "remind", "skip", "forfeit", "forfeit"))}
        for key, values in (("grace", (6, 12)), ("remind", ("50", "50,90", "30,60,95")), ("rest", ("sat,sun", "sun")),
                            ("zone", ("Europe/Berlin", "America/New_York", "Asia/Kolkata")),
                            ("holidays", ("12-25,12-26", "01-01,2027-05-01")), ("bank", (3, 7)), ("vacation", (20, 30))):
            if rng.random() < 0.4:
                terms[key] = rng.choice(values)
        if "bank" in terms and rng.random() < 0.5:
            terms["bonus"] = rng.choice((4, 12))
        terms["watch"] = rng.choice(("no", "yes", "yes", "yes", "ask"))
        if rng.random() < 0.4:
            terms["watch-delay"] = rng.choice((1, 2, 5))
        return terms

    def live(self):
        for step in range(self.days * DAY // STEP):
            self.now = START + step * STEP
            self.open_games()
            if step % (DAY // STEP) == 1:
                self.moderator.day()
                self.watching.decide()
            if step % (DAY // STEP) == 2:
                self.commands.day()
                self.watching.day()
            self.run()
        self.end()

    def end(self):
        for game in self.games.values():
            self.look(game)
            game.judge.end(self.now)
            self.faults += game.judge.faults
            for fault in game.judge.faults[:2]:
                print(f"FAILED: {fault}")
        done = self.pbem("verify", may_fail=True)
        if done.returncode != 0:
            self.fault(f"pbem verify: {done.stdout}{done.stderr}")
        self.counts["deadlines judged"] = sum(game.judge.checked for game in self.games.values())
        self.counts["games over"] = sum(game.over for game in self.games.values())
        self.counts["entries"] = sum(len(game.record.entries) for game in self.games.values())


def main():
    folder, seed, games, days = sys.argv[1], *(int(word) for word in sys.argv[2:5])
    began = time.monotonic()
    world = World(f"{folder}/site", seed, games, days)
    world.live()
    print(", ".join(f"{count} {what}" for what, count in sorted(world.counts.items())))
    print(f"{days} days of {games} games, seed {seed}: {len(world.sent)} letters in, {len(world.faults)} faults, "
          f"{time.monotonic() - began:.0f} s")
    sys.exit(len(world.faults) > 0)


if __name__ == "__main__":
    main()
