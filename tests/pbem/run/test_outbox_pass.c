/* SPDX-License-Identifier: MIT */
/* One pass over the outbox: who gets what first, who waits, what is given up. */
#include "tests/lib/postscene.h"

#include <sqlite3.h>

static void accepted_letters_leave_the_outbox_in_the_order_in_which_they_were_put(void **state)
{
	struct post *post = *state;

	put_letter(post, "b", "bob@example.net");
	put_letter(post, "a", "anna@example.net");
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_string_equal(
		post->log.bytes,
		"b from <game@example.org> to <bob@example.net>: letter to bob@example.net\n"
		"a from <game@example.org> to <anna@example.net>: letter to anna@example.net\n");
	assert_int_equal(post->report.sent, 2);
	assert_int_equal(waiting(post), 0);
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_string_equal(post->log.bytes, "");
}

static void deferred_letters_wait_and_hold_nobody_up(void **state)
{
	struct post *post = *state;
	char *first;

	put_letter(post, "a", "later@example.net");
	put_letter(post, "b", "bob@example.net");
	assert_int_equal(send_all(post, NOW), WIRE_LATER);
	assert_int_equal(post->report.sent, 1);
	assert_int_equal(post->report.waiting, 1);
	assert_int_equal(waiting(post), 1);
	assert_string_equal(post->reason.text, "451 or so");
	/* A message that is sent again is the same to the byte. */
	first = base_strndup(post->log.bytes, strcspn(post->log.bytes, "\n") + 1);
	assert_int_equal(send_all(post, NOW), WIRE_LATER);
	assert_string_equal(post->log.bytes, first);
	free(first);
}

static void a_refused_letter_is_given_up_once(void **state)
{
	struct post *post = *state;

	put_letter(post, "a", "never@example.net");
	put_letter(post, "b", "bob@example.net");
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_non_null(strstr(post->log.bytes, "given up a <never@example.net> "
						"(letter to never@example.net): 451 or so\n"));
	assert_int_equal(post->report.given_up, 1);
	assert_int_equal(post->report.sent, 1);
	assert_int_equal(waiting(post), 0);
}

static void what_is_no_address_is_given_up_without_asking_the_post(void **state)
{
	struct post *post = *state;

	put_letter(post, "a", "bob@example.net>");
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_non_null(strstr(post->log.bytes, "given up a <bob@example.net>>"));
	assert_null(strstr(post->log.bytes, "a from"));
}

static void a_letter_too_old_is_tried_once_more_and_given_up(void **state)
{
	struct post *post = *state;

	put_letter(post, "a", "later@example.net");
	assert_int_equal(send_all(post, NOW + 4 * DAY), WIRE_LATER);
	assert_int_equal(send_all(post, NOW + 5 * DAY), WIRE_DONE);
	assert_non_null(strstr(post->log.bytes, "a from"));
	assert_non_null(strstr(post->log.bytes,
			       ": the letter was refused for more than 5 days: 451 or so"));
	assert_int_equal(post->report.given_up, 1);
	assert_int_equal(waiting(post), 0);
}

static void when_the_post_is_down_all_wait_however_old(void **state)
{
	struct post *post = *state;

	put_letter(post, "a", "anna@example.net");
	put_letter(post, "b", "down@example.net");
	put_letter(post, "c", "never@example.net");
	put_letter(post, "d", "bob@example.net");
	assert_int_equal(send_all(post, NOW + 1000 * (int64_t)DAY), WIRE_LATER);
	assert_int_equal(post->report.sent, 1);
	assert_int_equal(post->report.waiting, 3);
	assert_int_equal(post->report.given_up, 0);
	assert_null(strstr(post->log.bytes, "c from"));
	assert_int_equal(waiting(post), 3);
}

/* "Not accepted, nothing has changed" came behind the board that was decided after it. */
static void answers_go_in_the_order_in_which_they_were_decided(void **state)
{
	struct post *post = *state;

	put_letter(post, "g1.white.turn", "anna@example.net");
	put_letter(post, "g1.white.refused.77", "anna@example.net");
	put_letter(post, "g1.white.accepted.12", "anna@example.net");
	/* A newer board takes the place of an unsent older one, but behind what was decided before
	 * it. */
	put_letter(post, "g1.white.turn", "anna@example.net");
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_string_equal(seen(post), "g1.white.refused.77 g1.white.accepted.12 g1.white.turn ");
}

