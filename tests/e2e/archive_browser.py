# SPDX-License-Identifier: MIT
"""usage: archive_browser.py FOLDER PLAYED [AXE]: the cases of archive_browser.sh; with AXE, axe-core's script, those of
archive_axe.sh. PBEM_PICTURES=FOLDER leaves pictures of all pages there, to be looked at."""

import os
import re
import sys

from archive_pages import Site, page as page_of
from browser import Browser
from table import case, run_cases

folder, played = sys.argv[1:3]
axe = sys.argv[3] if len(sys.argv) > 3 else None

KINDS = {"chess": {}, "knightmare": {}, "three-player": {}, "fourteen": {}, "kingdom": {}, "ring": {}}
LISTS = ["index", "players", "tables"]

site = Site(f"{folder}/site", played)
for kind, options in KINDS.items():
    site.play(kind, kind, letters=30, **options)
site.play("chess", "late", count=2, letters=0, publish_delay="3")
site.play("chess", "cut")
with open(site.file("cut1"), "r+", encoding="utf-8") as file:
    file.truncate(os.path.getsize(site.file("cut1")) - 300)
os.utime(site.file("cut1"), (1795000000, 1795000000))
out = f"{folder}/pages"
site.archive(out, code=65)
GAMES = [kind + "1" for kind in KINDS] + ["late1", "cut1"]
LISTS += ["players/" + os.path.splitext(each)[0] for each in sorted(os.listdir(f"{out}/players"))[:1]]
browser = Browser(out)


def last_of(game):
    return max(int(number) for number in page_of(out, f"games/{game}.html").sections)


def open_game(game, place="", **wishes):
    page = browser.open(f"{browser.base}/games/{game}.html{place}", **wishes)
    return page, last_of(game)


def at(page):
    """Which turn is shown: the number, the address, the move that is marked in the list."""
    return page.run("""[document.querySelector("output").textContent, location.hash,
        document.querySelector(".moves [aria-current=step]")?.getAttribute("href") ?? null]""")


def shows(page, turn, address=True):
    assert at(page) == [str(turn), f"#{turn}" if address else "", f"#{turn}" if turn else None], (turn, at(page))
    assert page.run('document.querySelectorAll(".view .board").length') == 1
    assert page.run('document.querySelector(".view .board").getBoundingClientRect().height') > 100
    # All parts of a board are defined.
    assert page.run("""[...document.querySelectorAll("use")].filter(
        (use) => !document.getElementById(use.getAttribute("href").slice(1))).length""") == 0


def done(page):
    assert not page.faults, page.faults
    page.close()


if axe:
    with open(axe, encoding="utf-8") as script:
        AXE = script.read()


def complaints(page):
    """But of what boards are drawn with, which is hidden, and of which there is much."""
    page.run(AXE + ";0")
    found = page.run("""axe.run({exclude: ["svg.hidden"]}, {resultTypes: ["violations"]}).then((result) => result.violations.map((each) =>
        `${each.id}: ${each.help}: ${each.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`))""")
    return found


def axe_finds_nothing_on_any_page():
    for name in [f"{each}.html" for each in LISTS] + [f"games/{game}.html" for game in GAMES]:
        for wishes in ({"width": 360}, {"width": 1280, "dark": True}):
            page = browser.open(f"{browser.base}/{name}", **wishes)
            found = complaints(page)
            assert not found, f"{name} {wishes}: {found}"
            done(page)
    # As it is without scripts, which axe-core itself needs.
    page, _ = open_game("knightmare1", "#3")
    page.run("""document.getElementById("stage").remove();
        document.querySelector("noscript").outerHTML = document.querySelector("noscript").textContent""")
    found = complaints(page)
    assert not found, f"without scripts: {found}"
    done(page)


