#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: every case of games/conformance, and of tests/play, is answered exactly as it says: *.try is given to `pbem
# try`, *.moves to `pbem moves`, *.perft to `pbem perft`. games/conformance/README.md has the form of the files. Folders
# or files to run instead may be named.
set -u
here=$(dirname "$0")
PBEM=${PBEM:-pbem}
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT INT TERM
tab=$(printf '\t')

# All the files' parts, as N.script and N.expected; a line for each: N, the wanted exit, file, command, arguments.
split() { # FILE...
	awk -v out="$out" '
		FNR == 1 {
			finish()
			n++
			part = 1
			file = FILENAME
			arguments = ""
			code = 0
			script = out "/" n ".script"
			expected = out "/" n ".expected"
			printf "" >script
			printf "" >expected
		}
		/^---$/ { part++; next }
		part == 1 && /^# exit:/ { code = $3 }
		part == 1 && !/^#/ { arguments = arguments " " $0 }
		part == 2 { print >script }
		part == 3 { print >expected }
		function finish() {
			if (!n)
				return
			close(script)
			close(expected)
			command = file
			sub(/.*\./, "", command)
			printf "%d\t%d\t%s\t%s\t%s\n", n, code, file, command, arguments
		}
		END { finish() }' "$@"
}

# Reads the list, with the exits that were met; tells which files are not answered as they say.
compare() {
	awk -F '\t' -v out="$out" '
		function fits(pattern, line,    parts, count, i, at) {
			count = split(pattern, parts, "*")
			if (count < 2)
				return pattern == line
			if (substr(line, 1, length(parts[1])) != parts[1])
				return 0
			line = substr(line, length(parts[1]) + 1)
			for (i = 2; i < count; i++) {
				at = index(line, parts[i])
				if (parts[i] != "" && !at)
					return 0
				line = substr(line, at + length(parts[i]))
			}
			return length(line) >= length(parts[count]) &&
			       substr(line, length(line) - length(parts[count]) + 1) == parts[count]
		}
		function same(n,    expected, given, want, has, more) {
			expected = out "/" n ".expected"
			given = out "/" n ".given"
			do {
				more = (getline want <expected) > 0
				if (((getline has <given) > 0) != more)
					return 0
			} while (more && fits(want, has))
			close(expected)
			close(given)
			return !more
		}
		$3 != $2 { print $1 "\t" $4 ": exit " $3 ", not " $2; next }
		!same($1) { print $1 "\t" $4 ": expected (<) is not what was given (>)" }'
}

[ $# -gt 0 ] || set -- "$here/../games/conformance" "$here/play"
# shellcheck disable=SC2046 # no name has a space
set -- $(find "$@" -name '*.try' -o -name '*.moves' -o -name '*.perft' | sort)
split "$@" >"$out/list" || exit 1
while IFS=$tab read -r n code file command arguments; do
	# Quotes in the arguments hold words together.
	eval "set -- $command $arguments"
	"$PBEM" "$@" <"$out/$n.script" >"$out/$n.given" 2>"$out/$n.said"
	printf '%s\t%s\t%s\t%s\n' "$n" "$code" $? "$file"
done <"$out/list" >"$out/met"
compare <"$out/met" >"$out/faults" || exit 1
while IFS=$tab read -r n fault; do
	printf '%s\n' "$fault"
	cat "$out/$n.said"
	diff "$out/$n.expected" "$out/$n.given"
done <"$out/faults"
count=$(wc -l <"$out/met")
faults=$(wc -l <"$out/faults")
echo "$count scripts, $faults faults"
[ "$faults" -eq 0 ] && [ "$count" -gt 0 ]
