# SPDX-License-Identifier: MIT
"""usage: watching.py FOLDER GOLDEN: the cases of watching.sh, a function each; its name says what is true."""
import glob
import json
import os
import re
import shutil
import stat
import subprocess
import sys

from table import ADDRESS, PBEM, TOKEN, People, Table, case, has, only, run_cases

DAY = 86400
NOW = 1795392000  # 23 Nov 2026, 00:00 UTC
folder, golden = sys.argv[1:3]
tables = 0


class Crowd(People):
    """A site with a game, and people who write to it."""

    domain = "example.com"

    def __init__(self, *settings, variant="chess", **options):
        global tables
        tables += 1
        super().__init__("crowd", NOW)
        self.table = Table(f"{folder}/site{tables}", *settings)
        self.path = self.table.folder
        self.game = self.table.game(variant=variant, **options)
        self.table.games["crowd"] = self

    @property
    def kept(self):
        path = f"{self.path}/games/g1/watchers"
        if not os.path.exists(path):
            return ""
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
        with open(path, encoding="utf-8") as file:
            return file.read()

    def run(self):
        log = self.table.run()
        assert not self.table.elsewhere, [each.to for each in self.table.elsewhere]
        return log

    def watched(self, *names):
        """They ask and confirm."""
        for name in names:
            reader = getattr(self, name)
            reader.write("WATCH g1")
            self.run()
            only(reader.read(), "watcher-asked")
            reader.reply("WATCH")
            self.run()
        return [getattr(self, name).letters[-1] for name in names]

    def move(self, moves):
        for move in moves.split():
            player = self.game.asked
            player.reply(f"MOVE {move}", when=self.now)
            self.run()
        for player in self.game.players.values():
            player.read()


def why(letter):
    """Returns the reason of a letter that refuses."""
    assert letter.token is None and ".unwatched." in letter.id, letter.id
    return " ".join(letter.text.splitlines()[:4])


def told(reader, phrase):
    letters = reader.read()
    assert len(letters) == 1, [each.id for each in letters]
    has(why(letters[0]), phrase)
    return letters[0]


def keep(name, letter):
    """A letter reads as in golden/NAME.txt, where somebody has read it through."""
    text = re.sub(rb"[a-z2-7]{42}", b"TOKEN", letter.raw)
    text = re.sub(rb"\.[0-9a-f]{16}(?=[@.])", b".CAUSE", text).replace(b"\r\n", b"\n")
    path = f"{golden}/{name}.txt"
    if os.environ.get("PBEM_GOLDEN") == "write":
        os.makedirs(golden, exist_ok=True)
        with open(path, "wb") as file:
            file.write(text)
    with open(path, "rb") as file:
        wanted = file.read()
    assert text == wanted, f"{path}: it reads now:\n{text.decode()}"


def pbem_env(table, *words, **env):
    return subprocess.run([PBEM, "--site", table.folder, *words], capture_output=True,
                          env=os.environ | env, check=False).returncode


# ---- asking, watching, ending ----

@case
def a_watchers_letter_with_a_players_key_does_nothing():
    crowd = Crowd(watch="yes")
    crowd.watched("vera")
    crowd.vera.read()
    anna, before = crowd.game.asked, crowd.game.file
    anna.read()
    anna.reply("RESIGN", sender=crowd.vera.address, when=crowd.now)
    crowd.run()
    assert crowd.game.file == before, "who watches has resigned for a player"
    has(only(anna.read(), "refused").text, "the address of somebody who watches this game")
    assert not crowd.vera.read()


@case
def who_confirms_watches_until_he_wants_no_more():
    crowd = Crowd(watch="yes")
    crowd.vera.write("Hello,\n\nWATCH g1\n\nbye")
    crowd.run()
    keep("watcher-asked", only(crowd.vera.read(), "watcher-asked"))
    crowd.move("e2-e4")
    assert not crowd.vera.read(), "written to before he has confirmed"
    crowd.vera.reply("WATCH")
    crowd.run()
    begun = only(crowd.vera.read(), "watcher")
    has(begun.text, "You watch this game from now on.", "Black to move")
    crowd.move("e7-e5")
    letter = only(crowd.vera.read(), "watcher")
    keep("watcher", letter)
    has(letter.text, "White: Anna", "Black: Bob", "e5")
    has(crowd.table.must("status"), "watched by 1; 0 wait")
    assert "vera" not in crowd.table.out, "an address in the list of all games"
    has(crowd.table.must("status", "g1"), "watcher 1, vera@example.com, watches since 2026-11-23")
    games = json.loads(crowd.table.must("games", "--json"))
    assert games["games"][0]["watchers"] == 1 and "vera" not in crowd.table.out
    crowd.vera.reply("GAMES")
    crowd.run()
    keep("watcher-told", only(crowd.vera.read(), "watcher-told"))
    crowd.vera.reply("UNWATCH")
    crowd.run()
    keep("unwatched", told(crowd.vera, "You don't watch this game any more, as you wished."))
    assert "vera" not in crowd.kept
    crowd.move("g1f3")
    assert not crowd.vera.read()
    everything = crowd.game.file + "".join(each.raw.decode() for player in crowd.game.players.values()
                                           for each in player.letters)
    assert "vera" not in everything, "players learn who watches"


