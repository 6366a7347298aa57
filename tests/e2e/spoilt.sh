#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a file that is cut, edited, reordered, merged from two, or something else is recognised. The fault, and
# the line where it begins, are named by show, export, archive, verify and the import of either kind of
# collection. Their output is never taken for the game.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
[ -x "$BUILD/tests/e2e/played" ] || skip "no cmocka, which random games are made with"
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/spoilt.py" "$E2E" "$SOURCES" "$BUILD/tests/e2e/played"
