#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal of this test: a message that the mailbox doesn't deliver is not gone. However it is held back, it
# stays unmarked, is requested again, and is carried out once when it comes. The others don't wait for it,
# and the moderator is told. After a day the clocks and the worklist don't wait either. A message is gone
# when a listing lacks it.
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

# put NAME SEAT ORDERS: Anna's or Bob's answer to the last letter, in the mailbox.
put()
{
	"$PYTHON" -B "$PLAYERS" reply "$SITE/mail/out" "$2" "$3" >"$E2E/letter" || fail "no reply"
	mv "$E2E/letter" "$IMAPD_LETTERS/$1"
}

# begin: makes two games; in each White's first move is in the mailbox, followed by a stranger's letter.
begin()
{
	rm -rf "$IMAPD_LETTERS"
	imapd_start --real-dates
	imapd_site "$SITE"
	for game in 1 2; do
		"$PBEM" --site "$SITE" new chess 'white=Anna <anna@example.org>' \
			'black=Bob <bob@example.net>' >/dev/null || fail "no game"
	done
	put 1 g1.white 'MOVE e2-e4'
	put 2 g2.white 'MOVE d2-d4'
	printf 'From: x@example.com\r\nSubject: x\r\n\r\nhello\r\n' >"$IMAPD_LETTERS/3"
}

played()
{
	grep -c "played white $2" "$SITE/games/$1/game.txt"
}

marked()
{
	grep -c "^UID STORE.*[ :,]$1[ :,].*[$]PbemDone" "$IMAPD_LOG"
}

notices()
{
	"$PBEM" --site "$SITE" status >"$E2E/status" 2>&1
	grep -c "has not delivered a letter" "$E2E/status"
}

# Once is nothing: the next run has it.
for rule in 'refuse [TEMPFAIL] later' 'refuse Some messages could not be FETCHed (Failure)' \
	'refuse [SERVERBUG] Internal error' 'omit' 'nil' 'drop' 'unlisted'; do
	WHAT=$rule
	begin
	imapd_rules "1 $rule"
	case $rule in
	unlisted) run 0 ;;
	*) run 75
		check_same "$WHAT: nothing of it has happened" 0 "$(played g1 e2e4)"
		check_same "$WHAT: it is not marked" 0 "$(marked 1)"
		check_not "$WHAT: it is not called gone" grep -q gone "$E2E/log"
		imapd_rules
		run 0 ;;
	esac
	check_same "$WHAT: it is carried out, once" 1 "$(played g1 e2e4)"
	check_same "$WHAT: and so is the other" 1 "$(played g2 d2d4)"
	check_same "$WHAT: and marked" 1 "$(marked 1)"
	check_not "$WHAT: nobody takes that for a backup" sh -c "'$PBEM' --site '$SITE' status | grep backup"
	run 0
	check_same "$WHAT: nothing more is asked of it" 1 "$(played g1 e2e4)"
done

WHAT="a letter that the first list of sizes overlooks"
begin
put 4 g1.white 'MOVE d2-d4'
imapd_rules '1 overlooked'
run 0
check_same "$WHAT: it isn't overtaken" 1 "$(played g1 e2e4)"

WHAT="an answer that is lost, of which letters there are"
begin
imapd_rules '1 unfound'
run 0
check_same "$WHAT: all of them are had" '1 1' "$(played g1 e2e4) $(played g2 d2d4)"

# For a day.
for rule in 'refuse cannot read it' omit nil drop; do
	WHAT="$rule for a day"
	begin
	imapd_rules "1 $rule"
	for _ in 1 2 3 4 5 6 7 8; do run 75; done
	check_same "$WHAT: the others are had" 1 "$(played g2 d2d4)"
	check_same "$WHAT: the moderator is told, once" 1 "$(notices)"
	# Messages that come meanwhile are handled, and answers sent.
	NOW=$((NOW + 3600))
	run 75
	put 4 g2.black 'MOVE d7-d5'
	run 75
	check "$WHAT: a later letter is had" grep -q 'played black d7d5' "$SITE/games/g2/game.txt"
	check "$WHAT: and answered" sh -c "cat '$SITE'/mail/out/new/* | grep -q 'd7-d5'"
	check "$WHAT: status says what is refused" grep -q 'imap:7.1 since' "$E2E/status"
	NOW=$((NOW + 86400))
	run 0
	check_not "$WHAT: the sitting is over" [ -e "$SITE/worklist" ]
	check_same "$WHAT: the clocks go on" "$NOW" "$("$PYTHON" -c "import sqlite3
