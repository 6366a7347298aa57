#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: the moderators' digest: once a day from its hour on, whatever is killed, with what waits, is overdue, came
# back or came to nothing; none when there is nothing, and no game is looked at before.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
FAULTY=$BUILD/tests/e2e/faulty # a mailbox that can't be read
export FAULTY
"$PYTHON" -B "$SOURCES/tests/e2e/digest.py" "$E2E"
