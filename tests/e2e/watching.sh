#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a game that may be watched is watched by who can read his own mail, without a say and without any of its
# secrets, and by no more than there is room for; it ends when he wishes, the moderator, or the game.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/watching.py" "$E2E" "$SOURCES/tests/e2e/golden/watching"
