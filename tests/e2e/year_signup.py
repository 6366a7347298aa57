# SPDX-License-Identifier: MIT
"""Open games of the simulated year: who asks for a seat, confirms, chooses, gives it back, comes too late; games that
begin when they are full, and those that never do; rematches. A model of each says what every letter must come to."""
import collections
import datetime
import os
import re
import zoneinfo

from year_people import COLOURS, NAMES, Game
from year_record import DAY, HOUR

REMATCH_DAYS = 14


class Joiner:
    """Somebody at an open game. `taken`: the person has a seat; `serial` is that of the person's letters."""

    def __init__(self, offer, name, address):
        self.offer, self.name, self.address = offer, name, address
        self.taken, self.wish, self.letter = False, None, None

    @property
    def game(self):
        return self.offer


class Offer:
    """The lines that its file should have: who was asked and who has a seat, in that order."""

    def __init__(self, name, variant, options, closes=None, lot=False, rematch=None):
        self.id, self.variant, self.options = name, variant, options
        self.closes, self.lot, self.rematch = closes, lot, rematch
        self.people, self.open, self.record = [], True, None

    def taken(self):
        return [each for each in self.people if each.taken]

    def is_open(self, when):
        """Reports whether a letter of that time comes before the end, whenever a run finds out."""
        return self.open and (self.closes is None or self.closes >= when)

    def chosen(self, colour):
        return any(each.taken and each.wish == colour for each in self.people)

    def seated(self):
        """Returns who has which seat: chosen seats, then the others in order of arrival."""
        colours = COLOURS[self.variant]
        seats = {each.wish: each for each in self.taken() if each.wish and not self.lot}
        rest = [each for each in self.taken() if not each.wish or self.lot]
        for colour in colours:
            if colour not in seats:
                seats[colour] = rest.pop(0)
        return {colour: seats[colour] for colour in colours}


