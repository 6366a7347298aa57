/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/notation/setup.h"
#include "core/variant/variant_data.h"
#include "pbem/analyse/analyse.h"
#include "pbem/analyse/kind.h"

const struct analyse_kind *analyse_kind_of(const struct variant *variant)
{
	static const struct analyse_kind *const kinds[] = {&analyse_circle, &analyse_cards};

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (kinds[i]->kind == variant->kind)
			return kinds[i];
	return &analyse_single;
}

/* Sets the game up, and plays a list of moves, which is cut into words. False at the first that is
 * illegal or unreadable, with the line that says so. To be ended in either case. */
static bool line_play(struct line *line, const struct line_kind *kind,
		      const struct variant *variant, const struct position *start, char *moves,
		      struct text *out)
{
	unsigned number = 0;

	line->variant = variant;
	kind->begin(line, start);
	for (char *word = strtok(moves, " "); word != NULL; word = strtok(NULL, " ")) {
		number++;
		if (!kind->play(line, word)) {
			text_addf(out, "illegal %u %s\n", number, word);
			return false;
		}
	}
	return true;
}

/* Answers one line of input. */
static bool answer(const struct variant *variant, const struct position *start, char *moves)
{
	const struct line_kind *kind = analyse_kind_of(variant)->line;
	struct line line;
	struct text out;
	bool legal;

	text_init(&out, 0);
	legal = line_play(&line, kind, variant, start, moves, &out);
	if (legal)
		kind->print(&line, &out);
	fputs(out.bytes, stdout);
	kind->end(&line);
	text_done(&out);
	return legal;
}

int analyse_moves(const struct variant *variant, FILE *input)
{
	struct position start;
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	int result = ANALYSE_DONE;

	position_start(variant, &start);
	while ((len = getline(&line, &size, input)) >= 0) {
		if (len > 0 && line[len - 1] == '\n')
			line[len - 1] = '\0';
		if (!answer(variant, &start, line))
			result = ANALYSE_ILLEGAL;
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

void analyse_divide(struct division *division, char *text, uint64_t nodes)
{
	division->rows =
		base_grow(division->rows, division->count, &division->size, sizeof *division->rows);
	division->rows[division->count].text = text;
	division->rows[division->count++].nodes = nodes;
}

/* Prints the rows, and forgets them. */
static void print_division(struct division *division)
{
	if (division->count > 0)
		qsort(division->rows, division->count, sizeof *division->rows, text_compare);
	for (size_t i = 0; i < division->count; i++) {
		printf("%s %" PRIu64 "\n", division->rows[i].text, division->rows[i].nodes);
		free(division->rows[i].text);
	}
	free(division->rows);
}

/* The position the count begins from, before the moves. -1 when the FEN is none of the variant's.
 */
static int read_start(const struct variant *variant, const char *fen, struct position *position,
		      struct reason *reason)
{
	unsigned round;

	position_start(variant, position);
	if (fen == NULL)
		return 0;
	if (!analyse_kind_of(variant)->line->one_board)
		return reason_fail(reason, "--fen: a FEN has one board, and %s has %u",
				   variant_name(variant), variant_seats(variant));
	return setup_read(variant, fen, position, &round, reason);
}

int analyse_perft(const struct variant *variant, const struct analyse_count *wanted,
		  struct reason *reason)
{
	const struct line_kind *kind = analyse_kind_of(variant)->line;
	struct division division = {.count = 0};
	struct position start;
	struct line line;
	struct text out;
	char *moves;
	bool legal;

	if (read_start(variant, wanted->fen, &start, reason) < 0)
		return ANALYSE_WRONG_USE;
	moves = base_strdup(wanted->moves ? wanted->moves : "");
	text_init(&out, 0);
	legal = line_play(&line, kind, variant, &start, moves, &out);
	if (legal) {
		if (wanted->divide && wanted->depth > 0)
			kind->divide(&line, wanted->depth, &division);
		print_division(&division);
		printf("nodes %" PRIu64 "\n", kind->count(&line, wanted->depth));
	}
	fputs(out.bytes, stdout);
	kind->end(&line);
	text_done(&out);
	free(moves);
	return legal ? ANALYSE_DONE : ANALYSE_ILLEGAL;
}
