/* SPDX-License-Identifier: MIT */
/* A game file in the making, of a game that was played elsewhere; for import*.c. */
#ifndef PBEM_CORE_EXCHANGE_ENTERING_H
#define PBEM_CORE_EXCHANGE_ENTERING_H

#include "core/base/text.h"
#include "core/exchange/import.h"
#include "core/order/order_list.h"
#include "core/record/gamefile.h"

struct entering {
	const struct movetext_game *game;
	struct gamefile *file;
	struct text *out;
	char cause[DIGEST_HEX + 8]; /* "sha256:HEX" of its text */
	int64_t when;
	unsigned line; /* of the collection, for faults */
	size_t ply;    /* turns that were made */
	unsigned left; /* seats that went out by then and have had no mark yet */
};

/* What is played. */
struct entering_of {
	const char *variant;
	const struct option *options;
	size_t option_count;
	const char *start;	     /* FEN, FEN4; "": the array */
	const char *format;	     /* "pgn" */
	const char *const *players;  /* a tag each seat, in seat order, ended by NULL */
	const char *const *left_out; /* tags that the game itself tells, ended by NULL */
};

/* Begins the file and the game; entering_done in any case. -1 with the reason. */
int entering_begin(struct entering *entering, const struct movetext_game *game, const char *id,
		   const struct entering_of *of, struct variant_library *library, struct text *out,
		   struct reason *reason);
void entering_done(struct entering *entering);

/* Whether it goes on. */
bool entering_goes_on(const struct entering *entering);

/* The turn of who is to move: the one legal move that is written so; `draw`: and a draw is offered
 * with it. */
int entering_move(struct entering *entering, const char *written, bool draw, struct reason *reason);

/* A seat resigns, or agrees to the draw that is offered. */
int entering_order(struct entering *entering, unsigned seat, enum order_kind kind,
		   struct reason *reason);

/* What its moderator would have ruled: a seat is out, or the game is over. */
int entering_forfeit(struct entering *entering, unsigned seat, struct reason *reason);
int entering_adjudicate(struct entering *entering, uint16_t winners, struct reason *reason);

/* Puts "game 3, ply 12: " in front. */
int entering_fault(const struct entering *entering, struct reason *reason);

#endif
