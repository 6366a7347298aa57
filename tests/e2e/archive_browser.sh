#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: in a browser, readers step through a game of an archive by keys, clicks and swipes, and find games. They can
# read all of it without scripts, too, on a phone and on a desktop, in light and dark mode. The pages load nothing
# from elsewhere and cause no complaints.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
"$PYTHON" -B "$SOURCES/tests/e2e/browser.py" || skip "no chromium"
[ -x "$BUILD/tests/e2e/played" ] || skip "no cmocka, which random games are made with"
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/archive_browser.py" "$E2E" "$BUILD/tests/e2e/played"
