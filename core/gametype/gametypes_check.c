/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/gametype/gametypes.h"
#include "core/rules/perft.h"
#include "core/util/deffile.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

/* The callbacks for faults and progress, and the number of faults. */
struct report {
	void (*line)(void *context, const char *line);
	void *context;
	size_t count;
	void (*at)(size_t done, size_t total);
	size_t done, total;
};

static void report_progress(const struct report *report)
{
	if (report->at != NULL)
		report->at(report->done, report->total);
}

static void report_faults(struct report *report, struct strbuf *lines)
{
	for (char *line = lines->bytes; *line != '\0';) {
		char *end = strchr(line, '\n');

		*end = '\0';
		report->line(report->context, line);
		report->count++;
		line = end + 1;
	}
}

/* Counts the moves from the starting position to that depth. */
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

/* Verifies the counts that the definition expects: all, or only those expected under certain
 * options. */
static void check_expects(const struct report *report, const struct variant *variant,
			  uint64_t max_nodes, bool all, struct deffile_faults *faults)
{
	for (unsigned i = 0; i < variant->expect_count; i++) {
		const struct expect *expect = &variant->expects[i];
		uint64_t nodes;

		if (expect->nodes > max_nodes || !(all || expect->conditional))
			continue;
		report_progress(report);
		nodes = count_start(variant, expect->depth);
		if (nodes != expect->nodes)
			deffile_faults_add(faults, expect->path, expect->line,
					   "perft %u is %" PRIu64 ", not %" PRIu64, expect->depth,
					   nodes, expect->nodes);
	}
}

/* Checks the definition under every value of every option, with the other options at their
 * defaults. Patterns are left out. */
static void check_options(const struct report *report, struct variant_library *library,
			  const struct variant *variant, uint64_t max_nodes,
			  struct deffile_faults *faults)
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
				check_expects(report, other, max_nodes, false, faults);
			variant_free(other);
		}
	}
}

size_t gametypes_check(struct variant_library *library, uint64_t max_nodes,
		       void (*report)(void *context, const char *line), void *context,
		       void (*at)(size_t done, size_t total))
{
	struct report to = {.line = report, .context = context, .at = at};
	char **names = variant_names(library);

	while (names[to.total] != NULL)
		to.total++;
	for (size_t i = 0; names[i] != NULL; i++) {
		struct deffile_faults faults;
		struct variant *variant;

		to.done = i;
		report_progress(&to);
		deffile_faults_init(&faults);
		variant = variant_library_load(library, names[i], NULL, 0, &faults);
		if (variant != NULL) {
			check_expects(&to, variant, max_nodes, true, &faults);
			check_options(&to, library, variant, max_nodes, &faults);
		}
		report_faults(&to, &faults.lines);
		variant_free(variant);
		deffile_faults_done(&faults);
		free(names[i]);
	}
	free(names);
	return to.count;
}
