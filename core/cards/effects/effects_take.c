/* SPDX-License-Identifier: MIT */
/* Pieces leave the board. */
#include "core/cards/play/moment.h"
#include "core/cards/effects/effects_tables.h"

/* Kings, what a Coup made royal, and Princes. */
static bool is_royal(const struct moment *moment, unsigned piece)
{
	return field_is_kingly(moment->book, moment->field, piece);
}

/* Disintegration: dead, so that Pacifism and Truce don't help. */
static enum moment_result play_kill(struct moment *moment)
{
	unsigned piece = moment_piece(moment, 0);

	if (is_royal(moment, piece))
		return MOMENT_SPENT;
	field_kill(moment->book, moment->field, piece, moment->record);
	return MOMENT_DONE;
}

/* No Quarter: what the regular move captured in this turn [cardless-capture]. */
static enum moment_result play_no_quarter(struct moment *moment)
{
	struct field *field = moment->field;
	unsigned killed = 0;

	for (unsigned i = 0; i < field->story.taken_count; i++) {
		unsigned piece = field->story.taken[i].piece;

		if (!field->story.taken[i].regular ||
		    field->position.pieces[piece].fate != CAPTURED)
			continue;
		field_kill(moment->book, field, piece, moment->record);
		killed++;
	}
	if (killed > 0)
		return MOMENT_DONE;
	return moment_deny(moment, "%s is played after a regular move that captured something.",
			   moment->card->name);
}

static enum moment_result play_betrayal(struct moment *moment)
{
	const struct book *book = moment->book;
	unsigned traitor = moment_piece(moment, 0), pawn;
	bool fresh;

	if (!field_in_territory(book, moment->field, moment->player, moment_square(moment, 0)))
		return moment_refuse(moment, moment_square(moment, 0),
				     "only a pawn in your own part of the board can be betrayed.");
	pawn = moment_captured(moment, moment->player, book->variant->pawn, &fresh);
	if (pawn == NO_PIECE)
		return moment_deny(
			moment, "None of your pawns has been captured that could take its place.");
	if (is_royal(moment, traitor))
		return MOMENT_SPENT;
	field_replace(book, moment->field, traitor, pawn, moment->record);
	return MOMENT_DONE;
}

/* ---- Fireball ---- */

/* The piece that explodes: the last one moved, but never a king: of a castling the rook. */
static unsigned find_moved(const struct moment *moment)
{
	const struct field *field = moment->field;

	for (unsigned i = field->story.gone_count; i-- > 0;) {
		unsigned piece = field->story.gone[i].piece;
		bool castled = field->story.gone[i].castled;

		if (field->position.pieces[piece].fate == ON_BOARD &&
		    !(castled && is_royal(moment, piece)))
			return piece;
		if (!castled)
			break;
	}
	return NO_PIECE;
}

/* Whether the last move captured: what this piece took, and a regular capture unless it moved on.
 */
static bool has_captured(const struct field *field, unsigned piece)
{
	for (unsigned i = 0; i < field->story.taken_count; i++)
		if (field->story.taken[i].by == piece)
			return true;
	return false;
}

/* Whether the fire takes the piece: not kings, princes, and what can't be captured now. */
static bool burns(const struct moment *moment, unsigned piece)
{
	return !is_royal(moment, piece) && field_may_be_taken(moment->book, moment->field, piece);
}

static void burn(struct moment *moment, square at)
{
	unsigned piece;

	while (at != NO_SQUARE && (piece = field_at(moment->field, at)) != NO_PIECE &&
	       burns(moment, piece))
		field_capture(moment->book, moment->field, piece, NO_PIECE, false, moment->record);
}

static enum moment_result play_fireball(struct moment *moment)
{
	unsigned moved = find_moved(moment);
	square centre;

	if (moved == NO_PIECE || !moment->field->story.moved)
		return moment_deny(moment, "A Fireball is played after a move, and the piece that "
					   "moved must still stand.");
	centre = moment->field->position.pieces[moved].at;
	if (has_captured(moment->field, moved))
		return moment_refuse(moment, centre,
				     "the move captured; a Fireball follows one that didn't.");
	if (moment->field->truce)
		return moment_deny(moment, "There is a Truce: nothing can be captured.");
	if (!burns(moment, moved))
		return moment_refuse(moment, centre,
				     "kings, princes and protected pieces don't explode.");
	burn(moment, centre);
	for (unsigned direction = 0; direction < DIRECTIONS; direction++)
		burn(moment, moment_beside(moment->book, centre, direction));
	return MOMENT_DONE;
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
