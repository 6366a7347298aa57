/* SPDX-License-Identifier: MIT */
/* Cards that take pieces off the board. */
#include "core/cards/effects/effect_tables.h"
#include "core/cards/play/effect_context.h"

/* Reports whether the piece is a king, royal by a Coup, or a Prince. */
static bool is_royal(const struct effect_context *context, unsigned piece)
{
	return card_board_is_kingly(context->book, context->field, piece);
}

/* Disintegration: the piece is dead, not captured, so Pacifism and Truce don't protect it. */
static enum effect_context_result play_kill(struct effect_context *context)
{
	unsigned piece = effect_context_piece(context, 0);

	if (is_royal(context, piece))
		return EFFECT_CONTEXT_SPENT;
	card_board_kill(context->book, context->field, piece, context->record);
	return EFFECT_CONTEXT_DONE;
}

/* No Quarter: kills what the regular move captured in this turn [cardless-capture]. */
static enum effect_context_result play_no_quarter(struct effect_context *context)
{
	struct card_board *field = context->field;
	unsigned killed = 0;

	for (unsigned i = 0; i < field->turn_log.taken_count; i++) {
		unsigned piece = field->turn_log.taken[i].piece;

		if (!field->turn_log.taken[i].regular ||
		    field->position.pieces[piece].fate != CAPTURED)
			continue;
		card_board_kill(context->book, field, piece, context->record);
		killed++;
	}
	if (killed > 0)
		return EFFECT_CONTEXT_DONE;
	return effect_context_deny(context,
				   "%s is played after a regular move that captured something.",
				   context->card->name);
}

static enum effect_context_result play_betrayal(struct effect_context *context)
{
	const struct card_ruleset *book = context->book;
	unsigned traitor = effect_context_piece(context, 0), pawn;
	bool fresh;

	if (!card_board_in_territory(book, context->field, context->player,
				     effect_context_square(context, 0)))
		return effect_context_refuse(
			context, effect_context_square(context, 0),
			"only a pawn in your own part of the board can be betrayed.");
	pawn = effect_context_captured(context, context->player, book->variant->pawn, &fresh);
	if (pawn == NO_PIECE)
		return effect_context_deny(
			context, "None of your pawns has been captured that could take its place.");
	if (is_royal(context, traitor))
		return EFFECT_CONTEXT_SPENT;
	card_board_replace(book, context->field, traitor, pawn, context->record);
	return EFFECT_CONTEXT_DONE;
}

/* ---- Fireball ---- */

/* Returns the piece that explodes, or NO_PIECE: the last one moved, after a castling the rook and
 * never the king. */
static unsigned find_moved(const struct effect_context *context)
{
	const struct card_board *field = context->field;

	for (unsigned i = field->turn_log.gone_count; i-- > 0;) {
		unsigned piece = field->turn_log.gone[i].piece;
		bool castled = field->turn_log.gone[i].castled;

		if (field->position.pieces[piece].fate == ON_BOARD &&
		    !(castled && is_royal(context, piece)))
			return piece;
		if (!castled)
			break;
	}
	return NO_PIECE;
}

/* Reports whether the piece has captured in this turn. */
static bool has_captured(const struct card_board *field, unsigned piece)
{
	for (unsigned i = 0; i < field->turn_log.taken_count; i++)
		if (field->turn_log.taken[i].by == piece)
			return true;
	return false;
}

/* Reports whether the fire captures the piece. It spares kings, princes, and pieces that can't be
 * captured now. */
static bool is_burnt(const struct effect_context *context, unsigned piece)
{
	return !is_royal(context, piece) &&
	       card_board_may_be_taken(context->book, context->field, piece);
}

static void burn_square(struct effect_context *context, square at)
{
	unsigned piece;

	while (at != NO_SQUARE && (piece = card_board_at(context->field, at)) != NO_PIECE &&
	       is_burnt(context, piece))
		card_board_capture(context->book, context->field, piece, NO_PIECE, false,
				   context->record);
}

static enum effect_context_result play_fireball(struct effect_context *context)
{
	unsigned moved = find_moved(context);
	square centre;

	if (moved == NO_PIECE || !context->field->turn_log.moved)
		return effect_context_deny(context,
					   "A Fireball is played after a move, and the piece that "
					   "moved must still stand.");
	centre = context->field->position.pieces[moved].at;
	if (has_captured(context->field, moved))
		return effect_context_refuse(
			context, centre, "the move captured; a Fireball follows one that didn't.");
	if (context->field->truce)
		return effect_context_deny(context, "There is a Truce: nothing can be captured.");
	if (!is_burnt(context, moved))
		return effect_context_refuse(context, centre,
					     "kings, princes and protected pieces don't explode.");
	burn_square(context, centre);
	for (unsigned direction = 0; direction < DIRECTIONS; direction++)
		burn_square(context, effect_context_beside(context->book, centre, direction));
	return EFFECT_CONTEXT_DONE;
}

static const struct effect_rules kill_words[] = {{.targets = "", .play = play_no_quarter}};

const struct effect_rules effects_take_rules[] = {
	{.name = "kill",
	 .arguments = "[captured]",
	 .targets = "s",
	 .words = kill_words,
	 .play = play_kill},
	{.name = "betrayal", .targets = "s", .play = play_betrayal},
	{.name = "fireball", .targets = "", .play = play_fireball},
	{0},
};
