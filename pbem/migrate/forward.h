/* SPDX-License-Identifier: MIT */
/*
 * Forwards messages to the site where their game is now. The batch that handles a message puts it
 * into SITE/forwarding. From there it is copied, flushed, into SITE/forwarded of the other site.
 * The next run there handles the message as if it had arrived in its own mailbox, at the time when
 * it arrived here. The file's name, "RECEIVED.GAME.DIGEST", is the same at both sites. So a message
 * that is delivered twice is there once, and a message that was handled before is recognised by its
 * digest.
 */
#ifndef PBEM_MIGRATE_FORWARD_H
#define PBEM_MIGRATE_FORWARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/base.h"
#include "core/util/sha256.h"
#include "pbem/mime/message.h"
#include "pbem/site/workspace.h"
#include "pbem/sys/log.h"

/*
 * Reports whether a message is for a game that was here. It is when the first genuine key in it, or
 * in what it returns, is that game's. `first` is the first genuine key in the message, or NULL. If
 * no key is genuine, a key that names the game counts, or else the subject. Returns the game's
 * number and its present site, which the caller frees.
 */
bool forward_is_for(struct workspace *workspace, const struct message *letter,
		    const struct token *first, uint32_t *game_out, char **to_out);

/* Puts the message into the current batch. */
void forward_add(struct workspace *workspace, uint32_t game, int64_t received, const char *bytes,
		 size_t len, const char *digest);

/* A message that another site has forwarded. */
struct forward_letter {
	char *name; /* name of its file in SITE/forwarded */
	int64_t received;
	uint32_t game;
	char digest[SHA256_HEX + 1];
};

/* Returns the messages that wait in a folder of the site, "forwarded" or "forwarding", in the order
 * in which they came. The last element of the list has no name. Returns NULL if they can't be
 * listed now. The caller calls forward_free. */
struct forward_letter *forward_list(const struct site *site, const char *folder,
				    struct reason *reason);
void forward_free(struct forward_letter *list);

/* Deletes unfinished files in "forwarded" whose writer was killed: the writer delivers them again,
 * here or where their game is by then. */
void forward_sweep(const struct site *site);

/* Delivers all messages in "forwarding", and returns the result. Messages that can't be delivered
 * now keep waiting. */
enum run_result forward_all(const struct site *site, struct log *log);

#endif
