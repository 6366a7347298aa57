#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: with the letters that a player has kept, the player can show that a record differs from what those
# letters said; and all letters confirm an honest record.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/prove.py" "$E2E"
