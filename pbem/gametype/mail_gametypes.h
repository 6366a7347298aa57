/* SPDX-License-Identifier: MIT */
/* The messages of each kind of game (pbem/site/gametype_mail.h), and their common parts. */
#ifndef PBEM_GAMETYPE_MAIL_GAMETYPES_H
#define PBEM_GAMETYPE_MAIL_GAMETYPES_H

#include "pbem/site/gametype_mail.h"

extern const struct gametype_mail mail_standard, mail_ring, mail_cards;

/* The tables of all kinds, NULL after the last, for gametype_mail_use. */
extern const struct gametype_mail *const mail_gametypes[];

/* Parts of these tables that have files of their own: the values of messages. */
extern const struct mail_value mail_ring_values[];
extern const struct mail_value mail_cards_values[];

/* The answers to HAND, CARD and PLAYS. */
extern const struct mail_query mail_cards_queries[];

#define MAIL_PLAIN_NOT_ASKED "You have moved already; it is not your turn now."

/* The operations of a kind of game that has no messages of its own. */
unsigned mail_standard_bound(const struct game *game, unsigned seat, struct sha256 *digest_out);
bool mail_standard_is_open(const struct game *game, const struct token *token);
const char *mail_standard_question(const struct game *now);

/* Writes to every seat that has a new question, to seats that were beaten, to seats that are out
 * and would have had their turn, and to all who may answer an offered draw. */
int mail_standard_notify(struct workspace *workspace, struct workspace_game *game, uint8_t seat,
			 const struct due *due, struct reason *reason);
void mail_standard_status(const struct game *game, unsigned seat, struct strbuf *out);

#endif
