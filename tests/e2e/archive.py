# SPDX-License-Identifier: MIT
"""usage: archive.py FOLDER PLAYED: the cases of archive.sh, a function each; its name says what is true."""

import glob
import hashlib
import os
import re
import shutil
import struct
import subprocess
import sys
import time
import zlib

from archive_pages import NOW, PBEM, Site, check_links, files, page, read
from table import case, has, run_cases

folder, played = sys.argv[1:]
number = 0

# A game of each kind, and its options.
KINDS = {"chess": {}, "chess960": {}, "knightmare": {}, "three-player": {"peterson.defense": "on"}, "four-player": {"cards": "on"},
         "four-player-team": {}, "kingdom": {}, "fourteen": {}, "ring": {"seats": "5"}}


def a_site(*settings):
    global number
    number += 1
    return Site(f"{folder}/site{number}", played, *settings), f"{folder}/pages{number}"


def turns(site, game):
    return len(re.findall(r"^  played ", read(site.file(game)), re.MULTILINE))


@case
def every_kind_of_game_has_its_page_with_each_turn_at_an_address_of_its_own():
    site, out = a_site()
    for kind, options in KINDS.items():
        site.play(kind, kind, letters=60, **options)
    site.archive(out)
    pages = check_links(out)
    for kind in KINDS:
        each = pages[f"games/{kind}1.html"]
        last = turns(site, f"{kind}1")
        assert last > 10
        assert set(each.sections) >= {str(turn) for turn in range(last + 1)}, f"{kind}: {each.sections.keys()}"
        has(each.text, "The game is over.", "Sound: the chain of digests holds",
            re.findall(r"^end .*", read(site.file(kind + "1")), re.MULTILINE)[-1].split()[2])
        assert read(f"{out}/games/{kind}1.txt") == read(site.file(f"{kind}1"))
        subprocess.run([PBEM, "verify", f"{out}/games/{kind}1.txt"], check=True)
        assert read(f"{out}/games/{kind}1.svg").startswith("<svg ")
        (still, film), shown = pictures(out, f"{kind}1"), read(f"{out}/games/{kind}1.svg")
        assert f'width="{still[0]}" height="{still[1]}"' in shown[:200] and film[:2] == still, f"{kind}: {still} {film}"
        assert last // 2 <= film[2] <= last + 3, f"{kind}: {film} of {last} turns"
        assert {f"{kind}1.svg", f"{kind}1.png", f"{kind}1.gif"} <= set(each.links)
        # The formats of other programs: the same bytes as `export` gives, if the format can represent the game.
        forms = {"chess": "pgn", "chess960": "pgn", "knightmare": "pgn", "fourteen": "pgn4", "ring": "bpgn"}
        form = forms.get(kind)
        if form:
            exported = subprocess.run([PBEM, "--site", site.folder, "export", f"{kind}1", "--format", form],
                                      capture_output=True, text=True, check=True).stdout
            shown = read(f"{out}/games/{kind}1.{form}")
            event = re.compile(r'^\[Event ".*"\]\n', re.MULTILINE)
            assert event.sub("", shown) == event.sub("", exported), kind
            assert f"{kind}1.{form}" in each.links


@case
def pictures_of_a_ring_stay_where_they_are_from_turn_to_turn():
    site, out = a_site()
    site.play("ring", "r", letters=90, seats="5")
    site.archive(out)
    each = page(out, "games/r1.html")
    sizes = re.findall(r'<svg class="board" viewBox="([^"]*)"', each.source)
    stocks = [len(re.findall("Stockpile of", " ".join(words))) for words in each.sections.values()]
    assert len(sizes) == len(each.sections) and len(set(sizes)) == 1, set(sizes)
    # Captures are marked on the board of their turn, on the square of the captured piece.
    took = 0
    for turn in each.sections:
        told = re.match(r"\d+\. .*?: (\d): \S*x([a-h]\d)\S* .*?Board \1\. (.*?)(?=Board \d\. |Stockpile|$)", each.section(turn))
        if told:
            took += 1
            assert f"Captured on {told[2]}." in told[3], told[0]
    assert took > 0
    # Though stockpiles come and go.
    assert 0 in stocks and max(stocks) > 0, stocks


