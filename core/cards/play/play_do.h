/* SPDX-License-Identifier: MIT */
/* A play tried and done, all plays there are, and the answers that a play asks for. */
#ifndef PBEM_CORE_CARDS_PLAY_PLAY_DO_H
#define PBEM_CORE_CARDS_PLAY_PLAY_DO_H

#include "core/cards/play/moment.h"

/*
 * Does a card: its targets are checked against the card's rules first (number, form, whose, which
 * kind), then its effect is done. Knows nothing of hands, windows, the Checkmate Rule.
 */
enum moment_result play_do(struct moment *moment, const struct play *play, struct reason *why);

/* Whether play_do wouldn't refuse; the field isn't changed. */
bool play_would(const struct moment *moment, const struct play *play);

/* Adds the play to the list, unless play_do would refuse it. */
void play_add(const struct moment *moment, const struct play *play, struct play_list *out);

/* Every play of the card that play_do wouldn't refuse now, in no order [trial-plays].
 * `moment->field` isn't changed. In play_search.c. */
void play_search(const struct moment *moment, struct play_list *out);

/* The answers of a seat that are to be tried one after the other: the first legal one, then all
 * others. False behind the last. */
bool play_nth_answer(const struct moment *moment, uint8_t seat, unsigned index,
		     struct answer *answer_out);

/* What is wanted of a field. */
struct goal {
	bool (*reached)(void *context, const struct field *field);
	void *context;
};

/*
 * Lets each seat that the card played on moment->field asks give an answer, and does what waits for
 * it, so that the goal is reached. moment->found is as the card found it. False, with the field as
 * it was, when there are no such answers.
 */
bool play_let_answer(struct moment *moment, const struct play *play, const struct goal *goal);

#endif
