#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: bash and zsh complete pbem's command line: every command and every option that help tells of, and
# what the options and commands take, from games to cards. zsh only where there is one.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
PBEM_DATA=${PBEM_DATA:-$SOURCES}
export PBEM_DATA
command -v bash >/dev/null || skip "no bash"
e2e_begin
SITE=$E2E/site
scripts=$(cd "$SOURCES/pbem/cli/completion" && pwd)
"$PBEM" --site "$SITE" init --address games@example.org >/dev/null || fail "no site"
"$PBEM" --site "$SITE" new ring --id demo a@x.org b@x.org c@x.org >/dev/null || fail "no game"
"$PBEM" --site "$SITE" new chess --id other a@x.org b@x.org >/dev/null || fail "no game"
mkdir "$E2E/here" "$E2E/here/folder" && : >"$E2E/here/file"
cd "$E2E/here" || fail "no folder"

# The words of a command line as bash parts them, the last one being typed, are arguments; a line each is what
# it becomes.
cat >"$E2E/bash" <<'END'
. "$1/pbem"
shift
COMP_WORDS=("$PBEM" "$@") COMP_CWORD=$#
_pbem "$PBEM" "${!#}" ""
[ ${#COMPREPLY[@]} = 0 ] || printf '%s\n' "${COMPREPLY[@]}"
END
# The same for zsh, whose own functions for completion are replaced here.
cat >"$E2E/zsh" <<'END'
eval "_pbem() {
$(<$1/_pbem)
}"
shift
_describe() { local offer; for offer in "${(@P)2}"; do print -r -- "${${offer%%[^\\]:*}}${(M)${offer%%:*}%?}"; done }
_files() { print -r -- *(-/N) ; [[ ${1-} == -/ ]] || print -r -- *(-.N) }
compset() { : }
words=($PBEM "$@") CURRENT=$(($# + 1))
_pbem
END

# in_bash WHAT WANTED WORD...: becomes these, in any order
in_bash()
{
	same_what=$1 same_wanted=$2
	shift 2
	check_same "bash: $same_what" "$(printf '%s\n' $same_wanted | sort)" \
		"$(PBEM_SITE=$SITE PBEM=$PBEM bash "$E2E/bash" "$scripts" "$@" 2>&1 | sort)"
}

"$PBEM" help | awk '/^  [a-z]/ { print $1 }' >"$E2E/commands"
in_bash 'all commands' "$(cat "$E2E/commands")" ''
while read -r command; do
	in_bash "$command" "$(grep "^$command" "$E2E/commands")" "$command"
	options=$({ "$PBEM" "$command" --help; "$PBEM" help; } |
		sed -n 's/^  \(-[a-zA-Z], \)\{0,1\}\(--[a-z-]*\).*/\2/p')
	in_bash "options of $command" "$options" "$command" --
done <"$E2E/commands"
in_bash 'of pbem itself' '--site --help --version' --
in_bash 'games and files' 'demo other file folder' show ''
in_bash 'games' 'demo' status de
in_bash 'seats' 'a b c' forfeit demo ''
in_bash 'seats of another' 'white black' resend other ''
in_bash 'seats as a value' 'white' show other --seat w
in_bash 'the same with a sign' 'white' show other --seat = w
in_bash 'a board: nobody knows' '' forfeit demo a ''
in_bash 'variants' 'three-player' variants th
in_bash 'keys' 'seats= sets=' perft ring 1 --option s
in_bash 'values' 'strict social' new ring --option sets =
in_bash 'one of them' 'social' new ring --option sets = so
in_bash 'and behind it' 'seats= sets=' new ring --option sets=social --option ''
in_bash 'a card' 'long' card lon
in_bash 'its next word' 'jump' card long ''
in_bash 'what a command may do' 'new' key ''
in_bash 'help of a command' 'perft' help pe
in_bash 'files' 'file folder' new --list ''
in_bash 'folders' 'folder' --site ''
in_bash 'folders with a sign' 'folder' --site = fo
in_bash 'no option behind two hyphens' '' status -- --j
in_bash 'nothing behind an unknown command' '' frobnicate ''
PBEM_SITE=nowhere in_bash 'games of the site on the line' 'demo other' --site "$SITE" status ''

if ! command -v zsh >/dev/null; then
	echo "no zsh: its part is left out"
	e2e_end
	exit
fi
in_zsh()
{
	same_what=$1 same_wanted=$2
	shift 2
	check_same "zsh: $same_what" "$(printf '%s\n' $same_wanted | sort)" \
		"$(PBEM_SITE=$SITE PBEM=$PBEM zsh -f "$E2E/zsh" "$scripts" "$@" 2>&1 | sort)"
}
in_zsh 'all commands' "$(cat "$E2E/commands")" ''
in_zsh 'an option' '--ply' show --p
in_zsh 'seats' 'a b c' forfeit demo ''
in_zsh 'seats with a sign' '--seat=white' show other --seat=w
in_zsh 'values' 'sets=strict sets=social' new ring --option sets=
in_zsh 'games, folders and files' 'demo other file folder' show ''
in_zsh 'folders' 'folder' --site ''
in_zsh 'nothing' '' frobnicate ''
e2e_end
