/* SPDX-License-Identifier: MIT */
/* What is kept of a ring: kind.write, its readers, and kind.is_sound (core/variant/kind.h). */
#ifndef PBEM_CORE_KIND_CIRCLE_CIRCLE_SNAPSHOT_H
#define PBEM_CORE_KIND_CIRCLE_CIRCLE_SNAPSHOT_H

#include "core/record/gamefile_state.h"
#include "core/turn/game.h"

/* kind.write: its lines in a snapshot, those of its boards' positions and histories among them. */
void circle_write(const struct game *game, struct text *out);

/* kind.read_begin: a position more for each board. */
unsigned circle_read_begin(struct game *game);

/* kind.read. */
bool circle_read(struct game *game, struct gamefile_state *state, const char *word,
		 const char *rest);

/* kind.read_end. */
bool circle_read_end(struct game *game);

/* kind.is_sound: of every board and of what lies beside them. */
bool circle_is_sound(const struct game *game);

#endif
