#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: every key of pbem.conf takes what it should, and says what it expects of anything else, with file and line,
# or where that can be known only when it is used, by 'pbem doctor'. A key without a row here fails.
. "${srcdir:-.}/tests/e2e/lib.sh"

PBEM_DATA=${PBEM_DATA:-$SOURCES}
export PBEM_DATA
e2e_begin
SITE=$E2E/site
PBEM_SITE=$SITE
export PBEM_SITE
"$PBEM" init --address games@example.org --moderator mod@example.org >/dev/null || fail "no site"
cp "$SITE/pbem.conf" "$E2E/conf"
LINES=$(wc -l <"$E2E/conf")
(umask 077 && echo secret >"$SITE/secret")
echo open >"$SITE/open" && chmod 644 "$SITE/open"

# ask LINES COMMAND...: what it says of a site with these settings, parted by " ; "
ask()
{
	{
		cat "$E2E/conf"
		echo "$1" | sed 's/ ; /\n/g'
	} >"$SITE/pbem.conf"
	shift
	"$PBEM" "$@" </dev/null >"$E2E/out" 2>&1
	ask_code=$?
}

# One row per key: good settings | bad ones | the message about these after "FILE:LINE: "; after an asterisk, the
# doctor's. The key that is meant is the last.
while IFS='|' read -r good bad said; do
	[ -n "$good" ] || continue
	good=$(echo "$good" | sed 's/^ *//; s/ *$//') bad=$(echo "$bad" | sed 's/^ *//; s/ *$//')
	said=${said# }
	key=${bad##* ; }
	key=${key%% =*}
	echo "$key" >>"$E2E/rows"
	case $good in *"$key ="*) ;; *) fail "$key: '$good' doesn't use it" ;; esac
	ask "$good" status
	check_same "$good: $(cat "$E2E/out")" 0 $ask_code
	case $said in
	\**)
		ask "$bad" doctor
		check_same "$bad: $(cat "$E2E/out")" 78 $ask_code
		check "$bad: doctor says so: $(grep BAD "$E2E/out")" grep -q "^BAD .*${said#\*}" "$E2E/out"
		;;
	*)
		ask "$bad" status
		line=$((LINES + 1 + $(echo "$bad" | grep -o ' ; ' | wc -l)))
		check_same "$bad: $(cat "$E2E/out")" 78 $ask_code
		check "$bad: $(cat "$E2E/out")" grep -q "site/pbem.conf:$line: $said" "$E2E/out"
		;;
	esac
