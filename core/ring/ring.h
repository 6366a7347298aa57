/* SPDX-License-Identifier: MIT */
/*
 * The variant `ring`: as many boards as seats, each board between two neighbours, all of them
 * joined by stockpiles (rulings: "Rings" in games/rulings.txt). A board of a ring is an ordinary
 * position of two sides; who plays a side stands beside it and may change.
 *
 * Boards, seats and set numbers are counted from 0 here and from 1, or by name, in every text.
 *
 * A checkmate ends no more than its board's moves: the seat is out, and what it leaves is taken
 * over, when the run of letters ends that brought the mate (ring_call). Until then the loser may go
 * on moving on its other board, and so may the winner everywhere: what arrives in one run is
 * simultaneous.
 */
#ifndef PBEM_CORE_RING_RING_H
#define PBEM_CORE_RING_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/digest.h"
#include "core/position/event.h"
#include "core/position/move.h"
#include "core/position/position.h"
#include "core/rules/draws.h"
#include "core/rules/rules.h"
#include "core/variant/variant.h"

struct text;

enum {
	MAX_BOARDS = MAX_SEATS,
	RING_SIDES = 2,	    /* White is side 0, Black side 1 */
	RING_TEXT_MAX = 32, /* of a move with its board, and its NUL */
	NO_BOARD = 0xff,
};

struct ring_board {
	struct position position; /* position.turn is the side to move */
	struct history history;	  /* of this board; none of it is forgotten: a man can come back */
	bool alive;		  /* false once a mate has taken the board out of the game */
	uint8_t seat[RING_SIDES]; /* who plays White, Black */
	uint8_t mated;		  /* the side that has lost here and isn't called yet, or NO_SIDE */
	const char *how;	  /* of that: "checkmate", "resigned", "forfeited"; static */
	uint8_t offering;	  /* the side whose offer of a draw stands here, or NO_SIDE */
	uint8_t set[MAX_PIECES];  /* the set number of each of the position's pieces */
	unsigned turns;		  /* finished turns since the board was set up */
	unsigned asked;		  /* the entry that asked who is to move here; 0: none has yet */
	int64_t asked_when;	  /* its time */
	struct digest asked_digest; /* its digest */
	square from, to; /* of its last turn, NO_SQUARE before it; placements have no `from` */
	square taken;	 /* where that captured something, or NO_SQUARE */
};

struct ring {
	unsigned boards;  /* as many as seats */
	uint16_t in_play; /* set of seats */
	/* How many men of each colour, kind and set lie in a seat's stockpile. */
	uint16_t stock[MAX_SEATS][RING_SIDES][MAX_TYPES][MAX_BOARDS];
	unsigned played[MAX_SEATS]; /* the entry of each seat's last turn, 0: none yet */
	struct digest played_digest[MAX_SEATS]; /* its digest */
	/* Which board the facts are about that are being recorded or applied, and in which entry.
	 */
	uint8_t at;
	unsigned entry;
	bool moved;		   /* a move of the turn in hand has been applied */
	square captured;	   /* where the turn in hand took something before it moved */
	bool over;		   /* the game has its result: nobody is to move */
	struct ring_board board[]; /* `boards` of them */
};

/* A move on a board, or a placement. */
struct ring_move {
	uint8_t board;
	bool placed; /* then `type` and `set` come from the stockpile to move.to */
	uint8_t type, set;
	struct move move;
};

struct ring_list {
	struct ring_move *moves;
	unsigned count, size;
};

/* The array on every board, all seats in play, White to move everywhere; nothing judged yet. */
struct ring *ring_new(const struct variant *variant);
struct ring *ring_copy(const struct ring *ring);
void ring_free(struct ring *ring);

/* Sets the array up on a board, for whoever sits there: part of ring_new and of the fact `fresh`.
 */
void ring_set_up(const struct variant *variant, struct ring *ring, unsigned board);

/* The seat to move on a board, or NO_SIDE: the board is out of the game, or a mate was given on it.
 */
uint8_t ring_mover(const struct ring *ring, unsigned board);

/* The boards where the seat sits, as a set; and those of them where it is to move. */
uint16_t ring_boards(const struct ring *ring, uint8_t seat);
uint16_t ring_turns(const struct ring *ring, uint8_t seat);

/* "1, 2 and 4": the boards of a set. */
struct text;
void ring_print_boards(uint16_t boards, struct text *out);

/* The side the seat plays on a board, or NO_SIDE; its opponent there, or NO_SIDE. */
uint8_t ring_side(const struct ring *ring, unsigned board, uint8_t seat);
uint8_t ring_opponent(const struct ring *ring, unsigned board, uint8_t seat);

