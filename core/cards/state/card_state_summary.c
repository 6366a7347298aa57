/* SPDX-License-Identifier: MIT */
/* The open turn as a line, for the game file and for people. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/state/action.h"
#include "core/cards/state/card_state.h"
#include "core/notation/notation.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

/* Reports whether the action is described. Words that a Doomsayer heard are not. Actions that were
 * taken back are described only if the whole turn was. */
static bool is_described(const struct action *action, bool undone)
{
	return action->kind != ACTION_SAID && (action->fate != ACTION_RETURNED || undone);
}

/* Returns the mover's move that is in effect, or NULL. */
static const struct action *find_move(const struct card_state *table)
{
	for (uint8_t i = 0; i < table->action_count; i++) {
		const struct action *action = &table->actions[i];

		if (action->kind == ACTION_MOVE && action->fate == ACTION_STANDS)
			return action;
	}
	return NULL;
}

/* Describes a move as in print, without + and #, because the next actions show what became of
 * it. */
static void describe_move(const struct card_state *table, const struct action *action,
			  struct strbuf *out)
{
	const struct card_board *field = &table->start;
	const struct variant *variant = table->book->variant;
	struct move_list *list = base_alloc(sizeof *list);
	char canonical[MOVE_TEXT_MAX];

	card_movegen_moves(table->book, field, field->position.turn, false, list);
	move_text(variant, &action->move, canonical);
	if (move_list_find(variant, list, canonical) != NULL)
		notation_short(variant, &field->position, list, &action->move, out);
	else
		strbuf_add(out, canonical);
	strbuf_add(out, action->fate == ACTION_RETURNED ? " (undone)" : "");
	free(list);
}

/* Describes a card and its fate: "Holy War b1 f4 (no effect)". */
static void describe_card(const struct card_state *table, uint8_t number, struct strbuf *out)
{
	const struct action *action = &table->actions[number];
	const struct play play = card_state_play(table, number);
	static const char *const fates[] = {
		[ACTION_STANDS] = "",
		[ACTION_SPENT] = " (no effect)",
		[ACTION_CANCELLED] = " (cancelled)",
		[ACTION_RETURNED] = " (undone)",
	};
	const struct card *card = &table->book->set->cards[action->card];

	strbuf_add(out, card->name);
	if (action->acts_as != action->card && action->acts_as != NO_CARD)
		strbuf_addf(out, " as %s", table->book->set->cards[action->acts_as].name);
	if (!action_is_secret(table->book, action) && play.target_count > 0 &&
	    !(table->blind && number == table->now.demand)) {
		strbuf_add_char(out, ' ');
		play_print_targets(table->book, play.targets, play.target_count, out);
	}
	strbuf_add(out, fates[action->fate]);
}

/* Describes the seats' answers to the card: " (Black: c8b8)". */
static void describe_answers(const struct card_state *table, uint8_t number, struct strbuf *out)
{
	struct answer answer;

	for (unsigned i = 0; card_state_answer(table, number, i, &answer); i++) {
		strbuf_addf(out, " (%s: ", variant_seat_title(table->book->variant, answer.seat));
		action_print_answer(table->book, &answer, out);
		strbuf_add_char(out, ')');
	}
}

/* Describes the actions of the current attempt in order. The mover is named only if others acted in
 * between. */
static void describe_attempt(const struct card_state *table, bool undone, struct strbuf *out)
{
	const struct position *start = &table->start.position;
	uint8_t seat = start->turn == NO_SIDE ? NO_SIDE : start->controller[start->turn];
	bool any = false;

	for (uint8_t i = 0; i < table->action_count; i++) {
		const struct action *action = &table->actions[i];

		if (!is_described(action, undone))
			continue;
		if (!any && action->seat != seat)
			strbuf_add(out, "no move");
		if (action->seat != seat)
			strbuf_addf(out, "; %s: ",
				    variant_seat_title(table->book->variant, action->seat));
		else
			strbuf_add(out, any ? ", " : "");
		seat = action->seat;
		any = true;
		if (action->kind == ACTION_MOVE)
			describe_move(table, action, out);
		else
			describe_card(table, i, out);
		describe_answers(table, i, out);
	}
	strbuf_add(out, any ? "" : "no move");
}

void card_state_describe_turn(const struct card_state *table, struct strbuf *out)
{
	const struct action *move = find_move(table);
	char canonical[MOVE_TEXT_MAX] = "-";

	if (move != NULL)
		move_text(table->book->variant, &move->move, canonical);
	strbuf_addf(out, "%s %s%s", canonical, table->before,
		    table->before[0] != '\0' ? "; then " : "");
	describe_attempt(table, table->now.state == TURN_AGAIN || table->now.state == TURN_VOID,
			 out);
}

void card_state_save_attempt(struct card_state *table)
{
	struct strbuf text;

	strbuf_init(&text, BEFORE_MAX - 1);
	strbuf_addf(&text, "%s%s", table->before, table->before[0] != '\0' ? "; then " : "");
	describe_attempt(table, true, &text);
	snprintf(table->before, sizeof table->before, "%s", text.bytes);
	strbuf_done(&text);
}
