/* SPDX-License-Identifier: MIT */
/*
 * Compares the words after a card's name with those that the card's file requires: their number,
 * their forms, and what is on the squares.
 */
#ifndef PBEM_CORE_CARDS_PLAY_TARGETS_H
#define PBEM_CORE_CARDS_PLAY_TARGETS_H

#include "core/cards/play/effect_context.h"

/*
 * Checks whether the play's targets are those that context->card asks for. A word that can be read
 * in two ways (crab: a kind, a card; e2-e4: a move, a chain) gets the form wanted. If the order
 * doesn't matter, the targets are put into the order of the card's rules. Returns false with what
 * was expected.
 */
bool targets_fit(const struct effect_context *context, struct play *play, struct reason *why);

/* Reports whether the targets have the number and the forms that the card asks for, in its
 * order, whatever is on their squares. */
bool targets_have_forms(const struct card_ruleset *book, const struct card *card,
			const struct play *play);

/* targets_check_square checks what is on the first square of a target against its rule; it returns
 * false with what was expected. targets_fit_square reports the same for a square. */
bool targets_check_square(const struct effect_context *context, const struct target_rule *rule,
			  const struct target *target, struct reason *why);
bool targets_fit_square(const struct effect_context *context, const struct target_rule *rule,
			square at);

/* targets_none returns a play of context->card without targets. The next functions add a target
 * with nothing but its form, a square, a move or an edge, or a promotion. The last one removes the
 * last target. */
void targets_none(const struct effect_context *context, struct play *play_out);
struct target *targets_add(struct play *play, enum target_form form);
struct target *targets_add_square(struct play *play, square at);
struct target *targets_add_move(struct play *play, square from, square to);
void targets_add_promotion(struct play *play, square at, uint8_t kind);
void targets_drop(struct play *play);

/* Reports whether another of the `count` targets begins with the same square as target `index`. */
bool targets_repeat(const struct target *targets, unsigned count, unsigned index);

/* Returns the square if the answer is nothing but a square, else NO_SQUARE. */
square targets_answered(const struct answer *answer);

/* Reports whether the first square of play `a` comes before that of play `b`, by name. */
bool targets_precede(const struct effect_context *context, const struct play *a,
		     const struct play *b);

/* Sorts the targets from `first` on in square order ([square-order]: by name). */
void targets_sort(const struct effect_context *context, struct play *play, unsigned first);

#endif
