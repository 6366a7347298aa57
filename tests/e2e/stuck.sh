#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal of this test: a message that breaks the connection whenever it is requested never holds up the others,
# and is blamed only when others arrive. While the server delivers none, all of them wait.
. "${srcdir:-.}/tests/e2e/lib.sh"

e2e_begin
SITE=$E2E/site
IMAPD_LETTERS=$E2E/letters
mkdir "$IMAPD_LETTERS"
for number in 1 2 3; do
	printf 'From: ann@example.org\r\nSubject: %s\r\n\r\nhello\r\n' "$number" >"$IMAPD_LETTERS/$number"
done

# runs COUNT: that many runs; the last one's exit code is left in CODE, all they said in $E2E/log.
runs()
{
	: >"$E2E/log"
	for _ in $(seq "$1"); do
		"$PBEM" --site "$SITE" run --verbose >>"$E2E/log" 2>&1
		CODE=$?
	done
}

imapd_start
imapd_site "$SITE"
imapd_rules '2 drop'
runs 1
check_same 'the connection breaks' 75 "$CODE"
check 'the letter before the bad one is dealt with at once' grep -q '\.1: ignored' "$E2E/log"
check 'and so is the letter behind it' grep -q '\.3: ignored' "$E2E/log"
runs 9
check_not 'the bad one is not set aside' grep -q '\.2: quarantined' "$E2E/log"
check_same 'nor marked' 0 "$(grep -c 'STORE.*[ :,]2[ :,]' "$IMAPD_LOG")"
check 'the moderator is told' sh -c \
	"'$PBEM' --site '$SITE' status | grep -q \"has not delivered a letter (imap:7.2)\""
imapd_rules
runs 1
check_same 'it comes when it can be had' 1 "$(grep -c '\.2: ignored' "$E2E/log")"
check_same 'then runs are well again' 0 "$CODE"

# Giants over which the server cuts the connection, in front of all others: whoever sends them, no other letter
# waits for a later run, and what they cost a run is bounded.
IMAPD_LETTERS=$E2E/giants
mkdir "$IMAPD_LETTERS"
for number in 1 2 3; do
	{ printf 'From: eve@example.org\r\nSubject: %s\r\n\r\n' "$number"; yes 'a photo in lines' | head -c 3000000; } \
		>"$IMAPD_LETTERS/$number"
done
cp "$E2E/letters/1" "$IMAPD_LETTERS/4"
imapd_start
imapd_site "$SITE"
echo 'max-message-bytes = 4000000' >>"$SITE/pbem.conf"
imapd_rules '1 drop' '2 drop' '3 drop'
runs 1
check 'the letter behind three giants is dealt with in the first run' grep -q '\.4: ignored' "$E2E/log"
check_same 'each giant is asked for twice, with the others and by itself, and then the others' 7 "$(grep -c 'BODY.PEEK' "$IMAPD_LOG")"
runs 5
for number in 5 6 7 8; do
	sed "s/^Subject: .*/Subject: $number\r/" "$IMAPD_LETTERS/4" >"$IMAPD_LETTERS/$number"
	: >"$IMAPD_LOG"
	runs 1
	check "a letter that comes later, $number, is dealt with when it comes" \
		grep -q "\.$number: ignored" "$E2E/log"
	check_same 'then the giants are asked for once each' 4 "$(grep -c 'BODY.PEEK' "$IMAPD_LOG")"
done
check_same 'nothing of a giant is kept' 0 "$(find "$SITE/quarantine" -type f 2>/dev/null | wc -l | tr -d ' ')"
check 'the site stays small' [ "$(du -sk "$SITE" | cut -f1)" -lt 2000 ]
# When they can be had they are letters like others.
imapd_rules
runs 1
check_same 'they come at last' 3 "$(grep -c '\.[123]: ignored' "$E2E/log")"
IMAPD_LETTERS=$E2E/letters

imapd_start --quirk refuse-fetch
imapd_site "$SITE"
runs 12
check_not 'a server that hands over nothing costs no letter' grep -q 'quarantined' "$E2E/log"
check_not 'nor does it blame one' sh -c \
	"'$PBEM' --site '$SITE' status | grep -q \"has not delivered\""
check_same 'its letters wait' 75 "$CODE"
e2e_end
