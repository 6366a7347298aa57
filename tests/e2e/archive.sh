#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: an archive has every game that is to be published and nothing of any other. It has the turns of running games
# that are old enough, and the sound part of damaged games, which it names. A page that hasn't changed isn't written
# again, and the same games make the same bytes. Every address in it leads to a place within it.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
[ -x "$BUILD/tests/e2e/played" ] || skip "no cmocka, which random games are made with"
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/archive.py" "$E2E" "$BUILD/tests/e2e/played"
