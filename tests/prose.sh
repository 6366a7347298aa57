#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: scripts/check-prose finds each habit in each kind of text, at its line, and passes plain text, quotations,
# code and what its lists name; in CI it finds subjects of commits without an area.
set -u
check=$(cd "${srcdir:-$(dirname "$0")/..}" && pwd)/scripts/check-prose
tree=$(mktemp -d) || exit 99
trap 'rm -rf "$tree"' EXIT
cd "$tree" || exit 99
mkdir -p scripts templates/de games/de games/cards core tests/e2e/golden
CI='' srcdir=$tree
export CI srcdir
failed=0

# fails WORDS... : says so, and that the test has failed.
fails() {
	echo "FAIL: $*"
	failed=1
}

# finds FILE LINE HABIT: the check of the whole tree finds that, and nothing else in that file.
finds() {
	found=$("$check" | grep "^$1:")
	case $found in
	"$1:$2: $3: "*) [ "$(printf '%s\n' "$found" | wc -l)" -eq 1 ] || fails "$1: more than $3: $found" ;;
	*) fails "$1: not $3 in line $2: ${found:-nothing}" ;;
	esac
	rm -f "$1"
}

# passes FILE: the check finds nothing in it.
passes() {
	found=$("$check") || fails "$1 is plain: $found"
	rm -f "$1"
}

long='The one word that comes next is short and so is each of the other words that come here, yet there are far too many
of them for one reader who wants to be done with it before the end.'

# Every habit, in the second line of a page.
while IFS='|' read -r habit sentence; do
	printf 'This is plain.\n%s\n' "$sentence" >README.md
	finds README.md 2 "$habit"
done <<END
bare subject|Who watches sees the board.
bare subject|What is paid is gone.
fronted Of|Of two letters the later counts.
stand, lie|The secrets stand in the file.
stand, lie|The file lies in the folder.
place for time|The run begins behind the first letter.
place for time|The word is in front of the command.
but for an exception|All squares are empty, but for these two.
but for an exception|Nothing depends on it, but that nobody is answered twice.
archaic|A bishop moves aslant.
archaic|The page is written anew.
archaic|A moderator mends the file.
archaic|The deadline is reckoned in days.
archaic|The file is spoilt.
archaic|The seats are drawn by lot.
archaic|It has pictures besides.
archaic|Now it is in earnest.
archaic|The letter is at the post.
archaic|The site as made reads a folder.
archaic|A blank follows the word.
archaic|A pawn is taken in passing.
of before|A site of before has none.
a X a Y|The log has a line a letter.
he|The player gets his letters.
END
printf 'Plain.\n\n%s\n' "$long" >README.md
finds README.md 3 'long sentence'

# Every kind of text.
printf '.Dd today\n.Sh SYNOPSIS\nWho sees it.\n.Sh DESCRIPTION\nA file is there.\n.Pp\nWho has\n.Ic run\nsees it.\n' >core/a.1
finds core/a.1 7 'bare subject'
printf '.Sh DESCRIPTION\n.Pa file\nis here.\n.Bl -tag -width Ds\n.It Fl -x\nThe file is spoilt.\n.El\n' >core/a.5
finds core/a.5 6 archaic
printf '{?a}It is your move.\n{?b}{!c}Who moves\nsees {it}.\n' >templates/a.txt
finds templates/a.txt 2 'bare subject'
printf 'Time: {name} has 3 days.\n\nThe terms are time=3.\n' >templates/a.txt
finds templates/a.txt 3 configuration
printf 'Content-Type: text/plain; charset=utf-8\n\nThe terms are\nmiss = skip here.\n' >tests/e2e/golden/a.txt
finds tests/e2e/golden/a.txt 3 configuration
printf '%s\n' "$long" >templates/de/a.txt
finds templates/de/a.txt 1 'long sentence'
printf 'TITLE\n\nV1   A king moves.\nV2   The player has\n     his turn.\n' >games/a.txt
finds games/a.txt 4 he
printf 'name   Spoilt\ntext   Take a piece. Of two\ntext   pieces the first counts.\n' >games/cards/a.card
finds games/cards/a.card 2 'fronted Of'
printf 'int a; // who has it\nint b; /* Who has it. */\nchar *c = "/* Who */";\n' >core/a.c
finds core/a.c 2 'bare subject'
printf '// Returns the seat.\nint a(void);\n\n// Whether the seat\n// is in play.\nint b(void);\n' >core/a.h
finds core/a.h 4 'no verb'
printf '#!/bin/sh\n# A file.\necho "Who is it."\n# A file\n# made anew.\n' >core/a.sh
finds core/a.sh 4 archaic
printf 'def a():\n    """The file lies in a folder."""\n' >core/a.py
finds core/a.py 2 'stand, lie'

# Plain text, questions, quotations, code, short cells of tables.
cat >README.md <<'END'
# Who could want what

Who has won? "Who watches sees" is what `Who he is` said, but that is over. Of course it is.

```
Who runs this sees it.
```

    Of two the first counts.

| what | who |
|---|---|
| Who comes first | Of two files |

The pawn is behind the king. Its square is in front of that square.
END
passes README.md
printf '.Sh DESCRIPTION\nSee\n.Dq Who watches sees .\n.Bd -literal\nWho runs this sees it.\n.Ed\n' >core/a.7
passes core/a.7
printf '  to move             MOVE e4\n  to give up          RESIGN\n' >templates/a.txt
passes templates/a.txt
printf 'Wer zusieht: Who is he.\n' >games/de/a.txt
passes games/de/a.txt

# The lists: what they name is passed over, and a row that isn't needed is a fault.
echo 'A bishop moves aslant.' >README.md
echo 'README.md | moves aslant | a word of the game' >scripts/check-prose.except
"$check" || fails 'an exception counts'
echo 'A bishop moves diagonally.' >README.md
"$check" >found && fails 'an exception without use'
grep -q 'check-prose.except: no sentence of README.md' found || fails 'an exception without use is named'
echo 'README.md | moves aslant' >scripts/check-prose.except
"$check" 2>found && fails 'an exception without a reason'
rm scripts/check-prose.except
echo 'A bishop moves aslant.' >README.md
echo 'README.md | not rewritten yet' >scripts/check-prose.todo
"$check" || fails 'a file that is not rewritten yet is passed over'
[ "$("$check" todo)" = '1 README.md' ] || fails 'the faults of such a file are counted'
"$check" README.md >found && fails 'a file that is given is read'
rm README.md
"$check" >found && fails 'a file in the list that is gone'
rm scripts/check-prose.todo

# The subjects of commits, in CI alone and where git is there.
if command -v git >/dev/null; then
	git init -q . && git config user.name a && git config user.email a@example.org
	for subject in 'imap: accept two spaces' 'Let it go' \
		'core/util: write all words of a subject that is longer than seventy-two characters'; do
		git commit -q --allow-empty -m "$subject" || fails 'git commits'
	done
	"$check" || fails 'subjects are read in CI alone'
	CI=true "$check" >found && fails 'subjects without an area'
	[ "$(grep -c '^commit .*: subject: ' found)" -eq 2 ] || fails "two subjects: $(cat found)"
fi
exit "$failed"
