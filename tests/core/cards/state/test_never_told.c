/* SPDX-License-Identifier: MIT */
#include "tests/lib/who_knows.h"

static void assert_nowhere(const struct match *match, const char *word)
{
	assert_not_in(files_of(match).public, word);
	assert_not_in(files_of(match).sealed, word);
}

static void never_words_said_to_one(void **state)
{
	struct match match;
	char *letters;

	(void)state;
	twins_begin(&match, "three-player cards=on", 1, NULL);
	match_post(&match, 0, "SAY TO black Let us share the red pawns.");
	letters = twins_outbox(&match.plays[0], 0xffff);
	assert_in(letters, "share the red pawns");
	free(letters);
	assert_nowhere(&match, "share the red pawns");
	(void)publication(&match);
	assert_nowhere(&match, "share the red pawns");
	twins_end(&match);
}

static void never_addresses(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	match_post(&match, 0, "MOVE e2-e4");
	(void)publication(&match);
	assert_nowhere(&match, "@");
	twins_end(&match);
}

/* Neither file contains a token from a letter. */
static void never_tokens(void **state)
{
	struct match match;
	char *letters;
	unsigned count = 0;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	match_post(&match, 0, "MOVE e2-e4");
	letters = twins_outbox(&match.plays[0], 0xffff);
	(void)publication(&match);
	for (const char *at = letters; (at = strstr(at, "Message-ID: <")) != NULL; count++) {
		char *token;

		at += strlen("Message-ID: <");
		token = base_strndup(at, strcspn(at, "."));
		assert_true(strlen(token) > 40);
		assert_nowhere(&match, token);
		free(token);
	}
	assert_true(count >= 2);
	free(letters);
	twins_end(&match);
}

static void never_preferences(void **state)
{
	struct match match;
	size_t public, sealed;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	public = strlen(files_of(&match).public);
	sealed = strlen(files_of(&match).sealed);
	(void)try_post(&match, 1, "VIEW own");
	assert_true(match.plays[0].game->seats.seats[1].view_own);
	assert_int_equal(strlen(files_of(&match).public), public);
	assert_int_equal(strlen(files_of(&match).sealed), sealed);
	twins_end(&match);
}

static void never_refused_orders(void **state)
{
	static const char *const refused[] = {
		"MOVE e2-e5",
		"PLAY Fireball",
		"MOVE e2-e4\nDISCARD Fireball",
		"PLAY Dubbing b1-c3\nMOVE e2-e4",
		"TRY\nMOVE e2-e4",
		"PASS",
		"ANSWER e4",
		"MOVE e2-e4\nPLAY Man-Trap h7",
	};
	struct match match;
	char *public, *sealed;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	give_first(&match, 0, "Curse", "Curse");
	public = base_strdup(files_of(&match).public);
	sealed = base_strdup(files_of(&match).sealed);
	for (size_t i = 0; i < ARRAY_LEN(refused); i++) {
		assert_false(try_post(&match, 0, refused[i]));
		assert_string_equal(files_of(&match).public, public);
		assert_string_equal(files_of(&match).sealed, sealed);
	}
	free(public);
	free(sealed);
	twins_end(&match);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(never_words_said_to_one),
		cmocka_unit_test(never_addresses),
		cmocka_unit_test(never_tokens),
		cmocka_unit_test(never_preferences),
		cmocka_unit_test(never_refused_orders),
	};

	return cmocka_run_group_tests_name("never_told", tests, NULL, NULL);
}
