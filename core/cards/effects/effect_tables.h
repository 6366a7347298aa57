/* SPDX-License-Identifier: MIT */
/* The table of effects in each effect_*.c file; a row without a name ends a table. Also the parts
 * that effects by which pawns promote have in common. */
#ifndef PBEM_CORE_CARDS_EFFECTS_EFFECT_TABLES_H
#define PBEM_CORE_CARDS_EFFECTS_EFFECT_TABLES_H

#include "core/cards/play/effect_context.h"

/* clang-format off */
#define EFFECTS_TABLES(TABLE) \
	TABLE(abduct) TABLE(answer) TABLE(doom) TABLE(heresy) TABLE(king) TABLE(lay) TABLE(move) \
	TABLE(pawn) TABLE(peace) TABLE(promote) TABLE(put) TABLE(strike) TABLE(swap) TABLE(take) \
	TABLE(walk)
/* clang-format on */

#define EFFECTS_TABLE(name) extern const struct effect_rules effects_##name##_rules[];
EFFECTS_TABLES(EFFECTS_TABLE)
#undef EFFECTS_TABLE

/* ---- pawns that promote by a card [promotion-by-card]: effect_promote.c ---- */

/*
 * Promotes the player's pawns that must promote now, by the play's targets from `first` on: each
 * pawn once, and no others. A choice that mates is refused; with `may_mate` only by the third rules
 * (cards 4: for actions that the Checkmate Rule doesn't bind).
 */
enum effect_context_result effects_promote(struct effect_context *context, unsigned first,
					   bool may_mate);

/* Adds the play with every choice of promotions for the player's pawns. `after` is the board after
 * the card. */
void effects_promote_list(const struct effect_context *context, const struct card_board *after,
			  const struct play *play, struct play_list *out);

/* The demand on the other seats whose pawns promote now. */
extern const struct demand_rules effects_promote_demand;

#endif
