/* SPDX-License-Identifier: MIT */
/* pbem import FILE...: makes game files from other programs' games, in a folder that belongs to no
 * site. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/formats/import.h"
#include "core/gamefile/gamefile.h"
#include "core/gametype/gametypes.h"
#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "pbem/cli/cli.h"
#include "pbem/sys/files.h"
#include "pbem/sys/paths.h"

enum { COLLECTION_MAX = 1 << 29, STEM_MAX = 20 };

struct importing {
	const struct args *given;
	struct variant_library *library;
	const char *to;
	bool four; /* PGN4 */
	size_t games;
	int code;
};

static void fail_import(struct importing *importing, int code, const struct reason *reason)
{
	code = cli_fail(importing->given->command->name, code, reason);
	if (importing->code == EX_OK)
		importing->code = code;
}

/* Makes an id, such as "fischer-3" for the third game of fischer.pgn. A game's id begins with a
 * letter. */
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

/* Writes the file. It never overwrites another game's file; if the same file is there already,
 * nothing has to be done. */
static int put_file(const char *path, const struct strbuf *file, struct reason *reason)
{
	struct strbuf there;
	bool exists;
	int result;

	strbuf_init(&there, COLLECTION_MAX);
	result = files_read_if_there(path, &there, &exists, reason);
	if (result == 0 && !exists)
		result = files_write(path, file->bytes, file->len, reason);
	else if (result == 0 &&
		 (there.len != file->len || memcmp(there.bytes, file->bytes, file->len) != 0)) {
		reason_set(reason,
			   "%s already contains another game; choose another folder with --to",
			   path);
		result = reason_set_kind(reason, REASON_EXISTS);
	}
	strbuf_done(&there);
	return result;
}

static void print_imported(const struct pgn_parse_game *game, const struct imported *imported,
			   const char *path, bool four)
{
	static const char *const tags[] = {"Red", "Blue", "Yellow", "Green"};
	static const char *const two[] = {"White", "Black"};
	struct strbuf names;

	strbuf_init(&names, 0);
	for (size_t i = 0; i < (four ? 4u : 2u); i++) {
		const char *name = pgn_parse_tag(game, four ? tags[i] : two[i]);

		strbuf_addf(&names, "%s%s", i > 0 ? " - " : "", name != NULL ? name : "?");
	}
	printf("%s: %s, %zu %s, %s\n", path, names.bytes, imported->plies,
	       imported->plies == 1 ? "ply" : "plies", imported->result);
	strbuf_done(&names);
}

/* Prints what was wrong in a file without preventing the import. */
static void print_notes(const char *path, const struct strbuf *notes)
{
	const char *cursor = notes->bytes, *line;
	size_t len;

	while (strbuf_next_line(&cursor, notes->bytes + notes->len, &line, &len))
		fprintf(stderr, "pbem import: note: %s:%.*s\n", path, (int)len, line);
}

static void import_game(struct importing *importing, const char *path,
			const struct pgn_parse_game *game)
{
	char id[GAME_ID_MAX + 1];
	struct strbuf file, notes;
	struct imported imported = {.id = id, .notes = &notes};
	struct reason reason;
	unsigned line;
	char *to;

	make_id(path, game->number, id);
	to = base_printf("%s/%s.txt", importing->to, id);
	strbuf_init(&file, 0);
	strbuf_init(&notes, 0);
	if ((importing->four ? import_pgn4 : import_pgn)(game, &imported, importing->library, &file,
							 &line, &reason) != 0) {
		reason_prefix(&reason, "%s:%u: ", path, line);
		fail_import(importing, EX_DATAERR, &reason);
	} else if (put_file(to, &file, &reason) != 0) {
		fail_import(importing, EX_CANTCREAT, &reason);
	} else {
		print_notes(path, &notes);
		print_imported(game, &imported, to, importing->four);
		importing->games++;
	}
	strbuf_done(&notes);
	strbuf_done(&file);
	free(to);
}

static void import_file(struct importing *importing, const char *path)
{
	struct pgn_parse_game game;
	struct pgn_parse text;
	struct reason reason;
	struct strbuf file;
	unsigned line = 0;
	int found;

	strbuf_init(&file, COLLECTION_MAX);
	if (access(path, F_OK) != 0) {
		reason_set_errno(&reason, "%s", path);
		fail_import(importing, EX_NOINPUT, &reason);
	} else if (files_read(path, &file, &reason) != 0) {
		fail_import(importing, EX_NOINPUT, &reason);
	} else {
		pgn_parse_open(&text, file.bytes, file.len);
		while ((found = pgn_parse_next(&text, &game, &line, &reason)) != 0) {
			if (found > 0) {
				import_game(importing, path, &game);
			} else {
				reason_prefix(&reason, "%s:%u: game %u: ", path, line, game.number);
				fail_import(importing, EX_DATAERR, &reason);
			}
			pgn_parse_done(&game);
		}
		if (text.number == 0) {
			reason_set(&reason, "%s contains no game", path);
			fail_import(importing, EX_DATAERR, &reason);
		}
		pgn_parse_done(&game);
	}
	strbuf_done(&file);
}

int cmd_import(const struct args *args)
{
	const char *format = args_value(args, "--format");
	struct importing importing = {
		.given = args,
		.to = args_value(args, "--to"),
		.four = format != NULL && strcmp(format, "pgn4") == 0,
	};
	struct reason reason;

	if (format != NULL && !importing.four && strcmp(format, "pgn") != 0)
		return args_wrong(args->command, "--format is pgn or pgn4, not '%s'", format);
	if (importing.to == NULL)
		return args_wrong(args->command,
				  "expected --to DIR, where DIR is the folder for the game files");
	vocabulary_set_folder(paths_games());
	if (cli_check_games_folder(&reason) != 0)
		return cli_fail(args->command->name, EX_NOINPUT, &reason);
	if (vocabulary_ensure_loaded(&reason) < 0)
		return cli_fail(args->command->name, EX_DATAERR, &reason);
	if (files_make_folder(importing.to, 0777, &reason) != 0)
		return cli_fail(args->command->name, EX_CANTCREAT, &reason);
	importing.library = variant_library_new(paths_games(), gametypes_all);
	for (size_t i = 0; i < args->count; i++)
		import_file(&importing, args->words[i]);
	variant_library_free(importing.library);
	return importing.code;
}
