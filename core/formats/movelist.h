/* SPDX-License-Identifier: MIT */
/*
 * The score of a game: its turns as everybody may know them, read from the public part of a game
 * file. It is the source of the formats of other programs.
 */
#ifndef PBEM_CORE_FORMATS_MOVELIST_H
#define PBEM_CORE_FORMATS_MOVELIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/gamefile/gamefile.h"
#include "core/util/base.h"

/* One finished turn. */
struct movelist_ply {
	unsigned entry;
	int64_t when;
	uint8_t seat, side;    /* whose turn it was, and whose pieces moved */
	unsigned round, board; /* the board of a ring, from 1, else 0 */
	char *move;	       /* canonical, without its board; "-": the turn has no move */
	char *text;	       /* as people write it, "Nf3+"; "" without a move */
	char *beside;	       /* what else the turn had, "Truce; Black: Chaos", or "" */
	char *squares; /* "Ng1-f3", "b4xQc5+", "h7-h8=Q", "O-O"; "" if the move has no such form */
};

/* A seat that left the game. */
struct movelist_leaving {
	size_t plies; /* turns finished by then */
	uint8_t seat;
	char mark;     /* R resigned, T put out or out of time, # checkmated */
	bool own_turn; /* it left in its own turn */
};

/* A remark between turns: a board of a ring was set up again, or is out of the game. */
struct movelist_note {
	size_t plies;
	char *text;
};

struct movelist {
	struct gamefile *file; /* its present state */
	struct movelist_ply *plies;
	size_t count, size;
	struct movelist_leaving leavings[MAX_SEATS];
	unsigned leaving_count;
	struct movelist_note *notes;
	size_t note_count, note_size;
	char *start;   /* FEN or FEN4 of the starting position if they can express it; else "" */
	bool usual;    /* the starting position is the array */
	bool by_clock; /* it ended because a seat's time was over */
};

/*
 * Reads a game file. Returns -1 with file, line and fault. The caller calls movelist_done in any
 * case.
 */
int movelist_read(const struct gamefile_bytes *bytes, struct variant_library *library,
		  struct movelist *score, struct reason *reason);
void movelist_done(struct movelist *score);

/* Returns the name of a seat's player; "?" if there is none. */
const char *movelist_name(const struct movelist *score, unsigned seat);

/* Writes the date on which the game began, "2026.11.21", as in PGN. */
void movelist_date(const struct movelist *score, char date_out[16]);

/* Writes the time control: "1/259200", a turn in that many seconds; "-" without a time limit. */
void movelist_time_control(const struct movelist *score, char control_out[32]);

/*
 * Returns how the game ended: "normal", "time forfeit", "adjudication", "abandoned",
 * "unterminated".
 */
const char *movelist_termination(const struct movelist *score);

#endif
