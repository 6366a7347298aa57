/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "core/gametype/gametypes.h"
#include "core/ring/ring.h"
#include "core/rules/movegen.h"
#include "core/rules/perft.h"
#include "tests/lib/pace.h"
#include "tests/lib/play.h"

enum { MAX_BLOCK_WORDS = 16 };

/* A case of a data file: its name on a line, then two indented lines. */
struct block {
	char name[96], first[256], second[4096];
};

/* Reads the next line that isn't empty or a comment, without its newline and indent. */
static bool next_line(FILE *stream, char *line, size_t size)
{
	char buffer[4200];

	while (fgets(buffer, sizeof buffer, stream) != NULL) {
		char *text = buffer + strspn(buffer, " \t");

		text[strcspn(text, "\n")] = '\0';
		if (*text == '\0' || *text == '#')
			continue;
		assert_true(strlen(text) < size);
		strcpy(line, text);
		return true;
	}
	return false;
}

static bool next_block(FILE *stream, struct block *block)
{
	return next_line(stream, block->name, sizeof block->name) &&
	       next_line(stream, block->first, sizeof block->first) &&
	       next_line(stream, block->second, sizeof block->second);
}

static FILE *open_data(const char *name)
{
	char *path = source_path(name);
	FILE *stream = fopen(path, "r");

	if (stream == NULL)
		fail_msg("can't read %s", path);
	free(path);
	return stream;
}

static uint64_t most_nodes(void)
{
	return pace(5000000, 4000);
}

static void expect_count(const struct play *play, const char *name, unsigned depth,
			 uint64_t expected)
{
	uint64_t nodes = perft_count(play->variant, &play->position, &play->history, depth);

	if (nodes != expected)
		fail_msg("%s: perft %u is %" PRIu64 ", not %" PRIu64, name, depth, nodes, expected);
}

static void known_positions_have_their_known_counts(void **state)
{
	struct play *play = *state;
	FILE *stream = open_data("tests/perft-chess.txt");
	struct block block;
	unsigned seen = 0;

	while (next_block(stream, &block)) {
		char *words[MAX_BLOCK_WORDS];
		size_t count = strbuf_split(block.second, words, MAX_BLOCK_WORDS);

		play_fen(play, block.first);
		for (size_t i = 0; i < count; i++)
			if (strtoull(words[i], NULL, 10) <= most_nodes())
				expect_count(play, block.name, (unsigned)i + 1,
					     strtoull(words[i], NULL, 10));
		seen++;
	}
	fclose(stream);
	assert_int_equal(seen, 25);
}

/* Positions with castling, from and to anywhere: all at depth 2, some deeper. */
static void known_positions_of_chess960_have_their_known_counts(void **state)
{
	struct play *play = *state;
	const struct variant *chess = play->variant;
	FILE *stream = open_data("tests/perft-chess960.txt");
	struct block block;
	unsigned seen = 0;

	while (next_block(stream, &block)) {
		unsigned deepest = seen % (unsigned)pace(6, 60) == 0 ? 3 : 2;
		struct option option = {.key = "position"};
		struct reason reason = {.text = ""};
		char *words[MAX_BLOCK_WORDS];

		snprintf(option.value, sizeof option.value, "%.4s", block.name);
		play->variant = variant_get(play->library, "chess960", &option, 1, &reason);
		assert_string_equal(reason.text, "");
		assert_int_equal(strbuf_split(block.second, words, MAX_BLOCK_WORDS), 4);
		play_fen(play, block.first);
		for (unsigned depth = 1; depth <= deepest; depth++)
			expect_count(play, block.first, depth,
				     strtoull(words[depth - 1], NULL, 10));
		seen++;
	}
	fclose(stream);
	play->variant = chess;
	assert_int_equal(seen, 240);
}

static void rare_rules_are_reached_by_their_moves(void **state)
{
	struct play *play = *state;
	FILE *stream = open_data("tests/rare-chess.txt");
	struct block block;
	unsigned seen = 0;

	while (next_block(stream, &block)) {
		char *words[MAX_BLOCK_WORDS];

		assert_int_equal(strbuf_split(block.first, words, MAX_BLOCK_WORDS), 2);
		play_start(play);
		play_moves(play, block.second);
		for (unsigned depth = 1; depth <= 2; depth++)
			if (*words[depth - 1] != '-')
				expect_count(play, block.name, depth,
					     strtoull(words[depth - 1], NULL, 10));
		seen++;
	}
	fclose(stream);
	assert_int_equal(seen, 12);
}

