/* SPDX-License-Identifier: MIT */
/* What a seat holds, and could play for what. */
#ifndef PBEM_CORE_CARDS_LISTS_HOLDING_H
#define PBEM_CORE_CARDS_LISTS_HOLDING_H

#include "core/cards/table/table.h"

/* The kinds of card in the seat's hand, each once; how many. */
unsigned holding_kinds(const struct table *table, uint8_t seat, uint8_t kinds_out[MAX_CARD_KINDS]);

/* How many of that kind. */
unsigned holding_copies(const struct table *table, uint8_t seat, uint8_t kind);

/* What a card of that kind acts as for the seat now; NULL when it can't be played in this game, or
 * finds nothing to copy. */
const struct card *holding_acts_as(const struct table *table, uint8_t seat, uint8_t kind);

/* The moment in which the seat would play that card then, on the field, with no targets yet. */
struct moment holding_moment(const struct table *table, struct field *field, uint8_t seat,
			     const struct card *card, enum card_when when);

/*
 * Plays a card of the seat in turn on the field, and asks the judge about the card (not about the
 * turn's end). With MOMENT_SPENT or MOMENT_REFUSED the field may be half changed. Who would be
 * asked for an answer is not asked.
 */
enum moment_result holding_try(const struct table *table, const struct play *play,
			       const struct card *card, enum card_when when, struct field *field);

#endif
