/* SPDX-License-Identifier: MIT */
/* What has been dealt with: by the ledger, and by the batch in hand, which the ledger doesn't know
 * yet. */
#ifndef PBEM_ANSWER_DEEDS_H
#define PBEM_ANSWER_DEEDS_H

#include <stdbool.h>

#include "pbem/answer/matter.h"

/* Whether the batch in hand or the ledger knows the letter by its bytes; *deed_out gets what was
 * done. */
bool deeds_digest(struct desk *desk, const char *digest, struct deed *deed_out);

/* The same by Message-ID and token; a letter without a Message-ID is never known. */
bool deeds_message(struct desk *desk, const char *message_id, const char *token,
		   struct deed *deed_out);

/* Writes down what the letter in hand did, under every name it may come back by, and a line of it
 * in the log. */
void deeds_note(struct matter *matter);

#endif
