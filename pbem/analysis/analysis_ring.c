/* SPDX-License-Identifier: MIT */
/* The analysis of a ring, where every move is a round of its own [every-move-a-sitting]: a line or
 * a picture for each board. */
#include <stdio.h>
#include <stdlib.h>

#include "core/gametype/ring/ring_game_state.h"
#include "core/gametype/ring/ring_game_text.h"
#include "core/gametype/ring/ring_gametype.h"
#include "core/ring/ring.h"
#include "core/rules/movegen.h"
#include "core/util/strbuf.h"
#include "pbem/analysis/analysis_print.h"
#include "pbem/analysis/gametype_analysis.h"
#include "pbem/sys/progress.h"

/* ---- moves and perft ---- */

static void ring_line_begin(struct line *line, const struct position *start)
{
	(void)start;
	line->ring = ring_new(line->variant);
	line->outcome = (struct outcome){.status = STATUS_PLAYING};
	ring_start(line->variant, line->ring, NULL);
}

static void ring_line_end(struct line *line)
{
	ring_free(line->ring);
}

/* Makes a move. Finds only the legal moves of the board with which its text begins. */
static bool ring_line_play(struct line *line, const char *text)
{
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

/* Adds a line such as "a+c check:a 1:a2a3 ...". */
static void print_legal(const struct variant *variant, const struct ring *ring,
			const struct outcome *outcome, struct strbuf *out)
{
	uint16_t checked = ring_checked(variant, ring);
	struct ring_list legal;

	analysis_print_seats(variant, ring_to_move(ring), out);
	if (outcome->status != STATUS_PLAYING) {
		strbuf_add(out, " over:");
		rules_result(variant, outcome, out);
	} else {
		strbuf_add(out, checked ? " check:" : " ");
		analysis_print_seats(variant, checked, out);
	}
	ring_list_init(&legal);
	ring_legal_all(variant, ring, &legal);
	ring_list_sort(variant, &legal);
	for (unsigned i = 0; i < legal.count; i++) {
		char name[RING_TEXT_MAX];

		ring_text(variant, &legal.moves[i], name);
		strbuf_addf(out, " %s", name);
	}
	ring_list_done(&legal);
	strbuf_add_char(out, '\n');
}

static void ring_line_print(struct line *line, struct strbuf *out)
{
	print_legal(line->variant, line->ring, &line->outcome, out);
}

/* Counts turn by turn, and adds a row for each turn to `division`, unless that is NULL. Returns the
 * sum. */
static uint64_t count_turns(const struct line *line, unsigned depth, struct division *division)
{
	struct ring_list list;
	uint64_t sum = 0;

	ring_list_init(&list);
	ring_legal_all(line->variant, line->ring, &list);
	for (unsigned i = 0; i < list.count; i++) {
		struct ring *next = ring_copy(line->ring);
		char name[RING_TEXT_MAX];
		uint64_t nodes;

		progress_tick(i, list.count);
		ring_run(line->variant, next, &list.moves[i]);
		ring_text(line->variant, &list.moves[i], name);
		nodes = ring_perft(line->variant, next, depth - 1);
		if (division != NULL)
			analysis_divide(division, base_strdup(name), nodes);
		sum += nodes;
		ring_free(next);
	}
	ring_list_done(&list);
	return sum;
}

/* Counts all turns at once if nobody watches the progress, or if the count is quick. */
static uint64_t ring_line_count(const struct line *line, unsigned depth)
{
	uint64_t nodes;

	if (depth < ANALYSE_WATCHED_DEPTH || !progress_is_watched())
		return ring_perft(line->variant, line->ring, depth);
	progress_begin("turns counted");
	nodes = count_turns(line, depth, NULL);
	progress_end();
	return nodes;
}

static void ring_line_divide(const struct line *line, unsigned depth, struct division *division)
{
	progress_begin("turns divided");
	(void)count_turns(line, depth, division);
	progress_end();
}

static const struct line_kind line_kind = {
	.begin = ring_line_begin,
	.end = ring_line_end,
	.play = ring_line_play,
	.print = ring_line_print,
	.count = ring_line_count,
	.divide = ring_line_divide,
};

/* ---- try ---- */

static void ring_trial_legal(const struct trial *trial, struct strbuf *out)
{
	print_legal(trial->variant, ring_game_state(&trial->game), &trial->game.outcome, out);
}

/* Fills in the status. In check is every seat whose king is attacked on a board, whoever is to move
 * there [trial-check]. */
static void ring_trial_status(const struct trial *trial, struct trial_status *out)
{
	const struct ring *ring = ring_game_state(&trial->game);

	out->turn = ring_to_move(ring);
	for (unsigned i = 0; !ring->over && i < ring->boards; i++) {
		const struct ring_board *board = &ring->board[i];

		for (uint8_t side = 0; board->alive && side < RING_SIDES; side++)
			if (movegen_in_check(trial->variant, &board->position, side))
				out->check |= (uint16_t)(1u << board->seat[side]);
	}
}

/* Prints the pieces of each board: "2 white: Ke1 Pa2". */
static void analysis_print_pieces(const struct trial *trial)
{
	const struct ring *ring = ring_game_state(&trial->game);

	for (unsigned i = 0; i < ring->boards; i++) {
		for (unsigned side = 0; ring->board[i].alive && side < RING_SIDES; side++) {
			char *title = base_printf("%u %s", i + 1,
						  variant_side_name(trial->variant, side));

			analysis_print_side(trial, title, &ring->board[i].position, side, true);
			free(title);
		}
	}
}

/* Prints a seat's stockpile: "a: white:N/3 black:P/1 black:P/1". */
static void print_stock(const struct trial *trial, unsigned seat)
{
	const struct ring *ring = ring_game_state(&trial->game);
	bool any = false;

	printf("%s:", variant_seat_name(trial->variant, seat));
	for (unsigned side = 0; side < RING_SIDES; side++)
		for (unsigned type = 0; type < MAX_TYPES; type++)
			for (unsigned set = 0; set < ring->boards; set++)
				for (unsigned n = 0; n < ring->stock[seat][side][type][set]; n++) {
					printf(" %s:%c/%u", variant_side_name(trial->variant, side),
					       variant_type_letter(trial->variant, type), set + 1);
					any = true;
				}
	puts(any ? "" : " -");
}

static void show_captured(const struct trial *trial)
{
	for (unsigned seat = 0; seat < ring_game_state(&trial->game)->boards; seat++)
		print_stock(trial, seat);
}

static void analysis_print_board(const struct trial *trial)
{
	struct strbuf boards;

	strbuf_init(&boards, 0);
	for (unsigned i = 0; i < ring_game_state(&trial->game)->boards; i++) {
		if (!ring_game_state(&trial->game)->board[i].alive)
			continue;
		strbuf_addf(&boards, "%sBoard %u\n", boards.len ? "\n" : "", i + 1);
		ring_game_sheet(&trial->game, i, NO_SIDE, BOARD_FULL, &boards);
	}
	fputs(boards.bytes, stdout);
	strbuf_done(&boards);
}

static const struct analyse_show shows[] = {
	{"pieces", .show = analysis_print_pieces},
	{"captured", .show = show_captured},
	{"board", .show = analysis_print_board},
	{0},
};

const struct analyse_kind analysis_ring = {
	.kind = &ring_gametype,
	.line = &line_kind,
	.no_set_up = "a ring can't be set up: its boards begin from the array; play moves to reach "
		     "a position",
	.piece = analysis_standard_piece,
	.legal = ring_trial_legal,
	.status = ring_trial_status,
	.shows = shows,
};
