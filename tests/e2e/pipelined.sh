#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal of this test: while a batch is committed, the messages of the next are being fetched, and the marks of the
# first come after them. Even if either fails, and wherever the run is killed, each message is carried out once,
# and marked.
. "${srcdir:-.}/tests/e2e/lib.sh"

e2e_begin
needs_python
SITE=$E2E/site
PLAYERS=$SOURCES/tests/e2e/players.py
IMAPD_LETTERS=$E2E/letters
GAMES="1 2 3 4 5 6"

# run WANTED
run()
{
	"$PBEM" --site "$SITE" run --verbose >"$E2E/log" 2>&1
	check_same "$WHAT: exit of a run: $(cat "$E2E/log")" "$1" $?
}

# Six games, in each of them White's move, two letters a batch.
imapd_start --real-dates
imapd_site "$E2E/fresh"
for game in $GAMES; do
	"$PBEM" --site "$E2E/fresh" new chess 'white=Anna <anna@example.org>' 'black=Bob <bob@example.net>' >/dev/null ||
		fail "no game"
	"$PYTHON" -B "$PLAYERS" reply "$E2E/fresh/mail/out" "g$game.white" 'MOVE e2-e4' >"$E2E/letter" || fail "no reply"
	mv "$E2E/letter" "$IMAPD_LETTERS/$game"
done
rm "$E2E/fresh/mail/out/new"/*

# begin OPTION...: starts the server again, and restores the site.
begin()
{
	imapd_start --real-dates "$@"
	rm -rf "$SITE"
	cp -R "$E2E/fresh" "$SITE"
	rm "$SITE/host"
	printf '%s\n' "mailbox = imap://127.0.0.1:$IMAPD_PORT" 'batch-messages = 2' >>"$SITE/pbem.conf"
}

# marks UIDS: which commands have marked them.
marks()
{
	grep -c "^UID \(STORE $1 .*[$]PbemDone\|MOVE $1 \)" "$IMAPD_LOG"
}

all_done()
{
	for game in $GAMES; do
		check_same "$WHAT: game $game" 1 "$(grep -c 'played white e2e4' "$SITE/games/g$game/game.txt")"
	done
	check_same "$WHAT: Black is asked" 6 "$(cat "$SITE"/mail/out/new/* | grep -c '^To: .*bob@')"
	run 0
	check_same "$WHAT: nothing waits any more" 0 "$(sed -n 's/^listed: \([0-9]*\) .*/\1/p' "$E2E/log")"
}

for manner in in-turn overtake move; do
	WHAT=$manner
	said='ask1:2 ask3:4 mark1:2 ask5:6 mark3:4 mark5:6'
	case $manner in
	overtake)
		begin --quirk overtake
		said='ask1:2 mark1:2 ask3:4 mark3:4 ask5:6 mark5:6' ;;
	*) begin ;;
	esac
	[ $manner != move ] || echo 'mailbox-done = move Done' >>"$SITE/pbem.conf"
	run 0
	check_same "$WHAT: what was said, in this order" "$said" "$(sed -n \
		-e 's/^UID FETCH \([0-9:]*\) .*BODY.*/ask\1/p' -e 's/^UID STORE \([0-9:]*\) .*PbemDone.*/mark\1/p' \
		-e 's/^UID MOVE \([0-9:]*\) .*/mark\1/p' "$IMAPD_LOG" | tr '\n' ' ' | sed 's/ $//')"
	all_done
done

# A refusal that comes after messages is reported when these are fetched, and they are kept. Messages that were
# requested in vain are requested again.
while read -r code rule; do
	WHAT=$rule
	begin
	imapd_rules "$rule"
	run "$code"
	check_same "$WHAT: what came with it is done" 1 "$(grep -c 'played white e2e4' "$SITE/games/g4/game.txt")"
	imapd_rules
	run 0
	all_done
done <<RULES
78 1 unmarked no such flag here
75 2 unmarked [UNAVAILABLE] a disk sleeps
75 3 refuse [SERVERBUG] not now
75 3 omit
75 3 nil
75 3 drop
RULES

# Killed at each step.
stop=1
killed=1
while [ $killed = 1 ]; do
	WHAT="killed at step $stop"
	begin
	killed=0
	PBEM_STOP_AFTER=$stop "$PBEM" --site "$SITE" run >"$E2E/log" 2>&1 || killed=1
	run 0
	all_done
	stop=$((stop + ${PBEM_TRIALS:+6 +} 1))
done
check "several steps were tried, not $stop" [ $stop -gt 10 ]
e2e_end
