#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: every tests/play/*.try, given to `pbem try`, is answered exactly as it says. Such a file has
# three parts, separated by lines of ---: the arguments and comments, the script, the output; in the
# output * stands for anything within its line. Folders or files to run instead may be named.
set -u
here=$(dirname "$0")
PBEM=${PBEM:-pbem}
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT INT TERM
faults=0
count=0

part() { # FILE N: its N-th part
	awk -v want="$2" '/^---$/ { part++; next } part == want - 1' "$1"
}

same() { # EXPECTED GIVEN: whether each line fits
	exec 3<"$1" 4<"$2"
	while :; do
		IFS= read -r expected <&3 && more=1 || more=0
		IFS= read -r given <&4 && has=1 || has=0
		[ $more = $has ] || return 1
		[ $more = 0 ] && return 0
		pattern=$(printf '%s\n' "$expected" | sed 's/[][?\\]/\\&/g')
		# shellcheck disable=SC2254 # a pattern is wanted
		case $given in $pattern) ;; *) return 1 ;; esac
	done
}

run() { # FILE
	count=$((count + 1))
	part "$1" 2 >"$out/script"
	part "$1" 3 >"$out/expected"
	# shellcheck disable=SC2046 # words are wanted
	"$PBEM" try $(part "$1" 1 | grep -v '^#') <"$out/script" >"$out/given" 2>"$out/said"
	code=$?
	want=$(part "$1" 1 | sed -n 's/^# exit: *//p')
	if [ $code != "${want:-0}" ]; then
		echo "$1: exit $code, not ${want:-0}: $(cat "$out/said")"
	elif ! same "$out/expected" "$out/given"; then
		echo "$1: expected (<) is not what was given (>)"
		diff "$out/expected" "$out/given"
	else
		return
	fi
	faults=$((faults + 1))
}

[ $# -gt 0 ] || set -- "$here/play" "$here/play/cards" "$here/play/peterson"
for what; do
	if [ -d "$what" ]; then
		for file in "$what"/*.try; do
			run "$file"
		done
	else
		run "$what"
	fi
done
echo "$count scripts, $faults faults"
[ $faults = 0 ] && [ $count -gt 0 ]
