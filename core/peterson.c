/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/move_seat.h"
#include "core/movegen_scan.h"
#include "core/peterson_judge.h"
#include "core/text.h"

enum {
	ITEM_MAX = MOVE_TEXT_MAX,
	QUICK_TRIES = 64, /* payments after which a legal move is looked for first */
};

bool
peterson_has_long_turns(const struct variant *variant)
{
	return variant->peterson.defense || variant->peterson.exchange;
}

void
peterson_print(const struct variant *variant, const struct party_turn *turn, struct text *out)
{
	char name[MOVE_TEXT_MAX];
	const char *plus = "";

	for (unsigned i = 0; i < turn->removal_count; i++, plus = "+") {
		board_square_name(&variant->board, turn->removals[i], name);
		text_addf(out, "%s-%s", plus, name);
	}
	for (unsigned i = 0; i < turn->trade_count; i++, plus = "+") {
		board_square_name(&variant->board, turn->trades[i].at, name);
		text_addf(out, "%s%s=%c", plus, name, variant->types[turn->trades[i].type].letter);
	}
	for (unsigned i = 0; i < turn->move_count; i++, plus = "+") {
		move_text(variant, &turn->moves[i], name);
		text_addf(out, "%s%s", plus, name);
	}
}

static enum verdict
read_move(struct peterson_build *build, const char *item, struct reason *why)
{
	const struct move *move;
	struct move_list legal;

	move_generate(build->variant, &build->now, &legal);
	move = move_list_find(build->variant, &legal, item);
	if (move != NULL)
		return peterson_build_move(build, move, why);
	reason_set(why, "%s is no legal move there", item);
	return REFUSED;
}

/* "-a2", "d1=R", or a move. */
static enum verdict
read_item(struct peterson_build *build, const char *item, struct reason *why)
{
	const struct board *board = &build->variant->board;
	size_t used = 0;
	square at = board_square_at(board, item + (*item == '-'), &used);
	int type;

	if (at != NO_SQUARE && *item == '-' && item[1 + used] == '\0')
		return peterson_build_remove(build, at, why);
	if (at == NO_SQUARE || *item == '-' || item[used] != '=')
		return read_move(build, item, why);
	type = item[used + 2] == '\0' ? variant_type_of_letter(build->variant, item[used + 1]) : -1;
	if (type >= 0)
		return peterson_build_trade(build, at, (uint8_t)type, why);
	reason_set(why, "%s names no piece to trade for", item);
	return REFUSED;
}

/* Whether the text is that of the turn, to the letter. */
static bool
is_canonical(const struct peterson_build *build, const char *text)
{
	struct text canonical;
	bool same;

	text_init(&canonical, 0);
	peterson_print(build->variant, &build->turn, &canonical);
	same = strcmp(canonical.bytes, text) == 0;
	text_done(&canonical);
	return same;
}

enum verdict
peterson_read(const struct variant *variant, const struct position *position, const char *text,
              struct party_turn *turn_out, struct reason *why)
{
	struct peterson_build build;
	const char *at = text;

	peterson_build_init(&build, variant, position);
	for (;;) {
		size_t len = strcspn(at, "+");
		char item[ITEM_MAX];

		if (len == 0 || len >= sizeof item) {
			reason_set(why, "expected payments and moves joined by +, as in -a2+e2e4");
			return REFUSED;
		}
		memcpy(item, at, len);
		item[len] = '\0';
		if (read_item(&build, item, why) == REFUSED)
			return REFUSED;
		if (at[len] == '\0')
			break;
		at += len + 1;
	}
	if (!is_canonical(&build, text)) {
		reason_set(why, "expected removals, then trades, then moves, each kind of payment sorted");
		return REFUSED;
	}
	if (peterson_build_finish(&build, why) == REFUSED)
		return REFUSED;
	*turn_out = build.turn;
	return ACCEPTED;
}

