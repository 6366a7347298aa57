/* SPDX-License-Identifier: MIT */
/*
 * The judge: what may be done in a turn beside what a card's own effect says. The Checkmate Rule,
 * whether a turn may end as it stands, what binds the mover, what was undone [checkmate-rule]. Who
 * walks through the script and who only lists what could be played ask here, so that they can't
 * come to differ.
 */
#ifndef PBEM_CORE_CARDS_SCRIPT_JUDGE_H
#define PBEM_CORE_CARDS_SCRIPT_JUDGE_H

#include "core/cards/table/table.h"

/* ---- one card ---- */

/* A card that has been played on a field. */
struct judge_case {
	const struct book *book;
	const struct card *card; /* what it acts as */
	uint8_t player, mover;
	uint8_t when; /* enum card_when, one bit */
	const struct field *before, *after;
	const struct field *unsprung; /* as `after`, before traps sprang: the same if none did */
};

/*
 * Whether the card mates another seat than its player [mate-by-card], the enemy moving at once:
 * what bound the player in this turn alone, as a Dungeon, guards nobody then. A card with a
 * continuing effect may.
 */
bool judge_mates(const struct judge_case *judged);

/*
 * [refused-or-spent]: what a card's own row asks is refused, with the reason; the Checkmate Rule
 * lets it be spent. [trap-may-bare-king]: that a trap has sprung bares no king. A card instead of
 * the move must leave the own king safe and be such as Vendetta and a Challenge let the seat make.
 */
enum moment_result judge_card(const struct judge_case *judged, struct reason *why);

/* ---- the turn's end ---- */

/* A turn as it could end. The cards that may have no effect are numbered from 0, and sets of them
 * are tried, at most the first three. */
struct judge_end {
	unsigned voidable;
	/* Whether the mover's king could be captured with those cards spent. */
	bool (*exposed)(void *context, uint32_t spent);
	/* Whether it could with no card of his at all, his move or what is instead of it apart. */
	bool (*exposed_anyway)(void *context);
	void *context;
	bool challenged; /* a Challenge bound him when the turn began */
};

/*
 * [card-before-void], [cure-must-cure]: the turn stands with the fewest cards spent, the later
 * first, without which his king is safe. [challenge-bares-king]: who is challenged may leave it
 * capturable by his move, but not by a card [lasting-card-own-king]; then none is spent. False when
 * it can't stand.
 */
bool judge_ends(const struct judge_end *end, uint32_t *spent_out);

/* The mover's cards that may so be spent: those with no continuing effect that aren't his move. */
bool judge_is_voidable(const struct card *card, uint8_t when);

/* Whether a turn whose cards before the move leave no move is whole without one: a card among them
 * `cures` a check by its own row, and has [straw-alone]. */
bool judge_ends_without_move(const struct book *book, const struct field *field, uint8_t seat,
			     bool cures);

/* ---- what binds the mover ---- */

/* ---- what was undone ---- */

/* Whether the turn may not end with this field: it was undone with that board [undone-differs]. */
bool judge_is_undone(const struct table *table, const struct field *field);

/* The same of a field on which a move was made, or a card played that `springs` traps, behind that
 * of the turn so far: what the turn's end brings is still to come. */
bool judge_ends_undone(const struct table *table, const struct field *before,
		       const struct field *after, bool springs);

/* The regular moves of the seat in turn, whose turn is open: those that lead to a board that was
 * undone in this turn aren't among them. */
void judge_moves(const struct table *table, struct move_list *list_out);

#endif
