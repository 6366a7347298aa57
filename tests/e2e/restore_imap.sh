#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: what restore.sh shows of a Maildir holds of a mailbox on a server, whether letters dealt with are
# marked there or moved.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
needs_dovecot
e2e_begin
dovecot_start
for done in flag 'move Done'; do
	mkdir "$E2E/${done%% *}"
	check "mailbox-done = $done" "$PYTHON" -B "$SOURCES/tests/e2e/restore.py" "$E2E/${done%% *}" \
		"$IMAP_PORT" "$IMAPS_PORT" "$CA_FILE" "$done"
done
e2e_end
