/* SPDX-License-Identifier: MIT */
/* The ledger's counts with those of the present batch; notices; outages; and messages that can't
 * be processed now. */
#include <stdarg.h>
#include <stdlib.h>

#include "core/game/clock.h"
#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/util/translate.h"
#include "pbem/site/workspace.h"
#include "pbem/store/crash_notes.h"

enum { LATE_SECONDS = 6 * SECONDS_AN_HOUR };

/* Returns the key of a count in workspace->counts. */
static char *key_of(const struct count *which)
{
	const char *const texts[] = {which->game, which->subject, which->detail};
	struct strbuf key;

	strbuf_init(&key, 0);
	strbuf_addf(&key, "%d %lld %lld %d", (int)which->kind, (long long)which->number,
		    (long long)which->day, which->told);
	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		strbuf_addf(&key, "\t%s", texts[i] != NULL ? texts[i] : "");
	return strbuf_take(&key);
}

int64_t workspace_count(struct workspace *workspace, struct count which)
{
	char *key = key_of(&which);
	const int64_t *added = g_hash_table_lookup(workspace->counts, key);

	free(key);
	return ledger_count(workspace->site->ledger, which) + (added != NULL ? *added : 0);
}

static void note_added(struct workspace *workspace, const struct count *which, int64_t add)
{
	char *key = key_of(which);
	int64_t *added = g_hash_table_lookup(workspace->counts, key);

	if (added == NULL) {
		added = base_zalloc(1, sizeof *added);
		g_hash_table_insert(workspace->counts, key, added);
	} else {
		free(key);
	}
	*added += add;
}

void workspace_add_count(struct workspace *workspace, struct count which, int64_t add)
{
	note_added(workspace, &which, add);
	ledger_put_count(&workspace->batch.ledger, which, add);
}

void workspace_set_count(struct workspace *workspace, struct count which, int64_t value)
{
	const int64_t before = workspace_count(workspace, which);

	if (value == 0)
		workspace_drop_count(workspace, which);
	else if (value != before)
		workspace_add_count(workspace, which, value - before);
}

void workspace_drop_count(struct workspace *workspace, struct count which)
{
	const int64_t before = workspace_count(workspace, which);

	if (before == 0)
		return;
	note_added(workspace, &which, -before);
	ledger_put_no_count(&workspace->batch.ledger, which);
}

int64_t workspace_raise(struct workspace *workspace, int64_t add, struct count which)
{
	const int64_t before = workspace_count(workspace, which);

	if (add != 0)
		workspace_add_count(workspace, which, add);
	return before;
}

bool workspace_is_first(struct workspace *workspace, int64_t mark, struct count which)
{
	const bool first = workspace_count(workspace, which) == 0;

	if (first)
		workspace_add_count(workspace, which, mark);
	return first;
}

int64_t workspace_report_count(struct workspace *workspace, struct count which)
{
	const int64_t value = workspace_count(workspace, which);
	int64_t before;

	which.told = true;
	before = workspace_count(workspace, which);
	workspace_set_count(workspace, which, value);
	return value - before;
}

const char *workspace_phrase(const struct workspace *workspace, const char *english)
{
	const char *language = workspace->site->config->language, *found;
	const struct vocabulary *spoken;

	if (language == NULL)
		return english;
	/* If the language can't be loaded, the sentence is English. */
	(void)vocabulary_push(language, &spoken, NULL);
	found = translate(english);
	vocabulary_pop(spoken);
	return found;
}

void workspace_notice(struct workspace *workspace, int64_t when, const char *format, ...)
{
	va_list args;
	char *line;

	va_start(args, format);
	line = base_vprintf(workspace_phrase(workspace, format), args);
	va_end(args);
	ledger_put(&workspace->batch.ledger, CHANGE_NOTICE, when, line);
	free(line);
}

static bool has_event(const struct event_list *events, enum event_kind kind)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->events[i].kind == kind)
			return true;
	return false;
}

void workspace_note_wait(const struct workspace *workspace, const struct workspace_game *game,
			 int64_t when, struct event_list *events)
{
	int64_t seconds = workspace->now - when;

	/* The answers to messages that are processed again were sent at their time. */
	if (ledger_count(workspace->site->ledger, COUNT(COUNT_RETAKING)) != 0)
		return;
	/* No time runs in a game that waits for its players' words. */
	if (!game->file->game.started && !has_event(events, EVENT_START))
		return;
	if (clock_is_timed(&game->file->game) && has_event(events, EVENT_ASK) &&
	    seconds > LATE_SECONDS)
		event_add(events, event_about(EVENT_LATE, NO_SIDE, (uint32_t)(seconds / 60), NULL));
}

void workspace_count_outages(struct ledger *ledger, uint32_t number, struct game *game,
			     struct event_list *events)
{
	const int64_t since = ledger_count(ledger, COUNT(COUNT_CAME, .number = number));
	struct outage outage = {.to = since > game->counted ? since : game->counted};
	struct event_list owed;

	while (ledger_next_outage(ledger, outage.to, &outage)) {
		if (outage.from < since)
			outage.from = since;
		if (!clock_outage_moves_deadline(game, &outage))
			continue;
		event_list_init(&owed);
		clock_add_outage(&outage, &owed);
		/* Counting fails only by a bug, because the event was just made for this. */
		if (clock_count_outage(game, &owed.events[0]) == 0)
			event_append(events, &owed);
		event_list_done(&owed);
	}
}

/* ---- the current message ---- */

void workspace_put_off(struct workspace *workspace, const char *id, const struct reason *why)
{
	struct reason *copy = base_alloc(sizeof *copy);

	*copy = *why;
	g_hash_table_replace(workspace->unread, base_strdup(id), copy);
}

void workspace_take_in_hand(struct workspace *workspace)
{
	g_hash_table_remove_all(workspace->touched);
}

void workspace_touch(struct workspace *workspace, const char *id)
{
	char *game;

	g_hash_table_add(workspace->touched, base_strdup(id));
	if (!workspace->singly)
		return;
	game = base_printf(CRASH_GAME "%s", id);
	crash_at_work(game);
	free(game);
}

unsigned workspace_put_off_touched(struct workspace *workspace, const struct reason *why)
{
	GHashTableIter each;
	gpointer id;

	g_hash_table_iter_init(&each, workspace->touched);
	while (g_hash_table_iter_next(&each, &id, NULL))
		workspace_put_off(workspace, id, why);
	return g_hash_table_size(workspace->touched);
}

int workspace_at_fault(struct workspace *workspace, struct reason *reason)
{
	workspace->at_fault = true;
	return reason_set_kind(reason, REASON_SITE);
}
