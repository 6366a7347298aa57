/* SPDX-License-Identifier: MIT */
/* Opening a site: who may, the lock, and what must be made good before anything else is done. */
#ifndef PBEM_DESK_SITE_OPEN_H
#define PBEM_DESK_SITE_OPEN_H

#include <stdbool.h>

#include "core/base/base.h"
#include "pbem/desk/site.h"

enum site_lock {
	SITE_LOOK, /* no lock, nothing is written */
	SITE_TRY,  /* for a run: the lock at once, or not at all */
	SITE_RUN,  /* for a run: the lock, waiting up to a minute for another */
	SITE_WAIT, /* the same of a site whose mailbox no other host was met in (host_check_met) */
	SITE_KEYLESS, /* as SITE_RUN, without the keys: to make one where none is */
	SITE_BARE,    /* the same, and nothing of keys, journal and ledger is read or changed */
	SITE_ADOPT,   /* the same of a copy that nobody has adopted (pbem/host/host.h) */
};

enum site_result {
	SITE_OPEN,
	SITE_BUSY,   /* another run holds the lock */
	SITE_LATER,  /* not now: the disk is full, or something can't be read just now */
	SITE_FAILED, /* a person must look: configuration, permissions, a damaged file */
};

/*
 * Opens the site in `folder`. With a lock, first finishes what the journal says, so that the caller
 * finds everything as it should be. Refuses a site whose private files others can read, a copy of
 * one that is at home elsewhere, and with SITE_WAIT one in whose place another host was put.
 */
enum site_result site_open(const char *folder, enum site_lock lock, struct site **site_out,
			   struct reason *reason);

/* Lets go of the lock of an open site, so that others may decide meanwhile: nothing may be done
 * with it but sending, until site_take_again. */
void site_let_go(struct site *site);

/* Takes it again, however long another run decides, within reason, and finishes what the journal
 * says. What was looked up before is out of date. SITE_FAILED and SITE_LATER leave it without. */
enum site_result site_take_again(struct site *site, struct reason *reason);

/* Whether the lock is held. */
bool site_is_held(const struct site *site);

#endif
