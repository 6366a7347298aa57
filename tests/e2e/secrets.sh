#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: what only some may know stays with them. No token in a log, a record, a report or a letter to
# another seat; no address and nothing said in confidence in a record; nothing of a site open to
# others but the records.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/secrets_kept.py" "$E2E"
