/* SPDX-License-Identifier: MIT */
/* What the files that make an archive share; for archive*.c alone. */
#ifndef PBEM_ARCHIVE_ARCHIVE_INNER_H
#define PBEM_ARCHIVE_ARCHIVE_INNER_H

#include <glib.h>

#include "pbem/archive/archive.h"
#include "pbem/archive/parts/catalogue.h"
#include "pbem/archive/parts/chronicle.h"
#include "pbem/archive/parts/forms.h"
#include "pbem/archive/parts/shelf.h"

/* The last line of each page, by which it is known for one of ours. */
#define ARCHIVE_MARK "<!-- of an archive that pbem makes -->\n"

struct archive {
	const struct archive_wish *wish;
	struct forms *forms;
	struct variant_library *library;
	struct piece_set *pieces; /* the site's; NULL: ours */
	struct shelf shelf;
	struct digest stamp;
	struct catalogue before, now;
	char *language;	    /* "en" */
	struct text *found; /* of the game in hand, in whatever process (archive_games.c) */
	struct archive_count *count;
};

/* The values of a page, made one by one; those that all pages have come first. */
enum { ARCHIVE_VALUES = 32 };
struct archive_page {
	struct archive *archive;
	struct text texts[ARCHIVE_VALUES];
	struct value values[ARCHIVE_VALUES];
	size_t count;
};

/* `root` is the way from the page to the archive's first folder: "" or "../". */
void archive_page_init(struct archive_page *page, struct archive *archive, const char *root);

/* A value more, to be written as HTML. */
struct text *archive_page_add(struct archive_page *page, const char *name);

/* Fills the form with them and puts it into the archive under that name; the page is done with. */
int archive_page_put(struct archive_page *page, const char *form, const char *name,
		     struct reason *reason);

/* A moment as "2026-11-23", with the whole of it for machines. */
void archive_add_time(int64_t when, struct text *out);

/* What a game's page tells beside what was read of the game. */
struct archive_told {
	const char *damage; /* a sentence, or "" */
	const char *files;  /* what else there is to take along, items of a list in HTML */
	bool delayed;	    /* not all that was played is shown yet */
	const struct text *faults, *notes; /* of checking, a line each */
	bool checked;			   /* it was, and its file is there */
};

/* Takes all games of the site, so many at a time as are wished. */
int archive_take_games(struct archive *archive, struct reason *reason);

/* Looks at a game, and takes it if that is to be. What is found out goes to the process that was
 * asked by the functions below, and by nothing else. */
int archive_look(struct archive *archive, const char *id, struct reason *reason);

/* A line that tells what is wrong with it. */
void archive_find_damage(struct archive *archive, const char *line);

/* It counts: as one that was made anew, as one with something wrong. */
void archive_find_made(struct archive *archive);
void archive_find_fault(struct archive *archive);

/* It is to stand in the catalogue. */
void archive_find_game(struct archive *archive, const struct catalogue_game *game);

/* A game file in hand. */
struct archive_source {
	const char *id;
	char *path;
	uint64_t size;	 /* when it was looked at */
	int64_t changed; /* its time in nanoseconds */
	struct text bytes;
	struct digest digest;
};

/* Puts a game that is to be published into the archive, or a page that tells what is wrong with it;
 * one that hasn't begun is left out. */
int archive_take(struct archive *archive, const struct archive_source *source,
		 struct reason *reason);

/* Puts what others make of it beside a game's page, a picture and the forms of other programs, and
 * adds an item for each to a list. */
int archive_put_files(struct archive *archive, const struct archive_source *source,
		      const struct chronicle *chronicle, struct text *items_out,
		      struct reason *reason);

/* The page of a game. */
int archive_put_game(struct archive *archive, const char *id, const struct chronicle *chronicle,
		     const struct archive_told *told, struct reason *reason);

/* The digest of all that pages are made of beside the games' files: the program, what it says,
 * forms, definitions of games, the site's pieces. -1 when some of it can't be read. */
int archive_stamp(struct archive *archive, struct reason *reason);

/* Takes away what is there of games that don't stand in the archive now, whatever the catalogue of
 * before knows of them, and lists of which there are fewer by now. What isn't the archive's stays.
 */
void archive_remove_gone(struct archive *archive);

/* Takes away what a game has beside its page: one such file, or all. */
void archive_remove_file(struct archive *archive, const char *id, const char *ending);
void archive_remove_files(struct archive *archive, const char *id);

/* Takes away the pages NAME-N.html of a list, N and on. */
void archive_remove_older(struct archive *archive, const char *name, size_t first);

/* "players/DIGITS": a player's page, without ".html", named by so many digits of his name's digest,
 * which may stand in any address. The caller frees it. */
enum { ARCHIVE_PLAYER = 16 };
char *archive_player_page(const char *name);

/* Takes away players' pages but for those kept: "players/DIGITS". */
void archive_remove_players(struct archive *archive, GHashTable *kept);

/* All games, sorted, the newest last, as data for who searches them; takes it away where it isn't
 * wanted. */
int archive_put_search(struct archive *archive, const struct catalogue_game *const *games,
		       size_t count, bool wanted, struct reason *reason);

/* Adds crosstables of all kinds of games. */
void archive_add_tables(const struct catalogue *catalogue, struct text *out);

/* The lists of games, of players, and how they fared against each other. */
int archive_put_lists(struct archive *archive, struct reason *reason);

#endif
