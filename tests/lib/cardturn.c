/* SPDX-License-Identifier: MIT */
#include "core/cards/lasting/lasting_turn.h"
#include "tests/lib/cardturn.h"

void must(struct cardplay *play, uint8_t seat, const char *order)
{
	struct reason why = {""};

	play->seat = seat;
	if (strcmp(cardplay_play(play, order, &why), "ok") != 0)
		fail_msg("PLAY %s: %s", order, why.text);
}

void must_not(struct cardplay *play, uint8_t seat, const char *order)
{
	struct reason why = {""};

	play->seat = seat;
	assert_string_equal(cardplay_play(play, order, &why), "refused");
	assert_string_not_equal(why.text, "");
}

square at(const struct cardplay *play, const char *name)
{
	square found = board_square_named(&play->variant->board, name);

	assert_int_not_equal(found, NO_SQUARE);
	return found;
}

bool may_move(const struct cardplay *play, uint8_t seat, const char *move)
{
	struct move_list moves;
	char from[3] = {move[0], move[1], '\0'};

	ways_moves(play->book, &play->field, seat, true, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		if (moves.moves[i].from == at(play, from) &&
		    moves.moves[i].to == at(play, move + 2))
			return true;
	return false;
}

void move(struct cardplay *play, uint8_t seat, const char *text)
{
	struct move_list moves;
	char from[3] = {text[0], text[1], '\0'};
	unsigned first = play->field.story.gone_count;

	ways_moves(play->book, &play->field, seat, false, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		if (moves.moves[i].from == at(play, from) &&
		    moves.moves[i].to == at(play, text + 2)) {
			ways_make(play->book, &play->field, &moves.moves[i], NULL);
			field_note_move(&play->field, false, NULL);
			lasting_turn_spring(play->book, &play->field, first, NULL);
			return;
		}
	fail_msg("%s is no move", text);
}

void next_turn(struct cardplay *play, uint8_t seat, uint8_t next)
{
	lasting_turn_ends(play->book, &play->field, seat, NULL);
	field_begin_turn(play->book, &play->field, next, NULL);
	lasting_turn_begins(play->book, &play->field, next, NULL);
}

uint16_t marks_at(const struct cardplay *play, const char *name)
{
	unsigned piece = field_at(&play->field, at(play, name));

	assert_int_not_equal(piece, NO_PIECE);
	return play->field.marks[piece];
}

bool lies(const struct cardplay *play, enum effect_kind what)
{
	return field_effect(&play->field, what) != NULL;
}

struct cardplay *open_on(const char *variant, const char *pieces)
{
	static struct cardplay play;

	cardplay_open(&play, variant);
	cardplay_put(&play, pieces);
	return &play;
}
