/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "pbem/promise/crash.h"
#include "pbem/batch/commit.h"
#include "pbem/reception/reception.h"
#include "pbem/site/step.h"
#include "pbem/site/terminal.h"
#include "pbem/run/work.h"
#include "pbem/wire/source.h"

enum {
	BATCH_SECONDS = 10, /* of deciding; then what is decided is committed */
	PASTS = 5,	    /* times a run goes on behind a letter that breaks the connection */
};

void work_init(struct work *work, struct site *site, FILE *told, bool verbose,
	       struct troubles *troubles)
{
	memset(work, 0, sizeof *work);
	work->site = site;
	log_open(&work->log, site->config->folder, site->config->log, told, verbose, troubles);
	work->began = step_time();
	desk_init(&work->desk, site, work->began, &work->log);
	text_init(&work->crashed, 1 << 20);
	work->done = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL);
	work->gone = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL);
	work->put_off = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL);
	refusals_init(&work->refusals, &work->desk);
}

void work_done(struct work *work)
{
	source_close(work->source);
	sitting_done(&work->sitting);
	refusals_done(&work->refusals);
	g_hash_table_destroy(work->put_off);
	g_hash_table_destroy(work->gone);
	g_hash_table_destroy(work->done);
	text_done(&work->crashed);
	desk_done(&work->desk);
	log_close(&work->log);
}

/* ---- one letter ---- */

/* The letters of a list that no earlier run has dealt with; the others only want their mark. */
static void drop_known(struct work *work, struct waiting_list *list)
{
	size_t kept = 0;

	ledger_hold(work->site->ledger);
	for (size_t i = 0; i < list->count; i++) {
		if (ledger_knows_id(work->site->ledger, list->letters[i].id))
			g_hash_table_add(work->done, base_strdup(list->letters[i].id));
		else
			kept++;
	}
	ledger_let_go(work->site->ledger);
	if (work->log.verbose && kept < list->count)
		log_line(&work->log, "%zu of %zu letters were dealt with before\n",
			 list->count - kept, list->count);
}

static bool is_done(const struct work *work, const struct waiting *letter)
{
	return g_hash_table_contains(work->done, letter->id);
}

/* Whether this run has nothing more to ask of it. */
static bool was_asked_for(const struct work *work, const struct waiting *letter)
{
	return is_done(work, letter) || g_hash_table_contains(work->put_off, letter->id) ||
	       g_hash_table_contains(work->gone, letter->id) ||
	       refusals_has(&work->refusals, letter->id);
}

static void note_gone(struct work *work, const char *id)
{
	log_line(&work->log, "%s: gone before it was read\n", id);
	refusals_drop(&work->refusals, id);
	g_hash_table_add(work->gone, base_strdup(id));
}

static bool out_of_time(const struct work *work)
{
	return step_time() - work->began > work->site->config->run_seconds;
}

/* A letter with its bytes, or too large for them. Whose it is that is set aside may be what pbem
 * crashes over: then it isn't looked at any more. */
static int decide(struct work *work, const struct waiting *letter, const struct handed *handed,
		  enum reception *became, struct reason *reason)
{
	char *note, *why;
	int notes = crash_notes(&work->crashed, letter->id, &note), result;

	why = base_printf("pbem crashed over it (%s); please report this",
			  note != NULL ? note : "");
	crash_in_hand(letter->id);
	if (notes < CRASH_TRIES)
		result = reception_letter(&work->desk, letter, handed->bytes, handed->len, became,
					  reason);
	else
		result = reception_set_aside(&work->desk, letter,
					     notes > CRASH_TRIES ? NULL : handed->bytes,
					     handed->len, why, became, reason);
	crash_in_hand(NULL);
	free(why);
	free(note);
	return result;
}

