/* SPDX-License-Identifier: MIT */
/* Functions and structs that only the files archive*.c share. */
#ifndef PBEM_ARCHIVE_ARCHIVE_INTERNAL_H
#define PBEM_ARCHIVE_ARCHIVE_INTERNAL_H

#include <glib.h>

#include "pbem/archive/archive.h"
#include "pbem/archive/game_catalog.h"
#include "pbem/archive/game_history.h"
#include "pbem/archive/html_template.h"
#include "pbem/archive/output_dir.h"

/* The last line of each page, which marks it as one of ours. */
#define ARCHIVE_MARK "<!-- of an archive that pbem makes -->\n"

struct archive {
	const struct archive_request *request;
	struct html_template *forms;
	struct variant_library *library;
	struct piece_set *pieces; /* the site's pieces; NULL: pbem's own */
	struct output_dir output;
	struct sha256 stamp;
	struct game_catalog before, now;
	char *language;	      /* "en" */
	struct strbuf *found; /* findings about the present game (archive_games.c) */
	struct archive_count *count;
};

/* The values of a page, made one by one. The values of all pages come first. */
enum { ARCHIVE_VALUES = 32 };
struct archive_page {
	struct archive *archive;
	struct strbuf texts[ARCHIVE_VALUES];
	struct value values[ARCHIVE_VALUES];
	size_t count;
};

/* Begins a page. `root` is the path from the page to the archive's top folder: "" or "../". */
void archive_page_init(struct archive_page *page, struct archive *archive, const char *root);

/* Adds a value, to be written as HTML. */
struct strbuf *archive_page_add(struct archive_page *page, const char *name);

/* Fills the template with the values, and puts the result into the archive as `name`. Frees the
 * page. */
int archive_page_put(struct archive_page *page, const char *form, const char *name,
		     struct reason *reason);

/* Adds a time as "2026-11-23", with the full time for programs. */
void archive_add_time(int64_t when, struct strbuf *out);

/* The values of a game's page in addition to what was read of the game. */
struct archive_game_extra {
	const char *damage; /* a sentence, or "" */
	const char *files;  /* the other files for downloading, items of a list in HTML */
	bool delayed;	    /* later turns aren't shown yet */
	const struct strbuf *faults, *notes; /* results of the check, one per line */
	bool checked;			     /* the game's file was checked and can be downloaded */
};

/* Handles all games of the site, as many at a time as requested. */
int archive_update_games(struct archive *archive, struct reason *reason);

/* Checks whether a game's page is up to date, and makes it again if necessary. Reports the findings
 * to the first process only through the functions below. */
int archive_update_game(struct archive *archive, const char *id, struct reason *reason);

/* Reports a line that says what is wrong with the game. */
void archive_report_damage(struct archive *archive, const char *line);

/* Count the game among those made again, and among those with something wrong. */
void archive_report_made(struct archive *archive);
void archive_report_fault(struct archive *archive);

/* Enters the game into the catalogue. */
void archive_report_game(struct archive *archive, const struct game_catalog_game *game);

/* The game file that is being read. */
struct archive_source {
	const char *id;
	char *path;
	uint64_t size;	 /* its size before its bytes were read */
	int64_t changed; /* time of its last change, in nanoseconds */
	struct strbuf bytes;
	struct sha256 digest;
};

/* Puts a game that is to be published into the archive, or a page that says what is wrong with it.
 * A game that hasn't begun is left out. */
int archive_publish_game(struct archive *archive, const struct archive_source *source,
			 struct reason *reason);

/* Puts other files beside a game's page, a picture and the formats of other programs, and adds an
 * item for each to a list. */
int archive_put_files(struct archive *archive, const struct archive_source *source,
		      const struct game_history *history, struct strbuf *items_out,
		      struct reason *reason);

/* Makes the page of a game. */
int archive_put_game(struct archive *archive, const char *id, const struct game_history *history,
		     const struct archive_game_extra *told, struct reason *reason);

/* Computes the digest of everything except the games' files that pages are made from: the program,
 * its texts, templates, definitions of games, the site's pieces. Returns -1 when some of that can't
 * be read. */
int archive_hash_inputs(struct archive *archive, struct reason *reason);

/* Removes the files of games that aren't in the archive now, whatever the earlier catalogue says
 * about them. Files that don't belong to the archive stay. */
void archive_remove_gone(struct archive *archive);

/* Remove files of a game: the one with that ending; and all except its page. */
void archive_remove_file(struct archive *archive, const char *id, const char *ending);
void archive_remove_files(struct archive *archive, const char *id);

/* Removes the pages NAME-N.html of a list from number N on. */
void archive_remove_older(struct archive *archive, const char *name, size_t first);

/* Returns "players/DIGITS": the name of a player's page without ".html". The digits are the first
 * ones of the digest of the player's name, so that the name is valid in any address. The caller
 * frees it. */
enum { ARCHIVE_PLAYER = 16 };
char *archive_player_page(const char *name);

/* Removes players' pages except those in `kept`: "players/DIGITS". */
void archive_remove_players(struct archive *archive, GHashTable *kept);

/* Writes `games`, which are sorted by time with the newest last, as data for searching, the newest
 * first. Removes the file instead if it isn't `wanted`. */
int archive_put_search(struct archive *archive, const struct game_catalog_game *const *games,
		       size_t count, bool wanted, struct reason *reason);

/* Adds one crosstable per variant. */
void archive_add_tables(const struct game_catalog *catalogue, struct strbuf *out);

/* Writes the lists of games and of players, and the crosstables. */
int archive_put_lists(struct archive *archive, struct reason *reason);

#endif
