/* SPDX-License-Identifier: MIT */
/* The open turn in a line, for the game file and for people. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/table/table.h"
#include "core/cards/table/action.h"
#include "core/cards/field/ways.h"
#include "core/notation/notation.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

/* Whether it is told: not the words a Doomsayer heard; what was taken back only of a turn that was
 * taken back whole. */
static bool is_told(const struct action *action, bool undone)
{
	return action->kind != ACTION_SAID && (action->fate != ACTION_RETURNED || undone);
}

/* The mover's move that stands, or NULL. */
static const struct action *find_move(const struct table *table)
{
	for (uint8_t i = 0; i < table->action_count; i++) {
		const struct action *action = &table->actions[i];

		if (action->kind == ACTION_MOVE && action->fate == ACTION_STANDS)
			return action;
	}
	return NULL;
}

/* As in print, without + and #: what became of it is told by what follows. */
static void tell_move(const struct table *table, const struct action *action, struct text *out)
{
	const struct field *field = &table->start;
	const struct variant *variant = table->book->variant;
	struct move_list *list = base_alloc(sizeof *list);
	char canonical[MOVE_TEXT_MAX];

	ways_moves(table->book, field, field->position.turn, false, list);
	move_text(variant, &action->move, canonical);
	if (move_list_find(variant, list, canonical) != NULL)
		notation_short(variant, &field->position, list, &action->move, out);
	else
		text_add(out, canonical);
	text_add(out, action->fate == ACTION_RETURNED ? " (undone)" : "");
	free(list);
}

/* "Holy War b1 f4", and what became of it. */
static void tell_card(const struct table *table, uint8_t number, struct text *out)
{
	const struct action *action = &table->actions[number];
	const struct play play = table_play(table, number);
	static const char *const fates[] = {
		[ACTION_STANDS] = "",
		[ACTION_SPENT] = " (no effect)",
		[ACTION_CANCELLED] = " (cancelled)",
		[ACTION_RETURNED] = " (undone)",
	};
	const struct card *card = &table->book->set->cards[action->card];

	text_add(out, card->name);
	if (action->acts_as != action->card && action->acts_as != NO_CARD)
		text_addf(out, " as %s", table->book->set->cards[action->acts_as].name);
	if (!action_is_secret(table->book, action) && play.target_count > 0 &&
	    !(table->blind && number == table->now.demand)) {
		text_add_char(out, ' ');
		play_print_targets(table->book, play.targets, play.target_count, out);
	}
	text_add(out, fates[action->fate]);
}

/* What seats chose for it: " (Black: c8b8)". */
static void tell_answers(const struct table *table, uint8_t number, struct text *out)
{
	struct answer answer;

	for (unsigned i = 0; table_answer(table, number, i, &answer); i++) {
		text_addf(out, " (%s: ", variant_seat_title(table->book->variant, answer.seat));
		action_print_answer(table->book, &answer, out);
		text_add_char(out, ')');
	}
}

/* What was done in the attempt that stands, as it came; the mover is named where others were
 * between. */
static void tell_attempt(const struct table *table, bool undone, struct text *out)
{
	const struct position *start = &table->start.position;
	uint8_t seat = start->turn == NO_SIDE ? NO_SIDE : start->controller[start->turn];
	bool any = false;

	for (uint8_t i = 0; i < table->action_count; i++) {
		const struct action *action = &table->actions[i];

		if (!is_told(action, undone))
			continue;
		if (!any && action->seat != seat)
			text_add(out, "no move");
		if (action->seat != seat)
			text_addf(out,
				  "; %s: ", variant_seat_title(table->book->variant, action->seat));
		else
			text_add(out, any ? ", " : "");
		seat = action->seat;
		any = true;
		if (action->kind == ACTION_MOVE)
			tell_move(table, action, out);
		else
			tell_card(table, i, out);
		tell_answers(table, i, out);
	}
	text_add(out, any ? "" : "no move");
}

void table_tell(const struct table *table, struct text *out)
{
	const struct action *move = find_move(table);
	char canonical[MOVE_TEXT_MAX] = "-";

	if (move != NULL)
		move_text(table->book->variant, &move->move, canonical);
	text_addf(out, "%s %s%s", canonical, table->before,
		  table->before[0] != '\0' ? "; then " : "");
	tell_attempt(table, table->now.state == TURN_AGAIN || table->now.state == TURN_VOID, out);
}

void table_tell_before(struct table *table)
{
	struct text text;

	text_init(&text, BEFORE_MAX - 1);
	text_addf(&text, "%s%s", table->before, table->before[0] != '\0' ? "; then " : "");
	tell_attempt(table, true, &text);
	snprintf(table->before, sizeof table->before, "%s", text.bytes);
	text_done(&text);
}
