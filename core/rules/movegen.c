/* SPDX-License-Identifier: MIT */
/*
 * Generates legal moves directly: movegen_scan finds who gives check and which pieces are pinned,
 * so that the moves of every other piece are legal as generated. Only moves that clear two squares
 * of a line at once (en passant, some castlings) are tried on a copy.
 *
 * Each function returns the number of moves it found and adds them unless `list` is NULL. With NULL
 * the compiler removes the listing, and a slide is counted without visiting its squares.
 */
#include <string.h>

#include "core/position/move.h"
#include "core/position/move_armies.h"
#include "core/position/move_pawn_truce.h"
#include "core/rules/movegen.h"
#include "core/rules/movegen_pins.h"

INLINE bool attacked_along(const struct variant *variant, const struct position *position,
			   square at, uint8_t foes, unsigned d)
{
	unsigned empty, attacks;
	square from = movegen_ray(&variant->board, position, at, d, &empty);
	const struct reach *reach;

	if (!(position->owner[from] & foes))
		return false;
	reach = movegen_reach(variant, position, from);
	attacks = reach->slide_capture | (empty == 0 ? reach->step_capture : 0);
	return attacks >> movegen_opposite(d) & 1;
}

bool movegen_attacked(const struct variant *variant, const struct position *position, square at,
		      uint8_t foes)
{
	const square *leap = variant->board.leap[at];

	/* Both directions of a line together, because they use the same data. */
	for (unsigned d = 0; d < ORIENTATIONS; d++)
		if (attacked_along(variant, position, at, foes, d) ||
		    attacked_along(variant, position, at, foes, d + ORIENTATIONS))
			return true;
	for (unsigned i = 0; i < LEAPS; i++)
		if (position->owner[leap[i]] & foes &&
		    movegen_reach(variant, position, leap[i])->leap_capture)
			return true;
	return false;
}

/* Returns the square of the seat's king, or NO_SQUARE. */
static square movegen_king(const struct position *position, uint8_t seat)
{
	uint8_t king = position->king[seat];

	return king == NO_PIECE ? NO_SQUARE : position->pieces[king].at;
}

/*
 * Records a check by a slide along direction d of the king, and the squares where it can be
 * blocked.
 */
static void record_sliding_check(struct scan *scan, unsigned d, square from)
{
	struct place king = scan->board->place[scan->king][d % ORIENTATIONS];
	struct place foe = scan->board->place[from][d % ORIENTATIONS];

	scan->shadow |= (uint8_t)(1u << movegen_opposite(d));
	scan->orientation = (uint8_t)(d % ORIENTATIONS);
	scan->line = king.line;
	scan->low = king.place < foe.place ? king.place : foe.place;
	scan->high = king.place < foe.place ? foe.place : king.place;
}

/* Looks along one ray from the king for a checker at its end, or for a pinned piece. */
INLINE void look_out(struct scan *scan, unsigned d)
{
	const struct position *position = scan->position;
	unsigned empty, further;
	square from = movegen_ray(scan->board, position, scan->king, d, &empty), behind;
	uint8_t owner = position->owner[from];
	const struct reach *reach;

	if (owner & scan->guards) {
		reach = movegen_reach(scan->variant, position, from);
		if (reach->slide_capture >> movegen_opposite(d) & 1) {
			scan->checkers++;
			scan->checker = from;
			record_sliding_check(scan, d, from);
		} else if (empty == 0 && reach->step_capture >> movegen_opposite(d) & 1) {
			scan->checkers++;
			scan->checker = from;
		}
	} else if (owner & scan->movers) {
		behind = movegen_ray(scan->board, position, from, d, &further);
		if (position->owner[behind] & scan->guards &&
		    movegen_reach(scan->variant, position, behind)->slide_capture >>
				    movegen_opposite(d) &
			    1)
			scan->free[position->piece_at[from]] =
				(uint8_t)(1u << d | 1u << movegen_opposite(d));
	}
}

static void find_leaping_checkers(struct scan *scan)
{
	const square *leap = scan->board->leap[scan->king];

	for (unsigned i = 0; i < LEAPS; i++) {
		if (scan->position->owner[leap[i]] & scan->guards &&
		    movegen_reach(scan->variant, scan->position, leap[i])->leap_capture) {
			scan->checkers++;
			scan->checker = leap[i];
		}
	}
}