@case
def questions_are_answered_and_nothing_else_is():
    crowd = Crowd(watch="yes")
    crowd.watched("vera")
    crowd.vera.read()
    before = crowd.game.file
    for text, kind, phrase in (("STATUS", "watcher", "White to move"), ("BOARD", "watcher", "White to move"),
                               ("HELP", "watcher-told", "Watchers see what is public"),
                               ("GAMES", "watcher-told", "g1 chess, White: Anna, Black: Bob"),
                               ("WATCH", "watcher", "You watch this game already."),
                               ("MOVE e2-e4", "watcher-told", "We found nothing in your message"),
                               ("RESIGN\nSAY hello", "watcher-told", "We found nothing"),
                               ("WATCH g2", "watcher-told", "We found nothing")):
        crowd.vera.reply(text)
        crowd.run()
        has(only(crowd.vera.read(), kind).text, phrase)
    assert crowd.game.file == before
    assert not crowd.game.anna.read() and not crowd.game.bob.read()
    for _ in range(4):
        crowd.vera.reply("STATUS")
        crowd.run()
    assert len(crowd.vera.read()) < 4, "as many answers as letters"
    crowd.vera.reply("UNWATCH")
    crowd.run()
    told(crowd.vera, "any more")


@case
def who_leaves_in_the_same_run_still_gets_the_answer_to_what_he_wrote_before():
    crowd = Crowd(watch="yes")
    crowd.watched("vera")
    crowd.vera.read()
    crowd.vera.reply("Nice!", when=NOW + 60)
    crowd.vera.reply("UNWATCH", when=NOW + 120)
    crowd.run()
    kinds = sorted(re.search(r"\.(watcher-told|unwatched)\.", each.id).group(1) for each in crowd.vera.read())
    assert kinds == ["unwatched", "watcher-told"], kinds


@case
def who_wants_to_watch_an_open_game_is_asked_when_it_begins():
    crowd = Crowd("option.watch = yes")
    table = crowd.table
    for name, options in (("open", ()), ("shut", ("--option", "watch=no")), ("over", ())):
        table.must("new", "chess", "--open", "--id", name, *options)
    crowd.vera.write("WATCH open")
    crowd.walt.write("WATCH over")
    crowd.run()
    letter = only(crowd.vera.read(), "damaged")  # a letter without a key
    assert ".unjoined." in letter.id and letter.token is None
    has(letter.text, "The game hasn't begun yet. When it does, a letter asks you whether you want to watch it.")
    has(crowd.walt.read()[0].text, "hasn't begun yet")
    crowd.at(NOW + DAY)
    crowd.vera.write("WATCH open")
    crowd.zoe.write("WATCH shut")
    crowd.run()
    has(crowd.vera.read()[0].text, "hasn't begun yet")
    has(crowd.zoe.read()[0].text, "can't be watched")
    with open(f"{crowd.path}/offers/open", encoding="utf-8") as file:
        kept = file.read()
    assert re.findall(r"^watcher \S+ (\S+)$", kept, re.MULTILINE) == ["vera@example.com"], kept
    # A player's key asks the same way.
    crowd.game.bob.reply("WATCH open", when=crowd.now)
    crowd.run()
    has(crowd.game.bob.read()[0].text, "hasn't begun yet")
    # It isn't played: who would have watched is told.
    table.must("close", "over")
    table.collect()
    has(only(crowd.walt.read(), "damaged").text, "The game you wanted to watch isn't played.")
    # It begins, and all are asked, once, wherever the run is killed that begins it; who plays by now isn't.
    crowd.at(NOW + 2 * DAY)
    for name in "zoe", "yan":
        getattr(crowd, name).write("JOIN open")
        crowd.run()
        getattr(crowd, name).read()
    crowd.zoe.reply("JOIN")
    crowd.run()
    crowd.at(NOW + 3 * DAY)
    crowd.zoe.write("WATCH open")
    crowd.run()
    has(crowd.zoe.read()[-1].text, "You have a seat in this game")
    crowd.yan.reply("JOIN")
    saved, step, died, asked = crowd.path + ".saved", 0, 1, None
    shutil.copytree(crowd.path, saved, symlinks=True)
    while died != 0:
        step += 1
        shutil.rmtree(crowd.path)
        shutil.copytree(saved, crowd.path, symlinks=True)
        died = pbem_env(table, "run", PBEM_STOP_AFTER=str(step))
        table.run()
        letters = crowd.vera.read()
        asked = only(letters, "watcher-asked")
        only(crowd.game.bob.read(), "watcher-asked")
        assert [each.kind for each in crowd.yan.read()].count("welcome") == 1
        assert not os.path.exists(f"{crowd.path}/offers/open")
    assert step > 6, step
    shutil.rmtree(saved)
    has(asked.text, "wants to watch game open")
    crowd.vera.reply("WATCH", to=asked)
    crowd.run()
    has(only(crowd.vera.read(), "watcher").text, "You watch this game from now on.", "White to move")
    table.must("verify")


