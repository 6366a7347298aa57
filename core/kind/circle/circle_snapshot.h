/* SPDX-License-Identifier: MIT */
/* What is kept of a ring, for its row in the table of kinds (core/variant/kind.h). */
#ifndef PBEM_CORE_KIND_CIRCLE_CIRCLE_SNAPSHOT_H
#define PBEM_CORE_KIND_CIRCLE_CIRCLE_SNAPSHOT_H

#include "core/record/gamefile_state.h"
#include "core/turn/game.h"

/* Its lines in a snapshot, those of its boards' positions and histories among them. */
void circle_write(const struct game *game, struct text *out);
unsigned circle_read_begin(struct game *game);
bool circle_read(struct game *game, struct gamefile_state *state, const char *word,
		 const char *rest);
bool circle_read_end(struct game *game);

bool circle_is_sound(const struct game *game);

#endif
