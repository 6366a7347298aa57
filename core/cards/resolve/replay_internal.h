/* SPDX-License-Identifier: MIT */
/* A replay of the script while it runs. Private to replay*.c. */
#ifndef PBEM_CORE_CARDS_RESOLVE_REPLAY_INTERNAL_H
#define PBEM_CORE_CARDS_RESOLVE_REPLAY_INTERNAL_H

#include "core/cards/resolve/replay.h"

struct replay {
	struct card_state *table;
	const struct replay_terms *terms;
	struct replay_result *result;
	struct event_list *record; /* or NULL */
	uint8_t mover;
	uint32_t skipped; /* set of actions that are not done: undone, or lost with a fogged card */
	uint32_t cancelled; /* set of cards that are cancelled */
	uint32_t done;	    /* set of actions whose place has come */
	uint32_t laid;	    /* set of actions whose cards have been put down */
	uint8_t last;	    /* the latest action, in order of arrival, whose card was put down */
	bool bogged;	    /* the mover's move was shortened */
	struct card_board before;  /* the board before the action that reactions answer */
	struct card_board unmoved; /* the board before the mover's first move or instead-card */
	uint8_t fell[MAX_COPIES];  /* for each card whose effect is over, the action that ended it,
				      or NO_ACTION */
};

/*
 * Carries out the action on `field`, a copy of the table's board, as far as possible, and returns
 * its fate. The result gets the first action that can't be done, and an open demand. In the table,
 * only the copy of the action's card changes.
 */
enum action_fate replay_try(struct replay *replay, uint8_t number, struct card_board *field,
			    struct event_list *events);

/* Sets the action's fate, and records it. */
void replay_set_fate(struct replay *replay, uint8_t number, enum action_fate fate);

/* Sets the action's fate. Its card leaves the hand unless it is handed back, and is replaced
 * ([card-goes-back], [taken-card-goes-right]). */
void replay_lay_down(struct replay *replay, uint8_t number, enum action_fate fate);

/* Reports whether the card has no effect: found so when it was played, or now, to save the king. */
bool replay_is_waived(const struct replay *replay, uint8_t number);

#endif
