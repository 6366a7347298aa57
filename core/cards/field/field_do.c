/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/cards/field/field_inner.h"

static struct piece *piece_of(struct field *field, unsigned piece)
{
	return &field->position.pieces[piece];
}

/* The seat whose turn it is. */
static uint8_t mover_of(const struct field *field)
{
	uint8_t turn = field->position.turn;

	return turn < MAX_SIDES ? turn : NO_SIDE;
}

/* What goes wherever the piece goes: the other part of a composite; on a swap or push also what
 * shares its square. */
static void take_along(struct field *field, unsigned piece, bool sharing)
{
	unsigned other = field->partner[piece];

	if (other == NO_PIECE)
		return;
	if (piece_of(field, other)->fate == MERGED ||
	    (sharing && piece_of(field, other)->fate == SHARING))
		piece_of(field, other)->at = piece_of(field, piece)->at;
}

/* Two pieces on one square part: what is left there stands alone. */
static void part(const struct book *book, struct field *field, unsigned gone, square at)
{
	unsigned other = field->partner[gone];

	if (other == NO_PIECE || piece_of(field, other)->fate != SHARING)
		return;
	field->partner[gone] = field->partner[other] = NO_PIECE;
	position_put_down(book->variant, &field->position, other, at);
}

static void note_displacement(struct field *field, unsigned piece, square from, square to,
			      bool by_card)
{
	struct story *story = &field->story;
	uint8_t mover = mover_of(field);
	struct displacement gone = {
		.piece = (uint8_t)piece,
		.type = piece_of(field, piece)->type,
		.marks = field->marks[piece],
		.from = from,
		.to = to,
		.by_card = by_card,
	};

	if (story->gone_count < MAX_GONE)
		story->gone[story->gone_count++] = gone;
	if (mover != NO_SIDE) {
		field->last[mover] = gone;
		field->last_when[mover] = field->position.clock + 1;
	}
}

void field_do_move(const struct book *book, struct field *field, square from, square to,
		   bool by_card)
{
	unsigned piece = field_at(field, from);

	note_displacement(field, piece, from, to, by_card);
	position_move(book->variant, &field->position, from, to, NULL);
	take_along(field, piece, false);
	part(book, field, piece, from);
	if (field->effect_count > 0)
		field_refresh(book, field);
}

void field_do_castling(struct field *field)
{
	struct story *story = &field->story;
	uint8_t mover = mover_of(field);

	for (unsigned i = 0; i < 2 && i < story->gone_count; i++)
		story->gone[story->gone_count - 1 - i].castled = true;
	for (unsigned i = 0; i < story->gone_count; i++)
		if (mover != NO_SIDE && story->gone[i].castled &&
		    story->gone[i].piece == field->position.king[mover])
			field->last[mover] = story->gone[i];
}

void field_do_shift(const struct book *book, struct field *field, square from, square to)
{
	unsigned piece = field_at(field, from);

	position_take_up(book->variant, &field->position, from);
	position_put_down(book->variant, &field->position, piece, to);
	piece_of(field, piece)->moved = true;
	take_along(field, piece, true);
	field_refresh(book, field);
}

void field_do_swap(const struct book *book, struct field *field, square a, square b)
{
	unsigned first = field_at(field, a), second = field_at(field, b);

	position_take_up(book->variant, &field->position, a);
	position_take_up(book->variant, &field->position, b);
	position_put_down(book->variant, &field->position, first, b);
	position_put_down(book->variant, &field->position, second, a);
	piece_of(field, first)->moved = piece_of(field, second)->moved = true;
	take_along(field, first, true);
	take_along(field, second, true);
	field_refresh(book, field);
}

static void note_taken(struct field *field, unsigned piece, square at, unsigned by, bool regular)
{
	struct story *story = &field->story;

	if (story->taken_count < MAX_TAKEN)
		story->taken[story->taken_count++] = (struct taken){
			.piece = (uint8_t)piece,
			.by = (uint8_t)by,
			.at = at,
			.marks = field->marks[piece],
			.regular = regular,
			.action = story->action,
		};
}

/* Off the board, a composite whole. */
static void lift(const struct book *book, struct field *field, square at, enum fate fate)
{
	unsigned piece = field_at(field, at), other = field->partner[piece];

	position_take_up(book->variant, &field->position, at);
	piece_of(field, piece)->fate = (uint8_t)fate;
	if (other != NO_PIECE && piece_of(field, other)->fate == MERGED && fate != AWAY) {
		piece_of(field, other)->fate = (uint8_t)fate;
		field->partner[piece] = field->partner[other] = NO_PIECE;
	}
	part(book, field, piece, at);
}

void field_do_take(const struct book *book, struct field *field, square at, square by, bool regular)
{
	unsigned piece = field_at(field, at), other = field->partner[piece];
	unsigned captor = by == NO_SQUARE ? NO_PIECE : field_at(field, by);

	note_taken(field, piece, at, captor, regular);
	if (other != NO_PIECE && piece_of(field, other)->fate == MERGED)
		note_taken(field, other, at, captor, regular);
	lift(book, field, at, CAPTURED);
	field_refresh(book, field);
}

void field_do_kill(const struct book *book, struct field *field, square at)
{
	lift(book, field, at, DEAD);
	field_refresh(book, field);
}

void field_do_bury(struct field *field, unsigned piece)
{
	piece_of(field, piece)->fate = DEAD;
}

void field_do_away(const struct book *book, struct field *field, square at)
{
	lift(book, field, at, AWAY);
	field_refresh(book, field);
}

