#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a game can be played over every way letters may come and go; and when a way is barred, the
# error and `pbem doctor` say what to do.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_smtpd
needs_dovecot
e2e_begin
# Wrong passwords are answered at once.
DOVECOT_EXTRA='service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}'
dovecot_start
tls_make "$E2E/other"
CERTS="$E2E/tls/cert.pem $E2E/tls/key.pem"
SITES=0
echo gamepw >"$E2E/secret"

# site LINE…: a new site with these lines of configuration, named $SITE.
site()
{
	SITES=$((SITES + 1))
	SITE=$E2E/site$SITES
	rm -rf "${MAIL:?}"/* "$E2E/players"
	"$PBEM" --site "$SITE" init --address game@example.org --moderator carol@example.org \
		>"$E2E/init.log" || fail "no site"
	printf 'gamepw\n' >"$SITE/password"
	printf 'wrong\n' >"$SITE/wrong"
	chmod 600 "$SITE/password" "$SITE/wrong"
	for line; do
		echo "$line" >>"$SITE/pbem.conf"
	done
}

# Where replies go: each takes a letter's file.
post_imap() { mail_put game "$1"; }
post_maildir()
{
	mkdir -p "$SITE/mail/in/new"
	cp "$1" "$SITE/mail/in/new/$(date +%s).M$PLY.test"
}
post_deliver() { "$PBEM" --site "$SITE" deliver --verbose <"$1" >"$E2E/run.log" 2>&1; }

# whole_game WHAT POST MAILBOXES: fool's mate; MAILBOXES/NAME are the players' Maildirs (or
# MAILBOXES itself).
whole_game()
{
	PLY=0
	check "$1: a game begins" "$PBEM" --site "$SITE" new chess 'white=Anna <anna@example.net>' \
		'black=Bob <bob@example.net>' --id g1 >"$E2E/new.log" 2>&1
	for turn in 'anna white f2f3' 'bob black e7e5' 'anna white g2g4' 'bob black d8h4'; do
		# shellcheck disable=SC2086 # three words
		set -- "$1" "$2" "$3" $turn
		PLY=$((PLY + 1))
		box=$3/$4
		[ -d "$box" ] || box=$3
		check "$1: $4 has a letter" "$PYTHON" -B "$SOURCES/tests/e2e/players.py" reply "$box" "g1.$5" \
			"MOVE $6" >"$E2E/reply"
		check "$1: $4 sends $6" "post_$2" "$E2E/reply"
		[ "$2" = deliver ] ||
			check "$1: pbem runs" "$PBEM" --site "$SITE" run --verbose >"$E2E/run.log" 2>&1
		if ! grep -q "^  played $5 $6 " "$SITE/games/g1/game.txt"; then
			cat "$E2E/new.log" "$E2E/run.log"
			fail "$1: $6 isn't in the record"
		fi
	done
	check "$1: black has won" grep -q '^  result black' "$SITE/games/g1/game.txt"
	check_same "$1: nothing waits in the outbox" 0 \
		"$("$PBEM" --site "$SITE" status | grep -c outbox)"
	healthy "$1"
}

# ring_game WHAT: three in a ring, over IMAP; all give mate in one sitting, and the game is drawn.
ring_game()
{
	check "$1: a ring begins" "$PBEM" --site "$SITE" new ring --option seats=3 --id g2 \
		'Anna <anna@example.net>' 'Bob <bob@example.net>' 'Carl <carl@example.net>' \
		>"$E2E/new.log" 2>&1
	for sitting in 'anna.a.1:f2f3 bob.b.2:f2f3 carl.c.3:f2f3' \
		'bob.b.1:e7e5 carl.c.2:e7e5 anna.a.3:e7e5' 'anna.a.1:g2g4 bob.b.2:g2g4 carl.c.3:g2g4' \
		'bob.b.1:d8h4 carl.c.2:d8h4 anna.a.3:d8h4'; do
		for letter in $sitting; do
			seat=${letter#*.}
			check "$1: ${letter%%.*} answers" "$PYTHON" -B "$SOURCES/tests/e2e/players.py" reply \
				"$MAIL/${letter%%.*}" "g2.${seat%%.*}" "MOVE ${seat#*.}" >"$E2E/reply"
			check "$1: and sends" post_imap "$E2E/reply"
		done
		check "$1: pbem runs" "$PBEM" --site "$SITE" run --verbose >"$E2E/run.log" 2>&1
	done
	check "$1: drawn, for all gave mate" \
		grep -q '^  result draw checkmates' "$SITE/games/g2/game.txt"
	check "$1: the record is sound" "$PBEM" --site "$SITE" verify g2
	healthy "$1"
}

# healthy WHAT: the doctor finds nothing and changes nothing.
healthy()
{
	before=$(find "$SITE" -type f ! -name 'ledger-*' -exec sha256sum {} + | sort)
	if ! "$PBEM" --site "$SITE" doctor >"$E2E/doctor.log" 2>&1; then
		cat "$E2E/doctor.log"
		check "$1: the doctor finds the site healthy" false
	fi
	check_same "$1: the doctor changes nothing" "$before" \
		"$(find "$SITE" -type f ! -name 'ledger-*' -exec sha256sum {} + | sort)"
}

# ---- games

smtpd_start --lmtp "$LMTP_PORT" --starttls $CERTS --auth game:gamepw
site "mailbox = imap://game@localhost:$IMAP_PORT/INBOX" 'mailbox-password-file = password' \
	"outgoing = smtp://localhost:$SMTP_PORT" 'outgoing-user = game' \
	'outgoing-password-file = password' "ca-file = $CA_FILE" 'mailbox-done = flag'
whole_game 'STARTTLS, passwords from a file' imap "$MAIL"
check_same "flagged letters stay in the mailbox" 4 "$(mail_count game)"
check_same "and are not taken twice" "" "$("$PBEM" --site "$SITE" run)"
ring_game 'STARTTLS, a ring'

# Only the start of an oversized message is fetched: enough for its seat to be told.
site "mailbox = imap://game@localhost:$IMAP_PORT/INBOX" 'mailbox-password-file = password' \
	"outgoing = smtp://localhost:$SMTP_PORT" 'outgoing-user = game' 'max-message-bytes = 200000' \
	'outgoing-password-file = password' "ca-file = $CA_FILE" 'mailbox-done = flag'
check "too large: a game begins" "$PBEM" --site "$SITE" new chess 'white=Anna <anna@example.net>' \
	'black=Bob <bob@example.net>' --id g1 >"$E2E/new.log" 2>&1
"$PYTHON" -B "$SOURCES/tests/e2e/players.py" reply "$MAIL/anna" g1.white 'MOVE e2-e4' >"$E2E/reply"
yes 'A photo of a cat in lines of text.' | head -c 300000 >>"$E2E/reply"
post_imap "$E2E/reply"
check "too large: pbem runs" "$PBEM" --site "$SITE" run --verbose >"$E2E/run.log" 2>&1
check_not "too large: nothing is carried out" grep -q 'played white' "$SITE/games/g1/game.txt"
check_same "too large: its seat hears of it" 1 \
	"$("$PYTHON" -B "$SOURCES/tests/e2e/players.py" list "$MAIL/anna" | grep -c '^g1.white unreadable ')"
check_same "too large: it comes no more" "" "$("$PBEM" --site "$SITE" run)"
background_end "$SMTPD_PID"

smtpd_start --lmtp "$LMTP_PORT" --tls $CERTS --auth game:gamepw
site "mailbox = imaps://localhost:$IMAPS_PORT/INBOX" 'mailbox-user = game' \
	'mailbox-password-command = echo gamepw' "outgoing = smtps://game@localhost:$SMTP_PORT" \
	"outgoing-password-command = cat $E2E/secret" "ca-file = $CA_FILE" 'mailbox-done = move Done'
whole_game 'TLS, passwords from a command' imap "$MAIL"
check_same "dealt with, letters leave the mailbox" 0 "$(mail_count game)"
check_same "for the folder Done" 4 "$(mail_count game .Done)"
background_end "$SMTPD_PID"

smtpd_start --lmtp "$LMTP_PORT" --starttls $CERTS --bearer game:ya29.secret
site "mailbox = imap://game@127.0.0.1:$IMAP_PORT" 'mailbox-password-file = password' \
	'insecure = yes' "outgoing = smtp://game@localhost:$SMTP_PORT" \
	'outgoing-oauth-command = echo ya29.secret' "ca-file = $CA_FILE" 'plus-address = yes'
whole_game 'a bearer token' imap "$MAIL"
background_end "$SMTPD_PID"

cat >"$E2E/sendmail" <<END
#!/bin/sh
for to; do :; done
box=$E2E/players/\${to%%@*}
mkdir -p "\$box/new" "\$box/cur" "\$box/tmp"
cat >"\$box/tmp/\$\$" && mv "\$box/tmp/\$\$" "\$box/new/\$(date +%s%N).\$\$"
END
chmod +x "$E2E/sendmail"
site 'mailbox = maildir:mail/in' "outgoing = sendmail:$E2E/sendmail -i"
whole_game 'a sendmail command' maildir "$E2E/players"

if command -v msmtp >/dev/null; then
	smtpd_start --maildir "$E2E/players" --tls $CERTS --auth game:gamepw
	cat >"$E2E/msmtprc" <<END
account default
host localhost
port $SMTP_PORT
tls on
tls_starttls off
tls_trust_file $CA_FILE
auth on
user game
password gamepw
from game@example.org
END
	chmod 600 "$E2E/msmtprc"
	site 'mailbox = maildir:mail/in' "outgoing = sendmail:msmtp -C $E2E/msmtprc"
	whole_game 'msmtp as sendmail' maildir "$E2E/players"
	background_end "$SMTPD_PID"
fi

site
whole_game 'two Maildirs' maildir "$SITE/mail/out"
check_same "letters dealt with are flagged" 4 "$(find "$SITE/mail/in/cur" -name '*:2,*S*' | wc -l)"

site 'mailbox-done = none'
whole_game 'two Maildirs, nothing marked' maildir "$SITE/mail/out"
check_same "letters stay as they came" 4 "$(find "$SITE/mail/in/new" -type f | wc -l)"
check_same "and are not taken twice" "" "$("$PBEM" --site "$SITE" run)"

site
whole_game 'pbem deliver' deliver "$SITE/mail/out"

# ---- what is in the way

# barred WHAT CODE WORDS LINE…: pbem run, over a site with these lines, fails with that code and
# says so; the doctor says the same.
barred()
{
	what=$1 code=$2 words=$3
	shift 3
	site "$@"
	"$PBEM" --site "$SITE" new chess 'white=Anna <anna@example.net>' 'black=Bob <bob@example.net>' \
		>"$E2E/new.log" 2>&1
	"$PBEM" --site "$SITE" run --verbose >"$E2E/run.log" 2>&1
	check_same "$what: exit code" "$code" $?
	if ! tr '\n' ' ' <"$E2E/run.log" | grep -q "$words"; then
		check "$what: $(cat "$E2E/run.log")" false
	fi
	sick "$what" "$words"
}

# sick WHAT WORDS [CODE]: the doctor says them behind BAD, and exits 78 or so.
sick()
{
	"$PBEM" --site "$SITE" doctor >"$E2E/doctor.log" 2>&1
	check_same "$1: the doctor's exit code" "${3:-78}" $?
	if ! grep '^BAD' "$E2E/doctor.log" | grep -q "$2"; then
		cat "$E2E/doctor.log"
		check "$1: the doctor says: $2" false
	fi
}

imap="mailbox = imaps://game@localhost:$IMAPS_PORT"
trust="ca-file = $CA_FILE"
barred 'a wrong password' 78 'mailbox-password' "$imap" 'mailbox-password-file = wrong' "$trust"
barred 'no password' 78 'mailbox-password-file' "$imap" "$trust"
barred 'a missing password file' 78 'missing' "$imap" 'mailbox-password-file = missing' "$trust"
barred 'a password command that fails' 78 'false' "$imap" 'mailbox-password-command = false' "$trust"
barred 'an untrusted certificate' 78 'ca-file' "$imap" 'mailbox-password-file = password'
barred 'the wrong certificate' 78 'ca-file' "$imap" 'mailbox-password-file = password' \
	"ca-file = $E2E/other/cert.pem"
barred 'no such folder' 78 'Nowhere' "$imap/Nowhere" 'mailbox-password-file = password' "$trust"
barred 'nobody there' 75 "can't reach" 'mailbox = imap://game@127.0.0.1:1' \
	'mailbox-password-file = password'
barred 'a password others can read' 78 'chmod 600' "$imap" "mailbox-password-file = $E2E/secret" "$trust"
barred 'a key that is none' 78 'mailbx' 'mailbx = imaps://localhost'
barred 'no Maildir' 78 'nowhere' 'mailbox = maildir:/nowhere/at/all'

"$PYTHON" "$SOURCES/tests/e2e/imapd_fake.py" --bodies "$E2E/bodies" >/dev/null
server_start imapd imapd_fake --letters "$E2E/bodies"
PLAIN_IMAP=$(wait_line "$E2E/imapd.out") || fail "no plain IMAP server"
barred 'no TLS on the way to the mailbox' 78 'doesn.t offer TLS.*insecure = yes' \
	"mailbox = imap://game@mail.localhost:$PLAIN_IMAP" 'mailbox-password-file = password'

smtpd_start --lmtp "$LMTP_PORT"
barred 'no TLS on the way to the post' 78 'doesn.t offer TLS.*insecure = yes' \
	"outgoing = smtp://mail.localhost:$SMTP_PORT"
background_end "$SMTPD_PID"
smtpd_start --lmtp "$LMTP_PORT" --starttls $CERTS --auth game:gamepw
barred "the post's untrusted certificate" 78 'ca-file' "outgoing = smtp://localhost:$SMTP_PORT"
barred 'a wrong password for the post' 78 'outgoing-password' \
	"outgoing = smtp://game@localhost:$SMTP_PORT" 'outgoing-password-file = wrong' "$trust"
barred 'no log-in to the post' 78 'outgoing-' "outgoing = smtp://localhost:$SMTP_PORT" "$trust"
barred 'a sendmail that is not there' 78 '/nowhere/sendmail' 'outgoing = sendmail:/nowhere/sendmail'
background_end "$SMTPD_PID"

site
chmod 644 "$SITE/pbem.conf"
sick 'an open configuration' 'chmod 600'
site
chmod 755 "$SITE/keys"
sick 'open keys' 'chmod 700'
site
"$PBEM" --site "$SITE" new chess 'white=A <a@example.net>' 'black=B <b@example.net>' --id g1 \
	>"$E2E/new.log"
chmod 644 "$SITE/games/g1/seats"
sick 'open addresses' 'chmod 600'
chmod 600 "$SITE/games/g1/seats"
sed -i 's/^number 1$/number 2/' "$SITE/games/g1/game.txt"
rm "$SITE/games/g1/snapshot"
sick 'a damaged game' 'pbem repair' 65
site 'min-free-megabytes = 1048576'
sick 'a full disk' 'min-free-megabytes' 75
mkdir "$SITE/templates"
echo 'Hello {nobody}' >"$SITE/templates/welcome.txt"
sick 'a template at fault' 'welcome.txt'
SITE=$E2E/nowhere
sick 'no site' 'init' 66

e2e_end
