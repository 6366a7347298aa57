/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "core/util/timestamp.h"
#include "pbem/batch/backup_restore.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/end_of_run.h"
#include "pbem/batch/unreadable_games.h"
#include "pbem/migrate/forward.h"
#include "pbem/migrate/migrate.h"
#include "pbem/run/process_inbox.h"
#include "pbem/run/recovered.h"
#include "pbem/run/run.h"
#include "pbem/run/send.h"
#include "pbem/site/workspace.h"
#include "pbem/store/crash_notes.h"
#include "pbem/store/worklist.h"
#include "pbem/sys/files.h"
#include "pbem/transport/source.h"

enum { HANDED_MAX = 1 << 28 };

#define HANDED "forwarded:" /* the id of a forwarded message begins with this */

/* ---- before anything else ---- */

/* Refuses to work on a nearly full disk: everything would only fail later, with more damage.
 * Nothing is taken and nothing is lost. */
static enum run_result check_space(struct run *work)
{
	const struct config *config = work->site->config;
	struct statvfs space;
	struct reason reason;
	uint64_t megabytes;

	if (statvfs(config->folder, &space) != 0)
		return RUN_DONE;
	megabytes = (uint64_t)space.f_bavail * space.f_frsize >> 20;
	if (megabytes >= (uint64_t)config->min_free_megabytes) {
		recurring_errors_well(work->log.troubles, RECURRING_ERRORS_ROOM);
		return RUN_DONE;
	}
	reason_set(&reason,
		   "only %" PRIu64
		   " MB are free on the disk of %s, and pbem needs %ld MB (min-free-megabytes) "
		   "before it accepts letters. Nothing is lost. Delete files that you don't need, "
		   "and the next run continues",
		   megabytes, config->folder, config->min_free_megabytes);
	return log_fail(&work->log, RECURRING_ERRORS_ROOM, RUN_AGAIN, &reason);
}

/* ---- the worklist ---- */

static enum run_result list_messages(struct run *work)
{
	struct reason reason;
	enum run_result code = run_list(work, &work->worklist.letters);

	/* Messages are claimed before the worklist is stored. An old worklist was claimed when it
	 * began. */
	if (code == RUN_DONE)
		code = run_claim(work);
	if (code != RUN_DONE)
		return code;
	work->worklist.began = work->began;
	work->worklist.stalls = 0;
	if (work->worklist.letters.count == 0)
		return RUN_DONE;
	if (worklist_write(work->site->config->folder, &work->worklist, &reason) != 0)
		return log_fail(&work->log, RECURRING_ERRORS_FILES, RUN_AGAIN, &reason);
	return RUN_DONE;
}

/* ---- whole runs ---- */

static enum run_result watch_crashes(struct run *work)
{
	const char *folder = work->site->config->folder;
	struct reason reason;

	/* Messages that were given up after crashes are tried again each day. */
	if (crash_is_old(folder, SECONDS_A_DAY))
		(void)crash_forget(folder, &reason);
	if (crash_read(folder, &work->crashed, &reason) != 0 || crash_watch(folder, &reason) != 0)
		return log_fail(&work->log, RECURRING_ERRORS_FILES, RUN_AGAIN, &reason);
	run_fault_apply_crashes(work);
	return RUN_DONE;
}

static enum run_result end_worklist(struct run *work)
{
	const char *folder = work->site->config->folder;
	struct reason reason;

	if (worklist_end(folder, &reason) != 0)
		return log_fail(&work->log, RECURRING_ERRORS_FILES, RUN_AGAIN, &reason);
	worklist_done(&work->worklist);
	memset(&work->worklist, 0, sizeof work->worklist);
	g_hash_table_remove_all(work->done);
	return RUN_DONE;
}

/* Reads an old worklist before the source is opened: as long as it is unfinished no message is
 * sent, whether the mailbox can be read or not. */
static enum run_result read_worklist(struct run *work)
{
	struct reason reason;

	if (worklist_read(work->site->config->folder, &work->worklist, &work->old_worklist,
			  &reason) != 0)
		return log_fail(&work->log, RECURRING_ERRORS_FILES,
				reason_is_temporary(&reason) ? RUN_AGAIN : RUN_DAMAGED, &reason);
	return RUN_DONE;
}