print(sqlite3.connect('$SITE/ledger').execute('SELECT time FROM fetched').fetchone()[0])")"
	run 0
	check_same "$WHAT: it was never marked" 0 "$(marked 1)"
	imapd_rules
	run 0
	check_same "$WHAT: it comes at last, and is carried out" 1 "$(played g1 e2e4)"
	run 0
	check_same "$WHAT: once" 1 "$(played g1 e2e4)"
	check_same "$WHAT: nothing is held against it" 0 "$("$PYTHON" -c "import sqlite3
print(sqlite3.connect('$SITE/ledger').execute('SELECT COUNT(*) FROM refusals').fetchone()[0])")"
done

WHAT="deleted while it is refused"
begin
imapd_rules '1 omit' '3 omit'
run 75
imapd_rules '1 omit' '3 omit' '1 expunged'
run 75
check "$WHAT: a list without it says so" grep -q '^imap:7.1: gone' "$E2E/log"
check_not "$WHAT: the other is still there" grep -q '^imap:7.3: gone' "$E2E/log"
imapd_rules '1 expunged'
run 0
check_same "$WHAT: nobody marks what isn't dealt with" 0 "$(marked 1)"

# A letter too large is no letter kept back: its seat hears of it, when the server gives its start; else the
# moderator alone. So it is of one that the server has listed as a small one.
for rule in '* none' '* size 500' '* start refuse' '* start drop'; do
	WHAT="a letter too large: $rule"
	begin
	echo 'max-message-bytes = 200000' >>"$SITE/pbem.conf"
	{ cat "$IMAPD_LETTERS/1"; yes 'A photo of a cat in lines of text.' | head -c 300000; } >"$E2E/large"
	mv "$E2E/large" "$IMAPD_LETTERS/1"
	{ echo 'X-Again: yes'; cat "$IMAPD_LETTERS/1"; } >"$IMAPD_LETTERS/4"
	imapd_rules "$rule"
	run 0
	check_same "$WHAT: nothing of it has happened" 0 "$(played g1 e2e4)"
	check_same "$WHAT: the others are had" 1 "$(played g2 d2d4)"
	"$PYTHON" -B "$PLAYERS" list "$SITE/mail/out" >"$E2E/list"
	case $rule in *none | *size*) told=1 ;; *) told=0 ;; esac
	check_same "$WHAT: its seat hears, once a day" "$told" "$(grep -c '^g1.white unreadable ' "$E2E/list")"
	[ $told = 0 ] || check "$WHAT: why, and what to do" sh -c "cat '$SITE'/mail/out/new/* | tr '\n' ' ' |
		grep -q 'larger than 195 kB.* short reply with *text only'"
	check_same "$WHAT: nobody else" 0 "$(grep -v '^g1.white' "$E2E/list" | grep -c unreadable)"
	check "$WHAT: the moderator does" sh -c "'$PBEM' --site '$SITE' status | grep -q '2 letters that were too large'"
	run 0
	check_not "$WHAT: it is not asked for again" grep -q 'imap:7.1' "$E2E/log"
done

WHAT="slow letters"
begin
imapd_rules '2 slow 0.5'
run 0
check_same "$WHAT: are waited for" 1 "$(played g2 d2d4)"

WHAT="no INTERNALDATE"
begin
imapd_rules '* dateless'
run 0
check_same "$WHAT: letters are had all the same" 11 "$(played g1 e2e4)$(played g2 d2d4)"
"$PBEM" --site "$SITE" status >"$E2E/status"
check_same "$WHAT: the moderator is told, once" 1 "$(grep -c "doesn't report when" "$E2E/status")"

WHAT="a server that hands over nothing"
begin
imapd_rules '* refuse [UNAVAILABLE] a disk sleeps'
for _ in 1 2 3 4 5; do run 75; done
NOW=$((NOW + 90000))
run 75
check_same "$WHAT: no letter is blamed" 0 "$(notices)"
imapd_rules
run 0
check_same "$WHAT: all are had when it is well" 11 "$(played g1 e2e4)$(played g2 d2d4)"
e2e_end
