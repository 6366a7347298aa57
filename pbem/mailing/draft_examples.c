/* SPDX-License-Identifier: MIT */
#include <ctype.h>

#include "core/base/text.h"
#include "core/view/view.h"
#include "pbem/mailing/draft_examples.h"

static uint8_t own_seat(const struct draft *draft)
{
	return (uint8_t)draft->mail->seat;
}

void draft_example_moves(const struct draft *draft, struct text *out)
{
	view_example_moves(draft->game, own_seat(draft), out);
}

void draft_example_move(const struct draft *draft, struct text *out)
{
	view_example_move(draft->game, own_seat(draft), out);
}

void draft_example_placement(const struct draft *draft, struct text *out)
{
	view_example_placement(draft->game, own_seat(draft), out);
}

void draft_example_pawn(const struct draft *draft, struct text *out)
{
	view_example_of_array(draft->variant, own_seat(draft), true, false, out);
}

void draft_example_pawn_short(const struct draft *draft, struct text *out)
{
	view_example_of_array(draft->variant, own_seat(draft), true, true, out);
}

void draft_example_piece(const struct draft *draft, struct text *out)
{
	view_example_of_array(draft->variant, own_seat(draft), false, false, out);
}

void draft_example_piece_short(const struct draft *draft, struct text *out)
{
	view_example_of_array(draft->variant, own_seat(draft), false, true, out);
}

void draft_example_castling(const struct draft *draft, struct text *out)
{
	view_example_castling(draft->variant, own_seat(draft), out);
}

void draft_example_promotion(const struct draft *draft, struct text *out)
{
	view_example_promotion(draft->variant, own_seat(draft), out);
}

void draft_example_other(const struct draft *draft, struct text *out)
{
	uint16_t team = variant_team(draft->variant, draft->mail->seat);

	for (unsigned seat = 0; seat < variant_seats(draft->variant) && out->len == 0; seat++)
		if (!(team >> seat & 1) && game_in_play(draft->game, seat))
			for (const char *c = variant_seat_name(draft->variant, seat); *c != '\0';
			     c++)
				text_add_char(out, (char)toupper((unsigned char)*c));
}
