#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: nothing that others wrote, in a message or in a file, acts on the terminal of who reads it, or hides a line.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
e2e_begin
export PBEM
check "terminal" "$PYTHON" -B "$SOURCES/tests/e2e/terminal.py" "$E2E"
e2e_end
