/* SPDX-License-Identifier: MIT */
/* Crosstables: how players fared against each other, a table a kind of game. */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/phrase/phrase.h"
#include "pbem/archive/archive_inner.h"
#include "pbem/archive/archive_people.h"

enum { TABLE_PLAYERS = 32 };

/* What one player made against another in games that are over: half points, and games. */
struct cell {
	unsigned halves, games;
};

struct table {
	struct player rows[TABLE_PLAYERS];
	size_t count;
	struct cell cells[TABLE_PLAYERS][TABLE_PLAYERS];
};

static size_t row_of(const struct table *table, const char *name)
{
	size_t row = 0;

	while (row < table->count && strcmp(table->rows[row].name, name) != 0)
		row++;
	return row;
}

/* Who wins beats who doesn't; of two who win or don't nobody does, unless all share a draw. */
static void count_pair(const struct catalogue_game *game, unsigned a, unsigned b,
		       struct table *table)
{
	const struct catalogue_seat *first = &game->seats[a], *second = &game->seats[b];
	const size_t row = row_of(table, first->name), column = row_of(table, second->name);
	const bool drawn = game->status == STATUS_DRAWN;

	if (row == table->count || column == table->count || row == column ||
	    (!drawn && first->won == second->won))
		return;
	table->cells[row][column].games++;
	table->cells[row][column].halves += drawn ? 1 : first->won ? 2 : 0;
}

static void fill_table(const struct catalogue *catalogue, const char *variant, struct table *table)
{
	for (size_t i = 0; i < catalogue->count; i++) {
		const struct catalogue_game *game = &catalogue->games[i];

		if (strcmp(game->variant, variant) != 0 ||
		    (game->status != STATUS_DRAWN && game->status != STATUS_WON))
			continue;
		for (unsigned a = 0; a < game->seat_count; a++)
			for (unsigned b = 0; b < game->seat_count; b++)
				if (a != b)
					count_pair(game, a, b, table);
	}
}

/* "2½/3". */
static void add_points(unsigned halves, struct text *out)
{
	if (halves > 1 || halves == 0)
		text_addf(out, "%u", halves / 2);
	text_add(out, halves % 2 ? "½" : "");
}

static void add_row(const struct table *table, size_t row, struct text *out)
{
	text_addf(out, "<tr><td>%zu</td><th scope=\"row\">", row + 1);
	forms_add(table->rows[row].name, out);
	text_add(out, "</th>");
	for (size_t i = 0; i < table->count; i++) {
		const struct cell *cell = &table->cells[row][i];

		text_add(out, i == row ? "<td class=\"self\">×" : "<td>");
		if (cell->games > 0) {
			add_points(cell->halves, out);
			text_addf(out, "/%u", cell->games);
		}
		text_add(out, "</td>");
	}
	text_add(out, "<td>");
	add_points(archive_points(&table->rows[row]), out);
	text_addf(out, "/%u</td></tr>\n",
		  table->rows[row].won + table->rows[row].drawn + table->rows[row].lost);
}

static void add_table(const char *variant, const struct table *table, bool cut, struct text *out)
{
	text_add(out, "<section>\n<h2>");
	forms_add(variant, out);
	text_add(out, "</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"");
	forms_add(variant, out);
	text_add(out, "\"><table class=\"cross\">\n<thead><tr><td></td><th scope=\"col\">");
	forms_add(phrase("Player"), out);
	text_add(out, "</th>");
	for (size_t i = 0; i < table->count; i++)
		text_addf(out, "<th scope=\"col\">%zu</th>", i + 1);
	text_add(out, "<th scope=\"col\">");
	forms_add(phrase("Points"), out);
	text_add(out, "</th></tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < table->count; i++)
		add_row(table, i, out);
	text_add(out, "</tbody></table></div>\n");
	if (cut) {
		text_add(out, "<p>");
		forms_addf(out, phrase("These are the first %d."), TABLE_PLAYERS);
		text_add(out, "</p>\n");
	}
	text_add(out, "</section>\n");
}

static void add_variant(const struct catalogue *catalogue, const char *variant, struct text *out)
{
	struct table *table = base_zalloc(1, sizeof *table);
	struct players players;

	archive_gather(catalogue, variant, &players);
	archive_sort_by_points(&players);
	for (size_t i = 0; i < players.count && table->count < TABLE_PLAYERS; i++)
		if (players.rows[i].won + players.rows[i].drawn + players.rows[i].lost > 0)
			table->rows[table->count++] = players.rows[i];
	fill_table(catalogue, variant, table);
	if (table->count > 0)
		add_table(variant, table,
			  table->count == TABLE_PLAYERS && players.count > TABLE_PLAYERS, out);
	archive_gather_done(&players);
	free(table);
}

void archive_add_tables(const struct catalogue *catalogue, struct text *out)
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
