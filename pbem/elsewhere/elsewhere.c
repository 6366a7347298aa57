/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/base/stamp.h"
#include "pbem/elsewhere/elsewhere.h"
#include "pbem/site/files.h"

enum { NOTE_MAX = 16384 };

void elsewhere_print(const struct elsewhere *elsewhere, struct text *out)
{
	char stamp[STAMP_SIZE];

	stamp_print(elsewhere->when, stamp);
	text_addf(out, "pbem-moved 1\ngame %s\nnumber %u\nmoves %u\nwhen %s\nto %s\n",
		  elsewhere->id, (unsigned)elsewhere->number, elsewhere->moves, stamp,
		  elsewhere->to);
}

static bool read_note(const char *text, struct elsewhere *out)
{
	char stamp[STAMP_SIZE] = "", id[GAME_ID_MAX + 1] = "";
	int at = 0;

	if (sscanf(text, "pbem-moved 1 game %31s number %u moves %u when %31s to %n", id,
		   &out->number, &out->moves, stamp, &at) != 4 ||
	    at == 0 || text[at] != '/')
		return false;
	out->when = stamp_read(stamp);
	snprintf(out->id, sizeof out->id, "%s", id);
	out->to = base_strndup(text + at, strcspn(text + at, "\n"));
	return true;
}

int elsewhere_load(const char *folder, const char *id, struct elsewhere *out, struct reason *reason)
{
	char *path = base_printf("%s/moved/%s", folder, id);
	struct text text;
	bool there = false;
	int result;

	memset(out, 0, sizeof *out);
	text_init(&text, NOTE_MAX);
	result = files_check_private(path, reason) == 0
			 ? files_read_if_there(path, &text, &there, reason)
			 : -1;
	if (result == 0 && text_check_format(text.bytes, "pbem-moved", 1, reason) != 0) {
		reason_prefix(reason, "%s: ", path);
		result = -1;
	}
	if (result == 0 && !there) {
		reason_set(reason, "there is no game %s that has left this site", id);
		result = reason_is(reason, REASON_MISSING);
	} else if (result == 0 && !read_note(text.bytes, out)) {
		reason_set(reason, "%s: expected where game %s went, as pbem move writes it", path,
			   id);
		result = reason_is(reason, REASON_DAMAGED);
	}
	text_done(&text);
	free(path);
	return result;
}

void elsewhere_done(struct elsewhere *elsewhere)
{
	free(elsewhere->to);
	elsewhere->to = NULL;
}

char **elsewhere_list(const char *folder, struct reason *reason)
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

char *elsewhere_folder(const struct elsewhere *elsewhere)
{
	return base_printf("leaving/%s.%u", elsewhere->id, elsewhere->moves);
}

int elsewhere_is_leaving(const char *folder, const struct elsewhere *elsewhere, bool *leaving_out,
			 struct reason *reason)
{
	char *name = elsewhere_folder(elsewhere), *path = base_printf("%s/%s", folder, name);
	int result = files_is_there(path, leaving_out, reason);

	free(path);
	free(name);
	return result;
}

unsigned elsewhere_moves(const char *keys)
{
	unsigned moves = 0;

	return sscanf(keys, "moves %u", &moves) == 1 ? moves : 0;
}
