/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include <glib.h>

#include "core/util/timestamp.h"
#include "pbem/run/outbox_pass.h"
#include "pbem/run/refused_messages.h"
#include "pbem/sys/config.h"
#include "pbem/sys/progress.h"
#include "pbem/sys/step.h"
#include "pbem/transport/sink.h"

enum { GONE_MAX = 32 }; /* messages that leave the outbox at a time */

/* A message on its way. */
struct message_in_transit {
	struct sink_letter letter; /* the part that the sink sees */
	struct outbox_letter read;
	const struct outbox_place *place;
	bool noted; /* the outbox has recorded that the message is in doubt once more */
};

/* A connection's position in the list: first it goes through the ordinary recipients, then through
 * the delayed ones. */
struct lane {
	size_t at;
	bool delayed;
};

struct pass {
	const struct config *config;
	struct outbox *outbox;
	struct sink *sink;
	int64_t now;
	struct outbox_report *report;
	const struct outbox_list *list;
	size_t done; /* accepted, given up, or no longer there */
	bool *tried;
	size_t left; /* due, and not tried */
	struct lane lanes[SINK_LANES_MAX];
	GHashTable *delayed; /* the recipients that come after the others */
	GHashTable *lane_of; /* by recipient: the connection over which the recipient's messages go,
				plus 1 */
	int64_t gone[GONE_MAX]; /* rows of messages that were sent */
	size_t gone_count;
	struct refused_messages held; /* messages refused for good, until the cause is known */
	bool failed;  /* a message was tried without success, or was due and not tried */
	bool blocked; /* nothing can be sent now, for a reason that no message causes */
	bool stuck;   /* the outbox itself fails */
	struct reason *why;
};

/* ---- time limits ---- */

/* Returns whether a message took more than ten seconds, a sixtieth of the time that the server may
 * take for its final answer. */
static bool is_slow(int64_t took_ms)
{
	return took_ms > step_final_seconds() * (int64_t)1000 / 60;
}

/* Returns whether the time is used up. One recipient may take the ten minutes of a final answer,
 * and several together half as much again. */
static bool has_no_time(const struct pass *pass)
{
	return pass->report->slow_ms > step_final_seconds() * (int64_t)1500;
}

/* Returns when a message is sent again after it was left in doubt that many times. */
static int64_t next_attempt_time(int64_t now, unsigned doubts)
{
	static const int waits[] = {0, 0, SECONDS_AN_HOUR, 4 * SECONDS_AN_HOUR};

	return now + (doubts < ARRAY_LEN(waits) ? waits[doubts] : SECONDS_A_DAY);
}

/* ---- results of sending ---- */

/* Stops the pass, because the outbox can't record results: otherwise every run would send the same
 * messages again. */
static void stop_pass(struct pass *pass, const struct reason *reason)
{
	pass->stuck = pass->failed = pass->report->stopped = true;
	*pass->why = *reason;
}

/* Returns whether a message has waited too long, without the time in which no message could be
 * sent. Stops the pass if that time is unknown. */
static bool is_too_old(struct pass *pass, int64_t since)
{
	const int64_t most = pass->config->retry_days * (int64_t)SECONDS_A_DAY;
	const int64_t waited = pass->now - since;
	struct reason reason;
	int64_t stopped;

	if (waited <= most)
		return false;
	if (outbox_stopped(pass->outbox, since, pass->now, &stopped, &reason) == 0)
		return waited - stopped > most;
	stop_pass(pass, &reason);
	return false;
}

static void remove_sent(struct pass *pass)
{
	struct reason reason;

	if (pass->gone_count == 0)
		return;
	if (outbox_remove(pass->outbox, pass->gone, pass->gone_count, &reason) != 0)
		stop_pass(pass, &reason);
	pass->gone_count = 0;
	step();
}

static void note_sent(struct pass *pass, const struct message_in_transit *parcel)
{
	pass->report->sent++;
	pass->done++;
	pass->gone[pass->gone_count++] = parcel->place->row;
	step();
	if (pass->gone_count == GONE_MAX)
		remove_sent(pass);
}

/* Records that the mail server takes long over a message. Otherwise runs that are killed meanwhile
 * would send it again and again, or begin with it each time. */
static void note_slow_answer(void *context, const struct sink_letter *letter)
{
	struct pass *pass = context;
	struct message_in_transit *parcel = (struct message_in_transit *)(uintptr_t)letter;
	unsigned doubts = parcel->read.doubts + 1;

	remove_sent(pass);
	/* If this can't be recorded the result can't be either, and that stops the pass. */
	parcel->noted = outbox_postpone(pass->outbox, parcel->place->row, doubts,
					next_attempt_time(pass->now, doubts), NULL) == 0;
}

