#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a letter pbem itself crashes over is tried once more, then set aside and told; being killed, stopped
# or kept waiting by others is no letter's fault, and costs none.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
e2e_begin
PBEM=$BUILD/tests/e2e/faulty
export PBEM
check "crashes" "$PYTHON" -B "$SOURCES/tests/e2e/crashing.py" "$E2E"
e2e_end
