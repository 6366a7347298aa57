/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sysexits.h>

#include "core/base/stamp.h"
#include "pbem/promise/crash.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/restore.h"
#include "pbem/desk/desk.h"
#include "pbem/batch/settle.h"
#include "pbem/moving/handing.h"
#include "pbem/run/recovery.h"
#include "pbem/run/run.h"
#include "pbem/run/sending.h"
#include "pbem/promise/sitting.h"
#include "pbem/batch/unloaded.h"
#include "pbem/run/work.h"
#include "pbem/site/files.h"
#include "pbem/wire/source.h"

enum { HANDED_MAX = 1 << 28 };

/* ---- before anything else ---- */

/* A nearly full disk would only fail later and messier: nothing is taken, nothing is lost. */
static int check_space(struct work *work)
{
	const struct config *config = work->site->config;
	struct statvfs space;
	struct reason reason;
	uint64_t megabytes;

	if (statvfs(config->folder, &space) != 0)
		return 0;
	megabytes = (uint64_t)space.f_bavail * space.f_frsize >> 20;
	if (megabytes >= (uint64_t)config->min_free_megabytes) {
		trouble_well(work->log.troubles, TROUBLE_ROOM);
		return EX_OK;
	}
	reason_set(&reason,
		   "only %" PRIu64
		   " MB are free on the disk of %s; no letter is taken before there are %ld "
		   "(min-free-megabytes). Nothing is lost: make room, the next run goes on",
		   megabytes, config->folder, config->min_free_megabytes);
	return log_fail(&work->log, TROUBLE_ROOM, EX_TEMPFAIL, &reason);
}

/* ---- the sitting ---- */

static int list_letters(struct work *work)
{
	struct reason reason;
	int code = work_list(work, &work->sitting.letters);

	/* Before they are written down: what an old sitting has was ours when it began. */
	if (code == EX_OK)
		code = work_claim(work);
	if (code != EX_OK)
		return code;
	work->sitting.began = work->began;
	work->sitting.stalls = 0;
	if (work->sitting.letters.count == 0)
		return EX_OK;
	if (sitting_write(work->site->config->folder, &work->sitting, &reason) != 0)
		return log_fail(&work->log, TROUBLE_FILES, EX_TEMPFAIL, &reason);
	return EX_OK;
}

/* ---- whole runs ---- */

static int watch_crashes(struct work *work)
{
	const char *folder = work->site->config->folder;
	struct reason reason;

	if (crash_read(folder, &work->crashed, &reason) != 0 || crash_watch(folder, &reason) != 0)
		return log_fail(&work->log, TROUBLE_FILES, EX_TEMPFAIL, &reason);
	return EX_OK;
}

static int end_sitting(struct work *work)
{
	const char *folder = work->site->config->folder;
	struct reason reason;

	if (sitting_end(folder, &reason) != 0 ||
	    (work->crashed.len > 0 && crash_forget(folder, &reason) != 0))
		return log_fail(&work->log, TROUBLE_FILES, EX_TEMPFAIL, &reason);
	text_clear(&work->crashed);
	sitting_done(&work->sitting);
	memset(&work->sitting, 0, sizeof work->sitting);
	g_hash_table_remove_all(work->done);
	return EX_OK;
}

/* Before the source is opened: while a sitting is unfinished nothing goes out, mailbox or not. */
static int read_sitting(struct work *work)
{
	struct reason reason;

	if (sitting_read(work->site->config->folder, &work->sitting, &work->old_sitting, &reason) !=
	    0)
		return log_fail(&work->log, TROUBLE_FILES,
				reason_is_passing(&reason) ? EX_TEMPFAIL : EX_DATAERR, &reason);
	return EX_OK;
}

/* The clocks, but in the run that has taken letters of before a backup again: that one ends here.
 */
static int act_by_clock(struct work *work)
{
	struct reason reason;

	if (!restore_is_taking(work->site->ledger))
		return work_clock(work);
	restore_taken(&work->desk);
	return commit_batch(&work->desk, &reason) == 0
		       ? EX_OK
		       : log_fail(&work->log, TROUBLE_FILES, EX_TEMPFAIL, &reason);
}