/* Schedules the message to be sent again. A server that is down hasn't refused the message, so
 * nothing is recorded then. */
static void postpone_message(struct pass *pass, struct message_in_transit *parcel,
			     const struct sink_result *fate)
{
	const struct outbox_place *place = parcel->place;
	struct reason reason;
	int result;

	pass->failed = true;
	if (!pass->stuck)
		*pass->why = fate->why;
	if (!fate->in_doubt && !parcel->noted && ((fate->down && !fate->refused) || place->waited))
		return;
	if (fate->in_doubt) {
		parcel->read.doubts++;
		result = outbox_doubt(pass->outbox, place->row, &parcel->read,
				      next_attempt_time(pass->now, parcel->read.doubts),
				      fate->why.text, &reason);
	} else {
		result = outbox_postpone(pass->outbox, place->row, parcel->read.doubts, place->next,
					 &reason);
	}
	if (result != 0)
		stop_pass(pass, &reason);
	step();
}

/* Returns whether the message is given up, because it was refused for too long. Adds that to the
 * reason. */
static bool is_given_up(struct pass *pass, const struct message_in_transit *parcel,
			struct sink_result *fate)
{
	if (fate->down || !is_too_old(pass, parcel->read.since))
		return false;
	reason_prefix(&fate->why,
		      "the letter was refused for more than %ld days: ", pass->config->retry_days);
	return true;
}

static void give_up_message(struct pass *pass, int64_t row, const struct outbox_letter *letter,
			    const char *why)
{
	struct reason reason;

	pass->report->given_up++;
	pass->done++;
	if (outbox_give_up(pass->outbox, row, letter, why, &reason) != 0)
		stop_pass(pass, &reason);
	step();
}

/* Keeps the refused message until the cause is known. The recipient's other messages come after
 * those to others. If enough recipients were refused for the same reason, or enough messages one
 * after the other, no other message is tried. */
static void hold_refused(struct pass *pass, struct message_in_transit *parcel,
			 const struct sink_result *fate)
{
	refused_messages_add(&pass->held, parcel->place, &parcel->read, fate);
	g_hash_table_add(pass->delayed, parcel->place->to);
	if (refused_messages_is_blocked(&pass->held))
		pass->blocked = true;
	else if (!refused_messages_are_enough(&pass->held))
		return;
	pass->report->stopped = true;
	pass->left = 0;
}

/* Schedules a message that isn't given up. While everything is refused, no message's time runs. */
static void reschedule_refused(struct pass *pass, const struct refused_messages_letter *one,
			       bool common)
{
	struct reason reason;

	if (!pass->failed)
		reason_set(pass->why,
			   common ? "the mail server refuses every letter for the same reason: %s"
				  : "%s",
			   one->why);
	pass->failed = true;
	pass->blocked = pass->blocked || common;
	if (outbox_postpone(pass->outbox, one->place->row, one->letter.doubts, one->place->next,
			    &reason) != 0)
		stop_pass(pass, &reason);
	step();
}

/* Decides, when all messages have been tried, what happens to those that were refused for good. */
static void settle_refused(struct pass *pass)
{
	for (size_t i = 0; i < pass->held.count && !pass->stuck; i++) {
		const struct refused_messages_letter *one = &pass->held.letters[i];
		const bool common = refused_messages_is_common(&pass->held, i);

		if (refused_messages_is_its_fault(&pass->held, i) ||
		    (!common && is_too_old(pass, one->letter.since)))
			give_up_message(pass, one->place->row, &one->letter, one->why);
		else
			reschedule_refused(pass, one, common);
	}
}

/* Records whether messages can be sent at all. While they can't, their time doesn't run. */
static void note_chance(struct pass *pass)
{
	struct reason reason;
	int result = 0;

	if (pass->stuck)
		return;
	if (pass->held.accepted > 0 || !pass->blocked)
		result = outbox_go_on(pass->outbox, pass->now, &reason);
	if (result == 0 && pass->blocked)
		result = outbox_stop(pass->outbox, pass->now, &reason);
	if (result != 0)
		stop_pass(pass, &reason);
}

static void note_result(void *context, const struct sink_letter *letter,
			const struct sink_result *fate)
{
	struct pass *pass = context;
	struct message_in_transit *parcel = (struct message_in_transit *)(uintptr_t)letter;
	struct sink_result told = *fate;

	if (is_slow(fate->took_ms)) {
		pass->report->slow_ms += fate->took_ms;
		g_hash_table_add(pass->delayed, parcel->place->to);
	}
	if (fate->result == WIRE_DONE) {
		refused_messages_accept(&pass->held);
		note_sent(pass, parcel);
	} else if (fate->result == WIRE_NEVER && !fate->down) {
		hold_refused(pass, parcel, fate);
	} else if (is_given_up(pass, parcel, &told)) {
		give_up_message(pass, parcel->place->row, &parcel->read, told.why.text);
	} else {
		postpone_message(pass, parcel, &told);
	}
	progress_tick(pass->done, pass->list->count);
	outbox_letter_done(&parcel->read);
	free(parcel);
}

