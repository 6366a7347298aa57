#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: every option of every game, and those that all have, takes what 'pbem variants' tells and says so of anything
# else; the game's file has it. An option without a row here fails.
. "${srcdir:-.}/tests/e2e/lib.sh"

PBEM_DATA=${PBEM_DATA:-$SOURCES}
export PBEM_DATA
e2e_begin
SITE=$E2E/site
PBEM_SITE=$SITE
export PBEM_SITE
"$PBEM" init --address games@example.org --moderator mod@example.org >/dev/null || fail "no site"
cp "$SITE/pbem.conf" "$E2E/conf"

# The options of variants: VARIANT, KEY and the values, tabs between them; "all" for those of every game.
"$PBEM" variants >"$E2E/variants"
while read -r variant seats rest; do
	for seat in $(seq "${seats%-*}"); do
		echo "Player $seat <p$seat@example.org>"
	done >"$E2E/players.$variant"
	"$PBEM" variants "$variant" | awk -v variant="$variant" '
		/^options of every game:/ { variant = "all" }
		/^  [a-z].*, / { key = $1; sub(/^ *[^ ]* */, ""); print variant "\t" key "\t" $0 }'
done <"$E2E/variants" | sort -u >"$E2E/options"
check 'there are many options' test "$(wc -l <"$E2E/options")" -gt 90

# begin VARIANT OPTION...: begins a game with these; where an army is absent one person fewer
number=0
begin()
{
	begin_variant=$1
	shift
	number=$((number + 1))
	case $2 in
	absent=[!n]*) sed 1d "$E2E/players.$begin_variant" >"$E2E/players" ;;
	*) cp "$E2E/players.$begin_variant" "$E2E/players" ;;
	esac
	"$PBEM" new "$begin_variant" --id "o$number" --players "$E2E/players" "$@" </dev/null >"$E2E/out" 2>&1
	begin_code=$?
}

# takes VARIANT KEY=VALUE [WITH]: the game has the option then
takes()
{
	begin "$1" --option "$2" ${3:+--option "$3"}
	check_same "$1 with $2: $(cat "$E2E/out")" 0 $begin_code
	check "$1 with $2: its file says so" grep -qx "option ${2%%=*} ${2#*=}" "$SITE/games/o$number/game.txt"
}

# refuses VARIANT KEY=VALUE SAID [WITH]
refuses()
{
	begin "$1" --option "$2" ${4:+--option "$4"}
	check_same "$1 with $2: $(cat "$E2E/out")" 64 $begin_code
	check "$1 with $2: $(cat "$E2E/out")" grep -qF -- "$3" "$E2E/out"
	check_not "$1 with $2: no game is made" test -e "$SITE/games/o$number"
}

# One row per option: key | what else it needs | values, separated by ";" | a wrong one. An option of a seat may be
# any seat's.
cat >"$E2E/rows" <<'END'
abduction|cards=on|off;honour|dishonour
absent||none;red;white|green
first||white;black;red|green
beaten||role;kingdom;dead;inert;obstacles;removed|eaten
bishops|cards=on|drop;redraw;queen|king
cards||on;off|yes
castling||3/4;any;2/2;5/6|1/2
copies|cards=on|1;6|10
deck|cards=on|auto;split;personal;common|poker
discards|cards=on|on;off|all
extra-discards|cards=on|0;99|100
hand|cards=on|full;growing|empty
hand.|cards=on|1;9|10
king||left;right|middle
order|cards=on|shuffled;stacked|sorted
panic|cards=on|1;999|0
peterson.capture||off;on|maybe
peterson.defense||off;on|yes
peterson.exchange||off;on|fair
points|cards=on|0;9999|-1
points.|cards=on|same;0;9999|10000
position||0;518;959|960
public-words|cards=on|none;seven red apples|a|b
seats||3|2
setup||modern;classic|ancient
stalemate||pass;draw|win
teams||off;on|both
window|cards=on|0;999|1000
words|cards=on|none;ask|tell
END
# An option of that name is something else with cards.
cat >"$E2E/rows.sets" <<'END'
ring||strict;social|loose|option 'sets' can't be 'loose'; it can be: strict, social
*|cards=on|first|nosuch|there is no set of cards 'nosuch'; there are: first
*|cards=on||First|option 'sets' can't be 'First'; it can be:
END

