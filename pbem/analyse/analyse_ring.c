/* SPDX-License-Identifier: MIT */
/* The checking commands in a ring, where every move is a run of its own (ruling 24). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/ring/perft.h"
#include "core/base/text.h"
#include "pbem/analyse/analyse.h"

/* A ring as these commands follow it. */
struct line {
	const struct variant *variant;
	struct ring *ring;
	struct outcome outcome;
};

static void line_begin(struct line *line, const struct variant *variant)
{
	line->variant = variant;
	line->ring = ring_new(variant);
	line->outcome = (struct outcome){.status = STATUS_PLAYING};
	ring_start(variant, line->ring, NULL);
}

/* The moves of the board that a move's text begins with: others needn't be found to look it up. */
static bool play(void *context, const char *text)
{
	struct line *line = context;
	unsigned long board = strtoul(text, NULL, 10);
	const struct ring_move *move;
	struct ring_list legal;

	ring_list_init(&legal);
	if (board >= 1 && board <= line->ring->boards)
		ring_legal(line->variant, line->ring, (unsigned)board - 1, &legal);
	move = ring_list_find(line->variant, &legal, text);
	if (move != NULL)
		line->outcome = ring_run(line->variant, line->ring, move);
	ring_list_done(&legal);
	return move != NULL;
}

bool analyse_ring_answer(const struct variant *variant, char *moves)
{
	struct line line;
	struct text out;
	bool legal;

	text_init(&out, 0);
	line_begin(&line, variant);
	legal = analyse_play(moves, play, &line, &out);
	if (legal)
		given_print_ring(variant, line.ring, &line.outcome, &out);
	fputs(out.bytes, stdout);
	ring_free(line.ring);
	text_done(&out);
	return legal;
}

/* One line for each first move. */
static void divide(const struct line *line, unsigned depth)
{
	struct ring_list list;

	ring_list_init(&list);
	ring_legal_all(line->variant, line->ring, &list);
	ring_list_sort(line->variant, &list);
	for (unsigned i = 0; i < list.count; i++) {
		struct ring *next = ring_copy(line->ring);
		char name[RING_TEXT_MAX];

		ring_run(line->variant, next, &list.moves[i]);
		ring_text(line->variant, &list.moves[i], name);
		printf("%s %" PRIu64 "\n", name, perft_count_ring(line->variant, next, depth - 1));
		ring_free(next);
	}
	ring_list_done(&list);
}

int analyse_ring_count(const struct given *given, const struct variant *variant, unsigned depth)
{
	char *moves = base_strdup(given->moves ? given->moves : "");
	struct line line;
	struct text out;
	int result = DONE;

	text_init(&out, 0);
	line_begin(&line, variant);
	if (analyse_play(moves, play, &line, &out)) {
		if (given->divide && depth > 0)
			divide(&line, depth);
		printf("nodes %" PRIu64 "\n", perft_count_ring(variant, line.ring, depth));
	} else {
		fputs(out.bytes, stdout);
		result = ILLEGAL;
	}
	ring_free(line.ring);
	text_done(&out);
	free(moves);
	return result;
}