def one_steps_by_keys_buttons_clicks_and_links():
    for game in ("chess1", "ring1"):
        page, last = open_game(game)
        shows(page, last, address=False)
        page.key("ArrowRight")
        shows(page, last, address=False)
        page.key("ArrowLeft")
        shows(page, last - 1)
        page.key("Home")
        shows(page, 0)
        page.key("ArrowLeft")
        shows(page, 0)
        page.key("ArrowRight")
        shows(page, 1)
        page.key("End")
        shows(page, last)
        for way, turn in (("first", 0), ("on", 1), ("on", 2), ("back", 1), ("last", last)):
            page.run(f'document.querySelector("[data-go={way}]").click()')
            shows(page, turn)
        left, top, width, height = page.run(
            '(({x, y, width, height}) => [x, y, width, height])'
            '(document.querySelector(".view .board").getBoundingClientRect())')
        page.click(left + width / 5, top + height / 3)
        shows(page, last - 1)
        page.click(left + width * 4 / 5, top + height / 3)
        shows(page, last)
        page.run('document.querySelector(".moves a[href=\\"#2\\"]").click()')
        page.run("new Promise((done) => setTimeout(done, 50))")
        shows(page, 2)
        done(page)


def keys_are_left_to_what_is_written_in():
    page = browser.open(f"{browser.base}/index.html")
    page.run('document.querySelector("input").focus()')
    page.key("ArrowLeft")
    done(page)


def one_steps_by_swiping():
    page, last = open_game("chess1", width=360, height=740, touch=True)
    page.run('document.querySelector(".view").scrollIntoView({block: "center"})')
    page.swipe(80, 280, 370)
    shows(page, last - 1)
    page.swipe(280, 80, 370)
    shows(page, last)
    page.swipe(180, 170, 370)
    page.run("new Promise((done) => setTimeout(done, 500))")
    done(page)


def every_turn_has_an_address():
    page, last = open_game("knightmare1", "#3")
    shows(page, 3)
    caption = page.run('document.querySelector(".view h3").textContent')
    assert caption == page.run('document.querySelector(".view h3").textContent'), caption
    page.run('location.hash = "#5"')
    page.run("new Promise((done) => setTimeout(done, 50))")
    shows(page, 5)
    page.run('location.hash = "#nonsense"')
    page.run("new Promise((done) => setTimeout(done, 50))")
    assert at(page)[0] == str(last)
    page.run(f'location.hash = "#{last + 1}"')
    page.run("new Promise((done) => setTimeout(done, 50))")
    assert at(page)[0] == str(last)
    done(page)


def from_a_folder_it_works_as_from_a_server():
    page = browser.open(f"file://{os.path.abspath(out)}/games/chess1.html#4")
    shows(page, 4)
    page.key("ArrowRight")
    shows(page, 5)
    done(page)


def the_list_is_searched():
    page = browser.open(f"{browser.base}/index.html")
    rows = page.run('document.querySelectorAll("#games tbody tr").length')
    assert rows == len(GAMES) + 1

    def found(words):
        page.run(f"""(() => {{ const input = document.querySelector("input"); input.value = {words!r};
            input.dispatchEvent(new Event("input")); }})()""")
        return page.run("""[...document.querySelectorAll("#games tbody tr")].filter(
            (row) => row.getClientRects().length).map((row) => row.querySelector("a").textContent)""")

    assert found("ring") == ["ring1"]
    assert len(found("")) == rows
    assert sorted(found("chess LATE")) == ["late1", "late2"]
    assert found("no such game") == []
    assert page.run('document.querySelector("[role=status]").textContent') == f"0 / {rows}"
    # Names are found when they are written without accents.
    found("")
    name = page.run('document.querySelector("#games tbody td:nth-child(3)").textContent').split(",")[0]
    assert found(name.upper().replace("Ü", "u"))
    done(page)


