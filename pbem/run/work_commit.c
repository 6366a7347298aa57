/* SPDX-License-Identifier: MIT */
/* Batches are committed: those of letters, and those that a run makes besides. */
#include <sysexits.h>

#include "pbem/batch/alarm.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/outage.h"
#include "pbem/batch/restore.h"
#include "pbem/batch/settle.h"
#include "pbem/run/work.h"
#include "pbem/signup/signup.h"
#include "pbem/wire/source.h"

/* Nothing more may be done with the batch in hand. */
static int give_up(struct work *work, const struct reason *reason)
{
	struct reason unsound;
	bool damaged =
		ledger_check(work->site->ledger, &unsound) != 0 && !reason_is_passing(&unsound);

	work->broken = true;
	return log_fail(&work->log, TROUBLE_FILES, damaged ? EX_DATAERR : EX_TEMPFAIL, reason);
}

int work_commit(struct work *work)
{
	struct reason reason;

	return commit_batch(&work->desk, &reason) == 0 ? EX_OK : give_up(work, &reason);
}

int work_restored(struct work *work)
{
	struct reason reason;
	bool found = false;
	enum wire wire = restore_look(&work->desk, work->source, work->began, &found, &reason);
	int code = EX_OK;

	if (wire != WIRE_DONE)
		return log_fail(&work->log, TROUBLE_MAILBOX, log_exit_code(wire), &reason);
	if (found)
		code = work_commit(work);
	if (found && code == EX_OK)
		source_note(work->source, ledger_batch(work->site->ledger));
	return code;
}

int work_settle(struct work *work)
{
	struct reason reason;

	return settle_all(&work->desk, &reason) == 0 && heard_all(&work->desk, &reason) == 0
		       ? EX_OK
		       : give_up(work, &reason);
}

int work_outage(struct work *work)
{
	struct reason reason;

	return outage_begin(&work->desk, work->began, &reason) == 0 ? EX_OK
								    : give_up(work, &reason);
}

int work_clock(struct work *work)
{
	struct reason reason;

	outage_note_fetched(&work->desk, work->began);
	/* In a ring who is out by it is called at once. */
	return alarm_act(&work->desk, work->began, &reason) == 0 &&
			       settle_all(&work->desk, &reason) == 0 &&
			       signup_close_due(&work->desk, work->began, &reason) == 0
		       ? EX_OK
		       : give_up(work, &reason);
}
