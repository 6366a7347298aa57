/* SPDX-License-Identifier: MIT */
/* Games with cards from messages to files and back: random play, both files, the snapshot. */
#include "core/util/translate.h"
#include "tests/lib/match.h"
#include "tests/lib/pace.h"
#include "tests/lib/source.h"
#include "tests/lib/verify.h"

static void games_of_two_come_back_from_their_files(void **state)
{
	static const struct option none[1];

	(void)state;
	match_play_games("knightmare", none, 0, 12);
}

static void games_of_several_come_back_from_their_files(void **state)
{
	static const struct option options[] = {{"cards", "on"}};

	(void)state;
	match_play_games("three-player", options, 1, 8);
	match_play_games("four-player", options, 1, 8);
	match_play_games("four-player-team", options, 1, 6);
}

/* A hand of five is dealt. The public file shows how many cards there are, but not which. */
static void the_public_file_names_no_card_before_it_is_shown(void **state)
{
	static const struct option none[1];
	struct match play;

	(void)state;
	match_begin(&play, "knightmare", none, 0, 1);
	assert_int_equal(piles_size(&match_table_of(&play)->piles, ZONE_HAND, 0), HAND_SIZE);
	for (unsigned i = 0; i < match_table_of(&play)->book->set->count; i++)
		assert_null(
			strstr(play.public.bytes, match_table_of(&play)->book->set->cards[i].name));
	assert_non_null(strstr(play.public.bytes, "\n  top white\n"));
	assert_non_null(strstr(play.sealed.bytes, " face of card 0:"));
	match_end(&play);
}

/* [standing-pass]: a seat that passes automatically isn't asked, and only its own messages change
 * that. */
static void a_standing_pass_comes_back(void **state)
{
	static const struct option none[1];
	struct match play;

	(void)state;
	match_begin(&play, "knightmare", none, 0, 1);
	assert_true(match_send(&play, 1, "AUTOPASS ON"));
	assert_true(match_send(&play, 0, "MOVE e2-e4\nAUTOPASS unless card, CHECK"));
	assert_int_equal(card_state_awaited(match_table_of(&play)), 1 << 1);
	assert_int_equal(match_table_of(&play)->now.phase, PHASE_MOVE);
	match_assert_comes_back(&play);
	assert_true(match_send(&play, 1, "AUTOPASS OFF\nMOVE e7-e5"));
	assert_true(match_send(&play, 0, "MOVE d2-d4"));
	assert_int_equal(match_table_of(&play)->now.window, 1 << 1);
	assert_true(match_send(&play, 1, "AUTOPASS UNLESS CAPTURE"));
	assert_int_equal(match_table_of(&play)->now.phase, PHASE_MOVE);
	assert_true(match_send(&play, 1, "MOVE e5-d4"));
	assert_true(match_send(&play, 0, "MOVE d1-d4"));
	assert_int_equal(match_table_of(&play)->now.window, 1 << 1);
	match_assert_comes_back(&play);
	match_end(&play);
}

static void count_fault(void *context, const char *line)
{
	*(unsigned *)context += strstr(line, "came too late") != NULL;
}

/* Everything is public: orders after a deadline show in the public file alone. */
static void an_order_that_came_too_late_is_found(void **state)
{
	static const struct option options[] = {{"cards", "on"}};
	struct order_list orders;
	struct event_list events;
	struct reason why = {.text = ""};
	struct match play;
	unsigned faults = 0;
	char *path;

	(void)state;
	match_begin(&play, "three-player", options, 1, 1);
	assert_true(match_send(&play, 0, "MOVE d7-d6"));
	play.now = clock_deadline(&play.file->game, 2) + 1;
	order_list_init(&orders);
	event_list_init(&events);
	assert_int_equal(order_read_message(play.file->game.variant, "PASS", &orders, &why),
			 ACCEPTED);
	assert_int_equal(turn_decide(&play.file->game, 2, &orders, &events, &why), ACCEPTED);
	match_add(&play, "sha256:letter", &events);
	match_write_file(&play, "game.txt", &play.public);
	path = base_printf("%s/game.txt", play.folder);
	assert_int_equal(verify_game(path, library, count_fault, &faults), 1);
	assert_int_equal(faults, 1);
	free(path);
	event_list_done(&events);
	order_list_done(&orders);
	match_end(&play);
}

static bool stands_there(const struct gamefile *file, const char *name)
{
	const struct variant *variant = file->game.variant;
	const struct position *position = &file->game.position;
	square at = board_square_named(variant_board(variant), name);

	return position->piece_at[at] != NO_PIECE;
}

/* The message that makes a turn final also brings the next one. The board after a turn is the one
 * before the next. */
