/* SPDX-License-Identifier: MIT */
/*
 * What follows from a move: whose turn it is, who is in check, mated, stalemated,
 * when the game is drawn or won (rulings: "Kings and mate", "Draws"). One turn machine for every
 * variant.
 */
#ifndef PBEM_CORE_RULES_RULES_H
#define PBEM_CORE_RULES_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/position/event.h"
#include "core/position/move.h"
#include "core/position/position.h"
#include "core/rules/draws.h"

struct text;

enum game_status { STATUS_PLAYING, STATUS_DRAWN, STATUS_WON, STATUS_VOID /* without a result */ };

/* How a game stands. */
struct outcome {
	enum game_status status;
	uint16_t winners; /* set of seats when WON */
	const char *how;  /* a word: checkmate, stalemate, repetition, 75-rounds, agreement,
			     claim, resigned; static */
};

/*
 * After a turn (or at the start, or when a seat has left): finds the next seat that really has a
 * move, calling mates, stalemates and passes on the way, counts the repetition, and writes that
 * seat's legal moves to `list_out` (what it owes left aside: with Peterson's additions its turns
 * are peterson_turns'; NULL: nobody asks for them, which is faster). When the game is over
 * position->turn is NO_SIDE and the list is empty.
 * Facts go to `record`, the result of a finished game included; `history` may be NULL when
 * repetition doesn't matter (perft).
 */
struct outcome rules_next_turn(const struct variant *variant, struct position *position,
			       struct history *history, struct move_list *list_out,
			       struct event_list *record);

/*
 * The same with nobody looking on: how many moves the next seat that really has one has, 0 when the
 * game is over. `list_out` may be NULL: then they are only counted. For counting sequences.
 */
unsigned rules_next_moves(const struct variant *variant, struct position *position,
			  struct move_list *list_out);

/* The first turn of a game whose position is set up: as rules_next_turn, but the seat in
 * position->turn is the one to be judged. */
struct outcome rules_first_turn(const struct variant *variant, struct position *position,
				struct history *history, struct move_list *list_out,
				struct event_list *record);

/* ---- for games with cards, which find their next turn themselves ---- */

/* The seat to which the turn comes round after that one. */
uint8_t rules_next_seat(const struct variant *variant, const struct position *position,
			uint8_t seat);

/* The game is drawn, `how` in a word. */
struct outcome rules_draw(const struct variant *variant, struct position *position, const char *how,
			  struct event_list *record);

/* A seat leaves the game, its armies to `by` if that is how the game is played [beaten-armies]. */
struct outcome rules_beat(const struct variant *variant, struct position *position, uint8_t seat,
			  uint8_t by, const char *how, struct event_list *record);

/* [who-mated]: of those who give check the one who moved last; else the nearest before the
 * victim. */
uint8_t rules_conqueror(const struct variant *variant, const struct position *position,
			uint8_t victim, uint16_t checkers);

/* The RESULT of a finished game: "draw", "none", or the winning seats joined by '+'. Adds it to
 * `out`. */
void rules_result(const struct variant *variant, const struct outcome *outcome, struct text *out);

/* "draw repetition", "white checkmate", "white+red resigned", "none cancelled": an outcome in
 * words, and back. The words for how are a fixed list; -1 when the text is of another form. */
void rules_print_outcome(const struct variant *variant, const struct outcome *outcome,
			 struct text *out);
int rules_read_outcome(const struct variant *variant, const char *text, struct outcome *outcome_out,
		       struct reason *reason);

/* A seat leaves the game: `how` is "resigned" or "forfeited". Says what became of the game; the
 * turn passes on when it was that seat's. */
struct outcome rules_seat_leaves(const struct variant *variant, struct position *position,
				 struct history *history, uint8_t seat, const char *how,
				 struct move_list *list_out, struct event_list *record);

#endif
