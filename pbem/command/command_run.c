/* SPDX-License-Identifier: MIT */
/* The subcommands that take letters in, and again, and send them: run, deliver, send, watch,
 * retake. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include <glib.h>

#include "core/base/plain.h"
#include "core/base/stamp.h"
#include "core/base/text.h"
#include "pbem/command/commands.h"
#include "pbem/site/files.h"
#include "pbem/site/log.h"
#include "pbem/site/places.h"
#include "pbem/site/trouble.h"
#include "pbem/reading/apart/apart.h"
#include "pbem/run/run.h"
#include "pbem/watch/watch.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/outage.h"
#include "pbem/batch/settle.h"
#include "pbem/moderate/moderate.h"
#include "pbem/request/requests_as.h"
#include "pbem/batch/restore.h"
#include "pbem/wire/source.h"
#include "pbem/answer/sender.h"
#include "pbem/site/step.h"

enum { MAX_DELIVERED = 1 << 28 };

/* ---- acts of a moderator in one game (pbem/moderate) ---- */

/* Does the act in a batch of its own, which is a whole sitting. */
static int act_on(struct desk *desk, const struct given *given, const struct act *act,
		  struct reason *reason)
{
	if (commands_check_game(given->words[0], reason) != 0 ||
	    outage_begin(desk, desk->now, reason) != 0 ||
	    moderate_do(desk, act, given, reason) != 0 || settle_batch(desk, reason) != 0 ||
	    commit_batch(desk, reason) != 0)
		return -1;
	return heard_all(desk, reason);
}

int command_moderate(const struct given *given)
{
	return commands_on_desk(given, act_on, moderate_find(given->command->name), true);
}

/* `deliver --as`, with what stood on standard input. */
static int enter(const struct given *given, const char *letter)
{
	char *words[] = {given->words[0], base_strdup(given_value(given, "--as")),
			 base_strdup(letter), NULL};
	const struct given act = {
		.command = &requests_as.command,
		.words = words,
		.count = 3,
		.taken = given->taken,
		.taken_count = given->taken_count,
	};
	int code;

	code = commands_on_desk(&act, act_on, &requests_as, !given_has(given, "--no-send"));
	free(words[1]);
	free(words[2]);
	return code;
}

/* ---- runs ---- */

static void read_options(const struct given *given, struct run_options *options)
{
	*options = (struct run_options){
		.verbose = given_has(given, "--verbose"),
		.send = !given_has(given, "--no-send"),
	};
	/* Under cron what is printed becomes a mail: that is for what went wrong. */
	if (options->verbose || isatty(STDOUT_FILENO))
		options->told = stdout;
	setvbuf(stdout, NULL, _IOLBF, 0);
}

/* A folder with neither log nor ledger is no site yet, or somebody's: it is not written into. */
static bool has_log(void)
{
	static const char *const names[] = {"log", "ledger"};
	bool there = false;

	for (size_t i = 0; !there && i < ARRAY_LEN(names); i++) {
		char *path = base_printf("%s/%s", places_site(), names[i]);
		struct reason reason;

		(void)files_is_there(path, &there, &reason);
		free(path);
	}
	return there;
}

/* That another run is at work is nothing wrong: only who watches is told. */
static int tell_closed(const char *name, enum site_result result, const struct run_options *options,
		       const struct reason *reason)
{
	struct log log;
	int code;

	if (result == SITE_BUSY && strcmp(name, "run") == 0 && options->told == NULL)
		return EX_TEMPFAIL;
	code = commands_code(result == SITE_FAILED ? EX_CONFIG : EX_TEMPFAIL, reason);
	if (result == SITE_BUSY || !has_log())
		return commands_fail(name, code, reason);
	log_open(&log, places_site(), LOG_TO_FILE, options->told, options->verbose,
		 options->troubles);
	(void)log_fail(&log, TROUBLE_SITE, code, reason);
	log_close(&log);
	return code;
}

/* Opens the site, runs on it, and keeps what the next run is to know of what is wrong. */
static int run_on(const char *name, enum site_lock lock, struct run_options *options,
		  int (*run)(struct site *site, const struct run_options *options))
{
	struct troubles troubles;
	struct reason reason;
	struct site *site;
	enum site_result result = site_open(places_site(), lock, &site, &reason);
	int code;

	/* Behind the lock: another run may have written there. */
	trouble_init(&troubles, places_site(), options->told != NULL || isatty(STDERR_FILENO));
	options->troubles = &troubles;
	if (result == SITE_OPEN) {
		trouble_well(&troubles, TROUBLE_SITE);
		code = run(site, options);
	} else {
		code = tell_closed(name, result, options, &reason);
	}
	trouble_done(&troubles);
	if (result == SITE_OPEN)
		site_close(site);
	return code;
}

int command_run(const struct given *given)
{
	struct run_options options;

	int code;

	/* Before anything of the site is read. */
	apart_start();
	read_options(given, &options);
	code = run_on(given->command->name, given_has(given, "--wait") ? SITE_RUN : SITE_TRY,
		      &options, run_all);
	apart_stop();
	return code;
}

