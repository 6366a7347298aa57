/* SPDX-License-Identifier: MIT */
/* The checking commands: they read no site and write nothing, and their output is exact. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base.h"
#include "core/perft.h"
#include "core/rules.h"
#include "core/text.h"
#include "core/variant.h"
#include "pbem/commands.h"

enum { DONE = 0, ILLEGAL = 1, WRONG_USE = 2, MAX_GIVEN = 16, MAX_DEPTH = 100 };

/* Definitions bigger than this are trusted: `pbem check` is to take seconds. */
static const uint64_t check_nodes = 20 * 1000 * 1000;

/* What stood on the command line. */
struct given {
	const char *command, *words[2];
	size_t word_count;
	struct option options[MAX_GIVEN];
	size_t option_count;
	const char *fen, *moves;
	bool divide;
};

/* An option of a command; `value` names what it takes, NULL for nothing. */
struct flag {
	const char *name, *value;
	int (*take)(struct given *given, const char *value);
};

/* A game as these commands follow it: nobody plays it, nothing is recorded. */
struct line {
	const struct variant *variant;
	struct position position;
	struct history history;
	struct move_list legal;
	struct outcome outcome;
};

static int __attribute__((format(printf, 2, 3)))
wrong_use(const struct given *given, const char *format, ...)
{
	va_list args;

	fprintf(stderr, "pbem %s: ", given->command);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return WRONG_USE;
}

static int
take_option(struct given *given, const char *text)
{
	struct option *option = &given->options[given->option_count];
	const char *equals = strchr(text, '=');
	size_t len = equals ? (size_t)(equals - text) : 0;

	if (len == 0 || len > NAME_MAX_LEN || strlen(equals + 1) > NAME_MAX_LEN ||
	    given->option_count == MAX_GIVEN)
		return wrong_use(given, "--option %s: expected KEY=VALUE, at most %d times", text,
		                 MAX_GIVEN);
	memcpy(option->key, text, len);
	option->key[len] = '\0';
	strcpy(option->value, equals + 1);
	for (size_t i = 0; i < given->option_count; i++)
		if (strcmp(given->options[i].key, option->key) == 0)
			return wrong_use(given, "--option %s is given twice", option->key);
	given->option_count++;
	return DONE;
}

/* Takes one option: "--fen TEXT" or "--fen=TEXT". Returns how many words it was, 0 if unknown. */
static int
take_flag(struct given *given, const struct flag *flag, char **argv, int *result)
{
	size_t len = strlen(flag->name);
	const char *value = NULL;

	if (strncmp(argv[0], flag->name, len) != 0 || (argv[0][len] != '\0' && argv[0][len] != '='))
		return 0;
	if (argv[0][len] == '=')
		value = argv[0] + len + 1;
	else if (flag->value != NULL)
		value = argv[1];
	if ((value != NULL) != (flag->value != NULL)) {
		*result = wrong_use(given, "expected %s%s%s", flag->name, flag->value ? " " : "",
		                    flag->value ? flag->value : ", without anything behind it");
		return 1;
	}
	*result = flag->take(given, value);
	return argv[0][len] == '=' || flag->value == NULL ? 1 : 2;
}

static int
take_fen(struct given *given, const char *value)
{
	given->fen = value;
	return DONE;
}

static int
take_moves(struct given *given, const char *value)
{
	given->moves = value;
	return DONE;
}

static int
take_divide(struct given *given, const char *value)
{
	(void)value;
	given->divide = true;
	return DONE;
}

static const struct flag moves_flags[] = {
	{"--option", "KEY=VALUE", take_option},
	{0},
};

static const struct flag perft_flags[] = {
	{"--option", "KEY=VALUE", take_option},
	{"--fen", "FEN", take_fen},
	{"--moves", "\"MOVE MOVE ...\"", take_moves},
	{"--divide", NULL, take_divide},
	{0},
};

/* Reads the command line: so many words and these flags, in any order. */
static int
take_arguments(struct given *given, char **argv, size_t words, const struct flag *flags)
{
	*given = (struct given){.command = *argv++};
	while (*argv != NULL) {
		const struct flag *flag = flags;
		int used = 0, result = DONE;

		while (flag->name != NULL && (used = take_flag(given, flag, argv, &result)) == 0)
			flag++;
		if (result != DONE)
			return result;
		if (used == 0 && argv[0][0] == '-' && argv[0][1] == '-')
			return wrong_use(given, "unknown option %s", argv[0]);
		if (used == 0 && given->word_count == words)
			return wrong_use(given, "'%s' is one word too many", argv[0]);
		if (used == 0)
			given->words[given->word_count++] = argv[0];
		argv += used ? used : 1;
	}
	if (given->word_count < words)
		return wrong_use(given, "expected VARIANT%s%s", words > 1 ? " DEPTH" : "",
		                 " (see pbem help)");
	return DONE;
}

static int
find_variant(const struct given *given, struct variant_library *library,
             const struct variant **variant_out)
{
	struct reason reason;

	*variant_out = variant_get(library, given->words[0], given->options, given->option_count,
	                           &reason);
	return *variant_out == NULL ? wrong_use(given, "%s", reason.text) : DONE;
}

/* Sets the game up at the position that is to be judged. */
static void
line_begin(struct line *line, const struct variant *variant, const struct position *position)
{
	line->variant = variant;
	line->position = *position;
	history_init(&line->history);
	line->outcome = rules_first_turn(variant, &line->position, &line->history, &line->legal,
	                                 NULL);
}

