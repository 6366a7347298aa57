/* SPDX-License-Identifier: MIT */
/* The regular legal moves of a position, and who gives check in it. */
#ifndef PBEM_CORE_RULES_MOVEGEN_H
#define PBEM_CORE_RULES_MOVEGEN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/position/move.h"
#include "core/position/position.h"

/* The regular legal moves of the seat to move, in no particular order. */
void movegen_generate(const struct variant *variant, const struct position *position,
		      struct move_list *list_out);

/* How many they are; faster than listing them. */
unsigned movegen_count(const struct variant *variant, const struct position *position);

/* Whether there is one at all; faster still. *checked_out (may be NULL): as movegen_in_check has it
 * of the seat to move. */
bool movegen_any(const struct variant *variant, const struct position *position, bool *checked_out);

/* Of the moves to a square of pieces of the kind that stands on another at least those, and of its
 * king all: what is needed to read a move, and to say it. */
void movegen_alike(const struct variant *variant, const struct position *position, square from,
		   square to, struct move_list *list_out);

/* The set of seats that give check to the seat's king: living opponents whose pieces attack it. */
uint16_t movegen_checkers(const struct variant *variant, const struct position *position,
			  uint8_t seat);

/* Whether the seat's king is attacked by a living opponent. */
bool movegen_in_check(const struct variant *variant, const struct position *position, uint8_t seat);

#endif