/* Returns the armies of frozen seats [frozen-seat]. */
static uint8_t immune_sides(const struct variant *variant, const struct position *position)
{
	unsigned sides = 0;

	for (uint8_t seat = 0; seat < variant->side_count; seat++)
		if (position->frozen >> seat & 1)
			sides |= move_seat_armies(variant, position, seat);
	return (uint8_t)sides;
}

void movegen_take_sides(struct scan *scan)
{
	const struct position *position = scan->position;
	uint8_t seat = position->turn, player = position->controller[seat];
	struct relations relations = {0, 0, 0};

	if (player != NO_SIDE)
		relations = movegen_relations(scan->variant, position, player);
	scan->played = player != seat;
	scan->movers = relations.own;
	scan->foes = scan->guards = relations.foes;
	/* In an open turn the seat may have left, and then nobody plays for it. */
	if (scan->variant->beaten == BEATEN_ROLE && player != NO_SIDE) {
		/* [role-own-king] and [role-own-colours]: a player's king must be safe from the
		 * player's other colours in all turns of the player, and from opponents only in
		 * its own turns. */
		uint8_t others = (uint8_t)(relations.own & ~(1u << player));

		scan->movers = (uint8_t)(relations.own & 1u << seat);
		scan->guards = scan->played ? others : relations.foes | others;
	}
	/*
	 * [king-never-taken]: no king is captured, not even one that a third player has left in
	 * check. In variants with captures of kings, movegen_royal finds them.
	 */
	scan->blocking =
		relations.own | relations.allies | position->obstacles | OWNER_RIM | OWNER_ROYAL;
	if (position->frozen)
		scan->blocking |= immune_sides(scan->variant, position);
	scan->king = player == NO_SIDE ? NO_SQUARE : movegen_king(position, player);
}

/* Fills in the whole scan for the seat to move. */
static void movegen_scan(struct scan *scan, const struct variant *variant,
			 const struct position *position)
{
	scan->variant = variant;
	scan->board = &variant->board;
	scan->position = position;
	movegen_take_sides(scan);
	scan->truce = variant->truce[0] != NO_SQUARE;
	scan->checkers = 0;
	scan->checker = NO_SQUARE;
	scan->line = scan->low = scan->high = scan->orientation = scan->shadow = 0;
	memset(scan->free, 0xff, position->piece_count);
	if (scan->king == NO_SQUARE || scan->played)
		return;
	for (unsigned d = 0; d < ORIENTATIONS; d++) {
		look_out(scan, d);
		look_out(scan, d + ORIENTATIONS);
	}
	find_leaping_checkers(scan);
}

/*
 * Reports whether a slide in one of these directions leads from one square to another, which may be
 * entered.
 */
static bool slides_to(const struct scan *scan, unsigned directions, square from, square to)
{
	const struct place *start = scan->board->place[from], *end = scan->board->place[to];

	for (unsigned o = 0; o < ORIENTATIONS; o++) {
		const bool up = end[o].place > start[o].place;
		const unsigned d = up ? o : movegen_opposite(o);
		unsigned empty;

		if (start[o].line != end[o].line || !(directions >> d & 1))
			continue;
		movegen_ray(scan->board, scan->position, from, d, &empty);
		if (up ? start[o].place + empty + 1 >= end[o].place
		       : end[o].place + empty + 1 >= start[o].place)
			return true;
	}
	return false;
}

/* Reports whether the piece with that index, neither king nor pawn, may move to the square. */
static bool movegen_goes(const struct scan *scan, unsigned index, square to)
{
	const struct piece *piece = &scan->position->pieces[index];
	const struct reach *reach = &scan->variant->sides[piece->side].reach[piece->type];
	const uint8_t owner = scan->position->owner[to], free = scan->free[index];
	const bool captures = owner != OWNER_NONE;

	if (owner & scan->blocking || (scan->checkers && !movegen_parries(scan, to)))
		return false;
	if (free == 0xff && (captures ? reach->leap_capture : reach->leap_move))
		for (unsigned i = 0; i < LEAPS; i++)
			if (scan->board->leap[piece->at][i] == to)
				return true;
	for (unsigned ways = free & (captures ? reach->step_capture : reach->step_move); ways != 0;
	     ways &= ways - 1)
		if (scan->board->step[piece->at][__builtin_ctz(ways)] == to)
			return true;
	return slides_to(scan, free & (captures ? reach->slide_capture : reach->slide_move),
			 piece->at, to);
}

