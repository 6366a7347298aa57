#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: the contents of a hand are in its owner's letters and in files that nobody else may read,
# whatever the umask and wherever a run was killed. Two sites where different cards were dealt print and
# write the same, in the same order, and no card's name.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/hands_kept.py" "$E2E"
