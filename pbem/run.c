/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sysexits.h>
#include <time.h>

#include "pbem/crash.h"
#include "pbem/intake.h"
#include "pbem/outbox.h"
#include "pbem/run.h"
#include "pbem/sitting.h"

enum {
	MAX_SITTING = 100000,      /* letters listed at once */
	MAX_STALLS = 3,            /* runs that may get no letter further before one is set aside */
	SEND_ANYWAY_SECONDS = 3600 /* answers wait no longer than this for a sitting's end */
};

struct run {
	struct site *site;
	const struct run_options *options;
	struct source *source;
	struct sitting sitting;
	struct intake intake;
	struct text crashed;        /* notes of letters earlier runs crashed over */
	GHashTable *done;           /* ids of this sitting that are dealt with or gone */
	int64_t began;
	struct timespec phase;      /* when the phase in hand began */
	size_t put_off;             /* letters that wait for a damaged game */
};

static void say(const struct run *run, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void
say(const struct run *run, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(run->options->log, format, args);
	va_end(args);
}

/* With --verbose: what a phase did and how long it took. */
static void
end_phase(struct run *run, const char *what, size_t count)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (run->options->verbose)
		say(run, "%s: %zu in %.3f s\n", what, count,
		    (double)(now.tv_sec - run->phase.tv_sec) +
		            (double)(now.tv_nsec - run->phase.tv_nsec) / 1e9);
	run->phase = now;
}

static int
exit_code(enum wire wire)
{
	return wire == WIRE_DONE ? EX_OK : wire == WIRE_LATER ? EX_TEMPFAIL : EX_CONFIG;
}

static int
fail(struct run *run, int code, const struct reason *reason)
{
	say(run, "pbem: %s\n", reason->text);
	return code;
}

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
	return fail(run, EX_TEMPFAIL, &reason);
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
	if (run->options->verbose && kept < list->count)
		say(run, "%zu of %zu letters were dealt with before\n", list->count - kept,
		    list->count);
}

static int
list_letters(struct run *run, struct reason *reason)
{
	enum wire wire = source_list(run->source, MAX_SITTING, &run->sitting.letters, reason);

	if (wire != WIRE_DONE)
		return fail(run, exit_code(wire), reason);
	run->sitting.began = run->began;
	run->sitting.stalls = 0;
	end_phase(run, "listed", run->sitting.letters.count);
	if (run->sitting.letters.count == 0)
		return EX_OK;
	if (sitting_write(run->site->config->folder, &run->sitting, reason) != 0)
		return fail(run, EX_TEMPFAIL, reason);
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
		say(run, "pbem: %s: %s\n", letter->id, reason.text);
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
	end_phase(run, "marked", done);
	return wire == WIRE_DONE ? EX_OK : fail(run, exit_code(wire), &reason);
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

	end_phase(run, "fetched and decided", decided);
	if (intake_commit(&run->intake, &reason) != 0)
		return fail(run, EX_TEMPFAIL, &reason);
	end_phase(run, "committed", decided);
	code = mark(run, letters, count);
	if (wire != WIRE_DONE)
		code = fail(run, exit_code(wire), &fetch_reason);
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
		return fail(run, EX_TEMPFAIL, &reason);
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
		say(run, "pbem: %s\n", reason.text);
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
			say(run, "pbem: run-seconds is over; the next run goes on\n");
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

/* ---- sending ---- */

static void
give_up(void *context, const char *name, const char *to, const char *bytes, size_t len,
        const char *why)
{
	struct intake *intake = context;
	char *path = base_printf("aside/unsent.%s", name);

	batch_write(&intake->batch, path, bytes, len);
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

static int
send_waiting(struct run *run)
{
	struct outbox_report report = {0};
	struct sink *sink = NULL;
	struct reason reason;
	enum wire wire;

	if (report_notices(&run->intake, &reason) != 0)
		return fail(run, EX_TEMPFAIL, &reason);
	wire = sink_open(run->site->config, &sink, &reason);
	if (wire == WIRE_DONE)
		wire = outbox_send(run->site->config, sink, run->intake.mailing.now, give_up,
		                   &run->intake, &report, &reason);
	sink_close(sink);
	end_phase(run, "sent", report.sent);
	if (wire != WIRE_DONE)
		say(run, "pbem: %s\n", reason.text);
	if (report.waiting > 0)
		say(run, "pbem: %zu letters wait in the outbox for the next run\n", report.waiting);
	if (report.given_up > 0 && intake_commit(&run->intake, &reason) != 0)
		return fail(run, EX_TEMPFAIL, &reason);
	return exit_code(wire);
}

/* ---- whole runs ---- */

static void
run_init(struct run *run, struct site *site, const struct run_options *options)
{
	memset(run, 0, sizeof *run);
	run->site = site;
	run->options = options;
	run->began = time(NULL);
	clock_gettime(CLOCK_MONOTONIC, &run->phase);
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
		return fail(run, EX_TEMPFAIL, &reason);
	return EX_OK;
}

static int
end_sitting(struct run *run)
{
	const char *folder = run->site->config->folder;
	struct reason reason;

	if (sitting_end(folder, &reason) != 0 ||
	    (run->crashed.len > 0 && crash_forget(folder, &reason) != 0))
		return fail(run, EX_TEMPFAIL, &reason);
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
		return fail(run, EX_DATAERR, &reason);
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
		code = wire == WIRE_DONE ? EX_OK : fail(&run, exit_code(wire), &reason);
		end_phase(&run, "connected", 1);
		if (code == EX_OK)
			code = work_sittings(&run);
		if (options->send && may_send(&run)) {
			sent = send_waiting(&run);
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
			code = fail(&run, EX_TEMPFAIL, &reason);
		if (code == EX_OK && run.put_off > 0)
			code = EX_TEMPFAIL;
		if (code == EX_OK && options->send)
			(void)send_waiting(&run);
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
	code = send_waiting(&run);
	run_done(&run);
	return code;
}