/* Reports whether a pawn's single or double step may lead to the square. */
static bool movegen_nears(const struct scan *scan, const struct piece *pawn, square to)
{
	const struct reach *reach = &scan->variant->sides[pawn->side].reach[pawn->type];

	for (unsigned ways = reach->step_move | reach->step_capture; ways != 0; ways &= ways - 1) {
		unsigned d = (unsigned)__builtin_ctz(ways);
		square over = scan->board->step[pawn->at][d];

		if (over == to || (over != NO_SQUARE && scan->board->step[over][d] == to))
			return true;
	}
	return false;
}

/* Castling, and checks on a copy of the position for rare moves. */

/* Reports whether no side of the set attacks the player's king after the move. */
static bool movegen_safe_after(const struct scan *scan, const struct move *move, uint8_t sides)
{
	const struct position *position = scan->position;
	struct position next;

	if (scan->king == NO_SQUARE)
		return true;
	next = *position;
	move_make(scan->variant, &next, move, NULL);
	return !movegen_attacked(scan->variant, &next,
				 movegen_king(&next, position->controller[position->turn]), sides);
}

/* Reports whether the castling's path is empty and not attacked by opponents [castling-rule]. */
static bool may_castle(const struct scan *scan, const struct castle *castle)
{
	const struct position *position = scan->position;
	const struct piece *rook = position_piece(position, castle->rook_from);
	const uint8_t *starts = scan->variant->sides[castle->side].starts;

	if (rook == NULL || rook->moved || rook->side != castle->side ||
	    rook->type != starts[castle->rook_from])
		return false;
	for (unsigned i = 0; i < castle->clear_count; i++)
		if (position->owner[castle->clear[i]] != OWNER_NONE)
			return false;
	for (unsigned i = 0; i < castle->safe_count && !scan->variant->cards; i++)
		if (movegen_attacked(scan->variant, position, castle->safe[i], scan->foes))
			return false;
	return true;
}

/*
 * Adds castlings of a king that has not moved and is not in check. In games with cards the king may
 * be in check before, but not after castling [castling-with-cards].
 */
static unsigned generate_castlings(const struct scan *scan, const struct side *side,
				   struct move_list *list)
{
	bool tried = movegen_threatening_sides(scan) != scan->foes || scan->variant->cards;
	unsigned found = 0;

	for (unsigned i = side->first_castle; i < side->end_castle; i++) {
		const struct castle *castle = &scan->variant->castles[i];
		const struct move move = move_of_castle(castle);

		if (scan->king != castle->king_from || !may_castle(scan, castle))
			continue;
		/*
		 * The player's other colours and the dead only matter on the king's final square
		 * [role-own-colours] [dead-still-guard].
		 */
		if ((castle->uncovers || tried) &&
		    !movegen_safe_after(scan, &move, movegen_threatening_sides(scan)))
			continue;
		found++;
		if (list != NULL)
			movegen_add(list, move);
	}
	return found;
}

/* Returns the number of castlings possible now, and adds them unless `list` is NULL. */
static unsigned movegen_castles(const struct scan *scan, struct move_list *list)
{
	const struct position *position = scan->position;
	const struct piece *king = position_piece(position, scan->king);
	const struct side *side = &scan->variant->sides[king->side];

	if (king->moved || side->first_castle == side->end_castle)
		return 0;
	if (scan->variant->cards)
		return generate_castlings(scan, side, list);
	if (scan->guards == scan->foes
		    ? scan->checkers > 0
		    : movegen_attacked(scan->variant, position, scan->king, scan->foes))
		return 0;
	return generate_castlings(scan, side, list);
}

/* Reports whether an opponent's piece is on the square and may be captured. */
INLINE bool takeable(const struct scan *scan, square at)
{
	uint8_t owner = scan->position->owner[at];

	return owner != OWNER_NONE && !(owner & scan->blocking);
}

