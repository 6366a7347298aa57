#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: disks that fill up, runs that meet, damaged files, a silent mailbox:
# nothing is lost, nothing happens twice, and when it is over the next run makes everything good.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
e2e_begin
export PBEM
check "hindered runs" "$PYTHON" -B "$SOURCES/tests/e2e/faults.py" "$E2E"
e2e_end
