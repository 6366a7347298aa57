/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "core/phrase/phrase.h"
#include "core/position/event.h"
#include "core/position/position.h"
#include "core/rules/draws.h"
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

const char *draws_by_repetition(const struct history *history, enum draws_tell tell,
				struct event_list *record)
{
	unsigned times = history_occurrences(history);

	if (times > 1 || tell == DRAWS_TELL_ALL)
		event_add(record, event_about(EVENT_OCCURS, NO_SIDE, times, NULL));
	return times >= DRAWN_OCCURRENCES ? "repetition" : NULL;
}

/* The squares a bishop can reach from `at` are those of one colour: file and rank summed, even or
 * odd. */
static unsigned colour(const struct board *board, square at)
{
	return (board_file(board, at) + board_rank(board, at)) % 2;
}

static bool goes_aslant_only(const struct reach *reach)
{
	unsigned straight = 1 << N | 1 << E | 1 << S | 1 << W;
	unsigned all =
		reach->slide_move | reach->slide_capture | reach->step_move | reach->step_capture;

	return !(all & straight) && !reach->leap_move && !reach->leap_capture;
}

static bool leaps_only(const struct reach *reach)
{
	return !(reach->slide_move | reach->slide_capture | reach->step_move | reach->step_capture);
}

/* [dead-position]: kings alone, one more knight, one more bishop, or bishops of one colour only. */
static bool dead_position(const struct variant *variant, const struct position *position)
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
		/* What nobody moves may still help to smother a king. */
		furnished |= position->controller[piece->side] == NO_SIDE;
		if (position->controller[piece->side] == NO_SIDE)
			continue;
		others++;
		if (leaps_only(reach))
			leapers++;
		else if (goes_aslant_only(reach) && piece->type != variant->pawn)
			colours |= 1u << colour(&variant->board, piece->at);
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
	if (history_occurrences(draws->history) >= CLAIM_OCCURRENCES)
		return "repetition";
	if (draws->position->quiet >= CLAIM_ROUNDS)
		return "50-rounds";
	return !draws->refills && dead_position(draws->variant, draws->position) ? "dead-position"
										 : NULL;
}

enum verdict draws_deny(const struct draws *draws, struct reason *why)
{
	unsigned times = history_occurrences(draws->history), rounds = draws->position->quiet;
	char on[24] = "";

	if (draws->board > 0)
		snprintf(on, sizeof on, phrase(" on board %u"), draws->board);
	return reason_refuse(
		why,
		"No draw can be claimed%s: this position has occurred %u time%s%s (%u are "
		"needed), %s%u full round%s without capture or pawn move are behind %s (%u are "
		"needed)%s.",
		on, times, times == 1 ? "" : "s", draws->board > 0 ? phrase(" there") : "",
		CLAIM_OCCURRENCES, draws->refills ? phrase("and ") : "", rounds,
		rounds == 1 ? "" : "s", draws->board > 0 ? phrase("it") : phrase("us"),
		CLAIM_ROUNDS, draws->refills ? "" : phrase(", and mate is still possible"));
}
