/* SPDX-License-Identifier: MIT */
/* A letter in the making. */
#ifndef PBEM_MAILING_DRAFT_H
#define PBEM_MAILING_DRAFT_H

#include <stddef.h>

#include "core/view/view.h"
#include "pbem/desk/desk.h"
#include "pbem/mailing/mail.h"
#include "pbem/writing/template.h"
#include "pbem/keys/token.h"

enum { DRAFT_VALUES = 80 };

struct mail_kind;

/* Borrowed but for `owned`. */
struct draft {
	struct desk *desk;
	const struct mail *mail;
	const struct game *game; /* the state shown */
	const struct variant *variant;
	const struct mail_kind *kind;
	const struct seat *seat;
	char token[TOKEN_TEXT + 1];
	struct value values[DRAFT_VALUES];
	char *owned[DRAFT_VALUES];
	size_t count;
};

/* Whether the board is drawn small: as this letter asks, or as the seat has it always. */
enum board_style draft_board_style(const struct draft *draft);

/* Names of seats as a sentence has them: "Anna, Bob and Carl"; and all who are not of the seat's
 * own team, "7 others" where they are many. */
void draft_names(const struct draft *draft, uint16_t seats, struct text *out);
void draft_opponents(const struct draft *draft, struct text *out);

void draft_done(struct draft *draft);

#endif
