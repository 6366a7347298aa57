/* SPDX-License-Identifier: MIT */
/*
 * What cards do. Each effect has a name by which card files call it, and two functions: one does
 * it, one lists its plays (most are listed by trying every word that fits the card's targets).
 * Effects stand in effects_*.c by what they act on; effects.c has the table. What they leave
 * behind is in core/cards/lasting.
 */
#ifndef PBEM_CORE_CARDS_EFFECTS_EFFECTS_H
#define PBEM_CORE_CARDS_EFFECTS_EFFECTS_H

#include "core/cards/play/moment.h"

/* The effect of that name, or NULL; and all names, NULL after the last, for "did you mean". */
const struct effect_rules *effects_named(const char *name);
const char *const *effects_names(void);

/* The kind of lasting effect that a card's file names. -1 when there is none. */
int effects_lay_named(const char *word, enum effect_kind *kind_out, struct reason *reason);

/* Gives the card a row of its own: what its words make of the one named. -1, with what was
 * expected, when its arguments and targets aren't such as the effect wants. A target's form is
 * written in a letter: s square, m move, c chain, e edge, k kind, a card, S seat, t turn, p
 * promotion. */
int effects_fit(struct card *card, const struct effect_rules *named, struct reason *reason);

/*
 * The seat has said something, once the rest of its message is applied. True when a Doomsayer has
 * heard a kind of which it can lose a piece: then the demand_rules of that card ask it, whatever
 * the play.
 */
bool effects_hear(const struct book *book, struct field *field, uint8_t seat, const char *said,
		  struct event_list *record);

#endif
