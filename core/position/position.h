/* SPDX-License-Identifier: MIT */
/*
 * The pieces on their squares, the turn, and every right that belongs to the board. A position has
 * no pointers and can be copied: `struct position next = *now;` tries a move. It changes only
 * through the functions in this file, one for each event, so that rules and replays use the same
 * code.
 */
#ifndef PBEM_CORE_POSITION_POSITION_H
#define PBEM_CORE_POSITION_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#include "core/event/event.h"
#include "core/util/base.h"
#include "core/variant/board.h"
#include "core/variant/variant.h"

struct strbuf;

/* Where a piece is. A piece keeps its index wherever it goes. */
enum fate {
	ON_BOARD,
	CAPTURED,
	DEAD,
	GONE, /* left with its beaten seat [beaten-armies] */
	/* Only with cards (core/cards/board/card_board.h): */
	AWAY,	 /* for a while */
	MERGED,	 /* part of another piece, and moves with it */
	SHARING, /* on a square with another piece, which piece_at names */
};

/* The state of a pawn of [pawn-truce]. */
enum truce { TRUCE_NONE, TRUCE_BOUND, TRUCE_FREED };

enum { NO_PIECE = 0xff };

struct piece {
	square at;     /* valid while ON_BOARD */
	uint8_t side;  /* its army and colour */
	uint8_t type;  /* its present kind */
	uint8_t born;  /* its original kind: a promoted pawn has "pawn" */
	uint8_t fate;  /* enum fate */
	bool moved;    /* has moved in this game: no castling, no double step */
	uint8_t truce; /* enum truce */
};

/* The right to capture a pawn en passant [en-passant-right]. */
struct passant {
	square over; /* the square that the pawn passed, or NO_SQUARE */
	square pawn; /* the pawn's square */
};

/* A round of [exchange-round], which begins with a capture and may lead to debts. */
struct exchange {
	uint8_t left;		 /* remaining turns including the current one; 0: no round */
	uint8_t weakest;	 /* worth of the least piece captured in it; 0: only kings */
	uint16_t lost, involved; /* sets of seats: those that lost a piece; those that captured or
				    lost one */
};

enum {
	/*
	 * A side has one right for each double step of its last turn. A turn may have three moves
	 * at most [several-moves].
	 */
	MAX_PASSANTS = 3 * MAX_SIDES,
};

enum {
	OWNER_NONE = 0,	    /* an empty square */
	OWNER_ROYAL = 0x40, /* added for a king, which is attacked but never captured
			       [king-never-taken] */
	OWNER_RIM = 0x80,   /* not a square: NO_SQUARE, or a hole */
};

struct position {
	uint8_t piece_at[MAX_SQUARES + 1]; /* index into pieces, or NO_PIECE; also for NO_SQUARE */
	uint8_t owner[MAX_SQUARES + 1];	   /* 1 << side of the piece there, or OWNER_... */
	uint32_t occupied[MAX_LINES]; /* for each line of the board, bits of occupied places and of
					 its ends */
	struct piece pieces[MAX_PIECES];
	uint8_t piece_count;
	uint8_t king[MAX_SIDES]; /* index of each side's king, NO_PIECE if it has none */
	/*
	 * The rights against a side's pawns have the indices side, side + MAX_SIDES and side + 2 *
	 * MAX_SIDES.
	 */
	struct passant passant[MAX_PASSANTS];
	uint8_t passant_end;		/* no rights are open from here on */
	uint8_t first_piece[MAX_SIDES]; /* the first of each side's pieces in `pieces` */
	uint8_t end_piece[MAX_SIDES];	/* one after the last; others may be among them */
	uint8_t controller[MAX_SIDES];	/* the seat that commands each army, or NO_SIDE */
	uint8_t dead; /* set of sides that nobody commands and that still guard ([beaten-armies]
			 dead) */
	uint8_t obstacles; /* set of sides that can't be captured ([beaten-armies] obstacles) */
	uint32_t clock;	   /* increases with every move of a piece */
	uint32_t moved_at[MAX_SIDES]; /* clock at each seat's last turn with a move; 0: none
					 [who-mated] */
	uint16_t in_play;	      /* set of seats */
	/*
	 * The seat to move, NO_SIDE when the game is over. Its player is controller[turn], which is
	 * the conqueror if the seat is beaten and `beaten = role`.
	 */
	uint8_t turn;
	uint16_t frozen; /* seats whose pieces, except kings, can't be captured [frozen-seat] */
	uint16_t debts[MAX_SIDES]; /* the debt of each seat [debt-payment] */
	struct exchange exchange;  /* the running round [exchange-round] */
	uint16_t quiet;		   /* complete rounds without capture or pawn move [quiet-rounds] */
	uint16_t round;		   /* set of seats that have had their turn in the running round */
};

/* A castling: the squares of king and rook before and after it. */
struct castling {
	square king, rook, king_to, rook_to;
};

/*
 * Makes an empty board on which all seats are in play, each commands its own side, and the first is
 * to move.
 */
void position_clear(const struct variant *variant, struct position *position);

/*
 * Builds piece_at, owner, occupied, king and the ranges of pieces from `pieces` and `piece_count`,
 * for code that reads these from a file. Returns false if two pieces have the same square.
 */
bool position_index(const struct variant *variant, struct position *position);

/*
 * Reports whether a position read from a file is sound: every index, square, kind and seat is
 * valid, and the tables are those that position_index makes from the pieces.
 */
bool position_is_sound(const struct variant *variant, const struct position *position);

/*
 * Report whether a number read from a file is valid: a square that is no hole, or NO_SQUARE; a
 * seat, or NO_SIDE; a kind of piece, or NO_TYPE.
 */
