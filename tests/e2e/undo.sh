#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: turns taken back, by consent of all and by the moderator, in games of every kind. Earlier letters come
# too late, hands stay secret, and a kill in between leaves all of it or nothing.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/undo.py" "$E2E"
