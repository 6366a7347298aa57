#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: who watches at a terminal sees how far long work is, and colours; files, pipes, a dumb terminal and
# NO_COLOR see none of it, and what is counted is the same.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
PBEM_DATA=${PBEM_DATA:-$SOURCES}
FAULTY=$BUILD/tests/e2e/faulty
export PBEM_DATA PBEM FAULTY
e2e_begin
"$PBEM" --site "$E2E/site" init --address games@example.org >/dev/null || fail "no site"
for game in fast slow; do
	"$PBEM" --site "$E2E/site" new chess --id $game a@x.org b@x.org >/dev/null || fail "no game"
done
check 'what a terminal gets' "$PYTHON" -B "$SOURCES/tests/terminal_seen.py" "$E2E/site"
e2e_end
