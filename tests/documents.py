# SPDX-License-Identifier: MIT
"""Compares the letters that README.md shows with those that pbem writes: the first moves of the game of scripts/demo.

    documents.py PBEM TOP SITE

PBEM_GOLDEN=write writes them into README.md."""

import os
import re
import subprocess
import sys

PBEM, TOP, SITE = sys.argv[1:]
README = os.path.join(TOP, "README.md")
COLUMNS = "      a   b   c"  # above and below the board


def pbem(*words):
    subprocess.run([PBEM, "--site", SITE, *words], check=True, stdout=subprocess.DEVNULL)


def newest(address):
    """The newest letter to somebody: its head as a table, and the lines of its text."""
    folder = os.path.join(SITE, "mail/out/new")
    found = []
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), encoding="utf-8", newline="") as file:
            head, _, body = file.read().replace("\r", "").partition("\n\n")
        fields = dict(re.findall(r"^([\w-]+): (.*)", head, re.M))
        if address in fields["To"]:
            found.append((os.stat(os.path.join(folder, name)).st_mtime_ns, os.path.join(folder, name), fields, body))
    _, path, fields, body = max(found)
    return path, fields, body.split("\n")


def reply(address, order, number):
    """Somebody answers the newest letter, and pbem runs."""
    letter = subprocess.run([os.path.join(TOP, "scripts/demo-reply"), newest(address)[0], order], check=True,
                            capture_output=True).stdout
    for part in ("new", "cur", "tmp"):
        os.makedirs(os.path.join(SITE, "mail/in", part), exist_ok=True)
    with open(os.path.join(SITE, f"mail/in/new/{number}.readme.localhost"), "wb") as file:
        file.write(letter)
    pbem("run")


def head_of(fields):
    return [f"{name}: {fields[name]}" for name in ("From", "To", "Subject")] + [""]


pbem("init", "--address", "games@example.org", "--moderator", "carol@example.org")
pbem("new", "chess", "white=Anna <anna@example.org>", "black=Bob <bob@example.org>", "--id", "g1")
reply("anna@", "MOVE e2-e4", 1)
_, asked, text = newest("bob@")
first = next(line for line in text if line.startswith("==="))
board = [at for at, line in enumerate(text) if line.startswith(COLUMNS)]
letter = head_of(asked) + text[:board[1] + 1] + ["[...]"]
answer = [f"From: {asked['To']}", f"To: {asked['From']}", f"Subject: Re: {asked['Subject']}", "", "e5", "SAY Good luck!", "",
          "> " + first, "[...]"]
reply("bob@", "MOVE e7-e4", 2)
_, refused, text = newest("bob@")
blanks = [at for at, line in enumerate(text) if line == ""]
shown = head_of(refused) + text[:blanks[1]] + ["[...]"]
refusal = ["$ pbem --site site run", ""] + [("    | " + line).rstrip() for line in shown]

with open(README, encoding="utf-8") as file:
    readme = file.read()
renewed = readme
for what, begins, block in (("letter", "From: pbem", letter), ("reply", "From: Bob", answer),
                            ("refusal", "$ pbem --site site run", refusal)):
    wanted = "```text\n" + "\n".join(block) + "\n```"
    found = re.search(r"```text\n" + re.escape(begins) + r".*?\n```", renewed, re.S)
    if not found:
        sys.exit(f"README.md shows no {what}")
    if found[0] != wanted:
        if os.environ.get("PBEM_GOLDEN") != "write":
            print(f"README.md: the {what} isn't what pbem writes; PBEM_GOLDEN=write renews it:\n{wanted}")
        renewed = renewed[:found.start()] + wanted + renewed[found.end():]
if renewed != readme and os.environ.get("PBEM_GOLDEN") == "write":
    with open(README, "w", encoding="utf-8") as file:
        file.write(renewed)
    sys.exit(0)
sys.exit(renewed != readme)
