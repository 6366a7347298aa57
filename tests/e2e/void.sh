#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal of this test: when pbem can't write the answer to a message, nothing of that message has
# happened. Once the cause is fixed the same message is played, once.
. "${srcdir:-.}/tests/e2e/lib.sh"

e2e_begin
table_begin
mkdir -p "$SITE/templates"
"$PYTHON" -B "$PLAYERS" reply "$SITE/mail/out" g1.white 'MOVE e2-e4' \
	>"$SITE/mail/in/new/$(date +%s).1.test" || fail "no reply"
printf 'Subject: x\n\n{nonsense}\n' >"$SITE/templates/accepted.txt"
before=$(cat "$SITE/games/g1/game.txt")
sent=$(ls "$SITE/mail/out/new" | wc -l)

"$PBEM" --site "$SITE" run --verbose >"$E2E/log" 2>&1
check_same 'a person must look' 78 $?
check 'the log names template and line' grep -q 'templates/accepted.txt:3: ' "$E2E/log"
check_same 'the game is as it was' "$before" "$(cat "$SITE/games/g1/game.txt")"
check_same 'nobody was written to' "$sent" "$(ls "$SITE/mail/out/new" | wc -l)"
check_same 'the letter still waits' 1 "$(ls "$SITE/mail/in/new" | wc -l)"
touch -d '2 hours ago' "$SITE/worklist"
sed -i "1s/pbem-worklist 1 [0-9]*/pbem-worklist 1 1000000000/" "$SITE/worklist"
"$PBEM" --site "$SITE" run --verbose >"$E2E/log" 2>&1
check_same 'an old sitting is no reason to send half an answer' "$before" \
	"$(cat "$SITE/games/g1/game.txt")"
check 'and doctor says what is wrong' sh -c \
	"'$PBEM' --site '$SITE' doctor | grep -q 'BAD.*accepted.txt:3'"

rm "$SITE/templates/accepted.txt"
"$PBEM" --site "$SITE" run --verbose >"$E2E/log" 2>&1
check_same 'mended, it runs' 0 $?
check_same 'and the move is made, once' 1 "$(grep -c 'played white e2e4' "$SITE/games/g1/game.txt")"
check_same 'both are written to' $((sent + 2)) "$(ls "$SITE/mail/out/new" | wc -l)"
e2e_end
