/* SPDX-License-Identifier: MIT */
#include "core/phrase/phrase.h"
#include "core/base/text.h"
#include "core/kind/single/single_kind.h"
#include "core/rules/movegen.h"
#include "core/view/view_peterson.h"
#include "core/turn/game_note.h"
#include "core/variant/variant.h"
#include "core/view/view.h"

/* What no other kind has claimed. */
static bool claims(const struct variant *variant)
{
	(void)variant;
	return true;
}

static int apply(struct game *game, const struct entry_head *head, const struct event *event,
		 struct reason *reason)
{
	return position_apply(game->variant, &game->position, event, reason) < 0
		       ? -1
		       : game_note(game, head, event, reason);
}

/* Who else stands in check, besides who is to move. */
static void add_checks(const struct game *game, struct text *out)
{
	for (uint8_t seat = 0; seat < variant_seats(game->variant); seat++)
		if (seat != game->position.turn && game_in_play(game, seat) &&
		    movegen_in_check(game->variant, &game->position, seat))
			text_addf(out, phrase("%s is in check.\n"),
				  phrase(variant_seat_title(game->variant, seat)));
}

static void status(const struct game *game, struct text *out)
{
	view_to_move(game, out);
	if (game_is_crowded(game))
		add_checks(game, out);
	view_departures(game, out);
	view_peterson(game, out);
}

const struct kind single_kind = {
	.name = "plain",
	.claims = claims,
	.from_anywhere = true,
	.apply = apply,
	.start = single_start,
	.decide = single_decide,
	.forfeit = single_forfeit,
	.status = status,
};
