#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: there is one rule for addresses. A player or a moderator with an internationalised address is known by it
# in every form, and gets letters there.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
e2e_begin
export PBEM
check "addresses" "$PYTHON" -B "$SOURCES/tests/e2e/addresses.py" "$E2E"
e2e_end
