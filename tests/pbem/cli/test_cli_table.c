/* SPDX-License-Identifier: MIT */
/* The rows of commands hold together: what help shows of one is what it takes. And the reading of
 * command lines by such rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <glib.h>

#include "pbem/cli/cli.h"

enum { PAGE = 100 }; /* columns help may take */

/* ---- the rows ---- */

static void for_each_row(void (*with)(const struct args_command *row))
{
	for (const struct args_command *row = cli_rows(); row->name != NULL; row++)
		with(row);
}

static void check_row(const struct args_command *row)
{
	char **words = g_strsplit(row->words, " ", -1);

	assert_non_null(row->run);
	assert_ptr_equal(args_find(cli_rows(), row->name), row);
	assert_int_equal(row->help[strlen(row->help) - 1], '.');
	for (size_t i = 0; words[i] != NULL; i++) {
		assert_true(words[i][strspn(words[i], "[].")] != '\0');
		if (i > 0 && g_str_has_suffix(words[i - 1], "..."))
			fail_msg("%s: only the last word may stand there many times", row->name);
		if (i > 0 && words[i - 1][0] == '[' && words[i][0] != '[')
			fail_msg("%s: behind what may miss stands what must be", row->name);
	}
	g_strfreev(words);
}

static void check_options(const struct args_command *row)
{
	for (const struct args_option *a = row->options; a != NULL && a->name != NULL; a++) {
		if (strncmp(a->name, "--", 2) != 0 || a->help == NULL || *a->help == '\0')
			fail_msg("%s %s: begins with hyphens, and has a line of help", row->name,
				 a->name);
		for (const struct args_option *b = row->options; b < a; b++)
			assert_string_not_equal(a->name, b->name);
		for (const struct args_option *b = args_common; b->name != NULL; b++)
			assert_string_not_equal(a->name, b->name);
	}
}

/* Checks that the example in help is accepted; words from a file follow it. */
static void check_example(const struct args_command *row)
{
	char **parts = g_strsplit(row->example, strchr(row->example, '\'') ? "\n" : " <", 2);
	char *line = g_strdup_printf("pbem %s", parts[0]);
	const struct args_command pbem = {.words = ""};
	struct args outer, given;
	struct reason reason;
	char **words;
	int count;

	assert_true(g_shell_parse_argv(line, &count, &words, NULL));
	if (args_read(&pbem, args_common, count, words, &outer, &reason) != 0)
		fail_msg("pbem %s: %s", row->example, reason.text);
	assert_string_equal(outer.words[0], row->name);
	if (args_read(row, args_common, (int)outer.count, outer.words, &given, &reason) != 0 ||
	    args_check_words(&given, &reason) != 0)
		fail_msg("pbem %s: %s", row->example, reason.text);
	args_done(&given);
	args_done(&outer);
	g_strfreev(words);
	g_free(line);
	g_strfreev(parts);
}

static void check_help(const struct args_command *row)
{
	struct strbuf text;
	char **lines;

	strbuf_init(&text, 0);
	args_append_help(row, &text);
	for (const struct args_option *option = row->options; option && option->name; option++)
		assert_non_null(strstr(text.bytes, option->help));
	lines = g_strsplit(text.bytes, "\n", -1);
	for (char **line = lines; *line != NULL; line++)
		if (strlen(*line) > PAGE)
			fail_msg("%s: longer than %d: %s", row->name, PAGE, *line);
	g_strfreev(lines);
	strbuf_done(&text);
}

static void every_row_has_what_reading_and_help_go_by(void **state)
{
	(void)state;
	for_each_row(check_row);
	for_each_row(check_options);
}

static void every_example_is_taken_by_its_row(void **state)
{
	(void)state;
	for_each_row(check_example);
}

static void help_tells_every_option_and_fits_a_page(void **state)
{
	(void)state;
	for_each_row(check_help);
}

/* ---- reading ---- */

static const struct args_option options[] = {
	{.name = "--ply", .value = "N", .help = "then", .letter = 'p'},
	{.name = "--plain", .help = "without", .letter = 'q'},
	{.name = "--seat", .value = "SEAT", .help = "whose"},
	{.name = NULL},
};
static const struct args_command row = {
	.name = "show", .words = "GAME [BOARD]", .options = options};