/* An old sitting first, if a run left one; then a new one. */
static int work_sittings(struct work *work)
{
	int code = EX_OK;

	if (work->old_sitting)
		code = work_grow(work);
	/* Since it was begun somebody may have been put in our place. */
	if (work->old_sitting && code == EX_OK)
		code = work_claim(work);
	if (code == EX_OK && work->old_sitting)
		code = work_sitting(work);
	/* Without a list too: somebody may have taken it away. */
	if (code == EX_OK)
		code = work_settle(work);
	if (code == EX_OK && work->old_sitting)
		code = end_sitting(work);
	if (code == EX_OK)
		code = list_letters(work);
	if (code == EX_OK && work->sitting.letters.count > 0) {
		code = work_sitting(work);
		if (code == EX_OK)
			code = work_settle(work);
		if (code == EX_OK)
			code = end_sitting(work);
	}
	/* Only when all letters that had come were listed and had. */
	if (code == EX_OK && !work->full)
		code = act_by_clock(work);
	return code;
}

/* Letters go out when the sitting is over; a sitting that can't be finished holds them up for an
 * hour, because a newer board may yet replace an older one. */
static bool may_send(const struct work *work)
{
	return !work->broken && (work->sitting.letters.count == 0 ||
				 work->began - work->sitting.began > SECONDS_AN_HOUR);
}

/* Every letter there was has been dealt with, but for those that the mailbox keeps back. */
static void note_well(struct work *work, int code)
{
	if (code != EX_OK && g_hash_table_size(work->refusals.now) == 0)
		return;
	trouble_well(work->log.troubles, TROUBLE_FILES);
	trouble_well(work->log.troubles, TROUBLE_TIME);
}

/* One letter that another site has handed on, a sitting of its own; it leaves with its batch. */
static int take_handed(struct work *work, const struct handing_letter *handing)
{
	char *path = base_printf("handed/%s", handing->name), *whole;
	struct waiting letter = {.received = handing->received};
	struct handed handed = {.how = HANDED_OVER};
	struct reason reason;
	struct text bytes;
	bool there = false;
	int result;

	whole = config_path(work->site->config, path);
	text_init(&bytes, HANDED_MAX);
	result = files_read_if_there(whole, &bytes, &there, &reason);
	if (result == 0 && there &&
	    !ledger_knows_digest(work->site->ledger, handing->digest, NULL)) {
		snprintf(letter.id, sizeof letter.id, "handed:%s", handing->name);
		letter.bytes = handed.len = bytes.len;
		handed.bytes = bytes.bytes;
		(void)work_take(work, &letter, &handed);
	}
	if (!work->broken && !g_hash_table_contains(work->put_off, letter.id) &&
	    !refusals_has(&work->refusals, letter.id))
		batch_remove(&work->desk.batch, path);
	if (result == 0 && !work->broken)
		result = settle_batch(&work->desk, &reason) == 0 &&
					 commit_batch(&work->desk, &reason) == 0 &&
					 heard_all(&work->desk, &reason) == 0
				 ? 0
				 : -1;
	text_done(&bytes);
	free(whole);
	free(path);
	if (work->broken)
		return work->broken_code;
	return result == 0 ? EX_OK : log_fail(&work->log, TROUBLE_FILES, EX_TEMPFAIL, &reason);
}

/* What other sites have handed on, before the mailbox is looked into; but no sitting that an
 * earlier run has left is mixed with it. What came before its game waits for that. */
static int work_handed(struct work *work)
{
	struct reason reason;
	char id[GAME_ID_MAX + 1];
	struct handing_letter *list = handing_list(work->site, "handed", &reason);
	int code = EX_OK;

	if (list == NULL)
		return log_fail(&work->log, TROUBLE_FILES, EX_TEMPFAIL, &reason);
	for (const struct handing_letter *each = list; code == EX_OK && each->name != NULL; each++)
		if (ledger_game(work->site->ledger, each->game, id) ||
		    ledger_moved(work->site->ledger, each->game, id))
			code = take_handed(work, each);
	handing_free(list);
	return code;
}

/* What is over stands in the report that goes out now, and that the post is well in the next one.
 */
static int send_all(struct work *work, bool send, int code)
{
	int noted = work->broken ? EX_OK : recovery_note(&work->desk, &work->log), sent = EX_OK;
	int handed = work->broken ? EX_OK : handing_all(work->site, &work->log);

	if (code == EX_OK)
		code = handed;
	/* Nothing is asked of the mailbox any more, however long that takes. */
	source_close(work->source);
	work->source = NULL;
	if (noted == EX_OK && send)
		sent = sending_all(&work->desk, &work->log);
	return code != EX_OK ? code : sent != EX_OK ? sent : noted;
}

/* The moderator hears of it only when it lasts (unloaded_note), the log each time. */
static int tell_unread(const struct work *work)
{
	GHashTableIter games;
	void *id, *why;

	g_hash_table_iter_init(&games, work->desk.unread);
	while (g_hash_table_iter_next(&games, &id, &why))
		log_line(&work->log, "%s: not read in this run: %s", (const char *)id,
			 ((const struct reason *)why)->text);
	return EX_TEMPFAIL;
}

