/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "pbem/site/moved_game.h"
#include "pbem/sys/files.h"
#include "pbem/sys/recordfile.h"

enum { NOTE_MAX = 16384 };

#define NOTE(member) RECORDFILE_MEMBER(struct moved_game, member)

static const struct recordfile_row rows[] = {
	{"game NAME", .fields = {{RECORDFILE_TEXT, NOTE(id)}}},
	{"number NUMBER", .fields = {{RECORDFILE_NUMBER, NOTE(number), INT32_MAX}}},
	{"moves NUMBER", .fields = {{RECORDFILE_NUMBER, NOTE(moves), INT32_MAX}}},
	{"when 2026-11-30T12:00:00Z", .fields = {{RECORDFILE_MOMENT, NOTE(when)}}},
	{"to FOLDER", .fields = {{RECORDFILE_TEXT, NOTE(to)}}},
};

static int check_note(void *file, struct reason *reason)
{
	const struct moved_game *elsewhere = file;

	if (elsewhere->id[0] != '\0' && elsewhere->number > 0 && elsewhere->moves > 0 &&
	    elsewhere->to[0] == '/')
		return 0;
	return reason_fail(reason, "expected where the game went, as pbem move writes it");
}

static const struct recordfile form = {"pbem-moved",	NOTE_MAX,   rows,
				       ARRAY_LEN(rows), check_note, .headed = true};

void moved_game_print(const struct moved_game *elsewhere, struct strbuf *out)
{
	recordfile_print(&form, elsewhere, out);
}

int moved_game_load(const char *folder, const char *id, struct moved_game *out,
		    struct reason *reason)
{
	char *path = base_printf("%s/moved/%s", folder, id);
	bool there = false;
	int result;

	memset(out, 0, sizeof *out);
	result = recordfile_load(&form, path, out, &there, reason);
	if (result == 0 && !there)
		result = reason_fail_as(reason, REASON_MISSING,
					"game %s has not moved away from this site", id);
	free(path);
	return result;
}

char **moved_game_list(const char *folder, struct reason *reason)
{
	char *path = base_printf("%s/moved", folder);
	char **ids = files_list(path, true, reason);
	size_t kept = 0;

	free(path);
	for (size_t i = 0; ids != NULL && ids[i] != NULL; i++) {
		if (strchr(ids[i], '.') == NULL)
			ids[kept++] = ids[i];
		else
			free(ids[i]);
	}
	if (ids != NULL)
		ids[kept] = NULL;
	return ids;
}

char *moved_game_folder(const struct moved_game *elsewhere)
{
	return base_printf("moving-out/%s.%u", elsewhere->id, elsewhere->moves);
}

int moved_game_is_leaving(const char *folder, const struct moved_game *elsewhere, bool *leaving_out,
			  struct reason *reason)
{
	char *name = moved_game_folder(elsewhere), *path = base_printf("%s/%s", folder, name);
	int result = files_is_there(path, leaving_out, reason);

	free(path);
	free(name);
	return result;
}

unsigned moved_game_moves(const char *keys)
{
	unsigned moves = 0;

	return sscanf(keys, "moves %u", &moves) == 1 ? moves : 0;
}
