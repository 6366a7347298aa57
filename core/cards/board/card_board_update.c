/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/cards/board/card_board_internal.h"

static struct piece *piece_of(struct card_board *field, unsigned piece)
{
	return &field->position.pieces[piece];
}

/* Returns the seat whose turn it is, or NO_SIDE. */
static uint8_t mover_of(const struct card_board *field)
{
	uint8_t turn = field->position.turn;

	return turn < MAX_SIDES ? turn : NO_SIDE;
}

/* Takes along a piece that always moves with this one: the other part of a composite and, on a swap
 * or push, the other piece on its square. */
static void move_partner_along(struct card_board *field, unsigned piece, bool sharing)
{
	unsigned other = field->partner[piece];

	if (other == NO_PIECE)
		return;
	if (piece_of(field, other)->fate == MERGED ||
	    (sharing && piece_of(field, other)->fate == SHARING))
		piece_of(field, other)->at = piece_of(field, piece)->at;
}

/* Separates two pieces on one square: the piece that is left there is then alone. */
static void separate_sharing_pair(const struct card_ruleset *book, struct card_board *field,
				  unsigned gone, square at)
{
	unsigned other = field->partner[gone];

	if (other == NO_PIECE || piece_of(field, other)->fate != SHARING)
		return;
	field->partner[gone] = field->partner[other] = NO_PIECE;
	position_put_down(book->variant, &field->position, other, at);
}

static void note_displacement(struct card_board *field, unsigned piece, square from, square to,
			      bool by_card)
{
	struct turn_log *turn_log = &field->turn_log;
	uint8_t mover = mover_of(field);
	struct displacement gone = {
		.piece = (uint8_t)piece,
		.type = piece_of(field, piece)->type,
		.marks = field->marks[piece],
		.from = from,
		.to = to,
		.by_card = by_card,
	};

	if (turn_log->gone_count < MAX_GONE)
		turn_log->gone[turn_log->gone_count++] = gone;
	if (mover != NO_SIDE) {
		field->last[mover] = gone;
		field->last_when[mover] = field->position.clock + 1;
	}
}

void card_board_do_move(const struct card_ruleset *book, struct card_board *field, square from,
			square to, bool by_card)
{
	unsigned piece = card_board_at(field, from);

	note_displacement(field, piece, from, to, by_card);
	position_move(book->variant, &field->position, from, to, NULL);
	move_partner_along(field, piece, false);
	separate_sharing_pair(book, field, piece, from);
	if (field->effect_count > 0)
		card_board_refresh(book, field);
}

void card_board_do_castling(struct card_board *field)
{
	struct turn_log *turn_log = &field->turn_log;
	uint8_t mover = mover_of(field);

	for (unsigned i = 0; i < 2 && i < turn_log->gone_count; i++)
		turn_log->gone[turn_log->gone_count - 1 - i].castled = true;
	for (unsigned i = 0; i < turn_log->gone_count; i++)
		if (mover != NO_SIDE && turn_log->gone[i].castled &&
		    turn_log->gone[i].piece == field->position.king[mover])
			field->last[mover] = turn_log->gone[i];
}

void card_board_do_shift(const struct card_ruleset *book, struct card_board *field, square from,
			 square to)
{
	unsigned piece = card_board_at(field, from);

	position_take_up(book->variant, &field->position, from);
	position_put_down(book->variant, &field->position, piece, to);
	piece_of(field, piece)->moved = true;
	move_partner_along(field, piece, true);
	card_board_refresh(book, field);
}

void card_board_do_swap(const struct card_ruleset *book, struct card_board *field, square a,
			square b)
{
	unsigned first = card_board_at(field, a), second = card_board_at(field, b);

	position_take_up(book->variant, &field->position, a);
	position_take_up(book->variant, &field->position, b);
	position_put_down(book->variant, &field->position, first, b);
	position_put_down(book->variant, &field->position, second, a);
	piece_of(field, first)->moved = piece_of(field, second)->moved = true;
	move_partner_along(field, first, true);
	move_partner_along(field, second, true);
	card_board_refresh(book, field);
}

