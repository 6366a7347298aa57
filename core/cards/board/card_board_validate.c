/* SPDX-License-Identifier: MIT */
/* Checks that a board read from a file is sound; other code relies on it. */
#include <string.h>

#include "core/cards/board/card_board_format.h"

static bool is_piece_or_none(const struct card_board *field, unsigned piece)
{
	return piece == NO_PIECE || piece < field->position.piece_count;
}

/* A board may be checked without a set of cards. */
static bool is_card(const struct card_ruleset *book, uint8_t card)
{
	return card < (book->set == NULL ? MAX_CARD_KINDS : book->set->count);
}

bool card_board_is_kind(const struct card_ruleset *book, unsigned kind)
{
	return kind < book->variant->type_count || (kind >= KIND_CRAB && kind < CARD_KINDS);
}

/* Reports whether the piece and its partner agree: both are parts of a composite, or share a
 * square, or there is no partner. */
static bool is_pair(const struct card_board *field, unsigned piece)
{
	const struct piece *pieces = field->position.pieces;
	unsigned other = field->partner[piece];
	uint8_t fate = pieces[piece].fate;

	if (other == NO_PIECE)
		return fate != MERGED && fate != SHARING;
	if (other >= field->position.piece_count || other == piece ||
	    field->partner[other] != piece)
		return false;
	if (fate == MERGED || fate == SHARING)
		return (pieces[other].fate == ON_BOARD ||
			(fate == MERGED && pieces[other].fate == AWAY)) &&
		       pieces[other].at == pieces[piece].at;
	return (fate == ON_BOARD || fate == AWAY) &&
	       (pieces[other].fate == MERGED || pieces[other].fate == SHARING);
}

static bool has_its_pieces(const struct card_ruleset *book, const struct card_board *field,
			   const struct effect *effect)
{
	unsigned needs = continuous_needs(continuous_of(book, effect));

	return is_piece_or_none(field, effect->piece) && is_piece_or_none(field, effect->other) &&
	       (!(needs & CONTINUOUS_PIECE) || effect->piece != NO_PIECE) &&
	       (!(needs & CONTINUOUS_OTHER) || effect->other != NO_PIECE) &&
	       (!(needs & CONTINUOUS_KIND) || effect->type != NO_TYPE);
}

static bool has_its_squares(const struct card_ruleset *book, const struct effect *effect)
{
	unsigned needed = card_board_effect_squares(book, effect);

	for (unsigned i = 0; i < ARRAY_LEN(effect->squares); i++)
		if (!position_is_square_or_none(book->variant, effect->squares[i]) ||
		    (i < needed && effect->squares[i] == NO_SQUARE))
			return false;
	return true;
}

bool card_board_effect_is_sound(const struct card_ruleset *book, const struct card_board *field,
				const struct effect *effect)
{
	return effect->what < EFFECT_KINDS &&
	       (is_card(book, effect->card) ||
		(continuous_of(book, effect)->cardless && effect->card == NO_CARD)) &&
	       effect->by < book->variant->side_count &&
	       position_is_seat_or_none(book->variant, effect->seat) &&
	       (effect->type == NO_TYPE || card_board_is_kind(book, effect->type)) &&
	       has_its_pieces(book, field, effect) && has_its_squares(book, effect) &&
	       base_is_bool(&effect->left) && base_is_bool(&effect->suspended) &&
	       base_is_bool(&effect->begun);
}

static bool are_effects_sound(const struct card_ruleset *book, const struct card_board *field)
{
	if (field->effect_count > MAX_EFFECTS)
		return false;
	CARD_BOARD_EFFECTS(effect, field)
	{
		if (!card_board_effect_is_sound(book, field, effect))
			return false;
		if (continuous_of(book, effect)->pair &&
		    field->partner[effect->piece] != effect->other)
			return false;
	}
	return true;
}

