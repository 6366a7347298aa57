/* SPDX-License-Identifier: MIT */
/* Decks of every mode in games by mail: what is dealt, shuffled, and shuffled again. */
#include "tests/match.h"

#include "pbem/deal.h"

static void
games_with_a_common_deck_come_back_from_their_files(void **state)
{
	static const struct option options[] = {{"deck", "common"}};
	static const struct option short_deck[] = {{"deck", "common"}, {"extra-discards", "62"}};
	static const struct option three[] = {{"cards", "on"}, {"deck", "common"}, {"extra-discards", "56"}};

	(void)state;
	match_play_games("knightmare", options, 1, 4);
	assert_true(match_play_games("knightmare", short_deck, 2, 8) > 2 * pace(8, 2));
	match_play_games("three-player", three, 3, 6);
}

/* Who discards and passes in one letter may write the two in any order, and another card for the own
 * turn behind them. */
static void
a_common_deck_lets_one_discard_on_anothers_turn(void **state)
{
	static const char *const letters[] = {
		"DISCARD %s\nPASS", "PASS\nDISCARD %s", "DISCARD %s\nPASS\nMOVE e7-e5",
		"PASS\nDISCARD %s\nMOVE e7-e5",
	};
	static const struct option options[] = {{"deck", "common"}, {"window", "48"}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(letters); i++) {
		struct match play;
		uint16_t copies[MAX_COPIES];
		const struct card *card;
		char letter[96];

		match_begin(&play, "knightmare", options, 2, 3);
		assert_true(match_send(&play, 0, "MOVE e2-e4"));
		piles_list(&match_table_of(&play)->piles, ZONE_HAND, 1, copies);
		card = &match_table_of(&play)->book->set->cards[match_table_of(&play)->piles.copies[copies[2]].kind];
		snprintf(letter, sizeof letter, letters[i], card->name);
		assert_true(match_send(&play, 1, letter));
		assert_int_equal(match_table_of(&play)->piles.copies[copies[2]].zone, i == 3 ? ZONE_HAND : ZONE_DISCARDS);
		assert_int_equal(piles_size(&match_table_of(&play)->piles, ZONE_HAND, 1), HAND_SIZE);
		match_end(&play);
	}
}

/* Nobody can tell from the public file which card of the discards became which of the new pile. */
static void
a_reshuffle_gives_new_numbers(void **state)
{
	static const struct option options[] = {{"deck", "common"}, {"extra-discards", "62"}};
	struct match play;
	const char *shuffled;
	unsigned unknown = 0;
	struct gamefile *file;

	(void)state;
	match_begin(&play, "knightmare", options, 2, 5);
	while (match_table_of(&play)->piles.shuffles[0] < 2 && match_table_of(&play)->phase != PHASE_OVER)
		assert_true(match_act(&play));
	shuffled = strstr(play.public.bytes, "\n  reshuffle ");
	assert_non_null(shuffled);
	assert_null(strstr(shuffled, "\n  face "));
	match_write_file(&play, "game.txt", &play.public);
	file = match_load(&play);
	for (unsigned i = 0; i < file->game.table->piles.count; i++) {
		const struct copy *copy = &file->game.table->piles.copies[i];

		assert_true(copy->zone != ZONE_DRAW || copy->kind == NO_CARD);
		unknown += copy->zone == ZONE_DRAW;
	}
	assert_true(unknown > 0);
	gamefile_free(file);
	match_end(&play);
}

/* By mail the program builds the decks; what can't be played so yet is refused. */
static void
only_decks_that_the_program_builds_are_dealt_by_mail(void **state)
{
	static const struct {
		struct option option;
		bool can_be;
	} rows[] = {
		{{"deck", "auto"}, true}, {{"hand", "growing"}, true}, {{"deck", "split"}, false},
		{{"deck", "personal"}, false}, {{"deck", "common"}, true}, {{"order", "stacked"}, false},
		{{"public-words", "dice"}, true},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct reason reason = {""};
		const struct variant *variant = variant_get(library, "knightmare", &rows[i].option, 1, &reason);

		if (variant == NULL)
			fail_msg("%s", reason.text);
		assert_int_equal(deal_check(variant, &reason) == 0, rows[i].can_be);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_decks_that_the_program_builds_are_dealt_by_mail),
		cmocka_unit_test(games_with_a_common_deck_come_back_from_their_files),
		cmocka_unit_test(a_common_deck_lets_one_discard_on_anothers_turn),
		cmocka_unit_test(a_reshuffle_gives_new_numbers),
	};

	return cmocka_run_group_tests_name("game_decks", tests, chess_set_up, chess_tear_down);
}
