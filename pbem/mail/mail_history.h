/* SPDX-License-Identifier: MIT */
/* Lists all moves of a game, for the message that answers HISTORY. */
#ifndef PBEM_MAIL_MAIL_HISTORY_H
#define PBEM_MAIL_MAIL_HISTORY_H

#include "core/gamefile/gamefile.h"
#include "core/ring/ring.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"

struct workspace_game;
struct gametype_mail;

/* The table that is being written. In a ring each board has its own list. */
struct mail_rows {
	const struct game *game;
	const struct variant *variant;
	const struct gametype_mail *kind;
	struct strbuf *out;
	bool listed;	      /* turns are too long for columns: one line each */
	unsigned row, column; /* the round and the column that are being filled */
	unsigned last_number; /* number of the last turn; 0: none yet */
	unsigned undone;      /* number of undone turns */
	struct strbuf boards[MAX_BOARDS];
	size_t line[MAX_BOARDS];    /* where the last line of its list begins */
	unsigned count[MAX_BOARDS]; /* turns since the board was set up */
};

/*
 * Adds the moves: one row per round and one column per seat, or in a ring one list per board; after
 * them the number of undone turns. Includes the moves of this batch. Adds nothing if no move has
 * been made. Returns -1 with the reason if the file can't be read.
 */
int mail_history(const struct workspace_game *game, struct strbuf *out, struct reason *reason);

/* Lists a turn in its row and column, or on its own line (gametype_mail.h, list_turn). */
void mail_list_turn(struct mail_rows *rows, const struct turn_record *turn);

#endif
