#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: rings of three to sixteen are played by mail to their end, whoever is beaten when; mates of one
# sitting are called together; and a letter answers for the boards it showed, no others.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/ring.py" "$E2E"