int work_take(struct work *work, const struct waiting *letter, const struct handed *handed)
{
	enum reception became = RECEPTION_TAKEN;
	struct reason reason;

	terminal_tick(work->refusals.came, work->sitting.letters.count);
	if (handed->how == HANDED_GONE) {
		note_gone(work, letter->id);
		return 0;
	}
	if (handed->how == HANDED_NOT_NOW) {
		refusals_add(&work->refusals, letter->id, handed->why, handed->passing);
		return 0;
	}
	if (decide(work, letter, handed, &became, &reason) != 0) {
		work->broken = true;
		work->broken_code = reason_is_passing(&reason) ? EX_TEMPFAIL : EX_CONFIG;
		reason_prefix(&reason, "%s: ", letter->id);
		(void)log_fail(&work->log, TROUBLE_FILES, work->broken_code, &reason);
		return -1;
	}
	if (became == RECEPTION_NOT_NOW) {
		log_line(&work->log, "%s: can't be read now: %s\n", letter->id, reason.text);
		refusals_add(&work->refusals, letter->id, reason.text, true);
		return 0;
	}
	work->refusals.came++;
	refusals_drop(&work->refusals, letter->id);
	g_hash_table_add(became == RECEPTION_PUT_OFF ? work->put_off : work->done,
			 base_strdup(letter->id));
	/* Letters that cost much, or lead to large ones, are committed before the next is tried. */
	work->stopped = out_of_time(work) || step_time() - work->batch_began > BATCH_SECONDS ||
			commit_is_large(&work->desk);
	return work->stopped;
}

/* The next letters that make a batch: [*from, end) of the sitting, copied to `batch`. */
static size_t next_batch(struct work *work, size_t *from, struct waiting *batch)
{
	const struct config *config = work->site->config;
	const struct waiting_list *list = &work->sitting.letters;
	uint64_t bytes = 0;
	size_t count = 0;

	while (*from < list->count && count < (size_t)config->batch_letters &&
	       (count == 0 ||
		bytes + list->letters[*from].bytes <= (uint64_t)config->batch_bytes)) {
		const struct waiting *letter = &list->letters[(*from)++];

		/* What an earlier run asked for in vain comes last, and by itself. */
		if (was_asked_for(work, letter) || refusals_had(&work->refusals, letter->id))
			continue;
		if (letter->bytes <= (uint64_t)config->max_letter_bytes)
			bytes += letter->bytes;
		batch[count++] = *letter;
	}
	return count;
}

/* Those that the ledger has, and no others: a letter that waits for a damaged game stays unmarked,
 * and one that was only not handed over. */
static size_t mark_list(struct work *work, const struct waiting *letters, size_t count,
			struct waiting *marks)
{
	size_t done = 0;

	ledger_hold(work->site->ledger);
	for (size_t i = 0; i < count; i++)
		if (is_done(work, &letters[i]) &&
		    ledger_knows_id(work->site->ledger, letters[i].id))
			marks[done++] = letters[i];
	ledger_let_go(work->site->ledger);
	return done;
}

static int mark(struct work *work, const struct waiting *letters, size_t count)
{
	struct waiting *marks = base_zalloc(count, sizeof *marks);
	size_t done = mark_list(work, letters, count, marks);
	struct reason reason;
	enum wire wire = WIRE_DONE;

	if (done > 0)
		wire = source_mark(work->source, marks, done, &reason);
	if (done > 0 && wire == WIRE_DONE)
		source_note(work->source, ledger_batch(work->site->ledger));
	free(marks);
	log_phase(&work->log, "marked", done);
	return wire == WIRE_DONE
		       ? EX_OK
		       : log_fail(&work->log, TROUBLE_MAILBOX, log_exit_code(wire), &reason);
}

/* The batch that follows one in hand. */
struct coming {
	struct waiting *letters;
	size_t count, from; /* from there on in the sitting, the one behind it */
	bool late;	    /* it is another run's */
};

/* Finds it. The rest of a batch that took too long, or broke the connection, is another. */
static void find_coming(struct work *work, bool is_rest, struct coming *coming)
{
	if (is_rest)
		coming->from = 0;
	coming->count = next_batch(work, &coming->from, coming->letters);
	coming->late = out_of_time(work);
}

