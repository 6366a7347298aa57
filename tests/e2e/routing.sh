#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: two sites with one address, each with a folder of one mailbox. The mail server's own rules, sieve's or
# procmail's, bring each message to its site, and a game that moves between the sites is played on throughout.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"

e2e_begin
needs_python
EXAMPLES=$SOURCES/examples
if command -v sievec >/dev/null; then
	cp "$EXAMPLES/pbem-sites.sieve" "$E2E/rules.sieve"
	chmod 644 "$E2E/rules.sieve"
	mkdir "$E2E/compiled"
	chmod 777 "$E2E/compiled"
	cp "$E2E/rules.sieve" "$E2E/compiled/rules.sieve"
	chmod 755 "$E2E"
	DOVECOT_EXTRA=$(dovecot_sieve "$E2E/compiled/rules.sieve")
	dovecot_start
	export IMAP_PORT LMTP_PORT
	"$PYTHON" -B "$SOURCES/tests/e2e/routing.py" "$E2E" || E2E_FAILED=$((E2E_FAILED + 1))
else
	echo "no dovecot-sieve: the sieve rules aren't tried"
fi

# procmail: by the numbers of the games.
if ! command -v procmail >/dev/null; then
	echo "no procmail: its lines aren't tried"
	e2e_end
fi
for each in 1 100000; do
	"$PBEM" --site "$E2E/site$each" init --address games@example.org >/dev/null
	echo "first-game = $each" >>"$E2E/site$each/pbem.conf"
	"$PBEM" --site "$E2E/site$each" new chess 'Anna <anna@example.net>' 'Bob <bob@example.net>' >/dev/null
done
{
	echo "PBEM_DATA=${PBEM_DATA:-}"
	sed "s|/usr/local/bin/pbem|$(realpath "$PBEM")|; s|/srv/chess-b|$E2E/site100000|; s|/srv/chess|$E2E/site1|" \
		"$EXAMPLES/procmailrc-sites"
} >"$E2E/procmailrc"
chmod 600 "$E2E/procmailrc"
# send GAME MOVE: Anna answers by that site's letter.
send()
{
	key=$(cat $(grep -l '^To: .*anna@' "$E2E/site${1#g}"/mail/out/new/*) | grep -oE '\b[a-z2-7]{42}\b' | head -n 1)
	printf 'From: Anna <anna@example.net>\nTo: games@example.org\nSubject: Re: [%s] Your move\nMessage-ID: <%s@x>\n\n%s\n\n%s\n' \
		"$1" "$1" "$2" "> $key" >"$E2E/letter"
	procmail -m DEFAULT="$E2E/box" "$E2E/procmailrc" <"$E2E/letter"
}
check "procmail takes it" send g1 'MOVE e2-e4'
check "procmail takes the other" send g100000 'MOVE d2-d4'
check "one site has its move" grep -q '^  played white e2e4' "$E2E/site1/games/g1/game.txt"
check "the other has its own" grep -q '^  played white d2d4' "$E2E/site100000/games/g100000/game.txt"
check_not "and nothing is left" test -s "$E2E/box"
e2e_end
