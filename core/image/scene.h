/* SPDX-License-Identifier: MIT */
/*
 * The scene of a game, as a value: boards with their squares as on the page, and the pieces on
 * them. It is made from the same data as boards in text (core/view), so it contains nothing that
 * the seat may not know. Pictures are drawn from it (image.h), and pages may make tables from it.
 *
 * Each kind of game builds its own scenes (struct gametype, `scene`).
 */
#ifndef PBEM_CORE_IMAGE_SCENE_H
#define PBEM_CORE_IMAGE_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/game/game.h"
#include "core/variant/board.h"

struct strbuf;

enum {
	SCENE_SIGNS = 8,   /* most signs of a square, without the NUL */
	SCENE_PILES = 96,  /* most piles in stockpiles */
	SCENE_LEGEND = 16, /* most explained signs */
};

/* The marks of a square, as a set. */
enum scene_mark {
	SCENE_HOLE = 1,	   /* there is no square */
	SCENE_DARK = 2,	   /* a dark square */
	SCENE_FROM = 4,	   /* a piece of the last turn came from here */
	SCENE_TO = 8,	   /* a piece of the last turn went here */
	SCENE_TAKEN = 16,  /* something was captured here in the last turn */
	SCENE_CHECK = 32,  /* the king here is attacked */
	SCENE_CLOSED = 64, /* a Forbidden City, which nothing may enter */
};

/* A piece on a square. */
struct scene_piece {
	uint8_t side;	   /* its colour; NO_SIDE: there is no piece */
	uint8_t type;	   /* its kind (variant_type_name) */
	bool faded;	   /* its own seat no longer plays its army, or it can't be captured */
	const char *shape; /* name of its shape: "king", with cards also "crab", "prince"; static or
			      owned by the variant */
};

/* A square, or a hole among squares. */
struct scene_cell {
	square at;
	uint8_t marks;	/* set of enum scene_mark */
	uint8_t walls;	/* directions on the page (1 << N: up) closed by a wall; diagonally: the
			   corner is closed */
	uint8_t dotted; /* directions in which the equator or midline is the border */
	struct scene_piece man, other; /* one piece, or two merged or side by side */
	bool merged;		       /* man and other are merged */
	char signs[SCENE_SIGNS + 1];   /* effects of cards: "=", "o-", as on boards in text */
};

struct scene_board {
	unsigned number; /* from 1 in a ring, else 0 */
	bool over;	 /* the board is out of the game */
	unsigned columns, rows;
	unsigned turned;		     /* quarter turns of the board; 1: east is up */
	uint8_t to_move;		     /* the side, or NO_SIDE */
	uint8_t seats[MAX_SIDES];	     /* the seat that plays each side, or NO_SIDE */
	struct scene_cell cell[MAX_SQUARES]; /* row by row from the top left */
};

/* The meaning of a sign beside a piece or on a square. */
struct scene_sign {
	char sign;
	const char *item; /* in English, to be translated: "neutral" */
};

/* Pieces of one kind and colour in a seat's stockpile. */
struct scene_pile {
	uint8_t seat;
	struct scene_piece man;
	unsigned count;
};

struct scene {
	const struct variant *variant; /* not owned */
	bool hidden;		       /* the seat may not see any board now */
	bool by_case; /* two play, and pieces of the first seat have capital letters */
	unsigned sign_count;
	struct scene_sign legend[SCENE_LEGEND]; /* of the signs used */
	unsigned pile_count;
	struct scene_pile pile[SCENE_PILES];
	unsigned boards;
	struct scene_board board[]; /* `boards` of them */
};

/*
 * Returns a game's scene as `seat` may see it (NO_SIDE: as everybody may), from the side of seat
 * `from` (NO_SIDE: the first seat), as view_board_for does. The caller calls scene_free, which
 * accepts NULL.
 */
struct scene *scene_new(const struct game *game, uint8_t from, uint8_t seat);
void scene_free(struct scene *scene);

/*
 * Removes everything except the board with that number, including stockpiles. Returns false and
 * changes nothing if there is no such board or nobody plays on it.
 */
bool scene_select_board(struct scene *scene, unsigned number);

/* Returns the letter of a piece as in text: "K", "k"; with more than two sides always a capital. */
char scene_letter(const struct scene *scene, const struct scene_piece *man);

/* Write the name of a board's column ("e") or row ("4"), into SQUARE_NAME_MAX bytes. */
void scene_column(const struct scene *scene, const struct scene_board *board, unsigned column,
		  char *name_out);
void scene_row(const struct scene *scene, const struct scene_board *board, unsigned row,
	       char *name_out);

/*
 * Adds the position in words, in the current language, for people who can't see a picture: "White:
 * king e1, queen d1, pawns a2 b2. Black: ...", the marks and the stockpiles. It is one paragraph
 * without markup.
 */
void scene_words(const struct scene *scene, struct strbuf *out);

/* ---- for the kinds of games ---- */

/* Returns an empty scene with that number of boards. */
struct scene *scene_empty(const struct variant *variant, unsigned boards);

/*
 * Fills in a board of the scene: a position seen in direction `forward` (board_text_forward).
 * `last` (may be NULL) is the turn to be marked, `checked` the set of sides whose king is attacked.
 * The caller adds marks of cards.
 */
void scene_put_board(struct scene *scene, unsigned board, const struct position *position,
		     const struct turn_record *last, uint8_t forward, uint8_t checked);

/* Returns the cell of a square on a board, never that of a hole; NULL for NO_SQUARE. */
struct scene_cell *scene_cell_at(struct scene_board *board, square at);

/* Returns the direction on the page for a direction on the board. */
unsigned scene_direction(const struct scene_board *board, unsigned direction);

/* Adds a sign to a cell, once, and to the legend. */
void scene_add_sign(struct scene *scene, struct scene_cell *cell, char sign, const char *item);

/* Adds pieces to a stockpile. Piles beyond SCENE_PILES are left out. */
void scene_add_pile(struct scene *scene, uint8_t seat, uint8_t side, uint8_t type, unsigned count);

#endif
