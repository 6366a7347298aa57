/* SPDX-License-Identifier: MIT */
#include "core/kind/plain/single_kind.h"
#include "core/kind/plain/turn_plain.h"
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
	.start = turn_plain_start,
	.decide = turn_plain_decide,
	.forfeit = turn_plain_forfeit,
};
