/* SPDX-License-Identifier: MIT */
/*
 * Evaluates the script of the open turn: every action in its place, from the board at the turn's
 * beginning [answers-put-in-place]. The same code runs trials on a copy and evaluations that are
 * recorded.
 */
#ifndef PBEM_CORE_CARDS_RESOLVE_REPLAY_H
#define PBEM_CORE_CARDS_RESOLVE_REPLAY_H

#include "core/cards/state/card_state.h"

/* The board at a place of the script, and the board before the action there. */
struct replay_view {
	struct card_board now, before;
};

/* The conditions of an evaluation, apart from the table: assumptions, and which boards are
 * wanted. */
struct replay_terms {
	uint32_t waived; /* set of the mover's cards that have no effect, to save the king
			    [card-before-void] */
	bool dropped;	 /* the mover's move is dropped: a fogged card had made it possible
			    [fog-and-the-move] */
	bool traps;	 /* Man-Traps spring ([trap-may-bare-king]: they don't while the king is
			    judged) */
	bool fresh;	 /* nothing was evaluated before, so the turn isn't restarted */
	/* The first new action, and an action answered now: only these may be refused. */
	uint8_t from, answered;
	uint8_t probe; /* the action after which `probed` is taken */
	/* the board then, and the board before the action that reactions answer; or NULL */
	struct replay_view *probed;
	/* The board at the first open demand, and the board before its card; or NULL. */
	struct replay_view *asked_on;
};

/* The result of an evaluation, apart from the board, the piles and the fates in the table. */
struct replay_result {
	bool undone;	 /* by a Chaos card */
	bool voided;	 /* by Toll */
	bool moved;	 /* the mover has made a move, or a card instead of it, that is in effect */
	bool fogged;	 /* a card of the mover's was cancelled */
	uint8_t asking;	 /* the action whose demand is open, or NO_ACTION */
	uint8_t asked;	 /* the seat that it asks, or NO_SIDE */
	uint8_t refused; /* the first new or answered action that couldn't be done, or NO_ACTION */
	uint32_t orphans;  /* set of actions given back because the action that they answered was */
	uint16_t played;   /* seats that have played a card */
	struct reason why; /* why `refused` couldn't be done */
};

/* Evaluates the script. The table then has the resulting board, piles and fates. `record` may be
 * NULL. */
struct replay_result replay_script(struct card_state *table, const struct replay_terms *terms,
				   struct event_list *record);

#endif
