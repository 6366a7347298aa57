/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/turn/clock.h"
#include "core/turn/clock_turns.h"
#include "core/turn/game_limits.h"
#include "core/variant/variant_data.h"
#include "pbem/batch/lapse.h"
#include "pbem/desk/index.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/mailing/mailing.h"
#include "pbem/site/log.h"
#include "pbem/times/limits.h"

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

/* What the clock does when answers are overdue. */
static int lapse_answers(struct desk *desk, struct desk_game *game, int64_t until,
			 struct reason *reason)
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
	}
	event_list_done(&events);
	return result;
}

/* ---- turns ---- */

/* What has become of a turn that was missed, for the moderator. */
static const char *outcome_of(const struct desk_game *game, unsigned clock, uint8_t seat)
{
	const struct game *now = &game->file->game;

	if (now->terms.miss == MISS_FORFEIT)
		return "the seat is put out of the game, as the terms have it";
	if (game_limits_clock(now, clock) == NULL || now->clocks[clock].seat != seat)
		return "the turn is passed, as the terms have it";
	if (!now->clocks[clock].over)
		return "the player is reminded, and has the time once more";
	return "you decide: extend, forfeit, pause, or wait; the move is still taken";
}

/* To who missed a turn, unless he reads that he is out; and to the moderator. */
static int tell_missed(struct desk *desk, struct desk_game *game, const struct event *event,
		       struct reason *reason)
{
	const struct game *now = &game->file->game;
	const struct variant *variant = now->variant;
	unsigned clock = variant->kind->boards ? event->number - 1 : event->seat;
	char *board =
		variant->kind->boards ? base_printf(" on board %u", clock + 1) : base_strdup("");
	const char *outcome = desk_phrase(desk, outcome_of(game, clock, event->seat));
	int result = 0;

	game->missed |= (uint16_t)(1u << event->seat);
	log_line(desk->log, "clock %s: %s has missed a turn%s\n", game->id,
		 variant_seat_name(variant, event->seat), board);
	if (variant->kind->boards)
		desk_notice(desk, desk->now,
			    "game %s: the turn of %s on board %u was due by %s and isn't here; %s",
			    game->id, variant_seat_name(variant, event->seat), clock + 1,
			    event->text, outcome);
	else
		desk_notice(desk, desk->now,
			    "game %s: the turn of %s was due by %s and isn't here; %s", game->id,
			    variant_seat_name(variant, event->seat), event->text, outcome);
	if (now->outcome.status == STATUS_PLAYING && now->terms.miss != MISS_FORFEIT)
		result = mailing_about(desk, game, event->seat, "turn-missed", "missed",
				       game->file->head, reason);
	free(board);
	return result;
}

static int tell_reminded(struct desk *desk, struct desk_game *game, const struct event *event,
			 struct reason *reason)
{
	log_line(desk->log, "clock %s: %s is reminded\n", game->id,
		 variant_seat_name(game->file->game.variant, event->seat));
	return mailing_about(desk, game, event->seat, "reminder", "reminder", game->file->head,
			     reason);
}

/* In a ring one letter reminds of all boards. */
static int tell_turns(struct desk *desk, struct desk_game *game, const struct event_list *events,
		      struct reason *reason)
{
	uint16_t reminded = 0;
	int result = 0;

	for (size_t i = 0; result == 0 && i < events->count; i++) {
		const struct event *event = &events->events[i];

		if (event->kind == EVENT_MISSED) {
			result = tell_missed(desk, game, event, reason);
		} else if (event->kind == EVENT_REMINDED && !(reminded >> event->seat & 1)) {
			reminded |= (uint16_t)(1u << event->seat);
			result = tell_reminded(desk, game, event, reason);
		}
	}
	return result;
}

/* One entry of the clock about turns; *acted_out: there was one to be made. */
static int lapse_turn(struct desk *desk, struct desk_game *game, int64_t until, bool *acted_out,
		      struct reason *reason)
{
	const struct game *now = &game->file->game;
	struct event_list events;
	int result = 0;

	event_list_init(&events);
	*acted_out = clock_turns_decide(now, until, limits_absent(now, until), &events);
	if (*acted_out)
		result = desk_enter(game, until, "clock", &events, reason);
	if (*acted_out && result == 0)
		result = tell_turns(desk, game, &events, reason);
	event_list_done(&events);
	return result;
}

int lapse_game(struct desk *desk, struct desk_game *game, int64_t until, struct reason *reason)
{
	const unsigned head = game->file->head;
	bool acts = true;
	int result = 0;

	if (game->file->game.variant->kind->lapse != NULL)
		result = lapse_answers(desk, game, until, reason);
	while (result == 0 && acts)
		result = lapse_turn(desk, game, until, &acts, reason);
	/* The ledger is older than the game. */
	if (result == 0 && game->file->head == head)
		index_alarm(game->file, &desk->batch.ledger);
	return result;
}
