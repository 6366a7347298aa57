/* SPDX-License-Identifier: MIT */
/* pbem import FILE...: games of other programs, a game file each, in a folder that is no site's. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/base/text.h"
#include "core/exchange/import.h"
#include "core/kind/kinds.h"
#include "core/record/gamefile.h"
#include "core/words/words.h"
#include "pbem/command/commands.h"
#include "pbem/site/files.h"
#include "pbem/site/places.h"

enum { COLLECTION_MAX = 1 << 29, STEM_MAX = 20 };

struct importing {
	const struct given *given;
	struct variant_library *library;
	const char *to;
	bool four; /* PGN4 */
	size_t games;
	int code;
};

static void fail(struct importing *importing, int code, const struct reason *reason)
{
	code = commands_fail(importing->given->command->name, code, reason);
	if (importing->code == EX_OK)
		importing->code = code;
}

/* "fischer-3" of the third game of fischer.pgn: a game's id begins with a letter. */
static void make_id(const char *path, unsigned number, char id_out[GAME_ID_MAX + 1])
{
	const char *name = strrchr(path, '/');
	char stem[STEM_MAX + 1];
	size_t len = 0;

	name = name != NULL ? name + 1 : path;
	for (; *name != '\0' && *name != '.' && len < STEM_MAX; name++)
		if (isalnum((unsigned char)*name) && (unsigned char)*name < 0x80)
			stem[len++] = (char)tolower((unsigned char)*name);
		else if (len > 0 && stem[len - 1] != '-')
			stem[len++] = '-';
	while (len > 0 && stem[len - 1] == '-')
		len--;
	stem[len] = '\0';
	snprintf(id_out, GAME_ID_MAX + 1, "%s%s%s%u", isalpha((unsigned char)stem[0]) ? "" : "i",
		 stem, len > 0 ? "-" : "", number);
}

/* Another game's file is never written over; the same one is there already. */
static int put_file(const char *path, const struct text *file, struct reason *reason)
{
	struct text there;
	bool exists;
	int result;

	text_init(&there, COLLECTION_MAX);
	result = files_read_if_there(path, &there, &exists, reason);
	if (result == 0 && !exists)
		result = files_write(path, file->bytes, file->len, reason);
	else if (result == 0 &&
		 (there.len != file->len || memcmp(there.bytes, file->bytes, file->len) != 0)) {
		reason_set(reason, "%s is there already, and is another game; name another --to",
			   path);
		result = reason_is(reason, REASON_TAKEN);
	}
	text_done(&there);
	return result;
}

static void tell(const struct movetext_game *game, const struct imported *imported,
		 const char *path, bool four)
{
	static const char *const tags[] = {"Red", "Blue", "Yellow", "Green"};
	static const char *const two[] = {"White", "Black"};
	struct text names;

	text_init(&names, 0);
	for (size_t i = 0; i < (four ? 4u : 2u); i++) {
		const char *name = movetext_tag(game, four ? tags[i] : two[i]);

		text_addf(&names, "%s%s", i > 0 ? " - " : "", name != NULL ? name : "?");
	}
	printf("%s: %s, %zu plies, %s\n", path, names.bytes, imported->plies, imported->result);
	text_done(&names);
}

static void import_game(struct importing *importing, const char *path,
			const struct movetext_game *game)
{
	char id[GAME_ID_MAX + 1];
	struct imported imported = {.id = id};
	struct reason reason;
	unsigned line;
	struct text file;
	char *to;

	make_id(path, game->number, id);
	to = base_printf("%s/%s.txt", importing->to, id);
	text_init(&file, 0);
	if ((importing->four ? import_pgn4 : import_pgn)(game, &imported, importing->library, &file,
							 &line, &reason) != 0) {
		reason_prefix(&reason, "%s:%u: ", path, line);
		fail(importing, EX_DATAERR, &reason);
	} else if (put_file(to, &file, &reason) != 0) {
		fail(importing, EX_CANTCREAT, &reason);
	} else {
		tell(game, &imported, to, importing->four);
		importing->games++;
	}
	text_done(&file);
	free(to);
}

static void import_file(struct importing *importing, const char *path)
{
	struct movetext_game game;
	struct movetext text;
	struct reason reason;
	struct text file;
	unsigned line = 0;
	int found;

	text_init(&file, COLLECTION_MAX);
	if (access(path, F_OK) != 0) {
		reason_set_errno(&reason, "%s", path);
		fail(importing, EX_NOINPUT, &reason);
	} else if (files_read(path, &file, &reason) != 0) {
		fail(importing, EX_NOINPUT, &reason);
	} else {
		movetext_open(&text, file.bytes, file.len);
		while ((found = movetext_next(&text, &game, &line, &reason)) != 0) {
			if (found > 0) {
				import_game(importing, path, &game);
			} else {
				reason_prefix(&reason, "%s:%u: game %u: ", path, line, game.number);
				fail(importing, EX_DATAERR, &reason);
			}
			movetext_done(&game);
		}
		if (text.number == 0) {
			reason_set(&reason, "%s: there is no game in it", path);
			fail(importing, EX_DATAERR, &reason);
		}
		movetext_done(&game);
	}
	text_done(&file);
}

int command_import(const struct given *given)
{
	const char *format = given_value(given, "--format");
	struct importing importing = {
		.given = given,
		.to = given_value(given, "--to"),
		.four = format != NULL && strcmp(format, "pgn4") == 0,
	};
	struct reason reason;

	if (format != NULL && !importing.four && strcmp(format, "pgn") != 0)
		return given_wrong(given->command, "--format is pgn or pgn4, not '%s'", format);
	if (importing.to == NULL)
		return given_wrong(given->command,
				   "expected --to and the folder where the game files go");
	words_from(places_games());
	if (commands_check_games_folder(&reason) != 0)
		return commands_fail(given->command->name, EX_NOINPUT, &reason);
	if (words_need(&reason) < 0)
		return commands_fail(given->command->name, EX_DATAERR, &reason);
	if (files_make_folder(importing.to, 0777, &reason) != 0)
		return commands_fail(given->command->name, EX_CANTCREAT, &reason);
	importing.library = variant_library_new(places_games(), kinds_all);
	for (size_t i = 0; i < given->count; i++)
		import_file(&importing, given->words[i]);
	variant_library_free(importing.library);
	return importing.code;
}
