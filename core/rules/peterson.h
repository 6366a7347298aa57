/* SPDX-License-Identifier: MIT */
/*
 * Peterson's additions, as far as they are about a seat's turn: several moves against several
 * attackers [several-moves] [new-attacks] [mate-by-one-move], payments of debts [debt-payment]
 * [paid-by-queen] [pays-what-he-can], and whether a seat has a turn at all. Rounds of exchange
 * [exchange-round] and frozen seats [frozen-seat] are in struct position and run by rules.c.
 *
 * "The turn in hand" is that of position->turn, at its start, nothing paid and nothing moved yet.
 * These functions work in every variant: without Peterson's options a turn is one legal move.
 */
#ifndef PBEM_CORE_RULES_PETERSON_H
#define PBEM_CORE_RULES_PETERSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/position/event.h"
#include "core/position/move.h"
#include "core/position/position.h"

struct text;

enum {
	TURN_MOVES = MAX_SIDES - 1, /* as many moves as there can be attackers [several-moves] */
	TURN_TRADES = MAX_PIECES,
	TURNS_MANY = 100000, /* of more turns no list is made */
};

/* [paid-by-queen]: the piece on the square is given for a captured one of that kind. */
struct trade {
	square at;
	uint8_t type;
};

/* A turn of a seat: what it pays, then its moves. A plain value. */
struct party_turn {
	uint8_t removal_count, trade_count, move_count;
	square removals[MAX_PIECES];	  /* sorted by name, bytewise */
	struct trade trades[TURN_TRADES]; /* sorted by text, bytewise */
	struct move moves[TURN_MOVES];
};

/* "-a2+d1=R+e2e4+g1f3": adds the canonical text to `out`. */
void peterson_print(const struct variant *variant, const struct party_turn *turn, struct text *out);

/* A set of pieces, by their index. */
struct piece_set {
	uint64_t words[MAX_PIECES / 64];
};

/* What a turn has done so far, for the restrictions of [several-moves] and [new-attacks]. */
struct peterson_log {
	struct piece_set moved;
	struct {
		uint8_t captor, victim; /* indices of pieces */
		uint8_t seat;		/* who commanded the victim */
	} captures[TURN_MOVES];
	uint8_t capture_count;
	uint16_t captured; /* set of the seats that lost a piece */
	bool restarts;	   /* a capture or a pawn's move [quiet-rounds] */
};

/* How things stand when a turn begins, before payments. */
struct peterson_survey {
	uint16_t attackers; /* [several-moves]: seats that attack a piece of the seat to move, where
			       turns of several moves are played */
	unsigned allowed;   /* [several-moves]: how many moves the turn may hold */
	struct piece_set attacked; /* [new-attacks]: the opponents' pieces it attacks */
	uint16_t debt;		   /* [debt-payment]: what it owes */
};

/*
 * A turn being put together, item by item: payments first, then moves. Each step is judged as it is
 * taken, in the position it leads to; REFUSED leaves the build as it was, with a reason that names
 * the rule, and for a player.
 */
struct peterson_build {
	const struct variant *variant;
	const struct position *start; /* nothing paid, nothing moved; borrowed */
	const struct position *paid;  /* paid, nothing moved: `start`, or `paying` */
	struct position paying;
	struct position now;	/* after the last step */
	struct party_turn turn; /* the steps */
	struct peterson_survey survey;
	struct peterson_log log;
};

/* Begins the turn in hand, in a position that lives as long as the build. */
void peterson_build_init(struct peterson_build *build, const struct variant *variant,
			 const struct position *position);

/* Pays with the piece on the square (REMOVE); with a trade (TRADE). In any order: they are sorted
 * in. Whether they are a payment together is judged by the first move. */
enum verdict peterson_build_remove(struct peterson_build *build, square at, struct reason *why);
enum verdict peterson_build_trade(struct peterson_build *build, square at, uint8_t type,
				  struct reason *why);

/*
 * The moves that may come next: the legal ones of build->now but for pieces that have moved (1) and
 * second captures (2). For reading what a player wrote: notation_read on build->now and this list;
 * if that refuses, on movegen_generate's list, and peterson_build_move says what is against it.
 */
void peterson_build_moves(const struct peterson_build *build, struct move_list *list_out);

/* Of a turn's first moves those that movegen_alike finds; false where no move may come first. */
bool peterson_build_alike(const struct peterson_build *build, square from, square to,
			  struct move_list *list_out);

/* Makes a legal move of build->now; refused when a restriction is against it. */
enum verdict peterson_build_move(struct peterson_build *build, const struct move *move,
				 struct reason *why);

/* Whether what stands there is a legal turn: something was moved, [new-attacks],
 * [mate-by-one-move]. */
enum verdict peterson_build_finish(const struct peterson_build *build, struct reason *why);

/* Reads a turn's canonical text and judges it: all of the above. Only the canonical text is taken.
 */
enum verdict peterson_read(const struct variant *variant, const struct position *position,
			   const char *text, struct party_turn *turn_out, struct reason *why);

/* Makes a legal turn: all its facts on the board, but not whose turn is next (rules_next_turn). A
 * turn of one move without payment is just move_make. */
void peterson_make(const struct variant *variant, struct position *position,
		   const struct party_turn *turn, struct event_list *record);

/*
 * Goes through all legal turns, in no particular order, the position after each with it (before
 * rules_next_turn); stops when `each` answers false. Returns how many it saw. `each` may be NULL:
 * then they are only counted, which is faster.
 */
typedef bool peterson_each(void *context, const struct party_turn *turn,
			   const struct position *after);
uint64_t peterson_turns(const struct variant *variant, const struct position *position,
			peterson_each *each, void *context);

/* Whether there is any: not in check and none is stalemate, in check and none is mate
 * ([one-move-is-free], 40). */
bool peterson_has_turn(const struct variant *variant, const struct position *position);

/* Whether turns of this variant can be more than one move: defense or exchange is on. */
bool peterson_has_long_turns(const struct variant *variant);

/* What is known at the start of the turn in hand. */
void peterson_survey(const struct variant *variant, const struct position *position,
		     struct peterson_survey *survey_out);

/* [several-moves], for a letter: one piece of another seat's that attacks one of the mover's. */
struct attack {
	uint8_t seat; /* who commands it */
	square from, to;
};

/* All of them, seat by seat; at most `max` are written, how many there are is returned. */
size_t peterson_attacks(const struct variant *variant, const struct position *position,
			struct attack *attacks_out, size_t max);

/* [debt-payment], [paid-by-queen]: all payments of what the seat to move owes, whether or not a
 * move is left after them; the turns given have no moves, `after` is what the board then is. Stops
 * when `each` (may be NULL) answers false, or after `limit`; returns how many it saw. One, the
 * empty one, when nothing is owed or nothing can be paid. */
uint64_t peterson_payments(const struct variant *variant, const struct position *position,
			   uint64_t limit, peterson_each *each, void *context);

/* [pays-what-he-can]: the most that can be paid of what is owed, which is what it is unless the
 * seat can't pay in full. */
unsigned peterson_payable(const struct variant *variant, const struct position *position);

#endif
