#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: who wants it gets the times of his turns for his calendar, moved and cancelled by later letters, and
# nothing else of the game with them; nobody else does.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/dates.py" "$E2E" "$SOURCES"
