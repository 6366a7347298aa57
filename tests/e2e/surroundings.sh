#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal of this test: the examples, and the settings in pbem-providers(7), work. The units permit every system
# call that a run makes. Each way of delivering a message delivers it. Each provider's lines log in at servers
# with that provider's requirements. And the doctor warns of what is going to fail.
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_smtpd
needs_dovecot
e2e_begin
EXAMPLES=$SOURCES/examples
table_begin
LETTER=$E2E/letter

# example FILE: prints it as it is, except for the paths of the program and the site.
example()
{
	sed -e "s#/usr/local/bin/pbem#$PBEM#" -e "s#/srv/chess#$SITE#" "$EXAMPLES/$1"
}

# answer SEAT ORDER: a player's letter. The way to the next one is clear again.
answer()
{
	"$PYTHON" -B "$PLAYERS" reply "$SITE/mail/out" "g1.$1" "MOVE $2" >"$LETTER" || fail "no reply of $1"
}

played()
{
	grep -c "^  played $1 $2 " "$SITE/games/g1/game.txt"
}

PBEM=$(cd "$(dirname "$PBEM")" && pwd)/pbem
"$PBEM" --site "$SITE" run || fail "no run"

# ---- units

if command -v systemd-analyze >/dev/null; then
	mkdir "$E2E/units"
	for unit in pbem-watch@.service pbem-run@.service pbem-run@.timer; do
		example "$unit" | sed "s/^User=.*/User=$(id -un)/" >"$E2E/units/$unit"
	done
	for unit in pbem-watch@srv-chess.service pbem-run@srv-chess.service pbem-run@srv-chess.timer; do
		cp "$E2E/units/${unit%srv-chess*}${unit##*srv-chess}" "$E2E/units/$unit"
		check_same "$unit is sound" "" \
			"$(SYSTEMD_UNIT_PATH=$E2E/units: systemd-analyze verify --man=no "$E2E/units/$unit" 2>&1)"
	done
	# From 0, all is forbidden, to 10.
	check "it is in a sandbox" systemd-analyze security --offline=true --threshold=25 \
		"$E2E/units/pbem-watch@srv-chess.service" >"$E2E/security" 2>&1
else
	echo "no systemd-analyze: the units aren't looked at"
fi

# ---- ways to hand over

answer white e2e4
example forward | sed 's/^"|\(.*\)"$/\1/' >"$E2E/forward"
check "the .forward is one command" sh "$E2E/forward" <"$LETTER"
check_same "a .forward hands over" 1 "$(played white e2e4)"

answer black e7e5
if command -v procmail >/dev/null; then
	# It keeps nothing of the environment.
	{ echo "PBEM_DATA=${PBEM_DATA:-}"; example procmailrc; } >"$E2E/procmailrc"
	chmod 600 "$E2E/procmailrc"
	check "procmail" procmail -m DEFAULT="$E2E/box" "$E2E/procmailrc" <"$LETTER"
	check_same "procmail hands over" 1 "$(played black e7e5)"
	check_not "and keeps nothing" test -e "$E2E/box"
	echo 'nonsense = yes' >>"$SITE/pbem.conf"
	procmail -m DEFAULT="$E2E/box" "$E2E/procmailrc" <"$LETTER" 2>/dev/null
	check_same "not now: the mail server is to keep it" 75 $?
	check_not "and nobody else does" test -e "$E2E/box"
	sed -i '$d' "$SITE/pbem.conf"
else
	echo "no procmail: its lines aren't tried"
	check "the letter, by hand" "$PBEM" --site "$SITE" deliver <"$LETTER"
fi

