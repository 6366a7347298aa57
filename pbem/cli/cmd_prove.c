/* SPDX-License-Identifier: MIT */
/* pbem prove GAME|FILE LETTER...: compares messages that a player has kept with the game file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/gamefile/gamefile.h"
#include "core/gametype/gametypes.h"
#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "pbem/cli/cli.h"
#include "pbem/maintenance/kept_message.h"
#include "pbem/maintenance/prove.h"
#include "pbem/mime/quoting/mail_clients.h"
#include "pbem/sandbox/sandbox.h"
#include "pbem/sys/files.h"
#include "pbem/sys/paths.h"
#include "pbem/sys/progress.h"

enum { FILE_MAX = 1 << 28 };

struct proving {
	const struct args *given;
	struct prove *prove;
	const char *file; /* the file that is being read */
	unsigned letters, of_game, digests, keys, hands, contradictions;
	int code;
};

static void fail_prove(struct proving *proving, int code, const struct reason *reason)
{
	code = cli_fail(proving->given->command->name, code, reason);
	if (proving->code == EX_OK)
		proving->code = code;
}

/* ---- a message ---- */

static void print_place(const struct proving *proving, unsigned number,
			const struct kept_message *kept)
{
	char *subject = base_strdup(kept->subject);

	token_hide(subject);
	printf("%s", proving->file);
	if (number > 0)
		printf(", letter %u", number);
	printf(" (%s): ", subject);
	free(subject);
}

static void count_result(struct proving *proving, const struct prove_result *result)
{
	proving->of_game += result->finding != PROVE_ELSEWHERE;
	proving->contradictions += result->finding == PROVE_CONTRADICTS;
	proving->digests += result->digests;
	proving->keys += result->keys;
	proving->hands += result->hands;
}

static void print_result(const struct proving *proving, unsigned number,
			 const struct kept_message *kept, const struct prove_result *result)
{
	if (result->finding == PROVE_CONTRADICTS) {
		print_place(proving, number, kept);
		printf("%s%s%s\n", progress_colour(stdout, PROGRESS_BAD), result->why.text,
		       progress_colour(stdout, PROGRESS_PLAIN));
	} else if (args_has(proving->given, "--verbose")) {
		print_place(proving, number, kept);
		if (result->finding == PROVE_ELSEWHERE)
			puts("not about this game");
		else if (result->finding == PROVE_NOTHING)
			puts("contains nothing that can be compared");
		else if (result->entry == 0)
			puts("agrees with the record");
		else
			printf("agrees with entry %u of the record\n", result->entry);
	}
}

static void compare_message(void *context, unsigned number, const char *bytes, size_t len)
{
	struct proving *proving = context;
	struct prove_result result;
	struct reason reason;
	struct kept_message *kept = kept_message_read(bytes, len, &reason);

	proving->letters++;
	if (kept == NULL || prove_letter(proving->prove, kept, &result, &reason) != 0) {
		reason_prefix(&reason, "%s: ", proving->file);
		fail_prove(proving, EX_DATAERR, &reason);
	} else {
		count_result(proving, &result);
		print_result(proving, number, kept, &result);
	}
	kept_message_free(kept);
}

/* ---- finding messages ---- */

static void compare_file(struct proving *proving, const char *path)
{
	struct reason reason;
	struct strbuf bytes;

	strbuf_init(&bytes, FILE_MAX);
	proving->file = path;
	if (files_read(path, &bytes, &reason) != 0)
		fail_prove(proving, EX_NOINPUT, &reason);
	else
		kept_message_each(bytes.bytes, bytes.len, compare_message, proving);
	strbuf_done(&bytes);
}

static void compare_path(struct proving *proving, const char *path, unsigned depth);

/* Takes all files in a folder, in the order of their names; of a Maildir, the files in its two
 * folders. */
static void compare_folder(struct proving *proving, const char *path, unsigned depth)
{
	struct reason reason;
	char **names = files_list(path, false, &reason);

	if (names == NULL) {
		fail_prove(proving, EX_NOINPUT, &reason);
		return;
	}
	for (char **name = names; *name != NULL; name++) {
		char *inner = base_printf("%s/%s", path, *name);

		compare_path(proving, inner, depth + 1);
		free(inner);
		free(*name);
	}
	free(names);
}

