/* SPDX-License-Identifier: MIT */
/* Whether two games with cards are the same, as far as anything follows from it. For match.h. */
#ifndef PBEM_TESTS_MATCH_SAME_H
#define PBEM_TESTS_MATCH_SAME_H

#include "tests/lib/chess.h"
#include "core/cards/table/table.h"
#include "core/turn/clock.h"
#include "core/record/gamefile.h"

/* The same field, but for what lies behind the ends of its lists. */
void match_assert_same_field(const struct field *a, const struct field *b);

void match_assert_same_game(const struct gamefile *a, const struct gamefile *b);

#endif
