/* SPDX-License-Identifier: MIT */
/* Compares two games with cards, as far as anything follows from them. For match.h. */
#ifndef PBEM_TESTS_LIB_MATCH_SAME_H
#define PBEM_TESTS_LIB_MATCH_SAME_H

#include "core/cards/state/card_state.h"
#include "core/game/clock.h"
#include "core/gamefile/gamefile.h"
#include "tests/lib/chess.h"

/* Asserts that both boards are the same, except after the ends of their lists. */
void match_assert_same_field(const struct card_board *a, const struct card_board *b);

void match_assert_same_game(const struct gamefile *a, const struct gamefile *b);

#endif
