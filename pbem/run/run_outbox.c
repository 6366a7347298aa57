/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include <glib.h>

#include "core/base/stamp.h"
#include "pbem/site/config.h"
#include "pbem/run/run_outbox.h"
#include "pbem/wire/sink.h"
#include "pbem/site/step.h"
#include "pbem/site/terminal.h"

struct pass {
	const struct config *config;
	struct outbox *outbox;
	struct sink *sink;
	int64_t now;
	const struct outbox_events *events;
	struct outbox_report report;
	GHashTable *behind;	    /* the recipients who come behind the others */
	struct outbox_place *place; /* of the letter in hand, */
	unsigned doubts;	    /* and how often it was in doubt before */
	bool noted;		    /* that it is once more stands in the outbox */
	int64_t slow_ms;	    /* what slow letters have taken so far */
	bool failed;		    /* a letter was tried in vain, or not tried though it was due */
	bool stuck;		    /* the outbox itself fails */
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
	return pass->slow_ms > step_final_seconds() * (int64_t)1500;
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

/* ---- one letter ---- */

/* The post takes its time over the letter in hand. A run that is killed meanwhile, again and again,
 * must not send it again and again, nor begin with it. */
static void note_waiting(void *context)
{
	struct pass *pass = context;
	unsigned doubts = pass->doubts + 1;

	/* If it can't be written the letter's end can't be either, and that stops the pass. */
	pass->noted = outbox_postpone(pass->outbox, pass->place->row, doubts,
				      next_after(pass->now, doubts), NULL) == 0;
}

/* It goes again. Down, the post has refused nothing. */
static int postpone(struct pass *pass, struct outbox_place *place, struct outbox_letter *letter,
		    struct reason *reason)
{
	struct reason why;
	bool in_doubt = sink_is_in_doubt(pass->sink);

	if (!in_doubt && !pass->noted && (sink_is_down(pass->sink) || place->waited))
		return 0;
	if (in_doubt) {
		letter->doubts++;
		place->next = next_after(pass->now, letter->doubts);
		pass->events->doubt(pass->events->context, letter, reason->text);
	}
	if (outbox_postpone(pass->outbox, place->row, letter->doubts, place->next, &why) == 0)
		return 0;
	*reason = why;
	return -1;
}

/* Tries the letter. WIRE_LATER: it still waits. */
static enum wire try_letter(struct pass *pass, struct outbox_letter *letter, struct reason *reason)
{
	enum wire result = sink_send(pass->sink, pass->config->address, letter->to, letter->name,
				     letter->bytes, letter->len, reason);

	if (result == WIRE_LATER && !sink_is_down(pass->sink) && is_too_old(pass, letter->since)) {
		reason_prefix(reason,
			      "not accepted for more than %ld days: ", pass->config->retry_days);
		result = WIRE_NEVER;
	}
	if (result == WIRE_NEVER)
		pass->events->give_up(pass->events->context, letter, reason->text);
	return result;
}

/* What becomes of it in the outbox. When that can't be written no other is sent, lest every run
 * send them all. */
static void settle_letter(struct pass *pass, struct outbox_place *place,
			  struct outbox_letter *letter, enum wire result, struct reason *reason)
{
	switch (result) {
	case WIRE_DONE:
		pass->report.sent++;
		step();
		pass->stuck = outbox_remove(pass->outbox, place->row, reason) != 0;
		step();
		break;
	case WIRE_NEVER:
		pass->report.given_up++;
		break;
	case WIRE_LATER:
		pass->failed = true;
		pass->stuck = postpone(pass, place, letter, reason) != 0;
		break;
	}
}

static void take_letter(struct pass *pass, struct outbox_place *place, struct reason *reason)
{
	struct outbox_letter letter;
	struct reason why = {""};
	int64_t before = step_ms(), took;
	enum wire result;

	if (outbox_read(pass->outbox, place->row, &letter, reason) != 0) {
		pass->stuck = true;
		return;
	}
	pass->place = place;
	pass->doubts = letter.doubts;
	pass->noted = false;
	result = try_letter(pass, &letter, &why);
	took = step_ms() - before;
	if (is_slow(took)) {
		pass->slow_ms += took;
		g_hash_table_add(pass->behind, place->to);
	}
	settle_letter(pass, place, &letter, result, &why);
	if (result == WIRE_LATER || pass->stuck)
		*reason = why;
	outbox_letter_done(&letter);
}

/* ---- all of them ---- */

/* Tries what is due and hasn't been tried yet: of those before, or of those behind. False: no more.
 */
static bool try_letters(struct pass *pass, const struct outbox_list *list, bool *tried, bool behind,
			struct reason *reason)
{
	for (size_t i = 0; i < list->count; i++) {
		struct outbox_place *place = &list->letters[i];

		if (tried[i] || place->next > pass->now ||
		    g_hash_table_contains(pass->behind, place->to) != behind)
			continue;
		if (has_no_time(pass)) {
			pass->failed = true;
			reason_set(reason, "the post takes minutes for an answer; the other "
					   "letters go in the next run");
			return false;
		}
		tried[i] = true;
		terminal_tick(pass->report.sent, list->count);
		take_letter(pass, place, reason);
		if (pass->stuck || sink_is_down(pass->sink)) {
			pass->failed = true;
			return false;
		}
	}
	return true;
}

enum wire run_outbox(const struct config *config, struct outbox *outbox, struct sink *sink,
		     int64_t now, const struct outbox_events *events,
		     struct outbox_report *report_out, struct reason *reason)
{
	struct pass pass = {
		.config = config,
		.outbox = outbox,
		.sink = sink,
		.now = now,
		.events = events,
	};
	struct outbox_list list;
	bool *tried;

	*report_out = pass.report;
	if (outbox_list(outbox, &list, reason) != 0)
		return WIRE_LATER;
	pass.behind = g_hash_table_new(g_str_hash, g_str_equal);
	tried = base_zalloc(list.count + 1, sizeof *tried);
	for (size_t i = 0; i < list.count; i++)
		if (list.letters[i].waited)
			g_hash_table_add(pass.behind, list.letters[i].to);
	sink_on_waiting(sink, note_waiting, &pass);
	terminal_begin("sending");
	if (try_letters(&pass, &list, tried, false, reason))
		(void)try_letters(&pass, &list, tried, true, reason);
	terminal_end();
	pass.report.waiting = list.count - pass.report.sent - pass.report.given_up;
	*report_out = pass.report;
	sink_on_waiting(sink, NULL, NULL);
	g_hash_table_destroy(pass.behind);
	free(tried);
	outbox_list_free(&list);
	if (!pass.failed && !pass.stuck)
		return WIRE_DONE;
	return sink_needs_mending(sink) ? WIRE_NEVER : WIRE_LATER;
}