/* The board on which the seat plays that side, or NO_BOARD ([leaving-a-ring]: White). */
uint8_t ring_board_of(const struct ring *ring, uint8_t seat, uint8_t side);

/* The seats to move on at least one board; those to move where their king is attacked
 * [ring-status].
 */
uint16_t ring_to_move(const struct ring *ring);
uint16_t ring_checked(const struct variant *variant, const struct ring *ring);

/* Whether a mate waits to be called at the end of the run. */
bool ring_has_mates(const struct ring *ring);

void ring_list_init(struct ring_list *list);
void ring_list_done(struct ring_list *list);

/* Adds the legal moves and placements of the seat to move on a board; none when nobody is. */
void ring_legal(const struct variant *variant, const struct ring *ring, unsigned board,
		struct ring_list *list);

/* How many moves and placements the seat to move on a board has. */
unsigned ring_count(const struct variant *variant, const struct ring *ring, unsigned board);

/* The same of all boards. */
void ring_legal_all(const struct variant *variant, const struct ring *ring, struct ring_list *list);

/* "2:e2e4", "2:N/3@b1". */
void ring_text(const struct variant *variant, const struct ring_move *move,
	       char text_out[RING_TEXT_MAX]);

/* Sorts bytewise by that text; and finds the move whose text it is, or NULL. */
void ring_list_sort(const struct variant *variant, struct ring_list *list);
const struct ring_move *ring_list_find(const struct variant *variant, const struct ring_list *list,
				       const char *text);

/*
 * Facts. Each changes the ring and, unless `record` is NULL, adds the event that says so; facts
 * about a board are preceded by which board it is.
 */

/* From here on what is recorded belongs to a new entry: it says anew which board it is about. */
void ring_begin_entry(struct ring *ring);

/* Says which board the facts below are about, unless that was said last. */
void ring_say_board(struct ring *ring, unsigned board, struct event_list *record);

/* Makes a move of ring_legal's: what happens to the pieces and the stockpiles. */
void ring_make(const struct variant *variant, struct ring *ring, const struct ring_move *move,
	       struct event_list *record);

/* What follows from a move on that board: mate given there (called only by ring_call), whose turn
 * it is, repetition and the other draws, after which a board is set up afresh [drawn-board-afresh],
 * and stalemates on any board [ring-stalemate]. */
void ring_follow(const struct variant *variant, struct ring *ring, unsigned board,
		 struct event_list *record);

/* The first turn on every board, and nothing else. */
void ring_start(const struct variant *variant, struct ring *ring, struct event_list *record);

/* The side has lost on that board, and it is called at the end of the run. `how` is "checkmate",
 * "resigned" or "forfeited" [leaving-a-ring]; false when it is none of these. */
bool ring_mate(struct ring *ring, unsigned board, uint8_t side, const char *how,
	       struct event_list *record);

/* The board is drawn and set up afresh for the two who sit there [drawn-board-afresh]
 * [ring-fresh-board]. `how` as the results of a game: "repetition", "agreement" ... */
void ring_redraw(const struct variant *variant, struct ring *ring, unsigned board, const char *how,
		 struct event_list *record);

/*
 * The end of a run: calls the mates that wait, in board order; who is beaten leaves, the winner
 * takes over, boards are set up afresh [both-boards-lost], or the game is won, or drawn because all
 * gave mate. Without mates waiting nothing happens and the game goes on.
 */
struct outcome ring_call(const struct variant *variant, struct ring *ring,
			 struct event_list *record);

/* A move that is a run of its own, for counting and trying [every-move-a-sitting]: ring_make,
 * ring_follow and ring_call with nobody looking on. */
struct outcome ring_run(const struct variant *variant, struct ring *ring,
			const struct ring_move *move);

/* That board, on which a seat is to move, for the claim of a draw: it is never dead
 * [ring-never-dead], men may come to it from others. */
struct draws ring_draws(const struct variant *variant, const struct ring *ring, unsigned board);

/* The identity of a board for repetition [ring-repetition]. */
struct position_key ring_key(const struct variant *variant, const struct ring *ring,
			     unsigned board);

/* Applies one recorded fact; kinds that don't touch a board or a stockpile are ignored. -1 when it
 * can't be true of this ring. */
int ring_apply(const struct variant *variant, struct ring *ring, unsigned entry,
	       const struct event *event, struct reason *reason);

/*
 * Counts the sequences of `depth` moves; depth 0 is 1. Every move is a run of its own, so that
 * mates are called at once [every-move-a-sitting]. ring_start has judged it.
 */
uint64_t ring_perft(const struct variant *variant, const struct ring *ring, unsigned depth);

#endif
