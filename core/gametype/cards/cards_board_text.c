/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/kind/cards/cards_state.h"
#include "core/base/text.h"
#include "core/cards/table/table.h"
#include "core/kind/cards/cards_marks.h"
#include "core/kind/cards/cards_view.h"
#include "core/variant/variant_data.h"
#include "core/view/sheet.h"

struct turn_record cards_latest(const struct game *game)
{
	const struct turn_record *last = game_recent(game, 0);
	struct turn_record open = {.step_count = game->step_count};

	if (cards_state(game)->now.state != TURN_IN)
		return last != NULL ? *last : (struct turn_record){.step_count = 0};
	memcpy(open.steps, game->steps, sizeof open.steps);
	return open;
}

uint8_t cards_forward_now(const struct game *game, uint8_t from)
{
	const struct table *table = cards_state(game);

	if (from == NO_SIDE && !game_is_crowded(game))
		from = 0;
	return from < game->variant->side_count ? field_forward(table->book, &table->field, from)
						: sheet_forward(game->variant, from);
}

static void draw(const struct game *game, uint8_t from, uint8_t seat, enum board_style style,
		 struct text *out)
{
	struct turn_record last = cards_latest(game);
	struct sheet sheet = sheet_lay_out(game->variant, &cards_state(game)->field.position, &last,
					   cards_forward_now(game, from), style);
	struct sheet_marks marks;
	struct text items;

	text_init(&items, 0);
	cards_marks(game, &sheet, seat, &marks, &items);
	sheet.marks = &marks;
	if (marks.widest > 0 || (marks.walled && !sheet.ruled))
		sheet_space_marked(&sheet, style == BOARD_COMPACT);
	sheet_print(&sheet, style, items.bytes, out);
	text_done(&items);
}

void cards_board(const struct game *game, uint8_t from, uint8_t seat, enum board_style style,
		 struct text *out)
{
	if (cards_marks_blind(game, seat))
		text_add(out,
			 phrase("     There is no board in this letter: you are to tell from "
				"memory\n"
				"     which piece was taken, and where it stood (Abduction).\n"));
	else
		draw(game, from, seat, style, out);
}
