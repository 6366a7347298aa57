/* SPDX-License-Identifier: MIT */
/* Builds a turn step by step, and judges each step. */
#include <string.h>

#include "core/position/move_armies.h"
#include "core/rules/movegen.h"
#include "core/rules/peterson_internal.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"

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

static enum verdict may_pay_with(const struct peterson_build *build, square at, struct reason *why)
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
		reason_set(why, "you owe nothing, so there is nothing to pay. REMOVE and TRADE are "
				"for a player who owes something after others have exchanged "
				"pieces (HELP RULINGS debt-payment).");
	else if (build->turn.move_count > 0)
		reason_set(why, "what you owe is paid before your move: write REMOVE and TRADE "
				"above MOVE (HELP RULINGS debt-payment).");
	else if (piece == NULL || !(own >> piece->side & 1))
		reason_set(why,
			   "you pay with pieces of your own, and none stands on %s (HELP RULINGS "
			   "debt-payment).",
			   name);
	else if (piece->type == variant->royal)
		reason_set(why, "you can't pay with the king on %s (HELP RULINGS debt-payment).",
			   name);
	else if (given)
		reason_set(why,
			   "the piece on %s is given already, and one that has just come back "
			   "isn't given too (HELP RULINGS paid-by-queen).",
			   name);
	else
		return ACCEPTED;
	return REFUSED;
}

static void apply_payments(struct peterson_build *build)
{
	const struct peterson_turn *turn = &build->turn;

	if (build->survey.debt == 0 && turn->removal_count == 0 && turn->trade_count == 0)
		return; /* the usual case: the position is unchanged */
	build->paying = *build->start;
	peterson_pay(build->variant, &build->paying, &build->turn, NULL);
	build->paid = &build->paying;
	build->now = build->paying;
}

enum verdict peterson_build_remove(struct peterson_build *build, square at, struct reason *why)
{
	struct peterson_turn turn = build->turn;

	if (may_pay_with(build, at, why) == REFUSED)
		return REFUSED;
	peterson_add_removal(build->variant, &turn, at);
	if (peterson_check_exposure(build->variant, build->start, &turn, why) == REFUSED)
		return REFUSED;
	build->turn = turn;
	apply_payments(build);
	return ACCEPTED;
}

/* Checks that the trade exists, and that a captured piece is left for it [paid-by-queen]. */
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
			   translate(variant->types[piece->type].name),
			   translate(variant->types[type].name));
	else if (captured == 0)
		reason_set(why,
			   "no %s of that army has been captured that could come back (HELP "
			   "RULINGS paid-by-queen).",
			   translate(variant->types[type].name));
	else
		return ACCEPTED;
	return REFUSED;
}

enum verdict peterson_build_trade(struct peterson_build *build, square at, uint8_t type,
				  struct reason *why)
{
	if (may_pay_with(build, at, why) == REFUSED || may_trade(build, at, type, why) == REFUSED)
		return REFUSED;
	peterson_add_trade(build->variant, &build->turn, at, type);
	apply_payments(build);
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

/* [several-moves]: explains how many moves the turn may have, and why. */
static void explain_allowed(const struct peterson_build *build, struct reason *why)
{
	const struct variant *variant = build->variant;
	const uint16_t attackers = peterson_attackers(variant, build->start);
	struct strbuf seats;

	strbuf_init(&seats, 0);
	for (unsigned seat = 0; seat < variant->side_count; seat++)
		if (attackers >> seat & 1)
			strbuf_addf(&seats, "%s%s", seats.len ? ", " : "",
				    translate(variant_seat_title(variant, seat)));
	if (build->survey.allowed == 1)
		reason_set(why,
			   "you have one move in this turn. You may make several only when more "
			   "than one opponent attacks you at the beginning of your turn%s%s (HELP "
			   "RULINGS several-moves).",
			   seats.len ? translate(", and only one does: ")
				     : translate(", and none does"),
			   seats.bytes);
	else
		reason_set(why,
			   "you may make at most %u moves, one for each opponent who attacks you "
			   "(%s) (HELP RULINGS several-moves).",
			   build->survey.allowed, seats.bytes);
	strbuf_done(&seats);
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
		   "you may capture only one piece of each opponent in a turn. You have captured "
		   "one of %s's, so you can't also capture the one on %s (HELP RULINGS "
		   "one-man-of-each).",
		   translate(variant_seat_title(build->variant, victim)),
		   board_name(&build->variant->board,
			      move->kind == MOVE_EN_PASSANT ? move->other : move->to)
			   .text);
}

enum verdict peterson_build_move(struct peterson_build *build, const struct move *move,
				 struct reason *why)
{
	struct peterson_turn *turn = &build->turn;

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
		apply_payments(build);
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
