/* SPDX-License-Identifier: MIT */
/* What sat on a captured piece, and is there again when it returns soon [marks-return]. */
#include "core/cards/field/field_inner.h"

static bool was_taken(const struct story *story, unsigned piece)
{
	for (unsigned i = 0; i < story->taken_count; i++)
		if (story->taken[i].piece == piece)
			return true;
	return false;
}

const struct story *field_story_of(const struct field *field, unsigned piece)
{
	return was_taken(&field->story, piece) ? &field->story : &field->before;
}

/* The composite that the piece was a part of when it was captured last, or NULL. */
static const struct effect *lost_composite(const struct book *book, const struct story *story,
					   unsigned piece)
{
	for (unsigned i = story->lost_count; i-- > 0;) {
		const struct effect *lost = &story->lost[i];

		if (lasting_of(book, lost)->joins && (lost->piece == piece || lost->other == piece))
			return lost;
	}
	return NULL;
}

static bool is_captured(const struct field *field, unsigned piece)
{
	return field->position.pieces[piece].fate == CAPTURED;
}

unsigned field_carrier(const struct book *book, const struct field *field,
		       const struct story *story, unsigned piece)
{
	const struct effect *composite = lost_composite(book, story, piece);

	return composite != NULL && is_captured(field, composite->piece) &&
			       is_captured(field, composite->other)
		       ? composite->piece
		       : piece;
}

/* Whether it was lost once more in the turn: with a piece that came back and was captured again. */
static bool is_lost_again(const struct story *story, unsigned number)
{
	const struct effect *lost = &story->lost[number];

	for (unsigned i = number + 1; i < story->lost_count; i++) {
		const struct effect *later = &story->lost[i];

		if (later->what == lost->what && later->by == lost->by &&
		    later->card == lost->card && later->copy == lost->copy &&
		    later->piece == lost->piece)
			return true;
	}
	return false;
}

void field_restore(const struct book *book, struct field *field, const struct story *story,
		   unsigned piece, bool whole, struct event_list *record)
{
	const struct effect *composite = lost_composite(book, story, piece);
	unsigned other = NO_PIECE;

	if (whole && composite != NULL && composite->piece == piece &&
	    is_captured(field, composite->other))
		other = composite->other;
	for (unsigned i = 0; i < story->lost_count; i++) {
		const struct effect *lost = &story->lost[i];
		/* It stands alone now, whatever shared its square; what was put on a composite is
		 * lost with it. */
		bool fits = (!lasting_of(book, lost)->pair || lasting_of(book, lost)->joins) &&
			    !is_lost_again(story, i) &&
			    (other != NO_PIECE || composite == NULL ||
			     lost->serial < composite->serial);

		if (fits && (lost->piece == piece || (other != NO_PIECE && lost->piece == other)))
			field_renew_effect(book, field, *lost, record);
	}
}
