/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/base.h"
#include "pbem/keys/keys.h"
#include "pbem/keys/token.h"
#include "tests/lib/scratch.h"

static char folder[SCRATCH_MAX];

static const struct token example = {
	.game = 70000,
	.seat = 13,
	.generation = 7,
	.purpose = TOKEN_TURN,
	.question = 300,
	.expires = 20800,
};

/* The digests of two entries that begin alike. */
static const struct digest asking = {
	"3fa29c1755d0e4b8a6f1c2d3e4f5061728394a5b6c7d8e9f0011223344556677"};
static const struct digest another = {
	"3fa29c1755d0e4b8a6f1c2d3e4f5061728394a5b6c7d8e9f0011223344556678"};

static struct keys *load(void)
{
	struct reason reason = {""};
	struct keys *keys = keys_load(folder, &reason);

	if (keys == NULL)
		fail_msg("%s", reason.text);
	return keys;
}

static int make_site(void **state)
{
	char *path;
	struct reason reason;

	(void)state;
	if (!scratch_make(folder))
		return -1;
	path = base_printf("%s/keys", folder);
	mkdir(path, 0700);
	free(path);
	return keys_add(folder, &reason) == 1 ? 0 : -1;
}

static int remove_site(void **state)
{
	(void)state;
	return scratch_remove(folder);
}

static void a_token_comes_back_as_it_was_written_in_any_case(void **state)
{
	struct keys *keys = load();
	char text[TOKEN_TEXT + 1];
	struct token token;

	(void)state;
	token_write(keys, &example, &asking, text);
	assert_int_equal(strlen(text), TOKEN_TEXT);
	for (size_t i = 0; i < TOKEN_TEXT; i += 2)
		if (text[i] >= 'a' && text[i] <= 'z')
			text[i] = (char)(text[i] - 'a' + 'A');
	assert_true(token_read(keys, text, &token));
	assert_int_equal(token.game, 70000);
	assert_int_equal(token.seat, 13);
	assert_int_equal(token.purpose, TOKEN_TURN);
	assert_int_equal(token.question, 300);
	assert_int_equal(token.expires, 20800);
	assert_int_equal(token.generation, 7);
	assert_int_equal(token.version, 2);
	assert_int_equal(token.digest, 0x3fa2);
	keys_free(keys);
}

/* By its first bits alone it may be taken for that of another entry of the same number: all of the
 * digest counts. Of an entry that isn't known it is still ours. */
static void a_token_answers_the_entry_of_that_digest_and_no_other(void **state)
{
	struct keys *keys = load();
	char text[TOKEN_TEXT + 1];
	struct token token;

	(void)state;
	token_write(keys, &example, &asking, text);
	assert_true(token_read(keys, text, &token));
	assert_true(token_is_bound(keys, &token, &asking));
	assert_false(token_is_bound(keys, &token, &another));
	token.generation++;
	assert_false(token_is_bound(keys, &token, &asking));
	keys_free(keys);
}

/* The key's file as the first version of tokens was signed with it. */
static void sign_first(const char *key_name, unsigned char raw[26])
{
	char *path = base_printf("%s/keys/%s", folder, key_name), hex[65] = "";
	static const char context[] = "pbem-token-v1";
	unsigned char key[32], bytes[sizeof context + 10];
	FILE *file = fopen(path, "r");
	struct digest tag;
	unsigned byte;

	assert_non_null(file);
	assert_int_equal(fread(hex, 1, 64, file), 64);
	fclose(file);
	free(path);
	for (size_t i = 0; i < 32; i++) {
		assert_int_equal(sscanf(hex + 2 * i, "%2x", &byte), 1);
		key[i] = (unsigned char)byte;
	}
	memcpy(bytes, context, sizeof context);
	memcpy(bytes + sizeof context, raw, 10);
	digest_keyed(key, sizeof key, bytes, sizeof bytes, &tag);
	for (size_t i = 0; i < 16; i++) {
		assert_int_equal(sscanf(tag.hex + 2 * i, "%2x", &byte), 1);
		raw[10 + i] = (unsigned char)byte;
	}
}

static void base32(const unsigned char raw[26], char out[TOKEN_TEXT + 1])
{
	for (size_t i = 0; i < TOKEN_TEXT; i++) {
		unsigned value = 0;

		for (size_t bit = 5 * i; bit < 5 * i + 5; bit++)
			value = value << 1 |
				(bit < 208 ? (unsigned)raw[bit / 8] >> (7 - bit % 8) & 1u : 0);
		out[i] = "abcdefghijklmnopqrstuvwxyz234567"[value];
	}
	out[TOKEN_TEXT] = '\0';
}

static void a_token_of_the_first_version_is_read_and_bound_to_nothing(void **state)
{
	unsigned char raw[26] = {1 << 6 | 1, 0,	       1,	  0x11,	      0x70,
				 13,	     300 >> 8, 300 & 255, 20800 >> 8, 20800 & 255};
	struct keys *keys = load();
	char text[TOKEN_TEXT + 1];
	struct token token;

	(void)state;
	sign_first("1", raw);
	base32(raw, text);
	assert_true(token_read(keys, text, &token));
	assert_int_equal(token.version, 1);
	assert_int_equal(token.game, 70000);
	assert_int_equal(token.seat, 13);
	assert_int_equal(token.question, 300);
	assert_int_equal(token.expires, 20800);
	assert_int_equal(token.generation, 0);
	assert_false(token_is_bound(keys, &token, &asking));
	text[30] = text[30] == 'a' ? 'b' : 'a';
	assert_false(token_read(keys, text, &token));
	keys_free(keys);
}

