/* SPDX-License-Identifier: MIT */
/* The effects of each effects_*.c file, by its name; a row without a name ends a table. And what
 * those that let pawns promote share. */
#ifndef PBEM_CORE_CARDS_EFFECTS_EFFECTS_TABLES_H
#define PBEM_CORE_CARDS_EFFECTS_EFFECTS_TABLES_H

#include "core/cards/play/moment.h"

/* clang-format off */
#define EFFECTS_TABLES(TABLE) \
	TABLE(abduct) TABLE(answer) TABLE(doom) TABLE(heresy) TABLE(king) TABLE(lay) TABLE(move) \
	TABLE(pawn) TABLE(peace) TABLE(promote) TABLE(put) TABLE(strike) TABLE(swap) TABLE(take) \
	TABLE(walk)
/* clang-format on */

#define EFFECTS_TABLE(name) extern const struct effect_rules effects_##name##_rules[];
EFFECTS_TABLES(EFFECTS_TABLE)
#undef EFFECTS_TABLE

/* ---- pawns that promote by a card [promotion-by-card]: in effects_promote.c ---- */

/*
 * Promotes the player's pawns that stand where they promote now, as the play's targets from `first`
 * on say: each once, none besides. Unless `may_mate`, a choice that mates is refused (cards 4: for
 * what the Checkmate Rule doesn't bind).
 */
enum moment_result effects_promote(struct moment *moment, unsigned first, bool may_mate);

/* Adds the play with every choice for the player's pawns that its order would have to promote:
 * `after` is the field as the card leaves it. */
void effects_promote_list(const struct moment *moment, const struct field *after,
			  const struct play *play, struct play_list *out);

/* The demand of the other seats whose pawns promote now. */
extern const struct demand_rules effects_promote_demand;

#endif
