/* SPDX-License-Identifier: MIT */
/* The data about a seat for messages: its player's name, and its messages in the outbox. */
#ifndef PBEM_MAIL_MAIL_SEAT_H
#define PBEM_MAIL_MAIL_SEAT_H

#include <stdbool.h>
#include <stdint.h>

#include "pbem/site/workspace.h"

struct strbuf;

/* Adds names of seats in the form of a sentence: "Anna", "Anna and Bob", "Anna, Bob and Carl". */
void mail_names(const struct workspace_game *game, uint16_t seats, struct strbuf *out);

/* Withdraws the seat's unsent messages that ask for its turn, remind of it or report that it was
 * missed: they aren't true any more. This batch's report of a missed turn stays. */
void mail_withdraw(struct workspace *workspace, const struct workspace_game *game, unsigned seat);

/* Withdraws all unsent messages of the seat that a newer one would replace. Messages that answer a
 * message, or contain what others said, stay: nothing else has their contents. */
void mail_withdraw_all(struct workspace *workspace, const struct workspace_game *game,
		       unsigned seat);

/* Withdraws the seat's unsent message of that slot. */
void mail_withdraw_slot(struct workspace *workspace, const struct workspace_game *game,
			unsigned seat, const char *slot);

/* Reports whether the seat's message of that slot is in the outbox, from an earlier batch. */
bool mail_waits(const struct workspace *workspace, const struct workspace_game *game, unsigned seat,
		const char *slot);

#endif
