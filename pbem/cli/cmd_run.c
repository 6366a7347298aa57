/* SPDX-License-Identifier: MIT */
/* The subcommands that take messages in, take them again, and send them: run, deliver, send, watch,
 * retake. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/util/utf8.h"
#include "pbem/batch/backup_restore.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/end_of_run.h"
#include "pbem/batch/outage.h"
#include "pbem/cli/cli.h"
#include "pbem/moderator/moderator.h"
#include "pbem/request/enter_for_player.h"
#include "pbem/request/sender.h"
#include "pbem/run/daemon.h"
#include "pbem/run/run.h"
#include "pbem/sandbox/sandbox.h"
#include "pbem/site/site_open.h"
#include "pbem/sys/files.h"
#include "pbem/sys/log.h"
#include "pbem/sys/paths.h"
#include "pbem/sys/recurring_errors.h"
#include "pbem/sys/step.h"
#include "pbem/transport/source.h"

enum { MAX_DELIVERED = 1 << 28 };

/* ---- acts of a moderator in one game (pbem/moderator) ---- */

/* Does the action in a batch of its own, which is a whole worklist. */
static int run_action(struct workspace *workspace, const struct args *args,
		      const struct moderator_action *act, struct reason *reason)
{
	if (cli_check_game(args->words[0], reason) != 0 ||
	    outage_begin(workspace, workspace->now, reason) != 0 ||
	    moderator_do(workspace, act, args, reason) != 0 ||
	    end_of_run_batch(workspace, reason) != 0 || commit_batch(workspace, reason) != 0)
		return -1;
	if (chat_deliver(workspace, reason) == 0)
		return 0;
	reason_prefix(reason, "the change was made, but a later step failed: ");
	return -1;
}

int cmd_moderate(const struct args *args)
{
	return cli_on_workspace(args, run_action, moderator_find(args->command->name), true);
}

/* Does `deliver --as`, with the text from standard input. */
static int deliver_as_seat(const struct args *args, const char *letter)
{
	char *words[] = {args->words[0], base_strdup(args_value(args, "--as")), base_strdup(letter),
			 NULL};
	const struct args act = {
		.command = &request_as.command,
		.words = words,
		.count = 3,
		.taken = args->taken,
		.taken_count = args->taken_count,
	};
	int code;

	code = cli_on_workspace(&act, run_action, &request_as, !args_has(args, "--no-send"));
	free(words[1]);
	free(words[2]);
	return code;
}

/* ---- runs ---- */

static void read_options(const struct args *args, struct run_options *options)
{
	*options = (struct run_options){
		.verbose = args_has(args, "--verbose"),
		.send = !args_has(args, "--no-send"),
	};
	/* Cron mails whatever is printed, so without a terminal only failures are printed. */
	if (options->verbose || isatty(STDOUT_FILENO))
		options->told = stdout;
	setvbuf(stdout, NULL, _IOLBF, 0);
}

/* Returns whether the folder has a log or a ledger. Without them it is no site yet, or somebody
 * else's folder, and nothing is written into it. */
static bool has_log(void)
{
	static const char *const names[] = {"log", "ledger"};
	bool there = false;

	for (size_t i = 0; !there && i < ARRAY_LEN(names); i++) {
		char *path = base_printf("%s/%s", paths_site(), names[i]);
		struct reason reason;

		(void)files_is_there(path, &there, &reason);
		free(path);
	}
	return there;
}

/* Reports that the site couldn't be opened. Another run at work is no fault, and only mentioned at
 * a terminal. */
