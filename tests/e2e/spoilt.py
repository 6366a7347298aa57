# SPDX-License-Identifier: MIT
"""usage: spoilt.py FOLDER SOURCES PLAYED: the cases of spoilt.sh, a function each; its name says what is true."""

import os
import re
import shutil
import subprocess
import sys

from archive_pages import NOW, PBEM, Site, files, read
from table import case, run_cases

folder, sources, played = sys.argv[1:]
KINDS = {"chess": "pgn", "kingdom": "jsonl", "fourteen": "pgn4", "ring": "bpgn"}


def entries(text):
    return re.split(r"(?m)^(?=entry )", text)


def line_of(text, at):
    return text[:at].count("\n") + 1


# Each with the line where it is no longer what was written, and the last that may be named for it: an entry's end
# is where a digest tells. `other` is another game of that kind.

def cut(text, _):
    parts = entries(text)
    sound = "".join(parts[:9])
    return sound + parts[9][:len(parts[9]) // 2], line_of(sound, len(sound)), 0


def torn(text, _):
    return text + "entry 99 2026-11", line_of(text, len(text)), 0


def edited(text, _):
    parts = entries(text)
    before = "".join(parts[:9])
    assert "\n  played " in parts[9] or "\n  " in parts[9]
    changed = before + re.sub(r"(?m)^  order (.*)$", r"  order \1 ", parts[9], count=1)
    if changed == before + parts[9]:
        changed = before + parts[9].replace("\n  ", "\n  \n  ", 1)
    return changed + "".join(parts[10:]), line_of(before, len(before)), parts[9].count("\n") + 1


def dropped(text, _):
    parts = entries(text)
    before = "".join(parts[:9])
    return before + "".join(parts[10:]), line_of(before, len(before)), 0


def reordered(text, _):
    parts = entries(text)
    before = "".join(parts[:9])
    return before + parts[10] + parts[9] + "".join(parts[11:]), line_of(before, len(before)), 0


def merged(text, other):
    return text + other, line_of(text, len(text)), 0


def mixed(text, other):
    before, behind = entries(text)[:9], entries(other)[9:]
    whole = "".join(before)
    return whole + "".join(behind), line_of(whole, len(whole)), behind[0].count("\n")


def of_another(_, other):
    return other, 1, 0


def foreign(_text, _other):
    return '[Event "x"]\n\n1. e4 e5 *\n', 1, 0


def empty(_text, _other):
    return "", 1, 0


SPOILING = (cut, torn, edited, dropped, reordered, merged, mixed, of_another, foreign, empty)


def say(site, *words):
    done = subprocess.run([PBEM, "--site", site.folder, *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@case
def a_games_file_is_named_with_the_place_by_all_that_read_it():
    site = Site(f"{folder}/site", played)
    for kind, form in KINDS.items():
        site.play(kind, kind, count=2, letters=24)
        game, path = f"{kind}1", site.file(f"{kind}1")
        whole, other = read(path), read(site.file(f"{kind}2"))
        out = f"{folder}/pages-{kind}"
        site.archive(out)
        good = files(out)
        for spoil in SPOILING:
            text, first, more = spoil(whole, other)
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            os.utime(path, (1795000000, 1795000000))
            for words in (["show", game], ["show", game, "--ply", "2"], ["export", game, "--format", form],
                          ["export", game, "--format", "jsonl"], ["archive", out, "--now", NOW], ["verify", game]):
                code, said, told = say(site, *words)
                what = f"{kind} {spoil.__name__}: {words[0]}: {said[:200]} {told}"
                assert code == 65, what
                place = re.search(rf"{re.escape(path)}:(\d+): ", said + told if words[0] == "verify" else told)
                assert place and first <= int(place[1]) <= first + more, f"wanted line {first}+{more}: {what}"
                assert words[0] != "export" or said == "", what
            # Nothing of it can be taken along for the game's; the other one is as it was.
            now = files(out)
            assert f"games/{game}.txt" not in now and f"games/{game}.gif" not in now, what
            assert now[f"games/{kind}2.html"] == good[f"games/{kind}2.html"]
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(whole)
        for words in (["show", game], ["export", game, "--format", form], ["archive", out, "--now", NOW]):
            assert say(site, *words)[0] == 0, words
        assert {**files(out), ".catalogue": good[".catalogue"]} == good
        shutil.rmtree(f"{site.folder}/games")
        os.mkdir(f"{site.folder}/games")


@case
def what_is_no_games_file_gets_no_page_and_is_named_all_the_same():
    site = Site(f"{folder}/unknown", played)
    site.play("chess", "g", letters=6)
    os.mkdir(f"{site.folder}/games/x1")
    for text in ("", "private: a diary\n", "pbem-game 2\nid x1\nnumber 1\nvariant chess\n"):
        with open(site.file("x1"), "w", encoding="utf-8") as file:
            file.write(text)
        os.utime(site.file("x1"), (1795000000, 1795000000))
        code, _, told = say(site, "archive", f"{folder}/unknown-pages", "--now", NOW)
        assert code == 65 and f"{site.file('x1')}:1: the header is incomplete" in told, told
        assert sorted({name.split(".")[0] for name in files(f"{folder}/unknown-pages") if name.startswith("games/")}) == ["games/g1"]


@case
def a_finished_game_that_is_cut_is_not_left_out_in_silence():
    site = Site(f"{folder}/over", played)
    site.play("chess", "g", count=2, letters=20)
    with open(site.file("g1"), "r+", encoding="utf-8") as file:
        file.truncate(len(file.read()) - 200)
    code, said, told = say(site, "export", "--all-finished")
    assert code == 65 and f"{site.file('g1')}:" in told and said.count("[Result ") == 1, told


def collection(text, form):
    path = f"{folder}/c.{form}"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    to = f"{folder}/c-{form}"
    shutil.rmtree(to, ignore_errors=True)
    done = subprocess.run([PBEM, "import", path, "--format", form, "--to", to], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr, os.listdir(to) if os.path.isdir(to) else []


@case
def a_collection_is_named_with_the_place_by_import():
    pgn = '[White "a"]\n[Black "b"]\n[Result "0-1"]\n\n1. f3 e5\n2. g4 Qh4# 0-1\n'
    pgn4 = read(f"{sources}/tests/games/four.pgn4").split("\n[GameNr")[0]
    bare = re.sub(r"\[CurrentMove .*\]\n", "", pgn4)
    at = {text: line_of(bare, bare.index(text)) for text in (" .. T", "Kg14-g13", "h8-g8=D")}
    for form, what, text, line, said in (
            ("pgn", "whole", pgn, 0, ""),
            ("pgn", "cut", pgn[:pgn.index("2. g4")], 5, "expected a move or a result"),
            ("pgn", "cut in a move", pgn[:pgn.index("h4# 0-1")], 6, "expected a"),
            ("pgn", "edited", pgn.replace("e5", "e6 d5"), 5, 'expected a legal move, not "d5"'),
            ("pgn", "reordered", pgn.replace("1. f3 e5\n2. g4 Qh4#", "2. g4 Qh4#\n1. f3 e5"), 5, 'not "Qh4#"'),
            ("pgn", "merged", pgn.replace(" 0-1\n", "\n1. e4 e5 0-1\n"), 7, "which is over (checkmate)"),
            ("pgn", "foreign", "Dear Anna,\n", 1, "expected a legal move"),
            ("pgn", "of another kind", pgn4, 0, "game 1"),
            ("pgn4", "whole", pgn4, 0, ""),
            ("pgn4", "without a number", bare, 0, ""),
            ("pgn4", "cut", pgn4[:pgn4.index(" .. T")], 0, "expected 6 turns, as its tag CurrentMove has it"),
            ("pgn4", "cut, without a number", bare[:bare.index("h8-g8=D")], at["h8-g8=D"], "the game was cut"),
            ("pgn4", "cut behind a turn", bare[:bare.index(" .. ", bare.index("Kg14-g13"))], at["Kg14-g13"], "the game was cut"),
            ("pgn4", "edited", bare.replace("Kg14-g13", "Kg14-g12"), at["Kg14-g13"], 'not "Kg14-g12"'),
            ("pgn4", "reordered", bare.replace("Rh4-a4# .. #", "# .. Rh4-a4#"), 0, "isn't checkmated"),
            ("pgn4", "merged", bare.rstrip() + "\n" + bare[bare.index("1. "):], 0, "which is over"),
            ("pgn4", "foreign", "Dear Anna,\n", 1, "two squares"),
            ("pgn4", "of another kind", pgn, 0, "game 1")):
        code, told, made = collection(text, form)
        if said == "":
            assert code == 0 and len(made) == 1, f"{form} {what}: {told}"
            continue
        assert code == 65 and said in told and not made, f"{form} {what}: {code} {told} {made}"
        place = re.search(rf"c\.{form}:(\d+): game 1", told)
        assert place and (line == 0 or int(place[1]) == line), f"{form} {what}, line {line}: {told}"


run_cases()
