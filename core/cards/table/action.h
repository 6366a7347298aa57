/* SPDX-License-Identifier: MIT */
/* The actions of an open turn and the answers to their demands as text, and back; for table_*.c. */
#ifndef PBEM_CORE_CARDS_TABLE_ACTION_H
#define PBEM_CORE_CARDS_TABLE_ACTION_H

#include "core/cards/table/table.h"

/* An action with nothing done yet: no copy, no fate. */
struct action action_new(enum action_kind kind, uint8_t seat, enum card_when when, uint8_t answers);

/* "after the move: PLAY Holy War b1 f4", "on a card, answering action 2: PLAY Fog of War", "the
 * move: MOVE e2-e4, two steps over e3": what the text of a fact EVENT_SCRIPT holds. Actions are
 * counted from 1 there. */
void action_print(const struct book *book, const struct action *action, struct text *out);
int action_read(const struct book *book, uint8_t seat, const char *text, struct action *action_out,
		struct reason *reason);

/* "NO", or the targets. */
void action_print_answer(const struct book *book, const struct answer *answer, struct text *out);
int action_read_answer(const struct book *book, uint8_t seat, const char *text,
		       struct answer *answer_out, struct reason *reason);

/* How far the open turn has come, as EVENT_STATE tells it: what struct table calls so. */
struct table_state {
	uint8_t phase, state;
	uint16_t window, played, settled;
	uint8_t demanded, demand;
	bool no_card, king_back, begun_again, chaos;
};

/* "waits for answers, turn in, may answer black, played by white". Reading checks the names alone.
 */
void table_print_state(const struct book *book, const struct table_state *state, struct text *out);
int table_read_state(const struct book *book, const char *text, struct table_state *state_out,
		     struct reason *reason);

/* Whether what the action's card names is known to its player alone; then it is printed without. */
bool action_is_secret(const struct book *book, const struct action *action);

#endif
