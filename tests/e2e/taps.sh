#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a link in a letter does what it says, in every kind of game, even if mail programs damage it. Each link is
# parsed as mail programs do, and the message is sent.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/taps.py" "$E2E"
