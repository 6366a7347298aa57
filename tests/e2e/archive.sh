#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: an archive has every game that is to be published and nothing of any other, of running ones what is old
# enough, of damaged ones what is sound, and names them; a page that hasn't changed isn't touched, and the same games
# make the same bytes; every address in it leads somewhere within it.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
[ -x "$BUILD/tests/e2e/played" ] || skip "no cmocka, which random games are made with"
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/archive.py" "$E2E" "$BUILD/tests/e2e/played"
