/* SPDX-License-Identifier: MIT */
/*
 * A game moves from one site to another. It leaves by one batch of the old site's journal: its
 * folder is put away in SITE/leaving, where nothing plays it, with all that the ledger has of it,
 * and a note says where it goes. It comes by one batch of the new site's journal; then what was put
 * away is deleted. So it is live at one site at most, whatever is killed in between, and moving it
 * again finishes what was begun.
 *
 * What goes along: the game's file, what is sealed in it, seats and watchers as they are, letters
 * dealt with, counts, what seats are still to hear of, what their addresses have said of their
 * letters where they have said nothing to the new site; and of the keys those made for this game
 * (pbem/keys/keys.h). What stays: letters in the outbox, which the old site sends; the snapshot,
 * which is made anew.
 */
#ifndef PBEM_MOVING_MOVING_H
#define PBEM_MOVING_MOVING_H

#include <stdbool.h>

#include "core/base/base.h"
#include "pbem/desk/site.h"

/*
 * Moves the game of that id, or finishes that; both sites are open, under their locks.
 * *finished_out tells whether an earlier attempt had begun it. -1 with the reason: nothing has
 * happened (REASON_ASKED, REASON_TAKEN, or it can't be done now), or it can be finished by asking
 * again.
 */
int moving_go(struct site *from, struct site *to, const char *id, bool *finished_out,
	      struct reason *reason);

#endif
