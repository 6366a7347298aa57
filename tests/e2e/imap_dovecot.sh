#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal of this test: the messages of a real Dovecot are read to the byte (as another client reads
# them) over TLS, STARTTLS and the loopback. They never become seen, and don't come again once they
# are marked, in each way of marking.
. "${srcdir:-.}/tests/e2e/lib.sh"

e2e_begin
needs_python
dovecot_start
. "$SOURCES/tests/e2e/imap_probe.sh"

# site USER URL LINE...
site()
{
	echo "$1pw" >"$SITE/secret"
	chmod 600 "$SITE/secret"
	cat >"$SITE/pbem.conf" <<END
address = game@example.org
mailbox = $2
mailbox-user = $1
mailbox-password-file = secret
max-message-bytes = 33554432
END
	shift 2
	also "$@"
}

# Prints what imaplib reads: one line per message with size and SHA-256; then those that are seen.
reference()
{
	"$PYTHON" - "$IMAP_PORT" "$1" "${2:-INBOX}" <<'END'
import hashlib, imaplib, re, sys
imaplib._MAXLINE = 1 << 30
box = imaplib.IMAP4("127.0.0.1", int(sys.argv[1]))
box.login(sys.argv[2], sys.argv[2] + "pw")
box.select('"%s"' % sys.argv[3], readonly=True)
found = box.uid("search", None, "UNDELETED")[1][0].split()
for uid in found:
    body = box.uid("fetch", uid, "(BODY.PEEK[])")[1][0]
    body = body[1] if isinstance(body, tuple) else b""
    print(len(body), hashlib.sha256(body).hexdigest())
print("seen:", len(box.uid("search", None, "SEEN")[1][0].split()))
box.logout()
END
}

came()
{
	grep -E '^[^ ]+ [0-9]+ [0-9]+ ([0-9a-f]{64}|-)$' "$E2E/got" | cut -d' ' -f3,4
	echo "seen: 0"
}

fill()
{
	for body in "$E2E"/bodies/*; do
		mail_put "$1" "$body"
	done
}

fill game
WHAT="plain on the loopback"
site game "imap://127.0.0.1:$IMAP_PORT"
probe 0 describe list fetch
reference game >"$E2E/wanted"
check_same "$WHAT: letters" "$(cat "$E2E/wanted")" "$(came)"
check "$WHAT: says so" grep -q 'no TLS' "$E2E/got"
check_same "all are there" 14 "$(wc -l <"$E2E/wanted" | tr -d ' ')"

WHAT="TLS"
site game "imaps://localhost:$IMAPS_PORT/INBOX" "ca-file = $CA_FILE"
probe 0 describe list fetch
check_same "$WHAT: letters" "$(cat "$E2E/wanted")" "$(came)"
check "$WHAT: says so" grep -q 'TLSv1\.[23]' "$E2E/got"

WHAT="STARTTLS"
site game "imap://localhost:$IMAP_PORT" "ca-file = $CA_FILE"
probe 0 describe list fetch
check_same "$WHAT: letters" "$(cat "$E2E/wanted")" "$(came)"
check "$WHAT: says so" grep -q 'TLSv1\.[23]' "$E2E/got"

WHAT="a certificate nobody vouches for"
site game "imaps://localhost:$IMAPS_PORT"
probe 78 list
WHAT="a wrong password"
site game "imap://127.0.0.1:$IMAP_PORT"
echo wrong >"$SITE/secret"
probe 78 list
WHAT="a folder that isn't there"
site game "imap://127.0.0.1:$IMAP_PORT/Nowhere"
probe 78 list
check "$WHAT: is named" grep -q Nowhere "$E2E/why"

WHAT="marking by keyword"
site game "imaps://localhost:$IMAPS_PORT" "ca-file = $CA_FILE"
probe 0 max=5 list mark mark
probe 0 list mark
check_same "$WHAT: the others" 8 "$(grep -c '^imap:' "$E2E/got")"
probe 0 list
check_same "$WHAT: they come no more" "" "$(cat "$E2E/got")"
check_same "$WHAT: nothing is lost, nothing seen" "$(cat "$E2E/wanted")" "$(reference game)"

WHAT="moving"
fill alice
reference alice >"$E2E/wanted"
site alice "imap://127.0.0.1:$IMAP_PORT" 'mailbox-done = move Fertig/Züge & mehr'
probe 0 list fetch mark list mark
check_same "$WHAT: letters" "$(cat "$E2E/wanted")" "$(came)"
probe 0 list mark
check_same "$WHAT: they come no more" "" "$(cat "$E2E/got")"
check_same "$WHAT: all are in the other folder" "$(cat "$E2E/wanted")" \
	"$(reference alice 'Fertig/Z&APw-ge &- mehr')"
site alice "imap://127.0.0.1:$IMAP_PORT/Fertig/Z%C3%BCge%20&%20mehr" 'mailbox-done = none'
probe 0 list fetch
check_same "$WHAT: and can be read from there" "$(cat "$E2E/wanted")" "$(came)"

e2e_end
