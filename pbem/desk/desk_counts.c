/* SPDX-License-Identifier: MIT */
/* What the ledger counts, with what the batch in hand adds to it; notices; outages. */
#include <stdarg.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "core/turn/clock.h"
#include "pbem/desk/desk.h"

int64_t desk_count(struct desk *desk, const char *name)
{
	const int64_t *added = g_hash_table_lookup(desk->counts, name);

	return ledger_count(desk->site->ledger, name) + (added != NULL ? *added : 0);
}

static void note_added(struct desk *desk, const char *name, int64_t add)
{
	int64_t *added = g_hash_table_lookup(desk->counts, name);

	if (added == NULL) {
		added = base_zalloc(1, sizeof *added);
		g_hash_table_insert(desk->counts, base_strdup(name), added);
	}
	*added += add;
}

void desk_add_count(struct desk *desk, const char *name, int64_t add)
{
	note_added(desk, name, add);
	ledger_line_count(&desk->batch.ledger, name, add);
}

void desk_drop_count(struct desk *desk, const char *name)
{
	int64_t count = desk_count(desk, name);

	if (count == 0)
		return;
	note_added(desk, name, -count);
	ledger_line_no_count(&desk->batch.ledger, name);
}

void desk_notice(struct desk *desk, int64_t when, const char *format, ...)
{
	va_list args;
	char *line;

	va_start(args, format);
	line = base_vprintf(format, args);
	va_end(args);
	ledger_line_notice(&desk->batch.ledger, when, line);
	free(line);
}

void desk_count_outages(struct ledger *ledger, struct game *game, struct event_list *facts)
{
	struct outage outage = {.to = game->counted};
	struct event_list owed;

	while (ledger_next_outage(ledger, outage.to, &outage)) {
		if (!clock_owes(game, &outage))
			continue;
		event_list_init(&owed);
		clock_add_outage(&outage, &owed);
		/* A bug if not: the fact is made so. */
		if (clock_count_outage(game, &owed.events[0]) == 0)
			event_append(facts, &owed);
		event_list_done(&owed);
	}
}
