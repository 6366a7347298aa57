#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: the steps in games/cards/README.md add a card. The file in a copy of games/ is loaded, checked,
# shown, listed, played and dealt by mail, and damages no game that has begun. Each kind of mistake in it
# is found, with file and line number.
set -u
PBEM=${PBEM:-./pbem/pbem}
top=${srcdir:-.}
[ -x "$PBEM" ] || { echo "no $PBEM"; exit 1; }
work=$(mktemp -d "${TMPDIR:-/tmp}/pbem-card.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/data" && cp -r "$top/games" "$top/mailers" "$top/templates" "$work/data" || exit 1
PBEM_DATA=$work/data
export PBEM_DATA
# Counting moves only takes time.
sed -i '/expect *perft [4-9]/d' "$PBEM_DATA"/games/*.variant
card=$PBEM_DATA/games/cards/first/court-intrigue.card
failed=0

fault() {
	printf '%s\n' "$*"
	failed=1
}

# The indented lines behind step N of that section.
step() {
	awk -v step="$1" '
		/^[0-9]\./ { now = substr($0, 1, 1) }
		/^[^ 0-9]/ { now = 0 }
		now == step && (/^       / || /^$/) { sub(/^       /, ""); print }' "$top/games/cards/README.md"
}

# ---- a game that has begun

site() { "$PBEM" --site "$work/site" "$@"; }

cards_of() { # SEAT: the hand its newest letter lists
	site resend "$1" "$2" >/dev/null && grep -h '^\* ' "$(find "$work/site/mail/out/new" -type f -newer "$work/mark")"
	rm -rf "$work/site/mail/out/new"
}

site init --address games@example.org --moderator carol@example.org >/dev/null || exit 1
site new knightmare 'white=Anna <anna@example.net>' 'black=Bob <bob@example.net>' --id old >/dev/null || exit 1
rm -rf "$work/site/mail/out/new"
touch -d '-1 minute' "$work/mark"
before=$(cards_of old white)
[ -n "$before" ] || fault "no hand in the letter"

# ---- steps 1 to 4

lacking() { # SCRIPTS...: what check-cards misses
	srcdir=$top "$top/scripts/check-cards" "$PBEM_DATA/games/cards" games/conformance/cards "$@"
}

"$PBEM" --site "$work" check >"$work/said" 2>&1 || fault "pbem check: $(cat "$work/said")"
[ -s "$work/said" ] && fault "of what is installed: $(cat "$work/said")"
step 1 | sed '/^$/d' >"$card"
"$PBEM" --site "$work" check >"$work/said" 2>&1 || fault "pbem check: $(cat "$work/said")"
po=$PBEM_DATA/games/words/de-cards.po
[ "$(cat "$work/said")" = "$po: note: the card Court Intrigue of the set first is not fully translated; letters contain the remaining sentences in English" ] || fault "pbem check notes: $(cat "$work/said")"

# ---- step 6, and what has no card

cp "$po" "$work/po"
step 6 >>"$po"
"$top/scripts/card-phrases" "$PBEM_DATA/games/cards" | awk -v RS= '/Court Intrigue: (plays|text)/' |
	sed 's/^msgstr .*/msgstr "X"/' >>"$po"
"$PBEM" --site "$work" check >"$work/said" 2>&1 || fault "pbem check: $(cat "$work/said")"
[ -s "$work/said" ] && fault "a card that is in German: $(cat "$work/said")"
sed -i 's/^msgid "Siege"/msgid "Seige"/; s/^msgstr "Hofintrige"/msgstr "Bog"/' "$po"
"$PBEM" --site "$work" check >"$work/said" 2>&1 || fault "pbem check: $(cat "$work/said")"
for note in "the card Siege of" "no card contains the sentence 'Seige'" "Bog is the name of a card, but also the translated name of the card Court Intrigue"; do
	grep -qF "$po: note: $note" "$work/said" || fault "no note: $note"
done
sed -i '/^msgstr "Feuerball"/s/"$//' "$po"
"$PBEM" --site "$work" check >"$work/said" 2>&1 && fault 'a broken catalogue is taken'
mv "$work/po" "$po"
"$PBEM" card court intrigue | grep -q '^Court Intrigue, 4 points$' || fault 'pbem card shows another card'
"$PBEM" cards | grep -q '^  4  Court Intrigue       after your move$' || fault 'pbem cards misses it'
mkdir "$work/play"
lacking >"$work/said" && fault 'check-cards misses no script of it'
[ "$(grep -c '/court-intrigue.card: no script shows Court Intrigue ' "$work/said")" = 3 ] ||
	fault "check-cards misses: $(cat "$work/said")"
step 3 | sed '1{/^$/d}' | sed '${/^$/d}' >"$work/play/court-intrigue.try"
step 4 | sed '1{/^$/d}' | sed '${/^$/d}' >"$work/play/court-intrigue-three.try"
lacking "$work/play" || fault 'check-cards wants more than this page shows'
PBEM=$PBEM sh "$top/tests/play.sh" "$work/play" >"$work/said" 2>&1 || fault "pbem try: $(cat "$work/said")"
grep -q '^2 ' "$work/said" || fault "not both scripts were played: $(cat "$work/said")"

after=$(cards_of old white)
[ "$before" = "$after" ] || fault "the hand of a game that has begun was $before, and is $after"

# ---- dealt: somebody gets it, sooner or later

dealt=0
try=0
while [ $dealt = 0 ] && [ $((try += 1)) -le 80 ]; do
	site new knightmare --option points=9999 'white=Anna <anna@example.net>' \
		'black=Bob <bob@example.net>' --id "new$try" >/dev/null || fault 'no new game'
	grep -qs '^\* Court Intrigue, 4 points' "$work"/site/mail/out/new/* && dealt=1
	rm -rf "$work/site/mail/out/new"
done
[ $dealt = 1 ] || fault 'it is never dealt'

# ---- mistakes: what sed makes of the file, the line, the fault

sound=$(cat "$card")
count=0
# Other games only take time.
for game in "$PBEM_DATA"/games/*.variant; do
	case $game in
	*/chess.variant | */knightmare.variant) sed -i '/^expect/,$d' "$game" ;;
	*) rm "$game" "${game%.variant}.txt" ;;
	esac
