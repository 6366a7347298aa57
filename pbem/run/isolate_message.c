/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "pbem/dispatch/dispatch.h"
#include "pbem/run/process_inbox.h"
#include "pbem/store/crash_notes.h"

struct fault {
	enum run_try next;
	char *why;
};

static void fault_free(gpointer pointer)
{
	struct fault *fault = pointer;

	free(fault->why);
	free(fault);
}

void run_fault_init(struct run_faults *faults)
{
	*faults = (struct run_faults){
		.messages = g_hash_table_new_full(g_str_hash, g_str_equal, free, fault_free),
		.waiting = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL),
	};
}

void run_fault_done(struct run_faults *faults)
{
	g_hash_table_destroy(faults->messages);
	g_hash_table_destroy(faults->waiting);
}

/* Returns what to try next with a message. *why_out (borrowed) is why it has failed, or NULL. */
static enum run_try next_try(const struct run_faults *faults, const char *id, const char **why_out)
{
	const struct fault *fault = g_hash_table_lookup(faults->messages, id);

	*why_out = fault != NULL ? fault->why : NULL;
	return fault != NULL ? fault->next : RUN_TRY_DECIDE;
}

bool run_fault_is_alone(const struct run_faults *faults, const char *id)
{
	return faults->singly || g_hash_table_contains(faults->messages, id);
}

/* Suspends the games over which runs have crashed too often. */
static void suspend_crashing_games(struct run *work)
{
	const char *cursor = work->crashed.bytes, *end = cursor + work->crashed.len, *line;
	struct reason reason;
	size_t len;

	while (strbuf_next_line(&cursor, end, &line, &len)) {
		char *id = base_strndup(line, len), *why;

		id[strcspn(id, " ")] = '\0';
		if (crash_notes(&work->crashed, id, &why) >= CRASH_TRIES &&
		    strbuf_starts(id, CRASH_GAME)) {
			reason_set(&reason, "pbem crashed at this letter (%s); please report this",
				   why);
			workspace_put_off(&work->workspace, id + strlen(CRASH_GAME), &reason);
		}
		free(why);
		free(id);
	}
}

void run_fault_apply_crashes(struct run *work)
{
	char *why;

	work->faults.singly = crash_notes(&work->crashed, CRASH_BATCH, &why) > 0;
	free(why);
	work->faults.game_by_game = crash_notes(&work->crashed, CRASH_GAMES, &why) > 0;
	free(why);
	suspend_crashing_games(work);
}

/* Reports whether the failure is the site's, not a message's. */
static bool is_site_failure(const struct run *work)
{
	struct reason ledger;

	return work->workspace.at_fault || ledger_check(work->site->ledger, &ledger) != 0;
}

/* Leaves the message for another run, with everything that might overtake it. */
static void postpone_message(struct run *work, const char *id, const struct reason *reason)
{
	log_report(&work->log, RECURRING_ERRORS_FILES, RUN_AGAIN,
		   "pbem: %s: can't be processed now: %s\n", id, reason->text);
	g_hash_table_add(work->faults.waiting, base_strdup(id));
	work->faults.later = true;
	(void)workspace_put_off_touched(&work->workspace, reason);
}

/* Leaves the message until a file is repaired: the file is damaged or can't be used, which is no
 * message's fault. It waits as for a damaged game. */
static void wait_for_repair(struct run *work, const char *id, const struct reason *reason)
{
	log_report(&work->log, RECURRING_ERRORS_FILES, RUN_DAMAGED,
		   "pbem: %s: waits until a person corrects the fault: %s\n", id, reason->text);
	g_hash_table_add(work->faults.waiting, base_strdup(id));
}

/* Chooses the next run_try for the message. Returns false if nothing is left to try. */
static bool try_less(struct run *work, const char *id, const struct reason *reason)
{
	const char *before;
	const enum run_try tried = next_try(&work->faults, id, &before);
	struct fault *fault;

	if (tried + 1 >= RUN_TRY_NONE)
		return false;
	log_line(&work->log, "%s: quarantined, because pbem crashed at this letter: %s\n", id,
		 reason->text);
	fault = base_alloc(sizeof *fault);
	fault->next = tried + 1;
	/* The first reason is what was wrong with the message. */
	fault->why = base_strdup(before != NULL ? before : reason->text);
	g_hash_table_replace(work->faults.messages, base_strdup(id), fault);
	return true;
}

/* Records that pbem has failed over that message and that the current batch has to be made again.
 * Returns false if it is the site's fault, or if nothing is left to try: the run must end. */