/* Loads the variant with those options: "three-player: what it reaches", "14 305 beaten=role". */
static void take_variant(struct play *play, char *name, char *const *words, size_t count)
{
	struct option options[4];
	struct reason reason = {.text = ""};

	assert_true(count <= ARRAY_LEN(options));
	name[strcspn(name, ":")] = '\0';
	for (size_t i = 0; i < count; i++) {
		char *equals = strchr(words[i], '=');
		char *end = equals + strcspn(equals, " ");

		snprintf(options[i].key, sizeof options[i].key, "%.*s", (int)(equals - words[i]),
			 words[i]);
		snprintf(options[i].value, sizeof options[i].value, "%.*s", (int)(end - equals - 1),
			 equals + 1);
	}
	play->variant = variant_get(play->library, name, options, count, &reason);
	assert_string_equal(reason.text, "");
}

static void rare_rules_of_several_seats_are_reached_by_their_moves(void **state)
{
	struct play *play = *state;
	FILE *stream = open_data("tests/rare-boards.txt");
	struct block block;
	unsigned seen = 0;

	while (next_block(stream, &block)) {
		char *words[MAX_BLOCK_WORDS], name[sizeof block.name];
		size_t count = strbuf_split(block.first, words, MAX_BLOCK_WORDS);

		strcpy(name, block.name);
		take_variant(play, name, words + 2, count - 2);
		play_start(play);
		play_moves(play, block.second);
		for (unsigned depth = 1; depth <= 2; depth++)
			if (strcmp(words[depth - 1], "-") != 0 &&
			    strtoull(words[depth - 1], NULL, 10) <= most_nodes())
				expect_count(play, block.name, depth,
					     strtoull(words[depth - 1], NULL, 10));
		seen++;
	}
	fclose(stream);
	assert_int_equal(seen, 117 - 12 + 53);
}

static void expect_ring_count(const struct play *play, const char *name, char *moves,
			      unsigned depth, uint64_t expected)
{
	struct ring *ring = ring_new(play->variant);
	char *list = base_strdup(moves);
	uint64_t nodes;

	ring_start(play->variant, ring, NULL);
	for (char *word = strtok(list, " "); word != NULL; word = strtok(NULL, " ")) {
		const struct ring_move *move;
		struct ring_list legal;

		ring_list_init(&legal);
		ring_legal_all(play->variant, ring, &legal);
		move = ring_list_find(play->variant, &legal, word);
		if (move == NULL)
			fail_msg("%s: %s isn't legal", name, word);
		ring_run(play->variant, ring, move);
		ring_list_done(&legal);
	}
	nodes = ring_perft(play->variant, ring, depth);
	if (nodes != expected)
		fail_msg("%s: perft %u is %" PRIu64 ", not %" PRIu64, name, depth, nodes, expected);
	ring_free(ring);
	free(list);
}

static void rare_rules_of_a_ring_are_reached_by_their_moves(void **state)
{
	struct play *play = *state;
	FILE *stream = open_data("tests/rare-ring.txt");
	struct block block;
	unsigned seen = 0;

	while (next_block(stream, &block)) {
		char *words[MAX_BLOCK_WORDS], name[sizeof block.name];
		size_t count = strbuf_split(block.first, words, MAX_BLOCK_WORDS);

		strcpy(name, block.name);
		take_variant(play, name, words + 2, count - 2);
		for (unsigned depth = 1; depth <= 2; depth++)
			expect_ring_count(play, block.name, block.second, depth,
					  strtoull(words[depth - 1], NULL, 10));
		seen++;
	}
	fclose(stream);
	assert_int_equal(seen, 25);
}

static void rings_of_three_and_four_count_right(void **state)
{
	static const uint64_t three[] = {60, 3600, 218706, 13504803};
	static char seats[] = "seats=3", *words[] = {seats}, none[] = "", name[] = "ring";
	struct play *play = *state;

	take_variant(play, name, words, 1);
	expect_ring_count(play, "three", none, 0, 1);
	for (unsigned i = 0; i < ARRAY_LEN(three); i++)
		if (three[i] <= 4 * most_nodes())
			expect_ring_count(play, "three", none, i + 1, three[i]);
	take_variant(play, name, NULL, 0);
	if (pace_is_full())
		expect_ring_count(play, "four", none, 4, 41975044);
}