@case
def a_site_has_its_own_pieces_on_its_pages():
    site, out = a_site()
    site.play("chess", "g")
    site.archive(out)
    before = files(out)
    os.mkdir(f"{site.folder}/pieces")
    with open(f"{site.folder}/pieces/queen.svg", "w", encoding="utf-8") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4.125" fill="#fff"/></svg>')
    has(site.archive(out, code=73), "pieces/queen.png")
    assert files(out) == before
    with open(f"{site.folder}/pieces/queen.png", "wb") as file:
        file.write(a_disc(64))
    assert "1 game, 1 rebuilt" in site.archive(out, "--verbose")
    now = files(out)
    for ending in ("html", "svg", "png", "gif"):
        assert now[f"games/g1.{ending}"] != before[f"games/g1.{ending}"], ending
    assert b'r="4.125"' in now["games/g1.html"] and b'r="4.125"' in now["games/g1.svg"]
    shown = subprocess.run([PBEM, "--site", site.folder, "show", "g1", "--format", "png"], capture_output=True, check=True).stdout
    assert now["games/g1.png"] == shown
    shutil.rmtree(f"{site.folder}/pieces")
    site.archive(out)
    assert files(out) == before


@case
def pages_are_made_anew_where_words_or_definitions_have_become_others():
    site, out = a_site("language = de")
    site.play("knightmare", "k", letters=20)
    site.archive(out)
    data = f"{folder}/data{number}"
    for name in ("games", "templates", "mailers"):
        shutil.copytree(f"{os.environ['PBEM_DATA']}/{name}", f"{data}/{name}")
    own = {**os.environ, "PBEM_DATA": data}

    def again():
        return subprocess.run([PBEM, "--site", site.folder, "archive", out, "--now", NOW, "--verbose"], env=own,
                              capture_output=True, text=True, check=True).stdout

    again()
    has(again(), "1 game, 0 rebuilt")
    for name in ("games/words/de.po", "games/chess.variant", "templates/de/archive/top.html"):
        with open(f"{data}/{name}", "a", encoding="utf-8") as file:
            file.write("\n" if name.endswith("html") else "# Nothing else.\n")
        has(again(), "1 game, 1 rebuilt")
        has(again(), "1 game, 0 rebuilt")


@case
def what_is_no_longer_published_goes_even_when_the_catalogue_is_lost():
    for loss in (lambda path: os.truncate(path, 0), lambda path: spoil_file(path, b"pbem-archive 1 ", b"pbem-archive 9 "),
                 lambda path: spoil_file(path, b"\tchess\t", b"\t"), lambda path: None):
        site, out = a_site()
        site.play("chess", "g", count=3, letters=8)
        site.play("fourteen", "gone", letters=8)
        site.archive(out)
        # Files that somebody else has put there aren't removed, whatever their names.
        for name in ("games/notes.html", "games/robots.txt", "games/gone1.html.bak", "games/old.pgn", "players/me.html"):
            with open(f"{out}/{name}", "w", encoding="utf-8") as file:
                file.write("of somebody else")
        loss(f"{out}/.catalogue")
        shutil.rmtree(f"{site.folder}/games/gone1")
        with open(site.file("g2"), "r+", encoding="utf-8") as file:
            text = file.read().replace("option publish yes\n", "")
            file.seek(0)
            file.write(text)
            file.truncate()
        site.archive(out)
        names = set(files(out))
        assert not {name for name in names if name.startswith(("games/gone1.", "games/g2."))} - {"games/gone1.html.bak"}, names
        assert {"games/notes.html", "games/robots.txt", "games/gone1.html.bak", "games/old.pgn", "players/me.html",
                "games/g1.html", "games/g3.html"} <= names
        everything = b"".join(bytes for name, bytes in files(out).items() if name != "games/gone1.html.bak")
        assert b"gone1" not in everything and b"games/g2." not in everything
        # Nor is there a page of a player who has no game there any more.
        linked = set(re.findall(r'"(players/\w+\.html)"', read(f"{out}/players.html")))
        assert {name for name in names if name.startswith("players/")} == linked | {"players/me.html"}


