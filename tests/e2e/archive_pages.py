# SPDX-License-Identifier: MIT
"""Archives for tests: a site of random games, and pages read as a browser reads them, as far as that goes."""

import os
import subprocess
from html.parser import HTMLParser

PBEM = os.environ.get("PBEM", "pbem")
NOW = "2026-12-01T12:00:00Z"
EMPTY = {"meta", "link", "input", "br", "img", "use", "path", "rect", "circle"}


class Page(HTMLParser):
    """A page: its ids, its links, its text. `faults` lists what no browser should have to correct."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.open, self.faults = set(), [], [], []
        self.sections, self.words, self.bold = {}, [], []
        self.source = text
        self.feed(text)
        self.close()
        self.text = " ".join(" ".join(self.words).split())
        if self.open:
            self.faults.append(f"never closed: {self.open}")

    def handle_starttag(self, tag, attrs):
        names = dict(attrs)
        if len(names) != len(attrs):
            self.faults.append(f"an attribute twice: {tag} {attrs}")
        for name, value in attrs:
            if name == "style" or name.startswith("on"):
                self.faults.append(f"{tag} has {name}")
            if name in ("href", "src", "xlink:href"):
                self.links.append(value)
        if "id" in names:
            if names["id"] in self.ids:
                self.faults.append(f"the id {names['id']} twice")
            self.ids.add(names["id"])
        if tag == "script" and "src" not in names:
            self.faults.append("a script in the page itself")
        if tag not in EMPTY:
            self.open.append(tag)
        if tag == "section":
            self.sections[names.get("id")] = []

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag in EMPTY:
            return
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()} closes nothing")

    def handle_data(self, data):
        self.words.append(data)
        if "section" in self.open and self.sections:
            self.sections[list(self.sections)[-1]].append(data)

    def section(self, number):
        return " ".join(" ".join(self.sections[str(number)]).split())


class Site:
    """A site of games that no letter has made."""

    def __init__(self, folder, played, *settings):
        self.folder, self.played = folder, played
        subprocess.run([PBEM, "--site", folder, "init", "--address", "games@example.org"],
                       check=True, stdout=subprocess.DEVNULL)
        with open(f"{folder}/pbem.conf", "a", encoding="utf-8") as conf:
            conf.write("name = Games at Example's\n" + "".join(each + "\n" for each in settings))
        os.makedirs(f"{folder}/games", exist_ok=True)

    def play(self, variant, prefix, count=1, seed=1, letters=40, **options):
        options = {"publish": "yes", **options}
        subprocess.run([self.played, self.folder, variant, prefix, str(count), str(seed), str(letters)] +
                       [f"{key.replace('_', '-')}={value}" for key, value in options.items()], check=True)

    def file(self, game):
        return f"{self.folder}/games/{game}/game.txt"

    def pretend(self, out, count):
        """So many games more in the archive, of which it knows that they haven't changed: they are listed, not read."""
        with open(f"{out}/.catalogue", encoding="utf-8") as file:
            head, *lines = file.read().splitlines()
        for number in range(1, count + 1):
            game = f"old{number:05}"
            os.makedirs(f"{self.folder}/games/{game}")
            with open(self.file(game), "w", encoding="utf-8") as file:
                file.write("once")
            os.utime(self.file(game), (1700000000, 1700000000))
            with open(f"{out}/games/{game}.html", "w", encoding="utf-8") as file:
                file.write("<!DOCTYPE html><html lang=\"en\"><title>An old one</title></html>")
            values = [game, 4, 1700000000 * 10**9, "0" * 64, 1, 0, 1600000000 + number * 3600, 1600000000 + number * 3600, 40, 2,
                      "chess", "White wins by resignation.", "White", "Anna", 1, "Black", f"Player {number % 500}", 0]
            lines.append("\t".join(str(each) for each in values))
        with open(f"{out}/.catalogue", "w", encoding="utf-8") as file:
            file.write("\n".join([head, *sorted(lines)]) + "\n")

    def archive(self, out, *options, code=0, now=NOW):
        """Runs `pbem archive` and returns the text of both output streams."""
        done = subprocess.run([PBEM, "--site", self.folder, "archive", out, "--now", now, *options],
                              capture_output=True, text=True, check=False)
        assert done.returncode == code, f"exit code {done.returncode}, not {code}: {done.stderr}"
        return done.stdout + done.stderr


def files(folder):
    """The bytes of every file there."""
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(where, name), "rb") as file:
                found[os.path.relpath(os.path.join(where, name), folder)] = file.read()
    return found


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def page(folder, name):
    return Page(read(f"{folder}/{name}"))


def check_links(folder):
    """Every address leads to a file of the archive, and to a place that is in it."""
    pages = {name: Page(text.decode()) for name, text in files(folder).items() if name.endswith(".html")}
    for name, each in pages.items():
        assert not each.faults, f"{name}: {each.faults}"
        assert "//" not in each.source.replace("http://www.w3.org/", ""), f"{name} names another place"
        for link in each.links:
            path, _, place = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
            assert os.path.exists(f"{folder}/{target}"), f"{name}: {link} leads nowhere"
            assert not place or place in pages[target].ids, f"{name}: {link} leads nowhere"
    return pages
