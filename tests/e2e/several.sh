#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: each variant is played by mail to its end, with beaten players on the way, and everybody gets
# the right letters.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/several.py" "$E2E" "$SOURCES/tests/e2e/several.games"
