/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sysexits.h>
#include <time.h>

#include "pbem/crash.h"
#include "pbem/intake.h"
#include "pbem/run.h"
#include "pbem/run_log.h"
#include "pbem/sending.h"
#include "pbem/sitting.h"

enum {
	MAX_SITTING = 100000,      /* letters listed at once */
	MAX_STALLS = 3,            /* runs that may get no letter further before one is set aside */
	SEND_ANYWAY_SECONDS = 3600 /* answers wait no longer than this for a sitting's end */
};

struct run {
	struct site *site;
	struct run_log log;
	struct source *source;
	struct sitting sitting;
	struct intake intake;
	struct text crashed;        /* notes of letters earlier runs crashed over */
	GHashTable *done;           /* ids of this sitting that are dealt with or gone */
	int64_t began;
	size_t put_off;             /* letters that wait for a damaged game */
	bool broken;                /* pbem failed over a letter: the batch in hand is void */
};

/* ---- before anything else ---- */

/* A nearly full disk would only fail later and messier: nothing is taken, nothing is lost. */
static int
check_space(struct run *run)
{
	const struct config *config = run->site->config;
	struct statvfs space;
	struct reason reason;
	uint64_t megabytes;

	if (statvfs(config->folder, &space) != 0)
		return 0;
	megabytes = (uint64_t)space.f_bavail * space.f_frsize >> 20;
	if (megabytes >= (uint64_t)config->min_free_megabytes)
		return EX_OK;
	reason_set(&reason,
	           "only %" PRIu64 " MB are free on the disk of %s; no letter is taken before there "
	           "are %ld (min-free-megabytes). Nothing is lost: make room, the next run goes on",
	           megabytes, config->folder, config->min_free_megabytes);
	return run_log_fail(&run->log, EX_TEMPFAIL, &reason);
}

/* ---- the sitting ---- */

/* The letters of a list that no earlier run has dealt with; the others only want their mark. */
static void
drop_known(struct run *run, struct waiting_list *list)
{
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		if (ledger_knows_id(run->site->ledger, list->letters[i].id))
			g_hash_table_add(run->done, base_strdup(list->letters[i].id));
		else
			kept++;
	}
	if (run->log.verbose && kept < list->count)
		run_log_say(&run->log, "%zu of %zu letters were dealt with before\n", list->count - kept,
		    list->count);
}

static int
list_letters(struct run *run, struct reason *reason)
{
	enum wire wire = source_list(run->source, MAX_SITTING, &run->sitting.letters, reason);

	if (wire != WIRE_DONE)
		return run_log_fail(&run->log, run_log_exit_code(wire), reason);
	run->sitting.began = run->began;
	run->sitting.stalls = 0;
	run_log_phase(&run->log, "listed", run->sitting.letters.count);
	if (run->sitting.letters.count == 0)
		return EX_OK;
	if (sitting_write(run->site->config->folder, &run->sitting, reason) != 0)
		return run_log_fail(&run->log, EX_TEMPFAIL, reason);
	return EX_OK;
}

static bool
is_done(const struct run *run, const struct waiting *letter)
{
	return g_hash_table_contains(run->done, letter->id);
}

/* The note an earlier crash left about the letter, or NULL. The caller frees it. */
static char *
crash_note(const struct run *run, const char *id)
{
	const char *cursor = run->crashed.bytes, *end = cursor + run->crashed.len, *line;
	size_t len, id_len = strlen(id);

	while (text_next_line(&cursor, end, &line, &len))
		if (len > id_len && memcmp(line, id, id_len) == 0 && line[id_len] == ' ')
			return base_strndup(line + id_len + 1, len - id_len - 1);
	return NULL;
}

/* source_fetch hands over one letter. */
static int
take(void *context, const struct waiting *letter, const char *bytes, size_t len)
{
	struct run *run = context;
	struct reason reason;
	bool put_off = false;
	char *note = crash_note(run, letter->id);
	int result = 0;

	if (note != NULL) {
		char *why = base_printf("pbem crashed over it (%s); please report this", note);

		intake_set_aside(&run->intake, letter, bytes, len, why);
		free(why);
		free(note);
	} else {
		crash_in_hand(letter->id);
		result = intake_letter(&run->intake, letter, bytes, len, &put_off, &reason);
		crash_in_hand(NULL);
	}
	if (result != 0) {
		run_log_say(&run->log, "pbem: %s: %s\n", letter->id, reason.text);
		run->broken = true;
		return -1;
	}
	if (put_off)
		run->put_off++;
	else
		g_hash_table_add(run->done, base_strdup(letter->id));
	return 0;
}

