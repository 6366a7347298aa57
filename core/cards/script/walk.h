/* SPDX-License-Identifier: MIT */
/*
 * Running the script of the open turn: every action in its slot, from the field as the turn found
 * it (C3). A trial on a copy and what is recorded are the same code. For table_*.c.
 */
#ifndef PBEM_CORE_CARDS_SCRIPT_WALK_H
#define PBEM_CORE_CARDS_SCRIPT_WALK_H

#include "core/cards/table/table.h"

struct script_run {
	struct table *table;
	struct event_list *record; /* or NULL */
	uint8_t mover;
	uint32_t skipped; /* set of actions that are not done: undone, or lost with a fogged card */
	uint32_t waived;  /* set of the mover's cards spent for his king's sake (K2) */
	bool dropped;	  /* the mover's move goes: a fogged card had made it possible (C4) */
	bool traps;	  /* Man-Traps spring (K8: they don't while his king is judged) */
	uint8_t from, answered; /* the first new action, and one that is answered now: what may be
				  refused */
	uint8_t probe;		/* action behind which field is wanted in `probed` */
	/* What came of it. */
	bool undone, voided; /* by a Chaos card; by Toll */
	bool moved;	     /* the mover has made a move, or a card instead of it, that stands */
	bool exposed; /* his king could be captured as things stand: set by who rehearses it */
	bool fogged;  /* a card of the mover's was cancelled */
	bool bogged;
	uint8_t asking, asked; /* the action whose demand is open, the seat it asks; or NO_ACTION */
	uint8_t refused; /* the first of those that could not be done, or NO_ACTION; and why not */
	struct reason why;
	uint32_t orphans; /* set of actions given back with the action that they answered */
	uint16_t played;  /* seats that have played a card */
	uint32_t laid;	  /* set of actions whose cards have been put down */
	uint8_t last;	  /* the latest action, as they arrived, whose card was put down */
	struct field probed, before_probed;
	struct field asked_on, found; /* as the open demand finds it, and as its card found it */
	/* While it runs: */
	uint32_t done;		  /* set of actions that have had their place */
	struct field before;	  /* as it was before the action that reactions answer */
	uint8_t fell[MAX_COPIES]; /* for each card of an effect that is over the action that ended
				     it, or NO_ACTION */
	struct field unmoved;	  /* ... before the mover's first move or instead-card */
};

/*
 * Runs the script; the table's field, piles and fates are then what came of it. `fresh`: nothing of
 * it has been run before, so that nothing begins anew. `run` says how, by its fields down to
 * `probe`.
 */
void script_run(struct script_run *run, struct table *table, bool fresh, struct event_list *record);

/* Whether the card is spent: found so when it was played, or for the king's sake now. */
bool script_is_waived(const struct script_run *run, uint8_t number);

#endif
