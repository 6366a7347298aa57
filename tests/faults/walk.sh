#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: whatever call of a run fails once, or from then on, for want of disk, memory, descriptors or time: the run
# ends properly and says why, and the next one comes to what it would have come to alone, every letter sent once.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
LIBRARY=$BUILD/tests/faults/faults.so
[ -e "$LIBRARY" ] || skip "no $LIBRARY, which needs glibc"
e2e_begin
export PBEM
check "runs of which a call fails" "$PYTHON" -B "$SOURCES/tests/faults/walk.py" "$E2E/work" \
	"$(realpath "$LIBRARY")" "${FAULTS_SHARE:-97}"
e2e_end