static void no_changed_character_goes_unnoticed(void **state)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
	struct keys *keys = load();
	char text[TOKEN_TEXT + 1];
	struct token token;

	(void)state;
	token_write(keys, &example, &asking, text);
	for (size_t i = 0; i < TOKEN_TEXT; i++) {
		char kept = text[i];

		for (size_t j = 0; j < 32; j++) {
			text[i] = letters[j];
			assert_int_equal(token_read(keys, text, &token), letters[j] == kept);
		}
		text[i] = kept;
	}
	keys_free(keys);
}

static void what_is_no_token_is_not_read(void **state)
{
	struct keys *keys = load();
	struct token token;

	(void)state;
	assert_false(token_read(keys, "", &token));
	assert_false(token_read(keys, "tooshort", &token));
	assert_false(token_read(keys, "111111111111111111111111111111111111111111", &token));
	keys_free(keys);
}

static void after_a_rotation_old_tokens_stay_good_and_the_new_key_signs(void **state)
{
	struct keys *old = load(), *new;
	char before[TOKEN_TEXT + 1], after[TOKEN_TEXT + 1];
	struct reason reason;
	struct token token;

	(void)state;
	token_write(old, &example, &asking, before);
	assert_int_equal(keys_add(folder, &reason), 2);
	new = load();
	token_write(new, &example, &asking, after);
	assert_string_not_equal(before, after);
	assert_true(token_read(new, before, &token));
	assert_true(token_is_bound(new, &token, &asking));
	assert_true(token_read(new, after, &token));
	assert_false(token_read(old, after, &token));
	keys_free(new);
	keys_free(old);
}

static void a_key_that_others_can_read_is_refused(void **state)
{
	char *path = base_printf("%s/keys/1", folder);
	struct reason reason = {""};

	(void)state;
	chmod(path, 0644);
	assert_null(keys_load(folder, &reason));
	assert_non_null(strstr(reason.text, "chmod 600"));
	chmod(path, 0600);
	free(path);
}

static void a_token_is_found_in_whatever_surrounds_it_or_parts_its_letters(void **state)
{
	static const char *const forms[] = {
		"%s",	     "x=%s",
		"_%s_",	     "#%s!",
		"key:%s",    "my key is <%s>, keep it",
		"**%s**",    "akey%s",
		"%sandmore", "https://example.org/?k=%s&x=1",
		"say9%s8",
	};
	struct keys *keys = load();
	char token[TOKEN_TEXT + 1];

	(void)state;
	token_write(keys, &example, &asking, token);
	for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
		char *text = base_printf(forms[i], token);

		assert_true(token_within(keys, text));
		for (char *c = text; *c != '\0'; c++)
			*c = (char)toupper((unsigned char)*c);
		assert_true(token_within(keys, text));
		free(text);
	}
	for (size_t cut = 1; cut < TOKEN_TEXT; cut++) {
		char *text = base_printf("%.*s\n> | - 1 %s", (int)cut, token, token + cut);

		assert_true(token_within(keys, text));
		free(text);
	}
	token[20] = token[20] == 'a' ? 'b' : 'a';
	assert_false(token_within(keys, token));
	assert_false(token_within(keys, ""));
	assert_false(token_within(
		keys, "A long game is a good game, said the knight to the bishop on his left"));
	keys_free(keys);
}

static void tokens_are_hidden_in_what_is_quoted(void **state)
{
	char text[] = "line 1, \"MOVE IeaaaaabaaaacUv26k4jvpd7pv3qhgz3g67oa6vzj4\": I can't read "
		      "\"ieaaaaabaaaacuv26k4jvpd7pv3qhg",
	     plain[] = "Legal from there: e2e3 e2e4.";

	(void)state;
	token_hide(text);
	assert_string_equal(text, "line 1, \"MOVE [key]\": I can't read \"[key]");
	token_hide(plain);
	assert_string_equal(plain, "Legal from there: e2e3 e2e4.");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_token_comes_back_as_it_was_written_in_any_case),
		cmocka_unit_test(a_token_answers_the_entry_of_that_digest_and_no_other),
		cmocka_unit_test(a_token_of_the_first_version_is_read_and_bound_to_nothing),
		cmocka_unit_test(no_changed_character_goes_unnoticed),
		cmocka_unit_test(what_is_no_token_is_not_read),
		cmocka_unit_test(after_a_rotation_old_tokens_stay_good_and_the_new_key_signs),
		cmocka_unit_test(a_key_that_others_can_read_is_refused),
		cmocka_unit_test(a_token_is_found_in_whatever_surrounds_it_or_parts_its_letters),
		cmocka_unit_test(tokens_are_hidden_in_what_is_quoted),
	};

	return cmocka_run_group_tests_name("token", tests, make_site, remove_site);
}
