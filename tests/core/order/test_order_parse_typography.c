/* SPDX-License-Identifier: MIT */
/* Moves as phones, keyboards of other scripts and mail programs write them. */
#include "tests/lib/chess.h"

#include "core/order/order_parse.h"
#include "tests/lib/letters.h"

static void assert_letter(const struct variant *variant, const char *orders, const char *format,
			  const char *line)
{
	char *letter = base_printf("%s%s", line, format), *read = read_letter(variant, letter);

	if (strcmp(read, orders) != 0)
		fail_msg("\"%s\" reads as \"%s\", not \"%s\"", letter, read, orders);
	free(read);
	free(letter);
}

struct line_reading {
	const char *line, *read;
};

static void assert_reads(const struct variant *variant, const struct line_reading *rows,
			 size_t count)
{
	for (size_t i = 0; i < count; i++) {
		assert_letter(variant, rows[i].read, "", rows[i].line);
		assert_letter(variant, rows[i].read, "\n\nGreetings, Ann\n", rows[i].line);
	}
}

/* Asserts that the line refuses the message and is quoted, with any order before or after it. */
static void assert_near_misses(const struct variant *variant, const char *const lines[],
			       size_t count)
{
	static const char *const letters[] = {"%s\nDRAW\n", "%s\n\nRESIGN\n",
					      "Hi Ann,\n\n%s\n\nSTATUS\n", "STATUS\n%s\n",
					      "STATUS\n\nBye, and thanks!\n%s\n"};

	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < ARRAY_LEN(letters); j++) {
			char *letter = base_printf(letters[j], lines[i]),
			     *read = read_letter(variant, letter);

			if (strncmp(read, "refused: line ", 14) != 0 || strchr(read, '"') == NULL)
				fail_msg("\"%s\" reads as \"%s\", but \"%s\" is a near miss",
					 letter, read, lines[i]);
			free(read);
			free(letter);
		}
	}
}

static void in_any_typography_a_move_is_a_move(void **state)
{
	/* clang-format off */
	static const struct line_reading rows[] = {
		{"e4。", "MOVE e4"}, {"「e4」", "MOVE e4"}, {"【e4】", "MOVE e4"}, {"《e4》", "MOVE e4"}, {"‹e4›", "MOVE e4"}, {"«e4»", "MOVE e4"},
		{"『Nf3』。", "MOVE Nf3"}, {"〈e4〉", "MOVE e4"}, {"〔e4〕", "MOVE e4"}, {"e4।", "MOVE e4"}, {"e4،", "MOVE e4"}, {"e4؛", "MOVE e4"}, {"e4۔", "MOVE e4"},
		{"e4؟", "MOVE e4"}, {"e4！", "MOVE e4"}, {"e4、", "MOVE e4"}, {"e4｡", "MOVE e4"}, {"@e4", "MOVE e4"}, {"e4 (^_^)", "MOVE e4"}, {"e4 (^-^)", "MOVE e4"},
		{"e4 (´・ω・`)", "MOVE e4"}, {"e4 (T_T)", "MOVE e4"}, {"𝐞𝟒", "MOVE e4"}, {"𝑒𝟦", "MOVE e4"}, {"𝓮𝟐-𝓮𝟒", "MOVE e2-e4"}, {"ℯ4", "MOVE e4"}, {"ⓔ④", "MOVE e4"},
		{"𝕰𝟜", "MOVE E4"}, {"e۴", "MOVE e4"}, {"e٤", "MOVE e4"}, {"e४", "MOVE e4"}, {"e৪", "MOVE e4"}, {"e๔", "MOVE e4"}, {"e⁴", "MOVE e4"}, {"e₄", "MOVE e4"},
		{"ε4", "MOVE e4"}, {"а4", "MOVE a4"}, {"е2ー е4", "MOVE e2-e4"}, {"e2ㅡe4", "MOVE e2-e4"}, {"e2〜e4", "MOVE e2-e4"}, {"ＭＯＶＥ　ｅ２－ｅ４。", "MOVE e2-e4"},
		{"¡e4!", "MOVE e4"}, {"¿e4?", "MOVE e4"}, {"„e4“", "MOVE e4"}, {"e4‼", "MOVE e4"}, {"e4⁉", "MOVE e4"}, {"❝e4❞", "MOVE e4"}, {"⟨e4⟩", "MOVE e4"},
	};
	static const char *const misses[] = {
		"γ4", "д4", "в4", "д2-д4", "é4", "β4", "ᴇ4", "e4 $", "e4 ^", "% e4", "Nf3；e4", "ф3!",
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		char *orders = base_printf("%s; SAY hello", rows[i].read);

		assert_letter(chess, rows[i].read, "", rows[i].line);
		/* Not half of it. */
		assert_letter(chess, orders, "\nSAY hello\n", rows[i].line);
		free(orders);
	}
	assert_near_misses(chess, misses, ARRAY_LEN(misses));
}

static void a_smile_that_became_a_letter_is_no_piece(void **state)
{
	/* clang-format off */
	static const struct line_reading rows[] = {
		{"MOVE e7-e8 J", "MOVE e7-e8"}, {"MOVE e8 J", "MOVE e8"}, {"e8 J", "MOVE e8"}, {"e7-e8 L", "MOVE e7-e8"}, {"e8 K!", "MOVE e8"}, {"e2-e4 J", "MOVE e2-e4"},
		{"e4! J", "MOVE e4"}, {"Nf3 J J", "MOVE Nf3"}, {"O-O L", "MOVE O-O"}, {"e8=Q J", "MOVE e8=Q"}, {"1. e4 J.", "MOVE e4"}, {"MOVE e7 e8 J", "MOVE e7-e8"},
		{"MOVE e7-e8 Q", "MOVE e7-e8Q"}, {"e8=J", "MOVE e8=N"}, {"e8J", "MOVE e8N"},
	};
	static const char *const misses[] = {"MOVE e7-e8 D", "MOVE e8 S", "e8 C", "MOVE e8 T", "RESIGN J", "DRAW J"};
	/* clang-format on */

	(void)state;
	assert_reads(chess, rows, ARRAY_LEN(rows));
	assert_near_misses(chess, misses, ARRAY_LEN(misses));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_any_typography_a_move_is_a_move),
		cmocka_unit_test(a_smile_that_became_a_letter_is_no_piece),
	};

	return cmocka_run_group_tests_name("order_typography", tests, chess_set_up,
					   chess_tear_down);
}