static bool is_displacement_sound(const struct card_ruleset *book, const struct card_board *field,
				  const struct displacement *gone)
{
	return gone->piece < field->position.piece_count &&
	       gone->type < book->variant->type_count &&
	       gone->from < book->variant->board.squares &&
	       gone->to < book->variant->board.squares && base_is_bool(&gone->by_card) &&
	       base_is_bool(&gone->castled);
}

static bool is_taken_sound(const struct card_ruleset *book, const struct card_board *field,
			   const struct taken *taken)
{
	return taken->piece < field->position.piece_count && is_piece_or_none(field, taken->by) &&
	       taken->at < book->variant->board.squares && base_is_bool(&taken->regular);
}

static bool is_turn_log_sound(const struct card_ruleset *book, const struct card_board *field,
			      const struct turn_log *turn_log)
{
	if (turn_log->gone_count > MAX_GONE || turn_log->taken_count > MAX_TAKEN ||
	    turn_log->lost_count > MAX_LOST || !base_is_bool(&turn_log->moved) ||
	    !base_is_bool(&turn_log->by_card))
		return false;
	for (unsigned i = 0; i < turn_log->gone_count; i++)
		if (!is_displacement_sound(book, field, &turn_log->gone[i]))
			return false;
	for (unsigned i = 0; i < turn_log->taken_count; i++)
		if (!is_taken_sound(book, field, &turn_log->taken[i]))
			return false;
	for (unsigned i = 0; i < turn_log->lost_count; i++)
		if (!card_board_effect_is_sound(book, field, &turn_log->lost[i]))
			return false;
	return true;
}

static bool are_last_plays_sound(const struct card_ruleset *book, const struct card_board *field)
{
	for (unsigned seat = 0; seat < MAX_SIDES; seat++)
		if (field->last[seat].piece != NO_PIECE &&
		    !is_displacement_sound(book, field, &field->last[seat]))
			return false;
	return (field->last_card == NO_CARD || is_card(book, field->last_card)) &&
	       position_is_seat_or_none(book->variant, field->last_card_by) &&
	       base_is_bool(&field->last_card_unique);
}

/* Reports whether marks, walls and the like follow from the effects. */
static bool matches_refreshed_board(const struct card_ruleset *book, const struct card_board *field)
{
	struct card_board again = *field;

	if (!base_is_bool(&field->truce) || !base_is_bool(&field->vendetta))
		return false;
	card_board_refresh(book, &again);
	for (unsigned i = 0; i < field->effect_count; i++)
		if (again.effects[i].suspended != field->effects[i].suspended)
			return false;
	return memcmp(again.marks, field->marks, sizeof again.marks) == 0 &&
	       memcmp(again.walls, field->walls, sizeof again.walls) == 0 &&
	       memcmp(again.position.king, field->position.king, sizeof again.position.king) == 0 &&
	       again.closed == field->closed && again.held == field->held &&
	       again.quarter == field->quarter && again.truce == field->truce &&
	       again.vendetta == field->vendetta;
}

/* Reports whether everything is sound that card_board_refresh doesn't derive. */
static bool are_parts_sound(const struct card_ruleset *book, const struct card_board *field)
{
	if (!position_is_sound(book->variant, &field->position))
		return false;
	for (unsigned i = 0; i < field->position.piece_count; i++)
		if (!is_pair(field, i))
			return false;
	return are_effects_sound(book, field) && is_turn_log_sound(book, field, &field->turn_log) &&
	       is_turn_log_sound(book, field, &field->before) && are_last_plays_sound(book, field);
}

bool card_board_is_sound(const struct card_ruleset *book, const struct card_board *field)
{
	return are_parts_sound(book, field) && matches_refreshed_board(book, field);
}

bool card_board_complete(const struct card_ruleset *book, struct card_board *field)
{
	if (!position_index(book->variant, &field->position) || !are_parts_sound(book, field))
		return false;
	card_board_refresh(book, field);
	return true;
}
