/* SPDX-License-Identifier: MIT */
#include "tests/lib/fieldplay.h"
#include "core/cards/effects/effects_load.h"

void workspace_set_up(struct fieldplay *workspace, const char *variant, const char *armies,
		      const char *turn)
{
	struct position position;

	take_game(workspace->play, variant, "cards=on");
	workspace->book = effects_book_of(workspace->play->variant, NULL);
	position = set_up(workspace->play, armies, turn);
	memset(&workspace->field, 0, sizeof workspace->field);
	card_board_init(workspace->book, &position, &workspace->field);
	workspace->first = workspace->field;
	event_list_done(&workspace->record);
	workspace->seat = position.turn;
}

int workspace_open(void **state)
{
	struct fieldplay *workspace = base_zalloc(1, sizeof *workspace);
	void *play;

	play_open(&play);
	workspace->play = play;
	*state = workspace;
	return 0;
}

int workspace_close(void **state)
{
	struct fieldplay *workspace = *state;
	void *play = workspace->play;

	event_list_done(&workspace->record);
	free(workspace);
	return play_close(&play);
}

square workspace_square(const struct fieldplay *workspace, const char *name)
{
	return at_square(workspace->play, name);
}

unsigned workspace_piece(const struct fieldplay *workspace, const char *name)
{
	unsigned piece = card_board_at(&workspace->field, workspace_square(workspace, name));

	if (piece == NO_PIECE)
		fail_msg("nothing on %s", name);
	return piece;
}

uint16_t workspace_lay(struct fieldplay *workspace, enum effect_kind what, const char *by,
		       const char *on)
{
	struct effect effect = {
		.what = (uint8_t)what,
		.card = 7,
		.copy = NO_COPY,
		.by = seat_of(workspace->play, by),
		.seat = NO_SIDE,
		.type = NO_TYPE,
		.piece = NO_PIECE,
		.other = NO_PIECE,
		.squares = {NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE},
	};

	if (on != NULL && what != EFFECT_CITY && what != EFFECT_TRAP)
		effect.piece = (uint8_t)workspace_piece(workspace, on);
	else if (on != NULL)
		effect.squares[0] = workspace_square(workspace, on);
	if (what == EFFECT_COUP)
		effect.other = (uint8_t)card_board_royal(&workspace->field, effect.by);
	card_board_add_effect(workspace->book, &workspace->field, effect, &workspace->record);
	return (uint16_t)(workspace->field.serial - 1);
}

void workspace_bind(struct fieldplay *workspace, enum effect_kind what, const char *seat,
		    const char *kind, const char *on)
{
	struct effect effect = {
		.what = (uint8_t)what,
		.card = 7,
		.copy = NO_COPY,
		.by = NO_SIDE,
		.seat = seat_of(workspace->play, seat),
		.type = NO_TYPE,
		.piece = NO_PIECE,
		.other = NO_PIECE,
		.squares = {NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE},
	};

	if (kind != NULL)
		effect.type = (uint8_t)card_ruleset_kind_named(workspace->book, kind);
	if (on != NULL)
		effect.piece = (uint8_t)workspace_piece(workspace, on);
	card_board_add_effect(workspace->book, &workspace->field, effect, &workspace->record);
}

void workspace_turn(struct fieldplay *workspace, const char *seat)
{
	workspace->seat = seat_of(workspace->play, seat);
	card_board_begin_turn(workspace->book, &workspace->field, workspace->seat,
			      &workspace->record);
}

void assert_ways(const struct fieldplay *workspace, const char *moves, bool may)
{
	struct move_list list;
	const char *word;
	size_t len;

	card_movegen_moves(workspace->book, &workspace->field, workspace->seat, true, &list);
	while (strbuf_next_word(&moves, &word, &len)) {
		char text[MOVE_TEXT_MAX];

		snprintf(text, sizeof text, "%.*s", (int)len, word);
		if ((move_list_find(workspace->book->variant, &list, text) != NULL) != may)
			fail_msg("%s is %slegal", text, may ? "not " : "");
	}
	assert_int_equal(list.count > 0, card_movegen_any_move(workspace->book, &workspace->field,
							       workspace->seat));
}

void workspace_move(struct fieldplay *workspace, const char *text)
{
	struct move_list list;
	const struct move *move;

	card_movegen_moves(workspace->book, &workspace->field, workspace->seat, true, &list);
	move = move_list_find(workspace->book->variant, &list, text);
	if (move == NULL)
		fail_msg("%s is not legal", text);
	else
		card_movegen_make(workspace->book, &workspace->field, move, &workspace->record);
}

bool workspace_checks(const struct fieldplay *workspace, const char *seat)
{
	return card_movegen_in_check(workspace->book, &workspace->field,
				     seat_of(workspace->play, seat));
}

void assert_name(const struct fieldplay *workspace, const char *at, const char *name)
{
	struct strbuf text;

	strbuf_init(&text, 0);
	card_board_piece_name(workspace->book, &workspace->field, workspace_piece(workspace, at),
			      &text);
	assert_string_equal(text.bytes, name);
	strbuf_done(&text);
}
