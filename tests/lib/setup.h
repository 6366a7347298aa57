/* SPDX-License-Identifier: MIT */
/* Positions of several seats, set up from a line: "white Ka8 Pb7; red>white Rh1; black=dead Rd4".
 */
#ifndef PBEM_TESTS_LIB_SETUP_H
#define PBEM_TESTS_LIB_SETUP_H

#include "tests/lib/play.h"
#include "core/variant/variant_data.h"

/* Loads a variant; `options` are "key=value" words. */
void take_game(struct play *play, const char *name, const char *options);

uint8_t seat_of(const struct play *play, const char *name);

/* Returns the position before its first turn is judged. Seats that aren't named are out. */
struct position set_up(const struct play *play, const char *armies, const char *turn);

void play_set_up(struct play *play, const char *armies, const char *turn);

square at_square(const struct play *play, const char *name);

/* Asserts that each of these moves, separated by spaces, is legal, or that none is. */
void assert_moves(const struct play *play, const char *moves, bool legal);

#define assert_legal(play, moves) assert_moves(play, moves, true)

#define assert_illegal(play, moves) assert_moves(play, moves, false)

#define assert_turn(play, seat)                                                                    \
	assert_string_equal(variant_seat_name((play)->variant, (play)->position.turn), seat)

/* Returns the first event of a kind in the record, or NULL. */
const struct event *find_event(const struct play *play, enum event_kind kind);

#endif
