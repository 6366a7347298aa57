/* SPDX-License-Identifier: MIT */
/*
 * Generates legal moves directly: movegen_scan finds who gives check and which pieces are pinned,
 * so that the moves of every other piece are legal as generated. Only moves that clear two squares
 * of a line at once (en passant, some castlings) are tried on a copy.
 *
 * Each function returns the number of moves it found and adds them unless `list` is NULL. With NULL
 * the compiler removes the listing, and a slide is counted without visiting its squares.
 */
#include "core/position/move_pawn_truce.h"
#include "core/rules/movegen.h"
#include "core/rules/movegen_pins.h"

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