@case
def who_wants_to_watch_an_open_game_no_more_isnt_asked():
    crowd = Crowd("option.watch = yes")
    crowd.table.must("new", "chess", "--open", "--id", "open")

    def kept():
        with open(f"{crowd.path}/offers/open", encoding="utf-8") as file:
            return re.findall(r"^watcher \S+ (\S+)$", file.read(), re.MULTILINE)
    for name in "vera", "walt":
        getattr(crowd, name).write("WATCH open")
    crowd.game.bob.reply("WATCH open")
    crowd.run()
    assert len(kept()) == 3
    for player in (crowd.vera, crowd.walt, crowd.game.bob):
        player.read()
    # On the very day, without a key and with a player's.
    crowd.vera.write("UNWATCH open")
    crowd.game.bob.reply("UNWATCH open", to=crowd.game.bob.letters[0])
    crowd.yan.write("UNWATCH open")
    crowd.run()
    assert kept() == ["walt@example.com"], kept()
    letter = only(crowd.vera.read(), "damaged")  # a letter without a key
    assert ".unjoined." in letter.id
    has(letter.text, "You aren't asked whether you want to watch this game when it begins, as you wished.")
    has(crowd.game.bob.read()[0].text, "You aren't asked whether you want to watch this game when it begins")
    has(crowd.yan.read()[0].text, "You hadn't asked to watch this game, so you aren't asked when it begins.")
    crowd.at(NOW + DAY)
    for name in "zoe", "yan":
        getattr(crowd, name).write("JOIN open")
        crowd.run()
        getattr(crowd, name).read()
    for name in "zoe", "yan":
        getattr(crowd, name).reply("JOIN")
    crowd.run()
    only(crowd.walt.read(), "watcher-asked")
    assert not crowd.vera.read() and not crowd.game.bob.read()
    # It has begun, and there is nothing to take back: whoever writes that without a key isn't heard.
    crowd.vera.write("UNWATCH open")
    crowd.run()
    assert not crowd.vera.read()


@case
def who_asks_to_watch_in_the_run_that_begins_an_open_game_is_asked_to_confirm():
    crowd = Crowd("option.watch = yes")
    table = crowd.table
    table.must("new", "chess", "--open", "--id", "open")
    for name in "zoe", "yan":
        getattr(crowd, name).write("JOIN open")
        crowd.run()
        getattr(crowd, name).read()
    crowd.zoe.reply("JOIN")
    crowd.run()
    crowd.zoe.read()
    # In one batch: before the game begins, then after that, without a key and with a player's.
    crowd.walt.write("WATCH open")
    crowd.yan.reply("JOIN")
    crowd.vera.write("WATCH open")
    crowd.game.bob.reply("WATCH open", to=crowd.game.bob.letters[0])
    saved, step, died, letters = crowd.path + ".saved", 0, 1, {}
    shutil.copytree(crowd.path, saved, symlinks=True)
    while died != 0:
        step += 1
        shutil.rmtree(crowd.path)
        shutil.copytree(saved, crowd.path, symlinks=True)
        died = pbem_env(table, "run", PBEM_STOP_AFTER=str(step))
        table.run()
        letters = {name: getattr(crowd, name).read() for name in ("vera", "walt")}
        has(only(letters["vera"], "watcher-asked").text, "wants to watch game open")
        assert [each.kind for each in letters["walt"]].count("watcher-asked") == 1
        has(only(crowd.game.bob.read(), "watcher").text, "You watch this game from now on.", "White to move")
        table.must("verify")
    assert step > 6, step
    shutil.rmtree(saved)
    crowd.vera.reply("WATCH")
    crowd.run()
    has(only(crowd.vera.read(), "watcher").text, "You watch this game from now on.", "White to move")
    table.must("verify")


@case
def a_letter_with_one_setting_isnt_empty():
    crowd = Crowd(watch="yes")
    crowd.watched("vera")
    crowd.vera.read()
    for line in ("LANGUAGE English", "ZONE Europe/Berlin", "SHORT ON", "HTML ON", "HTML OFF"):
        crowd.vera.reply(line)
        crowd.run()
        text = only(crowd.vera.read(), "watcher-told").text
        assert "We found nothing" not in text, (line, text)


@case
def wishes_for_letters_belong_to_the_address():
    crowd = Crowd(watch="yes")
    crowd.vera.write("WATCH g1")
    crowd.run()
    only(crowd.vera.read(), "watcher-asked")
    # A watcher who hasn't confirmed can choose a language; that doesn't ask for anything else.
    crowd.vera.reply("LANGUAGE Deutsch")
    crowd.run()
    asked = only(crowd.vera.read(), "watcher-asked")
    has(asked.text, "antworte auf diesen Brief")
    crowd.vera.reply("ZUSEHEN")
    crowd.run()
    has(only(crowd.vera.read(), "watcher").text, "Du schaust der Partie g1 zu", "Weiß: Anna")
    # Several at once, and what is asked beside them.
    crowd.vera.reply("SPRACHE English\nZEITZONE Europe/Berlin\nKURZ AN")
    crowd.run()
    letter = only(crowd.vera.read(), "watcher-told")
    has(letter.text, "are in this language: English", "in the time zone Europe/Berlin", "your letters are short")
    keep("watcher-wishes", letter)
    crowd.move("e2-e4")
    letter = only(crowd.vera.read(), "watcher")
    has(letter.text, "You watch game g1")
    assert "\n  8  r n b q k b n r  8\n" in letter.text, letter.text
    crowd.vera.reply("SHORT OFF\n\nGAMES")
    crowd.run()
    has(only(crowd.vera.read(), "watcher-told").text, "your letters are long again", "You watch these games")
    for text, phrase in (("ZONE Moon/Sea", "no time zone"), ("LANGUAGE Martian", "no letters here in a language"),
                         ("SHORT PERHAPS", "We found nothing"), ("help me please", "We found nothing")):
        crowd.vera.reply(text)
        crowd.run()
        has(only(crowd.vera.read(), "watcher-told").text, phrase)
    with open(f"{crowd.path}/people", encoding="utf-8") as file:
        assert re.findall(r"vera@example.com\t(\S+)\t(\S+)", file.read())[-2:] == [("short", "on"), ("short", "off")]
    # The settings are a seat's of that address, too, and hold when the address no longer watches.
    crowd.vera.reply("UNWATCH")
    crowd.run()
    told(crowd.vera, "any more")
    crowd.at(NOW + DAY)
    crowd.vera.reply("LANGUAGE Deutsch", to=asked)
    crowd.run()
    assert "gilt nicht mehr" not in told(crowd.vera, "no longer valid").text


