#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: turns have the time that a game's terms say, in every kind of game; what follows comes once.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
[ ! -w /dev/shm ] || E2E_PLACE=/dev/shm
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/clocks.py" "$E2E"
