#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: runs between a real IMAP server and an SMTP server are killed, cut off, deferred, refused and
# left without an answer. Afterwards games, letters, ledger and marks are the same as after a run
# without disturbances.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_dovecot
needs_smtpd
e2e_begin
dovecot_start
mkdir "$E2E/work"
export PBEM
check "hindered runs" "$PYTHON" -B "$SOURCES/tests/e2e/crash_imap.py" "$E2E/work" "$MAIL" \
	"$IMAP_PORT" "$IMAPS_PORT" "$CA_FILE" ${ONLY:-}
e2e_end
