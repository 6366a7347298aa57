/* SPDX-License-Identifier: MIT */
/* Generates the legal moves of a position by the regular rules, and finds who gives check. */
#ifndef PBEM_CORE_RULES_MOVEGEN_H
#define PBEM_CORE_RULES_MOVEGEN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/position/move.h"
#include "core/position/position.h"

/* Lists the legal moves of the seat to move, in no particular order. */
void movegen_generate(const struct variant *variant, const struct position *position,
		      struct move_list *list_out);

/* Returns the number of legal moves; faster than listing them. */
unsigned movegen_count(const struct variant *variant, const struct position *position);

/*
 * Reports whether there is a legal move; fastest. *checked_out (may be NULL) reports whether the
 * seat to move is in check.
 */
bool movegen_any(const struct variant *variant, const struct position *position, bool *checked_out);

/*
 * Lists the moves needed to read or write a move from one square to another: at least the moves of
 * pieces of the same kind to that square, and all moves of its king.
 */
void movegen_alike(const struct variant *variant, const struct position *position, square from,
		   square to, struct move_list *list_out);

/*
 * Returns the set of seats that give check to the seat's king: opponents still in play whose pieces
 * attack it.
 */
uint16_t movegen_checkers(const struct variant *variant, const struct position *position,
			  uint8_t seat);

/* Reports whether an opponent still in play attacks the seat's king. */
bool movegen_in_check(const struct variant *variant, const struct position *position, uint8_t seat);

#endif
