# SPDX-License-Identifier: MIT
"""usage: taps.py FOLDER: the cases of taps.sh, a function each; its name says what is true."""
import email
import email.policy
import html.parser
import os
import random
import re
import shutil
import subprocess
import sys
import time
import urllib.parse

import players
from table import DEBT, EXCHANGE, PBEM, TRADE, People, Table, case, only, run_cases

folder, *wanted = sys.argv[1:]
tables = 0
KINDS = {
    "chess": (None, {}),
    "knightmare": (None, {"copies": "2"}),
    "ring": ({"a": "anna", "b": "bob", "c": "carl", "d": "dora"}, {"seats": "4"}),
    "fourteen": ({"red": "anna", "blue": "bob", "yellow": "carl", "green": "dora"}, {}),
    "kingdom": ({"white": "anna", "red": "bob", "black": "carl", "blue": "dora"}, {}),
}


def a_table(*settings):
    global tables
    tables += 1
    return Table(f"{folder}/site{tables}", "html = yes", *settings)


class Links(html.parser.HTMLParser):
    """The links of a page, each with what it shows."""

    def __init__(self):
        super().__init__()
        self.found, self.inside = [], False

    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.inside = True
            self.found.append([dict(attrs)["href"], ""])

    def handle_endtag(self, tag):
        self.inside = self.inside and tag != "a"

    def handle_data(self, data):
        if self.inside:
            self.found[-1][1] += data


def links(letter):
    part = letter.mail.get_body(preferencelist=("html",))
    page = Links()
    page.feed(part.get_content())
    assert len(page.found) <= 120, len(page.found)
    return [(href, label.strip()) for href, label in page.found]


def text_links(letter):
    """Those of the text: each between angles behind what it does, unbroken."""
    found = re.findall(r"^  \| (\S.*?)(?:\n  \| )?  <(mailto:[^\s<>]+)>$", letter.text, re.MULTILINE)
    assert len(found) == letter.text.count("mailto:") <= 40, letter.text
    return [(href, label) for label, href in found]


def parse(href):
    """Returns what a mail program makes of the link (RFC 6068): the recipient, and the fields, each once."""
    assert len(href) < 240 and href.isascii() and href.startswith("mailto:"), href
    assert not re.search(r"%0[AD]|%3D", href, re.IGNORECASE), href
    to, _, fields = href[len("mailto:"):].partition("?")
    assert re.fullmatch(r"[A-Za-z0-9.%+@_~-]+", to), href
    pairs = [field.split("=") for field in fields.split("&")]
    assert all(len(pair) == 2 for pair in pairs) and len(dict(pairs)) == len(pairs), href
    values = {name: urllib.parse.unquote(value) for name, value in pairs}
    assert set(values) <= {"subject", "body"} and "body" in values, href
    assert re.match(r"[A-Z]{3,} ", values["body"]) and "  " not in values["body"], values
    return urllib.parse.unquote(to), values


def order_of(href):
    return re.sub(r" KEY \S+$", "", parse(href)[1]["body"])


SPOILT = {
    "as it is": lambda line: line,
    "signed": lambda line: line + "\r\n\r\n-- \r\nSent from my telephone",
    "with <BR>": lambda line: line.replace(" ", "<BR>"),
    "a word a line": lambda line: line.replace(" ", "\r\n"),
    "broken before the key": lambda line: line.replace(" KEY ", "\r\nKEY\r\n"),
    "in small letters": lambda line: re.sub(r"\S+$", lambda key: key.group(0).upper(), line),
}


def compose(player, href, spoil="as it is"):
    """The letter a mail program makes of a tapped link: it answers none, and quotes nothing."""
    to, values = parse(href)
    body = SPOILT[spoil](values["body"])
    return (f"From: {player.name.title()} <{player.address}>\r\nTo: {to}\r\nSubject: {values.get('subject', '')}\r\n"
            f"Message-ID: {player.game.table.message_id()}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
            f"{body}\r\n").encode()


