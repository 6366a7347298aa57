#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: no two letters bear one Message-ID, of one site or of several behind one address.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
e2e_begin
export PBEM
check "letters of three sites" "$PYTHON" -B "$SOURCES/tests/e2e/identities.py" "$E2E"
e2e_end