static void a_letter_in_doubt_goes_again_at_once_then_after_one_hour_four_and_daily(void **state)
{
	static const struct {
		int64_t when;
		unsigned doubts; /* 0: it isn't tried */
	} rows[] = {
		{0, 1},
		{60, 2},
		{120, 0},
		{60 + HOUR, 3},
		{60 + 2 * HOUR, 0},
		{60 + 5 * HOUR, 4},
		{60 + 28 * HOUR, 0},
		{60 + 29 * HOUR, 5},
		{60 + 53 * HOUR, 6},
	};
	struct post *post = *state;

	put_letter(post, "a", "doubt@example.net");
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const char *told = "in doubt a <doubt@example.net>: 451 or so";

		assert_int_equal(send_all(post, NOW + rows[i].when),
				 rows[i].doubts != 0 ? WIRE_LATER : WIRE_DONE);
		assert_int_equal(post->report.waiting, 1);
		assert_true((strstr(post->log.bytes, told) != NULL) == (rows[i].doubts != 0));
		assert_string_equal(seen(post), rows[i].doubts != 0 ? "a " : "");
	}
	assert_int_equal(send_all(post, NOW + 5 * DAY), WIRE_DONE);
	assert_non_null(strstr(post->log.bytes, "given up a"));
}

static void who_waits_comes_behind_all_others_and_may_be_overtaken(void **state)
{
	struct post *post = *state;

	put_letter(post, "a", "later@example.net");
	put_letter(post, "b", "doubt@example.net");
	put_letter(post, "c", "anna@example.net");
	put_letter(post, "d", "doubt@example.net");
	assert_int_equal(send_all(post, NOW), WIRE_LATER);
	assert_string_equal(seen(post), "a b c d ");
	put_letter(post, "e", "doubt@example.net");
	put_letter(post, "f", "later@example.net");
	put_letter(post, "g", "bob@example.net");
	send_all(post, NOW + 60);
	assert_string_equal(seen(post), "g a b d e f ");
	/* Its hour isn't over: what came after it goes before it. */
	put_letter(post, "h", "doubt@example.net");
	send_all(post, NOW + 120);
	assert_string_equal(seen(post), "a e f h ");
}

static void a_slow_recipient_is_waited_for_once_before_the_others(void **state)
{
	struct post *post = *state;

	put_letter(post, "a", "slow@example.net");
	put_letter(post, "b", "slow@example.net");
	put_letter(post, "c", "anna@example.net");
	put_letter(post, "d", "slow@example.net");
	put_letter(post, "e", "bob@example.net");
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_string_equal(seen(post), "a c e b d ");
}

static void a_pass_ends_when_slow_answers_have_taken_their_time(void **state)
{
	struct post *post = *state;
	char name[8];

	for (unsigned i = 0; i < 60; i++) {
		snprintf(name, sizeof name, "l%02u", i);
		put_letter(post, name, "slow@example.net");
	}
	assert_int_equal(send_all(post, NOW), WIRE_LATER);
	assert_in_range(post->report.sent, 5, 31);
	assert_non_null(strstr(post->reason.text, "takes minutes to answer"));
	assert_int_equal(post->report.waiting, 60 - post->report.sent);
}

/* Puts 30 messages to a number of recipients, who are all refused, then one to Bob. */
static void put_refused(struct post *post, unsigned recipients)
{
	for (unsigned i = 0; i < 30; i++) {
		char *name = base_printf("n%u", i);
		char *to = base_printf("never%u@example.net", i % recipients);

		put_letter(post, name, to);
		free(to);
		free(name);
	}
	put_letter(post, "b", "bob@example.net");
}

static void refusals_of_few_recipients_stop_nobody_elses_letters(void **state)
{
	struct post *post = *state;

	put_refused(post, 3);
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_non_null(strstr(post->log.bytes, "b from"));
	assert_int_equal(post->report.given_up, 30);
	assert_int_equal(waiting(post), 0);
}

static void refusals_of_many_recipients_stop_the_pass(void **state)
{
	struct post *post = *state;

	put_refused(post, 30);
	assert_int_equal(send_all(post, NOW), WIRE_LATER);
	assert_null(strstr(post->log.bytes, "n20 from"));
	assert_null(strstr(post->log.bytes, "b from"));
	assert_int_equal(post->report.given_up, 0);
	assert_int_equal(waiting(post), 31);
}

