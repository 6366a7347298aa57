/* SPDX-License-Identifier: MIT */
/* pbem prove GAME|FILE LETTER...: whether letters a player has kept and the game's record say the
 * same. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/base/text.h"
#include "core/kind/kinds.h"
#include "core/record/gamefile.h"
#include "core/words/words.h"
#include "pbem/command/commands.h"
#include "pbem/prove/kept.h"
#include "pbem/prove/prove.h"
#include "pbem/reading/apart/apart.h"
#include "pbem/reading/reply/mailers.h"
#include "pbem/site/files.h"
#include "pbem/site/places.h"
#include "pbem/site/terminal.h"

enum { FILE_MAX = 1 << 28 };

struct proving {
	const struct given *given;
	struct prove *prove;
	const char *file; /* that is being read */
	unsigned letters, of_game, digests, keys, hands, contradictions;
	int code;
};

static void fail(struct proving *proving, int code, const struct reason *reason)
{
	code = commands_fail(proving->given->command->name, code, reason);
	if (proving->code == EX_OK)
		proving->code = code;
}

/* ---- a letter ---- */

static void print_place(const struct proving *proving, unsigned number, const struct kept *kept)
{
	char *subject = base_strdup(kept->subject);

	token_hide(subject);
	printf("%s", proving->file);
	if (number > 0)
		printf(", letter %u", number);
	printf(" (%s): ", subject);
	free(subject);
}

static void count(struct proving *proving, const struct prove_result *result)
{
	proving->of_game += result->finding != PROVE_ELSEWHERE;
	proving->contradictions += result->finding == PROVE_CONTRADICTS;
	proving->digests += result->digests;
	proving->keys += result->keys;
	proving->hands += result->hands;
}

static void tell(const struct proving *proving, unsigned number, const struct kept *kept,
		 const struct prove_result *result)
{
	if (result->finding == PROVE_CONTRADICTS) {
		print_place(proving, number, kept);
		printf("%s%s%s\n", terminal_colour(stdout, TERMINAL_BAD), result->why.text,
		       terminal_colour(stdout, TERMINAL_PLAIN));
	} else if (given_has(proving->given, "--verbose")) {
		print_place(proving, number, kept);
		if (result->finding == PROVE_ELSEWHERE)
			puts("not about this game");
		else if (result->finding == PROVE_NOTHING)
			puts("nothing in it to compare");
		else if (result->entry == 0)
			puts("as the record has it");
		else
			printf("as the record has it at entry %u\n", result->entry);
	}
}

static void take_letter(void *context, unsigned number, const char *bytes, size_t len)
{
	struct proving *proving = context;
	struct prove_result result;
	struct reason reason;
	struct kept *kept = kept_read(bytes, len, &reason);

	proving->letters++;
	if (kept == NULL || prove_letter(proving->prove, kept, &result, &reason) != 0) {
		reason_prefix(&reason, "%s: ", proving->file);
		fail(proving, EX_DATAERR, &reason);
	} else {
		count(proving, &result);
		tell(proving, number, kept, &result);
	}
	kept_free(kept);
}

/* ---- where letters are ---- */

static void take_file(struct proving *proving, const char *path)
{
	struct reason reason;
	struct text bytes;

	text_init(&bytes, FILE_MAX);
	proving->file = path;
	if (files_read(path, &bytes, &reason) != 0)
		fail(proving, EX_NOINPUT, &reason);
	else
		kept_each(bytes.bytes, bytes.len, take_letter, proving);
	text_done(&bytes);
}

static void take_path(struct proving *proving, const char *path, unsigned depth);

/* All files in a folder, those of a Maildir in its two folders; in the order of their names. */
static void take_folder(struct proving *proving, const char *path, unsigned depth)
{
	struct reason reason;
	char **names = files_list(path, false, &reason);

	if (names == NULL) {
		fail(proving, EX_NOINPUT, &reason);
		return;
	}
	for (char **name = names; *name != NULL; name++) {
		char *inner = base_printf("%s/%s", path, *name);

		take_path(proving, inner, depth + 1);
		free(inner);
		free(*name);
	}
	free(names);
}

static void take_path(struct proving *proving, const char *path, unsigned depth)
{
	struct reason reason;
	struct stat status;

	if (stat(path, &status) != 0) {
		reason_set_errno(&reason, "%s", path);
		fail(proving, EX_NOINPUT, &reason);
	} else if (!S_ISDIR(status.st_mode)) {
		take_file(proving, path);
	} else if (depth < 2) {
		take_folder(proving, path, depth);
	}
}

/* ---- the whole ---- */

static void print_end(const struct proving *proving)
{
	printf("%u of %u letters are about this game; the record has %u fingerprints, %u "
	       "questions and %u hands as they tell them.\n",
	       proving->of_game, proving->letters, proving->digests, proving->keys, proving->hands);
	if (prove_hides_hands(proving->prove))
		puts("It publishes no hands yet; those in letters were not compared.");
	if (proving->contradictions == 1)
		puts("One letter contradicts it.");
	else if (proving->contradictions > 1)
		printf("%u letters contradict it.\n", proving->contradictions);
	else if (proving->digests + proving->keys + proving->hands > 0)
		puts("Nothing in them contradicts it.");
	else
		puts("So they prove nothing.");
}

static void prove_all(struct proving *proving)
{
	for (size_t i = 1; i < proving->given->count; i++)
		take_path(proving, proving->given->words[i], 0);
	print_end(proving);
	if (proving->code == EX_OK && proving->contradictions > 0)
		proving->code = EX_DATAERR;
}

static void tell_fault(void *context, const char *line)
{
	(void)context;
	puts(line);
}

/* The record is to be sound in itself, or it proves nothing; an exit code. */
static int check_record(const char *path, struct variant_library *library, struct reason *reason)
{
	size_t unread = 0;
	const struct gamefile_wish wish = {.fault = tell_fault, .unread = &unread};
	size_t faults = gamefile_check(path, library, &wish);

	if (faults > unread) {
		reason_set(reason, "%s is damaged, as told above: a damaged record proves nothing",
			   path);
		return EX_DATAERR;
	}
	reason_set(reason, "%s can't be read now, as told above: try again later", path);
	return faults > 0 ? EX_TEMPFAIL : EX_OK;
}

static int prove(const struct given *given, const char *path, struct variant_library *library)
{
	struct proving proving = {.given = given};
	struct reason reason;

	proving.code = check_record(path, library, &reason);
	if (proving.code != EX_OK)
		return commands_fail(given->command->name, proving.code, &reason);
	proving.prove = prove_open(path, library, &reason);
	if (proving.prove == NULL)
		return commands_fail(given->command->name, EX_DATAERR, &reason);
	prove_all(&proving);
	prove_close(proving.prove);
	return proving.code;
}

int command_prove(const struct given *given)
{
	char *path = commands_file_meant(given->words[0]);
	struct variant_library *library;
	struct reason reason;
	int code;

	apart_start();
	words_from(places_games());
	mailers_from(places_mailers(), NULL);
	if (access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)) {
		commands_no_game(given->words[0], path, &reason);
		code = commands_fail(given->command->name, EX_NOINPUT, &reason);
	} else if (commands_check_games_folder(&reason) != 0 || words_need(&reason) < 0 ||
		   mailers_need(&reason) != 0 || kept_ready(&reason) != 0) {
		code = commands_fail(given->command->name, EX_DATAERR, &reason);
	} else {
		library = variant_library_new(places_games(), kinds_all);
		code = prove(given, path, library);
		variant_library_free(library);
	}
	apart_stop();
	free(path);
	return code;
}
