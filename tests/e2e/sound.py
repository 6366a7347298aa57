# SPDX-License-Identifier: MIT
"""sound.py FOLDER SEED GAMES: games with any options, played and moderated at random by a clock of their own. Whatever
comes of it `pbem verify` finds sound, and so do archive, show, export and repair; nothing is accepted in a game that is
over. A fault names its game, and prints all that was done in it."""

import datetime
import os
import random
import re
import shutil
import subprocess
import sys

import players
import sound_text

PBEM = os.environ.get("PBEM", "pbem")
START, HOUR, A_SITE, ROUNDS = 1767225600, 3600, 14, 9
VARIANTS = ("chess", "chess960", "knightmare", "knightmare", "three-player", "three-player", "four-player",
            "four-player-team", "fourteen", "kingdom", "ring", "ring")
# Values of options for which `pbem variants` lists none.
FREE = {"remind": ("50", "25 75", "1 50 99"), "rest": ("sat sun", "wed"), "holidays": ("2026-01-06", "2026-01-02"),
        "zone": ("Europe/Berlin", "America/New_York", "Asia/Kolkata"), "public-words": ("seven red apples",),
        "sets": ("first",)}
MOVE = re.compile(r"\b(?:\d+:)?(?:[A-Z]/?\d*@[a-h]\d|[a-t]\d+[a-t]\d+(?:=?[A-Z])?|O-O(?:-O)?)(?![\w-])")
PLAY = re.compile(r"^ *(?:[*-] )?(PLAY [A-Z][\w' -]*[\w-])", re.MULTILINE)
ENDS = ("cancel", "rule", "forfeit", "resign", "draw", "nothing")
# Events that may not be in an entry of a game that is over.
PLAYED = re.compile(r"^  (?:order|sealed|words|deck|ready|gather|start|played|move|script|turn|ask|until|pause|resume|"
                    r"vacation|back|beaten|result|bank|missed|reminded|intends|offer|mated) ?", re.MULTILINE)


class Site:
    def __init__(self, folder, seed):
        self.folder, self.rng, self.now, self.count = folder, random.Random(seed), START, 0
        self.games = {}
        self.must("init", "--address", "games@example.org", "--moderator", "carol@example.org")
        with open(f"{folder}/pbem.conf", "a", encoding="utf-8") as conf:
            conf.write("retry-days = 5\n")

    def pbem(self, *words, data=None):
        done = subprocess.run([PBEM, "--site", self.folder, *words], input=data, capture_output=True, check=False,
                              env=dict(os.environ, PBEM_TIME=str(self.now)))
        return done.returncode, done.stdout.decode(errors="replace") + done.stderr.decode(errors="replace")

    def must(self, *words, codes=(0,), **how):
        code, said = self.pbem(*words, **how)
        if code not in codes:
            raise AssertionError(f"pbem {' '.join(map(repr, words))}: {code}\n{said}")
        return code, said

    def collect(self):
        box = f"{self.folder}/mail/out"
        for letter in players.letters(box) if os.path.isdir(f"{box}/new") else []:
            if letter.game in self.games and letter.seat in self.games[letter.game].letters:
                self.games[letter.game].letters[letter.seat].append(letter)
        shutil.rmtree(box, ignore_errors=True)

    def send(self, letter, text):
        self.count += 1
        players.put(f"{self.folder}/mail/in", self.count, players.reply(letter, text, self.now), self.now)


