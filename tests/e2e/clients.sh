#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: whole games to checkmate by mail. Letters are fetched from a real IMAP server over TLS and sent by real
# SMTP. The replies are written by mutt, s-nail and notmuch with msmtp, each quoting in its own way, with the
# token in a plus-address and without. One of the games has links in the text, which are quoted too.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_smtpd
needs_dovecot
for program in mutt expect s-nail notmuch msmtp; do
	command -v $program >/dev/null || skip "no $program"
done
e2e_begin
dovecot_start
smtpd_start --lmtp "$LMTP_PORT"
LC_ALL=C.UTF-8
HOME=$E2E/home
TERM=xterm
export LC_ALL HOME TERM
mkdir -p "$HOME"

# A player's letters, in the order they came: letters NAME
letters()
{
	find "$MAIL/$1/new" "$MAIL/$1/cur" -type f 2>/dev/null | "$PYTHON" -c '
import os, re, sys
def arrival(path):
    return [int(each) for each in re.match(r"(\d+)\.M(\d+)", os.path.basename(path)).groups()]
print(*sorted(sys.stdin.read().split(), key=arrival), sep="\n")'
}

newest()
{
	letters "$1" | tail -n 1
}

# The kinds of a player's letters, in the order they came.
kinds()
{
	for letter in $(letters "$1"); do
		sed -n 's/^Message-ID: <[^.]*\.[^.]*\.[^.]*\.\([^.]*\)\..*/\1/p' "$letter" | tr -d '\r'
	done | tr '\n' ' '
}

# Each of these answers a player's newest letter with what $TYPED holds: by_PROGRAM NAME
by_mutt()
{
	cat >"$E2E/editor" <<END
#!/bin/sh
cat "$TYPED" "\$1" >"\$1.new" && mv "\$1.new" "\$1"
END
	chmod +x "$E2E/editor"
	cat >"$E2E/muttrc" <<END
set ssl_force_tls=no ssl_starttls=no
set folder="imap://$1:$1pw@127.0.0.1:$IMAP_PORT/"
set spoolfile="imap://$1:$1pw@127.0.0.1:$IMAP_PORT/INBOX"
set smtp_url="smtp://127.0.0.1:$SMTP_PORT"
set from="$1@example.net" realname="$1" use_from=yes use_domain=no
set editor="$E2E/editor"
set include=yes fast_reply=yes reply_to=yes abort_unmodified=no record="" text_flowed=yes
set sleep_time=0 sort=mailbox-order header_cache="" message_cachedir=""
END
	expect >"$E2E/mutt.log" 2>&1 <<END
set timeout 20
set stty_init {rows 24 columns 80}
spawn mutt -n -F $E2E/muttrc -e "push <last-entry><reply>"
expect "y:Send" { send "y" } timeout { exit 1 }
expect "Mail sent" { send "q" } timeout { exit 1 }
expect eof
END
}

by_s_nail()
{
	{
		echo "From pbem@example.org Fri Nov 20 12:00:00 2026"
		tr -d '\r' <"$(newest "$1")" | sed 's/^From />From /'
		echo
	} >"$E2E/mbox"
	{
		echo 'reply 1'
		cat "$TYPED"
		printf '~m 1\n~.\n'
	} | s-nail -:/ '-#' '-~' -Sv15-compat -Sttycharset=utf-8 "-Smta=smtp://127.0.0.1:$SMTP_PORT" \
		-Ssmtp-auth=none "-Sfrom=$1 <$1@example.net>" -Squote -Sreply-to-honour=yes \
		-Shostname=example.net -f "$E2E/mbox" >"$E2E/s-nail.log" 2>&1
}

by_notmuch()
{
	rm -rf "$E2E/notmuch"
	mkdir -p "$E2E/notmuch/mail/new" "$E2E/notmuch/mail/cur" "$E2E/notmuch/mail/tmp"
	tr -d '\r' <"$(newest "$1")" >"$E2E/notmuch/mail/cur/one:2,S"
	cat >"$E2E/notmuch/config" <<END
[database]
path=$E2E/notmuch/mail
[user]
name=$1
primary_email=$1@example.net
END
	cat >"$E2E/msmtprc" <<END
account default
host 127.0.0.1
port $SMTP_PORT
tls off
auth off
domain example.net
END
	chmod 600 "$E2E/msmtprc"
	NOTMUCH_CONFIG=$E2E/notmuch/config
	export NOTMUCH_CONFIG
	notmuch new >"$E2E/notmuch.log" 2>&1 &&
		notmuch reply '*' >"$E2E/draft" 2>>"$E2E/notmuch.log" &&
		awk -v typed="$TYPED" '
			{ print }
			/^$/ && !done { while ((getline line < typed) > 0) print line; print ""; done = 1 }' \
			"$E2E/draft" |
		msmtp -C "$E2E/msmtprc" --auto-from=off --from="$1@example.net" -t \
			>>"$E2E/notmuch.log" 2>&1
}

