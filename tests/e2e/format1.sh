#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a site whose games are of format 1 goes on by mail: old letters are answered, nothing is rewritten.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/format1.py" "$E2E" "$SOURCES/tests/format1"