int run_all(struct site *site, const struct run_options *options)
{
	struct work work;
	struct reason reason;
	enum wire wire;
	int code;

	work_init(&work, site, options->told, options->verbose, options->troubles);
	code = check_space(&work);
	if (code == EX_OK)
		code = watch_crashes(&work);
	if (code == EX_OK)
		code = read_sitting(&work);
	if (code == EX_OK) {
		wire = source_open(site->config, &work.source, &reason);
		code = wire == WIRE_DONE
			       ? EX_OK
			       : log_fail(&work.log, TROUBLE_MAILBOX, log_exit_code(wire), &reason);
		log_phase(&work.log, "connected", 1);
		if (code == EX_OK)
			code = work_hold(&work);
		if (code == EX_OK)
			code = work_restored(&work);
		if (code == EX_OK)
			code = work_outage(&work);
		if (code == EX_OK && !work.old_sitting)
			code = work_handed(&work);
		if (code == EX_OK)
			code = work_sittings(&work);
		if (!work.broken &&
		    unloaded_note(&work.desk, work.began, code == EX_OK, &reason) != 0)
			code = log_fail(&work.log, TROUBLE_FILES, EX_TEMPFAIL, &reason);
		note_well(&work, code);
		/* Who has the mailbox sends what is to be sent. */
		if (!work.another)
			code = send_all(&work, options->send && may_send(&work), code);
	}
	if (code == EX_OK && g_hash_table_size(work.desk.unread) > 0)
		code = tell_unread(&work);
	else if (code == EX_OK && g_hash_table_size(work.put_off) > 0)
		code = EX_DATAERR;
	if (code == EX_OK)
		ledger_fold(site->ledger);
	work_done(&work);
	return code;
}

/* Nobody else keeps the letter: whoever delivers it must hear that it wasn't taken. */
static int leave_large(const struct work *work, size_t len)
{
	struct reason reason;

	reason_set(&reason,
		   "this letter has %zu bytes; a letter to a game may have %ld. It was not read: "
		   "please send it again without pictures and attachments",
		   len, work->site->config->max_letter_bytes);
	return log_fail(&work->log, TROUBLE_FILES, EX_DATAERR, &reason);
}

int run_one(struct site *site, const char *bytes, size_t len, const struct run_options *options)
{
	struct work work;
	struct reason reason;
	struct digest digest;
	struct waiting letter = {.bytes = len};
	const bool large = len > (size_t)site->config->max_letter_bytes;
	const struct handed handed = {large ? HANDED_TOO_LARGE : HANDED_OVER, bytes, len, NULL,
				      false};
	int code;

	work_init(&work, site, options->told, options->verbose, options->troubles);
	code = check_space(&work);
	if (code == EX_OK)
		code = watch_crashes(&work);
	if (code == EX_OK && work_outage(&work) != EX_OK)
		code = EX_TEMPFAIL;
	if (code == EX_OK) {
		letter.received = work.began;
		digest_bytes(bytes, len, &digest);
		snprintf(letter.id, sizeof letter.id, "deliver:%s", digest.hex);
		/* One that is too large comes back when whoever delivers it asks again. */
		if (!large || !ledger_knows_id(site->ledger, letter.id))
			(void)work_take(&work, &letter, &handed);
		if (work.broken)
			code = EX_TEMPFAIL;
		if (code == EX_OK && (settle_batch(&work.desk, &reason) != 0 ||
				      commit_batch(&work.desk, &reason) != 0 ||
				      unloaded_note(&work.desk, work.began, false, &reason) != 0 ||
				      heard_all(&work.desk, &reason) != 0))
			code = log_fail(&work.log, TROUBLE_FILES, EX_TEMPFAIL, &reason);
		if (code == EX_OK && (g_hash_table_size(work.put_off) > 0 ||
				      refusals_has(&work.refusals, letter.id)))
			code = EX_TEMPFAIL;
		/* It is taken, and on its way: whoever delivers it need know no more. */
		if (code == EX_OK)
			(void)handing_all(site, &work.log);
		if (code == EX_OK && options->send)
			(void)sending_all(&work.desk, &work.log);
	}
	if (code == EX_OK && large)
		code = leave_large(&work, len);
	work_done(&work);
	/* What a person must mend first the letter outlives. */
	return code == EX_OK || code == EX_DATAERR ? code : EX_TEMPFAIL;
}

int run_send(struct site *site, const struct run_options *options)
{
	struct work work;
	int code;

	work_init(&work, site, options->told, options->verbose, options->troubles);
	code = send_all(&work, true, EX_OK);
	work_done(&work);
	return code;
}
