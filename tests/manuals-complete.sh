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

failed=0

# same WHAT SOURCE PAGE: says what either lacks, and where it would stand
same() {
	test -s "$work/$1" || { echo "no $1 are found in $2"; failed=1; }
	comm -23 "$work/$1" "$work/$1.page" | sed "s|.*|$3: no line '.It Ic &' tells of it, and it stands in $2|" >"$work/said"
	comm -13 "$work/$1" "$work/$1.page" | sed "s|.*|$3: '.It Ic &' tells of what isn't in $2|" >>"$work/said"
	cat "$work/said"
	test ! -s "$work/said" || failed=1
}

same commands pbem/command/main.c pbem/command/pbem.1
same keys pbem/site/config.c pbem/site/pbem.conf.5
[ $failed = 0 ]
