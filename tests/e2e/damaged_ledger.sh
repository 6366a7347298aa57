#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a damaged ledger is reported as damage. However it is cut, overwritten or replaced, a command that meets it ends
# with 65 and names pbem repair. So does every later run until somebody repairs it, which makes the site whole. No
# command ends with 75 or takes the ledger for a new one.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/damaged_ledger.py" "$E2E"