/* Reads the line; NULL, or what is said of it. `given` is the caller's in the end, either way. */
static const char *read_line(const char *line, struct args *given)
{
	static struct reason reason;
	static char **words;
	int count, result;

	g_strfreev(words);
	assert_true(g_shell_parse_argv(line, &count, &words, NULL));
	result = args_read(&row, args_common, count, words, given, &reason);
	if (result == 0)
		result = args_check_words(given, &reason);
	assert_true(result == 0 || reason.kind == REASON_USAGE);
	return result == 0 ? NULL : reason.text;
}

static void options_stand_anywhere_and_in_every_spelling(void **state)
{
	static const char *const lines[] = {
		"show g1 --ply 3 --plain",
		"show --ply=3 --plain g1",
		"show --plain g1 --ply=3",
		"show -p3 -q g1",
		"show -qp 3 g1",
		"show --pla g1 --pl=9 --ply 3",
		"show --plain --ply 3 -- g1",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		struct args given;
		const char *said = read_line(lines[i], &given);

		/* One of them cuts an option too short. */
		if (strstr(lines[i], "--pl=") != NULL) {
			assert_string_equal(
				said,
				"--pl may mean --ply or --plain; write more letters of the option");
		} else {
			assert_null(said);
			assert_int_equal(given.count, 1);
			assert_string_equal(given.words[0], "g1");
			assert_null(given.words[1]);
			assert_string_equal(args_value(&given, "--ply"), "3");
			assert_true(args_has(&given, "--plain"));
			assert_false(args_has(&given, "--seat"));
			assert_null(args_value(&given, "--seat"));
		}
		args_done(&given);
	}
}

static void the_later_value_counts_and_all_can_be_had(void **state)
{
	struct args given;
	struct reason reason;
	size_t at = 0;
	long ply = 7;

	(void)state;
	assert_null(read_line("show --ply 3 g1 --ply 5", &given));
	assert_string_equal(args_next(&given, "--ply", &at), "3");
	assert_string_equal(args_next(&given, "--ply", &at), "5");
	assert_null(args_next(&given, "--ply", &at));
	assert_int_equal(args_number(&given, "--ply", 9, &ply, &reason), 0);
	assert_int_equal(ply, 5);
	assert_int_equal(args_number(&given, "--ply", 4, &ply, &reason), -1);
	assert_string_equal(reason.text, "--ply '5': expected a number up to 4");
	assert_int_equal(args_number(&given, "--seat", 4, &ply, &reason), 0);
	assert_int_equal(ply, 5);
	args_done(&given);
}

static void behind_two_hyphens_all_is_words(void **state)
{
	struct args given;

	(void)state;
	assert_null(read_line("show --ply 3 -- --seat -x", &given));
	assert_int_equal(given.count, 2);
	assert_string_equal(given.words[0], "--seat");
	assert_string_equal(given.words[1], "-x");
	args_done(&given);
	/* A lone hyphen and a number below zero are words anywhere. */
	assert_null(read_line("show - -12 --plain", &given));
	assert_string_equal(given.words[0], "-");
	assert_string_equal(given.words[1], "-12");
	assert_true(args_has(&given, "--plain"));
	args_done(&given);
}

static void what_is_wrong_is_named_with_what_was_expected(void **state)
{
	static const struct {
		const char *line, *said;
	} cases[] = {
		{"show", "expected GAME [BOARD], but GAME is missing; see 'pbem show --help'"},
		{"show a b c", "'c' is one word too many; expected GAME [BOARD]"},
		{"show a --ply", "expected --ply N: then"},
		{"show a -p", "expected --ply N: then"},
		{"show a --plain=x", "expected only --plain, without a value"},
		{"show a --saet x", "unknown option --saet; did you mean --seat?"},
		{"show a --saet=x", "unknown option --saet; did you mean --seat?"},
		{"show a -seat x", "unknown option -seat; did you mean --seat?"},
		{"show a --colour", "unknown option --colour; 'pbem show --help' lists them"},
		{"show a --=x", "unknown option --; 'pbem show --help' lists them"},
		{"show a -x", "unknown option -x; 'pbem show --help' lists them"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct args given;

		assert_string_equal(read_line(cases[i].line, &given), cases[i].said);
		args_done(&given);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_has_what_reading_and_help_go_by),
		cmocka_unit_test(every_example_is_taken_by_its_row),
		cmocka_unit_test(help_tells_every_option_and_fits_a_page),
		cmocka_unit_test(options_stand_anywhere_and_in_every_spelling),
		cmocka_unit_test(the_later_value_counts_and_all_can_be_had),
		cmocka_unit_test(behind_two_hyphens_all_is_words),
		cmocka_unit_test(what_is_wrong_is_named_with_what_was_expected),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
