/* SPDX-License-Identifier: MIT */
/* The messages that were processed before: in the ledger, and in the present batch, which the
 * ledger doesn't know yet. */
#ifndef PBEM_REQUEST_PROCESSED_MESSAGES_H
#define PBEM_REQUEST_PROCESSED_MESSAGES_H

#include <stdbool.h>

#include "pbem/request/incoming.h"

/* Reports whether the batch in hand or the ledger knows the message by its bytes. Sets *deed_out to
 * the result. */
bool processed_digest(struct workspace *workspace, const char *digest,
		      struct processed *processed_out);

/* Does the same by Message-ID and token. A message without a Message-ID is never known. */
bool processed_message(struct workspace *workspace, const char *message_id, const char *token,
		       struct processed *processed_out);

/* Records what the message in hand did, under every name by which it may come back, and logs a line
 * about it. */
void processed_note(struct incoming *incoming);

#endif
