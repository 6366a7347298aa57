/* SPDX-License-Identifier: MIT */
/* Attack, check, and whether a move leaves the royal piece safe. */
#include <stdlib.h>
#include <string.h>

#include "core/cards/field/ways_inner.h"

/* Whether the seat may move the piece at all in its turn: a Challenge to another kind, or a
 * Dungeon, keeps it; magnets are field_is_held's. */
static bool is_bound_now(const struct book *book, const struct field *field, unsigned piece,
			 uint8_t seat)
{
	FIELD_EFFECTS (effect, field) {
		const struct lasting *row = lasting_of(book, effect);

		if (effect->seat == seat && row->binds != NULL && row->binds(field, effect, piece))
			return true;
	}
	return false;
}

/* Whether the seat threatens nothing of that one's [riposte-spares-mover]. */
static bool spares(const struct book *book, const struct field *field, uint8_t seat,
		   uint8_t king_of)
{
	FIELD_EFFECTS (effect, field) {
		const struct lasting *row = lasting_of(book, effect);

		if (row->spares != NULL && effect->seat == seat &&
		    row->spares(field, effect, king_of))
			return true;
	}
	return false;
}

/* The seat in whose turn a side's pieces go. */
static uint8_t mover_of(const struct sight *sight, unsigned side)
{
	return sight->book->variant->beaten == BEATEN_ROLE
		       ? (uint8_t)side
		       : sight->field->position.controller[side];
}

/* A side as the player sees it. */
static void place_side(struct sight *sight, unsigned side)
{
	const struct variant *variant = sight->book->variant;
	uint8_t controller = sight->field->position.controller[side], bit = (uint8_t)(1u << side);

	if (controller == NO_SIDE)
		return;
	if (controller == sight->player)
		sight->own |= bit;
	else if (variant->sides[controller].team == variant->sides[sight->player].team)
		sight->allies |= bit;
	else if (!spares(sight->book, sight->field, mover_of(sight, side), sight->seat)) {
		sight->foes |= bit;
		sight->rivals |= (uint16_t)(1u << mover_of(sight, side));
	}
}

void ways_look(struct sight *sight, const struct book *book, const struct field *field,
	       uint8_t seat)
{
	const struct position *position = &field->position;

	*sight = (struct sight){
		.book = book,
		.field = field,
		.at = position->piece_at,
		.seat = seat,
		.player = position->controller[seat],
		.royal = NO_PIECE,
	};
	FIELD_EFFECTS (effect, field)
		sight->bound |= lasting_of(book, effect)->due;
	if (sight->player == NO_SIDE)
		return;
	sight->played = sight->player != seat;
	for (unsigned side = 0; side < book->variant->side_count; side++)
		place_side(sight, side);
	sight->movers = sight->own;
	sight->guards = sight->foes;
	sight->royal = field_royal(field, sight->player);
	if (book->variant->beaten == BEATEN_ROLE) {
		/* [role-own-king] and [role-own-colours]: his king fears his other colours in all
		 * his turns, and his opponents only in its own. */
		uint8_t others = (uint8_t)(sight->own & ~(1u << sight->player));

		sight->movers = (uint8_t)(sight->own & 1u << seat);
		sight->guards = sight->played ? others : sight->foes | others;
	}
}

/* Whether any of the rivals may move the neutral piece, if his turn began now. */
static bool is_anybodys(const struct sight *sight, unsigned piece)
{
	for (uint8_t seat = 0; seat < sight->book->variant->side_count; seat++)
		if (sight->rivals >> seat & 1 &&
		    !is_bound_now(sight->book, sight->field, piece, seat))
			return true;
	return false;
}

/* Whether the piece is of those sides and nothing keeps it from capturing: one that can't gives no
 * check. */
