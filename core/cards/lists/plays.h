/* SPDX-License-Identifier: MIT */
/* Which cards a seat could play now; and trying single plays on a field, without a table's script,
 * for C11's search. */
#ifndef PBEM_CORE_CARDS_LISTS_PLAYS_H
#define PBEM_CORE_CARDS_LISTS_PLAYS_H

#include "core/cards/table/table.h"

/* Every card play open to the seat now (T13): in its own turn before- and instead-cards; with
 * `after` (a move of its own, may be NULL) also after-cards; in a window its reactions. Sorted
 * bytewise when printed by play_print. */
void plays_list(const struct table *table, uint8_t seat, const struct move *after,
		struct play_list *out);

/* The kinds of card in the seat's hand, each once; how many. */
unsigned plays_hand(const struct table *table, uint8_t seat, uint8_t kinds_out[MAX_CARD_KINDS]);

/* What a card of that kind acts as for the seat now; NULL when it can't be played in this game, or
 * finds nothing to copy. */
const struct card *plays_acts_as(const struct table *table, uint8_t seat, uint8_t kind);

/* The moment in which the seat would play that card then, on the field, with no targets yet. */
struct moment plays_moment(const struct table *table, struct field *field, uint8_t seat,
			   const struct card *card, enum card_when when);

/*
 * Plays a card of the seat in turn on the field, judged as the script would (Checkmate Rule,
 * Vendetta, Challenge; for a card instead of the move the own king, too). With MOMENT_SPENT or
 * MOMENT_REFUSED the field may be half changed. Who would be asked for an answer is not asked.
 */
enum moment_result plays_try(const struct table *table, const struct play *play,
			     const struct card *card, enum card_when when, struct field *field);

#endif
