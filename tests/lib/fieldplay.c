/* SPDX-License-Identifier: MIT */
#include "tests/lib/fieldplay.h"
#include "core/cards/effects/effects_load.h"

void desk_set_up(struct desk *desk, const char *variant, const char *armies, const char *turn)
{
	struct position position;

	take_game(desk->play, variant, "cards=on");
	desk->book = effects_book_of(desk->play->variant, NULL);
	position = set_up(desk->play, armies, turn);
	memset(&desk->field, 0, sizeof desk->field);
	field_init(desk->book, &position, &desk->field);
	desk->first = desk->field;
	event_list_done(&desk->record);
	desk->seat = position.turn;
}

int desk_open(void **state)
{
	struct desk *desk = base_zalloc(1, sizeof *desk);
	void *play;

	play_open(&play);
	desk->play = play;
	*state = desk;
	return 0;
}

int desk_close(void **state)
{
	struct desk *desk = *state;
	void *play = desk->play;

	event_list_done(&desk->record);
	free(desk);
	return play_close(&play);
}

square desk_square(const struct desk *desk, const char *name)
{
	return at_square(desk->play, name);
}

unsigned desk_piece(const struct desk *desk, const char *name)
{
	unsigned piece = field_at(&desk->field, desk_square(desk, name));

	if (piece == NO_PIECE)
		fail_msg("nothing on %s", name);
	return piece;
}

uint16_t desk_lay(struct desk *desk, enum effect_kind what, const char *by, const char *on)
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

void desk_bind(struct desk *desk, enum effect_kind what, const char *seat, const char *kind,
	       const char *on)
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

void desk_turn(struct desk *desk, const char *seat)
{
	desk->seat = seat_of(desk->play, seat);
	field_begin_turn(desk->book, &desk->field, desk->seat, &desk->record);
}

void assert_ways(const struct desk *desk, const char *moves, bool may)
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

void desk_move(struct desk *desk, const char *text)
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

bool desk_checks(const struct desk *desk, const char *seat)
{
	return ways_in_check(desk->book, &desk->field, seat_of(desk->play, seat));
}

void assert_name(const struct desk *desk, const char *at, const char *name)
{
	struct text text;

	text_init(&text, 0);
	field_piece_name(desk->book, &desk->field, desk_piece(desk, at), &text);
	assert_string_equal(text.bytes, name);
	text_done(&text);
}
