/* SPDX-License-Identifier: MIT */
/* The options every game has. */
#include "tests/lib/chess.h"

#include "core/game/game.h"
#include "core/game/game_options.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

static const char *set(struct game_options *terms, const char *key, const char *value)
{
	static struct reason reason;

	reason.text[0] = '\0';
	if (game_options_set(terms, key, value, &reason) == 0)
		assert_string_equal(reason.text, "");
	else
		assert_true(reason.text[0] != '\0');
	return reason.text;
}

static void values_are_read(void **state)
{
	struct game_options terms;

	(void)state;
	game_options_init(&terms);
	assert_false(game_options_are_timed(&terms));
	assert_string_equal(terms.zone, "UTC");
	assert_string_equal(set(&terms, "days", "5"), "");
	assert_string_equal(set(&terms, "remind", "50,90"), "");
	assert_string_equal(set(&terms, "rest", "sat,sun"), "");
	assert_string_equal(set(&terms, "holidays", "12-25,2027-03-26"), "");
	assert_string_equal(set(&terms, "zone", "America/Argentina/Ushuaia"), "");
	assert_string_equal(set(&terms, "miss", "forfeit"), "");
	assert_string_equal(set(&terms, "press", "letters"), "");
	assert_true(game_options_are_timed(&terms));
	assert_int_equal(terms.days, 5);
	assert_int_equal(terms.remind_count, 2);
	assert_int_equal(terms.remind[1], 90);
	assert_int_equal(terms.rest, 0x60);
	assert_int_equal(terms.holiday_count, 2);
	assert_int_equal(terms.holidays[1].year, 2027);
	assert_int_equal(terms.miss, MISS_FORFEIT);
	assert_false(terms.press_kept);
	assert_string_equal(set(&terms, "remind", "none"), "");
	assert_int_equal(terms.remind_count, 0);
}

static void wrong_values_are_refused_with_what_is_allowed(void **state)
{
	static const char *const wrong[][2] = {
		{"days", "366"},
		{"days", "-1"},
		{"days", "five"},
		{"grace", "721"},
		{"remind", "90,50"},
		{"remind", "0"},
		{"remind", "100"},
		{"remind", "50,"},
		{"remind", "1,2,3,4,5"},
		{"remind", ""},
		{"rest", "saturday"},
		{"rest", "mon,tue,wed,thu,fri,sat,sun"},
		{"holidays", "13-01"},
		{"holidays", "02-30"},
		{"holidays", "2027-02-29"},
		{"holidays", "12-25,"},
		{"holidays", "1225"},
		{"zone", "../etc/passwd"},
		{"zone", "/etc/passwd"},
		{"zone", ""},
		{"miss", "lose"},
		{"bank", "366"},
		{"watch", "maybe"},
		{"watch-delay", "1001"},
		{"publish", "maybe"},
		{"publish-delay", "1001"},
	};
	struct game_options terms;

	(void)state;
	game_options_init(&terms);
	for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
		const char *why = set(&terms, wrong[i][0], wrong[i][1]);

		if (strstr(why, " is ") == NULL || strncmp(why, wrong[i][0], 4) != 0)
			fail_msg("%s=%s: %s", wrong[i][0], wrong[i][1], why);
	}
	assert_string_equal(set(&terms, "days", "x"),
			    "days is a whole number of days from 0 to 365, not 'x'");
	assert_string_equal(
		set(&terms, "hand", "5"),
		"hand is no option that every game has; \'pbem variants chess\' lists those");
}

static void they_stand_beside_the_variants_own(void **state)
{
	static const struct option options[] = {
		{"hand", "5"}, {"days", "3"}, {"cards", "on"}, {"miss", "skip"}};
	struct option own[ARRAY_LEN(options)];
	struct reason reason;
	struct game_options terms;

	(void)state;
	assert_int_equal(game_options_read(options, ARRAY_LEN(options), &terms, &reason), 0);
	assert_int_equal(terms.days, 3);
	assert_int_equal(terms.miss, MISS_SKIP);
	assert_int_equal(game_options_leave_out(options, ARRAY_LEN(options), own), 2);
	assert_string_equal(own[0].key, "hand");
	assert_string_equal(own[1].key, "cards");
}

