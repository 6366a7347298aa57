/* SPDX-License-Identifier: MIT */
/* What the files gallery*.c share. */
#ifndef PBEM_GALLERY_GALLERY_INNER_H
#define PBEM_GALLERY_GALLERY_INNER_H

#include "core/record/lineage.h"
#include "pbem/gallery/gallery.h"

/* ---- gallery_mail.c ---- */

/* The slot of the letter about the latest turns: a newer one takes its place while it waits. */
#define GALLERY_TURN "turn"

/* What a letter about the game shows. */
struct gallery_sight {
	const struct game *game; /* as everybody may see it */
	unsigned since;		 /* turns behind that one are listed; all: none is */
	bool back;		 /* the game has been taken back since they were written to last */
	bool over;		 /* it is the last letter */
};

/* Writes one watcher the board. `slot`: a newer letter takes the place of an unsent one. */
int gallery_show(struct desk *desk, const struct gallery *gallery, const struct watcher *watcher,
		 const struct gallery_sight *sight, const char *why, bool slot,
		 const struct gallery_cause *cause, struct reason *reason);

/* Asks him to confirm. */
int gallery_send_asked(struct desk *desk, const struct gallery *gallery,
		       const struct watcher *watcher, const struct gallery_cause *cause,
		       struct reason *reason);

/* His unsent letters of that slot, "": all, aren't true any more; and whether the one of the last
 * turns waits still. */
void gallery_take_back(struct desk *desk, const struct gallery *gallery,
		       const struct watcher *watcher, const char *slot);
bool gallery_waits(const struct desk *desk, const struct gallery *gallery,
		   const struct watcher *watcher);

/* The name of the count that says that the letter of the last turns says that the game has been
 * taken back: one that takes its place says so, too. To be freed. */
char *gallery_back_name(const struct gallery *gallery, const struct watcher *watcher);

/* ---- gallery_tell.c ---- */

/* The game as watchers see it now: NULL: as it stands on the desk; else to be freed. *lag_out (may
 * be NULL), where they see it later: what they had seen by that entry, and have by now. -1 when it
 * can't be read. */
int gallery_load(const struct desk_game *game, unsigned entry, struct lineage_lag *lag_out,
		 struct gamefile **seen_out, struct reason *reason);

/* It is damaged where its snapshot needn't look: tells the moderator, once. */
void gallery_note_unseen(struct desk *desk, const struct desk_game *game, const struct reason *why);

#endif
