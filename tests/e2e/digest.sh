#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: the moderators' daily summary. It is sent once a day from its hour on, whatever is killed, with what
# waits, is overdue, bounced or had no effect. None is sent when there is nothing to report, and no game is opened
# before it is known to be needed.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
FAULTY=$BUILD/tests/e2e/faulty # a mailbox that can't be read
export FAULTY
"$PYTHON" -B "$SOURCES/tests/e2e/digest.py" "$E2E"
