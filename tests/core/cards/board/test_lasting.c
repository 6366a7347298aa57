/* SPDX-License-Identifier: MIT */
/* The rows of what lasts fit together, and tell what is owed. */
#include <string.h>

#include "tests/lib/fieldplay.h"
#include "core/cards/field/field_words.h"
#include "core/cards/lasting/lasting_rows.h"
#include "core/cards/lasting/lasting_text.h"
#include "core/base/text.h"

static void every_row_can_be_found_and_told(void **state)
{
	(void)state;
	for (unsigned what = 0; what < EFFECT_KINDS; what++) {
		const struct lasting *row = lasting_rows[what];

		assert_non_null(row);
		for (unsigned other = 0; other < what; other++)
			assert_string_not_equal(lasting_rows[other]->word, row->word);
		/* Each rank and place is there, so that counting up comes by all. */
		if (row->because_rank > 1 &&
		    lasting_text_cause(row->because_rank - 1u) == EFFECT_KINDS)
			fail_msg("%s: no row has the rank in front of its, %u", row->word,
				 row->because_rank);
		if (row->because_rank > 0 && lasting_text_cause(row->because_rank) != what)
			fail_msg("%s: its rank, %u, is another's", row->word, row->because_rank);
		assert_int_equal(row->because != NULL, row->because_rank > 0);
		for (unsigned place = 1; place < row->sign.place; place++)
			if (lasting_text_sign(place) == NULL)
				fail_msg("%s: no sign stands at %u, before its", row->word, place);
		if (row->sign.place > 0 && lasting_text_sign(row->sign.place) != &row->sign)
			fail_msg("%s: the place of its sign, %u, is another's", row->word,
				 row->sign.place);
	}
}

static void every_row_has_what_it_works_with(void **state)
{
	(void)state;
	for (unsigned what = 0; what < EFFECT_KINDS; what++) {
		const struct lasting *row = lasting_rows[what];

		if (row->ends & LASTING_LOST || row->mark != 0 || row->place == LASTING_ON_PIECE)
			assert_true(lasting_needs(row) & LASTING_PIECE);
		if (row->pair)
			assert_true(lasting_needs(row) & LASTING_OTHER);
		if (row->change != NULL)
			assert_true(row->mark & MARKS_CHANGING);
		if (row->ends & LASTING_MET)
			assert_true(row->begins != LASTING_AT_ONCE);
		if (row->calls != NULL || row->binds != NULL)
			assert_true(row->due);
		assert_false(row->joins && !row->pair);
	}
}

/* A knight and a pawn on the desk, and an effect that has both. */
static struct effect set_up_parts(struct desk *desk)
{
	struct effect effect = field_no_effect();

	desk_set_up(desk, "knightmare", "white Kg1 Nc3 Pd2; black Kg8", "white");
	effect.piece = (uint8_t)desk_piece(desk, "c3");
	effect.other = (uint8_t)desk_piece(desk, "d2");
	return effect;
}

/* A part that stands takes in one that doesn't, and no other way. */
static void parts_are_joined_where_one_stands(void **state)
{
	static const struct {
		enum fate piece, other;
		bool may;
	} rows[] = {
		{ON_BOARD, CAPTURED, true}, {AWAY, CAPTURED, true},	 {ON_BOARD, MERGED, true},
		{AWAY, MERGED, true},	    {CAPTURED, CAPTURED, false}, {DEAD, MERGED, false},
		{MERGED, MERGED, false},    {ON_BOARD, ON_BOARD, false}, {ON_BOARD, SHARING, false},
		{AWAY, ON_BOARD, false},    {CAPTURED, ON_BOARD, false},
	};
	struct desk *desk = *state;
	struct effect effect = set_up_parts(desk);

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct field field = desk->field;

		field.position.pieces[effect.piece].fate = (uint8_t)rows[i].piece;
		field.position.pieces[effect.other].fate = (uint8_t)rows[i].other;
		if (lasting_composite.can_begin(&field, &effect) != rows[i].may)
			fail_msg("row %zu", i);
		field.partner[effect.piece] = effect.other;
		assert_false(lasting_composite.can_begin(&field, &effect));
	}
	effect.other = effect.piece;
	assert_false(lasting_composite.can_begin(&desk->field, &effect));
}

/* What becomes of the one becomes of the other: on the board they share a square. */
static void parts_are_left_as_the_whole_was(void **state)
{
	static const enum fate fates[] = {ON_BOARD, AWAY, CAPTURED, DEAD};
	struct desk *desk = *state;
	struct effect effect = set_up_parts(desk);

	for (size_t i = 0; i < ARRAY_LEN(fates); i++) {
		struct field field = desk->field;
		bool shared = fates[i] == ON_BOARD;

		lasting_composite.join(&field, &effect);
		assert_int_equal(field.position.pieces[effect.other].fate, MERGED);
		field.position.pieces[effect.piece].fate = (uint8_t)fates[i];
		lasting_composite.part(&field, &effect);
		assert_int_equal(field.position.pieces[effect.other].fate,
				 shared ? SHARING : fates[i]);
		assert_int_equal(field.partner[effect.piece], shared ? effect.other : NO_PIECE);
		assert_int_equal(field.partner[effect.other], shared ? effect.piece : NO_PIECE);
	}
}

/* What is said of the last effect that was laid. */
static void assert_owed(const struct desk *desk, const char *words)
{
	const struct field *field = &desk->field;
	struct text text;

	text_init(&text, 0);
	lasting_text_owed(desk->book, field, &field->effects[field->effect_count - 1], &text);
	assert_string_equal(text.bytes, words);
	text_done(&text);
}

static void what_is_owed_is_told(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, "knightmare", "white Kg1 Nc3; black Kg8 Pd5", "white");
	desk_bind(desk, EFFECT_CHALLENGE, "black", "knight", NULL);
	assert_owed(desk, "Black has to move a knight, in the next turn");
	desk_bind(desk, EFFECT_CHALLENGE, "black", "crab", NULL);
	assert_owed(desk, "Black has to move a crab, in the next turn");
	desk_bind(desk, EFFECT_PANIC, "black", NULL, NULL);
	assert_owed(desk, "Black has less time for a turn, in the next turn");
	desk_bind(desk, EFFECT_LOST, "black", NULL, NULL);
	assert_owed(desk, "Black loses a turn, in the next turn");
	desk_bind(desk, EFFECT_DUNGEON, "black", NULL, "d5");
	assert_owed(desk, "Black can't move the piece on d5, in the next turn");
	desk_turn(desk, "black");
	assert_owed(desk, "Black can't move the piece on d5, in this turn");
	desk_lay(desk, EFFECT_SHIELD, "white", "c3");
	assert_owed(desk, "nobody captures on c3 until White's next turn");
	desk_lay(desk, EFFECT_ELF_HILL, "white", "g1");
	assert_owed(desk, "White has the king back, in the next turn");
	desk_turn(desk, "white");
	assert_owed(desk, "White can't move the king, in this turn");
}

#define LASTING_TEST(test) cmocka_unit_test_setup_teardown(test, desk_open, desk_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_can_be_found_and_told),
		cmocka_unit_test(every_row_has_what_it_works_with),
		LASTING_TEST(parts_are_joined_where_one_stands),
		LASTING_TEST(parts_are_left_as_the_whole_was),
		LASTING_TEST(what_is_owed_is_told),
	};

	return cmocka_run_group_tests_name("what lasts", tests, NULL, NULL);
}
