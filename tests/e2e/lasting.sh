#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a failure that continues run after run doesn't cost the moderator a mail per run. On standard error,
# which cron mails, it appears when it begins and once a day. The log has it each time, and a report comes
# when it is over. The exit code is the same each time.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
e2e_begin
PBEM_DATA=$(cd "$PBEM_DATA" && pwd)
export PBEM_DATA
SITE=$E2E/site
BEGAN=1790000000

# fresh [LINE...]: a site with a game, and these lines of configuration.
fresh()
{
	rm -rf "$SITE"
	"$PBEM" --site "$SITE" init --address games@example.org --moderator mo@example.org >/dev/null ||
		fail 'no site is made'
	mkdir -p "$SITE/mail/in/new" "$SITE/mail/in/cur" "$SITE/mail/in/tmp"
	"$PBEM" --site "$SITE" new chess 'Anna <anna@example.org>' 'Bob <bob@example.org>' >/dev/null ||
		fail 'no game is made'
	(umask 077; echo pw >"$SITE/password")
	cp "$SITE/pbem.conf" "$E2E/well"
	PBEM_TIME=$BEGAN "$PBEM" --site "$SITE" run --no-send >/dev/null 2>&1 || fail 'the site is not well'
	for each in "$@"; do echo "$each"; done >>"$SITE/pbem.conf"
	# A site whose mail server is unavailable keeps one.
	PBEM_TIME=$BEGAN "$PBEM" --site "$SITE" resend g1 white >/dev/null 2>&1
	: >"$SITE/log"
}

# run MINUTES CODE COMMAND...: so long after the beginning; what is said is left in $E2E/said and $E2E/wrong.
run()
{
	run_at=$1 run_code=$2
	shift 2
	PBEM_TIME=$((BEGAN + run_at * 60)) "$PBEM" --site "$SITE" "${@:-run}" >"$E2E/said" 2>"$E2E/wrong"
	check_same "$WHAT, minute $run_at: exit code: $(cat "$E2E/wrong")" "$run_code" $?
}

silent()
{
	check_same "$WHAT, minute $run_at: not a word" '' "$(cat "$E2E/said" "$E2E/wrong")"
}

told()
{
	check "$WHAT, minute $run_at: it is told: $(cat "$E2E/wrong")" grep -q "$1" "$E2E/wrong"
	check "$WHAT, minute $run_at: and since when" grep -q "lasted since $2; .*once a day" "$E2E/wrong"
}

in_log()
{
	check_same "$WHAT, minute $run_at: times in the log" "$1" "$(grep -c "$2" "$SITE/log")"
}

# reported TIMES WORDS: so many letters to the moderator say that.
reported()
{
	check_same "$WHAT, minute $run_at: reports of the end" "$1" \
		"$(find "$SITE/mail/out/new" -type f -exec sh -c 'tr -s "\n " " " <"$1" | grep -q "$2" && echo x' - {} \
			"$2" \; | wc -l | tr -d ' ')"
}

since=2026-09-21T14:13:20Z
# The same in a letter.
since_in_letter="21 Sep 2026, 14:13 UTC"

# lasts CODE WORDS OVER LINE...: with these lines of configuration.
lasts()
{
	lasts_code=$1 lasts_words=$2 lasts_over=$3
	shift 3
	fresh "$@"
	run 0 "$lasts_code"
	told "$lasts_words" $since
	check_same "$WHAT: what is remembered only its user can read" 600 "$(stat -c %a "$SITE/troubles")"
	for minute in 5 10 1435; do
		run $minute "$lasts_code"
		silent
	done
	in_log 4 "$lasts_words"
	run 1436 "$lasts_code" run --verbose
	check "$WHAT: who watches is told" grep -q "$lasts_words" "$E2E/wrong"
	run 1440 "$lasts_code"
	told "$lasts_words" $since
	run 1445 "$lasts_code"
	silent
	in_log 7 "$lasts_words"
	cp "$E2E/well" "$SITE/pbem.conf"
	run 1450 0
	silent
	in_log 0 "$lasts_over"
	run 1510 0
	silent
	in_log 1 "$lasts_over $since"
	check "$WHAT: nothing is left of it" test ! -e "$SITE/troubles"
	run 1515 0
	reported 1 "$lasts_over $since_in_letter"
	cat "$E2E/sick" >>"$SITE/pbem.conf"
	[ $WHAT != post ] || run 1516 75 resend g1 white
	run 1520 "$lasts_code"
	told "$lasts_words" 2026-09-22T15:33:20Z
}

