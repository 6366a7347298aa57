/* SPDX-License-Identifier: MIT */
#include <unistd.h>

#include "core/gametype/gametypes.h"
#include "tests/lib/pace.h"
#include "tests/lib/play.h"
#include "tests/lib/scratch.h"

/* A small sound definition, line by line; each case below spoils one of them. */
static const char *const sound[] = {
	"title Tiny chess",
	"board 4x5",
	"hole a5",
	"block b1-c1",
	"piece K king K",
	"piece R rook R",
	"piece P pawn mfW cfF",
	"royal K",
	"pawn P promotes R",
	"turn White Black",
	"side White",
	"\tforward N",
	"\tplace K a1  R b1  P a2-c2",
	"\tdouble a2-c2",
	"\tpromote b5-d5",
	"side Black",
	"\tforward S",
	"\tplace K d5  P c4 d4",
	"\tpromote a1-d1",
	"option stalemate pass draw",
	"expect perft 1 5",
};

struct variant_folder {
	char folder[SCRATCH_MAX];
	struct variant_library *library;
	struct strbuf lines;
};

static int workspace_open(void **state)
{
	struct variant_folder *workspace = base_zalloc(1, sizeof *workspace);

	assert_true(scratch_make(workspace->folder));
	workspace->library = variant_library_new(workspace->folder, gametypes_all);
	strbuf_init(&workspace->lines, 0);
	*state = workspace;
	return 0;
}

static int workspace_close(void **state)
{
	struct variant_folder *workspace = *state;
	int result = scratch_remove(workspace->folder);

	variant_library_free(workspace->library);
	strbuf_done(&workspace->lines);
	free(workspace);
	return result;
}

static void write_file(const struct variant_folder *workspace, const char *name, const char *bytes,
		       size_t len)
{
	char *path = base_printf("%s/%s.variant", workspace->folder, name);
	FILE *stream = fopen(path, "w");

	assert_non_null(stream);
	assert_int_equal(fwrite(bytes, 1, len, stream), len);
	assert_int_equal(fclose(stream), 0);
	free(path);
}

static void put(const struct variant_folder *workspace, const char *name, const char *text)
{
	write_file(workspace, name, text, strlen(text));
}

/* The sound definition with one line replaced (number 0: none). */
static void put_spoilt(const struct variant_folder *workspace, const char *name, unsigned number,
		       const char *line)
{
	struct strbuf text;

	strbuf_init(&text, 0);
	for (unsigned i = 0; i < ARRAY_LEN(sound); i++)
		strbuf_addf(&text, "%s\n", i + 1 == number ? line : sound[i]);
	put(workspace, name, text.bytes);
	strbuf_done(&text);
}

static void take_line(void *context, const char *line)
{
	struct variant_folder *workspace = context;

	strbuf_addf(&workspace->lines, "%s\n", line);
}

/* The faults a check finds, without the folder in front. */
static char *faults(struct variant_folder *workspace)
{
	struct strbuf cut;
	const char *at;

	strbuf_clear(&workspace->lines);
	gametypes_check(workspace->library, 1000000, take_line, workspace, NULL);
	strbuf_init(&cut, 0);
	for (at = workspace->lines.bytes; *at != '\0'; at++) {
		size_t len = strlen(workspace->folder);

		if (strncmp(at, workspace->folder, len) == 0 && at[len] == '/')
			at += len + 1;
		strbuf_add_char(&cut, *at);
	}
	return cut.bytes;
}

static void assert_faults(struct variant_folder *workspace, const char *expected)
{
	char *found = faults(workspace);

	assert_string_equal(found, expected);
	free(found);
}

static void a_sound_definition_has_no_faults(void **state)
{
	struct variant_folder *workspace = *state;

	put_spoilt(workspace, "tiny", 0, NULL);
	assert_faults(workspace, "");
}

