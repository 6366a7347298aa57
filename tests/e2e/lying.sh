#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: whatever one line of a server's answers says, or leaves unsaid, after one good run every letter
# is applied once, and every answer is out. PBEM_LYING=1 tries all there is, not one in some.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python
e2e_begin
mkdir "$E2E/work"
export PBEM
check "lies" "$PYTHON" -B "$SOURCES/tests/e2e/lying.py" "$E2E/work" ${ONLY:-}
e2e_end
