/* SPDX-License-Identifier: MIT */
#include "core/record/gamefile_inner.h"
#include "core/record/gamefile_state.h"
#include "core/variant/variant_data.h"

/* Far beyond the year 9999. */
static const int64_t LAST_TIME = (int64_t)1 << 40;

static bool is_step_sound(const struct game *game, const struct turn_step *step)
{
	return position_is_square_or_none(game->variant, step->from) &&
	       position_is_square_or_none(game->variant, step->to);
}

static bool is_record_sound(const struct game *game, const struct turn_record *record)
{
	if (record->seat >= variant_seats(game->variant))
		return false;
	for (unsigned i = 0; i < record->step_count; i++)
		if (!is_step_sound(game, &record->steps[i]))
			return false;
	return true;
}

static bool are_turns_sound(const struct game *game)
{
	for (unsigned i = 0; i < GAME_RECENT; i++)
		if (!is_record_sound(game, &game->recent[i]))
			return false;
	for (unsigned i = 0; i < game->step_count; i++)
		if (!is_step_sound(game, &game->steps[i]))
			return false;
	return true;
}

bool gamefile_is_time_sound(const struct question *question)
{
	return question->asked >= 0 && question->asked < LAST_TIME;
}

static bool is_clock_sound(const struct game *game, const struct turn_clock *clock)
{
	return clock->seat < variant_seats(game->variant) && clock->asked >= 0 &&
	       clock->asked <= clock->main && clock->main <= clock->until &&
	       clock->until < LAST_TIME;
}

static bool are_clocks_sound(const struct game *game)
{
	for (unsigned i = 0; i < MAX_SEATS; i++)
		if (!is_clock_sound(game, &game->clocks[i]))
			return false;
	return game->paused >= 0 && game->paused < LAST_TIME;
}

static bool are_seats_sound(const struct game *game)
{
	uint16_t others = game->agreed | game->undo_request.agreed | game->exchanged |
			  game->position.exchange.lost | game->position.exchange.involved;

	for (unsigned seat = 0; seat < MAX_SEATS; seat++)
		if (!position_is_seat_or_none(game->variant, game->out[seat].by) ||
		    !gamefile_is_time_sound(&game->questions[seat]))
			return false;
	for (unsigned side = 0; side < MAX_SIDES; side++)
		others |= game->owing[side].involved;
	return (others >> variant_seats(game->variant)) == 0 &&
	       position_is_seat_or_none(game->variant, game->offering) &&
	       position_is_seat_or_none(game->variant, game->undo_request.seat) &&
	       game->counted >= 0 && game->counted < LAST_TIME &&
	       game->position.exchange.left <= MAX_SIDES;
}

bool gamefile_is_sound(const struct game *game)
{
	if (!are_turns_sound(game) || !are_seats_sound(game) || !are_clocks_sound(game))
		return false;
	if (game->variant->kind->is_sound != NULL)
		return game->variant->kind->is_sound(game);
	return position_is_sound(game->variant, &game->position) &&
	       (game->outcome.status != STATUS_PLAYING || game->position.turn != NO_SIDE);
}
