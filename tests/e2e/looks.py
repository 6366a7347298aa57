# SPDX-License-Identifier: MIT
"""usage: looks.py FOLDER: the cases of looks.sh, a function each; its name says what is true."""
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import zlib

from table import Table, case, has, run_cases

folder, *wanted = sys.argv[1:]
tables = 0
os.environ["PBEM_TIME"] = "1795435200"  # 23 Nov 2026, 12:00 UTC


def a_table(*settings):
    global tables
    tables += 1
    return Table(f"{folder}/site{tables}", *settings)


def html_of(letter):
    part = letter.mail.get_body(preferencelist=("html",))
    return part.get_content() if part is not None and part.get_content_type() == "text/html" else None


def check_picture(letter, html):
    """It shows what is attached, and nothing else: an opaque PNG below what spam filters count."""
    shown = re.findall(r'<img src="cid:([^"]+)" width="(\d+)" height="(\d+)" alt="([^"]{20,})"', html)
    parts = [part for part in letter.mail.walk() if part.get_content_type() == "image/png"]
    assert len(shown) == len(parts) == html.count("<img"), html
    for (name, width, height, _), part in zip(shown, parts):
        data = part.get_content()
        assert part["Content-ID"] == f"<{name}>" and part.get_content_disposition() == "inline", part.items()
        assert data[:8] == b"\x89PNG\r\n\x1a\n" and data[25] in (0, 2, 3) and b"tRNS" not in data, data[:40]
        assert (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")) == (int(width), int(height))
        assert int(width) * int(height) < 180000, (width, height)
        assert letter.token not in name, name


def words_of(text):
    """A link has "e2-e4" for e2e4, and no "="."""
    return set(re.findall(r"[^\W_]{2,}", text.replace("-", "").replace("=", "")))


def check_sound(html):
    """Rules that every HTML part obeys."""
    assert len(html.encode()) < 90000, len(html)
    for never in ("<script", "http:", "https:", "<style", "<link", "javascript:", "data:"):
        assert never not in html.lower(), f"{never} in:\n{html}"
    assert not re.search(r"<[^>]*\son\w+=", html), html
    if shutil.which("tidy"):
        done = subprocess.run(["tidy", "-q", "-e", "-utf8"], input=html.encode(), capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode() + html


@case
def a_letter_is_text_alone_until_its_player_or_the_site_wants_more():
    table = a_table()
    game = table.game()
    assert game.anna.newest.mail.get_content_type() == "text/plain"
    game.anna.reply("HTML ON")
    table.run()
    assert game.anna.newest.mail.get_content_type() == "multipart/alternative"
    has(game.anna.newest.text, "your letters also have pictures and links")
    game.anna.reply("MOVE e2-e4")
    table.run()
    assert game.anna.newest.mail.get_content_type() == "multipart/alternative"
    assert game.bob.newest.mail.get_content_type() == "text/plain"
    table.set("html = yes")
    game.bob.reply("MOVE e7-e5")
    table.run()
    assert game.bob.newest.mail.get_content_type() == "multipart/alternative"
    game.bob.reply("HTML OFF")
    table.run()
    assert game.bob.newest.mail.get_content_type() == "text/plain"


@case
def the_text_is_the_same_with_html_and_without():
    texts = []
    for settings in ([], ["html = yes"]):
        table = a_table(*settings)
        game = table.game()
        game.anna.reply("SAY Good luck & <b>fun</b>\nMOVE e2-e4")
        table.run()
        texts.append([re.sub(r"\b[a-z2-7]{42}\b|\b[0-9a-f]{64}\b|[0-9]{2}:[0-9]{2} UTC", "-", letter.text)
                      for letter in (game.anna.newest, game.bob.newest)])
    assert texts[0] == texts[1], texts


@case
def what_players_say_is_text_in_html_too():
    table = a_table("html = yes")
    game = table.game()
    game.anna.reply('SAY <a href="mailto:x">tap</a> & <script>x()</script>\nMOVE e2-e4')
    table.run()
    html = html_of(game.bob.newest)
    check_sound(html.replace("&lt;script&gt;", ""))
    assert "&lt;a href=&quot;mailto:x&quot;&gt;tap&lt;/a&gt; &amp; &lt;script&gt;" in html, html


@case
def letters_of_every_kind_are_sound_and_say_the_same_in_both_parts():
    for variant, people in (("chess", None), ("knightmare", None),
                            ("ring", {"a": "anna", "b": "bob", "c": "carl", "d": "dora"}),
                            ("fourteen", {"red": "anna", "blue": "bob", "yellow": "carl", "green": "dora"})):
        for language in ("en", "de"):
            table = a_table("html = yes", f"language = {language}")
            game = table.game(unread=True, variant=variant, people=people,
                              **({"seats": "4"} if variant == "ring" else {}))
            game.anna.reply("HELP\nSTATUS\nBOARD\nHISTORY\nHELP RULES\nMOVE e9")
            game.anna.reply("HAND\nHELP DRAWS\nHELP MOVES")
            table.run()
            for letter in [each for player in game.players.values() for each in player.read()]:
                html = html_of(letter)
                if html is None:  # longer than mail programs show
                    assert len(letter.text) > 20000, letter.text
                    continue
                check_sound(html)
                check_picture(letter, html)
                # On card pages only lines drawn in columns aren't wrapped.
                for drawn in re.findall(r'<pre style="[^"]*overflow-x:auto">(.*?)</pre>', html, re.DOTALL):
                    assert not re.search(r"[a-z]{3,}( [a-z]{2,}){5}", drawn), drawn
                # Nor is text in columns that depend on a fixed-width font.
                for style, quoted in re.findall(r'<div style="([^"]*)">([^<]*)</div>', html):
                    if "border-left" in style:
                        table_of = len(re.findall(r"\S  +(?=\S)", quoted.split("\n")[0])) > 1
                        assert table_of == ("monospace" in style), quoted
                # Orders to be typed are in rows: a label with too many letters would have none.
                assert not re.search(r"<pre[^>]*>[^<]*[a-z] (PASS|PASSE|SAY|SAG|MOVE|ZUG)\b", html), html
                if letter.kind in ("welcome", "board", "refused"):
                    assert "<img" in html, letter.kind
                plain, shown = words_of(letter.text), words_of(html)
                missing = plain - shown
                assert len(missing) < len(plain) / 10, f"{letter.kind}: {missing}"


@case
def pictures_show_no_more_than_their_seat_may_know_and_are_the_same_each_time():
    """Two games that differ in one hand alone have the same pictures; and so has a letter that is sent again."""
    table = a_table("html = yes")
    game = table.game(unread=True, variant="knightmare")
    first = [part.get_content() for part in game.anna.newest.mail.walk() if part.get_content_type() == "image/png"]
    other = [part.get_content() for part in game.bob.newest.mail.walk() if part.get_content_type() == "image/png"]
    assert first and first == other


def picture_of(letter):
    found, = [part.get_content() for part in letter.mail.walk() if part.get_content_type() == "image/png"]
    return found


@case
def many_large_letters_go_in_several_batches_and_each_once_wherever_it_stops():
    table = a_table("html = yes", "batch-bytes = 65536")
    games = [table.game(unread=True) for _ in range(4)]
    for game in games:
        game.anna.read()
        game.bob.read()
        game.anna.reply("MOVE e2-e4")
    stops = 0
    for step in range(1, 60, 4):
        os.environ["PBEM_STOP_AFTER"] = str(step)
        table.pbem("run")
        stops += table.code != 0
    del os.environ["PBEM_STOP_AFTER"]
    table.run()
    for game in games:
        assert [letter.kind for letter in game.anna.read()] == ["accepted"], game.id
        assert [letter.kind for letter in game.bob.read()] == ["your-turn"], game.id
        assert game.file.count("order white MOVE e2-e4") == 1, game.file
        game.bob.reply("MOVE e7-e5")
    assert stops >= 3, stops
    # An answer and a letter to the other are some 40 KB: no two games are committed together.
    told = table.run("--verbose") or table.out + table.err
    sizes = [int(count) for count in re.findall(r"committed: (\d+) in", told)]
    assert sum(sizes) == 4 and len(sizes) > 1, told


ANNAS = ["Man-Trap", "Holy War", "Disintegration", "Vulture", "Crusade", "Truce", "Anathema", "Panic"]
BOBS = ["Onslaught", "Blessing", "Fanatic", "Legacy", "Dubbing", "Revenge", "Riposte"]


def all_of(letter):
    """Every part of it as its reader has it: heads, names, texts, and which pictures."""
    told = [str(letter.mail)]
    for part in letter.mail.walk():
        told += [str(value) for value in part.values()]
        if part.get_content_maintype() == "text":
            told.append(part.get_content())
    return "\n".join(told)


def with_a_trap(square, seed):
    """A game of random moves in which White has set a trap there; what Black got."""
    rng = random.Random(seed)
    table = a_table("html = yes")
    game = table.game(unread=True, variant="knightmare", deck="personal", order="stacked")
    for player, deck in ((game.anna, ANNAS), (game.bob, BOBS)):
        player.reply("DECK " + ", ".join(deck[:3]) + ",\n" + ", ".join(deck[3:]), to=player.newest)
        table.run()
    for turn in range(6):
        player = game.players[("white", "black")[turn % 2]]
        asked = [each for each in player.letters if each.kind in ("welcome", "your-turn", "window")][-1]
        moves = sorted(re.findall(r"mailto:[^\"]*body=MOVE%20([a-h][1-8]-[a-h][1-8])%20KEY", html_of(asked)))
        quiet = [move for move in moves if move[0] == move[3] and move[:2] not in ("f2", "f7")]
        player.reply(f"MOVE {rng.choice(quiet)}" + (f"\nPLAY Man-Trap {square}" if turn == 2 else ""), to=asked)
        table.run()
        assert player.newest.kind in ("accepted", "your-turn", "window"), player.newest.text
    return game


@case
def nothing_in_any_part_tells_what_another_holds_or_hides():
    for seed in (1, 2, 3):
        one, two = (with_a_trap(square, seed) for square in ("a1", "h1"))
        kinds = set()
        begun = [each.kind for each in one.bob.letters].index("welcome")  # before it all that can be chosen is shown
        for first, second in zip(one.bob.letters[begun:], two.bob.letters[begun:]):
            kinds.add(first.kind)
            for game, letter in ((one, first), (two, second)):
                told = all_of(letter)
                for card in ANNAS[1:]:  # not where a card's text speaks of another
                    held = re.search(rf"(\* |<b>|PLAY |PLAY%20|\"){card.replace(' ', '( |%20)')}\b", told)
                    assert not held, f"{card} in {letter.kind}: {told[held.start() - 99:held.end() + 99]}"
                for key in {each.token for each in game.anna.letters}:
                    assert key not in told.replace("=\n", ""), letter.kind
            shown = [[part.get_content() for part in letter.mail.walk() if part.get_content_maintype() == "image"]
                     for letter in (first, second)]
            assert shown[0] == shown[1], f"{first.kind}: its pictures tell where the trap is"
            same = [re.sub(r"[0-9a-z]{16,}|\d\d:\d\d", "-", html_of(letter)) for letter in (first, second)]
            assert same[0] == same[1], f"{first.kind}:\n{same[0]}\n{same[1]}"
        assert {"welcome", "window"} <= kinds, kinds


KNIGHTS = r"Black: king e8, queen d8, rook a8 h8, bishop c8 f8, knight ([a-h1-8 ]+), pawn"


@case
def who_must_tell_from_memory_sees_no_board_and_all_others_see_it_without_the_piece():
    table = a_table("html = yes")
    game = table.game(unread=True, variant="knightmare", deck="personal", order="stacked", abduction="honour", publish="yes")
    for player, deck in ((game.anna, "Abduction, Bog, Crab, Toll, Truce"), (game.bob, "Toll, Chaos, Dubbing, Truce, Blessing")):
        player.reply(f"DECK {deck}", to=player.newest)
        table.run()
    game.anna.reply("MOVE e2-e4\nPLAY Abduction g8")
    table.run()

    def knights():
        """As Anna's newest letter, show and the archive have them."""
        drawn = [html_of(game.anna.newest), table.must("show", "g1", "--format", "svg")]
        table.must("archive", f"{table.folder}/pages")
        with open(f"{table.folder}/pages/games/g1.svg", encoding="utf-8") as file:
            drawn.append(file.read())
        return [re.findall(KNIGHTS, each) for each in drawn]

    assert game.bob.newest.kind == "demand" and game.anna.newest.kind == "accepted", game.bob.newest.text
    for letter in game.bob.letters[-1:]:
        html = html_of(letter)
        has(html, "There is no board in this letter")
        assert "<img" not in html and not re.search(KNIGHTS, html) and "bQ" not in html, html
        assert not [part for part in letter.mail.walk() if part.get_content_maintype() == "image"], letter.raw
    assert knights() == [["b8"]] * 3, knights()
    game.bob.reply("ANSWER N g8")
    table.run()
    assert knights()[1:] == [["b8 g8"]] * 2, knights()
    game.anna.reply("BOARD")
    game.bob.reply("BOARD")
    table.run()
    assert re.findall(KNIGHTS, html_of(game.bob.newest)) == ["b8 g8"] and knights()[0] == ["b8 g8"], knights()
    # Before the game begins there is no board to be seen, so none is attached.
    for letter in game.anna.letters + game.bob.letters:
        check_picture(letter, html_of(letter))


@case
def who_must_tell_from_memory_is_told_by_no_letter_and_learns_nothing_by_trying():
    table = a_table("html = yes")
    game = table.game(unread=True, variant="knightmare", deck="personal", order="stacked", abduction="honour")
    for player, deck in ((game.anna, "Abduction, Bog, Crab, Toll, Truce"), (game.bob, "Toll, Chaos, Dubbing, Truce, Blessing")):
        player.reply(f"DECK {deck}", to=player.newest)
        table.run()
    game.anna.reply("MOVE e2-e4\nPLAY Abduction b8")
    table.run()
    game.bob.read()
    letters = [game.bob.newest]
    for order in ("STATUS", "HISTORY", "BOARD", "HAND", "PLAYS", "HELP", "PROBE", "ANSWER N", "ANSWER N b9", "SAY Who was it?"):
        game.bob.reply(order)
        table.run()
        letters += game.bob.read()
    assert len(letters) == 11, [each.kind for each in letters]
    for letter in letters:
        told = all_of(letter)
        assert not re.search(r"\bb8\b", told), f"{letter.kind}: {told}"
        has(letter.text, "e4, Abduction.") if letter.kind in ("demand", "status", "board", "hand") else None
    # An answer is judged when it counts, not earlier.
    tried = set()
    for answer in ("N b8", "N g8", "B b8", "Q d8"):
        game.bob.reply(f"TRY\nANSWER {answer}")
        table.run()
        letter, = game.bob.read()
        has(letter.text, "We would accept them", "There is no board in this letter")
        told = (letter.text + html_of(letter)).replace(answer, "X").replace(answer.replace(" ", "%20"), "X")
        tried.add(re.sub(r"[0-9a-z]{20,}|<[^@>]*@|\d\d:\d\d", "-", told))
    assert len(tried) == 1, tried
    game.bob.reply("ANSWER N b8")
    table.run()
    has(game.bob.newest.text, "e4, Abduction b8 (Black: N b8).")


@case
def of_a_ring_the_board_that_was_asked_for_is_shown():
    table = a_table("html = yes")
    game = table.game(unread=True, variant="ring", seats="4", people={"a": "anna", "b": "bob", "c": "carl", "d": "dora"})
    game.anna.reply("BOARD 3\nBOARD 1\nBOARD")
    table.run()
    boards = [letter for letter in game.anna.read() if letter.kind == "board"]
    for letter in boards:
        check_sound(html_of(letter))
        check_picture(letter, html_of(letter))
    other, own, both = boards
    wide, high = (int.from_bytes(picture_of(both)[at:at + 4], "big") for at in (16, 20))
    for letter in (other, own):
        width, height = (int.from_bytes(picture_of(letter)[at:at + 4], "big") for at in (16, 20))
        assert width < wide or height < high, (width, height, wide, high)
    assert picture_of(other) != picture_of(own)
    # In words it is the same: of three no board but the third.
    alt, = re.findall(r' alt="([^"]*)"', html_of(other))
    has(alt, "3")
    assert not re.search(r"\b[124]:", alt), alt


class Watcher:
    """Vera, who has no seat."""

    def __init__(self, game):
        self.game = game

    @property
    def newest(self):
        return [letter for letter in self.game.table.elsewhere if letter.to == "vera@example.com"][-1]

    def write(self, to, text):
        key = f"\n\nkey {to.token}" if to else ""
        self.game.table.put(f"From: Vera <vera@example.com>\nTo: games@example.org\nSubject: pbem\nMessage-ID: "
                            f"{self.game.table.message_id()}\n\n{text}{key}\n".encode())
        self.game.table.run()


@case
def who_watches_has_a_picture_and_no_move_to_tap():
    table = a_table()
    game = table.game(unread=True, watch="yes")
    vera = Watcher(game)
    vera.write(None, "WATCH g1")
    vera.write(vera.newest, "WATCH")
    assert vera.newest.mail.get_content_type() == "text/plain"
    vera.write(vera.newest, "HTML ON")
    has(vera.newest.text, "also have pictures")
    assert vera.newest.mail.get_content_type() == "multipart/alternative"
    game.anna.reply("MOVE e2-e4")
    table.run()
    letter = vera.newest
    assert letter.kind == "watcher", letter.text
    html = html_of(letter)
    check_sound(html)
    check_picture(letter, html)
    assert "<img" in html and "pawn" in html, html
    assert re.findall(r"body=(.*?)%20KEY", html) == ["STATUS", "UNWATCH"] and html.count("mailto:") == 2, html
    plain, shown = words_of(letter.text), words_of(html)
    assert len(plain - shown) < len(plain) / 10, plain - shown
    vera.write(vera.newest, "HTML OFF")
    assert vera.newest.mail.get_content_type() == "text/plain"
    has(vera.newest.text, "HTML ON brings the pictures back")
    vera.write(vera.newest, "HTML ON")
    game.bob.reply("RESIGN")
    table.run()
    # The last letter plays the whole game, as its players have it.
    films = [[part.get_content() for part in letter.mail.walk() if part.get_content_type() == "image/gif"]
             for letter in (vera.newest, game.anna.newest)]
    assert vera.newest.kind == "watcher" and len(films[0]) == 1 and films[0][0][:6] == b"GIF89a", vera.newest.text
    check_sound(html_of(vera.newest))
    assert not films[1], "Anna wants none"


def a_png(side):
    """A square of one colour."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = zlib.compress(b"".join(b"\0" + b"\xff\xff\xff\xff" * side for _ in range(side)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)) \
        + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@case
def letters_show_the_sites_own_pieces():
    table = a_table("html = yes")
    ours = picture_of(table.game(unread=True).anna.newest)
    folder = f"{table.folder}/pieces"
    os.mkdir(folder)
    source = f"{os.path.dirname(os.path.abspath(__file__))}/../../games/pieces"
    shutil.copy(f"{source}/queen.svg", f"{folder}/pawn.svg")
    with open(f"{folder}/pawn.png", "wb") as file:
        file.write(a_png(96))
    theirs = picture_of(table.game(unread=True).anna.newest)
    assert theirs != ours
    # A picture that can't be used makes the letter use our pieces, and the moderator is told once.
    with open(f"{folder}/pawn.png", "wb") as file:
        file.write(b"no picture")
    for _ in range(2):
        assert picture_of(table.game(unread=True).anna.newest) == ours
    told = [letter.text for letter in table.to_moderator if "our own pieces" in letter.text]
    assert len(told) == 1 and "pieces/pawn" in "".join(told[0].split()), told


@case
def the_last_letter_shows_the_whole_game():
    table = a_table("html = yes")
    game = table.game()
    game.play("f2-f3 e7-e5 g2-g4")
    game.bob.reply("MOVE d8-h4")
    table.run()
    for player in (game.anna, game.bob):
        letter = [each for each in player.letters if each.kind == "game-over"][0]
        film = [part for part in letter.mail.walk() if part.get_content_type() == "image/gif"]
        assert len(film) == 1 and film[0].get_content()[:6] == b"GIF89a", letter.raw[:3000]
        assert f'cid:{film[0]["Content-ID"].strip("<>")}"' in html_of(letter), html_of(letter)


run_cases(wanted)
