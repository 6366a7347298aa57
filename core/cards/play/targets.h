/* SPDX-License-Identifier: MIT */
/*
 * The words behind PLAY Card against what the card's file asks for: how many, of which form, and
 * what stands on the squares.
 */
#ifndef PBEM_CORE_CARDS_PLAY_TARGETS_H
#define PBEM_CORE_CARDS_PLAY_TARGETS_H

#include "core/cards/play/moment.h"

/*
 * Whether the play's targets are such as moment->card asks for. A word that can be read in two ways
 * (crab: a kind, a card; e2-e4: a move, a chain) gets the form wanted; where the order doesn't
 * matter, the targets are put into the order of the card's rules. False with what was expected.
 */
bool targets_fit(const struct moment *moment, struct play *play, struct reason *why);

/* The same of one target and its rule, or with what was expected; and whether what stands on the
 * square is what the rule asks for. */
bool targets_look(const struct moment *moment, const struct target_rule *rule,
		  const struct target *target, struct reason *why);
bool targets_stand(const struct moment *moment, const struct target_rule *rule, square at);

/* A play of moment->card without targets yet; adding one to it, with nothing said but its form, or
 * a square, a move or an edge, a promotion; taking the last out. */
void targets_none(const struct moment *moment, struct play *play_out);
struct target *targets_add(struct play *play, enum target_form form);
struct target *targets_add_square(struct play *play, square at);
struct target *targets_add_move(struct play *play, square from, square to);
void targets_add_promotion(struct play *play, square at, uint8_t kind);
void targets_drop(struct play *play);

/* Whether another of so many targets begins with the square that the index-th begins with. */
bool targets_repeat(const struct target *targets, unsigned count, unsigned index);

/* The square that is all the answer says, or NO_SQUARE. */
square targets_answered(const struct answer *answer);

/* Whether the first square of the one play comes before that of the other, by name. */
bool targets_precede(const struct moment *moment, const struct play *a, const struct play *b);

/* Puts the squares from the first-th target on in square order ([square-order]: by name). */
void targets_sort(const struct moment *moment, struct play *play, unsigned first);

#endif
