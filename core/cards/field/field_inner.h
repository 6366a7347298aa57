/* SPDX-License-Identifier: MIT */
/*
 * What facts do to a field, and nothing else: no event, no consequence. The functions of field.h
 * and the replay of facts both end here. Private to field_*.c.
 */
#ifndef PBEM_CORE_CARDS_FIELD_FIELD_INNER_H
#define PBEM_CORE_CARDS_FIELD_FIELD_INNER_H

#include "core/cards/field/field.h"

/* A displacement along the board. `by_card` as in field_move. */
void field_do_move(const struct book *book, struct field *field, square from, square to,
		   bool by_card);
void field_do_castling(struct field *field);
void field_do_shift(const struct book *book, struct field *field, square from, square to);
void field_do_swap(const struct book *book, struct field *field, square a, square b);

/* `by`: the captor's square, or NO_SQUARE. */
void field_do_take(const struct book *book, struct field *field, square at, square by,
		   bool regular);
void field_do_kill(const struct book *book, struct field *field, square at);
void field_do_bury(struct field *field, unsigned piece);
void field_do_away(const struct book *book, struct field *field, square at);
void field_do_return(const struct book *book, struct field *field, unsigned piece, square at,
		     bool as_it_was);
void field_do_replace(const struct book *book, struct field *field, square at, unsigned by);
void field_do_merge(const struct book *book, struct field *field, square from, square to);
void field_do_front(const struct book *book, struct field *field, square at);

/* An effect as it was recorded; the others name one that is there by its serial. */
void field_do_effect(const struct book *book, struct field *field, const struct effect *effect);
void field_do_end(const struct book *book, struct field *field, uint16_t serial);
void field_do_bind(struct field *field, uint16_t serial, uint8_t seat, uint8_t type);
void field_do_lie(struct field *field, uint16_t serial, square at);
/* A seat's turn begins; something moved in it. */
void field_do_turn(const struct book *book, struct field *field, uint8_t seat);
void field_do_moved(struct field *field, bool by_card);

/* The turn in which the piece was captured, if it was this one or the one before. */
const struct story *field_story_of(const struct field *field, unsigned piece);

/* Of a composite whose parts both lie captured since then the one that comes first and takes the
 * other along; else the piece itself. */
unsigned field_carrier(const struct book *book, const struct field *field,
		       const struct story *story, unsigned piece);

/* An effect that was in force before is so again, by the serial it had: it keeps its age
 * [effect-keeps-its-age]. */
void field_renew_effect(const struct book *book, struct field *field, struct effect effect,
			struct event_list *record);

/* The piece stands again: what sat on it when it was captured does, too, and with `whole` its other
 * part. */
void field_restore(const struct book *book, struct field *field, const struct story *story,
		   unsigned piece, bool whole, struct event_list *record);

static inline struct effect *field_find_effect(struct field *field, uint16_t serial)
{
	for (unsigned i = 0; i < field->effect_count; i++)
		if (field->effects[i].serial == serial)
			return &field->effects[i];
	return NULL;
}

#endif
