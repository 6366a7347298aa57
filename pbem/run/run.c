/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sysexits.h>

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
static int check_space(struct run *work)
{
	const struct config *config = work->site->config;
	struct statvfs space;
	struct reason reason;
	uint64_t megabytes;

	if (statvfs(config->folder, &space) != 0)
		return 0;
	megabytes = (uint64_t)space.f_bavail * space.f_frsize >> 20;
	if (megabytes >= (uint64_t)config->min_free_megabytes) {
		recurring_errors_well(work->log.troubles, RECURRING_ERRORS_ROOM);
		return EX_OK;
	}
	reason_set(&reason,
		   "only %" PRIu64
		   " MB are free on the disk of %s, and pbem needs %ld MB (min-free-megabytes) "
		   "before it accepts letters. Nothing is lost. Delete files that you don't need, "
		   "and the next run continues",
		   megabytes, config->folder, config->min_free_megabytes);
	return log_fail(&work->log, RECURRING_ERRORS_ROOM, EX_TEMPFAIL, &reason);
}

/* ---- the worklist ---- */

static int list_messages(struct run *work)
{
	struct reason reason;
	int code = run_list(work, &work->worklist.letters);

	/* Messages are claimed before the worklist is stored. An old worklist was claimed when it
	 * began. */
	if (code == EX_OK)
		code = run_claim(work);
	if (code != EX_OK)
		return code;
	work->worklist.began = work->began;
	work->worklist.stalls = 0;
	if (work->worklist.letters.count == 0)
		return EX_OK;
	if (worklist_write(work->site->config->folder, &work->worklist, &reason) != 0)
		return log_fail(&work->log, RECURRING_ERRORS_FILES, EX_TEMPFAIL, &reason);
	return EX_OK;
}

/* ---- whole runs ---- */

static int watch_crashes(struct run *work)
{
	const char *folder = work->site->config->folder;
	struct reason reason;

	/* Messages that were given up after crashes are tried again each day. */
	if (crash_is_old(folder, SECONDS_A_DAY))
		(void)crash_forget(folder, &reason);
	if (crash_read(folder, &work->crashed, &reason) != 0 || crash_watch(folder, &reason) != 0)
		return log_fail(&work->log, RECURRING_ERRORS_FILES, EX_TEMPFAIL, &reason);
	run_fault_apply_crashes(work);
	return EX_OK;
}

static int end_worklist(struct run *work)
{
	const char *folder = work->site->config->folder;
	struct reason reason;

	if (worklist_end(folder, &reason) != 0)
		return log_fail(&work->log, RECURRING_ERRORS_FILES, EX_TEMPFAIL, &reason);
	worklist_done(&work->worklist);
	memset(&work->worklist, 0, sizeof work->worklist);
	g_hash_table_remove_all(work->done);
	return EX_OK;
}

/* Reads an old worklist before the source is opened: as long as it is unfinished no message is
 * sent, whether the mailbox can be read or not. */
static int read_worklist(struct run *work)
{
	struct reason reason;

	if (worklist_read(work->site->config->folder, &work->worklist, &work->old_worklist,
			  &reason) != 0)
		return log_fail(&work->log, RECURRING_ERRORS_FILES,
				reason_is_temporary(&reason) ? EX_TEMPFAIL : EX_DATAERR, &reason);
	return EX_OK;
}

/* Runs the clocks, except in a run that has taken messages from before a backup again: that run
 * ends here. */
static int run_clock_if_allowed(struct run *work)
{
	struct reason reason;

	if (!backup_restore_is_taking(work->site->ledger))
		return run_clock(work);
	backup_restore_taken(&work->workspace);
	return commit_batch(&work->workspace, &reason) == 0
		       ? EX_OK
		       : log_fail(&work->log, RECURRING_ERRORS_FILES, EX_TEMPFAIL, &reason);
}

