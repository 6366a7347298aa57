/* SPDX-License-Identifier: MIT */
/* Text that links in letters produce, as mail programs send it. */
#include "tests/lib/chess.h"

#include "core/order/order_parse.h"
#include "tests/lib/letters.h"

#define KEY "aabbccddeeffgghhiijjkkllmmnnooppqqrrss2345"

struct line_reading {
	const char *line, *read;
};

static void assert_reads(const struct variant *variant, const struct line_reading *rows,
			 size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char *read = read_letter(variant, rows[i].line);

		if (strcmp(read, rows[i].read) != 0)
			fail_msg("\"%s\" reads as \"%s\", not \"%s\"", rows[i].line, read,
				 rows[i].read);
		free(read);
	}
}

static void what_a_link_wrote_is_read_however_its_line_was_broken(void **state)
{
	/* clang-format off */
	static const struct line_reading rows[] = {
		{"MOVE<BR>e2-e4<br/>KEY<BR />" KEY, "MOVE e2-e4"}, {"MOVE\ne2-e4\nKEY\n" KEY "\n\nAnn", "MOVE e2-e4"},
		{"Hi!\n\nMOVE e2-e4\nKEY " KEY "\n-- \nAnn", "MOVE e2-e4"}, {"DRAW\r\nNO\r\nKEY " KEY, "DRAW NO"},
		{"MOVE e2-e4\nDRAW KEY " KEY, "MOVE e2-e4; DRAW"}, {"MOVE e2-e4\nBest wishes\nKEY " KEY, "MOVE e2-e4"},
		{"SAY I will move e4 KEY " KEY, "SAY I will move e4"}, {"HELP\n\nMOVES KEY " KEY, "HELP"},
	};
	static const struct line_reading cards[] = {
		{"PLAY Pacifism e2 MOVE e2-e4 KEY " KEY, "PLAY Pacifism e2; MOVE e2-e4"},
		{"PLAY\nPacifism\ne2\nMOVE\ne2-e4\nKEY " KEY, "PLAY Pacifism e2; MOVE e2-e4"},
		{"MOVE e2-e4 PLAY Siege b1 a1 KEY " KEY, "MOVE e2-e4; PLAY Siege b1 a1"},
		{"PLAY Fortification d4|d5\ne4|e5 KEY " KEY, "PLAY Fortification d4|d5 e4|e5"},
		{"PLAY Bog\nDRAW KEY " KEY, "PLAY Bog; DRAW"},
	};
	/* clang-format on */

	(void)state;
	assert_reads(chess, rows, ARRAY_LEN(rows));
	assert_reads(variant_get(library, "knightmare", NULL, 0, NULL), cards, ARRAY_LEN(cards));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_link_wrote_is_read_however_its_line_was_broken),
	};

	return cmocka_run_group_tests_name("order_links", tests, chess_set_up, chess_tear_down);
}