/* Runs the clocks, except in a run that has taken messages from before a backup again: that run
 * ends here. */
static enum run_result run_clock_if_allowed(struct run *work)
{
	struct reason reason;

	if (!backup_restore_is_taking(work->site->ledger))
		return run_clock(work);
	backup_restore_taken(&work->workspace);
	return commit_batch(&work->workspace, &reason) == 0
		       ? RUN_DONE
		       : log_fail(&work->log, RECURRING_ERRORS_FILES, RUN_AGAIN, &reason);
}

/* Works on an old worklist first, if a run left one, then on a new one. */
static enum run_result run_worklists(struct run *work)
{
	enum run_result code = RUN_DONE;

	if (work->old_worklist)
		code = run_extend_worklist(work);
	/* Another copy may have replaced this copy since the worklist was begun. */
	if (work->old_worklist && code == RUN_DONE)
		code = run_claim(work);
	if (code == RUN_DONE && work->old_worklist)
		code = run_worklist(work);
	/* Even without an old worklist, because another copy may have taken the mailbox. */
	if (code == RUN_DONE)
		code = run_settle(work);
	if (code == RUN_DONE && work->old_worklist)
		code = end_worklist(work);
	if (code == RUN_DONE)
		code = list_messages(work);
	if (code == RUN_DONE && work->worklist.letters.count > 0) {
		code = run_worklist(work);
		if (code == RUN_DONE)
			code = run_settle(work);
		if (code == RUN_DONE)
			code = end_worklist(work);
	}
	/* The clocks run only after all messages that had arrived were listed and processed. */
	if (code == RUN_DONE && !work->full)
		code = run_clock_if_allowed(work);
	return code;
}

/* Returns whether messages may be sent. They are when the worklist is finished. A worklist that
 * can't be finished delays them for an hour, because a newer board may yet replace an older one. */
static bool may_send(const struct run *work)
{
	return !work->broken && (work->worklist.letters.count == 0 ||
				 work->began - work->worklist.began > SECONDS_AN_HOUR);
}

/* Records that every message has been processed, except messages that the mailbox doesn't hand
 * over. */
static void note_recovered(struct run *work, enum run_result code)
{
	if (code != RUN_DONE && g_hash_table_size(work->refusals.now) == 0)
		return;
	recurring_errors_well(work->log.troubles, RECURRING_ERRORS_FILES);
	recurring_errors_well(work->log.troubles, RECURRING_ERRORS_TIME);
}

static void remove_forwarded(struct run *work, const struct waiting *letter)
{
	char *path;

	if (g_hash_table_contains(work->put_off, letter->id) ||
	    fetch_failures_has(&work->refusals, letter->id))
		return;
	path = base_printf("forwarded/%s", letter->id + strlen(HANDED));
	transaction_remove(&work->workspace.batch, path);
	free(path);
}

/* Processes one message that another site has forwarded, as a worklist of its own. Its file is
 * removed with the batch. */
static enum run_result run_forwarded_message(struct run *work, const struct forward_letter *handing)
{
	char *path = base_printf("forwarded/%s", handing->name), *whole;
	struct waiting letter = {.received = handing->received};
	struct handed handed = {.how = HANDED_OVER};
	struct reason reason;
	struct strbuf bytes;
	bool there = false;
	enum run_result code = RUN_DONE;
	int result;

	whole = config_path(work->site->config, path);
	strbuf_init(&bytes, HANDED_MAX);
	result = files_read_if_there(whole, &bytes, &there, &reason);
	if (result == 0 && there &&
	    !ledger_knows_digest(work->site->ledger, handing->digest, NULL)) {
		snprintf(letter.id, sizeof letter.id, HANDED "%s", handing->name);
		letter.bytes = handed.len = bytes.len;
		handed.bytes = bytes.bytes;
		code = run_decide_message(work, &letter, &handed, remove_forwarded);
	} else if (result == 0) {
		transaction_remove(&work->workspace.batch, path);
		code = run_commit(work);
	}
	strbuf_done(&bytes);
	free(whole);
	free(path);
	return result == 0 ? code
			   : log_fail(&work->log, RECURRING_ERRORS_FILES, RUN_AGAIN, &reason);
}

