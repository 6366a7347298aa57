#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a game moves from one site to another and goes on there as if nothing had happened, with the earlier keys,
# letters and settings. Messages that reach the old site are forwarded. Killed anywhere, nothing is lost and nothing
# happens twice.
. "${srcdir:-.}/tests/e2e/lib.sh"

e2e_begin
needs_python
"$PYTHON" -B "$SOURCES/tests/e2e/moving.py" "$E2E"