/* Adds a move of a piece other than king and pawn that is free to move there. */
INLINE unsigned plain_move(const struct scan *scan, square from, square to, struct move_list *list)
{
	if (scan->checkers && !movegen_parries(scan, to))
		return 0;
	if (list != NULL)
		movegen_add(list, move_of(from, to));
	return 1;
}

/* Adds the squares of a slide in one direction. */
INLINE unsigned slide_squares(const struct scan *scan, square from, unsigned d, unsigned empty,
			      bool capture, struct move_list *list)
{
	struct place at = scan->board->place[from][d % ORIENTATIONS];
	const square *line = scan->board->line_square[at.line];
	unsigned found = 0, step = d < 4 ? 1u : -1u, place = at.place;

	for (unsigned i = 0; i < empty + capture; i++) {
		place += step;
		found += plain_move(scan, from, line[place], list);
	}
	return found;
}

INLINE unsigned slide_one_way(const struct scan *scan, const struct reach *reach,
			      uint8_t directions, square from, unsigned d, struct move_list *list)
{
	unsigned empty, capture;
	square stop = movegen_ray(scan->board, scan->position, from, d, &empty);

	capture = takeable(scan, stop) & reach->slide_capture >> d & directions >> d & 1;
	empty = (reach->slide_move & directions) >> d & 1 ? empty : 0;
	if (list != NULL || scan->checkers)
		return slide_squares(scan, from, d, empty, capture, list);
	return empty + capture;
}

INLINE unsigned slides(const struct scan *scan, const struct reach *reach, uint8_t directions,
		       square from, struct move_list *list)
{
	unsigned ways = (reach->slide_move | reach->slide_capture) & directions, found = 0;

	for (ways = (ways | ways >> 4) & 15; ways != 0; ways &= ways - 1) {
		unsigned d = (unsigned)__builtin_ctz(ways);

		found += slide_one_way(scan, reach, directions, from, d, list);
		found += slide_one_way(scan, reach, directions, from, d + 4, list);
	}
	return found;
}

INLINE unsigned leaps(const struct scan *scan, const struct reach *reach, square from,
		      struct move_list *list)
{
	const square *leap = scan->board->leap[from];
	unsigned found = 0;

	for (unsigned i = 0; i < LEAPS; i++) {
		uint8_t owner = scan->position->owner[leap[i]];

		if (!(owner & scan->blocking) &&
		    (owner == OWNER_NONE ? reach->leap_move : reach->leap_capture))
			found += plain_move(scan, from, leap[i], list);
	}
	return found;
}

/* Reports whether a step in direction d may be made, judged by its target square alone. */
INLINE bool may_step(const struct scan *scan, const struct reach *reach, square to, unsigned d)
{
	uint8_t owner = scan->position->owner[to];

	return !(owner & scan->blocking) &&
	       (owner == OWNER_NONE ? reach->step_move : reach->step_capture) >> d & 1;
}

INLINE unsigned steps(const struct scan *scan, const struct reach *reach, uint8_t directions,
		      square from, struct move_list *list)
{
	unsigned ways = (reach->step_move | reach->step_capture) & directions, found = 0;

	for (; ways != 0; ways &= ways - 1) {
		unsigned d = (unsigned)__builtin_ctz(ways);
		square to = scan->board->step[from][d];

		if (may_step(scan, reach, to, d))
			found += plain_move(scan, from, to, list);
	}
	return found;
}

/* Adds a pawn's legal move, once for each piece it may become. */
INLINE unsigned pawn_goes(const struct scan *scan, const struct side *side, struct move move,
			  struct move_list *list)
{
	const struct variant *variant = scan->variant;

	if (!side->promotes[move.to]) {
		if (list != NULL)
			movegen_add(list, move);
		return 1;
	}
	for (unsigned i = 0; list != NULL && i < variant->promotion_count; i++) {
		move.promotion = variant->promotions[i];
		movegen_add(list, move);
	}
	return variant->promotion_count;
}

INLINE unsigned pawn_step(const struct scan *scan, const struct side *side, square from, square to,
			  struct move_list *list)
{
	if (scan->checkers && !movegen_parries(scan, to))
		return 0;
	return pawn_goes(scan, side, move_of(from, to), list);
}