/* Works on an old worklist first, if a run left one, then on a new one. */
static int run_worklists(struct run *work)
{
	int code = EX_OK;

	if (work->old_worklist)
		code = run_extend_worklist(work);
	/* Another copy may have replaced this copy since the worklist was begun. */
	if (work->old_worklist && code == EX_OK)
		code = run_claim(work);
	if (code == EX_OK && work->old_worklist)
		code = run_worklist(work);
	/* Even without an old worklist, because another copy may have taken the mailbox. */
	if (code == EX_OK)
		code = run_settle(work);
	if (code == EX_OK && work->old_worklist)
		code = end_worklist(work);
	if (code == EX_OK)
		code = list_messages(work);
	if (code == EX_OK && work->worklist.letters.count > 0) {
		code = run_worklist(work);
		if (code == EX_OK)
			code = run_settle(work);
		if (code == EX_OK)
			code = end_worklist(work);
	}
	/* The clocks run only after all messages that had arrived were listed and processed. */
	if (code == EX_OK && !work->full)
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
static void note_recovered(struct run *work, int code)
{
	if (code != EX_OK && g_hash_table_size(work->refusals.now) == 0)
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
static int run_forwarded_message(struct run *work, const struct forward_letter *handing)
{
	char *path = base_printf("forwarded/%s", handing->name), *whole;
	struct waiting letter = {.received = handing->received};
	struct handed handed = {.how = HANDED_OVER};
	struct reason reason;
	struct strbuf bytes;
	bool there = false;
	int result, code = EX_OK;

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
			   : log_fail(&work->log, RECURRING_ERRORS_FILES, EX_TEMPFAIL, &reason);
}

/* Processes the messages that other sites have forwarded, before the mailbox is read, but not while
 * an earlier run's worklist is unfinished. A message that arrived before its game waits for the
 * game. */
static int run_forwarded(struct run *work)
{
	struct reason reason;
	char id[GAME_ID_MAX + 1];
	struct forward_letter *list = forward_list(work->site, "forwarded", &reason);
	int code = EX_OK;

	forward_sweep(work->site);
	if (list == NULL)
		return log_fail(&work->log, RECURRING_ERRORS_FILES, EX_TEMPFAIL, &reason);
	for (const struct forward_letter *each = list; code == EX_OK && each->name != NULL; each++)
		if (ledger_game(work->site->ledger, each->game, id) ||
		    ledger_moved(work->site->ledger, each->game, id))
			code = run_forwarded_message(work, each);
	forward_free(list);
	return code;
}

/* Hands messages and games over to other sites. */
static int forward_to_other_sites(struct run *work)
{
	const int handed = forward_all(work->site, &work->log);
	struct reason reason;

	if (migrate_sweep(work->site, &reason) != 0)
		return log_fail(&work->log, RECURRING_ERRORS_FILES, EX_TEMPFAIL, &reason);
	return handed;
}

/* Deletes the notes of earlier crashes, because all work is done, and what runs crashed over is
 * processed or quarantined. Keeps the notes while games are unread or suspended. */
static int forget_crashes(struct run *work)
{
	struct reason reason;

	if (work->crashed.len == 0 || g_hash_table_size(work->workspace.unread) > 0 ||
	    crash_forget(work->site->config->folder, &reason) == 0)
		return EX_OK;
	return log_fail(&work->log, RECURRING_ERRORS_FILES, EX_TEMPFAIL, &reason);
}

/* Hands over to other sites, and sends the outbox. The report that is sent now contains recurring
 * errors that have ended; the next one contains that sending works again. */
static int forward_and_send(struct run *work, bool send, int code)
{
	int noted = work->broken ? EX_OK : recovered_note(&work->workspace, &work->log),
	    sent = EX_OK;
	int handed = work->broken ? EX_OK : forward_to_other_sites(work);

	if (code == EX_OK)
		code = handed;
	/* The mailbox isn't needed any more, however long sending takes. */
	source_close(work->source);
	work->source = NULL;
	if (noted == EX_OK && send)
		sent = send_outbox_now(&work->workspace, &work->log);
	return code != EX_OK ? code : sent != EX_OK ? sent : noted;
}

/* Logs unreadable games, in each run. The moderator is notified only if the failure lasts
 * (unreadable_games_note). Returns an exit code. */
static int log_unread(const struct run *work)
{
	GHashTableIter games;
	void *id, *why;
	int code = EX_TEMPFAIL;

	g_hash_table_iter_init(&games, work->workspace.unread);
	while (g_hash_table_iter_next(&games, &id, &why)) {
		const bool passing = reason_is_temporary(why);

		log_line(&work->log, "%s: %s: %s\n", (const char *)id,
			 passing ? "not read in this run" : "can't go on, pbem fails at this game",
			 ((const struct reason *)why)->text);
		if (!passing)
			code = EX_DATAERR;
	}
	return code;
}

int run_all(struct site *site, const struct run_options *options)
{
	struct run work;
	struct reason reason;
	enum wire wire;
	int code;

	run_init(&work, site, options->told, options->verbose, options->troubles);
	code = check_space(&work);
	if (code == EX_OK)
		code = watch_crashes(&work);
	if (code == EX_OK)
		code = read_worklist(&work);
	if (code == EX_OK) {
		wire = source_open(site->config, &work.source, &reason);
		code = wire == WIRE_DONE ? EX_OK
					 : log_fail(&work.log, RECURRING_ERRORS_MAILBOX,
						    log_exit_code(wire), &reason);
		log_phase(&work.log, "connected", 1);
		if (code == EX_OK)
			code = run_hold(&work);
		if (code == EX_OK)
			code = run_restored(&work);
		if (code == EX_OK)
			code = run_outage(&work);
		if (code == EX_OK && !work.old_worklist)
			code = run_forwarded(&work);
		if (code == EX_OK)
			code = run_worklists(&work);
		if (code == EX_OK)
			code = forget_crashes(&work);
		if (!work.broken &&
		    unreadable_games_note(&work.workspace, work.began, code == EX_OK, &reason) != 0)
			code = log_fail(&work.log, RECURRING_ERRORS_FILES, EX_TEMPFAIL, &reason);
		note_recovered(&work, code);
		/* The host that has the mailbox sends the messages. */
		if (!work.another)
			code = forward_and_send(&work, options->send && may_send(&work), code);
	}
	if (code == EX_OK && g_hash_table_size(work.workspace.unread) > 0)
		code = log_unread(&work);
	else if (code == EX_OK && g_hash_table_size(work.put_off) > 0)
		code = work.faults.later ? EX_TEMPFAIL : EX_DATAERR;
	if (code == EX_OK)
		ledger_checkpoint(site->ledger);
	run_done(&work);
	return code;
}

/* Refuses a large message. Nobody else keeps it, so the program that delivers it must know that it
 * wasn't taken. */
static int refuse_large(const struct run *work, size_t len)
{
	struct reason reason;

	reason_set(&reason,
		   "this letter has %zu bytes; a letter to a game may have %ld. It was not read: "
		   "please send it again without pictures and attachments",
		   len, work->site->config->max_message_bytes);
	return log_fail(&work->log, RECURRING_ERRORS_FILES, EX_DATAERR, &reason);
}

int run_one(struct site *site, const char *bytes, size_t len, const struct run_options *options)
{
	struct run work;
	struct reason reason;
	struct sha256 digest;
	struct waiting letter = {.bytes = len};
	const bool large = len > (size_t)site->config->max_message_bytes;
	const struct handed handed = {large ? HANDED_TOO_LARGE : HANDED_OVER, bytes, len, NULL,
				      false};
	int code;

	run_init(&work, site, options->told, options->verbose, options->troubles);
	code = check_space(&work);
	if (code == EX_OK)
		code = watch_crashes(&work);
	if (code == EX_OK && run_outage(&work) != EX_OK)
		code = EX_TEMPFAIL;
	if (code == EX_OK) {
		letter.received = work.began;
		sha256_bytes(bytes, len, &digest);
		snprintf(letter.id, sizeof letter.id, "deliver:%s", digest.hex);
		/* A message that is too large comes back when the delivering program tries
		 * again. */
		if (!large || !ledger_knows_id(site->ledger, letter.id))
			code = run_decide_message(&work, &letter, &handed, NULL);
		if (code == EX_OK &&
		    unreadable_games_note(&work.workspace, work.began, false, &reason) != 0)
			code = log_fail(&work.log, RECURRING_ERRORS_FILES, EX_TEMPFAIL, &reason);
		if (code == EX_OK && (g_hash_table_size(work.put_off) > 0 ||
				      fetch_failures_has(&work.refusals, letter.id)))
			code = EX_TEMPFAIL;
		/* The message is processed, so the delivering program needn't know of later
		 * failures. */
		if (code == EX_OK)
			(void)forward_all(site, &work.log);
		if (code == EX_OK && options->send)
			(void)send_outbox_now(&work.workspace, &work.log);
	}
	if (code == EX_OK && large)
		code = refuse_large(&work, len);
	run_done(&work);
	/* The message stays where it is until a person has fixed the fault. */
	return code == EX_OK || code == EX_DATAERR ? code : EX_TEMPFAIL;
}

int run_send(struct site *site, const struct run_options *options)
{
	struct run work;
	int code;

	run_init(&work, site, options->told, options->verbose, options->troubles);
	code = forward_and_send(&work, true, EX_OK);
	run_done(&work);
	return code;
}
