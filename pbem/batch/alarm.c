/* SPDX-License-Identifier: MIT */
#include "core/cards/table/table.h"
#include "core/turn/clock.h"
#include "core/base/text.h"
#include "pbem/batch/alarm.h"
#include "pbem/mailing/mailing.h"

enum { ALARM_BATCH = 200 }; /* games that lie open at once */

void alarm_index(const struct gamefile *file, struct text *lines)
{
	const struct alarm alarm = {.when = clock_next(&file->game), .game = file->header.number};

	if (alarm.when != 0)
		ledger_line_alarm(lines, &alarm);
}

static void note(struct intake *intake, const struct gamefile *file)
{
	if (clock_next(&file->game) == 0)
		ledger_line_no_alarm(&intake->batch.ledger, file->header.number);
	else
		alarm_index(file, &intake->batch.ledger);
}

void alarm_note(struct intake *intake)
{
	for (struct desk_game *game = intake->desk.first; game != NULL; game = game->next)
		if (game->added.len > 0 && game->file->game.table != NULL)
			note(intake, game->file);
}

static void log_lapses(const struct intake *intake, const struct desk_game *game, uint16_t seats)
{
	const struct variant *variant = game->file->game.variant;

	for (unsigned seat = 0; seat < variant_seats(variant); seat++)
		if (seats >> seat & 1)
			run_log_line(intake->log, "clock %s: the time of %s is over\n", game->id,
				     variant_seat_name(variant, seat));
}

/* Who lost a turn, or what was chosen for him, hears of it; who could only have played a card does
 * not. */
static int tell_late(struct intake *intake, struct desk_game *game, uint16_t seats,
		     const char *template, struct reason *reason)
{
	const unsigned count = variant_seats(game->file->game.variant);
	int result = 0;

	for (unsigned seat = 0; result == 0 && seat < count; seat++)
		if (seats >> seat & 1)
			result = mailing_about(&intake->mailing, game, seat, template, "late",
					       game->file->head, reason);
	return result;
}

int alarm_game(struct intake *intake, struct desk_game *game, int64_t until, struct reason *reason)
{
	struct game *now = &game->file->game;
	uint16_t late = clock_overdue(now, until), losing = clock_losing(now, until);
	uint16_t chosen = now->table->phase == PHASE_DEMAND ? late & (uint16_t)~losing : 0;
	struct event_list events;
	int result = 0;

	event_list_init(&events);
	if (clock_decide(now, until, &events)) {
		result = desk_enter(game, until, "clock", &events, reason);
		log_lapses(intake, game, late);
		if (result == 0 && now->outcome.status == STATUS_PLAYING)
			result = tell_late(intake, game, losing, "turn-late", reason);
		if (result == 0 && now->outcome.status == STATUS_PLAYING)
			result = tell_late(intake, game, chosen, "answer-late", reason);
	} else {
		/* The ledger is older than the game. */
		note(intake, game->file);
	}
	event_list_done(&events);
	return result;
}

int alarm_act(struct intake *intake, int64_t until, struct reason *reason)
{
	struct alarm alarm = {.when = 0};
	int result = 0;

	while (result == 0 && ledger_next_alarm(intake->site->ledger, &alarm, until, &alarm)) {
		struct desk_game *game = desk_game(&intake->desk, alarm.game);

		if (game == NULL || game->file == NULL)
			continue;
		result = alarm_game(intake, game, until, reason);
		if (result == 0 && intake->desk.count >= ALARM_BATCH)
			result = intake_commit(intake, reason);
	}
	return result == 0 ? intake_commit(intake, reason) : -1;
}
