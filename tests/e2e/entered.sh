#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: a moderator enters orders for a player who can't mail: once and completely. All are told, and the
# moderator learns of no hand. Every such action, killed at any step, is done completely or not at all, and its
# letters are sent once.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
"$PYTHON" -B "$SOURCES/tests/e2e/entered.py" "$E2E"
