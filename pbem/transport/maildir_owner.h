/* SPDX-License-Identifier: MIT */
/* Records which host a Maildir belongs to, in a file next to its messages. */
#ifndef PBEM_TRANSPORT_MAILDIR_OWNER_H
#define PBEM_TRANSPORT_MAILDIR_OWNER_H

#include "core/util/base.h"
#include "pbem/sys/config.h"
#include "pbem/sys/transport.h"

/*
 * Checks that the mailbox in `folder` is free, or belongs to this host or to one that it replaced.
 * With SOURCE_HOLD it then belongs to this host; if two hosts try at once, one of them gets it.
 * With SOURCE_TAKE_OVER this host gets it in any case.
 *
 * Returns WIRE_NEVER if another host has it. The name of that host replaces *another_out, which the
 * caller frees.
 */
enum wire maildir_owner_hold(const struct config *config, const char *folder, enum source_hold how,
			     char **another_out, struct reason *reason);

#endif
