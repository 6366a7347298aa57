/* SPDX-License-Identifier: MIT */
/* The letters of each kind of game (pbem/desk/mail_kind.h), and what they share. */
#ifndef PBEM_KIND_MAIL_KINDS_H
#define PBEM_KIND_MAIL_KINDS_H

#include "pbem/desk/mail_kind.h"

extern const struct mail_kind mail_single, mail_circle, mail_cards;

/* All of them, for desk_use_mail_kinds. */
extern const struct mail_kind *const mail_kinds[];

/* Parts of a table with files of their own: the values that letters have, */
extern const struct mail_value mail_circle_values[];
extern const struct mail_value mail_cards_values[];
void mail_cards_plays(const struct game *game, uint8_t seat, bool next, unsigned most,
		      struct text *out);

/* and the answers to HAND, CARD and PLAYS. */
extern const struct mail_query mail_cards_queries[];

#define MAIL_PLAIN_NOT_ASKED "You have moved already; it is not your turn now."

/* What a game without letters of its own does. */
unsigned mail_single_bound(const struct game *game, unsigned seat, struct digest *digest_out);
bool mail_single_is_open(const struct game *game, const struct token *token);
bool mail_single_asked_by(const struct game *game, const struct token *token, int64_t time);
const char *mail_single_question(const struct game *now);

/* To every seat to which a new question was opened, to who was beaten, to who is out and would have
 * had his turn, to all who may answer a draw that was offered. */
int mail_single_tell(struct desk *desk, struct desk_game *game, uint8_t seat, const struct due *due,
		     struct reason *reason);
void mail_single_status(const struct game *game, unsigned seat, struct text *out);

#endif
