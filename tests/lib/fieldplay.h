/* SPDX-License-Identifier: MIT */
/* For tests of boards with cards: sets one up from a line of text, lays effects by hand, and asks
 * for moves. */
#ifndef PBEM_TESTS_LIB_FIELDPLAY_H
#define PBEM_TESTS_LIB_FIELDPLAY_H

#include "core/cards/board/card_movegen.h"
#include "tests/lib/setup.h"

struct fieldplay {
	struct play *play;
	const struct card_ruleset *book;
	struct card_board first, field; /* as it was set up, and as the events have changed it */
	struct event_list record;
	uint8_t seat; /* the seat whose moves are asked for */
};

/* Sets up a game with cards and a position, such as "white Kg1 Nb1; black Kg8"; `turn` is to move.
 */
void workspace_set_up(struct fieldplay *workspace, const char *variant, const char *armies,
		      const char *turn);

int workspace_open(void **state);

int workspace_close(void **state);

square workspace_square(const struct fieldplay *workspace, const char *name);

unsigned workspace_piece(const struct fieldplay *workspace, const char *name);

/* Lays an effect of that seat's on the piece there, or on nothing. Returns its number. */
uint16_t workspace_lay(struct fieldplay *workspace, enum effect_kind what, const char *by,
		       const char *on);

/* Lays an effect that binds a seat. */
void workspace_bind(struct fieldplay *workspace, enum effect_kind what, const char *seat,
		    const char *kind, const char *on);

/* Begins the next turn of a seat. */
void workspace_turn(struct fieldplay *workspace, const char *seat);

/* Asserts that the seat may make each of these moves, separated by spaces, or none of them. */
void assert_ways(const struct fieldplay *workspace, const char *moves, bool may);

#define assert_goes(workspace, moves) assert_ways(workspace, moves, true)

#define assert_stays(workspace, moves) assert_ways(workspace, moves, false)

/* Makes the seat's move, if the seat may make it. */
void workspace_move(struct fieldplay *workspace, const char *text);

bool workspace_checks(const struct fieldplay *workspace, const char *seat);

void assert_name(const struct fieldplay *workspace, const char *at, const char *name);

#endif
