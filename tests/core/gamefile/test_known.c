/* SPDX-License-Identifier: MIT */
/* Where a definition has changed that games were begun by, their digests are kept. */
#include "tests/lib/play.h"
#include "tests/lib/source.h"

#include <string.h>

#include "core/gamefile/gamefile.h"
#include "core/gamefile/gamefile_internal.h"
#include "core/gamefile/gamefile_known_rulesets.h"
#include "core/variant/variant_data.h"

static bool has_row(const char *variant, const char *digest)
{
	for (const struct gamefile_known *known = gamefile_known; known->variant != NULL; known++)
		if (strcmp(known->variant, variant) == 0 && strcmp(known->digest, digest) == 0)
			return true;
	return false;
}

static void definitions_of_today_have_a_row(void **state)
{
	struct play *play = *state;

	for (const struct gamefile_known *known = gamefile_known; known->variant != NULL; known++) {
		struct reason reason = {.text = ""};
		const struct variant *variant =
			variant_get(play->library, known->variant, NULL, 0, &reason);

		if (variant == NULL)
			fail_msg("%s", reason.text);
		if (!has_row(known->variant, variant_digest(variant)->hex))
			fail_msg(
				"%s.variant has changed. If games begun by it before go on by it "
				"as they were decided, add a row to gamefile_known.c, or else take "
				"out those that don't: {\"%s\", \"%s\"}",
				known->variant, known->variant, variant_digest(variant)->hex);
	}
}

static bool is_known_outfit(const struct gametype *kind, const char *digest)
{
	for (const char *const *known = kind->known_extra_digests; *known != NULL; known++)
		if (strcmp(*known, digest) == 0)
			return true;
	return false;
}

static void cards_of_today_have_a_row(void **state)
{
	struct play *play = *state;
	struct reason reason = {.text = ""};
	const struct variant *variant = variant_get(play->library, "knightmare", NULL, 0, &reason);
	const struct sha256 *outfit =
		variant != NULL ? variant->kind->extra_digest(variant, &reason) : NULL;

	if (outfit == NULL)
		fail_msg("%s", reason.text);
	if (!is_known_outfit(variant->kind, outfit->hex))
		fail_msg("cards/first has changed. If games begun with it before go on by it as "
			 "they were decided, add a row to cards_outfits.c, or else take out those "
			 "that don't: \"%s\"",
			 outfit->hex);
}

/* Every pair of a definition and of cards that games may have been begun by. */
static void what_was_is_known(void **state)
{
	struct play *play = *state;

	for (const struct gamefile_known *known = gamefile_known; known->variant != NULL; known++) {
		const struct variant *variant =
			variant_get(play->library, known->variant, NULL, 0, NULL);
		const char *const *outfits = variant->kind->known_extra_digests;
		struct sha256 digest;

		if (outfits == NULL) {
			strcpy(digest.hex, known->digest);
			assert_true(gamefile_definition_is_known(variant, &digest));
		}
		for (; outfits != NULL && *outfits != NULL; outfits++) {
			sha256_pair(known->digest, SHA256_HEX, *outfits, SHA256_HEX, &digest);
			assert_true(gamefile_definition_is_known(variant, &digest));
		}
		digest.hex[0] = digest.hex[0] == '0' ? '1' : '0';
		assert_false(gamefile_definition_is_known(variant, &digest));
	}
}

/* [rules-by-number], of files that were written by older programs; with a snapshot, too. */
static void a_game_goes_on_by_the_rules_it_was_begun_by(void **state)
{
	static const struct {
		const char *folder;
		unsigned rules;
	} games[] = {
		{"tests/format2/site/games/window", 2},
		{"tests/format2/site/games/ring", 2},
		{"tests/format2/site/games/chess", 2},
	};
	struct play *play = *state;

	for (size_t i = 0; i < ARRAY_LEN(games); i++) {
		char *folder = source_path(games[i].folder);
		struct reason reason = {.text = ""};
		struct gamefile *file = gamefile_load(folder, play->library, &reason), *again;
		struct strbuf snapshot;

		if (file == NULL)
			fail_msg("%s", reason.text);
		assert_int_equal(file->game.variant->rules, games[i].rules);
		strbuf_init(&snapshot, 0);
		gamefile_snapshot(file, &snapshot);
		again = gamefile_read_snapshot(snapshot.bytes, snapshot.len, play->library);
		assert_non_null(again);
		assert_ptr_equal(again->game.variant, file->game.variant);
		gamefile_free(again);
		gamefile_free(file);
		strbuf_done(&snapshot);
		free(folder);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(definitions_of_today_have_a_row, play_open,
						play_close),
		cmocka_unit_test_setup_teardown(cards_of_today_have_a_row, play_open, play_close),
		cmocka_unit_test_setup_teardown(what_was_is_known, play_open, play_close),
		cmocka_unit_test_setup_teardown(a_game_goes_on_by_the_rules_it_was_begun_by,
						play_open, play_close),
	};

	return cmocka_run_group_tests_name("known", tests, NULL, NULL);
}
