/* SPDX-License-Identifier: MIT */
/* Files of words: their contents, their faults, and that another language needs no C. */
#include <sys/stat.h>
#include <unistd.h>

#include "tests/lib/chess.h"
#include "tests/lib/scratch.h"
#include "tests/lib/source.h"

#include "core/notation/vocabulary.h"
#include "core/notation/vocabulary_arguments.h"
#include "core/notation/vocabulary_orders.h"
#include "core/order/order_parse.h"
#include "core/util/deffile.h"

#define NONE                                                                                       \
	"I found no order in your letter. Write it at the top, on a line of its own, for example " \
	"MOVE and your move, RESIGN, STATUS or HELP"

struct word_folder {
	char folder[SCRATCH_MAX];
	struct deffile_faults faults;
};

static void copy_words(const struct word_folder *workspace, const char *name)
{
	char *command = base_printf("cp %s/games/words/%s.words %s/words/", source_folder(), name,
				    workspace->folder);

	assert_int_equal(system(command), 0);
	free(command);
}

static void write_words(const struct word_folder *workspace, const char *name, const char *lines)
{
	char *path = base_printf("%s/words/%s.words", workspace->folder, name);
	FILE *stream = fopen(path, "w");

	assert_non_null(stream);
	fputs(lines, stream);
	fclose(stream);
	free(path);
}

/* By hand, in the folder of the build: nothing is set then. */
static void the_tree_is_found_without_being_named(void **state)
{
	char *named = base_strdup(source_folder()), *data = getenv("PBEM_DATA"), *page;

	(void)state;
	data = data != NULL ? base_strdup(data) : NULL;
	unsetenv("srcdir");
	if (data != NULL) {
		assert_string_equal(source_folder(), data);
		unsetenv("PBEM_DATA");
	}
	page = source_path("games/words/orders.words");
	if (access(page, R_OK) != 0)
		fail_msg("there is no %s", page);
	setenv("srcdir", named, 1);
	assert_string_equal(source_folder(), named);
	if (data != NULL)
		setenv("PBEM_DATA", data, 1);
	free(page);
	free(data);
	free(named);
}

static int set_up(void **state)
{
	struct word_folder *workspace = base_zalloc(1, sizeof *workspace);
	char *path;

	chess_set_up(state);
	assert_true(scratch_make(workspace->folder));
	path = base_printf("%s/words", workspace->folder);
	assert_int_equal(mkdir(path, 0700), 0);
	free(path);
	deffile_faults_init(&workspace->faults);
	copy_words(workspace, "orders");
	copy_words(workspace, "moves");
	*state = workspace;
	return 0;
}

static int tear_down(void **state)
{
	struct word_folder *workspace = *state;
	int result = scratch_remove(workspace->folder);

	deffile_faults_done(&workspace->faults);
	free(workspace);
	return result + chess_tear_down(state);
}

static void load(struct word_folder *workspace)
{
	if (vocabulary_load(workspace->folder, &workspace->faults) < 0)
		fail_msg("%s", workspace->faults.lines.bytes);
}

static void assert_fault(struct word_folder *workspace, const char *lines, const char *fault)
{
	write_words(workspace, "zulu", lines);
	deffile_faults_done(&workspace->faults);
	deffile_faults_init(&workspace->faults);
	assert_int_equal(vocabulary_load(workspace->folder, &workspace->faults), -1);
	if (strstr(workspace->faults.lines.bytes, fault) == NULL)
		fail_msg("\"%s\" isn't in: %s", fault, workspace->faults.lines.bytes);
}

static void assert_read(const char *letter, const char *canonical)
{
	struct order_list list;
	struct reason why = {.text = ""};
	struct strbuf text;

	order_list_init(&list);
	strbuf_init(&text, 0);
	if (order_read_message(chess, letter, &list, &why) == ACCEPTED)
		order_print(chess, &list.orders[0], &text);
	else
		strbuf_add(&text, why.text);
	assert_string_equal(text.bytes, canonical);
	strbuf_done(&text);
	order_list_done(&list);
}

