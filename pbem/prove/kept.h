/* SPDX-License-Identifier: MIT */
/*
 * A letter of the program's own, as a player has kept it: what it says of the game's record and of
 * his hand, whatever language it is written in.
 */
#ifndef PBEM_PROVE_KEPT_H
#define PBEM_PROVE_KEPT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "core/base/digest.h"
#include "pbem/keys/token.h"

enum { KEPT_DIGESTS = 8 };

struct kept {
	char *subject;
	struct token token; /* of its key, as it claims to be: nobody has looked at its signature */
	bool keyed;	    /* it has one */
	struct digest digests[KEPT_DIGESTS]; /* that letters tell as the record's */
	size_t digest_count;
	char **hand;	 /* the cards it shows, a line each as it stands there; NULL behind them */
	size_t hand_len; /* 0: it shows none, or one that was only tried */
};

/* Has made ready who reads letters (apart.h); -1 when that can't be done. */
int kept_ready(struct reason *reason);

/* Reads a letter's bytes. NULL with the reason when it can't be read at all. */
struct kept *kept_read(const char *bytes, size_t len, struct reason *reason);
void kept_free(struct kept *kept);

/*
 * Hands on the letters in a file, one after the other: of a mailbox in one file (RFC 4155) all,
 * else it is one. `number` counts from 1; 0: the file is one letter.
 */
void kept_each(const char *bytes, size_t len,
	       void (*take)(void *context, unsigned number, const char *bytes, size_t len),
	       void *context);

#endif
