/* SPDX-License-Identifier: MIT */
/* Generates all turns of a seat: each payment, then one or more moves. */
#include "core/rules/movegen.h"
#include "core/rules/peterson_internal.h"

/* The state of the search through all turns. */
struct turn_enumeration {
	const struct variant *variant;
	struct peterson_survey survey;
	const struct position *paid;
	struct peterson_turn turn;
	uint64_t count;
	bool stopped;
	peterson_each *each;
	void *context;
};

/* Counts a turn and calls `each`. `now` is its result before the end of the turn. */
static void report_turn(struct turn_enumeration *enumeration, const struct position *now,
			bool restarts)
{
	struct position after;

	enumeration->count++;
	if (enumeration->each == NULL)
		return;
	after = *now;
	move_end(&after, restarts, NULL);
	enumeration->stopped = !enumeration->each(enumeration->context, &enumeration->turn, &after);
}

/* Extends the turn by all moves that may come next. */
static void extend_turns(struct turn_enumeration *enumeration, const struct position *position,
			 const struct peterson_log *log)
{
	struct move_list list;
	unsigned depth = enumeration->turn.move_count;

	movegen_generate(enumeration->variant, position, &list);
	for (unsigned i = 0; i < list.count && !enumeration->stopped; i++) {
		const struct move *move = &list.moves[i];
		struct peterson_log then = *log;
		struct position next;

		if (peterson_repeats(position, log, move))
			continue;
		next = *position;
		peterson_go(enumeration->variant, &next, &then, move, NULL);
		enumeration->turn.moves[depth] = *move;
		enumeration->turn.move_count = (uint8_t)(depth + 1);
		if (peterson_judge(enumeration->variant, &enumeration->survey, enumeration->paid,
				   &next, &enumeration->turn, &then, NULL) == ACCEPTED)
			report_turn(enumeration, &next, then.restarts);
		if (depth + 1 < enumeration->survey.allowed && !peterson_is_over(&next) &&
		    !enumeration->stopped)
			extend_turns(enumeration, &next, &then);
	}
	enumeration->turn.move_count = (uint8_t)depth;
}

static bool after_payment(void *context, const struct peterson_turn *payment,
			  const struct position *paid)
{
	struct turn_enumeration *enumeration = context;
	const struct peterson_log nothing = {.restarts = false};

	if (enumeration->survey.allowed == 1 && enumeration->each == NULL) {
		enumeration->count += movegen_count(enumeration->variant, paid);
		return true;
	}
	enumeration->turn = *payment;
	enumeration->paid = paid;
	extend_turns(enumeration, paid, &nothing);
	return !enumeration->stopped;
}

uint64_t peterson_turns(const struct variant *variant, const struct position *position,
			peterson_each *each, void *context)
{
	struct turn_enumeration enumeration = {
		.variant = variant, .each = each, .context = context};

	peterson_survey(variant, position, &enumeration.survey);
	peterson_payments(variant, position, UINT64_MAX, after_payment, &enumeration);
	return enumeration.count;
}
