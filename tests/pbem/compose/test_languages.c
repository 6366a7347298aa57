/* SPDX-License-Identifier: MIT */
/* Rules for all languages of letters. */
#include "tests/lib/chess.h"
#include "tests/lib/source.h"

#include <stdio.h>

#include <glib.h>

#include "core/notation/notation.h"
#include "core/notation/vocabulary.h"
#include "core/notation/vocabulary_arguments.h"
#include "core/order/order_parse.h"
#include "core/util/translate.h"
#include "pbem/compose/template.h"
#include "pbem/mime/quoting/strip_quotes.h"

static char **languages(void)
{
	char *folder = source_path("templates");
	struct template_set *set = template_set_new(folder, NULL);
	char **all = template_set_languages(set);

	template_set_free(set);
	free(folder);
	return all;
}

/* Speaks a language; "": English again. */
static void speak(const char *language)
{
	char *games = source_path("games");
	const struct vocabulary *before;
	struct reason reason;

	vocabulary_set_folder(games);
	if (vocabulary_push(language, &before, &reason) != 0)
		fail_msg("%s", reason.text);
	free(games);
}

/* The names between braces in a file, each once. */
static GHashTable *names_in(const char *folder, const char *file)
{
	GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	GRegex *regex = g_regex_new("\\{[?!]?((?:include )?[a-z0-9-]+)\\}", 0, 0, NULL);
	char *path = base_printf("%s/%s", folder, file), *text = NULL;
	GMatchInfo *match;

	if (!g_file_get_contents(path, &text, NULL, NULL))
		fail_msg("%s is missing", path);
	g_regex_match(regex, text, 0, &match);
	for (; g_match_info_matches(match); g_match_info_next(match, NULL))
		g_hash_table_add(names, g_match_info_fetch(match, 1));
	g_match_info_free(match);
	g_regex_unref(regex);
	g_free(text);
	free(path);
	return names;
}

static void all_are_in(GHashTable *names, GHashTable *others, const char *file,
		       const char *language)
{
	GHashTableIter iter;
	gpointer name;

	g_hash_table_iter_init(&iter, names);
	while (g_hash_table_iter_next(&iter, &name, NULL))
		if (!g_hash_table_contains(others, name))
			fail_msg("%s: {%s} does not stand in it in '%s'", file, (char *)name,
				 language);
}

static void every_template_tells_the_same_in_every_language(void **state)
{
	char *english = source_path("templates"), **all = languages();

	(void)state;
	for (size_t i = 1; all[i] != NULL; i++) {
		char *folder = base_printf("%s/%s", english, all[i]);
		GDir *dir = g_dir_open(english, 0, NULL);
		const char *file;

		while ((file = g_dir_read_name(dir)) != NULL) {
			GHashTable *names, *others;

			if (!g_str_has_suffix(file, ".txt"))
				continue;
			names = names_in(english, file);
			others = names_in(folder, file);
			all_are_in(names, others, file, all[i]);
			all_are_in(others, names, file, "en");
			g_hash_table_destroy(names);
			g_hash_table_destroy(others);
		}
		g_dir_close(dir);
		free(folder);
	}
	g_strfreev(all);
	free(english);
}

/* German words are for who has chosen German. */
static void words_of_a_language_are_known_to_who_speaks_it_alone(void **state)
{
	static const char *const orders[] = {"REMIS NEIN",     "AUFGEBEN",  "SAG Hallo",
					     "BRETT KLEIN",    "HILFE ZUG", "FORDERE REMIS",
					     "ANSICHT EIGENE", "KURZ AN",   "SPRACHE Deutsch"};
	struct reason why = {.text = ""};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(orders); i++) {
		struct order_list list;

		order_list_init(&list);
		speak("");
		if (order_read(chess, orders[i], 1, &list, &why) != REFUSED)
			fail_msg("%s is an order in English", orders[i]);
		speak("de");
		if (order_read(chess, orders[i], 1, &list, &why) != ACCEPTED)
			fail_msg("%s: %s", orders[i], why.text);
		assert_int_equal(list.count, 1);
		order_list_done(&list);
	}
	speak("");
}

/* A player without a chosen language may use the piece letters of any; a player with one uses its
 * own. */
static void letters_of_pieces_are_those_of_who_speaks(void **state)
{
	char kinds[VOCABULARY_KINDS];
	struct strbuf text;

	(void)state;
	strbuf_init(&text, 0);
	speak("");
	assert_int_equal(vocabulary_letter_kinds("Se5", kinds), 1);
	assert_string_equal(kinds, "NB");
	vocabulary_add_letter('N', &text);
	speak("de");
	assert_int_equal(vocabulary_letter_kinds("Se5", kinds), 1);
	assert_string_equal(kinds, "N");
	assert_int_equal(vocabulary_letter_kinds("Ce5", kinds), 1);
	assert_string_equal(kinds, "N");
	for (const char *kind = "KQRBNP"; *kind != '\0'; kind++)
		vocabulary_add_letter(*kind, &text);
	assert_string_equal(text.bytes, "NKDTLSP");
	speak("");
	strbuf_done(&text);
}

