/* SPDX-License-Identifier: MIT */
/* Forgeries by somebody without a key who has tokens: none of them may be accepted. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "core/util/base.h"
#include "pbem/auth/keyring.h"
#include "pbem/auth/token.h"
#include "tests/lib/pace.h"
#include "tests/lib/random.h"
#include "tests/lib/scratch.h"

enum { LETTER_BITS = 5, SITE_KEYS = 3 };

static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";

static const struct sha256 asking = {
	"3fa29c1755d0e4b8a6f1c2d3e4f5061728394a5b6c7d8e9f0011223344556677"};

struct forgery {
	struct keyring *keys, *foreign;
	char genuine[TOKEN_TEXT + 1], other[TOKEN_TEXT + 1]; /* both of the site */
	uint32_t chance;
};

static struct keyring *make_keys(const char *name, int count)
{
	char *site = base_printf("%s/%s", scratch_folder, name),
	     *path = base_printf("%s/keys", site);
	struct reason reason = {.text = ""};
	struct keyring *keys;

	assert_int_equal(mkdir(site, 0700), 0);
	assert_int_equal(mkdir(path, 0700), 0);
	for (int i = 1; i <= count; i++)
		assert_int_equal(keyring_add(site, &reason), i);
	keys = keyring_load(site, &reason);
	assert_non_null(keys);
	free(path);
	free(site);
	return keys;
}

static struct token draw_token(struct forgery *forgery)
{
	return (struct token){
		.game = draw_number(&forgery->chance, TOKEN_MAX_GAME),
		.seat = (uint8_t)draw_number(&forgery->chance, 32),
		.generation = (uint8_t)draw_number(&forgery->chance, 256),
		.purpose = TOKEN_TURN,
		.question = (uint16_t)draw_number(&forgery->chance, 65536),
		.expires = 20800,
	};
}

static void draw_genuine(struct forgery *forgery)
{
	struct token token = draw_token(forgery), other = draw_token(forgery);

	token_write(forgery->keys, &token, &asking, forgery->genuine);
	token_write(forgery->keys, &other, &asking, forgery->other);
}

static void flip_bit(char text[TOKEN_TEXT + 1], size_t bit)
{
	char *letter = &text[bit / LETTER_BITS];
	const size_t value = (size_t)(strchr(letters, *letter) - letters);

	*letter = letters[value ^ 16u >> bit % LETTER_BITS];
}

/* Each bit of them by chance. */
static void flip_some(struct forgery *forgery, char text[TOKEN_TEXT + 1], size_t from, size_t count)
{
	for (size_t bit = from; bit < from + count; bit++)
		if (draw_number(&forgery->chance, 2) == 1)
			flip_bit(text, bit);
}

/* ---- ways to forge ---- */

static void flip(struct forgery *forgery, char text[TOKEN_TEXT + 1])
{
	const uint32_t count = 1 + draw_number(&forgery->chance, 4);

	for (uint32_t i = 0; i < count; i++)
		flip_bit(text, draw_number(&forgery->chance, LETTER_BITS * TOKEN_TEXT));
}

static void cut(struct forgery *forgery, char text[TOKEN_TEXT + 1])
{
	text[draw_number(&forgery->chance, TOKEN_TEXT)] = '\0';
}

/* One letter lost, another at the end. */
static void shift(struct forgery *forgery, char text[TOKEN_TEXT + 1])
{
	const size_t at = draw_number(&forgery->chance, TOKEN_TEXT);

	memmove(text + at, text + at + 1, TOKEN_TEXT - at - 1);
	text[TOKEN_TEXT - 1] = letters[4 * draw_number(&forgery->chance, 8)];
}

/* The beginning of one, and the end of another. */
static void join(struct forgery *forgery, char text[TOKEN_TEXT + 1])
{
	const size_t at = 1 + draw_number(&forgery->chance, TOKEN_TEXT - 1);

	memcpy(text + at, forgery->other + at, TOKEN_TEXT - at);
}

/* Whole, of what one likes, by a key of another site. */
static void sign(struct forgery *forgery, char text[TOKEN_TEXT + 1])
{
	const struct token token = draw_token(forgery);

	token_write(forgery->foreign, &token, &asking, text);
}