grep -v '^all' "$E2E/options" >"$E2E/own"
while IFS='	' read -r variant key values; do
	name=$key
	case $key in
	sets) continue ;;
	points.*) name=points. ;;
	hand.*) name=hand. ;;
	esac
	row=$(grep "^$name|" "$E2E/rows") || {
		check "tests/options.sh has a row of $key ($variant)" false
		continue
	}
	IFS='|' read -r _ with good bad <<-ROW
		$row
	ROW
	echo "$name" >>"$E2E/used"
	# All values once, of other games of the same option the last.
	[ "$(grep -cx "$name" "$E2E/used")" -le 1 ] || good=${good##*;}
	echo "$good" | tr ';' '\n' >"$E2E/values"
	while read -r value; do
		takes "$variant" "$key=$value" "$with"
	done <"$E2E/values"
	refuses "$variant" "$key=$bad" "option '$key' can't be '$bad'; it can be: $values" "$with"
done <"$E2E/own"
awk -F'	' '$2 == "sets" { print $1 }' "$E2E/own" >"$E2E/sets"
while read -r variant; do
	grep "^$variant|" "$E2E/rows.sets" >"$E2E/found" || grep '^\*|' "$E2E/rows.sets" >"$E2E/found"
	while IFS='|' read -r _ with good bad said; do
		for value in $(echo "$good" | tr ';' ' '); do
			takes "$variant" "sets=$value" "$with"
		done
		refuses "$variant" "sets=$bad" "$said" "$with"
	done <"$E2E/found"
done <"$E2E/sets"
check_same 'rows of no option' '' "$(cut -d '|' -f 1 "$E2E/rows" | grep -vxf "$E2E/used")"

# Those of every game, on the command line and in pbem.conf: key | values | wrong ones, parted by ";".
cat >"$E2E/rows" <<'END'
days|1;365|366;-1;soon
grace|0;720|721
remind|none;50;10,20,30,99|0;100;90,50;1,2,3,4,5;half;50,
rest|none;sat,sun;mon|mon,tue,wed,thu,fri,sat,sun;caturday;sat,
holidays|none;12-25;02-29;2028-02-29,2027-03-26|12-32;2027-02-29;13-01;Christmas;12-25,
zone|UTC;Europe/Berlin|../etc/passwd
vacation|0;366|367
bank|0;365|366
bonus|0;720|721
miss|moderator;remind;skip;forfeit|resign
press|record;letters|email
watch|no;ask;yes|maybe
watch-delay|0;1000|1001
publish|no;yes|maybe
publish-delay|0;1000|1001
END
sed -n 's/^all	\([^	]*\)	.*/\1/p' "$E2E/options" >"$E2E/terms"
while read -r key; do
	row=$(grep "^$key|" "$E2E/rows") || {
		check "tests/options.sh has a row of $key" false
		continue
	}
	IFS='|' read -r _ good bad <<-ROW
		$row
	ROW
	echo "$good" | tr ';' '\n' >"$E2E/values"
	while read -r each; do
		value=$each
		takes chess "$key=$value"
	done <"$E2E/values"
	echo "option.$key = $value" >>"$SITE/pbem.conf"
	begin chess
	check "option.$key = $value: new games have it" grep -qx "option $key $value" "$SITE/games/o$number/game.txt"
	cp "$E2E/conf" "$SITE/pbem.conf"
	echo "$bad" | tr ';' '\n' >"$E2E/values"
	while read -r value; do
		refuses chess "$key=$value" "$key is "
		check "$key=$value: it is named" grep -qF ", not '$value'" "$E2E/out"
		echo "option.$key = $value" >>"$SITE/pbem.conf"
		begin chess
		check_same "option.$key = $value: $(cat "$E2E/out")" 78 $begin_code
		check "option.$key = $value: $(cat "$E2E/out")" \
			grep -qF "pbem.conf:$(wc -l <"$SITE/pbem.conf"): option.$key is " "$E2E/out"
		cp "$E2E/conf" "$SITE/pbem.conf"
	done <"$E2E/values"
done <"$E2E/terms"
check_same 'rows of no option' '' "$(cut -d '|' -f 1 "$E2E/rows" | grep -vxf "$E2E/terms")"

# Faults with several options, with none, and with those of other games.
refuses chess colour=green "chess has no option 'colour'; it has: beaten, stalemate, and those that every game has"
refuses chess deck=auto "chess has no option 'deck'"
refuses knightmare copies=9 'copies = 9 makes 711 cards; a game has at most 512, so choose copies from 1 to 6 here'
refuses knightmare copies=5 'makes 790 cards; a game has at most 512, so choose copies from 1 to 3 here' deck=personal
takes knightmare copies=6
takes knightmare copies=3 deck=personal
# An open game is as any other: nobody joins what can't begin.
"$PBEM" new knightmare --open --option copies=7 >"$E2E/out" 2>&1
check_same "an open game of 553 cards: $(cat "$E2E/out")" 64 $?
check 'it says how many can be' grep -q 'choose copies from 1 to 6 here' "$E2E/out"
refuses three-player deck=auto "option 'deck' is about cards, and without cards=on there are none"
refuses knightmare deck=auto "option 'deck' is about cards" cards=off
refuses four-player peterson.defense=on "Peterson's rules and cards don't go together" cards=on
refuses fourteen peterson.capture=on "in Peterson's rules every side plays for itself" teams=on
refuses chess days=5 "--option days is given twice" days=6
refuses chess zone=Nowhere/Town 'no time zone "Nowhere/Town"'
refuses chess =5 '--option =5: expected KEY=VALUE'
begin chess --option days
check_same 'an option without a value' 64 $begin_code
check 'it says so' grep -qF -- '--option days: expected KEY=VALUE' "$E2E/out"

check "all these games are sound" "$PBEM" verify
e2e_end