static void another_language_is_a_file(void **state)
{
	struct word_folder *workspace = *state;

	assert_read("Aufgabe\n", NONE);
	write_words(workspace, "german",
		    "order move RUECKE ZUG\n"
		    "\tform RUECKE e2-e4\n"
		    "order resign AUFGABE\n"
		    "\tform AUFGABE\n"
		    "piece N Gäulchen\n"
		    "answer gib auf mit AUFGABE\n"
		    "\tphrase ich gebe auf\n");
	load(workspace);
	assert_read("RUECKE e2-e4\n", "MOVE e2-e4");
	assert_read("Zug Nf3\n", "MOVE Nf3");
	assert_read("Gaulchen f3\n", "MOVE Nf3");
	assert_read("Aufgabe\n", "RESIGN");
	assert_read("MOVE e2-e4\n", "MOVE e2-e4");
	assert_read("Aufgaeb\n", "line 1, \"Aufgaeb\": did you mean AUFGABE? Write it as: AUFGABE");
	assert_read("Ich gebe auf\n", "line 1, \"Ich gebe auf\": gib auf mit AUFGABE");
}

/* The result is the same as in English, word for word: game files have no other language. */
static void words_behind_orders_are_lines_of_a_file(void **state)
{
	struct word_folder *workspace = *state;

	assert_read("DRAW nein\n", "line 1, \"DRAW nein\": I can't read \"nein\" after DRAW; "
				   "write DRAW or DRAW NO");
	write_words(workspace, "german",
		    "order draw REMIS\n"
		    "\tform REMIS oder REMIS NEIN\n"
		    "order board BRETT\n"
		    "\tform BRETT\n"
		    "behind no NEIN\n"
		    "behind to AN\n"
		    "behind on EIN\n"
		    "behind own EIGEN\n"
		    "behind compact KLEIN\n");
	load(workspace);
	assert_read("Remis nein\n", "DRAW NO");
	assert_read("DRAW NEIN\n", "DRAW NO");
	assert_read("CLAIM REMIS\n", "CLAIM DRAW");
	assert_read("SAY AN black Servus\n", "SAY TO black Servus");
	assert_read("SHORT ein\n", "SHORT on");
	assert_read("VIEW eigen\n", "VIEW own");
	assert_read("Brett klein\n", "BOARD compact");
	assert_read("BOARD COMPACT\n", "BOARD COMPACT");
	assert_read("DRAW NO\n", "DRAW NO");
}

static void letters_of_pieces_have_a_language(void **state)
{
	struct word_folder *workspace = *state;
	char kinds[VOCABULARY_KINDS];

	assert_int_equal(vocabulary_letter_kinds("Sf3", kinds), 1);
	assert_string_equal(kinds, "NB");
	assert_int_equal(vocabulary_letter_kinds("Крe2", kinds), strlen("Кр"));
	assert_string_equal(kinds, "K");
	assert_int_equal(vocabulary_letter_kinds("Zf3", kinds), 0);
	write_words(workspace, "zulu", "letter zu B Z\nletter zu Q S\n");
	load(workspace);
	assert_int_equal(vocabulary_letter_kinds("Zf3", kinds), 1);
	assert_string_equal(kinds, "B");
	(void)vocabulary_letter_kinds("Sf3", kinds);
	assert_string_equal(kinds, "NBQ");
	assert_fault(workspace, "letter zu B Z\nletter zu Q Z\n",
		     "words:2: 'Z' is a B in 'zu' already");
	assert_fault(workspace, "letter Zulu B Z\n",
		     "expected a language as two or three small letters");
	assert_fault(workspace, "letter zu Bishop Z\n", "expected the capital letter of a kind");
	assert_fault(workspace, "letter zu B N\n", "the letters K Q R B N P are always English");
}

static void a_word_is_one_kind_of_piece_or_none(void **state)
{
	struct word_folder *workspace = *state;
	char kind;

	assert_int_equal(vocabulary_talk("rook", &kind), TALK_PIECE);
	assert_int_equal(kind, 'R');
	write_words(workspace, "other", "piece B rook\npiece Q takes\nto rook\n");
	load(workspace);
	assert_int_equal(vocabulary_talk("rook", &kind), TALK_PIECE);
	assert_int_equal(kind, '\0');
	assert_int_equal(vocabulary_talk("takes", &kind), TALK_PIECE);
	assert_int_equal(vocabulary_talk("zebra", &kind), TALK_NONE);
}

static void topics_are_lines_of_a_file(void **state)
{
	struct word_folder *workspace = *state;

	assert_string_equal(vocabulary_topic("CASTLING")->letter, "help-moves");
	assert_string_equal(vocabulary_topic("trade")->page, "peterson");
	assert_true(vocabulary_topic("Claim draw")->shouted);
	assert_null(vocabulary_topic("cooking"));
	assert_true(vocabulary_is_topic(chess, "castling"));
	assert_false(vocabulary_is_topic(chess, "claim draw"));
	assert_false(vocabulary_is_topic(chess, "cooking"));
	write_words(workspace, "cook", "topic help cooking\n");
	load(workspace);
	assert_true(vocabulary_is_topic(chess, "cooking"));
}

