/* SPDX-License-Identifier: MIT */
/*
 * The effects of cards. Card files call an effect by its name. It has two functions: one carries it
 * out, one lists its plays (for most, every word that fits the card's targets is tried). Effects
 * are in effect_*.c by what they act on; effects.c has the table. Lasting effects are in
 * core/cards/board.
 */
#ifndef PBEM_CORE_CARDS_EFFECTS_EFFECTS_H
#define PBEM_CORE_CARDS_EFFECTS_EFFECTS_H

#include "core/cards/play/effect_context.h"

enum { EFFECTS_NAMES_MAX = 128 };

/* Finds the kind of continuing effect that a card's file names. Returns -1 with the reason if there
 * is none. */
int effects_lay_named(const char *word, enum effect_kind *kind_out, struct reason *reason);

/*
 * Lets Doomsayers hear what the seat has said, once the rest of its message is applied. Returns
 * true if one has heard a kind of which the seat can lose a piece. The demand_rules of that card
 * then ask the seat, whatever the play.
 */
bool effects_trigger_doomsayer(const struct card_ruleset *book, struct card_board *field,
			       uint8_t seat, const char *said, struct event_list *record);

#endif
