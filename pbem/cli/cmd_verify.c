/* SPDX-License-Identifier: MIT */
/* pbem verify [--head DIGEST] [GAME|FILE]...: prints one line for each fault and for what couldn't
 * be checked; nothing if all is well. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include <glib.h>

#include "core/gamefile/gamefile.h"
#include "core/gametype/gametypes.h"
#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "pbem/cli/cli.h"
#include "pbem/cli/report.h"
#include "pbem/site/site.h"
#include "pbem/sys/paths.h"
#include "pbem/sys/progress.h"
#include "pbem/sys/step.h"
#include "pbem/sys/worker_pool.h"

/* The findings of a file, each stored as one of these letters and a line, with a zero at the end.
 */
enum finding {
	FOUND_FAULT = 'F',
	FOUND_NOTE = 'N',
	FOUND_UNREAD = 'U', /* the line before it, reported as a fault, is only a file that can't be
			       read just now */
	FOUND_MISSING = 'M', /* there is no such file */
	FOUND_NO_GAME = 'S'  /* a stray file where games are */
};

/* The files to check, and the results. */
struct verifying {
	const struct args *given;
	struct variant_library *library;
	char **paths;
	size_t count;
	const char *head; /* the digest an entry must have, or NULL */
	int64_t now;
	struct report report;
	struct strbuf faults, notes; /* those of a file for JSON, one per line */
	size_t fault_count, unread;
	int code; /* of the last file that could not be read, or wasn't there */
};

/* ---- checking, in any process ---- */

static void append_finding(struct strbuf *out, enum finding finding, const char *line)
{
	strbuf_add_char(out, (char)finding);
	strbuf_add_bytes(out, line, strlen(line) + 1);
}

static void add_fault(void *context, const char *line)
{
	append_finding(context, FOUND_FAULT, line);
}

static void add_note(void *context, const char *line)
{
	append_finding(context, FOUND_NOTE, line);
}

static void check_file(const struct verifying *verifying, const char *path, struct strbuf *out)
{
	struct reason reason;
	size_t unread = 0;
	const struct gamefile_check_options options = {.now = verifying->now,
						       .head = verifying->head,
						       .fault = add_fault,
						       .note = add_note,
						       .context = out,
						       .unread = &unread};

	if (cli_check_owner(path, &reason) != 0)
		add_fault(out, reason.text);
	gamefile_check(path, verifying->library, &options);
	while (unread-- > 0)
		append_finding(out, FOUND_UNREAD, "");
}

/* Finds the game files of a folder. Each folder of games must contain a game: one whose file is
 * gone would be missed by a search for files. */
static void verify_one(void *context, size_t piece, struct strbuf *out)
{
	const struct verifying *verifying = context;
	const bool named = verifying->given->count > 0;
	const char *path = verifying->paths[piece];
	const int missing = access(path, F_OK) == 0 ? 0 : errno;

	if (!named && missing == ENOTDIR)
		append_finding(out, FOUND_NO_GAME, "");
	else if (named && (missing == ENOENT || missing == ENOTDIR))
		append_finding(out, FOUND_MISSING, "");
	else
		check_file(verifying, path, out);
}

/* ---- reporting ---- */

/* Returns the length of the place in a line, such as "games/g1/game.txt:12". */
static size_t place_len(const char *line, const char *path)
{
	size_t len = strbuf_starts(line, path) ? strlen(path) : 0;

	if (len > 0 && line[len] == ':')
		len += 1 + strspn(line + len + 1, "0123456789");
	return len > 0 && line[len - 1] == ':' ? len - 1 : len;
}

static void add_file_fault(struct verifying *verifying, const char *path, const char *line)
{
	verifying->fault_count++;
	report_say(&verifying->report, "%s%s%s\n", progress_colour(stdout, PROGRESS_BAD), line,
		   progress_colour(stdout, PROGRESS_PLAIN));
	if (!cli_has_secrets(path))
		strbuf_addf(&verifying->faults, "%s\n", line);
	else
		strbuf_addf(&verifying->faults,
			    "%.*s: the error may contain secrets of the game; to see the error, "
			    "run 'pbem verify' without --json\n",
			    (int)place_len(line, path), line);
}

static void report_missing(struct verifying *verifying, size_t piece)
{
	const struct args *args = verifying->given;
	struct reason reason;

	cli_explain_no_game(args->words[piece], verifying->paths[piece], &reason);
	verifying->code = cli_fail(args->command->name, EX_NOINPUT, &reason);
}

/* Reports the findings of a file; `missing`: the file isn't there. */
static void report_file_end(struct verifying *verifying, const char *path, bool missing)
{
	struct json *json = &verifying->report.json;

	json_object(json, NULL);
	json_string(json, "file", path);
	json_bool(json, "missing", missing);
	json_lines(json, "errors", verifying->faults.bytes);
	json_lines(json, "notes", verifying->notes.bytes);
	json_object_end(json);
	strbuf_clear(&verifying->faults);
	strbuf_clear(&verifying->notes);
}

/* Reports that a check could not be finished, so that the game can't be called damaged or sound. */
static void report_unfinished(struct verifying *verifying, const char *path, const char *why)
{
	char *line = base_printf("%s: the check was not finished, because its process ended early "
				 "(%s); run 'pbem verify' again",
				 path, why);

	add_file_fault(verifying, "", line); /* it contains no secrets */
	verifying->unread++;
	report_file_end(verifying, path, false);
	free(line);
}

