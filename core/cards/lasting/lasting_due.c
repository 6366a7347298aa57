/* SPDX-License-Identifier: MIT */
/* What a seat owes or is owed for a turn: Challenge, Dungeon, Panic, Riposte, Elf Hill, Abduction.
 */
#include <stdio.h>
#include <stdlib.h>

#include "core/cards/lasting/lasting_rows.h"
#include "core/cards/field/ways.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

/* "Black " and what it owes, "in the next turn". */
static void owe(const struct book *book, const struct effect *effect, uint8_t seat,
		const char *what, struct text *out)
{
	text_addf(out, "%s %s, in %s turn", variant_seat_title(book->variant, seat), what,
		  effect->begun ? "this" : "the next");
}

/* ---- Challenge ---- */

/* Whether the piece is of the kind named: a composite by either part. */
static bool is_named(const struct field *field, const struct effect *effect, unsigned piece)
{
	return field_is_of_kind(field, piece, effect->type);
}

static bool is_another(const struct field *field, const struct effect *effect, unsigned piece)
{
	return !is_named(field, effect, piece);
}

/* Whether any piece of the kind challenged could move at all, its king safe or not (K10). */
static bool can_meet(const struct book *book, const struct field *field,
		     const struct effect *challenge)
{
	const struct position *position = &field->position;
	struct move_list *moves = base_alloc(sizeof *moves);
	bool found = false;

	for (unsigned piece = 0; piece < position->piece_count && !found; piece++) {
		if (position->pieces[piece].fate != ON_BOARD ||
		    position->controller[position->pieces[piece].side] != challenge->seat ||
		    !is_named(field, challenge, piece) ||
		    field_is_held(book, field, piece, challenge->seat))
			continue;
		ways_of_piece(book, field, piece, challenge->seat, moves);
		found = moves->count > 0;
	}
	free(moves);
	return found;
}

static void drop_vain(const struct book *book, struct field *field, uint8_t seat,
		      struct event_list *record)
{
	for (unsigned i = field->effect_count; i-- > 0;) {
		const struct effect *effect = &field->effects[i];

		if (effect->what == EFFECT_CHALLENGE && effect->seat == seat &&
		    !can_meet(book, field, effect))
			field_end_effect(book, field, effect->serial, record);
	}
}

static void owe_move(const struct book *book, const struct field *field,
		     const struct effect *effect, struct text *out)
{
	char what[64];

	(void)field;
	snprintf(what, sizeof what, "has to move a %s",
		 effect->type < KIND_CRAB ? variant_type_name(book->variant, effect->type)
					  : book_kind_name(book, effect->type));
	owe(book, effect, effect->seat, what, out);
}

const struct lasting lasting_challenge = {
	.word = "challenge",
	.due = true,
	.needs = LASTING_KIND,
	.ends = LASTING_MET,
	.begins = LASTING_SEATS_TURN,
	.binds = is_another,
	.calls = is_named,
	.turn_begins = drop_vain,
	.because_rank = 2,
	.because = "you are challenged: move a piece of the kind named, or PASS and lose the turn",
	.owe = owe_move,
};

/* ---- Dungeon ---- */

static bool is_seats(const struct effect *effect, uint8_t seat)
{
	return effect->seat == seat;
}

static bool is_prisoner(const struct field *field, const struct effect *effect, unsigned piece)
{
	return field_is_same(field, piece, effect->piece);
}

static void owe_rest(const struct book *book, const struct field *field,
		     const struct effect *effect, struct text *out)
{
	char what[64], at[SQUARE_NAME_MAX];

	board_square_name(&book->variant->board, field->position.pieces[effect->piece].at, at);
	snprintf(what, sizeof what, "can't move the piece on %s", at);
	owe(book, effect, effect->seat, what, out);
}

const struct lasting lasting_dungeon = {
	.word = "dungeon",
	.due = true,
	.place = LASTING_ON_PIECE,
	.needs = LASTING_PIECE,
	.ends = LASTING_LOST | LASTING_MET,
	.begins = LASTING_SEATS_TURN,
	.holds = is_seats,
	.binds = is_prisoner,
	.sign = {9, '_', "in the dungeon"},
	.because_rank = 5,
	.because = "the piece is in the Dungeon and can't move in this turn",
	.owe = owe_rest,
};

/* ---- Panic ---- */

static void owe_haste(const struct book *book, const struct field *field,
		      const struct effect *effect, struct text *out)
{
	(void)field;
	owe(book, effect, effect->seat, "has less time for a turn", out);
}

/* The seat's next turn has the panic time. */
const struct lasting lasting_panic = {
	.word = "panic",
	.due = true,
	.ends = LASTING_MET,
	.begins = LASTING_SEATS_TURN,
	.owe = owe_haste,
};

/* ---- Riposte, Toll ---- */

/* R5: who has lost his next turn by a Riposte threatens nothing in it, but for the king alone of
 * whose turn that answered (S2). */
static bool spares(const struct field *field, const struct effect *effect, uint8_t king_of)
{
	return effect->other != NO_PIECE && field->position.pieces[effect->other].side == king_of;
}

static void owe_turn(const struct book *book, const struct field *field,
		     const struct effect *effect, struct text *out)
{
	(void)field;
	owe(book, effect, effect->seat, "loses a turn", out);
}

/* The seat loses its next turn; by a Riposte: in which the king `other` has nothing to fear. */
const struct lasting lasting_lost = {
	.word = "lost",
	.due = true,
	.ends = LASTING_MET,
	.begins = LASTING_SEATS_TURN,
	.spares = spares,
	.owe = owe_turn,
};

/* ---- Under Elf Hill ---- */

/* A king that came back in this turn stays where he came. */
static bool has_come(const struct effect *effect, uint8_t seat)
{
	(void)seat;
	return effect->begun;
}

static bool is_back(const struct field *field, const struct effect *effect, uint8_t seat)
{
	return effect->by == seat && field->position.pieces[effect->piece].fate == ON_BOARD;
}

static void owe_king(const struct book *book, const struct field *field,
		     const struct effect *effect, struct text *out)
{
	(void)field;
	owe(book, effect, effect->by, effect->begun ? "can't move the king" : "has the king back",
	    out);
}

/* `piece`, the king of `by`, is away. */
const struct lasting lasting_elf_hill = {
	.word = "elf-hill",
	.due = true,
	.needs = LASTING_PIECE,
	.ends = LASTING_MET,
	.begins = LASTING_BYS_TURN,
	.holds = has_come,
	.met = is_back,
	.away = "under Elf Hill",
	.because_rank = 6,
	.because = "the king has just come back and can't move in this turn",
	.owe = owe_king,
};

/* ---- Abduction ---- */

/* `piece` was taken from squares[0]; the seat must tell it. */
const struct lasting lasting_abducted = {
	.word = "abducted",
	.due = true,
	.place = LASTING_ON_SQUARE,
	.needs = LASTING_PIECE,
	.blinds = true,
};