static const struct spoilt {
	unsigned number;
	const char *line, *fault;
} spoilt[] = {
	/* the form of the file */
	{1, "\ttitle Tiny",
	 "tiny.variant:1: indented, but there is no line above it to belong to\n"},
	{1, "# no title", "tiny.variant:1: a line is missing: title TEXT\n"},
	{3, "holle a5", "tiny.variant:3: unknown keyword 'holle'; did you mean 'hole'?\n"},
	{3, "fog of war", "tiny.variant:3: unknown keyword 'fog'\n"},
	{14, "\tdubble a2", "tiny.variant:14: unknown keyword 'dubble'; did you mean 'double'?\n"},
	{4, "\tblock b1-c1", "tiny.variant:4: no lines may be indented under 'hole'\n"},
	{4, "like chess", "tiny.variant:4: 'like' must be the first line\n"},
	{1, "like a b",
	 "tiny.variant:1: expected: like PARENT\n"
	 "tiny.variant:1: a line is missing: title TEXT\n"},
	{1, "like nowhere",
	 "tiny.variant:1: nowhere.variant can't be read: No such file or directory\n"},
	{1, "like tiny", "tiny.variant:1: inherits from itself, or over more than 8 files\n"},
	{2, "board", "tiny.variant:2: expected: board WIDTHxHEIGHT\n"},
	/* board */
	{3, "hole a6", "tiny.variant:3: no square a6\n"},
	{3, "hole a5-", "tiny.variant:3: no square \n"},
	{4, "block a1-c1", "tiny.variant:4: 'a1-c1' isn't two neighbouring squares, as in d1-e1\n"},
	{4, "block b1", "tiny.variant:4: 'b1' isn't two neighbouring squares, as in d1-e1\n"},
	/* kinds of piece */
	{6, "piece RR rook R", "tiny.variant:6: 'RR' isn't one capital letter\n"},
	{6, "piece K king K", "tiny.variant:6: there is a piece K already\n"},
	{6, "piece R rook Z",
	 "tiny.variant:6: 'Z' is no gait: expected letters W F K R B Q N, "
	 "each after any of m c f, as in mfW\n"},
	{6, "piece R rook fN", "tiny.variant:6: 'fN': a leap can't be only forward\n"},
	{6, "piece R rook WFKRBQNWF", "tiny.variant:6: more than 8 gaits\n"},
	{6, "piece R rook-that-has-much-too-long-a-name R",
	 "tiny.variant:6: at most 16 kinds of piece, names at most 31 letters long\n"},
	{8, "royal X", "tiny.variant:8: there is no piece X\n"},
	{9, "pawn P becomes R", "tiny.variant:9: expected: pawn LETTER promotes LETTER...\n"},
	{9, "pawn P promotes X", "tiny.variant:9: there is no piece X\n"},
	{9, "pawn P promotes K", "tiny.variant:1: a pawn can't become K\n"},
	/* sides */
	{10, "turn White", "tiny.variant:10: expected: turn NAME NAME...\n"},
	{10, "turn White Black Red", "tiny.variant:1: Red has 0 of the royal piece K, not one\n"},
	{10, "turn white Black",
	 "tiny.variant:10: 'white' is no name of a side: a capital letter "
	 "first, at most 31 letters\n"},
	{10, "turn White White", "tiny.variant:10: White stands there twice\n"},
	{11, "turn Red Blue\nside White", "tiny.variant:11: 'turn' was said above\n"},
	{11, "side Whyte", "tiny.variant:11: there is no Whyte in the line 'turn'\n"},
	{12, "\tforward NE", "tiny.variant:12: 'NE' is no direction: N E S W\n"},
	{12, "\tdouble a2", "tiny.variant:1: White has no line 'forward'\n"},
	{13, "\tplace a1",
	 "tiny.variant:13: expected: place LETTER SQUARE... LETTER SQUARE..., or place array "
	 "SQUARES\n"},
	{13, "\tplace array a1-b1",
	 "tiny.variant:13: expected: place array SQUARES, and lines "
	 "'arrays' that say what may stand there\n"},
	{3, "arrays row KR", "tiny.variant:3: no line 'option' above has row\n"},
	{3, "arrays stalemate KR",
	 "tiny.variant:3: option 'stalemate' is 'pass', which is no number\n"},
	{13, "\tplace a1 K",
	 "tiny.variant:13: expected: place LETTER SQUARE... LETTER SQUARE...\n"},
	{13, "\tplace K a5", "tiny.variant:13: no square a5\n"},
	{13, "\tplace K a1 R a1", "tiny.variant:13: two pieces on a1\n"},
	{13, "\tplace X a1", "tiny.variant:13: there is no piece X\n"},
	{13, "\tplace R a1", "tiny.variant:1: White has 0 of the royal piece K, not one\n"},
	{14, "\tdouble a2-z2", "tiny.variant:14: no square z2\n"},
	{15, "\tcastle K a1 c1 R b1",
	 "tiny.variant:15: expected: castle LETTER FROM TO LETTER FROM TO [short|long], "
	 "or castle LETTER FROM LETTER FROM... steps NUMBER\n"},
	{15, "\tcastle K a1 c1 R d1 b1", "tiny.variant:15: in the array R isn't on d1\n"},
	{15, "\tcastle K a1 R b1 steps x",
	 "tiny.variant:15: 'x': expected a number, or OPTION.1 or OPTION.2 of an option such as "
	 "3/4\n"},
	{15, "\tcastle K a1 R b1 steps 1", "tiny.variant:15: the king goes at least 2 steps\n"},
	{15, "\tcastle K a1 R b1 steps 4",
	 "tiny.variant:15: no 4 steps from the king to the board's edge\n"},
	{15, "\tcastle K a1 R b1 paces 2",
	 "tiny.variant:15: expected: castle LETTER FROM LETTER FROM... steps NUMBER\n"},
	/* conditions */
	{15, "\twhen promote b5-d5",
	 "tiny.variant:15: expected: when KEY=VALUE... and the line that then counts\n"},
	{15, "\twhen stalemate=draw",
	 "tiny.variant:15: expected: when KEY=VALUE... and the line that then counts\n"},
	{15, "\twhen moon=full promote b5-d5",
	 "tiny.variant:15: 'moon=full': expected KEY=VALUE or KEY!=VALUE, KEY of a line 'option' "
	 "above\n"},
	{15, "\twhen stalemate=win promote b5-d5",
	 "tiny.variant:15: 'stalemate=win': option 'stalemate' can't be 'win'\n"},
	/* teams, lines of the rules */
	{4, "team White Red", "tiny.variant:4: there is no Red in the line 'turn'\n"},
	{4, "truce a2 b2",
	 "tiny.variant:4: expected lines 'equator' and 'midline' in this definition, "
	 "on which the rule depends\n"},
	{4, "equator 5", "tiny.variant:4: expected: equator RANK, the rank below it\n"},
	{4, "midline d", "tiny.variant:4: expected: midline FILE, the file left of it\n"},
	{15, "\tcastle K a1 c1 R b1 a1",
	 "tiny.variant:15: no straight way from the king to the rook, or to its square\n"},
	/* options, expectations */
	{20, "option stalemate pass fail",
	 "tiny.variant:20: no rule has an option 'stalemate' that can be 'fail'\n"},
	{20, "option colour red",
	 "tiny.variant:1: no rule and no line depends on option 'colour'\n"},
	{21, "expect perft 1 6", "tiny.variant:21: perft 1 is 5, not 6\n"},
	{21, "expect perft x 1",
	 "tiny.variant:21: expected: expect perft DEPTH COUNT, on at most 12 lines\n"},
};