/* Processes the messages that other sites have forwarded, before the mailbox is read, but not while
 * an earlier run's worklist is unfinished. A message that arrived before its game waits for the
 * game. */
static enum run_result run_forwarded(struct run *work)
{
	struct reason reason;
	char id[GAME_ID_MAX + 1];
	struct forward_letter *list = forward_list(work->site, "forwarded", &reason);
	enum run_result code = RUN_DONE;

	forward_sweep(work->site);
	if (list == NULL)
		return log_fail(&work->log, RECURRING_ERRORS_FILES, RUN_AGAIN, &reason);
	for (const struct forward_letter *each = list; code == RUN_DONE && each->name != NULL;
	     each++)
		if (ledger_game(work->site->ledger, each->game, id) ||
		    ledger_moved(work->site->ledger, each->game, id))
			code = run_forwarded_message(work, each);
	forward_free(list);
	return code;
}

/* Hands messages and games over to other sites. */
static enum run_result forward_to_other_sites(struct run *work)
{
	const enum run_result handed = forward_all(work->site, &work->log);
	struct reason reason;

	if (migrate_sweep(work->site, &reason) != 0)
		return log_fail(&work->log, RECURRING_ERRORS_FILES, RUN_AGAIN, &reason);
	return handed;
}

/* Deletes the notes of earlier crashes, because all work is done, and what runs crashed over is
 * processed or quarantined. Keeps the notes while games are unread or suspended. */
static enum run_result forget_crashes(struct run *work)
{
	struct reason reason;

	if (work->crashed.len == 0 || g_hash_table_size(work->workspace.unread) > 0 ||
	    crash_forget(work->site->config->folder, &reason) == 0)
		return RUN_DONE;
	return log_fail(&work->log, RECURRING_ERRORS_FILES, RUN_AGAIN, &reason);
}

/* Hands over to other sites, and sends the outbox. The report that is sent now contains recurring
 * errors that have ended; the next one contains that sending works again. */
static enum run_result forward_and_send(struct run *work, bool send, enum run_result code)
{
	enum run_result noted = RUN_DONE, handed = RUN_DONE, sent = RUN_DONE;

	if (!work->broken) {
		noted = recovered_note(&work->workspace, &work->log);
		handed = forward_to_other_sites(work);
	}

	if (code == RUN_DONE)
		code = handed;
	/* The mailbox isn't needed any more, however long sending takes. */
	source_close(work->source);
	work->source = NULL;
	if (noted == RUN_DONE && send)
		sent = send_outbox_now(&work->workspace, &work->log);
	return code != RUN_DONE ? code : sent != RUN_DONE ? sent : noted;
}

/* Logs unreadable games, in each run. The moderator is notified only if the failure lasts
 * (unreadable_games_note). Returns the result. */
static enum run_result log_unread(const struct run *work)
{
	GHashTableIter games;
	void *id, *why;
	enum run_result code = RUN_AGAIN;

	g_hash_table_iter_init(&games, work->workspace.unread);
	while (g_hash_table_iter_next(&games, &id, &why)) {
		const bool passing = reason_is_temporary(why);

		log_line(&work->log, "%s: %s: %s\n", (const char *)id,
			 passing ? "not read in this run" : "can't go on, pbem fails at this game",
			 ((const struct reason *)why)->text);
		if (!passing)
			code = RUN_DAMAGED;
	}
	return code;
}

enum run_result run_all(struct site *site, const struct run_options *options)
{
	struct run work;
	struct reason reason;
	enum wire wire;
	enum run_result code;

