#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: every command and each of its options has its place in pbem(1), as have the options of all games; every
# key in pbem.conf(5), every order in pbem-orders(7) and in HELP; and none of these pages has more. Every option
# of a game is explained on the page that HELP sends of it. Facts of game files are looked for in pbem-game(5)
# by tests/core/position/test_event, members of JSON in pbem(1) by tests/e2e/json.sh.
set -u
top=${srcdir:-.}
work=$(mktemp -d "${TMPDIR:-/tmp}/pbem-manuals.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT

"${PBEM:-./pbem/pbem}" help | awk '/^  [a-z]/ { print $1 }' | sort -u >"$work/commands"
sed -n '/^.Ss Setting up/,/^.Sh ENV/s/^\.It Ic \([a-z]*\).*/\1/p' "$top/pbem/command/pbem.1" |
	sort -u >"$work/commands.page"
# "COMMAND --OPTION": of all commands those in front of the lists of commands, as of "all".
while read -r command; do
	"${PBEM:-./pbem/pbem}" "$command" --help | sed -n "s/^  \(-[a-zA-Z], \)\{0,1\}\(--[a-z-]*\).*/$command \2/p"
done <"$work/commands" | sort >"$work/options"
"${PBEM:-./pbem/pbem}" help | sed -n "s/^  \(-[a-zA-Z], \)\{0,1\}\(--[a-z-]*\).*/all \2/p" >>"$work/options"
awk '
	/^\.Sh DESCRIPTION/ { command = "all" }
	/^\.Ss / { command = "" }
	/^\.Sh ENVIRONMENT/ { exit }
	/^\.It Ic / { command = $3 }
	command == "all" && !/^\.It Fl/ { next }
	command != "" { for (i = 1; i < NF; i++) if ($i == "Fl" && $(i + 1) ~ /^-[a-z]/) print command, "-" $(i + 1) }
' "$top/pbem/command/pbem.1" | sort -u >"$work/options.page"
sort -o "$work/options" "$work/options"
sed -n 's/^	{"\([a-z-]*\)", KEY_.*/\1/p' "$top/pbem/site/config.c" | sort >"$work/keys"
sed -n '/^.Ss The site/,/^.Sh FILES/s/^\.It Ic //p' "$top/pbem/site/pbem.conf.5" | sed 's/ , Ic /\n/g' |
	sort >"$work/keys.page"

# The options of games: in front of "and those that every game has" a variant's own.
PBEM_DATA=${PBEM_DATA:-$top}
export PBEM_DATA
"${PBEM:-./pbem/pbem}" variants | awk '{ print $1 }' >"$work/variants"
while read -r variant; do
	"${PBEM:-./pbem/pbem}" variants "$variant" |
		awk -v variant="$variant" '/^and those/ { variant = "all" } /^  [a-z].*, / { print variant, $1 }'
done <"$work/variants" | sort -u >"$work/game-options"
sed -n 's/^all //p' "$work/game-options" >"$work/terms"
sed -n '/^.It Ic new Ar variant/,/^.It Ic new Fl -list/s/^\.It Cm \([a-z-]*\).*/\1/p' "$top/pbem/command/pbem.1" |
	sort >"$work/terms.page"

# The orders, by the words of English; but those only refused.
awk '$1 == "order" && $2 != "elsewhere" { print $2, $3 }' "$top/games/words/orders.words" |
	sort >"$work/order-names"
sed 's/.* //' "$work/order-names" | sort >"$work/orders"
sed -n '/^.Ss Moves/,/^.Ss Words of other games/s/^\.It Ic \([A-Z]*\).*/\1/p' "$top/core/order/pbem-orders.7" |
	sort -u >"$work/orders.page"
sed -n 's/^order  *\([a-z]*\) .*/\1/p' "$top/games/words/orders.words" | sort >"$work/names"
sed -n 's/^behind  *\([a-z]*\) .*/\1/p' "$top/games/words/orders.words" | sort >"$work/meanings"
# listed FROM TO: what stands in that item of pbem-words(5) in lists
listed()
{
	sed -n "/^.It Ic $1/,/^.It Ic $2/{/^\.Ic/{s/^\.Ic //;s/ , /\n/g;s/ ,\$//;p}}" "$top/games/pbem-words.5" | sort
}
listed order form >"$work/names.page"
listed behind filler >"$work/meanings.page"

failed=0

# same WHAT SOURCE PAGE: says what either lacks, and where it would stand
same() {
	test -s "$work/$1" || { echo "no $1 are found in $2"; failed=1; }
	comm -23 "$work/$1" "$work/$1.page" | sed "s|.*|$3: nothing tells of '&', which stands in $2|" >"$work/said"
	comm -13 "$work/$1" "$work/$1.page" | sed "s|.*|$3: tells of '&', which isn't in $2|" >>"$work/said"
	cat "$work/said"
	test ! -s "$work/said" || failed=1
}

same commands pbem/command/commands_table.c pbem/command/pbem.1
same options pbem/command/commands_table.c pbem/command/pbem.1
same keys pbem/site/config.c pbem/site/pbem.conf.5
same terms core/turn/terms.c pbem/command/pbem.1
same orders games/words/orders.words core/order/pbem-orders.7
same names games/words/orders.words games/pbem-words.5
same meanings games/words/orders.words games/pbem-words.5

# Who asks for HELP hears of every order, in each language.
while read -r name word; do
	grep -qw -- "$word" "$top"/templates/help*.txt || {
		echo "templates/help*.txt: nothing tells of $word"
		failed=1
	}
	for words in "$top"/games/words/??.words; do
		language=$(basename "$words" .words)
		own=$(awk -v name="$name" '$1 == "order" && $2 == name { print $3 }' "$words")
		grep -qw -e "${own:-$word}" -e "$word" "$top/templates/$language"/help*.txt || {
			echo "templates/$language/help*.txt: nothing tells of ${own:-$word}"
			failed=1
		}
	done
done <"$work/order-names"

# An option of a game is explained on its page, or on one that is part of it: as "KEY = VALUE", or at the head of
# a row; one with a dot can be nothing else. So in each language that has the page.
grep -v '^all ' "$work/game-options" >"$work/own-options"
while read -r variant key; do
	case $key in
	points.*) row='points\.(SEAT|PLATZ) = ' ;;
	hand.*) row='hand\.(SEAT|PLATZ) = ' ;;
	*.*) row="(^|[ (])$key([ ,]|\$)" ;;
	*) row="((^|[^a-z.-])$key = |^  $key  +[^ ])" ;;
	esac
	for first in "$top"/games/"$variant.txt" "$top"/games/??/"$variant.txt"; do
		[ -e "$first" ] || continue
		found=
		for page in "$variant" $(sed -n 's/^include //p' "$first") cards peterson; do
			page=$(dirname "$first")/$page.txt
			grep -Eqs -- "$row" "$page" && found=1
		done
		[ -n "$found" ] || {
			echo "$first: nothing tells of the option $key"
			failed=1
		}
	done
done <"$work/own-options"
[ $failed = 0 ]
