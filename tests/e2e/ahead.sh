#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: moves given in advance (IF … THEN …) are played when they are due, once, and dropped when something else
# comes; nobody but who gave them learns of them before.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/ahead.py" "$E2E" "$SOURCES/tests/ahead"
