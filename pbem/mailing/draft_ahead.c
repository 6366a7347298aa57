/* SPDX-License-Identifier: MIT */
/* What a letter tells its seat of the moves it has given in advance. */
#include "core/intent/intent.h"
#include "pbem/mailing/draft.h"
#include "pbem/mailing/remark_words.h"

void draft_add_ahead(const struct draft *draft, struct text *out)
{
	const struct desk_game *game = draft->mail->game;
	const unsigned seat = draft->mail->seat;
	struct intent intent;

	for (unsigned i = 0; i < GAME_PLANS; i++)
		if (intent_read(draft->variant, game->seats.seats[seat].intends[i], &intent) &&
		    intent_holds(&game->file->game, (uint8_t)seat, &intent))
			intent_tell(draft->variant, &intent, out);
}

void draft_add_own_remark(const struct draft *draft, struct text *out)
{
	remark_render(draft->mail->game->remarks[draft->mail->seat].bytes, out);
}
