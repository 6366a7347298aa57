#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal of this test: games that begin elsewhere than chess does (an array drawn by lot, a FEN, odds) are played
# by mail, castling both ways, shown, kept and verified; seats are drawn by lot in games of every kind, and what
# was drawn is proven; what can't be begun so is refused with the reason. See beginnings.py.
. "${srcdir:-.}/tests/e2e/lib.sh"

e2e_begin
needs_python
export DEALT="$BUILD/tests/e2e/dealt"
"$PYTHON" -B "$SOURCES/tests/e2e/beginnings.py" "$E2E"
