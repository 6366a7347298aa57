/* SPDX-License-Identifier: MIT */
/*
 * The words behind PLAY Card against what the card's file asks for: how many, of which form, and
 * what stands on the squares. And the reverse: all words that fit.
 */
#ifndef PBEM_CORE_CARDS_PLAY_TARGETS_H
#define PBEM_CORE_CARDS_PLAY_TARGETS_H

#include "core/cards/play/effects.h"

/*
 * Whether the play's targets are such as moment->card asks for. A word that can be read in two ways
 * (crab: a kind, a card; e2-e4: a move, a chain) gets the form wanted; where the order doesn't
 * matter, the targets are put into the order of the card's rules. False with what was expected.
 */
bool targets_fit(const struct moment *moment, struct play *play, struct reason *why);

/* Adds all plays of words that fit, repeated ones once, which the effect wouldn't refuse. */
void targets_list(const struct moment *moment, struct play_list *out);

/* A play of moment->card without targets yet; adding a square, or a move, to it. */
void targets_none(const struct moment *moment, struct play *play_out);
void targets_add_square(struct play *play, square at);
void targets_add_move(struct play *play, square from, square to);

/* Whether the first square of the one play comes before that of the other, by name. */
bool targets_precede(const struct moment *moment, const struct play *a, const struct play *b);

/* Puts the squares from the first-th target on in square order (R6: by name). */
void targets_sort(const struct moment *moment, struct play *play, unsigned first);

#endif
