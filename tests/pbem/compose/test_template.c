/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <glib.h>
#include <glib/gstdio.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/compose/template.h"
#include "pbem/mime/quoting/strip_quotes.h"

/* Two folders of templates, and what came of filling one. */
struct template_folders_pair {
	char *shipped, *site;
	struct template_set *set;
	struct strbuf subject, body;
	struct reason reason;
};

static int workspace_open(void **state)
{
	struct template_folders_pair *workspace = base_zalloc(1, sizeof *workspace);

	workspace->shipped = g_dir_make_tmp("pbem-shipped-XXXXXX", NULL);
	workspace->site = g_dir_make_tmp("pbem-site-XXXXXX", NULL);
	workspace->set = template_set_new(workspace->shipped, workspace->site);
	strbuf_init(&workspace->subject, 0);
	strbuf_init(&workspace->body, 0);
	*state = workspace;
	return 0;
}

static void remove_folder(char *path)
{
	GDir *dir = g_dir_open(path, 0, NULL);
	const char *name;

	while ((name = g_dir_read_name(dir)) != NULL) {
		char *file = base_printf("%s/%s", path, name);

		g_unlink(file);
		free(file);
	}
	g_dir_close(dir);
	g_rmdir(path);
	g_free(path);
}

static int workspace_close(void **state)
{
	struct template_folders_pair *workspace = *state;

	template_set_free(workspace->set);
	strbuf_done(&workspace->subject);
	strbuf_done(&workspace->body);
	remove_folder(workspace->shipped);
	remove_folder(workspace->site);
	free(workspace);
	return 0;
}

static void put(const char *folder, const char *name, const char *bytes)
{
	char *path = base_printf("%s/%s.txt", folder, name);

	assert_true(g_file_set_contents(path, bytes, -1, NULL));
	free(path);
}

/* Fills the letter "x", of a game, with {game} and {b}. */
static int fill_of_game(struct template_folders_pair *workspace, const char *game, const char *b)
{
	struct value values[] = {{"game", game}, {"b", b}};

	strbuf_clear(&workspace->subject);
	strbuf_clear(&workspace->body);
	return template_fill(workspace->set, "", "x", values, 2, &workspace->subject,
			     &workspace->body, NULL, &workspace->reason);
}

/* Fills the letter "x" with {a} and {b}. */
static int fill(struct template_folders_pair *workspace, const char *a, const char *b)
{
	struct value values[] = {{"a", a}, {"b", b}};

	strbuf_clear(&workspace->subject);
	strbuf_clear(&workspace->body);
	return template_fill(workspace->set, "", "x", values, 2, &workspace->subject,
			     &workspace->body, NULL, &workspace->reason);
}

static void check_fill(struct template_folders_pair *workspace, const char *text, const char *a,
		       const char *b, const char *expected)
{
	char *bytes = base_printf("Subject: s\n\n%s", text);

	template_set_free(workspace->set);
	workspace->set = template_set_new(workspace->shipped, workspace->site);
	put(workspace->shipped, "x", bytes);
	free(bytes);
	if (fill(workspace, a, b) != 0)
		fail_msg("%s", workspace->reason.text);
	assert_string_equal(workspace->body.bytes, expected);
}

static void names_are_filled_in_subject_and_text(void **state)
{
	struct template_folders_pair *workspace = *state;

	put(workspace->shipped, "x", "Subject: [{a}]  of {b} \n\nHello {a}, {b}! {{a}\n");
	assert_int_equal(fill(workspace, "Anna", "two\nlines"), 0);
	assert_string_equal(workspace->subject.bytes, "[Anna] of two lines");
	assert_string_equal(workspace->body.bytes, "Hello Anna, two lines! {a}\n");
}

