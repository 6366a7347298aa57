#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: letters go out by TLS and STARTTLS, logged in by password or bearer token, and never to a
# server whose certificate isn't trusted.
. "${srcdir:-.}/tests/e2e/lib.sh"

PROBE=${SENDPROBE:-$BUILD/tests/e2e/sendprobe}
[ -x "$PROBE" ] || skip "no $PROBE"
needs_smtpd
command -v openssl >/dev/null || skip "no openssl"
e2e_begin
SITE=$E2E/site
mkdir -p "$SITE"
tls_make "$E2E/tls"
tls_make "$E2E/other"
CERTS="$E2E/tls/cert.pem $E2E/tls/key.pem"
printf 'gamepw\n' >"$SITE/password"
printf 'wrong\n' >"$SITE/wrong"
chmod 600 "$SITE/password" "$SITE/wrong"

# sends WHAT WANTED LINE... : a letter and a probe with that configuration
sends()
{
	what=$1
	wanted=$2
	shift 2
	{
		echo "address = game@example.org"
		echo "timeout-seconds = 20"
		for each; do
			echo "$each"
		done
	} >"$SITE/pbem.conf"
	got=$("$PROBE" "$SITE" send game@example.org bob@example.net 3 | paste -sd' ')
	check "$what: $got" [ "${got#"$wanted"}" != "$got" ]
	probed=$("$PROBE" "$SITE" probe)
	case $wanted in
	done*) check_same "$what: probe" 'done' "$probed" ;;
	*) check "$what: probe: $probed" [ "${probed#never: }" != "$probed" ] ;;
	esac
}

smtpd_start --tls $CERTS --auth game:gamepw --log "$E2E/tls.log"
sends 'TLS, log-in' 'done done done' "outgoing = smtps://localhost:$SMTP_PORT" "outgoing-user = game" \
	"outgoing-password-file = password" "ca-file = $E2E/tls/cert.pem"
sends 'the user in the URL' 'done done done' "outgoing = smtps://game@localhost:$SMTP_PORT" \
	"outgoing-password-command = echo gamepw" "ca-file = $E2E/tls/cert.pem"
sends 'a mechanism in the URL' 'done done done' "outgoing = smtps://game;AUTH=LOGIN@localhost:$SMTP_PORT" \
	"outgoing-password-command = echo gamepw" "ca-file = $E2E/tls/cert.pem"
check_same 'letters that arrived' 9 "$(wc -l <"$E2E/tls.log" | tr -d ' ')"
sends 'a certificate of nobody we know' 'later down: the certificate of localhost can' \
	"outgoing = smtps://game@localhost:$SMTP_PORT" "outgoing-password-file = password"
sends 'a certificate of somebody else' 'later down: the certificate of localhost can' \
	"outgoing = smtps://game@localhost:$SMTP_PORT" "outgoing-password-file = password" \
	"ca-file = $E2E/other/cert.pem"
sends 'a wrong password' 'later down: localhost refuses the login: 535' \
	"outgoing = smtps://game@localhost:$SMTP_PORT" "outgoing-password-file = wrong" \
	"ca-file = $E2E/tls/cert.pem"
sends 'no ca-file where it should be' 'later down: ' \
	"outgoing = smtps://game@localhost:$SMTP_PORT" "outgoing-password-file = password" \
	"ca-file = $E2E/nothing.pem"
chmod 644 "$SITE/wrong"
sends 'a password that anybody can read' 'later down: ' "outgoing = smtps://game@localhost:$SMTP_PORT" \
	"outgoing-password-file = wrong" "ca-file = $E2E/tls/cert.pem"
sends 'no log-in where one is wanted' 'later down: localhost accepts no letters from this site: 530' \
	"outgoing = smtps://localhost:$SMTP_PORT" "ca-file = $E2E/tls/cert.pem"
check_same 'nothing more arrived' 9 "$(wc -l <"$E2E/tls.log" | tr -d ' ')"
background_end "$SMTPD_PID"

smtpd_start --starttls $CERTS --auth game:gamepw --log "$E2E/starttls.log"
sends 'STARTTLS, log-in' 'done done done' "outgoing = smtp://game@localhost:$SMTP_PORT" \
	"outgoing-password-file = password" "ca-file = $E2E/tls/cert.pem"
sends 'STARTTLS, a certificate of somebody else' 'later down: the certificate of localhost can' \
	"outgoing = smtp://game@localhost:$SMTP_PORT" "outgoing-password-file = password" \
	"ca-file = $E2E/other/cert.pem"
background_end "$SMTPD_PID"

smtpd_start --starttls $CERTS --bearer game:token42 --log "$E2E/bearer.log"
sends 'STARTTLS, bearer token' 'done done done' "outgoing = smtp://game@localhost:$SMTP_PORT" \
	"outgoing-oauth-command = echo token42" "ca-file = $E2E/tls/cert.pem"
sends 'a stale bearer token' 'later down: localhost refuses the login: ' \
	"outgoing = smtp://game@localhost:$SMTP_PORT" \
	"outgoing-oauth-command = echo token41" "ca-file = $E2E/tls/cert.pem"
background_end "$SMTPD_PID"

e2e_end
