/* SPDX-License-Identifier: MIT */
/* A ring at play: messages, ends of rounds, and a game file that must always lead to the same
 * state. */
#ifndef PBEM_TESTS_LIB_RING_H
#define PBEM_TESTS_LIB_RING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "core/game/turn.h"
#include "core/gamefile/gamefile.h"
#include "core/order/order_parse.h"
#include "core/ring/ring.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "tests/lib/scratch.h"
#include "tests/lib/snapshots.h"

struct ring_test {
	struct variant_library *library;
	const struct variant *variant;
	struct gamefile *file;	  /* NULL until table_begin */
	struct strbuf bytes;	  /* the bytes of its log */
	struct event_list events; /* events of the last entry */
	struct reason why;	  /* reason of the last refusal */
	char folder[SCRATCH_MAX];
};

struct ring *ring_of(struct ring_test *table);

/* Adds the events as an entry, and empties the list for the next one. */
void table_add(struct ring_test *table, const char *cause);

void table_clear(struct ring_test *table);

/* Begins a new game with that many seats. */
void table_begin(struct ring_test *table, unsigned seats, const char *sets);

int table_open(void **state);

int table_close(void **state);

/* Processes one message of a seat, its orders separated by newlines. */
enum verdict letter(struct ring_test *table, uint8_t seat, const char *text);

void say(struct ring_test *table, char seat, const char *text);

/* Asserts that the message is refused for a reason with that text. */
void refused(struct ring_test *table, char seat, const char *text, const char *expected);

/* Ends the round of mail; returns whether a seat was asked something. */
bool end_run(struct ring_test *table);

/* Plays a list of canonical moves in one round. Each is a message of the seat that is to move. */
void play(struct ring_test *table, const char *moves);

/* Returns whether the last entry has an event with that text. */
bool has_event(const struct ring_test *table, const char *line);

/* Asserts the events of the last entry except questions, one per line. */
void expect_events(const struct ring_test *table, const char *expected);

/* Asserts the legal moves of a board that begin with `start`, sorted and separated by spaces. */
void expect_moves(struct ring_test *table, const char *start, const char *expected);

/* Asserts that the log replays to the same state, alone and from a snapshot, and that today's rules
 * decide it alike. */
void assert_keeps(struct ring_test *table);

/* White mates with Qh5 on that board; and Black with Qh4. */
#define WHITE_MATES(n) #n ":e2e4 " #n ":g7g5 " #n ":d2d4 " #n ":f7f6 " #n ":d1h5"

#define BLACK_MATES(n) #n ":f2f3 " #n ":e7e5 " #n ":g2g4 " #n ":d8h4"

/* Sam Loyd's stalemate of Black in ten moves. */
#define STALEMATE(n)                                                                               \
#n ":e2e3 " #n ":a7a5 " #n ":d1h5 " #n ":a8a6 " #n ":h5a5 " #n ":h7h5 " #n ":h2h4 " #n     \
	   ":a6h6 " #n ":a5c7 " #n ":f7f6 " #n ":c7d7 " #n ":e8f7 " #n ":d7b7 " #n ":d8d3 " #n     \
	   ":b7b8 " #n ":d3h7 " #n ":b8c8 " #n ":f7g6 " #n ":c8e6"

/* The knights go out and back. */
#define ROUND_TRIP(n) #n ":g1f3 " #n ":g8f6 " #n ":f3g1 " #n ":f6g8"

unsigned in_stock(struct ring_test *table, char seat, uint8_t side, char kind, unsigned set);

/* Asserts who plays White and Black on a board: "ab"; "--" when it is out. */
void expect_board(struct ring_test *table, unsigned number, const char *seats);

/* Puts a piece into a seat's stockpile that no game brought there, to test only the rules of
 * placing. */
void ring_give(struct ring_test *table, char seat, uint8_t side, char kind, unsigned set);

#endif
