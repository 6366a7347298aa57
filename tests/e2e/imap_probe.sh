# SPDX-License-Identifier: MIT
# Functions that tests of the IMAP side share; source it after lib.sh and e2e_begin.
PROBE=$BUILD/tests/e2e/fetchprobe
SITE=$E2E/site
mkdir "$SITE"
"$PYTHON" "$SOURCES/tests/e2e/imapd_fake.py" --bodies "$E2E/bodies" >"$E2E/wanted" || fail "no letters"

# also LINE...: one more line for the site as it is
also()
{
	for line; do
		echo "$line" >>"$SITE/pbem.conf"
	done
}

# probe WANTED-EXIT COMMAND...: output in $E2E/got, sentence in $E2E/why
probe()
{
	wanted_exit=$1
	shift
	FETCHPROBE_PEAK=$E2E/peak "$PROBE" "$SITE" "$@" >"$E2E/got" 2>"$E2E/why"
	check_same "$WHAT: exit of $*: $(cat "$E2E/why")" "$wanted_exit" $?
}
