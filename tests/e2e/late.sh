#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal of this test: libraries that few runs need aren't loaded by other runs. If one can't be loaded, the run says so
# and ends, to be tried again: no message is taken for unreadable, none is lost.
. "${srcdir:-.}/tests/e2e/lib.sh"
e2e_begin
table_begin
"$PBEM" --site "$SITE" run || fail "no run"

# loads COMMAND…: the files of libraries that come in, as the dynamic linker tells. The program of most tests has some
# of them in itself.
loads()
{
	LD_DEBUG=files "$BUILD/pbem/pbem" "$@" 2>&1 >/dev/null </dev/null | sed -n 's/.*calling init: .*\/\(lib[^/]*\)\.so.*/\1/p'
}

# html LETTER: the same from a program that writes HTML alone.
html()
{
	"$PYTHON" - "$1" <<'END'
import email, email.policy, html, sys
mail = email.message_from_file(open(sys.argv[1]), policy=email.policy.default)
lines = html.escape(mail.get_content()).splitlines()
mail.set_content("<html><body>" + "<br>\n".join(lines) + "</body></html>", subtype="html")
sys.stdout.write(mail.as_string())
END
}

# An upgrade of the system may leave files of that name that aren't libraries.
mkdir "$E2E/broken"
for name in libcurl.so.4 libcurl-gnutls.so.4 libxml2.so.2 libxml2.so.16; do
	: >"$E2E/broken/$name"
done

without_libraries()
{
	LD_LIBRARY_PATH=$E2E/broken "$PBEM" --site "$SITE" "$@" >"$E2E/said" 2>&1
}

played()
{
	grep -c '^  played white e2e4' "$SITE/games/g1/game.txt"
}

"$PYTHON" -B "$PLAYERS" reply "$SITE/mail/out" g1.white 'MOVE e2-e4' >"$E2E/plain" || fail "no reply"
html "$E2E/plain" >"$E2E/letter"

if loads --version | grep -q '^libglib-2'; then
	check_same "nothing to do" "" "$(loads --site "$SITE" run | grep -E '^lib(curl|xml2|ssl)')"
	check_same "no letter, no library of letters" "" "$(loads moves chess | grep -E '^lib(curl|xml2|ssl)')"
else
	echo "this dynamic linker doesn't tell what it loads"
fi

cp "$E2E/letter" "$SITE/mail/in/new/1.html"
for try in 1 2 3; do
	without_libraries run
	check_same "try $try: later: $(cat "$E2E/said")" 75 $?
	check "try $try: it says what is missing: $(cat "$E2E/said")" grep -q 'the library libxml2.*is missing.*nothing is lost' "$E2E/said"
done
check_same "nothing was played" 0 "$(played)"
check "the rest goes on" without_libraries show g1
check "with the library" "$PBEM" --site "$SITE" run
check_same "the letter was still there, and is read" 1 "$(played)"

imapd_start
sed -i '/^mailbox/d' "$SITE/pbem.conf"
printf 'mailbox = imap://127.0.0.1:%s\nmailbox-user = game\nmailbox-password-file = secret\n' "$IMAPD_PORT" \
	>>"$SITE/pbem.conf"
echo gamepw >"$SITE/secret"
chmod 600 "$SITE/secret"
without_libraries run
check_same "no mailbox: later: $(cat "$E2E/said")" 75 $?
check "it says that, too" grep -q 'the library libcurl.*is missing' "$E2E/said"
check "with the library the mailbox is asked" "$PBEM" --site "$SITE" run
e2e_end
