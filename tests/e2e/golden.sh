#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: every letter of three short games reads, byte for byte, as in tests/e2e/golden/, where somebody has
# read it through. After a change of wording: PBEM_GOLDEN=write makes them anew; read what changed.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
mkdir "$E2E/chess" "$E2E/ring" "$E2E/three" "$E2E/additions"
check "chess" "$PYTHON" -B "$SOURCES/tests/e2e/golden.py" "$E2E/chess" "$SOURCES/tests/e2e/golden" chess
check "three-player" "$PYTHON" -B "$SOURCES/tests/e2e/golden.py" "$E2E/three" \
	"$SOURCES/tests/e2e/golden/three-player" three-player
check "additions" "$PYTHON" -B "$SOURCES/tests/e2e/golden.py" "$E2E/additions" \
	"$SOURCES/tests/e2e/golden/additions" additions
check "ring" "$PYTHON" -B "$SOURCES/tests/e2e/golden.py" "$E2E/ring" "$SOURCES/tests/e2e/golden/ring" ring
e2e_end