/* Before a batch is committed: hears whether the letters of the one before are marked, and has the
 * next one's sent while this one is flushed. */
static int look_ahead(struct work *work, struct coming *coming)
{
	struct reason reason;
	enum wire wire = source_settle(work->source, &reason);

	if (wire != WIRE_DONE)
		return log_fail(&work->log, TROUBLE_MAILBOX, log_exit_code(wire), &reason);
	if (coming == NULL)
		return EX_OK;
	find_coming(work, work->stopped, coming);
	if (coming->count > 0 && !coming->late)
		source_ask(work->source, coming->letters, coming->count);
	return EX_OK;
}

/*
 * One batch: fetched and decided in memory, committed, marked. When the source fails half-way what
 * it has handed over is committed all the same, so that a letter that breaks the connection every
 * time holds up nobody before it. `coming` is what follows it, or NULL.
 */
static int work_batch(struct work *work, const struct waiting *letters, size_t count,
		      struct coming *coming)
{
	struct reason reason = {""};
	enum wire wire;
	unsigned decided;
	int code, before = EX_OK;

	work->batch_began = step_time();
	work->stopped = false;
	ledger_hold(work->site->ledger);
	wire = source_fetch(work->source, letters, count, work_take_ahead, work, &reason);
	work_take_waiting(work);
	decided = work->desk.letters;

	log_phase(&work->log, "fetched and decided", decided);
	if (wire == WIRE_DONE && !work->broken)
		before = look_ahead(work, coming);
	code = work->broken ? work->broken_code : work_commit(work);
	/* Where there was nothing to commit it is still held. */
	ledger_let_go(work->site->ledger);
	if (code != EX_OK || work->broken)
		return code;
	log_phase(&work->log, "committed", decided);
	code = mark(work, letters, count);
	if (wire == WIRE_DONE)
		return before != EX_OK ? before : code;
	work->cut_off = true;
	return log_fail(&work->log, TROUBLE_MAILBOX, log_exit_code(wire), &reason);
}

/* ---- letters the source fails to hand over ---- */

/* A new connection, for the old one may have died of the letter. */
static int reconnect(struct work *work)
{
	struct reason reason;
	enum wire wire;

	source_close(work->source);
	work->source = NULL;
	wire = source_open(work->site->config, &work->source, &reason);
	return wire == WIRE_DONE
		       ? EX_OK
		       : log_fail(&work->log, TROUBLE_MAILBOX, log_exit_code(wire), &reason);
}

/* One letter by itself; when it breaks the connection this run asks no more for it, and goes on
 * over a new one. */
static int work_alone(struct work *work, const struct waiting *letter)
{
	int code;

	work->cut_off = false;
	code = work_batch(work, letter, 1, NULL);
	if (work->broken || !work->cut_off)
		return code;
	refusals_add(&work->refusals, letter->id, "asking for it breaks the connection", true);
	return reconnect(work);
}

/* A batch broke the connection: over a new one the first letter that hasn't come is asked for by
 * itself, so that those behind it don't wait for the next run. */
static int work_past(struct work *work)
{
	const struct waiting_list *list = &work->sitting.letters;
	int code = reconnect(work);

	for (size_t i = 0; i < list->count && code == EX_OK; i++)
		if (!was_asked_for(work, &list->letters[i]) &&
		    !refusals_had(&work->refusals, list->letters[i].id))
			return work_alone(work, &list->letters[i]);
	return code;
}

/*
 * Letters by themselves, each over a new connection when the one before breaks it, so that it can't
 * hold up the others: those that an earlier run asked for in vain, or `all` when three runs got
 * none further.
 */
