/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "core/event/event.h"
#include "core/position/position.h"
#include "core/rules/draws.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

/* [draw-by-repetition] [quiet-rounds] */
enum {
	CLAIM_OCCURRENCES = 3,
	DRAWN_OCCURRENCES = 5,
	CLAIM_ROUNDS = 50,
	DRAWN_ROUNDS = 75,
};

const char *draws_by_rounds(const struct position *position)
{
	return position->quiet >= DRAWN_ROUNDS ? "75-rounds" : NULL;
}

const char *draws_by_repetition(const struct history *history, enum draws_report tell,
				struct event_list *record)
{
	unsigned times = repetition_occurrences(history);

	if (times > 1 || tell == DRAWS_REPORT_ALL)
		event_add(record, event_about(EVENT_OCCURS, NO_SIDE, times, NULL));
	return times >= DRAWN_OCCURRENCES ? "repetition" : NULL;
}

/*
 * Returns the colour of a square: a bishop stays on squares with the same parity of file plus rank.
 */
static unsigned square_colour(const struct board *board, square at)
{
	return (board_file(board, at) + board_rank(board, at)) % 2;
}

static bool moves_diagonally_only(const struct reach *reach)
{
	unsigned straight = 1 << N | 1 << E | 1 << S | 1 << W;
	unsigned all =
		reach->slide_move | reach->slide_capture | reach->step_move | reach->step_capture;

	return !(all & straight) && !reach->leap_move && !reach->leap_capture;
}

/* [dead-position]: kings alone, or with one knight, one bishop, or bishops of one colour. */
static bool is_dead_position(const struct variant *variant, const struct position *position)
{
	unsigned others = 0, leapers = 0, colours = 0;
	bool furnished = false;

	if (__builtin_popcount(position->in_play) != 2)
		return false;
	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];
		const struct reach *reach = &variant->sides[piece->side].reach[piece->type];

		if (piece->fate != ON_BOARD || piece->type == variant->royal)
			continue;
		/* Pieces that nobody moves may still help to smother a king. */
		furnished |= position->controller[piece->side] == NO_SIDE;
		if (position->controller[piece->side] == NO_SIDE)
			continue;
		others++;
		if (!(reach->slide_move | reach->slide_capture | reach->step_move |
		      reach->step_capture))
			leapers++;
		else if (moves_diagonally_only(reach) && piece->type != variant->pawn)
			colours |= 1u << square_colour(&variant->board, piece->at);
		else
			return false;
	}
	if (furnished)
		return others == 0;
	return leapers == 0 ? colours != 3 : others == 1;
}

const char *draws_claim(const struct draws *draws)
{
	if (draws->position->turn == NO_SIDE)
		return NULL;
	if (repetition_occurrences(draws->history) >= CLAIM_OCCURRENCES)
		return "repetition";
	if (draws->position->quiet >= CLAIM_ROUNDS)
		return "50-rounds";
	return !draws->refills && is_dead_position(draws->variant, draws->position)
		       ? "dead-position"
		       : NULL;
}

enum verdict draws_deny(const struct draws *draws, struct reason *why)
{
	unsigned times = repetition_occurrences(draws->history), rounds = draws->position->quiet;
	char on[24] = "";

	if (draws->board > 0)
		snprintf(on, sizeof on, translate(" on board %u"), draws->board);
	return reason_refuse(
		why,
		"You can't claim a draw%s: this position has occurred %u time%s%s (%u are needed), "
		"%s%u full round%s without capture or pawn move have been played %s (%u are "
		"needed)%s.",
		on, times, times == 1 ? "" : "s", draws->board > 0 ? translate(" there") : "",
		CLAIM_OCCURRENCES, draws->refills ? translate("and ") : "", rounds,
		rounds == 1 ? "" : "s", draws->board > 0 ? translate("it") : translate("us"),
		CLAIM_ROUNDS, draws->refills ? "" : translate(", and mate is still possible"));
}
