/* SPDX-License-Identifier: MIT */
/* Lists the moves of a seat, and makes a move. */
#include <stdlib.h>
#include <string.h>

#include "core/cards/board/card_movegen_internal.h"
#include "core/position/move_pawn_truce.h"

/* Attack, check, and whether a move leaves the royal piece safe. */

/* Reports whether a Challenge to another kind, or a Dungeon, keeps the seat from moving the piece
 * in its turn. For magnets see card_board_is_held. */
static bool is_bound_now(const struct card_ruleset *book, const struct card_board *field,
			 unsigned piece, uint8_t seat)
{
	CARD_BOARD_EFFECTS(effect, field)
	{
		const struct continuous *row = continuous_of(book, effect);

		if (effect->seat == seat && row->binds != NULL && row->binds(field, effect, piece))
			return true;
	}
	return false;
}

/* Reports whether the seat doesn't threaten the king of `king_of` [riposte-spares-mover]. */
static bool seat_spares_king(const struct card_ruleset *book, const struct card_board *field,
			     uint8_t seat, uint8_t king_of)
{
	CARD_BOARD_EFFECTS(effect, field)
	{
		const struct continuous *row = continuous_of(book, effect);

		if (row->spares_king != NULL && effect->seat == seat &&
		    row->spares_king(field, effect, king_of))
			return true;
	}
	return false;
}

/* Returns the seat in whose turn a side's pieces move. */
static uint8_t seat_moving_side(const struct sight *sight, unsigned side)
{
	return sight->book->variant->beaten == BEATEN_ROLE
		       ? (uint8_t)side
		       : sight->field->position.controller[side];
}

/* Sorts a side into own, allies or foes, as the player sees it. */
static void classify_side(struct sight *sight, unsigned side)
{
	const struct variant *variant = sight->book->variant;
	uint8_t controller = sight->field->position.controller[side], bit = (uint8_t)(1u << side);

	if (controller == NO_SIDE)
		return;
	if (controller == sight->player)
		sight->own |= bit;
	else if (variant->sides[controller].team == variant->sides[sight->player].team)
		sight->allies |= bit;
	else if (!seat_spares_king(sight->book, sight->field, seat_moving_side(sight, side),
				   sight->seat)) {
		sight->foes |= bit;
		sight->rivals |= (uint16_t)(1u << seat_moving_side(sight, side));
	}
}

void card_movegen_init_sight(struct sight *sight, const struct card_ruleset *book,
			     const struct card_board *field, uint8_t seat)
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
	CARD_BOARD_EFFECTS(effect, field)
	sight->bound |= continuous_of(book, effect)->due;
	if (sight->player == NO_SIDE)
		return;
	sight->played = sight->player != seat;
	for (unsigned side = 0; side < book->variant->side_count; side++)
		classify_side(sight, side);
	sight->movers = sight->own;
	sight->guards = sight->foes;
	sight->royal = card_board_royal(field, sight->player);
	if (book->variant->beaten == BEATEN_ROLE) {
		/* A player's king must be safe from the player's other colours in all turns of the
		 * player, and from opponents only in its own turns [role-own-king]
		 * [role-own-colours]. */
		uint8_t others = (uint8_t)(sight->own & ~(1u << sight->player));

		sight->movers = (uint8_t)(sight->own & 1u << seat);
		sight->guards = sight->played ? others : sight->foes | others;
	}
}

/* Reports whether any of the rivals could move the neutral piece if that seat's turn began now. */
static bool can_any_rival_move(const struct sight *sight, unsigned piece)
{
	for (uint8_t seat = 0; seat < sight->book->variant->side_count; seat++)
		if (sight->rivals >> seat & 1 &&
		    !is_bound_now(sight->book, sight->field, piece, seat))
			return true;
	return false;
}

/* Reports whether the piece is of one of those sides, and nothing keeps it from capturing. A piece
 * that can't capture gives no check. */
