#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: every command and each of its options is in pbem(1), and so are the options of all games. Every key is in
# pbem.conf(5), and every order is in pbem-orders(7), in its table and below, and in HELP. None of these pages has
# any others. Every option of a game is explained on the page that HELP sends of it. Events of game files are
# looked for in pbem-game(5) by tests/game-manual, members of JSON in pbem(1) by tests/e2e/json.sh.
set -u
LC_ALL=C # comm(1) and sort(1) agree
export LC_ALL
top=${srcdir:-.}
work=$(mktemp -d "${TMPDIR:-/tmp}/pbem-manuals.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT

"${PBEM:-./pbem/pbem}" help | awk '/^  [a-z]/ { print $1 }' | sort -u >"$work/commands"
sed -n '/^.Sh COMMANDS/,/^.Sh GAME OPTIONS/s/^\.It Ic \([a-z]*\).*/\1/p' "$top/pbem/cli/pbem.1" |
	sort -u >"$work/commands.page"
sed 's/^/the table: /' "$work/commands" >"$work/table"
sed -n '/^.Ss Table of commands/,/^.Ss Options of all/s/^\.It \([a-z]*\) Ta .*/the table: \1/p' \
	"$top/pbem/cli/pbem.1" | sort >"$work/table.page"
# "COMMAND --option ARGUMENT": of all commands those in front of the lists of commands, as of "all".
told() {
	sed -n -e "s/^  \(-[a-zA-Z], \)\{0,1\}\(--[a-z-]*\)\( [A-Za-z].*\)\{0,1\}/$1 \2\3/p" |
		awk '{ print $1, $2, $3 ~ /^[A-Z=]+$|[|]/ ? "with an argument" : "" }'
}
while read -r command; do
	"${PBEM:-./pbem/pbem}" "$command" --help | told "$command"
done <"$work/commands" >"$work/options"
"${PBEM:-./pbem/pbem}" help | told all >>"$work/options"
# Each option has an entry of its own, with its argument, below its command; or, if only the line of the command
# names it, ahead of the commands of its section.
awk '
	function option(i) { return "-" $i " " ($(i + 1) == "Ar" || $(i + 1) == "Cm" ? "with an argument" : "") }
	/^\.Sh DESCRIPTION/ { command = "all" }
	/^\.Ss / { if (command != "all" || !/^\.Ss (Options|Table)/) { command = "common"; split("", common) } }
	/^\.Sh GAME OPTIONS/ { exit }
	/^\.It Ic / { command = $3
		for (i = 1; i < NF; i++) if ($i == "Fl" && "-" $(i + 1) in common) print command, common["-" $(i + 1)] }
	/^\.It Fl / { for (i = 3; i <= NF && $i != "Pq"; i++) if ($i ~ /^-/) {
		if (command == "common") common["-" $i] = option(i); else print command, option(i) } }
' "$top/pbem/cli/pbem.1" | sort -u >"$work/options.page"
sort -o "$work/options" "$work/options"

# "KEY: RANGE, default VALUE", as its own line says it; of a key that has neither, its name.
tr '\n' ' ' <"$top/pbem/sys/config.c" | sed 's/{"/\n&/g' | sed -n 's/^{"\([a-z-]*\)", KEY_\([A-Z]*\), \(.*\)}.*/\1 \2 \3/p' |
	sed 's/}.*//' | awk '
	{ split($0, part, /, */); n = split($0, each, "\"")
		value = n > 2 ? "default " each[2] : ""
		if ($2 == "NUMBER") value = part[3] "-" part[4] ", " value
		if ($2 == "BOOL") value = "yes | no, " value
		print $1 ": " value }' | sort >"$work/keys"
sed -n '/^.Sh KEYS/,/^.Sh FILES/s/^\.It Ic \([a-z][a-z-]*\) No = /\1: /p' "$top/pbem/sys/pbem.conf.5" |
	sed -e 's/ Pq /, /' -e 's/\\(en/-/g' >"$work/said"
awk 'NR == FNR { sub(/:.*/, "", $1); kind[$1] = $0; next }
	{ key = $1; sub(/:$/, "", key); line = ""
		if (match($0, /[0-9]+-[0-9]+, default [0-9]+$/)) line = substr($0, RSTART)
		else if (match($0, /Cm yes \| no, default [a-z]+$/)) line = substr($0, RSTART + 3)
		else if (match($0, /, default [^ ]+$/)) line = substr($0, RSTART + 2)
		if (kind[key] !~ / default /) line = ""
		print key ": " line }' "$work/keys" "$work/said" | sort >"$work/keys.page"
sed 's/:.*//; s/^/the index: /' "$work/keys" | sort >"$work/index"
sed -n '/^.Ss Index/,/^.Sh KEYS/s/^\.It \([a-z-]*\) Ta .*/the index: \1/p' "$top/pbem/sys/pbem.conf.5" |
	sort >"$work/index.page"

# The options of games: before the line "options of every game:" a variant's own.
PBEM_DATA=${PBEM_DATA:-$top}
export PBEM_DATA
"${PBEM:-./pbem/pbem}" variants | awk '{ print $1 }' >"$work/variants"
while read -r variant; do
	"${PBEM:-./pbem/pbem}" variants "$variant" |
		awk -v variant="$variant" '/^options of every game:/ { variant = "all" } /^  [a-z].*, / { print variant, $1 }'
done <"$work/variants" | sort -u >"$work/game-options"
# "OPTION: RANGE OR CHOICES, default VALUE".
"${PBEM:-./pbem/pbem}" variants chess | sed '1,/^options of every game:/d' | awk '
	!/^  [a-z].*, / { next }
	{ value = $2; sub(/,$/, "", value); rest = $0; sub(/^ *[^ ]+ +/, "", rest)
		if ($3 ~ /^[0-9]/) rest = $3
		else if ($3 ~ /^\./) rest = ""
		print $1 ": " rest (rest == "" ? "" : ", ") "default " value }' | sort >"$work/terms"
sed -n '/^.Sh GAME OPTIONS/,/^.Sh ENV/s/^\.It Cm \([a-z-]*\) No = /\1: /p' "$top/pbem/cli/pbem.1" |
	sed -e 's/\\(en/-/g' -e 's/: Cm \(.*\) Pq /: \1, /' -e 's/: Ar .* Pq /: /' -e 's/ | /, /g' | sort >"$work/terms.page"

# The orders, by the words of English; but those only refused.
awk '$1 == "order" && $2 != "elsewhere" { print $2, $3 }' "$top/games/words/orders.words" |
	sort >"$work/order-names"
sed 's/.* //' "$work/order-names" | sort >"$work/orders"
orders_in() # orders_in FROM TO: the order words of the entries between two headings of pbem-orders(7)
{
	sed -n "/^.Ss $1/,/^.S[sh] $2/s/^\.It Ic \([A-Z]*\).*/\1/p" "$top/core/order/pbem-orders.7" | sort -u
}
orders_in 'Moves' 'Orders of other games' >"$work/orders.page"
cp "$work/orders" "$work/orders-at-a-glance"
orders_in 'All orders' 'How a letter is read' >"$work/orders-at-a-glance.page"
sed -n 's/^order  *\([a-z]*\) .*/\1/p' "$top/games/words/orders.words" | sort >"$work/names"
sed -n 's/^behind  *\([a-z]*\) .*/\1/p' "$top/games/words/orders.words" | sort >"$work/meanings"
# listed FROM TO: prints the words in lists in that item of pbem-words(5)
listed()
{
	sed -n "/^.It Ic $1/,/^.It Ic $2/{/^\.Ic/{s/^\.Ic //;s/ , /\n/g;s/ [,.]\$//;p}}" "$top/games/pbem-words.5" | sort
}
listed order form >"$work/names.page"
sed -n '/^.It Ic behind/,/^.It Ic filler/s/^.It Li //p' "$top/games/pbem-words.5" | sort >"$work/meanings.page"

failed=0

# same WHAT SOURCE PAGE: says what either lacks, and where it would stand
same() {
	test -s "$work/$1" || { echo "no $1 are found in $2"; failed=1; }
	comm -23 "$work/$1" "$work/$1.page" | sed "s|.*|$3: nothing tells of '&', which stands in $2|" >"$work/said"
	comm -13 "$work/$1" "$work/$1.page" | sed "s|.*|$3: tells of '&', which isn't in $2|" >>"$work/said"
	cat "$work/said"
	test ! -s "$work/said" || failed=1
}

same commands pbem/cli/cli_table.c pbem/cli/pbem.1
same table pbem/cli/cli_table.c pbem/cli/pbem.1
same options pbem/cli/cli_table.c pbem/cli/pbem.1
same keys pbem/sys/config.c pbem/sys/pbem.conf.5
same index pbem/sys/config.c pbem/sys/pbem.conf.5
same terms core/game/game_options.c pbem/cli/pbem.1
same orders games/words/orders.words core/order/pbem-orders.7
same orders-at-a-glance games/words/orders.words "core/order/pbem-orders.7, All orders"
same names games/words/orders.words games/pbem-words.5
same meanings games/words/orders.words games/pbem-words.5

# HELP shows every order, in each language.
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
	points.*) row='points\.(SEAT|PLATZ) =( |$)' ;;
	hand.*) row='hand\.(SEAT|PLATZ) =( |$)' ;;
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

# The examples in pbem.conf(5) are configurations; one that begins with an address is complete.
awk -v to="$work/shown" '
	/^\.Bd .*-literal/ { display = 1; n++; file = to n; next }
	/^\.Ed/ { display = 0 }
	display { print >file }' "$top/pbem/sys/pbem.conf.5"
"${PBEM:-./pbem/pbem}" --site "$work/site" init --address games@example.org >/dev/null || failed=1
for shown in "$work"/shown[0-9]*; do
	{ grep -q '^address' "$shown" || echo 'address = games@example.org'; cat "$shown"; } >"$work/site/pbem.conf"
	"${PBEM:-./pbem/pbem}" --site "$work/site" status >/dev/null || failed=1
done
test -e "$work/shown4" || { echo "pbem.conf(5): fewer than 4 configurations are shown"; failed=1; }
[ $failed = 0 ]
