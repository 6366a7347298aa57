/* SPDX-License-Identifier: MIT */
/* A turn put together item by item, each judged as it comes. */
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/position/move_seat.h"
#include "core/rules/movegen.h"
#include "core/rules/peterson_inner.h"
#include "core/base/text.h"

void peterson_build_init(struct peterson_build *build, const struct variant *variant,
			 const struct position *position)
{
	build->variant = variant;
	build->turn.removal_count = build->turn.trade_count = build->turn.move_count = 0;
	memset(&build->log, 0, sizeof build->log);
	build->start = build->paid = position;
	build->now = *position;
	peterson_survey(variant, position, &build->survey);
}

/* Whether the piece on the square may be given at all. */
static enum verdict may_give(const struct peterson_build *build, square at, struct reason *why)
{
	const struct variant *variant = build->variant;
	const struct piece *piece = position_piece(build->start, at);
	uint8_t own = move_seat_armies(variant, build->start, build->start->turn);
	char name[SQUARE_NAME_MAX];
	bool given = false;

	board_square_name(&variant->board, at, name);
	for (unsigned i = 0; i < build->turn.removal_count; i++)
		given |= build->turn.removals[i] == at;
	for (unsigned i = 0; i < build->turn.trade_count; i++)
		given |= build->turn.trades[i].at == at;
	if (build->survey.debt == 0)
		reason_set(why, "you owe nothing, so there is nothing to pay. REMOVE and TRADE "
				"are for a seat that had no part in an exchange (HELP RULINGS "
				"debt-payment).");
	else if (build->turn.move_count > 0)
		reason_set(why, "what you owe is paid before your move: write REMOVE and TRADE "
				"above MOVE (HELP RULINGS debt-payment).");
	else if (piece == NULL || !(own >> piece->side & 1))
		reason_set(why,
			   "you pay with pieces of your own, and none stands on %s (HELP RULINGS "
			   "debt-payment).",
			   name);
	else if (piece->type == variant->royal)
		reason_set(why, "the king on %s is never given (HELP RULINGS debt-payment).", name);
	else if (given)
		reason_set(why,
			   "the piece on %s is given already, and one that has just come back "
			   "isn't given too (HELP RULINGS paid-by-queen).",
			   name);
	else
		return ACCEPTED;
	return REFUSED;
}

/* What is paid so far, done on the board. */
static void pay(struct peterson_build *build)
{
	const struct party_turn *turn = &build->turn;

	if (build->survey.debt == 0 && turn->removal_count == 0 && turn->trade_count == 0)
		return; /* as nearly always: the position is as it began */
	build->paying = *build->start;
	peterson_pay(build->variant, &build->paying, &build->turn, NULL);
	build->paid = &build->paying;
	build->now = build->paying;
}

enum verdict peterson_build_remove(struct peterson_build *build, square at, struct reason *why)
{
	struct party_turn turn = build->turn;

	if (may_give(build, at, why) == REFUSED)
		return REFUSED;
	peterson_add_removal(build->variant, &turn, at);
	if (peterson_check_exposure(build->variant, build->start, &turn, why) == REFUSED)
		return REFUSED;
	build->turn = turn;
	pay(build);
	return ACCEPTED;
}

/* Whether there is such a trade, and a captured piece left for it [paid-by-queen]. */
static enum verdict may_trade(const struct peterson_build *build, square at, uint8_t type,
			      struct reason *why)
{
	const struct variant *variant = build->variant;
	const struct piece *piece = position_piece(build->start, at);
	unsigned captured = 0;

	for (unsigned i = 0; i < build->now.piece_count; i++)
		captured += build->now.pieces[i].fate == CAPTURED &&
			    build->now.pieces[i].side == piece->side &&
			    build->now.pieces[i].type == type;
	if (!(variant->trades[piece->type] >> type & 1) ||
	    variant->worth[type] >= variant->worth[piece->type])
		reason_set(why,
			   "a %s can't be traded for a %s; a queen can, for a captured rook or "
			   "bishop (HELP RULINGS paid-by-queen).",
			   phrase(variant->types[piece->type].name),
			   phrase(variant->types[type].name));
	else if (captured == 0)
		reason_set(why,
			   "no %s of that army has been captured that could come back (HELP "
			   "RULINGS paid-by-queen).",
			   phrase(variant->types[type].name));
	else
		return ACCEPTED;
	return REFUSED;
}