done <<'END'
address = chess@example.org | address = ü@example.org | *'address' must be the site's own mail address
name = The club's games | name = x ; name | expected 'key = value', not 'name'
moderator = anna@example.org, bob@example.org | moderator = Anna | *'Anna' is not a mail address
mail-commands = yes | mail-commands = shell | mail-commands is yes or no, not 'shell'
summary-hour = 0 | summary-hour = 25 | summary-hour is a whole number from 0 to 24, not '25'
language = de | language = Deutsch | language is two or three small letters, such as de, not 'Deutsch'
language = de | language = xx | *pbem has no letters in the language 'xx'; set language in pbem.conf to one of: en, de
domain = mail.example.org | domain = mail example | domain is a name such as example.org, not 'mail example'
mailbox = imaps://games@example.org/INBOX | mailbox = pop3://example.org | *expected imaps://HOST/FOLDER
mailbox = maildir:in | mailbox = maildir:/nosuch/in | */nosuch/in: No such file or directory
mailbox-user = games | mailbox = imap://localhost:1/ ; mailbox-password-file = secret ; mailbox-user = | *set mailbox-user
mailbox-password-file = secret | mailbox = imap://x@localhost:1/ ; mailbox-password-file = nosuch | *nosuch: No such file
mailbox-password-file = secret | mailbox = imap://x@localhost:1/ ; mailbox-password-file = open | *run: chmod 600
mailbox-password-command = cat secret | mailbox = imap://x@localhost:1/ ; mailbox-password-command = false | *'false' must print the secret
mailbox-oauth-command = cat secret | mailbox = imap://x@localhost:1/ ; mailbox-oauth-command = false | *'false' must print the secret
mailbox-oauth-command = cat secret | mailbox-password-file = secret ; mailbox-oauth-command = cat secret | *set only one of mailbox-password-file
mailbox-done = none | mailbox-done = move Done | *mailbox-done is flag or none, not 'move Done'
mailbox-done = move Done | mailbox = imap://x@localhost:1/ ; mailbox-password-file = secret ; mailbox-done = burn | *mailbox-done is flag, move FOLDER or none, not 'burn'
outgoing = sendmail:/usr/sbin/sendmail -i | outgoing = uucp:example | *expected smtps://, smtp://, sendmail: or maildir: at the beginning of "uucp:example"
outgoing-user = games | outgoing = smtp://localhost:1 ; outgoing-user = games | *there is a user but no password; add outgoing-password-file
outgoing-password-file = secret | outgoing = smtp://x@localhost:1 ; outgoing-password-file = nosuch | *nosuch: No such file
outgoing-password-command = cat secret | outgoing = smtp://x@localhost:1 ; outgoing-password-command = false | *'false' must print the secret
outgoing-oauth-command = cat secret | outgoing = smtp://x@localhost:1 ; outgoing-oauth-command = false | *'false' must print the secret
ca-file = secret | ca-file = nosuch | *nosuch: No such file or directory
log = syslog | log = printer | log is file or syslog, not 'printer'
insecure = yes | insecure = perhaps | insecure is yes or no, not 'perhaps'
plus-address = YES | plus-address = 1 | plus-address is yes or no, not '1'
html = yes | html = on | html is yes or no, not 'on'
subject-token = no | subject-token = | subject-token is yes or no, not ''
from-must-match = yes | from-must-match = always | from-must-match is yes or no, not 'always'
max-message-bytes = 4096 | max-message-bytes = 4095 | max-message-bytes is a whole number from 4096 to 67108864, not '4095'
max-header-bytes = 1048576 | max-header-bytes = 1048577 | max-header-bytes is a whole number from 4096 to 1048576
max-parts = 1 | max-parts = 0 | max-parts is a whole number from 1 to 1000, not '0'
max-depth = 100 | max-depth = 101 | max-depth is a whole number from 1 to 100, not '101'
messages-per-reader = 16 | messages-per-reader = 65 | messages-per-reader is a whole number from 1 to 64, not '65'
batch-messages = 1 | batch-messages = -1 | batch-messages is a whole number from 1 to 100000, not '-1'
batch-bytes = 65536 | batch-bytes = 64k | batch-bytes is a whole number from 65536 to 1073741824, not '64k'
timeout-seconds = 3600 | timeout-seconds = 3601 | timeout-seconds is a whole number from 1 to 3600
gather-seconds = 0 | gather-seconds = 1.5 | gather-seconds is a whole number from 0 to 3600, not '1.5'
connections = 3 | connections = 17 | connections is a whole number from 1 to 16, not '17'
poll-seconds = 1 | poll-seconds = 0 | poll-seconds is a whole number from 1 to 3600, not '0'
run-seconds = 86400 | run-seconds = 99999999999999999999 | run-seconds is a whole number from 1 to 86400
first-game = 100000 | first-game = 0 | first-game is a whole number from 1 to 16777215, not '0'
token-days = 3650 | token-days = ever | token-days is a whole number from 1 to 3650, not 'ever'
press-days = 0 | press-days = 3651 | press-days is a whole number from 0 to 3650, not '3651'
retry-days = 1 | retry-days = 0 | retry-days is a whole number from 1 to 365, not '0'
one-host = no | one-host = maybe | one-host is yes or no, not 'maybe'
calendar = yes | calendar = monthly | calendar is yes or no, not 'monthly'
watchers = 0 | watchers = 1001 | watchers is a whole number from 0 to 1000, not '1001'
outage-hours = 87600 | outage-hours = 87601 | outage-hours is a whole number from 0 to 87600, not '87601'
min-free-megabytes = 0 | min-free-megabytes = some | min-free-megabytes is a whole number from 0 to 1048576
option.days = 5 | option.days = soon | option.days is a whole number of days from 0 to 365, not 'soon'
option.zone = Europe/Berlin | option.zone = Nowhere/Town | *no time zone "Nowhere/Town"
END

# Lines without a key, or with a key that doesn't exist.
while IFS='|' read -r bad said; do
	ask "$bad" status
	check_same "$bad" 78 $ask_code
	check "$bad: $(cat "$E2E/out")" grep -q -- "${said# }" "$E2E/out"
done <<'END'
mailbax = maildir:in | there is no key 'mailbax'; did you mean 'mailbox'? pbem.conf(5) lists all keys
colour = green | there is no key 'colour'; pbem.conf(5) lists all keys
option.colour = green | option.colour is no option that every game has; 'pbem variants chess' lists those
option. = 5 | option. is no option
mailbox = | 'mailbox' and 'outgoing' can't be empty
address = games | 'address' must be the site's own mail address
address = | 'address' must be the site's own mail address
END

sed -n 's/^	{"\([a-z-]*\)", KEY_.*/\1/p' "$SOURCES/pbem/sys/config.c" | sort >"$E2E/keys"
check 'there are many keys' test "$(wc -l <"$E2E/keys")" -gt 30
sort -u "$E2E/rows" >"$E2E/rows.sorted"
check_same 'keys without a row here' '' "$(comm -23 "$E2E/keys" "$E2E/rows.sorted")"
check_same 'rows without a key' '' "$(comm -13 "$E2E/keys" "$E2E/rows.sorted" | grep -v '^option\.')"
e2e_end
