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

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/auth/keyring.h"
#include "pbem/auth/token.h"
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
static const struct sha256 asking = {
	"3fa29c1755d0e4b8a6f1c2d3e4f5061728394a5b6c7d8e9f0011223344556677"};
static const struct sha256 another = {
	"3fa29c1755d0e4b8a6f1c2d3e4f5061728394a5b6c7d8e9f0011223344556678"};

static struct keyring *load(void)
{
	struct reason reason = {.text = ""};
	struct keyring *keys = keyring_load(folder, &reason);

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
	return keyring_add(folder, &reason) == 1 ? 0 : -1;
}

static int remove_site(void **state)
{
	(void)state;
	return scratch_remove(folder);
}

static void a_token_comes_back_as_it_was_written_in_any_case(void **state)
{
	struct keyring *keys = load();
	char text[TOKEN_TEXT + 1];
	struct token token;

	(void)state;
	token_write(keys, &example, &asking, text);
	assert_int_equal(strlen(text), TOKEN_TEXT);
	assert_int_equal(text[0], 'y'); /* five bits: version 3, and a key below 8 */
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
	assert_int_equal(token.digest, 0x3fa2);
	keyring_free(keys);
}

/* By its first bits alone a token could be taken for one of another entry with the same number, so
 * all of the digest counts. A token of an unknown entry is still recognised as ours. */
static void a_token_answers_the_entry_of_that_digest_and_no_other(void **state)
{
	struct keyring *keys = load();
	char text[TOKEN_TEXT + 1];
	struct token token;

	(void)state;
	token_write(keys, &example, &asking, text);
	assert_true(token_read(keys, text, &token));
	assert_true(token_is_bound(keys, &token, &asking));
	assert_false(token_is_bound(keys, &token, &another));
	token.generation++;
	assert_false(token_is_bound(keys, &token, &asking));
	keyring_free(keys);
}

/* Changes nothing but the version, whatever follows it: earlier versions were never released. */
static void no_other_version_is_even_looked_at(void **state)
{
	static const char first_letters[] = "aiq"; /* versions 0 to 2, and the same key */
	struct keyring *keys = load();
	char text[TOKEN_TEXT + 1];
	struct token token;

	(void)state;
	token_write(keys, &example, &asking, text);
	assert_true(token_look(text, &token));
	for (const char *letter = first_letters; *letter != '\0'; letter++) {
		text[0] = *letter;
		assert_false(token_look(text, &token));
		assert_false(token_read(keys, text, &token));
	}
	keyring_free(keys);
}

/* ---- keys that go along with a game ---- */

static void add_handed_over(void *context, uint32_t game, struct strbuf *lines)
{
	if (game == example.game)
		strbuf_add(lines, context);
}

/* The keys of another site. */
static struct keyring *load_other(char *other)
{
	struct reason reason;
	char *path;

	assert_true(scratch_make(other));
	path = base_printf("%s/keys", other);
	mkdir(path, 0700);
	free(path);
	assert_int_equal(keyring_add(other, &reason), 1);
	return keyring_load(other, &reason);
}

static void another_site_honours_the_tokens_of_a_game_whose_keys_it_was_handed(void **state)
{
	char other[SCRATCH_MAX], text[TOKEN_TEXT + 1], elsewhere[TOKEN_TEXT + 1];
	struct keyring *keys = load(), *theirs = load_other(other);
	struct token token, next = example;
	struct strbuf lines;

	(void)state;
	strbuf_init(&lines, 0);
	next.game++;
	token_write(keys, &example, &asking, text);
	token_write(keys, &next, &asking, elsewhere);
	assert_false(token_read(theirs, text, &token));
	keyring_hand_over(keys, example.game, &lines);
	strbuf_add(&lines, "key x\nkey 1 12\n");
	keyring_use_foreign(theirs, add_handed_over, lines.bytes);
	assert_true(token_read(theirs, text, &token));
	assert_int_equal(token.game, 70000);
	assert_true(token_is_bound(theirs, &token, &asking));
	assert_false(token_is_bound(theirs, &token, &another));
	/* The next game's are no business of theirs, whatever they were handed. */
	assert_false(token_read(theirs, elsewhere, &token));
	/* Tokens that the other site writes itself are unknown to the site that handed the game
	 * over. */
	token_write(theirs, &example, &asking, text);
	assert_true(token_read(theirs, text, &token));
	assert_false(token_read(keys, text, &token));
	strbuf_done(&lines);
	keyring_free(theirs);
	keyring_free(keys);
	scratch_remove(other);
}

