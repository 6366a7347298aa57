/* SPDX-License-Identifier: MIT */
/* Obligations and rights of a seat for a turn: Challenge, Dungeon, Panic, Riposte, Elf Hill,
 * Abduction. */
#include <stdlib.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/board/continuous_table.h"
#include "core/cards/board/continuous_turn.h"
#include "core/variant/variant_data.h"

/* Sets the seat that was named, or else the only opponent. Returns false with the reason if it
 * isn't one opponent. */
static bool find_opponent(const struct card_ruleset *book, const struct card_board *field,
			  struct effect *effect, struct reason *why)
{
	const char *card = book->set->cards[effect->card].name;
	uint8_t named = effect->seat;
	unsigned found = 0;

	for (uint8_t seat = 0; seat < variant_seats(book->variant); seat++)
		if (card_board_opposes(book, field, effect->by, seat) &&
		    (named == NO_SIDE || named == seat)) {
			effect->seat = seat;
			found++;
		}
	if (found == 0)
		reason_set(why, "Expected after %s: the name of a seat that plays against you.",
			   card);
	else if (found > 1)
		reason_set(why, "You have several opponents; write after %s which one you mean.",
			   card);
	return found == 1;
}

/* ---- Challenge ---- */

/* Reports whether the piece is of the kind named; a composite is of the kinds of both parts. */
static bool is_of_challenged_kind(const struct card_board *field, const struct effect *effect,
				  unsigned piece)
{
	return card_board_is_of_kind(field, piece, effect->type);
}

static bool is_of_other_kind(const struct card_board *field, const struct effect *effect,
			     unsigned piece)
{
	return !is_of_challenged_kind(field, effect, piece);
}

/* Reports whether a piece of the challenged kind could move at all, whether its king is safe or not
 * [challenge-bares-king]. */
static bool can_meet(const struct card_ruleset *book, const struct card_board *field,
		     const struct effect *challenge)
{
	const struct position *position = &field->position;
	struct move_list *moves = base_alloc(sizeof *moves);
	bool found = false;

	for (unsigned piece = 0; piece < position->piece_count && !found; piece++) {
		if (position->pieces[piece].fate != ON_BOARD ||
		    card_board_owner(field, piece) != challenge->seat ||
		    !is_of_challenged_kind(field, challenge, piece) ||
		    card_board_is_held(book, field, piece, challenge->seat))
			continue;
		card_movegen_of_piece(book, field, piece, challenge->seat, moves);
		found = moves->count > 0;
	}
	free(moves);
	return found;
}

static void end_unmeetable_challenges(const struct card_ruleset *book, struct card_board *field,
				      uint8_t seat, struct event_list *record)
{
	for (unsigned i = field->effect_count; i-- > 0;) {
		const struct effect *effect = &field->effects[i];

		if (effect->what == EFFECT_CHALLENGE && effect->seat == seat &&
		    !can_meet(book, field, effect))
			card_board_end_effect(book, field, effect->serial, record);
	}
}

/* Reports whether the seat would have a legal move with a piece of that kind if its turn began now.
 * Effects that bind the player in the present turn are then over. */
static bool could_move_kind(const struct card_ruleset *book, const struct card_board *now,
			    const struct effect *challenge)
{
	struct card_board field = *now;
	struct move_list *moves = base_alloc(sizeof *moves);
	bool found = false;

	continuous_turn_ends(book, &field, challenge->by, NULL);
	card_board_begin_turn(book, &field, challenge->seat, NULL);
	card_movegen_moves(book, &field, challenge->seat, true, moves);
	for (unsigned i = 0; i < moves->count && !found; i++) {
		unsigned piece = card_board_at(&field, moves->moves[i].from);

		found = is_of_challenged_kind(&field, challenge, piece) &&
			card_board_owner(&field, piece) == challenge->seat;
	}
	free(moves);
	return found;
}

static bool challenge_prepare(const struct card_ruleset *book, const struct card_board *field,
			      struct effect *effect, struct reason *why)
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
		   card_ruleset_kind_name(book, effect->type));
	return false;
}

