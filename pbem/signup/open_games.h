/* SPDX-License-Identifier: MIT */
/* Handles the site's open games in the workspace. Each is loaded once and changed in memory. Every
 * change puts the whole file into the batch, with the ledger's line about the open game. */
#ifndef PBEM_SIGNUP_OPEN_GAMES_H
#define PBEM_SIGNUP_OPEN_GAMES_H

#include "pbem/site/open_game.h"
#include "pbem/site/workspace.h"

struct workspace_offer {
	struct open_game offer;
	bool there;   /* the file could be read; otherwise `why` says what is wrong */
	bool dropped; /* this batch has ended the open game */
	struct reason why;
};

/* Returns the open game of that id or number, or the open rematch of the game of that number, with
 * this batch's changes; NULL when there is none. An open game that can't be read has its id alone;
 * after a temporary failure it stays unreadable for the rest of the run. Borrowed until the batch
 * is committed. */
struct workspace_offer *open_games_named(struct workspace *workspace, const char *id);
struct workspace_offer *open_games_numbered(struct workspace *workspace, uint32_t number);
struct workspace_offer *open_games_rematch(struct workspace *workspace, uint32_t game);

/* Reports whether signing-up was over at `when`, or the file of the open game was removed. A run
 * may find out the former after it has handled later messages. */
bool open_games_is_over(const struct workspace_offer *offer, int64_t when);

/* Puts a new open game into the workspace and the batch; takes ownership of what it holds. */
struct workspace_offer *open_games_new(struct workspace *workspace, const struct open_game *offer);

/* Puts the new state of an open game into the batch, or that it no longer exists. A damaged file is
 * kept in the quarantine. */
void open_games_write(struct workspace *workspace, const struct workspace_offer *offer);
void open_games_drop(struct workspace *workspace, struct workspace_offer *offer);

/* Returns a number that neither a game nor an open game has, this batch's included; 0 if there is
 * none left. */
uint32_t open_games_next_number(struct workspace *workspace);

/* Reports whether a game or an open game has that id, this batch's included. Returns -1 when that
 * can't be found out now. */
int open_games_is_id_taken(struct workspace *workspace, const char *id, bool *taken_out,
			   struct reason *reason);

/* Adds the open games in the ledger that anybody may join, one per line in the language in use, at
 * most `max`, and how many more there are. Leaves out the open game whose id is `but`, unless that
 * is NULL. Adds nothing if there are none. */
void open_games_list(struct workspace *workspace, unsigned max, const char *but,
		     struct strbuf *out);

#endif
