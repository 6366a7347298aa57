# SPDX-License-Identifier: MIT
"""Those who watch games of the simulated year, and a judge of what they get.

A watcher asks, confirms, waits for the moderator where that is so, asks for the board, writes what nobody can read, has
an address that fails, wants no more. After each run and command he must have got an answer to each letter, and one
letter with the turns made since that he may see; nobody else one. In it stand those turns and the board behind them,
and nothing that only players may know."""
import collections
import re

from year_people import NAMES, TOKEN
from year_record import DAY, HOUR

MOST = 3  # watch a game
PARTED = 150  # letters of a run, and it may be several batches
ROUNDS_MORE = 8  # turns listed once more where a letter takes the place of one unsent


class Watcher:
    def __init__(self, game, name, address):
        self.game, self.name, self.address = game, name, address
        self.state, self.serial, self.bounced = "none", 0, 0
        self.letter, self.came, self.went = None, None, None


class Lag:
    """The turns that a watcher has seen of a game, as everybody knows them, or a number of turns less."""

    def __init__(self, delay):
        self.delay, self.now, self.judged, self.over, self.started = delay, 0, 0, False, False
        self.first = 0  # when what was followed last began

    def follow(self, record):
        """Returns the letter to expect: (what, turns seen for good, turns seen now), or None."""
        self.first = record.entries[self.judged].when
        before, kept, back = self.now, self.now, False
        was_over, begun = self.over, False
        for entry in record.entries[self.judged:]:
            stood = record.entries[entry.parent - 1].count if entry.parent > 0 else 0
            undone = entry.parent != entry.number - 1
            self.now = min(self.now, stood)
            kept = min(kept, self.now)
            self.now = max(self.now, entry.count - (0 if entry.over else self.delay))
            back |= undone and self.delay == 0
            begun |= entry.started and not self.started
            self.over, self.started = entry.over, entry.started
        self.judged = len(record.entries)
        back |= kept < before or (was_over and not self.over)
        if was_over and self.over and not back:
            return None
        return (back, kept, self.now) if back or begun or self.over != was_over or self.now > kept else None


