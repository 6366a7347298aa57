/* SPDX-License-Identifier: MIT */
/* The lists of an archive: its games, the players, and how they fared against each other. All of
 * it is made of the catalogue. */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/phrase/phrase.h"
#include "pbem/archive/archive_inner.h"

enum { TABLE_PLAYERS = 32 };

/* ---- players ---- */

/* Who is shown by one name is one player. */
struct player {
	const char *name;
	unsigned games, won, drawn, lost; /* games that are over, but for the first */
	struct text list;		  /* of his games, as links */
};

struct players {
	struct player *rows;
	size_t count, size;
	GHashTable *places; /* of a name, from 1 */
};

static struct player *player_of(struct players *players, const char *name)
{
	size_t place = GPOINTER_TO_SIZE(g_hash_table_lookup(players->places, name));

	if (place == 0) {
		players->rows = base_grow(players->rows, players->count, &players->size,
					  sizeof *players->rows);
		players->rows[players->count] = (struct player){.name = name};
		text_init(&players->rows[players->count].list, SIZE_MAX);
		place = ++players->count;
		g_hash_table_insert(players->places, (gpointer)name, GSIZE_TO_POINTER(place));
	}
	return &players->rows[place - 1];
}

static void count_seat(const struct catalogue_game *game, const struct catalogue_seat *seat,
		       struct player *player)
{
	player->games++;
	player->won += seat->won;
	player->drawn += game->status == STATUS_DRAWN;
	player->lost += game->status == STATUS_WON && !seat->won;
	text_addf(&player->list, "%s<a href=\"games/%s.html\">%s</a>",
		  player->list.len > 0 ? ", " : "", game->id, game->id);
}

/* Nobody at all is sorted already; qsort takes no NULL. */
static void sort(struct players *players, int (*compare)(const void *, const void *))
{
	if (players->count > 0)
		qsort(players->rows, players->count, sizeof *players->rows, compare);
}

/* Of the games of a variant, NULL: of all. */
static void gather(const struct catalogue *catalogue, const char *variant, struct players *players)
{
	*players = (struct players){.places = g_hash_table_new(g_str_hash, g_str_equal)};
	for (size_t i = 0; i < catalogue->count; i++) {
		const struct catalogue_game *game = &catalogue->games[i];

		for (unsigned k = 0; k < game->seat_count; k++)
			if (variant == NULL || strcmp(game->variant, variant) == 0)
				count_seat(game, &game->seats[k],
					   player_of(players, game->seats[k].name));
	}
}

static void drop(struct players *players)
{
	for (size_t i = 0; i < players->count; i++)
		text_done(&players->rows[i].list);
	free(players->rows);
	g_hash_table_destroy(players->places);
}

static int by_name(const void *a, const void *b)
{
	const struct player *first = a, *second = b;
	const int order = g_ascii_strcasecmp(first->name, second->name);

	return order != 0 ? order : strcmp(first->name, second->name);
}

/* Half points. */
static unsigned points(const struct player *player)
{
	return 2 * player->won + player->drawn;
}

static int by_points(const void *a, const void *b)
{
	const unsigned first = points(a), second = points(b);

	return first != second ? (first < second) - (first > second) : by_name(a, b);
}

static void add_players(const struct players *players, struct text *out)
{
	for (size_t i = 0; i < players->count; i++) {
		const struct player *player = &players->rows[i];

		text_add(out, "<tr><th scope=\"row\">");
		forms_add(player->name, out);
		text_addf(out, "</th><td>%u</td><td>%u</td><td>%u</td><td>%u</td><td>",
			  player->games, player->won, player->drawn, player->lost);
		text_add(out, player->list.bytes);
		text_add(out, "</td></tr>\n");
	}
}

/* ---- games ---- */

/* The newest first. */
static int by_time(const void *a, const void *b)
{
	const struct catalogue_game *first = *(const struct catalogue_game *const *)a,
				    *second = *(const struct catalogue_game *const *)b;

	if (first->last != second->last)
		return (first->last < second->last) - (first->last > second->last);
	return strcmp(first->id, second->id);
}

static void add_game(const struct catalogue_game *game, struct text *out)
{
	text_addf(out, "<tr><th scope=\"row\"><a href=\"games/%s.html\">%s</a></th><td>", game->id,
		  game->id);
	forms_add(game->variant, out);
	text_add(out, "</td><td>");
	for (unsigned i = 0; i < game->seat_count; i++) {
		text_add(out, i > 0 ? ", " : "");
		text_add(out, game->seats[i].won ? "<b>" : "");
		forms_add(game->seats[i].name, out);
		text_add(out, game->seats[i].won ? "</b>" : "");
	}
	text_add(out, "</td><td>");
	forms_add(game->result, out);
	text_addf(out, "</td><td>%u</td><td>", game->turns);
	archive_add_time(game->last, out);
	text_add(out, "</td></tr>\n");
}

static void add_games(const struct catalogue *catalogue, struct text *out)
{
	const struct catalogue_game **games = base_alloc((catalogue->count + 1) * sizeof *games);

	for (size_t i = 0; i < catalogue->count; i++)
		games[i] = &catalogue->games[i];
	qsort(games, catalogue->count, sizeof *games, by_time);
	for (size_t i = 0; i < catalogue->count; i++)
		add_game(games[i], out);
	free(games);
}

/* ---- crosstables ---- */

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
	add_points(points(&table->rows[row]), out);
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

	gather(catalogue, variant, &players);
	sort(&players, by_points);
	for (size_t i = 0; i < players.count && table->count < TABLE_PLAYERS; i++)
		if (players.rows[i].won + players.rows[i].drawn + players.rows[i].lost > 0)
			table->rows[table->count++] = players.rows[i];
	fill_table(catalogue, variant, table);
	if (table->count > 0)
		add_table(variant, table,
			  table->count == TABLE_PLAYERS && players.count > TABLE_PLAYERS, out);
	drop(&players);
	free(table);
}

static void add_tables(const struct catalogue *catalogue, struct text *out)
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

/* ---- the pages ---- */

static void begin(struct archive *archive, struct archive_page *page)
{
	archive_page_init(page, archive, "");
	text_addf(archive_page_add(page, "count"), "%zu", archive->now.count);
	archive_add_time(archive->wish->now, archive_page_add(page, "now"));
}

int archive_put_lists(struct archive *archive, struct reason *reason)
{
	struct archive_page page;
	struct players players;

	begin(archive, &page);
	add_games(&archive->now, archive_page_add(&page, "games"));
	if (archive_page_put(&page, "index", "index.html", reason) != 0)
		return -1;
	gather(&archive->now, NULL, &players);
	sort(&players, by_name);
	begin(archive, &page);
	add_players(&players, archive_page_add(&page, "players"));
	drop(&players);
	if (archive_page_put(&page, "players", "players.html", reason) != 0)
		return -1;
	begin(archive, &page);
	add_tables(&archive->now, archive_page_add(&page, "tables"));
	return archive_page_put(&page, "tables", "tables.html", reason);
}