static void compare_path(struct proving *proving, const char *path, unsigned depth)
{
	struct reason reason;
	struct stat status;

	if (stat(path, &status) != 0) {
		reason_set_errno(&reason, "%s", path);
		fail_prove(proving, EX_NOINPUT, &reason);
	} else if (!S_ISDIR(status.st_mode)) {
		compare_file(proving, path);
	} else if (depth < 2) {
		compare_folder(proving, path, depth);
	}
}

/* ---- the command ---- */

static void print_summary(const struct proving *proving)
{
	printf("%u of %u letter%s %s about this game. The record agrees with %u fingerprint%s, %u "
	       "question%s and %u hand%s in %s.\n",
	       proving->of_game, proving->letters, base_plural(proving->letters),
	       proving->of_game == 1 ? "is" : "are", proving->digests,
	       base_plural(proving->digests), proving->keys, base_plural(proving->keys),
	       proving->hands, base_plural(proving->hands), proving->of_game == 1 ? "it" : "them");
	if (prove_hides_hands(proving->prove))
		puts("The record doesn't show hands yet, so hands in letters were not compared.");
	if (proving->contradictions == 1)
		puts("One letter contradicts the record.");
	else if (proving->contradictions > 1)
		printf("%u letters contradict the record.\n", proving->contradictions);
	else if (proving->digests + proving->keys + proving->hands > 0)
		puts("No letter contradicts the record.");
	else
		puts("These letters prove nothing.");
}

static void prove_all(struct proving *proving)
{
	for (size_t i = 1; i < proving->given->count; i++)
		compare_path(proving, proving->given->words[i], 0);
	print_summary(proving);
	if (proving->code == EX_OK && proving->contradictions > 0)
		proving->code = EX_DATAERR;
}

static void print_fault(void *context, const char *line)
{
	(void)context;
	puts(line);
}

/* Checks the game file, which proves nothing unless it is sound. Returns an exit code. */
static int check_record(const char *path, struct variant_library *library, struct reason *reason)
{
	size_t unread = 0;
	const struct gamefile_check_options options = {.fault = print_fault, .unread = &unread};
	size_t faults = gamefile_check(path, library, &options);

	if (faults > unread) {
		reason_set(reason,
			   "%s is damaged (see the lines before this one), and a damaged record "
			   "proves nothing",
			   path);
		return EX_DATAERR;
	}
	reason_set(reason,
		   "pbem can't read %s now (see the lines before this one); try again later", path);
	return faults > 0 ? EX_TEMPFAIL : EX_OK;
}

static int compare_with_record(const struct args *args, const char *path,
			       struct variant_library *library)
{
	struct proving proving = {.given = args};
	struct reason reason;

	proving.code = check_record(path, library, &reason);
	if (proving.code != EX_OK)
		return cli_fail(args->command->name, proving.code, &reason);
	proving.prove = prove_open(path, library, &reason);
	if (proving.prove == NULL)
		return cli_fail(args->command->name, EX_DATAERR, &reason);
	prove_all(&proving);
	prove_close(proving.prove);
	return proving.code;
}

int cmd_prove(const struct args *args)
{
	char *path = cli_file_meant(args->words[0]);
	struct variant_library *library;
	struct reason reason;
	int code;

	sandbox_start();
	vocabulary_set_folder(paths_games());
	mail_clients_set_folders(paths_mailers(), NULL);
	if (access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)) {
		cli_explain_no_game(args->words[0], path, &reason);
		code = cli_fail(args->command->name, EX_NOINPUT, &reason);
	} else if (cli_check_games_folder(&reason) != 0 || vocabulary_ensure_loaded(&reason) < 0 ||
		   mail_clients_need(&reason) != 0 || kept_message_ready(&reason) != 0) {
		code = cli_fail(args->command->name, EX_DATAERR, &reason);
	} else {
		library = variant_library_new(paths_games(), gametypes_all);
		code = compare_with_record(args, path, library);
		variant_library_free(library);
	}
	sandbox_stop();
	free(path);
	return code;
}
