/* SPDX-License-Identifier: MIT */
/* The folder aside/: letters that can't be read or dealt with are kept there, for the moderator to
 * look at. */
#ifndef PBEM_BATCH_ASIDE_H
#define PBEM_BATCH_ASIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "pbem/answer/matter.h"

/* Puts the letter in hand there (`bytes` NULL: nothing of it is kept, only the notice is written),
 * says so in the digest, and keeps `why` as what it did. `genuine`: it has a seat's key. */
void aside_put(struct matter *matter, const char *bytes, size_t len, bool genuine, const char *why);

/* Of strangers' letters, and apart from them of seats', so many are kept, and so many bytes. */
enum { ASIDE_LETTERS = 200, ASIDE_BYTES = 32 << 20 };

/* Before a batch that puts letters aside is committed: it drops the oldest for which there is no
 * room, and counts them. */
void aside_prune(struct intake *intake);

#endif