@case
def the_rules_are_sent_by_a_watchers_key():
    crowd = Crowd(watch="yes", variant="kingdom", people=dict(zip(("white", "red", "black", "blue"), "abcd")))
    crowd.watched("vera")
    crowd.vera.read()
    crowd.vera.reply("HELP RULES")
    crowd.run()
    letter = only(crowd.vera.read(), "watcher-told")
    with open(f"{os.environ['PBEM_DATA']}/games/kingdom.txt", encoding="utf-8") as file:
        page = [line for line in file.read().splitlines() if len(line) > 40 and "include" not in line]
    has(letter.text, "These are the rules you asked for.", *(" ".join(line.split()) for line in page[:5]))
    crowd.vera.reply("HELP ring")
    crowd.vera.reply("HELP RULINGS conqueror")
    crowd.run()
    for letter in crowd.vera.read():
        has(letter.text, "These are the rules you asked for.")
    for text, phrase in (("HELP NOSUCHGAME", "There is no help on 'NOSUCHGAME'."), ("HELP MOVES", "Watchers see what is public"),
                         ("HELP ../../pbem", "We found nothing")):
        crowd.vera.reply(text)
        crowd.run()
        has(only(crowd.vera.read(), "watcher-told").text, phrase)


@case
def a_players_key_asks_without_confirming():
    crowd = Crowd(watch="yes")
    other = crowd.table.game(people={"white": "emma", "black": "paul"})
    name = other.id
    other.emma.reply("WATCH g1", when=NOW)
    crowd.run()
    has(only(other.emma.read(), "watcher").text, "You watch this game from now on.")
    other.paul.reply("MOVE e7-e5\nWATCH g1", when=NOW)
    crowd.run()
    has(only(other.paul.read(), "refused").text, "write about another game in a separate message")
    other.emma.reply("GAMES", to=other.emma.letters[0], when=NOW)
    crowd.run()
    has(only(other.emma.read(), "games").text, "You watch these games: g1 chess")
    crowd.game.anna.reply(f"WATCH {name}", when=NOW)
    crowd.run()
    told(crowd.game.anna, "can't be watched")
    other.emma.reply("UNWATCH g1", to=other.emma.letters[0], when=NOW)
    crowd.run()
    told(other.emma, "any more")
    other.emma.reply("UNWATCH g1", to=other.emma.letters[0], when=NOW)
    crowd.run()
    told(other.emma, "You don't watch this game.")


@case
def a_game_that_is_not_open_says_why():
    crowd = Crowd()
    crowd.vera.write("WATCH g1")
    crowd.run()
    told(crowd.vera, "This game can't be watched")
    assert crowd.kept == ""
    crowd.table.pbem("watcher", "g1", "allow", "1")
    assert crowd.table.code == 64 and "has no watcher '1'" in crowd.table.err
    crowd.walt.write("WATCH g77")
    crowd.walt.write("watch out\nwatch me")
    crowd.run()
    assert not crowd.walt.read()
    crowd = Crowd(watch="yes")
    address = crowd.game.anna.address
    crowd.vera.write("WATCH g1", heads={"From": f"Anna <{address}>"})
    crowd.run()
    told(crowd.game.anna, "You have a seat in this game")


@case
def the_moderator_is_asked():
    crowd = Crowd(watch="ask")
    crowd.vera.write("WATCH g1")
    crowd.walt.write("WATCH g1")
    crowd.run()
    crowd.vera.read(), crowd.walt.read()
    crowd.vera.reply("WATCH")
    crowd.walt.reply("WATCH")
    crowd.run()
    for reader in crowd.vera, crowd.walt:
        has(only(reader.read(), "watcher-told").text, "We have asked the moderator whether you may watch")
    notice = crowd.table.to_moderator[-1].text
    has(notice, "wants to watch game g1", "pbem watcher g1 allow 1")
    assert "vera" not in notice and "walt" not in notice
    has(crowd.table.must("status", "g1"), "watched by 0; 2 wait for your permission",
        "watcher 2, walt@example.com, waits for your permission")
    crowd.move("e2-e4")
    assert not crowd.vera.read() and not crowd.walt.read()
    crowd.vera.reply("STATUS")
    crowd.run()
    letter = only(crowd.vera.read(), "watcher-told")
    assert "| 2 |" not in letter.text, "a board for who may not watch yet"
    crowd.table.must("watcher", "g1", "allow", "1")
    crowd.table.must("watcher", "g1", "refuse", "walt@example.com")
    crowd.table.collect()
    has(only(crowd.vera.read(), "watcher").text, "The moderator lets you watch", "Black to move")
    told(crowd.walt, "The moderator doesn't let you watch")
    for words, code, wanted in ((("g1", "allow", "1"), 64, "already watches the game"),
                                (("g1", "allow", "2"), 64, "has no watcher '2'"),
                                (("g1", "bless", "1"), 64, "expected allow|refuse|remove"),
                                (("g1", "allow"), 64, "WHO"),
                                (("g9", "allow", "1"), 66, "g9"),
                                (("g1", "remove", "1", "--at", "1"), 64, "has newer entries than")):
        crowd.table.pbem("watcher", *words)
        assert crowd.table.code == code and wanted in crowd.table.err, (words, crowd.table.code, crowd.table.err)
    crowd.table.must("watcher", "g1", "remove", "1")
    crowd.table.collect()
    told(crowd.vera, "The moderator has removed you from the watchers")
    crowd.move("e7-e5")
    assert not crowd.vera.read()


