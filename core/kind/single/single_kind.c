/* SPDX-License-Identifier: MIT */
#include "core/kind/single/single_kind.h"
#include "core/kind/single/single_turn.h"
#include "core/turn/game_note.h"
#include "core/variant/variant.h"

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

const struct kind single_kind = {
	.name = "plain",
	.claims = claims,
	.apply = apply,
	.start = single_start,
	.decide = single_decide,
	.forfeit = single_forfeit,
};
