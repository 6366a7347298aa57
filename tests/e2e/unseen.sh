#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a site that cron runs. The line that init prints works with cron's few variables and from any folder,
# prints nothing while all is well, and reports faults on standard error. The site's log has one line per
# message.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
e2e_begin
needs_python
unset PBEM_SITE
PBEM_DATA=$(cd "$PBEM_DATA" && pwd)
export PBEM_DATA
SITE="$E2E/Anna's 100% \$HOME site"

# As cron does it: a backslashed percent sign is one, a bare one the end of the line.
cron() {
	(cd / && env -i HOME=/ SHELL=/bin/sh PATH=/usr/bin:/bin /bin/sh -c \
		"$(printf '%s' "$1" | sed 's/\\%/%/g')")
}

"$PBEM" --site "$SITE" init --address games@example.org >"$E2E/init" || fail 'no site is made'
mkdir -m 755 "$E2E/there"
"$PBEM" --site "$E2E/there" init --address games@example.org >"$E2E/said" || fail 'no site is made'
check_same 'nobody else looks into a folder that was there' 700 "$(stat -c %a "$E2E/there")"
line=$(sed -n 's/^\*\/5 \* \* \* \*  //p' "$E2E/init")
check 'init prints a line for cron' test -n "$line"
check "with the whole path of the program" grep -qF "$(readlink -f "$PBEM") --site" "$E2E/init"
check 'and a unit for systemd' grep -q '^ExecStart=/.* --site ".*100%% [$][$]HOME site" run$' "$E2E/init"
(PATH="$(dirname "$PBEM"):$PATH"; eval "$(sed -n 's/^Check .* then run: //p' "$E2E/init")") >"$E2E/doctor" 2>&1
check 'and what to ask first, for a shell' grep -qF 'site         '"$SITE, games" "$E2E/doctor"
check 'and its timer' grep -q '^OnCalendar=\*:0/5$' "$E2E/init"

"$PBEM" --site "$SITE" new chess 'Anna <anna@example.org>' 'Bob <bob@example.org>' >"$E2E/new" 2>&1
mkdir -p "$SITE/mail/in/new" "$SITE/mail/in/cur" "$SITE/mail/in/tmp"
printf 'From: x@example.org\n\nMOVE e2-e4\n' >"$SITE/mail/in/new/1.M1.x"
cron "$line" >"$E2E/said" 2>&1
check_same 'the line works' 0 $?
check_same 'and says nothing' '' "$(cat "$E2E/said")"
check 'the log has a line of the letter' grep -q '^20.*Z maildir:.*: ignored: no token$' "$SITE/log"
check_same 'which only the user can read' 600 "$(stat -c %a "$SITE/log")"

cron "$(printf '%s' "$line" | sed 's/ run$/ run --verbose/')" >"$E2E/said" 2>&1
check 'with --verbose it tells its phases' grep -q '^sent: 0 in' "$E2E/said"

# While another is at work there is nothing to be told either.
flock -F "$SITE/lock" sleep 5 &
while flock -n "$SITE/lock" true; do sleep 0.05; done
cron "$line" >"$E2E/said" 2>&1
check_same 'a second run leaves' 75 $?
check_same 'without a word' '' "$(cat "$E2E/said")"
kill $!
wait 2>/dev/null

head -c 1100000 /dev/zero | tr '\0' 'x' >>"$SITE/log"
mkdir "$SITE/templates"
printf 'Subject: x\n\n{nonsense}\n' >"$SITE/templates/accepted.txt"
"$PYTHON" -B "$SOURCES/tests/e2e/players.py" reply "$SITE/mail/out" g1.white 'MOVE e2-e4' \
	>"$SITE/mail/in/new/2.M2.x"
cron "$line" >"$E2E/said" 2>"$E2E/wrong"
check_same 'what is wrong is no success' 78 $?
check_same 'and is not told on standard output' '' "$(cat "$E2E/said")"
check 'but on standard error' grep -q 'templates/accepted.txt:3: ' "$E2E/wrong"
check 'and in the log, which began anew' grep -q 'templates/accepted.txt:3: ' "$SITE/log"
check 'for the old one was long' test "$(stat -c %s "$SITE/log.1")" -gt 1100000
e2e_end
