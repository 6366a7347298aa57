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

# A busy machine may take its time for any answer; only of servers that give none a test waits for less.
PATIENCE=300
TIMEOUT=$PATIENCE

# site LINE... writes the site's configuration
site()
{
	{
		echo "address = game@example.org"
		echo "timeout-seconds = $TIMEOUT"
		for each; do
			echo "$each"
		done
	} >"$SITE/pbem.conf"
}

# expect FAULT WHAT [WHAT]: two letters sent to that server end like this, each reported in a line. The server
# offers nothing, or PIPELINING, or CHUNKING, or both. With CHUNKING the second WHAT counts, if there is one,
# because the letter is sent before the reply about its recipient is read.
expect()
{
	expect_of "pipelining chunking $1" "${3:-$2}"
	for offer in pipelining chunking ''; do
		expect_of "$offer $1" "$2"
	done
}

expect_of()
{
	faulty_start "$1"
	site "outgoing = smtp://127.0.0.1:$FAULTY_PORT" $EXTRA
	said=$("$PROBE" "$SITE" send game@example.org bob@example.net 2)
	got=$(echo "$said" | sed 's/:.*//' | paste -sd' ')
	check_same "$1" "$2" "$got"
	check_not "$1: the server saw something wrong" grep WRONG "$FAULTY_SEEN"
	background_end "$FAULTY_PID"
}

EXTRA=
expect none 'done done'
check_same 'two letters, one connection' 1 "$(grep -c connection "$FAULTY_SEEN")"
# The server that sees CR LF only has written LF: what a letter's text says must have come through.
check_same 'dots, From and an 8-bit letter arrive' "$(printf '.\n..\nFrom the start\n\n.\nQUIT\nZoë \n-- \nend')" \
	"$("$PYTHON" -c 'import email, email.policy, sys
letter = open(sys.argv[1], "rb").read().split(b"From: ")[1]
print(email.message_from_bytes(b"From: " + letter, policy=email.policy.default).get_content().rstrip("\n"))' "$FAULTY_LETTERS")"

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
expect rcpt-drop 'later later' 'later doubt later doubt'
expect data-554 'never never'
expect dot-451 'later later'
expect dot-554 'never never'
expect dot-421 'later down later down'
expect dot-drop 'later doubt later doubt'
expect data-drop 'later doubt later doubt'

# Answers that come before what they answer: no yes is one, and what follows is another conversation.
early='127.0.0.1 did not answer whether it accepts the letter: the server answered a command before pbem sent it'
for offer in '' pipelining chunking; do
	expect_of "$offer rcpt-twice" 'later later'
done
for offer in '' pipelining chunking 'pipelining chunking'; do
	faulty_start "$offer slow-reader data-early"
	site "outgoing = smtp://127.0.0.1:$FAULTY_PORT"
	check_same "$offer: a letter taken before it is there" "later: $early" \
		"$("$PROBE" "$SITE" send game@example.org bob@example.net 1 16000000)"
	background_end "$FAULTY_PID"
	faulty_start "$offer slow-reader data-552"
	site "outgoing = smtp://127.0.0.1:$FAULTY_PORT"
	check_same "$offer: a letter refused before it is there" 'never: 127.0.0.1 answers: 552 5.3.4 too large' \
		"$("$PROBE" "$SITE" send game@example.org bob@example.net 1 16000000)"
	background_end "$FAULTY_PID"
done

# No answer at all, or none that is SMTP.
TIMEOUT=2
expect greet-garbage 'later down later down'
expect rcpt-garbage 'later later' 'later doubt later doubt'
expect greet-stall 'later down later down'
export PBEM_FINAL_SECONDS=2
expect dot-stall 'later doubt later doubt'
unset PBEM_FINAL_SECONDS
# Ten minutes for the final answer, whatever timeout-seconds says (RFC 5321 4.5.3.2.6).
expect dot-wait=3 'done done'
check_same 'each letter once' 2 "$(grep -c '^letter .* 250' "$FAULTY_SEEN")"
TIMEOUT=$PATIENCE

# The end of a run is not held up by a server that doesn't say goodbye.
# A server that does say it is the measure of how busy this machine is.
before=$(date +%s)
expect '' 'done done'
usual=$(($(date +%s) - before))
before=$(date +%s)
expect quit-stall 'done done'
check 'QUIT without an answer costs seconds, not minutes' [ $(($(date +%s) - before)) -le $((4 + 2 * usual)) ]

