/* SPDX-License-Identifier: MIT */
/* Lists where pieces can move, whether the king is safe or not. */
#include "core/cards/board/card_movegen_internal.h"
#include "core/position/move_pawn_truce.h"

/* The moves of one piece while they are listed. */
struct movement {
	const struct sight *sight;
	unsigned piece;
	struct reach reach;
	square from;
	uint8_t side;  /* the side as whose pawn it moves and promotes */
	uint8_t twice; /* directions in which it may take two steps */
	bool promotes;
	uint8_t behind; /* as in struct move */
	struct move_list *list;
};

static bool is_king(const struct sight *sight, unsigned piece)
{
	const struct card_board *field = sight->field;
	uint16_t marks = field->marks[piece];

	return marks & MARK_ROYAL ||
	       (field->position.pieces[piece].type == sight->book->variant->royal &&
		!(marks & MARK_PRINCE));
}

/* Reports whether the piece may capture the victim, judged by the victim's owner alone. */
static bool owner_allows_capture(const struct sight *sight, unsigned piece, unsigned victim)
{
	const struct card_board *field = sight->field;
	unsigned bit = 1u << field->position.pieces[victim].side;

	if (field->position.obstacles & bit)
		return false;
	/* A neutral piece "can capture either colour", and either captures it. */
	if ((field->marks[piece] | field->marks[victim]) & MARK_NEUTRAL)
		return true;
	return !((sight->own | sight->allies) & bit);
}

static bool may_capture(const struct movement *going, unsigned victim)
{
	const struct sight *sight = going->sight;
	const struct card_board *field = sight->field;
	const struct piece *pieces = field->position.pieces;

	if (field->truce || (field->marks[going->piece] | field->marks[victim]) & MARK_PACIFIST ||
	    field->marks[victim] & MARK_SHIELDED ||
	    !owner_allows_capture(sight, going->piece, victim))
		return false;
	/* [king-never-taken] */
	if (is_king(sight, victim))
		return false;
	if (sight->book->variant->truce[0] != NO_SQUARE &&
	    move_truce_forbids(sight->book->variant, &pieces[going->piece], &pieces[victim]))
		return false;
	/* The other piece on the square is captured, too [two-on-a-square]. */
	if (field->marks[victim] & MARK_SPLIT && card_board_at(field, pieces[victim].at) == victim)
		return may_capture(going, field->partner[victim]);
	return true;
}

bool card_movegen_may_take(const struct sight *sight, unsigned piece, unsigned victim)
{
	struct movement going = {.sight = sight, .piece = piece};

	return may_capture(&going, victim);
}

static void add_move_or_promotions(const struct movement *going, struct move move)
{
	const struct variant *variant = going->sight->book->variant;
	unsigned count = 0;

	move.from = going->from;
	move.behind = going->behind;
	move.promotion = NO_TYPE;
	if (going->promotes &&
	    card_board_promotes(going->sight->book, going->sight->field, going->side, move.to))
		count = variant->promotion_count;
	if (count == 0 && going->list->count < MAX_MOVES)
		going->list->moves[going->list->count++] = move;
	for (unsigned i = 0; i < count && going->list->count < MAX_MOVES; i++) {
		move.promotion = variant->promotions[i];
		going->list->moves[going->list->count++] = move;
	}
}

/* Adds the move to the square if it is empty, or has a piece that may be captured. */
static void try_square(const struct movement *going, square to, bool may_move, bool may_take)
{
	unsigned there = going->sight->at[to];

	if (there == NO_PIECE ? may_move : may_take && may_capture(going, there))
		add_move_or_promotions(going, (struct move){
						      .to = to,
						      .other = NO_SQUARE,
						      .rook_to = NO_SQUARE,
						      .kind = MOVE_PLAIN,
					      });
}

static void add_steps(const struct movement *going)
{
	const struct sight *sight = going->sight;
	const struct reach *reach = &going->reach;
	unsigned ways = reach->step_move | reach->step_capture;

	for (; ways != 0; ways &= ways - 1) {
		unsigned d = (unsigned)__builtin_ctz(ways);
		square to = card_board_step(sight->book, sight->field, going->from, d), over = to;

		if (to == NO_SQUARE)
			continue;
		try_square(going, to, reach->step_move >> d & 1, reach->step_capture >> d & 1);
		if (!(going->twice >> d & 1) || sight->at[over] != NO_PIECE)
			continue;
		to = card_board_step(sight->book, sight->field, over, d);
		if (to != NO_SQUARE && sight->at[to] == NO_PIECE)
			add_move_or_promotions(going, (struct move){
							      .to = to,
							      .other = NO_SQUARE,
							      .rook_to = over,
							      .kind = MOVE_DOUBLE_STEP,
						      });
	}
}

