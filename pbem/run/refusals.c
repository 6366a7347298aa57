/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "pbem/run/refusals.h"
#include "pbem/site/log.h"

/* A letter asked for in vain in this run. */
struct refused {
	char *why;
	bool passing, noted;
};

static void refused_free(gpointer pointer)
{
	struct refused *refused = pointer;

	free(refused->why);
	free(refused);
}

void refusals_init(struct refusals *refusals, struct desk *desk)
{
	refusals->desk = desk;
	refusals->now = g_hash_table_new_full(g_str_hash, g_str_equal, free, refused_free);
	refusals->came = 0;
}

void refusals_done(struct refusals *refusals)
{
	g_hash_table_destroy(refusals->now);
}

void refusals_add(struct refusals *refusals, const char *id, const char *why, bool passing)
{
	struct refused *refused = base_zalloc(1, sizeof *refused);

	refused->why = base_strdup(why);
	refused->passing = passing;
	g_hash_table_replace(refusals->now, base_strdup(id), refused);
}

static bool find(const struct refusals *refusals, const char *id, struct refusal *refusal_out)
{
	return ledger_refusal(refusals->desk->site->ledger, id, refusal_out);
}

void refusals_drop(struct refusals *refusals, const char *id)
{
	struct refusal refusal;

	g_hash_table_remove(refusals->now, id);
	if (find(refusals, id, &refusal))
		ledger_line_no_refusal(&refusals->desk->batch.ledger, id);
}

bool refusals_has(const struct refusals *refusals, const char *id)
{
	return g_hash_table_contains(refusals->now, id);
}

bool refusals_had(const struct refusals *refusals, const char *id)
{
	struct refusal refusal;

	return find(refusals, id, &refusal);
}

bool refusals_are_old(const struct refusals *refusals, const struct waiting_list *letters)
{
	struct refusal refusal;

	for (size_t i = 0; i < letters->count; i++)
		if (find(refusals, letters->letters[i].id, &refusal) &&
		    refusal.runs >= REFUSALS_TOLD)
			return true;
	return false;
}

void refusals_compare(struct refusals *refusals, const struct waiting_list *listed)
{
	GHashTable *there = g_hash_table_new(g_str_hash, g_str_equal);
	struct refusal refusal = {.id = ""};

	for (size_t i = 0; i < listed->count; i++)
		g_hash_table_add(there, listed->letters[i].id);
	while (ledger_next_refusal(refusals->desk->site->ledger, refusal.id, &refusal))
		if (!g_hash_table_contains(there, refusal.id))
			ledger_line_no_refusal(&refusals->desk->batch.ledger, refusal.id);
	g_hash_table_destroy(there);
}

/* By what the server said it may be ill itself; while it hands over none of several letters that is
 * more likely than that each of them is bad. */
static bool may_be_the_server(const struct refusals *refusals, const struct refused *refused)
{
	return refused->passing && refusals->came == 0 && g_hash_table_size(refusals->now) > 1;
}

static void note_one(struct refusals *refusals, const char *id, struct refused *refused,
		     struct refusal *refusal, int64_t now)
{
	if (refused->noted)
		return;
	refused->noted = true;
	ledger_line_refused(&refusals->desk->batch.ledger, id, now, refused->why);
	if (++refusal->runs != REFUSALS_TOLD)
		return;
	desk_notice(refusals->desk, now,
		    "The mailbox doesn't hand over a letter (%s), in %d runs by now: %s. It stays "
		    "there, and every run asks again; for a day the clocks wait for it. Read it "
		    "with a mail program; what can't be read there either may be deleted",
		    id, REFUSALS_TOLD, refused->why);
}

bool refusals_note(struct refusals *refusals, int64_t now, const struct log *log)
{
	GHashTableIter each;
	gpointer key, value;
	bool wait = false;

	g_hash_table_iter_init(&each, refusals->now);
	while (g_hash_table_iter_next(&each, &key, &value)) {
		struct refusal refusal = {.first = now, .runs = 0};
		struct refused *refused = value;
		bool over = find(refusals, key, &refusal) &&
			    now - refusal.first >= REFUSALS_WAIT_SECONDS;

		wait = wait || !over;
		if (!over && !may_be_the_server(refusals, refused))
			note_one(refusals, key, refused, &refusal, now);
		if (!over)
			log_line(log, "%s: not handed over, the next run asks again: %s\n",
				 (char *)key, refused->why);
	}
	return wait;
}