/* Reports whether [pawn-truce] forbids the capture. */
INLINE bool keeps_truce(const struct scan *scan, square from, square victim)
{
	const struct position *position = scan->position;

	return scan->truce && position->owner[victim] != OWNER_NONE &&
	       move_truce_forbids(scan->variant, position_piece(position, from),
				  position_piece(position, victim));
}

INLINE unsigned double_step(const struct scan *scan, const struct reach *reach, uint8_t directions,
			    square from, struct move_list *list)
{
	unsigned ways = reach->step_move & directions, found = 0;

	for (; ways != 0; ways &= ways - 1) {
		unsigned d = (unsigned)__builtin_ctz(ways);
		square over = scan->board->step[from][d], to;

		if (scan->position->owner[over] != OWNER_NONE)
			continue;
		to = scan->board->step[over][d];
		if (scan->position->owner[to] != OWNER_NONE ||
		    (scan->checkers && !movegen_parries(scan, to)))
			continue;
		found++;
		if (list != NULL) {
			struct move move = move_of(from, to);

			move.rook_to = over;
			move.kind = MOVE_DOUBLE_STEP;
			movegen_add(list, move);
		}
	}
	return found;
}

INLINE unsigned pawn_moves(const struct scan *scan, const struct piece *pawn,
			   const struct reach *reach, uint8_t directions, struct move_list *list)
{
	const struct side *side = &scan->variant->sides[pawn->side];
	unsigned ways = (reach->step_move | reach->step_capture) & directions, found = 0;

	for (; ways != 0; ways &= ways - 1) {
		unsigned d = (unsigned)__builtin_ctz(ways);
		square to = scan->board->step[pawn->at][d];

		if (may_step(scan, reach, to, d) && !keeps_truce(scan, pawn->at, to))
			found += pawn_step(scan, side, pawn->at, to, list);
	}
	/* In games with cards, a pawn that has moved may have a double step too (Cards 4). */
	if (side->steps_twice[pawn->at] && (!pawn->moved || scan->variant->cards))
		found += double_step(scan, reach, directions, pawn->at, list);
	return found;
}

static unsigned try_king_move(const struct scan *scan, const struct move *move,
			      struct move_list *list)
{
	if (!movegen_safe_after(scan, move, movegen_threatening_sides(scan)))
		return 0;
	if (list != NULL)
		movegen_add(list, *move);
	return 1;
}

/*
 * Reports whether dead pieces don't attack the king on that square. Their lines continue through
 * the king's present square.
 */
static bool safe_step(const struct scan *scan, square from, square to)
{
	const struct move move = move_of(from, to);

	return movegen_safe_after(scan, &move, scan->position->dead);
}

/*
 * Adds the king's steps to squares that nobody attacks. It can't step away along the line of a
 * sliding checker, because it would still be on that line.
 */
INLINE unsigned king_steps(const struct scan *scan, const struct reach *reach, square from,
			   struct move_list *list)
{
	unsigned ways = (reach->step_move | reach->step_capture) & ~scan->shadow & 0xff;
	unsigned found = 0;

	for (; ways != 0; ways &= ways - 1) {
		unsigned d = (unsigned)__builtin_ctz(ways);
		square to = scan->board->step[from][d];

		if (!may_step(scan, reach, to, d) ||
		    movegen_attacked(scan->variant, scan->position, to, scan->guards))
			continue;
		if (scan->position->dead && !safe_step(scan, from, to))
			continue;
		found++;
		if (list != NULL)
			movegen_add(list, move_of(from, to));
	}
	return found;
}

/*
 * Adds slides and leaps of kings that have them. This is not optimized, because such kings are
 * rare.
 */
static unsigned king_flights(const struct scan *scan, const struct reach *reach, square from,
			     struct move_list *list)
{
	struct scan unchecked = *scan;
	struct move_list flights = {.count = 0};
	unsigned found = 0;

	unchecked.checkers = 0;
	slides(&unchecked, reach, 0xff, from, &flights);
	leaps(&unchecked, reach, from, &flights);
	for (unsigned i = 0; i < flights.count; i++)
		found += try_king_move(scan, &flights.moves[i], list);
	return found;
}

INLINE unsigned king_moves(const struct scan *scan, const struct reach *reach, square from,
			   struct move_list *list)
{
	unsigned found = king_steps(scan, reach, from, list);

