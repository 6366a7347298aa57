/* SPDX-License-Identifier: MIT */
/* A game with cards in a snapshot: kind.write and its readers (core/variant/kind.h). */
#ifndef PBEM_CORE_KIND_CARDS_CARDS_SNAPSHOT_H
#define PBEM_CORE_KIND_CARDS_CARDS_SNAPSHOT_H

#include "core/record/gamefile_state.h"
#include "core/turn/game.h"

/* kind.write: the clock, the table, what seats have sent, the script, field and piles as they are,
 * and as the turn found them. */
void cards_write(const struct game *game, struct text *out);

/* kind.read_begin: one more position, the field's at the turn's beginning. */
unsigned cards_read_begin(struct game *game);

/* kind.read. */
bool cards_read(struct game *game, struct gamefile_state *state, const char *word,
		const char *rest);

/* kind.read_end: false when a field can't be worked with. */
bool cards_read_end(struct game *game);

#endif
