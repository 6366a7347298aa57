/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/cards/state/card_state.h"
#include "core/gametype/cards/cards_legend.h"
#include "core/gametype/cards/cards_state.h"
#include "core/gametype/cards/cards_text.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "core/view/board_text.h"

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
	const struct card_state *table = cards_state(game);

	if (from == NO_SIDE && !game_has_many_seats(game))
		from = 0;
	return from < game->variant->side_count
		       ? card_board_forward(table->book, &table->field, from)
		       : board_text_forward(game->variant, from);
}

static void draw_board(const struct game *game, uint8_t from, uint8_t seat, enum board_style style,
		       struct strbuf *out)
{
	struct turn_record last = cards_latest(game);
	struct board_text sheet =
		board_text_lay_out(game->variant, &cards_state(game)->field.position, &last,
				   cards_forward_now(game, from), style);
	struct board_text_marks marks;
	struct strbuf items;

	strbuf_init(&items, 0);
	cards_marks(game, &sheet, seat, &marks, &items);
	sheet.marks = &marks;
	if (marks.widest > 0 || (marks.walled && !sheet.ruled))
		board_text_space_marked(&sheet, style == BOARD_COMPACT);
	board_text_print(&sheet, style, items.bytes, out);
	strbuf_done(&items);
}

void cards_board(const struct game *game, uint8_t from, uint8_t seat, enum board_style style,
		 struct strbuf *out)
{
	if (cards_marks_blind(game, seat))
		strbuf_add(
			out,
			translate("     There is no board in this letter: you are to tell from "
				  "memory\n"
				  "     which piece was taken, and where it stood (Abduction).\n"));
	else
		draw_board(game, from, seat, style, out);
}