@case
def a_game_is_gone_that_was_withdrawn_while_its_page_was_made():
    site, out = a_site()
    site.play("chess", "g", letters=6)
    for steps in range(1, 60):
        done = subprocess.run([PBEM, "--site", site.folder, "archive", out, "--now", NOW], check=False,
                              env={**os.environ, "PBEM_STOP_AFTER": str(steps)}, stderr=subprocess.DEVNULL)
        shutil.move(f"{site.folder}/games/g1", f"{site.folder}/g1")
        site.archive(out)
        assert not [name for name in files(out) if name.startswith(("games/", "players/", ".new"))], (steps, files(out).keys())
        shutil.move(f"{site.folder}/g1", f"{site.folder}/games/g1")
        shutil.rmtree(out)
        if done.returncode == 0:
            break
    assert steps > 20


@case
def thousands_of_games_are_listed_on_pages_one_can_read():
    site, out = a_site()
    site.play("chess", "g", count=2, letters=6)
    site.archive(out)
    assert not os.path.exists(f"{out}/games.js")
    site.pretend(out, 1998)
    site.archive(out)
    names = sorted(name for name in os.listdir(out) if re.fullmatch(r"games-\d+\.html|index\.html", name))
    assert len(names) == 10
    listed = []
    for name in names:
        source = read(f"{out}/{name}")
        assert len(source) < 120_000, f"{name}: {len(source)}"
        listed += re.findall(r'<a href="games/(\w+)\.html"', source)
        # Each page links to all others, and shows which one the reader sees.
        assert set(re.findall(r'"(games-\d+\.html|index\.html)"', source)) == set(names)
        assert re.findall(r'"([^"]*)" aria-current="page"', source) == [name]
    assert sorted(listed) == sorted([f"old{number:05}" for number in range(1, 1999)] + ["g1", "g2"])
    assert re.findall(r'href="games/(\w+)\.html"', read(f"{out}/index.html"))[0] in ("g1", "g2")
    assert len(read(f"{out}/players.html")) < 100_000
    data = read(f"{out}/games.js")
    assert data.count('"old0') == 1998 and data.startswith("archiveGames([\n") and data.endswith("\n]);\n")
    # A player with many games has several pages, too.
    anna = re.search(r'"players/(\w+)\.html">Anna<', read(f"{out}/players.html"))[1]
    assert len([name for name in os.listdir(f"{out}/players") if name.startswith(anna)]) >= 9
    # A game more leaves the old pages as they were.
    before = files(out)
    site.play("chess", "h", seed=5, letters=6)
    site.archive(out)
    now = files(out)
    assert [name for name in names if now[name] != before[name] and name != "index.html"] == []
    # And fewer have fewer pages.
    for number in range(1, 1801):
        shutil.rmtree(f"{site.folder}/games/old{number:05}")
    site.archive(out)
    assert not [name for name in os.listdir(out) if name.startswith("games-") or name == "games.js"]
    assert not [name for name in os.listdir(f"{out}/players") if "-" in name]


@case
def a_game_that_is_not_to_be_published_is_nowhere():
    site, out = a_site()
    site.play("chess", "open")
    site.play("chess", "secret", publish="no")
    shutil.copytree(f"{site.folder}/games/open1", f"{site.folder}/games/silent1")
    text = read(site.file("open1")).replace("option publish yes\n", "")
    with open(site.file("silent1"), "w", encoding="utf-8") as file:
        file.write(text)
    site.archive(out)
    everything = b"".join(files(out).values())
    assert b"secret1" not in everything and b"silent1" not in everything
    has(page(out, "index.html").text, "1 games", "open1")


