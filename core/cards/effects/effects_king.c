/* SPDX-License-Identifier: MIT */
/* What kings do by cards: Sanctuary, and the way under Elf Hill and back. */
#include "core/cards/play/moment.h"
#include "core/cards/effects/effects_tables.h"
#include "core/cards/play/targets.h"
#include "core/cards/field/ways.h"

/* ---- Sanctuary ---- */

/* The direction in which the rook stands from the king, nothing between; DIRECTIONS for none. */
static unsigned direction_of_rook(const struct moment *moment, square king, square rook)
{
	for (unsigned direction = N; direction < DIRECTIONS; direction += 2) {
		square at = king;

		do {
			at = field_step(moment->book, moment->field, at, (enum direction)direction);
			if (at == rook)
				return direction;
		} while (at != NO_SQUARE && field_at(moment->field, at) == NO_PIECE);
	}
	return DIRECTIONS;
}

/* The rook comes next to the king, if it isn't there, and the king hops to its other side. */
static void castle(struct moment *moment, unsigned king, unsigned rook, square beside,
		   square behind)
{
	const struct book *book = moment->book;
	struct field *field = moment->field;

	if (field->position.pieces[rook].at == beside) {
		field_move(book, field, king, behind, true, moment->record);
		return;
	}
	field_move(book, field, rook, beside, true, moment->record);
	field_move(book, field, king, behind, true, moment->record);
	field_note_castling(field, moment->record);
}

static enum moment_result play_sanctuary(struct moment *moment)
{
	square from = moment_square(moment, 0), rook_from = moment_square(moment, 1);
	unsigned king = field_at(moment->field, from), rook = field_at(moment->field, rook_from);
	unsigned direction = direction_of_rook(moment, from, rook_from);
	square beside, behind;

	if (direction == DIRECTIONS)
		return moment_refuse(
			moment, rook_from,
			"the rook must stand on the king's rank or file, with nothing between.");
	beside = moment_beside(moment->book, from, direction);
	behind = moment_beside(moment->book, beside, direction);
	if (behind == NO_SQUARE)
		return moment_refuse(moment, rook_from,
				     "there is no square behind it for the king.");
	if (!moment_is_loose(moment, king) || !moment_is_loose(moment, rook) ||
	    (behind != rook_from && !moment_is_free(moment, behind)))
		return MOMENT_REFUSED;
	if (behind == rook_from && moment->field->marks[rook] & MARK_SPLIT)
		return moment_refuse(moment, behind, "another piece stands there with the rook.");
	castle(moment, king, rook, beside, behind);
	if (ways_in_check(moment->book, moment->field, moment->player))
		return moment_refuse(moment, behind, "your king must not be in check afterwards.");
	return MOMENT_DONE;
}

/* ---- Under Elf Hill ---- */

/* He leaves his square for another one: as magnet he has moved. */
static void end_magnets(const struct moment *moment, unsigned king)
{
	for (unsigned i = 0; i < moment->field->effect_count;) {
		const struct effect *effect = &moment->field->effects[i];

		if (lasting_of(moment->book, effect)->ends & LASTING_GONE &&
		    field_is_same(moment->field, king, effect->piece))
			field_end_effect(moment->book, moment->field, effect->serial,
					 moment->record);
		else
			i++;
	}
}

static enum moment_result play_elf_hill(struct moment *moment)
{
	unsigned king = field_royal(moment->field, moment->player);
	struct effect effect = moment_effect(moment, EFFECT_ELF_HILL);

	if (king == NO_PIECE)
		return moment_deny(moment, "You have no king on the board.");
	if (!moment_is_loose(moment, king))
		return MOMENT_REFUSED;
	effect.seat = moment->player;
	effect.piece = (uint8_t)king;
	end_magnets(moment, king);
	field_send_away(moment->book, moment->field, king, moment->record);
	field_add_effect(moment->book, moment->field, effect, moment->record);
	return MOMENT_DONE;
}

/* The effect by which the seat's king is away and now due, or NULL. */
static const struct effect *find_away(const struct field *field, uint8_t seat)
{
	FIELD_EFFECTS (effect, field)
		if (effect->what == EFFECT_ELF_HILL && effect->by == seat && effect->begun &&
		    field->position.pieces[effect->piece].fate != ON_BOARD)
			return effect;
	return NULL;
}

/* Whether the square has the board's rim or a hole beside it. */
static bool is_edge(const struct moment *moment, square at)
{
	for (unsigned direction = N; direction < DIRECTIONS; direction += 2)
		if (moment_beside(moment->book, at, direction) == NO_SQUARE)
			return true;
	return false;
}

/* The king returns there, if he may. */
static enum moment_result return_king(struct moment *moment, uint8_t seat, square at)
{
	const struct effect *away = find_away(moment->field, seat);

	if (away == NULL)
		return moment_deny(moment, "Your king isn't away.");
	if (!is_edge(moment, at))
		return moment_refuse(moment, at, "your king returns on the edge of the board.");
	if (!moment_is_free(moment, at))
		return MOMENT_REFUSED;
	field_return(moment->book, moment->field, away->piece, at, RETURN_WHOLE, moment->record);
	if (ways_in_check(moment->book, moment->field, seat))
		return moment_refuse(moment, at, "your king would be in check there.");
	return MOMENT_DONE;
}

static enum moment_result answer_elf_hill(struct moment *moment, const struct answer *answer)
{
	square at = targets_answered(answer);

	if (at == NO_SQUARE)
		return moment_deny(
			moment, "ANSWER the square on which your king returns, as in ANSWER a1.");
	return return_king(moment, answer->seat, at);
}

static bool first_elf_hill(const struct moment *moment, uint8_t seat, struct play *words)
{
	for (unsigned i = 0; i < moment->book->variant->board.squares; i++) {
		square at = moment_nth_square(moment->book, i);
		struct field field;
		struct moment trial = moment_try(moment, &field);

		if (moment->book->variant->board.hole[at] ||
		    return_king(&trial, seat, at) == MOMENT_REFUSED)
			continue;
		targets_add_square(words, at);
		return true;
	}
	return false;
}

/* Nobody is asked when there is no square to return to: that is stalemate. */
static uint8_t asks_elf_hill(const struct moment *moment, uint16_t answered)
{
	uint8_t seat = moment->player;
	struct play first = {.target_count = 0};

	if (answered >> seat & 1 || find_away(moment->field, seat) == NULL ||
	    !first_elf_hill(moment, seat, &first))
		return NO_SIDE;
	return seat;
}

static const struct demand_rules elf_hill_demand = {
	.asks = asks_elf_hill,
	.answer = answer_elf_hill,
	.first = first_elf_hill,
};

const struct effect_rules effects_king_rules[] = {
	{.name = "sanctuary",
	 .targets = "s s",
	 .play = play_sanctuary,
	 .displaces = true,
	 .moves_king_safely = true},
	{.name = "elf-hill", .targets = "", .play = play_elf_hill, .demand = &elf_hill_demand},
	{0},
};
