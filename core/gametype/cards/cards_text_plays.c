/* SPDX-License-Identifier: MIT */
/* What a seat can play now, or answer to the card that asks it. */
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/kind/cards/cards_state.h"
#include "core/cards/deck/book.h"
#include "core/cards/message/message.h"
#include "core/cards/lists/plays.h"
#include "core/cards/table/table.h"
#include "core/cards/field/ways.h"
#include "core/order/order.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"
#include "core/kind/cards/cards_view.h"

/* An order as it is written, with the word of the language spoken. */
static void add_play(const struct book *book, const struct play *play, struct text *out)
{
	struct text text;
	const char *rest;

	text_init(&text, 0);
	play_print(book, play, &text);
	rest = strchr(text.bytes, ' ');
	text_addf(out, phrase("PLAY%s\n"), rest != NULL ? rest : "");
	text_done(&text);
}

/* A move that isn't legal by itself, and the card below it that makes it so. */
static void add_saving(const struct table *table, const struct move *move, const struct play *play,
		       struct text *out)
{
	char text[MOVE_TEXT_MAX];

	move_text(table->book->variant, move, text);
	text_addf(out, phrase("  to play   MOVE %s\n  below it  "), text);
	add_play(table->book, play, out);
}

/* What saves below that move: in a short list of each card one play. How many were written. */
static unsigned add_saving_below(const struct table *table, uint8_t seat, const struct move *move,
				 unsigned most, struct text *out)
{
	uint8_t card = NO_CARD;
	struct play_list list;
	unsigned count = 0;

	play_list_init(&list);
	plays_list(table, seat, move, &list);
	for (unsigned i = 0; i < list.count && count < most; i++) {
		if (list.plays[i].spent || (list.plays[i].card == card && most <= CARDS_PLAYS_FEW))
			continue;
		card = list.plays[i].card;
		add_saving(table, move, &list.plays[i], out);
		count++;
	}
	play_list_done(&list);
	return count;
}

/* Who has no regular move may have one with a card below it [saved-by-a-card]; such moves stand in
 * no other list. */
static void add_all_saving(const struct table *table, uint8_t seat, unsigned most, struct text *out)
{
	struct move_list *moves = base_alloc(sizeof *moves);
	unsigned count = 0;

	ways_moves(table->book, &table->field, seat, false, moves);
	for (unsigned i = 0; i < moves->count && count < most; i++)
		count += add_saving_below(table, seat, &moves->moves[i], most - count, out);
	if (count >= most)
		text_add(out, phrase("  and there may be more\n"));
	free(moves);
}

static void add_plays(const struct table *table, uint8_t seat, const struct move *after,
		      unsigned most, struct text *out)
{
	uint8_t card = NO_CARD;
	struct play_list list;
	unsigned of_card = 0, spent = 0;

	play_list_init(&list);
	plays_list(table, seat, after, &list);
	for (unsigned i = 0; i < list.count; i++) {
		if (list.plays[i].spent) {
			spent++;
			continue;
		}
		of_card = list.plays[i].card == card ? of_card + 1 : 1;
		card = list.plays[i].card;
		if (of_card <= most) {
			text_add(out, phrase("  to play   "));
			add_play(table->book, &list.plays[i], out);
		} else if (of_card == most + 1) {
			text_addf(out, phrase("  and more with %s\n"),
				  table->book->set->cards[card].name);
		}
	}
	if (after == NULL && cards_moves(table, seat) &&
	    !ways_any_move(table->book, &table->field, table->field.position.turn))
		add_all_saving(table, seat, most, out);
	if (spent > 0)
		text_addf(out, phrase("  (not listed: %u that would be spent without effect)\n"),
			  spent);
	play_list_done(&list);
}

void cards_plays(const struct game *game, uint8_t seat, const struct move *after, unsigned most,
		 struct text *out)
{
	struct table *table = cards_seen(game, seat);

	add_plays(table, seat, after, most, out);
	free(table);
}

void cards_next_plays(const struct game *game, uint8_t seat, unsigned most, struct text *out)
{
	struct table *then = cards_then(game, seat);

	if (cards_moves(then, seat))
		add_plays(then, seat, NULL, most, out);
	free(then);
}

/* Whether the seat may answer the card that asks so. */
static bool is_answer(const struct table *asking, uint8_t seat, char *words)
{
	struct table *table = base_alloc(sizeof *table);
	struct order order = {.kind = ORDER_ANSWER, .text = words};
	const struct order_list orders = {.orders = &order, .count = 1};
	struct event_list facts;
	struct reason why;
	enum verdict verdict;

	table_copy(table, asking);
	event_list_init(&facts);
	verdict = message_decide(table, seat, &orders, &facts, &why);
	event_list_done(&facts);
	free(table);
	return verdict == ACCEPTED;
}

void cards_answers(const struct game *game, uint8_t seat, struct text *out)
{
	struct table *table = cards_seen(game, seat);
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
		text_addf(&list, "%sNO", list.len > 0 ? phrase(", or ") : "");
	cards_lines(game->variant, list.bytes, "  : ", out);
	text_done(&list);
	free(table);
}

void cards_asking(const struct game *game, struct text *out)
{
	uint8_t card = table_demand_card(cards_state(game));

	if (card != NO_CARD)
		cards_card(game->variant, &cards_state(game)->book->set->cards[card], out);
}
