#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a host can use the public library. Both forms export only functions with the prefix pbc_, so that a host may use our
# names for its own. core has no state of a process. The example plays games of each kind with either form, loads them
# again, and pbem finds no fault in their game files.
set -u
LD_LIBRARY_PATH=.${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT INT TERM
well=0

fault() {
	echo "$*"
	well=1
}

nm -D --defined-only libpbc.so.0 | awk '{print $3}' | sort >"$out/shared"
nm -g --defined-only libpbc.a | awk 'NF == 3 {print $3}' | sort >"$out/static"
sed -n 's/^.*[ *]\(pbc_[a-z_]*\)(.*$/\1/p' "$PBEM_DATA/core/pbc/pbc.h" | sort -u >"$out/declared"
for form in shared static; do
	diff "$out/declared" "$out/$form" || fault "the $form library exports other names than pbc.h declares"
done
objdump -p libpbc.so.0 | grep -q 'SONAME *libpbc.so.0$' || fault 'the shared library has another SONAME'
objdump -t libcore.a | grep -E '[[:space:]]\.(data|bss)(\.[^[:space:]]*)?[[:space:]]' |
	grep -vE '[[:space:]]\.data\.rel\.ro|^[0-9a-f]* l +d +|[[:space:]]0+[[:space:]]*\.(data|bss)$' >"$out/state"
[ ! -s "$out/state" ] || { cat "$out/state"; fault 'core has variables of a process'; }

for game in chess chess960 four-player ring knightmare kingdom; do
	for form in library library_shared; do
		"./examples/$form" "$PBEM_DATA" "$game" "a seed" >"$out/$form" || { fault "$form $game fails"; continue; }
		sed -n '/^pbem-game /,$p' "$out/$form" >"$out/game.txt"
		"$PBEM" verify "$out/game.txt" >"$out/verified" 2>&1 || { cat "$out/verified"; fault "verify: $form $game"; }
	done
	cmp "$out/library" "$out/library_shared" || fault "$game: the forms of the library play differently"
done
"./examples/library" "$PBEM_DATA" chess "a seed" | grep -q '^White wins\|^Black wins\|^Draw' || fault 'no result is printed'
"./examples/library" "$PBEM_DATA" chesss "a seed" 2>&1 | grep -q "did you mean 'chess'" || fault 'an error has no text'
exit $well