static void the_first_line_stands_above_the_text_and_is_cut_where_it_is_long(void **state)
{
	static const char text[] =
		"Subject: s\n{?b}First: {game}: Now {b}.\nFirst: {game}: Nothing.\n\n" QUOTE_MARK
		"\n\nHello\n";
	struct template_folders_pair *workspace = *state;

	put(workspace->shipped, "x", text);
	assert_int_equal(fill_of_game(workspace, "g1", "one.\ntwo\nthree"), 0);
	assert_string_equal(workspace->body.bytes,
			    "=== Game g1: Now one. two; three.\n" QUOTE_MARK "\n\nHello\n");
	assert_int_equal(fill_of_game(workspace, "g1", ""), 0);
	assert_string_equal(workspace->body.bytes,
			    "=== Game g1: Nothing.\n" QUOTE_MARK "\n\nHello\n");
	assert_int_equal(
		fill_of_game(workspace, "g1",
			     "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3"),
		0);
	assert_string_equal(workspace->body.bytes,
			    "=== Game g1: Now e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O "
			    "Be7 Re1 b5 Bb3 d6 ...\n" QUOTE_MARK "\n\nHello\n");
}

static void the_first_line_of_the_sites_own_letters_names_no_game(void **state)
{
	struct template_folders_pair *workspace = *state;

	put(workspace->shipped, "x", "Subject: s\nFirst: {a}: {b}\n\nHello\n");
	assert_int_equal(fill(workspace, "2 notices", "One\nTwo\n"), 0);
	assert_string_equal(workspace->body.bytes, "=== 2 notices: One; Two\n\nHello\n");
	assert_int_equal(fill(workspace, "1 notice", "There came:\nOne\nTwo\n"), 0);
	assert_string_equal(workspace->body.bytes, "=== 1 notice: There came: One; Two\n\nHello\n");
}

static void a_board_stands_as_it_is(void **state)
{
	check_fill(*state, "Look:\n{a}\nEnd.\n", "  a b\n\n1 . k\n", "",
		   "Look:\n  a b\n\n1 . k\nEnd.\n");
}

static void a_line_with_nothing_to_tell_vanishes(void **state)
{
	check_fill(*state, "One.\n\n{a}\n\n  | {b}\n\n{a} {b}\n\nTwo.\n", "", "", "One.\n\nTwo.\n");
}

static void conditions_rule_their_line_or_paragraph(void **state)
{
	static const char text[] =
		"{?a}With {a}\nand more.\n{!a}Without,\nand more.\n\n{?b}  b: {b}\n";

	check_fill(*state, text, "", "", "Without, and more.\n");
	check_fill(*state, text, "x", "y", "With x and more.\n\n  b: y\n");
}

static void the_first_subject_that_stands_is_taken(void **state)
{
	struct template_folders_pair *workspace = *state;

	put(workspace->shipped, "x", "{?a}Subject: with {a}\n{!a}Subject: without\n\nText.\n");
	assert_int_equal(fill(workspace, "", ""), 0);
	assert_string_equal(workspace->subject.bytes, "without");
	assert_int_equal(fill(workspace, "this", ""), 0);
	assert_string_equal(workspace->subject.bytes, "with this");
}

static void paragraphs_are_filled_and_wrapped(void **state)
{
	check_fill(
		*state,
		"{a} is a name as long as\nany, and so the lines of this paragraph\nrun over where "
		"they stood.\n  indented\n  lines stay\nNew.\n",
		"Anna-Katharina von Württemberg-Hohenlohe", "",
		"Anna-Katharina von Württemberg-Hohenlohe is a name as long as any, and\n"
		"so the lines of this paragraph run over where they stood.\n"
		"  indented\n  lines stay\nNew.\n");
}

static void a_prefix_is_repeated_before_each_line_of_a_value(void **state)
{
	check_fill(*state, "  | {a}\n", "    e2e4\n  d2d4\n", "", "  |   e2e4\n  | d2d4\n");
	check_fill(*state, "{a}\n", "    e2e4\n\n  d2d4\n", "", "    e2e4\n\n  d2d4\n");
	check_fill(*state, "  | {a}\n", "    e2e4\n\n    d2d4\n", "", "  | e2e4\n  |\n  | d2d4\n");
	check_fill(*state, "  note: {a}\n",
		   "a line so long that it doesn't fit by any means into what a letter's line can "
		   "hold",
		   "",
		   "  note: a line so long that it doesn't fit by any means into what a\n"
		   "        letter's line can hold\n");
}

