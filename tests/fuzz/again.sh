#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: pbem survives the seeds of fuzzing and every input that fuzzing has found (tests/fuzz/found/HARNESS): no crash,
# no broken invariant, nothing slow, also if an input is repeated many times.
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

# try WORDS...: prints one line with the result; if it fails, the last files it looked at.
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
	# shellcheck disable=SC2046 # a list of paths without spaces
	try long "$harness" $(printf '%s\n' "$@" | awk 'NR % 10 == 1')
done
[ $failed = 0 ]
