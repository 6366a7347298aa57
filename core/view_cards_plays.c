/* SPDX-License-Identifier: MIT */
/* What a seat can play now, or answer to the card that asks it. */
#include <stdlib.h>

#include "core/cards/book.h"
#include "core/cards/table.h"
#include "core/order.h"
#include "core/text.h"
#include "core/variant_data.h"
#include "core/view_cards.h"
#include "core/view_inner.h"

void
view_cards_plays(const struct game *game, uint8_t seat, const struct move *after, unsigned most,
                 struct text *out)
{
	struct table *table = view_cards_seen(game, seat);
	uint8_t card = NO_CARD;
	struct play_list list;
	unsigned of_card = 0, spent = 0;

	play_list_init(&list);
	table_plays(table, seat, after, &list);
	for (unsigned i = 0; i < list.count; i++) {
		if (list.plays[i].spent) {
			spent++;
			continue;
		}
		of_card = list.plays[i].card == card ? of_card + 1 : 1;
		card = list.plays[i].card;
		if (of_card <= most) {
			text_add(out, "  to play   ");
			play_print(table->book, &list.plays[i], out);
			text_add_char(out, '\n');
		} else if (of_card == most + 1) {
			text_addf(out, "  and more with %s\n", table->book->set->cards[card].name);
		}
	}
	if (spent > 0)
		text_addf(out, "  (not listed: %u that would be spent without effect)\n", spent);
	play_list_done(&list);
	free(table);
}

/* Whether the seat may answer the card that asks so. */
static bool
is_answer(const struct table *asking, uint8_t seat, char *words)
{
	struct table *table = base_alloc(sizeof *table);
	struct order order = {.kind = ORDER_ANSWER, .text = words};
	const struct order_list orders = {.orders = &order, .count = 1};
	struct event_list facts;
	struct reason why;
	enum verdict verdict;

	table_copy(table, asking);
	event_list_init(&facts);
	verdict = table_decide(table, seat, &orders, &facts, &why);
	event_list_done(&facts);
	free(table);
	return verdict == ACCEPTED;
}

void
view_cards_answers(const struct game *game, uint8_t seat, struct text *out)
{
	struct table *table = view_cards_seen(game, seat);
	const struct board *board = variant_board(game->variant);
	char name[SQUARE_NAME_MAX], no[] = "no";
	struct text list;

	text_init(&list, 0);
	for (square at = 0; at < board->squares; at++) {
		board_square_name(board, at, name);
		if (is_answer(table, seat, name))
			text_addf(&list, "%s%s", list.len > 0 ? ", " : "", name);
	}
	if (is_answer(table, seat, no))
		text_addf(&list, "%sNO", list.len > 0 ? ", or " : "");
	view_cards_lines(game->variant, list.bytes, "  : ", out);
	text_done(&list);
	free(table);
}

void
view_cards_asking(const struct game *game, struct text *out)
{
	uint8_t card = table_demand_card(game->table);

	if (card != NO_CARD)
		view_cards_card(game->variant, &game->table->book->set->cards[card], out);
}
