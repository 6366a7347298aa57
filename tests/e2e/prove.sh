#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: with the letters he has kept a player can show that a record isn't what he was told, and an honest one is
# borne out by all of them.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/prove.py" "$E2E"
