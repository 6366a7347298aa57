/* SPDX-License-Identifier: MIT */
/* Cards that move kings: Sanctuary, and Under Elf Hill with the king's return. */
#include "core/cards/board/card_movegen.h"
#include "core/cards/effects/effect_tables.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/play/targets.h"

/* ---- Sanctuary ---- */

/* Returns the direction of the rook from the king, if nothing is between them; DIRECTIONS if there
 * is none. */
static unsigned direction_of_rook(const struct effect_context *context, square king, square rook)
{
	for (unsigned direction = N; direction < DIRECTIONS; direction += 2) {
		square at = king;

		do {
			at = card_board_step(context->book, context->field, at,
					     (enum direction)direction);
			if (at == rook)
				return direction;
		} while (at != NO_SQUARE && card_board_at(context->field, at) == NO_PIECE);
	}
	return DIRECTIONS;
}

/* Moves the rook next to the king, unless it is there, and the king to the rook's other side. */
static void move_king_and_rook(struct effect_context *context, unsigned king, unsigned rook,
			       square beside, square behind)
{
	const struct card_ruleset *book = context->book;
	struct card_board *field = context->field;

	if (field->position.pieces[rook].at == beside) {
		card_board_move(book, field, king, behind, true, context->record);
		return;
	}
	card_board_move(book, field, rook, beside, true, context->record);
	card_board_move(book, field, king, behind, true, context->record);
	card_board_note_castling(field, context->record);
}

static enum effect_context_result play_sanctuary(struct effect_context *context)
{
	square from = effect_context_square(context, 0),
	       rook_from = effect_context_square(context, 1);
	unsigned king = card_board_at(context->field, from),
		 rook = card_board_at(context->field, rook_from);
	unsigned direction = direction_of_rook(context, from, rook_from);
	square beside, behind;

	if (direction == DIRECTIONS)
		return effect_context_refuse(
			context, rook_from,
			"the rook must stand on the king's rank or file, with nothing between.");
	beside = effect_context_beside(context->book, from, direction);
	behind = effect_context_beside(context->book, beside, direction);
	if (behind == NO_SQUARE)
		return effect_context_refuse(context, rook_from,
					     "there is no square behind it for the king.");
	if (!effect_context_is_loose(context, king) || !effect_context_is_loose(context, rook) ||
	    (behind != rook_from && !effect_context_is_free(context, behind)))
		return EFFECT_CONTEXT_REFUSED;
	if (behind == rook_from && context->field->marks[rook] & MARK_SPLIT)
		return effect_context_refuse(context, behind,
					     "another piece stands there with the rook.");
	move_king_and_rook(context, king, rook, beside, behind);
	if (card_movegen_in_check(context->book, context->field, context->player))
		return effect_context_refuse(context, behind,
					     "your king must not be in check afterwards.");
	return EFFECT_CONTEXT_DONE;
}

/* ---- Under Elf Hill ---- */

/* Ends the king's effect as a magnet, because it leaves its square. */
static void end_magnets(const struct effect_context *context, unsigned king)
{
	for (unsigned i = 0; i < context->field->effect_count;) {
		const struct effect *effect = &context->field->effects[i];

		if (continuous_of(context->book, effect)->ends & CONTINUOUS_GONE &&
		    card_board_is_same(context->field, king, effect->piece))
			card_board_end_effect(context->book, context->field, effect->serial,
					      context->record);
		else
			i++;
	}
}

static enum effect_context_result play_elf_hill(struct effect_context *context)
{
	unsigned king = card_board_royal(context->field, context->player);
	struct effect effect = effect_context_effect(context, EFFECT_ELF_HILL);

	if (king == NO_PIECE)
		return effect_context_deny(context, "You have no king on the board.");
	if (!effect_context_is_loose(context, king))
		return EFFECT_CONTEXT_REFUSED;
	effect.seat = context->player;
	effect.piece = (uint8_t)king;
	end_magnets(context, king);
	card_board_send_away(context->book, context->field, king, context->record);
	card_board_add_effect(context->book, context->field, effect, context->record);
	return EFFECT_CONTEXT_DONE;
}

/* Returns the effect by which the seat's king is away and must return now, or NULL. */
static const struct effect *find_absent_king_effect(const struct card_board *field, uint8_t seat)
{
	CARD_BOARD_EFFECTS(effect, field)
	if (effect->what == EFFECT_ELF_HILL && effect->by == seat && effect->begun &&
	    field->position.pieces[effect->piece].fate != ON_BOARD)
		return effect;
	return NULL;
}

/* Reports whether the square is at the edge of the board or beside a hole. */
static bool is_edge(const struct effect_context *context, square at)
{
	for (unsigned direction = N; direction < DIRECTIONS; direction += 2)
		if (effect_context_beside(context->book, at, direction) == NO_SQUARE)
			return true;
	return false;
}

/* Returns the king to the square, if that is allowed. */
static enum effect_context_result return_king(struct effect_context *context, uint8_t seat,
					      square at)
{
	const struct effect *away = find_absent_king_effect(context->field, seat);

	if (away == NULL)
		return effect_context_deny(context, "Your king isn't away.");
	if (!is_edge(context, at))
		return effect_context_refuse(context, at,
					     "your king returns on the edge of the board.");
	if (!effect_context_is_free(context, at))
		return EFFECT_CONTEXT_REFUSED;
	card_board_return(context->book, context->field, away->piece, at, RETURN_WHOLE,
			  context->record);
	if (card_movegen_in_check(context->book, context->field, seat))
		return effect_context_refuse(context, at, "your king would be in check there.");
	return EFFECT_CONTEXT_DONE;
}

static enum effect_context_result elf_hill_answer(struct effect_context *context,
						  const struct answer *answer)
{
	square at = targets_answered(answer);

	if (at == NO_SQUARE)
		return effect_context_deny(
			context, "ANSWER the square on which your king returns, as in ANSWER a1.");
	return return_king(context, answer->seat, at);
}

static bool elf_hill_first(const struct effect_context *context, uint8_t seat, struct play *words)
{
	for (unsigned i = 0; i < context->book->variant->board.squares; i++) {
		square at = effect_context_nth_square(context->book, i);
		struct card_board field;
		struct effect_context trial = effect_context_try(context, &field);

		if (context->book->variant->board.hole[at] ||
		    return_king(&trial, seat, at) == EFFECT_CONTEXT_REFUSED)
			continue;
		targets_add_square(words, at);
		return true;
	}
	return false;
}

/* Nobody is asked if there is no square to return to: that is stalemate. */
static uint8_t elf_hill_asks(const struct effect_context *context, uint16_t answered)
{
	uint8_t seat = context->player;
	struct play first = {.target_count = 0};

	if (answered >> seat & 1 || find_absent_king_effect(context->field, seat) == NULL ||
	    !elf_hill_first(context, seat, &first))
		return NO_SIDE;
	return seat;
}

static const struct demand_rules elf_hill_demand = {
	.asks = elf_hill_asks,
	.answer = elf_hill_answer,
	.first = elf_hill_first,
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
