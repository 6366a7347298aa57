#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal of this test: a new kind of game (fourth.c, a few dozen lines) is played by mail, shown, kept, verified
# and analysed by a program that nowhere else knows of it: see fourth.py.
. "${srcdir:-.}/tests/e2e/lib.sh"

e2e_begin
needs_python
PBEM=$BUILD/tests/e2e/fourth
export PBEM
"$PYTHON" -B "$SOURCES/tests/e2e/fourth.py" "$E2E/site"