/* By way of odds. */
static void one_seat_may_have_other_days_and_another_bank(void **state)
{
	struct reason reason = {.text = ""};
	struct game_options terms;

	(void)state;
	game_options_init(&terms);
	assert_string_equal(set(&terms, "days.black", "2"), "");
	assert_true(game_options_are_timed(&terms));
	assert_int_equal(game_options_days(&terms, chess, 0), 0);
	assert_int_equal(game_options_days(&terms, chess, 1), 2);
	assert_string_equal(set(&terms, "days", "5"), "");
	assert_string_equal(set(&terms, "bank.white", "7"), "");
	assert_string_equal(set(&terms, "days.white", "0"), "");
	assert_int_equal(game_options_days(&terms, chess, 0), 0);
	assert_int_equal(game_options_bank(&terms, chess, 0), 7);
	assert_int_equal(game_options_bank(&terms, chess, 1), 0);
	assert_int_equal(game_options_fit(&terms, chess, &reason), 0);
	assert_string_equal(set(&terms, "days.white", "366"),
			    "days.white is a whole number of days from 0 to 365, not '366'");
	assert_string_equal(set(&terms, "grace.white", "1"),
			    "grace.white is no option that every game has; \'pbem variants chess\' "
			    "lists those");
	assert_string_equal(
		set(&terms, "days.", "1"),
		"days. is no option that every game has; \'pbem variants chess\' lists those");
	assert_string_equal(set(&terms, "days.green", "1"), "");
	assert_int_equal(game_options_fit(&terms, chess, &reason), -1);
	assert_string_equal(reason.text,
			    "days.green: chess has no seat 'green'; it has: white, black");
}

/* Nor could a variant's own be told from them. */
static void no_variant_has_an_option_of_such_a_name(void **state)
{
	char **names = variant_names(library);

	(void)state;
	for (char **name = names; *name != NULL; name++) {
		static const char *const terms[] = {
			"days",	 "grace",    "remind",	    "rest",    "holidays",
			"zone",	 "vacation", "bank",	    "bonus",   "miss",
			"press", "watch",    "watch-delay", "publish", "publish-delay"};
		const struct variant *variant = variant_get(library, *name, NULL, 0, NULL);

		assert_non_null(variant);
		for (size_t i = 0; i < ARRAY_LEN(terms); i++) {
			assert_null(variant_option(variant, terms[i]));
		}
		free(*name);
	}
	free(names);
}

/* [ring-deadlines] */
static void a_ring_has_twice_the_days_if_it_was_begun_by_rules_3(void **state)
{
	static const struct {
		const char *variant;
		unsigned rules, days, seat_days;
	} rows[] = {{"ring", 1, 5, 1}, {"ring", 2, 5, 1}, {"ring", 3, 10, 2}, {"chess", 3, 5, 1}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct variant *variant =
			variant_get_by(library, rows[i].rules, rows[i].variant, NULL, 0, NULL);
		const char *seat = variant_seat_name(variant, 1);
		char *key = base_printf("days.%s", seat);
		struct game_options terms;
		struct game game;

		game_init(&game, variant);
		game_options_init(&terms);
		assert_string_equal(set(&terms, "days", "5"), "");
		assert_string_equal(set(&terms, key, "1"), "");
		game_set_terms(&game, &terms);
		assert_int_equal(game_turn_days(&game, 0), rows[i].days);
		assert_int_equal(game_turn_days(&game, 1), rows[i].seat_days);
		game_done(&game);
		free(key);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_read),
		cmocka_unit_test(wrong_values_are_refused_with_what_is_allowed),
		cmocka_unit_test(they_stand_beside_the_variants_own),
		cmocka_unit_test(one_seat_may_have_other_days_and_another_bank),
		cmocka_unit_test(no_variant_has_an_option_of_such_a_name),
		cmocka_unit_test(a_ring_has_twice_the_days_if_it_was_begun_by_rules_3),
	};

	return cmocka_run_group_tests_name("terms", tests, chess_set_up, chess_tear_down);
}