static int report_not_opened(const char *name, enum site_result result,
			     const struct run_options *options, const struct reason *reason)
{
	struct log log;
	int code;

	if (result == SITE_BUSY && strcmp(name, "run") == 0 && options->told == NULL)
		return EX_TEMPFAIL;
	code = cli_code(result == SITE_FAILED ? EX_CONFIG : EX_TEMPFAIL, reason);
	if (result == SITE_BUSY || !has_log())
		return cli_fail(name, code, reason);
	log_open(&log, paths_site(), LOG_TO_FILE, options->told, options->verbose,
		 options->troubles);
	(void)log_fail(&log, RECURRING_ERRORS_SITE, result == SITE_FAILED ? RUN_REFUSED : RUN_AGAIN,
		       reason);
	log_close(&log);
	return code;
}

/* Opens the site, runs on it, and records the present troubles for the next run. */
static int run_on_site(const char *name, enum site_lock lock, struct run_options *options,
		       enum run_result (*run)(struct site *site, const struct run_options *options))
{
	struct recurring_errors_record troubles;
	struct reason reason;
	struct site *site;
	enum site_result result;
	int code;

	result = site_open(paths_site(), lock, &site, &reason);
	/* After the lock is taken, because another run may have written there. */
	recurring_errors_init(&troubles, paths_site(),
			      options->told != NULL || isatty(STDERR_FILENO));
	options->troubles = &troubles;
	if (result == SITE_OPEN) {
		recurring_errors_well(&troubles, RECURRING_ERRORS_SITE);
		code = log_exit_code(run(site, options));
	} else {
		code = report_not_opened(name, result, options, &reason);
	}
	recurring_errors_done(&troubles);
	if (result == SITE_OPEN)
		site_close(site);
	return code;
}

int cmd_run(const struct args *args)
{
	struct run_options options;
	int code = cli_as_owner(args->command->name);

	if (code != EX_OK)
		return code;
	/* Before anything of the site is read. */
	sandbox_start();
	read_options(args, &options);
	code = run_on_site(args->command->name, args_has(args, "--wait") ? SITE_RUN : SITE_TRY,
			   &options, run_all);
	sandbox_stop();
	return code;
}

/* Returns the path of the program, to be started again for each run; its name if this system
 * doesn't provide the path. */
static char *find_program(void)
{
	char path[PATH_MAX] = "";

	if (readlink("/proc/self/exe", path, sizeof path - 1) < 0)
		strcpy(path, "pbem");
	return base_strdup(path);
}

int cmd_watch(const struct args *args)
{
	char *program = find_program();
	struct run_options options;
	struct reason reason = {.text = ""};
	int code;

	read_options(args, &options);
	code = daemon_site(paths_site(), program, options.told, options.verbose, &reason);
	free(program);
	return code == EX_OK ? EX_OK : cli_fail(args->command->name, code, &reason);
}

int cmd_send(const struct args *args)
{
	struct run_options options;
	const int code = cli_as_owner(args->command->name);

	read_options(args, &options);
	return code == EX_OK ? run_on_site(args->command->name, SITE_WAIT, &options, run_send)
			     : code;
}

static int read_message(struct strbuf *out)
{
	char block[65536];
	size_t got;

	while ((got = fread(block, 1, sizeof block, stdin)) > 0)
		strbuf_add_bytes(out, block, got);
	return ferror(stdin) ? -1 : 0;
}

/* Checks --as, with which a moderator calls the command, so no mail server waits. */
static int check_as_option(const struct args *args)
{
	const bool as = args_has(args, "--as");

	if (as && args->count == 0)
		return args_wrong(args->command,
				  "expected GAME with --as, such as: pbem deliver g1 --as white");
	if (!as && args->count > 0)
		return args_wrong(args->command, "'%s' is one word too many without --as SEAT",
				  args->words[0]);
	if (!as && (args_has(args, "--at") || args_has(args, "--reason")))
		return args_wrong(args->command, "--at and --reason need --as SEAT");
	return EX_OK;
}

/* Takes the message into the site. The delivering program keeps it unless we return 0. */
static int deliver_message(const char *name, const struct strbuf *letter,
			   const struct run_options *options)
{
	struct site *site;
	int code;

	if (cli_open(name, SITE_WAIT, &site) != EX_OK)
		return EX_TEMPFAIL;
	code = log_exit_code(run_one(site, letter->bytes, letter->len, options));
	site_close(site);
	return code;
}

