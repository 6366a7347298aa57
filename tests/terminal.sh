#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: who watches at a terminal sees how far long work is, and colours; files, pipes, a dumb terminal and
# NO_COLOR see none of it, and what is counted is the same.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
PBEM_DATA=${PBEM_DATA:-$SOURCES}
export PBEM_DATA PBEM
e2e_begin
"$PBEM" --site "$E2E/site" init --address games@example.org >/dev/null || fail "no site"
check 'what a terminal gets' "$PYTHON" -B "$SOURCES/tests/terminal_seen.py" "$E2E/site"
e2e_end
