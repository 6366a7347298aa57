/* SPDX-License-Identifier: MIT */
/* Files of words: what they may say, what is wrong with them, and that another language needs no C.
 */
#include <sys/stat.h>
#include <unistd.h>

#include "tests/lib/chess.h"
#include "tests/lib/scratch.h"
#include "tests/lib/source.h"

#include "core/base/deffile.h"
#include "core/order/order.h"
#include "core/words/words_behind.h"
#include "core/words/words_order.h"
#include "core/words/words.h"

#define NONE                                                                                       \
	"I found no order in your letter. Write it at the top, on a line of its own, for example " \
	"MOVE e2-e4 (or Nf3, O-O, e7-e8=Q), RESIGN, STATUS or HELP"

struct desk {
	char folder[SCRATCH_MAX];
	struct deffile_faults faults;
};

static void copy_words(const struct desk *desk, const char *name)
{
	char *command = base_printf("cp %s/games/words/%s.words %s/words/", source_folder(), name,
				    desk->folder);

	assert_int_equal(system(command), 0);
	free(command);
}

static void write_words(const struct desk *desk, const char *name, const char *lines)
{
	char *path = base_printf("%s/words/%s.words", desk->folder, name);
	FILE *stream = fopen(path, "w");

	assert_non_null(stream);
	fputs(lines, stream);
	fclose(stream);
	free(path);
}

/* By hand, where it was built: nothing is set then. */
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
	struct desk *desk = base_zalloc(1, sizeof *desk);
	char *path;

	chess_set_up(state);
	assert_true(scratch_make(desk->folder));
	path = base_printf("%s/words", desk->folder);
	assert_int_equal(mkdir(path, 0700), 0);
	free(path);
	deffile_faults_init(&desk->faults);
	copy_words(desk, "orders");
	copy_words(desk, "moves");
	*state = desk;
	return 0;
}

static int tear_down(void **state)
{
	struct desk *desk = *state;
	int result = scratch_remove(desk->folder);

	deffile_faults_done(&desk->faults);
	free(desk);
	return result + chess_tear_down(state);
}

static void load(struct desk *desk)
{
	if (words_load(desk->folder, &desk->faults) < 0)
		fail_msg("%s", desk->faults.lines.bytes);
}

static void assert_fault(struct desk *desk, const char *lines, const char *fault)
{
	write_words(desk, "zulu", lines);
	deffile_faults_done(&desk->faults);
	deffile_faults_init(&desk->faults);
	assert_int_equal(words_load(desk->folder, &desk->faults), -1);
	if (strstr(desk->faults.lines.bytes, fault) == NULL)
		fail_msg("\"%s\" isn't in: %s", fault, desk->faults.lines.bytes);
}

static void assert_read(const char *letter, const char *canonical)
{
	struct order_list list;
	struct reason why = {""};
	struct text text;

	order_list_init(&list);
	text_init(&text, 0);
	if (order_read_letter(chess, letter, &list, &why) == ACCEPTED)
		order_print(chess, &list.orders[0], &text);
	else
		text_add(&text, why.text);
	assert_string_equal(text.bytes, canonical);
	text_done(&text);
	order_list_done(&list);
}

static void another_language_is_a_file(void **state)
{
	struct desk *desk = *state;

	assert_read("Aufgabe\n", NONE);
	write_words(desk, "german",
		    "order move RUECKE ZUG\n"
		    "\tform RUECKE e2-e4\n"
		    "order resign AUFGABE\n"
		    "\tform AUFGABE\n"
		    "piece N Gäulchen\n"
		    "answer gib auf mit AUFGABE\n"
		    "\tphrase ich gebe auf\n");
	load(desk);
	assert_read("RUECKE e2-e4\n", "MOVE e2-e4");
	assert_read("Zug Nf3\n", "MOVE Nf3");
	assert_read("Gaulchen f3\n", "MOVE Nf3");
	assert_read("Aufgabe\n", "RESIGN");
	assert_read("MOVE e2-e4\n", "MOVE e2-e4");
	assert_read("Aufgaeb\n",
		    "line 1, \"Aufgaeb\": did you mean AUFGABE? It is written AUFGABE");
	assert_read("Ich gebe auf\n", "line 1, \"Ich gebe auf\": gib auf mit AUFGABE");
}

/* What is understood is the same as in English, word for word: files of games have no other. */
static void words_behind_orders_are_lines_of_a_file(void **state)
{
	struct desk *desk = *state;

	assert_read("DRAW nein\n", "line 1, \"DRAW nein\": I can't read \"nein\" behind DRAW; "
				   "write DRAW or DRAW NO");
	write_words(desk, "german",
		    "order draw REMIS\n"
		    "\tform REMIS oder REMIS NEIN\n"
		    "order board BRETT\n"
		    "\tform BRETT\n"
		    "behind no NEIN\n"
		    "behind to AN\n"
		    "behind on EIN\n"
		    "behind own EIGEN\n"
		    "behind compact KLEIN\n");
	load(desk);
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
	struct desk *desk = *state;
	char kinds[WORDS_KINDS];

	assert_int_equal(words_letter_kinds("Sf3", kinds), 1);
	assert_string_equal(kinds, "NB");
	assert_int_equal(words_letter_kinds("Крe2", kinds), strlen("Кр"));
	assert_string_equal(kinds, "K");
	assert_int_equal(words_letter_kinds("Zf3", kinds), 0);
	write_words(desk, "zulu", "letter zu B Z\nletter zu Q S\n");
	load(desk);
	assert_int_equal(words_letter_kinds("Zf3", kinds), 1);
	assert_string_equal(kinds, "B");
	(void)words_letter_kinds("Sf3", kinds);
	assert_string_equal(kinds, "NBQ");
	assert_fault(desk, "letter zu B Z\nletter zu Q Z\n", "words:2: 'Z' is a B in 'zu' already");
	assert_fault(desk, "letter Zulu B Z\n",
		     "expected a language as two or three small letters");
	assert_fault(desk, "letter zu Bishop Z\n", "expected the capital letter of a kind");
	assert_fault(desk, "letter zu B N\n", "the letters K Q R B N P are always English");
}

