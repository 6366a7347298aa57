#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: what can't be read just now is neither missing nor damaged. Every file of a site fails once in every
# way: the run ends with 75, nothing is thrown away, and the next run makes everything good.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
e2e_begin
PBEM=$BUILD/tests/e2e/faulty
export PBEM
check "files that can't be read" "$PYTHON" -B "$SOURCES/tests/e2e/unread.py" "$E2E"
e2e_end
