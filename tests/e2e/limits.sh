#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: if a mail server refuses because of our account, or refuses everybody alike, no message is at fault. All
# letters stay in the outbox, the run reports it with 75, and the days until a letter is given up don't count
# meanwhile.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
e2e_begin
export PBEM
check "limits of the account" "$PYTHON" -B "$SOURCES/tests/e2e/limits.py" "$E2E"
e2e_end
