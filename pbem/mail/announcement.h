/* SPDX-License-Identifier: MIT */
/* Announces what an entry did, beyond its consequences, to all seats of a game: who made it, and
 * why. A seat reads the announcement in a message that the batch sends it anyway, or else in a
 * separate one. */
#ifndef PBEM_MAIL_ANNOUNCEMENT_H
#define PBEM_MAIL_ANNOUNCEMENT_H

#include <stdbool.h>

#include "core/util/base.h"
#include "pbem/site/workspace.h"

/* Announces `told`, a sentence without its full stop (announcement_text.h), followed by the reason
 * `why` unless that is "". Skips seats that want no more messages. */
void announcement_all(struct workspace *workspace, struct workspace_game *game, const char *told,
		      const char *why);

/* Announces `told` to one seat alone. If the batch sends the seat no other message, the
 * announcement gets a separate one with `writes`, and otherwise waits for the seat's next
 * message. */
void announcement_seat(struct workspace *workspace, struct workspace_game *game, unsigned seat,
		       const char *told, bool writes);

/* Announces that the game has been taken back. After `told`, says how far, and what happens to
 * cards. */
void announcement_undone(struct workspace *workspace, struct workspace_game *game, const char *told,
			 const char *why);

/* Writes a message to each seat that has an announcement to read, has got no message with it, and
 * gets none at the end of the worklist. To be called before a batch is committed, after its other
 * messages are written. Returns -1 with the reason. */
int announcement_send(struct workspace *workspace, struct workspace_game *game,
		      struct reason *reason);

#endif
