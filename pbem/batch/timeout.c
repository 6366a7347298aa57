/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/game/clock.h"
#include "core/game/game_time_limits.h"
#include "core/game/turn_clock.h"
#include "core/variant/variant_data.h"
#include "pbem/batch/timeout.h"
#include "pbem/calendar/time_limits.h"
#include "pbem/mail/mail.h"
#include "pbem/site/game_index.h"
#include "pbem/site/gametype_mail.h"
#include "pbem/sys/log.h"

static void log_expired_times(const struct workspace *workspace, const struct workspace_game *game,
			      uint16_t seats)
{
	const struct variant *variant = game->file->game.variant;

	for (unsigned seat = 0; seat < variant_seats(variant); seat++)
		if (seats >> seat & 1)
			log_line(workspace->log, "clock %s: the time of %s is over\n", game->id,
				 variant_seat_name(variant, seat));
}

/* Notifies the given seats that they lost a turn, or that a choice was made for them. */
static int notify_late_seats(struct workspace *workspace, struct workspace_game *game,
			     uint16_t seats, const char *template, struct reason *reason)
{
	const unsigned count = variant_seats(game->file->game.variant);
	int result = 0;

	for (unsigned seat = 0; result == 0 && seat < count; seat++)
		if (seats >> seat & 1)
			result = mail_about(workspace, game, seat, template, "late",
					    game->file->head, reason);
	return result;
}

/* Applies the clock to overdue answers. */
static int timeout_answers(struct workspace *workspace, struct workspace_game *game, int64_t until,
			   struct reason *reason)
{
	struct game *now = &game->file->game;
	uint16_t late = clock_overdue(now, until), losing = clock_losing(now, until);
	const char *unanswered = gametype_mail_of(now->variant)->late(now);
	struct event_list events;
	int result = 0;

	event_list_init(&events);
	if (clock_decide(now, until, &events)) {
		result = workspace_enter(game, until, "clock", &events, reason);
		log_expired_times(workspace, game, late);
		if (result == 0 && now->outcome.status == STATUS_PLAYING)
			result = notify_late_seats(workspace, game, losing, "turn-late", reason);
		if (result == 0 && now->outcome.status == STATUS_PLAYING && unanswered != NULL)
			result = notify_late_seats(workspace, game, late & (uint16_t)~losing,
						   unanswered, reason);
	}
	event_list_done(&events);
	return result;
}

/* ---- turns ---- */

/* Returns the consequence of a missed turn, for the moderator. */
static const char *describe_consequence(const struct workspace_game *game, unsigned clock,
					uint8_t seat)
{
	const struct game *now = &game->file->game;

	if (now->terms.miss == MISS_FORFEIT)
		return "the player is out of the game now, as agreed for it";
	if (game_limits_clock(now, clock) == NULL || now->clocks[clock].seat != seat)
		return "the turn was skipped, as agreed for this game";
	if (!now->clocks[clock].over)
		return "the player was reminded and has the same time again";
	return "please decide, with a command on the server: pbem extend GAME SEAT DAYS gives more "
	       "time, pbem forfeit GAME SEAT puts the player out, and pbem pause GAME stops the "
	       "clocks; until then the move is still accepted";
}

/* Notifies the moderator of a missed turn, and the seat, unless other mail reports that it is
 * out. */
static int notify_missed_turn(struct workspace *workspace, struct workspace_game *game,
			      const struct event *event, struct reason *reason)
{
	const struct game *now = &game->file->game;
	const struct variant *variant = now->variant;
	unsigned clock = variant->kind->boards ? event->number - 1 : event->seat;
	char *board =
		variant->kind->boards ? base_printf(" on board %u", clock + 1) : base_strdup("");
	const char *outcome =
		workspace_phrase(workspace, describe_consequence(game, clock, event->seat));
	const char *name = game->file->header.names[event->seat];
	const char *title = workspace_phrase(workspace, variant_seat_title(variant, event->seat));
	int result = 0;

	game->missed |= (uint16_t)(1u << event->seat);
	log_line(workspace->log, "clock %s: %s has missed a turn%s\n", game->id,
		 variant_seat_name(variant, event->seat), board);
	if (variant->kind->boards)
		workspace_notice(workspace, workspace->now,
				 "game %s: %s (%s) should have moved on board %u by %s; %s",
				 game->id, name, title, clock + 1, event->text, outcome);
	else
		workspace_notice(workspace, workspace->now,
				 "game %s: %s (%s) should have moved by %s; %s", game->id, name,
				 title, event->text, outcome);
	if (now->outcome.status == STATUS_PLAYING && now->terms.miss != MISS_FORFEIT)
		result = mail_about(workspace, game, event->seat, "turn-missed", "missed",
				    game->file->head, reason);
	free(board);
	return result;
}

static int send_reminder(struct workspace *workspace, struct workspace_game *game,
			 const struct event *event, struct reason *reason)
{
	log_line(workspace->log, "clock %s: %s is reminded\n", game->id,
		 variant_seat_name(game->file->game.variant, event->seat));
	return mail_about(workspace, game, event->seat, "reminder", "reminder", game->file->head,
			  reason);
}

/* Notifies seats of missed turns and reminds them. In a ring one message reminds of all boards. */
static int notify_turn_events(struct workspace *workspace, struct workspace_game *game,
			      const struct event_list *events, struct reason *reason)
{
	uint16_t reminded = 0;
	int result = 0;

	for (size_t i = 0; result == 0 && i < events->count; i++) {
		const struct event *event = &events->events[i];

		if (event->kind == EVENT_MISSED) {
			result = notify_missed_turn(workspace, game, event, reason);
		} else if (event->kind == EVENT_REMINDED && !(reminded >> event->seat & 1)) {
			reminded |= (uint16_t)(1u << event->seat);
			result = send_reminder(workspace, game, event, reason);
		}
	}
	return result;
}

/* Makes one entry of the clock about turns. *acted_out is false if none was due. */
static int timeout_turn(struct workspace *workspace, struct workspace_game *game, int64_t until,
			bool *acted_out, struct reason *reason)
{
	const struct game *now = &game->file->game;
	struct event_list events;
	int result = 0;

	event_list_init(&events);
	*acted_out = turn_clock_decide(now, until, time_limits_absent(now, until), &events);
	if (*acted_out)
		result = workspace_enter(game, until, "clock", &events, reason);
	if (*acted_out && result == 0)
		result = notify_turn_events(workspace, game, &events, reason);
	event_list_done(&events);
	return result;
}

int timeout_game(struct workspace *workspace, struct workspace_game *game, int64_t until,
		 struct reason *reason)
{
	const unsigned head = game->file->head;
	bool acts = true;
	int result = 0;

	if (game->file->game.variant->kind->lapse != NULL)
		result = timeout_answers(workspace, game, until, reason);
	while (result == 0 && acts)
		result = timeout_turn(workspace, game, until, &acts, reason);
	/* Nothing was due, so the ledger's alarm is out of date. */
	if (result == 0 && game->file->head == head)
		game_index_alarm(game->file, &workspace->batch.ledger);
	return result;
}
