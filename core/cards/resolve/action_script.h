/* SPDX-License-Identifier: MIT */
/* Queries about the script of the open turn. */
#ifndef PBEM_CORE_CARDS_RESOLVE_ACTION_SCRIPT_H
#define PBEM_CORE_CARDS_RESOLVE_ACTION_SCRIPT_H

#include "core/cards/state/card_state.h"

/* Reports whether the card of the action was cancelled by Fog of War, on the card itself or on its
 * Plots Within Plots. */
bool action_script_is_fogged(const struct card_state *table, uint8_t number);

/* Reports whether the action is a Toll that was declined. The turn is then void, and the Toll stays
 * though the action that it answered doesn't. */
bool action_script_makes_void(const struct card_state *table, uint8_t number);

/* Returns the first of the mover's actions that Chaos card `number` undoes, together with all later
 * ones. This is 0, except for two cards instead of the move by Plots Within Plots: only the later
 * is undone. */
uint8_t action_script_undone_from(const struct card_state *table, uint8_t number);

/* Returns the work that the table does for the action's card. */
enum table_verb action_script_verb(const struct card_state *table, uint8_t number);

/* Reports whether the action is the mover's own. */
bool action_script_is_own(const struct card_state *table, uint8_t number);

/* Reports whether the mover has made a move, or played a card instead of it, from action `first`
 * on, whatever became of it. */
bool action_script_has_move(const struct card_state *table, uint8_t first);

/* Returns the card that the action acts as; NULL if the action is no card. */
const struct card *action_script_card(const struct card_state *table, const struct action *action);

/* Reports whether the card is in play, but its effect has ended. */
bool action_script_is_over(const struct card_state *table, uint16_t copy);

/* Moves cards in play whose effects have ended to the discards. */
void action_script_sweep(struct card_state *table, struct event_list *record);

/* Reports whether the action was handed back, and its card has been played again in this turn. The
 * card then belongs to the later play. */
bool action_script_is_played_again(const struct card_state *table, uint8_t number);

/* Sets which copy the action's card is. The other function reports whether the seat holds that
 * copy, and returns true if the action is no card. */
void action_script_pick_copy(struct card_state *table, uint8_t number);
bool action_script_is_held(const struct card_state *table, uint8_t number);

#endif
