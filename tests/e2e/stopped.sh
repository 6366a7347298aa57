#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a site whose run was killed with its batch committed, and with a file of each kind in its first format, goes on.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/stopped.py" "$E2E" "$SOURCES/tests/format2/stopped"
