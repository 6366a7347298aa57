#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: no letter stops a site. Whole letters are made at random, from strange and genuine senders, with all
# orders and with good and bad arguments, in games of all kinds with all options. Each run ends with 0, each
# letter is decided, and every game verifies. If any of this fails, the letter to blame is printed.
# PBEM_ANY_LETTERS=N tries about N letters, PBEM_ANY_SEED=S others.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python
e2e_begin
check "any letters" "$PYTHON" -B "$SOURCES/tests/e2e/any_letters.py" "$E2E"
e2e_end
