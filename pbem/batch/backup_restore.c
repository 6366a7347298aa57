/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/batch/restore.h"
#include "pbem/wire/source.h"

void restore_seen(struct desk *desk, const char *id)
{
	const char *point = strchr(id, '.');
	int64_t number, newest;
	char *name;

	if (!text_starts(id, "imap:") || point == NULL)
		return;
	number = strtoll(point + 1, NULL, 10);
	name = base_printf(LEDGER_NEWEST "%.*s", (int)(point - id), id);
	newest = desk_count(desk, name);
	if (number > newest)
		desk_add_count(desk, name, number - newest);
	free(name);
}

bool restore_is_unknown(struct ledger *ledger, const struct waiting *letter)
{
	return letter->received >= ledger_count(ledger, LEDGER_MADE) &&
	       !ledger_knows_id(ledger, letter->id);
}

static int64_t newest_of(void *context, const char *mailbox)
{
	char *name = base_printf(LEDGER_NEWEST "%s", mailbox);
	int64_t newest = ledger_count(context, name);

	free(name);
	return newest;
}

static size_t count_unknown(struct ledger *ledger, const struct waiting_list *list)
{
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++)
		count += restore_is_unknown(ledger, &list->letters[i]);
	return count;
}

enum wire restore_look(struct desk *desk, struct source *source, int64_t now, bool *found_out,
		       struct reason *reason)
{
	struct ledger *ledger = desk->site->ledger;
	const struct source_past past = {ledger_batch(ledger), newest_of, ledger};
	struct waiting_list strays = {0};
	enum wire wire = source_list_strays(source, &past, &strays, reason);
	size_t count = wire == WIRE_DONE ? count_unknown(ledger, &strays) : 0;

	*found_out = count > 0;
	if (count > 0 && desk_is_first(desk, now, RESTORE_FOUND))
		desk_notice(desk, now,
			    count == 1 ? "%zu letter is marked as done in the mailbox, and this "
					 "site knows nothing of it: a backup was put back, and "
					 "what was done since it was made is lost. 'pbem retake' "
					 "lists the letters; 'pbem retake --yes' takes them again."
				       : "%zu letters are marked as done in the mailbox, and this "
					 "site knows nothing of them: a backup was put back, and "
					 "what was done since it was made is lost. 'pbem retake' "
					 "lists the letters; 'pbem retake --yes' takes them again.",
			    count);
	source_free_list(&strays);
	return wire;
}

static void note_lost(void *context, const char *name, int64_t value)
{
	(void)name;
	*(bool *)context |= value != 0;
}

bool restore_is_open(struct ledger *ledger)
{
	bool open = ledger_count(ledger, RESTORE_FOUND) != 0;

	ledger_counts(ledger, LEDGER_LOST, note_lost, &open);
	return open;
}

void restore_take(struct desk *desk, const struct waiting *letters, size_t count)
{
	struct ledger *ledger = desk->site->ledger;
	int64_t oldest = INT64_MAX, newest = 0;
	struct outage outage = {0};
	struct fetched fetched;

	for (size_t i = 0; i < count; i++) {
		oldest = letters[i].received < oldest ? letters[i].received : oldest;
		newest = letters[i].received > newest ? letters[i].received : newest;
	}
	while (ledger_next_outage(ledger, outage.to > oldest ? outage.to : oldest, &outage))
		if (outage.from < newest)
			ledger_line_no_outage(&desk->batch.ledger, &outage);
	if (ledger_fetched(ledger, &fetched)) {
		fetched.when = newest;
		ledger_line_fetched(&desk->batch.ledger, &fetched);
	}
	if (desk_count(desk, LEDGER_TAKING) == 0)
		desk_add_count(desk, LEDGER_TAKING, (int64_t)count);
}

bool restore_is_taking(struct ledger *ledger)
{
	return ledger_count(ledger, LEDGER_TAKING) != 0;
}

void restore_taken(struct desk *desk)
{
	desk_drop_count(desk, LEDGER_TAKING);
}

static void take_back(void *context, const char *name, int64_t value)
{
	(void)value;
	desk_drop_count(context, name);
}

void restore_forget(struct desk *desk)
{
	ledger_counts(desk->site->ledger, RESTORE_FOUND, take_back, desk);
	ledger_counts(desk->site->ledger, LEDGER_LOST, take_back, desk);
	ledger_counts(desk->site->ledger, LEDGER_LOST_TOLD, take_back, desk);
}
