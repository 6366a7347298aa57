/* SPDX-License-Identifier: MIT */
/*
 * Decides whether a seat with debts has a turn at all [debt-waits]. Most payments leave a move, so
 * the first few payments are tried. If none of them does, each move is tried that would be safe for
 * the king without the mover's own pieces in its way, and then the payments that remove these
 * pieces.
 */
#include "core/rules/movegen.h"
#include "core/rules/movegen_pins.h"
#include "core/rules/peterson_internal.h"

enum { QUICK_TRIES = 64 };

/* A piece that may move, and the mover's pieces in its way. */
struct mating_piece {
	const struct scan *scan;
	const struct piece *piece;
	square gone[MAX_LINE_LEN];
	unsigned gone_count;
};

/* Stops at a payment that leaves a legal move, and reports this by setting the context to NULL. */
static bool look_for_move(void *context, const struct peterson_turn *payment,
			  const struct position *paid)
{
	const struct variant **variant = context;

	(void)payment;
	if (movegen_count(*variant, paid) == 0)
		return true;
	*variant = NULL;
	return false;
}

static bool may_be_captured(const struct mating_piece *rescue, square at)
{
	uint8_t owner = rescue->scan->position->owner[at];

	return !(owner & rescue->scan->blocking) ||
	       (owner & OWNER_ROYAL && rescue->scan->variant->peterson.capture);
}

/*
 * Reports whether the piece could move to the square. If the move isn't safe with only the pieces
 * in its way removed, it isn't safe with more removed, which would only open more lines to the
 * king.
 */
static bool can_go(const struct mating_piece *rescue, square to)
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

/*
 * Goes to the next square of the piece's path, and records the mover's own piece on it. Returns
 * false at the end of the path.
 */
static bool step_to(struct mating_piece *rescue, square to)
{
	if (to == NO_SQUARE || to == rescue->scan->king)
		return false;
	if (rescue->scan->position->owner[to] & rescue->scan->movers)
		rescue->gone[rescue->gone_count++] = to;
	return true;
}

/*
 * Tries up to `steps` squares in a direction; with `captures_only`, only occupied squares of
 * opponents.
 */
static bool can_go_along(struct mating_piece *rescue, unsigned d, unsigned steps,
			 bool captures_only)
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
		return may_be_captured(rescue, to) && can_go(rescue, to);
	}
	return false;
}

static bool can_move(struct mating_piece *rescue)
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
		if (step_to(rescue, to) &&
		    (rescue->gone_count > 0 || may_be_captured(rescue, to)) && can_go(rescue, to))
			return true;
	}
	return false;
}

/* Reports whether some payment leaves a move that parries the check. */
static bool can_escape_check(const struct scan *scan)
{
	const struct position *position = scan->position;
	struct mating_piece rescue = {.scan = scan};

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
	/*
	 * Castling and en passant affect more than one line. In these positions all payments are
	 * tried.
	 */
	if (scan.king != NO_SQUARE && !scan.played && position->passant_end == 0 &&
	    movegen_attacked(variant, position, scan.king, scan.foes))
		return can_escape_check(&scan);
	peterson_payments(variant, position, UINT64_MAX, look_for_move, &left);
	return left == NULL;
}
