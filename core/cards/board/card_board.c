/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/cards/board/card_board.h"
#include "core/util/strbuf.h"

void card_board_init(const struct card_ruleset *book, const struct position *position,
		     struct card_board *field)
{
	memset(field, 0, sizeof *field);
	field->position = *position;
	memset(field->partner, NO_PIECE, sizeof field->partner);
	for (unsigned i = 0; i < MAX_SIDES; i++)
		field->last[i].piece = NO_PIECE;
	field->last_card = NO_CARD;
	field->last_card_by = NO_SIDE;
	card_board_refresh(book, field);
}

unsigned card_board_kind(const struct card_board *field, unsigned piece)
{
	if (field->marks[piece] & MARK_CRAB)
		return KIND_CRAB;
	if (field->marks[piece] & MARK_PRINCE)
		return KIND_PRINCE;
	return field->position.pieces[piece].type;
}

/* Returns the kinds that a single piece, not a composite, counts as. */
static uint32_t kinds_of_single_piece(const struct card_ruleset *book,
				      const struct card_board *field, unsigned piece)
{
	const struct variant *variant = book->variant;
	uint8_t type = field->position.pieces[piece].type;
	uint32_t kinds = 1u << type | 1u << card_board_kind(field, piece);

	if (field->marks[piece] & MARK_ROYAL)
		kinds |= 1u << variant->royal;
	/* [queen-for-bishop] */
	if (book->bishopless && book->bishops == BISHOPS_QUEEN &&
	    variant_type_letter(variant, type) == 'Q')
		kinds |= 1u << variant_type_of_letter(variant, 'B');
	return kinds;
}

bool card_board_is(const struct card_ruleset *book, const struct card_board *field, unsigned piece,
		   uint32_t kinds)
{
	uint32_t own = kinds_of_single_piece(book, field, piece);

	if (field->marks[piece] & MARK_COMPOSITE)
		own |= kinds_of_single_piece(book, field, field->partner[piece]);
	return own & kinds;
}

unsigned card_board_at(const struct card_board *field, square at)
{
	return field->position.piece_at[at];
}

bool card_board_is_of_kind(const struct card_board *field, unsigned piece, unsigned kind)
{
	return card_board_kind(field, piece) == kind ||
	       (field->marks[piece] & MARK_COMPOSITE &&
		card_board_kind(field, field->partner[piece]) == kind);
}

unsigned card_board_behind(const struct card_board *field, square at)
{
	unsigned front = card_board_at(field, at);
	unsigned other = front == NO_PIECE ? NO_PIECE : field->partner[front];

	return other != NO_PIECE && field->position.pieces[other].fate == SHARING ? other
										  : NO_PIECE;
}

bool card_board_is_same(const struct card_board *field, unsigned piece, unsigned other)
{
	return piece == other || (other != NO_PIECE && field->marks[piece] & MARK_COMPOSITE &&
				  field->partner[piece] == other);
}

uint8_t card_board_owner(const struct card_board *field, unsigned piece)
{
	return field->position.controller[field->position.pieces[piece].side];
}

bool card_board_opposes(const struct card_ruleset *book, const struct card_board *field, uint8_t a,
			uint8_t b)
{
	uint16_t both = (uint16_t)(1u << a | 1u << b);

	return (field->position.in_play & both) == both &&
	       book->variant->sides[a].team != book->variant->sides[b].team;
}

bool card_board_is_own(const struct card_board *field, unsigned piece, uint8_t seat)
{
	return card_board_owner(field, piece) == seat || field->marks[piece] & MARK_NEUTRAL;
}

bool card_board_is_enemy(const struct card_ruleset *book, const struct card_board *field,
			 unsigned piece, uint8_t seat)
{
	uint8_t owner = card_board_owner(field, piece);

	return field->marks[piece] & MARK_NEUTRAL ||
	       (owner != NO_SIDE && card_board_opposes(book, field, owner, seat));
}

unsigned card_board_royal(const struct card_board *field, uint8_t seat)
{
	return field->position.king[seat];
}

bool card_board_is_kingly(const struct card_ruleset *book, const struct card_board *field,
			  unsigned piece)
{
	return field->position.pieces[piece].type == book->variant->royal ||
	       field->marks[piece] & MARK_ROYAL;
}

const struct effect *card_board_effect(const struct card_board *field, enum effect_kind what)
{
	CARD_BOARD_EFFECTS(effect, field)
	if (effect->what == what && !effect->suspended)
		return effect;
	return NULL;
}

const struct effect *card_board_effect_on(const struct card_board *field, enum effect_kind what,
					  uint8_t seat)
{
	CARD_BOARD_EFFECTS(effect, field)
	if (effect->what == what && effect->seat == seat && !effect->suspended)
		return effect;
	return NULL;
}

const struct effect *card_board_challenge(const struct card_ruleset *book,
					  const struct card_board *field, uint8_t seat)
{
	CARD_BOARD_EFFECTS(effect, field)
	if (continuous_of(book, effect)->calls != NULL && effect->seat == seat)
		return effect;
	return NULL;
}

const struct effect *card_board_asking(const struct card_ruleset *book,
				       const struct card_board *field, uint8_t seat, bool due)
{
	CARD_BOARD_EFFECTS(effect, field)
	if (continuous_of(book, effect)->asks && continuous_of(book, effect)->due == due &&
	    (due ? effect->by : effect->seat) == seat)
		return effect;
	return NULL;
}