bool position_is_square(const struct variant *variant, unsigned at);
bool position_is_square_or_none(const struct variant *variant, unsigned at);
bool position_is_seat_or_none(const struct variant *variant, unsigned seat);
bool position_is_type_or_none(const struct variant *variant, unsigned type);

/* Sets up the variant's array with its first seat to move. */
void position_start(const struct variant *variant, struct position *position);

/*
 * Reads a FEN, for variants with two sides on a board that FEN can describe. Castling may also be
 * in the form of X-FEN or Shredder-FEN, with the letter of the rook's file. King and rook are
 * marked as unmoved if there is a right to castle. Returns -1 with the reason.
 */
int position_from_fen(const struct variant *variant, const char *fen, struct position *position,
		      struct reason *reason);

/*
 * Adds the FEN of a position. Castling is in the form of X-FEN, with a file's letter only for a
 * rook that isn't the outermost. `number` is that of the full move. Returns false and adds nothing
 * if FEN can't express the variant.
 */
bool position_to_fen(const struct variant *variant, const struct position *position,
		     unsigned number, struct strbuf *out);

/*
 * Puts a new piece on an empty square, for set-ups (`pbem try`, FEN). It counts as unmoved only on
 * a starting square of its kind. Returns false if there are too many pieces.
 */
bool position_put(const struct variant *variant, struct position *position, uint8_t side,
		  uint8_t type, square at);

/*
 * Remove a piece from its square without deciding its fate, and put a piece on an empty square.
 * Effects of cards consist of these. A piece put down is ON_BOARD.
 */
void position_take_up(const struct variant *variant, struct position *position, square at);
void position_put_down(const struct variant *variant, struct position *position, unsigned piece,
		       square at);

/* Returns the piece on a square, or NULL. */
static inline const struct piece *position_piece(const struct position *position, square at)
{
	const uint8_t index = position->piece_at[at];

	return index == NO_PIECE ? NULL : &position->pieces[index];
}

/*
 * Functions for events: each changes the position and, unless `record` is NULL, adds its event.
 * Moving a piece also records that the seat to move has had its turn in the running round. Setting
 * the quiet rounds begins a new round.
 */
void position_move(const struct variant *variant, struct position *position, square from, square to,
		   struct event_list *record);
/*
 * Moves king and rook at once, if neither can move first: they change places, or one of them stays.
 */
void position_castle(const struct variant *variant, struct position *position,
		     const struct castling *castling, struct event_list *record);
void position_capture(const struct variant *variant, struct position *position, square at,
		      struct event_list *record);
void position_promote(struct position *position, square at, uint8_t type,
		      struct event_list *record);
void position_open_passant(struct position *position, uint8_t side, square over, square pawn,
			   struct event_list *record);
/*
 * position_close_passant closes all rights against the side's pawns, position_drop_passant only the
 * right against the pawn on that square, if any.
 */
void position_close_passant(struct position *position, uint8_t side, struct event_list *record);
void position_drop_passant(struct position *position, square pawn, struct event_list *record);
void position_set_quiet(struct position *position, uint16_t rounds, struct event_list *record);
/* Counts another quiet round if every seat in play has had its turn in it [quiet-rounds]. */
void position_close_round(struct position *position, struct event_list *record);
void position_set_turn(struct position *position, uint8_t seat, struct event_list *record);
/*
 * Puts a piece from elsewhere on an empty square, as the turn of the side to move: a placement in a
 * ring, which the caller records because it knows the set. Pawns may still have a double step;
 * other pieces count as moved [placed-rook-never-castles]. Returns the piece's index.
 */
unsigned position_place(const struct variant *variant, struct position *position, uint8_t side,
			uint8_t type, square at);

/* Removes a piece that nobody captured: with its beaten seat, or as payment [debt-payment]. */
void position_remove(const struct variant *variant, struct position *position, square at,
		     struct event_list *record);

/* Frees the pawn there from [pawn-truce]. */
void position_free(struct position *position, square at, struct event_list *record);

/* Makes the seat commander of the side's army. */
void position_conquer(struct position *position, uint8_t side, uint8_t seat,
		      struct event_list *record);

/*
 * Leaves the side's army without a commander. `how` is one word: dead, inert, obstacles, removed.
 * Returns false if it is anything else.
 */
bool position_abandon(struct position *position, uint8_t side, const char *how,
		      struct event_list *record);

/* Passes the turn of a seat without a move, which counts as its turn in the running round. */
void position_pass(struct position *position, uint8_t seat, struct event_list *record);

/*
 * [paid-by-queen]: replaces the piece on the square by a captured piece of that kind and the same
 * side. Returns false and changes nothing if there is none.
 */
bool position_trade(const struct variant *variant, struct position *position, square at,
		    uint8_t type, struct event_list *record);

/* Sets the state of the running round [exchange-round]. */
void position_set_exchange(const struct variant *variant, struct position *position,
			   struct exchange exchange, struct event_list *record);

/* Sets the seat's debt [debt-payment]. */
void position_set_debt(struct position *position, uint8_t seat, uint16_t debt,
		       struct event_list *record);

/*
 * Freeze a seat that is mated and loses its turn, which counts as its turn in the running round,
 * and end this state [frozen-seat].
 */
void position_freeze(struct position *position, uint8_t seat, struct event_list *record);
void position_thaw(struct position *position, uint8_t seat, struct event_list *record);

/* Takes the seat out of play. Separate events record the fate of its army. */
void position_remove_seat(struct position *position, uint8_t seat);

/*
 * Applies a recorded event. Kinds that don't affect the board are ignored. Returns -1 with the
 * reason ("no white pawn on e2") if it is impossible in this position, so that the game file is
 * damaged.
 */
int position_apply(const struct variant *variant, struct position *position,
		   const struct event *event, struct reason *reason);

#endif
