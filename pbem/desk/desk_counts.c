/* SPDX-License-Identifier: MIT */
/* What the ledger counts, with what the batch in hand adds to it; notices; outages. */
#include <stdarg.h>
#include <stdlib.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "core/phrase/phrase.h"
#include "core/turn/clock.h"
#include "core/words/words.h"
#include "pbem/desk/desk.h"

enum { LATE_SECONDS = 6 * SECONDS_AN_HOUR };

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

static int64_t raise_named(struct desk *desk, int64_t add, bool once, const char *format,
			   va_list args)
{
	char *name = base_vprintf(format, args);
	int64_t before = desk_count(desk, name);

	if (add != 0 && !(once && before != 0))
		desk_add_count(desk, name, add);
	free(name);
	return before;
}

int64_t desk_raise(struct desk *desk, int64_t add, const char *format, ...)
{
	int64_t before;
	va_list args;

	va_start(args, format);
	before = raise_named(desk, add, false, format, args);
	va_end(args);
	return before;
}

bool desk_is_first(struct desk *desk, int64_t mark, const char *format, ...)
{
	int64_t before;
	va_list args;

	va_start(args, format);
	before = raise_named(desk, mark, true, format, args);
	va_end(args);
	return before == 0;
}

const char *desk_phrase(const struct desk *desk, const char *english)
{
	const char *spoken = words_spoken(), *language = desk->site->config->language, *found;

	if (language == NULL)
		return english;
	/* Without its words it is English. */
	(void)words_speak(language, NULL);
	found = phrase(english);
	(void)words_speak(spoken, NULL);
	return found;
}

void desk_notice(struct desk *desk, int64_t when, const char *format, ...)
{
	va_list args;
	char *line;

	va_start(args, format);
	line = base_vprintf(desk_phrase(desk, format), args);
	va_end(args);
	ledger_line_notice(&desk->batch.ledger, when, line);
	free(line);
}

static bool asks(const struct event_list *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->events[i].kind == EVENT_ASK)
			return true;
	return false;
}

void desk_note_wait(const struct desk *desk, const struct desk_game *game, int64_t when,
		    struct event_list *events)
{
	int64_t seconds = desk->now - when;

	/* What is taken again went out at its time. */
	if (ledger_count(desk->site->ledger, LEDGER_TAKING) != 0)
		return;
	if (clock_is_timed(&game->file->game) && asks(events) && seconds > LATE_SECONDS)
		event_add(events, event_about(EVENT_LATE, NO_SIDE, (uint32_t)(seconds / 60), NULL));
}

/* Since when the game is at this site; 0: it has always been. */
static int64_t came(struct ledger *ledger, uint32_t number)
{
	char *name = base_printf(LEDGER_CAME "%u", (unsigned)number);
	int64_t when = ledger_count(ledger, name);

	free(name);
	return when;
}

void desk_count_outages(struct ledger *ledger, uint32_t number, struct game *game,
			struct event_list *facts)
{
	const int64_t since = came(ledger, number);
	struct outage outage = {.to = since > game->counted ? since : game->counted};
	struct event_list owed;

	while (ledger_next_outage(ledger, outage.to, &outage)) {
		if (outage.from < since)
			outage.from = since;
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