/* The next letters that make a batch: [*from, end) of the sitting, copied to `batch`. */
static size_t
next_batch(struct run *run, size_t *from, struct waiting *batch)
{
	const struct config *config = run->site->config;
	const struct waiting_list *list = &run->sitting.letters;
	uint64_t bytes = 0;
	size_t count = 0;

	while (*from < list->count && count < (size_t)config->batch_letters &&
	       (count == 0 || bytes + list->letters[*from].bytes <= (uint64_t)config->batch_bytes)) {
		const struct waiting *letter = &list->letters[(*from)++];

		if (is_done(run, letter))
			continue;
		if (letter->bytes <= (uint64_t)config->max_letter_bytes)
			bytes += letter->bytes;
		batch[count++] = *letter;
	}
	return count;
}

/* Letters that were handed over and stay unmarked: their game is damaged. */
static size_t
mark_list(struct run *run, const struct waiting *letters, size_t count, struct waiting *marks)
{
	size_t done = 0;

	for (size_t i = 0; i < count; i++)
		if (is_done(run, &letters[i]))
			marks[done++] = letters[i];
	return done;
}

static int
mark(struct run *run, const struct waiting *letters, size_t count)
{
	struct waiting *marks = base_zalloc(count, sizeof *marks);
	size_t done = mark_list(run, letters, count, marks);
	struct reason reason;
	enum wire wire = WIRE_DONE;

	if (done > 0)
		wire = source_mark(run->source, marks, done, &reason);
	free(marks);
	run_log_phase(&run->log, "marked", done);
	return wire == WIRE_DONE ? EX_OK : run_log_fail(&run->log, run_log_exit_code(wire), &reason);
}

/*
 * One batch: fetched and decided in memory, committed, marked. When the source fails half-way what
 * it has handed over is committed all the same, so that a letter that breaks the connection every
 * time holds up nobody before it.
 */
static int
work_batch(struct run *run, const struct waiting *letters, size_t count)
{
	struct reason fetch_reason = {""}, reason;
	enum wire wire = source_fetch(run->source, letters, count, take, run, &fetch_reason);
	unsigned decided = run->intake.letters;
	int code;

	run_log_phase(&run->log, "fetched and decided", decided);
	if (run->broken)
		return EX_CONFIG;
	if (intake_commit(&run->intake, &reason) != 0)
		return run_log_fail(&run->log, EX_TEMPFAIL, &reason);
	run_log_phase(&run->log, "committed", decided);
	code = mark(run, letters, count);
	if (wire != WIRE_DONE)
		code = run_log_fail(&run->log, run_log_exit_code(wire), &fetch_reason);
	return code;
}

/* The first letter the source failed to hand over, three runs in a row: set aside as it is. */
static int
give_up_stalled(struct run *run)
{
	const struct waiting_list *list = &run->sitting.letters;
	struct reason reason;

	for (size_t i = 0; i < list->count; i++) {
		if (is_done(run, &list->letters[i]))
			continue;
		intake_set_aside(&run->intake, &list->letters[i], NULL, 0,
		                 "the server failed to hand it over in three runs; it stays in the "
		                 "mailbox");
		g_hash_table_add(run->done, base_strdup(list->letters[i].id));
		break;
	}
	run->sitting.stalls = 0;
	if (intake_commit(&run->intake, &reason) != 0)
		return run_log_fail(&run->log, EX_TEMPFAIL, &reason);
	return EX_OK;
}

/* Counts the runs that stopped at the same letter, so that give_up_stalled can act. */
static void
note_progress(struct run *run, size_t done_before)
{
	struct reason reason;

	if (g_hash_table_size(run->done) > done_before)
		run->sitting.stalls = 0;
	else
		run->sitting.stalls++;
	if (sitting_write(run->site->config->folder, &run->sitting, &reason) != 0)
		run_log_say(&run->log, "pbem: %s\n", reason.text);
}

static bool
out_of_time(const struct run *run)
{
	return time(NULL) - run->began > run->site->config->run_seconds;
}

/* Everything of the sitting that is not yet dealt with. */
static int
work_sitting(struct run *run)
{
	const struct config *config = run->site->config;
	struct waiting *batch = base_zalloc((size_t)config->batch_letters, sizeof *batch);
	size_t from = 0, count, done_before;
	int code = EX_OK;

	drop_known(run, &run->sitting.letters);
	done_before = g_hash_table_size(run->done);
	if (run->sitting.stalls >= MAX_STALLS)
		code = give_up_stalled(run);
	if (code == EX_OK && g_hash_table_size(run->done) > 0)
		code = mark(run, run->sitting.letters.letters, run->sitting.letters.count);
	while (code == EX_OK && (count = next_batch(run, &from, batch)) > 0) {
		if (out_of_time(run)) {
			run_log_say(&run->log, "pbem: run-seconds is over; the next run goes on\n");
			code = EX_TEMPFAIL;
		} else {
			code = work_batch(run, batch, count);
		}
	}
	free(batch);
	if (code != EX_OK)
		note_progress(run, done_before);
	return code;
}

