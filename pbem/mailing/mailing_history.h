/* SPDX-License-Identifier: MIT */
/* All moves of a game, for the letter that answers HISTORY. */
#ifndef PBEM_MAILING_MAILING_HISTORY_H
#define PBEM_MAILING_MAILING_HISTORY_H

#include "core/base/base.h"
#include "core/record/gamefile.h"

struct text;

/*
 * The moves in rows, a row for each round of the table, a column for each seat; in a ring those of
 * one board after those of another. `folder` is the game's; what `game` has beyond the file is told
 * too. Nothing when no move has been made. -1 when the file can't be read.
 */
int mailing_history(const char *folder, struct variant_library *library, const struct game *game,
		    struct text *out, struct reason *reason);

#endif