static void every_fault_names_file_and_line(void **state)
{
	struct variant_folder *workspace = *state;

	for (size_t i = 0; i < ARRAY_LEN(spoilt); i++) {
		char *found;

		put_spoilt(workspace, "tiny", spoilt[i].number, spoilt[i].line);
		found = faults(workspace);
		/* Others may follow from it. */
		if (strncmp(found, spoilt[i].fault, strlen(spoilt[i].fault)) != 0)
			fail_msg("%s\nfound:\n%sexpected:\n%s", spoilt[i].line, found,
				 spoilt[i].fault);
		free(found);
	}
}

static void one_check_finds_several_faults(void **state)
{
	struct variant_folder *workspace = *state;

	put(workspace, "two", "title Two\nboard 0x0\nfoo\n");
	assert_faults(workspace,
		      "two.variant:3: unknown keyword 'foo'\n"
		      "two.variant:2: expected: board WIDTHxHEIGHT, each from 1 to 20\n"
		      "two.variant:1: a line is missing: piece LETTER NAME GAIT...\n"
		      "two.variant:1: a line is missing: royal LETTER\n"
		      "two.variant:1: a line is missing: turn NAME NAME...\n"
		      "two.variant:1: a line is missing: "
		      "side NAME, and lines indented under it\n"
		      "two.variant:1: a line is missing: "
		      "place LETTER SQUARE... LETTER SQUARE..., or place array SQUARES\n");
}

