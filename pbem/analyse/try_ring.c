/* SPDX-License-Identifier: MIT */
/* The analysis board's answers in a ring: a line or a picture for each board. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/ring/ring.h"
#include "core/base/text.h"
#include "core/view/view.h"
#include "pbem/analyse/given.h"
#include "pbem/analyse/try.h"

enum { MAX_WORDS = 64, WORD_BYTES = 4 };

static int compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* "2 white: Ke1 Pa2". */
static void print_side(const struct trial *trial, unsigned board, unsigned side)
{
	const struct position *position = &trial->game.ring->board[board].position;
	char words[MAX_WORDS][WORD_BYTES];
	size_t count = 0;

	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];

		if (piece->side != side || piece->fate != ON_BOARD)
			continue;
		words[count][0] = variant_type_letter(trial->variant, piece->type);
		board_square_name(variant_board(trial->variant), piece->at, words[count++] + 1);
	}
	qsort(words, count, sizeof words[0], compare);
	printf("%u %s:", board + 1, variant_side_name(trial->variant, side));
	for (size_t i = 0; i < count; i++)
		printf(" %s", words[i]);
	putchar('\n');
}

static void show_pieces(const struct trial *trial)
{
	for (unsigned i = 0; i < trial->game.ring->boards; i++)
		for (unsigned side = 0; trial->game.ring->board[i].alive && side < RING_SIDES;
		     side++)
			print_side(trial, i, side);
}

/* "a: white:N/3 black:P/1 black:P/1": a seat's stockpile. */
static void print_stock(const struct trial *trial, unsigned seat)
{
	const struct ring *ring = trial->game.ring;
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
	for (unsigned seat = 0; seat < trial->game.ring->boards; seat++)
		print_stock(trial, seat);
}

static void show_legal(const struct trial *trial)
{
	struct text line;

	text_init(&line, 0);
	given_print_ring(trial->variant, trial->game.ring, &trial->game.outcome, &line);
	fputs(line.bytes, stdout);
	text_done(&line);
}

/* Every seat whose king is attacked on a board, whoever is to move there (T7). */
static uint16_t attacked(const struct trial *trial)
{
	const struct ring *ring = trial->game.ring;
	uint16_t seats = 0;

	for (unsigned i = 0; !ring->over && i < ring->boards; i++) {
		const struct ring_board *board = &ring->board[i];

		for (uint8_t side = 0; board->alive && side < RING_SIDES; side++)
			if (movegen_in_check(trial->variant, &board->position, side))
				seats |= (uint16_t)(1u << board->seat[side]);
	}
	return seats;
}

static void show_status(const struct trial *trial)
{
	bool over = trial->game.outcome.status != STATUS_PLAYING;
	struct text line;

	text_init(&line, 0);
	text_add(&line, "turn=");
	given_print_seats(trial->variant, ring_to_move(trial->game.ring), &line);
	text_addf(&line, " phase=%s check=", over ? "over" : "move");
	given_print_seats(trial->variant, attacked(trial), &line);
	text_add(&line, " window=- demand=- result=");
	if (over)
		rules_result(trial->variant, &trial->game.outcome, &line);
	else
		text_add_char(&line, '-');
	puts(line.bytes);
	text_done(&line);
}

static void show_board(const struct trial *trial)
{
	struct text boards;

	text_init(&boards, 0);
	for (unsigned i = 0; i < trial->game.ring->boards; i++) {
		if (!trial->game.ring->board[i].alive)
			continue;
		text_addf(&boards, "%sBoard %u\n", boards.len ? "\n" : "", i + 1);
		view_ring_board(&trial->game, i, NO_SIDE, BOARD_FULL, &boards);
	}
	fputs(boards.bytes, stdout);
	text_done(&boards);
}

bool try_ring_show(const struct trial *trial, const char *what)
{
	static const struct {
		const char *word;
		void (*show)(const struct trial *trial);
	} rows[] = {
		{"pieces", show_pieces}, {"captured", show_captured}, {"legal", show_legal},
		{"status", show_status}, {"board", show_board},
	};

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		if (strcmp(rows[i].word, what) == 0) {
			rows[i].show(trial);
			return true;
		}
	}
	return false;
}
