/* SPDX-License-Identifier: MIT */
/* A reaction: where it is put into the turn, and what that comes to [answers-put-in-place]
 * [answers-as-they-come] [latest-card-answered] [answers-until-final]. */
#ifndef PBEM_CORE_CARDS_SCRIPT_REACTION_H
#define PBEM_CORE_CARDS_SCRIPT_REACTION_H

#include "core/cards/table/table.h"

enum { MAX_REACTION = 3 };

/* A PLAY line, or Plots Within Plots with its two. */
struct reaction {
	const struct table *table; /* as it stands */
	uint8_t seat;
	struct action actions[MAX_REACTION];
	struct action_words words[MAX_REACTION];
	unsigned count;
	struct table *next; /* with it, once it is found that it can be */
	struct event_list *record;
	struct reason *why;
	bool placed; /* at least one place was tried */
};

/* Puts it in where it fits first: reaction->next is the table with it. False when it fits nowhere;
 * `why` says so if a place was tried. */
bool reaction_place(struct reaction *reaction);

/* Why it fits nowhere, when that isn't said yet. */
void reaction_tell_why(const struct reaction *reaction);

/* Whether the card alone fits. */
bool reaction_is_accepted(const struct table *table, uint8_t seat, const struct play *play,
			  uint8_t acts_as);

#endif