def answer_in_a_copy(player, href, spoil="as it is"):
    """Returns the answer, kind and text, and leaves the site as it was."""
    table = player.game.table
    copy = f"{table.folder}-copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(table.folder, copy)
    subprocess.run([PBEM, "--site", copy, "deliver"], input=compose(player, href, spoil), capture_output=True,
                   check=False)
    letters = [players.Letter(raw) for raw in (players.read(path) for path in new_letters(copy))]
    mine = [letter for letter in letters if letter.to == player.address]
    return (mine[0].kind, mine[0].text) if mine else (None, "")


def new_letters(site):
    box = f"{site}/mail/out/new"
    return sorted((f"{box}/{name}" for name in os.listdir(box)), key=lambda path: (os.stat(path).st_mtime_ns, path)) \
        if os.path.isdir(box) else []


DONE = {"BOARD": "board", "HAND": "hand", "PLAYS": "plays", "STATUS": "status", "HISTORY": "history", "HELP": "help", "QUIT": "quit"}


def check_link(player, href, label, spoil):
    order = order_of(href)
    kind, text = answer_in_a_copy(player, href, spoil)
    words = order.split()
    if order in DONE:
        wanted_kinds = {DONE[order]}
    elif words[0] == "RESIGN":
        assert player.newest.kind == "quit", f"{player.newest.kind} resigns at a tap"
        wanted_kinds = {"accepted", "game-over"}
    elif words[-2:] == ["MOVE", "..."]:  # a card before a move, which is to be written
        moves = [order_of(link).split()[1] for link, _ in links(player.newest) if order_of(link).startswith("MOVE")]
        href, wanted_kinds = href.replace("...", moves[0]), {"accepted", "refused", "game-over"}
        kind, text = answer_in_a_copy(player, href, spoil)
        assert "Your move is missing" not in text, text
    elif words[-1].endswith("..."):
        wanted_kinds = {"refused"}
    else:
        wanted_kinds = {"accepted", "game-over"}
    assert kind in wanted_kinds, f"{spoil}: {order} ({label}): {kind}\n{text}"


def check_letter(player, letter, sample, find=links):
    found = find(letter)
    for href, _ in found:
        to, values = parse(href)
        assert values["body"].endswith(f" KEY {letter.token}"), href
        assert to == (letter.mail["Reply-To"] or letter.mail["From"]).addresses[0].addr_spec, href
        assert "subject" not in values or values["subject"] in (values["body"], order_of(href)), href
    for number, (href, label) in enumerate(random.sample(found, min(sample, len(found)))):
        check_link(player, href, label, list(SPOILT)[number % len(SPOILT)])
    return found


def play_on(variant, turns, sample, *settings, seed=1):
    """Taps random links, and tries some more of each letter in a copy. Returns how many there were to tap."""
    random.seed(seed)
    people, options = KINDS[variant]
    table = a_table(*settings)
    game = table.game(unread=True, variant=variant, people=people, **options)
    seen, tapped = set(), set()
    for _ in range(turns):
        for player in game.players.values():
            asking = [each for each in player.letters if each.kind in ("welcome", "your-turn", "window", "demand")]
            if not asking or asking[-1].id in tapped:
                continue
            found = links(asking[-1])
            doing = [href for href, _ in found
                     if order_of(href).split()[0] in ("MOVE", "PLAY", "PASS", "ANSWER") and "..." not in order_of(href)]
            if not doing:
                continue
            if asking[-1].id not in seen:
                seen.add(asking[-1].id)
                check_letter(player, asking[-1], sample)
            tapped.add(asking[-1].id)
            table.put(compose(player, random.choice(doing)))
            table.run()
            break
    assert len(seen) >= turns / 4, f"{variant}: only {len(seen)} letters asked for something"
    return seen


@case
def every_link_of_a_first_letter_does_what_it_says():
    for variant, (people, options) in KINDS.items():
        table = a_table()
        game = table.game(unread=True, variant=variant, people=people, **options)
        first = [player for player in game.players.values()
                 if any(order_of(href).startswith("MOVE") for href, _ in links(player.newest))][0]
        check_letter(first, first.newest, 12)


def parts(line):
    """Returns what may be left of the text: it without any part of it."""
    return {line[:start] + line[end:] for start in range(len(line)) for end in range(start, len(line) + 1)}


