#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: the output of games, status, show and verify as JSON is JSON, has the members that pbem(1) promises,
# and says the same as the output for people. It contains nothing private: no address, no key, no hand.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
PBEM_DATA=${PBEM_DATA:-$SOURCES}
export PBEM_DATA PBEM
e2e_begin
cp -R "$SOURCES/tests/format2/site" "$E2E/site"
chmod -R u+w,go-rwx "$E2E/site"
check "the site is converted" "$PYTHON" -B "$SOURCES/scripts/convert-site" "$E2E/site"
PBEM_TIME=1795374000
export PBEM_TIME
check 'what is told as JSON' "$PYTHON" -B "$SOURCES/tests/e2e/json_told.py" "$E2E/site" "$E2E" \
	"$SOURCES/tests/format2/letters" "$SOURCES/pbem/cli/pbem.1"
e2e_end
