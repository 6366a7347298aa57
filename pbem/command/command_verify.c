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

/* What is told of the file in hand. */
struct telling {
	struct json *json;	   /* NULL: lines are printed as they come */
	struct text faults, notes; /* else they are kept here, a line each */
	const char *concealed;	   /* the file in hand, when what is wrong may name its secrets */
};

/* How much of a line is "games/g1/game.txt:12". */
static size_t place_len(const char *line, const char *path)
{
	size_t len = text_starts(line, path) ? strlen(path) : 0;

	if (len > 0 && line[len] == ':')
		len += 1 + strspn(line + len + 1, "0123456789");
	return len > 0 && line[len - 1] == ':' ? len - 1 : len;
}

static void tell_fault(void *context, const char *line)
{
	struct telling *telling = context;

	terminal_clear();
	if (telling->json == NULL)
		printf("%s%s%s\n", terminal_colour(stdout, TERMINAL_BAD), line,
		       terminal_colour(stdout, TERMINAL_PLAIN));
	else if (telling->concealed == NULL)
		text_addf(&telling->faults, "%s\n", line);
	else
		text_addf(&telling->faults,
			  "%.*s: the game has secrets, which what is wrong may name: ask 'pbem "
			  "verify' without --json\n",
			  (int)place_len(line, telling->concealed), line);
}

static void tell_note(void *context, const char *line)
{
	struct telling *telling = context;

	terminal_clear();
	if (telling->json == NULL)
		puts(line);
	else
		text_addf(&telling->notes, "%s\n", line);
}

/* What was found of a file is told; `missing`: that it isn't there. */
static void end_file(struct telling *telling, const char *path, bool missing)
{
	if (telling->json != NULL) {
		json_object(telling->json, NULL);
		json_string(telling->json, "file", path);
		json_bool(telling->json, "missing", missing);
		json_lines(telling->json, "faults", telling->faults.bytes);
		json_lines(telling->json, "notes", telling->notes.bytes);
		json_object_end(telling->json);
	}
	text_clear(&telling->faults);
	text_clear(&telling->notes);
}

static size_t check_file(const char *path, struct variant_library *library,
			 const struct gamefile_wish *wish)
{
	struct telling *telling = wish->context;
	struct reason reason;
	size_t faults = 0;

	telling->concealed = commands_has_secrets(path) ? path : NULL;
	if (commands_check_owner(path, &reason) != 0) {
		wish->fault(wish->context, reason.text);
		faults++;
	}
	faults += gamefile_check(path, library, wish);
	telling->concealed = NULL;
	end_file(wish->context, path, false);
	return faults;
}

/* A line for what is no game file's own fault. */
static size_t tell_unread(const struct gamefile_wish *wish, const char *path,
			  const struct reason *reason)
{
	wish->fault(wish->context, reason->text);
	*wish->unread += reason_is_passing(reason);
	end_file(wish->context, path, false);
	return 1;
}

/* Each folder of games is to hold one: a game whose file is gone would be missed by who looks for
 * files. */
static size_t verify_site(struct variant_library *library, const struct gamefile_wish *wish)
{
	struct reason reason;
	char **ids = site_games(places_site(), &reason);
	size_t faults = 0;

	if (ids == NULL)
		return tell_unread(wish, places_site(), &reason);
	terminal_begin("verify");
	for (char **id = ids; *id != NULL; id++) {
		char *path = base_printf("%s/games/%s/game.txt", places_site(), *id);

		terminal_tick((size_t)(id - ids), g_strv_length(ids));

		if (access(path, F_OK) == 0 || errno != ENOTDIR)
			faults += check_file(path, library, wish);
		free(path);
	}
	terminal_end();
	g_strfreev(ids);
	return faults;
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
static int read_wish(const struct given *given, struct gamefile_wish *wish,
		     char head[DIGEST_HEX + 1], struct reason *reason)
{
	const char *word = given_value(given, "--head");

	if (word == NULL)
		return 0;
	if (!read_head(word, head))
		reason_set(reason,
			   "--head '%s': expected %d hexadecimal digits, as receipts tell them",
			   word, DIGEST_HEX);
	else if (given->count != 1)
		reason_set(reason, "expected one GAME or FILE beside --head: the one that has the "
				   "digest");
	else
		wish->head = head;
	return wish->head != NULL ? 0 : -1;
}

/* The games and files named; `code_out` is written when one isn't there. */
static size_t verify_named(const struct given *given, struct variant_library *library,
			   const struct gamefile_wish *wish, int *code_out)
{
	struct reason reason;
	size_t faults = 0;

	for (size_t i = 0; i < given->count; i++) {
		char *path = commands_file_meant(given->words[i]);

		if (access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR)) {
			faults += check_file(path, library, wish);
		} else {
			commands_no_game(given->words[i], path, &reason);
			*code_out = commands_fail(given->command->name, EX_NOINPUT, &reason);
			end_file(wish->context, path, true);
		}
		free(path);
	}
	return faults;
}

static void telling_init(struct telling *telling)
{
	*telling = (struct telling){.json = NULL};
	text_init(&telling->faults, 0);
	text_init(&telling->notes, 0);
}

static void telling_done(struct telling *telling)
{
	text_done(&telling->faults);
	text_done(&telling->notes);
}

/* Checks what is named, or all of the site; an exit code. */
static int verify(const struct given *given, const struct gamefile_wish *wish)
{
	struct variant_library *library = variant_library_new(places_games(), kinds_all);
	size_t faults;
	int code = EX_OK;

	faults = given->count == 0 ? verify_site(library, wish)
				   : verify_named(given, library, wish, &code);
	variant_library_free(library);
	if (faults > *wish->unread)
		return EX_DATAERR;
	return *wish->unread > 0 ? EX_TEMPFAIL : code;
}

static int verify_json(const struct given *given, const struct gamefile_wish *wish)
{
	struct telling *telling = wish->context;
	struct json json;
	struct text out;
	int code;

	text_init(&out, SIZE_MAX);
	json_init(&json, &out);
	telling->json = &json;
	json_object(&json, NULL);
	json_array(&json, "files");
	code = verify(given, wish);
	json_array_end(&json);
	json_bool(&json, "sound", code == EX_OK);
	json_object_end(&json);
	fputs(out.bytes, stdout);
	text_done(&out);
	return code;
}

int command_verify(const struct given *given)
{
	struct telling telling;
	struct gamefile_wish wish = {
		.now = step_time(), .fault = tell_fault, .note = tell_note, .context = &telling};
	struct reason reason;
	char head[DIGEST_HEX + 1];
	size_t unread = 0;
	int code;

	wish.unread = &unread;
	if (read_wish(given, &wish, head, &reason) != 0)
		return given_wrong(given->command, "%s", reason.text);
	if (given->count == 0 && find_games() != EX_OK)
		return EX_NOINPUT;
	words_from(places_games());
	if (commands_check_games_folder(&reason) == 0 && words_need(&reason) < 0)
		return commands_fail(given->command->name, EX_DATAERR, &reason);
	telling_init(&telling);
	code = given_has(given, "--json") ? verify_json(given, &wish) : verify(given, &wish);
	telling_done(&telling);
	return code;
}
