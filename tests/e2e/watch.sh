#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal of this test: `pbem watch` delivers a move's answer to the opponent in less than 2 s. It loses nothing when
# it, its runs and its connections are killed, wakes for clocks and for letters to be sent, and costs next to
# nothing when idle. PBEM_WATCH=all: 500 moves, and as many heartbeats as a day has.
. "${srcdir:-.}/tests/e2e/lib.sh"

e2e_begin
needs_smtpd
dovecot_start
smtpd_start --lmtp "$LMTP_PORT"
mkdir -p "$E2E/fake" "$E2E/idle"
server_start idled imapd_fake --letters "$E2E/idle" --capability "MOVE UIDPLUS IDLE"
IDLED_PORT=$(wait_line "$E2E/idled.out") || fail "no IMAP server with IDLE"
IMAPD_LETTERS=$E2E/fake
imapd_start
check "watch" env E2E="$E2E" MAIL="$MAIL" IMAP_PORT="$IMAP_PORT" LMTP_PORT="$LMTP_PORT" \
	SMTP_PORT="$SMTP_PORT" IDLED_PORT="$IDLED_PORT" IDLED_LETTERS="$E2E/idle" IMAPD_PORT="$IMAPD_PORT" IMAPD_LETTERS="$IMAPD_LETTERS" IMAPD_LOG="$IMAPD_LOG" \
	PBEM="$PBEM" "$PYTHON" -B "$SOURCES/tests/e2e/watch.py"
e2e_end