static void characters_are_counted_not_bytes_and_wide_ones_twice(void **state)
{
	struct strbuf in, out, want;

	(void)state;
	strbuf_init(&in, 0);
	strbuf_init(&out, 0);
	strbuf_init(&want, 0);
	template_wrap("Übermäßig äöüäöüäöü äöüäöüäöü äöüäöüäöü äöüäöüäöü äöüäöüäöü äöüäöüäö x y",
		      "  ", &out);
	assert_string_equal(
		out.bytes,
		"Übermäßig äöüäöüäöü äöüäöüäöü äöüäöüäöü äöüäöüäöü äöüäöüäöü äöüäöüäö x y\n");
	strbuf_clear(&out);
	for (int i = 0; i < 40; i++) {
		strbuf_add(&in, "東");
		strbuf_add(&want, i == 36 ? "\n  東" : "東");
	}
	strbuf_add(&want, "\n");
	template_wrap(in.bytes, "  ", &out);
	assert_string_equal(out.bytes, want.bytes);
	strbuf_done(&in);
	strbuf_done(&want);
	strbuf_done(&out);
}

static void a_word_longer_than_a_line_stays_whole(void **state)
{
	struct strbuf out;

	(void)state;
	strbuf_init(&out, 0);
	template_wrap(
		"See "
		"https://example.org/a/very/long/address/that/nobody/could/ever/type/by/hand/at/"
		"all for more, \xff\xfe and so on and on and on and on and on and on and on and on",
		"", &out);
	assert_string_equal(
		out.bytes,
		"See\nhttps://example.org/a/very/long/address/that/nobody/could/ever/type/by/hand/"
		"at/all\nfor more, \xff\xfe and so on and on and on and on and on and on and on and"
		" on\n");
	strbuf_done(&out);
}

static void assert_wraps(const char *in, const char *want)
{
	struct strbuf out;

	strbuf_init(&out, 0);
	template_wrap(in, "", &out);
	assert_string_equal(out.bytes, want);
	strbuf_done(&out);
}

static void no_wrapped_line_begins_with_an_order(void **state)
{
	static const char *const orders[] = {
		"resign", "e4", "DRAW", "say", "(board)", "Nf3.", "o-o", "History,",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(orders); i++) {
		/* "and" would end the first line, and moves on instead. */
		char *in = base_printf("%060d these and %s are meant", 0, orders[i]);
		char *want = base_printf("%060d these\nand %s are meant\n", 0, orders[i]);

		assert_wraps(in, want);
		free(in);
		free(want);
	}
}

static void no_wrapped_line_is_all_words_of_moves(void **state)
{
	char *in = base_printf("%057d could go to e3 or e4.", 0);
	char *want = base_printf("%057d could\ngo to e3 or e4.\n", 0);

	(void)state;
	assert_wraps(in, want);
	free(in);
	free(want);
}

/* Nothing that a stranger wrote stands at a line's start where it could be an order in a quote
 * without marks. */
static void what_somebody_said_keeps_its_bar_on_every_line(void **state)
{
	char longest[67], said[400], body[400];

	memset(longest, 'w', 66);
	longest[66] = '\0';
	snprintf(said, sizeof said, "%s RESIGN %s RESIGN", longest, longest);
	snprintf(body, sizeof body, "  | %s\n  | RESIGN\n  | %s\n  | RESIGN\n", longest, longest);
	check_fill(*state, "  | {b}\n", "x", said, body);
}

