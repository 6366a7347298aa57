/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>

#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/ignored_counts.h"
#include "pbem/mail/mail.h"
#include "pbem/run/daily_digest.h"
#include "pbem/run/outbox_pass.h"
#include "pbem/run/recovered.h"
#include "pbem/run/send.h"
#include "pbem/site/site_open.h"
#include "pbem/store/sender_lock.h"
#include "pbem/sys/files.h"
#include "pbem/sys/step.h"
#include "pbem/transport/sink.h"

enum { DOUBTS_NAMED = 5 };

/* ---- results ---- */

/* Results of sending that were not reported to the moderator yet. */
struct findings {
	struct workspace *workspace;
	struct strbuf doubts; /* messages that may or may not have arrived */
	unsigned doubt_count;
	struct reason why; /* the server's words about the first of them */
	struct reason failed;
	bool any;
};

static void quarantine_unsent(struct findings *findings, const struct outbox_finding *finding)
{
	struct workspace *workspace = findings->workspace;
	struct outbox_letter letter;
	char *path;

	if (outbox_read(ledger_outbox(workspace->site->ledger), finding->row, &letter,
			&findings->failed) != 0)
		return;
	path = base_printf("quarantine/unsent.%s", letter.name);
	transaction_write(&workspace->batch, path, letter.bytes, letter.len);
	workspace_notice(
		workspace, workspace->now,
		"The letter %s to %s can't be delivered: %s. pbem has moved the letter to %s.",
		letter.name, letter.to, finding->why, path);
	free(path);
	outbox_letter_done(&letter);
}

static void note_doubt(struct findings *findings, const struct outbox_finding *finding)
{
	if (findings->doubt_count == 0)
		reason_set(&findings->why, "%s", finding->why);
	if (++findings->doubt_count <= DOUBTS_NAMED)
		strbuf_addf(&findings->doubts, "%s%s to %s", findings->doubt_count > 1 ? ", " : "",
			    finding->name, finding->to);
}

static void note_finding(void *context, const struct outbox_finding *finding)
{
	struct findings *findings = context;

	findings->any = true;
	outbox_line_reported(&findings->workspace->batch.letters, finding->number);
	if (finding->row != 0)
		quarantine_unsent(findings, finding);
	else
		note_doubt(findings, finding);
}

/* Reports all messages in doubt in one notice. */
static void report_doubts(struct findings *findings)
{
	if (findings->doubt_count == 0)
		return;
	if (findings->doubt_count > DOUBTS_NAMED)
		strbuf_addf(&findings->doubts, " and %u more",
			    findings->doubt_count - DOUBTS_NAMED);
	workspace_notice(findings->workspace, findings->workspace->now,
			 "pbem doesn't know whether these letters have arrived: %s. The mail "
			 "server received each letter completely, but did not answer (%s). pbem "
			 "sends the letters again in the next run, then after one hour, after four "
			 "hours, and daily. So a letter may arrive twice.",
			 findings->doubts.bytes, findings->why.text);
}

/* Commits the reports of all results, in a batch of their own. */
static int report_findings(struct workspace *workspace, struct reason *reason)
{
	struct findings findings = {.workspace = workspace};
	int result;

	strbuf_init(&findings.doubts, 2000);
	result = outbox_findings(ledger_outbox(workspace->site->ledger), note_finding, &findings,
				 reason);
	report_doubts(&findings);
	strbuf_done(&findings.doubts);
	if (result == 0 && findings.failed.text[0] != '\0') {
		*reason = findings.failed;
		result = -1;
	}
	return result == 0 && findings.any ? commit_batch(workspace, reason) : result;
}

/* ---- reports to the moderator ---- */

struct notices {
	struct strbuf text;
	unsigned count;
};

static void add_notice(void *context, int64_t when, const char *line)
{
	struct notices *notices = context;
	char stamp[32];

	timestamp_print(when, stamp);
	strbuf_addf(&notices->text, "%s: %s\n", stamp, line);
	notices->count++;
}

/* Counts the ignored messages, and lists them in the site's language. */
static unsigned count_ignored(struct workspace *workspace, struct strbuf *lines)
{
	const char *language = workspace->site->config->language;
	const struct vocabulary *spoken;
	unsigned count;

	(void)vocabulary_push(language != NULL ? language : "", &spoken, NULL);
	count = ignored_counts_news(workspace, lines);
	vocabulary_pop(spoken);
	return count;
}

/* Joins lines to one notice, "2 letters without a key; 1 letter that was too large". An indented
 * line gives details of the line before it. */
