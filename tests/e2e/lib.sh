# SPDX-License-Identifier: MIT
# Functions that end-to-end tests share; source it:  . "${srcdir:-.}/tests/e2e/lib.sh"
#
#   e2e_begin            makes $E2E, a short folder in memory or /tmp; everything is cleaned up at exit
#   dovecot_start        a throwaway Dovecot: sets IMAP_PORT, IMAPS_PORT, LMTP_PORT, CA_FILE, MAIL
#                        (the folder of mailboxes, a Maildir a user). Every user NAME exists and has
#                        the password NAMEpw; NAME+anything reaches NAME.
#                        DOVECOT_EXTRA: more of its configuration, such as of dovecot_sieve, see there
#   smtpd_start OPTION…  an SMTP server that delivers to it: sets SMTP_PORT and SMTPD_PID; see smtpd.py
#   faulty_start SCRIPT  an SMTP server that misbehaves as one line says ("bob@*:rcpt-451x2 dot-wait=3"): sets
#                        FAULTY_PORT, FAULTY_PID, FAULTY_SEEN (what it saw, a line each: "letter 12 bob@b 250")
#                        and FAULTY_LETTERS (the letters themselves); see smtp_faulty.py
#   imapd_start OPTION…  an IMAP server that does as told, with the letters of the folder $IMAPD_LETTERS:
#                        sets IMAPD_PORT and IMAPD_PID, ends the one before; see imapd_fake.py. Its
#                        commands are in $IMAPD_LOG, less what a log must not have
#   imapd_rules RULE…    how it treats letters from now on, and no other way: imapd_rules '2 omit'
#   imapd_site FOLDER    makes a site that reads from it and writes to its Maildir mail/out
#   table_begin          makes a site at $SITE with a mailbox of its own, and the game g1 of Anna and Bob; sets
#                        PLAYERS, the program that answers letters (players.py)
#   data_without_counts  sets PBEM_DATA to a copy of the games' folder for which `pbem check` counts few moves: for tests
#                        that call it often. tests/manuals.sh calls it with all counts
#   mail_put USER FILE [FOLDER]   puts a letter into a mailbox as it stands; FOLDER as ".Done"
#   mail_count USER [FOLDER]      how many letters the mailbox has
#   background NAME COMMAND…      starts a server; its output goes to $E2E/NAME.out and .err
#   server_start NAME MODULE ARG…  starts a server of this folder, such as smtp_faulty; its process is BACKGROUND_PID
#   wait_line FILE       waits for the first line of a file and prints it
#   background_end PID   ends a server started before
#   check WHAT COMMAND…  runs a command that must succeed; check_not, one that must fail
#   check_same WHAT WANT GOT
#   skip WHY, fail WHY   leave at once
#   e2e_end              says how many checks there were; last line of a test
#
# $PBEM is the program, which draws keys and secrets by PBEM_TEST_SEED, of itself the test's name ("random": by real
# chance; tests/seeded/chance.c), $PYTHON a Python 3 that has aiosmtpd (when needs_smtpd was asked).
# A test that can't run here exits 77, "skipped"; one that failed leaves its folder when KEEP is set.

SOURCES=${srcdir:-.}
BUILD=${BUILD:-.}
PBEM=${PBEM:-$BUILD/pbem/pbem}
PYTHON=${PYTHON:-}
E2E=
E2E_PIDS=
E2E_CHECKS=0
E2E_FAILED=0
exec 9>&1 # where a check says that it failed, also one whose output goes into a file
PATH=$PATH:/usr/sbin:/sbin:/usr/games
# A proxy of this machine must not come between a test and its servers.
unset ALL_PROXY all_proxy HTTP_PROXY http_proxy HTTPS_PROXY https_proxy

skip()
{
	echo "skipped: $*"
	exit 77
}

fail()
{
	echo "FAILED: $*"
	exit 1
}

check()
{
	E2E_CHECKS=$((E2E_CHECKS + 1))
	e2e_what=$1
	shift
	if ! "$@"; then
		E2E_FAILED=$((E2E_FAILED + 1))
		echo "FAILED: $e2e_what: $*" >&9
	fi
}

check_not()
{
	E2E_CHECKS=$((E2E_CHECKS + 1))
	e2e_what=$1
	shift
	if "$@"; then
		E2E_FAILED=$((E2E_FAILED + 1))
		echo "FAILED: $e2e_what: this should have failed: $*" >&9
	fi
}

