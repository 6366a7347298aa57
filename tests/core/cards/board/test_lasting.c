/* SPDX-License-Identifier: MIT */
/* The rows of continuing effects fit together, and report what is owed. */
#include <string.h>

#include "core/cards/board/card_board_format.h"
#include "core/cards/board/continuous_table.h"
#include "core/cards/board/continuous_text.h"
#include "core/util/strbuf.h"
#include "tests/lib/fieldplay.h"

static void every_row_can_be_found_and_told(void **state)
{
	(void)state;
	for (unsigned what = 0; what < EFFECT_KINDS; what++) {
		const struct continuous *row = continuous_rows[what];

		assert_non_null(row);
		for (unsigned other = 0; other < what; other++)
			assert_string_not_equal(continuous_rows[other]->word, row->word);
		/* Each rank and place exists, so that counting up reaches all of them. */
		if (row->because_rank > 1 &&
		    continuous_text_cause(row->because_rank - 1u) == EFFECT_KINDS)
			fail_msg("%s: no row has the rank in front of its, %u", row->word,
				 row->because_rank);
		if (row->because_rank > 0 && continuous_text_cause(row->because_rank) != what)
			fail_msg("%s: its rank, %u, is another's", row->word, row->because_rank);
		assert_int_equal(row->because != NULL, row->because_rank > 0);
		for (unsigned place = 1; place < row->sign.place; place++)
			if (continuous_text_sign(place) == NULL)
				fail_msg("%s: no sign stands at %u, before its", row->word, place);
		if (row->sign.place > 0 && continuous_text_sign(row->sign.place) != &row->sign)
			fail_msg("%s: the place of its sign, %u, is another's", row->word,
				 row->sign.place);
	}
}

static void every_row_has_what_it_works_with(void **state)
{
	(void)state;
	for (unsigned what = 0; what < EFFECT_KINDS; what++) {
		const struct continuous *row = continuous_rows[what];

		if (row->ends & CONTINUOUS_LOST || row->mark != 0 ||
		    row->place == CONTINUOUS_ON_PIECE)
			assert_true(continuous_needs(row) & CONTINUOUS_PIECE);
		if (row->pair)
			assert_true(continuous_needs(row) & CONTINUOUS_OTHER);
		if (row->change != NULL)
			assert_true(row->mark & MARKS_CHANGING);
		if (row->ends & CONTINUOUS_MET)
			assert_true(row->begins != CONTINUOUS_AT_ONCE);
		if (row->calls != NULL || row->binds != NULL)
			assert_true(row->due);
		assert_false(row->joins && !row->pair);
	}
}

/* Sets up a knight and a pawn, and an effect that has both. */
static struct effect set_up_parts(struct fieldplay *workspace)
{
	struct effect effect = card_board_no_effect();

	workspace_set_up(workspace, "knightmare", "white Kg1 Nc3 Pd2; black Kg8", "white");
	effect.piece = (uint8_t)workspace_piece(workspace, "c3");
	effect.other = (uint8_t)workspace_piece(workspace, "d2");
	return effect;
}

/* A part on the board takes in one that isn't, and never the other way. */
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
	struct fieldplay *workspace = *state;
	struct effect effect = set_up_parts(workspace);

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct card_board field = workspace->field;

		field.position.pieces[effect.piece].fate = (uint8_t)rows[i].piece;
		field.position.pieces[effect.other].fate = (uint8_t)rows[i].other;
		if (continuous_composite.can_begin(&field, &effect) != rows[i].may)
			fail_msg("row %zu", i);
		field.partner[effect.piece] = effect.other;
		assert_false(continuous_composite.can_begin(&field, &effect));
	}
	effect.other = effect.piece;
	assert_false(continuous_composite.can_begin(&workspace->field, &effect));
}

/* Both parts share one fate: on the board they share a square. */
static void parts_are_left_as_the_whole_was(void **state)
{
	static const enum fate fates[] = {ON_BOARD, AWAY, CAPTURED, DEAD};
	struct fieldplay *workspace = *state;
	struct effect effect = set_up_parts(workspace);

	for (size_t i = 0; i < ARRAY_LEN(fates); i++) {
		struct card_board field = workspace->field;
		bool shared = fates[i] == ON_BOARD;

		continuous_composite.join(&field, &effect);
		assert_int_equal(field.position.pieces[effect.other].fate, MERGED);
		field.position.pieces[effect.piece].fate = (uint8_t)fates[i];
		continuous_composite.part(&field, &effect);
		assert_int_equal(field.position.pieces[effect.other].fate,
				 shared ? SHARING : fates[i]);
		assert_int_equal(field.partner[effect.piece], shared ? effect.other : NO_PIECE);
		assert_int_equal(field.partner[effect.other], shared ? effect.piece : NO_PIECE);
	}
}

/* Asserts the text about the last effect that was laid. */
static void assert_owed(const struct fieldplay *workspace, const char *words)
{
	const struct card_board *field = &workspace->field;
	struct strbuf text;

	strbuf_init(&text, 0);
	continuous_text_owed(workspace->book, field, &field->effects[field->effect_count - 1],
			     &text);
	assert_string_equal(text.bytes, words);
	strbuf_done(&text);
}

static void what_is_owed_is_told(void **state)
{
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, "knightmare", "white Kg1 Nc3; black Kg8 Pd5", "white");
	workspace_bind(workspace, EFFECT_CHALLENGE, "black", "knight", NULL);
	assert_owed(workspace, "Black has to move a knight, in the next turn");
	workspace_bind(workspace, EFFECT_CHALLENGE, "black", "crab", NULL);
	assert_owed(workspace, "Black has to move a crab, in the next turn");
	workspace_bind(workspace, EFFECT_PANIC, "black", NULL, NULL);
	assert_owed(workspace, "Black has less time for a turn, in the next turn");
	workspace_bind(workspace, EFFECT_LOST, "black", NULL, NULL);
	assert_owed(workspace, "Black loses a turn, in the next turn");
	workspace_bind(workspace, EFFECT_DUNGEON, "black", NULL, "d5");
	assert_owed(workspace, "Black can't move the piece on d5, in the next turn");
	workspace_turn(workspace, "black");
	assert_owed(workspace, "Black can't move the piece on d5, in this turn");
	workspace_lay(workspace, EFFECT_SHIELD, "white", "c3");
	assert_owed(workspace, "nobody captures on c3 until White's next turn");
	workspace_lay(workspace, EFFECT_ELF_HILL, "white", "g1");
	assert_owed(workspace, "White has the king back, in the next turn");
	workspace_turn(workspace, "white");
	assert_owed(workspace, "White can't move the king, in this turn");
}

#define CONTINUOUS_TEST(test) cmocka_unit_test_setup_teardown(test, workspace_open, workspace_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_can_be_found_and_told),
		cmocka_unit_test(every_row_has_what_it_works_with),
		CONTINUOUS_TEST(parts_are_joined_where_one_stands),
		CONTINUOUS_TEST(parts_are_left_as_the_whole_was),
		CONTINUOUS_TEST(what_is_owed_is_told),
	};

	return cmocka_run_group_tests_name("what lasts", tests, NULL, NULL);
}