static void add_joined(const char *lines, struct strbuf *out)
{
	const char *cursor = lines, *line, *between = "";
	bool indented = false;
	size_t len;

	while (strbuf_next_line(&cursor, lines + strlen(lines), &line, &len)) {
		const size_t blanks = strspn(line, " ");

		if (blanks > 0)
			between = indented ? ", " : ": ";
		indented = blanks > 0;
		strbuf_addf(out, "%s%.*s", between, (int)(len - blanks), line + blanks);
		between = "; ";
	}
	strbuf_add(out, ".\n");
}

/* Reports ignored messages once a day. They aren't worth a message each. */
static void add_ignored(struct workspace *workspace, struct notices *notices)
{
	int64_t today = workspace->now / SECONDS_A_DAY;
	struct strbuf lines;

	if (today == workspace_count(workspace, COUNT(COUNT_DAY_TOLD)))
		return;
	strbuf_init(&lines, 0);
	if (count_ignored(workspace, &lines) > 0) {
		workspace_set_count(workspace, COUNT(COUNT_DAY_TOLD), today);
		strbuf_add(&notices->text, workspace_phrase(workspace, "Since the last report: "));
		add_joined(lines.bytes, &notices->text);
		notices->count++;
	}
	strbuf_done(&lines);
}

/* Puts a report of everything that has not been reported yet into the outbox. */
static int report_notices(struct workspace *workspace, struct reason *reason)
{
	struct notices notices = {.count = 0};
	int64_t last;
	int result = 0;

	/* Without a moderator's address, notices are read by `pbem status`. */
	if (workspace->site->config->moderator == NULL)
		return 0;
	strbuf_init(&notices.text, 1 << 20);
	last = ledger_notices(workspace->site->ledger, add_notice, &notices);
	if (last != 0)
		ledger_put(&workspace->batch.ledger, CHANGE_REPORTED, last);
	if (!daily_is_wanted(workspace->site->config))
		add_ignored(workspace, &notices);
	if (notices.count > 0) {
		char *cause =
			base_printf("%" PRId64 ".%" PRId64, last, workspace->now / SECONDS_A_DAY);

		result = mail_report(workspace, notices.text.bytes, notices.count, cause, reason);
		free(cause);
	}
	if (result == 0)
		result = daily_add(workspace, reason);
	if (result == 0)
		result = commit_batch(workspace, reason);
	strbuf_done(&notices.text);
	return result;
}

/* ---- sending ---- */

struct send {
	struct site *site;
	struct log *log;
	int64_t now;
	struct sink *sink;
	struct outbox_report report;
	enum wire wire; /* the results of all passes, and the first reason */
	struct reason why;
	int sender_lock;      /* the sender's lock; -1: not held */
	bool elsewhere;	      /* another process is sending */
	enum run_result code; /* what else went wrong */
};

static struct outbox *outbox_of(const struct send *sending)
{
	return ledger_outbox(sending->site->ledger);
}

static int stop_sending(struct send *sending, const struct reason *why)
{
	sending->wire = WIRE_LATER;
	sending->why = *why;
	sending->report.stopped = true;
	return -1;
}

/* Takes the sender's lock. Returns false if another process has it. */
static bool begin_sending(struct send *sending)
{
	const char *folder = sending->site->config->folder;
	struct reason why;

	if (sender_lock_take(folder, &sending->sender_lock, &sending->elsewhere, &why) != 0)
		return stop_sending(sending, &why) == 0;
	if (sending->elsewhere) {
		log_line(sending->log, "another process is sending letters; that process or the "
				       "next run sends the waiting letters\n");
		return false;
	}
	step();
	return outbox_begin(outbox_of(sending), &why) == 0 || stop_sending(sending, &why) == 0;
}

/* Sends the list while other processes decide messages. */
static void send_list(struct send *sending, const struct outbox_list *list)
{
	struct site *site = sending->site;
	struct reason why;
	enum wire wire;

	recurring_errors_pause(sending->log->troubles);
	site_release_lock(site);
	wire = run_outbox(site->config, outbox_of(sending), list, sending->sink, sending->now,
			  &sending->report, &why);
	if (wire != WIRE_DONE && sending->wire == WIRE_DONE) {
		sending->wire = wire;
		sending->why = why;
	}
}

/* Returns whether the site's lock was taken again. If not, the results wait for the next run. */
static bool retake_site_lock(struct send *sending)
{
	struct reason why;
	enum site_result result = site_relock(sending->site, &why);

	if (result == SITE_OPEN) {
		recurring_errors_resume(sending->log->troubles);
		return true;
	}
	if (result == SITE_BUSY)
		log_line(sending->log,
			 "the letters were sent, but %s for a long time; the next run reports the "
			 "results\n",
			 why.text);
	else
		sending->code = log_fail(sending->log, RECURRING_ERRORS_FILES, RUN_AGAIN, &why);
	return false;
}

