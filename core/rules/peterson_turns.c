/* SPDX-License-Identifier: MIT */
/* All turns of a seat: each payment, and after it one move or several. */
#include "core/rules/peterson_inner.h"
#include "core/rules/movegen.h"

/* One walk through all turns. */
struct walk {
	const struct variant *variant;
	struct peterson_survey survey;
	const struct position *paid;
	struct party_turn turn;
	uint64_t count;
	bool stopped;
	peterson_each *each;
	void *context;
};

/* One turn is found; `now` is what it leads to, but for the end of the turn. */
static void found(struct walk *walk, const struct position *now, bool restarts)
{
	struct position after;

	walk->count++;
	if (walk->each == NULL)
		return;
	after = *now;
	move_end(&after, restarts, NULL);
	walk->stopped = !walk->each(walk->context, &walk->turn, &after);
}

/* All moves that may come next, and then all after these. */
static void go_on(struct walk *walk, const struct position *position,
		  const struct peterson_log *log)
{
	struct move_list list;
	unsigned depth = walk->turn.move_count;

	movegen_generate(walk->variant, position, &list);
	for (unsigned i = 0; i < list.count && !walk->stopped; i++) {
		const struct move *move = &list.moves[i];
		struct peterson_log then = *log;
		struct position next;

		if (peterson_repeats(position, log, move))
			continue;
		next = *position;
		peterson_go(walk->variant, &next, &then, move, NULL);
		walk->turn.moves[depth] = *move;
		walk->turn.move_count = (uint8_t)(depth + 1);
		if (peterson_judge(walk->variant, &walk->survey, walk->paid, &next, &walk->turn,
				   &then, NULL) == ACCEPTED)
			found(walk, &next, then.restarts);
		if (depth + 1 < walk->survey.allowed && !peterson_is_over(&next) && !walk->stopped)
			go_on(walk, &next, &then);
	}
	walk->turn.move_count = (uint8_t)depth;
}

static bool after_payment(void *context, const struct party_turn *payment,
			  const struct position *paid)
{
	struct walk *walk = context;
	const struct peterson_log nothing = {.restarts = false};

	if (walk->survey.allowed == 1 && walk->each == NULL) {
		walk->count += movegen_count(walk->variant, paid);
		return true;
	}
	walk->turn = *payment;
	walk->paid = paid;
	go_on(walk, paid, &nothing);
	return !walk->stopped;
}

uint64_t peterson_turns(const struct variant *variant, const struct position *position,
			peterson_each *each, void *context)
{
	struct walk walk = {.variant = variant, .each = each, .context = context};

	peterson_survey(variant, position, &walk.survey);
	peterson_payments(variant, position, UINT64_MAX, after_payment, &walk);
	return walk.count;
}