def words_for(order):
    """In all languages."""
    folder = f"{os.path.dirname(__file__)}/../../games/words"
    found = [re.findall(rf"^order +{order} +(.*)$", players.read(f"{folder}/{name}").decode(), re.MULTILINE)
             for name in os.listdir(folder) if name.endswith(".words")]
    return {word for lines in found for line in lines for word in line.split()}


@case
def nobody_resigns_before_he_is_asked_whatever_is_lost_of_a_link():
    """In every letter but the one that asks; there a link does it, in a ring on each board one."""
    for variant, (people, options) in KINDS.items():
        for language in ("en", "de"):
            table = a_table(f"language = {language}")
            game = table.game(unread=True, variant=variant, people=people, **options)
            player = game.anna
            href, = [link for link, _ in links(player.newest) if order_of(link) == "QUIT"]
            line = parse(href)[1]["body"].rsplit(" ", 1)[0]
            assert not parts(line) & words_for("resign") and "RESIGN" in words_for("resign"), line
            before = game.file
            table.put(compose(player, href, "a word a line"))
            table.run()
            letter = player.newest
            assert letter.kind == "quit" and game.file == before, letter.text
            mine = [(link, label) for link, label in links(letter) if order_of(link).startswith("RESIGN")]
            assert len(mine) == (2 if variant == "ring" else 1), mine
            for link, label in mine:
                assert label.split()[0] == {"en": "RESIGN", "de": "AUFGEBEN"}[language], label
                check_link(player, link, label, "broken before the key")
            assert f"  | {mine[0][1]}" in letter.text, letter.text


@case
def a_card_before_the_move_is_a_line_begun():
    for language in ("en", "de"):
        table = a_table(f"language = {language}")
        game = table.game(unread=True, variant="knightmare", deck="personal", order="stacked")
        for player in (game.anna, game.bob):
            player.reply("DECK Disintegration, Bog, Crab, Toll, Panic, Truce, Anathema", to=player.newest)
            table.run()
        before = [(href, label) for href, label in links(game.anna.newest) if "Disintegration" in label]
        assert len(before) >= 8, game.anna.newest.text
        for href, label in before:
            order = order_of(href)
            assert re.fullmatch(r"PLAY Disintegration [a-h]2 MOVE \.\.\.", order), order
            assert label == order.replace(" MOVE", ", MOVE").replace("PLAY", "SPIELE" if language == "de" else "PLAY"), label
        check_link(game.anna, *before[0], "a word a line")


def play(game, turns):
    for turn in turns:
        player = game.asked
        player.reply(turn)
        game.table.run()
        assert "accepted" in [letter.kind for letter in player.read()], f"{turn}: {player.newest.text}"


@case
def before_a_game_begins_there_are_links_only_to_what_there_is():
    table = a_table()
    game = table.game(unread=True, variant="knightmare", deck="personal", words="ask")
    assert [order_of(href) for href, _ in links(game.anna.newest)] == ["JOIN", "STATUS", "HELP"], game.anna.newest.text
    check_letter(game.anna, game.anna.newest, 3)
    table.put(compose(game.anna, links(game.anna.newest)[0][0]))
    table.run()
    # Words that were sent aren't lost by a tap.
    game.bob.reply("JOIN WORDS seven red plums\nSTATUS")
    table.run()
    for player in (game.anna, game.bob):
        for letter in player.letters[1:]:
            assert [order_of(href) for href, _ in links(letter)] == ["STATUS", "HELP"], letter.text
            assert not re.search("BOARD|HISTORY|PLAYS", letter.text.split("To answer, reply")[1]), letter.text
    assert game.anna.newest.kind == "gather" and game.bob.letters[-1].kind == "gather", game.anna.newest.kind


