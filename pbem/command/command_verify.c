/* SPDX-License-Identifier: MIT */
/* pbem verify [--head DIGEST] [GAME|FILE]...: a line for each fault and for what couldn't be
 * checked, nothing when all is well. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include <glib.h>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/kind/kinds.h"
#include "core/record/gamefile.h"
#include "core/words/words.h"
#include "pbem/command/commands.h"
#include "pbem/site/places.h"
#include "pbem/desk/site.h"
#include "pbem/site/step.h"
#include "pbem/site/terminal.h"
#include "pbem/workers/workers.h"

/* What is found of a file is kept as a letter and a line each, with a zero behind. */
enum finding {
	FOUND_FAULT = 'F',
	FOUND_NOTE = 'N',
	FOUND_UNREAD = 'U',  /* a fault before it is only a file that can't be read just now */
	FOUND_MISSING = 'M', /* there is no such file */
	FOUND_NO_GAME = 'S'  /* a stray file where games are */
};

/* The files to check, and what came of it. */
struct verifying {
	const struct given *given;
	struct variant_library *library;
	char **paths;
	size_t count;
	const char *head; /* the digest an entry must have, or NULL */
	int64_t now;
	struct json *json;	   /* NULL: lines are printed as they come */
	struct text faults, notes; /* else they are kept here, a line each */
	size_t fault_count, unread;
	int code; /* when one wasn't there, that one's */
};

/* ---- finding, in whatever process ---- */

static void note(struct text *out, enum finding finding, const char *line)
{
	text_add_char(out, (char)finding);
	text_add_bytes(out, line, strlen(line) + 1);
}

static void find_fault(void *context, const char *line)
{
	note(context, FOUND_FAULT, line);
}

static void find_note(void *context, const char *line)
{
	note(context, FOUND_NOTE, line);
}

static void check_file(const struct verifying *verifying, const char *path, struct text *out)
{
	struct reason reason;
	size_t unread = 0;
	const struct gamefile_wish wish = {.now = verifying->now,
					   .head = verifying->head,
					   .fault = find_fault,
					   .note = find_note,
					   .context = out,
					   .unread = &unread};

	if (commands_check_owner(path, &reason) != 0)
		find_fault(out, reason.text);
	gamefile_check(path, verifying->library, &wish);
	while (unread-- > 0)
		note(out, FOUND_UNREAD, "");
}

/* Each folder of games is to hold one: a game whose file is gone would be missed by who looks for
 * files. */
static void find_in(void *context, size_t piece, struct text *out)
{
	const struct verifying *verifying = context;
	const bool named = verifying->given->count > 0;
	const char *path = verifying->paths[piece];
	const int missing = access(path, F_OK) == 0 ? 0 : errno;

	if (!named && missing == ENOTDIR)
		note(out, FOUND_NO_GAME, "");
	else if (named && (missing == ENOENT || missing == ENOTDIR))
		note(out, FOUND_MISSING, "");
	else
		check_file(verifying, path, out);
}

/* ---- telling ---- */

/* How much of a line is "games/g1/game.txt:12". */
static size_t place_len(const char *line, const char *path)
{
	size_t len = text_starts(line, path) ? strlen(path) : 0;

	if (len > 0 && line[len] == ':')
		len += 1 + strspn(line + len + 1, "0123456789");
	return len > 0 && line[len - 1] == ':' ? len - 1 : len;
}

static void tell_fault(struct verifying *verifying, const char *path, const char *line)
{
	verifying->fault_count++;
	if (verifying->json == NULL)
		printf("%s%s%s\n", terminal_colour(stdout, TERMINAL_BAD), line,
		       terminal_colour(stdout, TERMINAL_PLAIN));
	else if (!commands_has_secrets(path))
		text_addf(&verifying->faults, "%s\n", line);
	else
		text_addf(&verifying->faults,
			  "%.*s: the game has secrets, which what is wrong may name: ask 'pbem "
			  "verify' without --json\n",
			  (int)place_len(line, path), line);
}

static void tell_note(struct verifying *verifying, const char *line)
{
	if (verifying->json == NULL)
		puts(line);
	else
		text_addf(&verifying->notes, "%s\n", line);
}

static void tell_missing(struct verifying *verifying, size_t piece)
{
	const struct given *given = verifying->given;
	struct reason reason;

	commands_no_game(given->words[piece], verifying->paths[piece], &reason);
	verifying->code = commands_fail(given->command->name, EX_NOINPUT, &reason);
}

/* What was found of a file is told; `missing`: that it isn't there. */
static void end_file(struct verifying *verifying, const char *path, bool missing)
{
	struct json *json = verifying->json;

	if (json != NULL) {
		json_object(json, NULL);
		json_string(json, "file", path);
		json_bool(json, "missing", missing);
		json_lines(json, "faults", verifying->faults.bytes);
		json_lines(json, "notes", verifying->notes.bytes);
		json_object_end(json);
	}
	text_clear(&verifying->faults);
	text_clear(&verifying->notes);
}

/* Whether a game is sound whose check came to no end nobody can say now: it is neither damaged nor
 * fine. */
static void tell_unknown(struct verifying *verifying, const char *path, const char *why)
{
	char *line = base_printf("%s: whether it is sound can't be told now: the process that "
				 "checked it ended before it was done (%s)",
				 path, why);

	tell_fault(verifying, "", line); /* which names no secrets */
	verifying->unread++;
	end_file(verifying, path, false);
	free(line);
}

