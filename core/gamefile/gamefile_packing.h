/* SPDX-License-Identifier: MIT */
/* Parts that several kinds of games have in their snapshots (core/util/packing.h). */
#ifndef PBEM_CORE_GAMEFILE_GAMEFILE_PACKING_H
#define PBEM_CORE_GAMEFILE_GAMEFILE_PACKING_H

#include "core/position/position.h"
#include "core/rules/rules.h"
#include "core/util/packing.h"

struct question;

/* The last time that calculations allow, in seconds since 1970: long after the year 9999. */
#define GAMEFILE_LAST_TIME (((int64_t)1 << 40) - 1)

/*
 * The members of a position from which position_index derives the others, and those of a history.
 */
extern const struct packing gamefile_position, gamefile_repetition;

/* Reports whether the time of a question is in the range that calculations allow. */
bool gamefile_is_time_sound(const struct question *question);

#endif
