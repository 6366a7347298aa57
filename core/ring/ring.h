/* SPDX-License-Identifier: MIT */
/*
 * The variant `ring`: as many boards as seats, each board between two neighbours, all joined by
 * stockpiles (rulings: "Rings" in games/rulings.txt). A board of a ring is an ordinary position of
 * two sides; the seats that play them are stored separately and may change.
 *
 * Boards, seats and set numbers are counted from 0 in the code, and from 1 or by name in every
 * text.
 *
 * A checkmate only ends the moves on its board. The seat is out, and its boards are taken over,
 * when the run of letters ends that brought the mate (ring_call_mates). Until then the loser may
 * still move on its other board, and the winner everywhere, because all moves that arrive in one
 * run are simultaneous.
 */
#ifndef PBEM_CORE_RING_RING_H
#define PBEM_CORE_RING_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/event/event.h"
#include "core/position/move.h"
#include "core/position/position.h"
#include "core/rules/draws.h"
#include "core/rules/rules.h"
#include "core/util/sha256.h"
#include "core/variant/variant.h"

struct strbuf;

enum {
	MAX_BOARDS = MAX_SEATS,
	RING_SIDES = 2,	    /* White is side 0, Black side 1 */
	RING_TEXT_MAX = 32, /* of a move with its board and a NUL */
	NO_BOARD = 0xff,
};

struct ring_board {
	struct position position; /* turn is the side to move */
	struct history history;	  /* of this board; complete, as pieces can come back */
	bool alive;		  /* false after a mate has taken the board out of the game */
	uint8_t seat[RING_SIDES]; /* the seats that play White and Black */
	uint8_t mated;	  /* the side that has lost here and hasn't been called, or NO_SIDE */
	const char *how;  /* how it lost: "checkmate", "resigned", "forfeited"; static */
	uint8_t offering; /* the side with an open draw offer here, or NO_SIDE */
	uint8_t set[MAX_PIECES];    /* the set number of each of the position's pieces */
	unsigned turns;		    /* finished turns since the board was set up */
	unsigned asked;		    /* the entry that asked the seat to move here; 0: none */
	int64_t asked_when;	    /* the time of that entry */
	struct sha256 asked_digest; /* the digest of that entry */
	square from, to;	    /* of its last turn, or NO_SQUARE; placements have no `from` */
	square taken;		    /* where that turn captured, or NO_SQUARE */
};

struct ring {
	unsigned boards;  /* as many as seats */
	uint16_t in_play; /* set of seats */
	/* The number of pieces in a seat's stockpile, by colour, kind and set. */
	uint16_t stock[MAX_SEATS][RING_SIDES][MAX_TYPES][MAX_BOARDS];
	unsigned played[MAX_SEATS];		/* the entry of each seat's last turn; 0: none */
	struct sha256 played_digest[MAX_SEATS]; /* the digest of that entry */
	/* The board that the events being recorded or applied are about, and their entry. */
	uint8_t at;
	unsigned entry;
	bool moved;		   /* a move of the current turn has been applied */
	square captured;	   /* where the current turn captured before its move */
	bool over;		   /* the game has its result, and nobody is to move */
	struct ring_board board[]; /* `boards` of them */
};

/* A move on a board, or a placement. */
struct ring_move {
	uint8_t board;
	bool placed; /* `type` and `set` are placed from the stockpile on move.to */
	uint8_t type, set;
	struct move move;
};

struct ring_list {
	struct ring_move *moves;
	unsigned count, size;
};

/*
 * Returns a ring with the array on every board, all seats in play, and White to move everywhere.
 * Nothing has been judged yet.
 */
struct ring *ring_new(const struct variant *variant);
struct ring *ring_copy(const struct ring *ring);
void ring_free(struct ring *ring);

/* Returns the seat to move on a board; NO_SIDE if the board is out of the game or has a mate. */
uint8_t ring_mover(const struct ring *ring, unsigned board);

/* Return the set of boards on which the seat plays, and of those on which it is to move. */
uint16_t ring_boards(const struct ring *ring, uint8_t seat);
uint16_t ring_turns(const struct ring *ring, uint8_t seat);

/* Adds the boards of a set: "1, 2 and 4". */
void ring_print_boards(uint16_t boards, struct strbuf *out);

/*
 * Return the side that the seat plays on a board, and its opponent there; NO_SIDE if there is none.
 */
uint8_t ring_side(const struct ring *ring, unsigned board, uint8_t seat);
uint8_t ring_opponent(const struct ring *ring, unsigned board, uint8_t seat);

