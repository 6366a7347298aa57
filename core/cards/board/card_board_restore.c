/* SPDX-License-Identifier: MIT */
/* Effects on a captured piece that return with it if it returns soon [marks-return]. */
#include "core/cards/board/card_board_internal.h"

static bool was_captured_in_turn(const struct turn_log *turn_log, unsigned piece)
{
	for (unsigned i = 0; i < turn_log->taken_count; i++)
		if (turn_log->taken[i].piece == piece)
			return true;
	return false;
}

const struct turn_log *card_board_turn_log_of(const struct card_board *field, unsigned piece)
{
	return was_captured_in_turn(&field->turn_log, piece) ? &field->turn_log : &field->before;
}

/* Returns the composite effect of which the piece was a part when it was captured last, or NULL. */
static const struct effect *lost_composite(const struct card_ruleset *book,
					   const struct turn_log *turn_log, unsigned piece)
{
	for (unsigned i = turn_log->lost_count; i-- > 0;) {
		const struct effect *lost = &turn_log->lost[i];

		if (continuous_of(book, lost)->joins &&
		    (lost->piece == piece || lost->other == piece))
			return lost;
	}
	return NULL;
}

static bool is_captured(const struct card_board *field, unsigned piece)
{
	return field->position.pieces[piece].fate == CAPTURED;
}

unsigned card_board_carrier(const struct card_ruleset *book, const struct card_board *field,
			    const struct turn_log *turn_log, unsigned piece)
{
	const struct effect *composite = lost_composite(book, turn_log, piece);

	return composite != NULL && is_captured(field, composite->piece) &&
			       is_captured(field, composite->other)
		       ? composite->piece
		       : piece;
}

/* Reports whether the effect was lost again later in the turn, with a piece that came back and was
 * captured once more. */
static bool is_lost_again(const struct turn_log *turn_log, unsigned number)
{
	const struct effect *lost = &turn_log->lost[number];

	for (unsigned i = number + 1; i < turn_log->lost_count; i++) {
		const struct effect *later = &turn_log->lost[i];

		if (later->what == lost->what && later->by == lost->by &&
		    later->card == lost->card && later->copy == lost->copy &&
		    later->piece == lost->piece)
			return true;
	}
	return false;
}

void card_board_restore(const struct card_ruleset *book, struct card_board *field,
			const struct turn_log *turn_log, unsigned piece, bool whole,
			struct event_list *record)
{
	const struct effect *composite = lost_composite(book, turn_log, piece);
	unsigned other = NO_PIECE;

	if (whole && composite != NULL && composite->piece == piece &&
	    is_captured(field, composite->other))
		other = composite->other;
	for (unsigned i = 0; i < turn_log->lost_count; i++) {
		const struct effect *lost = &turn_log->lost[i];
		/* The piece is alone now, even if another shared its square. Effects that were put
		 * on a composite are lost with it. */
		bool fits =
			(!continuous_of(book, lost)->pair || continuous_of(book, lost)->joins) &&
			!is_lost_again(turn_log, i) &&
			(other != NO_PIECE || composite == NULL ||
			 lost->serial < composite->serial);

		if (fits && (lost->piece == piece || (other != NO_PIECE && lost->piece == other)))
			card_board_renew_effect(book, field, *lost, record);
	}
}
