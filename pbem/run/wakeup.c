/* SPDX-License-Identifier: MIT */
#include "pbem/run/wakeup.h"
#include "pbem/store/ledger.h"
#include "pbem/store/outbox.h"
#include "pbem/store/sender_lock.h"

void wakeup_read(const char *folder, int64_t since, struct wakeup *out)
{
	const struct alarm after = {.when = since - 1, .game = UINT32_MAX};
	struct ledger *ledger;
	struct reason reason;
	struct alarm alarm;
	bool out_now;

	*out = (struct wakeup){INT64_MAX, INT64_MAX};
	if (ledger_open(folder, false, &ledger, &reason) != LEDGER_OPEN)
		return;
	/* A clock has run out after its second is over. */
	if (ledger_next_alarm(ledger, &after, INT64_MAX, &alarm))
		out->clock = alarm.when + 1;
	/* A process that is sending checks the outbox again when it has finished. */
	if (sender_lock_look(folder, &out_now, NULL) != 0 || !out_now)
		out->post = outbox_next(ledger_outbox(ledger));
	ledger_close(ledger);
}
