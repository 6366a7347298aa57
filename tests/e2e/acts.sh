#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: what a moderator does in a game by a command: each act's use and misuse, who is told what, and that
# the file verifies after each.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/acts.py" "$E2E"
