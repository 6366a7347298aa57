/* SPDX-License-Identifier: MIT */
/*
 * A message from pbem that a player has kept: its data about the game file and about the player's
 * hand, in whatever language.
 */
#ifndef PBEM_MAINTENANCE_KEPT_MESSAGE_H
#define PBEM_MAINTENANCE_KEPT_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/util/base.h"
#include "core/util/sha256.h"
#include "pbem/auth/token.h"

enum { KEPT_DIGESTS = 8 };

struct kept_message {
	char *subject;
	struct token token; /* the token as it is written; its signature isn't checked */
	bool keyed;	    /* there is a token */
	struct sha256 digests[KEPT_DIGESTS]; /* the game file's fingerprints in the message */
	size_t digest_count;
	char **hand; /* the cards that it shows, one line each, unchanged; NULL after the last */
	size_t hand_len; /* 0: it shows none, or a hand that was only tried */
};

/* Prepares the reading of messages (sandbox.h). Returns -1 if that fails. */
int kept_message_ready(struct reason *reason);

/* Reads a message's bytes. Returns NULL with the reason if it can't be read at all. */
struct kept_message *kept_message_read(const char *bytes, size_t len, struct reason *reason);
void kept_message_free(struct kept_message *kept);

/*
 * Passes on the messages in a file, one after the other. The file is a mailbox with any number of
 * messages (RFC 4155), or a single message. `number` counts from 1; it is 0 if the file is a single
 * message.
 */
void kept_message_each(const char *bytes, size_t len,
		       void (*take)(void *context, unsigned number, const char *bytes, size_t len),
		       void *context);

#endif