static void note_capture(struct card_board *field, unsigned piece, square at, unsigned by,
			 bool regular)
{
	struct turn_log *turn_log = &field->turn_log;

	if (turn_log->taken_count < MAX_TAKEN)
		turn_log->taken[turn_log->taken_count++] = (struct taken){
			.piece = (uint8_t)piece,
			.by = (uint8_t)by,
			.at = at,
			.marks = field->marks[piece],
			.regular = regular,
			.action = turn_log->action,
		};
}

/* Takes a piece, or a whole composite, off the board. */
static void remove_from_board(const struct card_ruleset *book, struct card_board *field, square at,
			      enum fate fate)
{
	unsigned piece = card_board_at(field, at), other = field->partner[piece];

	position_take_up(book->variant, &field->position, at);
	piece_of(field, piece)->fate = (uint8_t)fate;
	if (other != NO_PIECE && piece_of(field, other)->fate == MERGED && fate != AWAY) {
		piece_of(field, other)->fate = (uint8_t)fate;
		field->partner[piece] = field->partner[other] = NO_PIECE;
	}
	separate_sharing_pair(book, field, piece, at);
}

void card_board_do_take(const struct card_ruleset *book, struct card_board *field, square at,
			square by, bool regular)
{
	unsigned piece = card_board_at(field, at), other = field->partner[piece];
	unsigned captor = by == NO_SQUARE ? NO_PIECE : card_board_at(field, by);

	note_capture(field, piece, at, captor, regular);
	if (other != NO_PIECE && piece_of(field, other)->fate == MERGED)
		note_capture(field, other, at, captor, regular);
	remove_from_board(book, field, at, CAPTURED);
	card_board_refresh(book, field);
}

void card_board_do_kill(const struct card_ruleset *book, struct card_board *field, square at)
{
	remove_from_board(book, field, at, DEAD);
	card_board_refresh(book, field);
}

void card_board_do_make_dead(struct card_board *field, unsigned piece)
{
	piece_of(field, piece)->fate = DEAD;
}

void card_board_do_away(const struct card_ruleset *book, struct card_board *field, square at)
{
	remove_from_board(book, field, at, AWAY);
	card_board_refresh(book, field);
}

void card_board_do_return(const struct card_ruleset *book, struct card_board *field, unsigned piece,
			  square at, bool as_it_was)
{
	struct piece *man = piece_of(field, piece);

	if (man->fate != AWAY && !as_it_was)
		man->type = man->born;
	/* A piece that was off the board never castles [returned-never-castles]. */
	man->moved = true;
	position_put_down(book->variant, &field->position, piece, at);
	move_partner_along(field, piece, false);
	card_board_refresh(book, field);
}

/* Passes effects on a piece that dies to the piece that takes its place. */
static void transfer_effects(const struct card_ruleset *book, struct card_board *field,
			     unsigned piece, unsigned other, unsigned by)
{
	for (unsigned i = 0; i < field->effect_count; i++) {
		struct effect *effect = &field->effects[i];

		if (continuous_of(book, effect)->ends & CONTINUOUS_REPLACED ||
		    effect->piece == NO_PIECE)
			continue;
		if (effect->piece == piece ||
		    (effect->piece == other && piece_of(field, other)->fate == DEAD))
			effect->piece = (uint8_t)by;
		if (continuous_of(book, effect)->pair && effect->other == piece)
			effect->other = (uint8_t)by;
	}
}

void card_board_do_replace(const struct card_ruleset *book, struct card_board *field, square at,
			   unsigned by)
{
	unsigned piece = card_board_at(field, at), other = field->partner[piece];
	bool shares = other != NO_PIECE && piece_of(field, other)->fate == SHARING;

	/* A piece that shares the square shares it with the new piece. */
	if (shares)
		field->partner[piece] = field->partner[other] = NO_PIECE;
	remove_from_board(book, field, at, DEAD);
	transfer_effects(book, field, piece, other, by);
	if (shares) {
		field->partner[by] = (uint8_t)other;
		field->partner[other] = (uint8_t)by;
	}
	card_board_do_return(book, field, by, at, false);
}

void card_board_do_merge(const struct card_ruleset *book, struct card_board *field, square from,
			 square to)
{
	unsigned piece = card_board_at(field, from);
	struct position *position = &field->position;

	note_displacement(field, piece, from, to, true);
	if (mover_of(field) != NO_SIDE)
		position->moved_at[mover_of(field)] = ++position->clock;
	position_take_up(book->variant, position, from);
	piece_of(field, piece)->fate = MERGED;
	piece_of(field, piece)->at = to;
	piece_of(field, piece)->moved = true;
	separate_sharing_pair(book, field, piece, from);
}