# ---- the end of a game, undo ----

@case
def the_last_letter_is_the_last():
    crowd = Crowd(watch="yes")
    crowd.watched("vera")
    crowd.move("f2-f3 e7-e5 g2-g4")
    crowd.vera.read()
    crowd.move("d8h4")
    last = only(crowd.vera.read(), "watcher")
    keep("watcher-over", last)
    has(last.text, "Black wins by checkmate", "This was the last letter")
    crowd.walt.write("WATCH g1")
    crowd.run()
    told(crowd.walt, "The game is over")
    crowd.table.must("say", "g1", "Well played.")
    crowd.table.collect()
    assert not crowd.vera.read()
    # When the end is taken back it goes on.
    crowd.table.must("reject", "g1")
    crowd.table.collect()
    has(only(crowd.vera.read(), "watcher").text, "The game has since been taken back", "Black to move")


@case
def a_letter_that_takes_anothers_place_says_too_that_the_game_was_taken_back():
    back = "The game has since been taken back. Later moves that you have read about no longer count."
    for delay in (), (("watch-delay", "1"),):
        crowd = Crowd(watch="yes", **dict(delay))
        crowd.watched("vera")
        crowd.move("e2-e4 e7-e5 g1-f3 b8-c6")
        crowd.vera.read()
        with open(f"{crowd.path}/pbem.conf", encoding="utf-8") as conf:
            post = [line.strip() for line in conf if line.startswith("outgoing")]
        # The mail server is unavailable: the letter about the takeback waits, and those of two moves replace it one
        # after the other.
        crowd.table.set("outgoing = smtp://127.0.0.1:1", "timeout-seconds = 1")
        crowd.table.pbem("undo", "g1", "2")
        assert crowd.table.code == 75 and "  undo to entry 2" in crowd.game.file, crowd.table.err
        for orders, player in ("MOVE d7-d5", crowd.game.bob), ("MOVE e4-d5", crowd.game.anna):
            crowd.table.must("deliver", "g1", "--as", player.seat, "--no-send", data=orders.encode())
        crowd.table.set(*post)
        crowd.run()
        letter = only(crowd.vera.read(), "watcher")
        has(letter.text, back, "d5" if delay else "exd5")
        # The next one doesn't.
        for player in crowd.game.players.values():
            player.read()
        crowd.move("d8-d5")
        letter = only(crowd.vera.read(), "watcher")
        assert back not in " ".join(letter.text.split()), letter.text


@case
def rings_are_told_once_a_sitting():
    people = dict(zip("ABCD", ("anna", "bob", "carl", "dora")))
    global tables
    tables += 1
    os.environ["PBEM_TIME"] = str(NOW)
    table = Table(f"{folder}/site{tables}", "batch-messages = 1")
    game = table.game(variant="ring", people=people, watch="yes", seats=4)
    crowd = Crowd.__new__(Crowd)
    crowd.id, crowd.players, crowd.now, crowd.table, crowd.game, crowd.path = \
        "crowd", {}, NOW, table, game, table.folder
    table.games["crowd"] = crowd
    crowd.watched("vera")
    crowd.vera.read()
    movers = [each for each in game.players.values() if each.letters[0].kind == "welcome"
              and "MOVE" in each.letters[0].text]
    assert movers
    for each in movers:
        number = re.search(r"MOVE (\d):", each.letters[0].text)
        if number:
            each.reply(f"MOVE {number[1]}:e2-e4", when=NOW)
    crowd.run()
    letter = only(crowd.vera.read(), "watcher")
    has(letter.text, "e4 1:e2e4", "e4 4:e2e4", "The circle")
    assert letter.mail["Date"].datetime.timestamp() == NOW, letter.mail["Date"]
    # Its key is good as long as any other.
    crowd.vera.reply("STATUS")
    crowd.run()
    has(only(crowd.vera.read(), "watcher").text, "e4 1:e2e4")


# ---- secrets ----

def hand(player, crowd):
    player.reply("HAND", when=crowd.now)
    crowd.run()
    letter = [each for each in player.read() if each.kind == "hand"][-1]
    return set(re.findall(r"^\s*\|?\s*\* ([A-Z][^,\n]+), \d+ point", letter.text, re.MULTILINE))


def play_cards(delay):
    crowd = Crowd(variant="knightmare", **{"watch": "yes", "watch-delay": str(delay)})
    crowd.watched("vera")
    hands = {player.name: hand(player, crowd) for player in crowd.game.players.values()}
    assert all(hands.values()), hands
    seen = crowd.vera.read()
    for move in "e2-e4 e7-e5 g1f3 b8c6".split():
        player = crowd.game.asked
        player.reply(f"MOVE {move}", when=crowd.now)
        crowd.run()
        for other in crowd.game.players.values():
            hands[other.name] |= hand(other, crowd)
        while True:
            waiting = crowd.game.asked
            kind = [each.kind for each in waiting.letters if each.kind in ("window", "your-turn", "welcome")][-1]
            if kind != "window":
                break
            waiting.reply("PASS", to=[each for each in waiting.letters if each.kind == "window"][-1],
                          when=crowd.now)
            crowd.run()
        seen += crowd.vera.read()
    crowd.vera.reply("STATUS")
    crowd.run()
    seen += crowd.vera.read()
    return crowd, hands, seen


def keys_of(players):
    return {each.token for player in players for each in player.letters if each.token}


