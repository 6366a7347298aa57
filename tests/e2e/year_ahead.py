# SPDX-License-Identifier: MIT
"""Moves given in advance in the simulated year: what players foresee, and a judge of what becomes of it, by the words
of pbem-orders(7) alone: a line is played as soon as its moves have been made, dropped when others were, told to who
gave it, and to nobody else before."""
import collections
import hashlib
import re

PLAIN = re.compile(r"(?:\d:)?[a-t]\d+[a-t]\d+$")


def board_of(move):
    """The board of a move of a ring, by its number; None of all others."""
    return move.partition(":")[0] if ":" in move else None


class Intent:
    """Lines of a seat: (seat, move) of others, followed by its own move. `link` is what the file says of them."""

    def __init__(self, lines, link):
        self.lines, self.link, self.matched = list(lines), link, 0
        self.board = board_of(self.lines[0][1])

    def next(self):
        plies, own = self.lines[0]
        return plies[self.matched] if self.matched < len(plies) else (None, own)

    def due(self):
        return self.matched == len(self.lines[0][0])


def tell(lines):
    return "\n".join("IF " + " ".join(f"{seat} MOVE {move}" for seat, move in plies) + f" THEN MOVE {own}"
                     for plies, own in lines)


class Ahead:
    """The conditional moves of one game."""

    def __init__(self, world, game):
        self.world, self.game = world, game
        self.intents, self.beaten = {}, set()  # by seat and board: a plan a board
        self.told = collections.Counter()  # what each seat must hear: played, dropped

    # ---- what players give

    def foresee(self, seat, move):
        """Lines to go with a move: what the others could play when they were asked last, and an answer to it."""
        rng, game = self.world.rng, self.game
        colours = list(game.seats)
        at = colours.index(seat.colour)
        board = board_of(move)
        own = [each for each in seat.moves if PLAIN.match(each) and each[:-2] != move[:-2] and
               (board is None or each.startswith(f"{board}:"))]
        if board is not None:
            others = [colours[int(board) % len(colours)] if colours[int(board) - 1] == seat.colour
                      else colours[int(board) - 1]]
        else:
            others = [each for each in colours[at + 1:] + colours[:at] if each not in self.beaten]
        lines, used = [], set()
        for _ in range(rng.randrange(1, 3)):
            plies = []
            for colour in others:
                moves = [each for each in game.seats[colour].moves if PLAIN.match(each) and each not in used and
                         (board is None or each.startswith(f"{board}:"))]
                if not moves:
                    return lines
                plies.append((colour, rng.choice(moves)))
            rest = [each for each in own if each not in used]
            if not rest:
                return lines
            lines.append((plies, rng.choice(rest)))
            used |= {move for _, move in plies} | {lines[-1][1]}
        return lines

    def foreseen(self, seat):
        """A move somebody expects of this seat now, if it is among its moves."""
        for intent in self.intents.values():
            colour, move = intent.next()
            if colour == seat.colour and move in seat.moves:
                return move
        return None

    # ---- what becomes of it

    def fault(self, entry, text):
        self.world.fault(f"{self.game.id}: entry {entry.number}: {text}")

    def take(self, entry, sent):
        due = [key for key, intent in self.intents.items() if intent.due()]
        if entry.cause == "ahead":
            self.take_played(entry, due)
        elif due:
            self.fault(entry, f"what {due} gave in advance was due, and isn't played")
            for key in due:
                del self.intents[key]
        for colour, move in entry.played:
            self.match(entry, colour, move.split(" ")[0])
        given = entry.all("intends")
        for text in given:
            self.give(entry, text, sent)
        self.void(entry)

    def give(self, entry, text, sent):
        found = re.fullmatch(r"(\w+)(?: on board (\d+))? (\S+)", text)
        colour, board, link = found.groups()
        if link == "-":
            self.intents = {key: intent for key, intent in self.intents.items() if key[0] != colour}
            return
        lines = [line for line in sent.lines if board_of(line[1]) == board] if sent is not None else []
        if not lines or sent.seat.colour != colour:
            self.fault(entry, f"{colour} gave nothing in advance, or nothing on that board: {text}")
            return
        self.world.counts["given in advance"] += 1
        self.world.counts["given besides a plan on another board"] += any(
            key[0] == colour and key[1] != board for key in self.intents)
        self.intents[colour, board] = Intent(lines, link.removeprefix("sha256:"))

    def take_played(self, entry, due):
        found = re.fullmatch(r"(\w+) salt (\w+), next (\S+): ?(.*)", (entry.all("intended") or [""])[0])
        colour = found[1] if found else None
        key = (colour, board_of(entry.played[0][1]) if entry.played else None)
        if key not in due or len(entry.played) != 1 or entry.played[0][0] != colour:
            self.fault(entry, f"played in advance by {key}, and due is {due}: {entry.facts}")
            return
        intent = self.intents.pop(key)
        plies, own = intent.lines.pop(0)
        line = tell([(plies, own)]).removeprefix("IF ")
        if found[4] != line:
            self.fault(entry, f"'{line}' was given in advance, and the file says '{found[4]}'")
        if hashlib.sha256(f"{found[2]}|{found[4]}|{found[3]}".encode()).hexdigest() != intent.link:
            self.fault(entry, "what was given isn't what was committed to")
        if entry.played[0][1].split(" ")[0] != own:
            self.fault(entry, f"{own} was given in advance, and {entry.played[0][1]} played")
        self.told[colour, "played"] += 1
        self.world.counts["played in advance"] += 1
        if intent.lines:
            self.intents[key] = Intent(intent.lines, found[3].removeprefix("sha256:"))

    def match(self, entry, colour, move):
        for owner, intent in list(self.intents.items()):
            if intent.board != board_of(move) or (owner[0] == colour and entry.cause == "ahead"):
                continue
            if not intent.due() and intent.next() == (colour, move):
                intent.matched += 1
            else:
                self.drop(owner)

    def drop(self, key):
        colour = key[0]
        del self.intents[key]
        if colour not in self.beaten and not self.game.over:
            self.told[colour, "dropped"] += 1
            self.world.counts["dropped in advance"] += 1

    def void(self, entry):
        """Events that end or change a game, and turns that somebody else has instead."""
        for text in entry.all("beaten"):
            self.beaten.add(text.split(" ")[0])
            for key in [key for key in self.intents if key[0] == text.split(" ")[0]]:
                del self.intents[key]
        if entry.parent != entry.number - 1:
            self.beaten = set()
            for before in self.standing(entry):
                self.beaten |= {text.split(" ")[0] for text in before.all("beaten")}
        if entry.over:
            self.intents.clear()
            return
        words = {fact.split(" ")[0] for fact in entry.facts}
        # A seat that is mated and not yet beaten, in a ring until the worklist ends, has no more use for them, and
        # is told so.
        changed = {text.split(" ")[0] for text in entry.all("seat-changed") + entry.all("mated")}
        offering = {text.split(" ")[0] for text in entry.all("offer")}
        turn = (entry.all("turn") or [None])[-1]
        for key, intent in list(self.intents.items()):
            mover = intent.next()[0]
            if words & {"undo", "pause", "fresh", "close"} or key[0] in changed or offering - {key[0]} or \
                    (turn is not None and mover is not None and mover != turn and intent.board is None):
                self.drop(key)

    def standing(self, entry):
        while entry is not None:
            yield entry
            entry = self.game.record.entries[entry.parent - 1] if entry.parent > 0 else None

    # ---- after each run

    def judge(self, fresh):
        """Each seat is told once what became of its lines, and no letter to anybody else contains them. `fresh` are
        the letters of this game."""
        due = [key for key, intent in self.intents.items() if intent.due()]
        if due:
            self.world.fault(f"{self.game.id}: what {due} gave in advance was due, and isn't played")
        got = collections.defaultdict(list)
        for letter in fresh:
            if letter.kind != "farewell":
                text = re.sub(r"^===.*", "", letter.text, flags=re.MULTILINE)
                # Two answers of one kind are to two letters, whose digests are their causes.
                kind = letter.kind + (f" to {letter.cause}" if len(letter.cause) == 16 else "")
                got[letter.seat].append((kind, " ".join(text.split())))
        for colour, seat in self.game.seats.items():
            for what, phrase in (("played", "Your conditional move "), ("dropped", "Your conditional moves ")):
                # A letter may be replaced before it is sent: so the others of the run say it, too.
                kinds, told = [kind for kind, text in got[colour] if phrase in text], self.told[colour, what]
                often = any(text.count(phrase) > told for _, text in got[colour])
                if (often or (len(kinds) != len(set(kinds)) and not self.world.disturbed) or bool(kinds) != (told > 0)) and \
                        not (seat.left and not kinds):
                    self.world.fault(f"{self.game.id}: {colour} should hear {told} times that what "
                                     f"it gave in advance is {what}, and hears it in {kinds}, by entry "
                                     f"{self.game.record.head}")
        self.told.clear()
        for letter in fresh:
            if letter.about == "seat":
                self.check_secret(letter)

    def check_secret(self, letter):
        text = " ".join(letter.text.split())
        for (colour, _), intent in self.intents.items():
            if colour != letter.seat and any(tell([line]).removeprefix("IF ") in text for line in intent.lines):
                self.world.fault(f"{letter.id} tells what {colour} has given in advance")
