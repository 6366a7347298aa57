#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a variant is one file. A copy of another's under a new name is known to variants, check, new, status
# and letters; its page to HELP by its name, in small letters too; another language's words likewise.
set -u
PBEM=${PBEM:-./pbem/pbem}
top=${srcdir:-.}
[ -x "$PBEM" ] || { echo "no $PBEM"; exit 1; }
work=$(mktemp -d "${TMPDIR:-/tmp}/pbem-variant.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/data" && cp -r "$top/games" "$top/mailers" "$top/templates" "$work/data" || exit 1
PBEM_DATA=$work/data
export PBEM_DATA
# Counting moves only takes time.
sed -i '/expect *perft [4-9]/d' "$PBEM_DATA"/games/*.variant
games=$PBEM_DATA/games
failed=0

fault() {
	printf '%s\n' "$*"
	failed=1
}

site() { "$PBEM" --site "$work/site" "$@"; }

# Other games only take time.
for game in "$games"/*.variant; do
	case $game in
	*/chess.variant | */fourteen.variant) ;;
	*) rm "$game" "${game%.variant}.txt" ;;
	esac
done
sed '/^expect/,$d' "$games/fourteen.variant" >"$games/meadow.variant"
rm "$games/fourteen.variant"

"$PBEM" --site "$work" check >"$work/said" 2>&1 && fault "pbem check doesn't miss the page"
grep -qx "$games/meadow.txt: the page that tells players the rules is missing" "$work/said" ||
	fault "pbem check: $(cat "$work/said")"
mv "$games/fourteen.txt" "$games/meadow.txt"
# Its options peterson.* have a page of their own.
mv "$games/peterson.txt" "$work/additions.txt"
"$PBEM" --site "$work" check >"$work/said" 2>&1 && fault "pbem check doesn't miss the page on additions"
grep -qx "$games/peterson.txt: the page that tells players the rules is missing" "$work/said" ||
	fault "pbem check: $(cat "$work/said")"
mv "$work/additions.txt" "$games/peterson.txt"
"$PBEM" --site "$work" check >"$work/said" 2>&1 || fault "pbem check: $(cat "$work/said")"
"$PBEM" variants | grep -q '^meadow ' || fault 'pbem variants misses it'

site init --address games@example.org --moderator carol@example.org >/dev/null || exit 1
site new meadow 'red=Anna <anna@example.net>' 'blue=Bob <bob@example.net>' 'yellow=Cleo <cleo@example.net>' \
	'green=Dora <dora@example.net>' --id m >"$work/said" 2>&1 || fault "pbem new: $(cat "$work/said")"
site status m | grep -q meadow || fault "pbem status: $(site status m)"
out=$work/site/mail/out/new
key=$(cat "$out"/m.red.* | sed -n "s/^  key \\([a-z2-7]\\{42\\}\\).*/\\1/p" | head -n 1)
[ -n "$key" ] || fault 'no key in the letter'
rm -rf "$out"

letter() { # LINE: as Anna sends it
	printf 'From: Anna <anna@example.net>\nTo: games@example.org\nSubject: Re\nMessage-ID: <%s@test>\n' "$(date +%s%N)"
	printf 'Date: Sat, 21 Nov 2026 10:00:00 +0000\n\n%s\n\nKEY %s\n' "$1" "$key"
}

asked() { # LINE: the letter that answers it
	letter "$1" | site deliver >"$work/said" 2>&1 || fault "$1: $(cat "$work/said")"
	cat "$out"/*
	rm -rf "$out"
}

for line in 'HELP MEADOW' 'help meadow' 'HELP RULES'; do
	asked "$line" | grep -q 'FOUR-PLAYER CHESS ON FOURTEEN BY FOURTEEN' || fault "$line sends no page"
done
asked 'HELP' | grep -q 'chess, meadow' || fault "HELP doesn't name it"
asked 'HELP FOURTEEN' | grep -q "There is no help on 'FOURTEEN'" || fault 'the old name is known'
asked 'help fourteen' | grep -q 'I found no order in your letter' || fault 'the old name is a topic'

# ---- another language

printf '# Norsk.\norder status STILLING\n\tform STILLING\ntopic help-moves trekk\n' >"$games/words/norsk.words"
"$PBEM" --site "$work" check >"$work/said" 2>&1 || fault "pbem check: $(cat "$work/said")"
asked 'stilling' | grep -q '^Subject: .m. How the game stands' || fault 'an order word of a new file is not known'
asked 'help trekk' | grep -q '^Subject: \[m\] Help: how to write moves' || fault 'a topic of a new file is not known'
printf 'topic help-trekk trekket\npage sjakk sjakken\norder staus X\n' >>"$games/words/norsk.words"
"$PBEM" --site "$work" check >"$work/said" 2>&1 && fault 'pbem check finds no fault'
grep -q "words/norsk.words:7: no order does 'staus'; did you mean 'status'?" "$work/said" ||
	fault "pbem check: $(cat "$work/said")"
letter 'status' | site deliver >"$work/said" 2>&1 && fault 'a letter is read with faulty words'
grep -q "norsk.words:7" "$work/said" || fault "pbem deliver: $(cat "$work/said")"
[ -e "$out" ] && fault 'a letter is answered with faulty words'
sed -i '/staus/d' "$games/words/norsk.words"
"$PBEM" --site "$work" check >"$work/said" 2>&1
grep -q "norsk.words:5: HELP trekket needs a letter, but there is no help letter 'help-trekk'" "$work/said" || fault "pbem check: $(cat "$work/said")"
grep -q "norsk.words:6: HELP sjakken needs a page, but there is no file .*/sjakk.txt" "$work/said" || fault "pbem check: $(cat "$work/said")"

rm "$games/words/norsk.words"

# ---- a page that is missing is told once, however many ask for it

mv "$games/rulings.txt" "$work/rulings.txt"
"$PBEM" --site "$work" check >"$work/said" 2>&1 && fault 'pbem check misses no page'
[ "$(grep -c 'rulings.txt' "$work/said")" = 1 ] || fault "pbem check: $(cat "$work/said")"
mv "$work/rulings.txt" "$games/rulings.txt"

# ---- and without its words pbem says what to do

mv "$games/words" "$work/words"
site run >"$work/said" 2>&1 && fault 'a run goes on without words'
grep -q "games/words: No such file or directory. Install pbem again" "$work/said" || fault "pbem run: $(cat "$work/said")"
mv "$work/words" "$games/words"

echo "a variant is one file; so is a language"
[ $failed = 0 ]
