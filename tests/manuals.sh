#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: every command shown in a manual page does what the page shows. Examples are the lines of
# literal displays that begin with "$ "; the lines below one are its output, "..." standing for
# anything. The examples of a page run in order, in one folder.
set -u
top=$(cd "${srcdir:-.}" && pwd)
PBEM=$(cd "$(dirname "${PBEM:-./pbem/pbem}")" && pwd)/pbem
PATH=$(dirname "$PBEM"):$PATH
PBEM_DATA=${PBEM_DATA:-$top}
export PATH PBEM_DATA
umask 022
work=$(mktemp -d "${TMPDIR:-/tmp}/pbem-manuals.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
count=0
failed=0

# The displays of a page as people read them; what mdoc needs escaped is not.
examples() {
	awk '
		/^\.Bd .*-literal/ { display = 1; next }
		/^\.Ed/ { if (display) print ""; display = 0; next }
		display { gsub(/\\&/, ""); gsub(/\\-/, "-"); gsub(/\\e/, "\\"); print }' "$1"
}

# try COMMAND SHOWN: runs it and compares.
try() {
	count=$((count + 1))
	got=$(cd "$work/here" && sh -c "$1" 2>&1)
	pattern=$(printf '%s' "$2" | sed 's/[^.]/\\&/g; s/\.\.\./*/g')
	# shellcheck disable=SC2254 # a pattern it is
	case $got in
	$pattern) return ;;
	esac
	failed=$((failed + 1))
	printf '%s: $ %s\nshown:\n%s\ngot:\n%s\n\n' "$page" "$1" "$2" "$got"
}

# Runs what examples() wrote: a command, the lines below it, the next command.
run_all() {
	command=
	shown=
	while IFS= read -r line; do
		case $line in
		'$ '*)
			[ -z "$command" ] || try "$command" "$shown"
			command=${line#'$ '}
			shown=
			;;
		'')
			[ -z "$command" ] || try "$command" "$shown"
			command=
			;;
		'> '*) command="$command
${line#'> '}" ;;
		*) shown="$shown${shown:+
}$line" ;;
		esac
	done
}

for page in $(find "$top/core" "$top/games" "$top/pbem" -name '*.[157]' | sort); do
	rm -rf "$work/here" && mkdir "$work/here"
	examples "$page" >"$work/examples"
	run_all <"$work/examples"
done
echo "$count examples, $failed not as shown"
[ "$failed" = 0 ]
