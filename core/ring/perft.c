/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/deffile.h"
#include "core/rules/movegen.h"
#include "core/ring/perft.h"
#include "core/rules/peterson.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

/* A position can't come a fifth time before so many turns without capture or pawn move: with more
 * than two seats all but one may be passing. */
static size_t repetition_turns(const struct variant *variant)
{
	return variant->side_count == 2 ? 16 : 8;
}

/* Counts on from the moves of the position; those of the last depth are counted, not made. */
static uint64_t count(const struct variant *variant, const struct position *position,
		      const struct move_list *moves, unsigned depth)
{
	struct move_list list;
	uint64_t nodes = 0;

	if (depth == 1)
		return moves->count;
	for (unsigned i = 0; i < moves->count; i++) {
		struct position next = *position;

		move_make(variant, &next, &moves->moves[i], NULL);
		if (depth == 2)
			nodes += rules_next_moves(variant, &next, NULL);
		else if (rules_next_moves(variant, &next, &list) > 0)
			nodes += count(variant, &next, &list, depth - 1);
	}
	return nodes;
}

/* The same, move by move with its history, as long as the fifth repetition may end a line. */
static uint64_t count_repeating(const struct variant *variant, const struct position *position,
				const struct history *history, unsigned depth)
{
	struct move_list list;
	uint64_t nodes = 0;

	movegen_generate(variant, position, &list);
	for (unsigned i = 0; i < list.count; i++) {
		struct position next = *position;

		move_make(variant, &next, &list.moves[i], NULL);
		nodes += perft_after(variant, &next, history, depth - 1);
	}
	return nodes;
}

/* Counting turns of several moves, or after payments (Peterson). */
struct long_count {
	const struct variant *variant;
	const struct history *history;
	unsigned depth;
	uint64_t nodes;
};

static bool count_turn(void *context, const struct party_turn *turn, const struct position *after)
{
	struct long_count *sum = context;
	struct position next = *after;

	(void)turn;
	sum->nodes += perft_after(sum->variant, &next, sum->history, sum->depth - 1);
	return true;
}

uint64_t perft_after(const struct variant *variant, struct position *position,
		     const struct history *history, unsigned depth)
{
	struct history then;
	struct move_list unused;
	uint64_t nodes;

	if (history == NULL || history->count + depth < repetition_turns(variant)) {
		rules_next_moves(variant, position, NULL);
		return perft_count(variant, position, NULL, depth);
	}
	history_copy(&then, history);
	rules_next_turn(variant, position, &then, &unused, NULL);
	nodes = perft_count(variant, position, &then, depth);
	history_done(&then);
	return nodes;
}

uint64_t perft_count(const struct variant *variant, const struct position *position,
		     const struct history *history, unsigned depth)
{
	struct move_list list;

	if (depth == 0)
		return 1;
	if (position->turn == NO_SIDE)
		return 0;
	if (peterson_has_long_turns(variant)) {
		struct long_count sum = {variant, history, depth, 0};

		if (depth == 1)
			return peterson_turns(variant, position, NULL, NULL);
		peterson_turns(variant, position, count_turn, &sum);
		return sum.nodes;
	}
	if (history != NULL && history->count + depth > repetition_turns(variant))
		return count_repeating(variant, position, history, depth);
	movegen_generate(variant, position, &list);
	return count(variant, position, &list, depth);
}

/* Who is told of faults, and how many there were. */
struct report {
	void (*line)(void *context, const char *line);
	void *context;
	size_t count;
};

static void report_faults(struct report *report, struct text *lines)
{
	for (char *line = lines->bytes; *line != '\0';) {
		char *end = strchr(line, '\n');

		*end = '\0';
		report->line(report->context, line);
		report->count++;
		line = end + 1;
	}
}

/* Counts from the array. */
static uint64_t count_start(const struct variant *variant, unsigned depth)
{
	struct position position;
	struct move_list list;

	if (variant->kind->perft != NULL)
		return variant->kind->perft(variant, depth);
	position_start(variant, &position);
	rules_first_turn(variant, &position, NULL, &list, NULL);
	return perft_count(variant, &position, NULL, depth);
}

/* Recounts what the definition expects; `all`, or only what it expects under certain options. */
static void check_expects(const struct variant *variant, uint64_t max_nodes, bool all,
			  struct deffile_faults *faults)
{
	for (unsigned i = 0; i < variant->expect_count; i++) {
		const struct expect *expect = &variant->expects[i];
		uint64_t nodes;

		if (expect->nodes > max_nodes || !(all || expect->conditional))
			continue;
		nodes = count_start(variant, expect->depth);
		if (nodes != expect->nodes)
			deffile_faults_add(faults, expect->path, expect->line,
					   "perft %u is %" PRIu64 ", not %" PRIu64, expect->depth,
					   nodes, expect->nodes);
	}
}

/* The definition under every option's every value, others at their defaults. Patterns are left out.
 */
static void check_options(struct variant_library *library, const struct variant *variant,
			  uint64_t max_nodes, struct deffile_faults *faults)
{
	for (unsigned i = 0; i < variant->option_count; i++) {
		const struct variant_option *choice = &variant->options[i];

		for (unsigned j = 1; j < choice->value_count && faults->count == 0; j++) {
			struct variant *other;
			struct option option;

			strcpy(option.key, choice->key);
			strcpy(option.value, choice->values[j]);
			if (strpbrk(option.value, "/-") != NULL)
				continue;
			other = variant_library_load(library, variant->name, &option, 1, faults);
			if (other != NULL)
				check_expects(other, max_nodes, false, faults);
			variant_free(other);
		}
	}
}

size_t perft_check(struct variant_library *library, uint64_t max_nodes,
		   void (*report)(void *context, const char *line), void *context)
{
	struct report to = {report, context, 0};
	char **names = variant_names(library);

	for (size_t i = 0; names[i] != NULL; i++) {
		struct deffile_faults faults;
		struct variant *variant;

		deffile_faults_init(&faults);
		variant = variant_library_load(library, names[i], NULL, 0, &faults);
		if (variant != NULL) {
			check_expects(variant, max_nodes, true, &faults);
			check_options(library, variant, max_nodes, &faults);
		}
		report_faults(&to, &faults.lines);
		variant_free(variant);
		deffile_faults_done(&faults);
		free(names[i]);
	}
	free(names);
	return to.count;
}
