/* SPDX-License-Identifier: MIT */
/*
 * Dispatches an incoming message by its sender, who is known by the token. Messages from players go
 * to from_player.c, other readable messages to the other files from_*.c, and unreadable ones to
 * unreadable.c.
 */
#ifndef PBEM_DISPATCH_DISPATCH_H
#define PBEM_DISPATCH_DISPATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "core/util/base.h"
#include "pbem/dispatch/dispatch_result.h"
#include "pbem/site/workspace.h"
#include "pbem/sys/transport.h"

/*
 * Handles one message as source_fetch delivers it. When `len` is above the limit, bytes has only
 * the start of the message, or is NULL. Returns -1 when pbem itself failed, for example because a
 * template is missing: the batch must be dropped.
 */
int dispatch_message(struct workspace *workspace, const struct waiting *waiting, const char *bytes,
		     size_t len, enum reception *became_out, struct reason *reason);

/* Quarantines a message unread, because an earlier run crashed on it or the server can't deliver
 * it. If a seat's key is found in the message, the seat is informed. Returns -1 when pbem itself
 * failed. */
int dispatch_quarantine(struct workspace *workspace, const struct waiting *waiting,
			const char *bytes, size_t len, const char *why, enum reception *became_out,
			struct reason *reason);

/* Quarantines a message without looking for its owner and answers nobody, after everything else
 * that was tried with it has failed. */
int dispatch_give_up(struct workspace *workspace, const struct waiting *waiting, const char *bytes,
		     size_t len, const char *why, enum reception *became_out,
		     struct reason *reason);

#endif