static int work_singly(struct work *work, bool all)
{
	const struct waiting_list *list = &work->sitting.letters;
	int code = EX_OK;

	for (size_t i = 0; i < list->count && code == EX_OK; i++) {
		const struct waiting *letter = &list->letters[i];

		if (was_asked_for(work, letter) ||
		    (!all && !refusals_had(&work->refusals, letter->id)))
			continue;
		if (out_of_time(work))
			return EX_TEMPFAIL;
		code = work_alone(work, letter);
	}
	return code;
}

/* Counts the runs that the source cut off at the same letter, so that work_singly can act. A full
 * disk or a faulty template is no letter's fault. */
static void note_progress(struct work *work, size_t done_before)
{
	struct reason reason;

	if (g_hash_table_size(work->done) > done_before)
		work->sitting.stalls = 0;
	else
		work->sitting.stalls++;
	if (sitting_write(work->site->config->folder, &work->sitting, &reason) != 0)
		(void)log_fail(&work->log, TROUBLE_FILES, EX_TEMPFAIL, &reason);
}

/* Batch after batch, as large as pbem.conf allows. */
static int work_batches(struct work *work)
{
	const struct config *config = work->site->config;
	const size_t most = (size_t)config->batch_letters;
	struct waiting *batch = base_zalloc(most, sizeof *batch);
	struct coming coming = {.letters = base_zalloc(most, sizeof *batch)};
	unsigned past = 0;
	int code = EX_OK;

	terminal_begin("letters");
	find_coming(work, false, &coming);
	while (code == EX_OK && coming.count > 0) {
		if (coming.late) {
			code = EX_TEMPFAIL;
			log_say(&work->log, TROUBLE_TIME, code,
				"pbem: run-seconds is over; the next run goes on\n");
		} else {
			const size_t count = coming.count;

			memcpy(batch, coming.letters, count * sizeof *batch);
			work->cut_off = false;
			code = work_batch(work, batch, count, &coming);
			if (!work->cut_off)
				continue;
			if (!work->broken && past++ < PASTS)
				code = work_past(work);
			if (code == EX_OK)
				find_coming(work, true, &coming);
		}
	}
	terminal_end();
	free(coming.letters);
	free(batch);
	return code;
}

/* What a list lacks is gone: only that says so. */
static int find_gone(struct work *work)
{
	const struct waiting_list *letters = &work->sitting.letters;
	struct waiting_list listed = {0};
	int code = work_list(work, &listed);
	GHashTable *there;

	if (code != EX_OK || work->full) {
		source_free_list(&listed);
		return code;
	}
	there = g_hash_table_new(g_str_hash, g_str_equal);
	for (size_t i = 0; i < listed.count; i++)
		g_hash_table_add(there, listed.letters[i].id);
	for (size_t i = 0; i < letters->count; i++)
		if (refusals_has(&work->refusals, letters->letters[i].id) &&
		    !g_hash_table_contains(there, letters->letters[i].id))
			note_gone(work, letters->letters[i].id);
	g_hash_table_destroy(there);
	source_free_list(&listed);
	return EX_OK;
}

/* Whether the sitting is over, though letters were not handed over. */
static int work_refused(struct work *work)
{
	int code = find_gone(work);
	bool wait;

	if (code != EX_OK)
		return code;
	wait = refusals_note(&work->refusals, work->began, &work->log);
	code = work_commit(work);
	return code == EX_OK && wait ? EX_TEMPFAIL : code;
}

int work_sitting(struct work *work)
{
	size_t done_before;
	int code = EX_OK;

	drop_known(work, &work->sitting.letters);
	done_before = g_hash_table_size(work->done);
	if (done_before > 0)
		code = mark(work, work->sitting.letters.letters, work->sitting.letters.count);
	if (code == EX_OK)
		code = work->sitting.stalls < WORK_STALLS ? work_batches(work)
							  : work_singly(work, true);
	if (code == EX_OK)
		code = work_singly(work, false);
	if (code == EX_OK && g_hash_table_size(work->refusals.now) > 0)
		code = work_refused(work);
	if (code != EX_OK && work->cut_off)
		note_progress(work, done_before);
	return code;
}
