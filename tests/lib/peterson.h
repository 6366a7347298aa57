/* SPDX-License-Identifier: MIT */
/* What the tests of Peterson's additions share: positions as they stand, turns judged one by one.
 */
#ifndef PBEM_TESTS_PETERSON_H
#define PBEM_TESTS_PETERSON_H

#include "tests/lib/setup.h"
#include "core/rules/peterson.h"

/* The set-up, its first turn not judged: every piece stands as it is told. */
static inline void stand(struct play *play, const char *armies, const char *turn)
{
	history_done(&play->history);
	event_list_done(&play->record);
	play->position = set_up(play, armies, turn);
	play->outcome = (struct outcome){.status = STATUS_PLAYING};
	movegen_generate(play->variant, &play->position, &play->legal);
}

/* That the turn is legal (`rule` NULL), or refused with a reason that names the rule. */
static inline void judge_turn(const struct play *play, const char *text, const char *rule)
{
	struct party_turn turn;
	struct reason why = {""};
	enum verdict verdict = peterson_read(play->variant, &play->position, text, &turn, &why);

	if (rule == NULL && verdict == REFUSED)
		fail_msg("%s is refused: %s", text, why.text);
	if (rule != NULL && verdict == ACCEPTED)
		fail_msg("%s is taken", text);
	if (rule != NULL && strstr(why.text, rule) == NULL)
		fail_msg("%s is refused without a word of %s: %s", text, rule, why.text);
}

static inline unsigned allowed(const struct play *play)
{
	struct peterson_survey survey;

	peterson_survey(play->variant, &play->position, &survey);
	return survey.allowed;
}

/* Captures a piece of that seat's before the test begins, so that it can come back [queen-trade].
 */
static inline void lose_piece(struct play *play, const char *seat, char letter)
{
	square at = 0;

	while (play->position.owner[at] != OWNER_NONE)
		at++;
	position_put(play->variant, &play->position, seat_of(play, seat),
		     (uint8_t)variant_type_of_letter(play->variant, letter), at);
	position_capture(play->variant, &play->position, at, NULL);
}

static inline void owe(struct play *play, const char *seat, uint16_t debt)
{
	position_set_debt(&play->position, seat_of(play, seat), debt, NULL);
}

static inline unsigned debt_of(const struct play *play, const char *seat)
{
	return play->position.debts[seat_of(play, seat)];
}

static inline bool is_frozen(const struct play *play, const char *seat)
{
	return play->position.frozen >> seat_of(play, seat) & 1;
}

static inline uint64_t payments(const struct play *play)
{
	return peterson_payments(play->variant, &play->position, UINT64_MAX, NULL, NULL);
}

#define RULE(test) cmocka_unit_test_setup_teardown(test, play_open, play_close)

#endif