check_same()
{
	E2E_CHECKS=$((E2E_CHECKS + 1))
	if [ "$2" != "$3" ]; then
		E2E_FAILED=$((E2E_FAILED + 1))
		printf 'FAILED: %s\n  wanted: %s\n  got:    %s\n' "$1" "$2" "$3" >&9
	fi
}

e2e_end()
{
	echo "$E2E_CHECKS checks, $E2E_FAILED failed"
	[ "$E2E_FAILED" -eq 0 ] || exit 1
	exit 0
}

# Where a folder can be made and programs in it be run: runs flush thousands of times what a test throws
# away, so in memory rather than on a disk.
e2e_place()
{
	if e2e_try=$(mktemp -d /dev/shm/pbXXXX 2>/dev/null); then
		printf '#!/bin/sh\n' >"$e2e_try/run" && chmod 755 "$e2e_try/run"
		"$e2e_try/run" 2>/dev/null && e2e_where=/dev/shm || e2e_where=/tmp
		rm -r "$e2e_try"
	fi
	echo "${e2e_where:-/tmp}"
}

# The folder is short, for a UNIX socket's path has 108 bytes at most.
e2e_begin()
{
	umask 022
	E2E=$(mktemp -d "$(e2e_place)/pbXXXX") || fail "no folder in $(e2e_place)"
	chmod 711 "$E2E"
	: "${PBEM_TEST_SEED:=$(basename "$0" .sh)}"
	PBEM_TEST_DRAWS=$E2E/.draws
	export PBEM_TEST_SEED PBEM_TEST_DRAWS
	echo "PBEM_TEST_SEED=$PBEM_TEST_SEED"
	trap 'e2e_clean $?' EXIT
	trap 'exit 130' INT TERM HUP
}

e2e_clean()
{
	trap - EXIT INT TERM HUP
	for e2e_pid in $E2E_PIDS; do
		kill "$e2e_pid" 2>/dev/null
	done
	for e2e_pid in $E2E_PIDS; do
		wait "$e2e_pid" 2>/dev/null
	done
	if [ -n "${KEEP:-}" ] && [ "$1" -ne 0 ]; then
		echo "kept: $E2E"
	else
		rm -rf "$E2E"
	fi
	exit "$1"
}

# A Python that can import the modules named; sets PYTHON or skips the test.
needs_python()
{
	for e2e_python in $PYTHON /usr/bin/python3 python3; do
		if "$e2e_python" -c "import ${1:-sys}" 2>/dev/null; then
			PYTHON=$e2e_python
			return
		fi
	done
	skip "no Python 3 with ${1:-its library}"
}

needs_smtpd()
{
	needs_python aiosmtpd
}

needs_dovecot()
{
	command -v dovecot >/dev/null || skip "no dovecot"
	[ -e /usr/lib/dovecot/lmtp ] || [ -e /usr/libexec/dovecot/lmtp ] || skip "no dovecot-lmtpd"
	[ -e /usr/lib/dovecot/imap ] || [ -e /usr/libexec/dovecot/imap ] || skip "no dovecot-imapd"
	command -v openssl >/dev/null || skip "no openssl"
}

background()
{
	e2e_name=$1
	shift
	# Emptied here: the line of a server before, under the same name, must not be read as this one's.
	: >"$E2E/$e2e_name.out"
	"$@" >>"$E2E/$e2e_name.out" 2>"$E2E/$e2e_name.err" &
	BACKGROUND_PID=$!
	E2E_PIDS="$E2E_PIDS $BACKGROUND_PID"
}

background_end()
{
	kill "$1" 2>/dev/null
	# The shell can't wait for a process that servers.py started.
	wait "$1" 2>/dev/null
	while kill -0 "$1" 2>/dev/null; do
		sleep 0.01
	done
	e2e_left=
	for e2e_pid in $E2E_PIDS; do
		[ "$e2e_pid" = "$1" ] || e2e_left="$e2e_left $e2e_pid"
	done
	E2E_PIDS=$e2e_left
}

wait_line()
{
	e2e_tries=0
	while [ $e2e_tries -lt 1000 ]; do
		if [ -s "$1" ] && IFS= read -r e2e_line <"$1"; then
			echo "$e2e_line"
			return 0
		fi
		sleep 0.01
		e2e_tries=$((e2e_tries + 1))
	done
	return 1
}

