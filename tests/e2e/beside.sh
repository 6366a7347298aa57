#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a slow mail server holds up no order: a run beside the one that sends decides as usual. Even if runs are
# killed meanwhile, every letter arrives, only those of a killed run twice, and all of it is reported.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
e2e_begin
export PBEM
check "runs beside a slow post" "$PYTHON" -B "$SOURCES/tests/e2e/beside.py" "$E2E"
e2e_end
