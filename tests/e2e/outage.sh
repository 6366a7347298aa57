#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: time in which no run had all the letters counts for no deadline, wherever the run after it is killed.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
[ ! -w /dev/shm ] || E2E_PLACE=/dev/shm
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/outage.py" "$E2E"
