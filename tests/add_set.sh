#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a set of cards is a folder. A second one is known to cards, card, check, variants, new, doctor and
# letters; games are played with it alone or with both, keep its digest, and no other game minds it.
set -u
PBEM=${PBEM:-./pbem/pbem}
top=${srcdir:-.}
[ -x "$PBEM" ] || { echo "no $PBEM"; exit 1; }
work=$(mktemp -d "${TMPDIR:-/tmp}/pbem-set.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/data" && cp -r "$top/games" "$top/mailers" "$top/templates" "$work/data" || exit 1
PBEM_DATA=$work/data
export PBEM_DATA
# Counting moves only takes time.
sed -i '/expect *perft [4-9]/d' "$PBEM_DATA"/games/*.variant
cards=$PBEM_DATA/games/cards
out=$work/site/mail/out/new
failed=0

fault() {
	printf '%s\n' "$*"
	failed=1
}

site() { "$PBEM" --site "$work/site" "$@"; }

new() { # ID OPTION...: a game of two
	id=$1
	shift
	rm -rf "$out"
	site new knightmare "$@" 'white=Anna <anna@example.net>' 'black=Bob <bob@example.net>' --id "$id" \
		>"$work/said" 2>&1
}

refused() { # WORDS OPTION...: no game is made, and that is why
	why=$1
	shift
	new no "$@" && fault "pbem new $*: a game is made"
	grep -qF -e "$why" "$work/said" || fault "pbem new $*: $(cat "$work/said")"
}

asked() { # GAME LINE: the letter that answers white, who has the key
	rm -rf "$out"
	{
		printf 'From: Anna <anna@example.net>\nTo: games@example.org\nSubject: Re\nMessage-ID: <%s@test>\n' \
			"$(date +%s%N)"
		printf 'Date: Sat, 21 Nov 2026 10:00:00 +0000\n\n%s\n\nKEY %s\n' "$1" "$key"
	} | site deliver >/dev/null 2>&1
	cat "$out"/*
}

site init --address games@example.org --moderator carol@example.org >/dev/null || exit 1
new old || fault "pbem new: $(cat "$work/said")"
"$PBEM" cards >"$work/alone"
[ "$(wc -l <"$work/alone")" = "$(ls "$cards/first" | wc -l)" ] || fault 'pbem cards lists other cards than there are'

# A set of a card of its own, and one that is another's under a new name.
mkdir "$cards/second"
sed 's/^name .*/name    Detour/; s/^points .*/points  9 unique/' "$cards/first/siege.card" >"$cards/second/detour.card"
sed 's/^name .*/name    Court Intrigue/; s/^points .*/points  1/' "$cards/first/siege.card" \
	>"$cards/second/court-intrigue.card"

"$PBEM" --site "$work" check >"$work/said" 2>&1 || fault "pbem check: $(cat "$work/said")"
{
	echo 'first:'
	cat "$work/alone"
	echo 'second:'
	printf '  1  Court Intrigue       after your move\n  9* Detour               after your move\n'
} >"$work/both"
"$PBEM" cards | diff "$work/both" - || fault 'pbem cards lists other sets'
"$PBEM" card detour | head -n 1 | grep -qx 'Of the set second:' || fault "pbem card doesn't say of which set"
"$PBEM" card court intrigue | grep -qx 'Court Intrigue, 1 point' || fault 'pbem card counts one point as several'
"$PBEM" variants knightmare | grep -q '^  sets  *first, others, with commas' || fault 'the option is not told'

# ---- games with them

new alone --option sets=second --option copies=9 || fault "pbem new: $(cat "$work/said")"
cat "$out"/alone.* | grep '^\* ' | grep -v '^\* Detour\|^\* Court Intrigue' && fault 'a card of another set was dealt'
new both --option sets=second,first --option points=9999 || fault "pbem new: $(cat "$work/said")"
grep -qx 'option sets second,first' "$work/site/games/both/game.txt" || fault 'the file of the game names no sets'
site verify || fault 'a game is not sound'
new many --option deck=personal --option copies=3 --option points=9999 --option sets=first,second ||
	fault "pbem new: $(cat "$work/said")"
key=$(sed -n 's/^  key \([a-z2-7]\{42\}\).*/\1/p' "$out"/many.white.* | head -n 1)
asked 'CARD Detour' | grep -q '^\* Detour, 9 points, unique' || fault "a letter doesn't know a card of the second set"
asked 'CARD Court Intrigue' | grep -qx '\* Court Intrigue, 1 point' || fault 'a letter counts one point as several'
asked 'CARD Bog' | grep -q '^\* Bog, ' || fault "a letter doesn't know a card of the first set"
asked 'HELP RULES' | grep -q '^Subject: .many. Help' || fault 'no rules'
site doctor >"$work/said" 2>&1
grep -i 'card' "$work/said" && fault "pbem doctor: $(cat "$work/said")"

printf 'hand white: Detour\nhand black: Bog\npieces white: Ke1 Rh1 Nb1\npieces black: Ke8\nshow hands\n' |
	"$PBEM" try knightmare --option sets=second,first | grep -q '^white: Detour' || fault 'pbem try knows no set'
printf 'hand white: Detour\n' | "$PBEM" try knightmare >/dev/null 2>&1 && fault 'a card of no set of the game is known'

# Unique once a deck, whatever the sets and copies.
asked 'DECK Detour, Detour' | grep -q 'Detour is unique: a deck has at most one' || fault 'two of a unique card'

# ---- what can't be

refused "there is no set of cards 'third'; there are: first, second" --option sets=third
refused "option 'sets' can't be 'First'; it can be: first, others, with commas between them" --option sets=First
refused "the set 'second' is named twice" --option sets=second,second
cp "$cards/first/bog.card" "$cards/second"
refused "$cards/second/bog.card:1: the card 'Bog' stands in $cards/first/bog.card, too" --option sets=first,second
"$PBEM" --site "$work" check >"$work/said" 2>&1 || fault "sets that nobody plays with together: $(cat "$work/said")"
"$PBEM" card bog | grep -c '^Of the set' | grep -qx 2 || fault 'pbem card shows one of two'
sed -i 's/^sets .*/sets first second/' "$PBEM_DATA/games/knightmare.variant"
"$PBEM" --site "$work" check >"$work/said" 2>&1 && fault "pbem check finds no fault"
grep -q "second/bog.card:1: the card 'Bog' stands in " "$work/said" || fault "pbem check: $(cat "$work/said")"
sed -i 's/^sets .*/sets first/' "$PBEM_DATA/games/knightmare.variant"
rm "$cards/second/bog.card"

# Its digest is that of the sets it is played with.
sed -i 's/^points .*/points  8 unique/' "$cards/second/detour.card"
site verify old >"$work/said" 2>&1
[ -s "$work/said" ] && fault "pbem verify: $(cat "$work/said")"
site verify both >"$work/said" 2>&1
grep -q 'this definition of the variant, or of its cards, is not known here' "$work/said" ||
	fault "other cards than the game was made with: $(cat "$work/said")"

# Another name is no other set: nothing but the folder's bears it.
mv "$cards/first" "$cards/tempete" && sed -i 's/^sets .*first/sets tempete/' "$PBEM_DATA"/games/*.variant
"$PBEM" --site "$work" check >"$work/said" 2>&1 || fault "pbem check: $(cat "$work/said")"
site verify old >"$work/said" 2>&1
[ -s "$work/said" ] && fault "the name of a set counts: $(cat "$work/said")"
new renamed || fault "pbem new: $(cat "$work/said")"
rm -r "$cards/second" && sed -i '/^sets/d' "$PBEM_DATA"/games/*.variant
"$PBEM" --site "$work" check >"$work/said" 2>&1 || fault "the only set there is: $(cat "$work/said")"
site verify old renamed || fault 'the only set there is'

echo "a set is a folder"
[ $failed = 0 ]
