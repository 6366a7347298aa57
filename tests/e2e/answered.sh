#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: whatever happens in a game between deciding a letter and sending its answer, the answer goes out, and the
# recipients of a SAY get it. The run may be killed, or the mail server unavailable, at that time.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/answered.py" "$E2E"
