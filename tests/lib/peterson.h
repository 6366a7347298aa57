/* SPDX-License-Identifier: MIT */
/* What the tests of Peterson's additions share: positions as they stand, turns judged one by one.
 */
#ifndef PBEM_TESTS_PETERSON_H
#define PBEM_TESTS_PETERSON_H

#include "tests/lib/setup.h"
#include "core/rules/peterson.h"

/* The set-up, its first turn not judged: every piece stands as it is told. */
void stand(struct play *play, const char *armies, const char *turn);

/* That the turn is legal (`rule` NULL), or refused with a reason that names the rule. */
void judge_turn(const struct play *play, const char *text, const char *rule);

unsigned allowed(const struct play *play);

/* Captures a piece of that seat's before the test begins, so that it can come back
 * [paid-by-queen].
 */
void lose_piece(struct play *play, const char *seat, char letter);

void owe(struct play *play, const char *seat, uint16_t debt);

unsigned debt_of(const struct play *play, const char *seat);

bool is_frozen(const struct play *play, const char *seat);

uint64_t payments(const struct play *play);

#define RULE(test) cmocka_unit_test_setup_teardown(test, play_open, play_close)

#endif
