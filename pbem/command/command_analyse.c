/* SPDX-License-Identifier: MIT */
/* The checking commands: moves, perft, try. They read no site, and their output is exact. */
#include <stdio.h>

#include "core/kind/kinds.h"
#include "core/base/text.h"
#include "core/words/words.h"
#include "pbem/command/commands.h"
#include "pbem/site/places.h"
#include "pbem/command/given.h"

static int take_fen(struct given *given, const char *value)
{
	given->count.fen = value;
	return ANALYSE_DONE;
}

static int take_moves(struct given *given, const char *value)
{
	given->count.moves = value;
	return ANALYSE_DONE;
}

static int take_divide(struct given *given, const char *value)
{
	(void)value;
	given->count.divide = true;
	return ANALYSE_DONE;
}

static int take_depth(struct given *given)
{
	long depth = text_number(given->words[1], ANALYSE_DEPTH);

	if (depth < 0)
		return given_wrong(given, "depth '%s': expected a number up to %d", given->words[1],
				   ANALYSE_DEPTH);
	given->count.depth = (unsigned)depth;
	return ANALYSE_DONE;
}

static int answer_moves(const struct given *given, const struct variant *variant)
{
	return given_input_end(given, stdin, analyse_moves(variant, stdin));
}

static int answer_perft(const struct given *given, const struct variant *variant)
{
	struct reason reason;
	int result = analyse_perft(variant, &given->count, &reason);

	return result == ANALYSE_WRONG_USE ? given_wrong(given, "%s", reason.text) : result;
}

static int answer_try(const struct given *given, const struct variant *variant)
{
	struct reason reason;
	int result = words_read(places_games(), &reason) < 0 ? ANALYSE_WRONG_USE
							     : analyse_try(variant, stdin, &reason);

	fflush(stdout);
	if (result != ANALYSE_DONE)
		(void)given_wrong(given, "%s", reason.text);
	return result == ANALYSE_WRONG_USE ? result : given_input_end(given, stdin, result);
}

/* Reads so many words and the flags, and has the variant's games answered for. */
static int answer(char **argv, size_t words, const struct flag *flags,
		  int (*with)(const struct given *given, const struct variant *variant))
{
	struct variant_library *library = variant_library_new(places_games(), kinds_all);
	const struct variant *variant;
	struct given given;
	int result = given_read(&given, argv, words, flags);

	if (result == ANALYSE_DONE && words > 1)
		result = take_depth(&given);
	if (result == ANALYSE_DONE)
		result = given_variant(&given, library, &variant);
	if (result == ANALYSE_DONE)
		result = with(&given, variant);
	variant_library_free(library);
	return result;
}

static const struct flag option_flags[] = {
	{"--option", "KEY=VALUE", given_option},
	{0},
};

int command_moves(int argc, char **argv)
{
	(void)argc;
	return answer(argv, 1, option_flags, answer_moves);
}

int command_perft(int argc, char **argv)
{
	static const struct flag flags[] = {
		{"--option", "KEY=VALUE", given_option},
		{"--fen", "FEN", take_fen},
		{"--moves", "\"MOVE MOVE ...\"", take_moves},
		{"--divide", NULL, take_divide},
		{0},
	};

	(void)argc;
	return answer(argv, 2, flags, answer_perft);
}

int command_try(int argc, char **argv)
{
	(void)argc;
	return answer(argv, 1, option_flags, answer_try);
}
