/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/cards/deck/shuffle.h"
#include "tests/lib/pace.h"

#define SECRET "arbiter secret 1"

static const char *const words[] = {"alice nonce", "bob nonce"};

/* The order of 1..10 after the shuffle. */
static void assert_shuffles_to(struct shuffle *chance, const uint16_t expected[10])
{
	uint16_t items[10];

	for (uint16_t i = 0; i < 10; i++)
		items[i] = (uint16_t)(i + 1);
	shuffle_shuffle(chance, items, 10);
	assert_memory_equal(items, expected, sizeof(items));
}

static void a_pile_is_shuffled_as_published(void **state)
{
	static const uint16_t expected[10] = {9, 2, 8, 7, 3, 10, 4, 1, 6, 5};
	struct shuffle chance;

	(void)state;
	shuffle_init(&chance, "game7", "deck-white", 1, SECRET, words, 2, NULL);
	assert_string_equal(chance.seed.hex,
			    "fd5a15bd44a28b0600c7242b7a4a41e3bd5dd4586b4c68afadf9fe7f30ab5a31");
	assert_shuffles_to(&chance, expected);
}

static void public_words_come_last(void **state)
{
	static const uint16_t expected[10] = {2, 7, 9, 10, 5, 8, 6, 4, 1, 3};
	struct shuffle chance;

	(void)state;
	shuffle_init(&chance, "game7", "share", 1, SECRET, words, 2,
		     "lottery 2026-11-20: 3 9 14 22 31");
	assert_string_equal(chance.seed.hex,
			    "2cb2359f516838130d545337004b0cad2585946c84de8e69a114e86fb7c25708");
	assert_shuffles_to(&chance, expected);
}

static void the_secret_is_promised_by_its_digest(void **state)
{
	struct sha256 digest;

	(void)state;
	sha256_bytes(SECRET, strlen(SECRET), &digest);
	assert_string_equal(digest.hex,
			    "a4b66947ab90437c65ffec3336787ac44df470fc7720c04cc68ac6b4daa27833");
}

static void every_number_of_a_shuffle_gives_another_order(void **state)
{
	struct shuffle first, second;

	(void)state;
	shuffle_init(&first, "g", "deck-common", 1, SECRET, words, 2, NULL);
	shuffle_init(&second, "g", "deck-common", 2, SECRET, words, 2, NULL);
	assert_string_not_equal(first.seed.hex, second.seed.hex);
}

/*
 * 24,000 seeds, ten cards: each card should lie at each place 2,400 times. With 81 degrees of
 * freedom chi-square passes 126 only once in a thousand; the seeds are fixed, so this either holds
 * or doesn't.
 */
static void every_card_is_as_likely_at_every_place(void **state)
{
	static unsigned seen[10][10];
	const unsigned seeds = pace(24000, 2400);
	double chi_square = 0, expected = seeds / 10.0;

	(void)state;
	for (unsigned seed = 0; seed < seeds; seed++) {
		uint16_t items[10];
		struct shuffle chance;

		for (uint16_t i = 0; i < 10; i++)
			items[i] = i;
		shuffle_init(&chance, "g", "share", seed, SECRET, words, 2, NULL);
		shuffle_shuffle(&chance, items, 10);
		for (unsigned place = 0; place < 10; place++)
			seen[place][items[place]]++;
	}
	for (unsigned place = 0; place < 10; place++)
		for (unsigned card = 0; card < 10; card++)
			chi_square += (seen[place][card] - expected) *
				      (seen[place][card] - expected) / expected;
	assert_true(chi_square < 126);
}

static void every_order_of_three_comes(void **state)
{
	bool seen[3][3] = {{false}};
	unsigned orders = 0;

	(void)state;
	for (unsigned number = 1; number <= 60; number++) {
		uint16_t items[3] = {0, 1, 2};
		struct shuffle chance;

		shuffle_init(&chance, "g", "share", number, SECRET, words, 2, NULL);
		shuffle_shuffle(&chance, items, 3);
		assert_int_equal(1u << items[0] | 1u << items[1] | 1u << items[2], 7);
		orders += !seen[items[0]][items[1]];
		seen[items[0]][items[1]] = true;
	}
	assert_int_equal(orders, 6);
}

enum { MANY = 65535 };

/* The same as pbem-shuffle(7) has it; how many numbers were left out. */
static unsigned shuffle_as_published(const struct shuffle *chance, uint16_t *items)
{
	unsigned next = 0, count = 0;

	for (uint64_t k = MANY; k >= 2; k--, count++) {
		const uint64_t all = UINT64_C(1) << 32;
		char text[SHA256_HEX + 16];
		struct sha256 digest;
		uint16_t kept = items[k - 1];
		uint64_t number;

		do {
			sprintf(text, "%s:%u", chance->seed.hex, next++);
			sha256_bytes(text, strlen(text), &digest);
			digest.hex[8] = '\0';
			number = strtoul(digest.hex, NULL, 16);
		} while (number >= all - all % k);
		items[k - 1] = items[number % k];
		items[number % k] = kept;
	}
	return next - count;
}

/* They are few: of a pile as great as can be shuffled one, in every fourth shuffle. */
static void numbers_that_would_favour_some_results_are_left_out(void **state)
{
	static uint16_t items[MANY], expected[MANY];
	struct shuffle chance;

	(void)state;
	for (uint16_t i = 0; i < MANY; i++)
		items[i] = expected[i] = i;
	shuffle_init(&chance, "g", "share", 1, SECRET, words, 2, NULL);
	assert_int_equal(shuffle_as_published(&chance, expected), 1);
	shuffle_shuffle(&chance, items, MANY);
	assert_memory_equal(items, expected, sizeof items);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pile_is_shuffled_as_published),
		cmocka_unit_test(public_words_come_last),
		cmocka_unit_test(the_secret_is_promised_by_its_digest),
		cmocka_unit_test(every_number_of_a_shuffle_gives_another_order),
		cmocka_unit_test(every_card_is_as_likely_at_every_place),
		cmocka_unit_test(every_order_of_three_comes),
		cmocka_unit_test(numbers_that_would_favour_some_results_are_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
