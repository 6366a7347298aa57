/* SPDX-License-Identifier: MIT */
#include "core/ring/ring.h"
#include "pbem/promise/ledger.h"
#include "pbem/mailing/mailing.h"

static uint16_t seats_in_play(const struct game *game)
{
	uint16_t seats = 0;

	for (unsigned i = 0; i < variant_seats(game->variant); i++)
		if (game_in_play(game, i))
			seats |= (uint16_t)(1u << i);
	return seats;
}

/* Which letter a seat gets; NULL: none. */
static const char *choose(const struct desk_game *game, uint8_t seat, const struct due *due)
{
	const struct game *now = &game->file->game;
	unsigned asked = now->questions[seat].entry;
	bool was_in = game->in_play >> seat & 1, is_in = game_in_play(now, seat);
	bool changed = seats_in_play(now) != game->in_play;

	if (!is_in && was_in)
		return "beaten";
	if (!is_in)
		return changed && !game->seats.seats[seat].left ? "watch" : NULL;
	if (asked > due->head || (changed && asked != 0))
		return "your-turn";
	if (changed || (due->fresh & ring_boards(now->ring, seat)) != 0)
		return asked != 0 ? "your-turn" : "news";
	return NULL;
}

int mailing_ring(struct desk *desk, struct desk_game *game, const struct due *due,
		 struct reason *reason)
{
	const struct game *now = &game->file->game;
	bool over = now->outcome.status != STATUS_PLAYING;
	int result = 0;

	if (over && game->was_over)
		return 0;
	for (uint8_t seat = 0; result == 0 && seat < variant_seats(now->variant); seat++) {
		const char *letter = over ? "game-over" : choose(game, seat, due);

		if (over || now->questions[seat].entry == 0)
			mailing_take_back(desk, game, seat);
		if (letter != NULL && (!over || !game->seats.seats[seat].left))
			result = mailing_about(desk, game, seat, letter, over ? "over" : "turn",
					       game->file->head, reason);
	}
	return result;
}