	if (reach->slide_move | reach->slide_capture || reach->leap_move || reach->leap_capture)
		found += king_flights(scan, reach, from, list);
	return found;
}

/*
 * Adds captures en passant of a pawn that passed a square [en-passant-right]. If that square is
 * occupied by now, only the piece on it can be captured [en-passant-occupied].
 */
static unsigned passant_captures(const struct scan *scan, struct passant right,
				 struct move_list *list)
{
	const struct position *position = scan->position;
	struct move move = move_of(NO_SQUARE, right.over);
	unsigned found = 0;

	if (position->owner[right.over] != OWNER_NONE || !takeable(scan, right.pawn))
		return 0;
	move.other = right.pawn;
	move.kind = MOVE_EN_PASSANT;
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const struct piece *pawn;

		move.from = scan->board->step[right.over][movegen_opposite(d)];
		if (!(position->owner[move.from] & scan->movers))
			continue;
		pawn = position_piece(position, move.from);
		if (pawn->type != scan->variant->pawn ||
		    !(scan->variant->sides[pawn->side].reach[pawn->type].step_capture >> d & 1) ||
		    keeps_truce(scan, move.from, right.pawn) ||
		    !movegen_safe_after(scan, &move, scan->guards))
			continue;
		found += pawn_goes(scan, &scan->variant->sides[pawn->side], move, list);
	}
	return found;
}

INLINE unsigned piece_moves(const struct scan *scan, unsigned index, struct move_list *list)
{
	const struct piece *piece = &scan->position->pieces[index];
	const struct reach *reach = &scan->variant->sides[piece->side].reach[piece->type];
	uint8_t directions = scan->free[index];
	unsigned found = 0;

	if (piece->type == scan->variant->pawn)
		return pawn_moves(scan, piece, reach, directions, list);
	if (reach->slide_move | reach->slide_capture)
		found += slides(scan, reach, directions, piece->at, list);
	if ((reach->leap_move || reach->leap_capture) && directions == 0xff)
		found += leaps(scan, reach, piece->at, list);
	if (reach->step_move | reach->step_capture)
		found += steps(scan, reach, directions, piece->at, list);
	return found;
}

INLINE bool is_of_army(const struct scan *scan, const struct piece *piece, unsigned side)
{
	return piece->fate == ON_BOARD && piece->side == side && piece->at != scan->king;
}

static unsigned all_passant_captures(const struct scan *scan, struct move_list *list)
{
	const struct position *position = scan->position;
	unsigned found = 0;

	for (unsigned i = 0; i < position->passant_end; i++)
		if (position->passant[i].over != NO_SQUARE)
			found += passant_captures(scan, position->passant[i], list);
	return found;
}

/* Adds the moves of all pieces except the king. With `one`, stops when there is any. */
INLINE unsigned army_moves(const struct scan *scan, struct move_list *list, bool one)
{
	const struct position *position = scan->position;
	unsigned found = 0;

	for (unsigned sides = scan->movers; sides != 0; sides &= sides - 1) {
		unsigned side = (unsigned)__builtin_ctz(sides);

		for (unsigned i = position->first_piece[side]; i < position->end_piece[side]; i++) {
			if (is_of_army(scan, &position->pieces[i], side))
				found += piece_moves(scan, i, list);
			if (one && found > 0)
				return found;
		}
	}
	return found + all_passant_captures(scan, list);
}

/*
 * Adds the moves of pieces of that kind, except kings, to that square. Other moves of pawns may be
 * included.
 */
static void alike_moves(const struct scan *scan, uint8_t kind, square to, struct move_list *list)
{
	const struct position *position = scan->position;
	const bool pawns = kind == scan->variant->pawn;

	for (unsigned sides = scan->movers; sides != 0; sides &= sides - 1) {
		unsigned side = (unsigned)__builtin_ctz(sides);

		for (unsigned i = position->first_piece[side]; i < position->end_piece[side]; i++) {
			const struct piece *piece = &position->pieces[i];

			if (piece->type != kind || !is_of_army(scan, piece, side))
				continue;
			if (pawns && movegen_nears(scan, piece, to))
				piece_moves(scan, i, list);
			else if (!pawns && movegen_goes(scan, i, to))
				movegen_add(list, move_of(piece->at, to));
		}
	}
	if (pawns)
		all_passant_captures(scan, list);
}

