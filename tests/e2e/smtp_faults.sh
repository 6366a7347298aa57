#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: whatever the mail server does, no letter is lost, none is given up that might still go, and
# none waits for ever that never will.
. "${srcdir:-.}/tests/e2e/lib.sh"

PROBE=${SENDPROBE:-$BUILD/tests/e2e/sendprobe}
[ -x "$PROBE" ] || skip "no $PROBE"
needs_python
e2e_begin
SITE=$E2E/site
mkdir -p "$SITE"

# site LINE... writes the site's configuration
site()
{
	{
		echo "address = game@example.org"
		echo "timeout-seconds = ${TIMEOUT:-5}"
		for each; do
			echo "$each"
		done
	} >"$SITE/pbem.conf"
}

# faulty FAULT starts the server that misbehaves so
faulty()
{
	FAULTY=$((${FAULTY:-0} + 1))
	LETTERS=$E2E/letters$FAULTY
	: >"$LETTERS"
	background "faulty$FAULTY" "$PYTHON" -I "$SOURCES/tests/e2e/smtp_faulty.py" "$1" "$LETTERS"
	FAULTY_PID=$BACKGROUND_PID
	PORT=$(wait_line "$E2E/faulty$FAULTY.out") || fail "the faulty server did not start"
}

# expect FAULT WHAT... : two letters sent to that server end like this, each told in a line
expect()
{
	faulty "$1"
	site "outgoing = smtp://127.0.0.1:$PORT" $EXTRA
	said=$("$PROBE" "$SITE" send game@example.org bob@example.net 2)
	got=$(echo "$said" | sed 's/:.*//' | paste -sd' ')
	check_same "$1" "$2" "$got"
	check_not "$1: the server saw something wrong" grep WRONG "$E2E/faulty$FAULTY.out"
	background_end "$FAULTY_PID"
}

EXTRA=
expect none 'done done'
check_same 'two letters, one connection' 1 "$(grep -c connection "$E2E/faulty1.out")"
# The server that sees CR LF only has written LF: what a letter's text says must have come through.
check_same 'dots, From and an 8-bit letter arrive' "$(printf '.\n..\nFrom the start\n\n.\nQUIT\nZoë \n-- \nend')" \
	"$("$PYTHON" -c 'import email, email.policy, sys
letter = open(sys.argv[1], "rb").read().split(b"From: ")[1]
print(email.message_from_bytes(b"From: " + letter, policy=email.policy.default).get_content().rstrip("\n"))' "$LETTERS")"

expect greet-421 'later down later down'
expect greet-554 'later down later down'
expect greet-drop 'later down later down'
expect mail-530 'later down later down'
expect mail-550 'later down later down'
expect mail-552 'never never'
expect mail-451 'later down later down'
expect rcpt-550 'never never'
check_same 'the server is quoted' 'never: 127.0.0.1 answers: 550 5.1.1 no such user' "$(echo "$said" | head -n 1)"
expect rcpt-451 'later later'
expect rcpt-421 'later down later down'
expect rcpt-drop 'later later'
expect data-554 'never never'
expect dot-451 'later later'
expect dot-554 'never never'
expect dot-421 'later down later down'
expect dot-drop 'later later'

# No answer at all, or none that is SMTP.
TIMEOUT=1
expect greet-garbage 'later down later down'
expect rcpt-garbage 'later later'
expect greet-stall 'later down later down'
expect dot-stall 'later later'
TIMEOUT=5

# The end of a run is not held up by a server that doesn't say goodbye.
before=$(date +%s)
expect quit-stall 'done done'
check 'QUIT without an answer costs seconds, not minutes' [ $(($(date +%s) - before)) -le 4 ]

# A connection that was good for some letters only is replaced, and nobody notices.
for fault in mail-421-after-2 drop-after-2; do
	faulty "$fault"
	site "outgoing = smtp://127.0.0.1:$PORT"
	check_same "$fault" 'done done done done done' \
		"$("$PROBE" "$SITE" send game@example.org bob@example.net 5 | paste -sd' ')"
	check_same "$fault: each letter once" 5 "$(grep -c letter "$E2E/faulty$FAULTY.out")"
	background_end "$FAULTY_PID"
