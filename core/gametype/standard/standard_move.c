/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/gametype/standard/standard_move.h"
#include "core/notation/notation.h"
#include "core/rules/movegen.h"
#include "core/variant/variant.h"

/* Removes the pieces on the squares of a REMOVE order. */
static enum verdict build_removals(struct standard_plan *plan, const struct order *order,
				   struct reason *why)
{
	const struct board *board = variant_board(plan->build.variant);
	const char *cursor = order->text, *word;
	size_t len;

	while (strbuf_next_word(&cursor, &word, &len)) {
		char name[SQUARE_NAME_MAX];

		memcpy(name, word, len);
		name[len] = '\0';
		if (peterson_build_remove(&plan->build, board_square_named(board, name), why) ==
		    REFUSED)
			return REFUSED;
	}
	return ACCEPTED;
}

/* Trades a piece, "d1=R". */
static enum verdict build_trade(struct standard_plan *plan, const struct order *order,
				struct reason *why)
{
	const struct variant *variant = plan->build.variant;
	size_t used = 0;
	square at = board_square_at(variant_board(variant), order->text, &used);
	int type = variant_type_of_letter(variant, order->text[used + 1]);

	return peterson_build_trade(&plan->build, at, (uint8_t)type, why);
}

/* Prints a payment for people. The queen's letter distinguishes a trade from a promotion. */
static void print_payment(struct standard_plan *plan)
{
	const struct variant *variant = plan->build.variant;
	const struct peterson_turn *turn = &plan->build.turn;

	for (unsigned i = 0; i < turn->removal_count; i++)
		strbuf_addf(&plan->people, "-%s, ",
			    board_name(variant_board(variant), turn->removals[i]).text);
	for (unsigned i = 0; i < turn->trade_count; i++) {
		const struct piece *piece = position_piece(plan->build.start, turn->trades[i].at);

		strbuf_addf(&plan->people, "%c%s=%c, ", variant_type_letter(variant, piece->type),
			    board_name(variant_board(variant), turn->trades[i].at).text,
			    variant_type_letter(variant, turn->trades[i].type));
	}
}

/* Reads the first move of a turn if the text names both squares, as nearly all do. Only moves of
 * such pieces to that square are then generated. Other texts are read by read_move. */
static bool read_squares(const struct standard_plan *plan, const char *text, struct move_list *list,
			 struct move *chosen)
{
	const struct peterson_build *build = &plan->build;
	const struct board *board = variant_board(build->variant);
	size_t used = 0;
	const square from = board_square_at(board, text, &used);
	const square to = from != NO_SQUARE ? board_square_at(board, text + used, NULL) : NO_SQUARE;
	const struct move *found;

	if (to == NO_SQUARE || !peterson_build_alike(build, from, to, list))
		return false;
	found = move_list_find(build->variant, list, text);
	if (found != NULL)
		*chosen = *found;
	return found != NULL;
}

/* Finds the move that the text means: of a piece that may still move, or else of any piece, so that
 * the rules can say why it is illegal. */
static enum verdict read_move(const struct standard_plan *plan, const char *text,
			      struct move_list *list, struct move *chosen, struct reason *why)
{
	const struct peterson_build *build = &plan->build;
	bool full = build->turn.move_count >= build->survey.allowed;

	if (read_squares(plan, text, list, chosen))
		return ACCEPTED;
	peterson_build_moves(build, list);
	if (!full &&
	    notation_read(build->variant, &build->now, list, text, chosen, why) == ACCEPTED)
		return ACCEPTED;
	if (build->turn.move_count == 0)
		return REFUSED;
	movegen_generate(build->variant, &build->now, list);
	if (!full || list->count == 0)
		return notation_read(build->variant, &build->now, list, text, chosen, why);
	/* This is one move too many, whichever it is. */
	*chosen = list->moves[0];
	return ACCEPTED;
}

/* Adds a move to the turn. `last`: no move follows, so the text can say whether it mates. */
static enum verdict build_move(struct standard_plan *plan, const struct order *order, bool last,
			       struct reason *why)
{
	const struct variant *variant = plan->build.variant;
	const struct position *from =
		plan->build.paid; /* for the first move, which is usually the only one */
	struct position before;
	struct move_list list;
	struct move chosen;

	if (plan->build.turn.move_count > 0) {
		before = plan->build.now;
		from = &before;
	}
	if (read_move(plan, order->text, &list, &chosen, why) == REFUSED) {
		if (!last || plan->build.turn.move_count > 0)
			reason_prefix(why,
				      "Move %u of the turn: ", plan->build.turn.move_count + 1u);
		return REFUSED;
	}
	if (peterson_build_move(&plan->build, &chosen, why) == REFUSED)
		return REFUSED;
	if (plan->build.turn.move_count == 1)
		print_payment(plan);
	else
		strbuf_add(&plan->people, ", ");
	notation_short(variant, from, &list, &chosen, &plan->people);
	if (last)
		notation_mark(variant, from, &plan->build.now, &plan->people);
	return ACCEPTED;
}

static bool is_last_move(const struct order_list *orders, size_t at)
{
	while (++at < orders->count)
		if (orders->orders[at].kind == ORDER_MOVE)
			return false;
	return true;
}

enum verdict standard_plan_read(struct standard_plan *plan, const struct game *game,
				const struct order_list *orders, struct reason *why)
{
	enum verdict verdict = ACCEPTED;

	peterson_build_init(&plan->build, game->variant, &game->position);
	for (size_t i = 0; verdict == ACCEPTED && i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		if (order->kind == ORDER_REMOVE)
			verdict = build_removals(plan, order, why);
		else if (order->kind == ORDER_TRADE)
			verdict = build_trade(plan, order, why);
		else if (order->kind == ORDER_MOVE)
			verdict = build_move(plan, order, is_last_move(orders, i), why);
	}
	return verdict == ACCEPTED ? peterson_build_finish(&plan->build, why) : REFUSED;
}
