/* SPDX-License-Identifier: MIT */
/* Effects on the whole board: Truce, Vendetta, Earthquake, Doomsayer. */
#include "core/cards/board/card_movegen.h"
#include "core/cards/board/continuous_table.h"
#include "core/variant/variant_data.h"

/* ---- Truce ---- */

/* A Truce ends all Vendettas. */
static void end_vendettas(const struct card_ruleset *book, struct card_board *field,
			  const struct effect *effect, struct event_list *record)
{
	const struct effect *vendetta;

	(void)effect;
	while ((vendetta = card_board_effect(field, EFFECT_VENDETTA)) != NULL)
		card_board_end_effect(book, field, vendetta->serial, record);
}

/* Ends a Truce if the seat has no move [truce-and-stalemate]. */
static void end_stalemate(const struct card_ruleset *book, struct card_board *field, uint8_t seat,
			  struct event_list *record)
{
	if (!field->truce || card_movegen_any_move(book, field, seat))
		return;
	card_board_end_all(book, field, EFFECT_TRUCE, record);
	/* "Restart the stalemate count": the count of rounds without a capture. */
	if (field->position.quiet > 0)
		position_set_quiet(&field->position, 0, record);
}

/* Reports whether some king would be in check if there were no Truce [truce-and-check]. */
static bool would_be_check(const struct card_ruleset *book, const struct card_board *field)
{
	struct card_board war = *field;

	card_board_end_all(book, &war, EFFECT_TRUCE, NULL);
	for (uint8_t seat = 0; seat < variant_seats(book->variant); seat++)
		if (war.position.in_play >> seat & 1 && card_movegen_in_check(book, &war, seat))
			return true;
	return false;
}

static void end_in_check(const struct card_ruleset *book, struct card_board *field,
			 struct event_list *record)
{
	if (field->truce && would_be_check(book, field))
		card_board_end_all(book, field, EFFECT_TRUCE, record);
}

const struct continuous continuous_truce = {
	.word = "truce",
	.targets = "",
	.attack_impact = ATTACK_IMPACT_NONE,
	.truce = true,
	.begun = end_vendettas,
	.turn_begins = end_stalemate,
	.turn_ends = end_in_check,
	.below = "no captures (Truce)",
	.because_rank = 1,
	.because = "there is a Truce, so nothing can be captured",
};

/* ---- Vendetta ---- */

static void end_unmeetable_vendettas(const struct card_ruleset *book, struct card_board *field,
				     uint8_t seat, struct event_list *record)
{
	if (field->vendetta && !card_movegen_must_capture(book, field, seat))
		card_board_end_all(book, field, EFFECT_VENDETTA, record);
}

const struct continuous continuous_vendetta = {
	.word = "vendetta",
	.targets = "",
	.attack_impact = ATTACK_IMPACT_NONE,
	.vendetta = true,
	.turn_begins = end_unmeetable_vendettas,
	.below = "who can capture must (Vendetta)",
	.because_rank = 3,
	.because = "there is a Vendetta, and who can capture must",
};

/* ---- Earthquake ---- */

static void turn_board(const struct card_ruleset *book, struct card_board *field,
		       const struct effect *effect)
{
	(void)book;
	field->quarter = (uint8_t)((field->quarter + (effect->left ? 1 : 3)) % QUARTERS);
}

/* An Earthquake ends rights to capture en passant. */
static void close_passants(const struct card_ruleset *book, struct card_board *field,
			   const struct effect *effect, struct event_list *record)
{
	(void)effect;
	for (uint8_t side = 0; side < book->variant->side_count; side++)
		if (field->position.passant[side].over != NO_SQUARE)
			position_close_passant(&field->position, side, record);
}

const struct continuous continuous_earthquake = {
	.word = "earthquake",
	.place = CONTINUOUS_ON_TURN,
	.apply = turn_board,
	.begun = close_passants,
	.ended = close_passants,
	.because_rank = 13,
	.because = "the board was turned by an Earthquake, and pawns go another way now",
};

/* ---- Doomsayer ---- */

/* The words that it hears, and its claims, are in core/cards/effects/effect_doomsayer.c. */
const struct continuous continuous_doomsayer = {.word = "doomsayer", .asks = true};