/*
 * Plays a list of canonical moves; it is cut into words on the way. False at the first that is
 * illegal or unreadable, having written the line that says so.
 */
static bool
line_play(struct line *line, char *moves, struct text *out)
{
	unsigned number = 0;

	for (char *word = strtok(moves, " "); word != NULL; word = strtok(NULL, " ")) {
		const struct move *move = move_list_find(line->variant, &line->legal, word);

		number++;
		if (move == NULL) {
			text_addf(out, "illegal %u %s\n", number, word);
			return false;
		}
		move_make(line->variant, &line->position, move, NULL);
		line->outcome = rules_next_turn(line->variant, &line->position, &line->history,
		                                &line->legal, NULL);
	}
	return true;
}

/* "white - a2a3 a2a4 ...", "- over:draw" */
static void
line_print(struct line *line, struct text *out)
{
	uint8_t seat = line->position.turn;
	char name[MOVE_TEXT_MAX];

	if (line->outcome.status != STATUS_PLAYING) {
		text_add(out, "- over:");
		rules_result(line->variant, &line->outcome, out);
	} else {
		text_add(out, variant_seat_name(line->variant, seat));
		text_add(out, move_in_check(line->variant, &line->position, seat) ? " check" : " -");
	}
	move_list_sort(line->variant, &line->legal);
	for (unsigned i = 0; i < line->legal.count; i++) {
		move_text(line->variant, &line->legal.moves[i], name);
		text_add_char(out, ' ');
		text_add(out, name);
	}
	text_add_char(out, '\n');
}

/* Answers one line of input. */
static bool
answer(const struct variant *variant, const struct position *start, char *moves)
{
	struct line line;
	struct text out;
	bool legal;

	text_init(&out, 0);
	line_begin(&line, variant, start);
	legal = line_play(&line, moves, &out);
	if (legal)
		line_print(&line, &out);
	fputs(out.bytes, stdout);
	history_done(&line.history);
	text_done(&out);
	return legal;
}

static int
answer_all(const struct variant *variant)
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
		if (!answer(variant, &start, input))
			result = ILLEGAL;
	}
	free(input);
	return result;
}

int
command_moves(int argc, char **argv)
{
	struct variant_library *library = variant_library_new(commands_games_folder());
	const struct variant *variant;
	struct given given;
	int result;

	(void)argc;
	result = take_arguments(&given, argv, 1, moves_flags);
	if (result == DONE)
		result = find_variant(&given, library, &variant);
	if (result == DONE)
		result = answer_all(variant);
	variant_library_free(library);
	return result;
}

/* The position the count begins from, before --moves. */
static int
first_position(const struct given *given, const struct variant *variant,
               struct position *position)
{
	struct reason reason;

	position_start(variant, position);
	if (given->fen == NULL)
		return DONE;
	if (position_from_fen(variant, given->fen, position, &reason) < 0)
		return wrong_use(given, "%s", reason.text);
	for (uint8_t seat = 0; seat < variant_seats(variant); seat++)
		if (seat != position->turn && move_in_check(variant, position, seat))
			return wrong_use(given, "FEN: %s isn't to move, but is in check",
			                 variant_seat_name(variant, seat));
	return DONE;
}

/* One line for each first move. */
static void
divide(struct line *line, unsigned depth)
{
	move_list_sort(line->variant, &line->legal);
	for (unsigned i = 0; i < line->legal.count; i++) {
		struct position next = line->position;
		struct move_list unused;
		struct history history;
		char name[MOVE_TEXT_MAX];

		history_copy(&history, &line->history);
		move_make(line->variant, &next, &line->legal.moves[i], NULL);
		rules_next_turn(line->variant, &next, &history, &unused, NULL);
		move_text(line->variant, &line->legal.moves[i], name);
		printf("%s %" PRIu64 "\n", name,
		       perft_count(line->variant, &next, &history, depth - 1));
		history_done(&history);
	}
}

static int
count(const struct given *given, const struct variant *variant, unsigned depth)
{
	struct position start;
	struct line line;
	struct text out;
	char *moves;
	int result = first_position(given, variant, &start);

	if (result != DONE)
		return result;
	moves = base_strdup(given->moves ? given->moves : "");
	text_init(&out, 0);
	line_begin(&line, variant, &start);
	if (line_play(&line, moves, &out)) {
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

int
command_perft(int argc, char **argv)
{
	struct variant_library *library = variant_library_new(commands_games_folder());
	const struct variant *variant;
	struct given given;
	long depth = 0;
	int result;

	(void)argc;
	result = take_arguments(&given, argv, 2, perft_flags);
	if (result == DONE && (depth = text_number(given.words[1], MAX_DEPTH)) < 0)
		result = wrong_use(&given, "depth '%s': expected a number up to %d", given.words[1],
		                   MAX_DEPTH);
	if (result == DONE)
		result = find_variant(&given, library, &variant);
	if (result == DONE)
		result = count(&given, variant, (unsigned)depth);
	variant_library_free(library);
	return result;
}

static void
print_fault(void *context, const char *line)
{
	(void)context;
	puts(line);
}

/* The definitions of all variants. */
static size_t
check_variants(void)
{
	struct variant_library *library = variant_library_new(commands_games_folder());
	size_t faults = perft_check(library, check_nodes, print_fault, NULL);

	variant_library_free(library);
	return faults;
}

int
command_check(int argc, char **argv)
{
	struct given given = {.command = argv[0]};

	if (argc > 1)
		return wrong_use(&given, "it takes no words");
	return check_variants() > 0 ? ILLEGAL : DONE;
}