# A connection that was good for some letters only is replaced, and nobody notices.
for offer in '' pipelining chunking 'pipelining chunking'; do
	for fault in mail-421-after-2 drop-after-2; do
		wanted='done done done done done'
		# A server that closes the connection without a reply may have accepted the letter.
		[ "$offer $fault" != 'pipelining chunking drop-after-2' ] ||
			wanted='done done later doubt done done'
		faulty_start "$offer $fault"
		site "outgoing = smtp://127.0.0.1:$FAULTY_PORT"
		check_same "$offer $fault" "$wanted" \
			"$("$PROBE" "$SITE" send game@example.org bob@example.net 5 | sed 's/:.*//' | paste -sd' ')"
		check_same "$offer $fault: each letter once" "$(echo "$wanted" | tr ' ' '\n' | grep -c done)" \
			"$(grep -c letter "$FAULTY_SEEN")"
		background_end "$FAULTY_PID"
	done
done

# Log-ins.
echo secret >"$SITE/password"
chmod 600 "$SITE/password"
for fault in no-auth-535 auth-454; do
	faulty_start "$fault"
	site "outgoing = smtp://game@127.0.0.1:$FAULTY_PORT" "outgoing-password-file = password"
	got=$("$PROBE" "$SITE" send game@example.org bob@example.net 1)
	case $fault in auth-454) how='the login for now: ' ;; *) how='the login: ' ;; esac
	check "$fault: $got" [ "${got#later down: 127.0.0.1 refuses $how}" != "$got" ]
	check_not "the password is told: $got" [ "${got#*secret}" != "$got" ]
	background_end "$FAULTY_PID"
done

# A text that is no address never reaches the server.
faulty_start none
site "outgoing = smtp://127.0.0.1:$FAULTY_PORT"
nl='
'
for bad in '' 'bob' 'bob@example.net>' "bob@example.net${nl}RCPT TO:<eve@example.net>" 'a b@example.net'; do
	got=$("$PROBE" "$SITE" send game@example.org "$bad" 1)
	check "not an address: $bad" [ "${got#never: }" != "$got" ]
done
check_not 'the server heard of it' grep -q connection "$FAULTY_SEEN"
check_same 'the null sender' 'done' "$("$PROBE" "$SITE" send '' bob@example.net 1)"
check_same 'probe' 'done' "$("$PROBE" "$SITE" probe)"
background_end "$FAULTY_PID"
got=$("$PROBE" "$SITE" probe)
check "nobody there: $got" [ "${got#later: can\'t reach the mail server at 127.0.0.1}" != "$got" ]
# 192.0.2.1 is nobody's (RFC 5737); TLS is demanded before anything is known of it.
site "outgoing = smtp://localhost:$FAULTY_PORT" "outgoing-user = game"
got=$("$PROBE" "$SITE" probe)
check "a user without a password: $got" [ "${got#never: outgoing: there is a user but no password}" != "$got" ]

# The outbox: a server that is down is asked once, whatever waits; nothing is lost.
faulty_start mail-451
site "outgoing = smtp://127.0.0.1:$FAULTY_PORT"
"$PROBE" "$SITE" fill bob@example.net 20
got=$("$PROBE" "$SITE" outbox 1778580700)
check_same 'a server that is down' 'later: 0 sent, 20 waiting, 0 given up' "$(echo "$got" | cut -d: -f1-2)"
check_same 'it is asked once' 1 "$(grep -c connection "$FAULTY_SEEN")"
# However old they are: none was refused.
got=$("$PROBE" "$SITE" outbox 1978580700)
check_same 'a server that is down for years' 'later: 0 sent, 20 waiting, 0 given up' "$(echo "$got" | cut -d: -f1-2)"
background_end "$FAULTY_PID"
faulty_start rcpt-451
site "outgoing = smtp://127.0.0.1:$FAULTY_PORT"
got=$("$PROBE" "$SITE" outbox 1778580700)
check_same 'deferred letters wait' 'later: 0 sent, 20 waiting, 0 given up' "$(echo "$got" | cut -d: -f1-2)"
got=$("$PROBE" "$SITE" outbox 1979580700 | tail -n 1)
check_same 'until they are too old' 'done: 0 sent, 0 waiting, 20 given up' "$(echo "$got" | cut -d: -f1-2)"
background_end "$FAULTY_PID"
"$PROBE" "$SITE" fill bob@example.net 20
faulty_start dot-drop
site "outgoing = smtp://127.0.0.1:$FAULTY_PORT"
got=$("$PROBE" "$SITE" outbox 1778580700)
check_same 'nobody answers: all wait' 'later: 0 sent, 20 waiting, 0 given up' "$(echo "$got" | tail -n 1 | cut -d: -f1-2)"
check_same 'three are in doubt' 3 "$(echo "$got" | grep -c '^in doubt')"
check_same 'three tries tell enough' 3 "$(grep -c letter "$FAULTY_SEEN")"
background_end "$FAULTY_PID"
faulty_start none
site "outgoing = smtp://127.0.0.1:$FAULTY_PORT"
check_same 'a sound server gets them all' 'done: 20 sent, 0 waiting, 0 given up' "$("$PROBE" "$SITE" outbox 1778580700)"
check_same 'and stays so' 'done: 0 sent, 0 waiting, 0 given up' "$("$PROBE" "$SITE" outbox 1778580700)"
background_end "$FAULTY_PID"

