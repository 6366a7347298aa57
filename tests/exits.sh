#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: every command's exit code says what went wrong, as pbem(1) lists them.
. "${srcdir:-.}/tests/e2e/lib.sh"

PBEM_DATA=${PBEM_DATA:-$SOURCES}
export PBEM_DATA
e2e_begin
SITE=$E2E/site
PBEM_SITE=$SITE
export PBEM_SITE

# exits CODE COMMAND...: with nothing on standard input
exits()
{
	exits_want=$1
	shift
	"$PBEM" "$@" </dev/null >"$E2E/out" 2>"$E2E/err"
	check_same "pbem $* says $(cat "$E2E/err")" "$exits_want" $?
}

"$PBEM" init --address games@example.org --moderator mod@example.org >/dev/null || fail "no site"
"$PBEM" new chess --id demo 'Anna <anna@example.org>' 'Bob <bob@example.org>' >/dev/null || fail "no game"
GAME=$SITE/games/demo/game.txt

# ---- output that can't be written: a full disk, and a stream that is closed ----

cat >"$E2E/telling" <<'END'
moves chess
perft chess 1
perft chess 1 --divide
try chess
cards
card chaos
help
help run
--version
show demo
show demo --fen
status
status demo
doctor
key new
new chess Anna<anna@example.org> Bob<bob@example.org>
END
cp -R "$SITE" "$E2E/spoilt"
sed 's/Anna/Eve/' "$GAME" >"$E2E/spoilt/games/demo/game.txt"
while read -r line; do
	# shellcheck disable=SC2086
	for full in /dev/full closed; do
		if [ $full = closed ]; then
			echo 'show status' | "$PBEM" $line >&- 2>"$E2E/err"
		else
			[ -c $full ] || continue
			echo 'show status' | "$PBEM" $line >$full 2>"$E2E/err"
		fi
		check_same "pbem $line, output $full" 74 $?
		check "pbem $line, output $full: it says so" grep -q "standard output can't be written" "$E2E/err"
	done
done <"$E2E/telling"
"$PBEM" --site "$E2E/spoilt" verify >&- 2>"$E2E/err"
check_same 'a fault found and not told' 74 $?
# What has nothing to tell has told it.
"$PBEM" verify >&-
check_same 'nothing to tell' 0 $?
"$PBEM" check >&-
check_same 'nothing to tell' 0 $?
# The mail server asks what became of the letter.
printf 'From: eve@example.net\nSubject: hello\n\nhello\n' | "$PBEM" deliver >&- 2>/dev/null
check_same 'a letter taken is taken' 0 $?
check 'no file of the site has taken the place of the stream' "$PBEM" verify

# Input that can't be read is not its end.
for command in moves try; do
	"$PBEM" $command chess <"$E2E" >"$E2E/out" 2>"$E2E/err"
	check_same "pbem $command, input that can't be read" 2 $?
done

e2e_end
