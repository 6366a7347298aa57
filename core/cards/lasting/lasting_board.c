/* SPDX-License-Identifier: MIT */
/* What lies on the whole board: Truce, Vendetta, Earthquake, Doomsayer. */
#include "core/cards/lasting/lasting_rows.h"
#include "core/cards/field/ways.h"
#include "core/variant/variant_data.h"

/* ---- Truce ---- */

/* Truce beats Vendetta. */
static void end_vendettas(const struct book *book, struct field *field, const struct effect *effect,
			  struct event_list *record)
{
	const struct effect *vendetta;

	(void)effect;
	while ((vendetta = field_effect(field, EFFECT_VENDETTA)) != NULL)
		field_end_effect(book, field, vendetta->serial, record);
}

/* [truce-and-stalemate] */
static void end_stalemate(const struct book *book, struct field *field, uint8_t seat,
			  struct event_list *record)
{
	if (!field->truce || ways_any_move(book, field, seat))
		return;
	field_end_all(book, field, EFFECT_TRUCE, record);
	/* "Restart the stalemate count": the rounds without a capture. */
	if (field->position.quiet > 0)
		position_set_quiet(&field->position, 0, record);
}

/* Whether some king would be in check if there were no Truce [truce-and-check]. */
static bool would_be_check(const struct book *book, const struct field *field)
{
	struct field war = *field;

	field_end_all(book, &war, EFFECT_TRUCE, NULL);
	for (uint8_t seat = 0; seat < variant_seats(book->variant); seat++)
		if (war.position.in_play >> seat & 1 && ways_in_check(book, &war, seat))
			return true;
	return false;
}

static void end_in_check(const struct book *book, struct field *field, struct event_list *record)
{
	if (field->truce && would_be_check(book, field))
		field_end_all(book, field, EFFECT_TRUCE, record);
}

const struct lasting lasting_truce = {
	.word = "truce",
	.targets = "",
	.lays = LAYS_INERT,
	.truce = true,
	.begun = end_vendettas,
	.turn_begins = end_stalemate,
	.turn_ends = end_in_check,
	.below = "no captures (Truce)",
	.because_rank = 1,
	.because = "there is a Truce, so nothing can be captured",
};

/* ---- Vendetta ---- */

static void end_unmet(const struct book *book, struct field *field, uint8_t seat,
		      struct event_list *record)
{
	if (field->vendetta && !ways_must_capture(book, field, seat))
		field_end_all(book, field, EFFECT_VENDETTA, record);
}

const struct lasting lasting_vendetta = {
	.word = "vendetta",
	.targets = "",
	.lays = LAYS_INERT,
	.vendetta = true,
	.turn_begins = end_unmet,
	.below = "who can capture must (Vendetta)",
	.because_rank = 3,
	.because = "there is a Vendetta, and who can capture must",
};

/* ---- Earthquake ---- */

static void turn_board(const struct book *book, struct field *field, const struct effect *effect)
{
	(void)book;
	field->quarter = (uint8_t)((field->quarter + (effect->left ? 1 : 3)) % QUARTERS);
}

/* It ends what was passed. */
static void close_passants(const struct book *book, struct field *field,
			   const struct effect *effect, struct event_list *record)
{
	(void)effect;
	for (uint8_t side = 0; side < book->variant->side_count; side++)
		if (field->position.passant[side].over != NO_SQUARE)
			position_close_passant(&field->position, side, record);
}

const struct lasting lasting_earthquake = {
	.word = "earthquake",
	.place = LASTING_ON_TURN,
	.apply = turn_board,
	.begun = close_passants,
	.ended = close_passants,
	.because_rank = 13,
	.because = "the board was turned by an Earthquake, and pawns go another way now",
};

/* ---- Doomsayer ---- */

/* What it hears and claims is in core/cards/effects/effects_doom.c. */
const struct lasting lasting_doomsayer = {.word = "doomsayer", .asks = true};
