/* SPDX-License-Identifier: MIT */
/* For tests of fields with cards: one set up in a line, effects laid by hand, and moves asked for.
 */
#ifndef PBEM_TESTS_FIELDPLAY_H
#define PBEM_TESTS_FIELDPLAY_H

#include "tests/lib/setup.h"
#include "core/cards/field/ways.h"

struct desk {
	struct play *play;
	const struct book *book;
	struct field first, field; /* as it was set up, and as the facts have made it */
	struct event_list record;
	uint8_t seat; /* whose moves are asked for */
};

/* Takes a game with cards and a position of it, "white Kg1 Nb1; black Kg8"; `turn` is to move. */
void desk_set_up(struct desk *desk, const char *variant, const char *armies, const char *turn);

int desk_open(void **state);

int desk_close(void **state);

square desk_square(const struct desk *desk, const char *name);

unsigned desk_piece(const struct desk *desk, const char *name);

/* An effect of that seat's on the piece there, or on nothing; its number. */
uint16_t desk_lay(struct desk *desk, enum effect_kind what, const char *by, const char *on);

/* One that binds a seat. */
void desk_bind(struct desk *desk, enum effect_kind what, const char *seat, const char *kind,
	       const char *on);

/* The next turn of a seat. */
void desk_turn(struct desk *desk, const char *seat);

/* Of these moves, separated by blanks, the seat may make each, or none. */
void assert_ways(const struct desk *desk, const char *moves, bool may);

#define assert_goes(desk, moves) assert_ways(desk, moves, true)

#define assert_stays(desk, moves) assert_ways(desk, moves, false)

/* The seat makes the move, if it may. */
void desk_move(struct desk *desk, const char *text);

bool desk_checks(const struct desk *desk, const char *seat);

void assert_name(const struct desk *desk, const char *at, const char *name);

#endif
