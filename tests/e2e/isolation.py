# SPDX-License-Identifier: MIT
"""usage: isolation.py FOLDER: the cases of isolation.sh, a function each; its name says what is true.
tests/e2e/failing.c makes pbem's own functions fail."""
import email
import os
import re
import shutil
import subprocess
import sys
import time

from players import put, reply
from table import PBEM, Table, case, has, run_cases

NOW = int(time.time())
DAY = 86400
folder = sys.argv[1]
sites = 0
os.umask(0o077)

# The functions that handle a message, and the culprits below for which each is called.
OVER_MESSAGES = {
    "from_player_handle": ("order", "query", "join"),
    "request_answer": ("order", "query", "join"),
    "from_joiner_ask": ("asks-to-join",),
    "from_watcher_ask": ("asks-to-watch",),
    "from_known_address_answer": ("keyless",),
    "workspace_enter": ("order",),
    "mail_send": ("order", "query", "keyless"),
    "enqueue_send": ("order", "query", "keyless", "asks-to-join", "asks-to-watch"),
}
# The functions that change a game when its messages are decided; the culprit is the message that caused it.
OVER_GAMES = ("mail_ask", "announcement_send", "watchers_notify", "conditional_play_follow")


def at(when):
    os.environ["PBEM_TIME"] = str(when)


def fail(what=None):
    if what is None:
        os.environ.pop("FAIL", None)
    else:
        os.environ["FAIL"] = what


def a_site():
    """Games of several kinds, each of two people of its own, and one that can be joined; the first letters are out."""
    global sites
    sites += 1
    at(NOW)
    fail()
    os.environ["PBEM_TEST_SEED"] = "isolation"
    table = Table(f"{folder}/site{sites}")
    for variant, options in (("chess", {"watch": "ask"}), ("chess", {"days": "3"}), ("knightmare", {}), ("chess", {"watch": "ask"})):
        table.game(variant=variant, **options)
    table.must("new", "chess", "--open", "--id", "o1")
    table.collect()
    shutil.rmtree(f"{table.folder}/mail", ignore_errors=True)
    return table


def original():
    """One site is made; all others are copies, so that they have its keys and the same letters."""
    if not hasattr(original, "table"):
        original.table = a_site()
    return original.table


def copy():
    global sites
    sites += 1
    made = f"{folder}/site{sites}"
    shutil.copytree(original().folder, made)
    return made


def letter(game, name, text):
    return reply(getattr(original().games[game], name).letters[0], text, NOW + 1)


def stranger(text, sender="eve@example.org", subject="hello"):
    return (f"From: {sender}\r\nTo: games@example.org\r\nSubject: {subject}\r\n"
            f"Message-ID: <{subject}.{len(text)}@example.org>\r\n\r\n{text}\r\n").encode()


def culprits():
    table = original()
    return {
        "order": letter("g1", "anna", "MOVE e2-e4"),
        "query": letter("g1", "anna", "STATUS"),
        "join": letter("g1", "anna", "HELP"),
        "asks-to-join": stranger("JOIN o1", subject="join"),
        "asks-to-watch": stranger("WATCH g1", subject="watch"),
        "keyless": stranger("where are my letters?", sender=table.games["g1"].anna.address, subject="lost"),
    }


def others():
    """Messages before and after the culprit; some in its own game."""
    return ([letter("g2", "anna", "MOVE d2-d4"), letter("g1", "bob", "STATUS")],
            [letter("g4", "anna", "MOVE c2-c4"), letter("g2", "bob", "STATUS"),
             stranger("WATCH g4", sender="mallory@example.org", subject="more"),
             stranger("lottery", sender="x@example.com", subject="spam")])


def fill(made, culprit):
    before, behind = others()
    letters = before + ([culprit] if culprit else [None]) + behind
    for number, raw in enumerate(letters, 1):
        if raw is not None:
            put(f"{made}/mail/in", number, raw, NOW + number)


CULPRIT = "M000003"  # behind two others, as fill numbers them


