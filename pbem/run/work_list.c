/* SPDX-License-Identifier: MIT */
/* What waits in the mailbox: for a new sitting, or to join one that goes no further. */
#include <stdlib.h>
#include <sysexits.h>

#include "pbem/host/host.h"
#include "pbem/run/work.h"
#include "pbem/wire/source.h"

enum { MAX_SITTING = 100000 }; /* letters listed at once */

/* Without a time of its own a letter counts from now on; the sitting keeps it. */
static void set_times(struct work *work, struct waiting_list *list)
{
	struct desk *desk = &work->desk;
	bool found = false;

	for (size_t i = 0; i < list->count; i++) {
		if (list->letters[i].received != 0)
			continue;
		list->letters[i].received = work->began;
		found = found || !ledger_knows_id(work->site->ledger, list->letters[i].id);
	}
	if (!found || !desk_is_first(desk, 1, "letters without a time"))
		return;
	desk_notice(
		desk, work->began,
		"The mailbox doesn't tell when it got a letter (INTERNALDATE). Such letters count "
		"from the run that sees them first: let runs be frequent, or use another mailbox");
}

int work_list(struct work *work, struct waiting_list *list_out)
{
	struct reason reason;
	enum wire wire = source_list(work->source, MAX_SITTING, list_out, &reason);

	if (wire != WIRE_DONE)
		return log_fail(&work->log, TROUBLE_MAILBOX, log_exit_code(wire), &reason);
	trouble_well(work->log.troubles, TROUBLE_MAILBOX);
	work->full = list_out->count == MAX_SITTING;
	set_times(work, list_out);
	if (!work->full)
		refusals_compare(&work->refusals, list_out);
	log_phase(&work->log, "listed", list_out->count);
	return EX_OK;
}

/* What is noted of other hosts, or no more: `result` is how that went. */
static int tell_noted(struct work *work, int result, const struct reason *reason)
{
	return result == 0 ? EX_OK : log_fail(&work->log, TROUBLE_FILES, EX_TEMPFAIL, reason);
}

static int tell_held(struct work *work, enum wire wire, const struct reason *reason)
{
	struct config *config = work->site->config;
	struct reason why;

	work->another = wire != WIRE_DONE && source_another(work->source) != NULL;
	if (work->another)
		(void)tell_noted(work, host_met(config, source_another(work->source), &why), &why);
	if (wire == WIRE_DONE && source_claimed(work->source) &&
	    tell_noted(work, host_claimed(config, &why), &why) != EX_OK)
		return EX_TEMPFAIL;
	return wire == WIRE_DONE
		       ? EX_OK
		       : log_fail(&work->log, TROUBLE_MAILBOX, log_exit_code(wire), reason);
}

/* Others see by a claim alone that this copy was put in their place; no letter may wait to be
 * claimed. */
static int show_place(struct work *work)
{
	struct reason reason;

	return tell_held(work, source_hold(work->source, SOURCE_TAKE_OVER, &reason), &reason);
}

/* Who was met, and isn't to be seen, may have taken its letters away: before anything else is done
 * this copy claims what waits, and does nothing where nothing does. */
static int claim_first(struct work *work)
{
	struct config *config = work->site->config;
	struct waiting_list list = {0};
	struct reason reason;
	enum wire wire = source_list(work->source, MAX_SITTING, &list, &reason);
	int code;

	if (wire == WIRE_DONE)
		wire = source_claim(work->source, list.letters, list.count, SOURCE_HOLD, &reason);
	source_free_list(&list);
	code = tell_held(work, wire, &reason);
	if (code == EX_OK && host_check_met(config, &reason) != 0) {
		work->another = true;
		code = log_fail(&work->log, TROUBLE_MAILBOX, EX_CONFIG, &reason);
	}
	return code == EX_OK && config->host_owes ? show_place(work) : code;
}

int work_hold(struct work *work)
{
	const struct config *config = work->site->config;
	struct reason reason;
	int code = tell_held(work, source_hold(work->source, SOURCE_HOLD, &reason), &reason);

	if (code == EX_OK && (config->host_met != NULL || config->host_owes))
		code = claim_first(work);
	return code;
}

int work_claim(struct work *work)
{
	const struct waiting_list *list = &work->sitting.letters;
	struct reason reason;
	int code = tell_held(
		work, source_claim(work->source, list->letters, list->count, SOURCE_HOLD, &reason),
		&reason);

	log_phase(&work->log, "claimed", list->count);
	return code;
}

int work_grow(struct work *work)
{
	struct waiting_list *old = &work->sitting.letters, fresh = {0};
	GHashTable *known;
	struct reason reason;
	size_t before = old->count;
	int code = EX_OK;

	if (work->sitting.stalls < WORK_STALLS && !refusals_are_old(&work->refusals, old))
		return EX_OK;
	code = work_list(work, &fresh);
	known = g_hash_table_new(g_str_hash, g_str_equal);
	old->letters = base_realloc(old->letters, (before + fresh.count) * sizeof *old->letters);
	for (size_t i = 0; i < before; i++)
		g_hash_table_add(known, old->letters[i].id);
	for (size_t i = 0; i < fresh.count; i++)
		if (!g_hash_table_contains(known, fresh.letters[i].id))
			old->letters[old->count++] = fresh.letters[i];
	g_hash_table_destroy(known);
	source_free_list(&fresh);
	if (code == EX_OK && old->count > before &&
	    sitting_write(work->site->config->folder, &work->sitting, &reason) != 0)
		code = log_fail(&work->log, TROUBLE_FILES, EX_TEMPFAIL, &reason);
	return code;
}
