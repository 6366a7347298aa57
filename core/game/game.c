/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/base/stamp.h"
#include "core/turn/game.h"
#include "core/variant/variant_data.h"

static const struct kind *kind_of(const struct game *game)
{
	return game->variant->kind;
}

void game_init(struct game *game, const struct variant *variant)
{
	memset(game, 0, sizeof *game);
	game->variant = variant;
	position_start(variant, &game->position);
	history_init(&game->history);
	game->offering = NO_SIDE;
	game->undo_request.seat = NO_SIDE;
	terms_init(&game->terms);
	game->first_round = 1;
	if (variant->kind->init != NULL)
		variant->kind->init(game);
}

void game_done(struct game *game)
{
	history_done(&game->history);
	if (game->variant != NULL && kind_of(game)->done != NULL)
		kind_of(game)->done(game);
}

void game_copy(struct game *to, const struct game *from)
{
	*to = *from;
	history_init(&to->history);
	history_copy(&to->history, &from->history);
	if (kind_of(from)->copy != NULL)
		kind_of(from)->copy(to, from);
}

void game_set_terms(struct game *game, const struct terms *terms)
{
	game->terms = *terms;
	for (unsigned seat = 0; seat < variant_seats(game->variant); seat++)
		game->bank[seat] = terms_bank(terms, game->variant, seat) * SECONDS_A_DAY;
}

void game_know_lots(struct game *game, const char *id, const char *secret)
{
	if (kind_of(game)->know_lots != NULL)
		kind_of(game)->know_lots(game, id, secret);
}

void game_close_entry(struct game *game, unsigned entry, const struct digest *digest)
{
	for (unsigned seat = 0; seat < MAX_SEATS; seat++)
		if (game->questions[seat].entry == entry)
			game->questions[seat].digest = *digest;
	if (kind_of(game)->close_entry != NULL)
		kind_of(game)->close_entry(game, entry, digest);
}

uint8_t game_player(const struct game *game)
{
	uint8_t turn = game->position.turn;

	if (!game->started || turn >= variant_seats(game->variant))
		return NO_SIDE;
	return game->position.controller[turn] < variant_seats(game->variant)
		       ? game->position.controller[turn]
		       : turn;
}

bool game_standing(const struct game *game, struct game_standing *standing_out)
{
	return kind_of(game)->standing != NULL && game->started &&
	       game->outcome.status == STATUS_PLAYING &&
	       kind_of(game)->standing(game, standing_out);
}

bool game_in_play(const struct game *game, unsigned seat)
{
	uint16_t seats = kind_of(game)->in_play != NULL ? kind_of(game)->in_play(game)
							: game->position.in_play;

	return seats >> seat & 1;
}

bool game_is_crowded(const struct game *game)
{
	return variant_seats(game->variant) > 2;
}

unsigned game_round_of(const struct game *game, uint8_t seat)
{
	const struct turn_record *last = game_recent(game, 0);

	return last == NULL ? game->first_round : last->round + (seat <= last->seat);
}

unsigned game_round(const struct game *game)
{
	const struct turn_record *last = game_recent(game, 0);

	return game->position.turn < MAX_SEATS ? game_round_of(game, game->position.turn)
	       : last != NULL		       ? last->round
					       : game->first_round;
}

const struct turn_record *game_recent(const struct game *game, unsigned back)
{
	if (back >= game->turns || back >= GAME_RECENT)
		return NULL;
	return &game->recent[(game->turns - 1 - back) % GAME_RECENT];
}