/* The mail server waits, and keeps the message unless we return 0, so the answer may be "later" at
 * any time. */
int cmd_deliver(const struct args *args)
{
	const char *name = args->command->name;
	struct run_options options;
	struct strbuf letter;
	int code = check_as_option(args);

	if (code != EX_OK)
		return code;
	if (cli_as_owner(name) != EX_OK)
		return EX_TEMPFAIL;
	/* Before the message, and anything of the site, is read. */
	sandbox_start();
	read_options(args, &options);
	strbuf_init(&letter, MAX_DELIVERED);
	if (read_message(&letter) != 0) {
		const struct reason reason = {.text = "can't read the letter from standard input"};

		code = cli_fail(name, EX_TEMPFAIL, &reason);
	} else if (args_has(args, "--as")) {
		code = deliver_as_seat(args, letter.bytes);
	} else {
		code = deliver_message(name, &letter, &options);
	}
	strbuf_done(&letter);
	sandbox_stop();
	return code;
}

/* ---- after a backup was restored: finding processed messages that the ledger doesn't know ---- */

enum { MAX_LISTED = 1000000, SUBJECT_SHOWN = 60 };

struct retake {
	struct site *site;
	struct workspace workspace; /* commits nothing except what backup_restore_forget does */
	struct source *source;	    /* inverted: it lists what is marked as done */
	GArray *unknown;	    /* struct waiting */
	unsigned seen;		    /* answers to questions that aren't there, listed */
};

/* ---- messages marked as done ---- */

/* Prints a line such as "2026-11-22T16:01:00Z g1 white: Re: [g1] Your move, Anna". Orders aren't
 * shown, because the moderator may be a player. */
static void print_message(struct retake *retake, const struct waiting *waiting, const char *bytes,
			  size_t len)
{
	struct incoming incoming = {.workspace = &retake->workspace, .waiting = waiting};
	struct message *letter = NULL;
	char when[TIMESTAMP_SIZE];
	struct reason why;

	timestamp_print(waiting->received, when);
	if (bytes == NULL || sandbox_read(bytes, len, &letter, &why) != SANDBOX_READ) {
		printf("  %s %s: can't be read\n", when, waiting->id);
		return;
	}
	incoming.letter = letter;
	if (sender_known(&incoming) && incoming.game->file != NULL)
		printf("  %s %s %s: ", when, incoming.game->id,
		       variant_seat_name(incoming.game->file->game.variant, incoming.seat));
	else
		printf("  %s no key of a game of this site: ", when);
	token_hide(letter->subject);
	printf("%.*s\n", (int)utf8_cut(letter->subject, strlen(letter->subject), SUBJECT_SHOWN),
	       letter->subject);
	message_free(letter);
}

/* Looks at one message that source_fetch hands over. Only its bytes, not its id, show whether it is
 * known. */
