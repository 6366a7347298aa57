/* SPDX-License-Identifier: MIT */
/*
 * The home of a site, so that only one of two copies takes messages. SITE/host contains the name by
 * which this copy claims messages, its machine and folder, and the names of the copies that it
 * replaced (`pbem adopt`). When a run finds a claim of another copy, it adds that copy's name, for
 * programs that send without looking at the mailbox.
 *
 * A folder that was moved on its machine is the same site, and a copy in its place is its
 * successor. Any other copy is refused until a moderator has adopted it. Copies that can't be
 * distinguished, such as a copied machine, claim by the same name.
 */
#ifndef PBEM_SYS_INSTANCE_H
#define PBEM_SYS_INSTANCE_H

#include <stdbool.h>

#include "core/util/base.h"
#include "pbem/sys/config.h"

/* Reads SITE/host into the members of `config` for it. If the site has none yet, makes one if it
 * may `write`. Does nothing if one_host is false. Returns -1 if the file is damaged, or with a
 * temporary reason if it can't be read or written now. */
int instance_load(struct config *config, bool write, struct reason *reason);

/*
 * Checks that the site is at home here. Returns -1 with a reason for people if it is a copy that
 * nobody has adopted, or with a temporary reason.
 *
 * If the mailbox is inside the site's folder, every copy has its own mailbox, so only the machine
 * counts. With `write`, SITE/host is updated: it gets the new place of a folder that was moved, and
 * a new name for a folder that replaced another.
 */
int instance_check(struct config *config, bool write, struct reason *reason);

/* Reports whether the mailbox is outside the site's folder, so that it isn't copied with the
 * folder. */
bool instance_is_apart(const struct config *config);

/* Makes this copy the one that runs, by a new name. The new name replaces the former one, that of
 * the host that was met, and `others` (names separated by spaces). Sets config->host_owes: until
 * instance_claimed, the mailbox doesn't show the change. */
int instance_adopt(struct config *config, const char *others, struct reason *reason);

/* Records in SITE/host that a claim of another copy, by that name, was found. Writes nothing that
 * is recorded already. Returns -1 with a temporary reason. */
int instance_met(struct config *config, const char *name, struct reason *reason);

/* Records that this copy, and no other, claims messages, so that nothing in the mailbox contradicts
 * this copy any more. Writes and returns as instance_met does. */
int instance_claimed(struct config *config, struct reason *reason);

/* Returns -1 with a reason for people if a claim of another copy was found, and this copy has
 * claimed nothing since. A program that doesn't look into the mailbox may then neither decide nor
 * send. */
int instance_check_met(const struct config *config, struct reason *reason);

/* Reports whether this copy has replaced the copy that claims by that name. */
bool instance_is_over(const struct config *config, const char *name, size_t len);

#endif
