#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: pbem repair reports of each file of a site whether it is missing, damaged, or can't be read now. It makes
# again what can be made from the rest, keeps what it replaces, wherever it is killed, and touches nothing else.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
e2e_begin
PBEM=$BUILD/tests/e2e/faulty
export PBEM
LIBRARY=$BUILD/tests/faults/faults.so
[ -e "$LIBRARY" ] || skip "no $LIBRARY, which needs glibc"
"$PYTHON" -B "$SOURCES/tests/e2e/repair.py" "$E2E" "$(realpath "$LIBRARY")"
