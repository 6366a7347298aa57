/* SPDX-License-Identifier: MIT */
/* Functions that the files watchers*.c share. */
#ifndef PBEM_WATCHERS_WATCHERS_INTERNAL_H
#define PBEM_WATCHERS_WATCHERS_INTERNAL_H

#include "core/gamefile/lineage.h"
#include "pbem/watchers/watchers.h"

/* ---- watchers_mail.c ---- */

/* The slot of the message about the latest turns. A newer message replaces an unsent one there. */
#define WATCHERS_TURN "turn"

/* The content of a message about the game. */
struct watchers_sight {
	const struct game *game; /* as everybody may see it */
	unsigned since;		 /* number of the turn after which turns are listed */
	bool back;		 /* turns were taken back since the last message */
	bool over;		 /* the message is the last one */
};

/* Sends one watcher the board. With `slot`, the message has the slot WATCHERS_TURN. */
int watchers_show(struct workspace *workspace, const struct watchers *watchers,
		  const struct watcher *watcher, const struct watchers_sight *sight,
		  const char *why, bool slot, const struct watchers_cause *cause,
		  struct reason *reason);

/* Asks the watcher to confirm. */
int watchers_send_asked(struct workspace *workspace, const struct watchers *watchers,
			const struct watcher *watcher, const struct watchers_cause *cause,
			struct reason *reason);

/* The first takes back the watcher's unsent messages in that slot, or all if it is "". The second
 * reports whether a message in WATCHERS_TURN is still unsent. */
void watchers_withdraw_mail(struct workspace *workspace, const struct watchers *watchers,
			    const struct watcher *watcher, const char *slot);
bool watchers_waits(const struct workspace *workspace, const struct watchers *watchers,
		    const struct watcher *watcher);

/* Returns the name of the count that is set while the last message in WATCHERS_TURN reports a
 * takeback: a message that replaces it must report it, too. The caller frees the name. */
char *watchers_back_name(const struct watchers *watchers, const struct watcher *watcher);

/* ---- watchers_notify.c ---- */

/* Loads the game as watchers see it now. Sets *seen_out to NULL if that is the game in the
 * workspace; otherwise the caller frees it. The turns that watchers with a delay had seen by that
 * entry, and have seen now, go to *lag_out (may be NULL). Returns -1 if the game can't be read. */
int watchers_load(const struct workspace_game *game, unsigned entry, struct lineage_lag *lag_out,
		  struct gamefile **seen_out, struct reason *reason);

/* Notifies the moderator, once, that the game is damaged in a part that its snapshot replaces. */
void watchers_note_unseen(struct workspace *workspace, const struct workspace_game *game,
			  const struct reason *why);

#endif
