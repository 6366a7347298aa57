/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "pbem/batch/commit.h"
#include "pbem/dispatch/dispatch.h"
#include "pbem/run/process_inbox.h"
#include "pbem/store/crash_notes.h"
#include "pbem/sys/progress.h"
#include "pbem/sys/step.h"
#include "pbem/transport/source.h"

enum {
	BATCH_SECONDS = 10, /* seconds of deciding, after which the batch is committed */
	PASTS = 5,	    /* how often a run goes on after a message that breaks the connection */
};

void run_init(struct run *work, struct site *site, FILE *told, bool verbose,
	      struct recurring_errors_record *troubles)
{
	memset(work, 0, sizeof *work);
	work->site = site;
	log_open(&work->log, site->config->folder, site->config->log, told, verbose, troubles);
	work->began = step_time();
	workspace_init(&work->workspace, site, work->began, &work->log);
	strbuf_init(&work->crashed, 1 << 20);
	work->done = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL);
	work->gone = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL);
	work->put_off = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL);
	fetch_failures_init(&work->refusals, &work->workspace);
	run_fault_init(&work->faults);
}

void run_done(struct run *work)
{
	source_close(work->source);
	worklist_done(&work->worklist);
	fetch_failures_done(&work->refusals);
	run_fault_done(&work->faults);
	g_hash_table_destroy(work->put_off);
	g_hash_table_destroy(work->gone);
	g_hash_table_destroy(work->done);
	strbuf_done(&work->crashed);
	workspace_done(&work->workspace);
	log_close(&work->log);
}

/* ---- one message ---- */

/* Removes the messages that an earlier run has processed; they only have to be marked. */
static void drop_known(struct run *work, struct waiting_list *list)
{
	size_t kept = 0;

	ledger_begin_reading(work->site->ledger);
	for (size_t i = 0; i < list->count; i++) {
		if (ledger_knows_id(work->site->ledger, list->letters[i].id))
			g_hash_table_add(work->done, base_strdup(list->letters[i].id));
		else
			kept++;
	}
	ledger_end_reading(work->site->ledger);
	if (work->log.verbose && kept < list->count)
		log_line(&work->log, "%zu of %zu messages were processed before\n",
			 list->count - kept, list->count);
}

static bool is_done(const struct run *work, const struct waiting *letter)
{
	return g_hash_table_contains(work->done, letter->id);
}

/* Returns whether this run needn't ask for the message again. */
static bool was_asked_for(const struct run *work, const struct waiting *letter)
{
	return is_done(work, letter) || g_hash_table_contains(work->put_off, letter->id) ||
	       g_hash_table_contains(work->gone, letter->id) ||
	       fetch_failures_has(&work->refusals, letter->id);
}

static void note_gone(struct run *work, const char *id)
{
	log_line(&work->log, "%s: gone before it was read\n", id);
	fetch_failures_drop(&work->refusals, id);
	g_hash_table_add(work->gone, base_strdup(id));
}

static bool is_out_of_time(const struct run *work)
{
	return step_time() - work->began > work->site->config->run_seconds;
}

int run_add_message(struct run *work, const struct waiting *letter, const struct handed *handed)
{
	enum reception became = RECEPTION_TAKEN;
	struct reason reason;

	progress_tick(work->refusals.came, work->worklist.letters.count);
	if (handed->how == HANDED_GONE) {
		note_gone(work, letter->id);
		return 0;
	}
	if (handed->how == HANDED_NOT_NOW) {
		fetch_failures_add(&work->refusals, letter->id, handed->why, handed->passing);
		return 0;
	}
	if (run_fault_decide(work, letter, handed, &became, &reason) != 0)
		return -1;
	if (became == RECEPTION_NOT_NOW) {
		log_line(&work->log, "%s: can't be read now: %s\n", letter->id, reason.text);
		fetch_failures_add(&work->refusals, letter->id, reason.text, true);
		return 0;
	}
	work->refusals.came++;
	fetch_failures_drop(&work->refusals, letter->id);
	g_hash_table_add(became == RECEPTION_PUT_OFF ? work->put_off : work->done,
			 base_strdup(letter->id));
	/* Messages that cost much time, or lead to large ones, are committed before the next is
	 * tried. */
	work->stopped = is_out_of_time(work) || step_time() - work->batch_began > BATCH_SECONDS ||
			commit_is_large(&work->workspace);
	return work->stopped;
}

