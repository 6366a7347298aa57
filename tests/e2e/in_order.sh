#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a player's letters leave in the order in which they were decided, whatever their names. "Not accepted,
# nothing has changed", with the board from before an accepted order, must not come last.
. "${srcdir:-.}/tests/e2e/lib.sh"

e2e_begin
table_begin
number=0
for order in 'MOVE e2-e5' 'MOVE e2-e6' 'MOVE e2-e7' 'MOVE e2-e4'; do
	number=$((number + 1))
	"$PYTHON" -B "$PLAYERS" reply "$SITE/mail/out" g1.white "$order" |
		sed "s/^\(Message-I[Dd]: <\)/\1$number./" >"$SITE/mail/in/new/$(date +%s).M${number}P1.test"
done
faulty_start none
echo "outgoing = smtp://127.0.0.1:$FAULTY_PORT" >>"$SITE/pbem.conf"
check 'the run' "$PBEM" --site "$SITE" run
check_same 'to Anna' 'e2-e5,e2-e6,e2-e7,e2-e4' "$("$PYTHON" - "$FAULTY_LETTERS" <<'END'
import re, sys
letters = open(sys.argv[1]).read().split("\nTo: ")[1:]
print(*[re.search(r"e2-e\d", letter)[0] for letter in letters if "anna@" in letter.splitlines()[0]], sep=",")
END
)"
check_same 'each once, and the board to Bob' 'anna anna anna anna bob' \
	"$(sed -n 's/^letter [0-9]* \([a-z]*\)@.*/\1/p' "$FAULTY_SEEN" | sort | paste -sd' ')"
e2e_end
