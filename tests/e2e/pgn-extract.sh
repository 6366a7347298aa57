#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: pgn-extract, a program by other people, finds no fault in exported games, and reads exactly the moves
# that were played. Its own output, in all its styles, is imported as the same game. PBEM_EXCHANGE=2000 tries
# that many games; without it 200.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
EXTRACT=$(command -v pgn-extract || echo /usr/games/pgn-extract)
[ -x "$EXTRACT" ] || skip "no pgn-extract"
e2e_begin
PBEM_DATA=${PBEM_DATA:-$SOURCES}
export PBEM_DATA
GAMES=${PBEM_EXCHANGE:-200}
"$BUILD/tests/e2e/randomgames" "$E2E/site" "$GAMES" "${PBEM_EXCHANGE_SEED:-1}" chess >"$E2E/played" ||
	fail "no games"
"$PBEM" --site "$E2E/site" export --all-finished --format pgn --output "$E2E/games.pgn" || fail "no export"
check_same 'games exported' "$GAMES" "$(grep -c '^\[Event ' "$E2E/games.pgn")"
check_same 'lines of 80 columns and more' '' "$(LC_ALL=C.UTF-8 awk 'length > 79' "$E2E/games.pgn")"
check_same 'what pgn-extract has to say' '' \
	"$("$EXTRACT" -s -r "$E2E/games.pgn" 2>&1 | tr '\r' '\n' | sed 's/Games: [0-9]*//' | grep .)"

# moves: as UCI, one line for each game that has moves; pgn-extract has capitals for the piece of a promotion
moves()
{
	"$EXTRACT" -s -Wuci --notags -w99999 "$1" 2>/dev/null | tr 'A-Z' 'a-z' |
		sed -E 's#(^| )(1-0|0-1|1/2-1/2|\*)$##' | grep .
}
sed -n 's/^r[0-9]* //p' "$E2E/played" >"$E2E/wanted"
moves "$E2E/games.pgn" >"$E2E/found"
check 'the moves are those that were played' cmp "$E2E/wanted" "$E2E/found"

# As it writes games itself: long lines and short, with numbers of positions, comments and marks.
head -n 2000 "$E2E/games.pgn" | awk '/^\[Event/ { if (++games > 12) exit } { print }' >"$E2E/some.pgn"
moves "$E2E/some.pgn" >"$E2E/some"
style=0
for options in '-w20' '-w9999' '-Wlalg' '-Whalg' '-Welalg' '--fencomments -w40' '--hashcomments' '--plycount' \
	'--evaluation' '--nomovenumbers' '--xroster' '-7'; do
	style=$((style + 1))
	# shellcheck disable=SC2086 # options
	"$EXTRACT" -s $options "$E2E/some.pgn" >"$E2E/styled$style.pgn" 2>/dev/null
	"$PBEM" import "$E2E/styled$style.pgn" --to "$E2E/in$style" >"$E2E/out" 2>&1 ||
		fail "$options: $(head -n 3 "$E2E/out")"
	check "verify $options" "$PBEM" verify "$E2E/in$style"/*.txt
	# shellcheck disable=SC2046 # a word a file
	"$PBEM" export $(sed 's/: .*//' "$E2E/out") >"$E2E/again.pgn" || fail "$options: no export"
	moves "$E2E/again.pgn" >"$E2E/again"
	check "the same moves from $options" cmp "$E2E/some" "$E2E/again"
done
e2e_end
