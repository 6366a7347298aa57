#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal of this test: an IMAP server delivers something in place of a message, leaves something out of an answer,
# counts or spaces oddly, or refuses for now. In all these cases no message is lost and none is carried out in part.
# A temporary refusal ends no run with 78 and no `pbem watch`.
. "${srcdir:-.}/tests/e2e/lib.sh"

e2e_begin
needs_python sqlite3
SITE=$E2E/site
PLAYERS=$SOURCES/tests/e2e/players.py
NOW=$(date +%s)
IMAPD_LETTERS=$E2E/letters

# run WANTED: a run at $NOW, five minutes after the one before.
run()
{
	NOW=$((NOW + 300))
	PBEM_TIME=$NOW "$PBEM" --site "$SITE" run --verbose >"$E2E/log" 2>&1
	check_same "$WHAT: exit of a run: $(cat "$E2E/log")" "$1" $?
}

# begin OPTION...: a game; White's first move is in the mailbox, and a stranger's letter after it.
begin()
{
	rm -rf "$IMAPD_LETTERS"
	imapd_start --real-dates "$@"
	imapd_site "$SITE"
	"$PBEM" --site "$SITE" new chess 'white=Anna <anna@example.org>' 'black=Bob <bob@example.net>' >/dev/null ||
		fail "no game"
	"$PYTHON" -B "$PLAYERS" reply "$SITE/mail/out" g1.white 'MOVE e2-e4' >"$E2E/letter" || fail "no reply"
	mv "$E2E/letter" "$IMAPD_LETTERS/1"
	printf 'From: x@example.com\r\nSubject: x\r\n\r\nhello\r\n' >"$IMAPD_LETTERS/2"
}

played()
{
	grep -c 'played white e2e4' "$SITE/games/g1/game.txt"
}

marked()
{
	grep -c '^UID STORE 1[ :,].*[$]PbemDone' "$IMAPD_LOG"
}

nothing_happened()
{
	check_same "$WHAT: nothing of it has happened" 0 "$(played)"
	check_same "$WHAT: it is not marked" 0 "$(marked)"
}

carried_out()
{
	check_same "$WHAT: it is carried out, once" 1 "$(played)"
	check_same "$WHAT: and marked" 1 "$(marked)"
	run 0
	check_same "$WHAT: and not again" 1 "$(played)"
}

# Bytes that can't be the message aren't accepted; the next run asks again.
for how in zero quoted ends header 1 40; do
	for often in once always; do
		WHAT="handed over: $how, $often"
		begin
		case $often in
		once) imapd_rules "1 handed once $how" ;;
		*) imapd_rules "1 handed $how" ;;
		esac
		run 75
		nothing_happened
		check "$WHAT: said" grep -q 'not delivered, the next run requests it again: the server delivers only' "$E2E/log"
		[ $often = once ] || imapd_rules
		run 0
		carried_out
	done
done

# So is one of no size and no bytes.
for how in zero quoted; do
	WHAT="without a listed size, handed over: $how"
	begin
	imapd_rules '1 unlisted' "1 handed once $how"
	run 75
	nothing_happened
	imapd_rules '1 unlisted'
	run 0
	carried_out
done

# A letter that is shorter than listed is asked for once more, in the same run: a listed size may be wrong.
WHOLE=$(wc -c <"$IMAPD_LETTERS/1" | tr -d ' ')
for less in 1 2 7 11; do
	WHAT="$less bytes less, once"
	begin
	imapd_rules "1 handed once $((WHOLE - less))"
	run 0
	carried_out
done
for size in 1 10 $((WHOLE - 1)) $((WHOLE + 1)) $((WHOLE + 300)) 100000; do
	WHAT="listed as of $size bytes, not $WHOLE"
	begin
	imapd_rules "1 size $size"
	run 0
	carried_out
done
WHAT="line ends that are counted and not sent"
begin
printf 'From: x@example.com\nSubject: x\n\nhello\nto\nall\n' >"$IMAPD_LETTERS/2"
imapd_rules '2 size 51'
run 0
check_same "$WHAT: it isn't asked for twice" 1 "$(grep -c '^UID FETCH .*BODY' "$IMAPD_LOG")"
carried_out

