/* SPDX-License-Identifier: MIT */
/*
 * What of a site's own files is damaged, and what it can be taken from. Nothing is guessed: what
 * can be made again of what else is there is, when somebody says so; of the rest is said what a
 * person can do.
 */
#ifndef PBEM_REPAIR_REPAIR_H
#define PBEM_REPAIR_REPAIR_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "pbem/desk/site.h"
#include "pbem/promise/journal.h"

enum repair_state {
	REPAIR_MISSING,
	REPAIR_DAMAGED,
	REPAIR_UNFIT,  /* it can't be used, for its rights, say */
	REPAIR_NEWER,  /* only a newer pbem can tell */
	REPAIR_UNTOLD, /* nobody can tell now: nothing is concluded from it */
};

enum repair_cure {
	REPAIR_NONE,	/* not of anything that is here */
	REPAIR_BY_RUN,	/* the next run makes it good by itself */
	REPAIR_JOURNAL, /* a batch that waits there has it: a copy is kept, and that made true */
	REPAIR_ASIDE,	/* set aside: whoever opens the site makes it anew, or does without */
	REPAIR_PEOPLE,	/* written of what the ledger knows by whoever opens the site */
	REPAIR_LEDGER,	/* set aside, and made anew of the games */
};

struct repair_finding {
	char *name; /* of the file, below the site's folder */
	enum repair_state state;
	enum repair_cure cure;
	char *why;  /* what was found, a sentence */
	char *what; /* what would be done, or can be by a person: sentences */
};

struct repair {
	struct site *site; /* borrowed */
	struct repair_finding *findings;
	size_t count;
	struct journal_batch waiting; /* of the journal */
};

/* Looks at all of the site, opened as SITE_BARE, or at that one of its games alone. The caller ends
 * with repair_done. Nothing is changed. */
void repair_look(struct site *site, const char *game, struct repair *repair_out);
void repair_done(struct repair *repair);

/* How many findings say that something is wrong, rather than that it can't be told here and now;
 * and whether there is one that repair_do does something about. */
size_t repair_count(const struct repair *repair);
bool repair_can(const struct repair *repair);

/*
 * Sets aside what can be made again, in `folder_out` of the site, which the caller frees. Killed at
 * any time it leaves each file in its place, or there, or both; done again it goes on. What was set
 * aside is made anew by whoever opens the site next.
 */
int repair_do(const struct repair *repair, char **folder_out, struct reason *reason);

#endif
