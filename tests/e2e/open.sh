#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: an open game is joined by whoever can read his own mail, and by nobody else; it begins when it is full,
# once, and all who are in it hear what becomes of it.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/open.py" "$E2E" "$SOURCES/tests/e2e/golden/open"
