/* SPDX-License-Identifier: MIT */
/* Applies the events of entries to a game, and checks that the resulting game is possible. */
#include "core/gamefile/gamefile_internal.h"
#include "core/gamefile/gamefile_packing.h"
#include "core/variant/variant_data.h"

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
	return question->asked >= 0 && question->asked <= GAMEFILE_LAST_TIME;
}

static bool is_clock_sound(const struct game *game, const struct turn_clock *clock)
{
	return clock->seat < variant_seats(game->variant) && clock->asked >= 0 &&
	       clock->asked <= clock->main && clock->main <= clock->until &&
	       clock->until <= GAMEFILE_LAST_TIME;
}

static bool are_clocks_sound(const struct game *game)
{
	for (unsigned i = 0; i < MAX_SEATS; i++)
		if (!is_clock_sound(game, &game->clocks[i]))
			return false;
	return game->paused >= 0 && game->paused <= GAMEFILE_LAST_TIME;
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
	       game->counted >= 0 && game->counted <= GAMEFILE_LAST_TIME &&
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

static int apply_events(struct gamefile *file, const struct log_entry *entry,
			const struct event_list *events, const struct gamefile_callbacks *looker,
			bool doubted, struct reason *reason)
{
	struct entry_head head = {entry->number, entry->when, entry->cause};

	for (size_t i = 0; i < events->count; i++) {
		if (game_apply(&file->game, &head, &events->events[i], reason) < 0) {
			reason_prefix(reason, "entry %u: ", entry->number);
			return -1;
		}
		if (looker != NULL)
			looker->event(looker->context, file, &head, &events->events[i]);
	}
	if (doubted && !gamefile_is_sound(&file->game))
		return reason_fail(reason, "entry %u: the game can't be as it would be after it",
				   entry->number);
	game_close_entry(&file->game, entry->number, &entry->hash);
	gamefile_pass_entry(file, entry, events);
	if (looker != NULL)
		looker->entry(looker->context, file);
	return 0;
}

int gamefile_apply_decided(struct gamefile *file, const struct log_entry *entry,
			   const struct event_list *events, const struct gamefile_callbacks *looker,
			   struct reason *reason)
{
	return apply_events(file, entry, events, looker, false, reason);
}

int gamefile_apply_entry(struct gamefile *file, const struct log_entry *entry,
			 const struct event_list *events, const struct gamefile_callbacks *looker,
			 struct reason *reason)
{
	return apply_events(file, entry, events, looker, true, reason);
}

void gamefile_pass_entry(struct gamefile *file, const struct log_entry *entry,
			 const struct event_list *events)
{
	gamefile_note_header(file, events);
	file->head = entry->number;
	file->hash = entry->hash;
	file->size += (uint64_t)(entry->end - entry->start);
}
