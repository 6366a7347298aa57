#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal of this test: no IMAP server, and no letter in it, can fool, block or bloat us. Each misdeed is
# played by a server of our own; good ones are answered to the byte, bad ones end with a sentence.
. "${srcdir:-.}/tests/e2e/lib.sh"

e2e_begin
needs_python
command -v openssl >/dev/null || skip "no openssl"
. "$SOURCES/tests/e2e/imap_probe.sh"
echo gamepw >"$SITE/secret"
chmod 600 "$SITE/secret"
tls_make "$E2E/tls"
LETTERS=$(wc -l <"$E2E/wanted" | tr -d ' ')

# fake OPTION...: starts the server with the hostile letters; ends the one before.
fake()
{
	[ -z "${FAKE_PID:-}" ] || background_end "$FAKE_PID"
	rm -f "$E2E/commands"
	server_start fake imapd_fake --log "$E2E/commands" "$@"
	FAKE_PID=$BACKGROUND_PID
	FAKE_PORT=$(wait_line "$E2E/fake.out") || fail "no fake server: $(cat "$E2E/fake.err")"
	site "imap://127.0.0.1:$FAKE_PORT"
}

fake_letters()
{
	fake --letters "$E2E/bodies" "$@"
}

# site URL [LINE...]: PATIENCE is for servers that answer, however busy this machine is; those that don't get less.
PATIENCE=60
site()
{
	cat >"$SITE/pbem.conf" <<END
address = game@example.org
mailbox = $1
mailbox-user = game
mailbox-password-file = secret
max-message-bytes = 33554432
timeout-seconds = $PATIENCE
END
	shift
	also "$@"
}

# All letters came, to the byte and in order.
came_whole()
{
	grep -E '^[^ ]+ [0-9]+ [0-9]+ ([0-9a-f]{64}|-)$' "$E2E/got" | cut -d' ' -f3,4 >"$E2E/came"
	check_same "$WHAT: letters" "$(cat "$E2E/wanted")" "$(cat "$E2E/came")"
}

says()
{
	check "$WHAT: the sentence: $(cat "$E2E/why")" grep -q "$1" "$E2E/why"
}

letters_got()
{
	grep -cE '^[^ ]+ [0-9]+ [0-9]+ ([0-9a-f]{64}|-)$' "$E2E/got"
}

asked_for()
{
	grep -c "$1" "$E2E/commands"
}

# Good servers, each with a manner of its own.
for quirk in "" chatter reverse body-first literal8 nonsync quoted lie-small; do
	WHAT=${quirk:-plain}
	fake_letters ${quirk:+--quirk $quirk}
	probe 0 list fetch
	came_whole
	check_same "$WHAT: nothing is marked as seen" "0" "$(grep -c 'Seen\|BODY\[' "$E2E/commands")"
done

# Capabilities that a server sends with the log-in aren't asked for again; those that it sent before aren't
# believed.
for quirk in "" tells tells-so; do
	WHAT="what it can: ${quirk:-when it is asked}"
	fake_letters --capability ESEARCH ${quirk:+--quirk $quirk}
	probe 0 list fetch
	came_whole
	check_same "$WHAT: asked for" "$([ -z "$quirk" ] && echo 2 || echo 1)" "$(asked_for ^CAPABILITY)"
	check "$WHAT: made use of" grep -q '^UID SEARCH RETURN' "$E2E/commands"
done

WHAT="a limit below the large letter"
fake_letters
also 'max-message-bytes = 1000000'
probe 0 list fetch
check_same "$WHAT: the others came" "$((LETTERS - 1))" \
	"$(grep -v ' start ' "$E2E/got" | grep -c '[0-9a-f]\{64\}$')"
start=$(head -c 131072 "$E2E/bodies/07-large" | sha256sum | cut -d' ' -f1)
check "$WHAT: its size is told, and its start handed over" \
	grep -q "^imap:7.7 22400040 22400040 - start $start\$" "$E2E/got"
check_same "$WHAT: no more of it was asked for" 1 "$(asked_for 'FETCH 7 (UID BODY.PEEK\[\]<0.131072>)$')"

