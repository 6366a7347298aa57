/* SPDX-License-Identifier: MIT */
/* Tries and carries out plays, finds all plays of a card, and finds the answers that a play asks
 * for. */
#ifndef PBEM_CORE_CARDS_PLAY_PLAY_EXECUTE_H
#define PBEM_CORE_CARDS_PLAY_PLAY_EXECUTE_H

#include "core/cards/play/effect_context.h"

/*
 * Plays a card: checks its targets against the card's rules (number, form, owner, kind), then
 * carries out its effect. It doesn't consider hands, windows or the Checkmate Rule.
 */
enum effect_context_result play_do(struct effect_context *context, const struct play *play,
				   struct reason *why);

/* Carries out a seat's answer to the card of the context, by the card's demand_rules. */
enum effect_context_result play_answer(struct effect_context *context, const struct answer *answer);

/* Reports whether play_do wouldn't refuse the play. The board isn't changed. */
bool play_would(const struct effect_context *context, const struct play *play);

/* Adds the play to the list, unless play_do would refuse it. */
void play_add(const struct effect_context *context, const struct play *play, struct play_list *out);

/* Adds every play of the card that play_do wouldn't refuse now, in no particular order
 * [trial-plays]. `context->field` isn't changed. */
void play_search(const struct effect_context *context, struct play_list *out);

/* Finds the index-th answer of a seat to try: the first legal one, then all others. Returns false
 * after the last. */
bool play_nth_answer(const struct effect_context *context, uint8_t seat, unsigned index,
		     struct answer *answer_out);

/* A condition that a board should meet. */
struct goal {
	bool (*reached)(void *context, const struct card_board *field);
	void *context;
};

/*
 * Finds an answer for each seat that the card played on context->field asks, so that the goal is
 * reached, and carries out the answers. context->found is the board before the card. Returns false,
 * with the board as it was, if there are no such answers.
 */
bool play_let_answer(struct effect_context *context, const struct play *play,
		     const struct goal *goal);

#endif
