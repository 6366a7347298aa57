/* SPDX-License-Identifier: MIT */
/* The analysis of a ring, where every move is a run of its own [every-move-a-sitting]: a line or a
 * picture for each board. */
#include <stdio.h>
#include <stdlib.h>

#include "core/kind/circle/circle_state.h"
#include "core/base/text.h"
#include "core/ring/ring.h"
#include "core/kind/circle/circle_kind.h"
#include "core/kind/circle/circle_view.h"
#include "core/rules/movegen.h"
#include "pbem/analyse/kind.h"
#include "pbem/analyse/show.h"
#include "pbem/site/terminal.h"

/* ---- moves and perft ---- */

static void begin(struct line *line, const struct position *start)
{
	(void)start;
	line->ring = ring_new(line->variant);
	line->outcome = (struct outcome){.status = STATUS_PLAYING};
	ring_start(line->variant, line->ring, NULL);
}

static void end(struct line *line)
{
	ring_free(line->ring);
}

/* The moves of the board that a move's text begins with: others needn't be found to look it up. */
static bool play(struct line *line, const char *text)
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

/* "a+c check:a 1:a2a3 ..." */
static void print_legal(const struct variant *variant, const struct ring *ring,
			const struct outcome *outcome, struct text *out)
{
	uint16_t checked = ring_checked(variant, ring);
	struct ring_list legal;

	show_seats(variant, ring_to_move(ring), out);
	if (outcome->status != STATUS_PLAYING) {
		text_add(out, " over:");
		rules_result(variant, outcome, out);
	} else {
		text_add(out, checked ? " check:" : " ");
		show_seats(variant, checked, out);
	}
	ring_list_init(&legal);
	ring_legal_all(variant, ring, &legal);
	ring_list_sort(variant, &legal);
	for (unsigned i = 0; i < legal.count; i++) {
		char name[RING_TEXT_MAX];

		ring_text(variant, &legal.moves[i], name);
		text_addf(out, " %s", name);
	}
	ring_list_done(&legal);
	text_add_char(out, '\n');
}

static void print(struct line *line, struct text *out)
{
	print_legal(line->variant, line->ring, &line->outcome, out);
}

/* Turn by turn; each is told to `division`, unless that is NULL. Their sum. */
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

		terminal_tick(i, list.count);
		ring_run(line->variant, next, &list.moves[i]);
		ring_text(line->variant, &list.moves[i], name);
		nodes = ring_perft(line->variant, next, depth - 1);
		if (division != NULL)
			analyse_divide(division, base_strdup(name), nodes);
		sum += nodes;
		ring_free(next);
	}
	ring_list_done(&list);
	return sum;
}

/* Where nobody watches, or it is soon done, at once. */
static uint64_t count(const struct line *line, unsigned depth)
{
	uint64_t nodes;

	if (depth < ANALYSE_WATCHED_DEPTH || !terminal_is_watched())
		return ring_perft(line->variant, line->ring, depth);
	terminal_begin("turns counted");
	nodes = count_turns(line, depth, NULL);
	terminal_end();
	return nodes;
}

static void divide(const struct line *line, unsigned depth, struct division *division)
{
	terminal_begin("turns divided");
	(void)count_turns(line, depth, division);
	terminal_end();
}

static const struct line_kind line_kind = {
	.begin = begin,
	.end = end,
	.play = play,
	.print = print,
	.count = count,
	.divide = divide,
};

/* ---- try ---- */

static void legal(const struct trial *trial, struct text *out)
{
	print_legal(trial->variant, circle_state(&trial->game), &trial->game.outcome, out);
}

/* Every seat whose king is attacked on a board, whoever is to move there [trial-check]. */
static void status(const struct trial *trial, struct trial_status *out)
{
	const struct ring *ring = circle_state(&trial->game);

	out->turn = ring_to_move(ring);
	for (unsigned i = 0; !ring->over && i < ring->boards; i++) {
		const struct ring_board *board = &ring->board[i];

		for (uint8_t side = 0; board->alive && side < RING_SIDES; side++)
			if (movegen_in_check(trial->variant, &board->position, side))
				out->check |= (uint16_t)(1u << board->seat[side]);
	}
}

/* "2 white: Ke1 Pa2". */
static void show_pieces(const struct trial *trial)
{
	const struct ring *ring = circle_state(&trial->game);

	for (unsigned i = 0; i < ring->boards; i++) {
		for (unsigned side = 0; ring->board[i].alive && side < RING_SIDES; side++) {
			char *title = base_printf("%u %s", i + 1,
						  variant_side_name(trial->variant, side));

			show_side(trial, title, &ring->board[i].position, side, true);
			free(title);
		}
	}
}

/* "a: white:N/3 black:P/1 black:P/1": a seat's stockpile. */
static void print_stock(const struct trial *trial, unsigned seat)
{
	const struct ring *ring = circle_state(&trial->game);
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
	for (unsigned seat = 0; seat < circle_state(&trial->game)->boards; seat++)
		print_stock(trial, seat);
}

static void show_board(const struct trial *trial)
{
	struct text boards;

	text_init(&boards, 0);
	for (unsigned i = 0; i < circle_state(&trial->game)->boards; i++) {
		if (!circle_state(&trial->game)->board[i].alive)
			continue;
		text_addf(&boards, "%sBoard %u\n", boards.len ? "\n" : "", i + 1);
		circle_sheet(&trial->game, i, NO_SIDE, BOARD_FULL, &boards);
	}
	fputs(boards.bytes, stdout);
	text_done(&boards);
}

static const struct analyse_show shows[] = {
	{"pieces", .show = show_pieces},
	{"captured", .show = show_captured},
	{"board", .show = show_board},
	{0},
};

const struct analyse_kind analyse_circle = {
	.kind = &circle_kind,
	.line = &line_kind,
	.no_set_up = "a ring can't be set up: its boards begin from the array; play moves to reach "
		     "a position",
	.piece = analyse_single_piece,
	.legal = legal,
	.status = status,
	.shows = shows,
};
