#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: every order does what it is for, and is refused with a reason when it is written wrongly or at the wrong
# time. An order without a row fails.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
PBEM_DATA=${PBEM_DATA:-$SOURCES}
export PBEM_DATA PBEM
e2e_begin
check 'orders' "$PYTHON" -B "$SOURCES/tests/e2e/orders.py" "$E2E" "$SOURCES/games/words/orders.words"
e2e_end
