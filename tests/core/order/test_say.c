/* SPDX-License-Identifier: MIT */
/* Text after SAY TO is never shown to all, in whatever way it is written. */
#include "tests/lib/chess.h"

#include "core/notation/vocabulary.h"
#include "core/order/order_parse.h"
#include "tests/lib/letters.h"
#include "tests/lib/seed.h"
#include "tests/lib/source.h"

/* A line is one of each list, one after the other. */
static const char *const fronts[] = {"", "\"", "- ", "*", "SAY hello all\n", "MOVE e2-e4\n"};
static const char *const gaps[] = {" ",
				   "  ",
				   "\t",
				   "\xc2\xa0",
				   ": ",
				   ":",
				   " : ",
				   " - ",
				   " (",
				   " \"",
				   " *",
				   "\xe2\x80\x8b ",
				   " \xf0\x9f\x99\x82 ",
				   "",
				   ", ",
				   "\xe2\x80\xaf"};
static const char *const tos[] = {"TO", "to", "To", "T\xd0\x9e", "\xd0\xa2\xd0\x9e"};
static const char *const links[] = {" ", ": ", ":", ", ", "\t", "\xc2\xa0", "\" ", " (", "\n"};
static const char *const seats[] = {
	"black",	   "Black:",	   "blacks",	  "nobody", "all",
	"black and white", "black, white", "black/white", "",	    "2"};
static const char *const plans[] = {" secret plan",  ": secret plan",	"",
				    "\nsecret plan", "\n\nsecret plan", "\r\nsecret plan"};

/* Asserts that no order that speaks to all contains the secret, in the orders as they are printed.
 */
static void assert_not_public(const char *letter)
{
	char *read = read_letter(chess, letter);
	const bool refused = strncmp(read, "refused: ", 9) == 0;

	for (const char *order = read; !refused && order != NULL;) {
		const char *end = strstr(order, "; ");
		const size_t len = end != NULL ? (size_t)(end - order) : strlen(order);
		char *alone = base_strndup(order, len);

		if (strncmp(alone, "SAY ", 4) == 0 && strncmp(alone, "SAY TO ", 7) != 0 &&
		    strstr(alone, "secret") != NULL)
			fail_msg("\"%s\" tells all: \"%s\"", letter, read);
		free(alone);
		order = end != NULL ? end + 2 : NULL;
	}
	free(read);
}

static const char *one_of(const char *const *words, size_t count, unsigned *seed)
{
	return words[seed_below(seed, (unsigned)count)];
}

#define ONE_OF(words, seed) one_of(words, ARRAY_LEN(words), seed)

static void try_words(const char *say, const char *const *to, size_t to_count, unsigned trials)
{
	unsigned seed = 1;

	for (unsigned i = 0; i < trials; i++) {
		const char *front = ONE_OF(fronts, &seed), *gap = ONE_OF(gaps, &seed);
		const char *which = one_of(to, to_count, &seed), *link = ONE_OF(links, &seed);
		const char *seat = ONE_OF(seats, &seed), *plan = ONE_OF(plans, &seed);
		char *letter =
			base_printf("%s%s%s%s%s%s%s\n", front, say, gap, which, link, seat, plan);

		assert_not_public(letter);
		free(letter);
	}
}

static void what_begins_with_say_to_is_never_told_to_all(void **state)
{
	static const char *const german[] = {"AN", "an", "TO"};

	const struct vocabulary *before;
	char *games = source_path("games");

	(void)state;
	try_words("SAY", tos, ARRAY_LEN(tos), 20000);
	try_words("say", tos, 1, 5000);
	vocabulary_set_folder(games);
	assert_int_equal(vocabulary_push("de", &before, NULL), 0);
	assert_string_equal(vocabulary_spoken(), "de");
	try_words("SAG", german, ARRAY_LEN(german), 10000);
	vocabulary_pop(before);
	assert_string_equal(vocabulary_spoken(), "");
	free(games);
}

static void assert_read(const char *letter, const char *orders)
{
	char *read = read_letter(chess, letter);

	if (strcmp(read, orders) != 0)
		fail_msg("\"%s\" reads as \"%s\", not \"%s\"", letter, read, orders);
	free(read);
}

static void assert_refused(const char *letter, const char *why)
{
	char *read = read_letter(chess, letter);

	if (strncmp(read, "refused: ", 9) != 0 || strstr(read, why) == NULL)
		fail_msg("\"%s\" reads as \"%s\", not refused with \"%s\"", letter, read, why);
	free(read);
}

static void one_seat_is_named_on_the_same_line_with_what_it_is_told(void **state)
{
	(void)state;
	assert_read("SAY TO black see you", "SAY TO black see you");
	assert_read("Say: to Black: see you", "SAY TO black see you");
	assert_read("SAY \"TO\" black see you\nlater", "SAY TO black see you later");
	assert_read("SAY TO black: white and black are friends",
		    "SAY TO black white and black are friends");
	assert_read("SAY Today we play", "SAY Today we play");
	assert_read("SAY tomorrow", "SAY tomorrow");
	assert_refused("SAY TO", "SAY TO needs a seat");
	assert_refused("SAY TO black", "on the same line");
	assert_refused("SAY TO black and white see you", "SAY TO writes to one seat");
	assert_refused("SAY TO black, white: see you", "SAY TO writes to one seat");
	assert_refused("SAY TOblack see you", "SAY TO needs a seat");
	assert_refused("MOVE e2-e4\nSAYTO black see you", "it looks like SAY TO");
	assert_refused("SAY hello\nSAYTO be honest", "for one seat alone");
	assert_refused("SAY hello\nSAY, to be honest", "SAY TO needs a seat");
}

/* The same for a line of talk where nothing is said. */
static void talk_that_begins_so_is_talk(void **state)
{
	(void)state;
	assert_read("MOVE e2-e4\n\nSay, to be honest, what a game!", "MOVE e2-e4");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_begins_with_say_to_is_never_told_to_all),
		cmocka_unit_test(one_seat_is_named_on_the_same_line_with_what_it_is_told),
		cmocka_unit_test(talk_that_begins_so_is_talk),
	};

	return cmocka_run_group_tests_name("say", tests, chess_set_up, chess_tear_down);
}
