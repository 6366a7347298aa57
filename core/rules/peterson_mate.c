/* SPDX-License-Identifier: MIT */
/*
 * Whether a seat that owes has a turn at all [debt-waits]. Most payments leave a move, and then the
 * first few tell. If none of these does, the moves are gone through instead: each that would be
 * safe for the king with the mover's own pieces out of its way, and what must then be given.
 */
#include "core/rules/movegen.h"
#include "core/rules/movegen_scan.h"
#include "core/rules/peterson_inner.h"

enum { QUICK_TRIES = 64 };

/* A piece that may move, and the own pieces that stand in its way. */
struct rescue {
	const struct scan *scan;
	const struct piece *piece;
	square gone[MAX_LINE_LEN];
	unsigned gone_count;
};

/* Looks for a payment that leaves a legal move. */
static bool look_for_move(void *context, const struct party_turn *payment,
			  const struct position *paid)
{
	const struct variant **variant = context;

	(void)payment;
	if (movegen_count(*variant, paid) == 0)
		return true;
	*variant = NULL;
	return false;
}

/* Whether what stands there may be captured at all. */
static bool may_be_taken(const struct rescue *rescue, square at)
{
	uint8_t owner = rescue->scan->position->owner[at];

	return !(owner & rescue->scan->blocking) ||
	       (owner & OWNER_ROYAL && rescue->scan->variant->peterson.capture);
}

/* Whether the piece could go to the square. What isn't safe with only those gone that stand in the
 * way is not safe with more gone: that would but open more lines to the king. */
static bool can_go(const struct rescue *rescue, square to)
{
	const struct variant *variant = rescue->scan->variant, *left = variant;
	const struct position *position = rescue->scan->position;
	struct position cleared = *position;
	struct scan then = *rescue->scan;
	const struct move move = move_of(rescue->piece->at, to);

	for (unsigned i = 0; i < rescue->gone_count; i++)
		position_remove(variant, &cleared, rescue->gone[i], NULL);
	then.position = &cleared;
	if (!movegen_safe_then(&then, &move))
		return false;
	peterson_payments_with(variant, position, rescue->gone, rescue->gone_count,
			       rescue->piece->at, look_for_move, &left);
	return left == NULL;
}

/* Goes on to the next square of the piece's way; notes an own piece that stands there. False where
 * the way ends. */
static bool step_to(struct rescue *rescue, square to)
{
	if (to == NO_SQUARE || to == rescue->scan->king)
		return false;
	if (rescue->scan->position->owner[to] & rescue->scan->movers)
		rescue->gone[rescue->gone_count++] = to;
	return true;
}

/* Up to `steps` squares in a direction; only those of foes if the piece only captures there. */
static bool can_go_along(struct rescue *rescue, unsigned d, unsigned steps, bool captures_only)
{
	square to = rescue->piece->at;

	rescue->gone_count = 0;
	while (steps-- > 0) {
		uint8_t owner;

		to = rescue->scan->board->step[to][d];
		if (!step_to(rescue, to))
			return false;
		owner = rescue->scan->position->owner[to];
		if (owner == OWNER_NONE || owner & rescue->scan->movers) {
			if (!captures_only && can_go(rescue, to))
				return true;
			continue;
		}
		return may_be_taken(rescue, to) && can_go(rescue, to);
	}
	return false;
}

static bool can_move(struct rescue *rescue)
{
	const struct scan *scan = rescue->scan;
	const struct piece *piece = rescue->piece;
	const struct reach *reach = movegen_reach(scan->variant, scan->position, piece->at);
	unsigned slides = reach->slide_move | reach->slide_capture;
	unsigned steps = reach->step_move | reach->step_capture;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		unsigned far = slides >> d & 1			    ? MAX_LINE_LEN
			       : piece->type == scan->variant->pawn ? 2
								    : 1;

		if ((slides | steps) >> d & 1 &&
		    can_go_along(rescue, d, far,
				 !((reach->slide_move | reach->step_move) >> d & 1)))
			return true;
	}
	for (unsigned i = 0; i < LEAPS && (reach->leap_move || reach->leap_capture); i++) {
		square to = scan->board->leap[piece->at][i];

		rescue->gone_count = 0;
		if (step_to(rescue, to) && (rescue->gone_count > 0 || may_be_taken(rescue, to)) &&
		    can_go(rescue, to))
			return true;
	}
	return false;
}

/* Whether some payment leaves a move by which a check is answered. */
static bool can_be_rescued(const struct scan *scan)
{
	const struct position *position = scan->position;
	struct rescue rescue = {.scan = scan};

	for (unsigned i = 0; i < position->piece_count; i++) {
		rescue.piece = &position->pieces[i];
		if (rescue.piece->fate == ON_BOARD && scan->movers >> rescue.piece->side & 1 &&
		    can_move(&rescue))
			return true;
	}
	return false;
}

bool peterson_has_turn(const struct variant *variant, const struct position *position)
{
	struct scan scan = {.variant = variant, .board = &variant->board, .position = position};
	const struct variant *left = variant;

	if (position->debts[position->turn] == 0)
		return movegen_count(variant, position) > 0;
	peterson_payments(variant, position, QUICK_TRIES, look_for_move, &left);
	if (left == NULL)
		return true;
	movegen_take_sides(&scan);
	/* Castling and en passant answer to more than one line: then all payments are gone through.
	 */
	if (scan.king != NO_SQUARE && !scan.played && position->passant_end == 0 &&
	    movegen_attacked(variant, position, scan.king, scan.foes))
		return can_be_rescued(&scan);
	peterson_payments(variant, position, UINT64_MAX, look_for_move, &left);
	return left == NULL;
}