answer white g1f3
if command -v sieve-test >/dev/null; then
	# It doesn't run as root, nor what it calls; what that was given is handed over by hand.
	dovecot_account
	mkdir -p "$E2E/sieve/bin" "$E2E/sieve/home"
	example pbem.sieve >"$E2E/sieve/pbem.sieve"
	printf '#!/bin/sh\ncat >"%s/letter" && echo "$*" >"%s/words"\n' "$E2E/sieve/home" "$E2E/sieve/home" \
		>"$E2E/sieve/bin/pbem"
	chmod 755 "$E2E/sieve" "$E2E/sieve/bin" "$E2E/sieve/bin/pbem"
	{
		dovecot_version
		echo "mail_home = $E2E/sieve/home"
		dovecot_mail "$E2E/sieve/box"
		dovecot_pipes "$E2E/sieve/bin"
	} >"$E2E/sieve/dovecot.conf"
	cp "$LETTER" "$E2E/sieve/letter"
	chmod 644 "$E2E"/sieve/letter "$E2E"/sieve/*.sieve "$E2E"/sieve/dovecot.conf
	[ "$(id -u)" -ne 0 ] || chown -R "$DOVECOT_USER" "$E2E/sieve"
	check "sieve compiles" $DOVECOT_AS sievec -c "$E2E/sieve/dovecot.conf" "$E2E/sieve/pbem.sieve"
	$DOVECOT_AS sieve-test -c "$E2E/sieve/dovecot.conf" -e \
		"$E2E/sieve/pbem.sieve" "$E2E/sieve/letter" >"$E2E/sieve/said" 2>&1
	check_same "sieve runs" 0 $?
	check_same "it names the site and deliver" "--site $SITE deliver" "$(cat "$E2E/sieve/home/words")"
	"$PBEM" $(cat "$E2E/sieve/home/words") <"$E2E/sieve/home/letter"
	check_same "sieve hands over" 1 "$(played white g1f3)"
	check_same "and keeps nothing" 0 "$(find "$E2E/sieve/box" -path '*/new/*' 2>/dev/null | wc -l | tr -d ' ')"
else
	echo "no dovecot-sieve: the sieve script isn't tried"
fi
check "the sieve script calls deliver" grep -q '"deliver"\];' "$EXAMPLES/pbem.sieve"

if command -v logrotate >/dev/null; then
	example logrotate | sed -e "s#/srv/\*/#$SITE/#" -e "s/su pbem pbem/su $(id -un) $(id -gn)/" >"$E2E/logrotate"
	chmod 644 "$E2E/logrotate"
	check "logrotate" logrotate -f -s "$E2E/rotated" "$E2E/logrotate"
	check_same "the log is kept under another name" 1 "$(find "$SITE" -name 'log-*' | wc -l | tr -d ' ')"
	check "and goes on" "$PBEM" --site "$SITE" run
else
	echo "no logrotate: its lines aren't tried"
fi

# ---- providers

dovecot_start
page=$SOURCES/pbem/cli/pbem-providers.7
# The literal displays that are a configuration, a file each.
awk -v to="$E2E/provider" '
	/^\.Bd/ { text = ""; next }
	/^\.Ed/ { if (text ~ /mailbox +=/) { n++; print text >(to n) } text = ""; next }
	{ text = text $0 "\n" }' "$page"
count=0
for lines in "$E2E"/provider[0-9]*; do
	count=$((count + 1))
	user=$(sed -n 's#^outgoing .*//\(.*\)@.*#\1#p' "$lines" | sed 's/%40/@/')
	box=$(sed -n 's#^address *= \(.*\)@.*#\1#p' "$lines")
	smtp=smtps
	if ! grep -q '^outgoing .*smtps:' "$lines"; then
		smtp=smtp
	fi
	tls="--starttls $E2E/tls/cert.pem $E2E/tls/key.pem"
	[ $smtp = smtp ] || tls="--tls $E2E/tls/cert.pem $E2E/tls/key.pem"
	if grep -q oauth-command "$lines"; then
		IMAPD_LETTERS=$E2E/none
		imapd_start --tls "$E2E/tls/cert.pem" "$E2E/tls/key.pem" --user "$user" --bearer t0ken \
			--mechanism XOAUTH2 --quirk no-keywords
		imaps=$IMAPD_PORT
		smtpd_start --maildir "$E2E/sent" $tls --bearer "$user:t0ken"
	elif [ -n "$user" ]; then
		imaps=$IMAPS_PORT
		smtpd_start --maildir "$E2E/sent" $tls --auth "$user:${box}pw"
	else
		smtpd_start --maildir "$E2E/sent"
		mkdir -p "$E2E/var/new" "$E2E/var/cur" "$E2E/var/tmp"
	fi
	site=$E2E/at$count
	"$PBEM" --site "$site" init --address "$box@example.org" --moderator carol@example.net >/dev/null
	(umask 077; echo "${box}pw" >"$site/password")
	sed -e "/^mailbox /s#@[a-z0-9.]*/#@localhost:$imaps/#" -e "s#/var/mail/games#$E2E/var#" \
		-e "/^outgoing /s#//\(.*@\)*[a-z0-9.-]*\(:[0-9]*\)*\$#//\1localhost:$SMTP_PORT#" \
		-e 's#/usr/bin/pizauth show games#echo t0ken#' "$lines" >>"$site/pbem.conf"
	grep -q '//[^@]*localhost' "$site/pbem.conf" || echo "ca-file = $CA_FILE" >>"$site/pbem.conf"
	grep -q '@localhost' "$site/pbem.conf" && echo "ca-file = $CA_FILE" >>"$site/pbem.conf"
	if ! "$PBEM" --site "$site" doctor --send-test >"$E2E/said" 2>&1; then
		cat "$lines" "$E2E/said"
		check "provider $count: the doctor is content" false
	fi
	check "provider $count: a letter went out" grep -q '^ok   send-test' "$E2E/said"
	check "provider $count: letters can be had" "$PBEM" --site "$site" run