/*
 * Adds the moves of a turn with a beaten seat's pieces ([beaten-armies] role). Each is tried,
 * because it may expose the player's own king.
 */
static unsigned beaten_army_moves(const struct scan *scan, struct move_list *list)
{
	struct scan careless = *scan;
	struct move_list moves;
	unsigned found = 0;

	careless.king = NO_SQUARE;
	moves.count = 0;
	army_moves(&careless, &moves, false);
	for (unsigned i = 0; i < moves.count; i++) {
		if (!movegen_safe_after(scan, &moves.moves[i], scan->guards))
			continue;
		found++;
		if (list != NULL)
			movegen_add(list, moves.moves[i]);
	}
	return found;
}

/* Lists steps and castlings of the player's own king, if it is on the board. */
INLINE unsigned own_king_moves(const struct scan *scan, struct move_list *list)
{
	if (scan->king == NO_SQUARE)
		return 0;
	return king_moves(scan, movegen_reach(scan->variant, scan->position, scan->king),
			  scan->king, list) +
	       movegen_castles(scan, list);
}

INLINE unsigned all_moves(const struct scan *scan, struct move_list *list)
{
	unsigned found;

	if (scan->played)
		return beaten_army_moves(scan, list);
	found = own_king_moves(scan, list);
	if (scan->checkers > 1)
		return found;
	return found + army_moves(scan, list, false);
}

void movegen_generate(const struct variant *variant, const struct position *position,
		      struct move_list *list_out)
{
	struct scan scan;

	movegen_scan(&scan, variant, position);
	list_out->count = 0;
	all_moves(&scan, list_out);
	if (variant->peterson.capture)
		movegen_royal(&scan, list_out);
}

unsigned movegen_count(const struct variant *variant, const struct position *position)
{
	struct scan scan;

	movegen_scan(&scan, variant, position);
	if (variant->peterson.capture)
		return all_moves(&scan, NULL) + movegen_royal(&scan, NULL);
	return all_moves(&scan, NULL);
}

bool movegen_any(const struct variant *variant, const struct position *position, bool *checked_out)
{
	struct scan scan;

	movegen_scan(&scan, variant, position);
	/*
	 * Attacks by the player's other colours aren't checks, and in a played turn the king wasn't
	 * scanned.
	 */
	if (checked_out != NULL)
		*checked_out = scan.played || scan.guards != scan.foes
				       ? movegen_in_check(variant, position, position->turn)
				       : scan.checkers > 0;
	/* Other pieces first, because a king's steps take longer to judge. */
	if (!scan.played && scan.checkers <= 1 && army_moves(&scan, NULL, true) > 0)
		return true;
	return all_moves(&scan, NULL) > 0 ||
	       (variant->peterson.capture && movegen_royal(&scan, NULL) > 0);
}

void movegen_alike(const struct variant *variant, const struct position *position, square from,
		   square to, struct move_list *list_out)
{
	const struct piece *piece = position_piece(position, from);
	struct scan scan;

	movegen_scan(&scan, variant, position);
	list_out->count = 0;
	if (scan.played || variant->peterson.capture || piece == NULL) {
		all_moves(&scan, list_out);
	} else {
		if (from == scan.king)
			own_king_moves(&scan, list_out);
		if (scan.checkers <= 1)
			alike_moves(&scan, piece->type, to, list_out);
	}
	if (variant->peterson.capture)
		movegen_royal(&scan, list_out);
}

bool movegen_in_check(const struct variant *variant, const struct position *position, uint8_t seat)
{
	square king = movegen_king(position, seat);

	return king != NO_SQUARE &&
	       movegen_attacked(variant, position, king,
				movegen_relations(variant, position, seat).foes);
}

uint16_t movegen_checkers(const struct variant *variant, const struct position *position,
			  uint8_t seat)
{
	square king = movegen_king(position, seat);
	uint8_t foes = movegen_relations(variant, position, seat).foes;
	unsigned checkers = 0;

	for (uint8_t other = 0; king != NO_SQUARE && other < variant->side_count; other++) {
		uint8_t sides = foes & movegen_relations(variant, position, other).own;

		if (sides != 0 && movegen_attacked(variant, position, king, sides))
			checkers |= 1u << other;
	}
	return (uint16_t)checkers;
}
