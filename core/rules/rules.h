/* SPDX-License-Identifier: MIT */
/*
 * Decides what follows a move: whose turn it is, who is in check, mated or stalemated, and when the
 * game is drawn or won (rulings: "Kings and mate", "Draws"). The same code serves every variant.
 */
#ifndef PBEM_CORE_RULES_RULES_H
#define PBEM_CORE_RULES_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/event/event.h"
#include "core/position/move.h"
#include "core/position/position.h"
#include "core/rules/draws.h"

struct strbuf;

enum game_status { STATUS_PLAYING, STATUS_DRAWN, STATUS_WON, STATUS_VOID /* without a result */ };

/* The state or result of a game. */
struct outcome {
	enum game_status status;
	uint16_t winners; /* set of the winning seats if WON */
	const char *how; /* one word: checkmate, stalemate, repetition, 75-rounds, agreement, claim,
			    resigned; static */
};

/*
 * Finds the next seat that has a move, after a turn. Calls mates, stalemates and passes on the way,
 * and counts the repetition. Writes that seat's legal moves to `list_out`, without regard to debts
 * (peterson_turns lists turns with Peterson's additions). Faster if `list_out` is NULL. When the
 * game is over, position->turn is NO_SIDE and the list is empty. Events go to `record`, including
 * the result of a finished game. `history` may be NULL if repetition doesn't matter (perft).
 */
struct outcome rules_next_turn(const struct variant *variant, struct position *position,
			       struct history *history, struct move_list *list_out,
			       struct event_list *record);

/*
 * Finds the next seat like rules_next_turn, without events and repetition, for counting sequences.
 * Returns the number of moves of the next seat that has any, 0 when the game is over. If `list_out`
 * is NULL they are only counted.
 */
unsigned rules_next_moves(const struct variant *variant, struct position *position,
			  struct move_list *list_out);

/*
 * Begins the first turn of a game whose position is set up, like rules_next_turn but beginning with
 * the seat in position->turn.
 */
struct outcome rules_first_turn(const struct variant *variant, struct position *position,
				struct history *history, struct move_list *list_out,
				struct event_list *record);

/* ---- for games with cards, which find the next turn in their own way ---- */

/* Returns the seat whose turn follows that of `seat`. */
uint8_t rules_next_seat(const struct variant *variant, const struct position *position,
			uint8_t seat);

/* Ends the game as drawn; `how` is one word. */
struct outcome rules_draw(const struct variant *variant, struct position *position, const char *how,
			  struct event_list *record);

/*
 * Removes a seat from the game and gives its armies to `by` if the variant does so [beaten-armies].
 */
struct outcome rules_beat(const struct variant *variant, struct position *position, uint8_t seat,
			  uint8_t by, const char *how, struct event_list *record);

/*
 * Returns the conqueror of a mated seat: of the seats that give check, the one that moved last, or
 * else the nearest before the victim [who-mated].
 */
uint8_t rules_conqueror(const struct variant *variant, const struct position *position,
			uint8_t victim, uint16_t checkers);

/* Adds the RESULT of a finished game: "draw", "none", or the winning seats joined by '+'. */
void rules_result(const struct variant *variant, const struct outcome *outcome, struct strbuf *out);

/*
 * Write an outcome in words, "draw repetition", "white checkmate", "white+red resigned", "none
 * cancelled", and read it. The last word is from a fixed list. rules_read_outcome returns -1 with
 * the reason if the text has another form.
 */
void rules_print_outcome(const struct variant *variant, const struct outcome *outcome,
			 struct strbuf *out);
int rules_read_outcome(const struct variant *variant, const char *text, struct outcome *outcome_out,
		       struct reason *reason);

/*
 * Removes a seat that leaves the game; `how` is "resigned" or "forfeited". Returns the state of the
 * game. If it was that seat's turn, the next turn begins.
 */
struct outcome rules_seat_leaves(const struct variant *variant, struct position *position,
				 struct history *history, uint8_t seat, const char *how,
				 struct move_list *list_out, struct event_list *record);

#endif
