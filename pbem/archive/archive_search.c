/* SPDX-License-Identifier: MIT */
/* All games as data, for the search of a list that has several pages. The data is loaded when
 * somebody searches. It is a script that calls archiveGames, because a script can be loaded without
 * a web server, too. */
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "pbem/archive/archive_internal.h"

#define SEARCH_FILE "games.js"

/* Adds a string of a script. Characters that would end a script element or a line are written as
 * numbers. */
static void add_string(const char *string, struct strbuf *out)
{
	strbuf_add_char(out, '"');
	for (; *string != '\0'; string++) {
		const unsigned char c = (unsigned char)*string;

		if (c < ' ' || c == '<' || c == '>' || c == '&' || c == '"' || c == '\\')
			strbuf_addf(out, "\\u%04x", (unsigned)c);
		else
			strbuf_add_char(out, *string);
	}
	strbuf_add_char(out, '"');
}

/* Adds a game: ["g1","chess",[["Anna",1],["Bob",0]],"White wins.",61,"2026-11-23T12:00:00Z"] */
static void add_game(const struct game_catalog_game *game, struct strbuf *out)
{
	char stamp[TIMESTAMP_SIZE];

	strbuf_add_char(out, '[');
	add_string(game->id, out);
	strbuf_add_char(out, ',');
	add_string(game->variant, out);
	strbuf_add(out, ",[");
	for (unsigned i = 0; i < game->seat_count; i++) {
		strbuf_add(out, i > 0 ? ",[" : "[");
		add_string(game->seats[i].name, out);
		strbuf_addf(out, ",%d]", game->seats[i].won);
	}
	strbuf_add(out, "],");
	add_string(game->result, out);
	timestamp_print(game->last, stamp);
	strbuf_addf(out, ",%u,\"%s\"]", game->turns, stamp);
}

int archive_put_search(struct archive *archive, const struct game_catalog_game *const *games,
		       size_t count, bool wanted, struct reason *reason)
{
	struct strbuf out;
	int result;

	if (!wanted) {
		output_dir_remove(&archive->output, SEARCH_FILE);
		return 0;
	}
	strbuf_init(&out, SIZE_MAX);
	strbuf_add(&out, "archiveGames([\n");
	for (size_t i = count; i-- > 0;) {
		add_game(games[i], &out);
		strbuf_add(&out, i > 0 ? ",\n" : "\n");
	}
	strbuf_add(&out, "]);\n");
	result = output_dir_put(&archive->output, SEARCH_FILE, out.bytes, out.len, reason);
	strbuf_done(&out);
	return result;
}
