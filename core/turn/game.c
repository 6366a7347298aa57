/* SPDX-License-Identifier: MIT */
#include <string.h>

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

void game_know_lots(struct game *game, const char *id, const char *secret)
{
	if (kind_of(game)->know_lots != NULL)
		kind_of(game)->know_lots(game, id, secret);
}

static bool may_precede(const struct game *game, const struct event *event)
{
	return event->kind == EVENT_START ||
	       (kind_of(game)->precedes != NULL && kind_of(game)->precedes(event));
}

static int check_seats(const struct game *game, const struct event *event, struct reason *reason)
{
	unsigned seats = variant_seats(game->variant);
	enum event_trait trait = event_trait(event->kind);

	if ((trait == EVENT_OF_A_SEAT && event->seat >= seats) ||
	    (event->seat != NO_SIDE && event->seat >= seats)) {
		reason_set(reason, "a fact names no seat of this game");
		return -1;
	}
	if (game->started ? trait == EVENT_BEFORE_START : !may_precede(game, event)) {
		reason_set(reason, game->started ? "a fact of before the game's start, or the "
						   "start itself, stands behind it"
						 : "a fact stands before the game's start");
		return -1;
	}
	if (trait == EVENT_OF_THE_END && game->outcome.status == STATUS_PLAYING) {
		reason_set(reason, "secrets are published before the game is over");
		return -1;
	}
	return 0;
}

int game_apply(struct game *game, const struct entry_head *head, const struct event *event,
	       struct reason *reason)
{
	if (event->kind == EVENT_DIAGRAM)
		return 0;
	if (check_seats(game, event, reason) < 0)
		return -1;
	if (event->kind == EVENT_ORDER || event->kind == EVENT_MOVE || event->kind == EVENT_CAPTURE)
		game->judged = 0;
	if (!kind_of(game)->boards && event_trait(event->kind) == EVENT_OF_RING) {
		reason_set(reason, "a fact of a ring stands in the file of another game");
		return -1;
	}
	return kind_of(game)->apply(game, head, event, reason);
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

	return last == NULL ? 1 : last->round + (seat <= last->seat);
}

unsigned game_round(const struct game *game)
{
	const struct turn_record *last = game_recent(game, 0);

	return game->position.turn < MAX_SEATS ? game_round_of(game, game->position.turn)
	       : last != NULL		       ? last->round
					       : 1;
}

const struct turn_record *game_recent(const struct game *game, unsigned back)
{
	if (back >= game->turns || back >= GAME_RECENT)
		return NULL;
	return &game->recent[(game->turns - 1 - back) % GAME_RECENT];
}