@case
def nothing_is_written_when_nothing_has_changed_and_little_when_little_has():
    site, out = a_site()
    site.play("chess", "g", count=5)
    assert "5 games, 5 rebuilt" in site.archive(out, "--verbose")
    before = files(out)
    times = {name: os.stat(f"{out}/{name}").st_mtime_ns for name in before}
    assert "5 games, 0 rebuilt, 0 files written" in site.archive(out, "--verbose")
    assert times == {name: os.stat(f"{out}/{name}").st_mtime_ns for name in files(out)}
    # A file that is only newer isn't another.
    os.utime(site.file("g3"))
    assert "0 rebuilt" in site.archive(out, "--verbose")
    shutil.rmtree(f"{site.folder}/games/g2")
    site.play("chess", "h", seed=2)
    said = site.archive(out, "--verbose")
    assert "5 games, 1 rebuilt" in said, said
    now = files(out)
    assert "games/g2.html" not in now and "games/g2.txt" not in now and "games/h1.html" in now
    assert all(now[name] == before[name] for name in before if name.startswith("games/g") and "g2" not in name)
    check_links(out)


@case
def the_same_games_make_the_same_bytes():
    site, out = a_site()
    site.play("knightmare", "k", count=3)
    site.play("ring", "r", count=2)
    site.archive(out)
    site.archive(out + ".again")
    assert files(out) == files(out + ".again")
    site.archive(out, "--anew")
    assert files(out) == files(out + ".again")


@case
def however_many_are_made_at_a_time_the_bytes_are_the_same():
    site, out = a_site()
    site.play("knightmare", "k", count=3, letters=20)
    site.play("chess", "g", count=4, letters=20)
    spoil(site, "g2", edit)
    spoil(site, "g4", lambda text: text.replace("pbem-game ", "pbem-gone "))
    site.play("ring", "r", letters=20)
    said = [site.archive(f"{out}.{jobs}", "--jobs", jobs, "--verbose", code=65) for jobs in ("1", "2", "3", "256")]
    has(said[0], "/g2/game.txt:", "/g4/game.txt:1: the header is incomplete", "7 games, 7 rebuilt")
    for number, jobs in enumerate(("2", "3", "256"), 1):
        assert said[number] == said[0], jobs
        assert files(f"{out}.{jobs}") == files(f"{out}.1"), jobs
    assert "7 games, 1 rebuilt, 0 files written" in site.archive(f"{out}.3", "--jobs", "3", "--verbose", code=65)
    # If several games can't be handled, the first one is always named.
    for jobs in "1", "3":
        other = f"{out}.bad{jobs}"
        for game in ("g3", "k2", "r1"):
            os.makedirs(f"{other}/games/{game}.txt/in the way")
        with open(f"{other}/.catalogue", "w", encoding="utf-8"):
            pass
        has(site.archive(other, "--jobs", jobs, code=75), "can't write", "games/g3.txt")


