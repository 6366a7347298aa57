/* SPDX-License-Identifier: MIT */
/*
 * The score of a game: its turns as everybody may know them, read from a game file's public part,
 * for who writes them as other programs' files have them.
 */
#ifndef PBEM_CORE_EXCHANGE_SCORE_H
#define PBEM_CORE_EXCHANGE_SCORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/record/gamefile.h"

/* One finished turn. */
struct score_ply {
	unsigned entry;
	int64_t when;
	uint8_t seat, side;    /* whose turn, and whose men went */
	unsigned round, board; /* of a ring from 1, else 0 */
	char *move;	       /* canonical, without its board; "-": no move stands in it */
	char *text;	       /* as people write it, "Nf3+"; "" where `move` is "-" */
	char *beside;	       /* what else was done in it, "Truce; Black: Chaos", or "" */
	char *squares; /* "Ng1-f3", "b4xQc5+", "h7-h8=Q", "O-O"; "" where it has no such form */
};

/* A seat that went out of the game. */
struct score_leaving {
	size_t plies; /* that were finished by then */
	uint8_t seat;
	char mark;     /* R resigned, T put out or out of time, # checkmated */
	bool own_turn; /* it was its turn */
};

/* What is told between turns: a ring's board set up afresh, or out of the game. */
struct score_note {
	size_t plies;
	char *text;
};

struct score {
	struct gamefile *file; /* as it stands */
	struct score_ply *plies;
	size_t count, size;
	struct score_leaving leavings[MAX_SEATS];
	unsigned leaving_count;
	struct score_note *notes;
	size_t note_count, note_size;
	char *start;   /* FEN, or FEN4, of where it began, as far as these have words; else "" */
	bool usual;    /* that is the array */
	bool by_clock; /* it ended because somebody's time was over */
};

/* Reads a game file; score_done in any case. -1 with file, line and what was wrong. */
int score_read(const struct gamefile_bytes *bytes, struct variant_library *library,
	       struct score *score, struct reason *reason);
void score_done(struct score *score);

/* Who plays a seat, as he wants to be shown; "?" without a name. */
const char *score_name(const struct score *score, unsigned seat);

/* The day it was begun, "2026.11.21", as PGN has it. */
void score_date(const struct score *score, char date_out[16]);

/* "1/259200": a turn in so many seconds; "-" where time isn't limited. */
void score_time_control(const struct score *score, char control_out[32]);

/* "normal", "time forfeit", "adjudication", "abandoned", "unterminated". */
const char *score_termination(const struct score *score);

#endif