const struct continuous continuous_challenge = {
	.word = "challenge",
	.targets = "k S?",
	.prepare = challenge_prepare,
	.due = true,
	.needs = CONTINUOUS_KIND,
	.ends = CONTINUOUS_MET,
	.begins = CONTINUOUS_SEATS_TURN,
	.binds = is_of_other_kind,
	.calls = is_of_challenged_kind,
	.turn_begins = end_unmeetable_challenges,
	.because_rank = 2,
	.because = "you are challenged: move a piece of the kind named, or PASS and lose the turn",
	.owed = "[seat] has to move a [kind], in [turn] turn",
};

/* ---- Dungeon ---- */

static bool is_bound_seat(const struct effect *effect, uint8_t seat)
{
	return effect->seat == seat;
}

static bool is_prisoner(const struct card_board *field, const struct effect *effect, unsigned piece)
{
	return card_board_is_same(field, piece, effect->piece);
}

static bool dungeon_prepare(const struct card_ruleset *book, const struct card_board *field,
			    struct effect *effect, struct reason *why)
{
	effect->seat = card_board_owner(field, effect->piece);
	return !card_board_is_kingly(book, field, effect->piece) ||
	       continuous_refuse(book, field, effect, why, "a king can't be put into a Dungeon.");
}

const struct continuous continuous_dungeon = {
	.word = "dungeon",
	.prepare = dungeon_prepare,
	.due = true,
	.place = CONTINUOUS_ON_PIECE,
	.ends = CONTINUOUS_LOST | CONTINUOUS_MET,
	.begins = CONTINUOUS_SEATS_TURN,
	.holds = is_bound_seat,
	.binds = is_prisoner,
	.sign = {9, '_', "in the dungeon", false},
	.because_rank = 5,
	.because = "the piece is in the Dungeon and can't move in this turn",
	.owed = "[seat] can't move the piece on [at], in [turn] turn",
};

/* ---- Panic ---- */

/* The seat has only the panic time for its next turn. */
const struct continuous continuous_panic = {
	.word = "panic",
	.targets = "S?",
	.attack_impact = ATTACK_IMPACT_NONE,
	.prepare = find_opponent,
	.due = true,
	.ends = CONTINUOUS_MET,
	.begins = CONTINUOUS_SEATS_TURN,
	.owed = "[seat] has less time for a turn, in [turn] turn",
};

/* ---- Riposte, Toll ---- */

/* Reports whether the seat spares that king. A seat that has lost its next turn by a Riposte
 * doesn't threaten the king of the seat whose turn it answered [riposte-spares-mover]. */
static bool lost_turn_spares_king(const struct card_board *field, const struct effect *effect,
				  uint8_t king_of)
{
	return effect->other != NO_PIECE && field->position.pieces[effect->other].side == king_of;
}

/* The seat loses its next turn. After a Riposte it doesn't threaten the king `other` in that
 * turn. */
const struct continuous continuous_lost = {
	.word = "lost",
	.due = true,
	.ends = CONTINUOUS_MET,
	.begins = CONTINUOUS_SEATS_TURN,
	.spares_king = lost_turn_spares_king,
	.owed = "[seat] loses a turn, in [turn] turn",
};

/* ---- Under Elf Hill ---- */

/* A king that came back in this turn can't move. */
static bool has_turn_begun(const struct effect *effect, uint8_t seat)
{
	(void)seat;
	return effect->begun;
}

static bool is_piece_back(const struct card_board *field, const struct effect *effect, uint8_t seat)
{
	return effect->by == seat && field->position.pieces[effect->piece].fate == ON_BOARD;
}

/* `piece`, the king of `by`, is away. */
const struct continuous continuous_elf_hill = {
	.word = "elf-hill",
	.due = true,
	.needs = CONTINUOUS_PIECE,
	.ends = CONTINUOUS_MET,
	.begins = CONTINUOUS_BYS_TURN,
	.holds = has_turn_begun,
	.ends_with_turn = is_piece_back,
	.asks = true,
	.away = "under Elf Hill",
	.because_rank = 6,
	.because = "the king has just come back and can't move in this turn",
	.owed = "[by] has the king back, in [turn] turn",
	.owed_now = "[by] can't move the king, in [turn] turn",
};

/* ---- Abduction ---- */

/* `piece` was taken from squares[0]; the seat must say from where. */
const struct continuous continuous_abducted = {
	.word = "abducted",
	.due = true,
	.place = CONTINUOUS_ON_SQUARE,
	.needs = CONTINUOUS_PIECE,
	.blinds = true,
};