@case
def a_watcher_of_cards_reads_no_hand_and_no_key():
    crowd, hands, seen = play_cards(0)
    assert len(seen) >= 5, len(seen)
    text = "".join(each.raw.decode() for each in seen)
    for name, cards in hands.items():
        for card in cards:
            assert card not in text, f"{name}'s {card}"
    keys = keys_of(crowd.game.players.values())
    assert not keys & set(TOKEN.findall(text))
    with open(f"{crowd.path}/games/g1/sealed", encoding="utf-8") as file:
        for secret in re.findall(r"[0-9a-f]{32,}", file.read()):
            assert secret not in text
    has(text, "holds 5 cards")


@case
def cards_are_seen_later_by_so_many_turns():
    crowd, _, seen = play_cards(2)
    moves = [re.findall(r"\b(e4|e5|Nf3|Nc6)\b", each.text) for each in seen]
    assert not any("Nf3" in each or "Nc6" in each for each in moves), moves
    assert any("e5" in each for each in moves), moves
    has(seen[-1].text, "Turns of delay: 2.", "White to move (move 2)")
    crowd.game.anna.read()
    crowd.game.anna.reply("RESIGN", when=crowd.now)
    crowd.run()
    has(only(crowd.vera.read(), "watcher").text, "Nc6", "Black wins", "This was the last letter")


@case
def what_is_given_in_advance_is_seen_when_it_is_played():
    crowd = Crowd(watch="yes")
    crowd.watched("vera")
    crowd.vera.read()
    crowd.game.anna.reply("MOVE e2-e4\nIF black MOVE e7-e5 THEN MOVE g1-f3", when=NOW)
    crowd.run()
    crowd.vera.reply("STATUS")
    crowd.run()
    for letter in crowd.vera.read():
        assert not re.search("f3|e5|advance", TOKEN.sub("", letter.text)), letter.text
    crowd.game.bob.reply("MOVE e7-e5", when=NOW)
    crowd.run()
    has(only(crowd.vera.read(), "watcher").text, "Black e5", "White Nf3", "Black to move (move 2)")


@case
def delay_without_cards():
    crowd = Crowd(**{"watch": "yes", "watch-delay": "1"})
    has(crowd.watched("vera")[0].text, "White to move (move 1)")
    crowd.vera.read()
    crowd.move("e2-e4")
    assert not crowd.vera.read()
    crowd.move("e7-e5")
    letter = only(crowd.vera.read(), "watcher")
    has(letter.text, "e4", "Black to move")
    assert " e5" not in letter.text
    assert "e7-e5" not in letter.subject


# ---- false senders and floods ----

@case
def forged_and_replayed_confirmations_come_to_nothing():
    crowd = Crowd(watch="yes")
    crowd.vera.write("WATCH g1")
    crowd.run()
    asked = only(crowd.vera.read(), "watcher-asked")
    forged = crowd.vera.compose("WATCH", to=asked).decode()
    good = asked.token
    crowd.table.put(forged.replace(good, good[:20] + ("a" if good[20] != "a" else "b") + good[21:]).encode(), NOW)
    crowd.walt.write("WATCH")
    crowd.run()
    assert "watches" not in crowd.kept and not crowd.vera.read() and not crowd.walt.read()
    # The key of one game is none in another.
    confirmation = crowd.vera.reply("WATCH", to=asked)
    crowd.run()
    only(crowd.vera.read(), "watcher")
    crowd.table.put(confirmation, NOW)
    crowd.run()
    assert not crowd.vera.read() and crowd.kept.count("vera") == 1
    crowd.vera.reply("UNWATCH")
    crowd.run()
    told(crowd.vera, "any more")
    crowd.table.put(confirmation, NOW)
    crowd.vera.reply("WATCH", to=asked)
    crowd.run()
    assert not crowd.vera.read() and "vera" not in crowd.kept, "an old key brings the letters again"
    crowd.at(NOW + DAY)
    crowd.vera.reply("WATCH", to=asked)
    crowd.run()
    only(crowd.vera.read(), "watcher-asked")
    assert "watches" not in crowd.kept
    # A player's key is no watcher's, and a watcher's no player's.
    crowd.vera.reply("WATCH")
    crowd.run()
    key = only(crowd.vera.read(), "watcher").token
    stolen = crowd.game.anna.compose("MOVE e2-e4").decode()
    crowd.table.put(TOKEN.sub(key, stolen).encode(), NOW + DAY)
    crowd.run()
    assert "e2-e4" not in crowd.game.file


@case
def nobody_can_make_it_write_to_others():
    crowd = Crowd(watch="yes")
    for _ in range(5):
        crowd.vera.write("WATCH g1")
    crowd.run()
    assert len(crowd.vera.read()) == 1, "more than one letter a day to a stranger"
    for number in range(120):
        getattr(crowd, f"r{number}").write("WATCH g1")
    crowd.run()
    letters = sum(len(getattr(crowd, f"r{number}").read()) for number in range(120))
    assert letters == 99, letters
    assert crowd.kept.count("\nasked") == 20, crowd.kept.count("\nasked")
    has(crowd.table.to_moderator[-1].text, "asked for seats or to watch today")


