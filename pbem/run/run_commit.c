/* SPDX-License-Identifier: MIT */
/* Commits batches of messages, and the batches that a run makes in addition. */

#include "pbem/batch/alarm.h"
#include "pbem/batch/backup_restore.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/end_of_run.h"
#include "pbem/batch/outage.h"
#include "pbem/run/process_inbox.h"
#include "pbem/signup/signup.h"
#include "pbem/store/crash_notes.h"
#include "pbem/transport/source.h"

/* Gives up the current batch: nothing more may be done with it. */
static enum run_result give_up_batch(struct run *work, const struct reason *reason)
{
	struct reason unsound;
	bool damaged =
		ledger_check(work->site->ledger, &unsound) != 0 && !reason_is_temporary(&unsound);

	work->broken = true;
	return log_fail(&work->log, RECURRING_ERRORS_FILES, damaged ? RUN_DAMAGED : RUN_AGAIN,
			reason);
}

enum run_result run_commit(struct run *work)
{
	struct reason reason;

	return commit_batch(&work->workspace, &reason) == 0 ? RUN_DONE
							    : give_up_batch(work, &reason);
}

enum run_result run_commit_letters(struct run *work, const struct waiting *letters, size_t count)
{
	struct reason reason;
	int result;

	crash_at_work(count == 1 ? letters->id : CRASH_BATCH);
	result = commit_make(&work->workspace, &reason);
	crash_in_hand(NULL);
	if (result != 0)
		return run_fault_note_batch(work, letters, count, &reason)
			       ? RUN_DONE
			       : give_up_batch(work, &reason);
	return commit_write(&work->workspace, &reason) == 0 ? RUN_DONE
							    : give_up_batch(work, &reason);
}

enum run_result run_restored(struct run *work)
{
	struct reason reason;
	bool found = false;
	enum wire wire =
		backup_restore_look(&work->workspace, work->source, work->began, &found, &reason);
	enum run_result code = RUN_DONE;

	if (wire != WIRE_DONE)
		return log_fail(&work->log, RECURRING_ERRORS_MAILBOX, log_wire_result(wire),
				&reason);
	if (found)
		code = run_commit(work);
	if (found && code == RUN_DONE)
		source_note(work->source, ledger_batch(work->site->ledger));
	return code;
}

/* Calls `act`, which changes many games. If it fails over one of them, calls it again for one game
 * at a time. */
static enum run_result for_games(struct run *work,
				 int (*act)(struct run *work, struct reason *reason))
{
	struct reason reason;
	int result;

	work->workspace.singly = work->faults.game_by_game;
	do {
		crash_at_work(CRASH_GAMES);
		result = act(work, &reason);
		crash_in_hand(NULL);
	} while (result != 0 && run_fault_note_game(work, &reason));
	work->workspace.singly = false;
	return result == 0 ? RUN_DONE : give_up_batch(work, &reason);
}

static int deliver_chat(struct run *work, struct reason *reason)
{
	return chat_deliver(&work->workspace, reason);
}

static int settle_games(struct run *work, struct reason *reason)
{
	return end_of_run_all(&work->workspace, reason) == 0
		       ? chat_deliver(&work->workspace, reason)
		       : -1;
}

enum run_result run_decide_message(struct run *work, const struct waiting *letter,
				   const struct handed *handed,
				   void (*also)(struct run *work, const struct waiting *letter))
{
	struct reason reason;

	for (;;) {
		(void)run_add_message(work, letter, handed);
		if (work->broken)
			return work->broken_code;
		if (also != NULL && !work->faults.again)
			also(work, letter);
		if (!work->faults.again && end_of_run_batch(&work->workspace, &reason) != 0 &&
		    !run_fault_note_batch(work, letter, 1, &reason))
			return give_up_batch(work, &reason);
		if (!work->faults.again) {
			const enum run_result code = run_commit_letters(work, letter, 1);

			if (code != RUN_DONE)
				return code;
		}
		if (!work->faults.again)
			break;
		run_fault_undo(work, letter, 1);
		if (g_hash_table_contains(work->put_off, letter->id))
			break;
	}
	return for_games(work, deliver_chat);
}

enum run_result run_settle(struct run *work)
{
	return for_games(work, settle_games);
}

enum run_result run_outage(struct run *work)
{
	struct reason reason;

	return outage_begin(&work->workspace, work->began, &reason) == 0
		       ? RUN_DONE
		       : give_up_batch(work, &reason);
}

static int act_by_clock(struct run *work, struct reason *reason)
{
	outage_note_fetched(&work->workspace, work->began);
	/* In a ring, the seats that the clock puts out of the game are notified at once. */
	return alarm_process_due(&work->workspace, work->began, reason) == 0 &&
			       end_of_run_all(&work->workspace, reason) == 0
		       ? signup_close_due(&work->workspace, work->began, reason)
		       : -1;
}

enum run_result run_clock(struct run *work)
{
	return for_games(work, act_by_clock);
}
