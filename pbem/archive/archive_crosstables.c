/* SPDX-License-Identifier: MIT */
/* Crosstables: the players' scores against each other, one table per variant. */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/util/translate.h"
#include "pbem/archive/archive_internal.h"
#include "pbem/archive/archive_players.h"

enum { TABLE_PLAYERS = 32 };

/* The score of one player against another in games that are over: half points, and games. */
struct cell {
	unsigned halves, games;
};

struct crosstable {
	struct player rows[TABLE_PLAYERS];
	size_t count;
	struct cell cells[TABLE_PLAYERS][TABLE_PLAYERS];
};

static size_t row_of(const struct crosstable *table, const char *name)
{
	size_t row = 0;

	while (row < table->count && strcmp(table->rows[row].name, name) != 0)
		row++;
	return row;
}

/* Counts a game for a pair of players. A winner scores against each loser. Two winners, or two
 * losers, don't score against each other, except in a shared draw. */
static void count_pair(const struct game_catalog_game *game, unsigned a, unsigned b,
		       struct crosstable *table)
{
	const struct game_catalog_seat *first = &game->seats[a], *second = &game->seats[b];
	const size_t row = row_of(table, first->name), column = row_of(table, second->name);
	const bool drawn = game->status == STATUS_DRAWN;

	if (row == table->count || column == table->count || row == column ||
	    (!drawn && first->won == second->won))
		return;
	table->cells[row][column].games++;
	table->cells[row][column].halves += drawn ? 1 : first->won ? 2 : 0;
}

static void fill_table(const struct game_catalog *catalogue, const char *variant,
		       struct crosstable *table)
{
	for (size_t i = 0; i < catalogue->count; i++) {
		const struct game_catalog_game *game = &catalogue->games[i];

		if (strcmp(game->variant, variant) != 0 ||
		    (game->status != STATUS_DRAWN && game->status != STATUS_WON))
			continue;
		for (unsigned a = 0; a < game->seat_count; a++)
			for (unsigned b = 0; b < game->seat_count; b++)
				if (a != b)
					count_pair(game, a, b, table);
	}
}

/* Adds a score: "2½/3". */
static void add_points(unsigned halves, struct strbuf *out)
{
	if (halves > 1 || halves == 0)
		strbuf_addf(out, "%u", halves / 2);
	strbuf_add(out, halves % 2 ? "½" : "");
}

static unsigned count_finished(const struct player *player)
{
	return player->won + player->drawn + player->lost;
}

static void add_row(const struct crosstable *table, size_t row, struct strbuf *out)
{
	strbuf_addf(out, "<tr><td>%zu</td><th scope=\"row\">", row + 1);
	html_template_add(table->rows[row].name, out);
	strbuf_add(out, "</th>");
	for (size_t i = 0; i < table->count; i++) {
		const struct cell *cell = &table->cells[row][i];

		strbuf_add(out, i == row ? "<td class=\"self\">×" : "<td>");
		if (cell->games > 0) {
			add_points(cell->halves, out);
			strbuf_addf(out, "/%u", cell->games);
		}
		strbuf_add(out, "</td>");
	}
	strbuf_add(out, "<td>");
	add_points(archive_points(&table->rows[row]), out);
	strbuf_addf(out, "/%u</td></tr>\n", count_finished(&table->rows[row]));
}

static void add_table(const char *variant, const struct crosstable *table, bool cut,
		      struct strbuf *out)
{
	strbuf_add(out, "<section>\n<h2>");
	html_template_add(variant, out);
	strbuf_add(out, "</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"");
	html_template_add(variant, out);
	strbuf_add(out, "\"><table class=\"cross\">\n<thead><tr><td></td><th scope=\"col\">");
	html_template_add(translate("Player"), out);
	strbuf_add(out, "</th>");
	for (size_t i = 0; i < table->count; i++)
		strbuf_addf(out, "<th scope=\"col\">%zu</th>", i + 1);
	strbuf_add(out, "<th scope=\"col\">");
	html_template_add(translate("Points"), out);
	strbuf_add(out, "</th></tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < table->count; i++)
		add_row(table, i, out);
	strbuf_add(out, "</tbody></table></div>\n");
	if (cut) {
		strbuf_add(out, "<p>");
		html_template_addf(out, translate("These are the first %d."), TABLE_PLAYERS);
		strbuf_add(out, "</p>\n");
	}
	strbuf_add(out, "</section>\n");
}

static void add_variant(const struct game_catalog *catalogue, const char *variant,
			struct strbuf *out)
{
	struct crosstable *table = base_zalloc(1, sizeof *table);
	struct players players;
	bool cut = false;

	archive_gather(catalogue, variant, &players);
	archive_sort_by_points(&players);
	for (size_t i = 0; i < players.count && !cut; i++) {
		if (count_finished(&players.rows[i]) == 0)
			continue;
		cut = table->count == TABLE_PLAYERS;
		if (!cut)
			table->rows[table->count++] = players.rows[i];
	}
	fill_table(catalogue, variant, table);
	if (table->count > 0)
		add_table(variant, table, cut, out);
	archive_gather_done(&players);
	free(table);
}

void archive_add_tables(const struct game_catalog *catalogue, struct strbuf *out)
{
	GHashTable *variants = g_hash_table_new(g_str_hash, g_str_equal);
	GList *names, *name;

	for (size_t i = 0; i < catalogue->count; i++)
		g_hash_table_add(variants, catalogue->games[i].variant);
	names = g_list_sort(g_hash_table_get_keys(variants), (GCompareFunc)strcmp);
	for (name = names; name != NULL; name = name->next)
		add_variant(catalogue, name->data, out);
	g_list_free(names);
	g_hash_table_destroy(variants);
}
