# SPDX-License-Identifier: MIT
"""The moderator of the simulated year: what he does by commands, and by mail, which must be confirmed."""
import re

from year_people import NAMES
from year_record import DAY, HOUR

MODERATOR = "carol@example.org"
# The event that a command leaves in the game's file, for those that leave one.
FACTS = {"pause": "pause", "resume": "resume", "undo": "undo to entry", "reject": "undo to entry", "extend": "until",
         "rule": "result"}


class Moderator:
    def __init__(self, world):
        self.world, self.reports = world, []

    def day(self):
        world, rng = self.world, self.world.rng
        going = [game for game in world.games.values() if not game.over]
        for game in going:
            self.replace_who_is_silent(game)
        for game in rng.sample(going, min(len(going), 1 + len(going) // 40)):
            act = rng.choice(("undo", "pause", "extend", "say", "token", "reject", "remind", "address"))
            self.decide(game, act, rng.choice(list(game.seats)))
        for game in going:
            if len(game.record.entries) > 700 and rng.random() < 0.1:
                world.act(game, "rule", game.id, "draw")

    def decide(self, game, act, colour):
        world, rng, entries = self.world, self.world.rng, game.record.entries
        if act == "undo" and len(entries) > 4:
            world.act(game, "undo", game.id, str(rng.randrange(max(1, len(entries) - 6), len(entries))))
        elif act == "reject":
            world.act(game, "reject", game.id)
        elif act == "pause" and not game.paused and world.act(game, "pause", game.id):
            self.paused(game)
        elif act == "extend":
            days = rng.randrange(1, 6)
            world.look(game)
            world.given[game.record.path, len(entries) + 1].append(days)
            world.act(game, "extend", game.id, colour, str(days))
        elif act in ("token", "remind"):
            world.act(game, act, game.id, colour)
        elif act == "say":
            world.act(game, "say", game.id, "Please be in time.")
        elif act == "address":
            self.new_address(game, colour)

    def paused(self, game):
        game.paused = True
        self.world.at(self.world.now + self.world.rng.randrange(1, 9) * DAY, self.resume, game)

    def resume(self, _when, game):
        if not game.over:
            self.world.act(game, "resume", game.id)
        game.paused = False

    def replace_who_is_silent(self, game):
        world = self.world
        for seat in game.seats.values():
            if seat.silent_from is None or world.now < seat.silent_from + 15 * DAY or world.rng.random() > 0.2:
                continue
            old, before = seat.address, seat.name
            seat.name, seat.habit, seat.silent_from = world.rng.choice(NAMES), "prompt", None
            seat.change_address()
            if not world.act(game, "replace", game.id, seat.colour, f"{seat.name} <{seat.address}>"):
                seat.address, seat.name = old, before

    def new_address(self, game, colour):
        seat = game.seats[colour]
        old = seat.address
        seat.change_address()
        if not self.world.act(game, "address", game.id, colour, seat.address):
            seat.address = old


class Command:
    """A command asked for by mail. `head`: the last entry that the moderator has seen."""

    game = None
    address, name, state = MODERATOR, "Carol", "a moderator"

    def __init__(self, game, words, behind=""):
        self.game, self.act, self.head = game, words[0], game.record.head
        self.line = f"{words[0].upper()} {game.id} {' '.join(words[1:])} AT {self.head} {behind}".strip()
        self.waits, self.asked, self.days = False, 0, int(words[-1]) if words[0] == "extend" else 0
        self.colour = words[1] if words[0] == "remind" else None


class Commands:
    """By mail: nothing is done except after the moderator's own answer, in time, once, and while nothing else has
    come."""

    most = 100  # a day

    def __init__(self, world):
        self.world = world
        self.done, self.entries, self.reminders = [], [], set()

    def day(self):
        world, rng = self.world, self.world.rng
        going = [game for game in world.games.values() if not game.over and game.record.head > 0]
        for game in rng.sample(going, min(len(going), 1 + len(going) // 60, self.most)):
            world.at(world.now + rng.randrange(60, 6 * HOUR), self.ask, game)

    def ask(self, when, game):
        rng, head, colour = self.world.rng, game.record.head, self.world.rng.choice(list(game.seats))
        act = rng.choice(("undo", "pause", "resume", "extend", "say", "reject", "remind", "pause"))
        if game.over or (act == "undo" and head < 5):
            return
        words = {"undo": ["undo", str(rng.randrange(max(1, head - 6), head))] if head > 4 else None,
                 "extend": ["extend", colour, str(rng.randrange(1, 6))], "remind": ["remind", colour]}.get(act, [act])
        command = Command(game, words, "Please be in time." if act == "say" else "REASON so it is")
        who = "eve@example.com" if rng.random() < 0.05 else MODERATOR
        raw = (f"From: Carol <{who}>\nTo: games@example.org\nSubject: a command\n"
               f"Message-ID: <c{self.world.count}@example.org>\n\nHello,\n\nPBEM {command.line}\n").encode()
        self.world.post(raw, "command", command, when,
                        self.judge_ask if who == MODERATOR else lambda sent: self.expect(sent, []))

    def plan(self, command, letter):
        world, rng = self.world, self.world.rng
        when = world.now + rng.randrange(60, 20 * HOUR)
        text = rng.choices(("YES", "Ja!", "NO", "perhaps", "nothing", "late", "eve"), (12, 2, 1, 1, 1, 1, 1))[0]
        if text == "late":
            when, text = command.asked + DAY + HOUR, "YES"
        if text != "nothing":
            world.at(when, self.confirm, command, letter, text)
        if rng.random() < 0.15:
            world.at(when + rng.randrange(60, DAY), self.confirm, command, letter, "YES")

    def confirm(self, when, command, letter, text):
        raw = self.world.compose(command, letter, "YES" if text == "eve" else text)
        if text == "eve":
            raw = raw.replace(MODERATOR.encode(), b"eve@example.com", 1)
        if command.act == "extend":
            self.world.given[command.game.record.path, command.head + 1].append(command.days)
        sent = self.world.post(raw, "confirmation", command, when,
                               lambda sent: self.judge_confirm(sent, text))
        if self.world.rng.random() < 0.05:
            self.world.at(when + HOUR, self.world.again, sent.seat, raw)

    # ---- what follows

    def expect(self, sent, wanted):
        if sent.answers != wanted:
            self.world.fault(f"PBEM {sent.seat.line} ({sent.what}): answered by {sent.answers}, not {wanted}")
            return False
        return True

    def overtaken(self, command, when):
        """Reports whether anything has come since; the time of the letter itself counts for neither."""
        record = command.game.record
        return [entry for entry in record.entries[command.head:] if entry.when < when]

    def judge_ask(self, sent):
        command = sent.seat
        if not self.expect(sent, ["command"]):
            return
        letter = sent.letters[0]
        command.waits, command.asked = bool(letter.token), sent.when
        if letter.token and self.overtaken(command, sent.when):
            self.world.fault(f"PBEM {command.line} may be confirmed, and the game has gone on")
        if letter.token and not re.search("Nothing has been done yet", letter.text):
            self.world.fault(f"PBEM {command.line}: it asks without saying so")
        if not letter.token and "We have not carried out this command" not in letter.text:
            self.world.fault(f"PBEM {command.line}: it neither asks nor says why not:\n{letter.text}")
        self.world.counts["commands by mail" if letter.token else "commands by mail refused"] += 1
        if letter.token:
            self.plan(command, letter)

    def judge_confirm(self, sent, text):
        command = sent.seat
        if text == "eve":
            self.expect(sent, [])
            return
        if not self.expect(sent, ["command"]):
            return
        letter = sent.letters[0]
        told = " ".join(letter.text.split())
        live = command.waits and sent.when - command.asked <= DAY
        done = "We have carried out" in told
        if text == "perhaps":
            wanted = "neither YES nor NO" if live else "waits for an answer no more"
        elif not live:
            wanted = "waits for an answer no more"
        elif text == "NO":
            wanted = "You have answered NO"
        elif self.overtaken(command, sent.when):
            wanted = "has newer entries than"
        else:
            wanted = "We have carried out" if done else "We have not carried out"
        if wanted not in told:
            self.world.fault(f"PBEM {command.line}, answered by {text}: it should say '{wanted}':\n{letter.text}")
        command.waits = command.waits and text == "perhaps"
        if done:
            self.done.append(command)
            self.world.counts["commands by mail done"] += 1
        if done and command.act == "pause":
            self.world.moderator.paused(command.game)
        if done and command.act == "resume":
            command.game.paused = False
        if done and command.act == "remind":
            self.reminders.add((command.game.id, command.colour))

    def judge(self):
        """Each that was done is the entry it should be, and every entry of a moderator's is by one of them."""
        for command in self.done:
            if command.act not in FACTS:
                continue
            made = [entry for entry in self.entries if entry[0] is command.game and entry[1].number == command.head + 1]
            if len(made) != 1:
                self.world.fault(f"PBEM {command.line}: done, and made {len(made)} entries")
                continue
            self.entries.remove(made[0])
            if not any(fact.startswith(FACTS[command.act]) for fact in made[0][1].facts):
                self.world.fault(f"PBEM {command.line}: done, and entry {made[0][1].number} doesn't say so")
        for game, entry in self.entries:
            self.world.fault(f"{game.id}: entry {entry.number} is a moderator's, who did nothing")
        self.done, self.entries = [], []