static void what_is_handed_over_holds_no_key_of_the_site(void **state)
{
	char *path = base_printf("%s/keys/1", folder), hex[65] = "", *line;
	struct keyring *keys = load();
	FILE *file = fopen(path, "r");
	struct strbuf lines, more;

	(void)state;
	assert_non_null(file);
	assert_int_equal(fread(hex, 1, 64, file), 64);
	fclose(file);
	strbuf_init(&lines, 0);
	strbuf_init(&more, 0);
	keyring_hand_over(keys, 7, &lines);
	keyring_hand_over(keys, 8, &more);
	assert_null(strstr(lines.bytes, hex));
	assert_string_not_equal(lines.bytes, more.bytes);
	line = base_printf("key 1 %64s\n", "");
	assert_int_equal(lines.len, strlen(line));
	free(line);
	strbuf_done(&more);
	strbuf_done(&lines);
	keyring_free(keys);
	free(path);
}

static void no_changed_character_goes_unnoticed(void **state)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
	struct keyring *keys = load();
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
	keyring_free(keys);
}

static void what_is_no_token_is_not_read(void **state)
{
	struct keyring *keys = load();
	struct token token;

	(void)state;
	assert_false(token_read(keys, "", &token));
	assert_false(token_read(keys, "tooshort", &token));
	assert_false(token_read(keys, "111111111111111111111111111111111111111111", &token));
	keyring_free(keys);
}

static void after_a_rotation_old_tokens_stay_good_and_the_new_key_signs(void **state)
{
	struct keyring *old = load(), *new;
	char before[TOKEN_TEXT + 1], after[TOKEN_TEXT + 1];
	struct reason reason;
	struct token token;

	(void)state;
	token_write(old, &example, &asking, before);
	assert_int_equal(keyring_add(folder, &reason), 2);
	new = load();
	token_write(new, &example, &asking, after);
	assert_string_not_equal(before, after);
	assert_true(token_read(new, before, &token));
	assert_true(token_is_bound(new, &token, &asking));
	assert_true(token_read(new, after, &token));
	assert_false(token_read(old, after, &token));
	keyring_free(new);
	keyring_free(old);
}

static void a_key_that_others_can_read_is_refused(void **state)
{
	char *path = base_printf("%s/keys/1", folder);
	struct reason reason = {.text = ""};

	(void)state;
	chmod(path, 0644);
	assert_null(keyring_load(folder, &reason));
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
	struct keyring *keys = load();
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
	keyring_free(keys);
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
		cmocka_unit_test(
			another_site_honours_the_tokens_of_a_game_whose_keys_it_was_handed),
		cmocka_unit_test(what_is_handed_over_holds_no_key_of_the_site),
		cmocka_unit_test(no_changed_character_goes_unnoticed),
		cmocka_unit_test(what_is_no_token_is_not_read),
		cmocka_unit_test(no_other_version_is_even_looked_at),
		cmocka_unit_test(after_a_rotation_old_tokens_stay_good_and_the_new_key_signs),
		cmocka_unit_test(a_key_that_others_can_read_is_refused),
		cmocka_unit_test(a_token_is_found_in_whatever_surrounds_it_or_parts_its_letters),
		cmocka_unit_test(tokens_are_hidden_in_what_is_quoted),
	};

	return cmocka_run_group_tests_name("token", tests, make_site, remove_site);
}
