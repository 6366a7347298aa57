#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a moderator without a shell. Commands come by mail, and nothing is done before the moderator has
# confirmed each. Somebody who writes in the moderator's name, and answers that come late, twice or from a
# program, have no effect and can't flood the moderator.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/commands.py" "$E2E"