class Watching:
    def __init__(self, world):
        self.world, self.count = world, 0
        self.watchers, self.lags = {}, {}
        self.keys = collections.defaultdict(set)  # that came to an address

    def of(self, game):
        return [each for each in self.watchers.values() if each.game is game]

    # ---- what they do

    def day(self):
        """Somebody hears of a game."""
        world, rng = self.world, self.world.rng
        games = list(world.games.values())
        if not games or rng.random() > min(0.8, 0.04 * len(games)):
            return
        game = rng.choice(games)
        self.count += 1
        name = rng.choice(NAMES)
        watcher = Watcher(game, name, f"{name.lower()}.w{self.count}@example.com")
        self.watchers[game.id, watcher.address] = watcher
        when = world.now + rng.randrange(1, DAY)
        world.at(when, self.ask, watcher)
        if rng.random() < 0.1:
            world.at(when + HOUR, self.ask, watcher)

    def ask(self, when, watcher):
        self.world.send(watcher, None, f"Hello,\n\nWATCH {watcher.game.id}", "watch", when, self.judge_ask)

    def reply(self, when, watcher, letter, text):
        self.world.send(watcher, letter, text, "watcher", when,
                        lambda sent: self.judge_reply(sent, letter, text))

    def of_seat(self, when, seat, letter):
        """A player of another game needn't confirm."""
        world = self.world
        game = world.rng.choice(list(world.games.values()))
        if game is seat.game or letter is not seat.asking or seat.game.over:
            return
        watcher = self.watchers.setdefault((game.id, seat.address), Watcher(game, seat.name, seat.address))
        sent = world.write(seat, letter, f"WATCH {game.id}", "watching", when)
        sent.judge = lambda sent: self.judge_enter(sent, watcher)

    def forge(self, when, watcher, letter):
        raw = TOKEN.sub(lambda found: found[0][:20] + (b"b" if found[0][20:21] in b"aA" else b"a") + found[0][21:],
                        self.world.compose(watcher, letter, "UNWATCH"))
        self.world.post(raw, "forged", watcher, when, lambda sent: self.expect(sent, (), "keyless"))

    def bounce(self, when, watcher, letter):
        self.world.put_bounce(when, watcher, letter, lambda sent: self.judge_bounce(sent, letter))

    def plan(self, watcher, letter):
        """Decides what follows a letter that the watcher got."""
        world, rng = self.world, self.world.rng
        when = world.now + rng.randrange(60, 2 * DAY)
        if letter.kind == "watcher-asked" and rng.random() < 0.85:
            text = rng.choices(("WATCH", "UNWATCH", "who are you?"), (10, 1, 1))[0]
            world.at(when, self.reply, watcher, letter, text)
        elif letter.kind in ("watcher", "watcher-told") and rng.random() < 0.08:
            text = rng.choices(("STATUS", "GAMES", "HELP", "MOVE e2e4", "Nice!", "UNWATCH", "WATCH"),
                               (3, 1, 1, 1, 1, 2, 1))[0]
            world.at(when, self.reply, watcher, letter, text)
        elif letter.kind in ("watcher", "watcher-told") and rng.random() < 0.02:
            world.at(when, rng.choice((self.bounce, self.forge)), watcher, letter)

    # ---- what they should get

    def expect(self, sent, *kinds):
        """One of these, each the kinds of all answers; with () none."""
        found = tuple(sent.answers)
        if found not in [each if isinstance(each, tuple) else (each,) for each in kinds]:
            self.world.fault(f"{sent.seat.game.id}: {sent.seat.address}, who is {sent.seat.state}, wrote "
                             f"'{sent.what}' and got {found}, not one of {kinds}")
            return False
        return True

    def closed(self, watcher, when):
        """Reports whether nobody else can watch the game; None if that has just changed."""
        record, inside = watcher.game.record, [each.state in ("waits", "watches") for each in self.of(watcher.game)]
        entry = record.before(when)
        over = entry is not None and entry.over
        if watcher.game.options.get("watch", "no") == "no" or sum(inside) >= MOST:
            return True
        return over

    def ration(self, watcher, what, when):
        return self.world.ration(what, watcher.address, when)

    def judge_ask(self, sent, key=False):
        watcher = sent.seat
        if not self.ration(watcher, "joins", sent.when):
            self.expect(sent, ())
        elif watcher.state == "watches":
            self.expect(sent, "watcher")
        elif watcher.state == "waits":
            self.expect(sent, "watcher-told")
        elif self.closed(watcher, sent.when):
            self.expect(sent, "unwatched")
        elif self.expect(sent, "watcher-asked"):
            watcher.state, watcher.letter, watcher.bounced = "asked", sent.letters[0], 0
        del key

    def is_seated(self, watcher):
        return any(seat.address == watcher.address for seat in watcher.game.seats.values())

    def judge_enter(self, sent, watcher):
        if sent.answers in (["refused"], ["dead-token"], ["repeat"]):
            return
        answers = tuple(sent.answers)
        if watcher.state in ("watches", "waits"):
            wanted = ("watcher",) if watcher.state == "watches" else ("watcher-told",)
        elif self.is_seated(watcher) or self.closed(watcher, sent.when):
            wanted = ("unwatched",)
        elif watcher.game.options["watch"] == "ask":
            wanted, watcher.state = ("watcher-told",), "waits"
        else:
            wanted, watcher.state, watcher.came = ("watcher",), "watches", sent.when
        if answers != wanted:
            self.world.fault(f"{watcher.address} wanted to watch {watcher.game.id}, with a key of a seat, and got "
                             f"{answers}, not {wanted}")
        elif answers != ("unwatched",):
            watcher.letter = sent.letters[0]

    def judge_reply(self, sent, letter, text):
        watcher = sent.seat
        live = watcher.letter is not None and watcher.state != "none" and watcher.letter.seat == letter.seat
        if not live and text == "WATCH":
            self.judge_ask(sent)
        elif not live:
            self.expect(sent, "unwatched" if self.ration(watcher, "overtaken", sent.when) else ())
        elif text == "UNWATCH":
            self.expect(sent, "unwatched")
            watcher.state, watcher.went = "none", sent.when
        elif watcher.state == "asked" and text == "WATCH":
            self.judge_enter(sent, watcher)
        elif watcher.state == "asked":
            self.expect(sent, "unwatched")
        elif watcher.state == "waits":
            self.expect(sent, "watcher-told")
        else:
            self.expect(sent, "watcher" if text in ("STATUS", "WATCH") else "watcher-told")

    def judge_bounce(self, sent, letter):
        watcher = sent.seat
        self.expect(sent, ())
        if watcher.letter is None or watcher.letter.seat != letter.seat or watcher.state == "none":
            return
        watcher.bounced += 1
        if watcher.state == "asked" or watcher.bounced > 1:
            watcher.state, watcher.went = "none", sent.when

    # ---- the moderator's word

    def decide(self):
        """Lists the watchers who wait for permission."""
        for watcher in self.watchers.values():
            if watcher.state == "waits" and self.world.rng.random() < 0.3:
                self.say(watcher, self.world.rng.choice(("allow", "allow", "refuse")))
            elif watcher.state == "watches" and self.world.rng.random() < 0.002:
                self.say(watcher, "remove")

    def say(self, watcher, word):
        number = watcher.letter.seat.removeprefix("watcher")
        if self.world.act(watcher.game, "watcher", watcher.game.id, word, number,
                          then=lambda: setattr(watcher, "state", "watches" if word == "allow" else "none")):
            kinds = [letter.kind for letter in self.world.fresh if letter.to == watcher.address]
            if kinds != (["watcher"] if word == "allow" else ["unwatched"]):
                self.world.fault(f"{watcher.address}, who was told '{word}', got {kinds}")
        else:
            self.world.fault(f"pbem watcher {watcher.game.id} {word} {number} is refused")

    # ---- after each run

    def take(self, letter):
        watcher = self.watchers.get((letter.game, letter.to))
        if watcher is None:
            self.world.fault(f"{letter.id} went to {letter.to}, who doesn't watch {letter.game}")
            return
        self.check_public(watcher.game, letter)
        self.plan(watcher, letter)

    def judge(self, fresh, grown):
        """Checks the letters with turns: a watcher gets one when there is something the watcher may know, and
        nobody else does. `grown` are the games in which something happened."""
        told = collections.defaultdict(list)
        for letter in fresh:
            if letter.kind == "watcher" and len(letter.cause) < 16 and "The moderator lets you" not in letter.text:
                told[letter.game, letter.to].append(letter)
        for game in grown.values():
            if game.options.get("watch", "no") == "no" or game.record.head == 0:
                continue
            lag = self.lags.setdefault(game.id, Lag(int(game.options.get("watch-delay", "0"))))
            news = lag.follow(game.record)
            for watcher in self.of(game):
                letters = told.pop((game.id, watcher.address), [])
                wanted = self.wanted(watcher, lag) if news is not None else (0,)
                if len(letters) not in wanted:
                    self.world.fault(f"{game.id}: {len(letters)} letters with turns to {watcher.address}, who is "
                                     f"{watcher.state}, not {wanted}: entries up to {game.record.head}, {news}")
                elif letters:
                    latest = max(letters, key=lambda each: int(each.cause))
                    self.check_turns(game, latest, *news, part=len(wanted) > 1)
                    self.world.counts["letters to watchers"] += 1
                watcher.came, watcher.went = None, None
        for (game, address), letters in told.items():
            self.world.fault(f"{game}: {len(letters)} letters with turns to {address}, who watches nothing")

    def wanted(self, watcher, lag):
        """Limits the letters with turns that a watcher may get. A worklist of many messages is several batches, and
        so is one in which a run dies. What came earlier, in another batch, is in the answer to the watcher's own
        message; unsent letters are taken back when the watcher leaves."""
        watches, disturbed = watcher.state == "watches", self.world.disturbed
        if not disturbed and len(self.world.due) < PARTED:
            return (int(watches),)
        if not watches:
            return (0, 1) if disturbed and watcher.went is not None and lag.first <= watcher.went else (0,)
        letters = (1, 2, 3) if disturbed else (1,)
        return (0, *letters) if watcher.came is not None and lag.first <= watcher.came else letters

    def check_turns(self, game, letter, back, kept, now, part=False):
        """`part`: others may have been told before."""
        text = letter.text
        if ("has since been taken back" in text) != back and not game.over and not part:
            self.world.fault(f"{letter.id}: that the game was taken back is {back}, and it says otherwise")
        if ("was the last letter" in text) != game.over:
            self.world.fault(f"{letter.id}: it isn't the last letter, or is and doesn't say so")
        head = game.record.entries[-1]
        if game.cards or letter.german:
            return
        first = min(kept, max(0, now - len(game.seats)))
        lines = text.partition("The latest moves:\n")[2].partition("\n\n")[0].split("\n")
        listed = [line.split()[-1] for line in lines if line.startswith("  | ")]
        turns = [each.split(" ")[0] for _, each in game.record.turns(head, 0)][:now]
        most = turns[max(0, now - 16):]
        wanted = turns[first:][-16:]
        if listed != wanted and listed != turns[max(0, first - ROUNDS_MORE):][-16:] and \
                not (part and listed == turns[len(turns) - len(listed):]):
            self.world.fault(f"{letter.id}: it lists {listed}, and should {wanted}, of {most}")
        self.check_board(game, letter, now)

    def check_board(self, game, letter, now):
        """The board as the game's file shows it after the last turn that the watcher sees."""
        if game.variant not in ("chess", "chess960"):
            return
        entry = game.record.entries[-1]
        while entry.count - len(entry.played) >= now > 0:
            entry = game.record.entries[entry.parent - 1]
        if entry.count != now or not entry.board or "undo" in " ".join(entry.facts):
            return
        drawn = [cell.upper() if cell == "." else ("w" if cell.isupper() else "b") + cell.upper()
                 for line in entry.board for cell in re.findall(r"[KQRBNPkqrbnp.]", line[4:-2])
                 if re.match(r" *\d", line)]
        shown = [cell.strip() for line in letter.text.split("\n") if re.match(r"  [1-8] .* [1-8]$", line)
                 for cell in re.findall(r"[wb][KQRBNP]|\.", line)]
        self.world.counts["boards of watchers compared"] += 1
        if shown != drawn:
            self.world.fault(f"{letter.id}: its board isn't that behind turn {now}: {shown} {drawn}")

    def check_public(self, game, letter):
        """Nothing that only players may know: keys, hands, what was said, given in advance, or who else watches."""
        own = self.keys[letter.to]
        own.add(letter.token.lower().encode())
        keys = {each.lower() for each in TOKEN.findall(letter.words)} - own
        text = letter.text
        if keys:
            self.world.fault(f"{letter.id} has keys of others: {keys}")
        if re.search(r"THEN MOVE|in advance|onditional move|Good luck!|Please be in time|so it is", text):
            self.world.fault(f"{letter.id} tells what only players may know:\n{text}")
        heads = letter.heads["Subject"] + letter.heads.get("Reply-To", "") + text
        if set(re.findall(r"[\w.]+@example\.(?:net|com)", heads)) - {letter.to}:
            self.world.fault(f"{letter.id} tells somebody's address:\n{heads}")
        if game.cards:
            self.check_hands(game, letter, text)

    def check_hands(self, game, letter, text):
        """A card that the letter names was played openly, or is open on the table."""
        with open(f"{self.world.folder}/games/{game.id}/seats", encoding="utf-8") as file:
            cards = set(re.findall(r"^  seen (.*)$", file.read(), re.MULTILINE))
        plain = " ".join(text.replace("\n  |", "\n").split())
        named = [card for card in cards if re.search(rf"\b{re.escape(card)}\b", plain)]
        self.world.counts["letters without hands"] += 1
        if named:
            with open(game.record.path, encoding="utf-8") as file:
                public = file.read().replace("\n    ", "")
            secret = [card for card in named if card not in public and card not in " ".join(public.split())]
            if secret:
                self.world.fault(f"{letter.id} names cards that nobody has seen: {secret}\n{text}")
