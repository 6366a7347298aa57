/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/base/text.h"
#include "pbem/mailing/draft.h"
#include "pbem/mailing/mailing_seats.h"

void draft_names(const struct draft *draft, uint16_t seats, struct text *out)
{
	mailing_names(draft->mail->game, seats, out);
}

static uint16_t all_seats(const struct draft *draft)
{
	return (uint16_t)((1u << variant_seats(draft->variant)) - 1);
}

void draft_opponents(const struct draft *draft, struct text *out)
{
	uint16_t own = variant_team(draft->variant, draft->mail->seat);

	if (variant_seats(draft->variant) > 5)
		text_addf(out, "%u others", variant_seats(draft->variant) - 1);
	else
		draft_names(draft, all_seats(draft) & (uint16_t)~own, out);
}

enum board_style draft_board_style(const struct draft *draft)
{
	return draft->mail->compact || draft->seat->brevity == BREVITY_SHORT ? BOARD_COMPACT
									     : BOARD_FULL;
}

void draft_done(struct draft *draft)
{
	for (size_t i = 0; i < draft->count; i++)
		free(draft->owned[i]);
}