# Over a start nothing is held up: however it is answered, the other letters come, and the large one without.
# A start that breaks the connection twice is asked for no third time.
for how in refuse bad nil empty long whole drop silent short; do
	WHAT="the start of a large letter: $how"
	[ $how = silent ] && PATIENCE=3 || PATIENCE=60
	fake_letters --rules "$E2E/rules"
	also 'max-message-bytes = 1000000'
	echo "7 start $how" >"$E2E/rules"
	probe 0 list fetch
	check_same "$WHAT: the others came" "$((LETTERS - 1))" \
		"$(grep -v ' start ' "$E2E/got" | grep -c '[0-9a-f]\{64\}$')"
	case $how in
	short) check "$WHAT: is handed over" grep -q '^imap:7.7 22400040 22400040 - start ' "$E2E/got" ;;
	*) check "$WHAT: there is none" grep -q '^imap:7.7 22400040 22400040 -$' "$E2E/got" ;;
	esac
	case $how in drop | silent) tries=2 ;; *) tries=1 ;; esac
	check_same "$WHAT: asked for" "$tries" "$(asked_for '<0.131072>')"
	check "$WHAT: takes little memory, not $(cat "$E2E/peak") KiB" [ "$(cat "$E2E/peak")" -le 150000 ]
done
rm "$E2E/rules"

WHAT="starts of which one is refused"
mkdir "$E2E/large"
for each in 1 2 3 4 5; do
	{ echo "Subject: $each"; head -c 200000 "$E2E/bodies/07-large"; } >"$E2E/large/$each"
done
fake --letters "$E2E/large" --rules "$E2E/rules"
also 'max-message-bytes = 4096'
echo "2 start refuse" >"$E2E/rules"
probe 0 list fetch
check_same "$WHAT: the others are handed over, in order" "1 3 4 5" \
	"$(sed -n 's/^imap:7\.\([0-9]\) .* start .*/\1/p' "$E2E/got" | tr '\n' ' ' | sed 's/ $//')"
for each in 1 3 4 5; do
	start=$(head -c 131072 "$E2E/large/$each" | sha256sum | cut -d' ' -f1)
	check "$WHAT: number $each is its own" grep -q "^imap:7.$each .* start $start\$" "$E2E/got"
done
rm "$E2E/rules"

WHAT="a size that was a lie"
fake_letters --quirk lie-small
also 'max-message-bytes = 100000'
probe 75 list fetch
check "$WHAT: the letter before was read" grep -q '^imap:7.6 10 48 [0-9a-f]' "$E2E/got"
check "$WHAT: the true size is told" grep -q '^imap:7.7 10 22400040 -$' "$E2E/got"
says 'announced 22400040 bytes'

WHAT="a size that was a small lie"
fake_letters --quirk lie-small
also 'max-message-bytes = 50000'
rm "$E2E/bodies/07-large"
fake_letters --quirk lie-small
also 'max-message-bytes = 50000'
probe 0 list fetch
check "$WHAT: read and thrown away, but for its start" \
	grep -q "^imap:7.5 10 100047 - start $(sha256sum <"$(ls "$E2E/bodies"/05-*)" | cut -d' ' -f1)\$" "$E2E/got"
check_same "$WHAT: its start is asked for once" 1 "$(asked_for '<0.131072>')"
check_same "$WHAT: all in order" "$(seq $((LETTERS - 1)) | sed 's/^/imap:7./')" \
	"$(grep '[0-9a-f]\{64\}$' "$E2E/got" | cut -d' ' -f1)"
check_same "$WHAT: whole" "$((LETTERS - 2))" "$(grep -v ' start ' "$E2E/got" | grep -c '[0-9a-f]\{64\}$')"
"$PYTHON" "$SOURCES/tests/e2e/imapd_fake.py" --bodies "$E2E/bodies" >/dev/null

WHAT="letters that are NIL"
fake_letters --quirk nil
probe 0 list fetch
check_same "$WHAT: none is taken for gone" "$LETTERS" "$(grep -c ' not now: .*(NIL)' "$E2E/got")"

WHAT="a letter that vanished"
fake_letters --quirk missing
probe 0 list fetch
check "$WHAT: only a list would say it is gone" grep -q '^imap:7.2 not now: .*leaves it out' "$E2E/got"
check_same "$WHAT: the others came" "$((LETTERS - 1))" "$(grep -c '[0-9a-f]\{64\}$' "$E2E/got")"

