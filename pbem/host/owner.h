/* SPDX-License-Identifier: MIT */
/* Whose a mailbox in a folder is, by a file beside its letters. */
#ifndef PBEM_HOST_OWNER_H
#define PBEM_HOST_OWNER_H

#include "core/base/base.h"
#include "pbem/site/config.h"
#include "pbem/site/wire.h"

/*
 * Whether the mailbox in `folder` is free, or this host's already; with SOURCE_HOLD it is this
 * host's then, of two that ask at once one's. NEVER: another's, whose name replaces *another_out,
 * the caller's to free.
 */
enum wire owner_hold(const struct config *config, const char *folder, enum source_hold how,
		     char **another_out, struct reason *reason);

#endif
