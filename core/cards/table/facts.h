/* SPDX-License-Identifier: MIT */
/*
 * The facts of a table beside those of its field: what changes in piles, script, windows and
 * demands. Each function changes the table and, unless `record` is NULL, adds its event;
 * table_apply calls the same functions. For table_*.c.
 */
#ifndef PBEM_CORE_CARDS_TABLE_FACTS_H
#define PBEM_CORE_CARDS_TABLE_FACTS_H

#include "core/cards/table/table.h"

/* The turn begins anew: field and piles are as it found them. */
void facts_anew(struct table *table, struct event_list *record);

enum settling {
	SETTLE_TURN,	/* the turn is over, and the next one open */
	SETTLE_ATTEMPT, /* ... or a part of it, fogged or undone */
	SETTLE_BOARD,	/* none: a seat has left, and what is done in the turn is run again */
};

/* Field and piles as they are now are what the turn, or the rest of it, finds; what was done so far
 * is closed, the script empty, unless it is the board alone. */
void facts_settle(struct table *table, enum settling what, struct event_list *record);

/* By its word in a record; -1: there is none such. */
int facts_settling_named(const char *name);

/* An action is added to the script, with what it says (NULL for a move); its number. There must be
 * room (table_has_room). */
uint8_t facts_add_action(struct table *table, const struct action *action,
			 const struct action_words *words, struct event_list *record);

/* What a card played in secret names, read from its line. -1 with the reason when it can't be. */
int facts_name(struct table *table, uint8_t number, const char *text, struct reason *reason);

/* The card of that number is known to be of that kind. -1 when it is known to be another, or the
 * name is none. */
int facts_turn_up(struct table *table, uint16_t copy, const char *name);

/* So many cards, face down, become the seat's draw pile (NO_SIDE: the common one), at its bottom.
 */
void facts_lay_pile(struct table *table, uint8_t seat, uint32_t count, struct event_list *record);

/*
 * The discards of a common deck become its draw pile, shuffled under the next number
 * [fair-shuffles]: those that lay there when the turn began and still do, so that no later run of
 * the turn undoes it. They get new numbers. False when there are none, or the table's cards never
 * were shuffled [trial-hands].
 */
bool facts_reshuffle(struct table *table, struct event_list *record);

/* As far as everybody knows it. -1 when not so many lie there. */
int facts_lay_anew(struct table *table, uint32_t count, struct event_list *record);

/*
 * After an undo what is undrawn in the seat's pile (NO_SIDE: the common one) is shuffled under that
 * number, which is above that of each shuffle before, lest one comes to pass again. The cards keep
 * their places and numbers, and are others.
 */
void facts_shuffle_undrawn(struct table *table, uint8_t seat, uint32_t number,
			   struct event_list *record);

/* As far as everybody knows it. -1 when there is no such pile, or the number isn't above those. */
int facts_lay_undrawn(struct table *table, uint8_t seat, uint32_t number,
		      struct event_list *record);

/* A seat answers an action's demand. */
void facts_add_answer(struct table *table, uint8_t number, const struct answer *answer,
		      struct event_list *record);

/* What became of an action; `forced`: it is and stays spent. */
void facts_set_fate(struct table *table, uint8_t number, enum action_fate fate, bool forced,
		    struct event_list *record);

/* The fate of that name; one more than the last for "void", which is forced; -1 if there is none.
 */
int facts_fate_named(const char *name);

/* The action's card leaves the hand for the table. False when the seat doesn't hold it. */
bool facts_play_card(struct table *table, uint8_t number, struct event_list *record);

/* It is replaced: by the card once drawn for it if that still lies in the pile [card-goes-back],
 * else by the top one that isn't another action's. False when there is none. */
bool facts_draw(struct table *table, uint8_t number, struct event_list *record);

/* The card leaves the game with its seat, or goes to the common discards [hand-of-who-left]. */
void facts_set_aside(struct table *table, uint16_t copy, struct event_list *record);

/* The seat has had its turn of the running round, whatever it was [quiet-rounds]. */
void facts_had_turn(struct table *table, uint8_t seat, struct event_list *record);

/* The seat draws the top card, false when there is none; it discards that card unseen (Vulture). */
bool facts_draw_top(struct table *table, uint8_t seat, struct event_list *record);
void facts_mill(struct table *table, uint8_t number, struct event_list *record);

/* The copy in the seat's hand goes under its pile, and the top card is drawn [without-bishops]:
 * before anything is done in the turn, so that no undoing brings it back. */
void facts_redraw(struct table *table, uint8_t seat, uint16_t copy, struct event_list *record);

/* The copy, whose effect that action has ended, goes to the discards: above the cards it and
 * earlier actions brought there, below those of later ones [discards-by-time]. Of a copy that did
 * so in the open turn the action; else NO_ACTION. */
void facts_fall(struct table *table, uint16_t copy, uint8_t number, struct event_list *record);
uint8_t facts_fallen_by(const struct table *table, uint16_t copy);

/* The copy goes to the discards; the seat takes it into the hand (Vulture, Legacy). */
void facts_discard(struct table *table, uint16_t copy, struct event_list *record);
void facts_take(struct table *table, uint8_t seat, uint16_t copy, struct event_list *record);

/* The card was put down: what Haunting Memories copies. */
void facts_note_card(struct table *table, uint8_t number, struct event_list *record);

/* A board that the turn may not have again [undone-differs]. */
void facts_add_undone(struct table *table, struct position_key key, struct event_list *record);

/* A turn waits for windows to close. Sealed. */
void facts_hold(struct table *table, uint8_t seat, const char *text, struct position_key board,
		struct event_list *record);

/* It waits no more: it is taken now, or returned to its seat [turn-kept]. */
void facts_let_go(struct table *table, uint8_t seat, bool returned, struct event_list *record);

/* The card to be discarded when the turn is final, or NO_COPY. Sealed. */
void facts_will_discard(struct table *table, uint8_t seat, uint16_t copy,
			struct event_list *record);

/* When the seat passes by itself: a set of enum autopass [standing-pass]. */
void facts_autopass(struct table *table, uint8_t seat, unsigned rules, struct event_list *record);

/* What the mover has said ahead [said-ahead]. Sealed. */
void facts_say_ahead(struct table *table, const struct ahead *ahead, struct event_list *record);

/* Phase, state, windows, who has played, demand: as they stand in the table now. */
void facts_note_state(const struct table *table, struct event_list *record);

/* The board as [undone-differs] compares it: pieces with owner, present kind and square. */
struct position_key facts_board_key(const struct field *field);

#endif