WHAT="a letter the server can't read"
fake_letters --quirk refuse-3
probe 0 list fetch
check "$WHAT: it is told why" grep -q "^imap:7.3 not now: .*UID 3 can't be read" "$E2E/got"
check_same "$WHAT: the others came" "$((LETTERS - 1))" "$(grep -c '[0-9a-f]\{64\}$' "$E2E/got")"
# By halves: twice as often as a thousand letters can be halved, at most.
check "$WHAT: in few commands: $(asked_for 'FETCH .*BODY.PEEK')" [ "$(asked_for 'FETCH .*BODY.PEEK')" -le 20 ]

# How busy this machine is, for what is to end soon.
started=$(date +%s)
fake_letters
probe 0 list fetch
usual=$(($(date +%s) - started))

WHAT="a taker that stops"
fake_letters
probe 0 list first=3 mark
check_same "$WHAT: letters" 3 "$(letters_got)"

# Bad servers: what came before stays read, the rest is for later, and it is said within a moment.
PATIENCE=3
for quirk in huge silent drop trickle bye plus renumber-now; do
	WHAT=$quirk
	fake_letters --quirk $quirk
	started=$(date +%s)
	probe 75 list fetch
	lasted=$(($(date +%s) - started))
	check "$WHAT: ends soon, not after $lasted s" [ $lasted -le $((3 * PATIENCE + 3 + 2 * usual)) ]
	check "$WHAT: has a sentence" [ -s "$E2E/why" ]
	case $quirk in
	huge) check_same "$WHAT: the letter before, and the true size" 2 "$(letters_got)" ;;
	*) check_same "$WHAT: the letter before" 1 "$(letters_got)" ;;
	esac
done
check "UIDVALIDITY is named" grep -q 'gave its letters new numbers' "$E2E/why"

for quirk in endless endless-line bad-tag silent-select; do
	WHAT=$quirk
	fake_letters --quirk $quirk
	started=$(date +%s)
	probe 75 list fetch
	lasted=$(($(date +%s) - started))
	check "$WHAT: ends soon, not after $lasted s" [ $lasted -le $((3 * PATIENCE + 5 + 2 * usual)) ]
	check "$WHAT: takes little memory, not $(cat "$E2E/peak") KiB" [ "$(cat "$E2E/peak")" -le 150000 ]
done

PATIENCE=60
WHAT="a server short of disks"
fake_letters --quirk refuse-fetch
probe 75 list fetch
says 'a disk sleeps'

WHAT="a mailbox numbered anew between list and fetch"
fake_letters --quirk renumber
probe 0 list reopen fetch mark
check_same "$WHAT: all are gone" "$LETTERS" "$(grep -c '^imap:8.* 0 -$' "$E2E/got")"
check_same "$WHAT: nothing is marked" 0 "$(asked_for STORE)"

WHAT="no UIDVALIDITY"
fake_letters --quirk no-uidvalidity
probe 78 list
says 'UIDVALIDITY'

# Marking.
WHAT="marking by keyword"
fake_letters --quirk chatter
probe 0 list mark mark list
check_same "$WHAT: all in one command" 2 "$(asked_for "UID STORE 1:$LETTERS +FLAGS.SILENT (\$PbemDone)")"
probe 0 list
check_same "$WHAT: they come no more" "" "$(cat "$E2E/got")"

WHAT="keywords refused"
fake_letters --quirk no-keywords
probe 78 list
says 'mailbox-done = move Done'
also 'mailbox-done = none'
probe 0 list mark
fake_letters --quirk refuse-store
probe 78 list mark
says 'mailbox-done = move Done'

WHAT="a folder that is read-only"
fake_letters --quirk read-only
probe 78 list
says 'read-only'

WHAT="letters vanish while they are marked"
fake_letters --quirk gone
probe 0 list mark
check_same "$WHAT: tried again" 3 "$(asked_for STORE)"

WHAT="moving"
fake_letters --quirk no-folder
also 'mailbox-done = move Done & dusted'
probe 0 describe list mark list
check "$WHAT: says so" grep -q 'moves to "Done &- dusted"' "$E2E/got"
check_same "$WHAT: the folder is made" 1 "$(asked_for '^CREATE "Done &- dusted"$')"
probe 0 list
check_same "$WHAT: they come no more" "" "$(cat "$E2E/got")"