static void what_is_no_text_file_is_refused(void **state)
{
	struct variant_folder *workspace = *state;
	struct strbuf long_text;

	write_file(workspace, "zero", "title A\0B\n", 10);
	assert_faults(workspace,
		      "zero.variant:1: can't be read: not a text file of at most 1048576 bytes\n");
	strbuf_init(&long_text, 0);
	while (long_text.len <= 1 << 20)
		strbuf_add(&long_text, "# a comment that goes on and on\n");
	put(workspace, "zero", long_text.bytes);
	strbuf_done(&long_text);
	assert_faults(workspace,
		      "zero.variant:1: can't be read: not a text file of at most 1048576 bytes\n");
}

static void too_many_pieces_are_refused(void **state)
{
	struct variant_folder *workspace = *state;

	put(workspace, "many",
	    "title Many\nboard 20x20\npiece K king K\nroyal K\nturn White Black\n"
	    "side White\n\tplace K a1-t7\nside Black\n\tplace K a20\n");
	assert_faults(workspace, "many.variant:7: more than 128 pieces\n"
				 "many.variant:9: more than 128 pieces\n");
}

static void a_board_in_shreds_is_refused(void **state)
{
	struct variant_folder *workspace = *state;

	put(workspace, "shreds",
	    "title Shreds\nboard 20x20\nhole a1-a20 c1-c20 e1-e20 g1-g20 i1-i20\n"
	    "hole k1-k20 m1-m20 o1-o20 q1-q20 s1-s20\npiece K king K\nroyal K\n"
	    "turn White Black\nside White\n\tplace K b1\nside Black\n"
	    "\tplace K d20\n");
	assert_faults(workspace,
		      "shreds.variant:1: holes and blocks cut the board into more than 192 "
		      "lines\n");
}

static void a_child_says_only_what_differs(void **state)
{
	struct variant_folder *workspace = *state;

	put_spoilt(workspace, "tiny", 0, NULL);
	/* No hole, no block, no sides any more: they were of the parent's board. */
	put(workspace, "child",
	    "like tiny\nboard 3x3\nside White\n\tforward N\n\tplace K a1\n"
	    "side Black\n\tforward S\n\tplace K c3\nexpect perft 1 2\n");
	/* One line of one side; everything else stays. */
	put(workspace, "grandchild",
	    "like child\nside White\n\tplace K a1 R b1\nexpect perft 1 4\n");
	assert_faults(workspace, "");
}

