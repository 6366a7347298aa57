#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: the first commands of a moderator. They list games and options, begin a ring with as many seats as
# are named, and take the same address or option twice. They show a copy of a game, and send a letter to try
# the connection.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
e2e_begin
PBEM_DATA=${PBEM_DATA:-$SOURCES}
case $PBEM_DATA in /*) ;; *) PBEM_DATA=$PWD/$PBEM_DATA ;; esac
export PBEM_DATA
site=$E2E/site

pbem()
{
	"$PBEM" --site "$site" "$@"
}

# Runs pbem as somebody does who is in the folder of games.
in_games()
{
	(cd "$site/games" && "$PBEM" --site .. "$@")
}

# says WHAT CODE LINE COMMAND...: the command ends with that code (-: it fails), and says the line somewhere.
says()
{
	says_what=$1 says_code=$2 says_line=$3
	shift 3
	"$@" >"$E2E/said" 2>&1
	says_got=$?
	[ "$says_code" = - ] && [ "$says_got" -ne 0 ] && says_code=$says_got
	check_same "$says_what: exit code" "$says_code" "$says_got"
	grep -qF -e "$says_line" "$E2E/said" || sed 's/^/  | /' "$E2E/said"
	check "$says_what: says '$says_line'" grep -qF -e "$says_line" "$E2E/said"
}

check "init" pbem init --address games@example.org >/dev/null

# The variants that can be played.
says "all variants" 0 "ring               3-16  seats  Multi Player Chess" pbem variants
check_same "as many as there are" "$(find "$PBEM_DATA/games" -name '*.variant' | wc -l)" "$(wc -l <"$E2E/said")"
says "one of them" 0 "  beaten             role, kingdom, dead, inert, obstacles, removed" pbem variants kingdom
says "its seats" 0 "seats: white, red, black, blue" pbem variants kingdom
says "what depends on another" 0 "  castling           4/3, any, 2-6/2-5" \
	pbem variants kingdom --option king=right
says "none" 0 "  none" pbem variants chess
says "what would change nothing" 0 "(beaten and stalemate are allowed, as in every game, and without effect between two sides)" \
	pbem variants chess
check_not "said where they matter" grep -q "without effect" "$(pbem variants kingdom >"$E2E/kingdom"; echo "$E2E/kingdom")"
says "not there" 64 "did you mean 'kingdom'?" pbem variants kingdm
pbem variants | while read -r name rest; do
	pbem variants "$name" | sed -n 's/^  \([a-z.-]*\) \{1,\}\([a-z0-9/]*\)\(,.*\)*$/--option \1=\2/p' |
		while read -r word option; do
			echo 'e2e4' | "$PBEM" perft "$name" 1 "$word" "$option" >/dev/null || echo "$name $option"
		done
done >"$E2E/refused"
check_same "every default listed is taken" "" "$(cat "$E2E/refused")"

# A ring.
says "five in a ring" 0 "Game g1: ring a (A), b (B), c (C), d (D), e (E)" \
	pbem new ring a@x.org b@x.org c@x.org d@x.org e@x.org
check "its file says so" grep -qx 'option seats 5' "$site/games/g1/game.txt"
says "four in a ring" 0 "(D)" pbem new ring a@x.org b@x.org c@x.org d@x.org
check_not "the default needs no line" grep -q '^option seats' "$site/games/g2/game.txt"
says "three by name" 0 "Game g3: ring Ann (A), Bob (B), Cy (C)" \
	pbem new ring 'c=Cy <c@x.org>' 'a=Ann <a@x.org>' 'b=Bob <b@x.org>'
says "two are too few" - "2 persons are named: option 'seats' can't be '2'; it can be: 4, 3-16" \
	pbem new ring a@x.org b@x.org
says "as many as said" - "the player of D is missing" pbem new ring a@x.org b@x.org c@x.org --option seats=4
says "no person" 64 "can't read 'Bob'; expected a player, such as" pbem new chess a@x.org Bob
says "nobody" - "the player of A is missing" pbem new ring

# Twice.
says "an option twice" - "--option seats is given twice" \
	pbem new ring a@x.org b@x.org c@x.org --option seats=3 --option seats=3
says "an id twice" - "--id is given twice" pbem new chess a@x.org b@x.org --id one --id two
says "an address twice" 0 "note: A@x.org plays both White and Black, and gets the letters of both" \
	pbem new chess a@x.org A@x.org --id self
check "the game is there" test -f "$site/games/self/game.txt"
pbem new chess a@x.org b@x.org --id other >"$E2E/said" 2>&1
check_not "no note without cause" grep -q note "$E2E/said"

# A copy under any name.
cp "$site/games/g1/game.txt" "$E2E/old ring.txt"
says "a file" 0 "g1: ring, A a, B b, C c, D d, E e" pbem show "$E2E/old ring.txt"
says "at a ply" 0 "g1: ring" pbem show --ply 0 "$E2E/old ring.txt"
says "a game.txt" 0 "g1: ring" pbem show "$site/games/g1/game.txt"
says "no such file" 66 "there is no game" pbem show "$E2E/nothing.txt"

check_same "checked as well, by its folder" "" "$(pbem verify "$site/games/g1" 2>&1)"
check_same "by its name beside a folder of that name" "" "$(in_games verify g1 2>&1)"
says "no game in a folder" 66 "there is no game" pbem verify "$site/keys"

# The moderator's address.
says "no moderator" 78 "nobody gets the reports" pbem doctor --send-test
echo 'moderator = games@example.org' >>"$site/pbem.conf"
says "the site itself" 78 "the site's own address" pbem doctor
sed -i 's/^moderator.*/moderator = Mo <mo@x.org>/' "$site/pbem.conf"
says "no bare address" 78 "is not a mail address" pbem doctor
sed -i 's/^moderator.*/moderator = mo@x.org/' "$site/pbem.conf"
says "the offer" 0 "'pbem doctor --send-test' sends a test letter" pbem doctor
check_not "nothing is sent unasked" grep -rqx "To: mo@x.org" "$site/mail/out/new"
says "the letter" 0 "accepted a test letter to mo@x.org" pbem doctor --send-test
check "it went out" grep -rqx "To: mo@x.org" "$site/mail/out/new"