server_start()
{
	if [ ! -p "$E2E/servers" ]; then
		mkfifo "$E2E/servers"
		background servers "$PYTHON" -I "$SOURCES/tests/e2e/servers.py" "$E2E"
		wait_line "$E2E/servers.out" >/dev/null || fail "no servers.py: $(cat "$E2E/servers.err")"
	fi
	: >"$E2E/$1.out"
	rm -f "$E2E/$1.pid"
	# Opened in both directions, so that this never waits.
	{ printf '%s\037' "$@" && echo; } 1<>"$E2E/servers"
	BACKGROUND_PID=$(wait_line "$E2E/$1.pid") || fail "no server $2: $(cat "$E2E/servers.err")"
	E2E_PIDS="$E2E_PIDS $BACKGROUND_PID"
}

# Prints as many free ports as asked.
free_ports()
{
	"$PYTHON" - "$1" <<'END'
import socket, sys
taken = [socket.socket() for _ in range(int(sys.argv[1]))]
for each in taken:
    each.bind(("127.0.0.1", 0))
print(*[each.getsockname()[1] for each in taken])
END
}

# Waits until a server greets on a port.
wait_greeting()
{
	"$PYTHON" - "$1" "$2" <<'END'
import socket, sys, time
until = time.time() + 10
while time.time() < until:
    try:
        with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 2) as peer:
            peer.settimeout(5)
            if peer.recv(100).startswith(sys.argv[2].encode()):
                sys.exit(0)
    except OSError:
        pass
    time.sleep(0.02)
sys.exit(1)
END
}

# A certificate that is its own authority, for localhost or another: tls_make FOLDER [HOST]
tls_make()
{
	mkdir -p "$1"
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj "/CN=${2:-localhost}" \
		-addext "subjectAltName=DNS:${2:-localhost,IP:127.0.0.1}" \
		-keyout "$1/key.pem" -out "$1/cert.pem" 2>/dev/null || fail "openssl makes no certificate"
	chmod 644 "$1/cert.pem" "$1/key.pem"
}

# Dovecot's log-in process refuses to be root: root lends it an account that owns nothing.
dovecot_account()
{
	if [ "$(id -u)" -ne 0 ]; then
		DOVECOT_USER=$(id -un)
		DOVECOT_AS=
		return
	fi
	command -v setpriv >/dev/null || skip "root without setpriv can't run dovecot"
	for e2e_user in games nobody mail; do
		if id "$e2e_user" >/dev/null 2>&1; then
			DOVECOT_USER=$e2e_user
			DOVECOT_AS="setpriv --reuid=$(id -u "$e2e_user") --regid=$(id -g "$e2e_user") --clear-groups"
			return
		fi
	done
	skip "no account without privileges to run dovecot as"
}

# Dovecot 2.4 has other names for much, and reads no configuration without its version: everything in the
# tests that differs between it and 2.3 is here.
dovecot_is_new()
{
	case $(dovecot --version) in
	2.[0-3].*) return 1 ;;
	esac
}

# Prints the first lines of any configuration: nothing for 2.3.
dovecot_version()
{
	! dovecot_is_new || printf 'dovecot_config_version = 2.4.0\ndovecot_storage_version = 2.4.0\n'
}

# dovecot_mail FOLDER: where letters lie.
dovecot_mail()
{
	if dovecot_is_new; then
		printf 'mail_driver = maildir\nmail_path = %s\n' "$1"
	else
		printf 'mail_location = maildir:%s\n' "$1"
	fi
}

# Configures the users, with their passwords and mailboxes, and how a connection is secured.
dovecot_users()
{
	if dovecot_is_new; then
		cat <<-END
		ssl_server_cert_file = $E2E/tls/cert.pem
		ssl_server_key_file = $E2E/tls/key.pem
		auth_allow_cleartext = yes
		$(dovecot_mail "$MAIL/%{user | username}")
		mail_home = $MAIL/%{user | username}
		mail_inbox_path = $MAIL/%{user | username}
		passdb static {
		  password = %{user | username}pw
		}
		userdb static {
		  fields {
		    uid = $1
		    gid = $2
		    home = $MAIL/%{user | username}
		  }
		  userdb_static_allow_all_users = yes
		}
		END
	else
		cat <<-END
		ssl_cert = <$E2E/tls/cert.pem
		ssl_key = <$E2E/tls/key.pem
		disable_plaintext_auth = no
		$(dovecot_mail "$MAIL/%n")
		mail_home = $MAIL/%n
		passdb {
		  driver = static
		  args = password=%{username}pw
		}
		userdb {
		  driver = static
		  args = uid=$1 gid=$2 home=$MAIL/%n allow_all_users=yes
		}
		END
	fi
}

