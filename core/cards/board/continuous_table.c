/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "core/cards/board/continuous_table.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

#define CONTINUOUS_ROW(name, row, number) [number] = &continuous_##row,
const struct continuous *const continuous_rows[EFFECT_KINDS] = {CONTINUOUS_LIST(CONTINUOUS_ROW)};
#undef CONTINUOUS_ROW

#define CONTINUOUS_KIND(name, row, number) number,
const uint8_t continuous_order[EFFECT_KINDS] = {CONTINUOUS_LIST(CONTINUOUS_KIND)};
#undef CONTINUOUS_KIND

bool continuous_refuse(const struct card_ruleset *book, const struct card_board *field,
		       const struct effect *effect, struct reason *why, const char *sentence)
{
	square at = field->position.pieces[effect->piece].at;

	reason_set(why, "%s: %s", board_name(&book->variant->board, at).text, translate(sentence));
	return false;
}

bool continuous_refuse_king(const struct card_ruleset *book, const struct card_board *field,
			    const struct effect *effect, struct reason *why)
{
	char sentence[128];

	snprintf(sentence, sizeof sentence,
		 translate("%s can't be played on a king; name another piece."),
		 book->set->cards[effect->card].name);
	return continuous_refuse(book, field, effect, why, sentence);
}
