#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: games with decks that players build, order or share, by mail; a common deck that runs out; every
# shuffle worked out again with sha256sum.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/decks.py" "$E2E" "$SOURCES/core/cards/deck/pbem-shuffle.7"
