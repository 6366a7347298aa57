#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: the settings that a player makes for letters hold for all of that player's games at the
# site, and for nobody else's. Another language needs nothing but files. Damaged lines of SITE/people
# are reported.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
data_without_counts
"$PYTHON" -B "$SOURCES/tests/e2e/people.py" "$E2E" "$SOURCES"
