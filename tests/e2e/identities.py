# SPDX-License-Identifier: MIT
"""usage: identities.py FOLDER: sites side by side behind one address, in which the same things happen, send letters
of every kind; no Message-ID is that of two letters, and what is made once more has the one it had."""
import collections
import os
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import players  # noqa: E402

FOLDER = sys.argv[1]
NOW = int(time.time()) - 86400
DAY = 86400


class Site:
    def __init__(self, name, seed, digest=None):
        self.folder, self.seed, self.now, self.count = f"{FOLDER}/{name}", seed, NOW, 0
        self.pbem("init", "--address", "games@example.org", "--moderator", "carol@example.org")
        path = f"{self.folder}/pbem.conf"
        with open(path, encoding="utf-8") as config:
            lines = config.read().replace("carol@example.org", "carol@example.org, cora@example.org")
        with open(path, "w", encoding="utf-8") as config:
            config.write(lines + f"\nsummary-hour = {digest}\n" if digest else lines)
        for part in ("new", "cur", "tmp"):
            os.makedirs(f"{self.folder}/mail/in/{part}")
        shutil.copytree(self.folder, self.folder + ".backup")

    def restore(self):
        """Puts the site back as it was when it was made."""
        shutil.rmtree(self.folder)
        shutil.copytree(self.folder + ".backup", self.folder)
        self.now, self.count = NOW, 0

    def pbem(self, *words, code=0):
        done = subprocess.run([players.PBEM, "--site", self.folder, *words], capture_output=True, check=False,
                              env=dict(os.environ, PBEM_TIME=str(self.now), PBEM_TEST_SEED=self.seed))
        said = (done.stdout + done.stderr).decode()
        assert code is None or done.returncode == code, (words, done.returncode, said)
        return said

    def put(self, sender, subject, text):
        self.count += 1
        name = f"{self.folder}/mail/in/new/{self.now}.M{self.count:06}P1.test"
        with open(name, "w", encoding="utf-8") as letter:
            letter.write(f"From: {sender}\nTo: games@example.org\nSubject: {subject}\n"
                         f"Message-ID: <{self.count}@example.net>\n\n{text}\n")

    def run(self, code=0):
        self.now += 60
        self.pbem("run", code=code)

    def letters(self):
        return players.letters(f"{self.folder}/mail/out")

    def spoil(self, game, by):
        """Has the game's record damaged, or whole again."""
        path = f"{self.folder}/games/{game}/game.txt"
        os.path.exists(path + ".good") or shutil.copy(path, path + ".good")
        with open(path + ".good", "rb") as good, open(path, "wb") as out:
            out.write(good.read()[:-by or None])


def happen(site):
    """Strangers, refused joins and watchers, a new player, a damaged game twice, daily summaries: the letters of a
    site itself, which nobody answers by a key."""
    site.pbem("new", "chess", "white=Anna <anna@example.org>", "black=Bob <bob@example.net>")
    site.pbem("new", "chess", "--open", "white=Anna <anna@example.org>")
    site.pbem("new", "chess", "white=Anna <anna@example.org>", "black=Bob <bob@example.net>")
    for _ in range(3):
        site.put("x@example.com", "hello", "hello")
        site.put("dan@example.com", "JOIN g1", "JOIN g1")
        site.put("eve@example.com", "WATCH g3", "WATCH g3")
        site.put("dan@example.com", "JOIN g99", "JOIN g99")
        site.run()
        site.now += DAY
    for player in ("Dan <dan@example.com>", "Bob <bob@example.net>"):
        site.pbem("replace", "g1", "black", player, "--reason", "so be it", code=None)
    for _ in range(2):
        site.spoil("g3", 20)
        site.put("anna@example.org", "x", newest_key(site, "g3"))
        site.run(code=None)
        site.spoil("g3", 0)
        site.now += DAY
        site.put("anna@example.org", "x", "STATUS " + newest_key(site, "g3"))
        site.run(code=None)
        site.now += DAY


def newest_key(site, game):
    return [letter.token for letter in site.letters() if letter.game == game and "anna" in letter.to][-1]


def check(sites):
    seen = collections.defaultdict(set)
    for site in sites:
        for letter in site.letters():
            seen[letter.id].add(letter.raw)
    twice = [name for name, letters in seen.items() if len(letters) > 1]
    assert not twice, twice
    print(len(seen), "letters,", sum(name.startswith("pbem.") for name in seen), "of them without a key")
    return {name for name in seen if name.startswith("pbem.")}


def main():
    sites = [Site("a", "identities-a"), Site("b", "identities-b"), Site("c", "identities-c", "0"),
             Site("d", "identities-d", "0")]
    for site in sites:
        happen(site)
    own = check(sites)
    for kind in ("report", "digest", "farewell", "damaged"):
        assert sum(f".{kind}." in name for name in own) >= 3, (kind, sorted(own))
    # A repetition gives the same ids, except for notices of damage, which contain newly drawn bytes.
    sites[0].restore()
    happen(sites[0])
    other = sorted(letter.id for letter in sites[0].letters() if letter.id.startswith("pbem.")
                   and letter.id not in own and "damage" not in letter.text and "repair" not in letter.text)
    assert not other, other


main()
