#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: every letter of three short games reads, byte for byte, as in tests/e2e/golden/, where somebody has
# read it through. After a change of wording, PBEM_GOLDEN=write writes them again; read what changed.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
# GAME FOLDER: in each language.
golden() {
	check "$1" "$PYTHON" -B "$SOURCES/tests/e2e/golden.py" "$E2E/$1" "$SOURCES/tests/e2e/golden$2" "$1"
	check "$1 in German" "$PYTHON" -B "$SOURCES/tests/e2e/golden.py" "$E2E/de/$1" \
		"$SOURCES/tests/e2e/golden/de/$1" "$1" de
}
mkdir "$E2E/chess" "$E2E/ring" "$E2E/three-player" "$E2E/additions"
mkdir "$E2E/de" "$E2E/de/chess" "$E2E/de/ring" "$E2E/de/three-player" "$E2E/de/additions"
golden chess ""
golden three-player /three-player
golden additions /additions
golden ring /ring
e2e_end