# turn NAME PROGRAM TYPED PLAYED: a player answers, pbem runs, the record has the move and both
# players have a letter about it.
turn()
{
	TYPED=$E2E/typed
	printf '%b\n' "$3" >"$TYPED"
	waiting=$(mail_count game) anna=$(mail_count anna) bob=$(mail_count bob)
	check "$1 sends $3 by $2" "by_$2" "$1"
	check_same "one letter more waits" $((waiting + 1)) "$(mail_count game)"
	check "pbem runs" "$PBEM" --site "$SITE" run --verbose >"$E2E/run.log" 2>&1
	check "$2: $4 is in the record" grep -q "^  played [a-z]* $4 " "$SITE/games/$GAME/game.txt"
	check "$2: anna has a letter about $4" [ "$(mail_count anna)" -gt "$anna" ]
	check "$2: bob has a letter about $4" [ "$(mail_count bob)" -gt "$bob" ]
	if [ "$E2E_FAILED" -gt 0 ]; then
		cat "$E2E/run.log" "$E2E/mutt.log" "$E2E/s-nail.log" "$E2E/notmuch.log" 2>/dev/null
		fail "at $4 by $2"
	fi
}

# whole_game PLUS LINKS: Légal's mate, thirteen letters in turn by three programs.
whole_game()
{
	GAME=game-$1
	SITE=$E2E/site-$1
	rm -rf "${MAIL:?}"/*
	check "a site is made" "$PBEM" --site "$SITE" init --address game@example.org \
		--moderator carol@example.org >"$E2E/init.log"
	printf 'gamepw\n' >"$SITE/password"
	chmod 600 "$SITE/password"
	cat >>"$SITE/pbem.conf" <<END
mailbox = imaps://game@localhost:$IMAPS_PORT/INBOX
mailbox-password-file = password
outgoing = smtp://127.0.0.1:$SMTP_PORT
ca-file = $CA_FILE
plus-address = $1
END
	check "a game begins" "$PBEM" --site "$SITE" new chess 'white=Anna <anna@example.net>' \
		'black=Bob <bob@example.net>' --id "$GAME" >"$E2E/new.log"
	check_same "both are welcomed" 'welcome welcome ' "$(kinds anna)$(kinds bob)"
	turn anna mutt "$([ "$2" = no ] || printf '%s' 'TEXTLINKS ON\n')MOVE e2-e4" e2e4
	check_same "bob is asked" 'welcome your-turn ' "$(kinds bob)"
	check_same "anna has a receipt" "welcome accepted $([ "$2" = no ] || echo 'wish ')" "$(kinds anna)"
	turn bob s_nail "Hello Anna,\n\n$([ "$2" = no ] || printf '%s' 'TEXTLINKS ON\n')e5\n\nCheers, Bob" e7e5
	turn anna notmuch 'Nf3\nSAY Grüße!' g1f3
	turn bob mutt 'Move d7 to d6' d7d6
	turn anna s_nail 'MOVE Bf1-c4\nSTATUS' f1c4
	turn bob notmuch 'Bg4' c8g4
	turn anna mutt 'Nc3\n\n-- \nAnna\nRESIGN of all evil' b1c3
	turn bob s_nail 'g6' g7g6
	turn anna notmuch '  Nxe5!' f3e5
	turn bob mutt 'bishop takes\nBxd1' g4d1
	turn anna s_nail 'BXF7+' c4f7
	turn bob notmuch 'MOVE e8-e7' e8e7
	turn anna mutt '> MOVE Nd2\n\nMOVE Nd5#' c3d5
	check "white has won" grep -q '^  result white' "$SITE/games/$GAME/game.txt"
	check_same "the end is told to anna" game-over "$(kinds anna | awk '{ print $NF }')"
	check_same "the end is told to bob" game-over "$(kinds bob | awk '{ print $NF }')"
	check "the record is sound" "$PBEM" --site "$SITE" verify "$GAME" >"$E2E/verify.log"
	check_same "links in letters" "$2" \
		"$(for letter in $(letters bob) $(letters anna); do cat "$letter"; done | grep -q '<mailto:' && echo yes || echo no)"
	check "what was said is in the record" grep -q '^  say white Grüße!$' "$SITE/games/$GAME/game.txt"
	said=$(for letter in $(letters bob); do cat "$letter"; done | grep -c '  | Anna: Gr=C3=BC=C3=9Fe!')
	check_same "what was said arrived" 1 "$said"
	plus=$(grep -hi '^Delivered-To: .*game+[a-z2-7]\{42\}@' $(letters game) | wc -l)
	[ "$1" = no ] && wanted=0 || wanted=13
	check_same "replies went to a plus-address" $wanted "$plus"
}

whole_game yes no
whole_game no yes
e2e_end