@case
def a_game_being_played_is_shown_as_late_as_it_says():
    site, out = a_site()
    site.play("chess", "now", letters=0)
    site.play("chess", "late", letters=0, publish_delay="6")
    site.play("chess", "watched", letters=0, publish_delay="2", watch_delay="5")
    site.play("knightmare", "cards", letters=0, publish_delay="4")
    site.play("chess", "young", letters=0, publish_delay="1000")
    site.archive(out)
    pages = check_links(out)
    for game, delay in (("now", 0), ("late", 6), ("watched", 5), ("cards", 4), ("young", 1000)):
        each, whole = pages[f"games/{game}1.html"], read(site.file(f"{game}1"))
        shown, last = read(f"{out}/games/{game}1.txt"), turns(site, f"{game}1")
        assert whole.startswith(shown) and shown.endswith("\n")
        told = len(re.findall(r"^  played ", shown, re.MULTILINE))
        assert max(0, last - delay - 1) <= told <= max(0, last - delay), f"{game}: {told} of {last}"
        assert set(each.sections) == {str(turn) for turn in range(told + 1)}, game
        assert ("some turns old" in each.text) == (delay > 0)
        # Nothing of what is to come: not even how long the game is by now.
        for line in re.findall(r"^end .*", whole[len(shown):], re.MULTILINE):
            assert line.split()[2] not in each.source
        row = re.search(rf">{game}1<.*", page(out, "index.html").source)[0]
        assert f"<td>{told}</td>" in row, row
    subprocess.run([PBEM, "verify", f"{out}/games/late1.txt"], check=True)


def pictures(out, game):
    """Returns width and height of its PNG, and those of its GIF with the number of pictures in it."""
    with open(f"{out}/games/{game}.png", "rb") as file:
        png = file.read()
    with open(f"{out}/games/{game}.gif", "rb") as file:
        gif = file.read()
    assert png.startswith(b"\x89PNG\r\n\x1a\n") and gif.startswith(b"GIF89a") and gif.endswith(b";")
    return struct.unpack(">II", png[16:24]), (*struct.unpack("<HH", gif[6:10]), gif.count(b"!\xf9\x04"))


def a_disc(side):
    """A PNG of a disc, as white as a piece's body, on nothing."""
    rows = b"".join(b"\0" + b"".join(b"\xff\xff\xff" + (b"\xff" if (2 * x - side) ** 2 + (2 * y - side) ** 2 < side**2 else b"\0")
                                    for x in range(side)) for y in range(side))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)) + \
        chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def spoil_file(path, what, by):
    with open(path, "rb") as file:
        text = file.read()
    assert what in text
    with open(path, "wb") as file:
        file.write(text.replace(what, by))


def spoil(site, game, change):
    path = site.file(game)
    text = change(read(path))
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    os.utime(path, (1795000000, 1795000000))


def cut(text):
    return text[:text.index("\nend 30 ") - 100]


def edit(text):
    return re.sub(r"^  played white (\w+) ", "  played white a1a1 ", text, count=3, flags=re.MULTILINE)


def reorder(text):
    entries = re.split(r"(?m)^(?=entry )", text)
    entries[10], entries[11] = entries[11], entries[10]
    return "".join(entries)


@case
def a_damaged_file_is_named_with_the_place_and_all_others_are_made():
    site, out = a_site()
    site.play("chess", "g", count=6)
    site.archive(out)
    whole = files(out)
    spoil(site, "g1", cut)
    spoil(site, "g2", edit)
    spoil(site, "g3", reorder)
    spoil(site, "g4", lambda text: read(site.file("g5")))
    spoil(site, "g6", lambda text: text.replace("\nend 0 ", "\nend 0 0"))
    said = site.archive(out, code=65)
    for game in ("g1", "g2", "g3", "g4", "g6"):
        path = site.file(game)
        line = re.search(rf"pbem archive: {re.escape(path)}:(\d+): (.*)", said)
        assert line, f"{game} isn't named: {said}"
        each = page(out, f"games/{game}.html")
        has(each.text, "The file of this game is damaged.", f"{game}.txt:{line[1]}: ")
        assert site.folder not in each.source
        assert not os.path.exists(f"{out}/games/{game}.txt")
        if game not in ("g1", "g4"):
            # The same place as `show` names.
            shown = subprocess.run([PBEM, "--site", site.folder, "show", game], capture_output=True, text=True,
                                   check=False)
            assert f"{path}:{line[1]}: " in shown.stderr, shown.stderr
    has(page(out, "games/g4.html").text, "this file belongs to game g5, not to g4")
    assert not page(out, "games/g4.html").sections
    # The archive has the sound part of the damaged game, and all of the sound games.
    assert len(page(out, "games/g1.html").sections) > 10
    assert files(out)["games/g5.html"] == whole["games/g5.html"]
    has(page(out, "index.html").text, "The game's file is damaged.")
    check_links(out)
    # The damaged game is named each time, until it is repaired.
    for jobs in "1", "3":
        assert site.archive(out, "--jobs", jobs, code=65) == said
    for game in ("g1", "g2", "g3", "g4", "g6"):
        spoil(site, game, lambda text, game=game: whole[f"games/{game}.txt"].decode())
    site.archive(out)
    assert {name: text for name, text in files(out).items() if name.startswith("games/")} == \
        {name: text for name, text in whole.items() if name.startswith("games/")}


