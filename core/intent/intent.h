/* SPDX-License-Identifier: MIT */
/*
 * Moves that a seat gives in advance, for turns to come: lines, each of moves that others are
 * expected to make and the answer to them, and each assuming the one before. Nobody but the seat
 * may know them before they are played, so the game's file has commitments alone: each line is
 * bound by its own salt to the commitment of the lines behind it, and a line that is played is told
 * with its salt, so that everybody can check it and nobody learns what is left.
 *
 * A line is about one board. Where a seat plays on several it has a plan a board, each with a
 * commitment of its own, and what happens on one board leaves those of the others as they are.
 */
#ifndef PBEM_CORE_INTENT_INTENT_H
#define PBEM_CORE_INTENT_INTENT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/base/digest.h"
#include "core/order/order_list.h"
#include "core/position/event.h"
#include "core/turn/game.h"

enum {
	INTENT_LINES = 10,
	INTENT_PLIES = 16,    /* of a line, the own move among them */
	INTENT_MOVE_MAX = 24, /* of one, canonical, with its NUL */
	INTENT_BOARD = 16,    /* digits of the digest of a board */
	INTENT_TEXT_MAX = 1500
};

struct intent_ply {
	uint8_t seat; /* whose turn it is */
	char move[INTENT_MOVE_MAX];
};

struct intent_line {
	unsigned count;
	struct intent_ply plies[INTENT_PLIES]; /* the last is the seat's own */
	char board[INTENT_BOARD + 1];	       /* that it expects before it: a digest; "": any */
};

struct intent {
	char secret[DIGEST_HEX + 1]; /* the salts follow from it */
	unsigned turns;		     /* finished turns of the game that are compared already */
	unsigned next;		     /* the line that comes next; `count`: none is left */
	unsigned matched;	     /* so many moves of it have been made */
	unsigned count;
	struct intent_line lines[INTENT_LINES];
};

/* What one letter gives in advance: a plan a board. */
struct intent_list {
	unsigned count; /* 0: IF NO, nothing any more */
	struct intent plans[GAME_PLANS];
};

/* The board that it is about, from 1; 0 where there is one alone. */
unsigned intent_board(const struct intent *intent);

/* ---- as text ---- */

/* One line, for the seat that keeps it; and back, false when it is none. INTENT_TEXT_MAX with its
 * NUL is enough for what intent_judge accepts. */
void intent_print(const struct variant *variant, const struct intent *intent, struct text *out);
bool intent_read(const struct variant *variant, const char *text, struct intent *intent_out);

/* What is left of it, as orders, a line each. */
void intent_tell(const struct variant *variant, const struct intent *intent, struct text *out);

/* The facts by which the seat commits itself to them, each in place of what it has given on that
 * board before; of none: that nothing is given any more, if anything was. */
void intent_add_given(const struct game *game, uint8_t seat, const struct intent_list *given,
		      struct event_list *events);

/* The fact of the line that comes next, which is played; and the line such a fact tells. */
void intent_add_used(const struct variant *variant, const struct intent *intent, uint8_t seat,
		     struct event_list *events);
bool intent_read_used(const struct variant *variant, const struct event *event,
		      struct intent_line *line_out);

/* ---- in a game ---- */

/* Whether moves for turns to come are among the orders, or IF NO. */
bool intent_is_asked(const struct order_list *orders);

/*
 * Judges such orders of a message whose other orders lead to `events`: the moves must be legal one
 * behind the other, with no card between them. Where seats don't know all, game and facts are as
 * the seat sees them. ACCEPTED with what they come to, no plan of IF NO; their secrets are for the
 * caller to give. REFUSED says which line is wrong and why.
 */
enum verdict intent_judge(const struct game *game, uint8_t seat, const struct order_list *orders,
			  const struct event_list *events, struct intent_list *given_out,
			  struct reason *why);

/* Whether it is what the seat has committed itself to and nothing has made void since. */
bool intent_holds(const struct game *game, uint8_t seat, const struct intent *intent);

/* Compares it with the turns that were made since. */
enum intent_state {
	INTENT_WAITS,
	INTENT_DUE,  /* all moves of others are made, and nobody else is waited for: the seat's own
			is next */
	INTENT_FAILS /* another one was made, which the reason names */
};
enum intent_state intent_follow(const struct game *game, uint8_t seat, struct intent *intent,
				struct reason *why);

/* The facts of the turn that is due, as if the seat had sent it now; REFUSED when it can't be
 * played, and *intent is what it was. What is left then is in *intent. */
enum verdict intent_play(const struct game *game, uint8_t seat, struct intent *intent,
			 struct event_list *events, struct reason *why);

/* What is wrong with an entry's fact of a line that is played, by the game before the entry; NULL:
 * nothing. `logged` are the entry's facts. */
const char *intent_fault(const struct game *game, const struct event_list *logged);

#endif
