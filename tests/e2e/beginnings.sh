#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal of this test: games that don't begin from the usual position (an array drawn at random, a FEN, odds) are
# played by mail, with castling to both sides, shown, kept and verified. Seats are drawn at random in games of
# every kind, and the draw is proven. A beginning that is impossible is refused with the reason. See
# beginnings.py.
. "${srcdir:-.}/tests/e2e/lib.sh"

e2e_begin
needs_python
export DEALT="$BUILD/tests/e2e/dealt"
"$PYTHON" -B "$SOURCES/tests/e2e/beginnings.py" "$E2E"
