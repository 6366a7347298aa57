#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: letters in HTML are valid (tidy finds nothing) and no spam filter minds them (SpamAssassin's local tests give
# 0 points), in every kind of game, in English and German.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
for program in tidy spamassassin; do
	if ! command -v "$program" >/dev/null; then
		echo "$program is needed"
		exit 77
	fi
done
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/filters.py" "$E2E"