for WHAT in mailbox post room site; do
	code=75
	case $WHAT in
	mailbox)
		words="can't reach the mailbox" over='pbem can read the mailbox again, after failing since'
		printf '%s\n' 'mailbox = imap://game@127.0.0.1:1' 'mailbox-password-file = password' >"$E2E/sick"
		;;
	post)
		words="can't reach the mail server" over='The mail server accepts all letters again, after refusing some since'
		echo 'outgoing = smtp://127.0.0.1:1' >"$E2E/sick"
		;;
	room)
		words='MB are free on the disk' over='The disk has enough free space again, after too little since'
		echo 'min-free-megabytes = 1048576' >"$E2E/sick"
		;;
	site)
		words='mailbx' over='pbem can open the site again, after failing since' code=78
		echo 'mailbx = x' >"$E2E/sick"
		;;
	esac
	lasts $code "$words" "$over" "$(cat "$E2E/sick")"
done

# A fault that a person must fix is reported although it looks like a temporary one, and only once, too.
WHAT='refused, then down'
fresh 'mailbox = imap://game@127.0.0.1:1' 'mailbox-password-file = nowhere'
run 0 78
told 'nowhere' $since
sed 's/nowhere/password/' "$SITE/pbem.conf" >"$E2E/down"
cp "$SITE/pbem.conf" "$E2E/refused"
cp "$E2E/down" "$SITE/pbem.conf"
run 5 75
told "can't reach" 2026-09-21T14:18:20Z
cp "$E2E/refused" "$SITE/pbem.conf"
run 10 78
silent

WHAT='what came and went'
fresh 'outgoing = smtp://127.0.0.1:1'
for minute in 0 10 20; do
	cat "$E2E/well" >"$SITE/pbem.conf"
	[ $minute -eq 0 ] || run $minute 0
	echo 'outgoing = smtp://127.0.0.1:1' >>"$SITE/pbem.conf"
	run $minute 75 resend g1 white
	run $((minute + 5)) 75
	[ $minute -eq 0 ] || silent
done
run 26 75
reported 0 'after refusing some since'

# Nobody can tell what was said: it is said again.
WHAT='no memory'
fresh 'mailbox = imap://game@127.0.0.1:1' 'mailbox-password-file = password'
mkdir "$SITE/troubles"
for minute in 0 5 10; do
	run $minute 75
	told "can't reach" '20.*Z'
done
rmdir "$SITE/troubles"
printf 'mailbox 75 1 1\0\nnonsense\nmailbox 75 9 8 7\n' >"$SITE/troubles"
run 15 75
told "can't reach" 2026-09-21T14:28:20Z

WHAT='no site'
mkdir "$E2E/nobody's"
for _ in 1 2; do
	PBEM_TIME=$BEGAN "$PBEM" --site "$E2E/nobody's" run >"$E2E/said" 2>&1
	check "$WHAT: it is said each time" test -s "$E2E/said"
done
check_same "$WHAT: nothing is written there" '' "$(ls "$E2E/nobody's")"

# A mail server that hands over a letter keeps what is said for its sender.
WHAT='deliver'
fresh
rm "$SITE/keys/1"
for _ in 1 2; do
	"$PBEM" --site "$SITE" deliver </dev/null >"$E2E/said" 2>&1
	check "$WHAT: it is said each time" grep -q 'pbem key new' "$E2E/said"
done
e2e_end
