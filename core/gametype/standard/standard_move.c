/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/notation/notation.h"
#include "core/kind/single/single_plan.h"
#include "core/rules/movegen.h"
#include "core/variant/variant.h"

/* The canonical squares of a REMOVE order. */
static enum verdict remove_all(struct single_plan *plan, const struct order *order,
			       struct reason *why)
{
	const struct board *board = variant_board(plan->build.variant);
	const char *cursor = order->text, *word;
	size_t len;

	while (text_next_word(&cursor, &word, &len)) {
		char name[SQUARE_NAME_MAX];

		memcpy(name, word, len);
		name[len] = '\0';
		if (peterson_build_remove(&plan->build, board_square_named(board, name), why) ==
		    REFUSED)
			return REFUSED;
	}
	return ACCEPTED;
}

/* "d1=R" */
static enum verdict trade(struct single_plan *plan, const struct order *order, struct reason *why)
{
	const struct variant *variant = plan->build.variant;
	size_t used = 0;
	square at = board_square_at(variant_board(variant), order->text, &used);
	int type = variant_type_of_letter(variant, order->text[used + 1]);

	return peterson_build_trade(&plan->build, at, (uint8_t)type, why);
}

/* What is paid, for people: a queen's letter tells a trade from a promotion. */
static void print_payment(struct single_plan *plan)
{
	const struct variant *variant = plan->build.variant;
	const struct party_turn *turn = &plan->build.turn;

	for (unsigned i = 0; i < turn->removal_count; i++)
		text_addf(&plan->people, "-%s, ",
			  board_name(variant_board(variant), turn->removals[i]).text);
	for (unsigned i = 0; i < turn->trade_count; i++) {
		const struct piece *piece = position_piece(plan->build.start, turn->trades[i].at);

		text_addf(&plan->people, "%c%s=%c, ", variant_type_letter(variant, piece->type),
			  board_name(variant_board(variant), turn->trades[i].at).text,
			  variant_type_letter(variant, turn->trades[i].type));
	}
}

/* A turn's first move that names its two squares, as nearly all do: of the moves only those of such
 * pieces to where it goes are looked for. What it isn't, the long way tells. */
static bool read_squares(const struct single_plan *plan, const char *text, struct move_list *list,
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

/* The move the text means, of a piece that may still move; else of any, so that the rules can say
 * what is against it. */
static enum verdict read_move(const struct single_plan *plan, const char *text,
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
	/* One move too many, whichever it is. */
	*chosen = list->moves[0];
	return ACCEPTED;
}

/* `last`: what follows from it tells whether it mates. */
static enum verdict move(struct single_plan *plan, const struct order *order, bool last,
			 struct reason *why)
{
	const struct variant *variant = plan->build.variant;
	const struct position *from = plan->build.paid; /* of the first move, mostly the only one */
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
		text_add(&plan->people, ", ");
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

enum verdict single_plan_read(struct single_plan *plan, const struct game *game,
			      const struct order_list *orders, struct reason *why)
{
	enum verdict verdict = ACCEPTED;

	peterson_build_init(&plan->build, game->variant, &game->position);
	for (size_t i = 0; verdict == ACCEPTED && i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		if (order->kind == ORDER_REMOVE)
			verdict = remove_all(plan, order, why);
		else if (order->kind == ORDER_TRADE)
			verdict = trade(plan, order, why);
		else if (order->kind == ORDER_MOVE)
			verdict = move(plan, order, is_last_move(orders, i), why);
	}
	return verdict == ACCEPTED ? peterson_build_finish(&plan->build, why) : REFUSED;
}
