/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <sysexits.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "core/words/words.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/tally.h"
#include "pbem/desk/site_open.h"
#include "pbem/mailing/mailing.h"
#include "pbem/promise/carrier.h"
#include "pbem/run/daily.h"
#include "pbem/run/recovery.h"
#include "pbem/run/run_outbox.h"
#include "pbem/run/sending.h"
#include "pbem/site/files.h"
#include "pbem/site/step.h"
#include "pbem/wire/sink.h"

enum { DOUBTS_NAMED = 5 };

/* ---- what was found ---- */

/* What sending has found and the moderator is not told yet. */
struct findings {
	struct desk *desk;
	struct text doubts; /* letters of which nobody knows whether they have arrived */
	unsigned doubt_count;
	struct reason why; /* what was said of the first of them */
	struct reason failed;
	bool any;
};

static void give_up(struct findings *findings, const struct outbox_finding *finding)
{
	struct desk *desk = findings->desk;
	struct outbox_letter letter;
	char *path;

	if (outbox_read(ledger_outbox(desk->site->ledger), finding->row, &letter,
			&findings->failed) != 0)
		return;
	path = base_printf("aside/unsent.%s", letter.name);
	batch_write(&desk->batch, path, letter.bytes, letter.len);
	desk_notice(desk, desk->now,
		    "The letter %s to %s can't be delivered: %s. It was put aside as %s.",
		    letter.name, letter.to, finding->why, path);
	free(path);
	outbox_letter_done(&letter);
}

static void note_doubt(struct findings *findings, const struct outbox_finding *finding)
{
	if (findings->doubt_count == 0)
		reason_set(&findings->why, "%s", finding->why);
	if (++findings->doubt_count <= DOUBTS_NAMED)
		text_addf(&findings->doubts, "%s%s to %s", findings->doubt_count > 1 ? ", " : "",
			  finding->name, finding->to);
}

static void note_finding(void *context, const struct outbox_finding *finding)
{
	struct findings *findings = context;

	findings->any = true;
	outbox_line_told(&findings->desk->batch.letters, finding->number);
	if (finding->row != 0)
		give_up(findings, finding);
	else
		note_doubt(findings, finding);
}

/* One notice for all. */
static void tell_doubts(struct findings *findings)
{
	if (findings->doubt_count == 0)
		return;
	if (findings->doubt_count > DOUBTS_NAMED)
		text_addf(&findings->doubts, " and %u more", findings->doubt_count - DOUBTS_NAMED);
	desk_notice(findings->desk, findings->desk->now,
		    "Nobody knows whether these letters have arrived: %s. The post was given each "
		    "of them whole and did not answer (%s). They go again, in the next run, then "
		    "after one hour, after four, and daily; the same letter may come twice.",
		    findings->doubts.bytes, findings->why.text);
}

/* Has what was found told, in a batch of its own. */
static int tell_findings(struct desk *desk, struct reason *reason)
{
	struct findings findings = {.desk = desk};
	int result;

	text_init(&findings.doubts, 2000);
	result =
		outbox_findings(ledger_outbox(desk->site->ledger), note_finding, &findings, reason);
	tell_doubts(&findings);
	text_done(&findings.doubts);
	if (result == 0 && findings.failed.text[0] != '\0') {
		*reason = findings.failed;
		result = -1;
	}
	return result == 0 && findings.any ? commit_batch(desk, reason) : result;
}

/* ---- what the moderator hears ---- */

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

/* ---- sending ---- */

struct sending {
	struct site *site;
	struct log *log;
	int64_t now;
	struct sink *sink;
	struct outbox_report report;
	enum wire wire; /* what came of all passes, and the first reason */
	struct reason why;
	int carrier;	/* its lock; -1: not held */
	bool elsewhere; /* another process is sending */
	int code;	/* what else went wrong */
};

static struct outbox *outbox_of(const struct sending *sending)
{
	return ledger_outbox(sending->site->ledger);
}

static int stop(struct sending *sending, const struct reason *why)
{
	sending->wire = WIRE_LATER;
	sending->why = *why;
	sending->report.stopped = true;
	return -1;
}

/* Becomes the one who sends, unless there is one. */
static bool begin(struct sending *sending)
{
	const char *folder = sending->site->config->folder;
	struct reason why;

	if (carrier_take(folder, &sending->carrier, &sending->elsewhere, &why) != 0)
		return stop(sending, &why) == 0;
	if (sending->elsewhere) {
		log_line(sending->log, "another process is sending: letters that wait go with it, "
				       "or with the next run\n");
		return false;
	}
	step();
	return outbox_begin(outbox_of(sending), &why) == 0 || stop(sending, &why) == 0;
}

