/* SPDX-License-Identifier: MIT */
/* Builds the game file of a game that was played elsewhere; for import*.c. */
#ifndef PBEM_CORE_FORMATS_IMPORT_GAME_H
#define PBEM_CORE_FORMATS_IMPORT_GAME_H

#include "core/formats/import.h"
#include "core/gamefile/gamefile.h"
#include "core/order/order_list.h"
#include "core/util/strbuf.h"

struct import_game {
	const struct pgn_parse_game *game;
	struct gamefile *file;
	struct strbuf *out;
	char cause[SHA256_HEX + 8]; /* "sha256:HEX" of the game's text */
	int64_t when;
	unsigned line; /* line of the collection, for error messages */
	size_t ply;    /* number of turns made */
	unsigned left; /* number of seats out of the game whose mark in the text hasn't been read
			  yet */
	size_t early;  /* the ply, from 1, at which the game went on although it was drawn
			  automatically here */
	struct strbuf *notes; /* or NULL */
};

/* A game's variant, options and tags. */
struct import_game_of {
	const char *variant;
	const struct option *options;
	size_t option_count;
	const char *start;	     /* FEN or FEN4; "": the array */
	const char *format;	     /* "pgn" */
	const char *const *players;  /* tags of the seats' players, NULL after the last */
	const char *const *left_out; /* tags not kept because the game itself shows them, NULL after
					the last */
	bool played_on;		     /* draws by counting don't end it automatically */
};

/* Plays all turns up to the end of the game. Returns -1 with the reason. */
typedef int import_game_play(struct import_game *entering, struct reason *reason);

/*
 * Makes the file of a game: begins it and plays it. If the game went on, or ended otherwise, after
 * it is drawn automatically here [quiet-rounds] [draw-by-repetition], begins again as a game that
 * was played on. Returns -1 with the reason. The caller calls import_game_done in any case.
 */
int import_game_whole(struct import_game *entering, const struct pgn_parse_game *game,
		      const struct imported *imported, struct import_game_of *of,
		      import_game_play *play, struct variant_library *library, struct strbuf *out,
		      struct reason *reason);

void import_game_done(struct import_game *entering);

/* Reports whether the game isn't over. */
bool import_game_goes_on(const struct import_game *entering);

/*
 * Makes the turn of the seat to move: the one legal move that `written` means. With `draw` it also
 * offers a draw.
 */
int import_game_move(struct import_game *entering, const char *written, bool draw,
		     struct reason *reason);

/* Makes a seat resign, or agree to the draw offered. */
int import_game_order(struct import_game *entering, unsigned seat, enum order_kind kind,
		      struct reason *reason);

/* Add a decision as by a moderator: a seat is out, or the game is over. */
int import_game_forfeit(struct import_game *entering, unsigned seat, struct reason *reason);
int import_game_adjudicate(struct import_game *entering, uint16_t winners, struct reason *reason);

/*
 * Fails with the reason, because `what` follows although the game is over. If it was drawn
 * automatically, notes that it may have been played on.
 */
int import_game_is_over(struct import_game *entering, const char *what, struct reason *reason);

/* Prefixes the reason with "game 3, ply 12: " and returns -1. */
int import_game_fault(const struct import_game *entering, struct reason *reason);

/* Adds a note about the next ply. */
void import_game_note(const struct import_game *entering, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Refuses a game that has a misspelt tag in place of a tag `names`, or one that should begin from a
 * position but doesn't say which. Returns -1 with the reason.
 */
int import_game_check_tags(const struct pgn_parse_game *game, const char *const *names,
			   struct reason *reason);

#endif
