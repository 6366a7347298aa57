#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: HTML ON gives letters a part to look at beside their text, which stays as it is: in the same words, sound,
# small, and with nothing in it that is fetched from elsewhere.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/looks.py" "$E2E"
