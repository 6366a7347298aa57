/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/start_position.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "pbem/analysis/analysis.h"
#include "pbem/analysis/gametype_analysis.h"

const struct analyse_kind *analysis_kind_of(const struct variant *variant)
{
	static const struct analyse_kind *const kinds[] = {&analysis_ring, &analysis_cards};

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (kinds[i]->kind == variant->kind)
			return kinds[i];
	return &analysis_standard;
}

/* Sets the game up, and plays a list of moves, which is cut into words. Returns false at the first
 * move that is illegal or unreadable, and adds a line about it. The caller calls `end` in either
 * case. */
static bool line_play(struct line *line, const struct line_kind *kind,
		      const struct variant *variant, const struct position *start, char *moves,
		      struct strbuf *out)
{
	unsigned number = 0;

	line->variant = variant;
	kind->begin(line, start);
	for (char *word = strtok(moves, " "); word != NULL; word = strtok(NULL, " ")) {
		number++;
		if (!kind->play(line, word)) {
			strbuf_addf(out, "illegal %u %s\n", number, word);
			return false;
		}
	}
	return true;
}

/* Answers one line of input. */
static bool answer_line(const struct variant *variant, const struct position *start, char *moves)
{
	const struct line_kind *kind = analysis_kind_of(variant)->line;
	struct line line;
	struct strbuf out;
	bool legal;

	strbuf_init(&out, 0);
	legal = line_play(&line, kind, variant, start, moves, &out);
	if (legal)
		kind->print(&line, &out);
	fputs(out.bytes, stdout);
	kind->end(&line);
	strbuf_done(&out);
	return legal;
}

int analysis_moves(const struct variant *variant, FILE *input)
{
	struct position start;
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	int result = ANALYSIS_DONE;

	position_start(variant, &start);
	while ((len = getline(&line, &size, input)) >= 0) {
		if (len > 0 && line[len - 1] == '\n')
			line[len - 1] = '\0';
		if (!answer_line(variant, &start, line))
			result = ANALYSIS_ILLEGAL;
	}
	free(line);
	return result;
}

/* ---- counting ---- */

struct division {
	struct {
		char *text;
		uint64_t nodes;
	} * rows;
	size_t count, size;
};

void analysis_divide(struct division *division, char *text, uint64_t nodes)
{
	division->rows =
		base_grow(division->rows, division->count, &division->size, sizeof *division->rows);
	division->rows[division->count].text = text;
	division->rows[division->count++].nodes = nodes;
}

/* Prints the rows and frees them. */
static void print_division(struct division *division)
{
	if (division->count > 0)
		qsort(division->rows, division->count, sizeof *division->rows, strbuf_compare);
	for (size_t i = 0; i < division->count; i++) {
		printf("%s %" PRIu64 "\n", division->rows[i].text, division->rows[i].nodes);
		free(division->rows[i].text);
	}
	free(division->rows);
}

/* Reads the position from which the count begins, before the moves. Returns -1 with the reason if
 * the FEN doesn't fit the variant. */
static int read_start(const struct variant *variant, const char *fen, struct position *position,
		      struct reason *reason)
{
	unsigned round;

	position_start(variant, position);
	if (fen == NULL)
		return 0;
	if (!analysis_kind_of(variant)->line->one_board)
		return reason_fail(reason, "--fen: a FEN has one board, and %s has %u",
				   variant_name(variant), variant_seats(variant));
	return start_position_read(variant, fen, position, &round, reason);
}

int analysis_perft(const struct variant *variant, const struct analysis_count *wanted,
		   struct reason *reason)
{
	const struct line_kind *kind = analysis_kind_of(variant)->line;
	struct division division = {.count = 0};
	struct position start;
	struct line line;
	struct strbuf out;
	char *moves;
	bool legal;

	if (read_start(variant, wanted->fen, &start, reason) < 0)
		return ANALYSIS_WRONG_USE;
	moves = base_strdup(wanted->moves ? wanted->moves : "");
	strbuf_init(&out, 0);
	legal = line_play(&line, kind, variant, &start, moves, &out);
	if (legal) {
		if (wanted->divide && wanted->depth > 0)
			kind->divide(&line, wanted->depth, &division);
		print_division(&division);
		printf("nodes %" PRIu64 "\n", kind->count(&line, wanted->depth));
	}
	fputs(out.bytes, stdout);
	kind->end(&line);
	strbuf_done(&out);
	free(moves);
	return legal ? ANALYSIS_DONE : ANALYSIS_ILLEGAL;
}