static bool can_attack(const struct sight *sight, unsigned piece, uint8_t sides)
{
	const struct card_board *field = sight->field;
	unsigned side = field->position.pieces[piece].side;
	uint16_t marks = field->marks[piece];

	if (marks & MARK_PACIFIST)
		return false;
	if (field->held >> field->position.pieces[piece].at & 1 &&
	    !card_board_is_kingly(sight->book, field, piece))
		return false;
	/* [neutral-checks-both] */
	if (marks & MARK_NEUTRAL)
		return !sight->bound || can_any_rival_move(sight, piece);
	if (!(sides >> side & 1))
		return false;
	return !sight->bound ||
	       !is_bound_now(sight->book, field, piece, seat_moving_side(sight, side));
}

/* Reports whether the piece, `steps` steps away in direction d, reaches the tested square; 0 steps
 * means a leap. */
static bool reaches_tested_square(const struct sight *sight, unsigned piece, unsigned d,
				  unsigned steps)
{
	struct reach reach = card_board_reach(sight->book, sight->field, piece);
	unsigned ways = reach.slide_capture;

	if (steps == 0)
		return reach.leap_capture;
	if (sight->field->marks[piece] & MARK_CURSED && steps > 2)
		ways = 0;
	if (steps == 1)
		ways |= reach.step_capture;
	return ways >> (d + 4) % DIRECTIONS & 1;
}

/* Reports whether the piece, or one that shares its square, attacks the tested square. */
static bool piece_or_partner_attacks(const struct sight *sight, unsigned piece, uint8_t sides,
				     unsigned d, unsigned steps)
{
	unsigned other;

	if (reaches_tested_square(sight, piece, d, steps) && can_attack(sight, piece, sides))
		return true;
	if (!(sight->field->marks[piece] & MARK_SPLIT))
		return false;
	other = sight->field->partner[piece];
	return reaches_tested_square(sight, other, d, steps) && can_attack(sight, other, sides);
}

/* Reports whether a piece of these sides, or a neutral one, could capture on the square. */
static bool can_be_captured_on(const struct sight *sight, square at, uint8_t sides)
{
	const struct card_board *field = sight->field;
	const struct board *board = &sight->book->variant->board;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		unsigned steps = 1, piece = NO_PIECE;
		square from = card_board_step(sight->book, field, at, d);

		while (from != NO_SQUARE && (piece = sight->at[from]) == NO_PIECE) {
			from = card_board_step(sight->book, field, from, d);
			steps++;
		}
		if (from != NO_SQUARE && piece_or_partner_attacks(sight, piece, sides, d, steps))
			return true;
	}
	for (unsigned i = 0; i < LEAPS && board->leap[at][i] != NO_SQUARE; i++) {
		unsigned piece = sight->at[board->leap[at][i]];

		if (piece != NO_PIECE && piece_or_partner_attacks(sight, piece, sides, 0, 0))
			return true;
	}
	return false;
}

/* Reports whether the royal piece could be captured by those sides. A Truce doesn't count
   [truce-and-check]. */
static bool is_attacked(const struct sight *sight, uint8_t sides)
{
	return sight->royal != NO_PIECE && !(sight->field->marks[sight->royal] & MARK_SHIELDED) &&
	       can_be_captured_on(sight, sight->field->position.pieces[sight->royal].at, sides);
}

bool card_movegen_in_check(const struct card_ruleset *book, const struct card_board *field,
			   uint8_t seat)
{
	struct sight sight;

	card_movegen_init_sight(&sight, book, field, seat);
	return !sight.played && is_attacked(&sight, sight.foes);
}

