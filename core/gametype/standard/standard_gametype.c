/* SPDX-License-Identifier: MIT */
#include "core/game/game_bookkeeping.h"
#include "core/gametype/standard/standard_gametype.h"
#include "core/rules/movegen.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant.h"
#include "core/view/game_text.h"
#include "core/view/peterson_text.h"

/* Claims every variant that no other kind has claimed. */
static bool standard_claims(const struct variant *variant)
{
	(void)variant;
	return true;
}

static int standard_apply(struct game *game, const struct entry_head *head,
			  const struct event *event, struct reason *reason)
{
	return position_apply(game->variant, &game->position, event, reason) < 0
		       ? -1
		       : game_note(game, head, event, reason);
}

/* Adds which seats are in check, except the seat to move. */
static void add_checks(const struct game *game, const struct view_reader *reader,
		       struct strbuf *out)
{
	static const struct view_sentence check = {"You are in check.\n", " is in check.\n",
						   " are in check.\n"};

	for (uint8_t seat = 0; seat < variant_seats(game->variant); seat++)
		if (seat != game->position.turn && game_in_play(game, seat) &&
		    movegen_in_check(game->variant, &game->position, seat))
			view_add_sentence(game, reader, (uint16_t)(1u << seat), &check, out);
}

static void standard_status(const struct game *game, const struct view_reader *reader,
			    struct strbuf *out)
{
	view_to_move(game, reader, out);
	if (game_has_many_seats(game))
		add_checks(game, reader, out);
	view_departures(game, out);
	view_peterson(game, out);
}

const struct gametype standard_gametype = {
	.name = "plain",
	.claims = standard_claims,
	.from_anywhere = true,
	.apply = standard_apply,
	.start = standard_start,
	.decide = standard_decide,
	.forfeit = standard_forfeit,
	.status = standard_status,
};
