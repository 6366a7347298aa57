/* SPDX-License-Identifier: MIT */
/* All moves of a game, for the letter that answers HISTORY. */
#ifndef PBEM_MAILING_MAILING_HISTORY_H
#define PBEM_MAILING_MAILING_HISTORY_H

#include "core/base/base.h"
#include "core/base/text.h"
#include "core/record/gamefile.h"
#include "core/ring/ring.h"

struct desk_game;
struct mail_kind;

/* What is being written; where there are several boards each by itself. */
struct mailing_rows {
	const struct game *game;
	const struct variant *variant;
	const struct mail_kind *kind;
	struct text *out;
	bool listed;	      /* turns are too long for columns: a line each */
	unsigned row, column; /* which are being filled */
	unsigned last_number; /* of the turn before; 0: none */
	unsigned undone;      /* turns that are */
	struct text boards[MAX_BOARDS];
	size_t line[MAX_BOARDS];    /* where its last line begins */
	unsigned count[MAX_BOARDS]; /* turns since it was set up */
};

/*
 * The moves in rows, a row for each round of the table, a column for each seat; in a ring those of
 * one board after those of another; below them how many were undone. This batch's are told too.
 * Nothing when no move has been made. -1 when the file can't be read.
 */
int mailing_history(const struct desk_game *game, struct text *out, struct reason *reason);

/* A turn, in its row and column or on a line of its own (mail_kind.h, list_turn). */
void mailing_list_turn(struct mailing_rows *rows, const struct turn_record *turn);

#endif