static void no_break_is_better_than_one_before_an_order(void **state)
{
	static const char *const orders[] = {"RESIGN", "e4", "ＲＥＳＩＧＮ", "\"draw\"", "ｅ４"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(orders); i++) {
		char *in = base_printf("%066d %s %066d and on", 0, orders[i], 0);
		char *want = base_printf("%066d %s\n%066d and\non\n", 0, orders[i], 0);

		assert_wraps(in, want);
		free(in);
		free(want);
	}
}

static void a_line_that_ends_early_ends_with_a_sentence(void **state)
{
	struct strbuf out;

	(void)state;
	strbuf_init(&out, 0);
	template_wrap(
		"reason: line 1, \"MVOE e7-e5\": did you mean MOVE? It is written MOVE e2-e4.", "",
		&out);
	assert_string_equal(out.bytes, "reason: line 1, \"MVOE e7-e5\": did you mean MOVE?\n"
				       "It is written MOVE e2-e4.\n");
	strbuf_clear(&out);
	template_wrap("could not be carried out. The reason: line 1: d8-c8 is ambiguous: O-O "
		      "(d8b8) or Kc8 "
		      "(d8c8).",
		      "", &out);
	assert_string_equal(out.bytes, "could not be carried out. The reason: line 1: d8-c8 is\n"
				       "ambiguous: O-O (d8b8) or Kc8 (d8c8).\n");
	strbuf_done(&out);
}

static void a_site_overrides_single_templates(void **state)
{
	struct template_folders_pair *workspace = *state;

	put(workspace->shipped, "x", "Subject: shipped\n\nText.\n\n{include foot}\n");
	put(workspace->shipped, "foot", "shipped foot {a}\n");
	put(workspace->site, "foot", "site's foot {a}\n");
	assert_int_equal(fill(workspace, "1", ""), 0);
	assert_string_equal(workspace->subject.bytes, "shipped");
	assert_string_equal(workspace->body.bytes, "Text.\n\nsite's foot 1\n");
}

static void faults_name_file_and_line(void **state)
{
	static const struct {
		const char *text, *fault;
	} cases[] = {
		{"", "x.txt:1: the template is empty"},
		{"\nHello", "x.txt:1: a template begins with \"Subject: \""},
		{"Hello\n", "x.txt:1: a template begins with \"Subject: \""},
		{"Subject: x\n\n\n{name\n", "x.txt:4: after \"{\" a name"},
		{"Subject: x\n\n{Name}\n", "x.txt:3: after \"{\" a name"},
		{"Subject: {}\n", "x.txt:1: after \"{\" a name"},
		{"Subject: x\n\none\ntwo {c}\n", "x.txt:4: {c} is not among"},
		{"Subject: x\n\n{?c}one\n", "x.txt:3: {c} is not among"},
		{"Subject: x\n\n\xff\n", "x.txt:3: this line is not UTF-8"},
		{"Subject: x\n\n{include x}\n", "templates include each other in a circle"},
		{"Subject: x\n\n{include ../x}\n", "x.txt:3: an include is alone"},
		{"Subject: x\n\n{include nothing}\n", "nothing.txt: this template is missing"},
	};
	struct template_folders_pair *workspace = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		put(workspace->shipped, "x", cases[i].text);
		assert_int_equal(fill(workspace, "", ""), -1);
		assert_int_equal(workspace->subject.len + workspace->body.len, 0);
		if (strstr(workspace->reason.text, cases[i].fault) == NULL)
			fail_msg("%s: \"%s\"", cases[i].fault, workspace->reason.text);
		template_set_free(workspace->set);
		workspace->set = template_set_new(workspace->shipped, workspace->site);
	}
}

static void collect(void *context, const char *line)
{
	strbuf_addf(context, "%s\n", strrchr(line, '/') != NULL ? strrchr(line, '/') + 1 : line);
}