# dovecot_listener NAME PORT [LINE]: within a service.
dovecot_listener()
{
	e2e_address=address
	! dovecot_is_new || e2e_address=listen
	printf '  inet_listener %s {\n    %s = 127.0.0.1\n    port = %s\n    %s\n  }\n' "$1" "$e2e_address" "$2" "${3:-}"
}

# dovecot_sieve FILE: what is delivered by LMTP goes through that script.
dovecot_sieve()
{
	if dovecot_is_new; then
		cat <<-END
		protocol lmtp {
		  mail_plugins {
		    sieve = yes
		  }
		}
		sieve_script personal {
		  driver = file
		  path = $1
		  active_path = $1
		}
		END
	else
		printf 'protocol lmtp {\n  mail_plugins = sieve\n}\nplugin {\n  sieve = file:%s\n}\n' "$1"
	fi
}

# dovecot_pipes FOLDER: sieve scripts may call the programs in that folder.
dovecot_pipes()
{
	if dovecot_is_new; then
		cat <<-END
		sieve_plugins {
		  sieve_extprograms = yes
		}
		sieve_extensions {
		  vnd.dovecot.pipe = yes
		}
		sieve_pipe_bin_dir = $1
		END
	else
		cat <<-END
		plugin {
		  sieve_plugins = sieve_extprograms
		  sieve_extensions = +vnd.dovecot.pipe
		  sieve_pipe_bin_dir = $1
		}
		END
	fi
}

dovecot_configure()
{
	e2e_group=$(id -gn "$DOVECOT_USER")
	{
		dovecot_version
		cat <<-END
		protocols = imap lmtp
		listen = 127.0.0.1
		base_dir = $E2E/d/run
		state_dir = $E2E/d/state
		instance_name = pbem-test
		default_internal_user = $DOVECOT_USER
		default_internal_group = $e2e_group
		default_login_user = $DOVECOT_USER
		default_process_limit = 50
		default_client_limit = 400
		first_valid_uid = $(id -u "$DOVECOT_USER")
		first_valid_gid = $(id -g "$DOVECOT_USER")
		log_path = $E2E/d/dovecot.log
		ssl = yes
		auth_mechanisms = plain login
		auth_failure_delay = 0
		recipient_delimiter = +
		lmtp_save_to_detail_mailbox = no
		mail_max_userip_connections = 50
		namespace inbox {
		  inbox = yes
		  separator = /
		}
		service anvil {
		  chroot =
		}
		service stats {
		  chroot =
		}
		END
		dovecot_users "$(id -u "$DOVECOT_USER")" "$(id -g "$DOVECOT_USER")"
		printf 'service imap-login {\n  chroot =\n'
		dovecot_listener imap "$IMAP_PORT"
		dovecot_listener imaps "$IMAPS_PORT" 'ssl = yes'
		printf '}\nservice lmtp {\n  user = %s\n' "$DOVECOT_USER"
		dovecot_listener lmtp "$LMTP_PORT"
		printf '}\n%s\n' "${DOVECOT_EXTRA:-}"
	} >"$E2E/d/dovecot.conf"
}

dovecot_start()
{
	needs_dovecot
	needs_python
	dovecot_account
	MAIL=$E2E/d/mail
	CA_FILE=$E2E/tls/cert.pem
	mkdir -p "$E2E/d/run" "$E2E/d/state" "$MAIL"
	[ -f "$CA_FILE" ] || tls_make "$E2E/tls"
	chmod 711 "$E2E/d"
	if [ "$(id -u)" -eq 0 ]; then
		chown -R "$DOVECOT_USER" "$E2E/d"
	fi
	# A port that was free a moment ago may be taken when Dovecot comes to it.
	for e2e_try in 1 2 3; do
		read -r IMAP_PORT IMAPS_PORT LMTP_PORT <<END
$(free_ports 3)
END
		dovecot_configure
		background dovecot $DOVECOT_AS dovecot -F -c "$E2E/d/dovecot.conf"
		DOVECOT_PID=$BACKGROUND_PID
		if wait_greeting "$IMAP_PORT" '* OK' && wait_greeting "$LMTP_PORT" '220'; then
			return
		fi
		background_end "$DOVECOT_PID"
	done
	cat "$E2E/dovecot.err" "$E2E/d/dovecot.log" 2>/dev/null
	fail "dovecot did not start"
}