done

# Log-ins.
echo secret >"$SITE/password"
chmod 600 "$SITE/password"
for fault in no-auth-535 auth-454; do
	faulty "$fault"
	site "outgoing = smtp://game@127.0.0.1:$PORT" "outgoing-password-file = password"
	got=$("$PROBE" "$SITE" send game@example.org bob@example.net 1)
	check "$fault: $got" [ "${got#later down: 127.0.0.1 refuses to log us in: }" != "$got" ]
	check_not "the password is told: $got" [ "${got#*secret}" != "$got" ]
	background_end "$FAULTY_PID"
done

# What is no address never reaches the server.
faulty none
site "outgoing = smtp://127.0.0.1:$PORT"
nl='
'
for bad in '' 'bob' 'bob@example.net>' "bob@example.net${nl}RCPT TO:<eve@example.net>" 'a b@example.net'; do
	got=$("$PROBE" "$SITE" send game@example.org "$bad" 1)
	check "not an address: $bad" [ "${got#never: }" != "$got" ]
done
check_not 'the server heard of it' grep -q connection "$E2E/faulty$FAULTY.out"
check_same 'the null sender' 'done' "$("$PROBE" "$SITE" send '' bob@example.net 1)"
check_same 'probe' 'done' "$("$PROBE" "$SITE" probe)"
background_end "$FAULTY_PID"
got=$("$PROBE" "$SITE" probe)
check "nobody there: $got" [ "${got#later: can\'t reach the mail server at 127.0.0.1}" != "$got" ]
# 192.0.2.1 is nobody's (RFC 5737); TLS is demanded before anything is known of it.
site "outgoing = smtp://localhost:$PORT" "outgoing-user = game"
got=$("$PROBE" "$SITE" probe)
check "a user without a password: $got" [ "${got#never: outgoing: there is a user but no password}" != "$got" ]

# The outbox: a server that is down is asked once, whatever waits; nothing is lost.
faulty mail-451
site "outgoing = smtp://127.0.0.1:$PORT"
"$PROBE" "$SITE" fill bob@example.net 20
got=$("$PROBE" "$SITE" outbox 1778580700)
check_same 'a server that is down' 'later: 0 sent, 20 waiting, 0 given up' "$(echo "$got" | cut -d: -f1-2)"
check_same 'it is asked once' 1 "$(grep -c connection "$E2E/faulty$FAULTY.out")"
# However old they are: none was refused.
got=$("$PROBE" "$SITE" outbox 1978580700)
check_same 'a server that is down for years' 'later: 0 sent, 20 waiting, 0 given up' "$(echo "$got" | cut -d: -f1-2)"
background_end "$FAULTY_PID"
faulty rcpt-451
site "outgoing = smtp://127.0.0.1:$PORT"
got=$("$PROBE" "$SITE" outbox 1778580700)
check_same 'deferred letters wait' 'later: 0 sent, 20 waiting, 0 given up' "$(echo "$got" | cut -d: -f1-2)"
got=$("$PROBE" "$SITE" outbox 1979580700 | tail -n 1)
check_same 'until they are too old' 'done: 0 sent, 0 waiting, 20 given up' "$(echo "$got" | cut -d: -f1-2)"
background_end "$FAULTY_PID"
"$PROBE" "$SITE" fill bob@example.net 20
faulty dot-drop
site "outgoing = smtp://127.0.0.1:$PORT"
got=$("$PROBE" "$SITE" outbox 1778580700)
check_same 'nobody answers: all wait' 'later: 0 sent, 20 waiting, 0 given up' "$(echo "$got" | cut -d: -f1-2)"
check_same 'three tries tell enough' 3 "$(grep -c letter "$E2E/faulty$FAULTY.out")"
background_end "$FAULTY_PID"
faulty none
site "outgoing = smtp://127.0.0.1:$PORT"
check_same 'a sound server gets them all' 'done: 20 sent, 0 waiting, 0 given up' "$("$PROBE" "$SITE" outbox 1778580700)"
check_same 'and stays so' 'done: 0 sent, 0 waiting, 0 given up' "$("$PROBE" "$SITE" outbox 1778580700)"
background_end "$FAULTY_PID"

e2e_end
