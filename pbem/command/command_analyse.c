/* SPDX-License-Identifier: MIT */
/* The checking commands: moves, perft, try. They read no site, and their output is exact. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "core/notation/setup.h"
#include "core/kind/kinds.h"
#include "core/base/text.h"
#include "core/turn/terms.h"
#include "core/words/words.h"
#include "pbem/command/commands.h"
#include "pbem/site/places.h"
#include "pbem/analyse/analyse.h"
#include "pbem/given/wish.h"

/* Says why there is no answer: it can't be had now, or what was asked is wrong. */
static int refuse(const struct given *given, const struct reason *reason)
{
	int code = given_wrong(given->command, "%s", reason->text);

	return reason_is_passing(reason) ? EX_TEMPFAIL : code;
}

/* At the end of what was read: `result`, unless it ended because it couldn't be read. */
static int end_input(const struct given *given, int result)
{
	const int number = errno;
	struct reason reason;

	if (!ferror(stdin))
		return result;
	reason_set(&reason, "standard input can't be read to its end: %s", strerror(number));
	reason_judge_errno(&reason, number);
	return refuse(given, &reason);
}

static int answer_moves(const struct given *given, const struct variant *variant)
{
	return end_input(given, analyse_moves(variant, stdin));
}

static int answer_perft(const struct given *given, const struct variant *variant)
{
	long depth = text_number(given->words[1], ANALYSE_DEPTH);
	const struct analyse_count count = {
		.fen = given_value(given, "--fen"),
		.moves = given_value(given, "--moves"),
		.depth = (unsigned)depth,
		.divide = given_has(given, "--divide"),
	};
	struct reason reason;
	int result;

	if (depth < 0)
		return given_wrong(given->command, "depth '%s': expected a number up to %d",
				   given->words[1], ANALYSE_DEPTH);
	result = analyse_perft(variant, &count, &reason);
	return result == ANALYSE_WRONG_USE ? refuse(given, &reason) : result;
}

static int answer_try(const struct given *given, const struct variant *variant)
{
	struct reason reason;
	int result;

	words_from(places_games());
	result = words_need(&reason) < 0 ? ANALYSE_WRONG_USE : analyse_try(variant, stdin, &reason);
	fflush(stdout);
	if (result == ANALYSE_WRONG_USE)
		return refuse(given, &reason);
	if (result != ANALYSE_DONE)
		(void)given_wrong(given->command, "%s", reason.text);
	return end_input(given, result);
}

/* The variant named, under the options; what a lot would choose is what the FEN fits. */
static const struct variant *get_variant(const struct given *given, struct variant_library *library,
					 struct option options[MAX_OPTIONS + 1], size_t count,
					 struct reason *reason)
{
	const struct variant *variant =
		variant_get(library, given->words[0], options, count, reason);
	const char *fen = given_value(given, "--fen"), *key;
	long number;

	if (variant == NULL || fen == NULL)
		return variant;
	number = setup_choose(library, variant, options, count, fen, &key);
	if (number < 0)
		return variant;
	snprintf(options[count].key, sizeof options->key, "%s", key);
	snprintf(options[count].value, sizeof options->value, "%ld", number);
	return variant_get(library, given->words[0], options, count + 1, reason);
}

/* Has the games of the variant named answered for. */
static int answer(const struct given *given,
		  int (*with)(const struct given *given, const struct variant *variant))
{
	struct variant_library *library = variant_library_new(places_games(), kinds_all);
	const struct variant *variant = NULL;
	struct option options[MAX_OPTIONS + 1];
	struct reason reason;
	size_t count;
	struct terms terms;
	int result;

	/* How a game is played by mail says nothing of its moves. */
	if (wish_options(given, options, &count, &reason) == 0 &&
	    terms_read(options, count, &terms, &reason) == 0)
		variant = get_variant(given, library, options,
				      terms_leave_out(options, count, options), &reason);
	result = variant != NULL ? with(given, variant) : refuse(given, &reason);
	variant_library_free(library);
	return result;
}

int command_moves(const struct given *given)
{
	return answer(given, answer_moves);
}

int command_perft(const struct given *given)
{
	return answer(given, answer_perft);
}

int command_try(const struct given *given)
{
	return answer(given, answer_try);
}
