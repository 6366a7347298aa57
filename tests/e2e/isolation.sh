#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: whatever pbem fails over while it deals with one message, in any layer, concerns that message or its
# game: all other messages of the run are decided as if that one hadn't come.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
e2e_begin
PBEM=$BUILD/tests/e2e/failing
export PBEM
check "isolation" "$PYTHON" -B "$SOURCES/tests/e2e/isolation.py" "$E2E"
e2e_end
