#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a file that is cut, edited, in another order, of two run together, or something else is named as such with the
# line where that begins, by show, export, archive and verify alike, and by import of either kind of collection; what
# comes out is never taken for the game.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
[ -x "$BUILD/tests/e2e/played" ] || skip "no cmocka, which random games are made with"
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/spoilt.py" "$E2E" "$SOURCES" "$BUILD/tests/e2e/played"
