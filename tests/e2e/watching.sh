#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: anybody who can read mail at an address can watch a game that permits it, without influence and without
# any of its secrets, up to the permitted number. Watching ends when the watcher or the moderator wants it, or
# with the game.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/watching.py" "$E2E" "$SOURCES/tests/e2e/golden/watching"
