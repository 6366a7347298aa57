/* SPDX-License-Identifier: MIT */
/*
 * The judge: rules of a turn apart from those of a card's own effect. They are the Checkmate Rule,
 * whether a turn may end, and what was undone [checkmate-rule]. Code that evaluates the script and
 * code that only lists plays both call it, so they always agree.
 */
#ifndef PBEM_CORE_CARDS_RESOLVE_LEGALITY_H
#define PBEM_CORE_CARDS_RESOLVE_LEGALITY_H

#include "core/cards/state/card_state.h"

/* ---- one card ---- */

/* A card that has been played on a board. */
struct legality_case {
	const struct card_ruleset *book;
	const struct card *card; /* the card that it acts as */
	uint8_t player, mover;
	uint8_t when; /* enum card_when, one bit */
	const struct card_board *before, *after;
	/* as `after`, but before traps sprang; the same if none did */
	const struct card_board *unsprung;
};

/*
 * Reports whether the card mates a seat other than its player [mate-by-card], if the enemy moves at
 * once. Effects that bound the player in this turn alone, such as a Dungeon, don't count then. A
 * card with a continuing effect may mate.
 */
bool legality_mates(const struct legality_case *judged);

/*
 * Judges a card. If its own row forbids the play, it is refused with the reason; if the Checkmate
 * Rule does, it is spent [refused-or-spent]. A card instead of the move must leave the own king
 * safe and meet Vendetta and Challenge. A trap that has sprung exposes no king
 * [trap-may-bare-king].
 */
enum effect_context_result legality_card(const struct legality_case *judged, struct reason *why);

/* ---- the turn's end ---- */

/* A turn as it could end. The cards that may have no effect are numbered from 0. Sets of them are
 * tried, with at most the first three cards. */
struct legality_end {
	unsigned voidable;
	/* Reports whether the mover's king could be captured if those cards have no effect. */
	bool (*exposed)(void *context, uint32_t spent);
	/* Reports the same for none of the mover's cards having an effect, except a card instead of
	 * the move. */
	bool (*exposed_anyway)(void *context);
	void *context;
	bool challenged; /* a Challenge bound the mover when the turn began */
};

/*
 * Finds the fewest cards, later ones first, that must have no effect for the king's safety
 * [card-before-void] [cure-must-cure]. A challenged mover may leave the king capturable by the
 * move, but not by a card; then no card loses its effect [challenge-bares-king]
 * [lasting-card-own-king]. Returns false if the turn can't end.
 */
bool legality_ends(const struct legality_end *end, uint32_t *spent_out);

/* Reports whether the mover's card may be made ineffective: it has no continuing effect, isn't
 * Plots Within Plots, and isn't played instead of the move. */
bool legality_is_voidable(const struct card *card, uint8_t when);

/* Reports whether a turn is complete without a move, because cards before the move leave none. This
 * requires that one of them cures a check by its own row (`cures`) [straw-alone]. */
bool legality_ends_without_move(const struct card_ruleset *book, const struct card_board *field,
				uint8_t seat, bool cures);

/* ---- what was undone ---- */

/* Reports whether the turn may not end with this board, because a turn with the same board was
 * undone [undone-differs]. */
bool legality_is_undone(const struct card_state *table, const struct card_board *field);

/* Reports the same for the board after a move, or after a card that `springs` traps, with the
 * effects of the turn's end still to come. */
bool legality_ends_undone(const struct card_state *table, const struct card_board *before,
			  const struct card_board *after, bool springs);

/* Lists the regular moves of the seat whose turn is open, except moves that lead to a board that
 * was undone in this turn. */
void legality_moves(const struct card_state *table, struct move_list *list_out);

#endif