# ---- whom a slow or doubtful recipient holds up: nobody ----

# pass SECONDS: a pass over the outbox so long after the letters were put; what the server saw of it in SAW.
pass()
{
	lines=$(wc -l <"$FAULTY_SEEN")
	GOT=$("$PROBE" "$SITE" outbox $((1778580672 + $1)) | sed 's/: 127.*//')
	SAW=$(tail -n +$((lines + 1)) "$FAULTY_SEEN" | sed -n 's/^letter [0-9]* \([a-z]*\)@.* \([a-z0-9]*\)$/\1 \2/p' | paste -sd,)
}

# A server that takes longer than timeout-seconds got the same letter 8 times while six others were never sent.
export PBEM_FINAL_SECONDS=3
TIMEOUT=1
faulty_start 'slow@*:dot-wait=2 bob@*:rcpt-451x1 eve@*:rcpt-550'
site "outgoing = smtp://127.0.0.1:$FAULTY_PORT" 'retry-days = 5'
"$PROBE" "$SITE" fill slow@example.net slow@example.net bob@example.net ann@example.net bob@example.net eve@example.net 1
pass 60
check_same 'the slow one is waited for once, then come the others, then his next' \
	'slow 250,ann 250,bob 250,slow 250' "$SAW"
check_same 'who is refused for now waits, who is refused for good is given up' \
	'later: 4 sent, 1 waiting, 1 given up' "$(echo "$GOT" | tail -n 1)"
check 'whom the server does not know' sh -c "echo '$GOT' | grep -q '^given up .* <eve@example.net>'"
pass 120
check_same 'it goes again' 'bob 250' "$SAW"
background_end "$FAULTY_PID"

# The connection drops before the 250: the letter has arrived or not.
faulty_start 'mute@*:dot-drop'
site "outgoing = smtp://127.0.0.1:$FAULTY_PORT"
"$PROBE" "$SITE" fill mute@example.net ann@example.net mute@example.net 1
pass 60
check_same 'in doubt, and no reason to let others wait' 'mute lost,ann 250,mute lost' "$SAW"
pass 120
check_same 'in the next run again' 'mute lost,mute lost' "$SAW"
"$PROBE" "$SITE" fill ann@example.net 1
pass 180
check_same 'then not before an hour' 'ann 250' "$SAW"
check_same 'and that is no failure' 'done: 1 sent, 2 waiting, 0 given up' "$GOT"
pass $((120 + 3600))
check_same 'after an hour' 'mute lost,mute lost' "$SAW"
pass $((120 + 3600 + 4 * 3600 - 1))
check_same 'not before four' '' "$SAW"
pass $((120 + 3600 + 4 * 3600))
check_same 'after four' 'mute lost,mute lost' "$SAW"
pass $((120 + 3600 + 27 * 3600))
check_same 'not before a day' '' "$SAW"
pass $((120 + 3600 + 28 * 3600))
check_same 'after a day' 'mute lost,mute lost' "$SAW"
background_end "$FAULTY_PID"

# Runs that are killed while they wait begin neither with the same letter again nor send it each time.
faulty_start 'slow@*:dot-stall'
site "outgoing = smtp://127.0.0.1:$FAULTY_PORT"
rm -f "$SITE"/ledger*
"$PROBE" "$SITE" fill slow@example.net ann@example.net 1
PBEM_FINAL_SECONDS=60
for at in 0 60; do
	"$PROBE" "$SITE" outbox $((1778580672 + at)) >/dev/null 2>&1 &
	probe_pid=$!
	sleep 2.5
	kill -9 $probe_pid 2>/dev/null
	wait $probe_pid 2>/dev/null
done
pass 120
check_same 'ann has hers' 1 "$(grep -c '^To: .*ann@' "$FAULTY_LETTERS")"
check_same 'he is not sent it a third time' 2 "$(grep -c '^To: .*slow@' "$FAULTY_LETTERS")"
PBEM_FINAL_SECONDS=3
background_end "$FAULTY_PID"

