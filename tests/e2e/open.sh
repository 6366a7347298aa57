#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: an open game can be joined by anybody who can read mail at the given address, and by nobody else. It
# begins once, when it is full, and all who take part are told what happens to it.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/open.py" "$E2E" "$SOURCES/tests/e2e/golden/open"
