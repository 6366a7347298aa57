/* SPDX-License-Identifier: MIT */
/* The checking commands: they read no site and write nothing, and their output is exact. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "core/base/base.h"
#include "core/position/fen4.h"
#include "core/ring/perft.h"
#include "core/rules/peterson.h"
#include "core/rules/rules.h"
#include "core/base/text.h"
#include "core/variant/variant.h"
#include "pbem/analyse/analyse.h"
#include "pbem/command/commands.h"
#include "pbem/analyse/given.h"

enum { MAX_DEPTH = 100 };

/* A game as these commands follow it: nobody plays it, nothing is recorded. */
struct line {
	const struct variant *variant;
	struct position position;
	struct history history;
	struct move_list legal;
	struct outcome outcome;
};

static int take_fen(struct given *given, const char *value)
{
	given->fen = value;
	return DONE;
}

static int take_moves(struct given *given, const char *value)
{
	given->moves = value;
	return DONE;
}

static int take_divide(struct given *given, const char *value)
{
	(void)value;
	given->divide = true;
	return DONE;
}

static const struct flag moves_flags[] = {
	{"--option", "KEY=VALUE", given_option},
	{0},
};

static const struct flag perft_flags[] = {
	{"--option", "KEY=VALUE", given_option},
	{"--fen", "FEN", take_fen},
	{"--moves", "\"MOVE MOVE ...\"", take_moves},
	{"--divide", NULL, take_divide},
	{0},
};

/* Sets the game up at the position that is to be judged. */
static void line_begin(struct line *line, const struct variant *variant,
		       const struct position *position)
{
	line->variant = variant;
	line->position = *position;
	history_init(&line->history);
	line->outcome =
		rules_first_turn(variant, &line->position, &line->history, &line->legal, NULL);
}

/* Makes a turn; false when it isn't legal. */
static bool line_make(struct line *line, const char *text)
{
	const struct move *move;
	struct party_turn turn;
	struct reason why;

	if (line->outcome.status != STATUS_PLAYING)
		return false;
	if (peterson_has_long_turns(line->variant)) {
		if (peterson_read(line->variant, &line->position, text, &turn, &why) == REFUSED)
			return false;
		peterson_make(line->variant, &line->position, &turn, NULL);
		return true;
	}
	move = move_list_find(line->variant, &line->legal, text);
	if (move != NULL)
		move_make(line->variant, &line->position, move, NULL);
	return move != NULL;
}

/* The same, and what follows from it. */
static bool play(void *context, const char *text)
{
	struct line *line = context;

	if (!line_make(line, text))
		return false;
	line->outcome =
		rules_next_turn(line->variant, &line->position, &line->history, &line->legal, NULL);
	return true;
}

bool analyse_play(char *moves, bool (*play_one)(void *line, const char *move), void *line,
		  struct text *out)
{
	unsigned number = 0;

	for (char *word = strtok(moves, " "); word != NULL; word = strtok(NULL, " ")) {
		number++;
		if (!play_one(line, word)) {
			text_addf(out, "illegal %u %s\n", number, word);
			return false;
		}
	}
	return true;
}

/* Answers one line of input. */
static bool answer(const struct variant *variant, const struct position *start, char *moves)
{
	struct line line;
	struct text out;
	bool legal;

	text_init(&out, 0);
	line_begin(&line, variant, start);
	legal = analyse_play(moves, play, &line, &out);
	if (legal)
		given_print_legal(variant, &line.position, &line.outcome, &line.legal, &out);
	fputs(out.bytes, stdout);
	history_done(&line.history);
	text_done(&out);
	return legal;
}

static int answer_all(const struct given *given, const struct variant *variant)
{
	struct position start;
	char *input = NULL;
	size_t size = 0;
	ssize_t len;
	int result = DONE;

	position_start(variant, &start);
	while ((len = getline(&input, &size, stdin)) >= 0) {
		if (len > 0 && input[len - 1] == '\n')
			input[len - 1] = '\0';
		if (!(variant_is_ring(variant) ? analyse_ring_answer(variant, input)
					       : answer(variant, &start, input)))
			result = ILLEGAL;
	}
	free(input);
	return given_input_end(given, stdin, result);
}