# ---- many letters, over several connections ----

TIMEOUT=$PATIENCE
PBEM_FINAL_SECONDS=$PATIENCE

# many OFFER FAULTS LINE...: 12 recipients, 10 letters each, in the outbox; a server that offers that.
many()
{
	faulty_start "$1 $2"
	shift 2
	site "outgoing = smtp://127.0.0.1:$FAULTY_PORT" "$@"
	rm -f "$SITE"/ledger*
	"$PROBE" "$SITE" fill a@example.net b@example.net c@example.net d@example.net e@example.net f@example.net \
		g@example.net h@example.net i@example.net j@example.net k@example.net l@example.net 10
}

# Which letters arrived, "RECIPIENT NUMBER", in their order.
arrived()
{
	sed -n 's/^To: .*\([a-l]\)@example.net.*/\1/p; s/^Message-ID: <letter\.\([0-9]*\)@.*/\1/p' \
		"$FAULTY_LETTERS" | paste -d' ' - -
}

for offer in '' pipelining chunking 'pipelining chunking'; do
	many "$offer" none
	pass 60
	check_same "$offer: all are out" 'done: 120 sent, 0 waiting, 0 given up' "$GOT"
	check_same "$offer: each once" 120 "$(arrived | sort -u | wc -l)"
	# A quick server may have all before the second is there.
	check "$offer: over two connections" [ "$(grep -c connection "$FAULTY_SEEN")" -le 2 ]
	[ -n "$offer" ] ||
		check_same "and not over one" 2 "$(grep -c connection "$FAULTY_SEEN")"
	for who in a d h l; do
		check_same "$offer: $who has them in their order" "$(seq 10)" "$(arrived | sed -n "s/^$who //p")"
	done
	check_not "$offer: nothing is wrong" grep WRONG "$FAULTY_SEEN"
	background_end "$FAULTY_PID"

	many "$offer" 'c@*:rcpt-550 e@*:dot-451 g@*:dot-554 i@*:rcpt-451' 'connections = 1'
	pass 60
	check_same "$offer: what is refused is no others' matter" 'later: 80 sent, 20 waiting, 20 given up' \
		"$(echo "$GOT" | tail -n 1)"
	check_same "$offer: over one connection" 1 "$(grep -c connection "$FAULTY_SEEN")"
	check_same "$offer: who is refused, every time" "$(printf 'c\ng')" \
		"$(echo "$GOT" | sed -n 's/^given up .*<\(.\)@.*/\1/p' | sort -u)"
	background_end "$FAULTY_PID"

	# Hangs up politely after every two, over two connections.
	many "$offer" 'mail-421-after-2'
	pass 60
	check_same "$offer: a server that takes two at a time" 'done: 120 sent, 0 waiting, 0 given up' "$GOT"
	check_same "$offer: has each once" 120 "$(grep -c '^letter' "$FAULTY_SEEN")"
	background_end "$FAULTY_PID"

	# Killed, those of one batch go again, with the same bytes; none is lost. Each letter is two steps,
	# that it is claimed and that it is out, and each removal of 32 is one; the last, 244, is that of the rest.
	for kill in 32 63 100 160 200 243 244; do
		many "$offer" none
		PBEM_STOP_AFTER=$kill "$PROBE" "$SITE" outbox 1778580732 >/dev/null 2>&1
		pass 60
		# Between, how many are out goes by how many are claimed ahead; whole batches are gone.
		left=$((kill > 243 ? 0 : kill > 242 ? 24 : 120))
		if [ "$kill" -ge 64 ] && [ "$kill" -lt 243 ]; then
			left=$(echo "$GOT" | sed -n 's/^done: \([0-9]*\) sent.*/\1/p' | grep -xE '120|88|56|24')
		fi
		check_same "$offer: killed at $kill, what hadn't left the outbox goes" \
			"done: $left sent, 0 waiting, 0 given up" "$GOT"
		check_same "$offer: killed at $kill, all have arrived" 120 "$(arrived | sort -u | wc -l)"
		check "$offer: killed at $kill, not many twice" \
			[ "$(arrived | wc -l)" -le $((120 + (kill > 243 ? 0 : 32 + 96))) ]
		check_same "$offer: killed at $kill, the same bytes each time" 120 "$("$PYTHON" -I -S -c 'import sys
print(len(set(open(sys.argv[1], "rb").read().split(b"From: "))) - 1)' "$FAULTY_LETTERS")"
		background_end "$FAULTY_PID"
	done
