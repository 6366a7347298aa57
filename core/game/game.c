/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/game/game.h"
#include "core/util/timestamp.h"
#include "core/variant/variant_data.h"

static const struct gametype *gametype_of(const struct game *game)
{
	return game->variant->kind;
}

void game_init(struct game *game, const struct variant *variant)
{
	memset(game, 0, sizeof *game);
	game->variant = variant;
	position_start(variant, &game->position);
	repetition_init(&game->history);
	game->offering = NO_SIDE;
	game->undo_request.seat = NO_SIDE;
	game_options_init(&game->terms);
	game->first_round = 1;
	if (variant->kind->init != NULL)
		variant->kind->init(game);
}

void game_done(struct game *game)
{
	repetition_done(&game->history);
	if (game->variant != NULL && gametype_of(game)->done != NULL)
		gametype_of(game)->done(game);
}

void game_copy(struct game *to, const struct game *from)
{
	*to = *from;
	repetition_init(&to->history);
	repetition_copy(&to->history, &from->history);
	if (gametype_of(from)->copy != NULL)
		gametype_of(from)->copy(to, from);
}

void game_set_terms(struct game *game, const struct game_options *terms)
{
	game->terms = *terms;
	for (unsigned seat = 0; seat < variant_seats(game->variant); seat++)
		game->bank[seat] = game_options_bank(terms, game->variant, seat) * SECONDS_A_DAY;
}

unsigned game_real_days(const struct game *game, unsigned days)
{
	return gametype_of(game)->boards && game->variant->rules >= 3 ? 2 * days : days;
}

unsigned game_turn_days(const struct game *game, unsigned seat)
{
	return game_real_days(game, game_options_days(&game->terms, game->variant, seat));
}

void game_set_lots(struct game *game, const char *id, const char *secret)
{
	if (gametype_of(game)->set_lots != NULL)
		gametype_of(game)->set_lots(game, id, secret);
}

void game_close_entry(struct game *game, unsigned entry, const struct sha256 *digest)
{
	for (unsigned seat = 0; seat < MAX_SEATS; seat++)
		if (game->questions[seat].entry == entry)
			game->questions[seat].digest = *digest;
	if (gametype_of(game)->close_entry != NULL)
		gametype_of(game)->close_entry(game, entry, digest);
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

bool game_pending_turn(const struct game *game, struct game_pending_turn *standing_out)
{
	return gametype_of(game)->standing != NULL && game->started &&
	       game->outcome.status == STATUS_PLAYING &&
	       gametype_of(game)->standing(game, standing_out);
}

bool game_in_play(const struct game *game, unsigned seat)
{
	uint16_t seats = gametype_of(game)->in_play != NULL ? gametype_of(game)->in_play(game)
							    : game->position.in_play;

	return seats >> seat & 1;
}

bool game_has_many_seats(const struct game *game)
{
	return variant_seats(game->variant) > 2;
}

/* Returns a seat's place in the round, which begins with the seat that has the first turn. */
static unsigned place_in_round(const struct game *game, unsigned seat)
{
	unsigned seats = variant_seats(game->variant);

	return (seat + seats - game->variant->first_side) % seats;
}

unsigned game_round_of(const struct game *game, uint8_t seat)
{
	const struct turn_record *last = game_recent(game, 0);

	return last == NULL ? game->first_round
			    : last->round + (place_in_round(game, seat) <=
					     place_in_round(game, last->seat));
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
