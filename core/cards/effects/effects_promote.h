/* SPDX-License-Identifier: MIT */
/* Pawns that promote by a card [promotion-by-card]: Earthquake, its end, Figure Dance. */
#ifndef PBEM_CORE_CARDS_EFFECTS_EFFECTS_PROMOTE_H
#define PBEM_CORE_CARDS_EFFECTS_EFFECTS_PROMOTE_H

#include "core/cards/play/moment.h"

/*
 * Promotes the player's pawns that stand where they promote now, as the play's targets from `first`
 * on say: each once, none besides. Unless `may_mate`, a choice that mates is refused (cards 4: for
 * what the Checkmate Rule doesn't bind).
 */
enum moment_result effects_promote(struct moment *moment, const struct play *play, unsigned first,
				   bool may_mate, struct reason *why);

/* Adds the play with every choice for the player's pawns that its order would have to promote:
 * `after` is the field as the card leaves it. */
void effects_promote_list(const struct moment *moment, const struct field *after,
			  const struct play *play, struct play_list *out);

/* The demand of the other seats whose pawns promote now. */
extern const struct demand_rules effects_promote_demand;

#endif
