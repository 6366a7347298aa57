/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "core/phrase/phrase.h"
#include "core/cards/lasting/lasting_rows.h"
#include "core/variant/variant_data.h"

#define LASTING_ROW(name, row, number) [number] = &lasting_##row,
const struct lasting *const lasting_rows[EFFECT_KINDS] = {LASTING_LIST(LASTING_ROW)};
#undef LASTING_ROW

#define LASTING_KIND(name, row, number) number,
const uint8_t lasting_order[EFFECT_KINDS] = {LASTING_LIST(LASTING_KIND)};
#undef LASTING_KIND

bool lasting_refuse(const struct book *book, const struct field *field, const struct effect *effect,
		    struct reason *why, const char *sentence)
{
	square at = field->position.pieces[effect->piece].at;

	reason_set(why, "%s: %s", board_name(&book->variant->board, at).text, phrase(sentence));
	return false;
}

bool lasting_refuse_king(const struct book *book, const struct field *field,
			 const struct effect *effect, struct reason *why)
{
	char sentence[128];

	snprintf(sentence, sizeof sentence,
		 phrase("%s can't be played on a king; name another piece."),
		 book->set->cards[effect->card].name);
	return lasting_refuse(book, field, effect, why, sentence);
}
