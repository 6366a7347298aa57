/* SPDX-License-Identifier: MIT */
/* Opening a site: who may, the lock, and what must be made good before anything else is done. */
#ifndef PBEM_DESK_SITE_OPEN_H
#define PBEM_DESK_SITE_OPEN_H

#include "core/base/base.h"
#include "pbem/desk/site.h"

enum site_lock {
	SITE_LOOK,    /* no lock, nothing is written */
	SITE_TRY,     /* the lock at once, or not at all */
	SITE_WAIT,    /* the lock, waiting up to a minute for another run */
	SITE_KEYLESS, /* the same, without the keys: to make one where none is */
};

enum site_result {
	SITE_OPEN,
	SITE_BUSY,   /* another run holds the lock */
	SITE_LATER,  /* not now: the disk is full, or something can't be read just now */
	SITE_FAILED, /* a person must look: configuration, permissions, a damaged file */
};

/*
 * Opens the site in `folder`. With a lock, first finishes what the journal says, so that the caller
 * finds everything as it should be. Refuses a site whose private files others can read.
 */
enum site_result site_open(const char *folder, enum site_lock lock, struct site **site_out,
			   struct reason *reason);

#endif
