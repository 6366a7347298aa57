/* SPDX-License-Identifier: MIT */
/* Lists what a seat can play now, or answer to the card that asks it. */
#include <stdlib.h>
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/deck/card_ruleset.h"
#include "core/cards/state/card_state.h"
#include "core/cards/submit/legal_plays.h"
#include "core/cards/submit/submit.h"
#include "core/gametype/cards/cards_state.h"
#include "core/gametype/cards/cards_text.h"
#include "core/order/order_parse.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

/* Adds an order as it is written, with PLAY in the current language. */
static void add_play(const struct card_ruleset *book, const struct play *play, struct strbuf *out)
{
	struct strbuf text;
	const char *rest;

	strbuf_init(&text, 0);
	play_print(book, play, &text);
	rest = strchr(text.bytes, ' ');
	strbuf_addf(out, translate("PLAY%s\n"), rest != NULL ? rest : "");
	strbuf_done(&text);
}

/* Adds a move that isn't legal by itself, and the card after it that makes it legal. */
static void add_saving_play(const struct card_state *table, const struct move *move,
			    const struct play *play, struct strbuf *out)
{
	char text[MOVE_TEXT_MAX];

	move_text(table->book->variant, move, text);
	strbuf_addf(out, translate("  to play   MOVE %s\n  below it  "), text);
	add_play(table->book, play, out);
}

/* Adds plays that save after that move; in a short list, one for each card. Returns their
 * number. */
static unsigned add_saving_plays_after(const struct card_state *table, uint8_t seat,
				       const struct move *move, unsigned most, struct strbuf *out)
{
	uint8_t card = NO_CARD;
	struct play_list list;
	unsigned count = 0;

	play_list_init(&list);
	legal_plays_list(table, seat, move, &list);
	for (unsigned i = 0; i < list.count && count < most; i++) {
		if (list.plays[i].spent || (list.plays[i].card == card && most <= CARDS_PLAYS_FEW))
			continue;
		card = list.plays[i].card;
		add_saving_play(table, move, &list.plays[i], out);
		count++;
	}
	play_list_done(&list);
	return count;
}

/* For a seat without a regular move, adds moves that a card after them makes legal
 * [saved-by-a-card]. No other list has such moves. */
static void add_all_saving_plays(const struct card_state *table, uint8_t seat, unsigned most,
				 struct strbuf *out)
{
	struct move_list *moves = base_alloc(sizeof *moves);
	unsigned count = 0;

	card_movegen_moves(table->book, &table->field, seat, false, moves);
	for (unsigned i = 0; i < moves->count && count < most; i++)
		count += add_saving_plays_after(table, seat, &moves->moves[i], most - count, out);
	if (count >= most)
		strbuf_add(out, translate("  and there may be more\n"));
	free(moves);
}

static void add_plays(const struct card_state *table, uint8_t seat, const struct move *after,
		      unsigned most, struct strbuf *out)
{
	uint8_t card = NO_CARD;
	struct play_list list;
	unsigned of_card = 0, spent = 0;

	play_list_init(&list);
	legal_plays_list(table, seat, after, &list);
	for (unsigned i = 0; i < list.count; i++) {
		if (list.plays[i].spent) {
			spent++;
			continue;
		}
		of_card = list.plays[i].card == card ? of_card + 1 : 1;
		card = list.plays[i].card;
		if (of_card <= most) {
			strbuf_add(out, translate("  to play   "));
			add_play(table->book, &list.plays[i], out);
		} else if (of_card == most + 1) {
			strbuf_addf(out, translate("  ... and others with %s\n"),
				    table->book->set->cards[card].name);
		}
	}
	if (after == NULL && cards_moves(table, seat) &&
	    !card_movegen_any_move(table->book, &table->field, table->field.position.turn))
		add_all_saving_plays(table, seat, most, out);
	if (spent > 0)
		strbuf_addf(out, translate("  (not listed: %u that would have no effect)\n"),
			    spent);
	play_list_done(&list);
}

void cards_plays(const struct game *game, uint8_t seat, const struct move *after, unsigned most,
		 struct strbuf *out)
{
	struct card_state *table = cards_seen(game, seat);

	add_plays(table, seat, after, most, out);
	free(table);
}

void cards_next_plays(const struct game *game, uint8_t seat, unsigned most, struct strbuf *out)
{
	struct card_state *then = cards_then(game, seat);

	if (cards_moves(then, seat))
		add_plays(then, seat, NULL, most, out);
	free(then);
}

/* Reports whether the seat may give that answer to the card that asks. */
static bool is_answer(const struct card_state *asking, uint8_t seat, char *words)
{
	struct card_state *table = base_alloc(sizeof *table);
	struct order order = {.kind = ORDER_ANSWER, .text = words};
	const struct order_list orders = {.orders = &order, .count = 1};
	struct event_list events;
	struct reason why;
	enum verdict verdict;

	card_state_copy(table, asking);
	event_list_init(&events);
	verdict = submit_decide(table, seat, &orders, &events, &why);
	event_list_done(&events);
	free(table);
	return verdict == ACCEPTED;
}

void cards_answers(const struct game *game, uint8_t seat, struct strbuf *out)
{
	struct card_state *table = cards_seen(game, seat);
	const struct board *board = variant_board(game->variant);
	char name[SQUARE_NAME_MAX], no[] = "no";
	struct strbuf list;

	strbuf_init(&list, 0);
	for (square at = 0; at < board->squares; at++) {
		board_square_name(board, at, name);
		if (is_answer(table, seat, name))
			strbuf_addf(&list, "%s%s", list.len > 0 ? ", " : "", name);
	}
	if (is_answer(table, seat, no))
		strbuf_addf(&list, "%sNO", list.len > 0 ? translate(", or ") : "");
	cards_lines(game->variant, list.bytes, "  : ", out);
	strbuf_done(&list);
	free(table);
}

void cards_asking(const struct game *game, struct strbuf *out)
{
	uint8_t card = card_state_demand_card(cards_state(game));

	if (card != NO_CARD)
		cards_card(game->variant, &cards_state(game)->book->set->cards[card], out);
}
