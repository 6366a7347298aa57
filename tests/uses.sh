#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: every command does what it is for, with each of its options, and says what it wants when it is asked
# wrongly. A command or an option without a row fails. That options as such are read as they should be,
# tests/exits.sh tries with all of them.
. "${srcdir:-.}/tests/e2e/lib.sh"

PBEM_DATA=${PBEM_DATA:-$SOURCES}
export PBEM_DATA
e2e_begin
PBEM_SITE=$E2E/site
export PBEM_SITE
cd "$E2E" || fail "no folder"
case $PBEM in /*) ;; *) PBEM=$OLDPWD/$PBEM ;; esac
case $PBEM_DATA in /*) ;; *) PBEM_DATA=$OLDPWD/$PBEM_DATA ;; esac
AB="'Anna <anna@example.org>' 'Bob <bob@example.org>'"
TOMORROW=$(date -u -d tomorrow +%F)
printf 'Anna <anna@example.org>\nBob <bob@example.org>\n' >players
echo "chess --id listed $AB" >list
printf 'From: anna@example.org\nSubject: hello\n\nhello\n' >letter
echo 'MOVE e2-e4' >order
echo e2e4 >moves
echo 'white: e4' >script
: >nothing
printf '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 1-0\n' >one.pgn

# One case per row: exit code | command | its input | its output, for a refusal on standard error. %s is two
# persons, %n the last entry of the game, %d its digest, %t tomorrow.
cat >rows <<'END'
0|init --address games@example.org --moderator mod@example.org|nothing|The new site is in
73|init|nothing|there is already a site
0|key new|nothing|
64|key old|nothing|expected new
0|doctor|nothing|ok   site
0|doctor --send-test|nothing|accepted a test letter to mod@example.org
64|doctor now|nothing|now
0|new chess --id one --option days=5 --option vacation=20 %s|nothing|Game one: chess Anna (White), Bob (Black)
0|new chess --id lots --lot --players players|nothing|Game lots: chess
0|new chess --id fen --fen '4k3/P7/8/8/8/8/8/4K3 w - - 0 1' %s|nothing|Game fen
0|new chess --id odds --odds white=Qd1 %s|nothing|Game odds
0|new chess --id offered --open --until 2099-12-01|nothing|Open game offered
0|new chess --id offered2 --open|nothing|Open game offered2
0|new --list list|nothing|Game listed
0|new knightmare --id deck --option deck=split %s|nothing|Game deck
64|new chess --fen nonsense %s|nothing|FEN
64|new chess --odds white=Qd2 %s|nothing|d2
64|new chess --until 2099-12-01 %s|nothing|--open
64|new chess --open --until yesterday|nothing|yesterday
66|new chess --players nosuch|nothing|nosuch
64|new chess --lot white=Anna\<a@example.org\>|nothing|lot
0|close offered|nothing|
66|close nosuch|nothing|nosuch
0|games|nothing|one
0|games --json|nothing|"games"
64|games one|nothing|one
0|status one|nothing|one .*White (Anna) to move
0|status --json|nothing|"outbox"
66|status nosuch|nothing|nosuch
0|show one --ply 0 --seat black|nothing|h   g   f
0|show one --fen|nothing|rnbqkbnr/pppppppp
0|show one --format svg|nothing|<svg xmlns=
0|show one --format svg --output board.svg|nothing|
0|show one --format png|nothing|PNG
64|show one --output board.svg|nothing|--output needs --format
64|show one --format svg --fen|nothing|--format can't be combined with
64|show one --format bmp|nothing|--format is
0|show one --json|nothing|"board"
64|show one --ply 99|nothing|99
64|show one --seat green|nothing|green
0|verify|nothing|
0|verify --json one|nothing|"valid"
0|verify --head %d one|nothing|
65|verify --head $(printf %064d 7) one|nothing|no entry
64|verify --head 12 one|nothing|--head
0|verify --jobs 3|nothing|
64|verify --jobs 0|nothing|--jobs 0
64|verify --jobs many|nothing|--jobs 'many'
0|prove one letter|nothing|These letters prove nothing.
0|prove --verbose one letter|nothing|letter (hello): not about this game
66|prove one letters|nothing|letters
64|prove one|nothing|LETTERS
0|repair|nothing|Nothing is damaged
0|repair one|nothing|Nothing is damaged
0|repair --yes|nothing|Nothing is damaged
64|repair one two|nothing|two
66|repair nosuch|nothing|nosuch
0|archive pages --now 2099-01-01T00:00:00Z --verbose|nothing|games, 0 rebuilt
0|archive pages --anew|nothing|
0|archive pages --jobs 3|nothing|
64|archive pages --jobs 0|nothing|--jobs 0
64|archive pages --jobs many|nothing|--jobs 'many'
64|archive|nothing|DIR
64|archive pages --now today|nothing|today
64|archive site|nothing|is neither empty nor an archive
0|export one --format pgn --event 'Club' --place Lodz|nothing|Event "Club"
0|export one --addresses|nothing|WhiteNA "anna@example.org"
0|export --all-finished --output all.pgn|nothing|
0|export one --format jsonl|nothing|"type": "game"
64|export|nothing|--all-finished
64|export one --format xgf|nothing|pgn, pgn4, fen4, bpgn or jsonl, not 'xgf'
66|export nosuch|nothing|nosuch
0|import one.pgn --format pgn --to imported|nothing|imported/one-1.txt: Ann - Bob, 2 plies, 1-0
65|import one.pgn --format pgn4 --to other|nothing|game 1
64|import one.pgn|nothing|expected --to
66|import nosuch.pgn --to imported|nothing|nosuch.pgn
0|calendar one white|nothing|BEGIN:VEVENT
0|calendar anna@example.org|nothing|BEGIN:VCALENDAR
64|calendar one|nothing|expected GAME SEAT
64|calendar one green|nothing|green
0|--site other init --address games@example.org|nothing|The new site is in
0|move odds other|nothing|Game odds is now in .*/other
66|move odds other|nothing|it has moved to
0|--site other move odds site|nothing|Game odds is now in .*/site
66|move one nosuch|nothing|there is no site in nosuch
64|move one|nothing|SITE
0|adopt|nothing|There is nothing to adopt
0|adopt --yes|nothing|There is nothing to adopt
64|adopt --yes please|nothing|please
0|retake|nothing|
64|retake --yes please|nothing|please
0|deliver one --as white --at %n --reason 'by telephone' --no-send|order|
0|deliver --verbose --no-send|letter|
64|deliver one --as green|order|green
64|deliver one --as black --at 1|order|entry 2
0|say one Who comes to the party? --at %n|nothing|
64|say one|nothing|TEXT
0|resend one black --at %n|nothing|
64|resend one green|nothing|green
0|remind one black --at %n|nothing|
64|remind one green|nothing|green
0|extend one black 3 --at %n --reason 'She is ill'|nothing|
64|extend one black soon|nothing|soon
0|pause one --reason Christmas --at %n|nothing|
64|pause one|nothing|paused
0|resume one --reason 'It is over' --at %n|nothing|
64|resume one|nothing|paused
0|away one black %t %t --at %n --reason 'He said so'|nothing|
64|away one black 2099-12-26 2099-12-24|nothing|from one date to a later one
0|replace one black 'Carl <carl@example.org>' --at %n --reason 'Bob is gone'|nothing|
64|replace one black Carl|nothing|address
0|token one black --at %n --reason 'His letters were read'|nothing|
64|token one green|nothing|green
0|address one black carl@example.net --at %n --reason 'He moved'|nothing|
64|address one black carl|nothing|carl
0|reject one --at %n --reason 'The wrong pawn'|nothing|
64|reject odds|nothing|turn
0|undo one 2 --at %n --reason 'The right one after all'|nothing|
64|undo one 99|nothing|99
64|watcher one allow dora@example.org|nothing|dora@example.org
0|publish one yes --at %n --reason 'Both have asked'|nothing|
64|publish one perhaps|nothing|perhaps
0|forfeit odds white --at %n --reason 'He is gone'|nothing|
64|forfeit odds white|nothing|not being played
0|rule one draw --at %n --reason 'Nobody can win'|nothing|
64|rule one win black|nothing|over
0|cancel lots --at %n --reason 'A mistake'|nothing|
64|cancel lots|nothing|over
0|begin deck --at %n --reason 'Bob never answered'|nothing|
64|begin fen|nothing|begun
0|run --verbose --no-send|nothing|listed
0|run --wait|nothing|
64|run now|nothing|now
0|send --verbose|nothing|
64|send now|nothing|now
64|watch now|nothing|now
0|moves chess --option beaten=inert|moves|black - a7a5
1|moves chess|script|
0|perft chess 1 --divide --option beaten=inert|nothing|nodes 20
0|perft chess 1 --moves e2e4|nothing|nodes 20
0|perft chess 1 --fen '4k3/P7/8/8/8/8/8/4K3 w - - 0 1'|nothing|nodes 9
1|perft chess 1 --moves e2e5|nothing|
0|try chess --option beaten=inert|script|ok
1|try chess|letter|
0|check|nothing|
64|check it|nothing|it
0|variants ring --option seats=5|nothing|seats: a, b, c, d, e
64|variants checkers|nothing|checkers
0|cards|nothing|Fog of War
64|cards all|nothing|all
0|card long jump|nothing|Long Jump, 7 points
64|card|nothing|CARD
0|complete -- show --s|nothing|--seat
64|complete --what|nothing|--what
0|help undo|nothing|Take a game back
64|help nothing|nothing|nothing
END
while IFS='|' read -r want line input said; do
	name=${line#* }
	last=$(grep '^end ' "site/games/${name%% *}/game.txt" 2>/dev/null | tail -n 1 | cut -d ' ' -f 2)
	digest=$(tail -n 1 site/games/one/game.txt 2>/dev/null | cut -d ' ' -f 3)
	eval "set -- $(echo "$line" | sed "s|%s|$AB|; s|%n|$last|; s|%d|$digest|; s|%t|$TOMORROW|g")"
	"$PBEM" "$@" <"$input" >out 2>err
	check_same "pbem $line: $(cat err)" "$want" $?
	[ -z "$said" ] || check "pbem $line: '$said' in: $(cat out err)" grep -q -- "$said" out err
	[ "$want" -eq 0 ] || check "pbem $line says why" test -s out -o -s err
done <rows
check 'the games are sound' "$PBEM" verify

# watch ends when it is told to.
"$PBEM" watch --verbose >out 2>err &
watcher=$!
sleep 1
kill -TERM $watcher
wait $watcher
check_same "watch: $(cat err)" 0 $?
echo '0|watch --verbose|nothing|' >>rows
# tests/e2e/restore.sh has a backup that was put back.
echo '0|retake --yes|nothing|' >>rows

# Somebody asks to watch, confirms, and waits for the moderator's permission, which doesn't cover a turn not yet
# seen.
writes()
{
	printf 'From: Vera <vera@example.org>\nSubject: a game\nMessage-ID: <%s@example.org>\n\n%s\n' \
		"$1" "$2" | "$PBEM" deliver
}
"$PBEM" new chess --id seen --option watch=ask 'Anna <anna@example.org>' 'Bob <bob@example.org>' >/dev/null
writes 1 'WATCH seen'
key=$(cat "$(grep -l '^To: .*vera@' site/mail/out/new/*)" | grep -oE '\b[a-z2-7]{42}\b' | head -n 1)
writes 2 "WATCH

> $key"
check 'who asks to watch waits' sh -c '"$1" status seen | grep -q "watcher 1, vera@example.org, waits"' - "$PBEM"
"$PBEM" watcher seen allow 1 --at 9 2>err
check_same "watcher --at, of an entry that isn't there: $(cat err)" 64 $?
"$PBEM" watcher seen allow 1 --at 1
check_same 'watcher --at' 0 $?
check 'he watches' sh -c '"$1" status seen | grep -q "watcher 1, vera@example.org, watches"' - "$PBEM"
echo '0|watcher seen allow 1 --at 1|nothing|' >>rows

"$PBEM" help | awk '/^  [a-z]/ { print $1 }' >commands
while read -r command; do
	check "$command: a use of it" grep -q "^0|$command\($\|[ |]\)" rows
	check "$command: a misuse of it" grep -q "^[1-9][0-9]*|$command\($\|[ |]\)" rows
	for option in $("$PBEM" "$command" --help | sed -n 's/^  \(--[a-z-]*\) .*/\1/p'); do
		check "$command $option: a use of it" grep -q "^0|$command .*$option\($\|[ |]\)" rows
	done
done <commands
e2e_end
