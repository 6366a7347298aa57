/* SPDX-License-Identifier: MIT */
/* Random games of all kinds, sound or damaged: what a seat that the game waits for may do. */
#ifndef PBEM_TESTS_LIB_MATCH_ANY_H
#define PBEM_TESTS_LIB_MATCH_ANY_H

#include "tests/lib/match.h"
#include "core/rules/peterson.h"
#include "core/ring/ring.h"

/* The n-th turn met stays with a chance of 1 in n. */
struct match_pick {
	struct match *match;
	uint32_t met;
	struct peterson_turn turn;
};

/* Sends one message of a seat that the game waits for; returns false if nothing came of it. */
bool match_act_any(struct match *play);

#endif
