/* SPDX-License-Identifier: MIT */
/* The checking commands: moves, perft, try. They read no site, and their output is exact. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "core/game/game_options.h"
#include "core/gametype/gametypes.h"
#include "core/notation/start_position.h"
#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "pbem/analysis/analysis.h"
#include "pbem/args/new_game_args.h"
#include "pbem/cli/cli.h"
#include "pbem/sys/paths.h"

/* Reports why there is no answer: it can't be found now, or the request is wrong. */
static int report_error(const struct args *args, const struct reason *reason)
{
	int code = args_wrong(args->command, "%s", reason->text);

	return reason_is_temporary(reason) ? EX_TEMPFAIL : code;
}

/* Returns `result` at the end of the input, unless reading failed before the end. */
static int check_input_end(const struct args *args, int result)
{
	const int number = errno;
	struct reason reason;

	if (!ferror(stdin))
		return result;
	reason_set(&reason, "can't read all of standard input: %s", strerror(number));
	reason_judge_errno(&reason, number);
	return report_error(args, &reason);
}

static int answer_moves(const struct args *args, const struct variant *variant)
{
	return check_input_end(args, analysis_moves(variant, stdin));
}

static int answer_perft(const struct args *args, const struct variant *variant)
{
	long depth = strbuf_number(args->words[1], ANALYSIS_DEPTH);
	const struct analysis_count count = {
		.fen = args_value(args, "--fen"),
		.moves = args_value(args, "--moves"),
		.depth = (unsigned)depth,
		.divide = args_has(args, "--divide"),
	};
	struct reason reason;
	int result;

	if (depth < 0)
		return args_wrong(args->command, "depth '%s': expected a number up to %d",
				  args->words[1], ANALYSIS_DEPTH);
	result = analysis_perft(variant, &count, &reason);
	return result == ANALYSIS_WRONG_USE ? report_error(args, &reason) : result;
}

static int answer_try(const struct args *args, const struct variant *variant)
{
	struct reason reason;
	int result;

	vocabulary_set_folder(paths_games());
	result = vocabulary_ensure_loaded(&reason) < 0 ? ANALYSIS_WRONG_USE
						       : analysis_try(variant, stdin, &reason);
	fflush(stdout);
	if (result == ANALYSIS_WRONG_USE)
		return report_error(args, &reason);
	if (result != ANALYSIS_DONE)
		(void)args_wrong(args->command, "%s", reason.text);
	return check_input_end(args, result);
}

/* Returns the named variant with these options. An option that would be drawn at random is chosen
 * to fit the FEN. */
static const struct variant *get_variant(const struct args *args, struct variant_library *library,
					 struct option options[MAX_OPTIONS + 1], size_t count,
					 struct reason *reason)
{
	const struct variant *variant =
		variant_get(library, args->words[0], options, count, reason);
	const char *fen = args_value(args, "--fen"), *key;
	long number;

	if (variant == NULL || fen == NULL)
		return variant;
	number = start_position_choose(library, variant, options, count, fen, &key);
	if (number < 0)
		return variant;
	snprintf(options[count].key, sizeof options->key, "%s", key);
	snprintf(options[count].value, sizeof options->value, "%ld", number);
	return variant_get(library, args->words[0], options, count + 1, reason);
}

/* Calls the function with the named variant. */
static int run_analysis(const struct args *args,
			int (*with)(const struct args *args, const struct variant *variant))
{
	struct variant_library *library = variant_library_new(paths_games(), gametypes_all);
	const struct variant *variant = NULL;
	struct option options[MAX_OPTIONS + 1];
	struct reason reason;
	size_t count;
	struct game_options terms;
	int result;

	/* Options about playing by mail don't affect moves. */
	if (new_game_args_options(args, options, &count, &reason) == 0 &&
	    game_options_read(options, count, &terms, &reason) == 0)
		variant = get_variant(args, library, options,
				      game_options_leave_out(options, count, options), &reason);
	result = variant != NULL ? with(args, variant) : report_error(args, &reason);
	variant_library_free(library);
	return result;
}

int cmd_moves(const struct args *args)
{
	return run_analysis(args, answer_moves);
}

int cmd_perft(const struct args *args)
{
	return run_analysis(args, answer_perft);
}

int cmd_try(const struct args *args)
{
	return run_analysis(args, answer_try);
}
