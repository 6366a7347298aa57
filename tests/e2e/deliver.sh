#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal of this test: whoever hands a letter to `pbem deliver` may throw it away only when it was dealt with. One
# that is too large is refused for good, and told; whatever is wrong with the site is "later".
. "${srcdir:-.}/tests/e2e/lib.sh"

e2e_begin
needs_python sqlite3
SITE=$E2E/site
"$PBEM" --site "$SITE" init --address games@example.org >/dev/null || fail "no site"
"$PBEM" --site "$SITE" new chess 'white=Anna <anna@example.org>' 'black=Bob <bob@example.net>' \
	>/dev/null || fail "no game"
echo 'max-message-bytes = 10000' >>"$SITE/pbem.conf"
"$PYTHON" -B "$SOURCES/tests/e2e/players.py" reply "$SITE/mail/out" g1.white 'MOVE e2-e4' \
	>"$E2E/letter" || fail "no reply"
{ cat "$E2E/letter"; yes 'A photo of a cat in lines of text.' | head -n 1000; } >"$E2E/large"

# deliver WANTED FILE
deliver()
{
	"$PBEM" --site "$SITE" deliver <"$2" >"$E2E/said" 2>&1
	check_same "$WHAT: exit: $(cat "$E2E/said")" "$1" $?
}

notices()
{
	"$PBEM" --site "$SITE" status 2>&1 | grep -c "$1"
}

WHAT="too large"
deliver 65 "$E2E/large"
check "$WHAT: it is said what to do" grep -q 'send it again without pictures' "$E2E/said"
check_same "$WHAT: nothing was played" 0 "$(grep -c played "$SITE/games/g1/game.txt")"
check_same "$WHAT: the moderator is told where it is" 1 "$(notices 'left with the program that delivered it')"
check_same "$WHAT: and not where it isn't" 0 "$(notices 'in the mailbox')"
deliver 65 "$E2E/large"
check_same "$WHAT: once" 1 "$(notices 'left with the program')"

WHAT="a damaged game"
cp "$SITE/games/g1/game.txt" "$E2E/kept"
head -c -20 "$E2E/kept" >"$SITE/games/g1/game.txt"
deliver 75 "$E2E/letter"
cp "$E2E/kept" "$SITE/games/g1/game.txt"

WHAT="a damaged ledger"
cp -r "$SITE" "$E2E/copy"
"$PYTHON" -c "import sqlite3
sqlite3.connect('$SITE/ledger').execute('PRAGMA wal_checkpoint(TRUNCATE)')"
printf 'this is no ledger at all, and never was' | dd of="$SITE/ledger" conv=notrunc 2>/dev/null
deliver 75 "$E2E/letter"
rm -r "$SITE"
mv "$E2E/copy" "$SITE"

WHAT="a fault in the settings"
cp "$SITE/pbem.conf" "$E2E/conf"
echo 'nonsense = yes' >>"$SITE/pbem.conf"
deliver 75 "$E2E/letter"
cp "$E2E/conf" "$SITE/pbem.conf"

WHAT="the letter, when all is well"
deliver 0 "$E2E/letter"
check_same "$WHAT: it is played" 1 "$(grep -c 'played white e2e4' "$SITE/games/g1/game.txt")"
deliver 0 "$E2E/letter"
check_same "$WHAT: once" 1 "$(grep -c 'played white e2e4' "$SITE/games/g1/game.txt")"
e2e_end