/* Returns the board on which the seat plays that side, or NO_BOARD ([leaving-a-ring]: White). */
uint8_t ring_board_of(const struct ring *ring, uint8_t seat, uint8_t side);

/*
 * Return the seats to move on at least one board, and those that are to move on a board where their
 * king is attacked [ring-status].
 */
uint16_t ring_to_move(const struct ring *ring);
uint16_t ring_checked(const struct variant *variant, const struct ring *ring);

/* Reports whether a mate will be called at the end of the run. */
bool ring_has_mates(const struct ring *ring);

void ring_list_init(struct ring_list *list);
void ring_list_done(struct ring_list *list);

/* Adds the legal moves and placements of the seat to move on a board. */
void ring_legal(const struct variant *variant, const struct ring *ring, unsigned board,
		struct ring_list *list);

/* Adds the legal moves and placements on all boards. */
void ring_legal_all(const struct variant *variant, const struct ring *ring, struct ring_list *list);

/* Writes "2:e2e4" or "2:N/3@b1". */
void ring_text(const struct variant *variant, const struct ring_move *move,
	       char text_out[RING_TEXT_MAX]);

/* Sort by that text bytewise, and find the move with exactly that text, or NULL. */
void ring_list_sort(const struct variant *variant, struct ring_list *list);
const struct ring_move *ring_list_find(const struct variant *variant, const struct ring_list *list,
				       const char *text);

/*
 * Functions for events: each changes the ring and, unless `record` is NULL, adds its event. Events
 * about a board follow an event that names the board.
 */

/* Begins a new entry, whose events must name their board again. */
void ring_begin_entry(struct ring *ring);

/* Names the board of the following events, unless it is the same as before. */
void ring_name_board(struct ring *ring, unsigned board, struct event_list *record);

/* Makes a move from ring_legal, with all changes of pieces and stockpiles. */
void ring_make(const struct variant *variant, struct ring *ring, const struct ring_move *move,
	       struct event_list *record);

/*
 * Applies the consequences of a move on that board: mate (called later by ring_call_mates), the
 * next turn, repetition and other draws, and stalemates on any board [ring-stalemate]. A drawn
 * board is set up again [drawn-board-afresh].
 */
void ring_apply_consequences(const struct variant *variant, struct ring *ring, unsigned board,
			     struct event_list *record);

/* Begins the first turn on every board. */
void ring_start(const struct variant *variant, struct ring *ring, struct event_list *record);

/*
 * Records that the side has lost on that board, which is called at the end of the run. `how` is
 * "checkmate", "resigned" or "forfeited" [leaving-a-ring]. Returns false if it is anything else.
 */
bool ring_mate(struct ring *ring, unsigned board, uint8_t side, const char *how,
	       struct event_list *record);

/*
 * Sets up a drawn board again for its two seats [drawn-board-afresh] [ring-fresh-board]. `how` is a
 * word as in results of games: "repetition", "agreement" ...
 */
void ring_redraw(const struct variant *variant, struct ring *ring, unsigned board, const char *how,
		 struct event_list *record);

/*
 * Ends a run: calls the waiting mates in the order of the boards. Beaten seats leave, winners take
 * over, and boards are set up again [both-boards-lost]. The game may be won, or drawn because all
 * seats gave mate. Without waiting mates nothing happens.
 */
struct outcome ring_call_mates(const struct variant *variant, struct ring *ring,
			       struct event_list *record);

/*
 * Makes a move as a round of its own, for counting and trying moves [every-move-a-sitting]:
 * ring_make, ring_apply_consequences and ring_call_mates without events.
 */
struct outcome ring_run(const struct variant *variant, struct ring *ring,
			const struct ring_move *move);

/*
 * Returns that board's data for claims of a draw by the seat to move. The board is never dead
 * [ring-never-dead], because pieces may come to it from other boards.
 */
struct draws ring_draws(const struct variant *variant, const struct ring *ring, unsigned board);

/*
 * Applies a recorded event. Kinds that affect neither a board nor a stockpile are ignored. Returns
 * -1 with the reason if it is impossible in this ring.
 */
int ring_apply(const struct variant *variant, struct ring *ring, unsigned entry,
	       const struct event *event, struct reason *reason);

/*
 * Counts the sequences of `depth` moves (1 if `depth` is 0). Every move is a round of its own, so
 * that mates are called at once [every-move-a-sitting]. ring_start must have been called.
 */
uint64_t ring_perft(const struct variant *variant, const struct ring *ring, unsigned depth);

#endif
