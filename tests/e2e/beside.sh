#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a post that takes its time over each letter holds up no order: a run beside the one that sends decides as
# ever; and whatever is killed meanwhile, every letter arrives, none twice but those of the killed, all of it is told.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
e2e_begin
export PBEM
check "runs beside a slow post" "$PYTHON" -B "$SOURCES/tests/e2e/beside.py" "$E2E"
e2e_end
