#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: whoever writes to a game hears what became of it, and nobody is drowned: not in letters, not the
# program in work, not the disk in other people's mail.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/strangers.py" "$E2E"
