/* SPDX-License-Identifier: MIT */
/*
 * Finds damaged files of a site, and what they can be restored from. Nothing is guessed. Files that
 * follow from other files are made again on request; for all others, the report says what a person
 * can do.
 */
#ifndef PBEM_MAINTENANCE_REPAIR_H
#define PBEM_MAINTENANCE_REPAIR_H

#include <stdbool.h>
#include <stddef.h>

#include "core/util/base.h"
#include "pbem/site/site.h"
#include "pbem/store/journal.h"

enum repair_state {
	REPAIR_MISSING,
	REPAIR_DAMAGED,
	REPAIR_UNFIT,	/* it can't be used, for example because of its permissions */
	REPAIR_NEWER,	/* only a newer pbem can read it */
	REPAIR_UNKNOWN, /* its state can't be known now, so no conclusion is drawn */
};

enum repair_cure {
	REPAIR_NONE,	/* it can't be restored from anything at the site */
	REPAIR_BY_RUN,	/* the next run restores it */
	REPAIR_JOURNAL, /* from a batch in the journal: a copy is kept, and the batch's changes are
			   made */
	REPAIR_ASIDE,	/* moved away: the next process that opens the site makes it again, or needs
			   none */
	REPAIR_LEDGER,	/* moved away, and made again from the games */
};

struct repair_finding {
	char *name; /* of the file, relative to the site's folder */
	enum repair_state state;
	enum repair_cure cure;
	char *why;  /* the fault, in a sentence */
	char *what; /* what would be done, or what a person can do: sentences */
};

struct repair {
	struct site *site; /* borrowed */
	struct repair_finding *findings;
	size_t count;
	struct journal_batch waiting; /* the batch in the journal */
};

/* Looks at the whole site, opened as SITE_BARE, or only at that one of its games. Changes nothing.
 * The caller calls repair_done. */
void repair_inspect(struct site *site, const char *game, struct repair *repair_out);
void repair_done(struct repair *repair);

/* Return the number of findings that are faults, rather than something that can't be known now; and
 * whether repair_do can repair any of them. */
size_t repair_count(const struct repair *repair);
bool repair_can(const struct repair *repair);

/*
 * Moves files that can be made again to `folder_out` in the site, which the caller frees. If it is
 * killed, each file is in its place, or in the folder, or in both; calling it again continues. The
 * next process that opens the site makes the files again.
 */
int repair_do(const struct repair *repair, char **folder_out, struct reason *reason);

#endif
