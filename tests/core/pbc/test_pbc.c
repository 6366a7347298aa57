/* SPDX-License-Identifier: MIT */
/* Goal: what a host of the public library may rely on, beside what tests/library.sh plays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/pbc/pbc.h"
#include "tests/lib/source.h"

static struct pbc_context *context;

static int make_context(void **state)
{
	char *root = source_path("");

	(void)state;
	context = pbc_context_new(root, NULL, NULL);
	free(root);
	return 0;
}

static int free_context(void **state)
{
	(void)state;
	pbc_context_free(context);
	return 0;
}

static struct pbc_game *start(const char *variant)
{
	struct pbc_error error;
	struct pbc_game *game = pbc_game_new(context, variant, NULL, NULL, 1700000000, &error);

	if (game == NULL)
		fail_msg("%s", error.text);
	return game;
}

static void play(struct pbc_game *game, unsigned seat, const char *orders)
{
	struct pbc_error error;

	if (pbc_game_play(game, seat, orders, 1700000060, &error) != PBC_OK)
		fail_msg("%s: %s", orders, error.text);
}

static void a_refusal_is_for_the_player_in_the_language_pushed(void **state)
{
	struct pbc_context *english = context;
	struct pbc_game *game;
	struct pbc_error error;
	char *board;

	make_context(state);
	game = start("chess");
	assert_int_equal(pbc_push_language(context, "de", &error), PBC_OK);
	assert_int_equal(pbc_game_check(game, 0, "ZIEHE e2-e5", &error), PBC_REFUSED);
	assert_non_null(strstr(error.text, "e2-e5 geht nicht"));
	assert_int_equal(pbc_game_check(game, 0, "Sf3", &error), PBC_OK);
	pbc_pop_language(context);
	assert_int_equal(pbc_game_check(game, 0, "MOVE e2-e5", &error), PBC_REFUSED);
	assert_non_null(strstr(error.text, "e2-e5 isn't legal"));
	board = pbc_game_board(game, 7);
	assert_string_equal(board, "");
	pbc_free(board);
	pbc_game_free(game);
	free_context(state);
	context = english;
}

static void a_turn_is_taken_back_when_all_agree(void **state)
{
	struct pbc_game *game = start("chess");
	const char *record;
	size_t before, after;

	(void)state;
	play(game, 0, "e4");
	assert_int_equal(pbc_game_waits_for(game), 2);
	(void)pbc_game_record(game, &before);
	play(game, 0, "UNDO");
	play(game, 1, "UNDO");
	assert_int_equal(pbc_game_waits_for(game), 1);
	record = pbc_game_record(game, &after);
	assert_true(after > before);
	/* The only causes of an undo that `pbem verify` accepts are this and the moderator. */
	assert_non_null(strstr(record, " consent\n  undo "));
	play(game, 0, "MOVE d2-d4");
	assert_int_equal(pbc_game_play(game, 0, "RESIGN", 1700000120, NULL), PBC_OK);
	assert_true(pbc_game_is_over(game));
	assert_int_equal(pbc_game_winners(game), 2);
	pbc_game_free(game);
}

/* Nothing is accepted that is then neither done nor recorded. */
static void what_only_a_host_can_do_is_refused(void **state)
{
	static const char *const orders[] = {"TRY\nMOVE e2-e4",
					     "MOVE e2-e4\nIF black e7-e5 THEN g1-f3",
					     "MOVE e2-e4\nSAY TO black Hello", "STATUS"};
	struct pbc_game *game = start("chess");
	struct pbc_error error;
	size_t before, after;

	(void)state;
	(void)pbc_game_record(game, &before);
	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
		assert_int_equal(pbc_game_check(game, 0, orders[i], &error), PBC_REFUSED);
		assert_int_equal(pbc_game_play(game, 0, orders[i], 1700000060, &error),
				 PBC_REFUSED);
	}
	(void)pbc_game_record(game, &after);
	assert_int_equal(before, after);
	pbc_game_free(game);
}

static void what_is_drawn_needs_a_seed(void **state)
{
	struct pbc_error error;
	struct pbc_game *game = pbc_game_new(context, "chess", NULL, "a seed", 0, &error);
	size_t len;

	(void)state;
	assert_null(pbc_game_new(context, "chess960", NULL, NULL, 0, &error));
	assert_non_null(strstr(error.text, "needs a seed"));
	assert_null(strstr(pbc_game_record(game, &len), "\nlot "));
	pbc_game_free(game);
}

static void a_definition_in_memory_is_played(void **state)
{
	struct pbc_game *game;
	struct pbc_error error;
	char *names;

	(void)state;
	assert_int_equal(pbc_define(context, "wrong", "like chess\nboard 0x9\n", &error),
			 PBC_DAMAGED);
	assert_non_null(strstr(error.text, "wrong.variant:2"));
	assert_int_equal(pbc_define(context, "mine", "like chess\n", &error), PBC_OK);
	names = pbc_variants(context);
	assert_non_null(strstr(names, "\nmine\n"));
	assert_null(strstr(names, "wrong"));
	pbc_free(names);
	game = start("mine");
	play(game, 0, "e4");
	pbc_game_free(game);
}

static void what_cannot_be_is_reported(void **state)
{
	static const char *const options[] = {"nonsense", NULL};
	struct pbc_game *game = start("chess");
	struct pbc_error error;
	const char *record;
	size_t len;
	char *bytes;

	(void)state;
	assert_null(pbc_game_new(context, "chess", options, NULL, 1, &error));
	assert_int_equal(error.kind, PBC_USAGE);
	assert_null(pbc_game_new(context, "knightmare", NULL, NULL, 1, &error));
	assert_non_null(strstr(error.text, "seed"));
	assert_int_equal(pbc_game_play(game, 2, "e4", 1, &error), PBC_REFUSED);
	assert_int_equal(pbc_game_play(game, 0, "STATUS", 1, &error), PBC_REFUSED);
	record = pbc_game_record(game, &len);
	bytes = malloc(len);
	assert_non_null(bytes);
	memcpy(bytes, record, len);
	bytes[len / 2] ^= 1;
	assert_null(pbc_game_load(context, bytes, len, NULL, 0, &error));
	assert_int_equal(error.kind, PBC_DAMAGED);
	free(bytes);
	pbc_game_free(game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_refusal_is_for_the_player_in_the_language_pushed),
		cmocka_unit_test(a_turn_is_taken_back_when_all_agree),
		cmocka_unit_test(what_only_a_host_can_do_is_refused),
		cmocka_unit_test(what_is_drawn_needs_a_seed),
		cmocka_unit_test(a_definition_in_memory_is_played),
		cmocka_unit_test(what_cannot_be_is_reported),
	};

	return cmocka_run_group_tests(tests, make_context, free_context);
}
