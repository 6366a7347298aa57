/* SPDX-License-Identifier: MIT */
/* Random games of all kinds, sound or damaged: what somebody who is waited for may do. */
#ifndef PBEM_TESTS_MATCH_ANY_H
#define PBEM_TESTS_MATCH_ANY_H

#include "tests/lib/match.h"
#include "core/rules/peterson.h"
#include "core/ring/ring.h"

/* The n-th turn met stays with a chance of 1 in n. */
struct match_pick {
	struct match *match;
	uint32_t met;
	struct party_turn turn;
};

/* One letter of somebody who is waited for; false when nothing came of it. */
bool match_act_any(struct match *play);

#endif