# Answers that are left out.
for quirk in no-exists silent-none late-uidvalidity; do
	WHAT=$quirk
	begin --quirk $quirk
	run 0
	carried_out
done
WHAT=no-search
begin --quirk no-search
run 75
nothing_happened
check "$WHAT: said" grep -q 'doesn.t list the letters' "$E2E/log"
WHAT="no search, in a folder that says nothing of its letters"
begin --quirk no-search --quirk no-exists
run 75
nothing_happened
WHAT="an empty folder, of which nothing is said"
begin --quirk silent-none --quirk no-exists
rm "$IMAPD_LETTERS/1" "$IMAPD_LETTERS/2"
run 75

# Numbers and spaces that the protocol doesn't allow.
for quirk in uidvalidity-0 uidvalidity-64 blanks; do
	for capability in X 'ESEARCH CONDSTORE' 'MOVE UIDPLUS'; do
		WHAT="$quirk, $capability"
		begin --quirk $quirk --capability "$capability"
		run 0
		carried_out
	done
done
WHAT="uidvalidity-word"
begin --quirk uidvalidity-word
run 78
nothing_happened
check "$WHAT: said" grep -q 'UIDVALIDITY .* is not a number of 64 bits (seven' "$E2E/log"

# Refusals, at the log-in and where the folder is opened.
refused_for()
{
	WHAT="$2 to $1"
	imapd_rules "* $1 $2"
	run "$3"
	nothing_happened
}
begin
PASSING='NO [OVERQUOTA] Account exceeded command or bandwidth limits. (Failure)
NO [UNAVAILABLE] Temporary authentication failure.
NO [LIMIT] Rate limit hit.
NO [INUSE] Mailbox in use
NO [SERVERBUG] Internal error occurred. Refer to server log for more information.
NO [THROTTLED] Request is throttled. Suggested Backoff Time: 92415 milliseconds
NO [ALERT] Too many simultaneous connections. (Failure)
NO [AUTHENTICATIONFAILED] Too many login attempts, try again later
NO [CONTACTADMIN] The mail store is temporarily unavailable
NO Server Unavailable. 15
NO System Error
NO Please try again later.
NO Maximum number of connections from user+IP exceeded
NO Mailbox is locked by another session
BAD User is authenticated but not connected.
BAD Request is throttled. Suggested Backoff Time: 299909 milliseconds
BAD [LIMIT] Too many commands
BYE [UNAVAILABLE] Server shutting down
BYE Too many connections
BYE Autologout'
echo "$PASSING" >"$E2E/passing"
while read -r text; do
	refused_for login "$text" 75
	refused_for select "$text" 75
done <"$E2E/passing"
while read -r where text; do
	refused_for "$where" "$text" 78
done <<-END
	login NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)
	login NO [AUTHENTICATIONFAILED] Authentication failed. Please try again.
	login NO [AUTHORIZATIONFAILED] Too many roles
	login NO [EXPIRED] The password is temporary and has expired
	login NO [PRIVACYREQUIRED] TLS first
	login NO [ALERT] Application-specific password required
	login NO LOGIN failed.
	login BAD Too many arguments
	select NO [NONEXISTENT] Mailbox unavailable
	select NO Unknown Mailbox: INBOX
	select NO [NOPERM] Access denied
END
imapd_rules
WHAT="after all refusals"
run 0
carried_out

# pbem watch goes on over a refusal that passes, from its start on.
for where in login select; do
	WHAT="watch, refused at $where"
	begin
	imapd_rules "* $where NO [OVERQUOTA] Account exceeded command or bandwidth limits."
	background watch env PBEM_HEARTBEAT=1 "$PBEM" --site "$SITE" watch
	WATCH=$BACKGROUND_PID
	wait_line "$E2E/watch.err" >/dev/null || wait_line "$E2E/watch.out" >/dev/null
	check "$WHAT: it goes on" kill -0 "$WATCH"
	nothing_happened
	imapd_rules
	tries=0
	while [ "$(played)" = 0 ] && [ $tries -lt 300 ]; do
		sleep 0.1
		tries=$((tries + 1))
	done
	background_end "$WATCH"
	check_same "$WHAT: it is carried out, once" 1 "$(played)"
done

e2e_end
