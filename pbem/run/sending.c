/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <sysexits.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "core/words/words.h"
#include "pbem/batch/commit.h"
#include "pbem/run/daily.h"
#include "pbem/run/run_outbox.h"
#include "pbem/wire/sink.h"
#include "pbem/run/sending.h"
#include "pbem/batch/tally.h"
#include "pbem/mailing/mailing.h"

enum { DOUBTS_NAMED = 5 };

/* What a pass over the outbox leads to. */
struct post_notes {
	struct desk *desk;
	struct text doubts; /* letters of which nobody knows whether they have arrived */
	unsigned doubt_count;
	struct reason why; /* what was said of the first of them */
};

static void give_up(void *context, const struct outbox_letter *letter, const char *why)
{
	struct post_notes *notes = context;
	struct desk *desk = notes->desk;
	char *path = base_printf("aside/unsent.%s", letter->name);

	batch_write(&desk->batch, path, letter->bytes, letter->len);
	outbox_line_drop(&desk->batch.letters, letter->name);
	desk_notice(desk, desk->now,
		    "The letter %s to %s can't be delivered: %s. It was put aside as %s.",
		    letter->name, letter->to, why, path);
	free(path);
}

static void note_doubt(void *context, const struct outbox_letter *letter, const char *why)
{
	struct post_notes *notes = context;

	if (notes->doubt_count == 0)
		reason_set(&notes->why, "%s", why);
	if (++notes->doubt_count <= DOUBTS_NAMED)
		text_addf(&notes->doubts, "%s%s to %s", notes->doubt_count > 1 ? ", " : "",
			  letter->name, letter->to);
}

/* One notice a pass. */
static void tell_doubts(struct post_notes *notes)
{
	if (notes->doubt_count == 0)
		return;
	if (notes->doubt_count > DOUBTS_NAMED)
		text_addf(&notes->doubts, " and %u more", notes->doubt_count - DOUBTS_NAMED);
	desk_notice(notes->desk, notes->desk->now,
		    "Nobody knows whether these letters have arrived: %s. The post was given each "
		    "of them whole and did not answer (%s). They go again, in the next run, then "
		    "after one hour, after four, and daily; the same letter may come twice.",
		    notes->doubts.bytes, notes->why.text);
}

struct notices {
	struct text text;
	unsigned count;
};

static void add_notice(void *context, int64_t when, const char *line)
{
	struct notices *notices = context;
	char stamp[32];

	stamp_print(when, stamp);
	text_addf(&notices->text, "%s %s\n", stamp, line);
	notices->count++;
}

/* In the site's language. */
static unsigned count_ignored(struct desk *desk, struct text *lines)
{
	const char *spoken = words_spoken(), *language = desk->site->config->language;
	unsigned count;

	(void)words_speak(language != NULL ? language : "", NULL);
	count = tally_news(desk, lines);
	(void)words_speak(spoken, NULL);
	return count;
}

/* Once a day: letters that came to nothing. They are not worth a letter each. */
static void add_ignored(struct desk *desk, struct notices *notices)
{
	int64_t today = desk->now / SECONDS_A_DAY;
	int64_t told = desk_count(desk, "day told");
	struct text lines;

	if (today == told)
		return;
	text_init(&lines, 0);
	if (count_ignored(desk, &lines) > 0) {
		desk_add_count(desk, "day told", today - told);
		text_add(&notices->text, desk_phrase(desk, "Since the last report there came:\n"));
		text_add(&notices->text, lines.bytes);
		notices->count++;
	}
	text_done(&lines);
}

/* Puts a letter with all that has not yet been reported into the outbox. */
static int report_notices(struct desk *desk, struct reason *reason)
{
	struct notices notices = {.count = 0};
	int64_t last;
	int result = 0;

	/* Without a moderator's address `pbem status` is where notices are read. */
	if (desk->site->config->moderator == NULL)
		return 0;
	text_init(&notices.text, 1 << 20);
	last = ledger_notices(desk->site->ledger, add_notice, &notices);
	if (last != 0)
		ledger_line_reported(&desk->batch.ledger, last);
	if (!daily_is_wanted(desk->site->config))
		add_ignored(desk, &notices);
	if (notices.count > 0) {
		char *cause = base_printf("%" PRId64 ".%" PRId64, last, desk->now / SECONDS_A_DAY);

		result = mailing_report(desk, notices.text.bytes, notices.count, cause, reason);
		free(cause);
	}
	if (result == 0)
		result = daily_add(desk, reason);
	if (result == 0)
		result = commit_batch(desk, reason);
	text_done(&notices.text);
	return result;
}

/* Letters that still wait, and why. */
static void tell_waiting(const struct log *log, enum wire wire, size_t waiting,
			 const struct reason *reason)
{
	const int code = wire == WIRE_DONE ? EX_TEMPFAIL : log_exit_code(wire);

	if (wire != WIRE_DONE)
		(void)log_fail(log, TROUBLE_POST, code, reason);
	if (waiting > 0)
		log_say(log, TROUBLE_POST, code,
			"pbem: %zu letter%s in the outbox for the next run\n", waiting,
			waiting == 1 ? " waits" : "s wait");
	else if (wire == WIRE_DONE)
		trouble_well(log->troubles, TROUBLE_POST);
}

int sending_all(struct desk *desk, struct log *log)
{
	const struct config *config = desk->site->config;
	struct post_notes notes = {.desk = desk};
	const struct outbox_events events = {give_up, note_doubt, &notes};
	struct outbox_report report = {0};
	struct sink *sink = NULL;
	struct reason reason;
	enum wire wire;

	if (report_notices(desk, &reason) != 0)
		return log_fail(log, TROUBLE_FILES, EX_TEMPFAIL, &reason);
	/* What is sent is taken out by transactions of its own. */
	ledger_let_go(desk->site->ledger);
	text_init(&notes.doubts, 2000);
	wire = sink_open(config, &sink, &reason);
	if (wire == WIRE_DONE)
		wire = run_outbox(config, ledger_outbox(desk->site->ledger), sink, desk->now,
				  &events, &report, &reason);
	sink_close(sink);
	tell_doubts(&notes);
	text_done(&notes.doubts);
	log_phase(log, "sent", report.sent);
	tell_waiting(log, wire, report.waiting, &reason);
	if (report.given_up + notes.doubt_count > 0 && commit_batch(desk, &reason) != 0)
		return log_fail(log, TROUBLE_FILES, EX_TEMPFAIL, &reason);
	return log_exit_code(wire);
}