unsigned card_board_rank(const struct card_ruleset *book, const struct card_board *field,
			 uint8_t side, square at)
{
	const struct board *board = &book->variant->board;
	unsigned rank = board_rank(board, book->turned[field->quarter][at]);

	return book->forward[0][side] & 1u << N ? rank : board->height - 1u - rank;
}

bool card_board_in_territory(const struct card_ruleset *book, const struct card_board *field,
			     uint8_t side, square at)
{
	return book->variant->sides[side].territory[book->turned[field->quarter][at]];
}

bool card_board_starts(const struct card_ruleset *book, const struct card_board *field,
		       uint8_t side, unsigned type, square at)
{
	return book->variant->sides[side].starts[book->turned[field->quarter][at]] == type;
}

bool card_board_promotes(const struct card_ruleset *book, const struct card_board *field,
			 uint8_t side, square at)
{
	return book->promotes[field->quarter][side] >> at & 1;
}

bool card_board_steps_twice(const struct card_ruleset *book, const struct card_board *field,
			    uint8_t side, square at)
{
	return book->twice[field->quarter][side] >> at & 1;
}

uint8_t card_board_forward(const struct card_ruleset *book, const struct card_board *field,
			   uint8_t side)
{
	return book->forward[field->quarter][side];
}

struct reach card_board_reach(const struct card_ruleset *book, const struct card_board *field,
			      unsigned piece)
{
	const struct reach(*reaches)[CARD_KINDS] = book->reach[field->quarter];
	const struct piece *pieces = field->position.pieces;
	struct reach reach = reaches[pieces[piece].side][card_board_kind(field, piece)];

	if (!(field->marks[piece] & MARKS_CHANGING))
		return reach;
	CARD_BOARD_EFFECTS(effect, field)
	{
		const struct continuous *row = continuous_of(book, effect);

		if (row->change != NULL && !effect->suspended &&
		    (card_board_is_same(field, piece, effect->piece)))
			row->change(book, field, effect, piece, &reach);
	}
	return reach;
}

square card_board_step(const struct card_ruleset *book, const struct card_board *field, square from,
		       enum direction direction)
{
	square to = book->variant->board.step[from][direction];

	if (to == NO_SQUARE || field->walls[from] >> direction & 1 || field->closed >> to & 1)
		return NO_SQUARE;
	return to;
}

bool card_board_is_held(const struct card_ruleset *book, const struct card_board *field,
			unsigned piece, uint8_t seat)
{
	if (field->held >> field->position.pieces[piece].at & 1 &&
	    !card_board_is_kingly(book, field, piece))
		return true;
	CARD_BOARD_EFFECTS(effect, field)
	{
		const struct continuous *row = continuous_of(book, effect);

		if (row->holds != NULL && card_board_is_same(field, piece, effect->piece) &&
		    row->holds(effect, seat))
			return true;
	}
	return false;
}

bool card_board_is_free(const struct card_ruleset *book, const struct card_board *field, square at)
{
	return at < book->variant->board.squares && !book->variant->board.hole[at] &&
	       card_board_at(field, at) == NO_PIECE && !(field->closed >> at & 1);
}

bool card_board_may_be_taken(const struct card_ruleset *book, const struct card_board *field,
			     unsigned piece)
{
	const struct piece *man = &field->position.pieces[piece];

	if (field->truce || field->marks[piece] & (MARK_PACIFIST | MARK_ROYAL) ||
	    field->position.obstacles >> man->side & 1)
		return false;
	if (man->type == book->variant->royal && !(field->marks[piece] & MARK_PRINCE))
		return false;
	/* In the turn in which it was put up, a shield has no effect yet
	 * [shield-until-own-turn]. */
	for (unsigned i = 0; field->marks[piece] & MARK_SHIELDED && i < field->effect_count; i++) {
		const struct effect *shield = &field->effects[i];

		if (continuous_of(book, shield)->mark & MARK_SHIELDED && !shield->suspended &&
		    card_board_is_same(field, piece, shield->piece))
			return !shield->begun;
	}
	return true;
}

/* Adds the piece's letter, and what it has become. */
static void add_name(const struct card_ruleset *book, const struct card_board *field,
		     unsigned piece, struct strbuf *out)
{
	unsigned kind = card_board_kind(field, piece);

	strbuf_add_char(out,
			variant_type_letter(book->variant, field->position.pieces[piece].type));
	if (kind >= KIND_CRAB)
		strbuf_addf(out, ":%s", card_ruleset_kind_name(book, kind));
	else if (field->marks[piece] & MARK_ROYAL)
		strbuf_add(out, ":royal");
}

void card_board_piece_name(const struct card_ruleset *book, const struct card_board *field,
			   unsigned piece, struct strbuf *out)
{
	const struct piece *pieces = field->position.pieces;
	unsigned other = field->partner[piece], first = piece, second = other;

	if (!(field->marks[piece] & MARK_COMPOSITE)) {
		add_name(book, field, piece, out);
		return;
	}
	/* The letters are in the order K Q R B N P, also for a crab [trial-names]. */
	if (pieces[other].type < pieces[piece].type) {
		first = other;
		second = piece;
	}
	strbuf_addf(out, "%c+%c", variant_type_letter(book->variant, pieces[first].type),
		    variant_type_letter(book->variant, pieces[second].type));
}
