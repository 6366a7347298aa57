#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: games are exported as PGN, PGN4, FEN4, BPGN and JSON lines, and imported from PGN and PGN4. An exported
# game is the same after it is imported. A file that was cut, edited, reordered, merged or isn't one is named
# as such.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
PBEM_DATA=${PBEM_DATA:-$SOURCES}
export PBEM_DATA
"$PYTHON" -B "$SOURCES/tests/e2e/exchange.py" "$E2E" "$SOURCES" "$BUILD"
