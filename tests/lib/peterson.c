/* SPDX-License-Identifier: MIT */
#include "tests/lib/peterson.h"
#include "core/rules/movegen.h"

void stand(struct play *play, const char *armies, const char *turn)
{
	repetition_done(&play->history);
	event_list_done(&play->record);
	play->position = set_up(play, armies, turn);
	play->outcome = (struct outcome){.status = STATUS_PLAYING};
	movegen_generate(play->variant, &play->position, &play->legal);
}

void judge_turn(const struct play *play, const char *text, const char *rule)
{
	struct peterson_turn turn;
	struct reason why = {.text = ""};
	enum verdict verdict = peterson_read(play->variant, &play->position, text, &turn, &why);

	if (rule == NULL && verdict == REFUSED)
		fail_msg("%s is refused: %s", text, why.text);
	if (rule != NULL && verdict == ACCEPTED)
		fail_msg("%s is taken", text);
	if (rule != NULL && strstr(why.text, rule) == NULL)
		fail_msg("%s is refused without a word of %s: %s", text, rule, why.text);
}

unsigned allowed(const struct play *play)
{
	struct peterson_survey survey;

	peterson_survey(play->variant, &play->position, &survey);
	return survey.allowed;
}

void lose_piece(struct play *play, const char *seat, char letter)
{
	square at = 0;

	while (play->position.owner[at] != OWNER_NONE)
		at++;
	position_put(play->variant, &play->position, seat_of(play, seat),
		     (uint8_t)variant_type_of_letter(play->variant, letter), at);
	position_capture(play->variant, &play->position, at, NULL);
}

void owe(struct play *play, const char *seat, uint16_t debt)
{
	position_set_debt(&play->position, seat_of(play, seat), debt, NULL);
}

unsigned debt_of(const struct play *play, const char *seat)
{
	return play->position.debts[seat_of(play, seat)];
}

bool is_frozen(const struct play *play, const char *seat)
{
	return play->position.frozen >> seat_of(play, seat) & 1;
}

uint64_t payments(const struct play *play)
{
	return peterson_payments(play->variant, &play->position, UINT64_MAX, NULL, NULL);
}