def rechained(text, changes=None):
    """A game's file with digests that fit it, when its entries have been changed."""
    digest, done = b"", []
    for number, entry in enumerate(re.split(r"(?m)(?<=\n)(?=entry )", text)):
        end = entry.rindex("end ")
        body = (changes or {}).get(number, str)(entry[:end])
        head = f"{body}end {entry[end:].split()[1]} "
        digest = hashlib.sha256(digest + head.encode()).hexdigest().encode()
        done.append(head + digest.decode() + "\n")
    return "".join(done)


@case
def what_rules_decide_otherwise_stands_on_the_page():
    site, out = a_site()
    site.play("chess", "g")
    # Chained as it should be, and yet no such game can be.
    spoil(site, "g1", lambda text: rechained(text, {3: lambda body: body.replace("  quiet rounds", "  occurs times 7\n  quiet rounds")
                                                    if "quiet" in body else body.replace("  ask ", "  check white\n  ask ", 1)}))
    said = site.archive(out, code=65)
    assert f"{site.file('g1')}:" in said, said
    each = page(out, "games/g1.html")
    has(each.text, "This is wrong with it:", "g1.txt:")
    assert "Sound:" not in each.text


@case
def what_players_write_is_text_and_nothing_else():
    site, out = a_site()
    site.play("chess", "g", count=12, letters=60)
    site.archive(out)
    check_links(out)
    everything = "".join(read(f"{out}/games/g{game}.html") for game in range(1, 13))
    assert "<i>Lea" not in everything and "&lt;i&gt;Lea&lt;/i&gt;" in everything
    assert "<script>alert" not in everything and "&lt;script&gt;alert(1)&lt;/script&gt;" in everything
    has(page(out, "players.html").text, "<i>Lea</i>", "Mia & Max", 'Pia "P."')


@case
def a_site_in_german_has_an_archive_in_german():
    site, out = a_site("language = de")
    site.play("knightmare", "k", letters=60)
    site.archive(out)
    check_links(out)
    text = page(out, "games/k1.html").text
    has(text, "Gespielte Karten", "Weiß gewinnt durch Aufgabe.", "Der Anfang", "Zum Mitnehmen")
    assert '<html lang="de">' in page(out, "games/k1.html").source
    has(page(out, "index.html").text, "1 Partien, Stand")


@case
def a_site_has_its_own_wording_and_a_wrong_one_is_named():
    site, out = a_site()
    site.play("chess", "g")
    os.makedirs(f"{site.folder}/templates/archive")
    foot = f"{site.folder}/templates/archive/foot.html"
    with open(foot, "w", encoding="utf-8") as file:
        file.write("</main><p>Ours, {{{site}}</p></body></html>")
    site.archive(out)
    has(page(out, "games/g1.html").text, "Ours, {Games at Example's}")
    with open(foot, "w", encoding="utf-8") as file:
        file.write("</main>\n{?game}")
    said = site.archive(out, code=73)
    assert f"{foot}:2: " in said, said