static void a_word_is_one_kind_of_piece_or_none(void **state)
{
	struct desk *desk = *state;
	char kind;

	assert_int_equal(words_talk("rook", &kind), TALK_PIECE);
	assert_int_equal(kind, 'R');
	write_words(desk, "other", "piece B rook\npiece Q takes\nto rook\n");
	load(desk);
	assert_int_equal(words_talk("rook", &kind), TALK_PIECE);
	assert_int_equal(kind, '\0');
	assert_int_equal(words_talk("takes", &kind), TALK_PIECE);
	assert_int_equal(words_talk("zebra", &kind), TALK_NONE);
}

static void topics_are_lines_of_a_file(void **state)
{
	struct desk *desk = *state;

	assert_string_equal(words_topic("CASTLING")->letter, "help-moves");
	assert_string_equal(words_topic("trade")->page, "peterson");
	assert_true(words_topic("Claim draw")->shouted);
	assert_null(words_topic("cooking"));
	assert_true(words_is_topic(chess, "castling"));
	assert_false(words_is_topic(chess, "claim draw"));
	assert_false(words_is_topic(chess, "cooking"));
	write_words(desk, "cook", "topic help cooking\n");
	load(desk);
	assert_true(words_is_topic(chess, "cooking"));
}

static void games_and_pages_are_topics_by_their_files(void **state)
{
	(void)state;
	assert_true(words_is_topic(chess, "Fourteen"));
	assert_true(words_is_topic(chess, "cards"));
	assert_true(words_is_topic(chess, "peterson"));
	assert_false(words_is_topic(chess, "fifteen"));
}

static void faults_name_file_and_line(void **state)
{
	struct desk *desk = *state;

	assert_fault(desk, "order mvoe RUECKE\n\tform X\n",
		     "words/zulu.words:1: no order does 'mvoe'; did you mean 'move'?");
	assert_fault(desk, "order move ZÜGE\n\tform X\n", "has the capitals A to Z only");
	assert_fault(desk, "order move PLAY\n\tform X\n", "'PLAY' is an order word already");
	assert_fault(desk, "order move ZUG\n", "the order 'ZUG' needs a line 'form'");
	assert_fault(desk, "order move ZUG\n\tform A\n\tform B\n",
		     "'form' was said above of 'move'");
	assert_fault(desk, "order hand BLATT\n\tform BLATT\n", "needs a line 'why'");
	assert_fault(desk, "order move ZUG\n\tform ZUG\n\twhy x\n", "needs no line 'why'");
	assert_fault(desk, "piece Knight gaul\n", "expected the capital letter of a kind of piece");
	assert_fault(desk, "behind fogg NEBEL\n",
		     "no word behind an order means 'fogg'; did you mean 'fogged'?");
	assert_fault(desk, "behind no nein\n",
		     "'nein': a word behind an order has the capitals A to Z only");
	assert_fault(desk, "colour red\n", "unknown keyword 'colour'");
	/* And what was known before still is. */
	assert_read("MOVE e2-e4\n", "MOVE e2-e4");
}

static void every_order_needs_a_word(void **state)
{
	struct desk *desk = *state;
	char *path = base_printf("%s/words/orders.words", desk->folder);

	assert_int_equal(remove(path), 0);
	free(path);
	assert_fault(desk, "order move MOVE\n\tform MOVE e2-e4\n",
		     "no order word does 'resign': a line 'order resign WORD' is missing");
	assert_fault(desk, "",
		     "no word behind an order means 'no': a line 'behind no WORD' is missing");
}

static void the_words_of_moves_are_needed(void **state)
{
	struct desk *desk = *state;
	char *path = base_printf("%s/words/moves.words", desk->folder);

	assert_int_equal(remove(path), 0);
	free(path);
	assert_fault(desk, "", "/words: no file of words has a line 'piece'");
	assert_fault(desk, "piece N gaul\n", "/words: no file of words has a line 'to'");
}

static void no_folder_is_a_fault(void **state)
{
	struct desk *desk = *state;
	struct reason reason = {""};

	deffile_faults_done(&desk->faults);
	deffile_faults_init(&desk->faults);
	assert_int_equal(words_load("/nonexistent", &desk->faults), -1);
	deffile_faults_first(&desk->faults, &reason);
	assert_non_null(strstr(reason.text, "/nonexistent/words: No such file or directory. "
					    "Install pbem whole"));
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
