#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: what a player chooses for his letters holds for all his games at the site, and for nobody
# else's; another language needs files alone; SITE/people is made good, or told of, where it isn't.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/people.py" "$E2E" "$SOURCES"