@case
def no_more_watch_than_there_is_room_for():
    crowd = Crowd("watchers = 2", watch="yes")
    crowd.watched("vera", "walt")
    crowd.xena.write("WATCH g1")
    crowd.run()
    told(crowd.xena, "This game has as many watchers as it can have")
    crowd.vera.reply("UNWATCH")
    crowd.run()
    crowd.at(NOW + DAY)
    crowd.watched("xena")
    for reader in crowd.vera, crowd.walt, crowd.xena:
        reader.read()
    crowd.move("e2-e4")
    assert not crowd.vera.read() and len(crowd.walt.read()) == len(crowd.xena.read()) == 1
    crowd.table.set("watchers = many")
    crowd.table.pbem("status")
    assert crowd.table.code == 78 and "watchers" in crowd.table.err, (crowd.table.code, crowd.table.err)


@case
def letters_that_come_back_end_it():
    crowd = Crowd(watch="yes")
    crowd.watched("vera")
    crowd.vera.read()

    def bounce(letter):
        text = (f"From: MAILER-DAEMON@example.com\nTo: {ADDRESS}\nSubject: Undelivered\n"
                f"Message-ID: {crowd.table.message_id()}\nMIME-Version: 1.0\nAuto-Submitted: auto-replied\n"
                "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
                "--b\nContent-Type: text/plain\n\nno such user\n"
                "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; example.com\n\n"
                f"Final-Recipient: rfc822; {crowd.vera.address}\nAction: failed\nStatus: 5.1.1\n\n"
                f"--b\nContent-Type: message/rfc822\n\nMessage-ID: <{letter.id}>\nSubject: x\n\nx\n--b--\n")
        crowd.table.put(text.encode(), NOW)
        crowd.run()

    bounce(crowd.vera.newest)
    assert "vera" in crowd.kept
    crowd.move("e2-e4")
    bounce(only(crowd.vera.read(), "watcher"))
    assert "vera" not in crowd.kept
    crowd.move("e7-e5")
    assert not crowd.vera.read()
    has(crowd.table.to_moderator[-1].text, "Letters to watcher 1 of game g1 come back")
    assert "vera@" not in crowd.table.to_moderator[-1].text


# ---- what an address has chosen ----

@case
def german_and_short():
    crowd = Crowd("language = de", watch="yes")
    crowd.vera.write("ZUSEHEN g1")
    crowd.run()
    keep("de-watcher-asked", only(crowd.vera.read(), "watcher-asked"))
    crowd.vera.reply("ZUSEHEN")
    crowd.run()
    letter = only(crowd.vera.read(), "watcher")
    keep("de-watcher", letter)
    has(letter.text, "Von jetzt an schaust du dieser Partie zu.")
    crowd.vera.reply("LISTE")
    crowd.run()
    keep("de-watcher-told", only(crowd.vera.read(), "watcher-told"))
    crowd.vera.reply("WEGSEHEN")
    crowd.run()
    keep("de-unwatched", crowd.vera.read()[-1])


# ---- kills, backups, damage ----

@case
def killed_anywhere_it_is_done_once():
    crowd = Crowd(watch="yes")
    crowd.watched("vera")
    crowd.vera.read()
    crowd.walt.write("WATCH g1")
    crowd.run()
    crowd.walt.read()
    crowd.walt.reply("WATCH")
    crowd.vera.reply("UNWATCH")
    crowd.game.anna.reply("MOVE e2-e4", when=NOW)
    saved = f"{folder}/saved-watching"
    shutil.copytree(crowd.path, saved, symlinks=True)
    wanted, step, code = None, 0, 1
    while code != 0:
        step += 1
        shutil.rmtree(crowd.path)
        shutil.copytree(saved, crowd.path, symlinks=True)
        code = pbem_env(crowd.table, "run", PBEM_STOP_AFTER=str(step)) if step > 1 else 1
        crowd.table.must("run")
        names = sorted(os.listdir(f"{crowd.path}/mail/out/new"))
        texts = sorted({TOKEN.sub("KEY", open(f"{crowd.path}/mail/out/new/{name}", encoding="utf-8").read())
                        for name in names})
        texts = [re.sub(r"\nDate:.*", "", text) for text in texts]
        wanted = wanted or (crowd.kept, texts)
        assert (crowd.kept, texts) == wanted, f"killed after step {step}"
    assert step > 5 and "walt" in wanted[0] and "vera" not in wanted[0]
    shutil.rmtree(saved)


@case
def a_ledger_made_anew_and_a_damaged_file():
    crowd = Crowd(watch="yes")
    crowd.watched("vera")
    crowd.vera.read()
    for path in glob.glob(f"{crowd.path}/ledger*"):
        os.unlink(path)
    crowd.vera.reply("GAMES")
    crowd.run()
    has(only(crowd.vera.read(), "watcher-told").text, "g1 chess")
    crowd.move("e2-e4")
    only(crowd.vera.read(), "watcher")
    path = f"{crowd.path}/games/g1/watchers"
    with open(path, encoding="utf-8") as file:
        good = file.read()
    with open(path, "a", encoding="utf-8") as file:
        file.write("nonsense\n")
    crowd.move("e7-e5")
    assert not crowd.vera.read()
    has(crowd.table.to_moderator[-1].text, "pbem can't read the list of watchers of game g1", "watchers:4")
    has(crowd.table.pbem("status"), "games/g1/watchers is damaged; run: pbem repair g1")
    assert crowd.table.code == 65
    crowd.vera.reply("UNWATCH")
    crowd.table.pbem("run")
    crowd.table.collect()
    assert crowd.table.code == 65 and not crowd.vera.read(), "it waits"
    with open(path, "w", encoding="utf-8") as file:
        file.write(good)
    crowd.run()
    told(crowd.vera, "any more")


