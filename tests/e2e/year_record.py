# SPDX-License-Identifier: MIT
"""Game files as the simulated year reads them, and a second, simple judge of every deadline in them.

Written apart from the program, by pbem-moderator(7) and pbem-game(5) alone: days are counted with Python's own
calendar. It knows the terms days, grace, remind, rest, holidays, zone, bank, bonus and miss."""
import calendar
import datetime
import os
import re
import zoneinfo

HOUR, DAY = 3600, 24 * 3600
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
ONE_DAY = datetime.timedelta(days=1)
MOST_REMINDED = 3
IDLE_ORDERS = {"SAY", "UNDO", "AUTOPASS", "VIEW", "VACATION"}


def moment(text):
    return calendar.timegm(datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").timetuple())


def minute(seconds):
    """Up to a whole one."""
    return -(-seconds // 60) * 60


class Entry:
    """`parent` is the number of the one it stands on, `count` how many turns are finished by it, and `played` those
    of its own, seat and text; `board` is the diagram behind its facts."""

    def __init__(self, number, when, cause, facts, board, before):
        self.number, self.when, self.cause, self.facts, self.board = number, when, cause, facts, board
        undo = [int(fact.split()[3]) for fact in facts if fact.startswith("undo to entry ")]
        self.parent = undo[0] if undo else number - 1
        stood = before[self.parent - 1] if self.parent > 0 else None
        self.played = [each.partition(" ")[::2] for each in self.all("played")]
        self.count = (stood.count if stood else 0) + len(self.played)
        self.over = bool(stood and stood.over) or "result" in facts or bool(self.all("result"))
        self.started = bool(stood and stood.started) or "start" in facts
        late = [int(fact.split()[2]) for fact in facts if fact.startswith("late minutes ")]
        self.asked = when + (late[0] * 60 if late else 0)

    def all(self, word):
        """Returns what follows that word, for all such events."""
        return [fact[len(word) + 1:] for fact in self.facts if fact.split(" ")[0] == word]


class Record:
    """A file that grows: what came since the last look."""

    def __init__(self, path):
        self.path, self.offset, self.header, self.entries = path, 0, [], []

    def grown(self):
        if os.stat(self.path).st_size == self.offset:
            return []
        with open(self.path, "rb") as file:
            file.seek(self.offset)
            text = file.read().decode()
            self.offset = file.tell()
        fresh = []
        lines = text.split("\n")
        for at, line in enumerate(lines):
            if not line.startswith("entry "):
                if not fresh and not self.entries:
                    self.header.append(line)
                continue
            _, number, when, cause = line.split(" ")
            facts, board = [], []
            for fact in lines[at + 1:]:
                if fact.startswith("end "):
                    break
                if fact.startswith("    "):
                    facts[-1] = facts[-1].removesuffix("\\") + ("" if facts[-1].endswith("\\") else " ") + fact[4:]
                elif fact.startswith("  | "):
                    board.append(fact[4:])
                else:
                    facts.append(fact[2:])
            fresh.append(Entry(int(number), moment(when), cause, facts, board, self.entries))
            self.entries.append(fresh[-1])
        return fresh

    @property
    def head(self):
        return self.entries[-1].number if self.entries else 0

    def turns(self, entry, first):
        """Those that stand as of an entry, without the first so many."""
        found = []
        while entry is not None and entry.count > first:
            found = entry.played + found
            entry = self.entries[entry.parent - 1] if entry.parent > 0 else None
        return found[max(0, first - (entry.count if entry else 0)):]

    def before(self, when):
        """The last entry made before that moment."""
        found = [entry for entry in self.entries[-60:] if entry.when < when]
        return found[-1] if found else None

    def option(self, key, otherwise=""):
        found = [line.split(" ", 2)[2] for line in self.header if line.startswith(f"option {key} ")]
        return found[-1] if found else otherwise


class Days:
    """Those of a game's zone, of which some don't count."""

    def __init__(self, record):
        self.zone = zoneinfo.ZoneInfo(record.option("zone", "UTC"))
        self.rest = {WEEKDAYS.index(word) for word in record.option("rest").split(",") if word in WEEKDAYS}
        self.holidays = set(record.option("holidays").split(","))
        self.away = {}

    def is_off(self, seat, date):
        return (date.weekday() in self.rest or f"{date:%m-%d}" in self.holidays or f"{date:%Y-%m-%d}" in self.holidays
                or any(first <= date <= last for first, last in self.away.get(seat, ())))

    def at(self, seconds):
        return datetime.datetime.fromtimestamp(seconds, self.zone)

    def midnight(self, date):
        return int(datetime.datetime(date.year, date.month, date.day, tzinfo=self.zone).timestamp())

    def after(self, seat, seconds, days):
        """The same time of day, so many days that count later."""
        begin = self.at(minute(seconds))
        date = begin.date()
        while days > 0:
            date += ONE_DAY
            days -= not self.is_off(seat, date)
        there = datetime.datetime.combine(date, begin.time(), tzinfo=self.zone)
        back = datetime.datetime.fromtimestamp(there.timestamp(), self.zone)
        if back.time() != there.time():  # a time that is skipped: the first behind it
            return self.midnight_of_change(there)
        return int(there.timestamp())

    def midnight_of_change(self, there):
        low, high = int(there.timestamp()) - 4 * HOUR, int(there.timestamp()) + 4 * HOUR
        offset = self.at(low).utcoffset()
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.at(middle).utcoffset() == offset else (low, middle)
        return high

    def counted(self, seat, first, last):
        """Seconds between two moments on days that count."""
        total, date = 0, self.at(first).date()
        while first < last:
            date += ONE_DAY
            end = min(self.midnight(date), last)
            total += 0 if self.is_off(seat, date - ONE_DAY) else end - first
            first = end
        return total

    def later(self, seat, first, seconds):
        """The moment at which so many seconds have been counted."""
        date = self.at(first).date()
        while seconds > 0:
            date += ONE_DAY
            end = self.midnight(date)
            if not self.is_off(seat, date - ONE_DAY):
                if seconds <= end - first:
                    return first + seconds
                seconds -= end - first
            first = end
        return first


class Clock:
    def __init__(self, seat, asked, main, until):
        self.seat, self.main, self.until = seat, main, until
        self.asked = min(asked, main)
        self.reminded, self.missed, self.over, self.left = 0, 0, False, 0


class Judge:
    """Follows a game's entries; `faults` are the deadlines that can't be explained.

    A question stands from `ask SEAT` on until the seat is asked anew, has ordered what ends its turn, or the
    game is over; in a ring there is one on each board."""

    def __init__(self, record, runs, given):
        self.record, self.runs, self.given = record, runs, given
        self.days = Days(record)
        # In a ring twice what the option says [ring-deadlines].
        self.number = int(record.option("days", "0")) * (2 if "variant ring" in record.header else 1)
        self.grace = int(record.option("grace", "0")) * HOUR
        self.remind = [int(each) for each in record.option("remind").split(",") if each]
        self.bonus = int(record.option("bonus", "0")) * HOUR
        self.miss = record.option("miss", "moderator")
        self.bank = {}
        self.first_bank = int(record.option("bank", "0")) * DAY
        self.clocks, self.paused, self.faults, self.banks = {}, 0, [], {}
        self.rests = {}  # of who has passed and will be asked for the very turn: what was left of its days
        self.checked = 0
        self.ring = "variant ring" in record.header
        self.timed = self.number > 0 or self.first_bank > 0

    def fault(self, entry, text):
        self.faults.append(f"{self.record.path}: entry {entry.number}: {text}")

    def expect(self, entry, what, told, reckoned):
        self.checked += 1
        if told != reckoned:
            self.fault(entry, f"{what}: it says {told}, and should say {reckoned}")

    def take(self, entry):
        if not self.timed:
            return
        for text in entry.all("undo"):
            self.bank = dict(self.banks.get(int(text.split()[2]), {}))
            self.clocks.clear()
        if {fact.split(" ")[0] for fact in entry.facts} & {"script", "anew", "undo", "let-go", "pass"}:
            self.rests.clear()
        self.check_in_time(entry)
        for days in entry.all("vacation"):
            self.add_vacation(entry, days)
        for text in entry.all("missed"):
            self.take_missed(entry, text)
        for text in entry.all("reminded"):
            self.take_reminded(entry, text)
        if entry.all("pause") or "pause" in entry.facts:
            self.paused = entry.when
            for clock in self.clocks.values():
                clock.left = self.days.counted(clock.seat, entry.when, clock.until)
        if "resume" in entry.facts:
            self.paused = 0
        self.take_bank(entry)
        for text in entry.all("until"):
            self.take_until(entry, text)
        self.forget(entry)
        self.banks[entry.number] = dict(self.bank)

    def check_in_time(self, entry):
        """Where a miss has its price no turn is accepted after the deadline; a seat that has sent one is waited for
        no longer."""
        if self.ring:
            return
        for seat in {text.split()[0] for text in entry.all("order")}:
            clock = self.clocks.get(seat)
            if clock is None or not any(text.split()[0] == seat for text in entry.all("played") + entry.all("script")):
                continue
            if self.miss == "forfeit" and not self.paused:
                self.checked += 1
                if entry.when > clock.until + self.grace and not clock.over:
                    self.fault(entry, f"the turn of {seat} came too late")

    def forget(self, entry):
        """Clocks of who isn't asked any more."""
        if entry.all("result"):
            self.clocks.clear()
        elif self.ring:
            told = {self.parse(text)[1] for text in entry.all("until")}
            board = None
            for fact in entry.facts:
                word, _, rest = fact.partition(" ")
                board = int(rest) if word == "board" else board
                if word in ("turn", "mated", "close", "drawn") and board not in told:
                    self.clocks.pop(board, None)
        else:
            stay = {text.split(" ")[0] for text in entry.all("until") + entry.all("turn")}
            if entry.all("turn"):
                self.clocks = {key: clock for key, clock in self.clocks.items() if clock.seat in stay}
            # A seat that has answered is waited for again when a later entry asks it again.
            done = {text.split()[0] for text in entry.all("order") if text.split()[1] not in IDLE_ORDERS}
            done |= self.senders(entry)
            told = {text.split(" ")[0] for text in entry.all("until") + entry.all("ask")}
            for seat in done - told:
                clock = self.clocks.pop(seat, None)
                words = {text.split()[1] for text in entry.all("order") if text.split()[0] == seat} - IDLE_ORDERS
                if (clock is not None and words == {"PASS"} and not entry.all("pass") and not clock.over
                        and entry.when <= clock.until):
                    self.rests[seat] = self.days.counted(seat, entry.when, clock.main)

    @staticmethod
    def parse(text):
        found = re.fullmatch(r"(\w+)(?: on board (\d+))? (\S+?)(?:, bank from (\S+))?", text)
        return found[1], int(found[2]) if found[2] else found[1], found[3], found[4]

    def balance(self, seat):
        return self.bank.get(seat, self.first_bank)

    def take_bank(self, entry):
        told = {text.split()[0]: int(text.split()[2]) for text in entry.all("bank")}
        ordered = {text.split()[0] for text in entry.all("order")}
        for seat, left in told.items():
            clocks = [clock for clock in self.clocks.values() if clock.seat == seat]
            if seat in ordered and len(clocks) == 1:
                used = self.days.counted(seat, clocks[0].main, entry.when) if not self.paused else 0
                missed = seat in {text.split()[0] for text in entry.all("missed")}
                bonus = self.bonus if self.has_sent(entry, seat) and not missed else 0
                self.expect(entry, f"the bank of {seat}", left, max(0, self.balance(seat) - used) + bonus)
            self.bank[seat] = left

    @staticmethod
    def has_sent(entry, seat):
        """Reports whether the seat has sent a turn, and not only answered another's, with a card or none."""
        words = {text.split()[1] for text in entry.all("order") if text.split()[0] == seat} - IDLE_ORDERS
        return not words <= {"PASS", "PLAY"} or seat in entry.all("pass") or seat in Judge.senders(entry)

    @staticmethod
    def senders(entry):
        """Returns the seat whose own turn is carried out, which may have been sent earlier."""
        found = (re.match(r"(\w+) action \d+, (?:the move|before|instead|after)", text) for text in entry.all("script"))
        return {each[1] for each in found if each}

    def add_vacation(self, entry, text):
        found = re.fullmatch(r"(\w+) from (\S+) to (\S+)", text)
        if found is None:
            return
        seat = found[1]
        span = tuple(datetime.date.fromisoformat(each) for each in found.groups()[1:])
        before = Days(self.record)
        before.away = {key: list(value) for key, value in self.days.away.items()}
        self.days.away.setdefault(seat, []).append(span)
        self.before_vacation = before
        del entry

    def take_until(self, entry, text):
        seat, key, until, main = self.parse(text)
        until = moment(until)
        main = moment(main) if main else until
        known = self.clocks.get(key)
        clock = Clock(seat, entry.asked, main, until)
        if seat in entry.all("ask") or entry.all("undo") or known is None:
            first = self.days.after(seat, entry.asked, self.number)
            # A seat that was asked while the game was paused is told its time when the game goes on.
            if seat in self.rests and (seat in entry.all("ask") or "resume" in entry.facts):
                first = self.days.later(seat, entry.asked, self.rests.pop(seat))
            self.expect(entry, f"the days of {seat}", main, first)
            self.expect(entry, f"the end of {seat}'s time", until, self.days.later(seat, first, self.balance(seat)))
        elif any(self.parse(each)[1] == key for each in entry.all("missed")):
            self.expect(entry, f"the time {seat} has once more", until, self.days.after(seat, entry.when, self.number or 1))
            clock.missed = known.missed
        elif "resume" in entry.facts:
            self.expect(entry, f"what {seat} has left", until, self.days.later(seat, entry.when, known.left))
            clock.missed = known.missed
        elif entry.all("vacation"):
            self.expect(entry, f"the time of {seat}, who is away", until, self.moved(seat, entry, known))
            clock.missed = known.missed
        else:
            days = self.given.get((self.record.path, entry.number), ()) if entry.cause == "moderator" else ()
            start = max(known.until, entry.when)
            given = [self.days.after(seat, start, each) for each in days]
            self.expect(entry, f"the days given to {seat}", until, until if until in given else given or "not changed")
            clock.missed = known.missed
        self.clocks[key] = clock

    def moved(self, seat, entry, known):
        """As many days later as only the vacation takes."""
        date, last, taken = self.days.at(entry.when).date(), self.days.at(known.until).date(), 0
        while date <= last:
            taken += self.days.is_off(seat, date) and not self.before_vacation.is_off(seat, date)
            date += ONE_DAY
        return self.days.after(seat, known.until, taken)

    def take_missed(self, entry, text):
        seat, key, until, _ = self.parse(text)
        clock = self.clocks.get(key)
        if clock is None or clock.seat != seat:
            return self.fault(entry, f"{seat} has missed what it isn't known to be asked")
        self.expect(entry, f"when {seat}'s time was over", moment(until), clock.until)
        last = clock.until + self.grace
        if entry.when <= last or self.paused:
            self.fault(entry, f"{seat} still had time")
        if any(last < run < entry.when for run in self.runs):
            self.fault(entry, f"an earlier run should have found that {seat} missed its turn")
        clock.over = True
        clock.missed += 1
        came = any(fact.split()[0] in ("until", "beaten", "pass", "mated", "result") for fact in entry.facts)
        if self.miss == "moderator" and came:
            self.fault(entry, "the moderator wasn't left to decide")
        if self.miss == "remind" and came != (clock.missed <= MOST_REMINDED - 1):
            self.fault(entry, f"{seat} was told to hurry for the {clock.missed}. time")
        if self.miss == "forfeit" and not came:
            self.fault(entry, f"{seat} isn't put out")
        return None

    def take_reminded(self, entry, text):
        found = re.fullmatch(r"(\w+)(?: on board (\d+))? (\d+)", text)
        key = int(found[2]) if found[2] else found[1]
        clock = self.clocks.get(key)
        if clock is None:
            return self.fault(entry, f"{found[1]} is reminded of nothing")
        due = sum(clock.asked + (clock.until - clock.asked) * part // 100 < entry.when for part in self.remind)
        self.expect(entry, f"how often {found[1]} was reminded", int(found[3]), due)
        clock.reminded = int(found[3])
        today = self.days.at(entry.when).date()
        if any(first <= today <= last for first, last in self.days.away.get(clock.seat, ())):
            self.fault(entry, f"{clock.seat} is reminded while away")
        return None

    def end(self, now):
        """Nothing that was due by then may be left."""
        for clock in self.clocks.values():
            if not clock.over and not self.paused and clock.until + self.grace < now:
                self.faults.append(f"{self.record.path}: {clock.seat}'s time was over, and nothing followed")
