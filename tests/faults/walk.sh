#!/bin/sh
# SPDX-License-Identifier: MIT
# Goal: any call of a run may fail once, or from then on, for want of disk, memory, descriptors or time. The run
# ends properly and says why. The next one has the result that it would have had alone, with every letter sent
# once.
. "${srcdir:-.}/tests/e2e/lib.sh"

needs_python sqlite3
LIBRARY=$BUILD/tests/faults/faults.so
[ -e "$LIBRARY" ] || skip "no $LIBRARY, which needs glibc"
e2e_begin
export PBEM
# Talking to servers makes more calls than a Maildir, and the same ones for the most part.
for kind in ${FAULTS_KINDS:-maildir wire}; do
	share=97
	[ "$kind" = maildir ] || share=400
	echo "$kind:"
	check "runs of which a call fails, $kind" "$PYTHON" -B "$SOURCES/tests/faults/walk.py" "$E2E/work" \
		"$(realpath "$LIBRARY")" "$kind" "${FAULTS_SHARE:-$share}"
done
e2e_end
