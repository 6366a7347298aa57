#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: letters of every situation read, in English and in German, as in tests/e2e/golden/situations, where somebody
# has read them through. No existing letter is missing in either language. After a change of wording,
# PBEM_GOLDEN=write writes them again; read what changed.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
mkdir "$E2E/en" "$E2E/de"
GOLDEN=$SOURCES/tests/e2e/golden
for language in en de; do
	for number in 1 2 3 4 5 6 7 8 9 10 11; do mkdir "$E2E/$language/$number"; done
	check "in $language" "$PYTHON" -B "$SOURCES/tests/e2e/situations.py" "$E2E/$language" \
		"$GOLDEN/situations/$language" "$language"
done
# A condition is its paragraph's: on the next line of text it would begin another, in the middle of a sentence.
broken=$(awk '{ condition = ""; if (match($0, /^([{][?!][a-z-]+[}])+[^ {]/)) condition = substr($0, 1, RLENGTH - 1)
	if (condition != "" && condition == before && last !~ /[.:!?]$/ && last !~ /(First|Subject): /) print FILENAME ": " $0
	before = condition; last = $0 }' "$SOURCES"/templates/*.txt "$SOURCES"/templates/*/*.txt)
check "no sentence of a template is broken: $broken" test -z "$broken"
# Every template that is a letter, as the name of one of its letters ends: NN-anna-your-turn.txt.
for template in "$SOURCES"/templates/*.txt; do
	grep -q Subject: "$template" || continue
	name=$(basename "$template" .txt)
	check "$name has a letter in English" test -n \
		"$(find "$GOLDEN" -name "*-$name.txt" ! -path '*/de/*')"
	check "$name has a letter in German" test -n \
		"$(find "$GOLDEN" -name "*-$name.txt" -path '*/de/*')"
done
e2e_end