static void games_and_pages_are_topics_by_their_files(void **state)
{
	(void)state;
	assert_true(vocabulary_is_topic(chess, "Fourteen"));
	assert_true(vocabulary_is_topic(chess, "cards"));
	assert_true(vocabulary_is_topic(chess, "peterson"));
	assert_false(vocabulary_is_topic(chess, "fifteen"));
}

static void faults_name_file_and_line(void **state)
{
	struct word_folder *workspace = *state;

	assert_fault(workspace, "order mvoe RUECKE\n\tform X\n",
		     "words/zulu.words:1: no order does 'mvoe'; did you mean 'move'?");
	assert_fault(workspace, "order move ZÜGE\n\tform X\n", "has the capitals A to Z only");
	assert_fault(workspace, "order move PLAY\n\tform X\n", "'PLAY' is an order word already");
	assert_fault(workspace, "order move ZUG\n", "the order 'ZUG' needs a line 'form'");
	assert_fault(workspace, "order move ZUG\n\tform A\n\tform B\n",
		     "'form' was said above of 'move'");
	assert_fault(workspace, "order hand BLATT\n\tform BLATT\n", "needs a line 'why'");
	assert_fault(workspace, "order move ZUG\n\tform ZUG\n\twhy x\n", "needs no line 'why'");
	assert_fault(workspace, "piece Knight gaul\n",
		     "expected the capital letter of a kind of piece");
	assert_fault(workspace, "behind fogg NEBEL\n",
		     "no word after an order means 'fogg'; did you mean 'fogged'?");
	assert_fault(workspace, "behind no nein\n",
		     "'nein': a word after an order has the capitals A to Z only");
	assert_fault(workspace, "colour red\n", "unknown keyword 'colour'");
	/* Words that were known before still are. */
	assert_read("MOVE e2-e4\n", "MOVE e2-e4");
}

static void every_order_needs_a_word(void **state)
{
	struct word_folder *workspace = *state;
	char *path = base_printf("%s/words/orders.words", workspace->folder);

	assert_int_equal(remove(path), 0);
	free(path);
	assert_fault(workspace, "order move MOVE\n\tform MOVE e2-e4\n",
		     "no order word does 'resign': a line 'order resign WORD' is missing");
	assert_fault(workspace, "",
		     "no word after an order means 'no': a line 'behind no WORD' is missing");
}

static void the_words_of_moves_are_needed(void **state)
{
	struct word_folder *workspace = *state;
	char *path = base_printf("%s/words/moves.words", workspace->folder);

	assert_int_equal(remove(path), 0);
	free(path);
	assert_fault(workspace, "", "/words: no file of words has a line 'piece'");
	assert_fault(workspace, "piece N gaul\n", "/words: no file of words has a line 'to'");
}

static void no_folder_is_a_fault(void **state)
{
	struct word_folder *workspace = *state;
	struct reason reason = {.text = ""};

	deffile_faults_done(&workspace->faults);
	deffile_faults_init(&workspace->faults);
	assert_int_equal(vocabulary_load("/nonexistent", &workspace->faults), -1);
	deffile_faults_first(&workspace->faults, &reason);
	assert_non_null(strstr(reason.text, "/nonexistent/words: No such file or directory. "
					    "Install pbem again"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_tree_is_found_without_being_named),
		cmocka_unit_test_setup_teardown(another_language_is_a_file, set_up, tear_down),
		cmocka_unit_test_setup_teardown(words_behind_orders_are_lines_of_a_file, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(letters_of_pieces_have_a_language, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(a_word_is_one_kind_of_piece_or_none, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(topics_are_lines_of_a_file, set_up, tear_down),
		cmocka_unit_test_setup_teardown(games_and_pages_are_topics_by_their_files, set_up,
						tear_down),
		cmocka_unit_test_setup_teardown(faults_name_file_and_line, set_up, tear_down),
		cmocka_unit_test_setup_teardown(every_order_needs_a_word, set_up, tear_down),
		cmocka_unit_test_setup_teardown(the_words_of_moves_are_needed, set_up, tear_down),
		cmocka_unit_test_setup_teardown(no_folder_is_a_fault, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