int command_moves(int argc, char **argv)
{
	struct variant_library *library = variant_library_new(commands_games_folder());
	const struct variant *variant;
	struct given given;
	int result;

	(void)argc;
	result = given_read(&given, argv, 1, moves_flags);
	if (result == DONE)
		result = given_variant(&given, library, &variant);
	if (result == DONE)
		result = answer_all(&given, variant);
	variant_library_free(library);
	return result;
}

/* The position the count begins from, before --moves. */
static int first_position(const struct given *given, const struct variant *variant,
			  struct position *position)
{
	struct reason reason;

	position_start(variant, position);
	if (given->fen == NULL)
		return DONE;
	if (variant_is_ring(variant))
		return given_wrong(given, "--fen: a FEN has one board, and %s has %u",
				   variant_name(variant), variant_seats(variant));
	if (fen4_knows(variant) ? fen4_read(variant, given->fen, position, &reason) < 0
				: position_from_fen(variant, given->fen, position, &reason) < 0)
		return given_wrong(given, "%s", reason.text);
	/* Only between two seats can't a king have been left in check. */
	if (variant_seats(variant) > 2)
		return DONE;
	for (uint8_t seat = 0; seat < variant_seats(variant); seat++)
		if (seat != position->turn && movegen_in_check(variant, position, seat))
			return given_wrong(given, "FEN: %s isn't to move, but is in check",
					   variant_seat_name(variant, seat));
	return DONE;
}

/* The first turns, and how many sequences each begins. */
struct division {
	struct line *line;
	unsigned depth;
	struct {
		char *text;
		uint64_t nodes;
	} * rows;
	size_t count, size;
};

static bool add_row(void *context, const struct party_turn *turn, const struct position *after)
{
	struct division *division = context;
	struct line *line = division->line;
	struct position next = *after;
	struct text text;

	if (division->count == division->size) {
		division->size = division->size ? 2 * division->size : 64;
		division->rows =
			base_realloc(division->rows, division->size * sizeof *division->rows);
	}
	text_init(&text, 0);
	peterson_print(line->variant, turn, &text);
	division->rows[division->count].text = text.bytes;
	division->rows[division->count++].nodes =
		division->depth == 1
			? 1
			: perft_after(line->variant, &next, &line->history, division->depth - 1);
	return true;
}

static int compare_rows(const void *a, const void *b)
{
	char *const *x = a, *const *y = b;

	return strcmp(*x, *y);
}

/* One line for each first turn. */
static void divide(struct line *line, unsigned depth)
{
	struct division division = {.line = line, .depth = depth};

	if (line->outcome.status == STATUS_PLAYING)
		peterson_turns(line->variant, &line->position, add_row, &division);
	if (division.count > 0)
		qsort(division.rows, division.count, sizeof *division.rows, compare_rows);
	for (size_t i = 0; i < division.count; i++) {
		printf("%s %" PRIu64 "\n", division.rows[i].text, division.rows[i].nodes);
		free(division.rows[i].text);
	}
	free(division.rows);
}

static int count(const struct given *given, const struct variant *variant, unsigned depth)
{
	struct position start;
	struct line line;
	struct text out;
	char *moves;
	int result = first_position(given, variant, &start);

	if (result != DONE)
		return result;
	if (variant_is_ring(variant))
		return analyse_ring_count(given, variant, depth);
	moves = base_strdup(given->moves ? given->moves : "");
	text_init(&out, 0);
	line_begin(&line, variant, &start);
	if (analyse_play(moves, play, &line, &out)) {
		if (given->divide && depth > 0)
			divide(&line, depth);
		printf("nodes %" PRIu64 "\n",
		       perft_count(variant, &line.position, &line.history, depth));
	} else {
		fputs(out.bytes, stdout);
		result = ILLEGAL;
	}
	history_done(&line.history);
	text_done(&out);
	free(moves);
	return result;
}

int command_perft(int argc, char **argv)
{
	struct variant_library *library = variant_library_new(commands_games_folder());
	const struct variant *variant;
	struct given given;
	long depth = 0;
	int result;

	(void)argc;
	result = given_read(&given, argv, 2, perft_flags);
	if (result == DONE && (depth = text_number(given.words[1], MAX_DEPTH)) < 0)
		result = given_wrong(&given, "depth '%s': expected a number up to %d",
				     given.words[1], MAX_DEPTH);
	if (result == DONE)
		result = given_variant(&given, library, &variant);
	if (result == DONE)
		result = count(&given, variant, (unsigned)depth);
	variant_library_free(library);
	return result;
}
