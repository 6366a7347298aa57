#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: no manual page has a fault that can be found by its form. mandoc(1) finds some of them. This test finds those
# that mandoc prints without a warning:
#   a word of the text that is the name of a macro, as "In" or "At" at the head of an item
#   a quotation that goes on to the end of its line
#   text wider than its column, which runs into the next one
#   a command, option, order or event that is defined twice
#   a reference to a page or section that doesn't exist
# Each page is in the lists of pages, and apropos(1) shows its whole name. At the end, a page with each of these
# faults shows that they are found.
set -u
command -v mandoc >/dev/null || exit 77
cd "${srcdir:-.}" || exit 1
failed=0
work=$(mktemp -d "${TMPDIR:-/tmp}/pbem-lint.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT

cat >"$work/faults.awk" <<'AWK'
function fault(what) { print FILENAME ":" FNR ": " what; faults++ }
function is_macro(word) { return word ~ /^(A[dnpqrt]|B[cfoqxt]|Brq|C[dm]|D[1cloqv]|E[cmorvx]|F[acdlnorx]|I[cnt]|L[bik]|M[st]|N[dmosx]|O[copx]|P[acfopq]|Q[cloq]|S[coqtxy]|T[an]|V[at]|X[cor])$/ }
function is_closing(word) { return word ~ /^[].,:;)?!]$/ }
# The text of words, as long as it is printed.
function text_of(from, to,   i, text, apart) {
	for (i = from; i <= to; i++) {
		if (word[i] == "Ns") { apart = ""; continue }
		if (!quoted[i] && is_macro(word[i])) continue
		text = text (text == "" || is_closing(word[i]) ? "" : apart) word[i]
		apart = " "
	}
	gsub(/\\&/, "", text)
	gsub(/\\(\(..|\[[^]]*\]|[-e])/, "x", text)
	return text
}
# The words of the head of an item, without arguments and optional parts.
function literal_of(   i, text, skipped, optional) {
	for (i = 2; i <= words && word[i] != "Pq"; i++) {
		if (word[i] == "Op") break
		optional += (word[i] == "Oo") - (word[i] == "Oc")
		if (is_macro(word[i])) skipped = word[i] == "Ar" || skipped && word[i] !~ /^(Ic|Cm|Fl|Li|No)$/
		else if (!skipped && optional == 0) text = text " " word[i]
	}
	return substr(text, 2)
}
# The words of a line; one in quotes is one.
function parse(line,   rest) {
	words = 0
	while (match(line, /^ *("([^"]|"")*"|[^ ]+)/)) {
		rest = substr(line, RSTART, RLENGTH)
		sub(/^ */, "", rest)
		line = substr(line, RSTART + RLENGTH)
		quoted[++words] = rest ~ /^"/
		gsub(/^"|"$/, "", rest)
		word[words] = rest
	}
}
function row(   i, from, column, text) {
	from = 2
	column = 0
	for (i = 2; i <= words; i++)
		if (word[i] == "Ta" && !quoted[i]) {
			text = text_of(from, i - 1)
			# mandoc(1) leaves four places between columns; two keep them apart.
			if (length(text) > width[++column] + 2 && column < columns && word[i + 1] != "\\&")
				fault("\"" text "\" is wider than its column, " width[column])
			from = i + 1
		}
}
BEGIN {
	# Orders that watchers and people without a seat write, too, or that other boards write otherwise.
	again["core/order/pbem-orders.7"] = " MOVE JOIN LEAVE WATCH UNWATCH STATUS GAMES HELP LANGUAGE "
	# A row of an order, and one of a word between squares; a line of the record, and one of the sealed file.
	again["games/pbem-words.5"] = " to "
	again["core/gamefile/pbem-game.5"] = " id end secret "
}
FNR == 1 { name = FILENAME; sub(/.*\//, "", name); there[name] }
FNR == 1 { split("", defined); depth = 0; head = "" }
/^\.Bd .*-literal/ { literal = 1 }
/^\.Ed/ { literal = 0 }
literal || /^\.\\"/ { next }
!/^\./ { head = "" ; next }
{
	parse(substr($0, 2))
	for (i = 2; i <= words; i++) {
		if (quoted[i]) continue
		if (word[i] == "In" && word[i + 1] !~ /\.h$/ || word[i] == "At" && word[i + 1] !~ /^(v[1-7]|32v|III|V(\.[1-4])?)$/ ||
		    word[i] ~ /^(An|Ad|Ex|Bx|Fx|Nx|Ox|Dx)$/ || word[i] == "Do" && $0 !~ / Dc/ || word[i] == "So" && $0 !~ / Sc/ ||
		    i == 2 && word[1] ~ /^(It|Ss|Sh)$/ && word[i] ~ /^(No|It|Ns|Tn)$/)
			fault("\"" word[i] "\" is a macro here, not text")
	}
	for (i = 1; i <= words; i++) {
		if (quoted[i] || word[i] !~ /^(Dq|Sq|Qq|Ql|Aq)$/) continue
		for (j = i + 1; j < words && !is_closing(word[j]); j++)
			;
		for (; j < words; j++)
			if (!is_closing(word[j + 1]) && word[j + 1] !~ /^(Pc|Dc|Sc|Oc|Bc|Xc|Ns)$/) {
				fault("\"" word[j + 1] "\" is in the quotation that begins with \"" word[i + 1] "\"")
				break
			}
	}
}
word[1] == "Sh" || word[1] == "Ss" { there[text_of(2, words)] }
{ for (i = 1; i < words; i++) {
	if (word[i] == "Xr" && word[i + 1] ~ /^pbem/) wanted[word[i + 1] "." word[i + 2]] = FILENAME ":" FNR
	if (word[i] == "Sx") {
		for (j = i + 1; j <= words && !is_closing(word[j]) && !is_macro(word[j]); j++) ;
		wanted[text_of(i + 1, j - 1)] = FILENAME ":" FNR } } }
# The text that apropos(1) shows in one line.
word[1] == "Nd" && length(text_of(2, words)) > 60 { fault("this name has more than 60 characters") }
word[1] == "Bl" {
	list[++depth] = word[2]
	lists[depth] = ++made
	columns = 0
	if (word[2] == "-column")
		for (i = 3; i <= words; i++)
			if (word[i] !~ /^-/) width[++columns] = length(word[i])
	head = ""
}
word[1] == "El" { depth-- }
word[1] == "It" && depth > 0 && list[depth] == "-column" { row(); next }
word[1] == "It" && (word[2] == "Ic" || word[2] == "Cm") {
	name = literal_of()
	split(name, first, " ")
	# The words of an argument are a list in an item; another argument may have the same.
	if (depth > 1) name = "list " lists[depth] " " name
	if (name in defined && head != name && index(again[FILENAME], " " first[1] " ") == 0)
		fault("\"" word[3] "\" is defined again; first in line " defined[name])
	if (!(name in defined)) defined[name] = FNR
	head = name
	next
}
{ head = "" }
END {
	for (name in wanted) if (!(name in there)) { print wanted[name] ": there is no " name; faults++ }
	exit faults > 0
}
AWK

pages=$(find core games pbem -name '*.[157]')
mandoc -T lint -W warning $pages || failed=1
awk -f "$work/faults.awk" $pages || failed=1
for page in $pages; do
	for list in Makefile.am README.md; do
		grep -q "$(basename "$page")\>" $list || { echo "$list: ${page##*/} is missing"; failed=1; }
	done
done

# Sections that other texts refer to, as "KEYS in pbem-moderator(7)" or "pbem-moderator(7), KEYS"; strings of C may be
# parted between lines.
find core pbem debian examples *.md -type f ! -name '*.[157]' -exec cat {} + | tr '\n\t' '  ' | sed 's/" *"//g; s/  */ /g' |
	grep -oE '[A-Z][A-Z]{2,}( [A-Z]+)* in pbem[a-z.-]*\([157]\)|pbem[a-z.-]*\([157]\), [A-Z]{3,}( [A-Z]{2,})*' |
	sed -e 's/^\(.*\) in \(.*\)(\(.\))$/\2.\3 \1/' -e 's/^\(.*\)(\(.\)), /\1.\2 /' | sort -u >"$work/sections"
while read -r page section; do
	file=$(find core games pbem -name "$page")
	[ -n "$file" ] && grep -qix "\.S[hs] \(\\\\&\)*$section" "$file" || {
		echo "$page has no section $section, which other texts refer to"
		failed=1
	}
done <"$work/sections"
[ -s "$work/sections" ] || { echo "no references to sections are found"; failed=1; }

cat >"$work/faulty.7" <<'END'
.Bl -tag -width Ds
.It In a ring
.It \&In a ring
.It "At the end"
.It At the end
.It Ic outage Ar from to
Some hours.
.It Ic outage Ar hours
Others.
.It Ic late Ar minutes
.It Ic late
.El
.Pq OAuth client of the kind Dq Desktop app ; Microsoft Entra
.Pq OAuth client of the kind Dq Desktop app ,
.Xr pbem-nothing 7
.Bl -column "e2e4" "from where"
.It Li e2e4 Ta from where to where
.It Li e2-e4 , e2e4 Ta from where to where
.El
END
awk -f "$work/faults.awk" "$work/faulty.7" | sed 's/.*faulty.7:\([0-9]*\):.*/\1/' >"$work/found"
[ "$(echo $(cat "$work/found"))" = "2 5 8 13 18 15" ] || {
	echo "of a page with faults in lines 2 5 8 13 18 15 these are found: $(echo $(cat "$work/found"))"
	failed=1
}
exit $failed