@case
def damage_that_only_watchers_would_meet_holds_up_no_player():
    crowd = Crowd(**{"watch": "yes", "watch-delay": "1"})
    crowd.watched("vera")
    crowd.move("e2-e4 e7-e5")
    crowd.vera.read()
    path = f"{crowd.path}/games/g1/game.txt"
    with open(path, encoding="utf-8") as file:
        text = file.read()
    damaged = text.replace("MOVE e2-e4", "MOVE e2-e3", 1)
    assert damaged != text
    with open(path, "w", encoding="utf-8") as file:
        file.write(damaged)
    crowd.move("g1f3")
    assert not crowd.vera.read()
    has(crowd.table.to_moderator[-1].text, "The watchers of game g1 get no more letters", "pbem verify g1")
    assert "played white g1f3" in crowd.game.file
    crowd.vera.reply("STATUS")
    crowd.run()
    has(only(crowd.vera.read(), "watcher-told").text, "can't be shown just now")


@case
def before_cards_are_dealt_and_after_an_undo():
    crowd = Crowd(variant="knightmare", watch="yes", words="ask")
    letter = crowd.watched("vera")[0]
    assert letter.kind == "watcher", letter.kind
    crowd.vera.read()
    crowd.table.must("begin", "g1")
    crowd.table.collect()
    has(only(crowd.vera.read(), "watcher").text, "holds 5 cards")
    crowd = Crowd(watch="yes")
    crowd.watched("vera")
    crowd.move("e2-e4 e7-e5 g1f3")
    crowd.vera.read()
    crowd.table.must("reject", "g1")
    crowd.table.collect()
    letter = only(crowd.vera.read(), "watcher")
    has(letter.text, "has since been taken back", "White to move (move 2)")
    assert "Nf3" not in letter.text


def listed(reader):
    """Returns the moves in each of the watcher's letters, and which of them say that turns were taken back."""
    return [" ".join(re.findall(r"^  \| \d+ +(?:White|Black) +(\S+)", each.text, re.MULTILINE)) +
            (" back" if "taken back" in each.text else "") for each in reader.read()]


@case
def no_turn_is_seen_twice_when_later_ones_are_taken_back():
    crowd = Crowd(**{"watch": "yes", "watch-delay": "2"})
    crowd.watched("vera")
    crowd.vera.read()
    crowd.move("e2-e4 e7-e5 g1f3 b8c6")
    assert listed(crowd.vera) == ["e4", "e4 e5"]
    # A turn that nobody has seen yet can disappear unnoticed; one that was seen stays.
    crowd.table.must("undo", "g1", "3")
    crowd.table.collect()
    assert listed(crowd.vera) == []
    crowd.vera.reply("STATUS")
    crowd.run()
    has(only(crowd.vera.read(), "watcher").text, "White to move (move 2)", "Black e5")
    crowd.move("d2d4 d7d5")
    assert listed(crowd.vera) == [], "turns that were seen are told again"
    crowd.move("g1f3")
    assert listed(crowd.vera) == ["e5 d4"]
    # A turn that was seen and no longer exists is reported.
    crowd.table.must("undo", "g1", "2")
    crowd.table.collect()
    assert listed(crowd.vera) == ["e4 back"]
    crowd.move("d7d5 e4d5")
    assert listed(crowd.vera) == []
    # All is seen at the end, also that of which one has seen nothing yet; and stays so.
    crowd.game.asked.reply("RESIGN", when=crowd.now)
    crowd.run()
    assert listed(crowd.vera) == ["d5 exd5"]
    crowd.table.must("undo", "g1", "12")
    crowd.table.collect()
    assert listed(crowd.vera) == ["d5 exd5 back"]
    crowd.move("d8d5 b1c3")
    assert listed(crowd.vera) == []
    crowd.move("d5a5")
    assert listed(crowd.vera) == ["exd5 Qxd5"]


@case
def who_comes_or_goes_behind_a_turn_of_the_sitting_sees_it_however_it_is_parted():
    for size, letters in ((1, ["watcher"]), (100, ["watcher", "watcher"])):
        crowd = Crowd(f"batch-messages = {size}", watch="yes")
        crowd.vera.write("WATCH g1")
        crowd.run()
        only(crowd.vera.read(), "watcher-asked")
        crowd.game.asked.reply("MOVE e2-e4", when=NOW + 60)
        crowd.vera.reply("WATCH", when=NOW + 120)
        crowd.at(NOW + 180)
        crowd.run()
        got = crowd.vera.read()
        assert [each.kind for each in got] == letters, (size, [each.id for each in got])
        for letter in got:
            has(letter.text, "White e4", "Black to move")
        # Unsent letters are taken back when the watcher leaves.
        crowd.game.bob.read()
        crowd.game.bob.reply("MOVE e7-e5", when=NOW + 240)
        crowd.vera.reply("UNWATCH", when=NOW + 300)
        crowd.at(NOW + 360)
        crowd.run()
        told(crowd.vera, "You don't watch this game any more, as you wished.")


@case
def all_turns_of_a_sitting_are_listed():
    crowd = Crowd(watch="yes")
    crowd.watched("vera")
    crowd.game.anna.reply("MOVE e2-e4\nIF black MOVE e7-e5 THEN MOVE g1-f3\nIF black MOVE b8-c6 THEN MOVE f1-b5",
                          when=NOW)
    crowd.run()
    crowd.vera.read()
    crowd.game.bob.reply("MOVE e7-e5\nIF white MOVE g1-f3 THEN MOVE b8-c6", when=NOW)
    crowd.run()
    assert listed(crowd.vera) == ["e5 Nf3 Nc6 Bb5"]


run_cases(sys.argv[3:])
