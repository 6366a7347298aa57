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
#include "core/view/choices.h"

/* Adds a play. `below` (may be NULL) is a move that isn't legal by itself, but with the card. */
static void add_play(const struct card_ruleset *book, const struct play *play,
		     const struct move *below, struct choice_list *list)
{
	const unsigned whens = book->set->cards[play->card].when & (WHEN_BEFORE | WHEN_INSTEAD);
	char move[MOVE_TEXT_MAX] = "", *head, *spoken;
	struct strbuf order;
	struct choice *choice;

	strbuf_init(&order, 0);
	play_print(book, play, &order);
	spoken = base_printf(translate("PLAY%s"), order.bytes + strcspn(order.bytes, " "));
	if (below != NULL) {
		move_text(book->variant, below, move);
		head = base_printf(translate("  to play   MOVE %s\n  below it  "), move);
		choice = choices_add(list, base_printf("MOVE %s %s", move, order.bytes),
				     base_printf("MOVE %s %s", move, order.bytes));
	} else {
		/* A card that comes before a move is no order alone. */
		head = base_strdup(translate("  to play   "));
		choice = choices_add(
			list, base_printf(whens == WHEN_BEFORE ? "%s MOVE ..." : "%s", order.bytes),
			base_printf(whens == WHEN_BEFORE ? "%s, MOVE ..." : "%s", spoken));
	}
	choice->text = base_printf("%s%s\n", head, spoken);
	free(head);
	free(spoken);
	strbuf_done(&order);
}

/* Adds plays that save after that move; in a short list, one for each card. Returns their
 * number. */
static unsigned add_saving_plays_after(const struct card_state *table, uint8_t seat,
				       const struct move *move, unsigned most,
				       struct choice_list *list)
{
	uint8_t card = NO_CARD;
	struct play_list plays;
	unsigned count = 0;

	play_list_init(&plays);
	legal_plays_list(table, seat, move, &plays);
	for (unsigned i = 0; i < plays.count && count < most; i++) {
		if (plays.plays[i].spent ||
		    (plays.plays[i].card == card && most <= CARDS_PLAYS_FEW))
			continue;
		card = plays.plays[i].card;
		add_play(table->book, &plays.plays[i], move, list);
		count++;
	}
	play_list_done(&plays);
	return count;
}

/* For a seat without a regular move, adds moves that a card after them makes legal
 * [saved-by-a-card]. No other list has such moves. */
static void add_all_saving_plays(const struct card_state *table, uint8_t seat, unsigned most,
				 struct choice_list *list)
{
	struct move_list *moves = base_alloc(sizeof *moves);
	unsigned count = 0;

	card_movegen_moves(table->book, &table->field, seat, false, moves);
	for (unsigned i = 0; i < moves->count && count < most; i++)
		count += add_saving_plays_after(table, seat, &moves->moves[i], most - count, list);
	if (count >= most)
		choices_add_remark(list, translate("  and there may be more\n"));
	free(moves);
}

/* Adds a line with a printf format. Returns its choice. */
static struct choice *add_remark(struct choice_list *list, char *line)
{
	struct choice *choice = choices_add_remark(list, line);

	free(line);
	return choice;
}

static void add_plays(const struct card_state *table, uint8_t seat, const struct move *after,
		      unsigned most, struct choice_list *list)
{
	uint8_t card = NO_CARD;
	struct play_list plays;
	unsigned of_card = 0, spent = 0;

	play_list_init(&plays);
	legal_plays_list(table, seat, after, &plays);
	for (unsigned i = 0; i < plays.count; i++) {
		if (plays.plays[i].spent) {
			spent++;
			continue;
		}
		of_card = plays.plays[i].card == card ? of_card + 1 : 1;
		card = plays.plays[i].card;
		if (of_card <= most)
			add_play(table->book, &plays.plays[i], NULL, list);
		else if (of_card == most + 1)
			add_remark(list, base_printf(translate("  ... and others with %s\n"),
						     table->book->set->cards[card].name))
				->order =
				base_printf("PLAY %s ...", table->book->set->cards[card].name);
	}
	if (after == NULL && cards_moves(table, seat) &&
	    !card_movegen_any_move(table->book, &table->field, table->field.position.turn))
		add_all_saving_plays(table, seat, most, list);
	if (spent > 0)
		add_remark(list,
			   base_printf(translate("  (not listed: %u that would have no effect)\n"),
				       spent));
	play_list_done(&plays);
}

void cards_plays(const struct game *game, uint8_t seat, const struct move *after, unsigned most,
		 struct choice_list *list)
{
	struct card_state *table = cards_seen(game, seat);

	add_plays(table, seat, after, most, list);
	free(table);
}

void cards_next_plays(const struct game *game, uint8_t seat, unsigned most,
		      struct choice_list *list)
{
	struct card_state *then = cards_then(game, seat);

	if (cards_moves(then, seat))
		add_plays(then, seat, NULL, most, list);
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

void cards_list_answers(const struct game *game, uint8_t seat, struct choice_list *list)
{
	struct card_state *table = cards_seen(game, seat);
	const struct board *board = variant_board(game->variant);
	char name[SQUARE_NAME_MAX], no[] = "no";

	for (square at = 0; at < board->squares; at++) {
		board_square_name(board, at, name);
		if (is_answer(table, seat, name))
			choices_add(list, base_printf("ANSWER %s", name), base_strdup(name));
	}
	if (is_answer(table, seat, no))
		choices_add(list, base_strdup("ANSWER NO"), base_strdup("NO"));
	free(table);
}

void cards_answers(const struct game *game, uint8_t seat, struct strbuf *out)
{
	struct choice_list list;
	struct strbuf names;

	choices_init(&list);
	strbuf_init(&names, 0);
	cards_list_answers(game, seat, &list);
	for (size_t i = 0; i < list.count; i++)
		strbuf_addf(&names, "%s%s",
			    i == 0				       ? ""
			    : strcmp(list.choices[i].label, "NO") == 0 ? translate(", or ")
								       : ", ",
			    list.choices[i].label);
	cards_lines(game->variant, names.bytes, "  : ", out);
	strbuf_done(&names);
	choices_done(&list);
}

void cards_asking(const struct game *game, struct strbuf *out)
{
	uint8_t card = card_state_demand_card(cards_state(game));

	if (card != NO_CARD)
		cards_card(game->variant, &cards_state(game)->book->set->cards[card], out);
}