static void assert_means(const char *written, const char *readings)
{
	char found[NOTATION_READINGS][NOTATION_MAX];
	unsigned count = notation_readings(chess, written, found);
	struct strbuf all;

	strbuf_init(&all, 0);
	for (unsigned i = 0; i < count; i++)
		strbuf_addf(&all, "%s%s", i > 0 ? " " : "", found[i]);
	if (strcmp(all.bytes, readings) != 0)
		fail_msg("%s: \"%s\", not \"%s\"", written, all.bytes, readings);
	strbuf_done(&all);
}

static void what_a_pawn_becomes_is_read_in_other_languages(void **state)
{
	(void)state;
	speak("");
	assert_means("e8=D", "e8=Q");
	assert_means("e7-e8T", "e7-e8R");
	assert_means("bxc8(L)", "bxc8(B)");
	assert_means("e8=d", "e8=Q");
	assert_means("e8=S", "e8=N e8=B");
	assert_means("Bxa8=D", "Bxa8=Q bxa8=Q");
	for (const char *const *none =
		     (const char *const[]){"e8d", "e8=Z", "e8=D)(", "D=D", "=D", "D", NULL};
	     *none != NULL; none++)
		assert_means(*none, "");
	speak("de");
	assert_means("e8=S", "e8=N");
	assert_means("Sf3", "Nf3");
	speak("");
}

static void english_words_are_known_in_every_language(void **state)
{
	struct reason why = {.text = ""};
	struct order_list list;

	(void)state;
	speak("de");
	order_list_init(&list);
	if (order_read(chess, "MOVE e2-e4", 1, &list, &why) != ACCEPTED ||
	    order_read(chess, "DRAW", 2, &list, &why) != ACCEPTED)
		fail_msg("%s", why.text);
	order_list_done(&list);
	speak("");
}

/* ---- the letters of the games in tests/e2e/golden ---- */

static void check_golden_letter(const char *path, const struct variant *variant, unsigned *count)
{
	struct order_list list;
	struct reason why = {.text = ""};
	const char *first = translate(QUOTE_FIRST);
	char *bytes, *line, *reply, *nothing;

	assert_true(g_file_get_contents(path, &bytes, NULL, NULL));
	line = strstr(bytes, "\n\n=== ");
	if (line == NULL || strncmp(line + 2, first, strlen(first)) != 0) {
		if (strstr(path, "report") == NULL)
			fail_msg("%s does not begin with its game", path);
		line = NULL;
	}
	if (line != NULL) {
		line += 2;
		line[strcspn(line, "\n")] = '\0';
		reply = base_printf("MOVE e2-e4\n\n%s\n\nBye\n", line);
		order_list_init(&list);
		if (!order_line_is_harmless(variant, line) ||
		    order_read_message(variant, reply, &list, &why) != ACCEPTED || list.count != 1)
			fail_msg("%s: %s: %s", path, line, why.text);
		order_list_done(&list);
		free(reply);
		/* Alone on top of an order, as a program without marks would leave it. */
		reply = base_printf("%s\nMOVE e2-e4\n", line);
		line = strip_quotes_new_text(reply, strlen(reply), &nothing);
		assert_string_equal(line, "");
		free(nothing);
		free(line);
		free(reply);
		(*count)++;
	}
	g_free(bytes);
}

static void the_first_lines_of_whole_games_read_as_no_order_and_cut(void **state)
{
	static const char *const games[][3] = {
		{"", "chess", ""},
		{"/additions", "three-player", ""},
		{"/knightmare", "knightmare", ""},
		{"/ring", "ring", ""},
		{"/three-player", "three-player", ""},
		{"/de/chess", "chess", "de"},
		{"/de/additions", "three-player", "de"},
		{"/de/knightmare", "knightmare", "de"},
		{"/de/ring", "ring", "de"},
		{"/de/three-player", "three-player", "de"},
	};
	unsigned count = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(games); i++) {
		char *folder = base_printf("%s/tests/e2e/golden%s", source_folder(), games[i][0]);
		const struct variant *variant = variant_get(library, games[i][1], NULL, 0, NULL);
		GDir *dir = g_dir_open(folder, 0, NULL);
		const char *name;

		speak(games[i][2]);
		while ((name = g_dir_read_name(dir)) != NULL) {
			char *path = base_printf("%s/%s", folder, name);

			if (g_str_has_suffix(name, ".txt"))
				check_golden_letter(path, variant, &count);
			free(path);
		}
		g_dir_close(dir);
		free(folder);
	}
	speak("");
	printf("%u letters\n", count);
	assert_true(count > 500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_template_tells_the_same_in_every_language),
		cmocka_unit_test(words_of_a_language_are_known_to_who_speaks_it_alone),
		cmocka_unit_test(letters_of_pieces_are_those_of_who_speaks),
		cmocka_unit_test(what_a_pawn_becomes_is_read_in_other_languages),
		cmocka_unit_test(english_words_are_known_in_every_language),
		cmocka_unit_test(the_first_lines_of_whole_games_read_as_no_order_and_cut),
	};

	return cmocka_run_group_tests_name("languages", tests, chess_set_up, chess_tear_down);
}