static void report_findings(void *context, size_t piece, const struct strbuf *out, const char *why)
{
	struct verifying *verifying = context;
	const char *path = verifying->paths[piece];
	bool missing = false;

	progress_clear();
	if (out == NULL) {
		report_unfinished(verifying, path, why);
		return;
	}
	for (const char *at = out->bytes; at < out->bytes + out->len; at += strlen(at) + 1) {
		if (*at == FOUND_NO_GAME)
			return;
		if (*at == FOUND_FAULT)
			add_file_fault(verifying, path, at + 1);
		if (*at == FOUND_NOTE) {
			report_say(&verifying->report, "%s\n", at + 1);
			strbuf_addf(&verifying->notes, "%s\n", at + 1);
		}
		verifying->unread += *at == FOUND_UNREAD;
		missing |= *at == FOUND_MISSING;
	}
	if (missing)
		report_missing(verifying, piece);
	report_file_end(verifying, path, missing);
}

/* ---- selecting files ---- */

/* Lists the site's games. Returns false, and reports it, if they can't be listed. */
static bool list_site(struct verifying *verifying)
{
	struct reason reason;
	char **ids = site_games(paths_site(), &reason);

	if (ids == NULL) {
		add_file_fault(verifying, "", reason.text);
		verifying->unread += reason_is_temporary(&reason);
		report_file_end(verifying, paths_site(), false);
		return false;
	}
	verifying->count = g_strv_length(ids);
	verifying->paths = base_zalloc(verifying->count, sizeof *verifying->paths);
	for (size_t i = 0; i < verifying->count; i++)
		verifying->paths[i] = base_printf("%s/games/%s/game.txt", paths_site(), ids[i]);
	g_strfreev(ids);
	return true;
}

static void list_named(struct verifying *verifying)
{
	verifying->count = verifying->given->count;
	verifying->paths = base_zalloc(verifying->count, sizeof *verifying->paths);
	for (size_t i = 0; i < verifying->count; i++)
		verifying->paths[i] = cli_file_meant(verifying->given->words[i]);
}

/* Reports that there is nothing to check. A site may have no games, but without a folder of games
 * silence would look like success. */
static int check_games_folder(void)
{
	char *folder = base_printf("%s/games", paths_site());
	struct reason reason;
	int code = EX_OK;

	if (access(folder, R_OK | X_OK) != 0) {
		const int number = errno;

		reason_set(&reason, "there is no site with games in %s (%s: %s)", paths_site(),
			   folder, strerror(number));
		reason_judge_errno(&reason, number);
		code = cli_fail("verify", EX_NOINPUT, &reason);
	}
	free(folder);
	return code;
}

/* Reads the fingerprint that a receipt shows; here it is written in lower case. */
static bool read_head(const char *word, char head_out[SHA256_HEX + 1])
{
	if (strlen(word) != SHA256_HEX || strspn(word, "0123456789abcdefABCDEF") != SHA256_HEX)
		return false;
	for (size_t i = 0; i <= SHA256_HEX; i++)
		head_out[i] = (char)tolower((unsigned char)word[i]);
	return true;
}

/* Reads the fingerprint that the game should have, if one is given. Returns -1 if it can't be one.
 */
static int read_expected_head(const struct args *args, char head_out[SHA256_HEX + 1],
			      struct reason *reason)
{
	const char *word = args_value(args, "--head");

	head_out[0] = '\0';
	if (word == NULL)
		return 0;
	if (!read_head(word, head_out))
		reason_set(reason,
			   "--head '%s': expected %d hexadecimal digits, such as the fingerprint "
			   "in a player's letter",
			   word, SHA256_HEX);
	else if (args->count != 1)
		reason_set(reason, "expected exactly one GAME or FILE with --head");
	else
		return 0;
	return -1;
}

/* Checks the games and files named, or the whole site. Returns an exit code. */
static int verify_files(struct verifying *verifying, unsigned jobs)
{
	struct worker_pool_task task = {
		.work = verify_one, .take = report_findings, .context = verifying};

	if (verifying->given->count > 0)
		list_named(verifying);
	if (verifying->given->count > 0 || list_site(verifying)) {
		task.count = verifying->count;
		worker_pool_do(&task, jobs, verifying->given->command->name);
	}
	if (verifying->fault_count > verifying->unread)
		return EX_DATAERR;
	return verifying->unread > 0 ? EX_TEMPFAIL : verifying->code;
}

static void verifying_done(struct verifying *verifying)
{
	for (size_t i = 0; i < verifying->count; i++)
		free(verifying->paths[i]);
	free(verifying->paths);
	strbuf_done(&verifying->faults);
	strbuf_done(&verifying->notes);
	variant_library_free(verifying->library);
}

int cmd_verify(const struct args *args)
{
	struct verifying verifying = {.given = args, .now = step_time(), .code = EX_OK};
	char head[SHA256_HEX + 1];
	struct reason reason;
	unsigned jobs;
	int code;

	if (read_expected_head(args, head, &reason) != 0 || cli_jobs(args, &jobs, &reason) != 0)
		return args_wrong(args->command, "%s", reason.text);
	if (args->count == 0 && check_games_folder() != EX_OK)
		return EX_NOINPUT;
	vocabulary_set_folder(paths_games());
	if (cli_check_games_folder(&reason) == 0 && vocabulary_ensure_loaded(&reason) < 0)
		return cli_fail(args->command->name, EX_DATAERR, &reason);
	verifying.head = head[0] != '\0' ? head : NULL;
	verifying.library = variant_library_new(paths_games(), gametypes_all);
	strbuf_init(&verifying.faults, 0);
	strbuf_init(&verifying.notes, 0);
	report_begin(&verifying.report, args);
	json_array(&verifying.report.json, "files");
	code = verify_files(&verifying, jobs);
	json_array_end(&verifying.report.json);
	json_bool(&verifying.report.json, "valid", code == EX_OK);
	(void)report_end(&verifying.report);
	verifying_done(&verifying);
	return code;
}
