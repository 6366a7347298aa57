#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a file of a newer pbem is called that, by whatever reads it, and never damaged; it stays as it is, and the letters
# that need it wait for that pbem.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/newer.py" "$E2E"