static void the_board_after_a_turn_has_not_the_next_one(void **state)
{
	static const struct option none[1];
	static const char *const letters[] = {"MOVE e2-e4", "MOVE e7-e5", "MOVE g1-f3",
					      "MOVE b8-c6"};
	static const char *const squares[] = {"e4", "e5", "f3", "c6"};
	struct reason reason = {.text = ""};
	struct match play;

	(void)state;
	match_begin(&play, "knightmare", none, 0, 1);
	for (uint8_t i = 0; i < 4; i++)
		assert_true(match_send(&play, i % 2, letters[i]));
	for (unsigned alone = 0; alone < 2; alone++) {
		match_write_file(&play, "game.txt", &play.public);
		if (!alone)
			match_write_file(&play, "sealed", &play.sealed);
		for (unsigned turns = 0; turns <= 3; turns++) {
			struct gamefile *file =
				gamefile_load_at(play.folder, library, turns, &reason);

			if (file == NULL)
				fail_msg("%s", reason.text);
			assert_int_equal(file->game.turns, turns);
			for (unsigned i = 0; i < 4; i++)
				assert_int_equal(stands_there(file, squares[i]), i < turns);
			gamefile_free(file);
		}
	}
	match_end(&play);
}

static void add_line(void *context, const char *line)
{
	strbuf_addf(context, "%s\n", line);
}

/* Returns the faults and notes of the public file alone, up to that length; and how many faults. */
static char *finds_of(const struct match *play, size_t len)
{
	char *path = base_printf("%s/game.txt", play->folder);
	struct strbuf finds, public = play->public;
	const struct gamefile_check_options wish = {
		.fault = add_line, .note = add_line, .context = &finds};

	strbuf_init(&finds, 0);
	public.len = len;
	match_write_file(play, "game.txt", &public);
	strbuf_addf(&finds, "%zu\n", gamefile_check(path, library, &wish));
	free(path);
	return finds.bytes;
}

/* Silence would look like success. */
static void what_is_not_published_is_said_to_be_unchecked(void **state)
{
	static const struct option none[1];
	struct match play;
	char *finds;

	(void)state;
	match_begin(&play, "knightmare", none, 0, 1);
	assert_true(match_send(&play, 0, "MOVE e2-e4"));
	finds = finds_of(&play, play.public.len);
	assert_non_null(
		strstr(finds, "note: hands, shuffles and what cards did can't be checked before"));
	assert_non_null(strstr(finds, "\n0\n"));
	free(finds);
	assert_true(match_send(&play, 1, "RESIGN"));
	finds = finds_of(&play,
			 (size_t)(strstr(play.public.bytes, "  secret ") - play.public.bytes) -
				 strlen("entry 4 2026-11-21T02:26:40Z end\n"));
	assert_non_null(strstr(finds, "the game is over, and its secret is not published"));
	assert_non_null(strstr(finds, "\n1\n"));
	free(finds);
	finds = finds_of(&play, play.public.len);
	assert_string_equal(finds, "0\n");
	free(finds);
	match_end(&play);
}

/* A message in another language is decided, and its entry written, while that language is set. */
static void boards_in_files_are_in_english_whatever_is_spoken(void **state)
{
	static const struct option none[1];
	char *path = source_path("games/words/de.po");
	struct reason reason = {.text = ""};
	struct phrases *german = translate_load(path, &reason);

	(void)state;
	assert_non_null(german);
	for (unsigned seed = 1; seed <= pace(4, 1); seed++) {
		struct match play;

		match_begin(&play, "knightmare", none, 0, seed);
		(void)translate_speak(german);
		for (unsigned i = 0; i < 60 && match_act(&play); i++)
			;
		assert_ptr_equal(translate_speak(NULL), german);
		match_write_file(&play, "game.txt", &play.public);
		match_write_file(&play, "sealed", &play.sealed);
		match_assert_verifies(&play);
		match_remove_file(&play, "sealed");
		match_remove_file(&play, "game.txt");
		match_end(&play);
	}
	translate_free(german);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_public_file_names_no_card_before_it_is_shown),
		cmocka_unit_test(a_standing_pass_comes_back),
		cmocka_unit_test(what_is_not_published_is_said_to_be_unchecked),
		cmocka_unit_test(boards_in_files_are_in_english_whatever_is_spoken),
		cmocka_unit_test(the_board_after_a_turn_has_not_the_next_one),
		cmocka_unit_test(an_order_that_came_too_late_is_found),
		cmocka_unit_test(games_of_two_come_back_from_their_files),
		cmocka_unit_test(games_of_several_come_back_from_their_files),
	};

	return cmocka_run_group_tests_name("game_cards", tests, chess_set_up, chess_tear_down);
}
