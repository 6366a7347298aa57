/* SPDX-License-Identifier: MIT */
/*
 * Which piece stands where, whose turn it is, and every right that lives on the
 * board. A plain value without pointers: `struct position next = *now;` tries a
 * move. It changes only through the functions below, each one fact, so that what
 * the rules do and what a replay does are the same code.
 */
#ifndef PBEM_CORE_POSITION_POSITION_H
#define PBEM_CORE_POSITION_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/variant/board.h"
#include "core/position/event.h"
#include "core/variant/variant.h"

struct text;

/* Where a piece is. A piece keeps its identity (its index) wherever it goes. */
enum fate {
	ON_BOARD,
	CAPTURED,
	DEAD,
	GONE, /* left with its beaten seat [beaten-armies] */
	/* Only with cards, core/cards/field/field.h: */
	AWAY,	 /* for a while */
	MERGED,	 /* part of another piece, and goes with it */
	SHARING, /* stands on a square with another piece, which piece_at names */
};

/* What binds one of the two pawns of [pawn-truce]. */
enum truce { TRUCE_NONE, TRUCE_BOUND, TRUCE_FREED };

enum { NO_PIECE = 0xff };

struct piece {
	square at;     /* meaningful while ON_BOARD */
	uint8_t side;  /* the army it belongs to; its colour */
	uint8_t type;  /* its present kind */
	uint8_t born;  /* its original kind: a promoted pawn was born a pawn */
	uint8_t fate;  /* enum fate */
	bool moved;    /* has moved in this game: no castling, no double step */
	uint8_t truce; /* enum truce */
};

/* The right to take a pawn in passing [en-passant-right]. */
struct passant {
	square over; /* the square the pawn passed, NO_SQUARE when no right is open */
	square pawn; /* where that pawn stands */
};

/* A round of [exchange-round]. It begins with a capture; what comes of it are debts. */
struct exchange {
	uint8_t left;	 /* turns it lasts, the one in hand included; 0: none is running */
	uint8_t weakest; /* what the least piece captured in it is worth; 0: kings only, so far */
	uint16_t lost, involved; /* sets of seats: who lost a piece, who captured or lost one */
};

enum {
	/* A side has one right open for each double step of its last turn: three at most, for under
	 * [several-moves] a turn may hold that many. */
	MAX_PASSANTS = 3 * MAX_SIDES,
};

enum {
	OWNER_NONE = 0,	    /* an empty square */
	OWNER_ROYAL = 0x40, /* added to that of a king: it is attacked, but not captured
			       [king-never-taken] */
	OWNER_RIM = 0x80,   /* no square at all: of NO_SQUARE and of holes */
};

struct position {
	uint8_t piece_at[MAX_SQUARES +
			 1];		/* index into pieces, or NO_PIECE; that of NO_SQUARE too */
	uint8_t owner[MAX_SQUARES + 1]; /* 1 << side of the piece there, or OWNER_... */
	uint32_t occupied[MAX_LINES]; /* the board's lines: bits of occupied places and of the ends
				       */
	struct piece pieces[MAX_PIECES];
	uint8_t piece_count;
	uint8_t king[MAX_SIDES]; /* index of each side's king, NO_PIECE when it has none */
	/* Rights of a side's pawns stand at the side's number, and that + MAX_SIDES, + 2 *
	 * MAX_SIDES. */
	struct passant passant[MAX_PASSANTS];
	uint8_t passant_end;		/* none is open from here on */
	uint8_t first_piece[MAX_SIDES]; /* each side's pieces stand in `pieces` from here ... */
	uint8_t end_piece[MAX_SIDES];	/* ... to before here; others may be among them */
	uint8_t controller[MAX_SIDES];	/* which seat commands each army; NO_SIDE: nobody does */
	uint8_t dead; /* set of sides nobody commands that still guard ([beaten-armies] dead) */
	uint8_t obstacles; /* set of sides that can't be captured ([beaten-armies] obstacles) */
	uint32_t clock;	   /* grows with every piece's move */
	uint32_t
		moved_at[MAX_SIDES]; /* of each seat's last turn with a move; 0: none [who-mated] */
	uint16_t in_play;	     /* set of seats, bit by bit */
	/*
	 * The seat to move, NO_SIDE when the game is over. Its player is controller[turn]: under
	 * `beaten = role` the conqueror, when the seat itself is beaten.
	 */
	uint8_t turn;
	uint16_t
		frozen; /* set of seats whose pieces can't be captured, kings apart [frozen-seat] */
	uint16_t debts[MAX_SIDES]; /* what each seat owes [debt-payment] */
	struct exchange exchange;  /* the running round [exchange-round] */
	uint16_t quiet; /* completed rounds without capture or pawn move [quiet-rounds] */
	uint16_t round; /* set of seats that have had their turn in the running round */
};

/* A castling: where king and rook stand, and where they come to. */
struct castling {
	square king, rook, king_to, rook_to;
};

/* An empty board: all seats in play, each commanding its own side, the first to move. */
void position_clear(const struct variant *variant, struct position *position);

/* Makes piece_at, owner, occupied, king and the ranges of pieces anew from `pieces` and
 * `piece_count`: for who fills those from a file. False when two pieces claim one square. */
bool position_index(const struct variant *variant, struct position *position);

/*
 * Whether it can be worked with, whatever file it was read from: every index, square, kind and seat
 * is one, and the tables are what position_index makes of the pieces.
 */
bool position_is_sound(const struct variant *variant, const struct position *position);

/* Of a number read from a file: whether it is a square of the board and no hole, or NO_SQUARE; a
 * seat, or NO_SIDE; a kind of the variant's, or NO_TYPE. */