enum verdict peterson_build_trade(struct peterson_build *build, square at, uint8_t type,
				  struct reason *why)
{
	if (may_give(build, at, why) == REFUSED || may_trade(build, at, type, why) == REFUSED)
		return REFUSED;
	peterson_add_trade(build->variant, &build->turn, at, type);
	pay(build);
	return ACCEPTED;
}

void peterson_build_moves(const struct peterson_build *build, struct move_list *list_out)
{
	unsigned kept = 0;

	list_out->count = 0;
	if (build->turn.move_count >= build->survey.allowed || peterson_is_over(&build->now))
		return;
	movegen_generate(build->variant, &build->now, list_out);
	if (build->turn.move_count == 0)
		return;
	for (unsigned i = 0; i < list_out->count; i++) {
		const struct move *move = &list_out->moves[i];

		if (!peterson_repeats(&build->now, &build->log, move))
			list_out->moves[kept++] = *move;
	}
	list_out->count = kept;
}

bool peterson_build_alike(const struct peterson_build *build, square from, square to,
			  struct move_list *list_out)
{
	if (build->turn.move_count > 0 || peterson_is_over(&build->now))
		return false;
	movegen_alike(build->variant, &build->now, from, to, list_out);
	return true;
}

/* [several-moves]: how many moves the turn may hold, and why. */
static void explain_allowed(const struct peterson_build *build, struct reason *why)
{
	const struct variant *variant = build->variant;
	const uint16_t attackers = peterson_attackers(variant, build->start);
	struct text seats;

	text_init(&seats, 0);
	for (unsigned seat = 0; seat < variant->side_count; seat++)
		if (attackers >> seat & 1)
			text_addf(&seats, "%s%s", seats.len ? ", " : "",
				  phrase(variant_seat_title(variant, seat)));
	if (build->survey.allowed == 1)
		reason_set(why,
			   "your turn is one move. Several are for a turn at whose beginning "
			   "more than one opponent attacks you%s%s (HELP RULINGS several-moves).",
			   seats.len ? phrase(", and only one does: ") : phrase(", and none does"),
			   seats.bytes);
	else
		reason_set(why,
			   "your turn may hold %u moves, one for each opponent who attacks you "
			   "(%s), and not more (HELP RULINGS several-moves).",
			   build->survey.allowed, seats.bytes);
	text_done(&seats);
}

static void explain_second(const struct peterson_build *build, const struct move *move,
			   struct reason *why)
{
	const struct position *now = &build->now;
	uint8_t victim = peterson_victim(now, move);

	if (peterson_moves_twice(now, &build->log, move)) {
		reason_set(why,
			   "no piece moves twice in a turn, and the %s on %s "
			   "has moved already (HELP RULINGS several-moves).",
			   build->variant->types[position_piece(now, move->from)->type].name,
			   board_name(&build->variant->board, move->from).text);
		return;
	}
	reason_set(why,
		   "at most one piece of any one opponent is captured in a "
		   "turn. One of %s's has been, so the one on %s can't be too (HELP RULINGS "
		   "one-man-of-each).",
		   phrase(variant_seat_title(build->variant, victim)),
		   board_name(&build->variant->board,
			      move->kind == MOVE_EN_PASSANT ? move->other : move->to)
			   .text);
}

enum verdict peterson_build_move(struct peterson_build *build, const struct move *move,
				 struct reason *why)
{
	struct party_turn *turn = &build->turn;

	if (turn->move_count == 0 &&
	    peterson_check_payment(build->variant, build->start, turn, why) == REFUSED)
		return REFUSED;
	if (turn->move_count >= build->survey.allowed) {
		explain_allowed(build, why);
		return REFUSED;
	}
	if (peterson_is_over(&build->now) && turn->move_count > 0)
		return reason_refuse(why,
				     "The last opponent's king is captured: the game is over.");
	if (peterson_repeats(&build->now, &build->log, move)) {
		explain_second(build, move, why);
		return REFUSED;
	}
	if (turn->move_count == 0)
		pay(build);
	peterson_go(build->variant, &build->now, &build->log, move, NULL);
	turn->moves[turn->move_count++] = *move;
	return ACCEPTED;
}

enum verdict peterson_build_finish(const struct peterson_build *build, struct reason *why)
{
	if (build->turn.move_count == 0)
		return reason_refuse(why, "A turn needs a move: what you owe is paid before it.");
	return peterson_judge(build->variant, &build->survey, build->paid, &build->now,
			      &build->turn, &build->log, why);
}
