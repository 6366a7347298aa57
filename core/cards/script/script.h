/* SPDX-License-Identifier: MIT */
/* The script of the open turn, asked as it stands. */
#ifndef PBEM_CORE_CARDS_SCRIPT_SCRIPT_H
#define PBEM_CORE_CARDS_SCRIPT_SCRIPT_H

#include "core/cards/table/table.h"

/* Whether the card of the action was cancelled by Fog of War, its own or that of its Plots. */
bool script_is_fogged(const struct table *table, uint8_t number);

/* Whether the action is a Toll that was declined: the turn is void, and it stands though what it
 * answered doesn't. */
bool script_makes_void(const struct table *table, uint8_t number);

/* The first action of the mover's that a Chaos card takes out, all later ones with it: 0, but of
 * two cards instead of the move by Plots Within Plots only the later is undone. `number`: that of
 * the Chaos card. */
uint8_t script_undone_from(const struct table *table, uint8_t number);

/* What the table has to do with the action's card. */
enum table_verb script_verb(const struct table *table, uint8_t number);

/* Whether the action is the mover's own. */
bool script_is_own(const struct table *table, uint8_t number);

/* Whether the mover has made a move, or played a card instead of it, from that action on, whatever
 * became of it. */
bool script_has_move(const struct table *table, uint8_t first);

/* The rules of what the action's card acts as. */
const struct card *script_card(const struct table *table, const struct action *action);

/* Whether the card lies in play, and the effect it lay there for is no more. */
bool script_is_over(const struct table *table, uint16_t copy);

/* Cards that lay in play for effects that are no more go to the discards. */
void script_sweep(struct table *table, struct event_list *record);

/* Whether the action was handed back, and its card has been played anew in this turn: there it lies
 * now, whatever gives its first use its place again. */
bool script_is_played_again(const struct table *table, uint8_t number);

/* Which copy the action's card is; whether the seat holds it, if the action is a card. */
void script_pick_copy(struct table *table, uint8_t number);
bool script_is_held(const struct table *table, uint8_t number);

#endif
