/* SPDX-License-Identifier: MIT */
/*
 * The lists of an archive: its games, the players and the games of each. All of it is made from the
 * catalogue. A long list has several pages. The newest games are on its first page, which has the
 * list's name. All others are on NAME-1.html and so on, the oldest first, so that those pages don't
 * change when games are added.
 */
#include <stdlib.h>
#include <string.h>

#include "core/util/timestamp.h"
#include "core/util/translate.h"
#include "pbem/archive/archive_internal.h"
#include "pbem/archive/archive_players.h"

enum { PAGE_GAMES = 200 };

/* ---- rows ---- */

/* Compares two games by time, the oldest first. */
static int compare_by_time(const void *a, const void *b)
{
	const struct game_catalog_game *first = *(const struct game_catalog_game *const *)a,
				       *second = *(const struct game_catalog_game *const *)b;

	if (first->last != second->last)
		return (first->last > second->last) - (first->last < second->last);
	return strcmp(second->id, first->id);
}

static void add_game(const struct game_catalog_game *game, const char *root, struct strbuf *out)
{
	strbuf_addf(out, "<tr><th scope=\"row\"><a href=\"%sgames/%s.html\">%s</a></th><td>", root,
		    game->id, game->id);
	html_template_add(game->variant, out);
	strbuf_add(out, "</td><td>");
	for (unsigned i = 0; i < game->seat_count; i++) {
		strbuf_add(out, i > 0 ? ", " : "");
		strbuf_add(out, game->seats[i].won ? "<b>" : "");
		html_template_add(game->seats[i].name, out);
		strbuf_add(out, game->seats[i].won ? "</b>" : "");
	}
	strbuf_add(out, "</td><td>");
	html_template_add(game->result, out);
	strbuf_addf(out, "</td><td>%u</td><td>", game->turns);
	archive_add_time(game->last, out);
	strbuf_add(out, "</td></tr>\n");
}

/* ---- a list and its pages ---- */

/* The games to be listed, sorted by time. */
struct listing {
	struct archive *archive;
	const char *form, *root;
	const char *name, *older; /* "index", "games": index.html, games-1.html */
	const char *player;	  /* the player whose games are listed, or NULL */
	const struct game_catalog_game **games;
	size_t count;
};

/* Returns the number of pages after the first. The first page has between one and two pages' worth
 * of games, if there are enough. */
static size_t older_pages(const struct listing *listing)
{
	return listing->count < 2 * PAGE_GAMES ? 0 : listing->count / PAGE_GAMES - 1;
}

/* Returns the number of the first game of a page of older games, and sets *end_out to the number
 * after its last. */
static size_t page_games(const struct listing *listing, size_t page, size_t *end_out)
{
	*end_out = page == older_pages(listing) ? listing->count : (page + 1) * PAGE_GAMES;
	return page * PAGE_GAMES;
}

/* Returns the name of a page. The caller frees it. */
static char *page_name(const struct listing *listing, size_t page)
{
	return page == older_pages(listing) ? base_printf("%s.html", listing->name)
					    : base_printf("%s-%zu.html", listing->older, page + 1);
}

/* Adds links to all pages, the newest first, named by the days of their games; nothing if there is
 * only one page. The newest page has no last day. */
static void add_pages(const struct listing *listing, size_t here, struct strbuf *out)
{
	const size_t older = older_pages(listing);

	for (size_t page = older + 1; older > 0 && page-- > 0;) {
		char *name = page_name(listing, page), from[TIMESTAMP_SIZE], to[TIMESTAMP_SIZE];
		size_t end;
		const size_t begin = page_games(listing, page, &end);
		const char *file = strrchr(name, '/');

		timestamp_print(listing->games[begin]->last, from);
		timestamp_print(listing->games[end - 1]->last, to);
		strbuf_addf(out, "<a href=\"%s\"%s>%.10s –", file != NULL ? file + 1 : name,
			    page == here ? " aria-current=\"page\"" : "", from);
		strbuf_addf(out, page == older ? "</a>\n" : " %.10s</a>\n", to);
		free(name);
	}
}

/* Writes a page. Only the first page says how many games there are, and from when: the other pages
 * are to stay the same. */