WHAT="moving without MOVE"
fake_letters --capability UIDPLUS
also 'mailbox-done = move Done'
probe 0 list mark
probe 0 list
check_same "$WHAT: they come no more" "" "$(cat "$E2E/got")"
check_same "$WHAT: only ours are removed" "1" "$(asked_for "^UID EXPUNGE 1:$LETTERS\$")"

WHAT="moving without MOVE and UIDPLUS"
fake_letters --capability X
also 'mailbox-done = move Done'
probe 0 describe list mark
check "$WHAT: says so" grep -q "can't remove single letters" "$E2E/got"
check_same "$WHAT: nothing is removed" 0 "$(asked_for EXPUNGE)"
probe 0 list
check_same "$WHAT: they come no more" "" "$(cat "$E2E/got")"

# A large mailbox: a line of 60 KB and more, or a set.
for capability in X ESEARCH; do
	WHAT="12,000 letters, $capability"
	fake --generate 12000 --capability "$capability"
	probe 0 list count
	check_same "$WHAT: listed" 12000 "$(grep -c '^imap:7' "$E2E/got")"
	check "$WHAT: fetched" grep -q '^12000 letters' "$E2E/got"
	probe 0 max=5 list
	check_same "$WHAT: the oldest five" "imap:7.1 imap:7.2 imap:7.3 imap:7.4 imap:7.5" \
		"$(cut -d' ' -f1 "$E2E/got" | sort | tr '\n' ' ' | sed 's/ $//')"
done

WHAT="goodbyes"
for quirk in close-logout silent-logout; do
	[ $quirk = silent-logout ] && PATIENCE=3 || PATIENCE=60
	fake_letters --quirk $quirk
	probe 0 list
done

# Logging in.
PATIENCE=60
WHAT="a wrong password"
fake_letters --password other
probe 78 list
says 'refuses the login: .*AUTHENTICATIONFAILED'
WHAT="too many of us"
fake_letters --password other --refusal '[UNAVAILABLE] too busy'
probe 75 list

for mechanism in XOAUTH2 OAUTHBEARER; do
	WHAT=$mechanism
	fake_letters --bearer tok123 --mechanism $mechanism
	sed -i 's/^mailbox-password-file.*/mailbox-oauth-command = echo tok123/' "$SITE/pbem.conf"
	probe 0 list fetch
	came_whole
	check_same "$WHAT: no letter is asked for without" 1 "$(asked_for AUTHENTICATE)"
	fake_letters --bearer other --mechanism $mechanism
	sed -i 's/^mailbox-password-file.*/mailbox-oauth-command = echo tok123/' "$SITE/pbem.conf"
	probe 78 list
done

WHAT="no password"
fake_letters
sed -i '/^mailbox-password-file/d' "$SITE/pbem.conf"
probe 78 list
says 'mailbox-password-file'

# TLS.
WHAT="a certificate nobody vouches for"
fake_letters --tls "$E2E/tls/cert.pem" "$E2E/tls/key.pem"
site "imaps://localhost:$FAKE_PORT"
probe 78 list
says 'ca-file'
check_same "$WHAT: no password was sent" 0 "$(cat "$E2E/commands" 2>/dev/null | wc -l | tr -d ' ')"
also "ca-file = $E2E/tls/cert.pem"
WHAT="TLS"
probe 0 describe list fetch
came_whole
check "$WHAT: says so" grep -q 'TLSv1\.[23]' "$E2E/got"
WHAT="another host's certificate"
tls_make "$E2E/other" mail.example.org
fake_letters --tls "$E2E/other/cert.pem" "$E2E/other/key.pem"
site "imaps://localhost:$FAKE_PORT" "ca-file = $E2E/other/cert.pem"
probe 78 list
says "can't be trusted"
WHAT="TLS and a connection that drops"
fake_letters --tls "$E2E/tls/cert.pem" "$E2E/tls/key.pem" --quirk drop
site "imaps://localhost:$FAKE_PORT" "ca-file = $E2E/tls/cert.pem"
probe 75 list fetch mark

WHAT="STARTTLS"
fake_letters --starttls "$E2E/tls/cert.pem" "$E2E/tls/key.pem"
site "imap://localhost:$FAKE_PORT" "ca-file = $E2E/tls/cert.pem"
probe 0 describe list fetch
came_whole
check "$WHAT: says so" grep -q 'TLSv1\.[23]' "$E2E/got"

e2e_end
