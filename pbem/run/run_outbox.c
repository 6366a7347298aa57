/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include <glib.h>

#include "core/base/stamp.h"
#include "pbem/site/config.h"
#include "pbem/run/run_outbox.h"
#include "pbem/wire/sink.h"
#include "pbem/site/step.h"
#include "pbem/site/terminal.h"

enum { GONE_MAX = 32 }; /* letters leave the outbox by so many at a time */

/* A letter on its way. */
struct parcel {
	struct sink_letter letter; /* what the sink sees of it */
	struct outbox_letter read;
	const struct outbox_place *place;
	bool noted; /* that it is once more in doubt stands in the outbox */
};

/* How far a connection is: through those before, and through those behind. */
struct lane {
	size_t at;
	bool behind;
};

struct pass {
	const struct config *config;
	struct outbox *outbox;
	struct sink *sink;
	int64_t now;
	struct outbox_report *report;
	const struct outbox_list *list;
	size_t done; /* accepted, given up, or not there any more */
	bool *tried;
	size_t left; /* due, and not tried */
	struct lane lanes[SINK_LANES_MAX];
	GHashTable *behind;	/* the recipients who come behind the others */
	GHashTable *lane_of;	/* of recipients: over which connection their letters go, and 1 */
	int64_t gone[GONE_MAX]; /* rows of letters that are out */
	size_t gone_count;
	bool failed; /* a letter was tried in vain, or not tried though it was due */
	bool stuck;  /* the outbox itself fails */
	struct reason *why;
};

/* ---- how long ---- */

/* What takes longer than that is slow: a sixtieth of what a final answer may take, ten seconds. */
static bool is_slow(int64_t took_ms)
{
	return took_ms > step_final_seconds() * (int64_t)1000 / 60;
}

/* One recipient may take the ten minutes of a final answer, and more than one as much again by
 * half. */
static bool has_no_time(const struct pass *pass)
{
	return pass->report->slow_ms > step_final_seconds() * (int64_t)1500;
}

static bool is_too_old(const struct pass *pass, int64_t since)
{
	return pass->config->retry_days * (int64_t)SECONDS_A_DAY < pass->now - since;
}

/* When a letter goes again of which nobody has said so often whether it was accepted. */
static int64_t next_after(int64_t now, unsigned doubts)
{
	static const int waits[] = {0, 0, SECONDS_AN_HOUR, 4 * SECONDS_AN_HOUR};

	return now + (doubts < ARRAY_LEN(waits) ? waits[doubts] : SECONDS_A_DAY);
}

/* ---- what became of letters ---- */

/* When that can't be written no other is sent, lest every run send them all. */
static void stop(struct pass *pass, const struct reason *reason)
{
	pass->stuck = pass->failed = pass->report->stopped = true;
	*pass->why = *reason;
}

static void remove_gone(struct pass *pass)
{
	struct reason reason;

	if (pass->gone_count == 0)
		return;
	if (outbox_remove(pass->outbox, pass->gone, pass->gone_count, &reason) != 0)
		stop(pass, &reason);
	pass->gone_count = 0;
	step();
}

static void note_gone(struct pass *pass, const struct parcel *parcel)
{
	pass->report->sent++;
	pass->done++;
	pass->gone[pass->gone_count++] = parcel->place->row;
	step();
	if (pass->gone_count == GONE_MAX)
		remove_gone(pass);
}

/* The post takes its time over a letter. A run that is killed meanwhile, again and again, must not
 * send it again and again, nor begin with it. */
static void note_waiting(void *context, const struct sink_letter *letter)
{
	struct pass *pass = context;
	struct parcel *parcel = (struct parcel *)(uintptr_t)letter;
	unsigned doubts = parcel->read.doubts + 1;

	remove_gone(pass);
	/* If it can't be written the letter's end can't be either, and that stops the pass. */
	parcel->noted = outbox_postpone(pass->outbox, parcel->place->row, doubts,
					next_after(pass->now, doubts), NULL) == 0;
}

/* It goes again. Down, the post has refused nothing. */
static void postpone(struct pass *pass, struct parcel *parcel, const struct sink_fate *fate)
{
	const struct outbox_place *place = parcel->place;
	struct reason reason;
	int result;

	pass->failed = true;
	*pass->why = fate->why;
	if (!fate->in_doubt && !parcel->noted && (fate->down || place->waited))
		return;
	if (fate->in_doubt) {
		parcel->read.doubts++;
		result = outbox_doubt(pass->outbox, place->row, &parcel->read,
				      next_after(pass->now, parcel->read.doubts), fate->why.text,
				      &reason);
	} else {
		result = outbox_postpone(pass->outbox, place->row, parcel->read.doubts, place->next,
					 &reason);
	}
	if (result != 0)
		stop(pass, &reason);
	step();
}

/* Refused for good, or for so long that nothing better can be hoped for. */
static bool is_given_up(const struct pass *pass, const struct parcel *parcel,
			struct sink_fate *fate)
{
	if (fate->result == WIRE_LATER && !fate->down && is_too_old(pass, parcel->read.since)) {
		reason_prefix(&fate->why,
			      "not accepted for more than %ld days: ", pass->config->retry_days);
		return true;
	}
	return fate->result == WIRE_NEVER;
}

static void give_up(struct pass *pass, const struct parcel *parcel, const char *why)
{
	struct reason reason;

	pass->report->given_up++;
	pass->done++;
	if (outbox_give_up(pass->outbox, parcel->place->row, &parcel->read, why, &reason) != 0)
		stop(pass, &reason);
	step();
}