static void check_finds_every_fault_of_both_folders_once(void **state)
{
	static const char *const names[] = {"a", "token", NULL};
	static const char *const plain_names[] = {"a", NULL};
	const struct template_names table[] = {
		{"x", names},
		{"y", names},
		{"z", plain_names},
		{"gone", plain_names},
	};
	struct template_folders_pair *workspace = *state;
	struct strbuf found;

	strbuf_init(&found, 0);
	put(workspace->shipped, "x", "Subject: x\n\n" QUOTE_MARK "\n\n{include foot}\n");
	put(workspace->shipped, "y", "Subject: y\n\n" QUOTE_MARK "\n\n{include foot}\n");
	put(workspace->shipped, "z", "Subject: z\n\nno answer is expected {a}\n");
	put(workspace->shipped, "foot", "{bad}\n");
	put(workspace->site, "x", "Subject: x\n\n" QUOTE_MARK "\nrun on\n");
	put(workspace->site, "welcom", "Subject: misspelt\n\n\n");
	assert_int_equal(template_check(workspace->set, table, 4, collect, &found), 5);
	assert_non_null(
		strstr(found.bytes, "foot.txt:1: {bad} is not among the names the letter \"x\""));
	assert_non_null(
		strstr(found.bytes, "foot.txt:1: {bad} is not among the names the letter \"y\""));
	assert_non_null(strstr(found.bytes, "x.txt: the text must begin with the line \"==="));
	assert_non_null(strstr(found.bytes, "gone.txt: this template is missing"));
	assert_non_null(strstr(found.bytes, "welcom.txt: no letter has this name"));
	/* A part that the site has a file of its own for is still the part it was. */
	put(workspace->site, "foot", "{bad}\n");
	strbuf_clear(&found);
	template_check(workspace->set, table, 4, collect, &found);
	assert_null(strstr(found.bytes, "foot.txt: no letter has this name"));
	strbuf_done(&found);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(names_are_filled_in_subject_and_text,
						workspace_open, workspace_close),
		cmocka_unit_test_setup_teardown(
			the_first_line_stands_above_the_text_and_is_cut_where_it_is_long,
			workspace_open, workspace_close),
		cmocka_unit_test_setup_teardown(
			the_first_line_of_the_sites_own_letters_names_no_game, workspace_open,
			workspace_close),
		cmocka_unit_test_setup_teardown(a_board_stands_as_it_is, workspace_open,
						workspace_close),
		cmocka_unit_test_setup_teardown(a_line_with_nothing_to_tell_vanishes,
						workspace_open, workspace_close),
		cmocka_unit_test_setup_teardown(conditions_rule_their_line_or_paragraph,
						workspace_open, workspace_close),
		cmocka_unit_test_setup_teardown(the_first_subject_that_stands_is_taken,
						workspace_open, workspace_close),
		cmocka_unit_test_setup_teardown(paragraphs_are_filled_and_wrapped, workspace_open,
						workspace_close),
		cmocka_unit_test_setup_teardown(a_prefix_is_repeated_before_each_line_of_a_value,
						workspace_open, workspace_close),
		cmocka_unit_test_setup_teardown(a_site_overrides_single_templates, workspace_open,
						workspace_close),
		cmocka_unit_test_setup_teardown(faults_name_file_and_line, workspace_open,
						workspace_close),
		cmocka_unit_test_setup_teardown(check_finds_every_fault_of_both_folders_once,
						workspace_open, workspace_close),
		cmocka_unit_test(characters_are_counted_not_bytes_and_wide_ones_twice),
		cmocka_unit_test(a_word_longer_than_a_line_stays_whole),
		cmocka_unit_test(no_wrapped_line_begins_with_an_order),
		cmocka_unit_test(no_wrapped_line_is_all_words_of_moves),
		cmocka_unit_test(no_break_is_better_than_one_before_an_order),
		cmocka_unit_test(a_line_that_ends_early_ends_with_a_sentence),
		cmocka_unit_test_setup_teardown(what_somebody_said_keeps_its_bar_on_every_line,
						workspace_open, workspace_close),
	};

	return cmocka_run_group_tests_name("template", tests, NULL, NULL);
}