/* The program, to be called again for each run: by its name when this system doesn't tell where it
 * is. */
static char *find_program(void)
{
	char path[PATH_MAX] = "";

	if (readlink("/proc/self/exe", path, sizeof path - 1) < 0)
		strcpy(path, "pbem");
	return base_strdup(path);
}

int command_watch(const struct given *given)
{
	char *program = find_program();
	struct run_options options;
	struct reason reason = {""};
	int code;

	read_options(given, &options);
	code = watch_site(places_site(), program, options.told, options.verbose, &reason);
	free(program);
	return code == EX_OK ? EX_OK : commands_fail(given->command->name, code, &reason);
}

int command_send(const struct given *given)
{
	struct run_options options;

	read_options(given, &options);
	return run_on(given->command->name, SITE_WAIT, &options, run_send);
}

static int read_letter(struct text *out)
{
	char block[65536];
	size_t got;

	while ((got = fread(block, 1, sizeof block, stdin)) > 0)
		text_add_bytes(out, block, got);
	return ferror(stdin) ? -1 : 0;
}

/* With --as a moderator calls it, and no mail server waits. */
static int check_as(const struct given *given)
{
	const bool as = given_has(given, "--as");

	if (as && given->count == 0)
		return given_wrong(given->command, "--as: in which game? deliver GAME --as SEAT");
	if (!as && given->count > 0)
		return given_wrong(given->command, "'%s' is one word too many without --as SEAT",
				   given->words[0]);
	if (!as && (given_has(given, "--at") || given_has(given, "--reason")))
		return given_wrong(given->command, "--at and --reason belong to --as SEAT");
	return EX_OK;
}

/* The letter into the site. Whoever delivers it keeps it unless we say 0. */
static int take_in(const char *name, const struct text *letter, const struct run_options *options)
{
	struct site *site;
	int code;

	if (commands_open(name, SITE_WAIT, &site) != EX_OK)
		return EX_TEMPFAIL;
	code = run_one(site, letter->bytes, letter->len, options);
	site_close(site);
	return code;
}

/* The mail server waits: it keeps the letter unless we say 0, so it may be told "later" at any
 * time. */
int command_deliver(const struct given *given)
{
	const char *name = given->command->name;
	struct run_options options;
	struct text letter;
	int code = check_as(given);

	if (code != EX_OK)
		return code;
	/* Before the letter is here, and anything of the site. */
	apart_start();
	read_options(given, &options);
	text_init(&letter, MAX_DELIVERED);
	if (read_letter(&letter) != 0) {
		const struct reason reason = {"can't read the letter from standard input"};

		code = commands_fail(name, EX_TEMPFAIL, &reason);
	} else if (given_has(given, "--as")) {
		code = enter(given, letter.bytes);
	} else {
		code = take_in(name, &letter, &options);
	}
	text_done(&letter);
	apart_stop();
	return code;
}

/* ---- after a backup was put back: which letters were dealt with that the ledger doesn't know ----
 */

enum { MAX_LISTED = 1000000, SUBJECT_SHOWN = 60 };

struct retake {
	struct site *site;
	struct desk desk;      /* nothing of it is committed but restore_forget's */
	struct source *source; /* turned around: it lists what is marked as done */
	GArray *unknown;       /* struct waiting */
	unsigned seen;	       /* answers to what isn't there, listed */
};

/* ---- letters marked as done ---- */

/* "2026-11-22T16:01:00Z g1 white: Re: [g1] Your move, Anna". Orders stay untold: the moderator may
 * play. */
static void print_letter(struct retake *retake, const struct waiting *waiting, const char *bytes,
			 size_t len)
{
	struct matter matter = {.desk = &retake->desk, .waiting = waiting};
	struct letter *letter = NULL;
	char when[STAMP_SIZE];
	struct reason why;

	stamp_print(waiting->received, when);
	if (bytes == NULL || apart_read(bytes, len, &letter, &why) != APART_READ) {
		printf("  %s %s: can't be read\n", when, waiting->id);
		return;
	}
	matter.letter = letter;
	if (sender_known(&matter) && matter.game->file != NULL)
		printf("  %s %s %s: ", when, matter.game->id,
		       variant_seat_name(matter.game->file->game.variant, matter.seat));
	else
		printf("  %s no key of a game of this site: ", when);
	token_hide(letter->subject);
	printf("%.*s\n", (int)plain_cut(letter->subject, strlen(letter->subject), SUBJECT_SHOWN),
	       letter->subject);
	letter_free(letter);
}

