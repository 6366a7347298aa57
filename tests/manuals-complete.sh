#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: every command has its place in pbem(1), every key in pbem.conf(5), and neither page has more.
set -u
top=${srcdir:-.}
work=$(mktemp -d "${TMPDIR:-/tmp}/pbem-manuals.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT

"${PBEM:-./pbem/pbem}" help | awk '/^  [a-z]/ { print $1 }' | sort -u >"$work/commands"
sed -n '/^.Ss Setting up/,/^.Sh ENV/s/^\.It Ic \([a-z]*\).*/\1/p' "$top/pbem/command/pbem.1" | grep -v '^help$' |
	sort -u >"$work/commands.page"
sed -n 's/^	{"\([a-z-]*\)", KEY_.*/\1/p' "$top/pbem/site/config.c" | sort >"$work/keys"
sed -n '/^.Ss The site/,/^.Sh FILES/s/^\.It Ic //p' "$top/pbem/site/pbem.conf.5" | sed 's/ , Ic /\n/g' |
	sort >"$work/keys.page"

test -s "$work/commands" && test -s "$work/keys" &&
	diff "$work/commands" "$work/commands.page" && diff "$work/keys" "$work/keys.page"