class Game:
    def __init__(self, site, name, variant, seats, options):
        self.site, self.id, self.variant, self.options = site, name, variant, options
        self.letters = {seat: [] for seat in seats}
        self.done = [f"new {variant} {options}"]
        self.ended = False

    @property
    def file(self):
        with open(f"{self.site.folder}/games/{self.id}/game.txt", encoding="utf-8", newline="") as file:
            return file.read()

    def fault(self, what):
        record = re.sub(r"^  \|.*\n", "", self.file, flags=re.MULTILINE)
        raise AssertionError(f"{self.id}: {what}\n  " + "\n  ".join(self.done) + f"\n{record[-3000:]}")

    # ---- a moderator ----

    def act(self, name, *words, data=None):
        self.done.append(f"{self.site.now - START}: {name} {self.id} {words!r} {data!r}")
        code, said = self.site.pbem(name, self.id, *words, data=data)
        if code not in (0, 64, 66):
            self.fault(f"{name} ends with {code}: {said}")
        self.done[-1] += f" -> {code} {said.strip()[:100]}"

    def moderate(self):
        rng = self.site.rng
        seat = rng.choice(list(self.letters))
        entries = self.file.count("\nentry ")
        name = rng.choice(list(ACTS))
        words = ACTS[name](rng, seat, entries)
        if name != "say" and name not in ("remind", "resend") and rng.random() < 0.6:
            words += ["--reason", sound_text.word_of_command(rng)]
        if name == "deliver":
            self.done.append(f"deliver --as {words!r}")
            data = self.orders(seat).encode()
            code, said = self.site.pbem("deliver", self.id, "--as", seat, *words, data=data)
            if code not in (0, 64, 66):
                self.fault(f"deliver {data!r} ends with {code}: {said}")
        else:
            self.act(name, *words)

    def end(self):
        rng = self.site.rng
        how, seat = rng.choice(ENDS), rng.choice(list(self.letters))
        self.ended = True
        if how == "cancel":
            self.act("cancel")
        elif how == "rule":
            self.act("rule", *rng.choice((["draw"], ["void"], ["win", seat])))
        elif how == "forfeit":
            for each in list(self.letters)[:-1]:
                self.act("forfeit", each)
        elif how == "resign":
            for each in list(self.letters)[1:]:
                self.write(each, "RESIGN")
        elif how == "draw":
            for each in self.letters:
                self.write(each, "DRAW")

    # ---- players ----

    def orders(self, seat):
        rng, letters = self.site.rng, self.letters[seat]
        text = letters[-1].text if letters else ""
        moves = MOVE.findall(text.partition("legal moves")[2].partition("\n\n")[0])
        plays, kind = PLAY.findall(text), rng.random()
        if moves and kind < 0.6:
            order = f"MOVE {rng.choice(moves)}"
            if plays and rng.random() < 0.3:
                order = f"{rng.choice(plays)} {' '.join(rng.sample(re.findall(r'[a-h][1-8]', text) or ['e2'], 1))}\n{order}"
            if rng.random() < 0.1:
                order += "\nDRAW"
            if rng.random() < 0.1:
                order += "\nIF black MOVE e7-e5 THEN MOVE g1-f3"
        elif plays and kind < 0.75:
            order = rng.choice(plays)
        else:
            order = rng.choice(("PASS", "DRAW", "DRAW NO", "UNDO", "UNDO NO", "RESIGN", "STATUS", "CLAIM DRAW", "JOIN",
                                "JOIN WORDS seven red apples", "JOIN WORDS " + sound_text.line(rng), "AUTOPASS ON",
                                "DECK Bog, Fireball, Crab, Curse, Coup", "ANSWER yes", "VACATION 3", "HTML ON", "SHORT ON",
                                "NAME " + sound_text.line(rng, 3), "LEAVE", "PASS", "VACATION NO", "HELP", "TRY PASS"))
        if rng.random() < 0.35:
            order += "\nSAY " + rng.choice(("", "", "TO " + rng.choice(list(self.letters)) + " ")) + sound_text.lines(rng)
        return order

    def write(self, seat, text=None):
        asking = [letter for letter in self.letters[seat][-6:] if len(letter.token) == 42]
        if not asking:
            return
        letter = asking[-1] if self.site.rng.random() < 0.9 else self.site.rng.choice(asking)
        text = self.orders(seat) if text is None else text
        self.done.append(f"{self.site.now - START}: {seat} writes {text!r}")
        self.site.send(letter, text)

    # ---- what must be ----

    def look(self):
        over = False
        for entry in re.split(r"^(?=entry )", self.file, flags=re.MULTILINE)[1:]:
            if re.search(r"^  undo to ", entry, re.MULTILINE):
                over = False
            elif over and PLAYED.search(entry):
                self.fault(f"the game was over, and yet: {entry}")
            over |= re.search(r"^  result ", entry, re.MULTILINE) is not None


def date_of(rng):
    return (datetime.date(2026, 1, 1) + datetime.timedelta(days=rng.randrange(40))).isoformat()


# The words after the game in each action of a moderator.
ACTS = {
    "undo": lambda rng, seat, entries: [str(rng.randrange(1, entries + 2))],
    "reject": lambda *_: [],
    "replace": lambda rng, seat, entries: [seat, f"{sound_text.line(rng, 3)} <p{rng.randrange(99)}@example.net>"],
    "address": lambda rng, seat, entries: [seat, f"a{rng.randrange(99)}@example.net"],
    "token": lambda rng, seat, entries: [seat],
    "begin": lambda *_: [],
    "pause": lambda *_: [],
    "resume": lambda *_: [],
    "extend": lambda rng, seat, entries: [seat, str(rng.randrange(1, 9))],
    "away": lambda rng, seat, entries: [seat, date_of(rng), date_of(rng)],
    "forfeit": lambda rng, seat, entries: [seat] + ([str(rng.randrange(1, 5))] if rng.random() < 0.3 else []),
    "publish": lambda rng, seat, entries: [rng.choice(("yes", "no"))],
    "say": lambda rng, seat, entries: [sound_text.word_of_command(rng)],
    "remind": lambda rng, seat, entries: [seat],
    "resend": lambda rng, seat, entries: [seat],
    "deliver": lambda *_: [],
}


def options_of(site, variant, known={}):
    """Returns what `pbem variants` prints: a list of keys, and of the values of each."""
    if variant not in known:
        _, said = site.must("variants", variant)
        known[variant] = [(key, [value.strip() for value in values.split(", ")])
                          for key, values in re.findall(r"^  ([a-z][\w.-]*) +(.*, .*)$", said, re.MULTILINE)]
        seats = re.search(r"^seats: (.*)", said, re.MULTILINE).group(1).split(", ")
        known[variant, "seats"] = seats
    return known[variant], known[variant, "seats"]