static void a_fault_is_reported_in_the_file_it_stands_in(void **state)
{
	struct variant_folder *workspace = *state;

	put_spoilt(workspace, "tiny", 0, NULL);
	put(workspace, "child",
	    "like tiny\n\nboard 2x2\nside White\n\tforward N\n\tplace K a1 R c1\n"
	    "side Black\n\tforward S\n\tplace K b2\n");
	assert_faults(workspace, "child.variant:6: no square c1\n");
	put(workspace, "child", "like tiny\n\nside White\n\tplace K a1\n");
	assert_faults(workspace, "tiny.variant:21: perft 1 is 3, not 5\n");
}

static void the_digest_covers_what_is_inherited(void **state)
{
	struct variant_folder *workspace = *state;
	struct variant_library *again = variant_library_new(workspace->folder, gametypes_all);
	const struct variant *before, *after;
	struct reason reason;

	put_spoilt(workspace, "tiny", 0, NULL);
	put(workspace, "child", "like tiny\ntitle Child\n");
	before = variant_get(workspace->library, "child", NULL, 0, &reason);
	put_spoilt(workspace, "tiny", 3, "# no hole");
	after = variant_get(again, "child", NULL, 0, &reason);
	assert_non_null(before);
	assert_non_null(after);
	assert_string_not_equal(variant_digest(before)->hex, variant_digest(after)->hex);
	variant_library_free(again);
}

static void only_a_variants_own_options_are_taken(void **state)
{
	struct variant_folder *workspace = *state;
	struct option draw = {"stalemate", "draw"}, wrong = {"stalemate", "win"},
		      none = {"stale", "x"};
	struct option other = {"fog", "on"};
	const struct variant *variant;
	struct reason reason;

	put_spoilt(workspace, "tiny", 0, NULL);
	variant = variant_get(workspace->library, "tiny", &draw, 1, &reason);
	assert_non_null(variant);
	assert_ptr_equal(variant_get(workspace->library, "tiny", &draw, 1, &reason), variant);
	assert_ptr_not_equal(variant_get(workspace->library, "tiny", NULL, 0, &reason), variant);
	assert_null(variant_get(workspace->library, "tiny", &wrong, 1, &reason));
	assert_string_equal(reason.text,
			    "option 'stalemate' can't be 'win'; it can be: pass, draw");
	assert_null(variant_get(workspace->library, "tiny", &none, 1, &reason));
	assert_string_equal(reason.text, "tiny has no option 'stale'; it has: stalemate, "
					 "and those that every game has");
	assert_null(variant_get(workspace->library, "tiny", &other, 1, &reason));
	assert_string_equal(reason.text, "tiny has no option 'fog'; it has: stalemate, "
					 "and those that every game has");
}

/* [where-cards-are-played] */
static void cards_are_an_option_of_their_games(void **state)
{
	static const struct {
		const char *variant;
		struct option options[2];
		const char *wrong; /* NULL: it is taken */
	} cases[] = {
		{"knightmare", {{"points", "0"}, {"points.black", "9999"}}, NULL},
		{"knightmare", {{"cards", "off"}, {"window", "0"}}, NULL},
		{"knightmare", {{"public-words", "lottery-3-9-14"}, {"deck", "common"}}, NULL},
		{"four-player-team", {{"cards", "on"}, {"bishops", "queen"}}, NULL},
		{"knightmare",
		 {{"points", "10000"}},
		 "option 'points' can't be '10000'; it can be: 150, 0-9999"},
		{"knightmare",
		 {{"panic", "024"}},
		 "option 'panic' can't be '024'; it can be: 24, 1-999"},
		{"kingdom",
		 {{"cards", "on"}},
		 "kingdom isn't played with cards; these are: four-player, four-player-team, "
		 "knightmare, three-player"},
		{"three-player",
		 {{"cards", "on"}, {"peterson.defense", "on"}},
		 "peterson.defense=on: Peterson's rules and cards don't go together"},
	};
	char *folder = source_path("games");
	struct variant_library *library = variant_library_new(folder, gametypes_all);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct reason reason = {.text = ""};
		size_t count = cases[i].options[1].key[0] == '\0' ? 1 : 2;

		variant_get(library, cases[i].variant, cases[i].options, count, &reason);
		assert_string_equal(reason.text, cases[i].wrong ? cases[i].wrong : "");
	}
	variant_library_free(library);
	free(folder);
}

