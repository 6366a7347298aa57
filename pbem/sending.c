/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <sysexits.h>

#include "core/stamp.h"
#include "core/text.h"
#include "pbem/outbox.h"
#include "pbem/sending.h"

static void
give_up(void *context, const char *name, const char *to, const char *bytes, size_t len,
        const char *why)
{
	struct intake *intake = context;
	char *path = base_printf("aside/unsent.%s", name);

	batch_write(&intake->batch, path, bytes, len);
	outbox_line_drop(&intake->batch.letters, name);
	intake_notice(intake, intake->mailing.now,
	              "The letter %s to %s can't be delivered: %s. It was put aside as %s.", name, to,
	              why, path);
	free(path);
}

enum { SECONDS_A_DAY = 86400 };

struct notices {
	struct text text;
	unsigned count;
};

static void
add_notice(void *context, int64_t when, const char *line)
{
	struct notices *notices = context;
	char stamp[32];

	stamp_print(when, stamp);
	text_addf(&notices->text, "%s %s\n", stamp, line);
	notices->count++;
}

/* What has been counted under a name since it was last told; from now on it is told. */
static int64_t
count_news(struct intake *intake, const char *name)
{
	char *told = base_printf("%s, told", name);
	int64_t news = intake_count(intake, name) - intake_count(intake, told);

	if (news != 0)
		intake_add_count(intake, told, news);
	free(told);
	return news;
}

/* Once a day: letters nobody was answered for. They are not worth a letter each. */
static void
add_ignored(struct intake *intake, struct notices *notices)
{
	int64_t today = intake->mailing.now / SECONDS_A_DAY;
	int64_t told = intake_count(intake, "day told");
	int64_t forged, none;

	if (today == told)
		return;
	forged = count_news(intake, "forged tokens");
	none = count_news(intake, "no token");
	if (forged == 0 && none == 0)
		return;
	intake_add_count(intake, "day told", today - told);
	text_addf(&notices->text,
	          "Ignored since the last report: %" PRId64 " letters without a token, %" PRId64
	          " whose token doesn't verify.\n",
	          none, forged);
	notices->count++;
}

/* Puts a letter with all that has not yet been reported into the outbox. */
static int
report_notices(struct intake *intake, struct reason *reason)
{
	struct notices notices = {.count = 0};
	int64_t last;
	int result = 0;

	/* Without a moderator's address `pbem status` is where notices are read. */
	if (intake->site->config->moderator == NULL)
		return 0;
	text_init(&notices.text, 1 << 20);
	last = ledger_notices(intake->site->ledger, add_notice, &notices);
	if (last != 0)
		ledger_line_reported(&intake->batch.ledger, last);
	add_ignored(intake, &notices);
	if (notices.count > 0) {
		char *cause = base_printf("%" PRId64 ".%" PRId64, last,
		                          intake->mailing.now / SECONDS_A_DAY);

		result = mailing_report(&intake->mailing, notices.text.bytes, notices.count, cause,
		                        reason);
		free(cause);
	}
	if (result == 0)
		result = intake_commit(intake, reason);
	text_done(&notices.text);
	return result;
}

int
sending_all(struct intake *intake, struct run_log *log)
{
	const struct config *config = intake->site->config;
	struct outbox_report report = {0};
	struct sink *sink = NULL;
	struct reason reason;
	enum wire wire;

	if (report_notices(intake, &reason) != 0)
		return run_log_fail(log, EX_TEMPFAIL, &reason);
	wire = sink_open(config, &sink, &reason);
	if (wire == WIRE_DONE)
		wire = outbox_send(config, ledger_outbox(intake->site->ledger), sink,
		                   intake->mailing.now, give_up, intake, &report, &reason);
	sink_close(sink);
	run_log_phase(log, "sent", report.sent);
	if (wire != WIRE_DONE)
		run_log_say(log, "pbem: %s\n", reason.text);
	if (report.waiting > 0)
		run_log_say(log, "pbem: %zu letters wait in the outbox for the next run\n",
		            report.waiting);
	if (report.given_up > 0 && intake_commit(intake, &reason) != 0)
		return run_log_fail(log, EX_TEMPFAIL, &reason);
	return run_log_exit_code(wire);
}