done

# Letters larger than what a line holds, to one that takes in little at a time, in the clear and by TLS: however
# they go, the same arrives.
tls_make "$E2E/tls"
for tls in '' tls; do
	for offer in 'slow-reader' 'slow-reader pipelining' 'slow-reader chunking' 'slow-reader pipelining chunking'; do
		if [ -n "$tls" ]; then
			faulty_start "$offer" "$E2E/tls/cert.pem" "$E2E/tls/key.pem"
			site "outgoing = smtps://localhost:$FAULTY_PORT" "ca-file = $E2E/tls/cert.pem"
		else
			faulty_start "$offer"
			site "outgoing = smtp://127.0.0.1:$FAULTY_PORT"
		fi
		check_same "$offer $tls: large letters" 'done done' \
			"$("$PROBE" "$SITE" send game@example.org bob@example.net 2 4000000 | paste -sd' ')"
		[ -e "$E2E/large" ] || cp "$FAULTY_LETTERS" "$E2E/large"
		check "$offer $tls: arrive as they are" cmp "$E2E/large" "$FAULTY_LETTERS"
		background_end "$FAULTY_PID"
	done
done
check 'all of it' [ "$(wc -c <"$E2E/large")" -gt 7800000 ]

# One that has answered before we look: none is left over.
mkdir "$E2E/quick"
BENCH_HERE=1 "$PYTHON" -B "$SOURCES/tests/bench/send.py" "$E2E/quick" "$PROBE" 1000 >"$E2E/quick.log" 2>&1
check_same "a quick server has all: $(cat "$E2E/quick.log")" 0 $?

# A server that takes no second connection takes all over the first.
many '' 'greet-once'
before=$(date +%s)
pass 60
usual=$(($(date +%s) - before))
check_same 'one connection must do' 'done: 120 sent, 0 waiting, 0 given up' "$GOT"
check_same 'the second was asked for' 2 "$(grep -c connection "$FAULTY_SEEN")"
background_end "$FAULTY_PID"

many '' 'greet-hang'
before=$(date +%s)
pass 60
check_same 'a second that says nothing' 'done: 120 sent, 0 waiting, 0 given up' "$GOT"
check 'is not waited for' [ $(($(date +%s) - before)) -le $((30 + 2 * usual)) ]
background_end "$FAULTY_PID"

# Waiting for an answer over one connection holds up no other; and after a slow answer no letter is sent before the
# next.
many 'pipelining chunking' 'a@*:dot-stallx1'
PBEM_FINAL_SECONDS=3
pass 60
PBEM_FINAL_SECONDS=$PATIENCE
check_same 'the others have theirs' 110 "$(arrived | grep -v '^a' | sort -u | wc -l)"
check "nobody knows of one: $GOT" [ "$(echo "$GOT" | grep -c '^in doubt')" -ge 1 ]
background_end "$FAULTY_PID"

# The moderator is told, once for all of a run.
faulty_start 'mute@*:dot-dropx1'
rm -rf "$SITE"
PBEM_DATA=${PBEM_DATA:-$SOURCES}
export PBEM_DATA
"$PBEM" --site "$SITE" init --address game@example.org --moderator mod@example.org >/dev/null || fail "no site"
echo "outgoing = smtp://127.0.0.1:$FAULTY_PORT" >>"$SITE/pbem.conf"
"$PBEM" --site "$SITE" new chess 'Mute <mute@example.net>' 'Ann <ann@example.net>' >"$E2E/new" 2>"$E2E/why"
check 'it waits, and new says so' grep -q 'letters are in the outbox' "$E2E/new"
check 'and counts one as one' grep -q '1 letter waits in the outbox' "$E2E/why"
check 'status knows of it' sh -c "'$PBEM' --site '$SITE' status | grep -q \
	'pbem doesn.t know whether these letters have arrived: g1.white.*to mute@example.net'"
check 'the next run sends it, and the report' "$PBEM" --site "$SITE" send
check_same 'each in its place' 'mute lost,ann 250,mod 250,mute 250' \
	"$(sed -n 's/^letter [0-9]* \([a-z]*\)@.* \([a-z0-9]*\)$/\1 \2/p' "$FAULTY_SEEN" | paste -sd,)"
check 'the report says it' sh -c "tr -d '\n' <'$FAULTY_LETTERS' | grep -q 'know whether'"
check_same 'it was the same letter' 1 "$(grep -i '^Message-ID: .*white' "$FAULTY_LETTERS" | sort -u | wc -l)"

e2e_end
