#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: who has chosen German reads and writes it, with and without cards, against who has not; its
# words are nothing to all others.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/german.py" "$E2E"
