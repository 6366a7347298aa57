#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: scripts/setup-debian leaves a machine as it was, except for packages. No server that comes with one is
# started then or at boot, except for those that were before. The programs that it calls are replaced by stubs,
# with a folder as its root.
set -u
top=$(cd "${srcdir:-$(dirname "$0")/..}" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pbem-setup.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
SETUP_ROOT=$work/root
export SETUP_ROOT
wants=$SETUP_ROOT/etc/systemd/system/multi-user.target.wants
mkdir -p "$work/bin" "$wants" "$SETUP_ROOT/etc/rc2.d" "$SETUP_ROOT/usr/sbin"
ln -s /lib/systemd/system/cron.service "$wants/cron.service"
ln -s ../init.d/cron "$SETUP_ROOT/etc/rc2.d/S01cron"

# stub NAME LINE...: a program of that name.
stub() {
	name=$1
	shift
	printf '#!/bin/sh\n' >"$work/bin/$name"
	printf '%s\n' "$@" >>"$work/bin/$name"
	chmod +x "$work/bin/$name"
}

stub id 'echo 0'
stub dpkg-query 'echo not-installed'
stub apt-get "case \$* in *dovecot-core*)
	test -x '$SETUP_ROOT/usr/sbin/policy-rc.d' || echo started >>'$work/wrong'
	ln -s /lib/systemd/system/dovecot.service '$wants/dovecot.service'
	ln -s ../init.d/dovecot '$SETUP_ROOT/etc/rc2.d/S01dovecot' ;;
esac"
stub systemctl "test \"\$1\" = disable && rm '$wants/'\"\$2\""
stub update-rc.d "mv '$SETUP_ROOT/etc/rc2.d/S01'\"\$1\" '$SETUP_ROOT/etc/rc2.d/K01'\"\$1\""

PATH=$work/bin:$PATH "$top/scripts/setup-debian" tests >"$work/said" 2>&1 || {
	echo "setup-debian failed:"
	cat "$work/said"
	exit 1
}
left=$(cd "$SETUP_ROOT" && find . -type l -o -type f | sort | tr '\n' ' ')
wanted='./etc/rc2.d/K01dovecot ./etc/rc2.d/S01cron ./etc/systemd/system/multi-user.target.wants/cron.service '
if [ "$left" != "$wanted" ] || [ -e "$work/wrong" ]; then
	printf 'left: %s\nwanted: %s\n' "$left" "$wanted"
	cat "$work/said" "$work/wrong" 2>/dev/null
	exit 1
fi
echo 'the machine is as it was'
