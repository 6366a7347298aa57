/* SPDX-License-Identifier: MIT */
/* All games as data, for the search of a list that has several pages; read when somebody searches.
 * It is a script that calls archiveGames, which can be read without a web server, too. */
#include "core/base/stamp.h"
#include "core/base/text.h"
#include "pbem/archive/archive_inner.h"

#define SEARCH_FILE "games.js"

/* A string of a script. What would end a script's element, or a line, is written in digits. */
static void add_string(const char *string, struct text *out)
{
	text_add_char(out, '"');
	for (; *string != '\0'; string++) {
		const unsigned char c = (unsigned char)*string;

		if (c < ' ' || c == '<' || c == '>' || c == '&' || c == '"' || c == '\\')
			text_addf(out, "\\u%04x", (unsigned)c);
		else
			text_add_char(out, *string);
	}
	text_add_char(out, '"');
}

/* ["g1","chess",[["Anna",1],["Bob",0]],"White wins.",61,"2026-11-23T12:00:00Z"] */
static void add_game(const struct catalogue_game *game, struct text *out)
{
	char stamp[STAMP_SIZE];

	text_add_char(out, '[');
	add_string(game->id, out);
	text_add_char(out, ',');
	add_string(game->variant, out);
	text_add(out, ",[");
	for (unsigned i = 0; i < game->seat_count; i++) {
		text_add(out, i > 0 ? ",[" : "[");
		add_string(game->seats[i].name, out);
		text_addf(out, ",%d]", game->seats[i].won);
	}
	text_add(out, "],");
	add_string(game->result, out);
	stamp_print(game->last, stamp);
	text_addf(out, ",%u,\"%s\"]", game->turns, stamp);
}

int archive_put_search(struct archive *archive, const struct catalogue_game *const *games,
		       size_t count, bool wanted, struct reason *reason)
{
	struct text out;
	int result;

	if (!wanted) {
		shelf_remove(&archive->shelf, SEARCH_FILE);
		return 0;
	}
	text_init(&out, SIZE_MAX);
	text_add(&out, "archiveGames([\n");
	for (size_t i = count; i-- > 0;) {
		add_game(games[i], &out);
		text_add(&out, i > 0 ? ",\n" : "\n");
	}
	text_add(&out, "]);\n");
	result = shelf_put(&archive->shelf, SEARCH_FILE, out.bytes, out.len, reason);
	text_done(&out);
	return result;
}
