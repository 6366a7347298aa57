#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: what a letter offers to be tapped does what it says, in every kind of game, however mail programs spoil it:
# each link is taken apart as mail programs do it and what it wrote is sent.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/taps.py" "$E2E"