static bool threatens(const struct sight *sight, unsigned piece, uint8_t sides)
{
	const struct field *field = sight->field;
	unsigned side = field->position.pieces[piece].side;
	uint16_t marks = field->marks[piece];

	if (marks & MARK_PACIFIST)
		return false;
	if (field->held >> field->position.pieces[piece].at & 1 &&
	    !field_is_kingly(sight->book, field, piece))
		return false;
	/* [neutral-checks-both] */
	if (marks & MARK_NEUTRAL)
		return !sight->bound || is_anybodys(sight, piece);
	if (!(sides >> side & 1))
		return false;
	return !sight->bound || !is_bound_now(sight->book, field, piece, mover_of(sight, side));
}

/* Whether the piece, so many steps away in direction d, goes as far as to where it is looked from.
 */
static bool goes_back(const struct sight *sight, unsigned piece, unsigned d, unsigned steps)
{
	struct reach reach = field_reach(sight->book, sight->field, piece);
	unsigned ways = reach.slide_capture;

	if (steps == 0)
		return reach.leap_capture;
	if (sight->field->marks[piece] & MARK_CURSED && steps > 2)
		ways = 0;
	if (steps == 1)
		ways |= reach.step_capture;
	return ways >> (d + 4) % DIRECTIONS & 1;
}

/* The piece there, or one that shares its square. */
static bool strikes(const struct sight *sight, unsigned piece, uint8_t sides, unsigned d,
		    unsigned steps)
{
	unsigned other;

	if (goes_back(sight, piece, d, steps) && threatens(sight, piece, sides))
		return true;
	if (!(sight->field->marks[piece] & MARK_SPLIT))
		return false;
	other = sight->field->partner[piece];
	return goes_back(sight, other, d, steps) && threatens(sight, other, sides);
}

/* Whether a piece of these sides, or a neutral one, could capture on the square. */
static bool is_in_reach(const struct sight *sight, square at, uint8_t sides)
{
	const struct field *field = sight->field;
	const struct board *board = &sight->book->variant->board;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		unsigned steps = 1, piece = NO_PIECE;
		square from = field_step(sight->book, field, at, d);

		while (from != NO_SQUARE && (piece = sight->at[from]) == NO_PIECE) {
			from = field_step(sight->book, field, from, d);
			steps++;
		}
		if (from != NO_SQUARE && strikes(sight, piece, sides, d, steps))
			return true;
	}
	for (unsigned i = 0; i < LEAPS && board->leap[at][i] != NO_SQUARE; i++) {
		unsigned piece = sight->at[board->leap[at][i]];

		if (piece != NO_PIECE && strikes(sight, piece, sides, 0, 0))
			return true;
	}
	return false;
}

/* Whether the royal piece could be taken by those sides. A Truce doesn't count [truce-and-check].
 */
static bool is_attacked(const struct sight *sight, uint8_t sides)
{
	return sight->royal != NO_PIECE && !(sight->field->marks[sight->royal] & MARK_SHIELDED) &&
	       is_in_reach(sight, sight->field->position.pieces[sight->royal].at, sides);
}

bool ways_in_check(const struct book *book, const struct field *field, uint8_t seat)
{
	struct sight sight;

	ways_look(&sight, book, field, seat);
	return !sight.played && is_attacked(&sight, sight.foes);
}

/* Whether one of the side's pieces attacks the royal one. */
static bool side_attacks(struct sight sight, unsigned side)
{
	struct field *alone = base_alloc(sizeof *alone);
	bool attacks;

	/* A neutral piece is its owner's, as far as there is one to name. */
	*alone = *sight.field;
	for (unsigned i = 0; i < alone->position.piece_count; i++)
		if (alone->marks[i] & MARK_NEUTRAL) {
			alone->marks[i] &= (uint16_t)~MARK_NEUTRAL;
			if (!(sight.foes >> alone->position.pieces[i].side & 1))
				alone->position.pieces[i].side = (uint8_t)side;
		}
	sight.field = alone;
	sight.at = alone->position.piece_at;
	attacks = is_attacked(&sight, (uint8_t)(1u << side));
	free(alone);
	return attacks;
}

