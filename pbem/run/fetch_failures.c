/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "pbem/run/fetch_failures.h"
#include "pbem/sys/log.h"

/* A message that this run asked for without success. */
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

void fetch_failures_init(struct fetch_failures *refusals, struct workspace *workspace)
{
	refusals->workspace = workspace;
	refusals->now = g_hash_table_new_full(g_str_hash, g_str_equal, free, refused_free);
	refusals->came = 0;
}

void fetch_failures_done(struct fetch_failures *refusals)
{
	g_hash_table_destroy(refusals->now);
}

void fetch_failures_add(struct fetch_failures *refusals, const char *id, const char *why,
			bool passing)
{
	struct refused *refused = base_zalloc(1, sizeof *refused);

	refused->why = base_strdup(why);
	refused->passing = passing;
	g_hash_table_replace(refusals->now, base_strdup(id), refused);
}

static bool find_refusal(const struct fetch_failures *refusals, const char *id,
			 struct refusal *refusal_out)
{
	return ledger_refusal(refusals->workspace->site->ledger, id, refusal_out);
}

void fetch_failures_drop(struct fetch_failures *refusals, const char *id)
{
	struct refusal refusal;

	g_hash_table_remove(refusals->now, id);
	if (find_refusal(refusals, id, &refusal))
		ledger_put(&refusals->workspace->batch.ledger, CHANGE_NO_REFUSAL, id);
}

bool fetch_failures_has(const struct fetch_failures *refusals, const char *id)
{
	return g_hash_table_contains(refusals->now, id);
}

bool fetch_failures_has_earlier(const struct fetch_failures *refusals, const char *id)
{
	struct refusal refusal;

	return find_refusal(refusals, id, &refusal);
}

bool fetch_failures_are_old(const struct fetch_failures *refusals,
			    const struct waiting_list *letters)
{
	struct refusal refusal;

	for (size_t i = 0; i < letters->count; i++)
		if (find_refusal(refusals, letters->letters[i].id, &refusal) &&
		    refusal.runs >= FETCH_FAILURES_TOLD)
			return true;
	return false;
}

void fetch_failures_compare(struct fetch_failures *refusals, const struct waiting_list *listed)
{
	GHashTable *there = g_hash_table_new(g_str_hash, g_str_equal);
	struct refusal refusal = {.id = ""};

	for (size_t i = 0; i < listed->count; i++)
		g_hash_table_add(there, listed->letters[i].id);
	while (ledger_next_refusal(refusals->workspace->site->ledger, refusal.id, &refusal))
		if (!g_hash_table_contains(there, refusal.id))
			ledger_put(&refusals->workspace->batch.ledger, CHANGE_NO_REFUSAL,
				   refusal.id);
	g_hash_table_destroy(there);
}

/* Reports whether the server itself may be at fault. While it hands over none of several messages,
 * that is more likely than a fault of each message. */
static bool may_be_the_server(const struct fetch_failures *refusals, const struct refused *refused)
{
	return refused->passing && refusals->came == 0 && g_hash_table_size(refusals->now) > 1;
}

static void record_refusal(struct fetch_failures *refusals, const char *id, struct refused *refused,
			   struct refusal *refusal, int64_t now)
{
	if (refused->noted)
		return;
	refused->noted = true;
	ledger_put(&refusals->workspace->batch.ledger, CHANGE_REFUSED, id, now, refused->why);
	if (++refusal->runs != FETCH_FAILURES_TOLD)
		return;
	workspace_notice(refusals->workspace, now,
			 "The mailbox has not delivered a letter (%s) in %d runs: %s. The letter "
			 "stays in the mailbox, every run requests it again, and the clocks wait "
			 "for one day. Open the letter with a mail program, and delete it if the "
			 "mail program can't read it either",
			 id, FETCH_FAILURES_TOLD, refused->why);
}

bool fetch_failures_note(struct fetch_failures *refusals, int64_t now, const struct log *log)
{
	GHashTableIter each;
	gpointer key, value;
	bool wait = false;

	g_hash_table_iter_init(&each, refusals->now);
	while (g_hash_table_iter_next(&each, &key, &value)) {
		struct refusal refusal = {.first = now, .runs = 0};
		struct refused *refused = value;
		bool over = find_refusal(refusals, key, &refusal) &&
			    now - refusal.first >= FETCH_FAILURES_WAIT_SECONDS;

		wait = wait || !over;
		if (!over && !may_be_the_server(refusals, refused))
			record_refusal(refusals, key, refused, &refusal, now);
		if (!over)
			log_line(log, "%s: not delivered, the next run requests it again: %s\n",
				 (char *)key, refused->why);
	}
	return wait;
}