class Signup:
    def __init__(self, world):
        self.world, self.count = world, 0
        self.offers = {}
        self.silent = []
        self.wanted = collections.Counter()  # letters that tell people that nothing comes of it, by address

    # ---- offers

    def offer(self, variant, options):
        """An open game, and people who hear of it: mostly as many as it needs."""
        world, rng = self.world, self.world.rng
        words, closes, lot = ["--open"], None, rng.random() < 0.25
        if rng.random() < 0.5:
            zone = zoneinfo.ZoneInfo(options.get("zone", "UTC"))
            date = datetime.datetime.fromtimestamp(world.now + rng.randrange(3, 15) * DAY, zone).date()
            words += ["--until", f"{date}"]
            date += datetime.timedelta(days=1)
            closes = int(datetime.datetime(date.year, date.month, date.day, tzinfo=zone).timestamp())
        words += ["--lot"] if lot else []
        words += [word for key, value in options.items() for word in ("--option", f"{key}={value}")]
        told = world.pbem("new", variant, *words).stdout
        offer = Offer(re.search(r"Open game (\S+):", told)[1], variant, options, closes, lot)
        self.offers[offer.id] = offer
        for _ in range(len(COLOURS[variant]) + rng.choice((-1, 0, 1, 1, 2))):
            self.count += 1
            name = rng.choice(NAMES)
            joiner = Joiner(offer, name, f"{name.lower()}.j{self.count}@example.net")
            world.at(world.now + rng.randrange(HOUR, 4 * DAY), self.ask, joiner)
        if closes is None and rng.random() < 0.3:
            world.at(world.now + 9 * DAY, self.close, offer)

    def close(self, _when, offer):
        if offer.open:
            self.ends(offer)
            self.world.act(offer, "close", offer.id)

    # ---- what people do

    def ask(self, when, joiner):
        rng = self.world.rng
        joiner.asks = rng.choice([None, None] + list(COLOURS[joiner.offer.variant])) if not joiner.offer.lot else None
        text = f"JOIN {joiner.offer.id}" + (f" {joiner.asks}" if joiner.asks else "")
        self.world.send(joiner, None, text, "join", when, self.judge_ask)

    def reply(self, when, joiner, letter, text, seat=None):
        self.world.send(joiner, letter, text, "joiner", when,
                        lambda sent: self.judge_reply(sent, letter, text, seat))

    def plan(self, joiner, letter):
        """Decides what follows a letter that the person got."""
        world, rng, offer = self.world, self.world.rng, joiner.offer
        when = world.now + rng.randrange(60, 3 * DAY)
        if letter.kind == "join" and rng.random() < 0.9:
            colours = [None, None, None] + (list(COLOURS[offer.variant]) if not offer.lot else [])
            seat = rng.choice(colours)
            text = rng.choices((f"JOIN {seat or ''}".strip(), "LEAVE", "JOIN g999", "what is this?"), (12, 1, 1, 1))[0]
            world.at(when, self.reply, joiner, letter, text, seat if text.startswith("JOIN") else None)
        elif letter.kind == "joined" and rng.random() < 0.2 and not offer.rematch:
            world.at(when, self.reply, joiner, letter, rng.choice(("LEAVE", "JOIN AS Max", "hm")))
        elif letter.kind == "rematch" and rng.random() < 0.9:
            world.at(when, self.reply, joiner, letter, rng.choices(("REMATCH", "REMATCH NO", "hm"), (10, 1, 1))[0])

    def again(self, when, seat, letter):
        """A player of a finished game wants a rematch."""
        game = seat.game
        if game.over:
            sent = self.world.write(seat, letter, "REMATCH", "rematch", when)
            sent.judge = self.judge_again

    # ---- what follows

    def expect(self, sent, wanted):
        if sent.answers == [] and wanted in (["join"], ["joined"]):
            self.silent.append(sent)  # a newer letter may have taken its place
            return False
        if sent.answers != wanted:
            self.world.fault(f"{sent.seat.game.id}: {sent.seat.address} wrote '{sent.what}' and got {sent.answers}, "
                             f"not {wanted}")
            return False
        return True

    def ration(self, what, address, when):
        return self.world.ration(what, address, when)

    def judge_ask(self, sent):
        joiner, offer = sent.seat, sent.seat.offer
        if not offer.is_open(sent.when):
            self.expect(sent, [])
        elif self.ration("joins", joiner.address, sent.when) and self.expect(sent, ["join"]):
            offer.people.append(joiner)
            joiner.wish = None if offer.chosen(joiner.asks) else joiner.asks
            joiner.letter = sent.letters[0]

    def judge_reply(self, sent, letter, text, seat):
        joiner, offer = sent.seat, sent.seat.offer
        if not offer.is_open(sent.when):
            self.expect(sent, ["unjoined"] if self.ration("overtaken", joiner.address, sent.when) else [])
        elif joiner not in offer.people or joiner.letter.seat != letter.seat:
            what = "joins" if text.startswith("JOIN") else "overtaken"
            fresh = self.ration(what, joiner.address, sent.when)
            answer = "join" if what == "joins" and not offer.rematch else "unjoined"
            if self.expect(sent, [answer] if fresh else []) and fresh and answer == "join":
                offer.people.append(joiner)
                joiner.wish, joiner.letter = None if offer.chosen(seat) else seat, sent.letters[0]
        elif text in ("LEAVE", "REMATCH NO") and offer.rematch:
            self.ends(offer)
            self.expect(sent, [])
        elif text == "LEAVE":
            self.expect(sent, ["unjoined"])
            offer.people.remove(joiner)
            joiner.taken = False
        elif text == "JOIN g999" or text.split()[0] not in ("JOIN", "REMATCH"):
            self.expect(sent, ["joined" if joiner.taken else "rematch" if offer.rematch else "join"])
        else:
            self.join(sent, joiner, seat)

    def join(self, sent, joiner, seat):
        offer = joiner.offer
        if seat and seat != (joiner.wish if joiner.taken else None) and offer.chosen(seat):
            self.expect(sent, ["joined" if joiner.taken else "join"])
            return
        joiner.wish = seat or joiner.wish
        if not joiner.taken and joiner.wish and not offer.rematch and offer.chosen(joiner.wish):
            joiner.wish = None
            self.expect(sent, ["join"])
            return
        joiner.taken = True
        if len(offer.taken()) < len(COLOURS[offer.variant]):
            if self.expect(sent, ["joined"]):
                joiner.letter = sent.letters[0]
            return
        self.expect(sent, [])
        self.begin(offer)

    def judge_again(self, sent):
        """The first asks all others, who agree by the letters of the game that is over or by the new ones."""
        seat, game = sent.seat, sent.seat.game
        offer = next((each for each in self.offers.values() if each.rematch is game and each.open), None)
        if sent.answers in (["dead-token"], ["repeat"]):
            return
        entry = game.record.before(sent.when)
        if sent.answers != ["joined"] and (entry is None or not entry.over or game.again and offer is None or
                                           offer is not None and not offer.is_open(sent.when) or
                                           any(each.left for each in game.seats.values())):
            self.expect(sent, ["refused"])
            return
        if offer is not None:
            self.join(sent, next(each for each in offer.people if each.seat is seat), None)
            return
        # When all have agreed within one run, the first letter of the game takes the place of that answer.
        begun = [each for each in self.world.fresh if each.kind in ("welcome", "gather") and each.to == seat.address
                 and each.game not in self.world.games and each.game not in self.offers]
        if begun and not sent.answers or self.expect(sent, ["joined"]):
            game.again = True
            self.rematch(sent, game, seat, (sent.letters + begun)[0])

    def rematch(self, sent, game, asker, letter):
        colours = COLOURS[game.variant]
        offer = Offer(letter.game, game.variant, game.options, sent.when + REMATCH_DAYS * DAY, rematch=game)
        self.offers[offer.id] = offer
        for number, seat in enumerate(game.seats.values()):
            joiner = Joiner(offer, seat.name, seat.address)
            joiner.seat, joiner.wish = seat, colours[(number + 1) % len(colours)]
            joiner.taken = seat is asker
            asked = [each for each in self.world.fresh if each.kind == "rematch" and each.game == offer.id
                     and each.to == seat.address]
            others = [each for each in self.world.fresh if each.game == offer.id and each.to == seat.address]
            if len(asked) != (seat is not asker) and not others:
                self.world.fault(f"{game.id}: {len(asked)} letters ask {seat.address} for a rematch")
            joiner.letter = letter if seat is asker else asked[0] if asked else None
            offer.people.append(joiner)
            for each in asked:
                self.plan(joiner, each)

    def begin(self, offer):
        """All seats are taken."""
        world = self.world
        offer.open = False
        game = Game(world, offer.variant, offer.options)
        game.id = offer.id
        seats = offer.seated()
        if not os.path.exists(f"{world.folder}/games/{offer.id}"):
            world.fault(f"{offer.id}: all have joined, and it hasn't begun")
            return
        with open(f"{world.folder}/games/{offer.id}/seats", encoding="utf-8") as file:
            found = re.findall(r"^seat (\S+)\n  name (.*)\n  address (.*)$", file.read(), re.MULTILINE)
        if offer.lot:
            if {address for _, _, address in found} != {each.address for each in seats.values()}:
                world.fault(f"{offer.id}: others were seated than had joined: {found}")
        elif {colour: address for colour, _, address in found} != {key: each.address for key, each in seats.items()}:
            world.fault(f"{offer.id}: they aren't seated as they have joined: {found}, not "
                        f"{[(key, each.address) for key, each in seats.items()]}")
        game.seat({colour: (name, address) for colour, name, address in found})
        world.counts["rematches begun" if offer.rematch else "open games begun"] += 1
        game.open()
        world.welcome(game)

    def ends(self, offer):
        """Nothing comes of it: who has a seat is told, of a rematch all are."""
        offer.open = False
        for joiner in offer.people:
            if joiner.taken or offer.rematch:
                self.wanted[joiner.address] += 1
        self.world.counts["rematches that weren't" if offer.rematch else "open games closed"] += 1

    # ---- after each run

    def take(self, letter):
        offer = self.offers.get(letter.game)
        if offer is None:
            return  # of a rematch that this run has asked for
        joiner = next((each for each in offer.people if each.address == letter.to), None)
        if joiner is not None:
            self.plan(joiner, letter)

    def judge(self, is_run):
        """Those whose time is over, which a run finds out."""
        for offer in self.offers.values():
            if is_run and offer.open and offer.closes is not None and offer.closes < self.world.now:
                self.ends(offer)
        for offer in self.offers.values():
            if offer.open and is_run:
                self.check_offer(offer)
        for sent in self.silent:
            joiner = sent.seat
            is_open = not isinstance(joiner, Joiner) or joiner.offer.open
            if is_open and not any(each.to == joiner.address and (each.about == "signup" or each.kind in ("welcome", "gather"))
                       for each in self.world.fresh):
                self.world.fault(f"{joiner.game.id}: {joiner.address} wrote '{sent.what}' and got nothing")
        self.silent = []
        self.check_told()

    def check_offer(self, offer):
        """A person with a seat is in the game's file."""
        try:
            with open(f"{self.world.folder}/offers/{offer.id}", encoding="utf-8") as file:
                found = re.findall(r"^taken \d+\n(?:  .*\n)*?  address (.*)$", file.read(), re.MULTILINE)
        except FileNotFoundError:
            found = None
        if found is None or sorted(found) != sorted(each.address for each in offer.taken()):
            self.world.fault(f"{offer.id}: {found} have seats, and should {[each.address for each in offer.taken()]}")
            offer.open = False

    def check_told(self):
        """A person who asked is told the outcome; the letters that answer none are these."""
        told = collections.Counter(letter.to for letter in self.world.fresh
                                   if letter.kind == "unjoined" and letter not in self.world.answering)
        if told != self.wanted:
            self.world.fault(f"games that aren't played are told to {told}, not to {self.wanted}")
        self.wanted.clear()
