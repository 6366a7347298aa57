# SPDX-License-Identifier: MIT
"""usage: exchange.py FOLDER SOURCES BUILD: the cases of exchange.sh, a function each; its name says what is true."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys

from table import Table, case, has, run_cases

folder, sources, build, *wanted = sys.argv[1:]
SITE = shutil.copytree(f"{sources}/tests/format2/site", f"{folder}/format2")
subprocess.run([sys.executable, "-B", f"{sources}/scripts/convert-site", SITE], stdout=subprocess.DEVNULL, check=True)
PBEM = os.environ.get("PBEM", "pbem")
made = 0


def pbem(*words, code=0):
    done = subprocess.run([PBEM, *words], capture_output=True, text=True, check=False)
    assert done.returncode == code, f"pbem {' '.join(words)}: {done.returncode}\n{done.stdout[:500]}{done.stderr[:500]}"
    return done.stdout if code == 0 else done.stderr


def place():
    global made
    made += 1
    return f"{folder}/x{made}"


def random_site(count, variant, *options):
    site = place()
    subprocess.run([f"{build}/tests/e2e/randomgames", site, str(count), "5", variant, *options], check=True,
                   stdout=subprocess.DEVNULL)
    return site


def numbered(to):
    """The files of a folder, in the order of their games."""
    return sorted(glob.glob(f"{to}/*.txt"), key=lambda name: int(re.search(r"(\d+)\.txt$", name)[1]))


def played(paths):
    lines = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            lines += [line for line in file if line.startswith("  played ")]
    return lines


def write(path, text, mode="w"):
    with open(path, mode, encoding=None if "b" in mode else "utf-8") as file:
        file.write(text)
    return path


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def check_round_trip(site, form, count):
    """Out, in, sound, out again: the same bytes and turns."""
    first, to = place(), place()
    pbem("--site", site, "export", "--all-finished", "--format", form, "--output", first)
    os.rename(first, first + "." + form)
    assert len(pbem("import", first + "." + form, "--format", form, "--to", to).splitlines()) == count
    assert pbem("verify", *numbered(to)) == ""
    assert pbem("export", "--format", form, *numbered(to)) == read(first + "." + form)
    games = sorted(glob.glob(f"{site}/games/*/game.txt"), key=lambda name: int(re.search(r"r(\d+)/", name)[1]))
    assert played(games) == played(numbered(to))


# ---- there and back ----

@case
def chess_goes_out_and_comes_back_byte_by_byte():
    check_round_trip(random_site(40, "chess"), "pgn", 40)


@case
def chess960_too():
    check_round_trip(random_site(5, "chess960", "position=77"), "pgn", 5)
    check_round_trip(random_site(5, "chess960", "position=518"), "pgn", 5)


@case
def fourteen_too_whatever_its_array_and_teams():
    for options in ([], ["teams=on"], ["setup=classic"], ["setup=classic", "teams=on"]):
        check_round_trip(random_site(8, "fourteen", *options), "pgn4", 8)


@case
def ten_games_as_other_programs_write_them_come_in():
    to, again = place(), place()
    told = pbem("import", f"{sources}/tests/games/classics.pgn", "--to", to).splitlines()
    assert [line.split(", ")[-2:] for line in told] == [
        ["45 plies", "1-0"], ["47 plies", "1-0"], ["33 plies", "1-0"], ["50 plies", "0-1"], ["82 plies", "0-1"],
        ["7 plies", "1-0"], ["4 plies", "0-1"], ["13 plies", "1-0"], ["21 plies", "1-0"], ["8 plies", "1/2-1/2"]]
    assert pbem("verify", *numbered(to)) == ""
    pgn = write(f"{folder}/again.pgn", pbem("export", *numbered(to)))
    has(read(pgn), "22. Qf6+ Nxf6 23. Be7# 1-0", "12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6", "9. Bb2 O-O 10. Qd2 Qe7",
        "40... a1=Q+ 41. Kd2 Qa2+", '[White "Réti, Richard"]', '[ECO "C33"]')
    pbem("import", pgn, "--to", again)
    assert played(numbered(to)) == played(numbered(again))
    assert pbem("export", *numbered(again)) == read(pgn)
    has(pbem("show", numbered(to)[1]), "Adolf Anderssen", "White wins by checkmate")


@case
def four_players_games_of_the_usual_site_come_in():
    to = place()
    pbem("import", f"{sources}/tests/games/four.pgn4", "--format", "pgn4", "--to", to)
    assert pbem("verify", *numbered(to)) == ""
    first = read(numbered(to)[0])
    has(first, "beaten blue checkmate by red", "played green h8g8=Q",
        "beaten green forfeited", "beaten yellow resigned", "result red")
    has(pbem("export", "--format", "pgn4", *numbered(to)), ".. # .. Kg14-g13", '[RedElo "1512"]', ".. T",
        '[StartFen4 "4PCo"]', "2. Nj1-i3 .. Na10-c9 .. Ne14-f12 .. Nn10-l11")
    fen4 = pbem("export", "--format", "fen4", *numbered(to)).splitlines()
    assert len(fen4) == 2 and fen4[1].startswith("Y-0,0,1,0-"), fen4


# ---- what goes out ----

@case
def a_site_played_by_mail_has_its_games_in_one_file_and_nothing_private():
    table = Table(f"{folder}/mailed")
    games = [table.game(days=3), table.game(), table.game(variant="knightmare")]
    for game in games[:2]:
        game.play("e2-e4 e7-e5")
    games[0].anna.reply("SAY My wife's name is Secretia\nRESIGN")
    table.run()
    out = table.must("export", "--all-finished")
    has(out, '[Event "Game g1"]', '[Mode "EM"]', '[WhiteNA "-"]', '[BlackNA "-"]', '[TimeControl "1/259200"]',
        '[Termination "normal"]', '[PlyCount "2"]', "1. e4 e5 0-1")
    assert out.count("[Event ") == 1 and "@" not in out, out
    roster = re.findall(r"^\[(\w+) ", out, re.MULTILINE)
    assert roster[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"], roster
    assert roster[7:] == sorted(roster[7:])
    named = table.must("export", "g1", "--addresses", "--event", "Club championship", "--place", "Lodz POL")
    has(named, '[WhiteNA "anna.g1@example.net"]', '[Event "Club championship"]', '[Site "Lodz POL"]')
    has(table.must("export", "g2"), '[Termination "unterminated"]', "1. e4 e5 *")
    hand = [line for line in games[2].anna.newest.text.splitlines() if line.startswith("* ")]
    names = [re.match(r"\* (.*), \d+ points", line)[1] for line in hand]
    for form in ("pgn", "jsonl"):
        text = table.must("export", "g3", "--format", form)
        assert names and not any(name in text for name in names), (form, names)
        assert "@" not in text and games[2].anna.newest.token not in text


@case
def cards_stand_in_comments():
    text = pbem("--site", SITE, "export", "plots-fogged")
    has(text, '[Variant "Knightmare"]')
    notes = pbem("--site", SITE, "export", "fogged", "again", "ahead")
    assert "{" in text + notes, text + notes


@case
def json_lines_tell_every_kind_of_game_and_nothing_sealed():
    site = SITE
    for path in sorted(glob.glob(f"{site}/games/*/game.txt")):
        game = path.split("/")[-2]
        lines = [json.loads(line) for line in pbem("--site", site, "export", game, "--format", "jsonl").splitlines()]
        assert lines[0]["type"] == "game" and lines[0]["schema"] == 1 and lines[0]["game"] == game
        assert lines[-1]["type"] == "end" and all(each["game"] == game for each in lines)
        assert {each["type"] for each in lines[1:-1]} <= {"ply", "fact"}
        plies = [each for each in lines if each["type"] == "ply"]
        assert [each["ply"] for each in plies] == list(range(1, lines[-1]["plies"] + 1))
        facts = {each["fact"] for each in lines if each["type"] == "fact"}
        assert not facts & {"sealed", "secret", "unsealed", "intends", "intended", "|"}, facts
        text = json.dumps(lines)
        assert "@" not in text.replace("N@", ""), game


@case
def rings_have_one_list_of_all_boards():
    has(pbem("--site", SITE, "export", "ring", "--format", "bpgn"),
        '[WhiteA "anna"]', '[BlackA "bob"]', '[BlackC "anna"]', "1A. e4 1B. d4 1a. d5 2A. exd5 *")


@case
def what_a_format_has_no_words_for_is_said():
    site = SITE
    has(pbem("--site", site, "export", "ring", code=64), "PGN is for two players on one board", "bpgn")
    has(pbem("--site", site, "export", "chess", "--format", "pgn4", code=64), "PGN4 is for four players")
    has(pbem("--site", site, "export", "chess", "--format", "bpgn", code=64), "for rings, and chess isn't one")
    has(pbem("--site", site, "export", "four", "--format", "fen4", code=64), "FEN4 can't express")
    has(pbem("--site", site, "export", "peterson", "--format", "pgn4", code=64), "PGN4 is for four players")


# ---- files that aren't right ----

def spoilt(text, what):
    lines = text.splitlines(True)
    ends = [i for i, line in enumerate(lines) if line.startswith("end ")]
    if what == "cut":
        return "".join(lines[:ends[3] + 3])
    if what == "edited":
        return text.replace("played white e2e4", "played white e2e3").replace("to e4", "to e3", 1)
    if what == "reordered":
        return "".join(lines[:ends[2] + 1] + lines[ends[3] + 1:ends[4] + 1] + lines[ends[2] + 1:ends[3] + 1] +
                       lines[ends[4] + 1:])
    if what == "merged":
        return text + text
    return "These are not the games you are looking for.\n"


@case
def a_game_file_that_is_not_whole_is_named_and_not_exported():
    table = Table(f"{folder}/spoilt")
    game = table.game()
    game.play("e2-e4 e7-e5 g1-f3 b8-c6")
    for what, said in [("cut", "there is no complete entry from this line on"), ("edited", "the hash doesn't fit: entry 2"),
                       ("reordered", 'expected "entry 3 '), ("merged", 'expected "entry '),
                       ("foreign", "1: ")]:
        path = write(f"{folder}/{what}.txt", spoilt(game.file, what))
        for form in ("pgn", "jsonl"):
            done = subprocess.run([PBEM, "export", "--format", form, path], capture_output=True, text=True,
                                  check=False)
            assert done.returncode == 65 and done.stdout == "", f"{what}: {done}"
            has(done.stderr, said)
            assert re.search(rf"{what}\.txt:\d+: ", done.stderr), done.stderr
        out = write(f"{folder}/out.pgn", "as it was")
        pbem("export", path, "--output", out, code=65)


@case
def a_collection_that_is_not_whole_is_named_where():
    with open(f"{sources}/tests/games/classics.pgn", encoding="utf-8") as file:
        whole = file.read()
    games = whole.split("\n[Event ")
    first = "[Event " + games[1]
    for name, text, said in [
            ("cut", first[:len(first) // 2], r"game 1, ply \d+: expected a"),
            ("inside", first[:first.index("Both rooks")], "12: game 1: the comment that begins here doesn't end"),
            ("edited", first.replace("Bc4 Qh4+", "Bc5 Qh4+"), r':10: game 1, ply 5: expected a legal move, not "Bc5": '),
            ("reordered", first.replace("Kf1 b5", "b5 Kf1"), r'game 1, ply 7: expected a legal move, not "b5"'),
            ("merged", first.replace("Be7# 1-0", "Be7#") + "\n1. e4 e5 2. f4 1-0\n", r'the game, which is over \(checkmate\)'),
            ("two", first.replace("23. Be7# 1-0", "23. Be7# 0-1"), "expected the result 1-0 of its tag, not 0-1"),
            ("wrong", '[White "x"]\n[Black "y"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n', "expected the result 0-1, as the game"),
            ("counted", '[PlyCount "8"]\n\n1. f3 e5 2. g4 *\n', "expected 8 plies, as its tag PlyCount has it, not 3"),
            ("tag", '[White "x]\n\n1. e4 *\n', "1: game 1: expected a tag on one line, such as"),
            ("variation", "1. e4 (1. d4 d5 *\n", "1: game 1: the variation that begins here doesn't end"),
            ("foreign", "These are not the games you are looking for.\n", r'1: game 1, ply 1: expected a legal move'),
            ("binary", "\x01\x02]}\x7f\n", "1: game 1: expected a move or a result"),
            ("other", '[Variant "Crazyhouse"]\n\n1. e4 *\n', 'game 1: a game of "Crazyhouse": PGN is imported of chess'),
            ("position", '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *\n', "game 1: "),
            ("over", "1. f3 e5 2. g4 Qh4# 3. a3 *\n", r"ply 5: expected the end of the game, which is over \(checkmate\)"),
            ("empty", "\n\n", "contains no game")]:
        path, to = write(f"{folder}/c-{name}.pgn", text), place()
        told = pbem("import", path, "--to", to, code=65)
        assert re.search(said, told), f"{name}: {told}"
        assert name == "empty" or re.search(rf"c-{name}\.pgn:\d+: game 1", told), told
        assert not glob.glob(f"{to}/*"), name
    good = write(f"{folder}/c-good.pgn", first.replace("Bc4 Qh4+", "Bc5 Qh4+") + "\n[Event " + games[2])
    to = place()
    has(pbem("import", good, "--to", to, code=65), "game 1, ply 5")
    assert numbered(to) == [f"{to}/c-good-2.txt"], "the sound one comes in all the same"


@case
def four_players_collections_too():
    with open(f"{sources}/tests/games/four.pgn4", encoding="utf-8") as file:
        first = file.read().split("\n[GameNr")[0]
    for name, text, said in [
            ("cut", first[:first.index(" .. T")], "expected 6 turns, as its tag CurrentMove has it, not 5"),
            ("edited", first.replace("Kg14-g13", "Kg14-g12"), 'game 1, ply 2: expected a legal move, not "Kg14-g12"'),
            ("mate", first.replace("Rh4-a4# .. #", "Rh4-h5 .. #"), "expected a move of Blue, who isn't checkmated"),
            ("start", first.replace("R-0,0", "Q-0,0"), "game 1: "),
            ("name", re.sub('StartFen4 "[^"]*"', 'StartFen4 "4PCxyz"', first), "expected in the tag StartFen4 4PC, 4PCo"),
            ("form", first.replace("h8-g8=D", "g8"), "two squares, such as h2-h3 or Qg1xc5, are a move")]:
        path = write(f"{folder}/f-{name}.pgn4", text)
        told = pbem("import", path, "--format", "pgn4", "--to", place(), code=65)
        assert said in told and re.search(rf"f-{name}\.pgn4:\d+: game 1", told), f"{name}: {told}"


@case
def what_did_not_matter_is_noted_and_the_game_comes_in():
    to = place()
    path = write(f"{folder}/noted.pgn", '[PlyCount "0"]\n[Result "½-½"]\n\n1. e4 e5 ½-½\n\x1a')
    done = subprocess.run([PBEM, "import", path, "--to", to], capture_output=True, text=True, check=True)
    has(done.stderr, "pbem import: note: ", "noted.pgn:4: game 1, ply 3: its tag PlyCount has 0 plies, and there are 2")
    assert len(numbered(to)) == 1


@case
def a_game_that_is_never_closed_takes_no_other_with_it():
    for name, hurt in [("variation", "1. e4 (1. d4 e5 1-0"), ("comment", "1. e4 {never ended 1-0"),
                       ("bracket", "1. e4 [e5 1-0"), ("two", "1. e4 e5 * 2. Nf3 1-0")]:
        to = place()
        tags = '[White "A"]\n[Result "%s"]\n\n'
        path = write(f"{folder}/u-{name}.pgn", "\n\n".join(
            [tags % "1-0" + "1. d4 1-0", tags % "1-0" + hurt, tags % "0-1" + "1. c4 0-1", tags % "*" + "1. f4 *"]) + "\n")
        told = pbem("import", path, "--to", to, code=65)
        has(told, f"u-{name}.pgn:9: game 2")
        assert told.count(": game ") == 1, told
        assert [os.path.basename(each) for each in numbered(to)] == [f"u-{name}-{n}.txt" for n in (1, 3, 4)]


# ---- where imported games live ----

@case
def an_imported_game_is_marked_and_no_site_takes_it_for_a_played_one():
    to = place()
    pbem("import", f"{sources}/tests/games/classics.pgn", "--to", to)
    text = read(numbered(to)[0])
    has(text, "imported pgn sha256:", "tag Event London", "tag ECO C33", "entry 2 1970-01-01T00:00:00Z sha256:")
    table = Table(f"{folder}/taken")
    table.game()
    os.mkdir(f"{table.folder}/games/classics-1")
    write(f"{table.folder}/games/classics-1/game.txt", text)
    has(table.pbem("show", "classics-1") or table.err, "was imported and not played here")
    table.run()
    table.pbem("games")
    assert table.code == 65 and "was imported and not played here" in table.out
    assert "Anderssen" not in table.must("export", "--all-finished")
    again = pbem("import", f"{sources}/tests/games/classics.pgn", "--to", to)
    assert len(again.splitlines()) == 10, "the same games may come in twice"
    other = write(f"{place()}.pgn", "1. d4 *\n")
    os.rename(other, f"{folder}/classics.pgn")
    has(pbem("import", f"{folder}/classics.pgn", "--to", to, code=73), "already contains another game")
    assert read(numbered(to)[0]) == text


@case
def names_of_other_charsets_come_in():
    to = place()
    path = write(f"{folder}/latin.pgn", '[White "M\xfcller"]\n[Black "A \\"B\\" \\\\ C"]\n\n1. e4 *\n'.encode("latin-1"), "wb")
    pbem("import", path, "--to", to)
    has(read(numbered(to)[0]), "seat white Müller", 'seat black A "B" \\ C')
    path = write(f"{folder}/windows.pgn", b'[White "O\x92Neil"]\n\n1. e4 *\n', "wb")
    pbem("import", path, "--to", to)
    has(read(f"{to}/windows-1.txt"), "seat white O\u2019Neil")
    path = write(f"{folder}/marked.pgn", "\ufeff[White \"Müller\"]\r\n\r\n1.e4\r\n*\r\n")
    pbem("import", path, "--to", to)
    has(read(f"{to}/marked-1.txt"), "seat white Müller")


@case
def a_players_deadlines_are_printed_for_his_calendar():
    table = Table(f"{folder}/dated")
    os.environ["PBEM_TIME"] = "1783080000"
    game, other = table.game(days=3), table.game(days=5)
    path = f"{table.folder}/games/{other.id}/seats"
    write(path, read(path).replace(other.anna.address, game.anna.address))
    table.run()
    one = subprocess.run([PBEM, "--site", table.folder, "calendar", "g1", "white"], capture_output=True, check=True).stdout
    assert one.startswith(b"BEGIN:VCALENDAR\r\n") and one.count(b"BEGIN:VEVENT") == 1
    assert b"\r\nDTSTART:20260706T120000Z\r\n" in one and game.anna.newest.token.encode() not in one
    both = table.must("calendar", game.anna.address)
    assert both.count("BEGIN:VEVENT") in (1, 2)
    assert table.must("calendar", "g1", "black").count("BEGIN:VEVENT") == 0
    table.pbem("calendar", "g1", "green")
    assert table.code == 64 and "no seat 'green'" in table.err
    table.pbem("calendar", "g1")
    assert table.code == 64


run_cases(wanted)
