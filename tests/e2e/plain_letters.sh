#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: no letter has what a reader found hard to read once: a date or a setting as files have it,
# "1 days", advice that its reader can't follow, a row that is torn.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/plain_letters.py" "$SOURCES/tests/e2e/golden"
