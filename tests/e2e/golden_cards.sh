#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a whole game with cards by mail, over a real IMAP and a real SMTP server, from the first letter
# to mate: reactions, one of them fogged, a Chaos card, a demand, conditional turns. Every letter reads
# as in tests/e2e/golden/knightmare; see golden.sh.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_smtpd
needs_dovecot
e2e_begin
dovecot_start
smtpd_start --lmtp "$LMTP_PORT" --starttls "$E2E/tls/cert.pem" "$E2E/tls/key.pem"
DEALT=$BUILD/tests/e2e/dealt
export MAIL IMAP_PORT SMTP_PORT CA_FILE DEALT
mkdir "$E2E/cards"
check "knightmare" "$PYTHON" -B "$SOURCES/tests/e2e/golden.py" "$E2E/cards" \
	"$SOURCES/tests/e2e/golden/knightmare" knightmare
mkdir "$E2E/german"
check "knightmare in German" "$PYTHON" -B "$SOURCES/tests/e2e/golden.py" "$E2E/german" \
	"$SOURCES/tests/e2e/golden/de/knightmare" knightmare de
e2e_end