void
peterson_make(const struct variant *variant, struct position *position,
              const struct party_turn *turn, struct event_list *record)
{
	bool restarts = false;

	peterson_pay(variant, position, turn, record);
	for (unsigned i = 0; i < turn->move_count; i++)
		restarts |= move_go(variant, position, &turn->moves[i], record);
	move_end(position, restarts, record);
}

/* Looks for a payment that leaves a legal move. */
static bool
look_for_move(void *context, const struct party_turn *payment, const struct position *paid)
{
	const struct variant **variant = context;

	(void)payment;
	if (move_count(*variant, paid) == 0)
		return true;
	*variant = NULL;
	return false;
}

/* Whether the piece's move could be safe for the king if the mover's own pieces made way. */
static bool
could_go(const struct scan *scan, const struct piece *piece, square to)
{
	struct position cleared = *scan->position;
	struct scan then = *scan;
	struct move move = {
		.from = piece->at, .to = to, .other = NO_SQUARE, .rook_to = NO_SQUARE,
		.kind = MOVE_PLAIN, .promotion = NO_TYPE,
	};

	if (cleared.owner[to] & scan->movers)
		position_remove(scan->variant, &cleared, to, NULL);
	then.position = &cleared;
	return movegen_safe_then(&then, &move);
}

/* The same of up to `steps` squares in a direction, as far as nothing but own pieces stands in the way;
 * of a foe's square alone if it only captures there. */
static bool
could_slide(const struct scan *scan, const struct piece *piece, unsigned d, unsigned steps,
            bool captures_only)
{
	square to = piece->at;

	while (steps-- > 0) {
		uint8_t owner;

		to = scan->board->step[to][d];
		if (to == NO_SQUARE || to == scan->king)
			return false;
		owner = scan->position->owner[to];
		if (!(captures_only && (owner == OWNER_NONE || owner & scan->movers)) &&
		    could_go(scan, piece, to))
			return true;
		if (owner != OWNER_NONE && !(owner & scan->movers))
			return false;
	}
	return false;
}

static bool
could_move(const struct scan *scan, const struct piece *piece)
{
	const struct reach *reach = movegen_reach(scan->variant, scan->position, piece->at);
	unsigned slides = reach->slide_move | reach->slide_capture;
	unsigned steps = reach->step_move | reach->step_capture;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		unsigned far = slides >> d & 1 ? MAX_LINE_LEN : piece->type == scan->variant->pawn ? 2 : 1;

		if ((slides | steps) >> d & 1 &&
		    could_slide(scan, piece, d, far,
		                !((reach->slide_move | reach->step_move) >> d & 1)))
			return true;
	}
	for (unsigned i = 0; i < LEAPS && (reach->leap_move || reach->leap_capture); i++) {
		square to = scan->board->leap[piece->at][i];

		if (to != NO_SQUARE && to != scan->king && could_go(scan, piece, to))
			return true;
	}
	return false;
}

/* Whether a payment could help at all: pieces given only open lines to the king, so what isn't safe
 * with all in place and the way free is safe after no payment. Too many moves rather than too few. */
static bool
could_have_move(const struct variant *variant, const struct position *position)
{
	struct scan scan = {.variant = variant, .board = &variant->board, .position = position};

	movegen_take_sides(&scan);
	if (scan.king == NO_SQUARE || scan.played ||
	    !movegen_attacked(variant, position, scan.king, scan.foes) || position->passant_end > 0)
		return true;
	for (unsigned i = 0; i < position->piece_count; i++)
		if (position->pieces[i].fate == ON_BOARD &&
		    scan.movers >> position->pieces[i].side & 1 &&
		    could_move(&scan, &position->pieces[i]))
			return true;
	return false;
}

bool
peterson_has_turn(const struct variant *variant, const struct position *position)
{
	const struct variant *left = variant;

	if (position->debts[position->turn] == 0)
		return move_count(variant, position) > 0;
	peterson_payments(variant, position, QUICK_TRIES, look_for_move, &left);
	if (left != NULL && could_have_move(variant, position))
		peterson_payments(variant, position, UINT64_MAX, look_for_move, &left);
	return left == NULL;
}
