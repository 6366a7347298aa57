#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: what fuzzing begins with, and all that it ever found (tests/fuzz/found/HARNESS), is borne: no crash, no
# broken promise, nothing slow, also when it is many times as long.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
again=${FUZZ_AGAIN:-tests/fuzz/fuzz_again}
[ -x "$again" ] || {
	echo "$again isn't there: no cmocka"
	exit 77
}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
"$PYTHON" -B "$SOURCES/tests/fuzz/seeds.py" "$SOURCES" "$work" || exit 1

# try WORDS...: a line of what came of it; the last files it looked at when it failed.
failed=0
try() {
	if "$again" "$@" >/dev/null 2>"$work/said"; then
		tail -n 1 "$work/said"
		return
	fi
	failed=1
	tail -n 6 "$work/said"
}

for seeds in "$work"/*/; do
	harness=$(basename "$seeds")
	echo "$harness:"
	set -- "$seeds"*
	[ ! -d "$SOURCES/tests/fuzz/found/$harness" ] || set -- "$@" "$SOURCES/tests/fuzz/found/$harness"/*
	try "$harness" "$@"
	# shellcheck disable=SC2046 # a list of paths without blanks
	try long "$harness" $(printf '%s\n' "$@" | awk 'NR % 10 == 1')
done
[ $failed = 0 ]
