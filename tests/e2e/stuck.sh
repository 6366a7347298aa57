#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal of this test: a letter the server can't hand over never holds up the others, and is set aside
# only when others come through; while the server hands over none, all of them wait.
. "${srcdir:-.}/tests/e2e/lib.sh"

e2e_begin
needs_python
SITE=$E2E/site
mkdir "$E2E/letters"
for number in 1 2 3; do
	printf 'From: ann@example.org\r\nSubject: %s\r\n\r\nhello\r\n' "$number" >"$E2E/letters/$number"
done

# server QUIRK: a server with three letters; a fresh site that reads from it.
server()
{
	[ -z "${FAKE_PID:-}" ] || background_end "$FAKE_PID"
	background fake "$PYTHON" -I "$SOURCES/tests/e2e/imapd_fake.py" --letters "$E2E/letters" \
		--quirk "$1"
	FAKE_PID=$BACKGROUND_PID
	FAKE_PORT=$(wait_line "$E2E/fake.out") || fail "no fake server: $(cat "$E2E/fake.err")"
	rm -rf "$SITE"
	"$PBEM" --site "$SITE" init --address game@example.org >/dev/null || fail "no site"
	echo gamepw >"$SITE/secret"
	chmod 600 "$SITE/secret"
	cat >>"$SITE/pbem.conf" <<-END
	mailbox = imap://127.0.0.1:$FAKE_PORT
	mailbox-user = game
	mailbox-password-file = secret
	timeout-seconds = 1
	END
}

# runs COUNT: that many runs; the last one's exit code is left in CODE, all they said in $E2E/log.
runs()
{
	: >"$E2E/log"
	for _ in $(seq "$1"); do
		"$PBEM" --site "$SITE" run >>"$E2E/log" 2>&1
		CODE=$?
	done
}

server drop
runs 1
check_same 'the connection breaks' 75 "$CODE"
check 'the letter before the bad one is dealt with at once' grep -q '\.1: ignored' "$E2E/log"
check_not 'nothing is set aside yet' grep -q 'set aside' "$E2E/log"
runs 8
check 'the letter behind it is dealt with too' grep -q '\.3: ignored' "$E2E/log"
check_same 'the bad one is set aside, once' 1 "$(grep -c '\.2: set aside' "$E2E/log")"
check_same 'then runs are well again' 0 "$CODE"
check 'the moderator is told' sh -c "'$PBEM' --site '$SITE' status | grep -q 'hands over other letters'"

server refuse-fetch
runs 12
check_not 'a server that hands over nothing costs no letter' grep -q 'set aside' "$E2E/log"
check_same 'its letters wait' 75 "$CODE"
e2e_end
