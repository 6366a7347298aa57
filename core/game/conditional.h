/* SPDX-License-Identifier: MIT */
/*
 * Conditional moves of a seat, for future turns. A line has expected moves of other seats and the
 * seat's answer. Each line assumes that the one before was played. Only the seat may know the lines
 * before they are played, so the game file has commitments only. Each line is bound by its own salt
 * to the commitment to the lines after it. A played line is published with its salt, so that
 * everybody can check it and nobody learns the rest.
 *
 * A line is about one board. A seat on several boards has one plan for each, with its own
 * commitment, and events on one board don't change the plans of the others.
 */
#ifndef PBEM_CORE_GAME_CONDITIONAL_H
#define PBEM_CORE_GAME_CONDITIONAL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/event/event.h"
#include "core/game/game.h"
#include "core/order/order_list.h"
#include "core/util/base.h"
#include "core/util/sha256.h"

enum {
	CONDITIONAL_LINES = 10,
	CONDITIONAL_PLIES = 16,	   /* of a line, including the seat's own move */
	CONDITIONAL_MOVE_MAX = 24, /* bytes of a canonical move, with its NUL */
	CONDITIONAL_BOARD = 16,	   /* hex digits of a board's digest */
	CONDITIONAL_TEXT_MAX = 1500
};

struct conditional_ply {
	uint8_t seat; /* whose turn it is */
	char move[CONDITIONAL_MOVE_MAX];
};

struct conditional_line {
	unsigned count;
	struct conditional_ply plies[CONDITIONAL_PLIES]; /* the last is the seat's own */
	char board[CONDITIONAL_BOARD + 1]; /* digest of the board before the last move; "": any */
};

struct conditional {
	char secret[SHA256_HEX + 1]; /* the salts are derived from it */
	unsigned turns;		     /* finished turns of the game already compared with the plan */
	unsigned next;		     /* index of the next line; `count` after the last */
	unsigned matched;	     /* expected moves of that line already made */
	unsigned count;
	struct conditional_line lines[CONDITIONAL_LINES];
};

/* The conditional moves of one message: one plan for each board. */
struct conditional_list {
	unsigned count; /* 0: IF NO, which withdraws all plans */
	struct conditional plans[GAME_PLANS];
};

/* Returns the number of the plan's board, from 1; 0 in games with one board. */
unsigned conditional_board(const struct conditional *intent);

/* ---- as text ---- */

/*
 * Writes a plan as one line for storage, and reads it back. conditional_read returns false if the
 * text isn't a plan. CONDITIONAL_TEXT_MAX bytes suffice for what conditional_judge accepts.
 */
void conditional_print(const struct variant *variant, const struct conditional *intent,
		       struct strbuf *out);
bool conditional_read(const struct variant *variant, const char *text,
		      struct conditional *intent_out);

/* Adds the remaining lines as orders, one per line. */
void conditional_print_orders(const struct variant *variant, const struct conditional *intent,
			      struct strbuf *out);

/*
 * Adds the events that commit the seat to its plans, each of which replaces the plan for the same
 * board. An empty list adds the withdrawal of all plans, if there are any.
 */
void conditional_add_given(const struct game *game, uint8_t seat,
			   const struct conditional_list *given, struct event_list *events);

/* ---- in a game ---- */

/* Reports whether the orders include conditional moves or IF NO. */
bool conditional_is_asked(const struct order_list *orders);

/*
 * Judges the conditional moves of a message whose other orders lead to `events`. The moves must be
 * legal in sequence, with no card between them. If seats don't see everything, game and events are
 * as the seat sees them. ACCEPTED writes the plans, none for IF NO; the caller sets their secrets.
 * REFUSED says which line is wrong and why.
 */
enum verdict conditional_judge(const struct game *game, uint8_t seat,
			       const struct order_list *orders, const struct event_list *events,
			       struct conditional_list *given_out, struct reason *why);

/* Reports whether the seat is still committed to the plan. */
bool conditional_holds(const struct game *game, uint8_t seat, const struct conditional *intent);

/* The state of a plan after comparing it with the turns made since. */
enum conditional_state {
	CONDITIONAL_WAITS,
	CONDITIONAL_DUE,  /* the seat's own move is next: the others have made theirs, and no other
			     seat may still respond */
	CONDITIONAL_FAILS /* another move was made, which the reason names */
};
enum conditional_state conditional_follow(const struct game *game, uint8_t seat,
					  struct conditional *intent, struct reason *why);

/*
 * Adds the events of the turn that is due, as if the seat had sent it now, and advances *intent to
 * the next line. If the turn can't be played, returns REFUSED and *intent is unchanged.
 */
enum verdict conditional_play(const struct game *game, uint8_t seat, struct conditional *intent,
			      struct event_list *events, struct reason *why);

/*
 * Returns what is wrong with a played line in an entry, or NULL. `game` is the game before the
 * entry, `logged` has the entry's events.
 */
const char *conditional_fault(const struct game *game, const struct event_list *logged);

#endif