bool position_is_square(const struct variant *variant, unsigned at);
bool position_is_square_or_none(const struct variant *variant, unsigned at);
bool position_is_seat_or_none(const struct variant *variant, unsigned seat);
bool position_is_type_or_none(const struct variant *variant, unsigned type);

/* The variant's array, its first seat to move. */
void position_start(const struct variant *variant, struct position *position);

/*
 * Reads a FEN (two-sided variants on a board it can describe); castling as X-FEN or Shredder-FEN
 * has it, too: the letter of the rook's file. A right to castle is given by marking king and rook
 * unmoved. -1 with what was wrong.
 */
int position_from_fen(const struct variant *variant, const char *fen, struct position *position,
		      struct reason *reason);

/* The FEN of a position, castling as X-FEN has it: a file's letter only for a rook that isn't the
 * outermost; `number` is that of the full move. False, and nothing added, when FEN has
 * no words for the variant. */
bool position_to_fen(const struct variant *variant, const struct position *position,
		     unsigned number, struct text *out);

/* Puts a new piece on an empty square; for set-ups (`pbem try`, FEN). Whether it has moved is
 * judged by where it stands: a piece on a starting square of its kind has not. False if full. */
bool position_put(const struct variant *variant, struct position *position, uint8_t side,
		  uint8_t type, square at);

/* Takes what stands there off its square, its fate left open, and puts a piece on an empty one:
 * what cards do to pieces consists of these. A piece put down is ON_BOARD. */
void position_take_up(const struct variant *variant, struct position *position, square at);
void position_put_down(const struct variant *variant, struct position *position, unsigned piece,
		       square at);

/* The piece on a square, or NULL. */
static inline const struct piece *position_piece(const struct position *position, square at)
{
	const uint8_t index = position->piece_at[at];

	return index == NO_PIECE ? NULL : &position->pieces[index];
}

/*
 * The facts. Each changes the position and, unless `record` is NULL, adds the event that says so.
 * A piece's move also notes that the seat to move has had its turn of the running round; setting
 * the quiet rounds begins a new one.
 */
void position_move(const struct variant *variant, struct position *position, square from, square to,
		   struct event_list *record);
/* King and rook at once, for where neither can go first: they change places, or one of them stays.
 */
void position_castle(const struct variant *variant, struct position *position,
		     const struct castling *castling, struct event_list *record);
void position_capture(const struct variant *variant, struct position *position, square at,
		      struct event_list *record);
void position_promote(struct position *position, square at, uint8_t type,
		      struct event_list *record);
void position_open_passant(struct position *position, uint8_t side, square over, square pawn,
			   struct event_list *record);
/* Closes all rights against the side's pawns; and the one against the pawn on a square, if there
 * is. */
void position_close_passant(struct position *position, uint8_t side, struct event_list *record);
void position_drop_passant(struct position *position, square pawn, struct event_list *record);
void position_set_quiet(struct position *position, uint16_t rounds, struct event_list *record);
/* Counts a quiet round more if every seat in play has had its turn of it [quiet-rounds]. */
void position_close_round(struct position *position, struct event_list *record);
void position_set_turn(struct position *position, uint8_t seat, struct event_list *record);
/* Puts a man that comes from elsewhere on an empty square, which is the turn of the side to move: a
 * placement of a ring, recorded by who knows its set. A pawn may still go two steps, nothing else
 * counts as unmoved [placed-rook-never-castles]. Its index. */
unsigned position_place(const struct variant *variant, struct position *position, uint8_t side,
			uint8_t type, square at);

/* Takes a piece off that nobody captured: with its beaten seat, or in payment [debt-payment]. */
void position_remove(const struct variant *variant, struct position *position, square at,
		     struct event_list *record);

/* [pawn-truce] binds the pawn there no more. */
void position_free(struct position *position, square at, struct event_list *record);

/* The seat commands the side's army from now on. */
void position_conquer(struct position *position, uint8_t side, uint8_t seat,
		      struct event_list *record);

/* Nobody commands the side's army any more; `how` is a word: dead, inert, obstacles, removed. False
 * when it is none of these. */
bool position_abandon(struct position *position, uint8_t side, const char *how,
		      struct event_list *record);

/* The seat had no move, which was its turn of the running round. */
void position_pass(struct position *position, uint8_t seat, struct event_list *record);

/* [paid-by-queen]: a captured piece of that kind comes back in place of the one on the square,
 * which is gone. False, and nothing changed, when none of its side was captured. */
bool position_trade(const struct variant *variant, struct position *position, square at,
		    uint8_t type, struct event_list *record);

/* [exchange-round]: how the running round stands. */
void position_set_exchange(const struct variant *variant, struct position *position,
			   struct exchange exchange, struct event_list *record);

/* [debt-payment]: so much the seat owes from now on. */
void position_set_debt(struct position *position, uint8_t seat, uint16_t debt,
		       struct event_list *record);

/* [frozen-seat]: the seat is mated and loses its turn, which was its turn of the running round; and
 * the end of that. */
void position_freeze(struct position *position, uint8_t seat, struct event_list *record);
void position_thaw(struct position *position, uint8_t seat, struct event_list *record);

/* The seat isn't in play any more; what becomes of its army are facts of their own. */
void position_remove_seat(struct position *position, uint8_t seat);

/* Applies one recorded fact; kinds that don't touch the board are ignored. -1 when it can't be
 * true of this position ("no white pawn on e2"): the game file is damaged. */
int position_apply(const struct variant *variant, struct position *position,
		   const struct event *event, struct reason *reason);

#endif
