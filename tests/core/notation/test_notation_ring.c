/* SPDX-License-Identifier: MIT */
/* Moves in a ring by their form alone: a board in front, and men placed from stockpiles. */
#include "tests/lib/chess.h"

#include "core/notation/notation.h"
#include "core/variant/variant_data.h"

static const struct variant *ring_of_three(void)
{
	const struct option seats = {"seats", "3"};
	struct reason reason = {.text = ""};
	const struct variant *variant = variant_get(library, "ring", &seats, 1, &reason);

	if (variant == NULL)
		fail_msg("%s", reason.text);
	return variant;
}

/* A placement: the board, from 1, 0 where none is named; the set likewise. */
static const struct {
	const char *text;
	int board;
	char type;
	int set;
	const char *to;
} placements[] = {
	{"2:B/3@f1", 2, 'B', 3, "f1"},	{"2: b/3@F1", 2, 'B', 3, "f1"},
	{"B/3@f1", 0, 'B', 3, "f1"},	{"2:B@f1", 2, 'B', 0, "f1"},
	{"n@b1", 0, 'N', 0, "b1"},	{"3:P/12@h7", 3, 'P', 12, "h7"},
	{"1:Q/1@d1+", 1, 'Q', 1, "d1"},
};

static void a_placement_tells_board_man_set_and_square(void **state)
{
	const struct variant *ring = ring_of_three();

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(placements); i++) {
		struct ring_written_move wish;

		if (!notation_parse_ring(ring, placements[i].text, &wish))
			fail_msg("%s isn't read", placements[i].text);
		assert_true(wish.places);
		assert_int_equal(wish.board, placements[i].board - 1);
		assert_int_equal(wish.type, variant_type_of_letter(ring, placements[i].type));
		assert_int_equal(wish.set, placements[i].set - 1);
		assert_string_equal(board_name(&ring->board, wish.to).text, placements[i].to);
	}
}

static void a_move_has_its_board_in_front_or_none(void **state)
{
	const struct variant *ring = ring_of_three();
	struct ring_written_move wish;

	(void)state;
	assert_true(notation_parse_ring(ring, "2:Nf3", &wish));
	assert_int_equal(wish.board, 1);
	assert_false(wish.places);
	assert_string_equal(wish.move, "Nf3");
	assert_true(notation_parse_ring(ring, "e2-e4", &wish));
	assert_int_equal(wish.board, -1);
	assert_string_equal(wish.move, "e2-e4");
}

static void what_has_another_form_is_none(void **state)
{
	static const char *const others[] = {
		"4:B/3@f1",   "0:B/3@f1", "123:B/3@f1", "2:X/3@f1", "2:B/@f1",	   "2:B/0@f1",
		"2:B/123@f1", "2:B3@f1",  "2:B/3f1",	"2:B/3@",   "2:B/3@i1",	   "2:B/3@f9",
		"2:B/3@f11",  "2:/3@f1",  "2:@f1",	"2:",	    "2:B/3@f1@f1", "2:B/-3@f1",
	};
	const struct variant *ring = ring_of_three();
	struct ring_written_move wish;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(others); i++)
		if (notation_parse_ring(ring, others[i], &wish))
			fail_msg("%s is read", others[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_placement_tells_board_man_set_and_square),
		cmocka_unit_test(a_move_has_its_board_in_front_or_none),
		cmocka_unit_test(what_has_another_form_is_none),
	};

	return cmocka_run_group_tests(tests, chess_set_up, chess_tear_down);
}
