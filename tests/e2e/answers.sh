#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: every letter a player, a stranger or a machine can send gets the answer it should, to the
# address it should go to, and what is refused or ignored changes no game.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/answers.py" "$E2E"
