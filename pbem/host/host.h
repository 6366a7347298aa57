/* SPDX-License-Identifier: MIT */
/*
 * Where a site is at home, so that of two copies of it one alone takes letters. SITE/host has the
 * name by which this copy claims letters, the machine and the folder it is at home in, and the
 * names of those in whose place it was put (`pbem adopt`); and, when a run has met another's claim,
 * whose, for what sends letters without a look at the mailbox. A folder that was moved on its
 * machine is the same site still; what stands in its place is its successor; any other copy is
 * refused until a moderator has said that it is the one.
 *
 * What can't be told apart so, as a machine that was copied whole, claims by the same name.
 */
#ifndef PBEM_HOST_HOST_H
#define PBEM_HOST_HOST_H

#include <stdbool.h>

#include "core/base/base.h"
#include "pbem/site/config.h"

/*
 * Reads SITE/host into config's members of that name; of a site that has none yet makes one,
 * when it may `write`. Does nothing where `one-host` is no. -1 when it is damaged, or, with a
 * passing reason, nobody can tell.
 */
int host_load(struct config *config, bool write, struct reason *reason);

/*
 * Whether the site is at home here; -1 with words for a person when it is a copy that nobody has
 * adopted, or with a passing reason. Of a mailbox inside the site's folder every copy has its own:
 * then only the machine counts. With `write` SITE/host is brought up to date: where a folder was
 * moved to, and of one that was put in the place of another a name of its own.
 */
int host_check(struct config *config, bool write, struct reason *reason);

/* Whether the mailbox isn't copied along with the site's folder. */
bool host_is_apart(const struct config *config);

/* Makes this copy the one, by a new name, in the place of the one it was, of who was met and of
 * `others`: names with blanks between. Until host_claimed it owes the mailbox a sign of that. */
int host_adopt(struct config *config, const char *others, struct reason *reason);

/* Notes that another's claim was met, by that name; and, in host_claimed, that letters are claimed
 * by ours and nobody else's, so that nothing speaks against this copy any more. Neither writes
 * what stands there already. -1 with a passing reason. */
int host_met(struct config *config, const char *name, struct reason *reason);
int host_claimed(struct config *config, struct reason *reason);

/* -1 with words for a person when another's claim was met and nothing was claimed since: who
 * doesn't look into the mailbox himself may neither decide nor send. */
int host_check_met(const struct config *config, struct reason *reason);

/* Whether a claim by that name is one in whose place this copy was put. */
bool host_is_over(const struct config *config, const char *name, size_t len);

#endif
