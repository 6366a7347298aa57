#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: whatever pbem makes is sound: games with any options that `new` accepts, played at random, with every act of a
# moderator in every state and every end, and with any text that people write. PBEM_SOUND="SEED GAMES" has more of them.
set -u
. "${srcdir:-.}/tests/e2e/lib.sh"
needs_python
e2e_begin
# shellcheck disable=SC2086
"$PYTHON" -B "$SOURCES/tests/e2e/sound.py" "$E2E" ${PBEM_SOUND:-1 14}
