/* SPDX-License-Identifier: MIT */
#include <sys/stat.h>

#include "core/util/base.h"
#include "tests/lib/ledgerscene.h"
#include "tests/lib/scratch.h"

struct ledger *ledger;

int ledgerscene_open(void **state)
{
	struct reason reason;

	umask(077);
	if (scratch_open(state) != 0)
		return -1;
	return ledger_open(scratch_folder, true, &ledger, &reason) == LEDGER_OPEN ? 0 : -1;
}

int ledgerscene_close(void **state)
{
	ledger_close(ledger);
	return scratch_close(state);
}
