/* SPDX-License-Identifier: MIT */
/* Reactions: where one is inserted into the turn, and with what result [answers-put-in-place]
 * [answers-as-they-come] [latest-card-answered] [answers-until-final]. */
#ifndef PBEM_CORE_CARDS_RESOLVE_REACTION_H
#define PBEM_CORE_CARDS_RESOLVE_REACTION_H

#include "core/cards/state/card_state.h"

enum { MAX_REACTION = 3 };

/* One PLAY, or Plots Within Plots with its two cards. */
struct reaction {
	const struct card_state *table; /* the table without the reaction */
	uint8_t seat;
	struct action actions[MAX_REACTION];
	struct action_words words[MAX_REACTION];
	unsigned count;
	struct card_state *next; /* the table with it, once a place is found */
	struct event_list *record;
	struct reason *why;
	bool placed; /* at least one place was tried */
};

/* Inserts the reaction at the first place that fits; reaction->next is the resulting table. Returns
 * false if it fits nowhere; `why` says so if a place was tried. */
bool reaction_place(struct reaction *reaction);

/* Writes to `why` why the reaction fits nowhere, unless `why` says so already. */
void reaction_explain_refusal(const struct reaction *reaction);

/* Reports whether the card fits as the whole reaction. */
bool reaction_is_accepted(const struct card_state *table, uint8_t seat, const struct play *play,
			  uint8_t acts_as);

/* Reports whether two cards fit as a reaction after Plots Within Plots, the card `plots`. */
struct reaction_card {
	struct play play; /* `play.card` is its kind */
	uint8_t acts_as;
};
bool reaction_pair_is_accepted(const struct card_state *table, uint8_t seat, uint8_t plots,
			       const struct reaction_card *first,
			       const struct reaction_card *second);

#endif
