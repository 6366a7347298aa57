#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a player who asks for it gets the times of the player's own turns for a calendar, moved and
# cancelled by later letters, and nothing else of the game with them; nobody else does.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/dates.py" "$E2E" "$SOURCES"