/* Returns whether sending may continue. A worklist that a killed run has left may yet replace
 * messages. */
static bool may_go_on(const struct send *sending)
{
	char *path = config_path(sending->site->config, "worklist");
	bool there = true;
	struct reason why;
	int result = files_is_there(path, &there, &why);

	free(path);
	return !sending->report.stopped && result == 0 && !there;
}

/* Sends the messages that are there, then those that other processes have put in meanwhile and left
 * to us. */
static void send_lists(struct send *sending)
{
	struct outbox_list list = {.letters = NULL};
	int64_t last = 0;
	bool more = true;

	while (more) {
		struct reason why;

		if (outbox_list(outbox_of(sending), last, &list, &why) != 0) {
			(void)stop_sending(sending, &why);
			return;
		}
		more = list.count > 0;
		if (more) {
			last = list.letters[list.count - 1].row;
			send_list(sending, &list);
			more = retake_site_lock(sending) && may_go_on(sending);
		}
		outbox_list_free(&list);
	}
}

/* Reports messages that still wait, and why. */
static void report_waiting(struct send *sending)
{
	const struct log *log = sending->log;
	const enum wire wire = sending->wire;
	const size_t waiting = sending->report.waiting;
	enum run_result code = wire == WIRE_DONE ? RUN_AGAIN : log_wire_result(wire);

	if (sending->elsewhere)
		return;
	/* The mail server isn't always the cause: the ledger may be damaged. */
	if (wire != WIRE_DONE) {
		code = log_fail(log, RECURRING_ERRORS_POST, code, &sending->why);
		if (sending->code == RUN_DONE)
			sending->code = code;
	}
	if (waiting > 0)
		log_report(log, RECURRING_ERRORS_POST, code,
			   "pbem: %zu letter%s in the outbox for the next run\n", waiting,
			   waiting == 1 ? " waits" : "s wait");
	else if (wire == WIRE_DONE)
		recurring_errors_well(log->troubles, RECURRING_ERRORS_POST);
}

/* Ends sending, with the site's lock if it could be taken again: reports results and gives claims
 * back. */
static void end_sending(struct send *sending)
{
	const bool held = site_is_held(sending->site);
	struct reason why;
	struct workspace workspace;

	if (sending->sender_lock >= 0 && held) {
		workspace_init(&workspace, sending->site, sending->now, sending->log);
		if (report_findings(&workspace, &why) != 0 ||
		    outbox_release(outbox_of(sending), &why) != 0)
			sending->code =
				log_fail(sending->log, RECURRING_ERRORS_FILES, RUN_AGAIN, &why);
		workspace_done(&workspace);
		step();
	}
	if (sending->sender_lock >= 0)
		sender_lock_done(sending->sender_lock);
	report_waiting(sending);
	if (held && sending->code == RUN_DONE && sending->wire == WIRE_DONE) {
		workspace_init(&workspace, sending->site, sending->now, sending->log);
		sending->code = recovered_note(&workspace, sending->log);
		workspace_done(&workspace);
	}
}

enum run_result send_outbox_now(struct workspace *workspace, struct log *log)
{
	struct send sending = {
		.site = workspace->site, .log = log, .now = workspace->now, .sender_lock = -1};
	int64_t since;

	if (report_findings(workspace, &sending.why) != 0 ||
	    report_notices(workspace, &sending.why) != 0)
		return log_fail(log, RECURRING_ERRORS_FILES, RUN_AGAIN, &sending.why);
	ledger_end_reading(workspace->site->ledger);
	sending.wire = sink_open(workspace->site->config, &sending.sink, &sending.why);
	if (sending.wire == WIRE_DONE && outbox_next(outbox_of(&sending)) > sending.now)
		sending.report.waiting = outbox_count(outbox_of(&sending), &since);
	else if (sending.wire == WIRE_DONE && begin_sending(&sending))
		send_lists(&sending);
	sink_close(sending.sink);
	if (sending.wire == WIRE_DONE && ledger_check(workspace->site->ledger, &sending.why) != 0)
		sending.wire = reason_is_temporary(&sending.why) ? WIRE_LATER : WIRE_NEVER;
	log_phase(log, "sent", sending.report.sent);
	end_sending(&sending);
	return sending.code != RUN_DONE ? sending.code : log_wire_result(sending.wire);
}