def a_long_list_is_searched_as_a_whole():
    many = f"{folder}/many"
    site.archive(many, code=65)
    site.pretend(many, 900)
    site.archive(many, code=65)
    wanted = [f"old{number:05}" for number in range(900, 0, -1) if "47" in f"{number:05} {number % 500}"]

    def search(page, words):
        page.run(f"""(() => {{ const input = document.querySelector("input"); input.value = {words!r};
            input.dispatchEvent(new Event("input")); }})()""")
        return page.run("""new Promise((resolve) => setTimeout(resolve, 300)).then(() =>
            [...document.querySelectorAll("#games tbody tr")].map((row) => row.querySelector("a").getAttribute("href")))""")

    with Browser(many) as long:
        # From a server and from a folder; of all pages, newest first.
        for base in (long.base, f"file://{os.path.abspath(many)}"):
            page = long.open(f"{base}/games-1.html")
            here = search(page, "")
            assert len(here) == 200
            assert search(page, "PLAYER 47") == [f"games/{game}.html" for game in wanted]
            assert page.run('document.querySelector("#games tbody tr").textContent').startswith(wanted[0] + "chessAnna, Player ")
            assert page.run('document.querySelector("#games tbody b").textContent') == "Anna"
            assert len(search(page, "old0 player")) == 200
            assert page.run('document.querySelector("[role=status]").textContent').startswith("900 / ")
            assert search(page, "") == here
            done(page)
        page = long.open(f"{long.base}/games-1.html", scripts=False)
        assert page.run('[...document.querySelectorAll(".pages a")].map((link) => link.getAttribute("href"))') == \
            ["index.html", "games-3.html", "games-2.html", "games-1.html"]
        done(page)


def without_scripts_every_turn_can_be_read():
    for game, turns in (("chess1", (None, 0, 3, last_of("chess1"))), ("kingdom1", (None, 2)), ("ring1", (3,))):
        last = last_of(game)
        for turn in turns:
            page, _ = open_game(game, "" if turn is None else f"#{turn}", scripts=False)
            shown = page.run("""[...document.querySelectorAll(".turns section")].filter(
                (each) => each.getClientRects().length).map((each) => each.id)""")
            assert shown == [str(last if turn is None else turn)], (game, turn, shown)
            box = page.run(f'document.getElementById("{shown[0]}").querySelector(".board")'
                           '.getBoundingClientRect().height')
            assert box > 100 and page.run('document.getElementById("stage").hidden')
            done(page)
    page, _ = open_game("chess1", "#3", scripts=False)
    left, top = page.run("""(({x, y, width, height}) => [x + width / 2, y + height / 2])(
        document.getElementById("3").querySelector("[rel=next]").getBoundingClientRect())""")
    page.click(left, top)
    assert page.run("location.hash") == "#4"
    done(page)
    page = browser.open(f"{browser.base}/index.html", scripts=False)
    assert page.run('document.querySelectorAll("#games tbody tr").length') == len(GAMES) + 1
    assert page.run('document.getElementById("search").getClientRects().length') == 0
    done(page)


def brightness(colour):
    return sum(int(each) for each in re.findall(r"\d+", colour)[:3])


def pages_fit_a_phone_and_are_dark_where_it_is():
    pictures = os.environ.get("PBEM_PICTURES")
    for name in [f"{each}.html" for each in LISTS] + [f"games/{game}.html" for game in GAMES]:
        for width, dark in ((360, False), (1280, True)) + (((360, True), (1280, False)) if pictures else ()):
            page = browser.open(f"{browser.base}/{name}", width=width, height=1000, dark=dark)
            wide = page.run("document.documentElement.scrollWidth")
            assert wide <= width, f"{name} is {wide} wide at {width}"
            back, front = page.run("""(({backgroundColor, color}) => [backgroundColor, color])(
                getComputedStyle(document.body))""")
            assert (brightness(back) < brightness(front)) == dark
            # A seat's colour stands beside its name, not above it.
            assert page.run("""[...document.querySelectorAll("table.who th")].filter((seat) => {
                const range = document.createRange();
                range.selectNodeContents(seat);
                return range.getBoundingClientRect().height > 40;
            }).length""") == 0, f"{name} at {width}"
            if pictures:
                page.picture(f"{pictures}/{os.path.basename(name)}-{width}-{'dark' if dark else 'light'}.png")
            done(page)


for each in ([axe_finds_nothing_on_any_page] if axe else
             [one_steps_by_keys_buttons_clicks_and_links, keys_are_left_to_what_is_written_in, one_steps_by_swiping,
              every_turn_has_an_address, from_a_folder_it_works_as_from_a_server, the_list_is_searched, a_long_list_is_searched_as_a_whole,
              without_scripts_every_turn_can_be_read, pages_fit_a_phone_and_are_dark_where_it_is]):
    case(each)
with browser:
    run_cases(slow=10)
