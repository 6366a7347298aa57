# SPDX-License-Identifier: MIT
"""usage: plain_letters.py GOLDEN: reads every letter kept in GOLDEN as its reader does, and prints what makes one hard
to read: each kind of fault that a reader has found once is looked for in all of them."""
import os
import re
import sys

golden = sys.argv[1]
faults = 0


def fault(name, what, line):
    global faults
    faults += 1
    print(f"FAILED: {name}: {what}: {line}")


# A date as a file has it may stand where the reader writes it so.
ORDERS = re.compile(r"VACATION|URLAUB|VACANCES|PBEM |Message-ID|^Date:|pbem\.\S+@")
CONFIGURED = re.compile(r"\b(days|grace|remind|rest|zone|bank|bonus|miss|press|publish|vacation) "
                        r"(\d[\d,]*|[A-Z]\w+/\w+|forfeit|moderator|skip|letters|no|yes)(,|$)")
SINGULAR = re.compile(r"(?<![\d.:])1 (lie|are|days|hours|minutes|cards|points|turns|letters|notices|moves|times|Tage|"
                      r"Karten|Punkte|Stunden|Briefe)\b(?! der Regeln)")
PRONOUNS = re.compile(r"\b(he|his|him|himself)\b")
ROW = re.compile(r"^  \S.{0,18}  ?\S")
RULES = ("help-rules",)  # pages of rules, and cards, have words of their own


def lines_of(body):
    """Without a page of rules and the texts of cards, which are no sentences of a letter."""
    return [line for line in body.split("\n") if not re.match(r"^\s+(: |written |now by )|^\* ", line)]


def check_words(name, english, lines):
    for line in lines:
        if re.search(r"\b20\d\d-\d\d-\d\d", line) and not ORDERS.search(line):
            fault(name, "a date as files have it", line)
        if CONFIGURED.search(line) and not line.startswith("  | PUBLISH"):
            fault(name, "configuration instead of words", line)
        if SINGULAR.search(line):
            fault(name, "one of several", line)
        if re.search(r"(^|\| | )[:;,] ", line) and not re.search(r"^\s+(\d|[a-h] )|:\|| : ?[|+]|\|", line):
            fault(name, "a stray sign", line)
        if english and PRONOUNS.search(re.sub(r"HELP RULINGS [a-z-]+", "", line)) and "king" not in line:
            fault(name, "a player is no 'he'", line)
        if re.match(r"^ *- (  |.*:$)", line):
            fault(name, "a heading or a part of it among the items of a list", line)


def check_rows(name, lines):
    """A list of two columns: what goes on stands below the second."""
    for before, line in zip(lines, lines[1:]):
        if re.match(r"^  [a-z]\S*( \S+){0,4}  +[A-Z0-9]", before) and len(before) - len(before[2:].lstrip()) == 2:
            indent = len(line) - len(line.lstrip())
            if 2 < indent < 20 and line.strip():
                fault(name, "a row of a list goes on in its first column", line)


def check_offers(name, kind, lines):
    """A letter offers what its reader can do."""
    body = "\n".join(lines)
    over = re.search(r"^(=== .*: )?.*\b(The game is over\.|Die Partie ist zu Ende\.)", body, re.MULTILINE)
    to_move = re.search(r"^  (to move|ziehen)  ", body, re.MULTILINE)
    rows = re.findall(r"^  (to test a move|to offer a draw|einen Zug prüfen|Remis anbieten)  ", body, re.MULTILINE)
    if rows and not to_move:
        fault(name, "advice for a move to who isn't to move", rows[0])
    if over and not kind.startswith("help") and (rows or to_move or re.search(r"^  (to resign|aufgeben)  ", body, re.MULTILINE)):
        fault(name, "advice for a game that is over", "")
    if kind.startswith("help") and re.search(r"^HELP (sends|lists) all|^HILFE nennt alle", body, re.MULTILINE):
        fault(name, "HELP tells that there is HELP", "")
    # An example of a move is one that is legal.
    legal = re.search(r"^(Your legal moves|Deine möglichen Züge):\n((?:  \| .*\n)+)", body, re.MULTILINE)
    for move in re.findall(r'(?:write|Write it as:|schreib) (?:MOVE|ZUG) ([a-h]\d-[a-h]\d)', body):
        if legal and move.replace("-", "") not in legal.group(2):
            fault(name, "an example that can't be played", move)


def check_head(name, text):
    """The first line, which a phone shows: a game's name is no site's, and it says more than the list has."""
    first = next((line for line in text.split("\n") if line.startswith("=== ")), "")
    if re.match(r"^=== (Game|Partie) (?![a-z][a-z0-9-]*: )", first) or re.match(r"^=== (Game|Partie) (pbem|Chess)", first):
        fault(name, "a first line about no game", first)
    if re.search(r"watcher-told", name) and re.search(r"What you can write|Was du schreiben kannst", first):
        fault(name, "a first line that isn't what the letter tells", first)


def check_filled(name, lines):
    """No line of a paragraph ends in its middle: the next word would have fitted, and no sentence ends there."""
    for before, line in zip(lines, lines[1:]):
        if not re.match(r"^[A-Za-zÄÖÜäöü(\"]", before) or not re.match(r"^[A-Za-zÄÖÜäöü(\"]", line):
            continue
        word = line.split()[0]
        if "=3D" not in line and len(before) + 1 + len(word) <= 72 and len(before) < 46 and not re.search(r"[.:!?)]$", before):
            fault(name, "a line that ends early", f"{before} / {line}")


count = 0
for folder, _, files in sorted(os.walk(golden)):
    for file in sorted(files):
        if not file.endswith(".txt"):
            continue
        name = os.path.relpath(f"{folder}/{file}", golden)
        with open(f"{folder}/{file}", encoding="utf-8") as text:
            whole = text.read()
        kind = re.sub(r"^.*?\d\d-[a-z]+-", "", file[:-4])
        body = whole.split("\n\n", 1)[-1]
        count += 1
        check_head(name, body)
        if kind in RULES:
            continue
        lines = lines_of(body)
        check_words(name, "/de/" not in f"/{name}", lines)
        check_rows(name, lines)
        check_offers(name, kind, lines)
        check_filled(name, lines)
print(f"{count} letters, {faults} faults")
sys.exit(faults > 0 or count < 300)