@case
def check_tries_the_wording_of_pages_too():
    site, _ = a_site()

    form = f"{site.folder}/templates/de/archive/index.html"
    os.makedirs(os.path.dirname(form))
    with open(form, "w", encoding="utf-8") as file:
        file.write("{include head}\n{?games}{moves}{/games}")
    done = subprocess.run([PBEM, "--site", site.folder, "check"], capture_output=True, text=True, check=False)
    assert done.returncode == 65 and done.stdout == f"{form}:2: this page has no value 'moves'\n", done.stdout


@case
def whoever_is_killed_leaves_whole_pages_and_is_made_up_for():
    site, out = a_site()
    site.play("chess", "g", count=2, letters=6)
    site.archive(out)
    whole = files(out)
    for jobs in "1", "2":
        ends = []
        for steps in range(1, 100):
            other = f"{out}.{jobs}.{steps}"
            done = stopped(site, other, steps, jobs)
            ends.append(done.returncode)
            for name, text in files(other).items():
                # Lists are made without a game whose process was killed.
                if not name.startswith(".") and (jobs == "1" or name.startswith("games/")):
                    assert text == whole[name], (jobs, steps, name)
            site.archive(other, "--jobs", jobs)
            assert files(other) == whole, (jobs, steps)
            if done.returncode == 0:
                break
        assert steps > 20 and set(ends) == ({-9, 0} if jobs == "1" else {-9, 75, 0}), (jobs, ends)


def stopped(site, out, steps, jobs):
    """An archive being made, each of whose processes is killed once it has done so many steps."""
    return subprocess.run([PBEM, "--site", site.folder, "archive", out, "--now", NOW, "--jobs", jobs], check=False,
                          env={**os.environ, "PBEM_STOP_AFTER": str(steps)}, capture_output=True, text=True)


@case
def a_game_whose_process_is_killed_is_named_and_stays_as_it_was():
    site, out = a_site()
    site.play("chess", "g", count=3, letters=6)
    site.archive(out)
    before = files(out)
    shutil.rmtree(f"{site.folder}/games/g2")
    site.play("chess", "other", seed=9, letters=8)
    os.rename(f"{site.folder}/games/other1", f"{site.folder}/games/g2")
    spoil(site, "g2", lambda text: rechained(text.replace("\nid other1\n", "\nid g2\n")))
    done = stopped(site, out, 3, "2")  # Its second file is being written.
    assert done.returncode == 75, done
    assert done.stderr == f"pbem archive: {site.file('g2')}: pbem could not make the game's page, because the process " \
        "ended early (signal 9); run 'pbem archive' again\n", done.stderr
    now = files(out)
    assert now.keys() == before.keys()
    assert {name for name in now if now[name] != before[name]} == {".catalogue", "games/g2.txt"}
    assert "3 games, 1 rebuilt" in site.archive(out, "--verbose")
    site.archive(out + ".fresh")
    assert files(out) == files(out + ".fresh") and files(out)["games/g2.html"] != before["games/g2.html"]


@case
def whoever_is_killed_with_several_at_work_is_made_up_for():
    site, out = a_site()
    site.play("knightmare", "k", count=12, letters=20)
    site.archive(out)
    for wanted in (1, 4, 9):
        other = f"{out}.{wanted}"
        with subprocess.Popen([PBEM, "--site", site.folder, "archive", other, "--now", NOW, "--jobs", "3"]) as making:
            while making.poll() is None and len(glob.glob(f"{other}/games/*.html")) < wanted:
                time.sleep(0.002)
            making.kill()
        # Those it has left are at work until each has done its game.
        until = time.monotonic() + 60
        while True:
            again = subprocess.run([PBEM, "--site", site.folder, "archive", other, "--now", NOW, "--jobs", "3"],
                                   capture_output=True, text=True, check=False)
            if again.returncode == 0:
                break
            assert again.returncode == 75 and "another 'pbem archive' is working" in again.stderr, again
            assert time.monotonic() < until
            time.sleep(0.02)
        assert files(other) == files(out), wanted


