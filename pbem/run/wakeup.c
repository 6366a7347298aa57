/* SPDX-License-Identifier: MIT */
#include "pbem/promise/carrier.h"
#include "pbem/promise/ledger.h"
#include "pbem/promise/outbox.h"
#include "pbem/watch/outlook.h"

void outlook_read(const char *folder, int64_t since, struct outlook *out)
{
	const struct alarm after = {.when = since - 1, .game = UINT32_MAX};
	struct ledger *ledger;
	struct reason reason;
	struct alarm alarm;
	bool out_now;

	*out = (struct outlook){INT64_MAX, INT64_MAX};
	if (ledger_open(folder, false, &ledger, &reason) != LEDGER_OPEN)
		return;
	/* It has run out when its moment is over. */
	if (ledger_next_alarm(ledger, &after, INT64_MAX, &alarm))
		out->clock = alarm.when + 1;
	/* Who sends looks again when he is done. */
	if (carrier_look(folder, &out_now, NULL) != 0 || !out_now)
		out->post = outbox_next(ledger_outbox(ledger));
	ledger_close(ledger);
}
