#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: in a browser one steps through a game of an archive by keys, clicks and swipes, finds games, and reads it all
# without scripts, too, on a phone and on a desk, in the light and in the dark; it asks for nothing elsewhere and
# complains of nothing.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
"$PYTHON" -B "$SOURCES/tests/e2e/browser.py" || skip "no chromium"
[ -x "$BUILD/tests/e2e/played" ] || skip "no cmocka, which random games are made with"
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/archive_browser.py" "$E2E" "$BUILD/tests/e2e/played"