void field_do_return(const struct book *book, struct field *field, unsigned piece, square at,
		     bool as_it_was)
{
	struct piece *man = piece_of(field, piece);

	if (man->fate != AWAY && !as_it_was)
		man->type = man->born;
	/* [returned-never-castles]: what was off the board castles no more. */
	man->moved = true;
	position_put_down(book->variant, &field->position, piece, at);
	take_along(field, piece, false);
	field_refresh(book, field);
}

/* What sits on a piece that dies sits on the one that stands in its place. */
static void hand_over(const struct book *book, struct field *field, unsigned piece, unsigned other,
		      unsigned by)
{
	for (unsigned i = 0; i < field->effect_count; i++) {
		struct effect *effect = &field->effects[i];

		if (lasting_of(book, effect)->ends & LASTING_REPLACED || effect->piece == NO_PIECE)
			continue;
		if (effect->piece == piece ||
		    (effect->piece == other && piece_of(field, other)->fate == DEAD))
			effect->piece = (uint8_t)by;
		if (lasting_of(book, effect)->pair && effect->other == piece)
			effect->other = (uint8_t)by;
	}
}

void field_do_replace(const struct book *book, struct field *field, square at, unsigned by)
{
	unsigned piece = field_at(field, at), other = field->partner[piece];
	bool shares = other != NO_PIECE && piece_of(field, other)->fate == SHARING;

	/* What shares the square goes on doing so. */
	if (shares)
		field->partner[piece] = field->partner[other] = NO_PIECE;
	lift(book, field, at, DEAD);
	hand_over(book, field, piece, other, by);
	if (shares) {
		field->partner[by] = (uint8_t)other;
		field->partner[other] = (uint8_t)by;
	}
	field_do_return(book, field, by, at, false);
}

void field_do_merge(const struct book *book, struct field *field, square from, square to)
{
	unsigned piece = field_at(field, from);
	struct position *position = &field->position;

	note_displacement(field, piece, from, to, true);
	if (mover_of(field) != NO_SIDE)
		position->moved_at[mover_of(field)] = ++position->clock;
	position_take_up(book->variant, position, from);
	piece_of(field, piece)->fate = MERGED;
	piece_of(field, piece)->at = to;
	piece_of(field, piece)->moved = true;
	part(book, field, piece, from);
}

void field_do_front(const struct book *book, struct field *field, square at)
{
	unsigned front = field_at(field, at), other = field->partner[front];

	position_take_up(book->variant, &field->position, at);
	piece_of(field, front)->fate = SHARING;
	position_put_down(book->variant, &field->position, other, at);
}

void field_do_effect(const struct book *book, struct field *field, const struct effect *effect)
{
	unsigned i = field->effect_count;

	if (i == MAX_EFFECTS)
		return;
	/* One that is restored has kept its age [effect-keeps-its-age]. */
	for (; i > 0 && field->effects[i - 1].serial > effect->serial; i--)
		field->effects[i] = field->effects[i - 1];
	field->effects[i] = *effect;
	field->effect_count++;
	if (field->serial <= effect->serial)
		field->serial = (uint16_t)(effect->serial + 1);
	if (lasting_of(book, effect)->join != NULL)
		lasting_of(book, effect)->join(field, effect);
	field_refresh(book, field);
}

/* What sat on a piece that is lost comes back if the piece does, soon enough [marks-return]. */
static void remember(const struct book *book, struct field *field, const struct effect *effect)
{
	struct story *story = &field->story;

	if (lasting_sits(book, effect) && piece_of(field, effect->piece)->fate == CAPTURED &&
	    story->lost_count < MAX_LOST)
		story->lost[story->lost_count++] = *effect;
}

void field_do_end(const struct book *book, struct field *field, uint16_t serial)
{
	struct effect *effect = field_find_effect(field, serial);
	size_t behind;

	if (effect == NULL)
		return;
	remember(book, field, effect);
	if (lasting_of(book, effect)->part != NULL)
		lasting_of(book, effect)->part(field, effect);
	behind = (size_t)(&field->effects[field->effect_count] - (effect + 1));
	memmove(effect, effect + 1, behind * sizeof *effect);
	field->effect_count--;
	field_refresh(book, field);
}

void field_do_bind(struct field *field, uint16_t serial, uint8_t seat, uint8_t type)
{
	struct effect *effect = field_find_effect(field, serial);

	if (effect != NULL) {
		effect->seat = seat;
		effect->type = type;
	}
}

void field_do_lie(struct field *field, uint16_t serial, square at)
{
	struct effect *effect = field_find_effect(field, serial);

	if (effect != NULL)
		effect->squares[0] = at;
}

/* What binds a seat in this turn, and shields against others from the next turn on. */
static void begin_effects(const struct book *book, struct field *field, uint8_t seat)
{
	for (unsigned i = 0; i < field->effect_count; i++) {
		struct effect *effect = &field->effects[i];

		switch (lasting_of(book, effect)->begins) {
		case LASTING_AT_ONCE:
			break;
		case LASTING_SEATS_TURN:
			effect->begun |= effect->seat == seat;
			break;
		case LASTING_BYS_TURN:
			effect->begun |= effect->by == seat;
			break;
		case LASTING_ANY_TURN:
			effect->begun = true;
		}
	}
}

void field_do_turn(const struct book *book, struct field *field, uint8_t seat)
{
	position_set_turn(&field->position, seat, NULL);
	field->before = field->story;
	memset(&field->story, 0, sizeof field->story);
	memset(&field->last[seat], 0, sizeof field->last[seat]);
	field->last[seat].piece = NO_PIECE;
	field->last_when[seat] = 0;
	begin_effects(book, field, seat);
	field_refresh(book, field);
}

void field_do_moved(struct field *field, bool by_card)
{
	field->story.moved = true;
	field->story.by_card = by_card;
	if (mover_of(field) != NO_SIDE)
		field->position.round |= (uint16_t)(1u << mover_of(field));
}
