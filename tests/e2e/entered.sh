#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a moderator enters orders for a player who can't mail: once and whole, told to all, and no hand is told to
# him; and every act of his, killed at any step, is done whole or not at all, its letters sent once.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/entered.py" "$E2E"
