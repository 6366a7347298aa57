#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: scripts/convert-site converts a site of commit 74962fc8 with games of every kind, and its players play on.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/convert_site.py" "$E2E" "$SOURCES"
