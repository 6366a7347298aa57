/* SPDX-License-Identifier: MIT */
#include "core/turn/clock.h"
#include "pbem/batch/alarm.h"
#include "pbem/batch/commit.h"
#include "pbem/desk/index.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/mailing/mailing.h"
#include "pbem/site/log.h"

static void log_lapses(const struct desk *desk, const struct desk_game *game, uint16_t seats)
{
	const struct variant *variant = game->file->game.variant;

	for (unsigned seat = 0; seat < variant_seats(variant); seat++)
		if (seats >> seat & 1)
			log_line(desk->log, "clock %s: the time of %s is over\n", game->id,
				 variant_seat_name(variant, seat));
}

/* Who lost a turn, or what was chosen for him, hears of it; who could only have played a card does
 * not. */
static int tell_late(struct desk *desk, struct desk_game *game, uint16_t seats,
		     const char *template, struct reason *reason)
{
	const unsigned count = variant_seats(game->file->game.variant);
	int result = 0;

	for (unsigned seat = 0; result == 0 && seat < count; seat++)
		if (seats >> seat & 1)
			result = mailing_about(desk, game, seat, template, "late", game->file->head,
					       reason);
	return result;
}

int alarm_game(struct desk *desk, struct desk_game *game, int64_t until, struct reason *reason)
{
	struct game *now = &game->file->game;
	uint16_t late = clock_overdue(now, until), losing = clock_losing(now, until);
	const char *unanswered = desk_mail_kind(now->variant)->late(now);
	struct event_list events;
	int result = 0;

	event_list_init(&events);
	if (clock_decide(now, until, &events)) {
		result = desk_enter(game, until, "clock", &events, reason);
		log_lapses(desk, game, late);
		if (result == 0 && now->outcome.status == STATUS_PLAYING)
			result = tell_late(desk, game, losing, "turn-late", reason);
		if (result == 0 && now->outcome.status == STATUS_PLAYING && unanswered != NULL)
			result =
				tell_late(desk, game, late & (uint16_t)~losing, unanswered, reason);
	} else {
		/* The ledger is older than the game. */
		index_alarm(game->file, &desk->batch.ledger);
	}
	event_list_done(&events);
	return result;
}

int alarm_act(struct desk *desk, int64_t until, struct reason *reason)
{
	struct alarm alarm = {.when = 0};
	int result = 0;

	while (result == 0 && ledger_next_alarm(desk->site->ledger, &alarm, until, &alarm)) {
		struct desk_game *game = desk_game(desk, alarm.game);

		if (game == NULL || game->file == NULL)
			continue;
		result = alarm_game(desk, game, until, reason);
		if (result == 0)
			result = commit_full(desk, reason);
	}
	return result == 0 ? commit_batch(desk, reason) : -1;
}
