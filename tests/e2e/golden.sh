#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: every letter of a short game reads, byte for byte, as in tests/e2e/golden/, where somebody has
# read it through. After a change of wording: PBEM_GOLDEN=write makes them anew; read what changed.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/golden.py" "$E2E" "$SOURCES/tests/e2e/golden"