	run_init(&work, site, options->told, options->verbose, options->troubles);
	code = check_space(&work);
	if (code == RUN_DONE)
		code = watch_crashes(&work);
	if (code == RUN_DONE)
		code = read_worklist(&work);
	if (code == RUN_DONE) {
		wire = source_open(site->config, &work.source, &reason);
		code = wire == WIRE_DONE ? RUN_DONE
					 : log_fail(&work.log, RECURRING_ERRORS_MAILBOX,
						    log_wire_result(wire), &reason);
		log_phase(&work.log, "connected", 1);
		if (code == RUN_DONE)
			code = run_hold(&work);
		if (code == RUN_DONE)
			code = run_restored(&work);
		if (code == RUN_DONE)
			code = run_outage(&work);
		if (code == RUN_DONE && !work.old_worklist)
			code = run_forwarded(&work);
		if (code == RUN_DONE)
			code = run_worklists(&work);
		if (code == RUN_DONE)
			code = forget_crashes(&work);
		if (!work.broken && unreadable_games_note(&work.workspace, work.began,
							  code == RUN_DONE, &reason) != 0)
			code = log_fail(&work.log, RECURRING_ERRORS_FILES, RUN_AGAIN, &reason);
		note_recovered(&work, code);
		/* The host that has the mailbox sends the messages. */
		if (!work.another)
			code = forward_and_send(&work, options->send && may_send(&work), code);
	}
	if (code == RUN_DONE && g_hash_table_size(work.workspace.unread) > 0)
		code = log_unread(&work);
	else if (code == RUN_DONE && g_hash_table_size(work.put_off) > 0)
		code = work.faults.later ? RUN_AGAIN : RUN_DAMAGED;
	if (code == RUN_DONE)
		ledger_checkpoint(site->ledger);
	run_done(&work);
	return code;
}

/* Refuses a large message. Nobody else keeps it, so the program that delivers it must know that it
 * wasn't taken. */
static enum run_result refuse_large(const struct run *work, size_t len)
{
	struct reason reason;

	reason_set(&reason,
		   "this letter has %zu bytes; a letter to a game may have %ld. It was not read: "
		   "please send it again without pictures and attachments",
		   len, work->site->config->max_message_bytes);
	return log_fail(&work->log, RECURRING_ERRORS_FILES, RUN_DAMAGED, &reason);
}

enum run_result run_one(struct site *site, const char *bytes, size_t len,
			const struct run_options *options)
{
	struct run work;
	struct reason reason;
	struct sha256 digest;
	struct waiting letter = {.bytes = len};
	const bool large = len > (size_t)site->config->max_message_bytes;
	const struct handed handed = {large ? HANDED_TOO_LARGE : HANDED_OVER, bytes, len, NULL,
				      false};
	enum run_result code;

	run_init(&work, site, options->told, options->verbose, options->troubles);
	code = check_space(&work);
	if (code == RUN_DONE)
		code = watch_crashes(&work);
	if (code == RUN_DONE && run_outage(&work) != RUN_DONE)
		code = RUN_AGAIN;
	if (code == RUN_DONE) {
		letter.received = work.began;
		sha256_bytes(bytes, len, &digest);
		snprintf(letter.id, sizeof letter.id, "deliver:%s", digest.hex);
		/* A message that is too large comes back when the delivering program tries
		 * again. */
		if (!large || !ledger_knows_id(site->ledger, letter.id))
			code = run_decide_message(&work, &letter, &handed, NULL);
		if (code == RUN_DONE &&
		    unreadable_games_note(&work.workspace, work.began, false, &reason) != 0)
			code = log_fail(&work.log, RECURRING_ERRORS_FILES, RUN_AGAIN, &reason);
		if (code == RUN_DONE && (g_hash_table_size(work.put_off) > 0 ||
					 fetch_failures_has(&work.refusals, letter.id)))
			code = RUN_AGAIN;
		/* The message is processed, so the delivering program needn't know of later
		 * failures. */
		if (code == RUN_DONE)
			(void)forward_all(site, &work.log);
		if (code == RUN_DONE && options->send)
			(void)send_outbox_now(&work.workspace, &work.log);
	}
	if (code == RUN_DONE && large)
		code = refuse_large(&work, len);
	run_done(&work);
	/* The message stays where it is until a person has fixed the fault. */
	return code == RUN_DONE || code == RUN_DAMAGED ? code : RUN_AGAIN;
}

enum run_result run_send(struct site *site, const struct run_options *options)
{
	struct run work;
	enum run_result code;

	run_init(&work, site, options->told, options->verbose, options->troubles);
	code = forward_and_send(&work, true, RUN_DONE);
	run_done(&work);
	return code;
}
