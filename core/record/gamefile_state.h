/* SPDX-License-Identifier: MIT */
/* Lines of a snapshot that kinds of games share; for their operations (core/variant/kind.h). */
#ifndef PBEM_CORE_RECORD_GAMEFILE_STATE_H
#define PBEM_CORE_RECORD_GAMEFILE_STATE_H

#include "core/position/position.h"
#include "core/rules/rules.h"

struct question;
struct text;

/* What is being read of a snapshot: which position and history the next such lines belong to, and
 * how many positions have come. */
struct gamefile_state {
	struct position *position;
	struct history *history;
	unsigned positions;
	void *part; /* of a kind of game: what its next lines belong to */
};

void gamefile_write_position(const struct position *position, struct text *out);
void gamefile_write_history(const struct history *history, struct text *out);

/* Whether its time is one that can be reckoned with. */
bool gamefile_is_time_sound(const struct question *question);

#endif
