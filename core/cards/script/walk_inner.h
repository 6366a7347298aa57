/* SPDX-License-Identifier: MIT */
/* A walk through the script while it lasts. For walk_*.c. */
#ifndef PBEM_CORE_CARDS_SCRIPT_WALK_INNER_H
#define PBEM_CORE_CARDS_SCRIPT_WALK_INNER_H

#include "core/cards/script/walk.h"

struct walk {
	struct table *table;
	const struct walk_terms *terms;
	struct walk_result *result;
	struct event_list *record; /* or NULL */
	uint8_t mover;
	uint32_t skipped; /* set of actions that are not done: undone, or lost with a fogged card */
	uint32_t cancelled;	  /* set of cards that are cancelled */
	uint32_t done;		  /* set of actions that have had their place */
	uint32_t laid;		  /* set of actions whose cards have been put down */
	uint8_t last;		  /* the latest action, as they arrived, whose card was put down */
	bool bogged;		  /* the mover's move was shortened */
	struct field before;	  /* as it was before the action that reactions answer */
	struct field unmoved;	  /* as it was before the mover's first move or instead-card */
	uint8_t fell[MAX_COPIES]; /* for each card of an effect that is over the action that ended
				     it, or NO_ACTION */
};

/*
 * Does the action on `field`, a copy of the table's, as far as it goes: what becomes of it. The
 * first that can't be done is noted in the result, and a demand that is open. The table isn't
 * changed but for which copy the action's card is.
 */
enum action_fate walk_try(struct walk *walk, uint8_t number, struct field *field,
			  struct event_list *events);

/* Sets the action's fate, and records it. */
void walk_set_fate(struct walk *walk, uint8_t number, enum action_fate fate);

/* Sets the action's fate; its card leaves the hand unless it is handed back, and is replaced
 * ([card-goes-back], [taken-card-goes-right]). */
void walk_lay_down(struct walk *walk, uint8_t number, enum action_fate fate);

/* Whether the card is spent: found so when it was played, or for the king's sake now. */
bool walk_is_waived(const struct walk *walk, uint8_t number);

#endif
