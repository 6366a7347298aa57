#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: every command's exit code says what went wrong, as pbem(1) lists them.
. "${srcdir:-.}/tests/e2e/lib.sh"

PBEM_DATA=${PBEM_DATA:-$SOURCES}
export PBEM_DATA
e2e_begin
data_without_counts
SITE=$E2E/site
PBEM_SITE=$SITE
export PBEM_SITE

# exits CODE COMMAND...: with nothing on standard input
exits()
{
	exits_want=$1
	shift
	"$PBEM" "$@" </dev/null >"$E2E/out" 2>"$E2E/err"
	exits_code=$?
	check_same "pbem $* says $(cat "$E2E/err")" "$exits_want" "$exits_code"
}

"$PBEM" init --address games@example.org --moderator mod@example.org >/dev/null || fail "no site"
"$PBEM" new chess --id demo 'Anna <anna@example.org>' 'Bob <bob@example.org>' >/dev/null || fail "no game"
GAME=$SITE/games/demo/game.txt

# ---- output that can't be written: a full disk, and a stream that is closed ----

cat >"$E2E/telling" <<'END'
moves chess
perft chess 1
perft chess 1 --divide
try chess
cards
card chaos
help
help run
--version
show demo
show demo --fen
show demo --json
games
games --json
verify --json
status --json
status
status demo
doctor
key new
new chess Anna<anna@example.org> Bob<bob@example.org>
END
cp -R "$SITE" "$E2E/spoilt"
sed 's/Anna/Eve/' "$GAME" >"$E2E/spoilt/games/demo/game.txt"
while read -r line; do
	# shellcheck disable=SC2086
	for full in /dev/full closed; do
		if [ $full = closed ]; then
			echo 'show status' | "$PBEM" $line >&- 2>"$E2E/err"
		else
			[ -c $full ] || continue
			echo 'show status' | "$PBEM" $line >$full 2>"$E2E/err"
		fi
		check_same "pbem $line, output $full" 74 $?
		check "pbem $line, output $full: it says so" grep -q "can't write to standard output" "$E2E/err"
	done
done <"$E2E/telling"
"$PBEM" --site "$E2E/spoilt" verify >&- 2>"$E2E/err"
check_same 'a fault found and not told' 74 $?
# Commands without output succeed.
"$PBEM" verify >&-
check_same 'nothing to tell' 0 $?
"$PBEM" check >&-
check_same 'nothing to tell' 0 $?
# The mail server asks what became of the letter.
printf 'From: eve@example.net\nSubject: hello\n\nhello\n' | "$PBEM" deliver >&- 2>/dev/null
check_same 'a letter taken is taken' 0 $?
check 'no file of the site has taken the place of the stream' "$PBEM" verify

# Input that can't be read is not its end.
for command in moves try; do
	"$PBEM" $command chess <"$E2E" >"$E2E/out" 2>"$E2E/err"
	check_same "pbem $command, input that can't be read" 2 $?
	[ -r /proc/self/mem ] || continue # whose first byte is a bad place
	"$PBEM" $command chess </proc/self/mem >"$E2E/out" 2>"$E2E/err"
	check_same "pbem $command, input that can't be read now" 75 $?
	check "pbem $command says so" grep -q "can't read all of standard input: Input/output error" "$E2E/err"
done

# ---- asked wrongly, damaged, missing, not to be made ----

mkdir "$E2E/empty" "$E2E/file" && : >"$E2E/file/x"
cp -R "$SITE" "$E2E/torn"
echo 'This is no database, however long one looks at it.' >"$E2E/torn/ledger"
rm -f "$E2E/torn/ledger-wal" "$E2E/torn/ledger-shm"
chmod 600 "$E2E/torn/ledger"
cp -R "$SITE" "$E2E/open"
chmod 644 "$E2E/open/ledger"
cp -R "$SITE" "$E2E/wrong"
echo 'colour = green' >>"$E2E/wrong/pbem.conf"
mkdir "$E2E/data" && cp -R "$PBEM_DATA/games" "$PBEM_DATA/mailers" "$PBEM_DATA/templates" "$E2E/data"
echo 'bored 8' >>"$E2E/data/games/chess.variant"
echo 'nonsense' >>"$E2E/data/games/cards/first/chaos.card"
echo 'chess Anna<anna@example.org>' >"$E2E/list"

