#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: players are away by a word of their own, in every kind of game, no more days than the terms allow.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
[ ! -w /dev/shm ] || E2E_PLACE=/dev/shm
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/vacation.py" "$E2E"
