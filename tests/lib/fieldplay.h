/* SPDX-License-Identifier: MIT */
/* For tests of fields with cards: one set up in a line, effects laid by hand, and moves asked for.
 */
#ifndef PBEM_TESTS_FIELDPLAY_H
#define PBEM_TESTS_FIELDPLAY_H

#include "tests/lib/setup.h"
#include "core/cards/field/ways.h"

struct desk {
	struct play *play;
	struct book *book;
	struct field first, field; /* as it was set up, and as the facts have made it */
	struct event_list record;
	uint8_t seat; /* whose moves are asked for */
};

/* Takes a game with cards and a position of it, "white Kg1 Nb1; black Kg8"; `turn` is to move. */
static inline void desk_set_up(struct desk *desk, const char *variant, const char *armies,
			       const char *turn)
{
	struct position position;

	take_game(desk->play, variant, "cards=on");
	book_free(desk->book);
	desk->book = book_new(desk->play->variant, book_of(desk->play->variant, NULL)->set);
	position = set_up(desk->play, armies, turn);
	memset(&desk->field, 0, sizeof desk->field);
	field_init(desk->book, &position, &desk->field);
	desk->first = desk->field;
	event_list_done(&desk->record);
	desk->seat = position.turn;
}

static inline int desk_open(void **state)
{
	struct desk *desk = base_zalloc(1, sizeof *desk);
	void *play;

	play_open(&play);
	desk->play = play;
	*state = desk;
	return 0;
}

static inline int desk_close(void **state)
{
	struct desk *desk = *state;
	void *play = desk->play;

	event_list_done(&desk->record);
	book_free(desk->book);
	free(desk);
	return play_close(&play);
}

static inline square desk_square(const struct desk *desk, const char *name)
{
	return at_square(desk->play, name);
}

static inline unsigned desk_piece(const struct desk *desk, const char *name)
{
	unsigned piece = field_at(&desk->field, desk_square(desk, name));

	if (piece == NO_PIECE)
		fail_msg("nothing on %s", name);
	return piece;
}

/* An effect of that seat's on the piece there, or on nothing; its number. */
static inline uint16_t desk_lay(struct desk *desk, enum effect_kind what, const char *by,
				const char *on)
{
	struct effect effect = {
		.what = (uint8_t)what,
		.card = 7,
		.copy = NO_COPY,
		.by = seat_of(desk->play, by),
		.seat = NO_SIDE,
		.type = NO_TYPE,
		.piece = NO_PIECE,
		.other = NO_PIECE,
		.squares = {NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE},
	};

	if (on != NULL && what != EFFECT_CITY && what != EFFECT_TRAP)
		effect.piece = (uint8_t)desk_piece(desk, on);
	else if (on != NULL)
		effect.squares[0] = desk_square(desk, on);
	if (what == EFFECT_COUP)
		effect.other = (uint8_t)field_royal(&desk->field, effect.by);
	field_add_effect(desk->book, &desk->field, effect, &desk->record);
	return (uint16_t)(desk->field.serial - 1);
}

/* One that binds a seat. */
static inline void desk_bind(struct desk *desk, enum effect_kind what, const char *seat,
			     const char *kind, const char *on)
{
	struct effect effect = {
		.what = (uint8_t)what,
		.card = 7,
		.copy = NO_COPY,
		.by = NO_SIDE,
		.seat = seat_of(desk->play, seat),
		.type = NO_TYPE,
		.piece = NO_PIECE,
		.other = NO_PIECE,
		.squares = {NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE},
	};

	if (kind != NULL)
		effect.type = (uint8_t)book_kind_named(desk->book, kind);
	if (on != NULL)
		effect.piece = (uint8_t)desk_piece(desk, on);
	field_add_effect(desk->book, &desk->field, effect, &desk->record);
}

/* The next turn of a seat. */
static inline void desk_turn(struct desk *desk, const char *seat)
{
	desk->seat = seat_of(desk->play, seat);
	field_begin_turn(desk->book, &desk->field, desk->seat, &desk->record);
}

/* Of these moves, separated by blanks, the seat may make each, or none. */
static inline void assert_ways(const struct desk *desk, const char *moves, bool may)
{
	struct move_list list;
	const char *word;
	size_t len;

	ways_moves(desk->book, &desk->field, desk->seat, true, &list);
	while (text_next_word(&moves, &word, &len)) {
		char text[MOVE_TEXT_MAX];

		snprintf(text, sizeof text, "%.*s", (int)len, word);
		if ((move_list_find(desk->book->variant, &list, text) != NULL) != may)
			fail_msg("%s is %slegal", text, may ? "not " : "");
	}
	assert_int_equal(list.count > 0, ways_any_move(desk->book, &desk->field, desk->seat));
}

#define assert_goes(desk, moves) assert_ways(desk, moves, true)
#define assert_stays(desk, moves) assert_ways(desk, moves, false)

/* The seat makes the move, if it may. */
static inline void desk_move(struct desk *desk, const char *text)
{
	struct move_list list;
	const struct move *move;

	ways_moves(desk->book, &desk->field, desk->seat, true, &list);
	move = move_list_find(desk->book->variant, &list, text);
	if (move == NULL)
		fail_msg("%s is not legal", text);
	else
		ways_make(desk->book, &desk->field, move, &desk->record);
}

static inline bool desk_checks(const struct desk *desk, const char *seat)
{
	return ways_in_check(desk->book, &desk->field, seat_of(desk->play, seat));
}

static inline void assert_name(const struct desk *desk, const char *at, const char *name)
{
	struct text text;

	text_init(&text, 0);
	field_piece_name(desk->book, &desk->field, desk_piece(desk, at), &text);
	assert_string_equal(text.bytes, name);
	text_done(&text);
}

#endif
