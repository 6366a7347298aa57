/* SPDX-License-Identifier: MIT */
/*
 * What is to be seen of a game, as a value: boards with their squares as they lie on the page, and
 * what stands on them. It is made of the same that boards in text are (core/view), so nothing is in
 * it that a seat may not know. Pictures are drawn of it (picture.h), a page can make a table of it.
 *
 * All rules of how a scene comes about stand in the kinds of games (struct kind, `scene`).
 */
#ifndef PBEM_CORE_PICTURE_SCENE_H
#define PBEM_CORE_PICTURE_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/turn/game.h"
#include "core/variant/board.h"

struct text;

enum {
	SCENE_SIGNS = 8,   /* of a square, at most, and a NUL */
	SCENE_PILES = 96,  /* in stockpiles, at most */
	SCENE_LEGEND = 16, /* signs that are explained */
};

/* What a square is marked with, as a set. */
enum scene_mark {
	SCENE_HOLE = 1,	   /* there is no square */
	SCENE_DARK = 2,	   /* it is one of the dark ones */
	SCENE_FROM = 4,	   /* a piece of the last turn came from here */
	SCENE_TO = 8,	   /* ... went here */
	SCENE_TAKEN = 16,  /* something was captured here in the last turn */
	SCENE_CHECK = 32,  /* the king here is attacked */
	SCENE_CLOSED = 64, /* a Forbidden City: nothing may enter it */
};

/* A man on a square. */
struct scene_man {
	uint8_t side;	   /* whose colour it has; NO_SIDE: nobody stands here */
	uint8_t type;	   /* its kind (variant_type_name) */
	bool faded;	   /* its army isn't played by its own seat any more, or can't be taken */
	const char *shape; /* what is drawn: "king", of cards also "crab", "prince"; static, or the
			      variant's */
};

/* A square, or a hole between them. */
struct scene_cell {
	square at;
	uint8_t marks;		     /* set of enum scene_mark */
	uint8_t walls;		     /* directions of the page (1 << N: up) without a way out, wall
					drawn; aslant: the corner is closed */
	uint8_t dotted;		     /* directions in which equator or midline runs along */
	struct scene_man man, other; /* two stand here, merged or side by side; mostly one */
	bool merged;		     /* man and other are one */
	char signs[SCENE_SIGNS + 1]; /* of what cards did to them: "=", "o-" as in boards of text */
};

struct scene_board {
	unsigned number; /* from 1 where there are several, else 0 */
	bool over;	 /* nobody plays here any more */
	unsigned columns, rows;
	unsigned turned;		     /* quarter turns of the board: 1: east is up */
	uint8_t to_move;		     /* the side, or NO_SIDE */
	uint8_t seats[MAX_SIDES];	     /* who plays each side; NO_SIDE: nobody */
	struct scene_cell cell[MAX_SQUARES]; /* row by row from the top left: column + row * columns
					      */
};

/* What a sign beside a man, or on a square, means. */
struct scene_sign {
	char sign;
	const char *item; /* "neutral", in English: phrase() has it */
};

/* So many men of a kind and a colour in a seat's stockpile. */
struct scene_pile {
	uint8_t seat;
	struct scene_man man;
	unsigned count;
};

struct scene {
	const struct variant *variant; /* borrowed */
	bool hidden;		       /* the seat may not see any board now */
	bool by_case; /* two play: letters tell them apart, capitals the first one's */
	unsigned sign_count;
	struct scene_sign legend[SCENE_LEGEND]; /* of the signs that are used */
	unsigned pile_count;
	struct scene_pile pile[SCENE_PILES];
	unsigned boards;
	struct scene_board board[]; /* `boards` of them */
};

/* As `seat` may see it (NO_SIDE: as everybody may), from the side of seat `from` (NO_SIDE: the
 * first one's): as view_board_for. The caller calls scene_free, which takes NULL. */
struct scene *scene_new(const struct game *game, uint8_t from, uint8_t seat);
void scene_free(struct scene *scene);

/* Leaves nothing but the board of that number, without stockpiles; false, and all stays, when it
 * isn't there or nobody plays on it. */
bool scene_keep(struct scene *scene, unsigned number);

/* The letter of a man as text has it: "K", "k"; of more than two sides always a capital. */
char scene_letter(const struct scene *scene, const struct scene_man *man);

/* "e", "4": what a column, or a row, of a board is called; into SQUARE_NAME_MAX bytes. */
void scene_column(const struct scene *scene, const struct scene_board *board, unsigned column,
		  char *name_out);
void scene_row(const struct scene *scene, const struct scene_board *board, unsigned row,
	       char *name_out);

/*
 * The position in words, in the language spoken: "White: king e1, queen d1, pawns a2 b2. Black:
 * ...", what is marked, stockpiles; one paragraph without markup. For who can't see a picture.
 */
void scene_words(const struct scene *scene, struct text *out);

/* ---- for the kinds of games ---- */

/* An empty scene of so many boards. */
struct scene *scene_empty(const struct variant *variant, unsigned boards);

/*
 * One board of it: a position as who looks `forward` sees it (sheet_forward); `last` (may be NULL)
 * is the turn to be marked, `checked` the set of sides whose king is attacked. Marks of cards are
 * added by who knows of them.
 */
void scene_put_board(struct scene *scene, unsigned board, const struct position *position,
		     const struct turn_record *last, uint8_t forward, uint8_t checked);

/* The cell of a square of a board, never that of a hole; NULL for NO_SQUARE. */
struct scene_cell *scene_cell_at(struct scene_board *board, square at);

/* The direction of the page for one of the board. */
unsigned scene_direction(const struct scene_board *board, unsigned direction);

/* Adds a sign to a cell, once, and to the legend. */
void scene_add_sign(struct scene *scene, struct scene_cell *cell, char sign, const char *item);

/* Adds men to a stockpile; what is beyond SCENE_PILES is left out. */
void scene_add_pile(struct scene *scene, uint8_t seat, uint8_t side, uint8_t type, unsigned count);

#endif
