/* SPDX-License-Identifier: MIT */
/* Heads of letters: how they hang together, and where answers go. */
#ifndef PBEM_MAILING_MAILING_HEADS_H
#define PBEM_MAILING_MAILING_HEADS_H

#include "pbem/reading/letter.h"
#include "pbem/site/config.h"
#include "pbem/writing/compose.h"

/* "games+TOKEN@example.org"; the caller frees it. */
char *mailing_heads_address(const char *address, const char *token);

/* What a letter of a thread refers to: its root, which no letter is, and what the letter it answers
 * (or NULL) does. The caller frees it. */
char *mailing_heads_references(const struct config *config, const char *thread,
			       const struct letter *answers);

/* A letter's head; all is borrowed. */
struct outgoing mailing_heads_of(const char *to_name, const char *to, const char *id,
				 const char *references, const struct letter *answers);

#endif