/* Reports whether one of the side's pieces attacks the royal piece. */
static bool side_attacks(struct sight sight, unsigned side)
{
	struct card_board *alone = base_alloc(sizeof *alone);
	bool attacks;

	/* A neutral piece counts for its owner if the owner is a foe, else for this side. */
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

uint16_t card_movegen_checkers(const struct card_ruleset *book, const struct card_board *field,
			       uint8_t seat)
{
	unsigned checkers = 0;
	struct sight sight;

	card_movegen_init_sight(&sight, book, field, seat);
	for (unsigned side = 0; !sight.played && side < book->variant->side_count; side++)
		if (sight.foes >> side & 1 && side_attacks(sight, side))
			checkers |= 1u << field->position.controller[side];
	return (uint16_t)checkers;
}

/* Reports whether the move changes more than the squares of pieces: effects that hold others, or
 * the kind of a piece. */
static bool changes_more_than_squares(const struct sight *sight, const struct move *move)
{
	const struct card_board *field = sight->field;
	unsigned piece = card_board_at(field, move->from), victim = card_board_at(field, move->to);
	uint16_t marks = field->marks[piece];

	if (marks & (MARK_MAGNET | MARK_SPLIT | MARK_NEUTRAL) ||
	    (victim != NO_PIECE && field->marks[victim] & (MARK_MAGNET | MARK_SPLIT)))
		return true;
	if (move->other != NO_SQUARE &&
	    field->marks[card_board_at(field, move->other)] & MARK_MAGNET)
		return true;
	return move->promotion != NO_TYPE && (marks & MARK_ROYAL || sight->played);
}

/* Reports whether the move can't uncover an attack: the piece that leaves its square wasn't in line
 * with the royal piece. */
static bool cannot_uncover_attack(const struct sight *sight, const struct move *move, square royal)
{
	const struct board *board = &sight->book->variant->board;
	int right = (int)board_file(board, move->from) - (int)board_file(board, royal);
	int up = (int)board_rank(board, move->from) - (int)board_rank(board, royal);

	return move->kind != MOVE_EN_PASSANT && right != 0 && up != 0 && right != up &&
	       right != -up;
}

static bool is_safe_on_full_board(const struct sight *sight, const struct move *move)
{
	struct card_board *next = base_alloc(sizeof *next);
	struct sight then;
	bool safe;

	*next = *sight->field;
	card_movegen_make(sight->book, next, move, NULL);
	card_movegen_init_sight(&then, sight->book, next, sight->seat);
	safe = !is_attacked(&then, then.guards);
	if (safe && card_movegen_mover(sight->field, move) == sight->royal)
		safe = !is_attacked(&then, next->position.dead);
	free(next);
	return safe;
}

/* Makes the move on a table of the pieces on squares. Returns the royal piece's square after it. */
static square make_move_on_squares(const struct sight *sight, const struct move *move,
				   uint8_t at[CARD_SQUARES])
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

/* Finds out whether the royal piece is attacked. To be called before card_movegen_safe_after. */
static void card_movegen_find_check(struct sight *sight)
{
	sight->checked = is_attacked(sight, sight->guards);
}

/* Reports whether the player's royal piece is safe once the move is made. */
static bool card_movegen_safe_after(const struct sight *sight, const struct move *move)
{
	const struct card_board *field = sight->field;
	uint8_t at[CARD_SQUARES];
	struct sight then;
	square royal;

	if (sight->royal == NO_PIECE)
		return true;
	if (changes_more_than_squares(sight, move))
		return is_safe_on_full_board(sight, move);
	if (field->marks[sight->royal] & MARK_SHIELDED)
		return true;
	royal = field->position.pieces[sight->royal].at;
	/* In a played turn, the piece that moves may itself attack the king. */
	if (!sight->checked && !sight->played && move->from != royal &&
	    cannot_uncover_attack(sight, move, royal))
		return true;
	memcpy(at, field->position.piece_at, sizeof at);
	royal = make_move_on_squares(sight, move, at);
	then = *sight;
	then.at = at;
	if (can_be_captured_on(&then, royal, sight->guards))
		return false;
	/* Only a king that moves is threatened by dead pieces [dead-still-guard]. */
	return royal == field->position.pieces[sight->royal].at || field->position.dead == 0 ||
	       !can_be_captured_on(&then, royal, field->position.dead);
}

/* Reports whether the piece may move at all in this turn, apart from a Challenge. */
static bool may_go(const struct sight *sight, unsigned piece)
{
	const struct card_board *field = sight->field;
	const struct piece *man = &field->position.pieces[piece];

	if (man->fate != ON_BOARD && man->fate != SHARING)
		return false;
	if (!(sight->movers >> man->side & 1) && !(field->marks[piece] & MARK_NEUTRAL))
		return false;
	return !card_board_is_held(sight->book, field, piece, sight->seat);
}

/* Marks moves of two pieces on one square. A move text means the greater piece, if it can go
 * there. */
static void mark_shared_square_moves(const struct sight *sight, unsigned piece, unsigned first,
				     struct move_list *list)
{
	const struct card_board *field = sight->field;
	const struct piece *pieces = field->position.pieces;
	unsigned kept = first;

	if (pieces[piece].fate != SHARING)
		return;
	for (unsigned i = first; i < list->count; i++) {
		struct move move = list->moves[i];
		bool both = false;

		for (unsigned j = 0; j < first; j++)
			both |= list->moves[j].from == move.from && list->moves[j].to == move.to &&
				list->moves[j].promotion == move.promotion;
		if (both && pieces[piece].type == pieces[card_board_at(field, move.from)].type)
			continue;
		if (both)
			move.marked = true;
		list->moves[kept++] = move;
	}
	list->count = kept;
}

/* Lists all moves of the seat's pieces, without regard to the king's safety and to duties. */
static void list_all_moves(const struct sight *sight, struct move_list *list)
{
	const struct position *position = &sight->field->position;

	list->count = 0;
	if (sight->player == NO_SIDE)
		return;
	/* Pieces in front come first. */
	for (unsigned pass = 0; pass < 2; pass++) {
		for (unsigned i = 0; i < position->piece_count; i++) {
			unsigned first = list->count;

			if ((position->pieces[i].fate == SHARING) != (pass == 1) ||
			    !may_go(sight, i))
				continue;
			card_movegen_add_moves(sight, i, list);
			mark_shared_square_moves(sight, i, first, list);
		}
	}
	card_movegen_castle(sight, list);
}

/* Reports whether the moving piece is of the kind of every Challenge to the seat. Castling is a
 * move of the king. */
static bool meets_challenges(const struct sight *sight, const struct move *move)
{
	const struct card_board *field = sight->field;

	CARD_BOARD_EFFECTS(effect, field)
	{
		const struct continuous *row = continuous_of(sight->book, effect);

		if (row->calls != NULL && effect->seat == sight->seat &&
		    !row->calls(field, effect, card_movegen_mover(field, move)))
			return false;
	}
	return true;
}

/* Returns the piece that a move captures, or NO_PIECE. */
static unsigned captured_by_move(const struct card_board *field, const struct move *move)
{
	if (move->kind == MOVE_CASTLE)
		return NO_PIECE;
	return card_board_at(field, move->kind == MOVE_EN_PASSANT ? move->other : move->to);
}

/* Reports whether the capture is one that a Vendetta asks for [vendetta-and-neutrals]. */
static bool is_vendetta_capture(const struct sight *sight, const struct move *move)
{
	const struct card_board *field = sight->field;
	unsigned victim = captured_by_move(field, move);

	return victim != NO_PIECE && (field->marks[victim] & MARK_NEUTRAL ||
				      !(sight->own >> field->position.pieces[victim].side & 1));
}

/* The duties of a seat in this turn. */
struct duty {
	bool challenged; /* a piece of the kind named can move: one must [challenge-bares-king] */
	bool vengeful;	 /* Vendetta: the seat can capture, and must [challenge-under-vendetta] */
	bool both;	 /* it can capture with a piece of the kind named */
};

static bool has_challenge(const struct sight *sight)
{
	return sight->bound && card_board_challenge(sight->book, sight->field, sight->seat) != NULL;
}

static struct duty find_duty(const struct sight *sight, const struct move_list *list)
{
	bool vendetta = sight->field->vendetta && !sight->field->truce;
	bool challenge = has_challenge(sight);
	struct duty duty = {false, false, false};

	for (unsigned i = 0; (vendetta || challenge) && i < list->count; i++) {
		const struct move *move = &list->moves[i];
		bool named = challenge && meets_challenges(sight, move);

		duty.challenged |= named;
		if (!vendetta || !is_vendetta_capture(sight, move) ||
		    !card_movegen_safe_after(sight, move))
			continue;
		duty.vengeful = true;
		duty.both |= named;
	}
	return duty;
}

/* Reports whether the seat's duties allow the move. */
static bool fulfils_duty(const struct sight *sight, const struct duty *duty,
			 const struct move *move)
{
	if (duty->vengeful)
		return captured_by_move(sight->field, move) != NO_PIECE &&
		       (!duty->both || meets_challenges(sight, move));
	return !duty->challenged || meets_challenges(sight, move);
}

void card_movegen_moves(const struct card_ruleset *book, const struct card_board *field,
			uint8_t seat, bool safe, struct move_list *list_out)
{
	struct sight sight;
	struct duty duty;
	unsigned kept = 0;

	card_movegen_init_sight(&sight, book, field, seat);
	list_all_moves(&sight, list_out);
	card_movegen_find_check(&sight);
	duty = find_duty(&sight, list_out);
	/* A seat that meets a Challenge may leave its king where it can be captured
	 * [challenge-bares-king]. */
	safe = safe && (duty.vengeful || !duty.challenged);
	for (unsigned i = 0; i < list_out->count; i++) {
		const struct move *move = &list_out->moves[i];

		if (fulfils_duty(&sight, &duty, move) &&
		    (!safe || card_movegen_safe_after(&sight, move)))
			list_out->moves[kept++] = *move;
	}
	list_out->count = kept;
}

bool card_movegen_must_capture(const struct card_ruleset *book, const struct card_board *field,
			       uint8_t seat)
{
	struct move_list list;
	struct sight sight;

	card_movegen_init_sight(&sight, book, field, seat);
	list_all_moves(&sight, &list);
	card_movegen_find_check(&sight);
	return find_duty(&sight, &list).vengeful;
}

bool card_movegen_any_move(const struct card_ruleset *book, const struct card_board *field,
			   uint8_t seat)
{
	struct move_list list;
	struct sight sight;

	card_movegen_init_sight(&sight, book, field, seat);
	if (has_challenge(&sight)) {
		card_movegen_moves(book, field, seat, true, &list);
		return list.count > 0;
	}
	list_all_moves(&sight, &list);
	card_movegen_find_check(&sight);
	for (unsigned i = 0; i < list.count; i++)
		if (card_movegen_safe_after(&sight, &list.moves[i]))
			return true;
	return false;
}

bool card_movegen_is_mated(const struct card_ruleset *book, const struct card_board *field,
			   uint8_t seat)
{
	struct card_board open;

	if (!card_movegen_in_check(book, field, seat))
		return false;
	if (!field->truce)
		return !card_movegen_any_move(book, field, seat);
	/* A check ends a Truce, so the Truce keeps nobody from capturing the checker
	 * [truce-and-check]. */
	open = *field;
	open.truce = false;
	return !card_movegen_any_move(book, &open, seat);
}

static void make_castling(const struct card_ruleset *book, struct card_board *field,
			  const struct move *move, struct event_list *record)
{
	unsigned king = card_board_at(field, move->from), rook = card_board_at(field, move->other);

	/* If the rook is on the king's target square, it goes first. */
	if (move->to == move->other) {
		card_board_move(book, field, rook, move->rook_to, false, record);
		card_board_move(book, field, king, move->to, false, record);
	} else {
		card_board_move(book, field, king, move->to, false, record);
		card_board_move(book, field, rook, move->rook_to, false, record);
	}
	card_board_note_castling(field, record);
}

void card_movegen_make(const struct card_ruleset *book, struct card_board *field,
		       const struct move *move, struct event_list *record)
{
	struct position *position = &field->position;
	unsigned piece = card_movegen_mover(field, move), victim = captured_by_move(field, move);
	const struct piece *man = &position->pieces[piece];

	if (move->kind == MOVE_CASTLE) {
		make_castling(book, field, move, record);
		card_board_note_move(field, false, record);
		return;
	}
	if (victim != NO_PIECE)
		card_board_capture(book, field, victim, piece, true, record);
	card_board_move(book, field, piece, move->to, false, record);
	if (victim != NO_PIECE && man->truce == TRUCE_BOUND &&
	    move_truce_crosses(book->variant, move->from, move->to))
		position_free(position, move->to, record);
	if (move->promotion != NO_TYPE)
		card_board_promote(book, field, piece, move->promotion, record);
	if (move->kind == MOVE_DOUBLE_STEP)
		position_open_passant(&field->position, man->side, move->rook_to, move->to, record);
	card_board_note_move(field, false, record);
}
