# SPDX-License-Identifier: MIT
"""usage: addresses.py FOLDER [CASE]...: internationalised addresses (IDNA, SMTPUTF8) of players and moderators."""
import itertools
import re
import sys
import unicodedata

import servers
import smtp_faulty
from table import ADDRESS, Player, Table, case, run_cases

FOLDER = sys.argv[1]
DOMAINS = ("m\u00fcnchen.example", "M\u00dcNCHEN.Example", "mu\u0308nchen.example", "xn--mnchen-3ya.example",
           "XN--MNCHEN-3YA.EXAMPLE", "m\u00fcnchen\u3002example")
NAMES = ("anna", "ANNA", "j\u00fcrgen", "J\u00dcRGEN", "ju\u0308rgen", "\u7528\u6237", "\u0430\u043d\u043d\u0430", "anna+chess")
counter = itertools.count()


def same(name):
    return unicodedata.normalize("NFC", name).lower()


def forms():
    """Ways in which the owner of each address may write it: what is given first, and what a mail says."""
    for given, written in zip(DOMAINS, DOMAINS[1:] + DOMAINS[:1]):
        yield f"anna@{given}", f"anna@{written}"
    for given, written in itertools.product(NAMES, NAMES):
        if same(given) == same(written):
            yield f"{given}@{DOMAINS[0]}", f"{written}@{DOMAINS[3]}"
            yield f"{given}@example.net", f"{written}@example.net"


def table_of(*settings):
    return Table(f"{FOLDER}/site{next(counter)}", *settings)


class Person(Player):
    """A person who writes from an address, in whatever spelling."""

    def __init__(self, table, address):
        self.table, self.address, self.name, self.letters = table, address, "anna", []
        self.game = self

    def write(self, text, subject="hello"):
        self.table.put(f"From: Anna <{self.address}>\nTo: {ADDRESS}\nSubject: {subject}\n"
                       f"Message-ID: {self.table.message_id()}\n\n{text}\n".encode())

    def got(self, table):
        found, table.elsewhere[:] = list(table.elsewhere), []
        return found


@case
def a_player_is_known_by_it_in_every_form():
    for given, written in forms():
        table = table_of("from-must-match = yes")
        table.must("new", "chess", f"white=Anna <{given}>", "black=Bob <bob@example.org>", "--id", "g1")
        table.collect()
        welcome = [each for each in table.elsewhere if each.seat == "white"][0]
        name, domain = welcome.to.split("@")
        assert same(name) == same(given.split("@")[0]) and domain.isascii(), (given, welcome.to)
        person = Person(table, written)
        person.reply("MOVE e2-e4", to=welcome)
        person.write("I have lost my letters", "[g1]")
        log = table.run()
        assert "accepted: MOVE e2-e4" in log and "sent the board" in log, f"{given}, {written}: {log}"
        table.must("verify")


@case
def a_moderator_is_known_by_it_in_every_form():
    for given, written in forms():
        table = table_of("mail-commands = yes", f"moderator = {given}")
        table.must("new", "chess", "white=Ida <ida@example.org>", "black=Bob <bob@example.org>", "--id", "g1")
        table.collect()
        person = Person(table, written)
        person.got(table)
        person.write("PBEM CANCEL g1 AT 1 REASON nobody plays")
        table.run()
        asked = [each for each in person.got(table) if each.kind == "command"]
        assert len(asked) == 1 and same(asked[0].to.split("@")[0]) == same(given.split("@")[0]), (given, written, table.log)
        person.reply("YES", to=asked[0])
        table.run()
        told = [each.subject for each in person.got(table) if each.kind == "command"]
        assert any("Done: cancel" in each for each in told), f"{given}, {written}: {told}\n{table.log}"


@case
def a_player_joins_watches_and_moves_with_it():
    for address in ("j\u00fcrgen@m\u00fcnchen.example", "\u7528\u6237@example.net", "anna@m\u00fcnchen.example"):
        table = table_of("watchers = 5")
        table.must("new", "chess", "--open", "--id", "o1")
        person = Person(table, address)
        person.write("JOIN o1")
        table.run()
        asked = [each for each in person.got(table) if each.token]
        assert asked, f"{address}: nobody is asked\n{table.log}"
        person.reply("JOIN o1\nNAME J\u00fcrgen", to=asked[-1])
        table.run()
        assert same(address.split("@")[0]) in open(f"{table.folder}/offers/o1", encoding="utf-8").read(), table.log
        table.must("new", "chess", "white=Ida <ida@example.org>", "black=Bob <bob@example.org>", "--id", "g1")
        table.must("address", "g1", "white", address)
        table.run()
        person.got(table)
        table.must("say", "g1", "Hello!")
        table.run()
        assert any(same(address.split("@")[0]) == each.to.split("@")[0] for each in person.got(table)), table.log


@case
def what_is_no_address_is_refused():
    table = table_of()
    for bad in ("j\u00fcrgen\u00a0x@example.net", "j\u202ergen@example.net", "j\u009brgen@example.net", "\u00fc" * 33 + "@example.net",
                "anna@m\u202e\u00fcnchen.example", "@m\u00fcnchen.example", "anna@", "a@b@m\u00fcnchen.example"):
        table.pbem("new", "chess", f"Anna <{bad}>", "Bob <bob@example.org>")
        assert table.code == 64 and "is not a mail address" in table.err, (bad, table.code, table.err)
    table.set("address = j\u00fcrgen@example.net")
    table.pbem("run")
    assert table.code == 78 and "own mail address" in table.err, table.err


def post(offers):
    """Two letters by SMTP, one to an address beyond ASCII; what the server says it met, and the letters."""
    table = table_of("timeout-seconds = 5", "outgoing = smtp://127.0.0.1:1")
    table.pbem("new", "chess", "white=J\u00fcrgen <j\u00fcrgen@m\u00fcnchen.example>", "black=Bob <bob@example.org>", "--id", "g1")
    letters = f"{table.folder}/../letters{next(counter)}"
    with open(letters, "wb"):
        pass
    server = servers.Started(smtp_faulty, f"{offers} none", letters)
    table.set(f"outgoing = smtp://127.0.0.1:{server.port}")
    table.pbem("run")
    met = server.end()
    with open(letters, "rb") as file:
        return table, met, file.read()


@case
def a_server_that_takes_such_an_address_gets_the_letter():
    for offers in ("smtputf8", "pipelining smtputf8", "pipelining chunking smtputf8"):
        table, met, letters = post(offers)
        assert "WRONG" not in met, met
        assert re.search(r"^letter \d+ j\u00fcrgen@xn--mnchen-3ya\.example 250", met, re.MULTILINE), (offers, met, table.err)
        assert re.search(r"^letter \d+ bob@example\.org 250", met, re.MULTILINE), (offers, met)
        assert "j\u00fcrgen@xn--mnchen-3ya.example".encode() in letters


@case
def a_server_that_does_not_is_never_given_one():
    for offers in ("", "pipelining", "pipelining chunking"):
        table, met, letters = post(offers)
        assert "WRONG" not in met and "rgen" not in met, met
        assert re.search(r"^letter \d+ bob@example\.org 250", met, re.MULTILINE), (offers, met, table.err)
        table.pbem("status")
        assert "doesn't offer SMTPUTF8" in table.out and "quarantine/unsent.g1.white" in table.out, table.out


run_cases(sys.argv[2:], slow=120)