done
check_same "all of the page" 8 "$count"

# ---- what the doctor foresees

# doctor LINE...: of a site at Dovecot, with these lines.
doctor()
{
	rm -rf "$E2E/sick"
	"$PBEM" --site "$E2E/sick" init --address games@example.org --moderator carol@example.net >/dev/null
	(umask 077; echo gamespw >"$E2E/sick/password")
	cat >>"$E2E/sick/pbem.conf" <<-END
	mailbox = imaps://games@localhost:$IMAPS_PORT
	mailbox-password-file = password
	ca-file = $CA_FILE
	END
	for line; do
		echo "$line" >>"$E2E/sick/pbem.conf"
	done
	env PBEM_TIME="${AT:-}" "$PBEM" --site "$E2E/sick" doctor ${HOW:-} >"$E2E/said" 2>&1
	CODE=$?
}

says()
{
	grep -q "$2" "$E2E/said" || cat "$E2E/said"
	check "$1" grep -q "$2" "$E2E/said"
}

mail_put games "$LETTER"
doctor
check_same "all is well" 0 "$CODE"
says "IDLE" '^ok   mailbox .* tells of letters at once (IDLE); 1 letter is waiting'
says "a fresh certificate" '^ok   certificate  the certificate of the mailbox is valid for 29 more days'
check_not "the clocks agree" grep -q "server is" "$E2E/said"
check_not "the sender is who he should be" grep -q sender "$E2E/said"
HOW=--send-test
doctor
check_same "asked in earnest" 0 "$CODE"
check_same "nothing is left in the mailbox" 1 "$(mail_count games)"
now=$(date +%s)
AT=$((now + 500))
doctor
check_same "our clock is ahead" 78 "$CODE"
says "and told so" "^BAD  clock        the clock of the mailbox's server is \(499\|500\) seconds behind this machine's clock"
AT=$((now - 500)) HOW=
doctor
check_same "it is behind" 78 "$CODE"
says "and a letter shows it" "^BAD  clock .* seconds ahead of this machine's clock"
AT=$((now + 15 * 86400))
doctor
check_same "a certificate that is to be renewed" 0 "$CODE"
says "is noted" '^note certificate  the certificate of the mailbox is valid for 1[45] more days'
AT=$((now + 26 * 86400))
doctor
check_same "one that wasn't" 78 "$CODE"
says "is a fault" '^BAD  certificate  the certificate of the mailbox is valid for only [34] more days'
AT=
smtpd_start --maildir "$E2E/sent" --tls "$E2E/tls/cert.pem" "$E2E/tls/key.pem" --auth anna@example.net:gamespw
doctor "outgoing = smtps://anna%40example.net@localhost:$SMTP_PORT" 'outgoing-password-file = password'
says "another's account" '^note sender .* the account of anna@example.net sends them'
says "the post's certificate" '^ok   certificate  the certificate of the mail server is valid for 29 more days'

# Runs every half an hour, except for one night.
doctor
began=$(date +%s)
for minutes in 0 31 62 93 500 531; do
	PBEM_TIME=$((began + minutes * 60)) "$PBEM" --site "$E2E/sick" run || fail "no run"
done
PBEM_TIME=$((began + 540 * 60)) "$PBEM" --site "$E2E/sick" doctor >"$E2E/said" 2>&1
says "a gap in the runs" '^note runs .* there was no run for 6 hours, although runs are usually 31 minutes apart'

# ---- what a run asks of the system, and what the unit forbids

if command -v strace >/dev/null && command -v systemd-analyze >/dev/null &&
	strace -o /dev/null true 2>/dev/null; then
	strace -f -qq -o "$E2E/calls" "$PBEM" --site "$E2E/sick" run
	timeout -s TERM 3 strace -f -qq -o "$E2E/watched" "$PBEM" --site "$E2E/sick" watch
	sed -n 's/^[0-9]* *\([a-z_0-9]*\)(.*/\1/p' "$E2E/calls" "$E2E/watched" | sort -u >"$E2E/asked"
	# allowed NAME: the calls of a group, and of the groups in it.
	allowed()
	{
		systemd-analyze syscall-filter "@$1" | sed 's/^ *//' | while read -r each; do
			case $each in
			"@$1" | '#'*) ;;
			@*) allowed "${each#@}" ;;
			*) echo "$each" ;;
			esac
		done
	}
	allowed system-service | sort -u >"$E2E/may"
	{ allowed privileged; allowed resources; } | sort -u >"$E2E/may-not"
	check_same "no system call that isn't a service's" "" "$(comm -23 "$E2E/asked" "$E2E/may")"
	# SQLite gives its files away when it is root, and doesn't mind when it can't.
	check_same "nor one that is forbidden besides" "" "$(comm -12 "$E2E/asked" "$E2E/may-not" | grep -vx fchown)"
fi
e2e_end
