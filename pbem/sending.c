/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <sysexits.h>

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

struct notices {
	struct text text;
	unsigned count;
};

static void
add_notice(void *context, int64_t when, const char *line)
{
	struct notices *notices = context;
	char stamp[32];

	gamefile_time(when, stamp);
	text_addf(&notices->text, "%s %s\n", stamp, line);
	notices->count++;
}

/* Puts a letter with all notices not yet reported into the outbox. */
static int
report_notices(struct intake *intake, struct reason *reason)
{
	struct notices notices = {.count = 0};
	int64_t last;
	int result = 0;

	text_init(&notices.text, 1 << 20);
	last = ledger_notices(intake->site->ledger, add_notice, &notices);
	if (last != 0) {
		char *cause = base_printf("%" PRId64, last);

		ledger_line_reported(&intake->batch.ledger, last);
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