# One case per line: exit code, command. Words in [] are one.
while read -r want line; do
	set --
	word=
	for part in $line; do
		case $word$part in
		\[*\]) word=${word#\[}${part}; word=${word#\[}; set -- "$@" "${word%\]}"; word= ;;
		\[*) word="$word$part " ;;
		*) set -- "$@" "$part" ;;
		esac
	done
	[ "${want#\#}" != "$want" ] || [ -z "$want" ] || exits "$want" "$@"
done <<END
# commands and options
64 frobnicate
64 help frobnicate
64 init --frobnicate
64 init --address
64 new
64 key
64 key old
64 begin
64 run --frobnicate
64 deliver --frobnicate
64 send --no-send
64 forfeit demo
64 forfeit demo white two
64 resend demo
64 doctor frobnicate
64 retake frobnicate
64 repair demo two
64 repair --frobnicate
64 adopt frobnicate
64 check frobnicate
64 cards frobnicate
64 card
64 show
64 show demo --frobnicate
64 show demo --ply many
64 show demo --ply 99
64 verify --frobnicate
64 prove
64 prove demo
64 status --frobnicate
64 games demo
64 games --frobnicate
64 games --json=x
64 help run too
64 key new too
64 --frobnicate status
64 --site
64 status --site
64 new --list - --id x
64 variants --option a=b
64 verify --head x demo
64 verify --jobs
64 verify --jobs -1
64 verify --jobs 257
64 archive pages --jobs
64 archive pages --jobs 257
64 verify --head 0000000000000000000000000000000000000000000000000000000000000000
64 init --moderator
64 new --players
64 new --id
64 new --option
64 new --list
64 run --verbose=x
64 run too
64 send too
64 deliver too
64 show demo --ply
64 show demo --seat
64 show demo --fen=x
64 show demo too
64 retake --yes=x
64 repair --yes=x
64 adopt --yes=x
64 doctor --send-test=x
2 moves --option
2 perft chess 1 --fen
2 perft chess 1 --moves
2 perft chess 1 --divide=x
2 perft chess 1 too
2 try chess too
0 -h
0 -V
0 --help
0 show -h
0 --help show
0 moves --help
0 --site=$SITE status
0 status --site=$SITE
0 status --site $SITE demo
0 show --ply=0 demo --seat=white
0 show demo --fen --
0 games
0 games --json
0 complete
0 complete -- show --
0 verify --json demo
0 verify --jobs 256 --json demo
0 status demo --json
0 perft --option=beaten=dead chess --divide 1
0 perft chess --moves=e2e4 1 --fen [rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1]
0 variants chess --option beaten=dead
0 run --verb --no-s
0 send --verbose
0 deliver --verbose --no-send
2 moves
2 moves chess --frobnicate
2 moves chess checkers
2 perft chess
2 perft chess many
2 perft chess 1 --fen nonsense
2 try
2 try chess --frobnicate
1 perft chess 1 --moves e2e5
# variants and their options
64 new checkers Anna<anna@example.org> Bob<bob@example.org>
64 new chess --option cards Anna<anna@example.org> Bob<bob@example.org>
64 new chess --option colour=green Anna<anna@example.org> Bob<bob@example.org>
64 new ring --option seats=99 Anna<anna@example.org> Bob<bob@example.org>
64 new knightmare --option deck=common --option order=stacked Anna<anna@example.org> Bob<bob@example.org>
64 variants checkers
64 variants chess --option colour=green
2 moves checkers
2 moves chess --option colour=green
2 moves chess --option colour
2 perft checkers 1
2 perft ring 1 --option seats=99
2 try checkers
2 try chess --option colour=green
64 card frobnicate
# ids
64 new chess --id [Not this] Anna<anna@example.org> Bob<bob@example.org>
64 new chess --id 7up Anna<anna@example.org> Bob<bob@example.org>
73 new chess --id demo Anna<anna@example.org> Bob<bob@example.org>
66 status nosuch
64 status [no such]
66 show nosuch
64 show [no such]
66 verify nosuch
66 repair nosuch
64 repair [no such]
66 prove nosuch $E2E
66 prove demo $E2E/nosuch
64 verify [no such]
66 begin nosuch
64 begin [no such]
66 forfeit nosuch white
64 forfeit [no such] white
66 resend nosuch white
64 resend [no such] white
# seats, persons, addresses
64 new chess green=Anna<anna@example.org> Bob<bob@example.org>
64 new chess Anna<anna@example.org>
64 new chess Anna<anna@example.org> Bob<bob@example.org> Carl<carl@example.org>
64 new chess --lot white=Anna<anna@example.org> Bob<bob@example.org>
64 new chess Anna<anna@> Bob<bob@example.org>
64 show demo --seat green
64 forfeit demo green
64 resend demo green
64 forfeit demo white 2
64 begin demo
64 --site $E2E/a init --address nonsense
64 --site $E2E/a init --address games@example.org --moderator nonsense
# files
66 new chess --players $E2E/nosuch
66 new --list $E2E/nosuch
64 new --list $E2E/list
66 show $E2E/nosuch/game.txt
66 verify $E2E/nosuch
66 verify $E2E/nosuch/game.txt
65 verify $E2E/spoilt/games/demo/game.txt
65 show $E2E/spoilt/games/demo/game.txt
65 --site $E2E/spoilt verify
# the site
73 init --address games@example.org
73 --site $E2E/file/x/site init --address games@example.org
66 --site $E2E/nosuch verify
66 --site $E2E/nosuch show demo
75 --site $E2E/nosuch deliver
75 --site $E2E/torn deliver
75 --site $E2E/open deliver
75 --site $E2E/wrong deliver
0 status
0 verify
0 run
0 deliver
0 check
0 moves chess
END
for command in 'status' 'games' 'run' 'send' 'doctor' 'key new' 'retake' 'adopt' 'begin demo' 'resend demo white' \
	'forfeit demo white' 'new chess Anna<anna@example.org> Bob<bob@example.org>'; do
	for pair in 66=nosuch 66=empty 65=torn 78=open 78=wrong; do
		# shellcheck disable=SC2086
		exits "${pair%=*}" --site "$E2E/${pair#*=}" $command
	done