static void note_fate(void *context, const struct sink_letter *letter, const struct sink_fate *fate)
{
	struct pass *pass = context;
	struct parcel *parcel = (struct parcel *)(uintptr_t)letter;
	struct sink_fate told = *fate;

	if (is_slow(fate->took_ms)) {
		pass->report->slow_ms += fate->took_ms;
		g_hash_table_add(pass->behind, parcel->place->to);
	}
	if (fate->result == WIRE_DONE) {
		note_gone(pass, parcel);
	} else if (is_given_up(pass, parcel, &told)) {
		give_up(pass, parcel, told.why.text);
	} else {
		postpone(pass, parcel, &told);
	}
	terminal_tick(pass->done, pass->list->count);
	outbox_letter_done(&parcel->read);
	free(parcel);
}

/* ---- which letter is next ---- */

static bool is_due(const struct pass *pass, size_t i)
{
	return !pass->tried[i] && pass->list->letters[i].next <= pass->now;
}

/* Whether it goes over that connection: its recipient's letters all go over one, in their order. */
static bool is_of_lane(struct pass *pass, const char *to, size_t lane)
{
	size_t of = GPOINTER_TO_SIZE(g_hash_table_lookup(pass->lane_of, to));

	return of == 0 || of == lane + 1;
}

/* The next that is due there and hasn't been tried yet: of those before, then of those behind.
 * NULL: no more. */
static const struct outbox_place *find_next(struct pass *pass, size_t number)
{
	struct lane *lane = &pass->lanes[number];

	for (;; lane->at++) {
		const struct outbox_place *place;

		if (lane->at == pass->list->count) {
			if (lane->behind)
				return NULL;
			lane->behind = true;
			lane->at = (size_t)-1;
			continue;
		}
		place = &pass->list->letters[lane->at];
		if (is_due(pass, lane->at) && is_of_lane(pass, place->to, number) &&
		    g_hash_table_contains(pass->behind, place->to) == lane->behind)
			return place;
	}
}

/* Claims and reads it. NULL: it isn't there any more, or the outbox fails. */
static struct parcel *take_letter(struct pass *pass, const struct outbox_place *place)
{
	struct parcel *parcel = base_zalloc(1, sizeof *parcel);
	struct reason reason;
	bool there = false;
	int result = outbox_claim(pass->outbox, place->row, &there, &reason);

	step();
	if (result == 0 && there)
		result = outbox_read(pass->outbox, place->row, &parcel->read, &reason);
	if (result != 0)
		stop(pass, &reason);
	if (result != 0 || !there) {
		pass->done += result == 0;
		free(parcel);
		return NULL;
	}
	parcel->place = place;
	parcel->letter =
		(struct sink_letter){pass->config->address, parcel->read.to, parcel->read.name,
				     parcel->read.bytes, parcel->read.len};
	return parcel;
}

static const struct sink_letter *next_letter(void *context, size_t lane)
{
	struct pass *pass = context;
	const struct outbox_place *place;
	struct parcel *parcel = NULL;

	while (parcel == NULL && !pass->stuck && (place = find_next(pass, lane)) != NULL) {
		if (has_no_time(pass)) {
			pass->failed = pass->report->stopped = true;
			pass->left = 0;
			reason_set(pass->why, "the post takes minutes for an answer; the other "
					      "letters go in the next run");
			return NULL;
		}
		pass->tried[place - pass->list->letters] = true;
		pass->left--;
		g_hash_table_insert(pass->lane_of, place->to, GSIZE_TO_POINTER(lane + 1));
		parcel = take_letter(pass, place);
	}
	return parcel != NULL ? &parcel->letter : NULL;
}

static size_t count_left(void *context)
{
	const struct pass *pass = context;

	return pass->stuck ? 0 : pass->left;
}

/* ---- all of them ---- */

static void begin(struct pass *pass)
{
	pass->behind = g_hash_table_new(g_str_hash, g_str_equal);
	pass->lane_of = g_hash_table_new(g_str_hash, g_str_equal);
	pass->tried = base_zalloc(pass->list->count + 1, sizeof *pass->tried);
	for (size_t i = 0; i < pass->list->count; i++) {
		if (pass->list->letters[i].waited)
			g_hash_table_add(pass->behind, pass->list->letters[i].to);
		pass->left += is_due(pass, i);
	}
}

static void end(struct pass *pass)
{
	g_hash_table_destroy(pass->lane_of);
	g_hash_table_destroy(pass->behind);
	free(pass->tried);
}

enum wire run_outbox(const struct config *config, struct outbox *outbox,
		     const struct outbox_list *list, struct sink *sink, int64_t now,
		     struct outbox_report *report, struct reason *reason)
{
	struct pass pass = {
		.config = config,
		.outbox = outbox,
		.list = list,
		.sink = sink,
		.now = now,
		.report = report,
		.why = reason,
	};
	const struct sink_round round = {next_letter, count_left, note_fate, note_waiting, &pass};
	struct reason down;

	begin(&pass);
	terminal_begin("sending");
	if (sink_post(sink, &round, &down) != WIRE_DONE) {
		pass.failed = report->stopped = true;
		if (!pass.stuck)
			*reason = down;
	}
	remove_gone(&pass);
	terminal_end();
	report->waiting += list->count - pass.done;
	end(&pass);
	if (!pass.failed)
		return WIRE_DONE;
	return sink_needs_mending(sink) ? WIRE_NEVER : WIRE_LATER;
}