/* ---- choosing the next message ---- */

static bool is_due(const struct pass *pass, size_t i)
{
	return !pass->tried[i] && pass->list->letters[i].next <= pass->now;
}

/* Returns whether the recipient's messages go over that connection. All messages to a recipient go
 * over the same one, in their order. */
static bool is_of_lane(struct pass *pass, const char *to, size_t lane)
{
	size_t of = GPOINTER_TO_SIZE(g_hash_table_lookup(pass->lane_of, to));

	return of == 0 || of == lane + 1;
}

/* Returns the next message that is due on that connection and hasn't been tried yet: first those of
 * ordinary recipients, then of delayed ones. NULL: no more. */
static const struct outbox_place *find_next(struct pass *pass, size_t number)
{
	struct lane *lane = &pass->lanes[number];

	for (;; lane->at++) {
		const struct outbox_place *place;

		if (lane->at == pass->list->count) {
			if (lane->delayed)
				return NULL;
			lane->delayed = true;
			lane->at = (size_t)-1;
			continue;
		}
		place = &pass->list->letters[lane->at];
		if (is_due(pass, lane->at) && is_of_lane(pass, place->to, number) &&
		    g_hash_table_contains(pass->delayed, place->to) == lane->delayed)
			return place;
	}
}

/* Claims the message and reads it. Returns NULL if it is no longer there, or the outbox fails. */
static struct message_in_transit *claim_message(struct pass *pass, const struct outbox_place *place)
{
	struct message_in_transit *parcel = base_zalloc(1, sizeof *parcel);
	struct reason reason;
	bool there = false;
	int result = outbox_claim(pass->outbox, place->row, &there, &reason);

	step();
	if (result == 0 && there)
		result = outbox_read(pass->outbox, place->row, &parcel->read, &reason);
	if (result != 0)
		stop_pass(pass, &reason);
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

static const struct sink_letter *next_message(void *context, size_t lane)
{
	struct pass *pass = context;
	const struct outbox_place *place;
	struct message_in_transit *parcel = NULL;

	while (parcel == NULL && !pass->stuck && pass->left > 0 &&
	       (place = find_next(pass, lane)) != NULL) {
		if (has_no_time(pass)) {
			pass->failed = pass->report->stopped = true;
			pass->left = 0;
			reason_set(pass->why, "the mail server takes minutes to answer; the next "
					      "run sends the other letters");
			return NULL;
		}
		pass->tried[place - pass->list->letters] = true;
		pass->left--;
		g_hash_table_insert(pass->lane_of, place->to, GSIZE_TO_POINTER(lane + 1));
		parcel = claim_message(pass, place);
	}
	return parcel != NULL ? &parcel->letter : NULL;
}

static size_t count_left(void *context)
{
	const struct pass *pass = context;

	return pass->stuck ? 0 : pass->left;
}

/* ---- the pass ---- */

static void pass_init(struct pass *pass)
{
	pass->delayed = g_hash_table_new(g_str_hash, g_str_equal);
	pass->lane_of = g_hash_table_new(g_str_hash, g_str_equal);
	pass->tried = base_zalloc(pass->list->count + 1, sizeof *pass->tried);
	for (size_t i = 0; i < pass->list->count; i++) {
		if (pass->list->letters[i].waited)
			g_hash_table_add(pass->delayed, pass->list->letters[i].to);
		pass->left += is_due(pass, i);
	}
}

static void pass_done(struct pass *pass)
{
	refused_messages_done(&pass->held);
	g_hash_table_destroy(pass->lane_of);
	g_hash_table_destroy(pass->delayed);
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
	const struct sink_round round = {next_message, count_left, note_result, note_slow_answer,
					 &pass};
	struct reason down;

	pass_init(&pass);
	progress_begin("sending");
	if (sink_send_all(sink, &round, &down) != WIRE_DONE) {
		pass.failed = pass.blocked = report->stopped = true;
		if (!pass.stuck)
			*reason = down;
	}
	remove_sent(&pass);
	settle_refused(&pass);
	if (report->stopped && !pass.failed) {
		pass.failed = true;
		reason_set(reason, "the mail server refuses one letter after the other; the next "
				   "run sends the other letters");
	}
	note_chance(&pass);
	progress_end();
	report->waiting += list->count - pass.done;
	pass_done(&pass);
	if (!pass.failed)
		return WIRE_DONE;
	return sink_needs_repair(sink) ? WIRE_NEVER : WIRE_LATER;
}
