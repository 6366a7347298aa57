# SPDX-License-Identifier: MIT
"""usage: secrets_kept.py FOLDER: a session with everything in it that may leak, then a look at all it left."""
import os
import re
import stat
import sys

from table import TOKEN, Checks, Table

table = Table(f"{sys.argv[1]}/site", "plus-address = yes", "subject-token = yes")
said = []  # all that pbem printed
check = Checks()


def run(*words):
    said.append(table.must(*(words or ("run", "--verbose"))) + table.err)
    table.collect()


def tokens(text):
    """Words that are shaped like a token; the digests of records are longer."""
    return {each.lower() for each in TOKEN.findall(text)}


def a_session():
    first, second = table.game(), table.game()
    anna, bob = first.anna, first.bob
    own = anna.newest.token
    anna.reply("MOVE e2-e5")
    anna.reply(f"MOVE {own}")
    anna.reply(f"MVOE {own.upper()}")
    anna.reply(f"{own}\nMOVE {own} e2-e4")
    anna.reply(f"TRY\nMOVE e2-e4\nSAY my key is {own}")
    run()
    anna.reply(f"MOVE e2-e4\nSAY TO black my key is {own}, keep it")
    for form in "x={}", "_{}_", "#{}!", "a{}b", "({})":
        anna.reply("MOVE e2-e4\nSAY " + form.format(own.upper()))
    anna.reply(f"MOVE e2-e4\nSAY {own[:20]}-{own[20:]}")
    anna.reply(f"MOVE e2-e4\nSAY {own[:20]}\n{own[20:]}")
    anna.reply("MOVE e2-e4\nDRAW\nSAY hello\nSAY TO black the password is plover")
    anna.reply(f"HELP {own}")
    run()
    bob.reply("DRAW NO\nSAY TO white sesame opens it")
    bob.reply(f"e5\nSAY your key is {own} and mine {bob.newest.token}", to=bob.newest)
    run()
    anna.reply("MOVE d4", to=anna.letters[0])
    anna.reply("BOARD\nSTATUS\nHISTORY\nHELP\nHELP RULES")
    anna.reply(f"MOVE d2-d4\n\n> key {bob.newest.token}")
    second.anna.reply("MOVE e2-e4", message_id=f"<{second.anna.newest.token}.x@example.org>")
    repeated = second.anna.compose("HELP")
    for letter in repeated, repeated, b"Received: twice\n" + repeated:
        table.put(letter)
    table.put(anna.newest.raw)
    table.put(b"X: y\n" * 20000 + anna.compose("MOVE e2-e4"))
    table.put(anna.compose("MOVE e2-e4").replace(anna.newest.token.encode(), b"a" * 42))
    run()
    bob.reply("", content="image/png", body="x")
    bob.reply("RESIGN", to=bob.letters[-1])
    run()
    run("status")
    run("doctor")
    for game in table.games:
        run("show", game)
        run("verify", game)
    run("key", "new")
    run("resend", "g2", "black")


def check_tokens():
    players = [player for game in table.games.values() for player in game.players.values()]
    given = {}
    for player in players:
        for letter in player.letters:
            check(f"a letter to {player.address} tells its token alone: {letter.kind}",
                  tokens(letter.text) <= {letter.token})
            for token in tokens(letter.raw.decode()) | tokens(letter.text):
                given.setdefault(token, set()).add(player.address)
    check("tokens were given out", len(given) > 5)
    check("no token is given to two", all(len(whom) == 1 for whom in given.values()))
    for text in said:
        check(f"pbem prints no token:\n{text}", not tokens(text))
    for game in table.games.values():
        check(f"no token in the record of {game.id}", not tokens(game.file))
        check(f"nor a part of one in that of {game.id}",
              not any(token[at:at + 20] in game.file.lower() for token in given for at in (0, 22)))
    for letter in table.to_moderator:
        check("no token in a report", not tokens(letter.raw.decode()))
    check("the moderator had a report", table.to_moderator)


def check_words():
    public = "".join(said) + "".join(game.file for game in table.games.values())
    for word in ("plover", "sesame"):
        check(f"'{word}', said in confidence, is in no log and no record", word not in public)
    bobs = "".join(letter.text for letter in table.games["g1"].bob.letters)
    check("what was said in confidence arrived", "plover" in bobs)
    check("what was said to all is in the record", "say white hello" in public)
    for game in table.games.values():
        check(f"no address in the record of {game.id}", "@" not in game.file)
        for player, other in ((game.anna, game.bob), (game.bob, game.anna)):
            letters = "".join(letter.raw.decode() for letter in player.letters)
            check(f"no address of {other.name} in letters to {player.name}",
                  other.address not in letters)


def check_modes():
    for folder, folders, files in os.walk(table.folder):
        for name in folders + files:
            path = os.path.join(folder, name)
            mode = stat.S_IMODE(os.lstat(path).st_mode)
            inside = os.path.relpath(path, table.folder)
            if inside.startswith("mail/in/"):  # the test's own
                continue
            public = re.fullmatch(r"games(/[^/]+(/game\.txt)?)?", inside)
            wanted = 0o711 if os.path.isdir(path) else 0o644
            check(f"{inside} has mode {mode:o}",
                  mode & ~wanted == 0 if public else mode & 0o077 == 0 or inside == "mail/in")


a_session()
check_tokens()
check_words()
check_modes()
check.end()