/* Prints a fault in the counts in the definitions, which `pbem check` also tests. */
static void print_fault(void *context, const char *line)
{
	(void)context;
	print_error("%s\n", line);
}

static void the_definitions_count_what_they_expect(void **state)
{
	struct play *play = *state;

	assert_int_equal(gametypes_check(play->library, most_nodes(), print_fault, NULL, NULL), 0);
}

/* Two known counts that take too long to be counted with the others. */
static void fourteen_counts_right_to_six_moves(void **state)
{
	static char classic[] = "setup=classic", *words[] = {classic};
	struct play *play = *state;
	char name[] = "fourteen";

	if (!pace_is_full())
		return;
	take_variant(play, name, NULL, 0);
	play_start(play);
	expect_count(play, "modern", 6, 77430383);
	take_variant(play, name, words, 1);
	play_start(play);
	expect_count(play, "classic", 6, 87378518);
}

/* Counts of what moves from the starting position do at a certain depth. */
struct move_counts {
	unsigned captures, checks, mates;
};

static void tally(const struct variant *variant, const struct position *position,
		  const struct move_list *legal, unsigned depth, struct move_counts *tally_out)
{
	for (unsigned i = 0; i < legal->count; i++) {
		struct position next = *position;
		struct move_list replies;
		struct outcome outcome;
		bool capture = position_piece(position, legal->moves[i].to) != NULL ||
			       legal->moves[i].kind == MOVE_EN_PASSANT;

		move_make(variant, &next, &legal->moves[i], NULL);
		outcome = rules_next_turn(variant, &next, NULL, &replies, NULL);
		if (depth > 1) {
			tally(variant, &next, &replies, depth - 1, tally_out);
			continue;
		}
		tally_out->captures += capture;
		tally_out->mates += outcome.status == STATUS_WON;
		tally_out->checks +=
			outcome.status == STATUS_WON || movegen_in_check(variant, &next, next.turn);
	}
}

static void captures_checks_and_mates_are_as_many_as_known(void **state)
{
	struct play *play = *state;
	struct move_counts three = {0}, four = {0};

	tally(play->variant, &play->position, &play->legal, 3, &three);
	assert_int_equal(three.captures, 34);
	assert_int_equal(three.checks, 12);
	assert_int_equal(three.mates, 0);
	if (!pace_is_full())
		return;
	tally(play->variant, &play->position, &play->legal, 4, &four);
	assert_int_equal(four.captures, 1576);
	assert_int_equal(four.checks, 469);
	assert_int_equal(four.mates, 8);
}

static void the_fifth_repetition_ends_counted_lines_too(void **state)
{
	struct play *play = *state;

	uint64_t without;

	play_moves(play, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 "
			 "g1f3 g8f6 f3g1");
	without = perft_count(play->variant, &play->position, NULL, 3);
	/* Knight back home is the fifth repetition, so the 400 sequences after it don't exist. */
	expect_count(play, "one move before the fifth", 3, without - 400);
	expect_count(play, "one move before the fifth", 1, play->legal.count);
}

static void a_finished_game_has_no_moves(void **state)
{
	struct play *play = *state;

	play_moves(play, "f2f3 e7e5 g2g4 d8h4");
	expect_count(play, "mated", 0, 1);
	expect_count(play, "mated", 1, 0);
	play_fen(play, "4k3/7r/8/8/8/8/R7/4K3 w - - 149 80");
	expect_count(play, "one quiet move from the end", 2, 0);
}

#define PERFT_TEST(test) cmocka_unit_test_setup_teardown(test, play_open, play_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		PERFT_TEST(known_positions_have_their_known_counts),
		PERFT_TEST(known_positions_of_chess960_have_their_known_counts),
		PERFT_TEST(rare_rules_are_reached_by_their_moves),
		PERFT_TEST(rare_rules_of_several_seats_are_reached_by_their_moves),
		PERFT_TEST(rare_rules_of_a_ring_are_reached_by_their_moves),
		PERFT_TEST(rings_of_three_and_four_count_right),
		PERFT_TEST(the_definitions_count_what_they_expect),
		PERFT_TEST(fourteen_counts_right_to_six_moves),
		PERFT_TEST(captures_checks_and_mates_are_as_many_as_known),
		PERFT_TEST(the_fifth_repetition_ends_counted_lines_too),
		PERFT_TEST(a_finished_game_has_no_moves),
	};

	return cmocka_run_group_tests_name("perft", tests, NULL, NULL);
}