/* A function, or else another value in some bits of what is signed, its proof kept. */
static const struct way {
	const char *name;
	void (*make)(struct forgery *forgery, char text[TOKEN_TEXT + 1]);
	size_t from, count;
} ways[] = {
	{"bits flipped", flip, 0, 0},	    {"another game", NULL, 8, 24},
	{"another seat", NULL, 35, 5},	    {"another generation", NULL, 40, 8},
	{"another question", NULL, 48, 16}, {"another purpose", NULL, 32, 3},
	{"another key", NULL, 2, 6},	    {"another version", NULL, 0, 2},
	{"another day", NULL, 64, 16},	    {"another entry", NULL, 80, 16},
	{"another proof", NULL, 96, 112},   {"cut", cut, 0, 0},
	{"a letter lost", shift, 0, 0},	    {"two in one", join, 0, 0},
	{"another site's key", sign, 0, 0},
};

static void forge(struct forgery *forgery, const struct way *way, char text[TOKEN_TEXT + 1])
{
	do {
		memcpy(text, forgery->genuine, TOKEN_TEXT + 1);
		if (way->make != NULL)
			way->make(forgery, text);
		else
			flip_some(forgery, text, way->from, way->count);
	} while (strcmp(text, forgery->genuine) == 0 || strcmp(text, forgery->other) == 0);
}

static bool is_same(const struct token *one, const struct token *other)
{
	return one->game == other->game && one->seat == other->seat &&
	       one->generation == other->generation && one->question == other->question &&
	       one->purpose == other->purpose && one->key == other->key &&
	       one->expires == other->expires && one->digest == other->digest &&
	       memcmp(one->bond, other->bond, TOKEN_BOND_BYTES) == 0;
}

/* As mail programs and people may write it. */
static void assert_any_case(struct forgery *forgery)
{
	char text[TOKEN_TEXT + 1];
	struct token genuine, token;

	memcpy(text, forgery->genuine, sizeof text);
	for (char *letter = text; *letter != '\0'; letter++)
		if (draw_number(&forgery->chance, 2) == 1)
			*letter = (char)toupper((unsigned char)*letter);
	assert_true(token_read(forgery->keys, forgery->genuine, &genuine));
	assert_true(token_read(forgery->keys, text, &token));
	assert_true(is_same(&genuine, &token));
}

static void of_a_million_forged_tokens_none_is_taken(void **state)
{
	struct forgery forgery = {make_keys("site", SITE_KEYS), make_keys("foreign", SITE_KEYS), "",
				  "", 20261123};
	const unsigned wanted = pace(1000000, 5000);
	unsigned forged[ARRAY_LEN(ways)] = {0};

	(void)state;
	for (unsigned i = 0; i < wanted; i++) {
		const size_t way = i % ARRAY_LEN(ways);
		char text[TOKEN_TEXT + 1];
		struct token token;

		if (i % 300 == 0) {
			draw_genuine(&forgery);
			assert_any_case(&forgery);
		}
		forge(&forgery, &ways[way], text);
		if (token_read(forgery.keys, text, &token))
			fail_msg("%s: taken: %s, made of %s", ways[way].name, text,
				 forgery.genuine);
		forged[way]++;
	}
	for (size_t i = 0; i < ARRAY_LEN(ways); i++)
		print_message("  %-20s %u\n", ways[i].name, forged[i]);
	print_message("%u forged tokens refused\n", wanted);
	keyring_free(forgery.foreign);
	keyring_free(forgery.keys);
}

/* Each bit by itself, those that pad the last letter among them. */
static void no_flipped_bit_is_taken(void **state)
{
	struct forgery forgery = {make_keys("bits", 1), NULL, "", "", 1};
	struct token token;

	(void)state;
	draw_genuine(&forgery);
	for (size_t bit = 0; bit < LETTER_BITS * TOKEN_TEXT; bit++) {
		flip_bit(forgery.genuine, bit);
		assert_false(token_read(forgery.keys, forgery.genuine, &token));
		flip_bit(forgery.genuine, bit);
	}
	assert_true(token_read(forgery.keys, forgery.genuine, &token));
	keyring_free(forgery.keys);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_a_million_forged_tokens_none_is_taken),
		cmocka_unit_test(no_flipped_bit_is_taken),
	};

	return cmocka_run_group_tests_name("forged", tests, scratch_open, scratch_close);
}
