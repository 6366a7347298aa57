#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: months of games of all kinds, with people as they are, end as they should: see year.py. `make year` plays
# 200 games for a year, at two sites side by side; PBEM_YEAR="SEED GAMES DAYS" any others. Failed games are copied
# to the folder PBEM_YEAR_KEPT.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
[ ! -w /dev/shm ] || E2E_PLACE=/dev/shm
e2e_begin
few=11
[ "${PBEM_TRIALS:-all}" = all ] || few=4
# shellcheck disable=SC2086 # three words
set -- ${PBEM_YEAR:-1 $few 45}

# Each draws by itself: which is faster mustn't matter.
site() { # FOLDER SEED GAMES DAYS
	mkdir "$1" && PBEM_TEST_SEED=year$2 PBEM_TEST_DRAWS=$1.draws "$PYTHON" -B "$SOURCES/tests/e2e/year.py" "$@" && return
	[ -z "${PBEM_YEAR_KEPT:-}" ] || cp -r "$1" "$PBEM_YEAR_KEPT"
	return 1
}

site "$E2E/a" "$1" $(($2 - $2 / 2)) "$3" &
first=$!
site "$E2E/b" $(($1 + 1)) $(($2 / 2)) "$3"
code=$?
wait $first && [ $code = 0 ]
