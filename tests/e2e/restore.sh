#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a backup that was put back takes no answer to a board that isn't there any more; players and
# moderator hear of it, and the letters marked as done since can be taken again.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/restore.py" "$E2E"
