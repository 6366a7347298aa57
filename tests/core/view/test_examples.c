/* SPDX-License-Identifier: MIT */
#include "tests/lib/gameplay.h"

#include "core/notation/notation.h"
#include "core/rules/movegen.h"
#include "core/variant/variant_data.h"
#include "core/view/game_text.h"

/* Asserts that the text is a way to write a legal move. */
static void assert_can_be_made(const struct variant *variant, const struct position *position,
			       const char *written)
{
	struct move_list legal;
	struct move move;
	struct reason why;

	movegen_generate(variant, position, &legal);
	if (notation_read(variant, position, &legal, written, &move, &why) != ACCEPTED)
		fail_msg("%s, offered as an example: %s", written, why.text);
}

/* Checks each example in a sentence such as "MOVE e2-e4, or in short Nf3, O-O"; returns how many.
 */
static unsigned check_examples(const struct game *game, uint8_t seat)
{
	struct strbuf examples;
	unsigned count = 0;
	char *rest, *part;

	strbuf_init(&examples, 0);
	view_example_moves(game, seat, &examples);
	if (game->position.turn != seat)
		assert_int_equal(examples.len, 0);
	else
		assert_true(strbuf_starts(examples.bytes, "MOVE "));
	rest = examples.bytes + (examples.len > 0 ? strlen("MOVE ") : 0);
	while (examples.len > 0 && (part = strsep(&rest, ",")) != NULL) {
		static const char before[] = " or in short ";

		part += strbuf_starts(part, before) ? sizeof before - 1 : 0;
		assert_can_be_made(game->variant, &game->position, part + (part[0] == ' '));
		count++;
	}
	strbuf_done(&examples);
	return count;
}

static void every_example_can_be_made_in_the_position_it_is_given_for(void **state)
{
	unsigned seed = 7, count = 0;

	(void)state;
	for (unsigned number = 0; number < 20; number++) {
		struct play play;

		gameplay_start(&play);
		while (play.file->game.outcome.status == STATUS_PLAYING &&
		       play.file->game.turns < 150) {
			count += check_examples(&play.file->game, 0) +
				 check_examples(&play.file->game, 1);
			send_random(&play, &seed);
		}
		gameplay_stop(&play);
	}
	printf("%u examples\n", count);
	assert_true(count > 1000);
}

static void an_example_castles_and_promotes_only_where_that_is_possible(void **state)
{
	struct play play;
	struct strbuf text;

	(void)state;
	gameplay_start(&play);
	strbuf_init(&text, 0);
	view_example_moves(&play.file->game, 0, &text);
	assert_string_equal(text.bytes, "MOVE e2-e4, or in short Nf3");
	for (const char *const *move =
		     (const char *const[]){"e4", "e5", "Nf3", "Nc6", "Bc4", "d5", NULL};
	     *move; move++)
		gameplay_send(&play, *move);
	strbuf_clear(&text);
	view_example_moves(&play.file->game, 0, &text);
	assert_string_equal(text.bytes, "MOVE d2-d4, or in short Nd4, exd5, O-O");
	strbuf_done(&text);
	gameplay_stop(&play);
}

/* No letter offers what the game can't do: for every seat of every variant. */
static void examples_of_the_array_can_be_made_in_every_variant(void **state)
{
	char **names = variant_names(library);

	(void)state;
	for (char **name = names; *name != NULL; name++) {
		const struct variant *variant = variant_get(library, *name, NULL, 0, NULL);

		for (uint8_t seat = 0; seat < variant_seats(variant); seat++) {
			struct position position;
			struct strbuf text;

			strbuf_init(&text, 0);
			position_start(variant, &position);
			position.turn = variant_has_boards(variant) ? 0 : seat;
			for (unsigned form = 0; form < 4; form++) {
				strbuf_clear(&text);
				view_example_of_array(variant, seat, form & 1, form & 2, &text);
				assert_can_be_made(variant, &position, text.bytes);
			}
			strbuf_clear(&text);
			view_example_castling(variant, seat, &text);
			assert_int_equal(text.len > 0,
					 variant->sides[position.turn].end_castle >
						 variant->sides[position.turn].first_castle);
			strbuf_clear(&text);
			view_example_promotion(variant, seat, &text);
			assert_true(strbuf_starts(strchr(text.bytes, '='), "=Q"));
			strbuf_done(&text);
		}
		free(*name);
	}
	free(names);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_example_can_be_made_in_the_position_it_is_given_for),
		cmocka_unit_test(an_example_castles_and_promotes_only_where_that_is_possible),
		cmocka_unit_test(examples_of_the_array_can_be_made_in_every_variant),
	};

	return cmocka_run_group_tests_name("examples", tests, chess_set_up, chess_tear_down);
}
