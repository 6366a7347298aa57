#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a site made before the source had its folders goes on: games of every kind, an open turn in each state.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/format2.py" "$E2E" "$SOURCES/tests/format2"
