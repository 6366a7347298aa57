/* SPDX-License-Identifier: MIT */
/* What a seat owes or is owed for a turn: Challenge, Dungeon, Panic, Riposte, Elf Hill, Abduction.
 */
#include <stdlib.h>

#include "core/cards/lasting/lasting_rows.h"
#include "core/cards/lasting/lasting_turn.h"
#include "core/cards/field/ways.h"
#include "core/variant/variant_data.h"

/* The seat named, or the only opponent there is. */
static bool find_opponent(const struct book *book, const struct field *field, struct effect *effect,
			  struct reason *why)
{
	const char *card = book->set->cards[effect->card].name;
	uint8_t named = effect->seat;
	unsigned found = 0;

	for (uint8_t seat = 0; seat < variant_seats(book->variant); seat++)
		if (field_opposes(book, field, effect->by, seat) &&
		    (named == NO_SIDE || named == seat)) {
			effect->seat = seat;
			found++;
		}
	if (found == 0)
		reason_set(why, "Expected behind %s: the name of a seat that plays against you.",
			   card);
	else if (found > 1)
		reason_set(why, "You have several opponents; write behind %s which one you mean.",
			   card);
	return found == 1;
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

/* Whether any piece of the kind challenged could move at all, its king safe or not
 * [challenge-bares-king]. */
static bool can_meet(const struct book *book, const struct field *field,
		     const struct effect *challenge)
{
	const struct position *position = &field->position;
	struct move_list *moves = base_alloc(sizeof *moves);
	bool found = false;

	for (unsigned piece = 0; piece < position->piece_count && !found; piece++) {
		if (position->pieces[piece].fate != ON_BOARD ||
		    field_owner(field, piece) != challenge->seat ||
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

/* Whether the seat owns a piece of that kind with a legal move, if its turn began now: what binds
 * the player in the turn at hand is over then. */
static bool could_move_kind(const struct book *book, const struct field *now,
			    const struct effect *challenge)
{
	struct field field = *now;
	struct move_list *moves = base_alloc(sizeof *moves);
	bool found = false;

	lasting_turn_ends(book, &field, challenge->by, NULL);
	field_begin_turn(book, &field, challenge->seat, NULL);
	ways_moves(book, &field, challenge->seat, true, moves);
	for (unsigned i = 0; i < moves->count && !found; i++) {
		unsigned piece = field_at(&field, moves->moves[i].from);

		found = is_named(&field, challenge, piece) &&
			field_owner(&field, piece) == challenge->seat;
	}
	free(moves);
	return found;
}

static bool lay_challenge(const struct book *book, const struct field *field, struct effect *effect,
			  struct reason *why)
{
	if (effect->type == CARD_KING || effect->type == CARD_QUEEN) {
		reason_set(why, "A Challenge names a rook, bishop, knight, pawn, crab or prince.");
		return false;
	}
	if (!find_opponent(book, field, effect, why))
		return false;
	if (could_move_kind(book, field, effect))
		return true;
	reason_set(why, "%s has no piece of that kind (%s) that could move now.",
		   variant_seat_title(book->variant, effect->seat),
		   book_kind_name(book, effect->type));
	return false;
}

const struct lasting lasting_challenge = {
	.word = "challenge",
	.targets = "k S?",
	.lay = lay_challenge,
	.due = true,
	.needs = LASTING_KIND,
	.ends = LASTING_MET,
	.begins = LASTING_SEATS_TURN,
	.binds = is_another,
	.calls = is_named,
	.turn_begins = drop_vain,
	.because_rank = 2,
	.because = "you are challenged: move a piece of the kind named, or PASS and lose the turn",
	.owed = "[seat] has to move a [kind], in [turn] turn",
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

static bool lay_dungeon(const struct book *book, const struct field *field, struct effect *effect,
			struct reason *why)
{
	effect->seat = field_owner(field, effect->piece);
	return !field_is_kingly(book, field, effect->piece) ||
	       lasting_refuse(book, field, effect, why, "a king can't be put into a Dungeon.");
}

const struct lasting lasting_dungeon = {
	.word = "dungeon",
	.lay = lay_dungeon,
	.due = true,
	.place = LASTING_ON_PIECE,
	.ends = LASTING_LOST | LASTING_MET,
	.begins = LASTING_SEATS_TURN,
	.holds = is_seats,
	.binds = is_prisoner,
	.sign = {9, '_', "in the dungeon", false},
	.because_rank = 5,
	.because = "the piece is in the Dungeon and can't move in this turn",
	.owed = "[seat] can't move the piece on [at], in [turn] turn",
};

/* ---- Panic ---- */

/* The seat's next turn has the panic time. */
const struct lasting lasting_panic = {
	.word = "panic",
	.targets = "S?",
	.lays = LAYS_INERT,
	.lay = find_opponent,
	.due = true,
	.ends = LASTING_MET,
	.begins = LASTING_SEATS_TURN,
	.owed = "[seat] has less time for a turn, in [turn] turn",
};

/* ---- Riposte, Toll ---- */

/* [riposte-spares-mover]: who has lost his next turn by a Riposte threatens nothing in it, but for
 * the king alone of whose turn that answered. */
static bool spares(const struct field *field, const struct effect *effect, uint8_t king_of)
{
	return effect->other != NO_PIECE && field->position.pieces[effect->other].side == king_of;
}

/* The seat loses its next turn; by a Riposte: in which the king `other` has nothing to fear. */
const struct lasting lasting_lost = {
	.word = "lost",
	.due = true,
	.ends = LASTING_MET,
	.begins = LASTING_SEATS_TURN,
	.spares = spares,
	.owed = "[seat] loses a turn, in [turn] turn",
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

/* `piece`, the king of `by`, is away. */
const struct lasting lasting_elf_hill = {
	.word = "elf-hill",
	.due = true,
	.needs = LASTING_PIECE,
	.ends = LASTING_MET,
	.begins = LASTING_BYS_TURN,
	.holds = has_come,
	.met = is_back,
	.asks = true,
	.away = "under Elf Hill",
	.because_rank = 6,
	.because = "the king has just come back and can't move in this turn",
	.owed = "[by] has the king back, in [turn] turn",
	.owed_now = "[by] can't move the king, in [turn] turn",
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
