#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a game moves from one site to another and goes on there as if nothing had been, with the keys, letters and
# wishes of before; letters that reach the old site come after it; killed anywhere nothing is lost and nothing twice.
. "${srcdir:-.}/tests/e2e/lib.sh"

e2e_begin
needs_python
"$PYTHON" -B "$SOURCES/tests/e2e/moving.py" "$E2E"
