#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: the sample games of games/archive are whole. Each verifies, is over and can be shown at any turn, and there is
# one of every kind of game. The letters of its script lead to the same moves, plays and results again.
# PBEM_SAMPLES=write writes the games again. Use that only for new ones, because files of earlier versions have to
# stay readable.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
ARCHIVE=$SOURCES/games/archive
DEALT=$BUILD/tests/e2e/dealt

# Prints the events of a game, without what depends on wording and definitions.
facts()
{
	grep -E '^  |^entry ' "$1" | sed -E 's/sha256:[0-9a-f]{64}/DIGEST/g; s/salt [0-9a-f]+/SALT/g'
}

for script in "$SOURCES"/tests/e2e/samples/*.letters; do
	name=$(basename "$script" .letters)
	game=$ARCHIVE/$name.txt
	if [ "${PBEM_SAMPLES:-}" = write ] && [ ! -e "$game" ]; then
		PBEM=$DEALT "$PYTHON" -B "$SOURCES/tests/e2e/samples.py" "$E2E" "$script" "$game" || fail "$name"
		continue
	fi
	check "$name can be played once more" env PBEM="$DEALT" "$PYTHON" -B "$SOURCES/tests/e2e/samples.py" \
		"$E2E" "$script" "$E2E/$name.txt"
	facts "$game" >"$E2E/kept"
	facts "$E2E/$name.txt" >"$E2E/made"
	check "$name comes out the same" cmp "$E2E/kept" "$E2E/made"
done

for game in "$ARCHIVE"/*.txt; do
	name=$(basename "$game" .txt)
	check "$name verifies" sh -c '"$0" verify "$1" >"$2" 2>&1 && ! test -s "$2"' "$PBEM" "$game" "$E2E/said"
	check "$name is over" grep -q '^  result ' "$game"
	check "$name is told of" grep -q "^| \`$name.txt\`" "$ARCHIVE/README.md"
	check "$name is shown as over" sh -c '"$0" show "$1" | grep -q "The game is over"' "$PBEM" "$game"
	turns=$(grep -c '^  played ' "$game")
	for ply in 0 1 $((turns / 2)) $((turns - 1)); do
		check "$name after $ply turns" "$PBEM" show --ply "$ply" "$game" >/dev/null
	done
done
for variant in "$SOURCES"/games/*.variant; do
	kind=$(basename "$variant" .variant)
	check "there is a game of $kind" grep -qx "variant $kind" "$ARCHIVE"/*.txt
done
check "there is a game with Peterson's additions" grep -q '^option peterson' "$ARCHIVE"/*.txt
e2e_end