def unreadable(path):
    """Makes a file that exists but can't be read now."""
    os.rename(path, path + ".kept")
    os.symlink(os.path.basename(path), path)


def readable(path):
    os.rename(path + ".kept", path)


@case
def a_game_that_can_not_be_read_now_keeps_its_page():
    site, out = a_site()
    site.play("chess", "g", count=2, letters=6)
    site.archive(out)
    before = files(out)
    for path in (site.file("g1"), f"{out}/.catalogue"):
        unreadable(path)
        done = subprocess.run([PBEM, "--site", site.folder, "archive", out], capture_output=True, text=True, check=False)
        has(done.stderr, path)
        assert done.returncode not in (0, 64), done
        readable(path)
        assert files(out) == before
    os.remove(site.file("g1"))
    site.archive(out)
    assert not os.path.exists(f"{out}/games/g1.html") and os.path.exists(f"{out}/games/g2.html")


@case
def a_folder_with_something_else_in_it_is_left_alone():
    site, out = a_site()
    os.makedirs(out)
    with open(f"{out}/diary", "w", encoding="utf-8") as file:
        file.write("private")
    has(site.archive(out, code=64), "is neither empty nor an archive")
    assert os.listdir(out) == ["diary"]
    os.remove(f"{out}/diary")
    site.archive(out)
    has(page(out, "index.html").text, "There are none yet.")


@case
def everybody_can_read_its_pages_and_only_its_owner_the_catalogue_whatever_the_mask():
    """The catalogue shows that a turn was played before the pages do (publish-delay)."""
    site, out = a_site()
    site.play("chess", "g")
    mask = os.umask(0o077)
    site.archive(out)
    os.umask(mask)
    for where, folders, names in os.walk(out):
        for name in folders:
            assert os.stat(f"{where}/{name}").st_mode & 0o777 == 0o755, name
        for name in names:
            mode = os.stat(f"{where}/{name}").st_mode & 0o777
            assert mode == (0o600 if name == ".catalogue" else 0o644), f"{name}: {mode:o}"
    assert os.path.exists(f"{out}/.catalogue")


@case
def players_are_counted_and_set_against_each_other():
    site, out = a_site()
    site.play("chess", "g", count=30, letters=6)
    site.archive(out)
    rows = re.findall(r'<tr><th scope="row">(.*?)</th><td>(\d+)</td><td>(\d+)</td><td>(\d+)</td><td>(\d+)</td>',
                      page(out, "players.html").source)
    assert sum(int(row[1]) for row in rows) == 60
    assert sum(int(row[2]) for row in rows) == sum(int(row[4]) for row in rows) == 30
    table = page(out, "tables.html").source
    points = re.findall(r"<td>(\d+)/(\d+)</td></tr>", table)
    assert len(points) == len(rows)
    assert sum(int(made) for made, _ in points) == 30 and sum(int(of) for _, of in points) == 60


@case
def a_table_says_that_it_is_cut_only_if_it_is():
    site, out = a_site()
    site.play("chess", "g", letters=6)
    site.archive(out)
    before = len(re.findall(r"</td></tr>", page(out, "tables.html").source))
    site.pretend(out, 34)
    head, *lines = read(f"{out}/.catalogue").splitlines()
    for over, cut in ((31 - before, False), (32 - before, True)):
        games = [line.replace("Anna", "Zoe").split("\t") for line in lines]
        for game in games:
            # These are still being played, so one of their players isn't in the table.
            if game[0].startswith("old") and int(game[0][3:]) > over:
                game[4] = game[14] = "0"
        with open(f"{out}/.catalogue", "w", encoding="utf-8") as file:
            file.write("\n".join([head] + ["\t".join(game) for game in games]) + "\n")
        site.archive(out)
        source = page(out, "tables.html").source
        assert len(re.findall(r"</td></tr>", source)) == 32, source
        assert ("These are the first 32." in source) == cut, (over, cut)


run_cases()