static int list_if_unknown(void *context, const struct waiting *waiting,
			   const struct handed *handed)
{
	struct retake *retake = context;
	struct sha256 digest;

	if (handed->how == HANDED_GONE)
		return 0;
	if (handed->how == HANDED_OVER) {
		sha256_bytes(handed->bytes, handed->len, &digest);
		if (ledger_knows_digest(retake->site->ledger, digest.hex, NULL))
			return 0;
	}
	if (retake->unknown->len == 0)
		printf("Letters that are marked as done, but unknown to this site:\n");
	print_message(retake, waiting, handed->how == HANDED_OVER ? handed->bytes : NULL,
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
		wire = reason_is_temporary(reason) ? WIRE_LATER : WIRE_NEVER;
	if (wire == WIRE_DONE)
		wire = source_list(retake->source, MAX_LISTED, &list, reason);
	for (size_t i = 0; wire == WIRE_DONE && i < list.count; i++)
		if (backup_restore_is_unknown(ledger, &list.letters[i]))
			list.letters[kept++] = list.letters[i];
	if (wire == WIRE_DONE)
		wire = source_fetch(retake->source, list.letters, kept, list_if_unknown, retake,
				    reason);
	transport_free_list(&list);
	return wire;
}

/* ---- answers to missing questions ---- */

static void print_lost(void *context, const struct count *lost, int64_t when)
{
	struct retake *retake = context;
	char stamp[TIMESTAMP_SIZE];

	timestamp_print(when, stamp);
	if (retake->seen++ == 0)
		printf("Entries that players answered, but that this site has lost:\n");
	if (lost->game[0] == '#')
		printf("  %s game number %s\n", stamp, lost->game + 1);
	else
		printf("  %s %s %s: entry %lld\n", stamp, lost->game, lost->subject,
		       (long long)lost->number);
}

/* ---- the command ---- */

static int retake_messages(struct retake *retake, struct reason *reason)
{
	enum wire wire = WIRE_DONE;

	backup_restore_forget(&retake->workspace);
	if (retake->unknown->len > 0)
		backup_restore_take(&retake->workspace,
				    (const struct waiting *)(void *)retake->unknown->data,
				    retake->unknown->len);
	if (commit_batch(&retake->workspace, reason) != 0)
		return EX_TEMPFAIL;
	if (retake->unknown->len > 0)
		wire = source_mark(retake->source,
				   (const struct waiting *)(void *)retake->unknown->data,
				   retake->unknown->len, reason);
	if (wire != WIRE_DONE)
		return wire == WIRE_LATER ? EX_TEMPFAIL : EX_CONFIG;
	if (retake->unknown->len > 0)
		printf("%u letter%s again; the next 'pbem run' processes %s.\n",
		       retake->unknown->len, retake->unknown->len == 1 ? " waits" : "s wait",
		       retake->unknown->len == 1 ? "it" : "them in the order of their arrival");
	return EX_OK;
}

static int run_retake(struct retake *retake, bool yes, struct reason *reason)
{
	enum wire wire = list_unknown(retake, reason);

	if (wire != WIRE_DONE)
		return wire == WIRE_LATER ? EX_TEMPFAIL : EX_CONFIG;
	/* Drops findings about tokens, which don't belong to any message that came in. */
	transaction_clear(&retake->workspace.batch);
	g_hash_table_remove_all(retake->workspace.counts);
	ledger_counts(retake->site->ledger, COUNT_LOST, NULL, print_lost, retake);
	if (retake->unknown->len == 0)
		printf("This site knows every letter that is marked as done, so there are no "
		       "letters to process again.\n");
	if (yes)
		return retake_messages(retake, reason);
	if (retake->unknown->len > 0)
		printf("To process these letters again, run: pbem retake --yes\n");
	else if (retake->seen > 0)
		printf("To end the reports about these entries, run: pbem retake --yes\n");
	return EX_OK;
}

int cmd_retake(const struct args *args)
{
	const char *name = args->command->name;
	struct retake retake = {.site = NULL};
	struct reason reason;
	int code = cli_as_owner(name);

	if (code != EX_OK)
		return code;
	/* Before anything of the site is read. */
	sandbox_start();
	code = cli_open(name, SITE_WAIT, &retake.site);
	if (code != EX_OK) {
		sandbox_stop();
		return code;
	}
	workspace_init(&retake.workspace, retake.site, step_time(), NULL);
	retake.unknown = g_array_new(FALSE, FALSE, sizeof(struct waiting));
	code = run_retake(&retake, args_has(args, "--yes"), &reason);
	if (code != EX_OK)
		code = cli_fail_on(retake.site, name, code, &reason);
	g_array_free(retake.unknown, TRUE);
	source_close(retake.source);
	workspace_done(&retake.workspace);
	sandbox_stop();
	site_close(retake.site);
	return code;
}