/* Returns the size of the next batch, and copies its messages to `batch`. They are in [*from, end)
 * of the worklist. */
static size_t next_batch(struct run *work, size_t *from, struct waiting *batch)
{
	const struct config *config = work->site->config;
	const struct waiting_list *list = &work->worklist.letters;
	uint64_t bytes = 0;
	size_t count = 0;

	while (*from < list->count && count < (size_t)config->batch_messages &&
	       (count == 0 ||
		bytes + list->letters[*from].bytes <= (uint64_t)config->batch_bytes)) {
		const struct waiting *letter = &list->letters[*from];
		const bool alone = run_fault_is_alone(&work->faults, letter->id);

		/* Messages that an earlier run requested without success come last, each alone. */
		if (was_asked_for(work, letter) ||
		    fetch_failures_has_earlier(&work->refusals, letter->id)) {
			(*from)++;
			continue;
		}
		if (alone && count > 0)
			break;
		(*from)++;
		if (letter->bytes <= (uint64_t)config->max_message_bytes)
			bytes += letter->bytes;
		batch[count++] = *letter;
		if (alone)
			break;
	}
	return count;
}

/* Selects the messages that the ledger has, and no others. A message that waits for a damaged game
 * stays unmarked, and so does a message that wasn't handed over. */
static size_t select_marks(struct run *work, const struct waiting *letters, size_t count,
			   struct waiting *marks)
{
	size_t done = 0;

	ledger_begin_reading(work->site->ledger);
	for (size_t i = 0; i < count; i++)
		if (is_done(work, &letters[i]) &&
		    ledger_knows_id(work->site->ledger, letters[i].id))
			marks[done++] = letters[i];
	ledger_end_reading(work->site->ledger);
	return done;
}

static enum run_result mark_processed(struct run *work, const struct waiting *letters, size_t count)
{
	struct waiting *marks = base_zalloc(count, sizeof *marks);
	size_t done = select_marks(work, letters, count, marks);
	struct reason reason;
	enum wire wire = WIRE_DONE;

	if (done > 0)
		wire = source_mark(work->source, marks, done, &reason);
	if (done > 0 && wire == WIRE_DONE)
		source_note(work->source, ledger_batch(work->site->ledger));
	free(marks);
	log_phase(&work->log, "marked", done);
	return wire == WIRE_DONE ? RUN_DONE
				 : log_fail(&work->log, RECURRING_ERRORS_MAILBOX,
					    log_wire_result(wire), &reason);
}

/* The batch after the current one. */
struct upcoming_batch {
	struct waiting *letters;
	size_t count, from; /* its size, and where in the worklist the batch after it begins */
	bool late;	    /* the batch is left to another run */
};

/* Finds the next batch. If the current batch took too long, or broke the connection, its rest is
 * the next one. */
static void find_upcoming(struct run *work, bool is_rest, struct upcoming_batch *coming)
{
	if (is_rest)
		coming->from = 0;
	coming->count = next_batch(work, &coming->from, coming->letters);
	coming->late = is_out_of_time(work);
}

/* Checks, before a batch is committed, whether the messages of the previous batch are marked.
 * Requests the next batch, so that it arrives while the present one is flushed. */
static enum run_result prefetch_upcoming(struct run *work, struct upcoming_batch *coming)
{
	struct reason reason;
	enum wire wire = source_await_marks(work->source, &reason);

	if (wire != WIRE_DONE)
		return log_fail(&work->log, RECURRING_ERRORS_MAILBOX, log_wire_result(wire),
				&reason);
	if (coming == NULL)
		return RUN_DONE;
	find_upcoming(work, work->stopped, coming);
	if (coming->count > 0 && !coming->late)
		source_prefetch(work->source, coming->letters, coming->count);
	return RUN_DONE;
}

/* Records that the source has failed while it handed messages over. */
static enum run_result note_cut_off(struct run *work, enum wire wire, const struct reason *reason)
{
	work->cut_off = true;
	return log_fail(&work->log, RECURRING_ERRORS_MAILBOX, log_wire_result(wire), reason);
}

