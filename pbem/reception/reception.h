/* SPDX-License-Identifier: MIT */
/*
 * The door: what becomes of a letter that came in. It is read, its sender known by his token, and
 * handed to who deals with such: a player's to player.c, what no player stands behind to
 * stranger.c, what can't be read to unread.c.
 */
#ifndef PBEM_RECEPTION_RECEPTION_H
#define PBEM_RECEPTION_RECEPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "pbem/desk/desk.h"
#include "pbem/reception/became.h"
#include "pbem/site/wire.h"

/*
 * Deals with one letter as source_fetch hands it over (`len` beyond the limit: no more than its
 * start is there, or NULL). -1 when pbem itself failed (a template is missing): the batch must be
 * dropped.
 */
int reception_letter(struct desk *desk, const struct waiting *waiting, const char *bytes,
		     size_t len, enum reception *became_out, struct reason *reason);

/* Sets a letter aside unread: an earlier run crashed over it, or the server can't hand it over. A
 * seat whose key is found in it hears of it. -1 when pbem itself failed. */
int reception_set_aside(struct desk *desk, const struct waiting *waiting, const char *bytes,
			size_t len, const char *why, enum reception *became_out,
			struct reason *reason);

#endif
