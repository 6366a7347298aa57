/* SPDX-License-Identifier: MIT */
/* A table with cards in a snapshot, for its row in the table of kinds (core/variant/kind.h). */
#ifndef PBEM_CORE_KIND_CARDS_CARDS_SNAPSHOT_H
#define PBEM_CORE_KIND_CARDS_CARDS_SNAPSHOT_H

#include "core/record/gamefile_state.h"
#include "core/turn/game.h"

void cards_write(const struct game *game, struct text *out);
unsigned cards_read_begin(struct game *game);
bool cards_read(struct game *game, struct gamefile_state *state, const char *word,
		const char *rest);
bool cards_read_end(struct game *game);

#endif