static void add_slides(const struct movement *going)
{
	const struct sight *sight = going->sight;
	const struct reach *reach = &going->reach;
	unsigned ways = reach->slide_move | reach->slide_capture;
	/* A cursed piece moves two squares at most. */
	unsigned limit = sight->field->marks[going->piece] & MARK_CURSED ? 2 : CARD_SQUARES;

	for (; ways != 0; ways &= ways - 1) {
		unsigned d = (unsigned)__builtin_ctz(ways), steps = 0;
		square to = going->from;

		while (steps++ < limit &&
		       (to = card_board_step(sight->book, sight->field, to, d)) != NO_SQUARE) {
			/* add_steps has added the first square for a piece that also steps that
			 * way. */
			if (steps > 1 || !((reach->step_move & reach->step_capture) >> d & 1))
				try_square(going, to, reach->slide_move >> d & 1,
					   reach->slide_capture >> d & 1);
			if (sight->at[to] != NO_PIECE)
				break;
		}
	}
}

static void add_leaps(const struct movement *going)
{
	const struct sight *sight = going->sight;
	const square *leap = sight->book->variant->board.leap[going->from];

	if (!going->reach.leap_move && !going->reach.leap_capture)
		return;
	for (unsigned i = 0; i < LEAPS && leap[i] != NO_SQUARE; i++)
		if (!(sight->field->closed >> leap[i] & 1))
			try_square(going, leap[i], going->reach.leap_move,
				   going->reach.leap_capture);
}

unsigned card_movegen_pawn_part(const struct sight *sight, unsigned piece)
{
	const struct card_board *field = sight->field;

	if (card_board_kind(field, piece) == sight->book->variant->pawn)
		return piece;
	if (field->marks[piece] & MARK_COMPOSITE &&
	    card_board_kind(field, field->partner[piece]) == sight->book->variant->pawn)
		return field->partner[piece];
	return NO_PIECE;
}

static void add_en_passant(const struct movement *going, const struct passant *right)
{
	const struct sight *sight = going->sight;
	struct reach reach;

	if (right->over == NO_SQUARE || sight->at[right->over] != NO_PIECE ||
	    !may_capture(going, sight->at[right->pawn]))
		return;
	reach = sight->book->reach[sight->field->quarter][going->side][sight->book->variant->pawn];
	for (unsigned d = 0; d < DIRECTIONS; d++)
		if (reach.step_capture >> d & 1 &&
		    card_board_step(sight->book, sight->field, going->from, d) == right->over)
			add_move_or_promotions(going, (struct move){
							      .to = right->over,
							      .other = right->pawn,
							      .rook_to = NO_SQUARE,
							      .kind = MOVE_EN_PASSANT,
						      });
}

static void add_all_en_passant(const struct movement *going)
{
	const struct position *position = &going->sight->field->position;

	if (card_movegen_pawn_part(going->sight, going->piece) == NO_PIECE)
		return;
	for (unsigned i = 0; i < position->passant_end; i++)
		add_en_passant(going, &position->passant[i]);
}

/* Returns the movement of a piece by itself. */
static struct movement movement_of(const struct sight *sight, unsigned piece,
				   struct move_list *list)
{
	const struct card_board *field = sight->field;
	const struct card_ruleset *book = sight->book;
	const struct piece *man = &field->position.pieces[piece];
	struct movement going = {
		.sight = sight,
		.piece = piece,
		.reach = card_board_reach(book, field, piece),
		.from = man->at,
		.side = man->side,
		.behind = man->fate == SHARING ? (uint8_t)(man->type + 1) : 0,
		.list = list,
	};

	/* The pawn part of a composite never promotes. */
	going.promotes =
		man->type == book->variant->pawn && !(field->marks[piece] & MARK_COMPOSITE);
	if (card_movegen_pawn_part(sight, piece) != NO_PIECE &&
	    card_board_steps_twice(book, field, man->side, man->at))
		going.twice = book->reach[field->quarter][man->side][book->variant->pawn].step_move;
	return going;
}