/*
 * Runs one batch: fetched and decided in memory, committed, marked. If the source fails half-way,
 * the messages that it has handed over are committed, so that a message that always breaks the
 * connection delays none before it.
 *
 * If pbem fails over a message of the batch, nothing of the batch has happened, and work->remade is
 * set. `coming` is the batch after it, or NULL.
 */
static enum run_result run_batch(struct run *work, const struct waiting *letters, size_t count,
				 struct upcoming_batch *coming)
{
	struct reason reason = {.text = ""};
	enum wire wire;
	unsigned decided;
	enum run_result code, before = RUN_DONE;

	work->batch_began = step_time();
	work->stopped = false;
	ledger_begin_reading(work->site->ledger);
	wire = source_fetch(work->source, letters, count, run_add_read_ahead, work, &reason);
	run_add_waiting(work);
	decided = work->workspace.letters;

	log_phase(&work->log, "fetched and decided", decided);
	if (wire == WIRE_DONE && !work->broken && !work->faults.again)
		before = prefetch_upcoming(work, coming);
	code = work->broken	    ? work->broken_code
	       : work->faults.again ? RUN_DONE
				    : run_commit_letters(work, letters, count);
	/* If there was nothing to commit, the ledger's lock is still held. */
	ledger_end_reading(work->site->ledger);
	if (work->faults.again) {
		run_fault_undo(work, letters, count);
		work->remade = true;
		return wire == WIRE_DONE ? before : note_cut_off(work, wire, &reason);
	}
	if (code != RUN_DONE || work->broken)
		return code;
	log_phase(&work->log, "committed", decided);
	code = mark_processed(work, letters, count);
	if (wire == WIRE_DONE)
		return before != RUN_DONE ? before : code;
	return note_cut_off(work, wire, &reason);
}

/* ---- messages that the source fails to hand over ---- */

/* Opens a new connection, because the message may have broken the old one. */
static enum run_result reopen_source(struct run *work)
{
	struct reason reason;
	enum wire wire;

	source_close(work->source);
	work->source = NULL;
	wire = source_open(work->site->config, &work->source, &reason);
	return wire == WIRE_DONE ? RUN_DONE
				 : log_fail(&work->log, RECURRING_ERRORS_MAILBOX,
					    log_wire_result(wire), &reason);
}

/* Processes one message alone. If the message breaks the connection, this run doesn't request it
 * any more, and goes on over a new connection. */
static enum run_result run_alone(struct run *work, const struct waiting *letter)
{
	enum run_result code;

	do {
		work->cut_off = work->remade = false;
		code = run_batch(work, letter, 1, NULL);
	} while (work->remade && !work->cut_off && code == RUN_DONE &&
		 !was_asked_for(work, letter));
	if (work->broken || !work->cut_off)
		return code;
	fetch_failures_add(&work->refusals, letter->id,
			   "the connection breaks when pbem requests the letter", true);
	return reopen_source(work);
}

/* Goes on after a batch that broke the connection. Over a new connection it requests the first
 * missing message alone, so that later messages don't wait for the next run. */
static enum run_result run_after_cut_off(struct run *work)
{
	const struct waiting_list *list = &work->worklist.letters;
	enum run_result code = reopen_source(work);

	for (size_t i = 0; i < list->count && code == RUN_DONE; i++)
		if (!was_asked_for(work, &list->letters[i]) &&
		    !fetch_failures_has_earlier(&work->refusals, list->letters[i].id))
			return run_alone(work, &list->letters[i]);
	return code;
}

/*
 * Processes messages one by one, each over a new connection if the one before broke it, so that
 * none can delay the others. Takes the messages that an earlier run asked for without success, or
 * `all` messages after three runs without progress.
 */
static enum run_result run_singly(struct run *work, bool all)
{
	const struct waiting_list *list = &work->worklist.letters;
	enum run_result code = RUN_DONE;

	for (size_t i = 0; i < list->count && code == RUN_DONE; i++) {
		const struct waiting *letter = &list->letters[i];

		if (was_asked_for(work, letter) ||
		    (!all && !fetch_failures_has_earlier(&work->refusals, letter->id)))
			continue;
		if (is_out_of_time(work))
			return RUN_AGAIN;
		code = run_alone(work, letter);
	}
	return code;
}

