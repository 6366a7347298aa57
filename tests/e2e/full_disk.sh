#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a full disk means "not now". A command that meets it ends with 75, or with the same code as when there is
# room, never with damage (65) or a wrong setting (78). When there is room again nothing is damaged and the site
# goes on.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
e2e_begin
data_without_counts
"$PYTHON" -B "$SOURCES/tests/e2e/full_disk.py" "$E2E"