/* source_fetch hands over one letter: what it is known by, its id apart, is its bytes. */
static int look_at(void *context, const struct waiting *waiting, const struct handed *handed)
{
	struct retake *retake = context;
	struct digest digest;

	if (handed->how == HANDED_GONE)
		return 0;
	if (handed->how == HANDED_OVER) {
		digest_bytes(handed->bytes, handed->len, &digest);
		if (ledger_knows_digest(retake->site->ledger, digest.hex, NULL))
			return 0;
	}
	if (retake->unknown->len == 0)
		printf("Marked as done, and unknown to this site:\n");
	print_letter(retake, waiting, handed->how == HANDED_OVER ? handed->bytes : NULL,
		     handed->len);
	g_array_append_val(retake->unknown, *waiting);
	return 0;
}

static enum wire list_unknown(struct retake *retake, struct reason *reason)
{
	struct ledger *ledger = retake->site->ledger;
	struct waiting_list list = {0};
	enum wire wire = source_open_done(retake->site->config, &retake->source, reason);
	size_t kept = 0;

	if (wire == WIRE_DONE && site_need_words(retake->site, reason) != 0)
		wire = reason_is_passing(reason) ? WIRE_LATER : WIRE_NEVER;
	if (wire == WIRE_DONE)
		wire = source_list(retake->source, MAX_LISTED, &list, reason);
	for (size_t i = 0; wire == WIRE_DONE && i < list.count; i++)
		if (restore_is_unknown(ledger, &list.letters[i]))
			list.letters[kept++] = list.letters[i];
	if (wire == WIRE_DONE)
		wire = source_fetch(retake->source, list.letters, kept, look_at, retake, reason);
	source_free_list(&list);
	return wire;
}

/* ---- answers to what isn't there ---- */

static void print_lost(void *context, const char *name, int64_t when)
{
	char *words = base_strdup(name + strlen(LEDGER_LOST)), *word[3], stamp[STAMP_SIZE];
	struct retake *retake = context;

	stamp_print(when, stamp);
	if (when != 0 && text_split(words, word, 3) == 3) {
		if (retake->seen++ == 0)
			printf("Answered, and not there when the answer came:\n");
		if (word[0][0] == '#')
			printf("  %s game number %s\n", stamp, word[0] + 1);
		else
			printf("  %s %s %s: entry %s\n", stamp, word[0], word[1], word[2]);
	}
	free(words);
}

/* ---- the command ---- */

static int take_again(struct retake *retake, struct reason *reason)
{
	enum wire wire = WIRE_DONE;

	restore_forget(&retake->desk);
	if (retake->unknown->len > 0)
		restore_take(&retake->desk, (const struct waiting *)(void *)retake->unknown->data,
			     retake->unknown->len);
	if (commit_batch(&retake->desk, reason) != 0)
		return EX_TEMPFAIL;
	if (retake->unknown->len > 0)
		wire = source_mark(retake->source,
				   (const struct waiting *)(void *)retake->unknown->data,
				   retake->unknown->len, reason);
	if (wire != WIRE_DONE)
		return wire == WIRE_LATER ? EX_TEMPFAIL : EX_CONFIG;
	if (retake->unknown->len > 0)
		printf("%u letter%s again; the next 'pbem run' takes %s.\n", retake->unknown->len,
		       retake->unknown->len == 1 ? " waits" : "s wait",
		       retake->unknown->len == 1 ? "it" : "them in the order of their coming");
	return EX_OK;
}

static int run_retake(struct retake *retake, bool yes, struct reason *reason)
{
	enum wire wire = list_unknown(retake, reason);

	if (wire != WIRE_DONE)
		return wire == WIRE_LATER ? EX_TEMPFAIL : EX_CONFIG;
	/* What was found out about tokens on the way is no letter's that came. */
	batch_clear(&retake->desk.batch);
	g_hash_table_remove_all(retake->desk.counts);
	ledger_counts(retake->site->ledger, LEDGER_LOST, print_lost, retake);
	if (retake->unknown->len == 0)
		printf("Every letter that is marked as done is known to this site: there is none "
		       "to take "
		       "again.\n");
	if (yes)
		return take_again(retake, reason);
	if (retake->unknown->len > 0)
		printf("To take them again: pbem retake --yes\n");
	else if (retake->seen > 0)
		printf("To have no more said of that: pbem retake --yes\n");
	return EX_OK;
}

int command_retake(const struct given *given)
{
	const char *name = given->command->name;
	struct retake retake = {.site = NULL};
	struct reason reason;
	int code;

	/* Before anything of the site is read. */
	apart_start();
	code = commands_open(name, SITE_WAIT, &retake.site);
	if (code != EX_OK) {
		apart_stop();
		return code;
	}
	desk_init(&retake.desk, retake.site, step_time(), NULL);
	retake.unknown = g_array_new(FALSE, FALSE, sizeof(struct waiting));
	code = run_retake(&retake, given_has(given, "--yes"), &reason);
	if (code != EX_OK)
		code = commands_fail(name, code, &reason);
	g_array_free(retake.unknown, TRUE);
	source_close(retake.source);
	desk_done(&retake.desk);
	apart_stop();
	site_close(retake.site);
	return code;
}