smtpd_start()
{
	[ -n "$PYTHON" ] || needs_smtpd
	E2E_SMTPD=$((${E2E_SMTPD:-0} + 1))
	server_start "smtpd$E2E_SMTPD" smtpd "$@"
	SMTPD_PID=$BACKGROUND_PID
	if ! SMTP_PORT=$(wait_line "$E2E/smtpd$E2E_SMTPD.out"); then
		cat "$E2E/smtpd$E2E_SMTPD.err"
		fail "the SMTP server did not start"
	fi
}

faulty_start()
{
	[ -n "$PYTHON" ] || needs_python
	E2E_FAULTY=$((${E2E_FAULTY:-0} + 1))
	FAULTY_LETTERS=$E2E/letters$E2E_FAULTY
	FAULTY_SEEN=$E2E/faulty$E2E_FAULTY.out
	: >"$FAULTY_LETTERS"
	server_start "faulty$E2E_FAULTY" smtp_faulty "$1" "$FAULTY_LETTERS" ${2+"$2" "$3"}
	FAULTY_PID=$BACKGROUND_PID
	FAULTY_PORT=$(wait_line "$FAULTY_SEEN") || fail "the faulty server did not start: $(cat "$E2E/faulty$E2E_FAULTY.err")"
}

imapd_start()
{
	needs_python
	[ -z "${IMAPD_PID:-}" ] || background_end "$IMAPD_PID"
	IMAPD_LETTERS=${IMAPD_LETTERS:-$E2E/letters}
	IMAPD_LOG=$E2E/imapd.log
	mkdir -p "$IMAPD_LETTERS"
	rm -f "$IMAPD_LOG" "$E2E/imapd.rules"
	server_start imapd imapd_fake --letters "$IMAPD_LETTERS" --rules "$E2E/imapd.rules" --log "$IMAPD_LOG" "$@"
	IMAPD_PID=$BACKGROUND_PID
	IMAPD_PORT=$(wait_line "$E2E/imapd.out") || fail "no IMAP server: $(cat "$E2E/imapd.err")"
}

# Another file, then renamed: the server never reads half a line.
imapd_rules()
{
	: >"$E2E/imapd.new"
	[ $# -eq 0 ] || printf '%s\n' "$@" >"$E2E/imapd.new"
	mv "$E2E/imapd.new" "$E2E/imapd.rules"
}

imapd_site()
{
	rm -rf "$1"
	"$PBEM" --site "$1" init --address games@example.org >/dev/null || fail "no site"
	echo gamepw >"$1/secret"
	chmod 600 "$1/secret"
	cat >>"$1/pbem.conf" <<-END
	mailbox = imap://127.0.0.1:$IMAPD_PORT
	mailbox-user = game
	mailbox-password-file = secret
	timeout-seconds = 1
	END
}

table_begin()
{
	needs_python
	SITE=$E2E/site
	PLAYERS=$SOURCES/tests/e2e/players.py
	"$PBEM" --site "$SITE" init --address games@example.org >/dev/null || fail "no site"
	"$PBEM" --site "$SITE" new chess 'white=Anna <anna@example.org>' 'black=Bob <bob@example.net>' \
		>/dev/null || fail "no game"
	mkdir -p "$SITE/mail/in/new" "$SITE/mail/in/cur" "$SITE/mail/in/tmp"
}

data_without_counts()
{
	mkdir "$E2E/few-counts"
	cp -r "${PBEM_DATA:-$SOURCES}/games" "${PBEM_DATA:-$SOURCES}/mailers" "${PBEM_DATA:-$SOURCES}/templates" "$E2E/few-counts"
	PBEM_DATA=$E2E/few-counts
	export PBEM_DATA
	sed -i '/expect *perft [4-9]/d' "$PBEM_DATA"/games/*.variant
}

# The name tells delivery time and order, as a mail server's would.
mail_put()
{
	E2E_PUT=$((${E2E_PUT:-0} + 1))
	e2e_box=$MAIL/$1${3:+/$3}
	for e2e_part in "$MAIL/$1" "$e2e_box"; do
		[ -d "$e2e_part/new" ] || mkdir -p "$e2e_part/cur" "$e2e_part/new" "$e2e_part/tmp"
	done
	e2e_name=$(date +%s).M${E2E_PUT}P$$.test
	cp "$2" "$e2e_box/tmp/$e2e_name"
	[ "$(id -u)" -ne 0 ] || chown -R "$DOVECOT_USER" "$MAIL/$1"
	mv "$e2e_box/tmp/$e2e_name" "$e2e_box/new/$e2e_name"
}

mail_count()
{
	find "$MAIL/$1${2:+/$2}/new" "$MAIL/$1${2:+/$2}/cur" -type f 2>/dev/null | wc -l | tr -d ' '
}