/* ---- whole runs ---- */

static void
run_init(struct run *run, struct site *site, const struct run_options *options)
{
	memset(run, 0, sizeof *run);
	run->site = site;
	run_log_init(&run->log, options->log, options->verbose);
	run->began = time(NULL);
	intake_init(&run->intake, site, run->began, options->log);
	text_init(&run->crashed, 1 << 20);
	run->done = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL);
}

static void
run_done(struct run *run)
{
	source_close(run->source);
	sitting_done(&run->sitting);
	g_hash_table_destroy(run->done);
	text_done(&run->crashed);
	intake_done(&run->intake);
}

static int
watch_crashes(struct run *run)
{
	const char *folder = run->site->config->folder;
	struct reason reason;

	if (crash_read(folder, &run->crashed, &reason) != 0 || crash_watch(folder, &reason) != 0)
		return run_log_fail(&run->log, EX_TEMPFAIL, &reason);
	return EX_OK;
}

static int
end_sitting(struct run *run)
{
	const char *folder = run->site->config->folder;
	struct reason reason;

	if (sitting_end(folder, &reason) != 0 ||
	    (run->crashed.len > 0 && crash_forget(folder, &reason) != 0))
		return run_log_fail(&run->log, EX_TEMPFAIL, &reason);
	text_clear(&run->crashed);
	sitting_done(&run->sitting);
	memset(&run->sitting, 0, sizeof run->sitting);
	g_hash_table_remove_all(run->done);
	return EX_OK;
}

/* An old sitting first, if a run left one; then a new one. */
static int
work_sittings(struct run *run)
{
	struct reason reason;
	bool old = false;
	int code = EX_OK;

	if (sitting_read(run->site->config->folder, &run->sitting, &old, &reason) != 0)
		return run_log_fail(&run->log, EX_DATAERR, &reason);
	if (old) {
		code = work_sitting(run);
		if (code == EX_OK)
			code = end_sitting(run);
	}
	if (code == EX_OK)
		code = list_letters(run, &reason);
	if (code == EX_OK && run->sitting.letters.count > 0) {
		code = work_sitting(run);
		if (code == EX_OK)
			code = end_sitting(run);
	}
	return code;
}

/* Letters go out when the sitting is over; a sitting that can't be finished holds them up for an
 * hour, because a newer board may yet replace an older one. */
static bool
may_send(const struct run *run)
{
	return run->sitting.letters.count == 0 ||
	       run->began - run->sitting.began > SEND_ANYWAY_SECONDS;
}

int
run_all(struct site *site, const struct run_options *options)
{
	struct run run;
	struct reason reason;
	enum wire wire;
	int code, sent;

	run_init(&run, site, options);
	code = check_space(&run);
	if (code == EX_OK)
		code = watch_crashes(&run);
	if (code == EX_OK) {
		wire = source_open(site->config, &run.source, &reason);
		code = wire == WIRE_DONE ? EX_OK : run_log_fail(&run.log, run_log_exit_code(wire), &reason);
		run_log_phase(&run.log, "connected", 1);
		if (code == EX_OK)
			code = work_sittings(&run);
		if (options->send && may_send(&run)) {
			sent = sending_all(&run.intake, &run.log);
			code = code == EX_OK ? sent : code;
		}
	}
	if (code == EX_OK && run.put_off > 0)
		code = EX_DATAERR;
	run_done(&run);
	return code;
}

int
run_one(struct site *site, const char *bytes, size_t len, const struct run_options *options)
{
	struct run run;
	struct reason reason;
	struct digest digest;
	struct waiting letter = {.bytes = len};
	int code;

	run_init(&run, site, options);
	code = check_space(&run);
	if (code == EX_OK)
		code = watch_crashes(&run);
	if (code == EX_OK) {
		letter.received = run.began;
		digest_bytes(bytes, len, &digest);
		snprintf(letter.id, sizeof letter.id, "deliver:%s", digest.hex);
		if (len > (size_t)site->config->max_letter_bytes)
			code = take(&run, &letter, NULL, len) == 0 ? EX_OK : EX_TEMPFAIL;
		else
			code = take(&run, &letter, bytes, len) == 0 ? EX_OK : EX_TEMPFAIL;
		if (code == EX_OK && intake_commit(&run.intake, &reason) != 0)
			code = run_log_fail(&run.log, EX_TEMPFAIL, &reason);
		if (code == EX_OK && run.put_off > 0)
			code = EX_TEMPFAIL;
		if (code == EX_OK && options->send)
			(void)sending_all(&run.intake, &run.log);
	}
	run_done(&run);
	return code;
}

int
run_send(struct site *site, const struct run_options *options)
{
	struct run run;
	int code;

	run_init(&run, site, options);
	code = sending_all(&run.intake, &run.log);
	run_done(&run);
	return code;
}
