#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: what the documents show is what the program makes. The picture and the letters in README.md are those of pbem
# (PBEM_GOLDEN=write renews the letters), and `make html` makes one web page per manual, whose links to each other lead
# somewhere.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
PBEM_DATA=${PBEM_DATA:-$SOURCES}
export PBEM_DATA

"$PBEM" show --ply 24 --format svg --output "$E2E/board.svg" "$SOURCES/games/archive/four-player.txt"
check "doc/board.svg is what pbem draws: pbem show --ply 24 --format svg --output doc/board.svg games/archive/four-player.txt" \
	cmp "$E2E/board.svg" "$SOURCES/doc/board.svg"

check "the letters in README.md" "$PYTHON" -B "$SOURCES/tests/documents.py" "$PBEM" "$SOURCES" "$E2E/site"

manuals=$(find "$SOURCES/core" "$SOURCES/games" "$SOURCES/pbem" -name '*.[157]')
mkdir "$E2E/bin"
for tool in sh sed rm mkdir; do
	ln -s "$(command -v $tool)" "$E2E/bin/$tool"
done
# shellcheck disable=SC2086 # a list of files
PATH=$E2E/bin "$SOURCES/scripts/make-html" "$E2E/none" $manuals 2>"$E2E/err"
check "exit code 69 without mandoc" [ $? = 69 ]
check "it names the package" grep -q 'install mandoc' "$E2E/err"

if command -v mandoc >/dev/null; then
	# shellcheck disable=SC2086
	check "make-html works" "$SOURCES/scripts/make-html" "$E2E/html" $manuals
	for page in $manuals; do
		name=${page##*/}
		check "$name has a page" grep -q '</html>' "$E2E/html/$name.html"
		check "$name is listed" grep -q "href=\"$name.html\"" "$E2E/html/index.html"
	done
	for target in $(cat "$E2E"/html/*.html | grep -o 'href="[^":#]*"' | sed 's/href="//; s/"$//' | sort -u); do
		check "a link to $target leads somewhere" test -s "$E2E/html/$target"
	done
	check "no page of ours is looked for elsewhere" \
		sh -c '! grep -q "manpages.debian.org/pbem" "$1"/*.html' sh "$E2E/html"
fi
e2e_end