done

# Help is told in every way it is asked for, whatever else stands there.
"$PBEM" help | awk '/^  [a-z]/ { print $1 }' >"$E2E/commands"
check 'there are many commands' test "$(wc -l <"$E2E/commands")" -gt 20
while read -r command; do
	"$PBEM" help "$command" >"$E2E/help"
	check_same "help $command" 0 $?
	check "help $command shows an example" grep -q "^Example: pbem .*$command" "$E2E/help"
	for line in "$command --help" "$command -h" "--help $command" "$command too many words --help" \
		"--site $E2E/nosuch $command --help"; do
		# shellcheck disable=SC2086
		exits 0 $line
		check "pbem $line is the same" cmp -s "$E2E/help" "$E2E/out"
	done
	exits $(case $command in moves | perft | try) echo 2 ;; *) echo 64 ;; esac) "$command" --frobnicate
	check "pbem $command --frobnicate names it" grep -q "pbem $command: unknown option --frobnicate" "$E2E/err"
	for option in $(sed -n 's/^  \(--[a-z-]*\) [A-Z].*/\1/p' "$E2E/help"); do
		exits $(case $command in moves | perft | try) echo 2 ;; *) echo 64 ;; esac) "$command" "$option"
		check "pbem $command $option says what it lacks" grep -q "expected $option [A-Z]" "$E2E/err"
	done
	for option in $(sed -n 's/^  \(--[a-z-]*\)  .*/\1/p' "$E2E/help"); do
		exits $(case $command in moves | perft | try) echo 2 ;; *) echo 64 ;; esac) "$command" "$option=x"
	done
done <"$E2E/commands"

# The program's own games: damaged, and not there.
while read -r want line; do
	# shellcheck disable=SC2086
	PBEM_DATA=$E2E/data exits "$want" $line
	case $line in moves* | perft* | try*) want=2 ;; *) want=66 ;; esac
	# shellcheck disable=SC2086
	PBEM_DATA=$E2E/nosuch exits "$want" $line
done <<END
65 check
65 cards
65 card chaos
65 variants
65 variants chess
2 moves chess
2 perft chess 1
2 try chess
END
PBEM_DATA=$E2E/data exits 65 new chess 'Anna<anna@example.org>' 'Bob<bob@example.org>'
PBEM_DATA=$E2E/data exits 65 show demo

# A file that can't be written now is not damaged: the next run writes it.
if [ "$(id -u)" -ne 0 ]; then
	chmod 500 "$SITE/keys"
	exits 73 key new
	chmod 700 "$SITE/keys"
fi

# pbem(1) lists them all.
for code in 0 64 65 66 73 74 75 78; do
	check "pbem(1) tells of $code" grep -q "^\.It $code\$" "$SOURCES/pbem/cli/pbem.1"
done

e2e_end
