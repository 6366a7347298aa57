#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a moderator without a shell: his commands come by mail, and nothing is done before he has confirmed each;
# who writes in his name, late, twice or by a program does nothing, and can't drown him.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/commands.py" "$E2E"
