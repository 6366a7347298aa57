/* SPDX-License-Identifier: MIT */
/*
 * What cards do. Each effect has a name by which card files call it, and two functions: one does
 * it, one lists its plays (most are listed by trying every word that fits the card's targets).
 * Effects stand in effects_*.c by what they act on; effects.c has the table. And what effects do by
 * themselves, at moments that the table of the game knows.
 */
#ifndef PBEM_CORE_CARDS_EFFECTS_EFFECTS_H
#define PBEM_CORE_CARDS_EFFECTS_EFFECTS_H

#include "core/cards/effects/effects.h"
#include "core/cards/play/moment.h"

/* The effect of that name, or NULL; and all names, NULL after the last, for "did you mean". */
const struct effect_rules *effects_named(const char *name);
const char *const *effects_names(void);

/* Whether the card's arguments and targets are such as its effect wants; -1 with what was expected.
 * A target's form is written in a letter: s square, m move, c chain, e edge, k kind, a card, S
 * seat, t turn, p promotion. */
int effects_fit(const struct card *card, struct reason *reason);

/*
 * A seat's turn begins and is not lost, field_begin_turn is done: Truce goes if the seat has no
 * move (R15), Vendetta if it has no capture, a Challenge that it can't meet lapses.
 */
void effects_at_turn_start(const struct book *book, struct field *field, uint8_t seat,
			   struct event_list *record);

/*
 * A seat's turn is complete (its move and cards, step 8), or was passed over: what bound it in this
 * turn ends, of two pieces left on one square the lesser is lost, Truce goes if a king is in check
 * as if there were none (K6). Before checks are judged.
 */
void effects_after_turn(const struct book *book, struct field *field, uint8_t seat,
			struct event_list *record);

/* After a move, or a card whose effect `displaces`: pieces displaced since `first`, an index into
 * field->story.gone, that stand on an enemy's Man-Trap are captured. Before OX and OM. */
void effects_spring(const struct book *book, struct field *field, unsigned first,
		    struct event_list *record);

/*
 * The seat has said something, once the rest of its message is applied. True when a Doomsayer has
 * heard a kind of which it can lose a piece: then the demand_rules of that card ask it, whatever
 * the play.
 */
bool effects_hear(const struct book *book, struct field *field, uint8_t seat, const char *said,
		  struct event_list *record);

#endif
