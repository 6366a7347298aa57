#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: of several copies of a site on one mailbox only one answers, and the others are told what to do. The
# copies are copied, restored, shared, run at the same time, with clocks a day off. A mailbox where messages
# can't be claimed is reported.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python
e2e_begin
# A machine of its own: containers have no machine-id(5), and hosts are told apart by it.
PBEM_MACHINE_ID=$E2E/.machine-id
echo 0123456789abcdef0123456789abcdef >"$PBEM_MACHINE_ID"
export PBEM PBEM_MACHINE_ID

# doctor LINE: what doctor says of hosts has that phrase.
doctor()
{
	"$PBEM" --site "$SITE" doctor >"$E2E/said" 2>&1
	grep ' hosts ' "$E2E/said" >"$E2E/hosts"
	check "$WHAT: doctor says '$2': $(cat "$E2E/said")" grep -q "^$1.*$2" "$E2E/hosts"
}

# begin OPTION...: a server with a letter that answers White's first question.
begin()
{
	rm -rf "$E2E/letters"
	imapd_start "$@"
	imapd_site "$SITE"
	"$PBEM" --site "$SITE" new chess 'white=Anna <anna@example.org>' 'black=Bob <bob@example.net>' \
		>/dev/null || fail "no game"
	"$PYTHON" -B "$SOURCES/tests/e2e/players.py" reply "$SITE/mail/out" g1.white 'MOVE e2-e4' >"$E2E/letter" ||
		fail "no reply"
	mv "$E2E/letter" "$IMAPD_LETTERS/1"
}

# run WANTED PLAYED: a run's exit, and how often White has moved then.
run()
{
	"$PBEM" --site "$SITE" run >"$E2E/log" 2>&1
	check_same "$WHAT: exit of a run: $(cat "$E2E/log")" "$1" $?
	check_same "$WHAT: moves" "$2" "$(grep -c 'played white' "$SITE/games/g1/game.txt")"
}

SITE=$E2E/site
WHAT="a server with all it takes"
begin --capability 'MOVE UIDPLUS CONDSTORE'
doctor ok 'this copy claims letters'
run 0 1
check "$WHAT: if nobody has changed it" grep -q '^UID STORE 1 (UNCHANGEDSINCE [0-9]*) +FLAGS (' "$IMAPD_LOG"
check_same "$WHAT: one command claims" 1 "$(grep -c '^UID STORE.*PbemHost' "$IMAPD_LOG")"

WHAT="another host comes first"
begin --capability 'MOVE UIDPLUS CONDSTORE'
imapd_rules "1 raced \$PbemHost-other-abcdefgh"
run 78 0
check "$WHAT: is named" grep -q 'PbemHost-other-abcdefgh.*pbem adopt' "$E2E/log"
doctor BAD 'other-abcdefgh.*pbem adopt'

WHAT="adopting where no letter is, and the server takes none of ours"
mv "$IMAPD_LETTERS/1" "$E2E/letter"
imapd_start --capability 'MOVE UIDPLUS CONDSTORE'
sed "s|127.0.0.1:[0-9]*|127.0.0.1:$IMAPD_PORT|" "$SITE/pbem.conf" >"$E2E/conf"
cat "$E2E/conf" >"$SITE/pbem.conf"
"$PBEM" --site "$SITE" adopt --yes >"$E2E/log" 2>&1
check_same "$WHAT: exit" 75 $?
check "$WHAT: what to do" grep -q 'Send any letter to games@example.org' "$E2E/log"
run 75 0
mv "$E2E/letter" "$IMAPD_LETTERS/1"
run 0 1
check "$WHAT: then it is over" sh -c "'$PBEM' --site '$SITE' adopt | grep -q 'nothing to adopt'"

WHAT="another host comes first, and UNCHANGEDSINCE lets both"
begin --capability 'MOVE UIDPLUS CONDSTORE'
imapd_rules "1 raced \$PbemHost-other-abcdefgh" '1 unnoticed'
run 78 0
check "$WHAT: ours is given back" grep -q '^UID STORE 1 -FLAGS.SILENT (.PbemHost' "$IMAPD_LOG"

WHAT="something else changes a letter"
begin --capability 'MOVE UIDPLUS CONDSTORE'
imapd_rules '1 raced \Flagged'
run 0 1

WHAT="no CONDSTORE"
begin
doctor note 'no CONDSTORE.*Check that no other copy'
run 0 1
check "$WHAT: set, and looked at again" grep -q '^UID STORE 1 +FLAGS.SILENT (.PbemHost' "$IMAPD_LOG"

WHAT="no CONDSTORE, and another host comes first"
begin
imapd_rules "1 raced \$PbemHost-other-abcdefgh"
run 78 0
check "$WHAT: ours is given back" grep -q '^UID STORE 1 -FLAGS.SILENT (.PbemHost' "$IMAPD_LOG"

WHAT="no keywords"
begin --quirk no-keywords --capability 'MOVE UIDPLUS CONDSTORE'
echo 'mailbox-done = move Done' >>"$SITE/pbem.conf"
doctor note 'doesn.t keep pbem.s keywords.*Check that no other copy'
run 0 1
check_not "$WHAT: none is tried" grep -q 'PbemHost' "$IMAPD_LOG"

WHAT="a server that doesn't say which flags it keeps"
begin --quirk no-permanentflags --capability 'MOVE UIDPLUS CONDSTORE'
doctor ok 'this copy claims letters'
run 0 1
check "$WHAT: it is claimed" grep -q 'PbemHost' "$IMAPD_LOG"

WHAT="a claim refused"
begin --quirk refuse-store --capability 'MOVE UIDPLUS CONDSTORE'
run 75 0
check "$WHAT: what to do" grep -q 'one-host = no' "$E2E/log"
imapd_start --capability 'MOVE UIDPLUS CONDSTORE'
sed "s|127.0.0.1:[0-9]*|127.0.0.1:$IMAPD_PORT|" "$SITE/pbem.conf" >"$E2E/conf"
cat "$E2E/conf" >"$SITE/pbem.conf"
run 0 1

WHAT="flags that aren't told"
begin --capability 'MOVE UIDPLUS CONDSTORE'
imapd_rules '1 flagless'
run 0 1

WHAT="one-host = no"
begin --capability 'MOVE UIDPLUS CONDSTORE'
echo 'one-host = no' >>"$SITE/pbem.conf"
doctor note 'one-host is no'
run 0 1
check_not "$WHAT: nothing is claimed" grep -q 'PbemHost' "$IMAPD_LOG"
check "$WHAT: adopt says so" sh -c "'$PBEM' --site '$SITE' adopt --yes | grep -q 'one-host = no'"

needs_dovecot
dovecot_start
mkdir "$E2E/copies"
check "copies" "$PYTHON" -B "$SOURCES/tests/e2e/hosts.py" "$E2E/copies" "$IMAP_PORT" ${ONLY:-}
e2e_end