/* Drops duplicates. If both parts of a composite reach one square, it is listed once, as a move of
 * the greater part, unless only the pawn gets there by two steps or en passant. */
static void drop_duplicate_moves(struct move_list *list, unsigned first)
{
	unsigned kept = first;

	for (unsigned i = first; i < list->count; i++) {
		bool again = false;

		for (unsigned j = first; j < list->count; j++)
			again |= list->moves[j].to == list->moves[i].to &&
				 (j < i ? list->moves[j].kind <= list->moves[i].kind
					: list->moves[j].kind < list->moves[i].kind);
		if (!again)
			list->moves[kept++] = list->moves[i];
	}
	list->count = kept;
}

void card_movegen_add_moves(const struct sight *sight, unsigned piece, struct move_list *list)
{
	struct movement going = movement_of(sight, piece, list);
	unsigned first = list->count;

	add_steps(&going);
	add_slides(&going);
	add_leaps(&going);
	add_all_en_passant(&going);
	if (sight->field->marks[piece] & MARK_COMPOSITE)
		drop_duplicate_moves(list, first);
}

/* Reports whether the path of a castling is free of pieces, walls and closed squares. */
static bool is_castling_path_free(const struct sight *sight, const struct castle *castle)
{
	const struct card_board *field = sight->field;

	for (unsigned i = 0; i < castle->clear_count; i++)
		if (sight->at[castle->clear[i]] != NO_PIECE ||
		    field->closed >> castle->clear[i] & 1)
			return false;
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		square at = castle->king_from;

		while (at != NO_SQUARE && at != castle->rook_from)
			at = card_board_step(sight->book, field, at, d);
		if (at == castle->rook_from)
			return true;
	}
	return false;
}

/* Reports whether castling takes the rook too far: a cursed rook moves two squares at most. */
static bool is_too_far(const struct sight *sight, unsigned rook, const struct castle *castle)
{
	const struct board *board = &sight->book->variant->board;
	int right =
		(int)board_file(board, castle->rook_from) - (int)board_file(board, castle->rook_to);
	int up =
		(int)board_rank(board, castle->rook_from) - (int)board_rank(board, castle->rook_to);

	return sight->field->marks[rook] & MARK_CURSED && right * right + up * up > 4;
}

/* Castling out of and through check is allowed [castling-with-cards]. */
void card_movegen_castle(const struct sight *sight, struct move_list *list)
{
	const struct card_board *field = sight->field;
	const struct piece *pieces = field->position.pieces;
	unsigned king = sight->royal;
	const struct side *side;

	if (king == NO_PIECE || sight->played || pieces[king].moved ||
	    pieces[king].type != sight->book->variant->royal ||
	    card_board_is_held(sight->book, field, king, sight->seat))
		return;
	side = &sight->book->variant->sides[pieces[king].side];
	for (unsigned i = side->first_castle; i < side->end_castle; i++) {
		const struct castle *castle = &sight->book->variant->castles[i];
		unsigned rook = sight->at[castle->rook_from];

		if (pieces[king].at != castle->king_from || rook == NO_PIECE ||
		    pieces[rook].moved || pieces[rook].side != castle->side ||
		    pieces[rook].type != side->starts[castle->rook_from] ||
		    field->marks[rook] & (MARK_COMPOSITE | MARK_SPLIT) ||
		    card_board_is_held(sight->book, field, rook, sight->seat) ||
		    is_too_far(sight, rook, castle) || !is_castling_path_free(sight, castle))
			continue;
		if (list->count < MAX_MOVES)
			list->moves[list->count++] = (struct move){
				.from = castle->king_from,
				.to = castle->king_to,
				.other = castle->rook_from,
				.rook_to = castle->rook_to,
				.kind = MOVE_CASTLE,
				.promotion = NO_TYPE,
			};
	}
}

void card_movegen_of_piece(const struct card_ruleset *book, const struct card_board *field,
			   unsigned piece, uint8_t seat, struct move_list *list_out)
{
	struct sight sight;

	list_out->count = 0;
	card_movegen_init_sight(&sight, book, field, seat);
	if (!card_board_is_held(book, field, piece, seat))
		card_movegen_add_moves(&sight, piece, list_out);
}