def value_of(rng, key, values):
    value = rng.choice(FREE.get(key, ("none",))) if key in FREE and "..." in values else rng.choice(values)
    span = re.fullmatch(r"(\d+)-(\d+)", value)
    if span is None:
        return value
    low, high = int(span.group(1)), int(span.group(2))
    return str(rng.choice((low, high, min(high, low + 1), rng.randrange(low, min(high, low + 40) + 1))))


def chosen(rng, options):
    """Few options, or nearly all, so that pairs and crowds of them are met; clocks and cards often."""
    share = rng.choice((0.1, 0.3, 0.6))
    picked = {key: value_of(rng, key, values) for key, values in options if rng.random() < share}
    names = {key for key, _ in options}
    for key, value, often in (("cards", "on", 0.6), ("days", str(rng.randrange(1, 5)), 0.4), ("publish", "yes", 0.4),
                              ("words", "ask", 0.15), ("deck", "common", 0.1), ("window", "2", 0.2)):
        if key in names and rng.random() < often:
            picked[key] = value
    return picked


def begin(site, name):
    """A game with options that `new` accepts; it may refuse some together, and says so with 64."""
    rng = site.rng
    for _ in range(40):
        variant = rng.choice(VARIANTS)
        options, seats = options_of(site, variant)
        picked = chosen(rng, options)
        if variant == "ring":
            picked["seats"] = str(rng.choice((3, 3, 4, 5, 16)))
            seats = [chr(ord("a") + i) for i in range(int(picked["seats"]))]
        elif picked.get("absent", "none") != "none":
            seats = [seat for seat in seats if seat != picked["absent"]]
        persons = [f"{seat}={sound_text.line(rng, 3) if rng.random() < 0.3 else seat.title()} <{seat}.{name}@example.net>"
                   for seat in seats]
        words = [word for key, value in picked.items() for word in ("--option", f"{key}={value}")]
        code, said = site.must("new", variant, "--id", name, *persons, *words, codes=(0, 64))
        if code == 0:
            site.games[name] = Game(site, name, variant, seats, picked)
            return
        if os.environ.get("PBEM_SOUND_TELL"):
            print(variant, picked, said)
    raise AssertionError("no options are accepted")


def check(site, last):
    """Checks that reading the site's games finds no fault."""
    code, said = site.pbem("verify")
    wrong = [line for line in said.splitlines() if ": note: " not in line]
    if code != 0 or wrong:
        for game in site.games.values():
            if f"games/{game.id}/" in said:
                game.fault(f"verify {code}: {wrong[:3]}")
        raise AssertionError(f"verify {code}: {said}")
    for game in site.games.values():
        game.look()
        if last:
            if site.rng.random() < 0.7 and os.path.exists(f"{site.folder}/games/{game.id}/snapshot"):
                os.unlink(f"{site.folder}/games/{game.id}/snapshot")
            seat = site.rng.choice(list(game.letters))
            for words in (("show", game.id), ("show", game.id, "--ply", "1"), ("status", game.id),
                          ("calendar", game.id, seat), ("export", "--format", "json", game.id)):
                code, said = site.pbem(*words)
                if code not in (0, 64, 66):
                    game.fault(f"{words} ends with {code}: {said}")
    if last:
        site.must("archive", f"{site.folder}.www")
        _, said = site.must("repair")
        assert "Nothing is damaged" in said, said


def one_round(site, number):
    rng = site.rng
    site.now += rng.choice((1, 60, HOUR, 5 * HOUR, 30 * HOUR, 80 * HOUR))
    for game in site.games.values():
        if number in (ROUNDS - 3, ROUNDS - 2) and not game.ended and rng.random() < 0.7:
            game.end()
        for seat in game.letters:
            if rng.random() < 0.6:
                game.write(seat)
        if rng.random() < 0.25:
            game.moderate()
        if rng.random() < 0.2 and os.path.exists(f"{site.folder}/games/{game.id}/snapshot"):
            os.unlink(f"{site.folder}/games/{game.id}/snapshot")
    site.must("run")
    site.collect()
    for game in site.games.values():
        if rng.random() < 0.3:
            game.moderate()
            site.collect()


def play(folder, seed, games):
    site = Site(folder, seed)
    for i in range(games):
        begin(site, f"s{i + 1}")
    site.must("run")
    site.collect()
    check(site, False)
    for number in range(ROUNDS):
        one_round(site, number)
        check(site, number == ROUNDS - 1)
    shutil.rmtree(folder)
    shutil.rmtree(f"{folder}.www", ignore_errors=True)
    return sum(len(game.done) for game in site.games.values())


def main():
    folder, seed, games = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    deeds = faults = 0
    for first in range(0, games, A_SITE):
        try:
            deeds += play(f"{folder}/site{first}", f"{seed}.{first}", min(A_SITE, games - first))
        except AssertionError as fault:
            faults += 1
            print(f"FAILED: seed {seed}, site {first}: {fault}\n", flush=True)
    print(f"{games} games, {deeds} deeds, {faults} faults")
    sys.exit(faults > 0)


main()
