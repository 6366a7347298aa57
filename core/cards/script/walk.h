/* SPDX-License-Identifier: MIT */
/*
 * Walking through the script of the open turn: every action in its place, from the field as the
 * turn found it [answers-put-in-place]. A trial on a copy and what is recorded are the same code.
 */
#ifndef PBEM_CORE_CARDS_SCRIPT_WALK_H
#define PBEM_CORE_CARDS_SCRIPT_WALK_H

#include "core/cards/table/table.h"

/* The field at a place of the script, and as it was before what stands there. */
struct walk_view {
	struct field now, before;
};

/* What is taken in beside the table: what is assumed, and what is wanted. */
struct walk_terms {
	uint32_t waived; /* set of the mover's cards spent for his king's sake [card-before-void] */
	bool dropped;	 /* the mover's move goes: a fogged card had made it possible
			    [fog-and-the-move] */
	bool traps; /* Man-Traps spring ([trap-may-bare-king]: they don't while his king is judged)
		     */
	bool fresh; /* nothing of it was run before, so that nothing begins anew */
	/* The first new action, and one that is answered now: what may be refused. */
	uint8_t from, answered;
	uint8_t probe; /* the action behind which `probed` is looked at */
	struct walk_view
		*probed; /* ... and as it was before what reactions to it answer; or NULL */
	/* How the first open demand finds the field, and as its card found it; or NULL. */
	struct walk_view *asked_on;
};

/* What came of it, beside the field, the piles and the fates in the table. */
struct walk_result {
	bool undone;	   /* by a Chaos card */
	bool voided;	   /* by Toll */
	bool moved;	   /* the mover has made a move, or a card instead of it, that stands */
	bool fogged;	   /* a card of the mover's was cancelled */
	uint8_t asking;	   /* the action whose demand is open, or NO_ACTION; the seat it asks */
	uint8_t asked;	   /* ... or NO_SIDE */
	uint8_t refused;   /* the first of those that could not be done, or NO_ACTION */
	uint32_t orphans;  /* set of actions given back with the action that they answered */
	uint16_t played;   /* seats that have played a card */
	struct reason why; /* ... `refused` could not */
};

/* Runs the script; the table's field, piles and fates are then what came of it. `record` may be
 * NULL. */
struct walk_result walk_script(struct table *table, const struct walk_terms *terms,
			       struct event_list *record);

#endif
