/* SPDX-License-Identifier: MIT */
/*
 * Peterson's additions for the turn of a seat: several moves against several attackers
 * [several-moves] [new-attacks] [mate-by-one-move], payments of debts [debt-payment]
 * [paid-by-queen] [pays-what-he-can], and whether a seat has a turn at all. Rounds of exchange
 * [exchange-round] and frozen seats [frozen-seat] are in struct position and rules.c.
 *
 * "The current turn" is that of position->turn at its start, before payments and moves. These
 * functions work in every variant: without Peterson's options a turn is one legal move.
 */
#ifndef PBEM_CORE_RULES_PETERSON_H
#define PBEM_CORE_RULES_PETERSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/event/event.h"
#include "core/position/move.h"
#include "core/position/position.h"
#include "core/util/base.h"

struct strbuf;

enum {
	TURN_MOVES = MAX_SIDES - 1, /* at most one move per attacker [several-moves] */
	TURN_TRADES = MAX_PIECES,
	TURNS_MANY = 100000, /* the longest list of turns that is made */
};

/* [paid-by-queen]: the piece on the square is exchanged for a captured one of that kind. */
struct trade {
	square at;
	uint8_t type;
};

/* A seat's turn: its payments, then its moves. Can be copied. */
struct peterson_turn {
	uint8_t removal_count, trade_count, move_count;
	square removals[MAX_PIECES];	  /* sorted by name, bytewise */
	struct trade trades[TURN_TRADES]; /* sorted by text, bytewise */
	struct move moves[TURN_MOVES];
};

/* Adds the canonical text, "-a2+d1=R+e2e4+g1f3". */
void peterson_print(const struct variant *variant, const struct peterson_turn *turn,
		    struct strbuf *out);

/* A set of pieces by index. */
struct piece_set {
	uint64_t words[MAX_PIECES / 64];
};

/*
 * The moves and captures of a turn so far, for the restrictions of [several-moves] and
 * [new-attacks].
 */
struct peterson_log {
	struct piece_set moved;
	struct {
		uint8_t captor, victim; /* indices of pieces */
		uint8_t seat;		/* the seat that commanded the victim */
	} captures[TURN_MOVES];
	uint8_t capture_count;
	uint16_t captured; /* set of the seats that lost a piece */
	bool restarts;	   /* a capture or a pawn's move was made [quiet-rounds] */
};

/* The state when a turn begins, before payments. */
struct peterson_survey {
	uint16_t attackers; /* [several-moves]: seats that attack a piece of the seat to move, in
			       variants with turns of several moves */
	unsigned allowed;   /* [several-moves]: how many moves the turn may have */
	struct piece_set attacked; /* [new-attacks]: opponents' pieces that the seat attacks */
	uint16_t debt;		   /* [debt-payment]: what the seat owes */
};

/*
 * A turn being built from payments and then moves. Each step is judged in the position it leads to.
 * If a step is REFUSED, the build is unchanged, and the reason names the rule for the player.
 */
struct peterson_build {
	const struct variant *variant;
	const struct position *start; /* before payments and moves; not owned */
	const struct position *paid;  /* after payments, before moves: `start` or `paying` */
	struct position paying;
	struct position now;	   /* after the last step */
	struct peterson_turn turn; /* the steps */
	struct peterson_survey survey;
	struct peterson_log log;
};

/* Begins the current turn. `position` must exist as long as the build. */
void peterson_build_init(struct peterson_build *build, const struct variant *variant,
			 const struct position *position);

/*
 * Pay with the piece on the square (REMOVE) or with a trade (TRADE), in any order; payments are
 * sorted. Only the first move checks that the payments together are correct.
 */
enum verdict peterson_build_remove(struct peterson_build *build, square at, struct reason *why);
enum verdict peterson_build_trade(struct peterson_build *build, square at, uint8_t type,
				  struct reason *why);

/*
 * Lists the moves that may come next: the legal ones in build->now, except moves of pieces that
 * have moved (1) and second captures (2). To read a player's text, call notation_read with
 * build->now and this list. If that refuses, call it with the list of movegen_generate;
 * peterson_build_move then returns why the move isn't allowed.
 */
void peterson_build_moves(const struct peterson_build *build, struct move_list *list_out);

/*
 * Lists the possible first moves among those of movegen_alike. Returns false if the turn's first
 * move can't be made now.
 */
bool peterson_build_alike(const struct peterson_build *build, square from, square to,
			  struct move_list *list_out);

/* Makes a legal move of build->now. REFUSED if a restriction forbids it. */
enum verdict peterson_build_move(struct peterson_build *build, const struct move *move,
				 struct reason *why);

/* Checks that the turn so far is legal: something was moved, [new-attacks], [mate-by-one-move]. */
enum verdict peterson_build_finish(const struct peterson_build *build, struct reason *why);

/* Reads a turn's canonical text and judges it as the functions before do. Other text is refused. */
enum verdict peterson_read(const struct variant *variant, const struct position *position,
			   const char *text, struct peterson_turn *turn_out, struct reason *why);

/*
 * Makes a legal turn on the board with all its events, but doesn't begin the next turn
 * (rules_next_turn). A turn of one move without payments is the same as move_make.
 */
void peterson_make(const struct variant *variant, struct position *position,
		   const struct peterson_turn *turn, struct event_list *record);

/*
 * Calls `each` for all legal turns in no particular order, with the position after each (before
 * rules_next_turn), until it returns false. Returns the number of turns. If `each` is NULL they are
 * only counted, which is faster.
 */
typedef bool peterson_each(void *context, const struct peterson_turn *turn,
			   const struct position *after);
uint64_t peterson_turns(const struct variant *variant, const struct position *position,
			peterson_each *each, void *context);

/*
 * Reports whether there is any turn. Without one the seat is stalemated, or mated if in check
 * [one-move-is-free].
 */
bool peterson_has_turn(const struct variant *variant, const struct position *position);

/*
 * Reports whether turns of this variant can be more than one move, because defense or exchange is
 * on.
 */
bool peterson_has_long_turns(const struct variant *variant);

/* Fills in the state at the start of the turn. */
void peterson_survey(const struct variant *variant, const struct position *position,
		     struct peterson_survey *survey_out);

/*
 * [several-moves], for a message to the player: a piece of another seat's attacks one of the
 * player's pieces.
 */
struct attack {
	uint8_t seat; /* the attacking seat */
	square from, to;
};

/* Lists all such attacks by seat. Writes at most `max` and returns the number of all. */
size_t peterson_attacks(const struct variant *variant, const struct position *position,
			struct attack *attacks_out, size_t max);

/*
 * [debt-payment], [paid-by-queen]: calls `each` (may be NULL) for all payments of what the seat to
 * move owes, whether or not they leave a move. The turns passed have no moves, and `after` is the
 * board after the payment. Stops after `limit` payments, or when `each` returns false. Returns
 * their number. If nothing is owed or nothing can be paid, there is one empty payment.
 */
uint64_t peterson_payments(const struct variant *variant, const struct position *position,
			   uint64_t limit, peterson_each *each, void *context);

/*
 * [pays-what-he-can]: returns how much of its debt the seat can pay, which is all unless it can't
 * pay in full.
 */
unsigned peterson_payable(const struct variant *variant, const struct position *position);

#endif