uint16_t ways_checkers(const struct book *book, const struct field *field, uint8_t seat)
{
	unsigned checkers = 0;
	struct sight sight;

	ways_look(&sight, book, field, seat);
	for (unsigned side = 0; !sight.played && side < book->variant->side_count; side++)
		if (sight.foes >> side & 1 && side_attacks(sight, side))
			checkers |= 1u << field->position.controller[side];
	return (uint16_t)checkers;
}

/* Whether the move changes more than which piece stands where: what holds others, what a piece is.
 */
static bool is_deep(const struct sight *sight, const struct move *move)
{
	const struct field *field = sight->field;
	unsigned piece = field_at(field, move->from), victim = field_at(field, move->to);
	uint16_t marks = field->marks[piece];

	if (marks & (MARK_MAGNET | MARK_SPLIT | MARK_NEUTRAL) ||
	    (victim != NO_PIECE && field->marks[victim] & (MARK_MAGNET | MARK_SPLIT)))
		return true;
	if (move->other != NO_SQUARE && field->marks[field_at(field, move->other)] & MARK_MAGNET)
		return true;
	return move->promotion != NO_TYPE && (marks & MARK_ROYAL || sight->played);
}

/* Whether the move can't uncover anything: nothing that it takes off a square stood in a line with
 * the royal piece. */
static bool is_aside(const struct sight *sight, const struct move *move, square royal)
{
	const struct board *board = &sight->book->variant->board;
	int right = (int)board_file(board, move->from) - (int)board_file(board, royal);
	int up = (int)board_rank(board, move->from) - (int)board_rank(board, royal);

	return move->kind != MOVE_EN_PASSANT && right != 0 && up != 0 && right != up &&
	       right != -up;
}

static bool safe_in_depth(const struct sight *sight, const struct move *move)
{
	struct field *next = base_alloc(sizeof *next);
	struct sight then;
	bool safe;

	*next = *sight->field;
	ways_make(sight->book, next, move, NULL);
	ways_look(&then, sight->book, next, sight->seat);
	safe = !is_attacked(&then, then.guards);
	if (safe && ways_mover(sight->field, move) == sight->royal)
		safe = !is_attacked(&then, next->position.dead);
	free(next);
	return safe;
}

/* Makes the move on a table of what stands where, and tells where the royal piece is then. */
static square try_move(const struct sight *sight, const struct move *move, uint8_t at[CARD_SQUARES])
{
	unsigned piece = at[move->from];
	square royal = sight->field->position.pieces[sight->royal].at;

	at[move->from] = NO_PIECE;
	if (move->kind == MOVE_EN_PASSANT) {
		at[move->other] = NO_PIECE;
	} else if (move->kind == MOVE_CASTLE) {
		unsigned rook = at[move->other];

		at[move->other] = NO_PIECE;
		at[move->rook_to] = (uint8_t)rook;
	}
	at[move->to] = (uint8_t)piece;
	return piece == sight->royal ? move->to : royal;
}

void ways_look_out(struct sight *sight)
{
	sight->checked = is_attacked(sight, sight->guards);
}

bool ways_safe_after(const struct sight *sight, const struct move *move)
{
	const struct field *field = sight->field;
	uint8_t at[CARD_SQUARES];
	struct sight then;
	square royal;

	if (sight->royal == NO_PIECE)
		return true;
	if (is_deep(sight, move))
		return safe_in_depth(sight, move);
	if (field->marks[sight->royal] & MARK_SHIELDED)
		return true;
	royal = field->position.pieces[sight->royal].at;
	/* In a played turn the piece that moves may attack him itself. */
	if (!sight->checked && !sight->played && move->from != royal &&
	    is_aside(sight, move, royal))
		return true;
	memcpy(at, field->position.piece_at, sizeof at);
	royal = try_move(sight, move, at);
	then = *sight;
	then.at = at;
	if (is_in_reach(&then, royal, sight->guards))
		return false;
	/* [dead-still-guard]: only a king that moves minds the dead. */
	return royal == field->position.pieces[sight->royal].at || field->position.dead == 0 ||
	       !is_in_reach(&then, royal, field->position.dead);
}