done
"$PBEM" --site "$work" check >"$work/said" 2>&1 || fault "pbem check: $(cat "$work/said")"
while IFS='	' read -r change line said; do
	count=$((count + 1))
	printf '%s\n' "$sound" | sed "$change" >"$card"
	"$PBEM" --site "$work" check >"$work/said" 2>&1
	[ $? = 65 ] || fault "$change: pbem check finds nothing"
	grep -qF "court-intrigue.card:$line: $said" "$work/said" || fault "$change: $(cat "$work/said")"
	"$PBEM" cards >/dev/null 2>"$work/said" && fault "$change: pbem cards takes it"
done <<'END'
/^points/d	1	a line is missing: points NUMBER [unique]
/^when/d	1	a line is missing: when MOMENT ...
/^effect/d	1	a line is missing: effect NAME [WORD ...]
/^text/d	1	a line is missing: text WORDS
/^name/d	1	a line is missing: name WORDS
s/points  4/points  four/	3	expected: points NUMBER [unique]
s/points  4/points  1000/	3	expected: points NUMBER [unique]
s/points  4/points  4 uniqe/	3	expected: points NUMBER [unique]
s/when    after/when    aftr/	4	unknown moment 'aftr'; did you mean 'after'?
s/when    after/when/	4	expected: when MOMENT ...
s/own queen/own queeen/	5	unknown kind of piece 'queeen'; did you mean 'queen'?
s/own rook/own rook or/	6	expected: KIND or KIND ...
s/own rook/move own rook/	8	the effect 'swap' wants targets of the forms 's s', not 's m'
/own rook/d	7	the effect 'swap' wants targets of the forms 's s', not 's'
s/^either/either way/	7	expected: either
s/^either/needs knight/	7	expected: needs bishop, needs turning, or needs OPTION=VALUE
s/effect  swap/effect  swapp/	8	unknown effect 'swapp'; did you mean 'swap'?
s/effect  swap/effect  swap twice/	8	expected: effect swap [king|pairs]
s/^plays .*/plays/	9	expected: plays WORDS
$a colour red	13	unknown keyword 'colour'
$a points 5	13	'points' was said above
$a name Other	13	'name' was said above
s/Court Intrigue/Court Intrigues/	1	the card 'Court Intrigues' belongs in a file court-intrigues.card
s/Court Intrigue/A Card With A Name Longer Than Any Allowed/	2	a card's name has at most 31 letters
END
printf '%s\n' "$sound" >"$card"
echo "a card is added; $count mistakes are found"
[ $failed = 0 ]
