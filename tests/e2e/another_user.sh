#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a command that another user calls on a site leaves nothing there that the site's own user can't read. root
# becomes that user. Any other user is told who owns the site and what to run, and nothing is written.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
e2e_begin
data_without_counts
"$PYTHON" -B "$SOURCES/tests/e2e/another_user.py" "$E2E" "$(realpath "$BUILD")/tests/faults/faults.so"
