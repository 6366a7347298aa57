/* SPDX-License-Identifier: MIT */
/* Opens a site: checks permissions, takes the lock, and finishes what earlier runs have left. */
#ifndef PBEM_SITE_SITE_OPEN_H
#define PBEM_SITE_SITE_OPEN_H

#include <stdbool.h>

#include "core/util/base.h"
#include "pbem/site/site.h"

enum site_lock {
	SITE_LOOK,    /* no lock, nothing is written */
	SITE_TRY,     /* for a run: takes the lock at once, or fails */
	SITE_RUN,     /* for a run: waits for the lock, up to a minute */
	SITE_WAIT,    /* like SITE_RUN; fails if another host was met in the mailbox
			 (instance_check_met) */
	SITE_KEYLESS, /* like SITE_RUN, without the keys, so that the first one can be made */
	SITE_BARE,    /* like SITE_RUN; keys, journal and ledger are neither read nor changed */
	SITE_ADOPT,   /* like SITE_RUN; accepts a copy that isn't adopted (pbem/sys/instance.h) */
};

enum site_result {
	SITE_OPEN,
	SITE_BUSY,   /* another run holds the lock */
	SITE_LATER,  /* not now: the disk is full, or something can't be read now */
	SITE_FAILED, /* a person must look: configuration, permissions, a damaged file */
};

/*
 * Opens the site in `folder`. With a lock, first finishes the journal, so that the caller finds
 * everything up to date. Refuses a site whose private files others can read, and a copy of a site
 * that has its home elsewhere. With a lock it also refuses another user's site, and with SITE_WAIT
 * a site that another host has replaced.
 */
enum site_result site_open(const char *folder, enum site_lock lock, struct site **site_out,
			   struct reason *reason);

/* Closes a site. Accepts NULL. */
void site_close(struct site *site);

/* Releases the lock of an open site, so that others may decide meanwhile. Until site_relock the
 * site may only be used for sending. */
void site_release_lock(struct site *site);

/* Takes the lock again, waiting up to ten minutes for another run, and finishes the journal.
 * Earlier look-ups are out of date. The lock isn't held unless SITE_OPEN is returned. */
enum site_result site_relock(struct site *site, struct reason *reason);

/* Reports whether the lock is held. */
bool site_is_held(const struct site *site);

#endif
