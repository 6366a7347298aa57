/* SPDX-License-Identifier: MIT */
/*
 * Events of a table, except those of its board: changes in piles, script, windows and demands. Each
 * function changes the table and, unless `record` is NULL, adds its event. card_state_apply calls
 * the same functions. Implemented in state_events*.c.
 */
#ifndef PBEM_CORE_CARDS_STATE_CARD_STATE_EVENTS_H
#define PBEM_CORE_CARDS_STATE_CARD_STATE_EVENTS_H

#include "core/cards/state/card_state.h"

/* Begins the turn again, with the board and the piles of its beginning. */
void state_events_restart_turn(struct card_state *table, struct event_list *record);

enum settling {
	SETTLE_TURN,	/* the turn is over, and the next one begins */
	SETTLE_ATTEMPT, /* an attempt at the turn, fogged or undone, is over */
	SETTLE_BOARD,	/* a seat has left; the script stays, to be evaluated again */
};

/* Makes the present board and piles the beginning of the turn, or of the rest of it. Empties the
 * script, except with SETTLE_BOARD. */
void state_events_settle(struct card_state *table, enum settling what, struct event_list *record);

/* Adds an action, with its words (NULL for a move), to the script. Returns its number. There must
 * be room (card_state_has_room). */
uint8_t state_events_add_action(struct card_state *table, const struct action *action,
				const struct action_words *words, struct event_list *record);

/*
 * Makes the discards of a common deck its draw pile, shuffled under the next number
 * [fair-shuffles]. Only cards that were there when the turn began, and still are, take part, so
 * that no later evaluation of the turn undoes this. They get new numbers. Returns false if there
 * are none, or if the table's cards were never shuffled [trial-hands].
 */
bool state_events_reshuffle(struct card_state *table, struct event_list *record);

/*
 * Shuffles the undrawn cards in the seat's pile (NO_SIDE: the common one) after an undo. `number`
 * is higher than those of all earlier shuffles, so that none is repeated. Places and copy numbers
 * stay; the kinds of the cards change.
 */
void state_events_shuffle_undrawn(struct card_state *table, uint8_t seat, uint32_t number,
				  struct event_list *record);

/* Adds a seat's answer to an action's demand. */
void state_events_add_answer(struct card_state *table, uint8_t number, const struct answer *answer,
			     struct event_list *record);

/* Sets the fate of an action. `forced`: the action has no effect now and later. */
void state_events_set_fate(struct card_state *table, uint8_t number, enum action_fate fate,
			   bool forced, struct event_list *record);

/* Moves the action's card from the hand into play. Returns false if the seat doesn't hold it. */
bool state_events_play_card(struct card_state *table, uint8_t number, struct event_list *record);

/* Draws a card to replace the action's: the one once drawn for it if that is still in the pile
 * [card-goes-back], else the top one that isn't another action's. Returns false if there is
 * none. */
bool state_events_draw(struct card_state *table, uint8_t number, struct event_list *record);

/* Removes the card from the game with its seat, or puts it on the common discards
 * [hand-of-who-left]. */
void state_events_set_aside(struct card_state *table, uint16_t copy, struct event_list *record);

/* Records that the seat has had its turn of the current round, whatever it was [quiet-rounds]. */
void state_events_had_turn(struct card_state *table, uint8_t seat, struct event_list *record);

/* state_events_draw_top draws the top card for the seat, and returns false if there is none.
 * state_events_mill discards the next card of the pile for an action (Vulture). */
bool state_events_draw_top(struct card_state *table, uint8_t seat, struct event_list *record);
void state_events_mill(struct card_state *table, uint8_t number, struct event_list *record);

/* Puts the copy from the seat's hand under its pile, and draws the top card [without-bishops]. This
 * is done before all actions of the turn, so that no undoing reverts it. */
void state_events_redraw(struct card_state *table, uint8_t seat, uint16_t copy,
			 struct event_list *record);

/* Puts the copy, whose effect action `number` has ended, on the discards: above the cards put there
 * by that and earlier actions, below those of later ones [discards-by-time]. The other function
 * returns that action for a copy that fell in the open turn, else NO_ACTION. */
void state_events_fall(struct card_state *table, uint16_t copy, uint8_t number,
		       struct event_list *record);
uint8_t state_events_fallen_by(const struct card_state *table, uint16_t copy);

/* state_events_discard moves the copy to the discards. state_events_take moves it into the seat's
 * hand (Vulture, Legacy). */
void state_events_discard(struct card_state *table, uint16_t copy, struct event_list *record);
void state_events_take(struct card_state *table, uint8_t seat, uint16_t copy,
		       struct event_list *record);

/* Records the action's card as the last one put down, which Haunting Memories copies. */
void state_events_note_card(struct card_state *table, uint8_t number, struct event_list *record);

/* Adds a board to which the turn may not lead again [undone-differs]. */
void state_events_add_undone(struct card_state *table, struct position_key key,
			     struct event_list *record);

/* Holds a turn until the windows close. Sealed. */
void state_events_hold(struct card_state *table, uint8_t seat, const char *text,
		       struct position_key board, struct event_list *record);

/* Ends the holding of a turn: it is played now, or returned to its seat [turn-kept]. */
void state_events_release_turn(struct card_state *table, uint8_t seat, bool returned,
			       struct event_list *record);

/* Sets the card that the seat discards when the turn is final, or NO_COPY. Sealed. */
void state_events_will_discard(struct card_state *table, uint8_t seat, uint16_t copy,
			       struct event_list *record);

/* Sets when the seat passes automatically: a set of enum autopass [standing-pass]. */
void state_events_autopass(struct card_state *table, uint8_t seat, unsigned rules,
			   struct event_list *record);

/* Records the mover's turn that was sent in advance [said-ahead]. Sealed. */
void state_events_set_ahead(struct card_state *table, const struct ahead *ahead,
			    struct event_list *record);

/* Records phase, state, windows, who has played, and the demand, as they are in the table now. */
void state_events_note_state(const struct card_state *table, struct event_list *record);

/* Returns the key by which [undone-differs] compares boards: pieces with owner, present kind and
 * square. */
struct position_key state_events_board_key(const struct card_board *field);

#endif
