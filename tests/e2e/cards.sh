#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a game with cards by mail: hands in letters and in no record, windows, questions, verify.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/cards.py" "$E2E"
