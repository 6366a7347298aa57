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

/* A play of moment->card without targets yet; adding a square, or a move, to it. */
void targets_none(const struct moment *moment, struct play *play_out);
void targets_add_square(struct play *play, square at);
void targets_add_move(struct play *play, square from, square to);

/* Whether the first square of the one play comes before that of the other, by name. */
bool targets_precede(const struct moment *moment, const struct play *a, const struct play *b);

/* Puts the squares from the first-th target on in square order ([square-order]: by name). */
void targets_sort(const struct moment *moment, struct play *play, unsigned first);

#endif