# The site before the command and after it, with a sign and without.
says "in front" 0 "g1           ring" "$PBEM" --site "$site" status g1
says "in front, with a sign" 0 "g1           ring" "$PBEM" "--site=$site" status g1
says "behind" 0 "g1           ring" "$PBEM" status g1 --site "$site"
says "behind, with a sign" 0 "g1           ring" "$PBEM" status "--site=$site" g1
says "the later one" 0 "g1           ring" "$PBEM" --site nowhere status g1 --site "$site"
says "no folder behind it" 64 "expected --site DIR" "$PBEM" --site
says "nor at the end" 64 "expected --site DIR" "$PBEM" status --site

# Options may come anywhere, except after two hyphens.
says "behind the game" 0 "g1: ring" pbem show g1 --ply 0
says "with a sign" 0 "g1: ring" pbem show --ply=0 g1
check "as the program is told to take them elsewhere" env POSIXLY_CORRECT=1 "$PBEM" --site "$site" show g1 --fen
says "no option any more" 66 "no game ./--fen" pbem show -- ./--fen
says "what is none" 64 "unknown option --saet; did you mean --seat?" pbem show g1 --saet a
says "a start of two" 64 "--s may mean --seat or --site" pbem show g1 --s a
says "a hyphen short" 64 "unknown option -fen; did you mean --fen?" pbem show g1 -fen
says "a command that is none" 64 "unknown command 'stauts'; did you mean 'status'?" pbem stauts
says "an option in front of the command" 64 "write options of a command after the command's name" "$PBEM" --verbose run

# Options about cards in games without cards; and sets, and needs of cards, that are no names.
says "sets without cards" 64 "option 'sets' is about cards, and without cards=on there are none" \
	pbem new knightmare --option cards=off --option sets=first a@x.org b@x.org
says "a deck without cards" 64 "option 'deck' is about cards" \
	pbem new three-player --option deck=common a@x.org b@x.org c@x.org
says "sets of a ring" 0 "Game" pbem new ring --option sets=social a@x.org b@x.org c@x.org
mkdir "$E2E/own"
cp -R "$PBEM_DATA/games" "$PBEM_DATA/mailers" "$PBEM_DATA/templates" "$E2E/own"
cp -R "$E2E/own/games/cards/first" "$E2E/own/games/cards/Second"
own()
{
	PBEM_DATA=$E2E/own "$PBEM" --site "$site" "$@"
}
says "a set in capitals" 64 "its folder's, of small letters, digits and hyphens" \
	own variants knightmare --option sets=Second
says "its folder" 65 "'Second' is no set of cards: expected names of folders, of small letters" own check
rm -r "$E2E/own/games/cards/Second"
check "a set that is sound" own check
sed -i 's/abduction=honour/abducton=honour/' "$E2E/own/games/cards/first/abduction.card"
says "a need that no game meets" 65 "/cards/first: Abduction needs abducton=honour, but no game" own check

# The only key was seen by somebody, and is deleted before there is another.
rm "$site/keys/1"
says "no key" 78 "to make a key, run: pbem key new" pbem run
says "a new one" 0 "uses key" pbem key new
check "with which it goes on" pbem resend g1 a
check "and runs" pbem run

# Where runs tell what they did.
printf 'From: a@x.org\n\nhello\n' >"$E2E/letter"
check "a letter" pbem deliver <"$E2E/letter"
check "has its line" grep -q 'ignored: no token\|the board' "$site/log"
rm "$site/log"
cp "$site/pbem.conf" "$E2E/conf"
echo 'log = syslog' >>"$site/pbem.conf"
check "another, to the machine's log" pbem deliver <"$E2E/letter"
check_not "none in the site's" test -e "$site/log"
check "a run" pbem run
check_not "none either" test -e "$site/log"
echo 'log = diary' >>"$site/pbem.conf"
rm -f "$site/troubles"
says "neither" 78 "log is file or syslog, not 'diary'" pbem run
check "which stands in the file" grep -q "log is file or syslog" "$site/log"
cp "$E2E/conf" "$site/pbem.conf"
e2e_end
