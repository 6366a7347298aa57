/* SPDX-License-Identifier: MIT */
#include "core/turn/clock.h"
#include "core/turn/turn.h"
#include "core/variant/variant_data.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/request/requests_judge.h"

enum { LATE_SECONDS = 6 * 3600 };

enum verdict requests_judge_seen(const struct matter *matter, const struct order_list *orders,
				 struct event_list *events, struct reason *why)
{
	const struct game *game = matter_game(matter);
	const struct mail_kind *kind = desk_mail_kind(game->variant);
	enum verdict verdict;
	struct game seen;

	if (kind->conceal == NULL)
		return turn_decide(game, matter->seat, orders, events, why);
	game_copy(&seen, game);
	kind->conceal(&seen, (uint8_t)matter->seat);
	verdict = turn_decide(&seen, matter->seat, orders, events, why);
	game_done(&seen);
	return verdict;
}

static bool asks(const struct event_list *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->events[i].kind == EVENT_ASK)
			return true;
	return false;
}

/* What an entry asks is asked when its letters go out: where they had to wait long for a run,
 * nobody's time runs before. */
static void note_wait(const struct matter *matter, struct event_list *events)
{
	int64_t seconds = matter->desk->now - matter->waiting->received;

	if (asks(events) && seconds > LATE_SECONDS)
		event_add(events, event_about(EVENT_LATE, NO_SIDE, (uint32_t)(seconds / 60), NULL));
}

enum verdict requests_judge(const struct matter *matter, const struct order_list *orders,
			    struct event_list *events, struct reason *why)
{
	const struct game *game = matter_game(matter);
	struct event_list trial;
	enum verdict verdict = ACCEPTED;

	if (clock_admit(game, matter->seat, orders, matter->waiting->received, why) == REFUSED)
		return REFUSED;
	if (orders->dry_run)
		return requests_judge_seen(matter, orders, events, why);
	if (desk_mail_kind(game->variant)->conceal != NULL) {
		event_list_init(&trial);
		verdict = requests_judge_seen(matter, orders, &trial, why);
		event_list_done(&trial);
	}
	if (verdict == ACCEPTED)
		verdict = turn_decide(game, matter->seat, orders, events, why);
	if (verdict == ACCEPTED && game->variant->kind->deadline != NULL)
		note_wait(matter, events);
	return verdict;
}