static bool note_failure(struct run *work, const char *id, const struct reason *reason)
{
	if (is_site_failure(work))
		return false;
	if (reason_is_temporary(reason))
		postpone_message(work, id, reason);
	else if (reason->kind == REASON_DAMAGED || reason->kind == REASON_RIGHTS)
		wait_for_repair(work, id, reason);
	else if (!try_less(work, id, reason))
		return false;
	work->faults.again = true;
	return true;
}

bool run_fault_note_batch(struct run *work, const struct waiting *letters, size_t count,
			  const struct reason *reason)
{
	const struct waiting *only = NULL;
	size_t taken = 0;

	for (size_t i = 0; i < count; i++) {
		if (!g_hash_table_contains(work->done, letters[i].id) &&
		    !g_hash_table_contains(work->put_off, letters[i].id))
			continue;
		only = &letters[i];
		taken++;
	}
	if (taken == 0 || is_site_failure(work))
		return false;
	if (taken == 1)
		return note_failure(work, only->id, reason);
	log_line(&work->log, "%zu letters are decided again, one by one: %s\n", taken,
		 reason->text);
	work->faults.again = work->faults.singly = true;
	return true;
}

bool run_fault_note_game(struct run *work, const struct reason *reason)
{
	if (is_site_failure(work))
		return false;
	if (work->workspace.singly) {
		log_line(&work->log, "pbem failed at a game, which can't go on: %s\n",
			 reason->text);
		if (workspace_put_off_touched(&work->workspace, reason) == 0)
			return false;
	}
	work->workspace.singly = true;
	workspace_drop(&work->workspace);
	return true;
}

void run_fault_undo(struct run *work, const struct waiting *letters, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		g_hash_table_remove(work->done, letters[i].id);
		if (g_hash_table_contains(work->faults.waiting, letters[i].id))
			g_hash_table_add(work->put_off, base_strdup(letters[i].id));
		else
			g_hash_table_remove(work->put_off, letters[i].id);
	}
	workspace_drop(&work->workspace);
	work->faults.again = false;
	work->stopped = false;
}

/* Quarantines a message instead of deciding it. */
static int quarantine_message(struct run *work, const struct waiting *letter,
			      const struct handed *handed, bool look, const char *why,
			      enum reception *became, struct reason *reason)
{
	return look ? dispatch_quarantine(&work->workspace, letter, handed->bytes, handed->len, why,
					  became, reason)
		    : dispatch_give_up(&work->workspace, letter, handed->bytes, handed->len, why,
				       became, reason);
}

/* Decides a message, or quarantines it after failures or crashes. If pbem also crashes while it
 * finds out the sender of a quarantined message, the message is quarantined unread. */
static int decide_message(struct run *work, const struct waiting *letter,
			  const struct handed *handed, enum reception *became,
			  struct reason *reason)
{
	const char *failed;
	char *note, *why;
	const enum run_try next = next_try(&work->faults, letter->id, &failed);
	int notes = crash_notes(&work->crashed, letter->id, &note), result;

	why = failed != NULL
		      ? base_printf("pbem failed at this letter (%s); please report this", failed)
		      : base_printf("pbem crashed at this letter (%s); please report this",
				    note != NULL ? note : "");
	workspace_take_in_hand(&work->workspace);
	crash_in_hand(letter->id);
	if (notes < CRASH_TRIES && next == RUN_TRY_DECIDE)
		result = dispatch_message(&work->workspace, letter, handed->bytes, handed->len,
					  became, reason);
	else
		result = quarantine_message(work, letter, handed,
					    notes <= CRASH_TRIES && next <= RUN_TRY_QUARANTINE, why,
					    became, reason);
	crash_in_hand(NULL);
	/* Data that the message depends on can't be read. */
	if (result == 0 && work->workspace.unsound.text[0] != '\0') {
		*reason = work->workspace.unsound;
		result = -1;
	}
	free(why);
	free(note);
	return result;
}

/* Handles a failure over the current message: the run goes on without it, if it can. */
static int handle_failure(struct run *work, const struct waiting *letter, struct reason *reason)
{
	if (note_failure(work, letter->id, reason))
		return -1;
	work->broken = true;
	work->broken_code = reason_is_temporary(reason) ? RUN_AGAIN : RUN_REFUSED;
	reason_prefix(reason, "%s: ", letter->id);
	(void)log_fail(&work->log, RECURRING_ERRORS_FILES, work->broken_code, reason);
	return -1;
}

int run_fault_decide(struct run *work, const struct waiting *letter, const struct handed *handed,
		     enum reception *became_out, struct reason *reason)
{
	return decide_message(work, letter, handed, became_out, reason) == 0
		       ? 0
		       : handle_failure(work, letter, reason);
}