@case
def who_has_no_seat_joins_leaves_and_watches_at_a_tap():
    for language in ("en", "de"):
        table = a_table(f"language = {language}")
        hall = People("hall", int(time.time()))
        del os.environ["PBEM_TIME"]
        hall.table = table

        def tap(reader, kind, order, labels, then, spoil="as it is"):
            """The links of its newest letter; one of them is tapped."""
            letter = only(reader.read(), kind)
            found = {order_of(href): (href, label) for href, label in links(letter)}
            assert [label for _, label in found.values()] == labels[language == "de"].split(", "), found
            assert "mailto:" not in letter.text and all(letter.token in href for href, _ in found.values()), letter.text
            table.put(compose(reader, found[order][0], spoil))
            table.run()
            if then:
                assert [each.kind for each in reader.unread] == [then], [each.text for each in reader.unread]

        table.must("new", "chess", "--open", "--option", "watch=yes")
        table.games["hall"] = hall
        seat = ("take a seat", "Platz nehmen")
        back = ("give your seat back", "deinen Platz zurückgeben")
        for reader in (hall.dora, hall.anna):
            reader.write("JOIN g1")
            table.run()
            tap(reader, "join", "JOIN", seat, "joined", "a word a line")
            if reader == hall.dora:
                tap(reader, "joined", "LEAVE", back, "", "with <BR>")
        with open(f"{table.folder}/offers/g1", encoding="utf-8") as file:
            assert "nna" in (offer := file.read()) and "ora" not in offer, offer
        hall.anna.read()
        hall.bob.write("JOIN g1")
        table.run()
        tap(hall.bob, "join", "JOIN", seat, "", "signed")
        assert {each.kind for each in hall.bob.read()} & {"welcome", "your-turn"}, hall.bob.letters[-1].text
        hall.vera.write("WATCH g1")
        table.run()
        tap(hall.vera, "watcher-asked", "WATCH", ("watch, be left alone", "zuschauen, nicht mehr gefragt werden"), "watcher",
            "broken before the key")
        watching = ("the board, watch no more", "das Brett, nicht mehr zuschauen")
        tap(hall.vera, "watcher", "STATUS", watching, "watcher")
        tap(hall.vera, "watcher", "UNWATCH", watching, "")
        hall.anna.reply("RESIGN", to=[each for each in hall.anna.letters if each.kind == "welcome"][0])
        table.run()
        assert all(each.kind != "watcher" for each in hall.vera.read()), hall.vera.newest.text
        hall.anna.read()
        hall.bob.read()
        hall.anna.reply("REMATCH")
        table.run()
        tap(hall.bob, "rematch", "LEAVE", ("play a rematch, decline it", "die Revanche spielen, ablehnen"), "", "in small letters")
        assert "unjoined" in hall.bob.read()[-1].id, hall.bob.newest.id


