/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "pbem/batch/backup_restore.h"
#include "pbem/transport/source.h"

void backup_restore_seen(struct workspace *workspace, const char *id)
{
	const char *point = strchr(id, '.');
	int64_t number;
	char *mailbox;

	if (!strbuf_starts(id, "imap:") || point == NULL)
		return;
	number = strtoll(point + 1, NULL, 10);
	mailbox = base_strndup(id, (size_t)(point - id));
	if (number > workspace_count(workspace, COUNT(COUNT_NEWEST, .subject = mailbox)))
		workspace_set_count(workspace, COUNT(COUNT_NEWEST, .subject = mailbox), number);
	free(mailbox);
}

bool backup_restore_is_unknown(struct ledger *ledger, const struct waiting *letter)
{
	return letter->received >= ledger_count(ledger, COUNT(COUNT_LEDGER_MADE)) &&
	       !ledger_knows_id(ledger, letter->id);
}

static int64_t newest_of(void *context, const char *mailbox)
{
	return ledger_count(context, COUNT(COUNT_NEWEST, .subject = mailbox));
}

static size_t count_unknown(struct ledger *ledger, const struct waiting_list *list)
{
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++)
		count += backup_restore_is_unknown(ledger, &list->letters[i]);
	return count;
}

enum wire backup_restore_look(struct workspace *workspace, struct source *source, int64_t now,
			      bool *found_out, struct reason *reason)
{
	struct ledger *ledger = workspace->site->ledger;
	const struct source_past past = {ledger_batch(ledger), newest_of, ledger};
	struct waiting_list strays = {0};
	enum wire wire = source_list_strays(source, &past, &strays, reason);
	size_t count = wire == WIRE_DONE ? count_unknown(ledger, &strays) : 0;

	*found_out = count > 0;
	if (count > 0 && workspace_is_first(workspace, now, COUNT(COUNT_RESTORED)))
		workspace_notice(workspace, now,
				 count == 1 ? "%zu letter is marked as done in the mailbox, but "
					      "this site doesn't know it, because a backup was "
					      "restored. 'pbem retake' lists the letter, and 'pbem "
					      "retake --yes' lets pbem process it again."
					    : "%zu letters are marked as done in the mailbox, but "
					      "this site doesn't know them, because a backup was "
					      "restored. 'pbem retake' lists the letters, and "
					      "'pbem retake --yes' lets pbem process them again.",
				 count);
	transport_free_list(&strays);
	return wire;
}

static void note_lost(void *context, const struct count *lost, int64_t value)
{
	(void)lost;
	*(bool *)context |= value != 0;
}

bool backup_restore_is_open(struct ledger *ledger)
{
	bool open = ledger_count(ledger, COUNT(COUNT_RESTORED)) != 0;

	ledger_counts(ledger, COUNT_LOST, NULL, note_lost, &open);
	return open;
}

void backup_restore_take(struct workspace *workspace, const struct waiting *letters, size_t count)
{
	struct ledger *ledger = workspace->site->ledger;
	int64_t oldest = INT64_MAX, newest = 0;
	struct outage outage = {0};
	struct fetched fetched;

	for (size_t i = 0; i < count; i++) {
		oldest = letters[i].received < oldest ? letters[i].received : oldest;
		newest = letters[i].received > newest ? letters[i].received : newest;
	}
	while (ledger_next_outage(ledger, outage.to > oldest ? outage.to : oldest, &outage))
		if (outage.from < newest)
			ledger_put(&workspace->batch.ledger, CHANGE_NO_OUTAGE, outage.from);
	if (ledger_fetched(ledger, &fetched)) {
		fetched.when = newest;
		ledger_put(&workspace->batch.ledger, CHANGE_FETCHED, fetched.when,
			   fetched.intervals);
	}
	(void)workspace_is_first(workspace, (int64_t)count, COUNT(COUNT_RETAKING));
}

bool backup_restore_is_taking(struct ledger *ledger)
{
	return ledger_count(ledger, COUNT(COUNT_RETAKING)) != 0;
}

void backup_restore_taken(struct workspace *workspace)
{
	workspace_drop_count(workspace, COUNT(COUNT_RETAKING));
}

static void drop_lost(void *context, const struct count *lost, int64_t value)
{
	(void)value;
	workspace_drop_count(context, *lost);
	workspace_drop_count(context, COUNT(COUNT_LOST, .game = lost->game, .told = true));
}

void backup_restore_forget(struct workspace *workspace)
{
	workspace_drop_count(workspace, COUNT(COUNT_RESTORED));
	ledger_counts(workspace->site->ledger, COUNT_LOST, NULL, drop_lost, workspace);
}
