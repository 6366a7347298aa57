#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a run that is killed, wherever and however often, changes nothing: after one more run games,
# letters, ledger and marks are as after an unkilled one, and a further run changes nothing at all.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
# In memory, where flushing costs nothing: the order of things is what is tested.
e2e_begin
export PBEM
check "kills" "$PYTHON" -B "$SOURCES/tests/e2e/crash.py" "$E2E"
e2e_end
