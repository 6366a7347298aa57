/* SPDX-License-Identifier: MIT */
/* Lines `arrays`: arrangements by number, and what is wrong with one of them. */
#include "core/gametype/gametypes.h"
#include "tests/lib/play.h"
#include "tests/lib/scratch.h"

static void write_definition(const char *folder, const char *white, const char *arrays)
{
	char *path = base_printf("%s/rows.variant", folder);
	FILE *stream = fopen(path, "w");

	assert_non_null(stream);
	fprintf(stream,
		"title Rows\nboard 4x5\npiece K king K\npiece R rook R\nroyal K\n"
		"turn White Black\nside White\n\tplace %s\nside Black\n\tplace K d5\n"
		"option row lot 0-1\narrays row %s\n",
		white, arrays);
	assert_int_equal(fclose(stream), 0);
	free(path);
}

static void arrangements_are_chosen_by_their_number(void **state)
{
	static const struct {
		const char *arrays, *white, *fault;
	} cases[] = {
		{"RK KR", "array a1-b1", NULL},
		{"R KR", "array a1-b1", "rows.variant:8: arrangement R has fewer pieces"},
		{"RKR KR", "array a1-b1", "rows.variant:8: arrangement RKR has more pieces"},
		{"RX KR", "array a1-b1", "rows.variant:8: there is no piece X"},
		{"RK KR", "array", "rows.variant:8: expected: place LETTER"},
	};
	char folder[SCRATCH_MAX];

	(void)state;
	assert_true(scratch_make(folder));
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct variant_library *library = variant_library_new(folder, gametypes_all);
		struct reason reason = {.text = ""};
		const struct variant *variant;

		write_definition(folder, cases[i].white, cases[i].arrays);
		variant = variant_get(library, "rows", NULL, 0, &reason);
		assert_true((variant != NULL) == (cases[i].fault == NULL));
		if (variant == NULL && strstr(reason.text, cases[i].fault) == NULL)
			fail_msg("%s: %s", cases[i].arrays, reason.text);
		variant_library_free(library);
	}
	assert_int_equal(scratch_remove(folder), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arrangements_are_chosen_by_their_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
