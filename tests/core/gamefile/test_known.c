/* SPDX-License-Identifier: MIT */
/* Where a definition has changed that games were begun by, their digests are kept. */
#include "tests/lib/play.h"

#include <string.h>

#include "core/record/gamefile_inner.h"
#include "core/record/gamefile_known.h"
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
		struct reason reason = {""};
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

static bool is_known_outfit(const struct kind *kind, const char *digest)
{
	for (const char *const *known = kind->known_outfits; *known != NULL; known++)
		if (strcmp(*known, digest) == 0)
			return true;
	return false;
}

static void cards_of_today_have_a_row(void **state)
{
	struct play *play = *state;
	struct reason reason = {""};
	const struct variant *variant = variant_get(play->library, "knightmare", NULL, 0, &reason);
	const struct digest *outfit =
		variant != NULL ? variant->kind->outfit(variant, false, &reason) : NULL;

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
		const char *const *outfits = variant->kind->known_outfits;
		struct digest digest;

		if (outfits == NULL) {
			strcpy(digest.hex, known->digest);
			assert_true(gamefile_definition_is_known(variant, &digest));
		}
		for (; outfits != NULL && *outfits != NULL; outfits++) {
			digest_pair(known->digest, DIGEST_HEX, *outfits, DIGEST_HEX, &digest);
			assert_true(gamefile_definition_is_known(variant, &digest));
		}
		digest.hex[0] = digest.hex[0] == '0' ? '1' : '0';
		assert_false(gamefile_definition_is_known(variant, &digest));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(definitions_of_today_have_a_row, play_open,
						play_close),
		cmocka_unit_test_setup_teardown(cards_of_today_have_a_row, play_open, play_close),
		cmocka_unit_test_setup_teardown(what_was_is_known, play_open, play_close),
	};

	return cmocka_run_group_tests_name("known", tests, NULL, NULL);
}
