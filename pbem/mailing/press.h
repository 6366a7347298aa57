/* SPDX-License-Identifier: MIT */
/*
 * What players say to each other, and what the program has to tell a seat besides. Both wait in the
 * ledger. What was said reaches a seat when the sitting ends: in the letter that asks it something
 * and hasn't gone out yet, or all of it in one letter. A note only stands in letters that the seat
 * gets anyway.
 */
#ifndef PBEM_MAILING_PRESS_H
#define PBEM_MAILING_PRESS_H

#include "core/order/order.h"
#include "pbem/answer/matter.h"

enum { SAYS_A_DAY = 32 }; /* of one seat in one game */

/* Why what the letter wants to say isn't passed on; NULL: it is. The caller frees it. */
char *press_why_not(struct matter *matter, const struct order_list *orders);

/* Keeps what one order says for all other seats, or for the one it names. */
void press_say(struct matter *matter, const struct order *order);

/* Keeps a note for a seat: one sentence or more, which stand in the next letter the seat gets. */
void press_note(struct intake *intake, const struct desk_game *game, unsigned seat,
		const char *note);

/* The notes that the letter in the making is to bear; the batch remembers that they are on
 * their way. A letter that is replaced before it was sent takes none with it. */
void press_notes(const struct mailing *mailing, const struct desk_game *game, unsigned seat,
		 struct text *out);

/* The sitting is over: writes to every seat what was said to it. What was said in a game that can't
 * be read, waits. In batches of its own; the one in hand must be empty. */
int press_all(struct intake *intake, struct reason *reason);

#endif
