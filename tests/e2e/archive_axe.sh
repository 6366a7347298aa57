#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: axe-core (npm's) finds nothing on any page of an archive that would keep somebody from reading it.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
"$PYTHON" -B "$SOURCES/tests/e2e/browser.py" || skip "no chromium"
[ -x "$BUILD/tests/e2e/played" ] || skip "no cmocka, which random games are made with"
for axe in "$BUILD/node_modules/axe-core/axe.min.js" "$SOURCES/node_modules/axe-core/axe.min.js" ''; do
	[ ! -f "$axe" ] || break
done
[ -n "$axe" ] || skip "no axe-core (npm install axe-core)"
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/archive_browser.py" "$E2E" "$BUILD/tests/e2e/played" "$axe"
