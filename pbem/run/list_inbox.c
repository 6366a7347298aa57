/* SPDX-License-Identifier: MIT */
/* Lists the messages that wait in the mailbox: for a new worklist, or to extend one that makes no
 * progress. */
#include <stdlib.h>

#include "pbem/run/process_inbox.h"
#include "pbem/sys/instance.h"
#include "pbem/transport/source.h"

enum { MAX_WORKLIST = 100000 }; /* messages listed at once */

/* Gives messages without a time the present one; the worklist keeps it. */
static void set_times(struct run *work, struct waiting_list *list)
{
	struct workspace *workspace = &work->workspace;
	bool found = false;

	for (size_t i = 0; i < list->count; i++) {
		if (list->letters[i].received != 0)
			continue;
		list->letters[i].received = work->began;
		found = found || !ledger_knows_id(work->site->ledger, list->letters[i].id);
	}
	if (!found || !workspace_is_first(workspace, 1, COUNT(COUNT_NO_TIMES)))
		return;
	workspace_notice(workspace, work->began,
			 "The mailbox doesn't report when letters arrived (INTERNALDATE). pbem "
			 "uses the time of the first run that sees a letter. Let pbem run often, "
			 "or use another mailbox");
}

enum run_result run_list(struct run *work, struct waiting_list *list_out)
{
	struct reason reason;
	enum wire wire = source_list(work->source, MAX_WORKLIST, list_out, &reason);

	if (wire != WIRE_DONE)
		return log_fail(&work->log, RECURRING_ERRORS_MAILBOX, log_wire_result(wire),
				&reason);
	recurring_errors_well(work->log.troubles, RECURRING_ERRORS_MAILBOX);
	work->full = list_out->count == MAX_WORKLIST;
	set_times(work, list_out);
	if (!work->full)
		fetch_failures_compare(&work->refusals, list_out);
	log_phase(&work->log, "listed", list_out->count);
	return RUN_DONE;
}

/* Returns the result after recording what is known of other hosts; `result` is the result of
 * that. */
static enum run_result report_recorded(struct run *work, int result, const struct reason *reason)
{
	return result == 0 ? RUN_DONE
			   : log_fail(&work->log, RECURRING_ERRORS_FILES, RUN_AGAIN, reason);
}

static enum run_result report_claim(struct run *work, enum wire wire, const struct reason *reason)
{
	struct config *config = work->site->config;
	struct reason why;

	work->another = wire != WIRE_DONE && source_another(work->source) != NULL;
	if (work->another)
		(void)report_recorded(
			work, instance_met(config, source_another(work->source), &why), &why);
	if (wire == WIRE_DONE && source_claimed(work->source) &&
	    report_recorded(work, instance_claimed(config, &why), &why) != RUN_DONE)
		return RUN_AGAIN;
	return wire == WIRE_DONE ? RUN_DONE
				 : log_fail(&work->log, RECURRING_ERRORS_MAILBOX,
					    log_wire_result(wire), reason);
}

/* Makes a claim even if no message waits: only a claim shows other hosts that this copy has taken
 * over. */
static enum run_result claim_one(struct run *work)
{
	struct reason reason;

	return report_claim(work, source_hold(work->source, SOURCE_TAKE_OVER, &reason), &reason);
}

/* Claims the waiting messages, and does nothing if none waits. Another copy that was seen earlier
 * and isn't visible now may have taken its messages away, so this comes before everything else. */
static enum run_result claim_waiting(struct run *work)
{
	struct config *config = work->site->config;
	struct waiting_list list = {0};
	struct reason reason;
	enum wire wire = source_list(work->source, MAX_WORKLIST, &list, &reason);
	enum run_result code;

	if (wire == WIRE_DONE)
		wire = source_claim(work->source, list.letters, list.count, SOURCE_HOLD, &reason);
	transport_free_list(&list);
	code = report_claim(work, wire, &reason);
	if (code == RUN_DONE && instance_check_met(config, &reason) != 0) {
		work->another = true;
		code = log_fail(&work->log, RECURRING_ERRORS_MAILBOX, RUN_REFUSED, &reason);
	}
	return code == RUN_DONE && config->host_owes ? claim_one(work) : code;
}

enum run_result run_hold(struct run *work)
{
	const struct config *config = work->site->config;
	struct reason reason;
	enum run_result code =
		report_claim(work, source_hold(work->source, SOURCE_HOLD, &reason), &reason);

	if (code == RUN_DONE && (config->instance_met != NULL || config->host_owes))
		code = claim_waiting(work);
	return code;
}

enum run_result run_claim(struct run *work)
{
	const struct waiting_list *list = &work->worklist.letters;
	struct reason reason;
	enum run_result code = report_claim(
		work, source_claim(work->source, list->letters, list->count, SOURCE_HOLD, &reason),
		&reason);

	log_phase(&work->log, "claimed", list->count);
	return code;
}

enum run_result run_extend_worklist(struct run *work)
{
	struct waiting_list *old = &work->worklist.letters, fresh = {0};
	GHashTable *known;
	struct reason reason;
	size_t before = old->count;
	enum run_result code = RUN_DONE;

	if (work->worklist.stalls < RUN_STALLS && !fetch_failures_are_old(&work->refusals, old))
		return RUN_DONE;
	code = run_list(work, &fresh);
	known = g_hash_table_new(g_str_hash, g_str_equal);
	old->letters = base_realloc(old->letters, (before + fresh.count) * sizeof *old->letters);
	for (size_t i = 0; i < before; i++)
		g_hash_table_add(known, old->letters[i].id);
	for (size_t i = 0; i < fresh.count; i++)
		if (!g_hash_table_contains(known, fresh.letters[i].id))
			old->letters[old->count++] = fresh.letters[i];
	g_hash_table_destroy(known);
	transport_free_list(&fresh);
	if (code == RUN_DONE && old->count > before &&
	    worklist_write(work->site->config->folder, &work->worklist, &reason) != 0)
		code = log_fail(&work->log, RECURRING_ERRORS_FILES, RUN_AGAIN, &reason);
	return code;
}