static void tell_found(void *context, size_t piece, const struct text *out, const char *why)
{
	struct verifying *verifying = context;
	const char *path = verifying->paths[piece];
	bool missing = false;

	terminal_clear();
	if (out == NULL) {
		tell_unknown(verifying, path, why);
		return;
	}
	for (const char *at = out->bytes; at < out->bytes + out->len; at += strlen(at) + 1) {
		if (*at == FOUND_NO_GAME)
			return;
		if (*at == FOUND_FAULT)
			tell_fault(verifying, path, at + 1);
		else if (*at == FOUND_NOTE)
			tell_note(verifying, at + 1);
		verifying->unread += *at == FOUND_UNREAD;
		missing |= *at == FOUND_MISSING;
	}
	if (missing)
		tell_missing(verifying, piece);
	end_file(verifying, path, missing);
}

/* ---- what is asked ---- */

/* The games of the site; false when they can't be listed, which is told. */
static bool list_site(struct verifying *verifying)
{
	struct reason reason;
	char **ids = site_games(places_site(), &reason);

	if (ids == NULL) {
		tell_fault(verifying, "", reason.text);
		verifying->unread += reason_is_passing(&reason);
		end_file(verifying, places_site(), false);
		return false;
	}
	verifying->count = g_strv_length(ids);
	verifying->paths = base_zalloc(verifying->count, sizeof *verifying->paths);
	for (size_t i = 0; i < verifying->count; i++)
		verifying->paths[i] = base_printf("%s/games/%s/game.txt", places_site(), ids[i]);
	g_strfreev(ids);
	return true;
}

static void list_named(struct verifying *verifying)
{
	verifying->count = verifying->given->count;
	verifying->paths = base_zalloc(verifying->count, sizeof *verifying->paths);
	for (size_t i = 0; i < verifying->count; i++)
		verifying->paths[i] = commands_file_meant(verifying->given->words[i]);
}

/* No game at all may be right, no folder of games can't: silence would look like a clean bill. */
static int find_games(void)
{
	char *folder = base_printf("%s/games", places_site());
	struct reason reason;
	int code = EX_OK;

	if (access(folder, R_OK | X_OK) != 0) {
		const int number = errno;

		reason_set(&reason, "there is no site with games at %s (%s: %s)", places_site(),
			   folder, strerror(number));
		reason_judge_errno(&reason, number);
		code = commands_fail("verify", EX_NOINPUT, &reason);
	}
	free(folder);
	return code;
}

/* The digest a receipt tells, which is written here in lower case. */
static bool read_head(const char *word, char head_out[DIGEST_HEX + 1])
{
	if (strlen(word) != DIGEST_HEX || strspn(word, "0123456789abcdefABCDEF") != DIGEST_HEX)
		return false;
	for (size_t i = 0; i <= DIGEST_HEX; i++)
		head_out[i] = (char)tolower((unsigned char)word[i]);
	return true;
}

/* The digest the game is to have, if one is asked for; -1 when that can't be. */
static int read_wish(const struct given *given, char head_out[DIGEST_HEX + 1],
		     struct reason *reason)
{
	const char *word = given_value(given, "--head");

	head_out[0] = '\0';
	if (word == NULL)
		return 0;
	if (!read_head(word, head_out))
		reason_set(reason,
			   "--head '%s': expected %d hexadecimal digits, as receipts tell them",
			   word, DIGEST_HEX);
	else if (given->count != 1)
		reason_set(reason, "expected one GAME or FILE beside --head: the one that has the "
				   "digest");
	else
		return 0;
	return -1;
}

/* Checks what is named, or all of the site; an exit code. */
static int verify(struct verifying *verifying, unsigned jobs)
{
	struct workers_task task = {.work = find_in, .take = tell_found, .context = verifying};

	if (verifying->given->count > 0)
		list_named(verifying);
	if (verifying->given->count > 0 || list_site(verifying)) {
		task.count = verifying->count;
		workers_do(&task, jobs, verifying->given->command->name);
	}
	if (verifying->fault_count > verifying->unread)
		return EX_DATAERR;
	return verifying->unread > 0 ? EX_TEMPFAIL : verifying->code;
}

static int verify_json(struct verifying *verifying, unsigned jobs)
{
	struct json json;
	struct text out;
	int code;

	text_init(&out, SIZE_MAX);
	json_init(&json, &out);
	verifying->json = &json;
	json_object(&json, NULL);
	json_array(&json, "files");
	code = verify(verifying, jobs);
	json_array_end(&json);
	json_bool(&json, "sound", code == EX_OK);
	json_object_end(&json);
	fputs(out.bytes, stdout);
	text_done(&out);
	return code;
}

static void verifying_done(struct verifying *verifying)
{
	for (size_t i = 0; i < verifying->count; i++)
		free(verifying->paths[i]);
	free(verifying->paths);
	text_done(&verifying->faults);
	text_done(&verifying->notes);
	variant_library_free(verifying->library);
}

int command_verify(const struct given *given)
{
	struct verifying verifying = {.given = given, .now = step_time(), .code = EX_OK};
	char head[DIGEST_HEX + 1];
	struct reason reason;
	unsigned jobs;
	int code;

	if (read_wish(given, head, &reason) != 0 || commands_jobs(given, &jobs, &reason) != 0)
		return given_wrong(given->command, "%s", reason.text);
	if (given->count == 0 && find_games() != EX_OK)
		return EX_NOINPUT;
	words_from(places_games());
	if (commands_check_games_folder(&reason) == 0 && words_need(&reason) < 0)
		return commands_fail(given->command->name, EX_DATAERR, &reason);
	verifying.head = head[0] != '\0' ? head : NULL;
	verifying.library = variant_library_new(places_games(), kinds_all);
	text_init(&verifying.faults, 0);
	text_init(&verifying.notes, 0);
	code = (given_has(given, "--json") ? verify_json : verify)(&verifying, jobs);
	verifying_done(&verifying);
	return code;
}
