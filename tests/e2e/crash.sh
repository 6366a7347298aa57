#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a run that is killed, wherever and however often, changes nothing: after one more run games,
# letters, ledger and marks are as after an unkilled one, and a further run changes nothing at all.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
# In memory, where flushing costs nothing: the order of things is what is tested.
[ ! -w /dev/shm ] || E2E_PLACE=/dev/shm
e2e_begin
export PBEM

site=$E2E/site
"$PBEM" --site "$site" init --address games@example.org --moderator carol@example.org >/dev/null
for game in g1 g2 g3; do
	"$PBEM" --site "$site" new chess "white=Anna <anna@example.org>" "black=Bob <bob@example.org>" \
		--id $game >/dev/null || fail "no game"
done
check "the first letters go out" "$PBEM" --site "$site" run
check "letters to wait" "$PYTHON" -B "$SOURCES/tests/e2e/players.py" prepare "$site" \
	"$SOURCES/tests/e2e/crash.script" "$site/mail/in"
check "kills" "$PYTHON" -B "$SOURCES/tests/e2e/crash.py" "$site"
e2e_end
