#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: pbem repair says of each file of a site whether it is not there, damaged, or can't be told of now, makes anew
# what can be made of what else is there, keeps what it replaces, wherever it is killed, and touches nothing else.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
e2e_begin
PBEM=$BUILD/tests/e2e/faulty
export PBEM
LIBRARY=$BUILD/tests/faults/faults.so
[ -e "$LIBRARY" ] || skip "no $LIBRARY, which needs glibc"
"$PYTHON" -B "$SOURCES/tests/e2e/repair.py" "$E2E" "$(realpath "$LIBRARY")"
