# SPDX-License-Identifier: MIT
"""routing.py FOLDER: two sites behind one Dovecot, which delivers by LMTP and a sieve script to a folder of each."""

import email.utils
import os
import smtplib
import sys

from table import Player, Table, case, has, only, run_cases

ADDRESS = "games@example.org"


class Site(Table):
    """It reads a folder of the mailbox; what players write goes to the server."""

    def __init__(self, name, folder, *settings):
        super().__init__(f"{sys.argv[1]}/{name}")
        with open(f"{self.folder}/secret", "w", encoding="ascii",
                  opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write("gamespw\n")
        self.set(f"mailbox = imap://127.0.0.1:{os.environ['IMAP_PORT']}/{folder}", "mailbox-user = games",
                 "mailbox-password-file = secret", *settings)

    def put(self, letter, when=None):
        """To the address it is written to, as any mail server hands it over."""
        to = next(line for line in letter.decode().splitlines() if line.startswith("To: "))
        with smtplib.LMTP("127.0.0.1", int(os.environ["LMTP_PORT"])) as server:
            server.sendmail("player@example.net", [email.utils.parseaddr(to[4:])[1]], letter)
        return letter


def sites(address, *settings):
    """Files that earlier cases have left in the folders belong to nobody, and their sites' places are taken."""
    number = len(made)
    first = Site(f"first{number}", "a", "domain = a.example.org", *settings)
    second = Site(f"second{number}", "b", "first-game = 100000", f"address = {address}", "domain = b.example.org",
                  *settings)
    second.games, second.count = first.games, 50000
    made.append(first)
    # The folders are made with the first letter that comes to them.
    for to in "games@example.org", "games+b@example.org":
        first.put(f"From: nobody@example.net\nTo: {to}\nSubject: hello\n\nhello\n".encode())
    for each in first, second:
        each.must("adopt", "--yes")
    run(first, second)
    return first, second


made = []


def run(*tables):
    for table in tables:
        table.run()


def new(table, number, people):
    """The game gets the number that is next, and its name by that."""
    table.must("new", "chess", *[f"{name.title()} <{name}.g{number}@example.net>" for name in people])
    game = table.games[f"g{number}"] = type("Game", (), {})()
    game.table, game.id, game.players = table, f"g{number}", {}
    for seat, name in zip(("white", "black"), people):
        game.players[seat] = Player(game, seat, name)
        setattr(game, name, game.players[seat])
    table.collect()
    for player in game.players.values():
        only(player.read(), "welcome" if player.seat == "white" else player.letters[-1].kind)
    return game


def played(table, game, move):
    with open(f"{table.folder}/games/{game.id}/game.txt", encoding="utf-8") as file:
        return any(line.startswith("  played") and line.split()[2] == move for line in file)


def nothing_strange(*tables):
    """No site has seen a message for the other, except the two that made the folders."""
    for table in tables:
        assert "isn't genuine" not in table.must("status"), table.out


def game_after_game(first, second):
    here, there = new(first, 1, ("anna", "bob")), new(second, 100000, ("carl", "dora"))
    for game, mover, move in ((here, "anna", "e2e4"), (there, "carl", "d2d4"), (here, "bob", "e7e5"),
                              (there, "dora", "d7d5")):
        getattr(game, mover).reply(f"MOVE {move}")
        run(first, second)
        assert played(game.table, game, move), (game.id, move)
    nothing_strange(first, second)
    return here, there


@case
def letters_come_to_their_site_by_the_number_of_the_game():
    first, second = sites(ADDRESS)
    game_after_game(first, second)


@case
def and_with_keys_in_the_address():
    first, second = sites(ADDRESS, "plus-address = yes")
    game_after_game(first, second)


@case
def and_by_an_address_of_each_site():
    first, second = sites("games+b@example.org", "plus-address = yes")
    _, there = game_after_game(first, second)
    has(str(there.carl.newest.head("Reply-To")), "games+b+")


@case
def a_game_that_moves_is_played_on_through_the_old_rules_and_new_ones():
    first, second = sites(ADDRESS, "plus-address = yes")
    here, _ = game_after_game(first, second)
    asked = here.anna.newest
    first.must("move", "g1", second.folder)
    # The rules name the first site for it still: each letter goes by way of that.
    here.anna.reply("MOVE g1-f3", to=asked)
    run(first, second)
    assert played(second, here, "g1f3")
    here.bob.reply("MOVE b8-c6")
    run(first, second)
    assert played(second, here, "b8c6")
    # With a line for it they come at once.
    path = f"{sys.argv[1]}/compiled/rules.sieve"
    with open(path, encoding="utf-8") as file:
        rules = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(rules.replace("[g17]", "[g1]"))
    os.utime(path, (os.path.getmtime(path) + 10,) * 2)
    here.anna.reply("MOVE f1-b5")
    run(second)
    assert played(second, here, "f1b5")
    second.must("move", "g1", first.folder)
    # And by way of the second, which they name now.
    here.bob.reply("MOVE a7-a6")
    run(second, first)
    assert played(first, here, "a7a6")
    nothing_strange(first, second)
    for table in first, second:
        table.must("verify")


run_cases(sys.argv[2:], slow=20)
