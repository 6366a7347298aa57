/* SPDX-License-Identifier: MIT */
/* The open turn in a line, for the game file and for people. */
#include <stdlib.h>
#include <string.h>

#include "core/cards/table.h"
#include "core/cards/table_run.h"
#include "core/cards/table_script.h"
#include "core/cards/ways.h"
#include "core/notation.h"
#include "core/text.h"
#include "core/variant_data.h"

/* Whether it happened: not taken back, and not the words a Doomsayer heard. */
static bool
happened(const struct action *action)
{
	return action->kind != ACTION_SAID && action->fate != ACTION_RETURNED;
}

/* The mover's move that stands, or NULL. */
static const struct action *
find_move(const struct table *table)
{
	for (uint8_t i = 0; i < table->action_count; i++) {
		const struct action *action = &table->actions[i];

		if (action->kind == ACTION_MOVE && action->fate == ACTION_STANDS)
			return action;
	}
	return NULL;
}

/* As in print, without + and #: what became of it is told by what follows. */
static void
tell_move(const struct table *table, const struct action *action, struct text *out)
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
	free(list);
}

/* "Holy War b1 f4", and what became of it. */
static void
tell_card(const struct table *table, const struct action *action, struct text *out)
{
	static const char *const fates[] = {
		[ACTION_STANDS] = "", [ACTION_SPENT] = " (no effect)", [ACTION_CANCELLED] = " (cancelled)",
		[ACTION_RETURNED] = "",
	};
	const struct card *card = &table->book->set->cards[action->play.card];

	text_add(out, card->name);
	if (action->acts_as != action->play.card && action->acts_as != NO_CARD)
		text_addf(out, " as %s", table->book->set->cards[action->acts_as].name);
	if (!script_is_secret(table->book, action) && action->play.target_count > 0) {
		text_add_char(out, ' ');
		play_print_targets(table->book, action->play.targets, action->play.target_count, out);
	}
	text_add(out, fates[action->fate]);
}

/* What one seat did, in the order it was done. */
static bool
tell_seat(const struct table *table, uint8_t seat, const char *between, struct text *out)
{
	bool any = false;

	for (uint8_t i = 0; i < table->action_count; i++) {
		const struct action *action = &table->actions[i];

		if (action->seat != seat || !happened(action))
			continue;
		text_add(out, any ? ", " : between);
		if (!any && between[0] != '\0')
			text_addf(out, "%s: ", variant_seat_title(table->book->variant, seat));
		if (action->kind == ACTION_MOVE)
			tell_move(table, action, out);
		else
			tell_card(table, action, out);
		any = true;
	}
	return any;
}

void
table_tell(const struct table *table, struct text *out)
{
	const struct variant *variant = table->book->variant;
	const struct position *start = &table->start.position;
	uint8_t mover = start->turn == NO_SIDE ? NO_SIDE : start->controller[start->turn];
	const struct action *move = find_move(table);
	char canonical[MOVE_TEXT_MAX] = "-";

	if (move != NULL)
		move_text(variant, &move->move, canonical);
	text_addf(out, "%s ", canonical);
	if (!tell_seat(table, mover, "", out))
		text_add(out, "no move");
	for (unsigned i = 1; i < variant->side_count; i++)
		tell_seat(table, (uint8_t)((start->turn + i) % variant->side_count), "; ", out);
}