void card_board_do_front(const struct card_ruleset *book, struct card_board *field, square at)
{
	unsigned front = card_board_at(field, at), other = field->partner[front];

	position_take_up(book->variant, &field->position, at);
	piece_of(field, front)->fate = SHARING;
	position_put_down(book->variant, &field->position, other, at);
}

void card_board_do_effect(const struct card_ruleset *book, struct card_board *field,
			  const struct effect *effect)
{
	unsigned i = field->effect_count;

	if (i == MAX_EFFECTS)
		return;
	/* A restored effect keeps its age [effect-keeps-its-age]. */
	for (; i > 0 && field->effects[i - 1].serial > effect->serial; i--)
		field->effects[i] = field->effects[i - 1];
	field->effects[i] = *effect;
	field->effect_count++;
	if (field->serial <= effect->serial)
		field->serial = (uint16_t)(effect->serial + 1);
	if (continuous_of(book, effect)->join != NULL)
		continuous_of(book, effect)->join(field, effect);
	card_board_refresh(book, field);
}

/* Remembers an effect on a captured piece: it returns if the piece returns soon enough
 * [marks-return]. */
static void remember_lost_effect(const struct card_ruleset *book, struct card_board *field,
				 const struct effect *effect)
{
	struct turn_log *turn_log = &field->turn_log;

	if (continuous_sits(book, effect) && piece_of(field, effect->piece)->fate == CAPTURED &&
	    turn_log->lost_count < MAX_LOST)
		turn_log->lost[turn_log->lost_count++] = *effect;
}

void card_board_do_end(const struct card_ruleset *book, struct card_board *field, uint16_t serial)
{
	struct effect *effect = card_board_find_effect(field, serial);
	size_t behind;

	if (effect == NULL)
		return;
	remember_lost_effect(book, field, effect);
	if (continuous_of(book, effect)->part != NULL)
		continuous_of(book, effect)->part(field, effect);
	behind = (size_t)(&field->effects[field->effect_count] - (effect + 1));
	memmove(effect, effect + 1, behind * sizeof *effect);
	field->effect_count--;
	card_board_refresh(book, field);
}

void card_board_do_bind(struct card_board *field, uint16_t serial, uint8_t seat, uint8_t type)
{
	struct effect *effect = card_board_find_effect(field, serial);

	if (effect != NULL) {
		effect->seat = seat;
		effect->type = type;
	}
}

void card_board_do_set_square(struct card_board *field, uint16_t serial, square at)
{
	struct effect *effect = card_board_find_effect(field, serial);

	if (effect != NULL)
		effect->squares[0] = at;
}

/* Begins the effects that bind a seat in this turn, and shields, which count from the turn after
 * they were put up. */
static void begin_effects(const struct card_ruleset *book, struct card_board *field, uint8_t seat)
{
	for (unsigned i = 0; i < field->effect_count; i++) {
		struct effect *effect = &field->effects[i];

		switch (continuous_of(book, effect)->begins) {
		case CONTINUOUS_AT_ONCE:
			break;
		case CONTINUOUS_SEATS_TURN:
			effect->begun |= effect->seat == seat;
			break;
		case CONTINUOUS_BYS_TURN:
			effect->begun |= effect->by == seat;
			break;
		case CONTINUOUS_ANY_TURN:
			effect->begun = true;
		}
	}
}

void card_board_do_turn(const struct card_ruleset *book, struct card_board *field, uint8_t seat)
{
	position_set_turn(&field->position, seat, NULL);
	field->before = field->turn_log;
	memset(&field->turn_log, 0, sizeof field->turn_log);
	memset(&field->last[seat], 0, sizeof field->last[seat]);
	field->last[seat].piece = NO_PIECE;
	field->last_when[seat] = 0;
	begin_effects(book, field, seat);
	card_board_refresh(book, field);
}

void card_board_do_moved(struct card_board *field, bool by_card)
{
	field->turn_log.moved = true;
	field->turn_log.by_card = by_card;
	if (mover_of(field) != NO_SIDE)
		field->position.round |= (uint16_t)(1u << mover_of(field));
}