/* One recipient, whose messages the server refuses for good, may be the only one. */
static void refusals_one_after_the_other_stop_the_pass_whoever_gets_the_letters(void **state)
{
	struct post *post = *state;

	for (unsigned i = 0; i < 250; i++) {
		char *name = base_printf("n%u", i);

		put_letter(post, name, i % 2 == 0 ? "never@example.net" : "never2@example.net");
		free(name);
	}
	put_letter(post, "b", "bob@example.net");
	put_letter(post, "c", "bob@example.net");
	(void)send_all(post, NOW);
	assert_non_null(strstr(post->log.bytes, "b from"));
	assert_non_null(strstr(post->log.bytes, "c from"));
	assert_in_range(post->report.given_up, 100, 102);
	assert_int_equal(waiting(post), 250 - post->report.given_up);
	/* The next passes go on where this one has stopped. */
	for (unsigned i = 1; i <= 2; i++) {
		put_letter(post, "d", "bob@example.net");
		(void)send_all(post, NOW + i * 300);
		assert_non_null(strstr(post->log.bytes, "d from"));
	}
	assert_int_equal(waiting(post), 0);
}

static void no_letter_is_given_up_while_its_time_is_unknown(void **state)
{
	struct post *post = *state;
	char *path = base_printf("%s/ledger", post->config.folder);
	sqlite3 *database;

	put_letter(post, "a", "later@example.net");
	assert_int_equal(send_all(post, NOW), WIRE_LATER);
	assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
	assert_int_equal(
		sqlite3_exec(database, "ALTER TABLE stops RENAME TO gone", NULL, NULL, NULL),
		SQLITE_OK);
	assert_int_equal(send_only(post, NOW + 10 * DAY), WIRE_LATER);
	assert_non_null(strstr(post->reason.text, "stops"));
	assert_int_equal(post->report.given_up, 0);
	assert_int_equal(
		sqlite3_exec(database, "ALTER TABLE gone RENAME TO stops", NULL, NULL, NULL),
		SQLITE_OK);
	sqlite3_close(database);
	wind_up(post);
	assert_int_equal(send_all(post, NOW + 10 * DAY), WIRE_DONE);
	assert_int_equal(post->report.given_up, 1);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			accepted_letters_leave_the_outbox_in_the_order_in_which_they_were_put,
			post_open, post_close),
		cmocka_unit_test_setup_teardown(deferred_letters_wait_and_hold_nobody_up, post_open,
						post_close),
		cmocka_unit_test_setup_teardown(a_refused_letter_is_given_up_once, post_open,
						post_close),
		cmocka_unit_test_setup_teardown(
			what_is_no_address_is_given_up_without_asking_the_post, post_open,
			post_close),
		cmocka_unit_test_setup_teardown(a_letter_too_old_is_tried_once_more_and_given_up,
						post_open, post_close),
		cmocka_unit_test_setup_teardown(when_the_post_is_down_all_wait_however_old,
						post_open, post_close),
		cmocka_unit_test_setup_teardown(answers_go_in_the_order_in_which_they_were_decided,
						post_open, post_close),
		cmocka_unit_test_setup_teardown(
			a_letter_in_doubt_goes_again_at_once_then_after_one_hour_four_and_daily,
			post_open, post_close),
		cmocka_unit_test_setup_teardown(
			who_waits_comes_behind_all_others_and_may_be_overtaken, post_open,
			post_close),
		cmocka_unit_test_setup_teardown(
			a_slow_recipient_is_waited_for_once_before_the_others, post_open,
			post_close),
		cmocka_unit_test_setup_teardown(a_pass_ends_when_slow_answers_have_taken_their_time,
						post_open, post_close),
		cmocka_unit_test_setup_teardown(
			refusals_of_few_recipients_stop_nobody_elses_letters, post_open,
			post_close),
		cmocka_unit_test_setup_teardown(no_letter_is_given_up_while_its_time_is_unknown,
						post_open, post_close),
		cmocka_unit_test_setup_teardown(
			refusals_one_after_the_other_stop_the_pass_whoever_gets_the_letters,
			post_open, post_close),
		cmocka_unit_test_setup_teardown(refusals_of_many_recipients_stop_the_pass,
						post_open, post_close),
	};

	return cmocka_run_group_tests_name("run_outbox", tests, NULL, NULL);
}
