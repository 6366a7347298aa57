#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: games go out as PGN, PGN4, FEN4, BPGN and JSON lines, and come in from PGN and PGN4; what goes out and
# comes in again is the same; and a file that was cut, edited, reordered, merged or isn't one is named as such.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
PBEM_DATA=${PBEM_DATA:-$SOURCES}
export PBEM_DATA
"$PYTHON" -B "$SOURCES/tests/e2e/exchange.py" "$E2E" "$SOURCES" "$BUILD"
