#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: in a game with cards the clock acts once, in time and after the letters; players read until when.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/clock.py" "$E2E"
