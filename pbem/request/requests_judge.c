/* SPDX-License-Identifier: MIT */
#include "core/turn/clock.h"
#include "core/turn/turn.h"
#include "core/variant/variant_data.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/request/requests_inner.h"

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

enum verdict requests_judge_ahead(const struct matter *matter, const struct order_list *orders,
				  struct intent_list *given_out, struct reason *why)
{
	const struct game *game = matter_game(matter);
	const struct mail_kind *kind = desk_mail_kind(game->variant);
	struct event_list events;
	enum verdict verdict;
	struct game seen;

	event_list_init(&events);
	game_copy(&seen, game);
	if (kind->conceal != NULL)
		kind->conceal(&seen, (uint8_t)matter->seat);
	verdict = turn_decide(&seen, matter->seat, orders, &events, why);
	if (verdict == ACCEPTED)
		verdict =
			intent_judge(&seen, (uint8_t)matter->seat, orders, &events, given_out, why);
	game_done(&seen);
	event_list_done(&events);
	return verdict;
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
	if (verdict == ACCEPTED)
		desk_note_wait(matter->desk, matter->game, matter->waiting->received, events);
	return verdict;
}
