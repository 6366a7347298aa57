/* SPDX-License-Identifier: MIT */
/*
 * Letters that go after a game to the site where it is now. Such a letter is put into SITE/handing
 * by the batch that deals with it, and from there, flushed, into SITE/handed of the other site,
 * whose next run takes it as if it had come to its mailbox when it came to ours. Its name,
 * "RECEIVED.GAME.DIGEST", is the same at both: one that is brought twice is there once, and one
 * that was taken in already is known by its digest.
 */
#ifndef PBEM_MOVING_HANDING_H
#define PBEM_MOVING_HANDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/base/digest.h"
#include "pbem/desk/desk.h"
#include "pbem/reading/letter.h"
#include "pbem/site/log.h"

/*
 * Whether a letter is for a game that was here: the first genuine key in it, or in what it returns,
 * is that game's; or where none is genuine one says so, or the subject names it. The game's number,
 * and where it is now, which the caller frees.
 */
bool handing_is_for(struct desk *desk, const struct letter *letter, uint32_t *game_out,
		    char **to_out);

/* Puts it into the batch in hand. */
void handing_add(struct desk *desk, uint32_t game, int64_t received, const char *bytes, size_t len,
		 const char *digest);

/* A letter that another site handed on. */
struct handing_letter {
	char *name; /* of its file in SITE/handed */
	int64_t received;
	uint32_t game;
	char digest[DIGEST_HEX + 1];
};

/* Those that wait in a folder of the site, "handed" or "handing", in the order of their coming; one
 * without a name is behind the last. NULL when they can't be listed now. */
struct handing_letter *handing_list(const struct site *site, const char *folder,
				    struct reason *reason);
void handing_free(struct handing_letter *list);

/* Brings all that waits here to where it goes; an exit code. What can't be brought now waits. */
int handing_all(const struct site *site, struct log *log);

#endif