/* Others decide meanwhile. */
static void send_list(struct sending *sending, const struct outbox_list *list)
{
	struct site *site = sending->site;
	struct reason why;
	enum wire wire;

	trouble_pause(sending->log->troubles);
	site_let_go(site);
	wire = run_outbox(site->config, outbox_of(sending), list, sending->sink, sending->now,
			  &sending->report, &why);
	if (wire != WIRE_DONE && sending->wire == WIRE_DONE) {
		sending->wire = wire;
		sending->why = why;
	}
}

/* Whether the lock is had again. If not, what was found waits for the next run. */
static bool come_back(struct sending *sending)
{
	struct reason why;
	enum site_result result = site_take_again(sending->site, &why);

	if (result == SITE_OPEN) {
		trouble_resume(sending->log->troubles);
		return true;
	}
	if (result == SITE_BUSY)
		log_line(sending->log,
			 "sent, but %s for long: what came of it the next run tells\n", why.text);
	else
		sending->code = log_fail(sending->log, TROUBLE_FILES, EX_TEMPFAIL, &why);
	return false;
}

/* A sitting that a killed run has left may yet replace letters. */
static bool may_go_on(const struct sending *sending)
{
	char *path = config_path(sending->site->config, "sitting");
	bool there = true;
	struct reason why;
	int result = files_is_there(path, &there, &why);

	free(path);
	return !sending->report.stopped && result == 0 && !there;
}

/* The letters there are; then those that others have put in meanwhile, who found us sending and
 * went away. */
static void send_lists(struct sending *sending)
{
	struct outbox_list list = {.letters = NULL};
	int64_t last = 0;
	bool more = true;

	while (more) {
		struct reason why;

		if (outbox_list(outbox_of(sending), last, &list, &why) != 0) {
			(void)stop(sending, &why);
			return;
		}
		more = list.count > 0;
		if (more) {
			last = list.letters[list.count - 1].row;
			send_list(sending, &list);
			more = come_back(sending) && may_go_on(sending);
		}
		outbox_list_free(&list);
	}
}

/* Letters that still wait, and why. */
static void tell_waiting(const struct sending *sending)
{
	const struct log *log = sending->log;
	const enum wire wire = sending->wire;
	const size_t waiting = sending->report.waiting;
	const int code = wire == WIRE_DONE ? EX_TEMPFAIL : log_exit_code(wire);

	if (sending->elsewhere)
		return;
	if (wire != WIRE_DONE)
		(void)log_fail(log, TROUBLE_POST, code, &sending->why);
	if (waiting > 0)
		log_say(log, TROUBLE_POST, code,
			"pbem: %zu letter%s in the outbox for the next run\n", waiting,
			waiting == 1 ? " waits" : "s wait");
	else if (wire == WIRE_DONE)
		trouble_well(log->troubles, TROUBLE_POST);
}

/* Under the lock again, if it could be had: what is to be told is told, and claims are given back.
 */
static void end(struct sending *sending)
{
	const bool held = site_is_held(sending->site);
	struct reason why;
	struct desk desk;

	if (sending->carrier >= 0 && held) {
		desk_init(&desk, sending->site, sending->now, sending->log);
		if (tell_findings(&desk, &why) != 0 ||
		    outbox_release(outbox_of(sending), &why) != 0)
			sending->code = log_fail(sending->log, TROUBLE_FILES, EX_TEMPFAIL, &why);
		desk_done(&desk);
		step();
	}
	if (sending->carrier >= 0)
		carrier_done(sending->carrier);
	tell_waiting(sending);
	if (held && sending->code == EX_OK && sending->wire == WIRE_DONE) {
		desk_init(&desk, sending->site, sending->now, sending->log);
		sending->code = recovery_note(&desk, sending->log);
		desk_done(&desk);
	}
}

int sending_all(struct desk *desk, struct log *log)
{
	struct sending sending = {.site = desk->site, .log = log, .now = desk->now, .carrier = -1};
	int64_t since;

	if (tell_findings(desk, &sending.why) != 0 || report_notices(desk, &sending.why) != 0)
		return log_fail(log, TROUBLE_FILES, EX_TEMPFAIL, &sending.why);
	ledger_let_go(desk->site->ledger);
	sending.wire = sink_open(desk->site->config, &sending.sink, &sending.why);
	if (sending.wire == WIRE_DONE && outbox_next(outbox_of(&sending)) > sending.now)
		sending.report.waiting = outbox_count(outbox_of(&sending), &since);
	else if (sending.wire == WIRE_DONE && begin(&sending))
		send_lists(&sending);
	sink_close(sending.sink);
	log_phase(log, "sent", sending.report.sent);
	end(&sending);
	return sending.code != EX_OK ? sending.code : log_exit_code(sending.wire);
}
