/* SPDX-License-Identifier: MIT */
/* Shared by the tests of Peterson's additions: positions exactly as given, and single turns. */
#ifndef PBEM_TESTS_LIB_PETERSON_H
#define PBEM_TESTS_LIB_PETERSON_H

#include "tests/lib/setup.h"
#include "core/rules/peterson.h"

/* Sets up a position without judging its first turn, so that every piece stays as given. */
void stand(struct play *play, const char *armies, const char *turn);

/* Asserts that the turn is legal (`rule` NULL), or refused with a reason that names the rule. */
void judge_turn(const struct play *play, const char *text, const char *rule);

unsigned allowed(const struct play *play);

/* Captures a piece of that seat's before the test begins, so that it can come back [paid-by-queen].
 */
void lose_piece(struct play *play, const char *seat, char letter);

void owe(struct play *play, const char *seat, uint16_t debt);

unsigned debt_of(const struct play *play, const char *seat);

bool is_frozen(const struct play *play, const char *seat);

uint64_t payments(const struct play *play);

#define RULE(test) cmocka_unit_test_setup_teardown(test, play_open, play_close)

#endif
