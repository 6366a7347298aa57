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
#include "core/base/text.h"
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
	assert_int_equal(token.version, 3);
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

static void read_hex(const char *hex, unsigned char *out, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned byte;

		assert_int_equal(sscanf(hex + 2 * i, "%2x", &byte), 1);
		out[i] = (unsigned char)byte;
	}
}

/* Signs as earlier versions of tokens were, with the key's file itself: the tag of a context and of
 * what stands before it, and a digest, stands behind `len` bytes. */
static void sign_as_before(const char *context, unsigned char raw[26], size_t len, const char *more,
			   size_t tag_len)
{
	char *path = base_printf("%s/keys/1", folder), hex[65] = "";
	const size_t context_len = strlen(context) + 1, more_len = strlen(more);
	unsigned char key[32], bytes[200];
	FILE *file = fopen(path, "r");
	struct digest tag;

	assert_non_null(file);
	assert_int_equal(fread(hex, 1, 64, file), 64);
	fclose(file);
	free(path);
	read_hex(hex, key, sizeof key);
	memcpy(bytes, context, context_len);
	memcpy(bytes + context_len, raw, len);
	memcpy(bytes + context_len + len, more, more_len);
	digest_keyed(key, sizeof key, bytes, context_len + len + more_len, &tag);
	read_hex(tag.hex, raw + len, tag_len);
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
	sign_as_before("pbem-token-v1", raw, 10, "", 16);
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

static void a_token_of_the_second_version_is_read_and_bound_to_its_entry(void **state)
{
	unsigned char raw[26] = {2 << 6 | 1, 1,		0x11,	    0x70,	 13,   7,
				 300 >> 8,   300 & 255, 20800 >> 8, 20800 & 255, 0x3f, 0xa2};
	struct keys *keys = load();
	char text[TOKEN_TEXT + 1];
	struct token token;

	(void)state;
	sign_as_before("pbem-token-v2 question", raw, 12, asking.hex, 7);
	sign_as_before("pbem-token-v2", raw, 19, "", 7);
	base32(raw, text);
	assert_true(token_read(keys, text, &token));
	assert_int_equal(token.version, 2);
	assert_int_equal(token.game, 70000);
	assert_int_equal(token.generation, 7);
	assert_true(token_is_bound(keys, &token, &asking));
	assert_false(token_is_bound(keys, &token, &another));
	text[30] = text[30] == 'a' ? 'b' : 'a';
	assert_false(token_read(keys, text, &token));
	keys_free(keys);
}

/* ---- keys that go along with a game ---- */

static void add_handed_over(void *context, uint32_t game, struct text *lines)
{
	if (game == example.game)
		text_add(lines, context);
}

/* The keys of another site. */
static struct keys *load_other(char *other)
{
	struct reason reason;
	char *path;

	assert_true(scratch_make(other));
	path = base_printf("%s/keys", other);
	mkdir(path, 0700);
	free(path);
	assert_int_equal(keys_add(other, &reason), 1);
	return keys_load(other, &reason);
}

static void another_site_honours_the_tokens_of_a_game_whose_keys_it_was_handed(void **state)
{
	char other[SCRATCH_MAX], text[TOKEN_TEXT + 1], elsewhere[TOKEN_TEXT + 1];
	struct keys *keys = load(), *theirs = load_other(other);
	struct token token, next = example;
	struct text lines;

	(void)state;
	text_init(&lines, 0);
	next.game++;
	token_write(keys, &example, &asking, text);
	token_write(keys, &next, &asking, elsewhere);
	assert_false(token_read(theirs, text, &token));
	keys_hand_over(keys, example.game, &lines);
	text_add(&lines, "key x\nkey 1 12\n");
	keys_use_foreign(theirs, add_handed_over, lines.bytes);
	assert_true(token_read(theirs, text, &token));
	assert_int_equal(token.game, 70000);
	assert_true(token_is_bound(theirs, &token, &asking));
	assert_false(token_is_bound(theirs, &token, &another));
	/* The next game's are no business of theirs, whatever they were handed. */
	assert_false(token_read(theirs, elsewhere, &token));
	/* What they write themselves, the one that handed the game over doesn't know. */
	token_write(theirs, &example, &asking, text);
	assert_true(token_read(theirs, text, &token));
	assert_false(token_read(keys, text, &token));
	text_done(&lines);
	keys_free(theirs);
	keys_free(keys);
	scratch_remove(other);
}

static void what_is_handed_over_holds_no_key_of_the_site(void **state)
{
	char *path = base_printf("%s/keys/1", folder), hex[65] = "", *line;
	struct keys *keys = load();
	FILE *file = fopen(path, "r");
	struct text lines, more;

	(void)state;
	assert_non_null(file);
	assert_int_equal(fread(hex, 1, 64, file), 64);
	fclose(file);
	text_init(&lines, 0);
	text_init(&more, 0);
	keys_hand_over(keys, 7, &lines);
	keys_hand_over(keys, 8, &more);
	assert_null(strstr(lines.bytes, hex));
	assert_string_not_equal(lines.bytes, more.bytes);
	line = base_printf("key 1 %64s\n", "");
	assert_int_equal(lines.len, strlen(line));
	free(line);
	text_done(&more);
	text_done(&lines);
	keys_free(keys);
	free(path);
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
		cmocka_unit_test(a_token_of_the_second_version_is_read_and_bound_to_its_entry),
		cmocka_unit_test(
			another_site_honours_the_tokens_of_a_game_whose_keys_it_was_handed),
		cmocka_unit_test(what_is_handed_over_holds_no_key_of_the_site),
		cmocka_unit_test(no_changed_character_goes_unnoticed),
		cmocka_unit_test(what_is_no_token_is_not_read),
		cmocka_unit_test(after_a_rotation_old_tokens_stay_good_and_the_new_key_signs),
		cmocka_unit_test(a_key_that_others_can_read_is_refused),
		cmocka_unit_test(a_token_is_found_in_whatever_surrounds_it_or_parts_its_letters),
		cmocka_unit_test(tokens_are_hidden_in_what_is_quoted),
	};

	return cmocka_run_group_tests_name("token", tests, make_site, remove_site);
}