/* Counts the runs that were cut off at the same message, so that run_singly can act. A full disk or
 * a faulty template is no message's fault. */
static void note_progress(struct run *work, size_t done_before)
{
	struct reason reason;

	if (g_hash_table_size(work->done) > done_before)
		work->worklist.stalls = 0;
	else
		work->worklist.stalls++;
	if (worklist_write(work->site->config->folder, &work->worklist, &reason) != 0)
		(void)log_fail(&work->log, RECURRING_ERRORS_FILES, RUN_AGAIN, &reason);
}

/* Runs batch after batch, each as large as pbem.conf allows. */
static enum run_result run_batches(struct run *work)
{
	const struct config *config = work->site->config;
	const size_t most = (size_t)config->batch_messages;
	struct waiting *batch = base_zalloc(most, sizeof *batch);
	struct upcoming_batch coming = {.letters = base_zalloc(most, sizeof *batch)};
	unsigned past = 0;
	enum run_result code = RUN_DONE;

	progress_begin("letters");
	find_upcoming(work, false, &coming);
	while (code == RUN_DONE && coming.count > 0) {
		if (coming.late) {
			code = RUN_AGAIN;
			log_report(&work->log, RECURRING_ERRORS_TIME, code,
				   "pbem: this run has lasted as long as run-seconds allows; the "
				   "next run continues\n");
		} else {
			const size_t count = coming.count;

			memcpy(batch, coming.letters, count * sizeof *batch);
			work->cut_off = work->remade = false;
			code = run_batch(work, batch, count, &coming);
			if (work->remade && code == RUN_DONE)
				find_upcoming(work, true, &coming);
			if (!work->cut_off)
				continue;
			if (!work->broken && past++ < PASTS)
				code = run_after_cut_off(work);
			if (code == RUN_DONE)
				find_upcoming(work, true, &coming);
		}
	}
	progress_end();
	free(coming.letters);
	free(batch);
	return code;
}

/* Finds the messages that are gone. Only a list of the mailbox that lacks them proves it. */
static enum run_result find_gone(struct run *work)
{
	const struct waiting_list *letters = &work->worklist.letters;
	struct waiting_list listed = {0};
	enum run_result code = run_list(work, &listed);
	GHashTable *there;

	if (code != RUN_DONE || work->full) {
		transport_free_list(&listed);
		return code;
	}
	there = g_hash_table_new(g_str_hash, g_str_equal);
	for (size_t i = 0; i < listed.count; i++)
		g_hash_table_add(there, listed.letters[i].id);
	for (size_t i = 0; i < letters->count; i++)
		if (fetch_failures_has(&work->refusals, letters->letters[i].id) &&
		    !g_hash_table_contains(there, letters->letters[i].id))
			note_gone(work, letters->letters[i].id);
	g_hash_table_destroy(there);
	transport_free_list(&listed);
	return RUN_DONE;
}

/* Ends a worklist of which some messages were not handed over. Returns the result: RUN_AGAIN if
 * the next run must ask for one of them. */
static enum run_result finish_refused(struct run *work)
{
	enum run_result code = find_gone(work);
	bool wait;

	if (code != RUN_DONE)
		return code;
	wait = fetch_failures_note(&work->refusals, work->began, &work->log);
	code = run_commit(work);
	return code == RUN_DONE && wait ? RUN_AGAIN : code;
}

enum run_result run_worklist(struct run *work)
{
	size_t done_before;
	enum run_result code = RUN_DONE;

	drop_known(work, &work->worklist.letters);
	done_before = g_hash_table_size(work->done);
	if (done_before > 0)
		code = mark_processed(work, work->worklist.letters.letters,
				      work->worklist.letters.count);
	if (code == RUN_DONE)
		code = work->worklist.stalls < RUN_STALLS ? run_batches(work)
							  : run_singly(work, true);
	if (code == RUN_DONE)
		code = run_singly(work, false);
	if (code == RUN_DONE && g_hash_table_size(work->refusals.now) > 0)
		code = finish_refused(work);
	if (code != RUN_DONE && work->cut_off)
		note_progress(work, done_before);
	return code;
}