@case
def what_is_owed_is_paid_at_a_tap():
    table = a_table()
    game = table.game(variant="three-player", people={"white": "anna", "red": "bob", "black": "carl"},
                      **EXCHANGE)
    for turns, owes, pays in ((DEBT, "worth", "REMOVE"), (TRADE, "worth", "TRADE")):
        play(game, turns)
        player = game.asked
        letter = player.newest
        assert letter.kind == "your-turn" and "You owe pieces" in letter.text, letter.text
        paying = [(href, label) for href, label in links(letter) if order_of(href).startswith(("REMOVE ", "TRADE "))]
        assert any(order_of(href).startswith(pays) or f" {pays} " in order_of(href) for href, _ in paying), paying
        assert not [href for href, _ in links(letter) if order_of(href).startswith("MOVE")], letter.text
        for number, (href, label) in enumerate(paying[:: max(1, len(paying) // 8)]):
            if "..." in href:
                kind, text = answer_in_a_copy(player, href.replace("...", "XX"), "a word a line")
                assert kind == "refused", text
            else:
                check_link(player, href, label, list(SPOILT)[number % len(SPOILT)])


@case
def games_are_played_by_tapping_alone():
    for variant in KINDS:
        play_on(variant, 8, 1)


@case
def with_a_plus_address_links_stay_short():
    play_on("knightmare", 4, 4, "plus-address = yes")


@case
def the_text_has_links_for_who_wants_them_there():
    table = a_table("html = no")
    for variant, (people, options) in KINDS.items():
        for language in ("English", "Deutsch"):
            game = table.game(unread=True, variant=variant, people=people, **options)
            player = game.anna
            assert "mailto:" not in player.newest.text
            player.reply(f"LANGUAGE {language}")
            table.run()
            player.reply("TEXTLINKS ON" if language == "English" else "TEXTLINKS AN")
            table.run()
            assert player.newest.kind == "wish" and "mailto:" not in player.newest.text, player.newest.text
            player.reply("BOARD")
            table.run()
            letter = player.newest
            assert letter.mail.get_content_type() == "text/plain", letter.raw
            found = check_letter(player, letter, 4, text_links)
            assert any(order_of(href).startswith("MOVE") for href, _ in found), letter.text
            # Nobody gives up at a tap, and no line but those of links is wider than letters are.
            assert not any(order_of(href).startswith("RESIGN") for href, _ in found), letter.text
            assert max(len(line) for line in letter.text.splitlines() if "mailto:" not in line) <= 72, letter.text
            player.reply("TEXTLINKS OFF")
            table.run()
            player.reply("BOARD")
            table.run()
            assert "mailto:" not in player.newest.text


QUOTES = {
    "marked": lambda letter: [f"> {line}" for line in letter],
    "marked and wrapped": lambda letter: [f"> {part}" for line in letter for part in wrapped(line, True)],
    "bare, links broken": lambda letter: [part for line in letter for part in wrapped(line, False)],
    "bare": lambda letter: letter,
}


def wrapped(line, at_blanks):
    if len(line) <= 76:
        return [line]
    return line.replace("  <", "\n<").split("\n") if at_blanks else re.findall(".{1,76}", line)


@case
def a_reply_that_quotes_links_is_read_as_rightly_as_without():
    table = a_table("html = no")
    for variant in ("chess", "knightmare", "ring"):
        people, options = KINDS[variant]
        outcomes = {}
        for wish in ("TEXTLINKS OFF", "TEXTLINKS ON"):
            game = table.game(unread=True, variant=variant, people=people, **options)
            player = game.anna
            for order in (wish, "BOARD"):
                player.reply(order)
                table.run()
            letter = player.newest
            assert ("mailto:" in letter.text) == (wish == "TEXTLINKS ON"), letter.text
            for name, quote in QUOTES.items():
                for order in ("1:e2-e4" if variant == "ring" else "e2-e4", "HISTORY", "Thank you!"):
                    quoted = "\n".join(quote(letter.text.splitlines()))
                    raw = player.compose("", body=f"{order}\n\nOn Friday, pbem wrote:\n{quoted}\n")
                    copy = f"{table.folder}-copy"
                    shutil.rmtree(copy, ignore_errors=True)
                    shutil.copytree(table.folder, copy)
                    subprocess.run([PBEM, "--site", copy, "deliver"], input=raw, capture_output=True, check=False)
                    mine = [each for each in (players.Letter(players.read(path)) for path in new_letters(copy))
                            if each.to == player.address]
                    outcomes.setdefault((name, order), []).append([each.kind for each in mine])
        for case_of, (without, with_links) in outcomes.items():
            assert without == with_links and without, f"{variant}, {case_of}: {without}, with links {with_links}"
        assert outcomes[("bare", "1:e2-e4" if variant == "ring" else "e2-e4")][1] == ["accepted"], outcomes


@case
def links_of_a_text_pay_debts_resign_when_asked_and_agree_to_draws():
    table = a_table("html = no")
    game = table.game(unread=True)
    for player in (game.anna, game.bob):
        player.reply("TEXTLINKS ON")
        table.run()
    game.anna.reply("MOVE e2-e4\nDRAW")
    table.run()
    found = [order_of(href) for href, _ in check_letter(game.bob, game.bob.newest, 0, text_links)]
    assert found[:2] == ["DRAW", "DRAW NO"] and len(found) == 22, found
    for number in (0, 1):
        check_link(game.bob, *text_links(game.bob.newest)[number], "as it is")
    game.bob.reply("QUIT")
    table.run()
    (href, label), = text_links(game.bob.newest)
    assert order_of(href) == label == "RESIGN", label
    check_link(game.bob, href, label, "with <BR>")
    owing = table.game(variant="three-player", people={"white": "anna", "red": "bob", "black": "carl"},
                       **EXCHANGE)
    play(owing, DEBT)
    player = owing.asked
    for order in ("TEXTLINKS ON", "BOARD"):
        player.reply(order)
        table.run()
    paying = text_links(player.newest)
    assert paying and all(order_of(href).startswith("REMOVE") for href, _ in paying), player.newest.text
    kind, text = answer_in_a_copy(player, paying[0][0].replace("...", "XX"), "a word a line")
    assert kind == "refused" and "XX" in text, text


run_cases(wanted, slow=8)
