#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: hours of letters of all kinds to one `pbem watch`, whose runs are killed and whose calls fail: each letter is
# dealt with once, and nothing grows; see soak.py. `make soak` has a month of them, PBEM_SOAK="SEED HOURS RATE" any other;
# what failed is copied to the folder PBEM_SOAK_KEPT.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
LIBRARY=$BUILD/tests/faults/faults.so
[ -e "$LIBRARY" ] || skip "no $LIBRARY, which needs glibc"
e2e_begin
export PBEM
# shellcheck disable=SC2086 # three words
set -- ${PBEM_SOAK:-1 8 100}
mkdir "$E2E/soak"
check "a soak" env PYTHONHASHSEED=0 PBEM_TEST_SEED="soak$1" PBEM_TEST_DRAWS="$E2E/soak.draws" "$PYTHON" -B \
	"$SOURCES/tests/soak/soak.py" "$E2E/soak" "$(realpath "$LIBRARY")" "$@"
[ $E2E_FAILED = 0 ] || [ -z "${PBEM_SOAK_KEPT:-}" ] || cp -r "$E2E/soak" "$PBEM_SOAK_KEPT"
e2e_end