static int put_page(const struct listing *listing, size_t at, struct reason *reason)
{
	char *name = page_name(listing, at);
	struct archive_page page;
	struct strbuf *rows, *count, *now;
	size_t end;
	const size_t begin = page_games(listing, at, &end);
	int result;

	archive_page_init(&page, listing->archive, listing->root);
	count = archive_page_add(&page, "count");
	now = archive_page_add(&page, "now");
	if (at == older_pages(listing)) {
		strbuf_addf(count, "%zu", listing->count);
		archive_add_time(listing->archive->request->now, now);
	}
	if (listing->player != NULL)
		html_template_add(listing->player, archive_page_add(&page, "player"));
	rows = archive_page_add(&page, "games");
	for (size_t i = end; i-- > begin;)
		add_game(listing->games[i], listing->root, rows);
	add_pages(listing, at, archive_page_add(&page, "pages"));
	result = archive_page_put(&page, listing->form, name, reason);
	free(name);
	return result;
}

static int put_listing(const struct listing *listing, struct reason *reason)
{
	const size_t older = older_pages(listing);
	int result = 0;

	if (listing->count > 0)
		qsort(listing->games, listing->count, sizeof(const struct game_catalog_game *),
		      compare_by_time);
	for (size_t page = 0; result == 0 && page <= older; page++)
		result = put_page(listing, page, reason);
	if (result == 0)
		archive_remove_older(listing->archive, listing->older, older + 1);
	return result;
}

/* ---- all games ---- */

static int put_index(struct archive *archive, struct reason *reason)
{
	const size_t count = archive->now.count;
	struct listing listing = {
		.archive = archive,
		.form = "index",
		.root = "",
		.name = "index",
		.older = "games",
		.games = base_alloc((count + 1) * sizeof(const struct game_catalog_game *)),
		.count = count,
	};
	int result;

	for (size_t i = 0; i < count; i++)
		listing.games[i] = &archive->now.games[i];
	result = put_listing(&listing, reason);
	if (result == 0)
		result = archive_put_search(archive, listing.games, count,
					    older_pages(&listing) > 0, reason);
	free(listing.games);
	return result;
}

/* ---- players ---- */

static void begin_page(struct archive *archive, struct archive_page *page)
{
	archive_page_init(page, archive, "");
	strbuf_addf(archive_page_add(page, "count"), "%zu", archive->now.count);
	archive_add_time(archive->request->now, archive_page_add(page, "now"));
}

static void add_player(const struct player *player, struct strbuf *out)
{
	char *page = archive_player_page(player->name);

	strbuf_addf(out, "<tr><th scope=\"row\"><a href=\"%s.html\">", page);
	html_template_add(player->name, out);
	strbuf_addf(out, "</a></th><td>%u</td><td>%u</td><td>%u</td><td>%u</td></tr>\n",
		    player->games, player->won, player->drawn, player->lost);
	free(page);
}

static int put_player(struct archive *archive, const struct player *player, struct reason *reason)
{
	char *page = archive_player_page(player->name);
	const struct listing listing = {
		.archive = archive,
		.form = "player",
		.root = "../",
		.name = page,
		.older = page,
		.player = player->name,
		.games = player->list,
		.count = player->list_count,
	};
	const int result = put_listing(&listing, reason);

	free(page);
	return result;
}

/* Keeps the pages of players who have games now; players without games have no page. */
static void remove_stale_player_pages(struct archive *archive, const struct players *players)
{
	GHashTable *kept = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL);

	for (size_t i = 0; i < players->count; i++)
		g_hash_table_add(kept, archive_player_page(players->rows[i].name));
	archive_remove_players(archive, kept);
	g_hash_table_destroy(kept);
}

static int put_players(struct archive *archive, struct reason *reason)
{
	struct archive_page page;
	struct players players;
	struct strbuf *rows;
	int result;

	archive_gather(&archive->now, NULL, &players);
	archive_sort_by_name(&players);
	begin_page(archive, &page);
	rows = archive_page_add(&page, "players");
	for (size_t i = 0; i < players.count; i++)
		add_player(&players.rows[i], rows);
	result = archive_page_put(&page, "players", "players.html", reason);
	for (size_t i = 0; result == 0 && i < players.count; i++)
		result = put_player(archive, &players.rows[i], reason);
	if (result == 0)
		remove_stale_player_pages(archive, &players);
	archive_gather_done(&players);
	return result;
}

/* ---- all lists ---- */

int archive_put_lists(struct archive *archive, struct reason *reason)
{
	struct archive_page page;

	if (put_index(archive, reason) != 0 || put_players(archive, reason) != 0)
		return -1;
	begin_page(archive, &page);
	archive_add_tables(&archive->now, archive_page_add(&page, "tables"));
	return archive_page_put(&page, "tables", "tables.html", reason);
}