static void an_unknown_variant_is_answered_with_those_there_are(void **state)
{
	struct variant_folder *workspace = *state;
	struct reason reason;

	put_spoilt(workspace, "tiny", 0, NULL);
	put_spoilt(workspace, "small", 0, NULL);
	assert_null(variant_get(workspace->library, "tinny", NULL, 0, &reason));
	assert_string_equal(reason.text, "there is no variant 'tinny'; did you mean 'tiny'?");
	assert_null(variant_get(workspace->library, "../tiny", NULL, 0, &reason));
	assert_null(variant_get(workspace->library, "go", NULL, 0, &reason));
	assert_string_equal(reason.text, "there is no variant 'go'; there are: small, tiny");
}

static void seats_and_kinds_have_names(void **state)
{
	struct variant_folder *workspace = *state;
	const struct variant *variant;
	struct reason reason;

	put_spoilt(workspace, "tiny", 0, NULL);
	variant = variant_get(workspace->library, "tiny", NULL, 0, &reason);
	assert_string_equal(variant_name(variant), "tiny");
	assert_int_equal(variant_seats(variant), 2);
	assert_string_equal(variant_seat_name(variant, 1), "black");
	assert_string_equal(variant_seat_title(variant, 1), "Black");
	assert_int_equal(variant_seat_named(variant, "BLACK"), 1);
	assert_int_equal(variant_seat_named(variant, "red"), -1);
	assert_int_equal(variant_type_letter(variant, 1), 'R');
	assert_string_equal(variant_type_name(variant, 1), "rook");
	assert_int_equal(variant_type_of_letter(variant, 'P'), 2);
	assert_int_equal(variant_type_of_letter(variant, 'p'), -1);
}

/* Other games on the same engine: bigger boards, holes, composite pieces, a king that leaps. */
static void definitions_of_other_games_count_right(void **state)
{
	struct variant_folder *workspace = *state;
	char *folder = source_path("tests/variants");
	struct variant_library *library = variant_library_new(folder, gametypes_all);
	char **names = variant_names(library);
	size_t count = 0;

	assert_int_equal(gametypes_check(library, pace(1000000, 10000), take_line, workspace, NULL),
			 0);
	while (names[count] != NULL)
		free(names[count++]);
	assert_int_equal(count, 6);
	free(names);
	variant_library_free(library);
	free(folder);
}

#define VARIANT_TEST(test) cmocka_unit_test_setup_teardown(test, workspace_open, workspace_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		VARIANT_TEST(a_sound_definition_has_no_faults),
		VARIANT_TEST(every_fault_names_file_and_line),
		VARIANT_TEST(one_check_finds_several_faults),
		VARIANT_TEST(what_is_no_text_file_is_refused),
		VARIANT_TEST(too_many_pieces_are_refused),
		VARIANT_TEST(a_board_in_shreds_is_refused),
		VARIANT_TEST(a_child_says_only_what_differs),
		VARIANT_TEST(a_fault_is_reported_in_the_file_it_stands_in),
		VARIANT_TEST(the_digest_covers_what_is_inherited),
		VARIANT_TEST(only_a_variants_own_options_are_taken),
		VARIANT_TEST(cards_are_an_option_of_their_games),
		VARIANT_TEST(an_unknown_variant_is_answered_with_those_there_are),
		VARIANT_TEST(seats_and_kinds_have_names),
		VARIANT_TEST(definitions_of_other_games_count_right),
	};

	return cmocka_run_group_tests_name("variant", tests, NULL, NULL);
}