def pbem(made, *words):
    done = subprocess.run([PBEM, "--site", made, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout.decode(errors="replace")


def run(made, codes):
    code, out = pbem(made, "run", "--verbose")
    assert code in codes, f"ended with {code}, not {codes}:\n{out}"
    return out


def games(made):
    found = {}
    for name in os.listdir(f"{made}/games"):
        with open(f"{made}/games/{name}/game.txt", encoding="utf-8") as file:
            found[name] = file.read()
    return found


def sent(made):
    """To whom letters went, about which game, of which kind."""
    box = f"{made}/mail/out/new"
    found = []
    for name in os.listdir(box) if os.path.isdir(box) else ():
        with open(f"{box}/{name}", "rb") as file:
            mail = email.message_from_binary_file(file)
        kind = re.search(r"<[^.]*\.([^@]*?)\.?[0-9a-f]*@", mail["Message-ID"])
        found.append(("".join(str(mail["To"]).split()), kind.group(1)))
    return sorted(found)


def waiting(made):
    """Messages that no run has dealt with."""
    return [name for name in os.listdir(f"{made}/mail/in/new")] + \
        [name for name in os.listdir(f"{made}/mail/in/cur") if not name.split(":2,")[-1].count("S")]


def of(letters, *people):
    return [each for each in letters if any(person in each[0] for person in people)]


def sound(made):
    fail()
    code, out = pbem(made, "verify")
    assert code == 0, out


def without():
    """Returns the result without the culprit."""
    made = copy()
    fail()
    fill(made, None)
    run(made, (0,))
    return made


def with_it(culprit_name):
    made = copy()
    fail()
    fill(made, culprits()[culprit_name])
    run(made, (0,))
    return made


OTHERS = ("g2", "g4", "mallory")


@case
def a_message_that_fails_is_set_aside_and_all_others_are_decided():
    reference = without()
    for function, names in OVER_MESSAGES.items():
        for name in names:
            made = copy()
            fill(made, culprits()[name])
            fail(f"{function} plain {CULPRIT}")
            out = run(made, (0,))
            what = f"{function} over {name}"
            assert "pbem failed at this letter" in out, f"{what}:\n{out}"
            assert games(made) == games(reference), f"{what}: other games"
            assert of(sent(made), *OTHERS) == of(sent(reference), *OTHERS), f"{what}: other letters"
            assert len(os.listdir(f"{made}/quarantine")) == 1, f"{what}: aside"
            assert any("carol" in to for to, _ in sent(made)), f"{what}: the moderator isn't told"
            if name in ("order", "query", "join") and function not in ("mail_send", "enqueue_send"):
                assert any("unreadable" in kind for _, kind in of(sent(made), "anna.g1")), f"{what}: {sent(made)}"
            sound(made)


@case
def a_game_that_fails_costs_only_the_message_that_brought_it_about():
    reference = without()
    for function in OVER_GAMES:
        made = copy()
        fill(made, culprits()["order"])
        fail(f"{function} plain g1")
        out = run(made, (0,))
        ours, theirs = games(made), games(reference)
        assert ours["g2"] == theirs["g2"] and ours["g4"] == theirs["g4"], f"{function}: other games\n{out}"
        assert of(sent(made), *OTHERS) == of(sent(reference), *OTHERS), f"{function}: other letters"
        sound(made)


@case
def what_may_pass_waits_with_its_game_and_comes_to_the_same_a_run_later():
    for function, name in (("workspace_enter", "order"), ("enqueue_send", "query"), ("request_answer", "order"),
                           ("from_watcher_ask", "asks-to-watch"), ("mail_ask", "order")):
        made, later = copy(), with_it(name)
        fill(made, culprits()[name])
        fail(f"{function} passing {'g1' if function == 'mail_ask' else CULPRIT}")
        run(made, (75,))
        ours, theirs = games(made), games(later)
        assert ours["g2"] == theirs["g2"] and ours["g4"] == theirs["g4"], f"{function}: other games"
        assert ours["g1"] == games(original().folder)["g1"], f"{function}: its game was written"
        assert not os.path.isdir(f"{made}/quarantine") or not os.listdir(f"{made}/quarantine"), f"{function}: aside"
        fail()
        run(made, (0,))
        assert games(made) == theirs, f"{function}: a run later"
        assert sorted(set(sent(made))) == sorted(set(sent(later))), \
            f"{function}: {set(sent(made)) ^ set(sent(later))}"
        sound(made)


@case
def what_concerns_the_site_ends_the_run_and_nothing_is_set_aside():
    for fault in ("a name that no letter offers", "a folder in its place"):
        made, later = copy(), with_it("order")
        fill(made, culprits()["order"])
        fail()
        os.makedirs(f"{made}/templates", exist_ok=True)
        path = f"{made}/templates/accepted.txt"
        if fault == "a folder in its place":
            os.makedirs(path)
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write("Subject: {nothing-such}\n\nHello\n")
        out = run(made, (78,))
        assert games(made) == games(original().folder), f"{fault}: {out}"
        assert not os.path.isdir(f"{made}/quarantine") or not os.listdir(f"{made}/quarantine"), f"{fault}: {out}"
        shutil.rmtree(f"{made}/templates")
        run(made, (0,))
        assert games(made) == games(later)
        assert sent(made) == sent(later)


@case
def a_message_waits_while_a_file_is_damaged():
    made, later = copy(), with_it("query")
    fill(made, culprits()["query"])
    fail(f"request_answer damaged {CULPRIT}")
    for _ in range(2):
        run(made, (65,))
        assert games(made)["g2"] == games(later)["g2"]
    fail()
    run(made, (0,))
    assert sorted(set(sent(made))) == sorted(set(sent(later)))


@case
def a_crash_at_the_commit_is_found_and_costs_one_message():
    reference = without()
    for function in OVER_GAMES:
        made = copy()
        fill(made, culprits()["order"])
        fail(f"{function} crash g1")
        codes = []
        for _ in range(6):
            codes.append(pbem(made, "run")[0])
        assert codes[-1] == 0, f"{function}: {codes}"
        ours, theirs = games(made), games(reference)
        assert ours["g2"] == theirs["g2"] and ours["g4"] == theirs["g4"], f"{function}: other games"
        sound(made)


@case
def a_game_over_which_the_clock_fails_stands_still_and_all_others_go_on():
    for how, codes in (("plain", (65,)), ("passing", (75,)), ("crash", (-6, 65))):
        made = copy()
        table = original()
        fail()
        # A second game with the same clock.
        code, out = pbem(made, "new", "chess", "--option", "days=3", "--id", "h1", "white=Ida <ida@example.org>",
                         "black=Jo <jo@example.org>")
        assert code == 0, out
        at(NOW + 5 * DAY)
        fail(f"timeout_game {how} {table.games['g2'].id}")
        out = ""
        for _ in range(5 if how == "crash" else 1):
            code, out = pbem(made, "run", "--verbose")
            assert code in codes, f"{how}: {code}\n{out}"
        ours = games(made)
        assert "missed" in ours["h1"], f"{how}: the other clock\n{out}"
        assert "missed" not in ours["g2"], f"{how}: its own"
        assert code == codes[-1], code
        if how != "passing":
            assert any("carol" in to for to, _ in sent(made)), f"{how}: the moderator isn't told\n{out}"
            code, out = pbem(made, "repair", "g2")
            assert "g2" in out and code != 0, f"{how}: repair says nothing of it: {code} {out}"
        fail()
        at(NOW + 7 * DAY)
        if how == "crash":  # that is tried again each day
            run(made, (65,))
            os.utime(f"{made}/crashed", (NOW - 2 * DAY, NOW - 2 * DAY))
        run(made, (0,))
        assert "missed" in games(made)["g2"], f"{how}: a run later"
        code, out = pbem(made, "repair", "g2")
        assert code == 0, out
        at(NOW)
        sound(made)


# The addresses after From:, and whether an answer to a stranger there can be sent.
SENDERS = {
    "anna@xn--mnchen-3ya.example": True,
    "anna@M\u00dcNCHEN.example": True,
    "a" * 64 + "@example.org": True,
    "a" * 65 + "@example.org": False,
    "reply+" + "a" * 60 + "@reply.example.com": False,
    "j\u00fcrgen@example.org": True,
    "j\u00fcrgen@m\u00fcnchen.example": True,
    '"anna smith"@example.org': False,
    "anna@" + "b." * 130 + "org": False,
    "anna@[192.0.2.1]": False,
    "anna": False,
    "<>": False,
    "a@b@c.example": None,
    "undisclosed-recipients:;": None,
    "friends: anna@example.org, bob@example.org;": None,
    "=?utf-8?q?=C3=BC?= <=?utf-8?q?=C3=BC?=@example.org>": None,
    "anna@example.org\r\nFrom: bob@example.org": None,
    "\x00@example.org": None,
    "anna@\u4f8b\u3048.\u30c6\u30b9\u30c8": True,
    "anna(comment)@example(comment).org": None,
}


@case
def no_address_keeps_another_letter_from_being_decided():
    """By WATCH, JOIN, without any order; and as a player's."""
    for number, (sender, answered) in enumerate(SENDERS.items()):
        made = copy()
        fail()
        for place, text in enumerate(("WATCH g1", "JOIN o1", "hello")):
            put(f"{made}/mail/in", place + 1, stranger(text, sender=sender, subject=f"s{number}{place}"), NOW + place)
        raw = letter("g1", "bob", "STATUS")
        put(f"{made}/mail/in", 4, re.sub(rb"^From: .*?\r$", b"From: " + sender.encode() + b"\r", raw, count=1,
                                         flags=re.M), NOW + 4)
        put(f"{made}/mail/in", 5, letter("g4", "anna", "MOVE c2-c4"), NOW + 5)
        out = run(made, (0,))
        assert "MOVE c2-c4" in games(made)["g4"], f"{sender!r}: {out}"
        assert not waiting(made), f"{sender!r}: {waiting(made)}"
        assert "pbem failed" not in out, f"{sender!r}: {out}"
        if answered is not None:
            to = [each for each in sent(made) if not of([each], "g1", "g4", "carol")]
            assert bool(to) == answered, f"{sender!r}: {sent(made)}\n{out}"
        sound(made)


@case
def an_internationalised_domain_is_one_in_every_form():
    """On the command line, in the sender's header, in ADDRESS."""
    forms = ("m\u00fcnchen.example", "M\u00dcNCHEN.EXAMPLE", "xn--mnchen-3ya.example", "XN--MNCHEN-3YA.example")
    for given in forms:
        for written in forms:
            table = Table(f"{folder}/idn{len(os.listdir(folder))}", "from-must-match = yes")
            table.must("new", "chess", f"white=Ida <ida@{given}>", "black=Bob <bob@example.org>", "--id", "g1")
            table.collect()
            ours = [each for each in table.elsewhere if each.seat == "white"][0]
            assert ours.to.lower() == "ida@xn--mnchen-3ya.example", ours.to
            raw = reply(ours, "MOVE e2-e4", NOW).replace(b"From: " + str(ours.mail["To"]).encode(),
                                                         f"From: Ida <ida@{written}>".encode())
            table.put(raw)
            table.put(stranger("where am I?", sender=f"ida@{written}", subject="lost"))
            log = table.run()
            assert "accepted: MOVE e2-e4" in log and "sent the board" in log, f"{given}, {written}: {log}"
            table.put(reply([each for each in table.elsewhere if each.kind == "accepted"][-1], f"ADDRESS ida@{written}",
                            NOW + 1).replace(b"From: " + str(ours.mail["To"]).encode(),
                                             f"From: Ida <ida@{written}>".encode()))
            log = table.run()
            has(table.elsewhere[-1].text, "That is the address your letters go to already")


@case
def words_that_waited_for_hours_begin_their_game():
    for options, fact in ((("words=ask", "deck=personal"), "gather decks"), (("words=ask",), "late")):
        table = Table(f"{folder}/late{len(os.listdir(folder))}")
        at(NOW)
        table.must("new", "knightmare", "white=Ida <ida@example.org>", "black=Bob <bob@example.org>", "--id", "g1",
                   *[word for each in options for word in ("--option", each)])
        table.collect()
        for number, ours in enumerate(table.elsewhere):
            table.put(reply(ours, f"JOIN word{number}", NOW + number), NOW + number)
        at(NOW + 30 * 3600)
        log = table.run()
        with open(f"{table.folder}/games/g1/game.txt", encoding="utf-8") as file:
            text = file.read()
        assert f"\n  {fact}" in text, log + text
        at(NOW)
        sound(table.folder)


run_cases(sys.argv[2:])
